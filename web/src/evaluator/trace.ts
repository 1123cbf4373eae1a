/**
 * Stack traces of the engine. Its binary has numbers instead of function names, which would be a
 * twentieth of the download; the names are a data file that is fetched only for a trace.
 */

/** The data file: one name per line, ordered by number. */
export const FUNCTIONS = "functions";

/** How a trace mentions a function, at the start of a line (numbered in scripts/internal/wasmslim/names.go). */
const NUMBERED = /^((?:created by )?)[\w%:-]{1,99}\.(\d{5})(?=\D)/gm;

/** Returns the engine's output with function names, or unchanged if the names cannot be loaded. */
export async function withFunctionNames(text: string, load: () => Promise<ArrayBuffer | null>): Promise<string> {
  if (text.search(NUMBERED) < 0) return text;
  const content = await load();
  const names = content ? new TextDecoder().decode(content).split("\n") : [];
  return text.replace(NUMBERED, (mention, start: string, number: string) => {
    const name = names[Number(number)];
    return name ? start + name : mention;
  });
}
