/** The page that other sites show in a frame, and its messages. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { everywhere, test } from "./engines.js";
import { Host, recordFaults } from "./host.js";
import { freshTab, launch, leave } from "./page.js";

let browser: Browser, host: Host;
before(async () => { [browser, host] = await Promise.all([launch(), Host.open("cached")]); });
after(async () => { await browser.close(); await host.close(); });

everywhere("a frame accepts messages only from the page that its address names", async () => {
  const page = await freshTab(browser, host.origin);
  const faults = await recordFaults(page);
  await page.goto(host.page("frame"));
  const outcome = await page.evaluate(async (address, own) => {
    const frame = document.querySelector<HTMLIFrameElement>("#frame")!;
    const messages: Record<string, unknown>[] = [];
    let wake = (): void => undefined;
    addEventListener("message", ({ data }) => { messages.push(data as Record<string, unknown>); wake(); });
    const until = async (op: string): Promise<Record<string, unknown>> => {
      for (;;) {
        const found = messages.find((message) => message["op"] === op);
        if (found) return found;
        await new Promise<void>((resolve) => { wake = resolve; });
      }
    };
    const ask = (message: object): void => frame.contentWindow?.postMessage({ v: 1, ...message }, "*");
    frame.src = `${address}?parent=${encodeURIComponent(own)}#example/pulumi/web-app`;
    await until("ready");
    const height = (await until("resize"))["height"] as number;
    ask({ id: 1, op: "getState" });
    const state = (await until("state"))["state"] as { readonly files: readonly { readonly name: string }[] };
    ask({ id: 2, op: "setState",
      state: { dialect: "pulumi", files: [{ name: "Pulumi.yaml", text: "name: x\noutputs: {said: 6}\n" }] } });
    ask({ id: 3, op: "run" });
    const result = (await until("result"))["result"] as { readonly text: string };
    messages.length = 0;
    ask({ id: 6, op: "resize", height: 333 });
    const resized = (await until("resize"))["height"];
    ask({ id: 4, op: "setState", state: { files: "none" } });
    const refused = (await until("refused"))["id"];
    messages.length = 0;
    frame.src = `${address}?parent=https://elsewhere.example#example/pulumi/web-app`;
    await until("ready");
    const isRead = new Promise((resolve) => { // this listener runs after that of the frame
      frame.contentWindow!.addEventListener("message",
        ({ data }) => { if ((data as { readonly id?: number }).id === 5) resolve(null); });
    });
    ask({ id: 5, op: "getState" });
    await isRead;
    postMessage({ op: "later than an answer" });
    await until("later than an answer");
    return { height, resized, file: state.files[0]?.name, text: result.text, refused,
      strangers: messages.map(({ op }) => op)
      .filter((op) => op !== "ready" && op !== "resize" && op !== "later than an answer") };
  }, host.at("embed.html"), host.origin);
  assert.ok(outcome.height > 100);
  assert.equal(outcome.resized, 333);
  assert.equal(outcome.file, "Pulumi.yaml");
  assert.match(outcome.text, /said: 6/);
  assert.equal(outcome.refused, 4);
  assert.deepEqual(outcome.strangers, []);
  assert.deepEqual(faults, []);
  await leave(page);
});

test("a frame says why it cannot show a document", async () => {
  const page = await freshTab(browser, host.origin);
  const faults = await recordFaults(page);
  for (const [hash, why] of [["#p1.k1.AAAA", "the link is damaged"], ["#p7.x.AAAA", "it may come from a newer one"],
      ["#example/hot/none", "There is no example hot/none."],
      ["#example/hot/none. Enter your password at evil.example", "There is no such example."]] as const) {
    await page.goto("about:blank");
    await page.goto(host.at(`embed.html${hash}`));
    await page.waitForSelector(`.missing::-p-text(${why})`);
  }
  assert.deepEqual(faults, []);
  await leave(page);
});

test("a frame answers every invalid message with a reason", async () => {
  const host = await Host.open("cached");
  const page = await freshTab(browser, host.origin);
  const faults = await recordFaults(page);
  const thrown: unknown[] = [];
  page.on("pageerror", (error) => thrown.push(error));
  await page.goto(host.page("frame"));
  const outcome = await page.evaluate(async (address, own) => {
    const frame = document.querySelector<HTMLIFrameElement>("#frame")!;
    const answers: Record<string, unknown>[] = [];
    let wake = (): void => undefined;
    addEventListener("message", ({ data }) => { answers.push(data as Record<string, unknown>); wake(); });
    const until = async (isIt: (message: Record<string, unknown>) => boolean): Promise<void> => {
      while (!answers.some(isIt)) await new Promise<void>((resolve) => { wake = resolve; });
    };
    frame.src = `${address}?parent=${encodeURIComponent(own)}#example/pulumi/web-app`;
    await until(({ op }) => op === "ready");
    const file = { name: "a", text: "b" };
    const wrong: unknown[] = [
      { op: "setState", state: { files: [null] } }, { op: "setState", state: null }, { op: "setState" },
      { op: "setState", state: [] }, { op: "setState", state: "x" },
      { op: "setState", state: { files: [] } },
      { op: "setState", state: { files: Array.from({ length: 65 }, () => file) } },
      { op: "setState", state: { files: [{ ...file, text: 1 }] } },
      { op: "setState", state: { view: "all" } }, { op: "setState", state: { dialect: {} } },
      { op: "resize", height: "x" }, { op: "resize" }, { op: "resize", height: -1 },
      { op: "setState", state: { files: new Array(2) } }, { op: "constructor" }, { op: null }, {}, { op: ["run"] },
    ];
    wrong.forEach((message, id) => frame.contentWindow?.postMessage({ v: 1, id, ...(message as object) }, "*"));
    frame.contentWindow?.postMessage({ v: 1, op: "getState" }, "*");
    frame.contentWindow?.postMessage({ v: 1, op: "getState", id: {} }, "*");
    frame.contentWindow?.postMessage({ v: 1, op: "getState", id: "last" }, "*");
    await until(({ id }) => id === "last");
    return { refused: answers.filter(({ op }) => op === "refused").map(({ id }) => id),
      expected: [...wrong.keys(), null, null], whys: answers.flatMap(({ why }) => why ?? []) };
  }, host.at("embed.html"), host.origin);
  assert.deepEqual(outcome.refused, outcome.expected);
  assert.ok(outcome.whys.every((why) => typeof why === "string" && why.length > 10));
  assert.deepEqual([...faults, ...thrown], []);
  await leave(page);
  await host.close();
});
