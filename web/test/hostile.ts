/**
 * Returns texts of about the given length that can make code slow: very long lines, very many lines, and
 * constructs that make grammars look far ahead.
 */
export function hostileTexts(length: number): Readonly<Record<string, string>> {
  const rows = (row: string): string => row.repeat(Math.ceil(length / row.length)).slice(0, length);
  return {
    "blanks": `a${rows(" ")}b`, "words": rows("a b "), "colons": rows("a:"), "quotes": rows("\"' "),
    "escaped quotes": `"${rows("\\\"")}`,
    "open references": rows("${"), "brackets": rows("[{"), "anchors": rows("&a *a "), "dashes": rows("- "),
    "bars": rows("| "),
    "lines": rows("\n"), "short lines": rows("a: 1\n"), "spaces and breaks": rows("   \n"),
    "half a key": rows("a  :b "), "markers": rows("-- a --x\n"),
  };
}
