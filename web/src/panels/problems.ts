/** The list of problems. A click on a problem goes to its position; buttons apply its fixes. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { withCommas } from "../app/count.js";
import { RAISABLE_CODES, type Problem, type Range } from "../protocol/protocol.gen.js";
import { send } from "../app/send.js";
import { countProblems } from "../app/select.js";
import { raiseAction } from "../app/obstacle.js";
import { isPosition } from "../app/text.js";
import { anchorOf } from "../app/unknowns.js";
import { icon } from "../ui/icons.js";
import { moveFocus } from "../ui/keys.js";

const WORDS = { error: "Error", warning: "Warning", info: "Hint" } as const;
/** The maximum number of listed problems. */
const MAX_LISTED = 200;

/** The list of problems below the editor. */
@customElement("pg-problems")
export class Problems extends LitElement {
  @property({ attribute: false }) problems: readonly Problem[] = [];
  @property({ type: Boolean }) open = true;
  /** Whether there is a result, and it is not outdated. */
  @property({ type: Boolean }) known = false;
  /** How many times the limits for this text were raised. */
  @property({ type: Number }) raised = 0;
  /** The name of the main file, which positions omit. */
  @property() main = "";

  protected override createRenderRoot(): this { return this; }

  protected override render(): TemplateResult {
    const counts = countProblems(this.problems);
    const first = this.problems[0];
    const others = this.problems.length - MAX_LISTED;
    return html`<section class="problems ${this.open && this.problems.length > 0 ? "some" : ""}" aria-label="Problems">
      <h2><button type="button" class="fold" aria-expanded=${this.open} aria-controls="problem-list"
        @click=${() => send(this, { type: "problems-toggled", open: !this.open })}>
        ${icon("caret")}<span class="label">Problems</span>
        ${(["error", "warning", "info"] as const).map((severity) => renderCount(severity, counts[severity]))}
        ${this.problems.length === 0 && this.known ? html`<span class="count ok">${icon("check")}none</span>` : nothing}
        ${!this.open && first ? html`<span class="first">${first.message}</span>` : nothing}
      </button></h2>
      <ul id="problem-list" ?hidden=${!this.open} @keydown=${this.onKey}>
        ${this.problems.slice(0, MAX_LISTED).map((problem) => this.renderProblem(problem))}
        ${others > 0 ? html`<li class="quiet more">and ${others} more</li>` : nothing}
      </ul>
    </section>`;
  }

  private renderProblem(problem: Problem): TemplateResult {
    const { severity, message, reference, range, fixes, notes, give } = problem;
    return html`<li class="problem ${severity}">
      <button type="button" class="place" @click=${() => this.goTo(range)}>
        ${icon(severity)}<span class="visually-hidden">${WORDS[severity]}: </span>
        <span class="words"><span class="message">${message}</span>
          ${reference && reference !== message
            ? html`<span class="reference" title="What the original tool says">${reference}</span>` : nothing}</span>
        <span class="at">${this.positionOf(range)}</span>
      </button>
      ${notes.filter((note) => isPosition(note.range)).map((note) => html`<button type="button" class="note"
        @click=${() => this.goTo(note.range)}>
        ${note.message}<span class="at">${note.range.line}:${note.range.column}</span></button>`)}
      ${isPosition(range) && severity !== "info" ? html`<button type="button" class="framed fix"
        @click=${() => this.ask(range)}>Why</button>` : nothing}
      ${give ? html`<button type="button" class="framed fix"
        @click=${(event: MouseEvent) => this.give(give, event)}>Enter a value</button>` : nothing}
      ${fixes.map((fix) => html`<button type="button" class="framed fix"
        @click=${() => send(this, { type: "edits-applied", edits: fix.edits })}>${fix.title}</button>`)}
      ${(RAISABLE_CODES as readonly string[]).includes(problem.code) ? this.renderRaise() : nothing}
    </li>`;
  }

  private renderRaise(): TemplateResult | typeof nothing {
    const raise = raiseAction(this.raised);
    return raise ? html`<button type="button" class="framed fix"
      @click=${() => send(this, raise.event)}>${raise.label}</button>` : nothing;
  }

  private positionOf(range: Range): string {
    if (!isPosition(range)) return "";
    return `${range.file === this.main ? "" : `${range.file}:`}${range.line}:${range.column}`;
  }

  private ask({ file, line, column }: Range): void {
    send(this, { type: "why-requested", question: { path: "", position: { file, line, column } } });
  }

  private give(path: string, { currentTarget }: MouseEvent): void {
    send(this, { type: "value-prompt-requested", path, anchor: anchorOf(currentTarget as Element) });
  }

  private goTo(at: Range): void {
    send(this, { type: "position-chosen", at, origin: "problems" });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    moveFocus(event, [...this.querySelectorAll<HTMLElement>("button.place")], "column");
  };
}

function renderCount(severity: Problem["severity"], count: number): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  const word = html`<span class="visually-hidden"> ${WORDS[severity]}</span>`;
  return html`<span class="count ${severity}">${icon(severity)}${withCommas(count)}${word}</span>`;
}
