/** Files dropped anywhere on the page are opened. */

export function acceptDrops(open: (files: readonly File[]) => void): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  const show = (isOver: boolean): void => { document.body.classList.toggle("drop", isOver); };
  // In the capture phase: an editor would take the file's name for text.
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
