/** The fake engine, using the worker's message protocol. */
import type { FromWorker, ToWorker } from "../../src/evaluator/client.js";
import { FakeEngine } from "./engine.js";

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
};
const engine = new FakeEngine();

scope.onmessage = ({ data }) => {
  if (data.type !== "call") return;
  try {
    scope.postMessage({ type: "reply", id: data.id, reply: engine.call(data.request), took: 1, memory: 0 });
  } catch (error) {
    scope.postMessage({ type: "crash", message: String(error) });
  }
};
