/** The page's one engine: a worker and a module, and a queue of the embeds that ask it. */
import { loadData } from "../evaluator/boot.js";
import { Client } from "../evaluator/client.js";
import type { DialectInfo, Snapshot } from "../protocol/protocol.gen.js";
import { spawn } from "./trust.js";
import type { ExampleFile } from "./types.js";

export { fill, settle } from "./late.js";

export interface Outcome {
  readonly snapshot: Snapshot;
  /** The graph as the engine draws it. */
  readonly drawing: string;
}

/** One embed's wish. A later one of the same embed takes its place. */
interface Wish {
  readonly dialect: string;
  readonly files: readonly ExampleFile[];
  readonly resolve: (outcome: Outcome | null) => void;
  readonly reject: (why: Error) => void;
}

export class Engine {
  private readonly wishes = new Map<object, Wish>();
  private isBusy = false;
  private dialects: readonly DialectInfo[] = [];
  private lost = "";
  /** Why the text in hand was given up, "" as long as it is not. */
  private gaveUp = "";
  private giveUp: (why: Error) => void = () => undefined;
  private introduce: () => void = () => undefined;
  private readonly introduced = new Promise<void>((resolve) => { this.introduce = resolve; });
  private readonly client: Client;

  constructor(readonly base: string, readonly assets: Assets) {
    this.client = new Client({
      compile: () => compile(new URL(assets.engine, base)),
      spawn: () => spawn(new URL(assets.engineWorker, base), "engine"),
      load: (name) => loadData(assets.data[name] && new URL(assets.data[name], base)),
      clock: { set: (action, milliseconds) => window.setTimeout(action, milliseconds), clear: (timer) => clearTimeout(timer) },
      introduced: (hello) => { this.dialects = hello.dialects; this.introduce(); },
      paced: () => undefined,
      restarted: () => undefined,
      stopped: (why) => { this.gaveUp = why; this.giveUp(new Error(why)); },
      missing: (why) => { this.lost = why; this.giveUp(new Error(why)); },
    });
    this.client.start().catch((error: unknown) => { this.lost = String(error); this.giveUp(new Error(this.lost)); });
  }

  /** Evaluates for an embed. Null: a later wish of it came in between. */
  evaluate(embed: object, dialect: string, files: readonly ExampleFile[]): Promise<Outcome | null> {
    return new Promise((resolve, reject) => {
      this.wishes.get(embed)?.resolve(null);
      this.wishes.set(embed, { dialect, files, resolve, reject });
      void this.work();
    });
  }

  private async work(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let next = this.wishes.entries().next(); !next.done; next = this.wishes.entries().next()) {
      const [embed, wish] = next.value;
      this.wishes.delete(embed);
      await this.grant(wish).then(wish.resolve, wish.reject);
    }
    this.isBusy = false;
  }

  private async grant({ dialect, files }: Wish): Promise<Outcome | null> {
    if (this.lost) throw new Error(this.lost);
    this.gaveUp = "";
    const failed = new Promise<never>((_, reject) => { this.giveUp = reject; });
    failed.catch(() => undefined);
    await Promise.race([this.introduced, failed]);
    const evaluated = this.client.call("evaluate", { revision: 0, dialect, files: this.named(dialect, files), view: "", reveal: false });
    const snapshot = await Promise.race([evaluated, failed]);
    if (!snapshot) throw new Error(this.gaveUp || "No dialect fits this text.");
    if (snapshot.graph.tooMany) return { snapshot, drawing: "" };
    const drawing = await Promise.race([this.client.call("export", { format: "svg", dark: false }), failed]);
    return { snapshot, drawing: drawing?.text ?? "" };
  }

  /** A main file without a name gets the one of its dialect. */
  private named(dialect: string, files: readonly ExampleFile[]): ExampleFile[] {
    const main = this.dialects.find(({ name }) => name === dialect)?.main ?? "template.yaml";
    return files.map(({ name, text }) => ({ name: name || main, text }));
  }
}

interface Assets {
  readonly engine: string;
  readonly engineWorker: string;
  readonly data: Readonly<Record<string, string>>;
  readonly editorWorker: string;
  readonly editorStyles: string;
  readonly embedEditor: string;
}

/** Finds the engine by the manifest that stands beside the loader. */
export async function startEngine(base: string): Promise<Engine> {
  const response = await fetch(new URL("manifest.json", base)).catch(() => null);
  if (!response?.ok) throw new Error("The engine could not be loaded. The text is kept; try again later.");
  return new Engine(base, ((await response.json()) as { readonly assets: Assets }).assets);
}

async function compile(address: URL): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw new Error("This browser has no WebAssembly: the example shows, but nothing is evaluated.");
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw new Error("The engine could not be loaded. The text is kept; try again later.");
  return WebAssembly.compileStreaming(response);
}
