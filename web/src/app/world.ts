/**
 * Imports values from files of a deployment. The engine reads the files in its worker and returns the
 * values for inputs.yaml.
 */
import type { Client } from "../evaluator/client.js";
import { MAX_FILES } from "../share/path.js";
import { megabytes } from "./chosen.js";
import { isRecognised } from "./deployment.js";
import type { DeploymentImport, Event, State } from "./state.js";
import type { Store } from "./store.js";
import { inputsOf } from "./update.js";

/** The maximum total size of the files, in bytes: the engine has them in memory twice. */
const MAX_BYTES = 256 << 20;

const NO_ANSWER = "The engine does not answer, or reading the files takes too long. Nothing was changed. Try again.";

/** Reads files of a deployment for the import dialog, and again when the text changes. */
export class WorldEffects {
  private requests = 0;

  constructor(private readonly store: Store, private readonly client: Client) {}

  readonly after = (before: State, after: State, event: Event): void => {
    const { importing } = after;
    const isAsked = event.type === "world-opened" || event.type === "world-secrets-chosen";
    const isStale = importing !== null && importing.revision !== after.revision && after.revision !== before.revision;
    if (importing && importing.files.length > 0 && (isAsked || isStale)) void this.show(after, importing);
  };

  /**
   * Opens the import dialog if the files are from a deployment. Resolves to false if they are not. JSON
   * that is too large for a deployment is also too large for a document, whose limits are lower.
   */
  async tryImport(files: readonly globalThis.File[]): Promise<boolean> {
    if (files.length > MAX_FILES || !(await allMatch(files, startsLikeJSON))) return false;
    if (sizeOf(files) > MAX_BYTES) {
      this.store.dispatch({ type: "notice-shown", text: `Nothing was opened: ${tooLargeError(files)}.` });
      return true;
    }
    const { state } = this.store;
    const importing = await this.read(state, { files, withSecrets: false, plan: null, revision: state.revision });
    if (!importing?.plan || !isRecognised(importing.plan)) return false;
    this.store.dispatch({ type: "world-read", importing });
    return true;
  }

  private async show(state: State, asked: DeploymentImport): Promise<void> {
    const request = ++this.requests;
    const importing = await this.read(state, asked);
    if (request !== this.requests || !this.store.state.importing) return;
    if (importing) return this.store.dispatch({ type: "world-read", importing });
    this.store.dispatch({ type: "world-closed" });
    this.store.dispatch({ type: "notice-shown", text: NO_ANSWER });
  }

  /** Resolves to the import with the engine's plan for it, or to null if the engine does not answer. */
  private async read(state: State, { files, withSecrets }: DeploymentImport): Promise<DeploymentImport | null> {
    const { phase } = state.engine;
    if (phase === "missing" || phase === "paused") return null; // a call would wait forever
    if (sizeOf(files) > MAX_BYTES) return { files, withSecrets, revision: state.revision, plan: tooLarge(files) };
    const names = files.map(({ name }) => name);
    const plan = await this.client.call("world", { names, text: inputsOf(state), secrets: withSecrets }, files);
    return plan && { files, withSecrets, plan, revision: state.revision };
  }
}

function sizeOf(files: readonly globalThis.File[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

function tooLargeError(files: readonly globalThis.File[]): string {
  const [first] = files, all = first && files.length === 1 ? `${first.name} is` : "the files are";
  return `${all} ${megabytes(sizeOf(files))}, but at most ${megabytes(MAX_BYTES)} of a deployment's files can be read `
    + "at once";
}

function tooLarge(files: readonly globalThis.File[]): DeploymentImport["plan"] {
  const error = tooLargeError(files);
  return {
    files: files.map(({ name }) => ({ name, title: "", of: "", error, line: 1, column: 1 })), entries: [], count: 0,
    replaced: 0, secrets: 0,
    skipped: [], skippedCount: 0, text: "", added: [], error,
  };
}

/** Whether there are items and all of them match. Stops at the first that does not. */
async function allMatch<T>(items: readonly T[], matches: (item: T) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (!(await matches(item))) return false;
  return items.length > 0;
}

/** Whether a file starts like JSON, in UTF-8 or UTF-16; false if it cannot be read. */
async function startsLikeJSON(file: globalThis.File): Promise<boolean> {
  const start = await file.slice(0, 64).arrayBuffer().catch(() => new ArrayBuffer(0));
  const [first = ""] = String.fromCharCode(...new Uint8Array(start)).replace(/[\x00\s\xEF\xBB\xBF\xFE\xFF]/g, "");
  return first === "[" || first === "{";
}
