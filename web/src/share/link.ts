/**
 * Encodes a document as a link and decodes it. The fragment of a URL, `#p1.<codec>.<payload>`,
 * contains the whole document. scripts/internal/link does the same in Go and explains the format;
 * the tests check both against testdata/links.
 *
 * A link is untrusted. decode() checks limits, repairs what mail and chat programs do to URLs, and
 * otherwise returns a message that says why the text is not a link. It never throws.
 */
import { deflateSync } from "fflate";
import dictionaryText from "../../../scripts/internal/link/dictionary1.txt";
import { canonical, isObject, parse, wellFormed, type Json, type JsonObject } from "./canonical.js";
import { inflate } from "./inflate.js";
import { appearance, isPath, MAX_FILES } from "./path.js";

/** The contents of a link. */
export interface LinkDocument {
  /** "" if the engine is to recognise it. */
  readonly dialect: string;
  /** All files of the document, including inputs.yaml. */
  readonly files: readonly LinkFile[];
  /** How the document is shown, with the keys "panel", "result", "selection" and others. */
  readonly view: JsonObject;
  /** The version of the author's engine, and a digest of its result in eight characters; "" if not known. */
  readonly engine: string;
  readonly digest: string;
  /** Keys that later versions may add, which are preserved. */
  readonly rest: JsonObject;
}

/** A file in a link; `rest` has keys that later versions may add. */
export interface LinkFile {
  readonly name: string;
  readonly text: string;
  readonly rest?: JsonObject;
}

/** The document in a link, or why it cannot be read, as a sentence without a capital and a full stop. */
export type Decoded =
  | { readonly document: LinkDocument; /** The link, repaired. */ readonly fragment: string; readonly error?: never }
  | { readonly document?: never; readonly error: string };

const MAX_ENCODED = 128 << 10;
/** The maximum lengths, in characters, of a link's payload and of a text that is searched for a link. */
export const LONGEST_LINK = MAX_ENCODED, LONGEST_PASTED = 4 * MAX_ENCODED;
const MAX_INFLATED = 1 << 20;

const DAMAGED = "the link is damaged: a part of it is missing or was changed";
const TOO_LONG = `the link is longer than ${MAX_ENCODED >> 10} KB`;
const NO_DOCUMENT = "the link contains no document";

/** Returns the dictionary in a file: template text above the line ====, which is escaped, and JSON below it. */
function dictionaryOf(text: string): Uint8Array {
  const [quoted = "", frame = ""] = text.split("====\n");
  return new TextEncoder().encode(canonical(quoted).slice(1, -1) + frame.replace(/\n$/, ""));
}

let dictionary: Uint8Array | null = null;

/** Returns the preset dictionary of codec k1, which must never change. */
export function dictionary1(): Uint8Array {
  return (dictionary ??= dictionaryOf(dictionaryText));
}

/** Returns the payload of a document before compression: canonical JSON. */
export function payloadOf({ dialect, files, view, engine, digest, rest }: LinkDocument): string {
  const known: Record<string, Json> = { files: files.map(({ name, text, rest: more }) => ({ ...more, name, text })) };
  for (const [key, text] of Object.entries({ dialect, engine, digest })) if (text !== "") known[key] = text;
  if (Object.keys(view).length > 0) known["view"] = view;
  return canonical({ ...rest, ...known });
}

/** Returns the fragment, including the #, or null if the document does not fit into a link. */
export function encode(document: LinkDocument): string | null {
  const payload = new TextEncoder().encode(payloadOf(document));
  if (payload.length > MAX_INFLATED) return null;
  const plain = deflateSync(payload, { level: 9 });
  const keyed = deflateSync(payload, { level: 9, dictionary: dictionary1() });
  const text = keyed.length + 1 < plain.length ? `k1.${toBase64(keyed)}` : `d.${toBase64(plain)}`;
  return text.length - text.indexOf(".") - 1 > MAX_ENCODED ? null : `#p1.${text}`;
}

/** Decodes the link in a text: a URL, a fragment, or a text that contains one of them. */
export function decode(text: string): Decoded {
  const found = find(text);
  if (typeof found === "string") return { error: found };
  const inflated = unpack(found.codec, found.payload);
  if (typeof inflated === "string") return { error: inflated };
  const parsed = parse(inflated);
  const document = parsed ? documentOf(parsed.tree) : DAMAGED;
  return typeof document === "string" ? { error: document }
    : { document, fragment: `#p1.${found.codec}.${found.payload}` };
}

function documentOf(tree: Json): LinkDocument | string {
  if (!isObject(tree)) return NO_DOCUMENT;
  const { dialect = "", engine = "", digest = "", view = {}, files: list, ...rest } = tree;
  if (typeof dialect !== "string" || typeof engine !== "string" || typeof digest !== "string"
    || !isObject(view)) return NO_DOCUMENT;
  const files = filesOf(list);
  if (typeof files === "string") return files;
  return { dialect: wellFormed(dialect), engine: wellFormed(engine), digest: wellFormed(digest), view, files, rest };
}

function filesOf(list: Json | undefined): readonly LinkFile[] | string {
  if (!Array.isArray(list) || list.length === 0) return NO_DOCUMENT;
  if (list.length > MAX_FILES) return `the link contains ${list.length} files; a document has at most ${MAX_FILES}`;
  const files: LinkFile[] = [];
  for (const entry of list as readonly Json[]) {
    if (!isObject(entry)) return NO_DOCUMENT;
    const { name, text, ...rest } = entry;
    if (typeof name !== "string" || typeof text !== "string") return NO_DOCUMENT;
    const path = wellFormed(name);
    if (!isPath(path) || files.some((file) => appearance(file.name) === appearance(path))) {
      return "the link contains a file whose name is not a relative path, or looks like that of another";
    }
    files.push({ name: path, text: wellFormed(text), ...(Object.keys(rest).length > 0 ? { rest } : {}) });
  }
  return files;
}

const BLANKS = /[\t-\r \u0085\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]+/g;
const ESCAPE = /%[0-7][0-9A-Fa-f]/g;
const LINK = /(?:^|#)p([0-9]{1,3})\.([a-z][a-z0-9]{0,7})\.([A-Za-z0-9+/=_-]+)/;

/**
 * Finds the codec and the payload of the link in a text, or returns why there is none. Repairs: white
 * space is removed, percent-encoding is decoded up to three times, + and / are read as - and _,
 * padding is ignored, and characters after the payload, such as a full stop, are left out.
 */
function find(original: string): { readonly codec: string; readonly payload: string } | string {
  if (original.length > LONGEST_PASTED) return TOO_LONG;
  let text = original.replace(BLANKS, "");
  for (let round = 0; round < 3; round++) {
    text = text.replace(ESCAPE, (code) => String.fromCharCode(parseInt(code.slice(1), 16))).replace(BLANKS, "");
  }
  const [, version, codec = "", run = ""] = LINK.exec(text) ?? [];
  if (version === undefined) return "this is not a link of this playground: it has no #p1. followed by letters";
  if (version !== "1") {
    return `the link has format ${version}, which this version cannot read; it may come from a newer one`;
  }
  const letters = run.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  // A single letter after groups of four cannot encode a byte, so it is not part of the payload.
  const payload = letters.length % 4 === 1 ? letters.slice(0, -1) : letters;
  return payload.length > MAX_ENCODED ? TOO_LONG : { codec, payload };
}

function unpack(codec: string, payload: string): Uint8Array | string {
  if (codec !== "d" && codec !== "k1") {
    return `the link is packed in a format (${codec}) that this version cannot read; it may come from a newer one`;
  }
  const inflated = inflate(fromBase64(payload), codec === "k1" ? dictionary1() : new Uint8Array(0), MAX_INFLATED);
  if (inflated === "damaged") return DAMAGED;
  return inflated === "too large" ? `the link contains more than ${MAX_INFLATED >> 10} KB of text` : inflated;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 4096) binary += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes base64url without padding. `find` has made sure that the text is valid. */
function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
