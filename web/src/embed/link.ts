/** Makes a playground URL of an embed's text. It is loaded when a reader is about to use the link. */
import type { Redaction } from "../protocol/protocol.gen.js";
import { encode } from "../share/link.js";
import { redact } from "../share/redact.js";
import type { ExampleFile } from "./types.js";

/**
 * Returns a playground URL that contains the files, without the secrets that a reader entered; files
 * that are as in the page are public already. Returns null if the text is too long for a link, or if
 * the engine cannot tell what is secret in it.
 */
export async function linkTo(
  base: string, dialect: string, files: readonly ExampleFile[], original: readonly ExampleFile[],
  ask: (files: readonly ExampleFile[]) => Promise<Redaction | null>,
): Promise<string | null> {
  const isOfPage = ({ name, text }: ExampleFile): boolean =>
    original.some((file) => file.name === name && file.text === text);
  const redaction = files.every(isOfPage) ? { splices: [], count: 0, holds: false } : await ask(files);
  if (!redaction) return null;
  const redacted = redact(files, redaction).files;
  const shared = files.map((file, at) => (isOfPage(file) ? file : redacted[at]!));
  const fragment = encode({ dialect, files: shared, view: {}, engine: "", digest: "", rest: {} });
  return fragment && new URL(`./${fragment}`, base).href;
}
