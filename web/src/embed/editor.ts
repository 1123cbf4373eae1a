/** The light editor: a transparent text area over coloured lines, with line numbers and underlined problems. */
import type { Problem } from "../protocol/protocol.gen.js";
import type { EditorContext, Kit, EmbedEditor } from "./outcome.js";

/** The maximum number of underlined problems, since painting searches the list for each line. */
const MAX_UNDERLINED = 100;

/** Opens the light editor in an embed. */
export function openEditor({ createElement, highlight, maxHighlighted }: Kit,
    { pane, files, outcome, edited }: EditorContext): EmbedEditor {
  const gutter = createElement("div", { class: "gutter", "aria-hidden": "true" });
  const code = createElement("code");
  const field = createElement("textarea", {
    part: "editor", "aria-label": "Template editor",
    "aria-description": "Tab indents; Escape and then Tab leaves the editor",
    spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off", wrap: "off",
  });
  let file = 0;
  let isLeaving = false;
  let problems: readonly Problem[] = outcome()?.snapshot.problems ?? [];
  pane.replaceChildren(createElement("div", { class: "editor" }, gutter, createElement("div", { class: "sheet" },
    createElement("pre", { "aria-hidden": "true" }, code), field)));
  pane.removeAttribute("tabindex");

  const paint = (): void => {
    const name = files()[file]?.name ?? "";
    const main = outcome()?.snapshot.main ?? "";
    const here = problems.filter(({ range }) => range.line > 0 && range.file === (name || main))
      .slice(0, MAX_UNDERLINED);
    const lines = field.value.split("\n");
    if (field.value.length > maxHighlighted) {
      code.textContent = `${field.value}\n`;
      gutter.textContent = lines.map((_, at) => `${at + 1}\n`).join("");
      return;
    }
    const painted = document.createDocumentFragment(), numbers = document.createDocumentFragment();
    lines.forEach((line, at) => {
      const runs = paintLine(createElement, highlight(line), line,
        here.filter(({ range }) => covers(range, at + 1)), at + 1);
      for (const run of runs) painted.append(run); // there may be more than a call has arguments
      painted.append("\n");
      const number = String(at + 1);
      numbers.append(here.some(({ range }) => range.line === at + 1) ? createElement("span", { class: "bad" }, number)
        : number, "\n");
    });
    code.replaceChildren(painted);
    gutter.replaceChildren(numbers);
  };

  field.addEventListener("input", () => {
    problems = [];
    paint();
    edited(file, field.value);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { isLeaving = true; return; }
    if (!event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (event.key === "Tab" && !isLeaving) indent(event, field);
      else if (event.key === "Enter") newLine(event, field);
    }
    if (event.key !== "Tab" && event.key !== "Shift") isLeaving = false;
  });

  return {
    open(at) {
      file = at;
      field.value = files()[at]?.text ?? "";
      paint();
    },
    mark(found) {
      problems = found;
      paint();
    },
    retheme: () => undefined,
    focus: () => {
      field.setSelectionRange(0, 0);
      field.focus({ preventScroll: true });
    },
    close: () => { pane.tabIndex = 0; },
  };
}

function covers(range: Problem["range"], line: number): boolean { return range.line <= line && line <= range.endLine; }

/** Returns the coloured pieces of a line, with the ranges of problems underlined. */
function paintLine(createElement: Kit["createElement"], runs: ReturnType<Kit["highlight"]>, line: string,
    problems: readonly Problem[], number: number): Node[] {
  const bad = problems.map(({ range }) => [
    range.line === number ? range.column - 1 : 0,
    range.endLine === number ? Math.max(range.endColumn - 1, range.line === number ? range.column : 0) : line.length,
  ] as const);
  const out: Node[] = [];
  let at = 0;
  for (const { kind, text } of runs) {
    const end = at + text.length;
    const cuts = [at, end, ...bad.flat().filter((cut) => cut > at && cut < end)].sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i++) {
      const [from = 0, to = 0] = [cuts[i], cuts[i + 1]];
      const isBad = bad.some(([start, stop]) => from >= start && to <= stop);
      const piece = line.slice(from, to);
      out.push(kind || isBad ? createElement("span", { class: `${kind}${isBad ? " bad" : ""}` }, piece)
        : new Text(piece));
    }
    at = end;
  }
  return out;
}

/** Inserts a text as if the reader had typed it, so that it can be undone. */
function type(text: string): void { document.execCommand("insertText", false, text); }

/** Indents or, with Shift, unindents the selected lines; without a selection, inserts two spaces. */
function indent(event: KeyboardEvent, field: HTMLTextAreaElement): void {
  event.preventDefault();
  const { selectionStart, selectionEnd, value } = field;
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  if (!event.shiftKey && selectionStart === selectionEnd) return type("  ");
  const block = value.slice(start, selectionEnd);
  const moved = event.shiftKey ? block.replace(/^ {1,2}/gm, "") : block.replace(/^/gm, "  ");
  if (moved === block) return;
  field.setSelectionRange(start, selectionEnd);
  type(moved);
  field.setSelectionRange(start, start + moved.length);
}

/** Starts a line that is indented like the current one, or deeper after a colon. */
function newLine(event: KeyboardEvent, field: HTMLTextAreaElement): void {
  event.preventDefault();
  const { selectionStart, value } = field;
  const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
  const [indentation = ""] = /^ *(?:- (?=\S+:))?/.exec(line) ?? [];
  type(`\n${indentation.replace("-", " ")}${/:\s*$/.test(line) ? "  " : ""}`);
}
