/** Escapes strings of the program for Markdown. */

/**
 * Escapes a string. URLs and mail addresses are escaped too, since Markdown would turn untrusted ones
 * into links.
 */
export function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&:/@=]/g, "\\$&");
}

/** Returns a string as a code span on one line. Its fence is longer than any run of backticks in the string. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence} ${text.split("\n").map((line) => line.trim()).filter(Boolean).join(" ⏎ ")} ${fence}`;
}
