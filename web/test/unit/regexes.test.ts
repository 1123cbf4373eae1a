/** The page's regular expressions process untrusted text, so none of them may take quadratic time. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { quadratic } from "../linear.js";
import { ALLOWED } from "../regexes.js";

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : path.endsWith(".ts") && !path.endsWith(".gen.ts")
      ? [path] : [];
  });
}

/**
 * Matches comments, strings and regular expressions. Comments and strings are matched because they may
 * contain text that looks like an expression. In template strings, code follows `${`.
 */
const TOKEN = new RegExp([
  /\/\/.*/, /\/\*[^]*?\*\//, // a comment
  /"(?:[^"\\\n]|\\.)*"/, /'(?:[^'\\\n]|\\.)*'/, /`|\$\{/, // a string
  /new RegExp\(`[^`]*`(?:, "\w*")?\)/, /RegExp\(/, /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/, // expression
  /[{}]/,
].map(({ source }) => source).join("|"), "gy");
const VALUE_BEFORE = /(?:[\w$)\]}"'`]|\+\+|--)\s*$/;
const WORD_BEFORE = /\b(?:return|typeof|case|in|of|do|else|void|await|yield)\s*$/;

/** Returns the regular expressions in a file: literals, and those that are constructed at run time. */
function expressionsIn(text: string): readonly string[] {
  const found: string[] = [], nested: string[] = [];
  for (let at = 0; at < text.length;) {
    if (nested.at(-1) === "`") {
      if (text[at] === "`") nested.pop();
      else if (text.startsWith("${", at)) { nested.push("{"); at++; } else if (text[at] === "\\") at++;
      at++;
      continue;
    }
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0] ?? text[at]!;
    const before = text.slice(Math.max(0, at - 40), at);
    const isDivision = token.startsWith("/") && !/^\/[/*]/.test(token) && VALUE_BEFORE.test(before)
      && !WORD_BEFORE.test(before);
    if (isDivision) { at++; continue; }
    if (token === "`" || token === "{") nested.push(token);
    else if (token === "}") nested.pop();
    else if (token.length > 1 && (/^\/[^/*]/.test(token) || /^(?:new )?RegExp/.test(token))) found.push(token);
    at += token.length;
  }
  return found;
}

function objection(expression: string): string {
  const [, source = "", flags = ""] = /^\/(.*)\/(\w*)$/s.exec(expression) ?? [];
  return source === "" ? "it is constructed at run time" : quadratic(source, flags);
}

test("no expression can take quadratic time, except those that are explained in regexes.ts", () => {
  const used = new Set<string>(), refused: string[] = [];
  for (const path of filesIn("web/src")) {
    for (const expression of expressionsIn(readFileSync(path, "utf8"))) {
      const why = objection(expression), key = `${path.slice("web/src/".length)} ${expression}`;
      if (why === "") continue;
      if (key in ALLOWED) used.add(key);
      else refused.push(`${key}\n  ${why}`);
    }
  }
  assert.deepEqual(refused, [], "make these expressions linear, or explain in web/test/regexes.ts why they may stay");
  assert.deepEqual(Object.keys(ALLOWED).filter((key) => !used.has(key)), [],
    "web/test/regexes.ts allows these expressions, but they are not in the code or are linear");
});

test("quadratic expressions are refused, and linear ones are accepted", () => {
  for (const bad of [/\s+$/, /a*b/, /\$\{[^}]*\}/, /^\s*\s*x/, /(?:a|a)*b/, /(a+)+b/, /^\s+$/m, /x*y*z/, /(?:a{1,2})*b/,
      /"[^x]*x/, /[a-z]+:/, /a(?=\s*b)/, /a*(?!b)/,
      /x[a-z]*1/i, /"[^\p{Lu}]*a/u, /"[^\u0080-\uffff]*-/, /"[^\u00e9\s]*\u00e8/]) {
    assert.notEqual(quadratic(bad.source, bad.flags), "", String(bad));
  }
  for (const good of [/"[^"]*"/, /^\s*$/, /[^a-z]+/g, /\$\{[^}]*\}?/, /#.*/, /^\s*-(\s|$)/, /\d{1,3}\./,
      /^(?:[^"\\]|\\.)*"/, /&(?:#(\d+)|(\w+));/, /^-- (.+) --$/, /(?<=\n)/]) {
    assert.equal(quadratic(good.source, good.flags), "", String(good));
  }
});

test("expressions that are constructed at run time are found", () => {
  for (const code of ['new RegExp(`${word}+$`, "g")', "new RegExp(word + \"+$\")", "RegExp(word)"]) {
    const [found] = expressionsIn(`const made = ${code};`);
    assert.equal(objection(found ?? ""), "it is constructed at run time", code);
    assert.notEqual(found, undefined, code);
  }
});
