/** The text of an embed as an address of the playground. Loaded when a reader goes for it. */
import { encode } from "../share/link.js";
import { withoutSecrets } from "../share/secrets.js";
import type { ExampleFile } from "./types.js";

/** Without the secrets that a reader entered; those of the page stand in it for all to read. Null when the text is too long. */
export function linkTo(base: string, dialect: string, files: readonly ExampleFile[], original: readonly ExampleFile[]): string | null {
  const isOfPage = ({ name, text }: ExampleFile): boolean => original.some((file) => file.name === name && file.text === text);
  const discreet = files.map((file) => (isOfPage(file) ? file : withoutSecrets([file]).files[0]!));
  const fragment = encode({ dialect, files: discreet, view: {}, engine: "", digest: "", rest: {} });
  return fragment && new URL(`./${fragment}`, base).href;
}
