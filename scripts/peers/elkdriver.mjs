// Lays out graphs with ELK's layered algorithm and orthogonal edges. Each line of the input is a
// graph in elkjs's format, each line of the output {drawing, ms}: the drawing and its duration.
import { createInterface } from "node:readline";
import ELK from "elkjs/lib/elk.bundled.js";

const elk = new ELK();
for await (const line of createInterface({ input: process.stdin })) {
  const graph = JSON.parse(line);
  const start = performance.now();
  const drawing = await elk.layout(graph);
  process.stdout.write(`${JSON.stringify({ drawing, ms: performance.now() - start })}\n`);
}
