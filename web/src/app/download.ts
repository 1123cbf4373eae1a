/** Hands files and texts to the user, as downloads or through the clipboard. */
import type { Exported } from "../protocol/protocol.gen.js";

/** Downloads a text. */
export function offerFile({ name, type, text }: Exported): void {
  offer(name, new Blob([text], { type }));
}

/** Downloads bytes. */
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
 * Copies a picture, which may still be in the making: browsers allow it only during the click.
 * Resolves to false if the browser does not allow it.
 */
export function copyImage(picture: Promise<Blob>): Promise<boolean> {
  if (!("clipboard" in navigator) || !("ClipboardItem" in window)) return Promise.resolve(false);
  return navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]).then(() => true, () => false);
}
