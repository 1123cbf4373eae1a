/**
 * Adds function names to the engine's stack traces. The binary has numbers in their place, since
 * names would be a twentieth of the download; they are in a data file that is fetched when a trace
 * is printed.
 */

/** The name of the data file. It has one function name per line, ordered by number. */
export const FUNCTIONS = "functions";

/** Matches a numbered function at the start of a line of a trace; scripts/internal/wasmslim/names.go numbers them. */
const NUMBERED = /^((?:created by )?)[\w%:-]{1,99}\.(\d{5})(?=\D)/gm;

/** Returns the engine's output with function names, or as it is if the names cannot be loaded. */
export async function withFunctionNames(text: string, load: () => Promise<ArrayBuffer | null>): Promise<string> {
  if (text.search(NUMBERED) < 0) return text;
  const content = await load();
  const names = content ? new TextDecoder().decode(content).split("\n") : [];
  return text.replace(NUMBERED, (mention, start: string, number: string) => {
    const name = names[Number(number)];
    return name ? start + name : mention;
  });
}
