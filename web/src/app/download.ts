/** Gives the user what the page has made: as a file, or in the clipboard. */
import type { Exported } from "../protocol/protocol.gen.js";

export function offerFile({ name, type, text }: Exported): void {
  offer(name, new Blob([text], { type }));
}

export function offerBytes(name: string, type: string, bytes: Uint8Array): void {
  offer(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
}

function offer(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** False when the browser does not allow it. */
export function copyText(text: string): Promise<boolean> {
  if (!("clipboard" in navigator)) return Promise.resolve(false); // a page that is not served safely
  return navigator.clipboard.writeText(text).then(() => true, () => false);
}

/** The picture may still be made: browsers want to be asked at once. False when it is not allowed. */
export function copyImage(picture: Promise<Blob>): Promise<boolean> {
  if (!("clipboard" in navigator) || !("ClipboardItem" in window)) return Promise.resolve(false);
  return navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]).then(() => true, () => false);
}
