/**
 * Inflates deflate data (RFC 1951) up to a limit. Libraries measure only what they have inflated, and
 * a link of 65,000 characters can inflate to 50 MB; this function stops at the first byte over the
 * limit and uses no memory beyond it. It also supports preset dictionaries, and adds 1.3 KB to the
 * page where fflate's inflation adds 2.0. Codes are read bit by bit, which is fast enough for links.
 */

/** Thrown when the bytes are not valid deflate data, and caught by inflate. */
class Damage extends Error {}

/** A Huffman code: the number of codes of each length, and the symbols ordered by their codes. */
interface Code {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

/** The length of the longest code, in bits. */
const LONGEST = 15;
/**
 * The limit on dynamic blocks, which contain their codes: FREE_CODES, and one more for every
 * BYTES_PER_CODE bytes read or written. Reading such codes takes as much time as hundreds of bytes and
 * some 60 bytes of space; compressors write them once for thousands of bytes, so many nearly empty
 * blocks are an attempt to hang the page.
 */
const BYTES_PER_CODE = 128, FREE_CODES = 64;
/** The lengths and distances that symbols start from, and the numbers of bits to add (RFC 1951, 3.2.5). */
const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163,
  195, 227, 258];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
/** The order in which a dynamic block lists the lengths of its code length code. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function codeOf(lengths: readonly number[]): Code {
  const counts = new Uint16Array(LONGEST
    + 1), symbols = new Uint16Array(lengths.length), starts = new Uint16Array(LONGEST + 2);
  for (const length of lengths) counts[length]!++;
  counts[0] = 0;
  let left = 1;
  for (let length = 1; length <= LONGEST; length++) {
    left = 2 * left - counts[length]!;
    if (left < 0) throw new Damage(); // more codes than their lengths allow
    starts[length + 1] = starts[length]! + counts[length]!;
  }
  lengths.forEach((length, symbol) => { if (length > 0) symbols[starts[length]!++] = symbol; });
  return { counts, symbols };
}

const FIXED: readonly [Code, Code] = [
  codeOf(Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8))),
  codeOf(Array.from({ length: 30 }, () => 5)),
];

class Inflation {
  private at = 0;
  private bitBuffer = 0;
  private bitCount = 0;
  private codesRead = 0;
  private out: Uint8Array;
  size = 0;

  constructor(private readonly source: Uint8Array, private readonly preset: Uint8Array,
      private readonly limit: number) {
    this.out = new Uint8Array(Math.min(limit, Math.max(256, 4 * source.length)));
  }

  /** Returns false if the output exceeds the limit. */
  run(): boolean {
    for (let isLast = false; !isLast;) {
      isLast = this.bits(1) === 1;
      const isWithin = this.block(this.bits(2));
      if (!isWithin) return false;
    }
    return true;
  }

  result(): Uint8Array { return this.out.subarray(0, this.size); }

  private block(kind: number): boolean {
    switch (kind) {
      case 0: return this.stored();
      case 1: return this.coded(FIXED);
      case 2: return this.coded(this.codes());
      default: throw new Damage();
    }
  }

  private bits(count: number): number {
    while (this.bitCount < count) {
      const byte = this.source[this.at++];
      if (byte === undefined) throw new Damage();
      this.bitBuffer |= byte << this.bitCount;
      this.bitCount += 8;
    }
    const value = this.bitBuffer & ((1 << count) - 1);
    this.bitBuffer >>>= count;
    this.bitCount -= count;
    return value;
  }

  private symbol({ counts, symbols }: Code): number {
    let code = 0, first = 0, index = 0;
    for (let length = 1; length <= LONGEST; length++) {
      code |= this.bits(1);
      const count = counts[length]!;
      if (code - count < first) return symbols[index + code - first]!;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Damage();
  }

  private stored(): boolean {
    this.bitBuffer = this.bitCount = 0; // drop up to seven bits, to the next byte
    const length = this.bits(16), complement = this.bits(16);
    if ((length ^ 0xffff) !== complement || this.at + length > this.source.length) throw new Damage();
    for (let end = this.at + length; this.at < end; this.at++) if (!this.put(this.source[this.at]!)) return false;
    return true;
  }

  /** Reads the two codes of a dynamic block. */
  private codes(): readonly [Code, Code] {
    if (++this.codesRead > FREE_CODES + (this.at + this.size) / BYTES_PER_CODE) throw new Damage();
    const literals = this.bits(5) + 257, distances = this.bits(5) + 1, count = this.bits(4) + 4;
    if (literals > 286 || distances > 30) throw new Damage();
    const short = new Array<number>(19).fill(0);
    for (const index of ORDER.slice(0, count)) short[index] = this.bits(3);
    const code = codeOf(short), lengths: number[] = [];
    while (lengths.length < literals + distances) {
      const symbol = this.symbol(code);
      if (symbol < 16) lengths.push(symbol);
      else this.repeat(symbol, lengths);
    }
    if (lengths.length > literals + distances || lengths[256] === 0) throw new Damage();
    return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))];
  }

  private repeat(symbol: number, lengths: number[]): void {
    const last = symbol === 16 ? lengths.at(-1) : 0;
    if (last === undefined) throw new Damage();
    const times = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7);
    for (let index = 0; index < times; index++) lengths.push(last);
  }

  private coded([literals, distances]: readonly [Code, Code]): boolean {
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol === 256) return true;
      if (symbol < 256) {
        if (!this.put(symbol)) return false;
      } else if (!this.copy(symbol - 257, distances)) return false;
    }
  }

  private copy(index: number, distances: Code): boolean {
    const base = LENGTH_BASE[index];
    if (base === undefined) throw new Damage();
    const length = base + this.bits(LENGTH_EXTRA[index]!);
    const symbol = this.symbol(distances), distanceBase = DISTANCE_BASE[symbol];
    if (distanceBase === undefined) throw new Damage();
    const distance = distanceBase + this.bits(Math.max(0, (symbol >> 1) - 1));
    if (distance > this.size + this.preset.length) throw new Damage();
    for (let count = 0; count < length; count++) {
      const from = this.size - distance;
      if (!this.put((from >= 0 ? this.out[from] : this.preset[this.preset.length + from])!)) return false;
    }
    return true;
  }

  private put(byte: number): boolean {
    if (this.size === this.out.length) {
      if (this.size >= this.limit) return false;
      const grown = new Uint8Array(Math.min(this.limit, 2 * this.size));
      grown.set(this.out);
      this.out = grown;
    }
    this.out[this.size++] = byte;
    return true;
  }
}

/** Inflates `source`, with a preset dictionary, to at most `limit` bytes. Data after the last block is ignored. */
export function inflate(source: Uint8Array, preset: Uint8Array, limit: number): Uint8Array | "damaged" | "too large" {
  const inflation = new Inflation(source, preset, limit);
  try {
    return inflation.run() ? inflation.result() : "too large";
  } catch (error) {
    if (error instanceof Damage) return "damaged";
    throw error;
  }
}
