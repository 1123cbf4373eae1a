/** Converts drawings from SVG to PNG. */

/** The maximum length of a side, in pixels. Browsers do not paint larger canvases. */
const MAX_SIDE = 16_384;

/**
 * Returns an SVG as a PNG with the page's font, scaled by a factor or, if it would be too large, by less.
 * Rejects if it cannot be drawn.
 */
export async function pictureOf(text: string, scale: number): Promise<Blob> {
  const font = await fontRule();
  const image = new Image();
  const styled = text.replace("</desc>", `</desc><style>${font}</style>`);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(styled)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const fit = MAX_SIDE / Math.max(image.width, image.height);
  canvas.width = image.width * Math.min(scale, fit);
  canvas.height = image.height * Math.min(scale, fit);
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    const failed = new Error("the drawing is too large for a canvas");
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(failed)), "image/png");
  });
}

let rule: Promise<string> | null = null;

/** Returns a @font-face rule that contains the page's font, since an image cannot load fonts; "" if that fails. */
function fontRule(): Promise<string> {
  return (rule ??= embedFont().catch(() => ""));
}

async function embedFont(): Promise<string> {
  const faces = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
    .filter((each) => each instanceof CSSFontFaceRule);
  const face = faces.find(({ style }) => style.getPropertyValue("font-family").includes("Schibsted"));
  const address = /url\("?([^")]+)/.exec(face?.style.getPropertyValue("src") ?? "")?.[1];
  if (!address) return "";
  const bytes = new Uint8Array(await (await fetch(new URL(address, face?.parentStyleSheet?.href
    ?? location.href))).arrayBuffer());
  const content = btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ""));
  return `@font-face{font-family:'Schibsted Grotesk';font-weight:400 900;src:url(data:font/woff2;base64,${content})}`;
}
