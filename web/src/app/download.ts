/** Downloads files, and copies texts and images to the clipboard. */
import type { Exported } from "../protocol/protocol.gen.js";

/** Downloads a text file. */
export function offerFile({ name, type, text }: Exported): void {
  offer(name, new Blob([text], { type }));
}

/** Downloads a binary file. */
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

/** Copies a text to the clipboard. Resolves to false if the browser does not allow it. */
export function copyText(text: string): Promise<boolean> {
  if (!("clipboard" in navigator)) return Promise.resolve(false); // the page is not in a secure context
  return navigator.clipboard.writeText(text).then(() => true, () => false);
}

/**
 * Copies an image to the clipboard. It takes a promise, since browsers allow copying only during the
 * click and the image may not be ready then. Resolves to false if the browser does not allow it.
 */
export function copyImage(picture: Promise<Blob>): Promise<boolean> {
  if (!("clipboard" in navigator) || !("ClipboardItem" in window)) return Promise.resolve(false);
  return navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]).then(() => true, () => false);
}
