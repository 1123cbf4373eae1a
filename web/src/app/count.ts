/** Formats an integer with commas: 12,345. toLocaleString takes 30 ms for the first one, while the page starts. */
export function withCommas(count: number): string {
  if (count < 1000) return `${count}`;
  return `${withCommas(Math.floor(count / 1000))},${`${count % 1000}`.padStart(3, "0")}`;
}
