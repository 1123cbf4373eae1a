/** Finds how the files of a document have changed since they were last sent to the engine. */
import { smallestSplice, type Splice } from "../app/text.js";
import type { File, FileEdit } from "../protocol/protocol.gen.js";

/** The checksums of the files that were sent last. */
const checksums = new WeakMap<File, Checksum>();

/** Returns an edit for each file, or null if there are none or other files have been sent. */
export function editsBetween(sent: readonly File[], next: readonly File[]): readonly FileEdit[] | null {
  if (next.length === 0 || sent.length !== next.length) return null;
  if (sent.some(({ name }, index) => name !== next[index]!.name)) return null;
  return next.map((file, index) => editBetween(sent[index]!, file));
}

function editBetween(last: File, next: File): FileEdit {
  const splice = smallestSplice(last.text, next.text);
  const before = checksums.get(last) ?? checksumOf(last.text);
  const checksum = splice ? checksumAfter(before, last.text, next.text, splice) : before;
  checksums.set(next, checksum);
  return splice ? { from: splice.start, to: splice.end, text: splice.text, sum: checksum.sum }
    : { from: 0, to: 0, text: "", sum: 0 };
}

/** The checksum of a text (FileEdit.sum), which can be computed from the one before an edit. */
interface Checksum {
  readonly sum: number;
  /** The end of the last edit. */
  readonly edited: SumPosition;
}

/** A position in a text, in code units, and the checksum of what is before it. */
interface SumPosition {
  readonly at: number;
  readonly sum: number;
  /** BASE to the power of `at`. */
  readonly power: number;
}

const BASE = 16_777_619, INVERSE = 899_433_627; // BASE * INVERSE is 1 modulo 2^32

function checksumOf(text: string): Checksum {
  return checksumAfter({ sum: 0, edited: { at: 0, sum: 0, power: 1 } }, "", text, { start: 0, end: 0, text });
}

/** Returns the checksum of `next`, which is `last` after a splice. */
function checksumAfter({ sum, edited }: Checksum, last: string, next: string, splice: Splice): Checksum {
  const start = moved(edited, last, splice.start);
  const removedEnd = moved(start, last, splice.end), insertedEnd = moved(start, next, start.at + splice.text.length);
  const rest = Math.imul(sum - removedEnd.sum, Math.imul(inverse(removedEnd.power), insertedEnd.power));
  return { sum: (insertedEnd.sum + rest) >>> 0, edited: insertedEnd };
}

function moved(from: SumPosition, text: string, to: number): SumPosition {
  let { at, sum, power } = from;
  for (; at < to; at++) {
    sum = (sum + Math.imul(unitAt(text, at) + 1, power)) | 0;
    power = Math.imul(power, BASE);
  }
  while (at > to) {
    power = Math.imul(power, INVERSE);
    sum = (sum - Math.imul(unitAt(text, --at) + 1, power)) | 0;
  }
  return { at, sum, power };
}

/**
 * Returns the number that gives 1 when multiplied by `x`, which must be odd, modulo 2^32. Each of Newton's steps
 * doubles the number of correct bits, of which there are three at the beginning.
 */
function inverse(x: number): number {
  let y = x;
  for (let step = 0; step < 4; step++) y = Math.imul(y, 2 - Math.imul(x, y));
  return y;
}

/** Returns a code unit as the engine receives it: U+FFFD for an unpaired surrogate. */
function unitAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if ((unit & 0xf800) !== 0xd800) return unit;
  const isPaired = isHigh(unit) ? isLow(text.charCodeAt(at + 1)) : at > 0 && isHigh(text.charCodeAt(at - 1));
  return isPaired ? unit : 0xfffd;
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
