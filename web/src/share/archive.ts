/**
 * A document as one file and back: .zip, .txtar (golang.org/x/tools/txtar), or the text
 * itself. An archive is a stranger's: what is read from it is held to the limits of a
 * document, and everything else is left out or refused with a message.
 */
import { unzipSync, zipSync } from "fflate";
import type { File } from "../protocol/protocol.gen.js";
import { isPath, MAX_FILES } from "./path.js";

export type ArchiveFormat = "zip" | "txtar";

export type Opened = { readonly files: readonly File[]; readonly error?: never } | { readonly files?: never; readonly error: string };

/** As much text as the evaluator takes. */
const MAX_BYTES = 8 << 20;
const TOO_LARGE = `there are more than ${MAX_FILES} files or ${MAX_BYTES >> 20} MB`;

export function toZip(files: readonly File[]): Uint8Array {
  const entries = Object.fromEntries(files.map(({ name, text }) => [name, new TextEncoder().encode(text)]));
  return zipSync(entries, { level: 9, mtime: new Date(2020, 0, 1) }); // the same bytes for the same text
}

const MARKER = /^-- (.+) --$/;

/** Null when a line of a text would read as the beginning of a file. */
export function toTxtar(files: readonly File[]): string | null {
  if (files.some(({ text }) => text.split("\n").some((line) => MARKER.test(line)))) return null;
  return files.map(({ name, text }) => `-- ${name} --\n${text === "" || text.endsWith("\n") ? text : `${text}\n`}`).join("");
}

function fromTxtar(archive: string): File[] {
  const files: { name: string; text: string }[] = [];
  for (const line of archive.split(/(?<=\n)/)) {
    const name = MARKER.exec(line.replace(/\r?\n$/, ""))?.[1]?.trim();
    const last = files.at(-1);
    if (name) files.push({ name, text: "" });
    else if (last) last.text += line;
  }
  return files;
}

function fromZip(bytes: Uint8Array): File[] | string {
  let size = 0, count = 0;
  const entries = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!isWanted(name) || count > MAX_FILES || size > MAX_BYTES) return false;
      count++;
      size += originalSize;
      return size <= MAX_BYTES && count <= MAX_FILES; // so nothing larger is ever inflated
    },
  });
  if (size > MAX_BYTES || count > MAX_FILES) return TOO_LARGE;
  return Object.entries(entries).flatMap(([name, content]) => {
    const text = textOf(content);
    return text === null ? [] : [{ name, text }];
  });
}

/** As `play` reads folders: without dot files, packages and expectations. */
function isWanted(name: string): boolean {
  return isPath(name) && !name.split("/").some((part) => part.startsWith(".") || part === "node_modules" || part === "__MACOSX");
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // no text
  }
}

/** Reads what was dropped or picked: archives, or texts that make a document together. */
export function openFiles(dropped: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Opened {
  const all: File[] = [];
  for (const { name, bytes } of dropped) {
    const files = readOne(name, bytes);
    if (typeof files === "string") return { error: `${name}: ${files}.` };
    all.push(...files);
  }
  const files = withoutFolder(all).filter(({ name }) => name !== "want.json" && !/^(want|recorded)\//.test(name));
  if (files.length === 0) return { error: "There is no text in it that could be evaluated." };
  if (files.length > MAX_FILES || files.reduce((sum, { text }) => sum + text.length, 0) > MAX_BYTES) return { error: `${TOO_LARGE}.` };
  const names = new Set(files.map(({ name }) => name));
  return names.size < files.length ? { error: "Two of its files have the same name." } : { files };
}

function readOne(name: string, bytes: Uint8Array): File[] | string {
  if (bytes.length > 4 * MAX_BYTES) return "this file is too large";
  if (/\.zip$/i.test(name) || (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3)) {
    try {
      return fromZip(bytes);
    } catch {
      return "this is no zip archive that can be read";
    }
  }
  const text = textOf(bytes);
  if (text === null) return "this is no text in UTF-8";
  if (!/\.txtar$/i.test(name)) return isPath(name) ? [{ name, text }] : "its name is no name for a file";
  return fromTxtar(text).filter((file) => isWanted(file.name));
}

/** An archive of one folder is what is in the folder. */
function withoutFolder(files: readonly File[]): readonly File[] {
  const folder = /^[^/]+\//.exec(files[0]?.name ?? "")?.[0];
  if (!folder || folder === "want/" || !files.every(({ name }) => name.startsWith(folder))) return files;
  return files.map(({ name, text }) => ({ name: name.slice(folder.length), text }));
}
