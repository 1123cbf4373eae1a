import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import type { Browser, KeyInput } from "puppeteer-core";
import { everywhere } from "./engines.js";
import { Host } from "./host.js";
import { address, EMPTY_PAGE, freshTab, isFirefox, launch, PROGRAM, Sheet, waitUntil } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/** A violation of a policy is a fault, so closing the sheet fails. */
everywhere("the editor's widgets work under the page's policy", async () => {
  const sheet = await Sheet.open(browser, { isStored: true });
  const { page } = sheet;
  const keys = async (key: KeyInput, ...held: KeyInput[]): Promise<void> => {
    for (const each of held) await page.keyboard.down(each);
    await page.keyboard.press(key);
    for (const each of held.toReversed()) await page.keyboard.up(each);
  };
  const shown = async (selector: string): Promise<void> => {
    await page.waitForSelector(selector, { visible: true });
    await page.keyboard.press("Escape");
    await page.waitForSelector(selector, { hidden: true });
    await page.keyboard.press("Escape");
    // Other parts of the editor, such as the search box, can have the focus, but ignore the editor's shortcuts.
    await page.waitForFunction(() =>
      document.activeElement?.matches("#editor :is(.native-edit-context, textarea.inputarea)"));
  };
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  const position = await sheet.positionOf("#editor", "${greeting");
  await page.mouse.click(position.x + 8, position.y);
  await keys("F2");
  await shown(".rename-box");
  await keys("F12", "Shift");
  await shown(".peekview-widget, .zone-widget");
  await keys("f", "Control");
  await shown(".find-widget.visible");
  await keys("g", "Control");
  await shown(".quick-input-widget");
  await keys("o", "Control", "Shift");
  await shown(".quick-input-widget");
  await keys(" ", "Control");
  await shown(".suggest-widget.visible");
  // The menu is drawn in its own shadow root.
  await page.mouse.click(position.x + 8, position.y, { button: "right" });
  const menu = (isOpen: boolean): Promise<unknown> => page.waitForFunction((wanted) =>
    [...document.querySelectorAll("*")].some((each) => each.shadowRoot?.querySelector(".monaco-menu")
      ?? each.matches(".monaco-menu")) === wanted, {}, isOpen);
  await menu(true);
  await page.keyboard.press("Escape");
  await menu(false);
  for (const name of ["Share", "Examples"]) {
    await sheet.press("button", name);
    await page.waitForSelector("[role=dialog]:popover-open");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("[role=dialog]:popover-open"));
  }
  await sheet.close();
});

/** Returns the main script of a page of dist. */
function mainScript(page: string): string {
  const scripts = [...readFileSync(`dist/${page}`, "utf8").matchAll(/src="(assets\/[^"]+\.js)"/g)];
  return new URL(scripts.at(-1)?.[1] ?? "", address).href;
}

everywhere("what Monaco cancels is not reported as an error", async () => {
  const sheet = await Sheet.open(browser, { expected: /^thrown: .*really wrong/ });
  // A rejection in a script of the driver would not cause an event in all browsers.
  assert.deepEqual(await sheet.page.evaluate(() => ["Canceled", "really wrong"].map((name) => {
    const reason = Object.assign(new Error(name), { name });
    return !dispatchEvent(new PromiseRejectionEvent("unhandledrejection",
      { promise: Promise.resolve(), reason, cancelable: true }));
  })), [true, false]);
  await sheet.close();
});

everywhere("other sites cannot show the page in a frame, only the page that is made for frames", async () => {
  const host = await Host.open();
  const page = await freshTab(browser, host.origin), requested = new Set<string>();
  page.on("request", (request) => requested.add(request.url()));
  await page.goto(host.origin + EMPTY_PAGE);
  for (const name of ["index.html", "embed.html"]) {
    await page.evaluate((url) => {
      const frame = document.createElement("iframe");
      frame.src = url;
      document.body.append(frame);
    }, new URL(name, address).href);
    await waitUntil(() => requested.has(new URL(name, address).href), `${name} is requested`);
  }
  await waitUntil(() => requested.has(mainScript("embed.html")), "the script in the frame is requested");
  assert.ok(!requested.has(mainScript("index.html")), "the page runs in a frame of another site");
  await page.close(); // Firefox does not finish loading the next page in a tab with a frame that was refused
  await host.close();
});

everywhere("a URL in a program is not a link in a hover", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "https://evil.example/ www.evil.example"));
  await sheet.waitForText("#result", "evil.example");
  const position = await sheet.positionOf("#editor", "${greeting");
  await sheet.page.mouse.move(position.x, position.y);
  await sheet.page.mouse.move(position.x + 3, position.y);
  await sheet.page.waitForSelector(".monaco-hover ::-p-text(evil.example)");
  const links = await sheet.page.$$eval(".monaco-hover a",
    (all) => all.map((link) => `${link.getAttribute("href")} ${(link as HTMLElement).dataset["href"]}`));
  assert.deepEqual(links.filter((link) => link.includes("evil")), []);
  await sheet.close();
});

everywhere("a script can create neither a Trusted Types policy nor markup from a string",
  { skip: isFirefox && "this Firefox has no Trusted Types" },
    async () => {
  const sheet = await Sheet.open(browser,
    { expected: /policy: (trusted-types|require-trusted-types-for)|TrustedHTML|Policy|Trusted Type/ });
  const refused = await sheet.page.evaluate(() => {
    const tried = (work: () => unknown): string => {
      try {
        work();
        return "allowed";
      } catch (error) {
        return (error as Error).name;
      }
    };
    const { trustedTypes } = window as unknown as { readonly trustedTypes: { createPolicy(name: string,
      rules: object): unknown } };
    return [tried(() => trustedTypes.createPolicy("other", {})),
      tried(() => trustedTypes.createPolicy("pantograph", {})),
      tried(() => { document.createElement("p").innerHTML = "<b>"; })];
  });
  assert.deepEqual(refused, ["TypeError", "TypeError", "TypeError"]);
  await sheet.close();
});
