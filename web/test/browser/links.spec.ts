import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, Page } from "puppeteer-core";
import { encode } from "../../src/share/link.js";
import { everywhere, test } from "./engines.js";
import { Host } from "./host.js";
import {
  click, disableServiceWorker, DOWNLOADS, freshTab, isWebKit, launch, leave, PROGRAM, Sheet, waitUntil,
} from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const SECRETS = `${PROGRAM}config: {password: {type: string}}\n`;

function linkTo(text: string, more: object = {}): string {
  return encode({ dialect: "", files: [{ name: "Pulumi.yaml", text }], view: {}, engine: "", digest: "", rest: {},
    ...more })!;
}

/** Opens the Share dialog and returns its link once it is complete. */
async function share(sheet: Sheet): Promise<string> {
  await sheet.press("button", "Share");
  await sheet.page.waitForFunction(() => (document.querySelector<HTMLInputElement>(".linkline input")?.value
    ?? "") !== "");
  return sheet.page.$eval(".linkline input", (input) => (input as HTMLInputElement).value);
}

/** Records what the page copies, since a headless browser may deny access to the clipboard. */
function recordCopies(): void {
  const copies: string[] = [];
  Object.defineProperty(window, "copies", { value: copies });
  Object.defineProperty(navigator, "clipboard", { value: {
    writeText: (text: string) => { copies.push(text); return Promise.resolve(); },
    write: async (items: readonly ClipboardItem[]) => { // Monaco calls it at every click in Safari
      for (const item of items) await item.getType("text/plain").catch(() => undefined);
    },
  } });
}

async function copied(page: Page): Promise<string> {
  const text = await page.waitForFunction(() => (window as unknown as { copies: string[] }).copies.at(-1));
  return (await text.jsonValue()) ?? "";
}

async function goToHash(page: Page, hash: string): Promise<void> {
  await page.evaluate((each) => { location.hash = each; }, hash);
}

/** Waits until the browser has downloaded a .zip file completely. */
async function downloaded(name: string): Promise<string> {
  const path = join(DOWNLOADS, name);
  // A complete .zip file has an end record.
  const isComplete = (): boolean => existsSync(path) && readFileSync(path).includes("PK\x05\x06");
  await waitUntil(isComplete, `${name} is downloaded`);
  return path;
}

/**
 * Goes back or forward like the browser's buttons. The navigation starts after the script has returned,
 * because WebKit's driver loses the result of a script if a navigation starts before that.
 */
async function go(page: Page, steps: number): Promise<void> {
  await page.evaluate((each) => { setTimeout(() => history.go(each)); }, steps);
}

/** The maximum length of a tab's history, which may be full of entries from earlier tests. */
const MAX_ENTRIES = isWebKit ? 100 : 50;

function historyLength(page: Page): Promise<number> {
  return page.evaluate(() => history.length);
}

everywhere("a copied link opens the same document in another browser", async () => {
  const sheet = await Sheet.open(browser, { before: recordCopies });
  await sheet.write(PROGRAM.replace("hello", "shared"));
  await sheet.waitForText("#result", "said: shared there");
  await sheet.press("tab", "Graph");
  await share(sheet);
  await sheet.press("button", "Copy link");
  const link = await copied(sheet.page);
  await sheet.close();

  const other = await Sheet.open(browser, { hash: link.slice(link.indexOf("#")) });
  await other.waitForText("#editor", "greeting: shared");
  await other.page.waitForSelector("#tab-graph[aria-selected=true]");
  await other.page.waitForSelector("::-p-text(From a link.)");
  assert.equal(await other.page.evaluate(() => location.hash), link.slice(link.indexOf("#")));
  await other.press("tab", "Result");
  await other.waitForText("#result", "said: shared there");
  await other.close();
});

everywhere("a link pasted into an open tab keeps the draft, adds one entry to the history, and back and forward work",
    async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "draft"));
  await sheet.waitForText("#result", "said: draft there");
  const entries = await historyLength(sheet.page);
  const link = linkTo(PROGRAM.replace("hello", "linked"));
  await goToHash(sheet.page, link);
  await sheet.waitForText("#result", "said: linked there");
  await sheet.page.waitForSelector("::-p-text(Your draft is kept.)");
  assert.equal(await historyLength(sheet.page), Math.min(entries + 1, MAX_ENTRIES));
  await go(sheet.page, -1);
  await sheet.waitForText("#editor", "greeting: draft");
  await go(sheet.page, 1);
  await sheet.waitForText("#editor", "greeting: linked");
  await sheet.press("button", "Back to my text");
  await sheet.waitForText("#editor", "greeting: draft");
  assert.equal(await sheet.page.evaluate(() => location.hash), "");
  await sheet.write(PROGRAM.replace("hello", "more"));
  await sheet.waitForText("#result", "said: more there");
  assert.equal(await historyLength(sheet.page), Math.min(entries + 1, MAX_ENTRIES));
  await sheet.close();
});

test("a linked document can become the draft, and the old draft is then under Recent", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "draft"));
  await goToHash(sheet.page, linkTo(PROGRAM.replace("hello", "linked")));
  await sheet.waitForText("#editor", "greeting: linked");
  await sheet.press("button", "Make this mine");
  await sheet.page.waitForSelector("::-p-text(This is your text now.)");
  await sheet.page.waitForFunction(() => location.hash === "");
  await sheet.press("button", "Examples");
  await click(sheet.page, ".recent .example");
  await sheet.waitForText("#editor", "greeting: draft");
  await sheet.close();
});

test("a mangled link is repaired, and a damaged one is explained", async () => {
  const sheet = await Sheet.open(browser);
  await goToHash(sheet.page, linkTo(PROGRAM.replace("hello", "mangled")).replace(".", "%2E")
    .replace(/.{20}/g, "$&%0A") + ").");
  await sheet.waitForText("#editor", "greeting: mangled");
  assert.match(await sheet.page.evaluate(() => location.hash), /^#p1\.\w+\.[\w-]+$/);
  await goToHash(sheet.page, `${linkTo(PROGRAM).slice(0, 40)}`);
  await sheet.page.waitForSelector("::-p-text(Nothing was opened: the link is damaged)");
  await sheet.waitForText("#editor", "greeting: mangled");
  await goToHash(sheet.page, "#p9.x.AAAA");
  await sheet.page.waitForSelector("::-p-text(it may come from a newer one)");
  await sheet.close();
});

everywhere("before Monaco is loaded, the page shows the text of a link, an example or a draft, and its result",
    async () => {
  const host = await Host.open();
  const page = await freshTab(browser, host.origin);
  await page.evaluateOnNewDocument(disableServiceWorker); // it would store Monaco
  const { assets } = JSON.parse(readFileSync("dist/manifest.json",
    "utf8")) as { readonly assets: Readonly<Record<"monaco" | "gallery", string>> };
  const shows = (text: string, result: string): Promise<unknown> => page.waitForFunction((...wanted: string[]) =>
    ["#editor > pre", "#result > pre"].every((selector, at) => {
      const pre = document.querySelector(selector);
      return pre?.textContent?.includes(wanted[at]!) && getComputedStyle(pre).visibility === "visible";
    }), {}, text, result);
  let visits = 0; // in each URL, since a browser does not load a page again if only the fragment has changed
  const open = async (hash: string): Promise<unknown> => page.goto(host.at(`?${++visits}${hash}`));

  host.gone.add(assets.monaco);
  await open(linkTo(PROGRAM));
  await shows("greeting: hello", "said: hello there");
  await open("#example/esc/secrets");
  await shows("fn::secret", "[secret]");
  // Safari does not reuse a preloaded response that must not be stored, as those of this host.
  if (!isWebKit) assert.equal(host.requested.filter((path) => path === assets.gallery).length, 1);
  await open("#example/esc/gone");
  await shows("runtime: yaml", "instanceType");

  host.gone.clear();
  await open(linkTo(PROGRAM));
  await page.waitForSelector("#editor .view-line ::-p-text(greeting)");
  assert.equal(await page.$("#editor > pre, #result > pre"), null);
  await page.click("#editor .view-lines");
  await page.keyboard.down("Control");
  await page.keyboard.press("End");
  await page.keyboard.up("Control");
  await page.keyboard.type("  more: mine");
  // A text whose evaluation does not finish before the page is left is not evaluated by itself when it is opened again.
  await page.waitForSelector("#result .view-line ::-p-text(mine)");
  await page.evaluateOnNewDocument(() => { // WebKit does not request Monaco's script again
    Object.defineProperty(HTMLScriptElement.prototype, "src", { set(this: HTMLScriptElement) {
      this.setAttribute("src", "gone.js");
    } });
  });
  await open("");
  await shows("more: mine", "more: mine");
  await leave(page);
  await host.close();
});

everywhere("if the editor could not be loaded, but its files are there now, the page loads again once", async () => {
  const host = await Host.open();
  const page = await freshTab(browser, host.origin);
  await page.evaluateOnNewDocument(disableServiceWorker);
  await page.evaluateOnNewDocument(() => {
    const loads = Number(sessionStorage.getItem("loads") ?? 0) + 1;
    sessionStorage.setItem("loads", String(loads));
    if (loads > 1 && !location.search) return;
    Object.defineProperty(HTMLScriptElement.prototype, "src", { set(this: HTMLScriptElement) {
      this.setAttribute("src", "gone.js");
    } });
  });
  await page.goto(host.at(linkTo(PROGRAM)));
  await page.waitForSelector("#editor .view-line ::-p-text(greeting)");
  assert.equal(await page.evaluate(() => sessionStorage.getItem("loads")), "2");
  await page.goto(host.at("?always"));
  await page.waitForFunction(() => sessionStorage.getItem("loads") === "4"
    && document.body?.textContent?.includes("could not be loaded"));
  await new Promise((resolve) => setTimeout(resolve, 1_000)); // until the files have been checked again
  assert.equal(await page.evaluate(() => sessionStorage.getItem("loads")), "4");
  await leave(page);
  await host.close();
});

test("a ribbon says that the result differs from the author's", async () => {
  const same = await Sheet.open(browser, { hash: linkTo(PROGRAM, { engine: "0.0.1", digest: "aaaaaaaa" }) });
  await same.page.waitForSelector("::-p-text(differs from what the author saw with engine 0.0.1)");
  const link = await share(same);
  await same.close();
  const other = await Sheet.open(browser, { hash: link.slice(link.indexOf("#")) });
  await other.waitForText("#result", "said: hello there");
  assert.equal(await other.page.$("::-p-text(differs from what)"), null);
  await other.close();
});

test("the page repeats no sentence from a link or an address, and reports an address that it does not know",
    async () => {
  const sheet = await Sheet.open(browser, { hash: "#example/pulumi/<b>\u202eno such/thing" });
  await sheet.page.waitForSelector(".ribbon::-p-text(There is no such example.)");
  await goToHash(sheet.page, `#example/pulumi/${encodeURIComponent("Log in at evil.example")}`);
  await goToHash(sheet.page, "#example/pulumi/gone");
  await sheet.page.waitForSelector(".ribbon::-p-text(There is no example pulumi/gone.)");
  for (const engine of ["1.0. Log in at evil.example", "\u202e1.0", "9".repeat(100_000)]) {
    await goToHash(sheet.page, "");
    await goToHash(sheet.page, linkTo(PROGRAM.replace("hello", engine.slice(0, 9)), { engine, digest: "aaaaaaaa" }));
    await sheet.page.waitForSelector(".ribbon::-p-text(the result differs from what the author saw.)");
  }
  await sheet.close();
});

test("the Share dialog warns about long links and leaves out secrets", async () => {
  const sheet = await Sheet.open(browser, { before: recordCopies });
  const noise = Array.from({ length: 2_500 }, (_, index) => Math.imul(index + 1, 2654435761).toString(36)).join("");
  await sheet.write(`${PROGRAM}# ${noise}\n`);
  await share(sheet);
  await sheet.page.waitForSelector(".share .warning::-p-text(truncate or refuse a link this long)");
  await sheet.page.keyboard.press("Escape");
  await goToHash(sheet.page, linkTo(SECRETS,
    { files: [{ name: "Pulumi.yaml", text: SECRETS },
    { name: "inputs.yaml", text: "config: {password: {secret: hunter2}}\n" }] }));
  await sheet.waitForNamed("tab", "inputs.yaml");
  const without = await share(sheet);
  await click(sheet.page, ".share .warning input[type=checkbox]");
  await sheet.page.waitForFunction((old) =>
    ![old, ""].includes(document.querySelector<HTMLInputElement>(".linkline input")?.value ?? ""), {}, without);
  await sheet.press("button", "Markdown with source and result");
  assert.match(await copied(sheet.page), /hunter2/);
  await click(sheet.page, ".share .warning input[type=checkbox]");
  await sheet.page.waitForFunction((old) => document.querySelector<HTMLInputElement>(".linkline input")?.value === old,
    {}, without);
  await sheet.press("button", "HTML that readers can change");
  await sheet.page.waitForFunction(() => (window as unknown as { copies: string[] }).copies.length === 2);
  assert.doesNotMatch(await copied(sheet.page), /hunter2/);
  await sheet.close();
});

everywhere("a document can be downloaded as .zip and opened again", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "archived").replace("name: test", "name: my app"));
  await sheet.waitForText("#result", "said: archived there");
  await share(sheet);
  await sheet.press("button", "Download .zip");
  const archive = await downloaded("my-app.zip");
  await sheet.close();

  const other = await Sheet.open(browser);
  await share(other);
  const picker = await other.page.waitForSelector("pg-share input[type=file]");
  await (picker as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(archive);
  await other.waitForText("#editor", "greeting: archived");
  await other.waitForText("#result", "said: archived there");
  await other.close();
});

everywhere("every form in the Share dialog can be copied with the keyboard, and the focus returns", async () => {
  const sheet = await Sheet.open(browser, { before: recordCopies, hash: linkTo(PROGRAM.replace("hello", "typed")) });
  await sheet.waitForText("#result", "said: typed there");
  await sheet.page.focus("pg-share button.opener");
  await sheet.page.keyboard.press("Enter");
  await sheet.page.waitForFunction(() => document.activeElement?.matches(".linkline button:enabled"));
  const wanted: readonly RegExp[] = [
    /^http\S+#p1\.\S+$/, /^\[[^\]]+\]\(http\S+#p1\.\S+\)$/,
    /```yaml\nname: test[^]*evaluates to[^]*said: typed there[^]*\[[^\]]+: open and change it\]/,
    /<pre><code class="language-yaml">name: test[^]*<pantograph-example dialect="pulumi"[^]*embed\.js/,
    /^<iframe src="http\S+embed\.html#p1\./,
  ];
  for (const [count, form] of wanted.entries()) {
    await sheet.page.keyboard.press("Enter");
    await sheet.page.waitForFunction((many) => (window as unknown as { copies: string[] }).copies.length > many,
      {}, count);
    assert.match(await copied(sheet.page), form);
    await sheet.page.keyboard.press("Tab");
  }
  const rest: string[] = [];
  for (let steps = 0; steps < 3; steps++) {
    if (steps > 0) await sheet.page.keyboard.press("Tab");
    rest.push(await sheet.page.evaluate(() => document.activeElement?.textContent?.trim() ?? ""));
  }
  assert.deepEqual(rest, ["Download .zip", "Download .txtar", "Open a file"]);
  await sheet.page.keyboard.press("Escape");
  await sheet.page.waitForFunction(() =>
    document.querySelector(".share:popover-open") === null
    && document.activeElement?.matches("pg-share button.opener"));
  await sheet.close();
});

test("axe finds no problem in the open Share dialog, light and dark, wide and narrow", async () => {
  for (const width of [1280, 390]) {
    const sheet = await Sheet.open(browser,
      { width, hash: linkTo(SECRETS,
      { files: [{ name: "Pulumi.yaml", text: SECRETS },
      { name: "inputs.yaml", text: "config: {password: {secret: hunter2}}\n" }] }) });
    await sheet.page.evaluate(readFileSync("node_modules/axe-core/axe.min.js", "utf8"));
    await share(sheet);
    for (const theme of ["light", "dark"]) {
      const violations = await sheet.page.evaluate(async (wanted) => {
        document.documentElement.dataset["theme"] = wanted;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const { axe } = window as unknown as { axe: { run(within: string,
          options: object): Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }> } };
        const { violations } = await axe.run(".share",
          { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"],
          rules: { region: { enabled: false } } });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      }, theme);
      assert.deepEqual(violations, [], `${width} ${theme}`);
    }
    await sheet.close();
  }
});

everywhere("an archive dropped on the page is opened, and the draft is kept", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "draft"));
  await sheet.waitForText("#result", "said: draft there");
  await sheet.page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "app.txtar"));
    document.querySelector("#editor")?.dispatchEvent(new DragEvent("drop",
      { bubbles: true, cancelable: true, dataTransfer }));
  }, `A comment.\n-- app/Pulumi.yaml --\n${PROGRAM.replace("hello", "dropped")}-- app/inputs.yaml --\nstack: prod\n`);
  await sheet.waitForText("#result", "said: dropped there");
  await sheet.waitForNamed("tab", "inputs.yaml");
  await sheet.press("button", "Back to my text");
  await sheet.waitForText("#editor", "greeting: draft");
  await sheet.close();
});
