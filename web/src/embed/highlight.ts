/**
 * How YAML is coloured where no editor is: line by line, with the classes that the static
 * pages have too (scripts/internal/embed). web/test/highlight.tsv holds both to the same.
 */

/** A piece of a line. "" is plain text. */
export interface Run {
  readonly kind: "" | "section" | "key" | "comment" | "mark" | "ref" | "anchor";
  readonly text: string;
}

const KEY = /^(\s*)((?:- +)*)("[^"]*"|'[^']*'|[^\s#"'{}[\],&*!|>%@`-][^#{}[\],$"']*?|-[^\s:]+)(\s*:)(?=\s|$)/;
const REST = /(^|\s)(#.*)|\$\$\{[^}]*\}?|(\$\{[^}]*\}?)|(^|[\s,[{])([&*!][^\s,\]}]+)|([{}[\],])|(^\s*|\s)(-|[|>][+-]?\d?)(?=\s|$)/g;

export function highlight(line: string): readonly Run[] {
  const runs: Run[] = [];
  const add = (kind: Run["kind"], text: string | undefined): void => { if (text) runs.push({ kind, text }); };
  if (/^(---|\.\.\.)(\s|$)/.test(line)) return [{ kind: "mark", text: line }];
  const key = KEY.exec(line);
  if (key) {
    const [, indent, dashes, name, colon] = key;
    add("", indent);
    add("mark", dashes);
    add(indent || dashes ? "key" : "section", name);
    add("mark", colon);
  }
  const rest = line.slice(key?.[0].length ?? 0);
  let at = 0;
  for (const match of rest.matchAll(REST)) {
    const [all, before = "", comment, reference, edge = "", anchor, bracket, space = "", dash] = match;
    const lead = comment ? before : anchor ? edge : dash ? space : "";
    add("", rest.slice(at, match.index) + lead);
    at = match.index + all.length;
    if (comment) add("comment", comment);
    else if (reference) add("ref", reference);
    else if (anchor) add("anchor", anchor);
    else if (bracket || dash) add("mark", bracket ?? dash);
    else add("", all);
  }
  add("", rest.slice(at));
  return merged(runs);
}

/** Plain pieces side by side are one. */
function merged(runs: readonly Run[]): readonly Run[] {
  const out: Run[] = [];
  for (const run of runs) {
    const last = out.at(-1);
    if (last && last.kind === run.kind && run.kind === "") out[out.length - 1] = { kind: "", text: last.text + run.text };
    else out.push(run);
  }
  return out;
}
