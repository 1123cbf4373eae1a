/**
 * Reads and writes zip archives. No library reads them, since libraries allocate the size that an
 * entry declares and do not check it: an archive of half a megabyte can declare, or contain, half a
 * gigabyte. Here, each entry is inflated up to the remaining limit and checked against its declared
 * size and checksum. If one entry is damaged, the whole archive is refused.
 */
import { Zip, ZipDeflate } from "fflate";
import type { File } from "../protocol/protocol.gen.js";
import { inflate } from "./inflate.js";

/** Returns an archive of the files. The same files always result in the same bytes. */
export function toZip(files: readonly File[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  // zipSync would need an object with the file names as keys, which cannot have the key __proto__.
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const { name, text } of files) {
    const entry = new ZipDeflate(name, { level: 9 });
    entry.mtime = new Date(2020, 0, 1);
    zip.add(entry);
    entry.push(new TextEncoder().encode(text), true);
  }
  zip.end();
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A file of an archive, inflated. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Limits on an archive: the number of files, and their total inflated size in bytes. */
export interface ZipLimits {
  readonly files: number;
  readonly bytes: number;
}

/** The files in an archive, or why it is refused. */
export type Unzipped = readonly ZipEntry[] | "too large" | "damaged" | "locked";

/** Thrown to refuse an archive, and caught by fromZip. */
class Refusal extends Error {
  constructor(readonly reason: Exclude<Unzipped, readonly ZipEntry[]>) { super(reason); }
}

/** An entry of the central directory at the end of an archive. */
interface Listed {
  readonly name: string;
  readonly isLocked: boolean;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** Returns the entries with wanted names, or why the archive is refused. */
export function fromZip(archive: Uint8Array, isWanted: (name: string) => boolean, limits: ZipLimits): Unzipped {
  try {
    const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
    const wanted = listed(archive, view).filter(({ name }) => isWanted(name));
    if (wanted.length > limits.files) return "too large";
    if (wanted.reduce((sum, { packed }) => sum + packed, 0) > archive.length) return "damaged"; // entries overlap
    let left = limits.bytes;
    return wanted.map((entry) => {
      const bytes = content(archive, view, entry, left);
      left -= bytes.length;
      return { name: entry.name, bytes };
    });
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    if (error instanceof RangeError) return "damaged"; // an offset points outside the archive
    throw error;
  }
}

const END = 0x06054b50, END_SIZE = 22, LISTED = 0x02014b50, LISTED_SIZE = 46, LOCAL = 0x04034b50, LOCAL_SIZE = 30;
/** The entry count that marks a Zip64 archive with at least this many entries; the real count is stored elsewhere. */
const ZIP64_COUNT = 0xffff;

function listed(archive: Uint8Array, view: DataView): Listed[] {
  const end = endOf(view), count = view.getUint16(end + 10, true);
  if (count === ZIP64_COUNT) throw new Refusal("too large");
  const entries: Listed[] = [];
  let at = view.getUint32(end + 16, true);
  for (; entries.length < count; ) {
    if (at + LISTED_SIZE > end || view.getUint32(at, true) !== LISTED) throw new Refusal("damaged");
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: nameOf(archive.subarray(at + LISTED_SIZE, at + LISTED_SIZE + nameLength)),
      isLocked: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true), checksum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true), offset: view.getUint32(at + 42, true),
    });
    at += LISTED_SIZE + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * Returns the offset of the end of central directory record: the last one that is followed only by
 * a comment of the length that it declares.
 */
function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_SIZE - 0xffff);
  for (let at = view.byteLength - END_SIZE; at >= first; at--) {
    if (view.getUint32(at, true) === END
      && at + END_SIZE + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw new Refusal("damaged");
}

function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

function content(archive: Uint8Array, view: DataView, entry: Listed, left: number): Uint8Array {
  const { offset, packed, method } = entry;
  if (entry.isLocked) throw new Refusal("locked");
  if (view.getUint32(offset, true) !== LOCAL) throw new Refusal("damaged");
  const start = offset + LOCAL_SIZE + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > archive.length) throw new Refusal("damaged");
  const source = archive.subarray(start, start + packed);
  // Deflated data is larger than its content only if it has many empty blocks.
  if (packed > (method === 0 ? left : left + (left >> 3) + LOCAL_SIZE)) throw new Refusal("too large");
  const bytes = method === 0 ? source : method === 8 ? inflate(source, new Uint8Array(0), left) : "damaged";
  if (typeof bytes === "string") throw new Refusal(bytes);
  if (bytes.length !== entry.size || crc32(bytes) !== entry.checksum) throw new Refusal("damaged");
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!;
  return ~crc >>> 0;
}
