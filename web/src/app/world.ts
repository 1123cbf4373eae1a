/**
 * Files of a deployment: the engine reads them in its worker and returns their values for
 * inputs.yaml.
 */
import type { Client } from "../evaluator/client.js";
import { MAX_FILES } from "../share/path.js";
import { isRecognised } from "./deployment.js";
import type { Bringing, Event, State } from "./state.js";
import type { Store } from "./store.js";
import { inputsOf } from "./update.js";

/** The most bytes that are read at once: the engine holds them in memory twice. */
const MOST = 256 << 20;

const LOST = "The engine does not answer, or the file takes too long to read. Nothing was changed.";

/** Reads files of a deployment, and reads them again when the text changes. */
export class WorldEffects {
  private turn = 0;

  constructor(private readonly store: Store, private readonly client: Client) {}

  readonly after = (before: State, after: State, event: Event): void => {
    const { bringing } = after;
    const isAsked = event.type === "world-opened" || event.type === "world-secrets-chosen";
    const isOld = bringing !== null && bringing.revision !== after.revision && after.revision !== before.revision;
    if (bringing && bringing.files.length > 0 && (isAsked || isOld)) void this.show(after, bringing);
  };

  /**
   * Shows the values of files, if they are of a deployment. Resolves to false if they are something
   * else.
   */
  async take(files: readonly globalThis.File[]): Promise<boolean> {
    if (files.length > MAX_FILES || !(await areAll(files, beginsJSON))) return false;
    const { state } = this.store;
    const bringing = await this.read(state, { files, withSecrets: false, plan: null, revision: state.revision });
    if (!bringing?.plan || !isRecognised(bringing.plan)) return false;
    this.store.dispatch({ type: "world-read", bringing });
    return true;
  }

  private async show(state: State, asked: Bringing): Promise<void> {
    const turn = ++this.turn;
    const bringing = await this.read(state, asked);
    if (turn !== this.turn || !this.store.state.bringing) return;
    if (bringing) return this.store.dispatch({ type: "world-read", bringing });
    this.store.dispatch({ type: "world-closed" });
    this.store.dispatch({ type: "noticed", text: LOST });
  }

  /** Asks the engine; null if it does not answer. */
  private async read(state: State, { files, withSecrets }: Bringing): Promise<Bringing | null> {
    const { phase } = state.engine;
    if (phase === "missing" || phase === "paused") return null; // a call would wait forever
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > MOST) return { files, withSecrets, revision: state.revision, plan: tooLarge(files) };
    const names = files.map(({ name }) => name);
    const plan = await this.client.call("world", { names, text: inputsOf(state), secrets: withSecrets }, files);
    return plan && { files, withSecrets, plan, revision: state.revision };
  }
}

function tooLarge(files: readonly globalThis.File[]): Bringing["plan"] {
  const error = `the files are larger than ${MOST >> 20} MB together`;
  return {
    files: files.map(({ name }) => ({ name, title: "", of: "", error, line: 1, column: 1 })), entries: [], count: 0,
    replaced: 0, secrets: 0,
    skipped: [], skippedCount: 0, text: "", added: [], error,
  };
}

/** Asks about one item after another, up to the first that is not. */
async function areAll<T>(items: readonly T[], is: (item: T) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (!(await is(item))) return false;
  return items.length > 0;
}

/** Whether a file begins like JSON, in UTF-8 or UTF-16; false if it cannot be read. */
async function beginsJSON(file: globalThis.File): Promise<boolean> {
  const start = await file.slice(0, 64).arrayBuffer().catch(() => new ArrayBuffer(0));
  const [first = ""] = String.fromCharCode(...new Uint8Array(start)).replace(/[\x00\s\xEF\xBB\xBF\xFE\xFF]/g, "");
  return first === "[" || first === "{";
}
