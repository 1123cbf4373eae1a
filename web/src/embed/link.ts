/** The text of an embed as an address of the playground. Loaded when a reader goes for it. */
import { encode } from "../share/link.js";
import { withoutSecrets } from "../share/secrets.js";
import type { ExampleFile } from "./types.js";

/** Without the secrets that a reader entered; those of the page stand in it for all to read. Null when the text is too long. */
export function linkTo(base: string, dialect: string, files: readonly ExampleFile[], original: readonly ExampleFile[]): string | null {
  const isOfPage = ({ name, text }: ExampleFile): boolean => original.some((file) => file.name === name && file.text === text);
  const discreet = withoutSecrets(files).files;
  const shared = files.map((file, at) => (isOfPage(file) ? file : discreet[at]!));
  const fragment = encode({ dialect, files: shared, view: {}, engine: "", digest: "", rest: {} });
  return fragment && new URL(`./${fragment}`, base).href;
}
