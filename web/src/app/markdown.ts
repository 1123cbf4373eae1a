/** Writes strings of the program into Markdown, escaped. */

/**
 * Escapes a string, addresses too: Markdown makes links of https://…, www.… and a@b.c, and these
 * are untrusted.
 */
export function escape(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&:/@=]/g, "\\$&");
}

/** Returns a code span for any string: its fence is longer than any run of backticks inside. */
export function code(text: string): string {
  let longest = 0; // not Math.max of all: there may be more runs than a call has arguments
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence} ${text.split("\n").map((line) => line.trim()).filter(Boolean).join(" ⏎ ")} ${fence}`;
}
