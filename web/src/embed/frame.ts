/**
 * The page in a frame: one example, and a protocol for the page around it. Every message is
 * {v: 1, op, id?, ...}; an answer carries the id of what it answers.
 *
 *     to the frame    {op: "getState", id}, {op: "setState", id, state}, {op: "run", id},
 *                     {op: "resize", id, height}
 *     from the frame  {op: "ready"}, {op: "resize", height}, {op: "state", id, state},
 *                     {op: "result", id?, result}, {op: "refused", id, why}
 *
 * Whoever frames the page learns that it is ready and how tall it is. Texts are exchanged only
 * with the origins that its address names, as in embed.html?parent=https://docs.example, and
 * that the element <meta name="pantograph-parents"> of the page allows.
 */
import { embedded, isLink } from "../app/start.js";
import { decode } from "../share/link.js";
import type { ExampleResult, ExampleState, PantographExampleElement } from "./types.js";

const VERSION = 1;

type ToFrame =
  | { readonly v: 1; readonly id: number | string; readonly op: "getState" | "run" }
  | { readonly v: 1; readonly id: number | string; readonly op: "setState"; readonly state: Partial<ExampleState> }
  | { readonly v: 1; readonly id: number | string; readonly op: "resize"; readonly height: number };

export type FromFrame =
  | { readonly op: "ready" }
  | { readonly op: "resize"; readonly height: number }
  | { readonly op: "state"; readonly id: number | string; readonly state: ExampleState }
  | { readonly op: "result"; readonly id?: number | string; readonly result: ExampleResult | null }
  | { readonly op: "refused"; readonly id: number | string; readonly why: string };

interface Entry { readonly dialect: string; readonly name: string; readonly title: string; readonly files: ExampleState["files"] }

const asked = new URLSearchParams(location.search);
const allowed = document.querySelector<HTMLMetaElement>('meta[name="pantograph-parents"]')?.content.split(/\s+/) ?? [];
const parents = asked.getAll("parent").map(origin).filter((each) => each !== "" && (allowed.includes("*") || allowed.includes(each)));

function origin(address: string): string {
  try {
    const { origin } = new URL(address);
    return origin === "null" ? "" : origin;
  } catch {
    return "";
  }
}

/** To the page around, if it is one of those that are named. The browser drops it otherwise. */
function tell(message: FromFrame): void {
  for (const target of parents) parent.postMessage({ v: VERSION, ...message }, target);
}

/** What anybody may know. */
function announce(message: Extract<FromFrame, { op: "ready" | "resize" }>): void {
  parent.postMessage({ v: VERSION, ...message }, "*");
}

function isMessage(data: unknown): data is ToFrame {
  const message = data as Partial<ToFrame> | null;
  return typeof message === "object" && message?.v === VERSION && typeof message.op === "string" && message.id !== undefined;
}

function isState(state: unknown): state is Partial<ExampleState> {
  const { dialect = "", files = [], view = "code" } = (state ?? {}) as Partial<Record<keyof ExampleState, unknown>>;
  return typeof dialect === "string" && ["code", "result", "graph"].includes(view as string) && Array.isArray(files) &&
    files.length <= 64 && files.every((file: unknown) => typeof (file as { name: unknown }).name === "string" && typeof (file as { text: unknown }).text === "string");
}

function answer(example: PantographExampleElement, message: ToFrame): void {
  const { id, op } = message;
  switch (op) {
    case "getState": return tell({ op: "state", id, state: example.getState() });
    case "run": return void example.run().then((result) => tell({ op: "result", id, result }));
    case "setState":
      if (!isState(message.state)) return tell({ op: "refused", id, why: "a state has dialect, files of {name, text}, and view" });
      example.setState(message.state);
      return tell({ op: "state", id, state: example.getState() });
    case "resize": return void (example.height = String(Math.round(Number(message.height)) || ""));
    default: return tell({ op: "refused", id, why: `there is no operation ${String(op)}` });
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
  if (!dialect) return { dialect: asked.get("dialect") ?? "", files: [{ name: "", text: "" }], link: "none" };
  const gallery = (await (await fetch(embedded<{ gallery: string }>("pg-assets")?.gallery ?? "")).json()) as readonly Entry[];
  const entry = gallery.find((each) => each.dialect === dialect && each.name === name);
  if (!entry) throw new Error(`There is no example ${dialect}/${name}.`);
  return { dialect, files: entry.files, link: `#example/${dialect}/${name}` };
}

/** The main file first, as the element wants it; a gallery entry already has it so. */
function element(files: ExampleState["files"]): PantographExampleElement {
  const example = document.createElement("pantograph-example");
  for (const { name, text } of files) {
    const block = document.createElement("pre");
    block.dataset["file"] = name;
    block.textContent = text;
    example.append(block);
  }
  for (const key of ["view", "start", "lines", "height", "theme", "editor"] as const) example.setAttribute(key, asked.get(key) ?? "");
  example.toggleAttribute("readonly", asked.has("readonly"));
  return example;
}

function show({ dialect, files, link }: Awaited<ReturnType<typeof opened>>): void {
  const example = element(files);
  if (dialect) example.dialect = dialect;
  example.link = link;
  example.addEventListener("ready", () => announce({ op: "ready" }));
  example.addEventListener("result", ({ detail }) => tell({ op: "result", result: detail }));
  example.addEventListener("change", ({ detail }) => tell({ op: "state", id: "change", state: detail }));
  new ResizeObserver(() => announce({ op: "resize", height: Math.ceil(example.getBoundingClientRect().height) })).observe(example);
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

const theme = asked.get("theme");
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
opened().then(show, explain);
