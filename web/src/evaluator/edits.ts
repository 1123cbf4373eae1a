/** Finds how the files of a document have changed since they were last sent to the engine. */
import { smallestSplice } from "../app/text.js";
import type { File, FileEdit } from "../protocol/protocol.gen.js";

/** Returns an edit for each file, or null if there are none or other files have been sent. */
export function editsBetween(sent: readonly File[], next: readonly File[]): readonly FileEdit[] | null {
  if (next.length === 0 || sent.length !== next.length) return null;
  if (sent.some(({ name }, index) => name !== next[index]!.name)) return null;
  return next.map(({ text }, index) => editBetween(sent[index]!.text, text));
}

function editBetween(last: string, next: string): FileEdit {
  const splice = smallestSplice(last, next);
  return splice ? { from: splice.start, to: splice.end, text: splice.text, sum: checksum(next) }
    : { from: 0, to: 0, text: "", sum: 0 };
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/** Returns the checksum of a text (FileEdit.sum). The engine receives an unpaired surrogate as U+FFFD. */
function checksum(text: string): number {
  let sum = 2_166_136_261;
  for (let i = 0; i < text.length; i++) {
    let unit = text.charCodeAt(i);
    if ((unit & 0xf800) === 0xd800) {
      const isPaired = isHigh(unit) ? isLow(text.charCodeAt(i + 1)) : i > 0 && isHigh(text.charCodeAt(i - 1));
      if (!isPaired) unit = 0xfffd;
    }
    sum = Math.imul(sum ^ unit, 16_777_619);
  }
  return sum >>> 0;
}
