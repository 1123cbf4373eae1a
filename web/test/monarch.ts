/**
 * The features of Monaco's tokenizer (Monarch) that the page's grammars use, so that the grammars
 * can be tested without a browser.
 */

type Action = string | readonly string[] | { readonly token: string; readonly next?: string };
type Rule = readonly [RegExp, Action, string?] | { readonly include: string };
export interface Grammar { readonly tokenizer: Readonly<Record<string, readonly Rule[]>> }

export interface Token {
  readonly kind: string;
  readonly text: string;
}

interface Compiled {
  readonly regex: RegExp;
  readonly isAtStart: boolean;
  readonly token: string | readonly string[];
  readonly next: string | undefined;
}

function compile(grammar: Grammar, state: string): readonly Compiled[] {
  return grammar.tokenizer[state]!.flatMap((rule): readonly Compiled[] => {
    if ("include" in rule) return compile(grammar, rule.include.slice(1));
    const [regex, action, after] = rule as readonly [RegExp, Action, string?];
    const isAtStart = regex.source.startsWith("^");
    const { token, next } = typeof action === "object" && !Array.isArray(action)
      ? action as { token: string; next?: string } : { token: action as string | readonly string[], next: after };
    return [{ regex: new RegExp(`^(?:${isAtStart ? regex.source.slice(1) : regex.source})`, regex.flags), isAtStart,
      token, next }];
  });
}

/** Returns the tokens of each line, without those that have no kind. */
export function tokenize(grammar: Grammar, text: string): readonly (readonly Token[])[] {
  return tokenizer(grammar)(text);
}

/** Compiles a grammar once, as Monaco does. */
export function tokenizer(grammar: Grammar): (text: string) => readonly (readonly Token[])[] {
  const states = Object.fromEntries(Object.keys(grammar.tokenizer).map((name) => [name, compile(grammar, name)]));
  return (text) => tokenizeWith(states, text);
}

function tokenizeWith(states: Readonly<Record<string, readonly Compiled[]>>,
    text: string): readonly (readonly Token[])[] {
  const stack = ["root"];
  return text.split("\n").map((line) => {
    const tokens: Token[] = [];
    let at = 0;
    const step = (): boolean => {
      const rest = line.slice(at);
      for (const { regex, isAtStart, token, next } of states[stack.at(-1)!]!) {
        if (isAtStart && at > 0) continue;
        const match = regex.exec(rest);
        if (!match || (match[0] === "" && next === undefined)) continue;
        if (token !== "@rematch") {
          if (typeof token === "string") tokens.push({ kind: token, text: match[0] });
          else token.forEach((kind, index) => tokens.push({ kind, text: match[index + 1] ?? "" }));
          at += match[0].length;
        }
        if (next === "@pop") stack.pop();
        else if (next) stack.push(next.slice(1));
        return true;
      }
      at++;
      return at <= line.length;
    };
    do step(); while (at < line.length);
    return tokens.filter(({ kind, text: piece }) => kind !== "" && piece !== "");
  });
}
