/** User Timing marks: the time to the first painted result, and from a key press to its result. */

const starts = new Map<number, { readonly began: number; readonly lines: number }>();

/** Records that a key press changed the document to this revision. */
export function editBegan(revision: number, began: number, lines: number): void {
  starts.set(revision, { began, lines });
}

/** Records that the result of this revision is in the editor's model and in the DOM. */
export function resultWritten(revision: number): void {
  const start = starts.get(revision);
  for (const known of starts.keys()) if (known <= revision) starts.delete(known);
  if (!start) return;
  const detail = { lines: start.lines, revision };
  measure("edit-to-result", start.began, detail);
  afterPaint(() => measure("edit-to-paint", start.began, detail));
}

/**
 * Records that the first result is on the screen, or will be with the next frame. If the build wrote it into the
 * page, it was painted with the page; the browser reports when, in an entry that may arrive later.
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

/** Records that an answer requested at this time is in the DOM after the current tasks. */
export function answerShown(name: "hover" | "layout" | "why", began: number): void {
  setTimeout(() => measure(name, began, {}));
}

function measure(name: string, start: number, detail: unknown): void {
  performance.measure(name, { start, end: performance.now(), detail });
}

/** Runs after the next frame is drawn. */
function afterPaint(action: () => void): void {
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = action;
    channel.port2.postMessage(null);
  });
}
