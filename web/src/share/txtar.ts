/**
 * Text archives, exactly as golang.org/x/tools/txtar reads and writes them. Exactly, because they
 * hold untrusted texts: a line that only one of the two takes for a marker would be a file to one
 * reader and a line of text to the other.
 */
import type { File } from "../protocol/protocol.gen.js";

const BEGIN = "-- ", END = " --";
/**
 * What Go trims: Unicode's White_Space. JavaScript's trim() also trims U+FEFF, and leaves U+0085.
 */
const BLANK = /^\p{White_Space}$/u;

/** Trims a text like Go's strings.TrimSpace. A regular expression would be quadratic. */
function trimmed(text: string): string {
  let start = 0, end = text.length;
  while (start < end && BLANK.test(text[start]!)) start++;
  while (end > start && BLANK.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/**
 * Returns null if the archive would not read back the same, as when a line of a text looks like a
 * file marker.
 */
export function toTxtar(files: readonly File[]): string | null {
  const whole = files.map(({ name, text }) => ({ name, text: withLineEnd(text) }));
  const archive = whole.map(({ name, text }) => `${BEGIN}${name}${END}\n${text}`).join("");
  const back = fromTxtar(archive);
  const isSame = back.length === whole.length
    && back.every(({ name, text }, at) => name === whole[at]!.name && text === whole[at]!.text);
  return isSame ? archive : null;
}

/** Returns the files of an archive; text before the first is a comment. */
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

/** Returns the name in a marker line, "" for any other line. */
function nameIn(line: string): string {
  const bare = line.replace(/\r?\n$/, "");
  return bare.length >= BEGIN.length + END.length && bare.endsWith(END)
    ? trimmed(bare.slice(BEGIN.length, -END.length)) : "";
}

function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
