/** The words and glyphs for the states of a value. */
import type { Node } from "../protocol/protocol.gen.js";

/** The word for a state, and the glyph shown in addition to its colour. */
export const STATES: Readonly<Record<Node["state"], { readonly word: string; readonly glyph: string }>> = {
  known: { word: "known", glyph: "" },
  unknown: { word: "unknown until deployed", glyph: "?" },
  partial: { word: "partly unknown", glyph: "?" },
  mocked: { word: "mocked", glyph: "≈" },
  secret: { word: "secret", glyph: "▮" },
  failed: { word: "failed", glyph: "×" },
  missing: { word: "not defined", glyph: "∅" },
};
