/**
 * Decides whether searching for a regular expression takes linear time. The criterion is simple and
 * sound, but also refuses some linear expressions. The expression is unfolded into its paths:
 * sequences of sets of characters, some of them repeated without limit (loops). A path is accepted
 * if for each of its loops one of these is true:
 *
 *   - Nothing after the loop can fail: the match is found, and the search continues after it.
 *   - It is the path's only loop, and the path starts at the beginning of the text: each exit from
 *     the loop is tried once.
 *   - The rest of the path starts with different characters from an iteration of the loop, so that
 *     there is only one exit. And runs of the loop from different starts do not overlap: the path
 *     starts at the beginning of the text, or it requires, at a bounded distance before the loop, a
 *     character that the loop does not match.
 */

const SPACES = 129, OTHERS = 128, SIZE = 130;
type Chars = readonly boolean[];

interface Piece {
  readonly kind: "chars" | "loop" | "start" | "end" | "ahead";
  /** The characters that it matches; for the start of a line, the line break before it. */
  readonly chars: Chars;
  /** The characters that it can start with. */
  readonly first: Chars;
  readonly isNullable: boolean;
}

type Path = readonly Piece[];

class Refused extends Error {}

const MAX_PATHS = 400;

function chars(test: (code: number) => boolean): Chars { return Array.from({ length: SIZE }, (_, code) => test(code)); }
const none = chars(() => false), any = chars(() => true);
const union = (sets: readonly Chars[]): Chars => chars((code) => sets.some((set) => set[code]));
const isDisjoint = (a: Chars, b: Chars): boolean => !a.some((is, code) => is && b[code]);
const not = (set: Chars): Chars => chars((code) => (code === OTHERS ? true : !set[code]));
const between = (from: number, to: number): Chars =>
  chars((code) => (code >= from && code <= to) || (to >= 128 && code >= 128));

const DIGIT = between(48, 57);
const WORD = union([DIGIT, between(65, 90), between(97, 122), between(95, 95)]);
const SPACE = chars((code) => (code >= 9 && code <= 13) || code === 32 || code === SPACES);
const NOT_SPACE = chars((code) => !SPACE[code]);

class Reader {
  private at = 0;

  constructor(private readonly source: string, private readonly flags: string) {}

  read(): readonly Path[] {
    const paths = this.alternatives();
    if (this.at < this.source.length) throw new Refused(`not understood: ${this.source.slice(this.at)}`);
    return paths;
  }

  private alternatives(): readonly Path[] {
    const all: Path[] = [];
    do all.push(...this.sequence()); while (this.take("|"));
    return all;
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private sequence(): readonly Path[] {
    let paths: readonly Path[] = [[]];
    while (this.at < this.source.length && this.source[this.at] !== "|" && this.source[this.at] !== ")") {
      const term = this.term();
      paths = paths.flatMap((path) => term.map((more) => [...path, ...more]));
      if (paths.length > MAX_PATHS) throw new Refused("too many paths");
    }
    return paths;
  }

  private term(): readonly Path[] {
    const atom = this.atom();
    const [least, most] = this.quantity();
    if (least === 1 && most === 1) return atom;
    const [piece] = atom[0] ?? [];
    if (atom.length === 1 && atom[0]!.length === 1 && piece?.kind === "chars") {
      if (most === Infinity) return [[{ ...piece, kind: "loop", isNullable: least === 0 }]];
      return [Array.from({ length: most }, (_, count) => ({ ...piece, isNullable: count >= least }))];
    }
    if (most === Infinity) return [[this.loop(atom, least === 0)]];
    if (most === 1) return [[], ...atom];
    throw new Refused("a group with a limited number of repetitions");
  }

  /**
   * Returns the piece for a group that is repeated without limit. Each alternative must have a fixed
   * length, and they must start with different characters.
   */
  private loop(alternatives: readonly Path[], isNullable: boolean): Piece {
    for (const path of alternatives) {
      if (path.length === 0 || path.some(({ kind, isNullable: isOptional }) => kind !== "chars" || isOptional)) {
        throw new Refused("a loop over an alternative without a fixed length");
      }
    }
    const firsts = alternatives.map(([first]) => first!.chars);
    if (firsts.some((first, at) => firsts.slice(at + 1).some((other) => !isDisjoint(first, other)))) {
      throw new Refused("a loop over alternatives that start with the same character");
    }
    const chars = union(alternatives.flat().map((piece) => piece.chars));
    return { kind: "loop", chars, first: union(firsts), isNullable };
  }

  private quantity(): readonly [number, number] {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.source.slice(this.at));
    if (!found) return [1, 1];
    const [text, least, comma, most] = found;
    this.at += text.length;
    this.take("?"); // lazy: the same matches are tried, in another order
    if (text === "*") return [0, Infinity];
    if (text === "+") return [1, Infinity];
    if (text === "?") return [0, 1];
    return [Number(least), comma ? (most ? Number(most) : Infinity) : Number(least)];
  }

  private atom(): readonly Path[] {
    if (this.take("(?:")) return this.group();
    if (this.take("(?=") || this.take("(?!")) {
      const isNot = this.source[this.at - 1] === "!", inside = this.group();
      if (inside.flat().some(({ kind }) => kind === "loop")) throw new Refused("a loop in an assertion");
      if (isNot) throw new Refused("a negative assertion");
      return [[{ kind: "ahead", chars: none, first: union(inside.map(firstOf)), isNullable: false }]];
    }
    if (this.take("(?<=")) {
      if (this.group().flat().some(({ kind }) => kind === "loop")) throw new Refused("a loop in an assertion");
      return [[{ kind: "start", chars: any, first: none, isNullable: false }]];
    }
    if (this.source.startsWith("(?", this.at)) throw new Refused("an unknown kind of group");
    if (this.take("(")) return this.group();
    if (this.take("[")) return one(this.set());
    if (this.take("^")) {
      const chars = this.flags.includes("m") ? between(10, 10) : none;
      return [[{ kind: "start", chars, first: none, isNullable: false }]];
    }
    if (this.take("$")) return [[{ kind: "end", chars: none, first: this.flags.includes("m") ? between(10, 10) : none,
      isNullable: false }]];
    if (this.take(".")) return one(this.flags.includes("s") ? any : not(chars((code) => code === 10 || code === 13)));
    return one(this.take("\\") ? this.escape() : this.literal(this.source.charCodeAt(this.at++)));
  }

  private group(): readonly Path[] {
    const paths = this.alternatives();
    if (!this.take(")")) throw new Refused("a group that is not closed");
    return paths;
  }

  private literal(code: number): Chars {
    if (code >= 128) return chars((each) => each >= 128);
    const both = this.flags.includes("i")
      ? [String.fromCharCode(code).toLowerCase(), String.fromCharCode(code).toUpperCase()]
      : [String.fromCharCode(code)];
    return chars((each) => both.some((character) => character.charCodeAt(0) === each));
  }

  private escape(): Chars {
    const letter = this.source[this.at++]!;
    switch (letter) {
      case "d": return DIGIT;
      case "D": return not(DIGIT);
      case "w": return WORD;
      case "W": return chars((code) => !WORD[code]);
      case "s": return SPACE;
      case "S": return NOT_SPACE;
      case "n": return this.literal(10);
      case "r": return this.literal(13);
      case "t": return this.literal(9);
      case "f": return this.literal(12);
      case "v": return this.literal(11);
      case "x": case "u": {
        const length = letter === "x" ? 2 : 4;
        const code = parseInt(this.source.slice(this.at, this.at + length), 16);
        this.at += length;
        return this.literal(code);
      }
      default:
        if (/[pP]/.test(letter) && this.source[this.at] === "{") {
          this.at = this.source.indexOf("}", this.at) + 1;
          return any;
        }
        if (/[0-9bBkpP]/.test(letter)) throw new Refused(`\\${letter}`);
        return this.literal(letter.charCodeAt(0));
    }
  }

  /**
   * Parses a set in brackets. A member that is known only approximately (\p{...}, characters outside ASCII)
   * counts entirely as part of the set, and removes nothing from a negated set.
   */
  private set(): Chars {
    const isNot = this.take("^"), may: Chars[] = [], must: Chars[] = [];
    while (!this.take("]")) {
      const from = this.member();
      const isRange = from.code >= 0 && this.source[this.at] === "-" && this.source[this.at + 1] !== "]";
      if (!isRange) {
        may.push(from.may);
        must.push(from.must);
        continue;
      }
      this.at++;
      const to = this.member();
      const range = between(from.code, to.code);
      const cased = this.flags.includes("i") ? chars((code) => isInRangeOfEitherCase(code, from.code, to.code)) : none;
      may.push(union([range, cased]));
      must.push(to.code < 128 ? union([range, cased]) : chars((code) => code < 128 && range[code]!));
    }
    return isNot ? not(union(must)) : union(may);
  }

  /** Parses a member: the characters that it may match, those that it must match, and its code, or -1 for a class. */
  private member(): { readonly may: Chars; readonly must: Chars; readonly code: number } {
    if (!this.take("\\")) {
      const code = this.source.charCodeAt(this.at++), may = this.literal(code);
      return { may, must: code < 128 ? may : none, code };
    }
    const start = this.at, may = this.escape(), letter = this.source[start]!;
    if (/[pP]/.test(letter)) return { may, must: none, code: -1 };
    if (letter === "s") return { may, must: may, code: -1 };
    if (/[dDwWS]/.test(letter)) return { may, must: chars((code) => code < 128 && may[code]!), code: -1 };
    const code = /[xu]/.test(letter) ? parseInt(this.source.slice(start + 1, this.at), 16)
      : may.filter((is, each) => is && each < 128).length === 1 ? may.indexOf(true) : letter.charCodeAt(0);
    return { may, must: code < 128 ? may : none, code };
  }
}

/** Whether a letter is in a range in upper or lower case. */
function isInRangeOfEitherCase(code: number, from: number, to: number): boolean {
  const character = String.fromCharCode(code);
  return code < 128 && [character.toLowerCase(), character.toUpperCase()].some((each) =>
    each.charCodeAt(0) >= from && each.charCodeAt(0) <= to);
}

const one = (set: Chars): readonly Path[] => [[{ kind: "chars", chars: set, first: set, isNullable: false }]];

/** Returns the characters that a path can start with; an empty path has none. */
function firstOf(path: Path): Chars {
  const sets: Chars[] = [];
  for (const piece of path) {
    sets.push(piece.kind === "loop" ? piece.first : piece.kind === "chars" ? piece.chars : piece.first);
    if (!piece.isNullable) break;
  }
  return union(sets);
}

function objectionTo(path: Path): string {
  const isAnchored = path[0]?.kind === "start" && isDisjoint(path[0].chars, any);
  for (const [at, piece] of path.entries()) {
    if (piece.kind !== "loop") continue;
    const rest = path.slice(at + 1);
    if (rest.every(({ isNullable }) => isNullable)) continue;
    if (isAnchored && path.filter(({ kind }) => kind === "loop").length === 1) continue; // each exit is tried once
    if (!isDisjoint(piece.first, firstOf(rest))) return "a loop has more than one exit";
    if (isAnchored) continue;
    const before = path.slice(0, at), lastLoop = before.findLastIndex(({ kind }) => kind === "loop");
    const isSeparate = before.slice(lastLoop + 1).some(({ kind, chars: set, isNullable }) =>
      (kind === "chars" || kind === "start") && !isNullable && isDisjoint(set, piece.chars));
    if (!isSeparate) return "runs of a loop overlap";
  }
  return "";
}

/** Returns why searching for a regular expression may take more than linear time; "" if it cannot. */
export function quadratic(source: string, flags: string): string {
  try {
    return new Reader(source, flags).read().map(objectionTo).find((objection) => objection !== "") ?? "";
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
