import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { everywhere, test } from "./engines.js";
import { address, CANNOT, click, freshTab, launch, leave, PROGRAM, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/**
 * Waits until a draft with this text is stored: in the database, or in localStorage if the database
 * opens too slowly.
 */
async function waitForStored(sheet: Sheet, text: string): Promise<void> {
  await sheet.page.waitForFunction(async (wanted) => {
    if (Object.entries({ ...localStorage })
      .some(([key, value]) => key.startsWith("pantograph.kept ") && String(value).includes(wanted))) return true;
    // Opening the database would create it.
    if (!(await indexedDB.databases()).some(({ name }) => name === "pantograph /")) return false;
    return new Promise((resolve) => {
      const opening = indexedDB.open("pantograph /");
      opening.onerror = () => resolve(false);
      opening.onsuccess = () => {
        const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
        all.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(all.result).includes(wanted)); };
      };
    });
  }, { polling: 50 }, text);
}

everywhere("a draft survives an immediate reload", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "kept"));
  await sheet.waitForText("#editor", "greeting: kept");
  await sheet.page.reload();
  await sheet.ready();
  await sheet.waitForText("#editor", "greeting: kept");
  await sheet.close();
});

/** Makes the clock go back by an hour at each reload. */
function turnBackClock(): void {
  if (location.host === "") return; // Firefox's empty first document has no storage
  const back = Number(sessionStorage.getItem("test.back") ?? 0), now = Date.now.bind(Date);
  sessionStorage.setItem("test.back", String(back + 3_600_000));
  Date.now = () => now() - back;
}

everywhere("after the clock went back, the draft of the last page is restored, not the one with the latest time",
  async () => {
    const sheet = await Sheet.open(browser, { before: turnBackClock });
    for (const word of ["first", "second", "third"]) {
      await sheet.write(PROGRAM.replace("hello", word));
      await waitForStored(sheet, word);
      await sheet.page.reload();
      await sheet.ready();
      await sheet.waitForText("#editor", `greeting: ${word}`);
    }
    await sheet.write(PROGRAM.replace("hello", "fourth"));
    await sheet.waitForText("#editor", "greeting: fourth");
    await sheet.page.reload(); // before the draft is stored in the database
    await sheet.ready();
    await sheet.waitForText("#editor", "greeting: fourth");
    await sheet.close();
  });

/** Makes the database hang on the first visit, and counts the attempts to write a draft. */
function hangDatabase(): void {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (visit?.type === "reload") return;
  indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
  const native = window.setTimeout, page = window as unknown as { saves: number };
  page.saves = 0;
  window.setTimeout = ((action: () => void, milliseconds?: number) => {
    if (milliseconds === 2000) return 0; // the page must not give up waiting
    return native(milliseconds === 400 ? () => { action(); page.saves++; } : action, milliseconds);
  }) as typeof setTimeout;
}

for (const [when, saves] of [["before the database has opened", 0], ["while a draft is being written", 1]] as const) {
  everywhere(`a draft survives a reload ${when}`, async () => {
    const sheet = await Sheet.open(browser, { before: hangDatabase });
    await sheet.write(PROGRAM.replace("hello", "kept"));
    await sheet.waitForText("#editor", "greeting: kept");
    await sheet.page.waitForFunction((least) => (window as unknown as { saves: number }).saves >= least, {}, saves);
    await sheet.page.reload();
    await sheet.ready();
    await sheet.waitForText("#editor", "greeting: kept");
    await sheet.close();
  });
}

test("a draft is stored while the page is open", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "kept"));
  await waitForStored(sheet, "greeting: kept");
  await sheet.close();
});

everywhere("each of two tabs keeps its own draft", async () => {
  const one = await Sheet.open(browser);
  await one.write(PROGRAM.replace("hello", "first"));
  await one.waitForText("#result", "said: first there");
  await waitForStored(one, "greeting: first"); // a new tab starts with the latest draft
  const two = await one.another();
  await two.waitForText("#editor", "greeting: first");
  await two.write(PROGRAM.replace("hello", "second"));
  await two.waitForText("#result", "said: second there");
  for (const [sheet, text] of [[one, "first"], [two, "second"]] as const) {
    await sheet.page.bringToFront();
    await sheet.page.reload();
    await sheet.ready();
    await sheet.waitForText("#editor", `greeting: ${text}`);
  }
  await one.close();
});

test("replaced documents are listed under Recent, and can be named", async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "older").replace("name: test", "name: older-app"));
  await sheet.waitForText("#result", "said: older there");
  const open = async (number: number): Promise<void> => {
    await sheet.press("button", "Examples");
    await sheet.page.waitForSelector(".gallery section:not(.recent) .example");
    await (await sheet.page.$$(".gallery section:not(.recent) .example"))[number]!.click();
    await sheet.page.waitForFunction(() => location.hash.startsWith("#example/"));
  };
  await open(0);
  await sheet.write(PROGRAM.replace("hello", "newer"));
  await sheet.waitForText("#result", "said: newer there");
  await open(1);
  await sheet.press("button", "Examples");
  await sheet.page.waitForSelector(".recent .example::-p-text(older-app)");
  await sheet.press("button", "Name older-app");
  await sheet.page.waitForFunction(() => document.activeElement?.matches("input.naming"));
  await sheet.page.keyboard.type("My keepsake");
  await sheet.page.keyboard.press("Enter");
  await click(sheet.page, ".recent .named::-p-text(My keepsake)");
  await sheet.waitForText("#editor", "greeting: older");
  await sheet.close();
});

test("without storage the page works and says that drafts are not kept", async () => {
  const sheet = await Sheet.open(browser, {
    before: () => {
      const deny = (): never => { throw new DOMException("denied", "SecurityError"); };
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name,
        { get: deny });
    },
  });
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
  await sheet.page.waitForSelector(".unkept::-p-text(drafts are not saved)");
  await sheet.close();
});

test("a draft survives a crash of its tab", { skip: CANNOT.crash }, async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "before the crash"));
  await waitForStored(sheet, "before the crash");
  const session = await sheet.page.createCDPSession();
  const crashed = new Promise((resolve) => { sheet.page.once("error", resolve); });
  session.send("Page.crash").catch(() => undefined); // a page that crashes sends no reply
  await crashed;
  const next = await sheet.another();
  await next.waitForText("#editor", "greeting: before the crash");
  await next.close();
});

everywhere("the page says that the storage is full, and still works", async () => {
  const sheet = await Sheet.open(browser, {
    before: () => {
      const full = (): never => { throw new DOMException("full", "QuotaExceededError"); };
      const { put } = IDBObjectStore.prototype;
      Storage.prototype.setItem = full;
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...record) { return "isFull" in window ? full()
        : put.apply(this, record); };
    },
  });
  await sheet.write(PROGRAM.replace("hello", "small"));
  await waitForStored(sheet, "greeting: small");
  await sheet.page.evaluate(() => { Object.assign(window, { isFull: true }); });
  await sheet.write(PROGRAM.replace("hello", "large"));
  await sheet.page.waitForSelector(".unkept::-p-text(full)");
  await sheet.waitForText("#result", "said: large there");
  await sheet.page.evaluate(() => { delete (window as { isFull?: boolean }).isFull; });
  await sheet.write(PROGRAM.replace("hello", "room again"));
  await waitForStored(sheet, "greeting: room again");
  await sheet.page.waitForFunction(() => document.querySelector(".unkept") === null);
  await sheet.close();
});

test("a draft is found again when other pages of the origin have filled localStorage", async () => {
  const sheet = await Sheet.open(browser, {
    before: () => { // before the page stores anything, since it could reuse that space
      if (location.pathname !== "/" || localStorage.length > 0) return;
      for (let size = 1 << 23; size > 0;) {
        try {
          localStorage.setItem(`another page's ${localStorage.length}`, "x".repeat(size));
        } catch {
          size >>= 1;
        }
      }
    },
  });
  for (const [word, isSaved] of [["later", true], ["at once", false]] as const) {
    await sheet.write(PROGRAM.replace("hello", word));
    await sheet.waitForText("#result", `said: ${word} there`);
    if (isSaved) await waitForStored(sheet, `greeting: ${word}`);
    await sheet.page.reload();
    await sheet.ready();
    await sheet.waitForText("#editor", `greeting: ${word}`);
    assert.equal(await sheet.page.evaluate(() => Object.keys(localStorage).filter((key) =>
      key.startsWith("pantograph")).join()), "");
  }
  await sheet.close();
});

test("Reset can be undone", async () => {
  const sheet = await Sheet.open(browser);
  const before = await sheet.text("#editor");
  await sheet.write(PROGRAM.replace("hello", "changed"));
  await sheet.waitForText("#result", "said: changed there");
  await sheet.press("button", "Reset");
  await sheet.page.waitForFunction((first) =>
    document.querySelector("#editor .view-line")?.textContent?.replaceAll("\u00a0", " ") === first, {},
    before.split("\n")[0]);
  await sheet.press("button", "Back to my text");
  await sheet.waitForText("#editor", "greeting: changed");
  await sheet.close();
});

test("the selected part survives a reload, and is part of a link", async () => {
  const sheet = await Sheet.open(browser, { hash: "#example/pullconf/fleet" });
  const parts = await sheet.page.waitForSelector("pg-output .pick select");
  const part = await parts!.evaluate((select) => (select as HTMLSelectElement).options[1]!.value);
  const isChosen = (page: typeof sheet.page): Promise<unknown> =>
    page.waitForFunction((wanted) =>
    document.querySelector<HTMLSelectElement>("pg-output .pick select")?.value === wanted, {}, part);
  await sheet.focusEditor();
  await sheet.chord("Control", "Home");
  await sheet.page.keyboard.type("# mine\n");
  await sheet.page.select("pg-output .pick select", part);
  await waitForStored(sheet, `"only":${JSON.stringify(part)}`);
  await sheet.page.reload();
  await isChosen(sheet.page);
  await sheet.press("button", "Share");
  const link = await sheet.page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>(".linkline input")?.value.replace(/^[^#]*/, ""));
  const other = await Sheet.open(browser, { hash: (await link.jsonValue()) ?? "" });
  await isChosen(other.page);
  await other.close();
  await sheet.close();
});

everywhere("a page restored from the back/forward cache does not overwrite drafts of later pages in its tab",
    async () => {
  const sheet = await Sheet.open(browser);
  await sheet.write(PROGRAM.replace("hello", "earlier"));
  await waitForStored(sheet, "greeting: earlier");
  const { page } = sheet;
  const address = page.url();
  await page.evaluate(() => { Object.assign(window, { isSame: true }); });
  await page.goto(new URL("reference.html", address).href);
  await page.goto(address);
  await sheet.ready();
  await sheet.write(PROGRAM.replace("hello", "later"));
  await waitForStored(sheet, "greeting: later");
  await page.evaluate(() => { Object.assign(window, { isLater: true }); history.go(-2); });
  // Drivers do not report that a page was restored from the cache.
  await page.waitForFunction(() => !("isLater" in window));
  await sheet.ready();
  await sheet.waitForText("#editor", "greeting: ");
  await sheet.write(PROGRAM.replace("hello", "back again"));
  await waitForStored(sheet, "greeting: back again");
  const isCached = await page.evaluate(() => "isSame" in window);
  if (isCached) await waitForStored(sheet, "greeting: later"); // otherwise it was loaded again, with the later draft
  await sheet.close();
});

test("a page restored from the back/forward cache gets a new name if a duplicate of its tab has taken the old one",
    async () => {
  const sheet = await Sheet.open(browser), { page } = sheet;
  const nameIn = (tab: typeof page): Promise<string> =>
    tab.evaluate(() => sessionStorage.getItem("pantograph.tab / ") ?? "");
  await sheet.write(PROGRAM.replace("hello", "cached"));
  await waitForStored(sheet, "greeting: cached");
  await page.evaluate(() => { Object.assign(window, { isSame: true }); });
  await page.goto(new URL("reference.html", address).href);
  const name = await nameIn(page);
  const twin = await sheet.another({ session: { "pantograph.tab / ": name } });
  await twin.waitForText("#editor", "greeting: cached");
  assert.equal(await nameIn(twin.page), name, "the duplicate must keep the name, which no open page holds");
  await twin.write(PROGRAM.replace("hello", "of the twin"));
  await waitForStored(twin, "greeting: of the twin");
  await page.bringToFront();
  await page.evaluate(() => { setTimeout(() => history.back()); });
  await page.waitForFunction(() => "isSame" in window);
  await sheet.write(PROGRAM.replace("hello", "restored"));
  await sheet.waitForText("#result", "said: restored there");
  await waitForStored(sheet, "greeting: restored");
  assert.notEqual(await nameIn(page), name);
  for (const [each, text] of [[twin, "of the twin"], [sheet, "restored"]] as const) {
    await each.page.bringToFront();
    await each.page.reload();
    await each.ready();
    await each.waitForText("#editor", `greeting: ${text}`);
  }
  await sheet.close();
});

test("drafts of an older release are imported", async () => {
  const page = await freshTab(browser, address);
  await page.evaluate(() => new Promise<void>((resolve) => {
    const opening = indexedDB.open("pantograph", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("drafts", { keyPath: "id" });
    opening.onsuccess = () => {
      const document = { dialect: "",
        files: [{ name: "Pulumi.yaml", text: "name: from-before\nruntime: yaml\noutputs: {a: 1}\n" }], example: null,
        isOwn: true };
      const view = { file: "Pulumi.yaml", panel: "result", area: "edit", resultView: "", inlays: "off",
        graphForm: "drawing", turned: [], only: "", problemsOpen: true, split: 0.5 };
      const writing = opening.result.transaction("drafts", "readwrite");
      writing.objectStore("drafts").put({ id: "tab.old", saved: 5, name: "", document, opened: document,
        mine: null, view });
      writing.oncomplete = () => { opening.result.close(); resolve(); };
    };
    localStorage.setItem("pantograph.drafts", "1");
    sessionStorage.setItem("pantograph.tab", "old");
  }));
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector("#editor .view-line")?.textContent?.replaceAll("\u00a0",
    " ") === "name: from-before");
  await leave(page);
});
