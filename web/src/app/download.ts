/** Gives the user a file that the page has made. */
import type { Exported } from "../protocol/protocol.gen.js";

export function offerFile({ name, type, text }: Exported): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
