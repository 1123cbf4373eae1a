/** The styles of an embed. Hosts can override the colours and fonts with properties --pantograph-NAME. */

const LIGHT = {
  ground: "#faf7f0", panel: "#f2ede1", rule: "#d9d1bf", "rule-strong": "#8d8778", ink: "#1b2430", muted: "#5b6470",
  accent: "#0b5fa5",
  unknown: "#6b3fa0", mocked: "#8a5a00", secret: "#475569", error: "#b3261e", ok: "#1f6f43", wash: "#e3eaee",
  hover: "#e9e2d2",
} as const;
const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  ground: "#12171c", panel: "#1a2128", rule: "#2e3842", "rule-strong": "#6b7783", ink: "#e8e4da", muted: "#9aa5b1",
  accent: "#6db3f2",
  unknown: "#c3a6f0", mocked: "#e0b04a", secret: "#a9b4c0", error: "#ff8a7a", ok: "#7ccb9a", wash: "#1c2b38",
  hover: "#232c35",
};

function tokens(colours: Readonly<Record<string, string>>): string {
  return Object.entries(colours).map(([name, colour]) => `--pg-${name}:var(--pantograph-${name},${colour});`).join("");
}

/** The height of the bar, in pixels. */
export const BAR = 36;
/** The height of a line of text, in pixels. */
export const LINE = 21;
/** The space above and below the text, in pixels. */
export const PADDING = 12;
/** The width, in pixels, from which the editor and the output are side by side. */
export const WIDE = 680;

const CSS = `
:host{display:block;position:relative;text-align:start;contain:layout style}
:host([hidden]){display:none}
*,*::before,*::after{box-sizing:border-box}
[hidden]{display:none!important}
.frame{${tokens(LIGHT)}
--mono:var(--pantograph-mono,"Commit Mono",Menlo,Consolas,monospace);
--sans:var(--pantograph-sans,"Schibsted Grotesk",system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif);
color-scheme:light;display:flex;flex-direction:column;height:100%;min-width:0;overflow:hidden;
border:1px solid var(--pg-rule);border-radius:2px;background:var(--pg-ground);color:var(--pg-ink);
font:400 13px/20px var(--sans);-webkit-font-smoothing:antialiased}
.frame.dark{${tokens(DARK)}color-scheme:dark}
button,a{font:inherit;color:inherit;border:0;border-radius:0;background:none;padding:0;margin:0;cursor:pointer;
text-decoration:none}
:focus-visible{outline:2px solid var(--pg-accent);outline-offset:-2px}
::selection{background:color-mix(in srgb,var(--pg-accent) 24%,transparent)}
.bar{display:flex;align-items:stretch;flex:none;height:${BAR}px;background:var(--pg-panel);
border-bottom:1px solid var(--pg-rule)}
.tabs{display:flex;flex:1;min-width:0;overflow:auto hidden;scrollbar-width:none}
.tab{position:relative;flex:none;padding:0 14px;color:var(--pg-muted);white-space:nowrap;font-weight:500;
border-inline-end:1px solid var(--pg-rule)}
.tab.file{font:12.5px/20px var(--mono)}
.tab:hover,.tool:hover{color:var(--pg-ink);background:var(--pg-hover)}
.tab[aria-selected=true]{color:var(--pg-ink);background:var(--pg-ground);margin-bottom:-1px;padding-bottom:1px}
.tab[aria-selected=true]::before{content:"";position:absolute;inset:0 0 auto;height:2px;background:var(--pg-ink)}
.tab .count{margin-inline-start:6px;color:var(--pg-error);font-weight:700}
.tools{display:flex;flex:none;border-inline-start:1px solid var(--pg-rule);margin-inline-start:-1px}
.tool{display:flex;align-items:center;gap:6px;padding:0 11px;color:var(--pg-muted);white-space:nowrap}
.tool+.tool{border-inline-start:1px solid var(--pg-rule)}
.tool.main{color:var(--pg-accent);font-weight:500}
.tool:disabled{opacity:.5;cursor:default}
.icon{width:16px;height:16px;flex:none;fill:none;stroke:currentColor;stroke-width:1.3;stroke-linecap:square}
.panes{position:relative;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);flex:1;min-height:0}
.pane{grid-area:1/1;min-width:0;overflow:auto;overscroll-behavior:auto;background:var(--pg-ground);scrollbar-width:thin;
scrollbar-color:var(--pg-rule-strong) transparent}
.frame.split .panes{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.frame.split .pane.output{grid-column:2;border-inline-start:1px solid var(--pg-rule)}
pre,textarea,.gutter{font:400 var(--pantograph-size,13.5px)/${LINE}px var(--mono);font-variant-ligatures:none;
tab-size:2}
code{font:inherit}
pre{margin:0;padding:${PADDING}px 16px;width:max-content;min-width:100%;white-space:pre;direction:ltr;text-align:left;
color:var(--pg-ink)}
.section{font-weight:700}.result .key,.result .pg-key,.comment,.mark,.pg-comment,.pg-mark{color:var(--pg-muted)}
.pg-section{font-weight:700}.comment,.pg-comment{font-style:italic}
.ref,.anchor,.pg-ref,.pg-anchor{color:var(--pg-accent)}
.unknown,.pg-unknown{color:var(--pg-unknown);border-bottom:1px dashed}
.mocked,.pg-mocked{color:var(--pg-mocked);border-bottom:1px dotted}
.secret,.pg-secret{color:var(--pg-secret);border-bottom:2px solid}
.failed,.pg-failed{color:var(--pg-error);text-decoration-line:underline;text-decoration-style:wavy;
text-decoration-thickness:1px;text-underline-offset:4px}
.graph{display:grid;place-items:safe center;padding:16px;direction:ltr}
.graph svg{display:block;font-family:var(--sans);max-width:max(100%,520px);height:auto}
.note{margin:0;padding:${PADDING}px 16px;color:var(--pg-muted)}
.problems,[data-problems]{list-style:none;margin:0;padding:0;border-top:1px solid var(--pg-rule);
background:var(--pg-ground)}
.frame>.problems{flex:none;max-height:84px;overflow:auto;border-top-color:var(--pg-rule-strong)}
.problems li,[data-problems] li{display:flex;gap:8px;padding:3px 16px;color:var(--pg-ink)}
.problems li+li,[data-problems] li+li{border-top:1px solid var(--pg-rule)}
.problems li::before,[data-problems] li::before{content:"×";flex:none;width:12px;font-weight:700;text-align:center;
color:var(--pg-error)}
li.warning::before{content:"!"!important;color:var(--pg-mocked)!important}
li.info::before{content:"i"!important;color:var(--pg-accent)!important}
li .at{margin-inline-start:auto;flex:none;color:var(--pg-muted);font:12px/20px var(--mono)}
li .again{flex:none;padding:0 8px;border:1px solid var(--pg-rule-strong);border-radius:2px;line-height:18px;
white-space:nowrap}
li .again:hover{border-color:var(--pg-accent);color:var(--pg-accent)}
.frame.slim li:has(.again){flex-wrap:wrap}.frame.slim li:has(.again)>span{flex:1 1 80%}
li:has(.again)>span{flex:1}.stale{opacity:.6}
.hair{position:absolute;inset:0 0 auto;height:2px;background:var(--pg-accent);opacity:0}
.busy .hair{opacity:1;transition:opacity .12s .3s}
.editor{position:relative;display:grid;grid-template-columns:auto 1fr;min-width:100%;width:max-content;
min-height:100%;direction:ltr}
.gutter{position:sticky;left:0;z-index:1;padding:${PADDING}px 8px ${PADDING}px 12px;min-width:40px;text-align:right;
color:var(--pg-muted);background:var(--pg-ground);white-space:pre;user-select:none;border-right:1px solid var(--pg-rule)}
.gutter .bad{color:var(--pg-error);font-weight:700}
.sheet{position:relative;min-width:0}
.sheet pre{pointer-events:none;min-height:100%;padding-inline-start:12px}
textarea{position:absolute;inset:0;width:100%;height:100%;margin:0;padding:${PADDING}px 16px ${PADDING}px 12px;border:0;
outline:0;resize:none;overflow:hidden;background:none;color:transparent;caret-color:var(--pg-ink);white-space:pre}
textarea:focus-visible{outline:0}
.pane:has(textarea:focus-visible){outline:2px solid var(--pg-accent);outline-offset:-2px}
.bad{text-decoration-line:underline;text-decoration-style:wavy;text-decoration-color:var(--pg-error);
text-decoration-thickness:1px;text-underline-offset:4px;text-decoration-skip-ink:none}
.gutter .bad{text-decoration:none}
.spoken{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (pointer:coarse){.tool,.tab{min-width:44px;justify-content:center}}
@media (max-width:639px){textarea,.editor pre,.gutter{font-size:16px}}
.frame.slim .words{display:none}.frame.slim .tab{padding:0 11px}.frame.slim .tab.file:not(:first-child){order:1}
@media (forced-colors:active){.tab[aria-selected=true]::before{background:Highlight}}
@media print{:host{height:auto!important}.frame,.frame.dark{${tokens(LIGHT)}height:auto!important;break-inside:avoid}
.bar,.hair,.gutter{display:none}
.frame .panes{display:block}.pane{display:block!important;overflow:visible}.pane:empty{display:none!important}
.pane+.pane{border-top:1px solid var(--pg-rule)}
pre{white-space:pre-wrap;width:auto}textarea{display:none}}
`;

let sheet: CSSStyleSheet | null = null;

/**
 * Returns the style sheet that all embeds of the page share. It is constructed by script, which no
 * host's policy refuses.
 */
export function styles(): CSSStyleSheet {
  if (sheet) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  return sheet;
}
