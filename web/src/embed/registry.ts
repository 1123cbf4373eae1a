/**
 * State that all copies of the loader on a page share. A page may load several, even of different
 * versions: the first defines the element, and all use the same engine.
 */
import { fetchPart, manifestOf, loadPart, scriptAt, type Loader } from "./checked.js";
import type { Engine } from "./engine.js";

interface Registry {
  /** The URL of the first loader's folder, which also contains the engine. */
  readonly base: string;
  engine: Promise<Running> | null;
}

const loader: Loader = { assets: async (base) => (await manifestOf(base)).assets, fetchPart, scriptAt };

/** The engine, and the code that draws its outcomes. */
export interface Running {
  readonly engine: Engine;
  readonly rendering: typeof import("./outcome.js");
}

const KEY = Symbol.for("pantograph.embeds.1");
const page = globalThis as { [KEY]?: Registry };

/** The registry of the page. */
export const registry: Registry = (page[KEY] ??= { base: new URL(".", import.meta.url).href, engine: null });

/** Returns the page's engine, loading it on the first call and on the first call after a failure. */
export function engine(): Promise<Running> {
  registry.engine ??= start();
  registry.engine.catch(() => { registry.engine = null; });
  return registry.engine;
}

async function start(): Promise<Running> {
  const { startEngine, ...rendering } = await loadPart(registry.base, "engine", () => import("./engine.js"));
  return { engine: await startEngine(registry.base, loader, () => { registry.engine = null; }), rendering };
}
