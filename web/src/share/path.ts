/** The names that files of a document may have. scripts/internal/link has the same rule. */

/** The maximum number of files in a document. */
export const MAX_FILES = 64;
const MAX_NAME = 200;

/**
 * Matches backslashes and invisible characters: control characters, line separators, lone surrogates
 * and format characters, such as bidirectional marks and the zero-width space. Joiners are allowed,
 * since emoji and some scripts need them.
 */
const REFUSED = /[\\\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|[^\P{Cf}\u200c\u200d]/u;

/**
 * Whether a name is a relative path with slashes that stays inside its folder. Invisible characters
 * are not allowed, since a bidirectional mark or a zero-width space can make one name look like
 * another.
 */
export function isPath(name: string): boolean {
  return name !== "" && name.length <= MAX_NAME && !REFUSED.test(name) &&
    name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
