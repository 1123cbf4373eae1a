/**
 * Stack traces of the engine. It has numbers instead of the names of functions, which would be a
 * twentieth of its download; the names are a data file that is fetched only when there is a trace.
 */

/** The data file: a name a line, in the order of the numbers. */
export const FUNCTIONS = "functions";

/** How a trace mentions a function, at the start of a line (numbered in scripts/internal/wasmslim/names.go). */
const NUMBERED = /^((?:created by )?)[\w%:-]{1,99}\.(\d{5})(?=\D)/gm;

/** What the engine printed, with names; as it is where they cannot be had. */
export async function named(text: string, load: () => Promise<ArrayBuffer | null>): Promise<string> {
  if (text.search(NUMBERED) < 0) return text;
  const content = await load();
  const names = content ? new TextDecoder().decode(content).split("\n") : [];
  return text.replace(NUMBERED, (mention, start: string, number: string) => {
    const name = names[Number(number)];
    return name ? start + name : mention;
  });
}
