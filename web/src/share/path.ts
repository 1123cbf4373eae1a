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
/** Spaces that look like the ordinary one. */
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;

/** The blocks of emoji, of which the first are in the basic plane. */
const SYMBOL = /[\u00a9\u00ae\u203c\u2049\u2122-\u21ff\u2300-\u27bf\u2934-\u2b55\u3030-\u303d\u3297-\u3299]/;
const PICTURE = /[\u{1f000}-\u{1faff}]/u;
const isEmoji = (character: string): boolean => SYMBOL.test(character) || PICTURE.test(character);
/** The viramas of Indic scripts, which join the letters around them, and all characters of the scripts. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/, INDIC = /[\u0900-\u0dff]/;
const ARABIC = /[\u0620-\u064a\u0671-\u06d3\u06fa-\u06fc]/;
/** Whether an Arabic letter changes its shape before another letter. */
const isJoining = (letter: string): boolean =>
  /[\u0620\u0626\u0628\u062a-\u062e\u0633-\u0647\u0649\u064a\u0678-\u0687\u069a-\u06bf]/.test(letter)
  || /[\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc]/.test(letter);

/**
 * Whether an invisible character is visible by what it does to the characters around it: a variation
 * selector or a joiner in an emoji, a joiner in a conjunct, or a non-joiner inside a word in Arabic script.
 */
function isNeeded(before: string, character: string, after: string): boolean {
  switch (character) {
    case "\ufe0e": case "\ufe0f": return isEmoji(before);
    case "\u200d": return (isEmoji(before) || before === "\ufe0f") && isEmoji(after)
      || VIRAMA.test(before) && INDIC.test(after);
    case "\u200c": return isJoining(before) && ARABIC.test(after)
      || VIRAMA.test(before) && INDIC.test(after);
  }
  return false;
}

/** Returns a text without its invisible characters. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character, at: number) => {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "", [after = ""] = text.slice(at + 1, at + 3);
    return isNeeded(before, character, after) ? character : "";
  });
}

/**
 * Returns what is seen of a name. Two names of a document must differ in that: an emoji that is drawn as a picture
 * by default looks the same with and without a variation selector, emoji that form no picture together look the same
 * with and without a joiner, and an accent can be a part of its letter or follow it.
 */
export function appearance(name: string): string {
  return name.replace(INVISIBLE, "").normalize("NFC");
}

/**
 * Whether a name is a relative path with slashes that stays inside its folder. Invisible characters
 * are not allowed, since a bidirectional mark or a zero-width space can make one name look like
 * another, and neither are wide and no-break spaces.
 */
export function isPath(name: string): boolean {
  return name !== "" && name.length <= MAX_NAME && !name.includes("\\") && visible(name) === name &&
    !SPACES.test(name) && name.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/**
 * Whether a word from an untrusted address or link may be part of the page's own text: it is short and
 * contains no spaces or invisible characters, with which a link could make the page show any sentence.
 */
export function isQuotable(word: string): boolean {
  return /^[\w.+-]{1,40}$/.test(word);
}
