/** The words and glyphs for the states of values. */
import type { Node } from "../protocol/protocol.gen.js";

/** The word for each state, and the glyph that is shown in addition to a colour. */
export const STATES: Readonly<Record<Node["state"], { readonly word: string; readonly glyph: string }>> = {
  known: { word: "known", glyph: "" },
  unknown: { word: "unknown until deployed", glyph: "?" },
  partial: { word: "partly unknown", glyph: "?" },
  mocked: { word: "mocked", glyph: "≈" },
  secret: { word: "secret", glyph: "▮" },
  failed: { word: "failed", glyph: "×" },
  missing: { word: "not defined", glyph: "∅" },
};
