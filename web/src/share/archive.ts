/**
 * Reads documents from files that the user opens: .zip or .txtar archives
 * (golang.org/x/tools/txtar), or plain text files. Archives are untrusted: files that a document
 * cannot have are skipped, and an archive that exceeds the limits is refused with a message.
 */
import type { File } from "../protocol/protocol.gen.js";
import { appearance, isPath, MAX_FILES } from "./path.js";
import { fromTxtar } from "./txtar.js";
import { fromZip } from "./zip.js";

export { toTxtar } from "./txtar.js";
export { toZip } from "./zip.js";

/** A format in which a document is downloaded. */
export type ArchiveFormat = "zip" | "txtar";

/** The files of a new document, or a sentence that says why they cannot be opened. */
export type Opened = { readonly files: readonly File[]; readonly error?: never }
  | { readonly files?: never; readonly error: string };

/** The evaluator's limit on the size of a document, in bytes. */
const MAX_BYTES = 8 << 20;
/** The maximum number of files in a .txtar archive, including a test's expectations, which are not opened. */
const MAX_ENTRIES = 10_000;
const TOO_LARGE = `there are more than ${MAX_FILES} files or ${MAX_BYTES >> 20} MB, the limits of a document`;
const BAD_NAME = "its name is longer than 200 characters, or has a backslash or an invisible character";

const REFUSED = {
  "too large": TOO_LARGE,
  "damaged": "this zip archive is incomplete or damaged, or compressed in a way other than deflate",
  "locked": "this zip archive is encrypted; make one without a password",
} as const;

function textsOfZip(bytes: Uint8Array): File[] | string {
  const entries = fromZip(bytes, isWanted, { files: MAX_FILES, bytes: MAX_BYTES });
  if (typeof entries === "string") return REFUSED[entries];
  return entries.flatMap(({ name, bytes: content }) => {
    const text = textOf(content);
    return text === null ? [] : [{ name, text }];
  });
}

/** Whether a file of an archive may be part of a document. Like `play`, this skips hidden files and packages. */
function isWanted(name: string): boolean {
  return isPath(name) && !name.split("/").some((part) => part.startsWith(".") || part === "node_modules"
    || part === "__MACOSX");
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // not text
  }
}

/** Returns the document made of dropped or chosen files. The files of an archive count individually. */
export function openFiles(dropped: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Opened {
  const all: File[] = [];
  for (const { name, bytes } of dropped) {
    const files = readDropped(name, bytes);
    if (typeof files === "string") return { error: `${name}: ${files}.` };
    all.push(...files);
  }
  const files = withoutFolder(all).filter(({ name }) => name !== "want.json" && !/^(want|recorded)\//.test(name));
  if (files.length === 0) return { error: "There are no text files to open." };
  if (files.length > MAX_FILES
    || files.reduce((sum, { text }) => sum + text.length, 0) > MAX_BYTES) return { error: `${TOO_LARGE}.` };
  const names = new Set(files.map(({ name }) => appearance(name)));
  return names.size < files.length ? { error: "Two of the files have the same name, or names that look alike." }
    : { files };
}

function readDropped(name: string, bytes: Uint8Array): File[] | string {
  if (bytes.length > 4 * MAX_BYTES) return `this file is larger than ${(4 * MAX_BYTES) >> 20} MB`;
  if (/\.zip$/i.test(name) || (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3)) return textsOfZip(bytes);
  const text = textOf(bytes);
  if (text === null) return "this is not UTF-8 text";
  if (!/\.txtar$/i.test(name)) return isPath(name) ? [{ name, text }] : BAD_NAME;
  const files = fromTxtar(text).filter((file) => isWanted(file.name));
  return files.length > MAX_ENTRIES ? TOO_LARGE : files;
}

/** Removes the top folder from the names if all files are in the same one. */
function withoutFolder(files: readonly File[]): readonly File[] {
  const folder = /^[^/]+\//.exec(files[0]?.name ?? "")?.[0];
  if (!folder || folder === "want/" || !files.every(({ name }) => name.startsWith(folder))) return files;
  return files.map(({ name, text }) => ({ name: name.slice(folder.length), text }));
}
