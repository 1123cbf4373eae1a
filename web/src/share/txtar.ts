/**
 * Reads and writes txtar archives exactly as golang.org/x/tools/txtar does. The two must not differ,
 * since archives are untrusted: a line that only one of them reads as a file marker would hide a file
 * from the other.
 */
import type { File } from "../protocol/protocol.gen.js";

const BEGIN = "-- ", END = " --";
/** Unicode's White_Space, which Go trims. JavaScript's trim() differs: it removes U+FEFF and not U+0085. */
const BLANK = /^\p{White_Space}$/u;

/** Returns a text trimmed as by Go's strings.TrimSpace. A regular expression would take quadratic time. */
function trimmed(text: string): string {
  let start = 0, end = text.length;
  while (start < end && BLANK.test(text[start]!)) start++;
  while (end > start && BLANK.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/**
 * Returns the files as an archive, or null if reading the archive would not result in the same files,
 * as when a line of a file looks like a file marker. A line break is added to a file that lacks one.
 */
export function toTxtar(files: readonly File[]): string | null {
  const whole = files.map(({ name, text }) => ({ name, text: withLineEnd(text) }));
  const archive = whole.map(({ name, text }) => `${BEGIN}${name}${END}\n${text}`).join("");
  const back = fromTxtar(archive);
  const isSame = back.length === whole.length
    && back.every(({ name, text }, at) => name === whole[at]!.name && text === whole[at]!.text);
  return isSame ? archive : null;
}

/** Returns the files of an archive. Text before the first file is a comment and is left out. */
export function fromTxtar(archive: string): File[] {
  const files: File[] = [];
  let name = "", start = 0;
  const close = (end: number): void => { if (name) files.push({ name, text: archive.slice(start, end) }); };
  for (let at = 0; at < archive.length;) {
    const end = archive.indexOf("\n", at), next = end < 0 ? archive.length : end + 1;
    const found = archive.startsWith(BEGIN, at) ? nameIn(archive.slice(at, next)) : "";
    if (found) {
      close(at);
      [name, start] = [found, next];
    }
    at = next;
  }
  close(archive.length);
  const last = files.at(-1);
  if (last) files[files.length - 1] = { ...last, text: withLineEnd(last.text) };
  return files;
}

/** Returns the file name in a marker line; "" for other lines. */
function nameIn(line: string): string {
  const bare = line.replace(/\r?\n$/, "");
  return bare.length >= BEGIN.length + END.length && bare.endsWith(END)
    ? trimmed(bare.slice(BEGIN.length, -END.length)) : "";
}

function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
