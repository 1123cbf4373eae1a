/** Accepts files that are dropped on the page, and files and JSON that are pasted outside the editors. */

/** Calls `open` with files that are dropped anywhere on the page. */
export function acceptDrops(open: (files: readonly File[]) => void): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  const show = (isOver: boolean): void => { document.body.classList.toggle("drop", isOver); };
  // In the capture phase, since an editor would insert the file's name.
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    show(true);
  }, { capture: true });
  addEventListener("dragleave", (event) => { if (event.relatedTarget === null) show(false); }, { capture: true });
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    show(false);
    open([...event.dataTransfer?.files ?? []]);
  }, { capture: true });
}

/** Matches elements that handle a paste themselves. */
const EDITABLE = "input, textarea, select, [contenteditable], .monaco-editor";

/** Calls `open` with files, or JSON as a file, that are pasted outside of editable elements. */
export function acceptPastes(open: (files: readonly File[]) => void): void {
  addEventListener("paste", ({ target, clipboardData }) => {
    if (!clipboardData || (target instanceof Element && target.closest(EDITABLE))) return;
    const files = [...clipboardData.files], text = clipboardData.getData("text/plain");
    if (files.length > 0) open(files);
    else if (/^\uFEFF?\s*[[{]/.test(text)) open([new File([text], "pasted.json")]);
  });
}
