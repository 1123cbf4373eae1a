/**
 * The script of embed.html, a page for frames: it shows one example and exchanges messages with the
 * embedding page. Every message is {v: 1, op, id?, ...}; an answer has the id of its request.
 *
 *     to the frame    {op: "getState", id}, {op: "setState", id, state}, {op: "run", id},
 *                     {op: "resize", id, height}
 *     from the frame  {op: "ready"}, {op: "resize", height}, {op: "state", id, state},
 *                     {op: "result", id?, result}, and {op: "refused", id, why} in answer to
 *                     any other message; its id is null if the message has none
 *
 * Any embedding page receives "ready" and "resize". Other messages are exchanged only with origins
 * that the frame's URL lists, as in embed.html?parent=https://docs.example, and that
 * <meta name="pantograph-parents"> in embed.html allows.
 */
import { embedded } from "../app/embedded.js";
import { unreachable } from "../app/state.js";
import { isLink } from "../share/address.js";
import { decode } from "../share/link.js";
import { isQuotable, MAX_FILES } from "../share/path.js";
import type { ExampleResult, ExampleState, PantographExampleElement } from "./types.js";

const VERSION = 1;

type ToFrame =
  | { readonly v: 1; readonly id: number | string; readonly op: "getState" | "run" }
  | { readonly v: 1; readonly id: number | string; readonly op: "setState"; readonly state: Partial<ExampleState> }
  | { readonly v: 1; readonly id: number | string; readonly op: "resize"; readonly height: number };

/** The messages that the frame sends to the embedding page. */
export type FromFrame =
  | { readonly op: "ready" }
  | { readonly op: "resize"; readonly height: number }
  | { readonly op: "state"; readonly id: number | string; readonly state: ExampleState }
  | { readonly op: "result"; readonly id?: number | string; readonly result: ExampleResult | null }
  | { readonly op: "refused"; readonly id: number | string | null; readonly why: string };

interface Entry {
  readonly dialect: string;
  readonly name: string;
  readonly title: string;
  readonly files: ExampleState["files"];
}

const parameters = new URLSearchParams(location.search);
const allowed = document.querySelector<HTMLMetaElement>('meta[name="pantograph-parents"]')?.content.split(/\s+/) ?? [];
const parents = parameters.getAll("parent").map(origin)
  .filter((each) => each !== "" && (allowed.includes("*") || allowed.includes(each)));

function origin(address: string): string {
  try {
    const { origin } = new URL(address);
    return origin === "null" ? "" : origin;
  } catch {
    return "";
  }
}

/** Sends a message to the embedding page. The browser delivers it only if the page's origin is one of `parents`. */
function sendToParents(message: FromFrame): void {
  for (const target of parents) parent.postMessage({ v: VERSION, ...message }, target);
}

/** Sends a message that any embedding page may receive. */
function announce(message: Extract<FromFrame, { op: "ready" | "resize" }>): void {
  parent.postMessage({ v: VERSION, ...message }, "*");
}

/** Whether data is a message of this version of the protocol, valid or not. */
function isMessage(data: unknown): data is Partial<Record<"id" | "op" | "state" | "height", unknown>> {
  const message = data as { readonly v?: unknown } | null;
  return typeof message === "object" && message?.v === VERSION;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isState(state: unknown): state is Partial<ExampleState> {
  if (!isObject(state)) return false;
  const { dialect = "", files = [{ name: "", text: "" }], view = "code" } = state;
  if (typeof dialect !== "string" || !["code", "result", "graph"].includes(view as string)) return false;
  // Spread, since a message may contain a list with holes, which every() would skip.
  return Array.isArray(files) && files.length > 0 && files.length <= MAX_FILES &&
    [...files].every((file: unknown) =>
      isObject(file) && typeof file["name"] === "string" && typeof file["text"] === "string");
}

const BAD_STATE = `state must be an object with some of dialect (a string), files (1 to ${MAX_FILES}, each with a name `
  + "and a text) and view (code, result or graph)";

/** Returns why a message is refused, or null if it is valid. */
function objection({ id, op, state, height }: Parameters<typeof isToFrame>[0]): string | null {
  if (typeof id !== "string" && typeof id !== "number") return "id must be a string or a number";
  switch (op) {
    case "getState": case "run": return null;
    case "setState": return isState(state) ? null : BAD_STATE;
    case "resize":
      return Number.isFinite(height) && (height as number) >= 0 ? null : "height must be a number of pixels, 0 or more";
    default: return "op must be getState, setState, run or resize";
  }
}

function isToFrame(message: Partial<Record<"id" | "op" | "state" | "height", unknown>>): message is ToFrame {
  return objection(message) === null;
}

function answer(example: PantographExampleElement, message: Parameters<typeof isToFrame>[0]): void {
  if (!isToFrame(message)) {
    const id = typeof message.id === "string" || typeof message.id === "number" ? message.id : null;
    return sendToParents({ op: "refused", id, why: objection(message) ?? "" });
  }
  const { id } = message;
  switch (message.op) {
    case "getState": return sendToParents({ op: "state", id, state: example.getState() });
    case "run": return void example.run().then((result) => sendToParents({ op: "result", id, result }));
    case "setState":
      example.setState(message.state);
      return sendToParents({ op: "state", id, state: example.getState() });
    case "resize":
      example.height = String(Math.round(message.height) || "");
      return;
    default: return unreachable(message);
  }
}

async function opened(): Promise<Pick<ExampleState, "dialect" | "files"> & { readonly link: string }> {
  const [, dialect = "", name = ""] = /^#example\/([^/]+)\/([^/?]+)/.exec(location.hash) ?? [];
  if (isLink(location.hash)) {
    const decoded = decode(location.hash);
    if (decoded.error !== undefined) throw new Error(`Nothing is shown: ${decoded.error}.`);
    const { document: { dialect, files }, fragment } = decoded;
    return { dialect, files, link: fragment };
  }
  if (!dialect) return { dialect: parameters.get("dialect") ?? "", files: [{ name: "", text: "" }], link: "none" };
  const gallery = (await (await fetch(embedded<{ gallery: string }>("pg-assets")?.gallery
    ?? "")).json()) as readonly Entry[];
  const entry = gallery.find((each) => each.dialect === dialect && each.name === name);
  if (!entry) {
    const wanted = isQuotable(dialect) && isQuotable(name) ? `example ${dialect}/${name}` : "such example";
    throw new Error(`There is no ${wanted}.`);
  }
  return { dialect, files: entry.files, link: `#example/${dialect}/${name}` };
}

/** Creates the element for an example. Its main file must be the first, as in links and in the gallery. */
function element(files: ExampleState["files"]): PantographExampleElement {
  const example = document.createElement("pantograph-example");
  for (const { name, text } of files) {
    const block = document.createElement("pre");
    block.dataset["file"] = name;
    block.textContent = text;
    example.append(block);
  }
  for (const key of ["view", "start", "lines", "height", "theme", "editor"] as const) example.setAttribute(key,
    parameters.get(key) ?? "");
  example.toggleAttribute("readonly", parameters.has("readonly"));
  return example;
}

function show({ dialect, files, link }: Awaited<ReturnType<typeof opened>>): void {
  const example = element(files);
  if (dialect) example.dialect = dialect;
  example.link = link;
  example.addEventListener("ready", () => announce({ op: "ready" }));
  example.addEventListener("result", ({ detail }) => sendToParents({ op: "result", result: detail }));
  example.addEventListener("change", ({ detail }) => sendToParents({ op: "state", id: "change", state: detail }));
  new ResizeObserver(() => announce({ op: "resize",
    height: Math.ceil(example.getBoundingClientRect().height) })).observe(example);
  addEventListener("message", ({ data, origin, source }) => {
    if (source === parent && parents.includes(origin) && isMessage(data)) answer(example, data);
  });
  document.body.replaceChildren(example);
}

function explain(error: unknown): void {
  const text = document.createElement("p");
  text.className = "missing";
  text.textContent = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(text);
}

const theme = parameters.get("theme");
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
opened().then(show, explain);
