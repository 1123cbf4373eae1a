/** The text of an embed as an address of the playground. Loaded when a reader goes for it. */
import { encode } from "../share/link.js";
import type { ExampleFile } from "./types.js";

/** Null when the text is too long for a link. */
export function linkTo(base: string, dialect: string, files: readonly ExampleFile[]): string | null {
  const fragment = encode({ dialect, files, view: {}, engine: "", digest: "", rest: {} });
  return fragment && new URL(`./${fragment}`, base).href;
}
