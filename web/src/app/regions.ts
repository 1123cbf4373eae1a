/** Moves the focus from region to region with F6, as in other programs with several panes. */
import { TABS } from "./state.js";

/** Matches the elements that take the focus in tabs. In the Result tab, the editor takes it. */
const IN_TAB = ["pg-drawing:not([hidden]) .sheet-drawing", "[role=treeitem][tabindex='0']", "pg-node-table button",
  "pg-why button"].join(", ");

/** The regions in page order, with a selector for the element that takes the focus in each. */
const REGIONS: readonly { readonly area: string; readonly focus: string }[] = [
  { area: ".header", focus: "select, button" },
  { area: "pg-files", focus: "[role=tab][aria-selected=true]" },
  { area: "#editor", focus: "" },
  { area: "pg-console", focus: "input" },
  { area: "pg-form", focus: "button, select, input" },
  { area: "pg-unknowns", focus: "button" },
  { area: "pg-output", focus: "[role=tab][aria-selected=true]" },
  ...TABS.map(({ id }) => ({ area: `#panel-${id}`, focus: IN_TAB })),
  { area: "pg-problems", focus: "button" },
];

interface EditorFocus { focusProgram(): void; focusResult(): void }

/** Handles F6 and Shift+F6 from anywhere, editors included. */
export function regionKeys(editors: () => EditorFocus | null): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "F6" || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const shown = REGIONS.filter(({ area }) => isShown(document.querySelector(area)));
    const current = shown.findIndex(({ area }) => document.querySelector(area)?.contains(document.activeElement));
    const step = event.shiftKey ? -1 : 1;
    const next = shown[(current < 0 && event.shiftKey ? 0 : current + step + shown.length) % shown.length];
    if (next) enter(next, editors());
  }, { capture: true });
}

function enter({ area, focus }: (typeof REGIONS)[number], editors: EditorFocus | null): void {
  if (area === "#editor") editors?.focusProgram();
  else if (area === "#panel-result") editors?.focusResult();
  else document.querySelector(area)?.querySelector<HTMLElement>(focus)?.focus();
}

function isShown(element: Element | null): boolean {
  return element !== null && element.checkVisibility({ visibilityProperty: true });
}
