/** User Timing: how long until the first result is painted, and from a key to its result. */

const starts = new Map<number, { readonly began: number; readonly lines: number }>();

/** A key changed the document into this revision. */
export function editBegan(revision: number, began: number, lines: number): void {
  starts.set(revision, { began, lines });
}

/** The result of this revision is in the model and in the DOM. */
export function resultWritten(revision: number): void {
  const start = starts.get(revision);
  for (const known of starts.keys()) if (known <= revision) starts.delete(known);
  if (!start) return;
  const detail = { lines: start.lines, revision };
  measure("edit-to-result", start.began, detail);
  afterPaint(() => measure("edit-to-paint", start.began, detail));
}

/** The first result is on the screen. What the build wrote into the page was painted with the page. */
export function firstResultShown(wasInPage: boolean): void {
  const painted = wasInPage ? performance.getEntriesByName("first-contentful-paint")[0]?.startTime : undefined;
  if (painted !== undefined) performance.measure("first-result", { start: 0, end: painted });
  else afterPaint(() => performance.measure("first-result", { start: 0 }));
}

/** An answer that was asked for at this time is in the DOM after the current tasks. */
export function explained(name: "hover" | "why", began: number): void {
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
