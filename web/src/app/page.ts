/** Shows the state in the page's elements. */
import type { Console } from "../panels/console.js";
import type { Form } from "../panels/form.js";
import type { Status } from "../panels/status.js";
import { announce } from "../ui/announce.js";
import type { Split } from "../ui/split.js";
import type { FormGroup, Problem, Snapshot } from "../protocol/protocol.gen.js";
import { fieldsOf, modeOf, selectedFields } from "./form.js";
import { obstacleOf } from "./obstacle.js";
import { allPanels, type Shown } from "./panels.js";
import { hasSyntaxError, isOutdated, isFromOtherText, problemsOf } from "./select.js";
import { TABS, type State } from "./state.js";

function element<E extends Element>(selector: string): E {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** The page's elements. show() updates them for a state. */
export class Page {
  readonly editorHost = element<HTMLElement>("#editor");
  readonly resultHost = element<HTMLElement>("#result");
  readonly split = element<Split>("pg-split");
  readonly console = element<Console>("pg-console");
  readonly form = element<Form>("pg-form");
  private readonly status = element<Status>("pg-status");
  private readonly panels = allPanels();
  private readonly sheets = TABS.map(({ id }) => ({ id, sheet: element<HTMLElement>(`#panel-${id}`) }));
  private readonly table = element<HTMLElement>(".table");

  /** Shows a state. The panels render in a microtask if one of their properties has changed. */
  show(state: State): void {
    const { view } = state;
    document.body.dataset["area"] = view.area;
    this.table.style.setProperty("--split", String(view.split));
    this.split.share = view.split;
    const shown = this.shownOf(state);
    // Until a new text has a result, the column stays. Otherwise, the editor would move there and back.
    if (!isFromOtherText(state)) this.table.dataset["inputs"] = shown.form.mode;
    for (const { id, sheet } of this.sheets) {
      if (sheet.hidden !== (view.panel !== id)) sheet.hidden = view.panel !== id; // setting it restyles, even if equal
      sheet.classList.toggle("stale", shown.isStale);
      sheet.inert = shown.obstacle?.isBlank ?? false;
    }
    for (const panel of this.panels) panel.show(shown);
  }

  private shownOf(state: State): Shown {
    const snapshot = isFromOtherText(state) ? null : state.snapshot;
    const obstacle = obstacleOf(state);
    const isStale = isOutdated(state) && state.shown !== null && !(obstacle?.isBlank ?? false);
    return {
      state, snapshot, obstacle, isStale,
      problems: this.listed(state), filesWithErrors: this.filesWithErrors(state), form: this.formOf(state, snapshot),
    };
  }

  private groups: readonly FormGroup[] = NONE;
  private lastGroups: readonly FormGroup[] = NONE;
  private lastSelected: readonly string[] = NONE;
  /** The first revision of the last text that had fields. While that text is edited, their panel stays. */
  private fieldsRevision = -1;

  private formOf(state: State, snapshot: Snapshot | null): Shown["form"] {
    const { view, firstRevision } = state;
    const groups = snapshot?.form ?? NONE;
    // While a half-typed line hides declarations, the fields stay. Equal groups are not rendered again.
    const isHidden = this.fieldsRevision === firstRevision && snapshot !== null && hasSyntaxError(snapshot.problems)
      && fieldsOf(groups).length < fieldsOf(this.groups).length;
    if (groups !== this.lastGroups && !isHidden
      && JSON.stringify(groups) !== JSON.stringify(this.groups)) this.groups = groups;
    this.lastGroups = groups;
    if (fieldsOf(this.groups).length > 0) this.fieldsRevision = firstRevision;
    const isOpen = view.inputsOpen || view.area === "inputs";
    const natural = modeOf(this.groups, isOpen);
    const mode = natural === "row" && this.fieldsRevision === firstRevision ? (isOpen ? "panel" : "folded") : natural;
    const selected = selectedFields(state, this.groups);
    if (!equal(selected, this.lastSelected)) this.lastSelected = selected;
    return { groups: this.groups, mode, selected: this.lastSelected };
  }

  private lastListed: readonly Problem[] = NONE;

  /** Returns the problems: the previous list if it is equal, so that it is not rendered again. */
  private listed(state: State): readonly Problem[] {
    const problems = problemsOf(state);
    if (!equal(problems, this.lastListed)) this.lastListed = problems;
    return this.lastListed;
  }

  private lastFilesWithErrors: ReadonlySet<string> = new Set();

  private filesWithErrors(state: State): ReadonlySet<string> {
    const names = new Set(this.listed(state).filter(({ severity }) => severity === "error")
      .map(({ range }) => range.file));
    if (!equal([...names], [...this.lastFilesWithErrors])) this.lastFilesWithErrors = names;
    return this.lastFilesWithErrors;
  }

  private hintTimer = 0;

  /** Offers a new release to the user; `take` activates it. */
  offerUpdate(take: () => void): void { this.status.offer(take); }

  /** Shows a hint in the status line for some seconds, and announces it. */
  hint(text: string): void {
    this.status.hint(text);
    announce(text);
    clearTimeout(this.hintTimer);
    this.hintTimer = window.setTimeout(() => this.status.hint(""), HINT_DURATION);
  }

  /** Resolves when every panel has updated the DOM. */
  async written(): Promise<void> {
    await Promise.all(this.panels.map(({ element: panel }) => panel.updateComplete));
  }
}

/** How long a hint is shown, in milliseconds. */
const HINT_DURATION = 6_000;

const NONE: readonly never[] = [];

function equal<T>(list: readonly T[], other: readonly T[]): boolean {
  return list.length === other.length && list.every((item, at) => item === other[at]);
}
