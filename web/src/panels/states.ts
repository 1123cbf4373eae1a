/** The states of a value, for people. */
import type { Node } from "../protocol/protocol.gen.js";

/** What a state is called, and the glyph that stands for it beside its colour. */
export const STATES: Readonly<Record<Node["state"], { readonly word: string; readonly glyph: string }>> = {
  known: { word: "known", glyph: "" },
  unknown: { word: "unknown until deployed", glyph: "?" },
  partial: { word: "partly unknown", glyph: "?" },
  mocked: { word: "mocked", glyph: "≈" },
  secret: { word: "secret", glyph: "▮" },
  failed: { word: "failed", glyph: "×" },
  missing: { word: "not defined", glyph: "∅" },
};
