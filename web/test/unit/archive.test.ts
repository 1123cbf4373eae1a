import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { strToU8, unzipSync, zipSync, type Zippable } from "fflate";
import { openFiles } from "../../src/share/archive.js";
import { fromTxtar, toTxtar } from "../../src/share/txtar.js";
import { toZip } from "../../src/share/zip.js";

interface File { readonly name: string; readonly text: string }

/** Returns what golang.org/x/tools/txtar reads from archives and writes for bundles. */
function askGo(question: { readonly archives: readonly string[]; readonly bundles: readonly (readonly File[])[] }): {
  readonly bundles: readonly (readonly File[])[]; readonly archives: readonly string[];
} {
  return JSON.parse(execFileSync("go", ["run", "./scripts/internal/txtarpeer"],
    { input: JSON.stringify(question), encoding: "utf8", maxBuffer: 1 << 28 })) as never;
}

/** Returns a pseudorandom generator. The same seed generates the same numbers. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** Parts of markers, and of text that could be mistaken for a marker. */
const PIECES = ["-- ", " --", "\n", "\n-- ", " --\n", "\r\n", "\r", "--", "-", " ", "a", "b/c.yaml", "é", "x: 1\n",
  "\u0085", "\u00a0", "\u2028", "\u2029",
  "\ufeff", "\u202e", "\v", "\f", "\u0000", "\t", "-- smuggled --", "\r -- x --", "__proto__", "\u3000",
  "\u200b"] as const;

test("archives are read and written as Go reads and writes them", () => {
  const pick = random(11);
  const drawn = (limit: number): string => Array.from({ length: pick(limit) }, () => PIECES[pick(PIECES.length)])
    .join("");
  const archives = ["-- x --\r", "-- x --\r\ny", "-- x --\r\r\n", "--  --\n", "-- --\n-- a --\nb", "\ufeff-- a --\nb",
    "-- \u0085a\ufeff --\nb", "-- a --\u2028-- b --\nc",
    ...Array.from({ length: 6_000 }, () => drawn(14))];
  const bundles = Array.from({ length: 3_000 },
    () => Array.from({ length: 1 + pick(3) }, () => ({ name: pick(2) === 0 ? "a/b.yaml" : drawn(4), text: drawn(9) })));
  const go = askGo({ archives, bundles });
  archives.forEach((archive, at) => assert.deepEqual(fromTxtar(archive), go.bundles[at], JSON.stringify(archive)));
  let written = 0;
  const ours = bundles.map(toTxtar), back = askGo({ archives: ours.map((archive) => archive ?? ""), bundles: [] });
  bundles.forEach((bundle, at) => {
    const archive = ours[at];
    if (archive === null) return assert.notDeepEqual(fromTxtar(go.archives[at]!), withLineEnds(bundle),
      "toTxtar refuses a bundle that Go's archive preserves");
    written++;
    assert.equal(archive, go.archives[at]);
    assert.deepEqual(back.bundles[at], withLineEnds(bundle), JSON.stringify(bundle));
  });
  assert.ok(written > 300 && written < 2_700, `toTxtar accepted ${written} bundles`);
});

/** Returns the files with a line break at the end of each, as in an archive. */
function withLineEnds(files: readonly File[]): readonly File[] {
  return files.map(({ name, text }) => ({ name, text: text === "" || text.endsWith("\n") ? text : `${text}\n` }));
}

const openZip = (bytes: Uint8Array): ReturnType<typeof openFiles> => openFiles([{ name: "a.zip", bytes }]);
const LARGE = /more than 64 files or 8 MB/, CUT = /incomplete or damaged/;

/** Returns a zip archive in which a number in the headers of every entry is changed. */
function altered(files: Zippable, local: number, listed: number, value: (true_: number) => number): Uint8Array {
  const zip = zipSync(files), view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  for (let at = 0; at + 4 <= zip.length; at++) {
    const field = view.getUint32(at, true) === 0x04034b50 ? at + local
      : view.getUint32(at, true) === 0x02014b50 ? at + listed : 0;
    if (field) view.setUint32(field, value(view.getUint32(field, true)), true);
  }
  return zip;
}

test("the sizes and checksums in a zip are verified", () => {
  const bomb = new Uint8Array(80 << 20).fill(97), small = strToU8("a: 1\n".repeat(100));
  const packed = altered({ "a.yaml": bomb }, 22, 24, () => 10);
  const before = process.memoryUsage().arrayBuffers;
  assert.match(openZip(packed).error ?? "", LARGE);
  assert.ok(process.memoryUsage().arrayBuffers - before < 32 << 20);
  for (const change of [-1, 1, -400,
    1 << 30]) assert.match(openZip(altered({ "a.yaml": small }, 22, 24, (size) => size + change)).error ?? "", CUT,
    `${change}`);
  for (const change of [-1, -20,
    1 << 30]) assert.match(openZip(altered({ "a.yaml": small }, 18, 20, (size) => size + change)).error ?? "", CUT,
    `packed ${change}`);
  assert.match(openZip(altered({ "a.yaml": small }, 14, 16, (crc) => crc ^ 1)).error ?? "", CUT);
  assert.match(openZip(altered({ "a.yaml": [small, { level: 0 }] }, 22, 24, (size) => size - 1)).error ?? "", CUT);
});

/** Packed bits, lowest first, as in deflate. */
class Bits {
  private readonly bytes: number[] = [];
  private count = 0;

  add(value: number, count: number): this {
    for (let bit = 0; bit < count; bit++, this.count++) {
      if (this.count % 8 === 0) this.bytes.push(0);
      if (value >> bit & 1) this.bytes[this.bytes.length - 1]! |= 1 << this.count % 8;
    }
    return this;
  }

  /** Adds an empty block with its own codes. */
  emptyBlock(isLast: boolean): this {
    this.add(isLast ? 1 : 0, 1).add(2, 2).add(0, 5).add(0, 5).add(14, 4);
    // Only symbols 18, which repeats 0, and 1 have codes.
    for (let index = 0; index < 18; index++) this.add(index === 2 || index === 17 ? 1 : 0, 3);
    return this.add(1, 1).add(127, 7).add(1, 1).add(107, 7).add(0, 1).add(0, 1).add(0, 1);
  }

  done(): Uint8Array { return Uint8Array.from(this.bytes); }
}

test("many empty blocks, and many entries with the same bytes, are refused quickly", () => {
  /** An archive with a number of entries that share the same packed bytes. */
  const packed = (bytes: Uint8Array, copies: number): Uint8Array => {
    const names = Array.from({ length: copies }, (_, at) => `a${at}.yaml`);
    const local = 30 + names[0]!.length, zip = new Uint8Array(local + bytes.length
      + names.reduce((sum, name) => sum + 46 + name.length, 22));
    const view = new DataView(zip.buffer);
    let at = local + bytes.length;
    const header = (offset: number, magic: number, name: string, skip: number): void => {
      view.setUint32(offset, magic, true);
      view.setUint16(offset + skip + 8, 8, true);
      view.setUint32(offset + skip + 18, bytes.length, true);
      view.setUint16(offset + skip + 26, name.length, true);
    };
    header(0, 0x04034b50, names[0]!, 0);
    zip.set(bytes, local);
    const directory = at;
    for (const name of names) {
      header(at, 0x02014b50, name, 2);
      zip.set(strToU8(name), at + 46);
      at += 46 + name.length;
    }
    view.setUint32(at, 0x06054b50, true);
    view.setUint16(at + 10, copies, true);
    view.setUint32(at + 16, directory, true);
    return zip;
  };
  const blocks = (count: number): Uint8Array => {
    const bits = new Bits();
    for (let at = 1; at <= count; at++) bits.emptyBlock(at === count);
    return bits.done();
  };
  assert.deepEqual(openZip(packed(blocks(3), 1)).files, [{ name: "a0.yaml", text: "" }]);
  assert.match(openZip(packed(blocks(300), 1)).error ?? "", CUT);
  assert.match(openZip(packed(new Uint8Array(10 << 20), 1)).error ?? "", LARGE);
  assert.match(openZip(packed(Uint8Array.of(3, 0), 1)).files?.[0]?.text ?? "none", /^$/);
  assert.match(openZip(packed(blocks(60), 60)).error ?? "", CUT, "60 entries share the same bytes");
});

test("a zip that is cut off or changed is refused, or has the same content", () => {
  const files = [{ name: "a.yaml", text: "a: 1\n".repeat(40) }, { name: "b.yaml", text: "b: 2\n" }];
  const zip = toZip(files);
  for (let length = 0; length < zip.length; length++) assert.notEqual(openZip(zip.slice(0, length)).error, undefined,
    `${length}`);
  for (let at = 0; at < zip.length; at++) {
    for (const bit of [1, 128]) {
      const changed = zip.slice();
      changed[at]! ^= bit;
      const texts = openZip(changed).files?.map(({ text }) => text) ?? [];
      assert.ok(texts.every((text) => files.some((file) => file.text === text)), `${at}`);
    }
  }
});

test("zip and txtar archives can contain files with any allowed name", () => {
  const files = ["__proto__", "constructor", "lib/__proto__", "é.yaml"].map((name) => ({ name, text: `${name}\n` }));
  assert.deepEqual(openZip(toZip(files)).files, files);
  assert.deepEqual(openFiles([{ name: "a.txtar", bytes: strToU8(toTxtar(files)!) }]).files, files);
});

test("other programs can read our zip files", () => {
  const files = [{ name: "a.yaml", text: "a: 1\n" }, { name: "é/b.yaml", text: "" },
    { name: "c", text: "c".repeat(100_000) }];
  const zip = toZip(files);
  assert.deepEqual(Object.entries(unzipSync(zip))
    .map(([name, bytes]) => ({ name, text: new TextDecoder().decode(bytes) })), files);
  assert.deepEqual(zip, toZip(files));
});
