// node replay.js wasm_exec.js: sends each line of the file requests to engine.wasm, and fails if a
// reply differs from the corresponding line of the file replies.

const fs = require("node:fs");
require(process.argv[2]);

const pause = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));
const linesOf = (file) => fs.readFileSync(file, "utf8").split("\n").slice(0, -1);

/** Shows the first difference between two replies. */
function difference(got, want) {
  let at = 0;
  while (at < want.length && got[at] === want[at]) at++;
  return `  got  ${got.slice(Math.max(0, at - 60), at + 100)}\n  want ${want.slice(Math.max(0, at - 60), at + 100)}`;
}

async function main() {
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(fs.readFileSync("engine.wasm"), go.importObject);
  void go.run(instance);
  await pause(10);
  for (const file of fs.readdirSync(".")) {
    if (file.startsWith("data-")) pantographData(file.slice("data-".length), new Uint8Array(fs.readFileSync(file)));
  }
  const replies = linesOf("replies");
  const wrong = [];
  for (const [index, request] of linesOf("requests").entries()) {
    if (index % 5000 === 0) await pause(60); // long enough to collect garbage
    try {
      const got = pantographCall(request);
      if (got !== replies[index]) wrong.push(`${request.slice(0, 300)}\n${difference(got, replies[index])}`);
    } catch (error) {
      wrong.push(`${request.slice(0, 3000)}\n  crashed the engine: ${error.message}`);
      break;
    }
  }
  console.log(`${wrong.length} replies differ\n${wrong.slice(0, 5).join("\n")}`);
  process.exit(wrong.length > 0 ? 1 : 0);
}

void main();
