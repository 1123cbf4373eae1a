/**
 * State shared by all copies of the loader on a page. A page may load two, even of different
 * versions: the first defines the element, and all use one engine.
 */
import { fetchPart, manifestOf, loadPart, scriptAt, type Loader } from "./checked.js";
import type { Engine } from "./engine.js";

interface Registry {
  /** The folder of the first loader, which has the engine too. */
  readonly base: string;
  engine: Promise<Running> | null;
}

const loader: Loader = { assets: async (base) => (await manifestOf(base)).assets, fetchPart, scriptAt };

/** The engine, and the code that shows its results. */
export interface Running {
  readonly engine: Engine;
  readonly rendering: typeof import("./outcome.js");
}

const KEY = Symbol.for("pantograph.embeds.1");
const page = globalThis as { [KEY]?: Registry };

/** The registry of the page, which all copies of the script share. */
export const registry: Registry = (page[KEY] ??= { base: new URL(".", import.meta.url).href, engine: null });

/** Returns the page's engine, loading it on first use and again after a failure. */
export function engine(): Promise<Running> {
  registry.engine ??= start();
  registry.engine.catch(() => { registry.engine = null; });
  return registry.engine;
}

async function start(): Promise<Running> {
  const { startEngine, ...rendering } = await loadPart(registry.base, "engine", () => import("./engine.js"));
  return { engine: await startEngine(registry.base, loader, () => { registry.engine = null; }), rendering };
}
