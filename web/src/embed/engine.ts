/** The engine that the page's embeds share, with a queue of requests. */
import { loadData } from "../evaluator/boot.js";
import { Client } from "../evaluator/client.js";
import type { DialectInfo, Hover, PositionRequest, Redaction } from "../protocol/protocol.gen.js";
import type { Assets, Loader } from "./checked.js";
import type { Outcome } from "./outcome.js";
import { spawn } from "./trust.js";
import type { ExampleFile } from "./types.js";

export { fill, toExampleResult } from "./outcome.js";

interface Text {
  readonly dialect: string;
  readonly files: readonly ExampleFile[];
}

/** An embed's request to evaluate a text. A later one of the same embed replaces it. */
interface Evaluation extends Text {
  /** The width of the pane for the drawing of the graph, in pixels. */
  readonly width: number;
  readonly resolve: (outcome: Outcome | null) => void;
  readonly reject: (why: Error) => void;
}

/** An editor's request for a hover. A later one of the same editor replaces it. */
interface Question extends Text {
  readonly at: PositionRequest;
  readonly resolve: (hover: Hover | null) => void;
}

/** How high a drawing should be at most, in pixels: panes scroll down. */
const HEIGHT = 640;

/** The engine that all embeds of a page share. */
export class Engine {
  private readonly evaluations = new Map<object, Evaluation>();
  private readonly questions = new Map<object, Question>();
  /** The text that the engine evaluated last; it can answer questions only about this one. */
  private evaluated: Text | null = null;
  private isBusy = false;
  dialects: readonly DialectInfo[] = [];
  private unavailable = "";
  /** Why the evaluation of the current text was stopped or refused; "" if it was not. */
  private stopReason = "";
  private rejectRunning: (why: Error) => void = () => undefined;
  private introduce: () => void = () => undefined;
  private readonly introduced = new Promise<void>((resolve) => { this.introduce = resolve; });
  private abandon: () => void = () => undefined;
  private readonly abandoned = new Promise<null>((resolve) => { this.abandon = () => resolve(null); });
  /** The last answer about secrets. The next request waits for it, since the client would drop a waiting one. */
  private redacting: Promise<unknown> = Promise.resolve();
  private readonly client: Client;

  /** Calls `onUnavailable` if this engine can never run, so that the next request starts another. */
  constructor(
    readonly base: string, readonly assets: Assets,
    fetchPart: (path: string, signal?: AbortSignal) => Promise<Response>, worker: URL,
    onUnavailable: () => void,
  ) {
    const lose = (why: string): void => {
      this.unavailable = why;
      this.rejectRunning(new Error(why));
      this.abandon();
      onUnavailable();
    };
    this.client = new Client({
      compile: () => compile(() => fetchPart(assets.engine)),
      spawn: () => spawn(worker, "engine"),
      load: (name) => loadData(assets.data[name], fetchPart),
      clock: { set: (action, milliseconds) => window.setTimeout(action, milliseconds),
        clear: (timer) => clearTimeout(timer) },
      introduced: (hello) => { this.dialects = hello.dialects; this.introduce(); },
      paced: () => undefined,
      restarted: () => undefined,
      stopped: (why) => { this.stopReason = why; this.rejectRunning(new Error(why)); },
      refused: (_, why) => { this.stopReason = `This text is not evaluated: ${why}.`; },
      exportRefused: () => { /* the pane for the graph stays empty */ },
      missing: lose,
      printed: (text) => console.error(text),
    });
    this.client.start().catch((error: unknown) => lose(String(error)));
  }

  /**
   * Evaluates a text for an embed, whose graph is drawn in the direction that fits the width better. Resolves
   * to null if a later request of the same embed replaced it; rejects with a message for the user.
   */
  evaluate(embed: object, dialect: string, files: readonly ExampleFile[], width: number): Promise<Outcome | null> {
    return new Promise((resolve, reject) => {
      this.evaluations.get(embed)?.resolve(null);
      this.evaluations.set(embed, { dialect, files, width, resolve, reject });
      void this.processQueue();
    });
  }

  /**
   * Returns the hover for a position in a text; null if the engine does not answer or a later request
   * of the same editor replaced it.
   */
  hover(editor: object, text: Text, at: PositionRequest): Promise<Hover | null> {
    return new Promise((resolve) => {
      this.questions.get(editor)?.resolve(null);
      this.questions.set(editor, { ...text, at, resolve });
      void this.processQueue();
    });
  }

  /**
   * Returns what must be removed from the files before they are shared; null if the engine does not
   * answer.
   */
  redact(files: readonly ExampleFile[]): Promise<Redaction | null> {
    const answer = this.redacting.then(() =>
      Promise.race([this.abandoned, this.client.call("redact", { files, names: [] })]));
    this.redacting = answer;
    return answer;
  }

  private async processQueue(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (;;) {
      const evaluation = takeFirst(this.evaluations), question = evaluation ? null : takeFirst(this.questions);
      if (evaluation) await this.evaluateText(evaluation, evaluation.width).then(evaluation.resolve, evaluation.reject);
      else if (question) await this.answer(question).then(question.resolve, () => question.resolve(null));
      else break;
    }
    this.isBusy = false;
  }

  private async answer({ dialect, files, at }: Question): Promise<Hover | null> {
    // Another embed's text may have been evaluated meanwhile.
    const isCurrent = this.evaluated?.files === files && this.evaluated.dialect === dialect;
    if (!isCurrent) await this.evaluateText({ dialect, files }, 0);
    return this.client.call("hover", at);
  }

  private async evaluateText({ dialect, files }: Text, width: number): Promise<Outcome | null> {
    if (this.unavailable) throw new Error(this.unavailable);
    this.stopReason = "";
    this.evaluated = null;
    const failed = new Promise<never>((_, reject) => { this.rejectRunning = reject; });
    failed.catch(() => undefined);
    this.client.ensureStarted();
    await Promise.race([this.introduced, failed]);
    const evaluated = this.client.call("evaluate",
      { revision: 0, dialect, files: this.withNames(dialect, files), view: "", reveal: false });
    const snapshot = await Promise.race([evaluated, failed]);
    if (!snapshot) throw new Error(this.stopReason || "The engine stopped before it had a result. Try again.");
    this.evaluated = { dialect, files };
    if (snapshot.graph.tooMany) return { snapshot, drawing: "" };
    const groups = new Set(snapshot.graph.nodes.flatMap(({ parent }) => (parent ? [parent] : [])));
    const asked = { only: [], expand: [...groups], direction: "", width, height: HEIGHT, kinds: [], states: [],
      focus: [], near: [] };
    const drawing = await Promise.race([this.client.call("export", { format: "svg", dark: false, drawing: asked }),
      failed]);
    return { snapshot, drawing: drawing?.text ?? "" };
  }

  /** Gives files without a name the name of their dialect's main file. */
  private withNames(dialect: string, files: readonly ExampleFile[]): ExampleFile[] {
    const main = this.dialects.find(({ name }) => name === dialect)?.main ?? "template.yaml";
    return files.map(({ name, text }) => ({ name: name || main, text }));
  }
}

/** Removes and returns the first waiting request. */
function takeFirst<T>(waiting: Map<object, T>): T | null {
  for (const [key, first] of waiting) {
    waiting.delete(key);
    return first;
  }
  return null;
}

/** Starts the engine that the manifest in the loader's folder lists. */
export async function startEngine(base: string, { assets: load, fetchPart, scriptAt }: Loader,
    onUnavailable: () => void): Promise<Engine> {
  const assets = await load(base);
  const worker = new URL(await scriptAt(base, assets.engineWorker));
  return new Engine(base, assets, (path, signal) => fetchPart(base, path, signal), worker, onUnavailable);
}

async function compile(load: () => Promise<Response>): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") {
    throw new Error("This browser has no WebAssembly, so the example cannot be evaluated. Use a current browser.");
  }
  return WebAssembly.compileStreaming(await load()).catch((error: unknown) => {
    throw new Error(error instanceof WebAssembly.CompileError
      ? "The engine could not start: this browser, or the policy of this page, does not allow WebAssembly."
      : "The engine could not be loaded. The text is kept; try again later.");
  });
}
