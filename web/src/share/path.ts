/** The names that files of a document may have. scripts/internal/link has the same rule. */

/** The maximum number of files in a document. */
export const MAX_FILES = 64;
const MAX_NAME = 200;

/**
 * Matches invisible characters: control characters, line separators, lone surrogates, format
 * characters such as bidirectional marks and the zero-width space, and characters drawn blank such
 * as the Hangul filler.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Joiners and variation selectors, which emoji and some scripts need after a character that is not ASCII. */
const JOINERS = "\u200c\u200d\ufe0e\ufe0f";

/** Returns a text without its invisible characters. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character, at: number) =>
    (JOINERS.includes(character) && text.charCodeAt(at - 1) > 127 ? character : ""));
}

/**
 * Whether a name is a relative path with slashes that stays inside its folder. Invisible characters
 * are not allowed, since a bidirectional mark or a zero-width space can make one name look like
 * another.
 */
export function isPath(name: string): boolean {
  return name !== "" && name.length <= MAX_NAME && !name.includes("\\") && visible(name) === name &&
    name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/**
 * Whether a word from an untrusted address or link may be part of the page's own text: it is short and
 * contains no spaces or invisible characters, with which a link could make the page show any sentence.
 */
export function isQuotable(word: string): boolean {
  return /^[\w.+-]{1,40}$/.test(word);
}
