/** Selects which dropped or chosen files are read, by their number and sizes. */
import { MAX_FILES } from "../share/path.js";

/** The properties of a file that are known before it is read. Its size is in bytes. */
export interface Measured {
  readonly name: string;
  readonly size: number;
}

/** The evaluator's limit on text, in bytes. Archives may be larger, since they may contain other files. */
const MAX_TEXT = 8 << 20;
const MAX_ARCHIVE = 4 * MAX_TEXT;

/** The files to read, and a message about the others. */
export interface Chosen<F extends Measured> {
  readonly files: readonly F[];
  /** A sentence that says which files are left out and why; "" if none are. */
  readonly leftOut: string;
}

/** Selects the files to read: the first ones, up to the limits of a document. */
export function chooseFiles<F extends Measured>(all: readonly F[]): Chosen<F> {
  const files: F[] = [], large: string[] = [];
  let size = 0, others = 0;
  for (const file of all) {
    if (file.size > (/\.(?:zip|txtar)$/i.test(file.name) ? MAX_ARCHIVE : MAX_TEXT)) {
      large.push(`${file.name} (${megabytes(file.size)})`);
    }
    else if (files.length === MAX_FILES || size + file.size > MAX_ARCHIVE) others++;
    else {
      files.push(file);
      size += file.size;
    }
  }
  return { files, leftOut: describeLeftOut(large, others) };
}

/** Formats a size, rounded up, so that a size above a limit is never shown as the limit itself. */
export function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / (1 << 20) * 10) / 10} MB`;
}

/** The maximum number of large files whose names are listed. */
const MAX_NAMES = 3;

function describeLeftOut(large: readonly string[], others: number): string {
  const names = large.length > MAX_NAMES
    ? `${large.slice(0, MAX_NAMES).join(", ")} and ${large.length - MAX_NAMES} more` : large.join(", ");
  const parts = [
    ...(large.length > 0 ? [`${names}: larger than ${MAX_TEXT >> 20} MB (an archive: ${MAX_ARCHIVE >> 20} MB)`] : []),
    ...(others > 0
      ? [`${others} more: a document has at most ${MAX_FILES} files, and at most ${MAX_ARCHIVE >> 20} MB are read `
        + "at a time"]
      : []),
  ];
  return parts.length === 0 ? "" : `Left out: ${parts.join("; ")}.`;
}
