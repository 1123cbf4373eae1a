/** Text of the program inside Markdown: all of it is escaped. */

/** Addresses too: Markdown makes links of https://…, www.… and a@b.c, and these are a stranger's. */
export function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&:/@=]/g, "\\$&");
}

/** A code span that holds any text: its fence is longer than any run of backticks inside. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence} ${text.split("\n").map((line) => line.trim()).filter(Boolean).join(" ⏎ ")} ${fence}`;
}
