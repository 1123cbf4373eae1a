/** Records User Timing measures: how long the first result takes, and each result after a key press. */
import { afterPaint } from "../ui/paint.js";

interface Start {
  readonly began: number;
  readonly lines: () => number;
}

const starts = new Map<number, Start>();

/** Records that a key press at the time `began` changed the document to a revision. `lines` counts its lines. */
export function editBegan(revision: number, began: number, lines: () => number): void {
  starts.set(revision, { began, lines });
}

/** Records that the result of a revision is in the editor, as far as it is in view, and in the DOM. */
export function resultWritten(revision: number): void {
  const start = starts.get(revision);
  for (const known of starts.keys()) if (known <= revision) starts.delete(known);
  if (!start) return;
  const end = performance.now(), detail = { lines: start.lines(), revision };
  measure("edit-to-result", start.began, detail, end);
  afterPaint(() => measure("edit-to-paint", start.began, detail));
}

/**
 * Records that the first result is in the DOM. If the build wrote it into the page, it was painted with
 * the page, and the browser reports when, perhaps later; otherwise it is painted with the next frame.
 */
export function firstResultShown(wasInPage: boolean): void {
  if (!wasInPage) return afterPaint(() => performance.measure("first-result", { start: 0 }));
  const observer = new PerformanceObserver((paints) => {
    const [painted] = paints.getEntriesByName("first-contentful-paint");
    if (!painted) return;
    observer.disconnect();
    performance.measure("first-result", { start: 0, end: painted.startTime });
  });
  observer.observe({ type: "paint", buffered: true });
}

/** Records, after the current tasks, that the answer to a question asked at the time `began` is in the DOM. */
export function answerShown(name: "hover" | "layout" | "why", began: number): void {
  setTimeout(() => measure(name, began, {}));
}

/** The number of measures of one name after which they are cleared: the browser would keep them all. */
const MAX_MEASURES = 2_000;
const counts = new Map<string, number>();

function measure(name: string, start: number, detail: unknown, end = performance.now()): void {
  const count = (counts.get(name) ?? 0) % MAX_MEASURES;
  if (count === 0) performance.clearMeasures(name);
  counts.set(name, count + 1);
  performance.measure(name, { start, end, detail });
}
