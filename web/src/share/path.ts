/** The names that files of a document may have: the same rule as in scripts/internal/link. */

/** The most files that a document may have. */
export const MAX_FILES = 64;
const MAX_NAME = 200;

/**
 * Backslashes, and invisible characters: controls, bidi marks, line separators, lone surrogates.
 */
const REFUSED = /[\\\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;

/**
 * Whether a name is a relative path with slashes that stays inside its folder and has visible
 * characters only: a bidi mark could make one name look like another.
 */
export function isPath(name: string): boolean {
  return name !== "" && name.length <= MAX_NAME && !REFUSED.test(name) &&
    name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
