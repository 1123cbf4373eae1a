// Lays out graphs with ELK. Each line of the input is a graph in the format of elkjs, including its
// options. Each line of the output is {drawing, ms}: the graph with coordinates, and the time.
import { createInterface } from "node:readline";
import ELK from "elkjs/lib/elk.bundled.js";

const elk = new ELK();
for await (const line of createInterface({ input: process.stdin })) {
  const graph = JSON.parse(line);
  const start = performance.now();
  const drawing = await elk.layout(graph);
  process.stdout.write(`${JSON.stringify({ drawing, ms: performance.now() - start })}\n`);
}
