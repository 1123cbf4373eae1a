/** Taking out of texts what the engine found to be secret. */
import type { File, Redaction } from "../protocol/protocol.gen.js";

/** A document without its secrets. */
export interface Redacted {
  readonly files: readonly File[];
  /** How many secrets were taken out. */
  readonly count: number;
  /** Whether a template holds secrets itself, which stay in it. */
  readonly holds: boolean;
}

/** The files that the engine was asked about, after its answer. */
export function redact(files: readonly File[], { splices, count, holds }: Redaction): Redacted {
  const parts = files.map((): string[] => []), ends = files.map(() => 0);
  for (const { file, start, end, text } of splices) {
    parts[file]!.push(files[file]!.text.slice(ends[file], start), text);
    ends[file] = end;
  }
  const redacted = files.map((file, at) => (parts[at]!.length === 0 ? file : { ...file, text: parts[at]!.join("") + file.text.slice(ends[at]) }));
  return { files: redacted, count, holds };
}
