/** The status line: the selection, what the engine is doing, and whether drafts are kept. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { quantity } from "../app/deployment.js";
import { send } from "../app/send.js";
import type { Engine, Persistence } from "../app/state.js";
import type { Progress } from "../evaluator/compile.js";
import type { Stats } from "../protocol/protocol.gen.js";

const NOT_SAVED = {
  denied: "drafts are not saved: this browser does not allow storage here",
  full: "drafts are not saved: this browser's storage is full",
} as const;

/** The advice if drafts are not kept. */
const ADVICE = "Download what you want to keep, or copy a link to it.";

/** The status line at the bottom of the page. */
@customElement("pg-status")
export class Status extends LitElement {
  @property({ attribute: false }) engine: Engine | null = null;
  @property({ attribute: false }) stats: Stats | null = null;
  /** The description of the selection: its position and node. */
  @property() selection = "";
  @property() persistence: Persistence = "kept";
  @state() private hinted = "";
  /** A function that activates the new release; null if there is none. */
  @state() private release: (() => void) | null = null;

  protected override createRenderRoot(): this { return this; }

  /** Shows a hint in place of the selection; "" removes it. */
  hint(text: string): void { this.hinted = text; }

  /** Offers a new release; `take` activates it. */
  offer(take: () => void): void { this.release = take; }

  protected override render(): TemplateResult {
    const { engine } = this;
    return html`<div class="statusline">
      <span class="selection">${this.hinted || this.selection}</span>
      ${this.persistence === "kept" ? nothing
        : html`<span class="unkept" title=${ADVICE}>${NOT_SAVED[this.persistence]}</span>`}
      <nav class="documentation" aria-label="Documentation">
        <a href="reference.html">Reference</a><a href="embed-demo.html">Embed</a>
      </nav>
      ${engine?.pace === "stoppable" ? html`<button type="button" class="framed"
        @click=${() => send(this, { type: "stop-requested" })}>Stop</button>` : nothing}
      ${this.release ? html`<button type="button" class="framed"
        title="A new release is available. Your text is kept." @click=${this.release}>Update</button>` : nothing}
      ${engine ? this.renderEngine(engine) : nothing}
    </div>${engine && engine.pace !== "quick" ? html`<div class="hairline"></div>` : nothing}`;
  }

  private renderEngine(engine: Engine): TemplateResult {
    return html`<span class="engine ${engine.phase}">${this.describe(engine)}<i aria-hidden="true"></i></span>`;
  }

  private describe(engine: Engine): string {
    if (engine.pace !== "quick") return "working";
    switch (engine.phase) {
      case "loading": return engine.version ? "restarting" : loading(engine.progress);
      case "ready": return [this.stats ? quantity(this.stats.cells, "value") : "", time(engine.milliseconds),
        `engine ${engine.version}`].filter(Boolean).join(" · ");
      case "paused": return "paused";
      case "stopped": return "stopped";
      case "missing": return "no engine";
    }
  }
}

/** Describes the progress of the engine's download. */
function loading(progress: Progress | null): string {
  if (!progress || progress.loaded >= progress.total) return "loading the engine";
  const [loaded, total] = [progress.loaded, progress.total].map((bytes) => (bytes / 1e6).toFixed(1));
  return `loading the engine, ${loaded} of ${total} MB`;
}

function time(milliseconds: number): string {
  if (milliseconds === 0) return "";
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}
