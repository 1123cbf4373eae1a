/** What the page shows of the program and its result until Monaco's editors are open. */
import { isFromOtherText } from "./select.js";
import type { State } from "./state.js";

/** How much is shown: more than fits into large windows, since the elements do not scroll. */
const MAX_LINES = 150, MAX_COLUMNS = 500;

/**
 * Two <pre>, one for the file that is shown and one for the result. The build wrote them into the
 * page, with the first example's text and result.
 */
export class Placeholders {
  private readonly program: HTMLElement;
  private readonly result: HTMLElement;

  /** The arguments are the elements in which the editors will be created. */
  constructor(program: HTMLElement, result: HTMLElement) {
    this.program = preIn(program);
    this.result = preIn(result);
  }

  /** Shows the beginning of the file and of the result. */
  show(state: State): void {
    const { document: { files }, view, shown } = state;
    write(this.program, files.find(({ name }) => name === view.file)?.text ?? "");
    write(this.result, isFromOtherText(state) ? "" : shown?.rendered.text ?? "");
    document.documentElement.removeAttribute("data-draft");
  }

  /** Removes both, once the editors show the same. */
  remove(): void {
    this.program.remove();
    this.result.remove();
  }
}

function preIn(host: HTMLElement): HTMLElement {
  const existing = host.querySelector<HTMLElement>(":scope > pre");
  if (existing) return existing;
  const pre = document.createElement("pre");
  host.append(pre);
  return pre;
}

function write(pre: HTMLElement, text: string): void {
  const beginning = text.split(/\r\n|\r|\n/, MAX_LINES).map((line) => line.slice(0, MAX_COLUMNS)).join("\n");
  if (pre.textContent !== beginning) pre.textContent = beginning;
}
