/** The names that files of a document may have: the same rule as in scripts/internal/link. */

/** The most files that a document may have. */
export const MAX_FILES = 64;
const MAX_NAME = 200;

/**
 * Controls, line separators, lone surrogates, and format characters such as bidi marks and the
 * zero-width space.
 */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Cf}]/gu;
/** Format characters that emoji and some scripts need. */
const JOINERS = "\u200c\u200d";

/** Returns a text without its invisible characters. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => (JOINERS.includes(character) ? character : ""));
}

/**
 * Whether a name is a relative path with slashes that stays inside its folder and has visible
 * characters only: a bidi mark or a zero-width space could make one name look like another.
 */
export function isPath(name: string): boolean {
  return name !== "" && name.length <= MAX_NAME && !name.includes("\\") && visible(name) === name &&
    name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
