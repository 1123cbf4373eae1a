/** Cuts texts to a width in pixels, measured with the fonts that draw them. */

const FACE = '"Schibsted Grotesk", system-ui, sans-serif';
export const LABEL_FONT = `500 13px ${FACE}`;
export const VIA_FONT = '400 11px "Commit Mono", ui-monospace, monospace';
export const DETAIL_FONT = `400 11px ${FACE}`;

let context: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();
/** More measured texts than this are forgotten. */
const MOST = 5_000;

function widthOf(text: string, font: string): number {
  const key = `${font}\n${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * 7;
  context.font = font;
  const { width } = context.measureText(text);
  if (widths.size > MOST) widths.clear();
  widths.set(key, width);
  return width;
}

/** The text, or as much of it as fits with an ellipsis. */
export function fitText(text: string, font: string, width: number): string {
  if (widthOf(text, font) <= width) return text;
  const characters = [...text];
  let low = 0, high = characters.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (widthOf(`${characters.slice(0, middle).join("")}…`, font) <= width) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join("")}…`;
}

/** Forgets what was measured: another font has loaded. */
export function forgetWidths(): void {
  widths.clear();
}
