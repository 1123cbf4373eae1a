/**
 * What all copies of the loader on a page share. A page may load two, of two versions even:
 * the first defines the element, and there is one engine for all.
 */
import { fetchPart, manifestOf, part, scriptAt, type Loader } from "./checked.js";
import type { Engine } from "./engine.js";

interface Registry {
  /** The folder that the first loader came from, with the engine. */
  readonly base: string;
  engine: Promise<Running> | null;
}

const loader: Loader = { assets: async (base) => (await manifestOf(base)).assets, fetchPart, scriptAt };

/** The engine, and what shows what it gives. */
export interface Running {
  readonly engine: Engine;
  readonly late: typeof import("./late.js");
}

const KEY = Symbol.for("pantograph.embeds.1");
const page = globalThis as { [KEY]?: Registry };

export const registry: Registry = (page[KEY] ??= { base: new URL(".", import.meta.url).href, engine: null });

/** The page's one engine, loaded when it is first asked for; asked again after it could not be. */
export function engine(): Promise<Running> {
  registry.engine ??= start();
  registry.engine.catch(() => { registry.engine = null; });
  return registry.engine;
}

async function start(): Promise<Running> {
  const { startEngine, ...late } = await part(registry.base, "engine", () => import("./engine.js"));
  return { engine: await startEngine(registry.base, loader, () => { registry.engine = null; }), late };
}
