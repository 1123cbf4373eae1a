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
  let longest = 0; // not Math.max of all: there may be more runs than a call has arguments
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence} ${text.split("\n").map((line) => line.trim()).filter(Boolean).join(" ⏎ ")} ${fence}`;
}
