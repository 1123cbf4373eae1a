import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateSync } from "fflate";
import { nameObjection } from "../../src/app/update.js";
import { webAddress } from "../../src/embed/address.js";
import { openFiles } from "../../src/share/archive.js";
import { decode, dictionary1, encode, payloadOf, type LinkDocument, type LinkFile } from "../../src/share/link.js";
import { isPath } from "../../src/share/path.js";

interface Vectors {
  readonly dictionaries: Readonly<Record<string, string>>;
  readonly payloads: readonly { readonly json: string; readonly payload: string }[];
  readonly links: readonly {
    readonly about: string;
    readonly link: string;
    readonly payload?: string;
    readonly error?: string;
  }[];
}

const vectors = JSON.parse(readFileSync("testdata/links/vectors.json", "utf8")) as Vectors;

function packed(json: string | Uint8Array): string {
  const deflated = deflateSync(typeof json === "string" ? Buffer.from(json) : json, { level: 4 });
  return `#p1.d.${Buffer.from(deflated).toString("base64url")}`;
}

function documentOf(link: string): LinkDocument {
  const { document, error } = decode(link);
  assert.ok(document, error);
  return document;
}

test("the dictionary is frozen", () => {
  assert.equal(createHash("sha256").update(dictionary1()).digest("hex"), vectors.dictionaries["k1"]);
});

test("payloads are canonical, and a link is decoded to the payload that was encoded", () => {
  for (const { json, payload } of vectors.payloads) {
    const document = documentOf(packed(json));
    assert.equal(payloadOf(document), payload);
    assert.equal(payloadOf(documentOf(encode(document) ?? "")), payload);
  }
});

test("links are decoded as testdata/links/vectors.json says", () => {
  for (const { about, link, payload, error } of vectors.links) {
    const decoded = decode(link);
    if (error !== undefined) assert.equal(decoded.error, error, about);
    else assert.equal(decoded.document && payloadOf(decoded.document), payload, `${about}: ${decoded.error}`);
  }
});

test("links of every format still open", () => {
  const names = readdirSync("testdata/links").filter((name) => name.endsWith(".link"));
  assert.notEqual(names.length, 0);
  for (const name of names) {
    const read = (suffix: string): string => readFileSync(`testdata/links/${name.replace(".link", suffix)}`, "utf8");
    assert.equal(payloadOf(documentOf(read(".link"))), read(".json").trim(), name);
  }
});

test("file names are accepted and refused as testdata/links/names.json says", () => {
  for (const [name, isAllowed] of JSON.parse(readFileSync("testdata/links/names.json", "utf8")) as readonly [string,
      boolean][]) {
    assert.equal(isPath(name), isAllowed, JSON.stringify(name));
  }
  assert.equal(isPath("half \ud800"), false);
});

test("two files of a document must not have names that look alike, as in testdata/links/alike.json", () => {
  const files = (...names: readonly string[]) => names.map((name) => ({ name, text: "a" }));
  for (const [one, other, areAlike] of JSON.parse(readFileSync("testdata/links/alike.json",
    "utf8")) as readonly [string, string, boolean][]) {
    const about = JSON.stringify([one, other]);
    const link = encode({ dialect: "", files: files(one, other), view: {}, engine: "", digest: "", rest: {} })!;
    assert.equal("error" in decode(link), areAlike, about);
    assert.equal(nameObjection({ dialect: "", files: files(one), example: null }, other) !== "", areAlike, about);
    const bytes = new TextEncoder().encode("a: 1\n");
    const opened = openFiles(files(one, other).map(({ name }) => ({ name, bytes })));
    assert.equal("error" in opened, areAlike, about);
  }
});

test("an embed opens only http and https addresses", () => {
  const base = "https://play.example/docs/";
  assert.equal(webAddress("./#p1.d.AA", base), "https://play.example/docs/#p1.d.AA");
  assert.equal(webAddress("http://other.example/", base), "http://other.example/");
  for (const text of ["javascript:alert(1)", " \u0001jAvA\tscript:alert(1)", "data:text/html,x",
      "blob:https://play.example/1", "vbscript:x", "file:///etc/passwd", "https://[", "about:blank"]) {
    assert.equal(webAddress(text, base), null, text);
  }
});

test("a link that expands to 50 MB is refused in less than 50 ms and 5 MB of memory", () => {
  const bomb = packed(new Uint8Array(50 << 20).fill(32));
  const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  let took = Infinity, grown = Infinity;
  for (let round = 0; round < 5; round++) { // the minimum is compared, since a round may collect earlier garbage
    const before = used(), start = process.cpuUsage(); // CPU time, since the machine is shared
    assert.equal(decode(bomb).error, "the link contains more than 1024 KB of text");
    took = Math.min(took, process.cpuUsage(start).user / 1e3);
    grown = Math.min(grown, Math.abs(used() - before) / 1e6);
  }
  console.log(`bomb: ${bomb.length} characters, ${took.toFixed(1)} ms, ${grown.toFixed(1)} MB`);
  assert.ok(took < 50, `${took} ms`);
  assert.ok(grown < 5, `${grown} MB`);
});

test("a text that is too large for a link is refused", () => {
  const noise = randomBytes(150_000).toString("base64");
  assert.ok(encode({ dialect: "", files: [{ name: "a", text: noise }], view: {}, engine: "", digest: "",
    rest: {} }) === null);
});

/** Returns a pseudorandom generator. The same seed generates the same numbers. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

test("each of 100,000 damaged links and payloads is decoded to a document or a message", () => {
  const pick = random(7);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const bases = vectors.links.filter(({ link }) => link.length > 20 && link.length < 400).map(({ link }) => link);
  const jsons = vectors.payloads.map(({ json }) => json);
  const flip = (text: string, alphabet: string): string => {
    const characters = [...text];
    for (let changes = pick(3) + 1; changes > 0; changes--) characters.splice(pick(characters.length + 1), pick(3),
      alphabet[pick(alphabet.length)]!);
    return characters.join("");
  };
  let documents = 0;
  for (let round = 0; round < 100_000; round++) {
    const link = round % 3 === 0
      ? `#p1.${pick(2) === 0 ? "d" : "k1"}.${Array.from({ length: pick(80) }, () => letters[pick(64)]).join("")}`
      : round % 3 === 1 ? flip(bases[pick(bases.length)]!, `${letters}#%.=+/ \n`)
      : packed(flip(jsons[pick(jsons.length)]!, '{}[]",:\\u0019eE+-ntf \ud800'));
    const { document, error } = decode(link);
    if (document) {
      documents++;
      if (documents % 20 !== 0) continue;
      const again = encode(document);
      assert.equal(again === null || payloadOf(documentOf(again)) === payloadOf(document), true, link);
    } else assert.ok(error !== undefined && error.length > 10, link);
  }
  assert.ok(documents > 1_000, `${documents} of them were documents`);
});

test("links to documents of 4 to 5.1 KB have at most 2,000 characters, half of them at most 1,800", () => {
  const lengthOf = (dialect: string, files: readonly LinkFile[]): number =>
    encode({ dialect, files, view: { panel: "result" }, engine: "1.0.0", digest: "abcd2345", rest: {} })?.length
      ?? Infinity;
  const lengths: number[] = [];
  for (const { name: dialect } of readdirSync("testdata", { withFileTypes: true })
      .filter((entry) => entry.isDirectory())) {
    let together: LinkFile[] = []; // small examples of the dialect, combined into one document
    for (const name of readdirSync(`testdata/${dialect}`).filter((each) => each.endsWith(".txtar"))) {
      const files = bundleOf(readFileSync(`testdata/${dialect}/${name}`, "utf8"));
      if (sizeOf(files) > 5_220) continue;
      assert.ok(lengthOf(dialect, files) <= 2_000, name);
      const next = [...together,
        ...files.map((file) => ({ name: `${together.length}/${file.name}`, text: file.text }))];
      together = sizeOf(next) > 5_220 ? [] : next;
      if (sizeOf(together) < 4_000) continue;
      lengths.push(lengthOf(dialect, together));
      together = [];
    }
  }
  lengths.sort((a, b) => a - b);
  console.log(`lengths of links to documents of 4 to 5.1 KB: ${lengths.join(" ")}`);
  assert.ok((lengths[lengths.length >> 1] ?? Infinity) <= 1_800);
});

function sizeOf(files: readonly LinkFile[]): number {
  return files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

function bundleOf(archive: string): readonly LinkFile[] {
  return archive.split(/^-- /m).slice(1).map((section) => {
    const [head = "", ...rest] = section.split("\n");
    return { name: head.replace(/ --$/, ""), text: rest.join("\n") };
  }).filter(({ name }) => name !== "want.json" && !/^(want|recorded)\//.test(name));
}
