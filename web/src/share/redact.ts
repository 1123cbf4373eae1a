/** Removes the secrets that the engine found in a document. */
import type { File, Redaction } from "../protocol/protocol.gen.js";

/** A document without its secrets. */
export interface Redacted {
  readonly files: readonly File[];
  /** How many secrets were removed. */
  readonly count: number;
  /** Whether a template itself contains secrets, which stay in it. */
  readonly holds: boolean;
}

/** Applies the engine's answer to the files that were in the request. */
export function redact(files: readonly File[], { splices, count, holds }: Redaction): Redacted {
  const parts = files.map((): string[] => []), ends = files.map(() => 0);
  for (const { file, start, end, text } of splices) {
    parts[file]!.push(files[file]!.text.slice(ends[file], start), text);
    ends[file] = end;
  }
  const redacted = files.map((file, at) =>
    (parts[at]!.length === 0 ? file : { ...file, text: parts[at]!.join("") + file.text.slice(ends[at]) }));
  return { files: redacted, count, holds };
}
