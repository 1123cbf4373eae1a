/** Loads Monaco for examples with editor="monaco": once per page, when a reader edits the first of them. */
import type { Engine } from "./engine.js";
import type { EditorContext, EmbedEditor } from "./outcome.js";
import { policy, spawn } from "./trust.js";

type Module = typeof import("./monaco.js");

interface Loaded {
  readonly module: Module;
  readonly sheet: CSSStyleSheet;
}

let loading: Promise<Loaded> | null = null;

/** Loads Monaco if it is not loaded yet, and opens it in an embed. */
export async function loadMonacoEditor(engine: Engine, context: EditorContext): Promise<EmbedEditor> {
  loading ??= load(engine);
  loading.catch(() => { loading = null; });
  const { module, sheet } = await loading;
  return module.openMonaco(context, sheet, engine.dialects,
    (at) => engine.hover(context, { dialect: context.dialect(), files: context.files() }, at));
}

async function load({ base, assets }: Engine): Promise<Loaded> {
  const at = (path: string): URL => new URL(path, base);
  const sheet = await styles(at(assets.editorStyles));
  const page = globalThis as { MonacoEnvironment?: object };
  const before = page.MonacoEnvironment; // the host may use Monaco itself
  page.MonacoEnvironment = { createTrustedTypesPolicy: policy,
    getWorker: () => spawn(at(assets.editorWorker), "editor") };
  try {
    await import(at(assets.monaco).href);
    return { module: await (import(at(assets.embedEditor).href) as Promise<Module>), sheet };
  } finally {
    if (before) page.MonacoEnvironment = before;
  }
}

/** Fetches Monaco's style sheet as a constructed sheet, which needs no element in the host's page. */
async function styles(address: URL): Promise<CSSStyleSheet> {
  const css = await (await fetched(address)).text();
  const sheet = new CSSStyleSheet({ baseURL: address.href } as CSSStyleSheetInit);
  // Only Safari loads fonts that a shadow root's sheet declares, and a host's policy may refuse their
  // URL, so the icon font is added to the document instead.
  sheet.replaceSync(css.replace(/@font-face\s*\{[^}]*\}/g, ""));
  const [, icons] = /font-family:\s*"?codicon"?;[^}]*url\(["']?([^"')]+)/.exec(css) ?? [];
  if (icons) document.fonts.add(await new FontFace("codicon",
    await (await fetched(new URL(icons, address))).arrayBuffer()).load());
  return sheet;
}

async function fetched(address: URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
  return response;
}
