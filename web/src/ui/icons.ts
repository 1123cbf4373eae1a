/** The page's icons: 16 px, drawn with square ends and a single stroke width. */
import { svg, html, type TemplateResult } from "lit";

const PATHS = {
  add: "M8 3v10M3 8h10",
  caret: "M4.5 6.5 8 10l3.5-3.5",
  clear: "M2.5 4.5h11M2.5 8H8M2.5 11.5H6M10 9.5l4 4m0-4-4 4",
  close: "m4 4 8 8m0-8-8 8",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  download: "M8 2v8.5M4.5 7 8 10.5 11.5 7M2.5 13.5h11",
  dots: "M3 8h1.5M7.25 8h1.5M11.5 8H13",
  edit: "M2.5 13.5v-3l8-8 3 3-8 8zM8.5 4.5l3 3",
  eye: "M1.5 8Q8 1 14.5 8 8 15 1.5 8zM6 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  eyeOff: "M1.5 8Q8 1 14.5 8 8 15 1.5 8zM2.5 13.5l11-11",
  file: "M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3",
  closeAll: "M2.5 2.5h11v11h-11zM5 8h6",
  filter: "M2 3.5h12M4.5 8h7M6.5 12.5h3",
  find: "M10.2 10.2 14 14M2.5 7a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0",
  follow: "M8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3M6.2 8a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0",
  fit: "M2.5 6v-3.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  graph: "M1.5 2.5h5v4h-5zM9.5 9.5h5v4h-5zM6.5 4.5H12v5",
  inputs: "M2 4.5h12M2 11.5h12M5 2.5v4M11 9.5v4",
  minus: "M3 8h10",
  outline: "M2.5 2v9.5H6M2.5 6H6M8 6h6M8 11.5h6M5 2.5h7",
  openAll: "M2.5 2.5h11v11h-11zM5 8h6M8 5v6",
  panel: "M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3",
  reset: "M3 3v4h4M3.3 6.7A5.2 5.2 0 1 1 3 9.5",
  link: "M6.5 9.5 9.5 6.5M7 5l2.5-2.5a2.8 2.8 0 0 1 4 4L11 9M9 11l-2.5 2.5a2.8 2.8 0 0 1-4-4L5 7",
  share: "M8 10.5V2M4.5 5 8 1.5 11.5 5M3.5 7.5h-1v6h11v-6h-1",
  folder: "M1.5 13.5v-11h5l1.5 2h6.5v9z",
  table: "M2 3h12v10H2zM2 6.5h12M2 9.8h12M7 3v10",
  theme: "M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11",
  values: "M2 4.5h5M2 8h3M2 11.5h5M9.5 8h5M12.5 5.5 15 8l-2.5 2.5",
  error: "M8 1.5 14.5 8 8 14.5 1.5 8zM8 4.8v3.7M8 10v1.2",
  why: "M4.5 5.5C4.5 1 11.5 1 11.5 5.2 11.5 8 8 7.8 8 11M8 13v1.2",
  warning: "M8 2 14.5 13.5h-13zM8 6.5v3.5M8 11v1",
  info: "M2.5 2.5h11v11h-11zM8 7v4M8 4.5v1",
  check: "m3 8.5 3.5 3.5L13 4.5",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** Renders an icon, hidden from screen readers: the text beside it, or its button's label, is the name. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${svg`<path d=${PATHS[name]}></path>`}</svg>`;
}
