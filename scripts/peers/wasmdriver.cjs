// node wasmdriver.cjs wasm_exec.js ENGINE [NAME=FILE...]: evaluates with the engine that the page loads. Each line of
// the input is a request. Each line of the output is the time until its reply, in milliseconds.
const fs = require("node:fs");
const { createInterface } = require("node:readline");

const [loader, engine, ...data] = process.argv.slice(2);
require(loader);

async function main() {
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(engine), go.importObject);
  void go.run(instance);
  await new Promise((resolve) => setTimeout(resolve, 10)); // until the engine has registered its functions
  for (const each of data) {
    const [name, file] = each.split("=");
    pantographData(name, new Uint8Array(fs.readFileSync(file)));
  }
  for await (const request of createInterface({ input: process.stdin })) {
    const start = performance.now();
    pantographCall(request);
    process.stdout.write(`${performance.now() - start}\n`);
  }
}

void main();
