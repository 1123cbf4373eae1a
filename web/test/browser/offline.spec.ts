import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before } from "node:test";
import type { Browser, BrowserContext, Page } from "puppeteer-core";
import { encode } from "../../src/share/link.js";
import { everywhere, isWebKit, test } from "./engines.js";
import { Host, recordFaults } from "./host.js";
import { click, launch, named, waitForReady } from "./page.js";

const isDevelopment = !(JSON.parse(readFileSync("dist/manifest.json",
  "utf8")) as { readonly assets: { readonly offline: string } }).assets.offline;
const skip = isDevelopment && "a build for development has no service worker";

let browser: Browser, host: Host;
const faults: (readonly string[])[] = [];
/** The browser contexts of the current test. */
const profiles: BrowserContext[] = [];
before(async () => { [browser, host] = await Promise.all([launch(), Host.open()]); });
/** Resets everything, so that a failing test does not affect later ones. */
afterEach(async () => {
  for (const context of profiles.splice(0)) await context.close();
  host.isDown = false;
  for (const each of [host.changed, host.gone, host.portal]) each.clear();
});
after(async () => {
  await browser.close();
  await host.close();
  assert.deepEqual(faults.flat(), []);
});

/** Opens an empty page in a new profile. */
async function newProfile(): Promise<Page> {
  const context = await browser.createBrowserContext();
  profiles.push(context);
  return context.newPage();
}

/** Opens the page in a new profile, and waits until the service worker has stored the release and controls it. */
async function visited(): Promise<Page> {
  const page = await newProfile();
  faults.push(await recordFaults(page));
  await page.goto(host.at(""));
  await waitForReady(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

interface Manifest {
  readonly version: string;
  readonly assets: { readonly engine: string; readonly engineWorker: string };
  readonly files: readonly { readonly path: string; readonly group: string; readonly hash: string }[];
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync("dist/manifest.json", "utf8")) as Manifest;
}

/** Deploys a later release with this manifest, and makes the page check for it. */
async function release(page: Page, manifest: Manifest): Promise<void> {
  const text = readFileSync("dist/index.html", "utf8").replace("<title>", "<title>Later: ")
    .replace(readManifest().assets.engine, manifest.assets.engine);
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hash = Buffer.from(sum).toString("hex");
  const files = manifest.files.map((file) => (file.path === "index.html" ? { ...file, hash } : file));
  host.changed.set("index.html", text);
  host.changed.set("manifest.json", JSON.stringify({ ...manifest, version: "later", files }));
  host.changed.set("offline.js", readFileSync("dist/offline.js", "utf8").replace(/pantographVersion="[^"]*"/,
    'pantographVersion="later"'));
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration?.update())
    .then(() => undefined));
}

/**
 * Presses the Update button, once there is one. It uses the keyboard, because the status line may move
 * the button, and the name, because a slow engine has another button in the same line.
 */
async function takeUpdate(page: Page): Promise<void> {
  await (await page.waitForSelector(".statusline button::-p-text(Update)"))!.focus();
  await page.keyboard.press("Enter");
}

/** Waits until the page is that of the later release. */
async function waitForLater(page: Page): Promise<void> {
  try {
    await page.waitForFunction(() => document.title.startsWith("Later"));
  } catch (error) {
    const found = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const states = [registration?.installing, registration?.waiting, registration?.active,
        navigator.serviceWorker.controller].map((worker) => worker?.state);
      return { title: document.title, focus: document.activeElement?.outerHTML.slice(0, 200), states,
        status: document.querySelector(".statusline")?.textContent };
    }).catch(String);
    throw new Error(`the page is not the later release: ${JSON.stringify(found)}`, { cause: error });
  }
  await waitForReady(page);
}

/** Moves the cursor to the start or the end of the text, which scrolls the editor. */
async function goTo(page: Page, end: "Home" | "End"): Promise<void> {
  await click(page, "#editor .overflow-guard"); // this has the height of the editor, not of the text
  await page.keyboard.down("Control");
  await page.keyboard.press(end);
  await page.keyboard.up("Control");
}

everywhere("after the first visit the page works without a network, below any path", { skip }, async () => {
  const page = await visited();
  host.isDown = true;
  host.requested.length = 0;
  await page.reload();
  await waitForReady(page);
  await goTo(page, "End");
  await page.keyboard.type("\n# evaluated without a network");
  await page.waitForFunction(() => performance.getEntriesByName("edit-to-result").length > 0);
  host.isDown = false;
});

everywhere("on later visits the engine is compiled in its worker, or in the page if the worker fails",
    { skip: skip || (isWebKit && "its driver adds no scripts to a page that a service worker serves") }, async () => {
  const page = await visited();
  await page.evaluateOnNewDocument(() => {
    const native = WebAssembly.compileStreaming.bind(WebAssembly);
    WebAssembly.compileStreaming = (response) => {
      document.documentElement.dataset["compiled"] = "";
      return native(response);
    };
  });
  const isCompiledHere = (): Promise<boolean> => page.evaluate(() => "compiled" in document.documentElement.dataset);
  await page.reload();
  await waitForReady(page);
  assert.equal(await isCompiledHere(), false);
  await page.evaluateOnNewDocument(() => {
    const Native = window.Worker;
    let isFirst = true;
    window.Worker = class extends Native {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name !== "engine" || !isFirst) return;
        isFirst = false;
        this.postMessage = () => undefined;
        setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "gone" })));
      }
    };
  });
  await page.reload();
  await waitForReady(page);
  assert.equal(await isCompiledHere(), true);
});

test("after the first visit Heat's types are available without a network, in the page and in an embed", { skip },
    async () => {
  const page = await visited();
  host.isDown = true;
  const text = "heat_template_version: 2021-04-16\n"
    + "resources:\n  server: {type: OS::Nova::Server, properties: {flavour: m1.small}}\n";
  await page.goto(host.at(encode({ dialect: "", files: [{ name: "template.yaml", text }], view: {}, engine: "",
    digest: "", rest: {} })!));
  await page.reload(); // navigation to the same page with another fragment need not reload it
  await waitForReady(page);
  await page.waitForSelector("pg-problems .problem.error ::-p-text(did you mean)");
  await page.goto(host.at("embed-demo.html"));
  await page.waitForFunction(() =>
    document.querySelector("pantograph-example")?.shadowRoot?.querySelector("button.main"));
  const said = await page.evaluate(async (template) => {
    const example = document.querySelector("pantograph-example")!;
    example.setState({ dialect: "hot", files: [{ name: "template.yaml", text: template }] });
    return (await example.run())?.problems.map(({ code }) => code);
  }, text);
  assert.ok(said?.includes("property-unknown"), String(said));
});

test("after the first visit the pages linked in the footer also work without a network", { skip }, async () => {
  const page = await visited();
  host.isDown = true;
  for (const [name, text] of [["reference.html", "Reference"], ["reference-hot.html", "get_attr"],
      ["embed-demo.html", "Examples that your readers can change"], ["licenses.txt", "=="]] as const) {
    await page.goto(host.at(name));
    await page.waitForSelector(`body ::-p-text(${text})`);
  }
  await page.goto(host.at("embed-demo.html"));
  await page.waitForFunction(() =>
    document.querySelector("pantograph-example")?.shadowRoot?.querySelector("button.main"));
  await page.$eval("pantograph-example",
    (element) => element.shadowRoot?.querySelector<HTMLElement>("button.main")?.click());
  await page.waitForFunction(() =>
    document.querySelector("pantograph-example")?.shadowRoot?.querySelector("[part~=result]")?.textContent?.includes("said: hello world"));
  host.isDown = false;
});

test("a first visit offers no update", { skip }, async () => {
  const page = await visited();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal(await page.$(".statusline button::-p-text(Update)"), null);
});

everywhere("a second visit loads nothing again, and a new release is used when the reader chooses it", { skip },
    async () => {
  const page = await visited();
  host.requested.length = 0;
  await page.reload();
  await waitForReady(page);
  assert.deepEqual(host.requested.filter((path) => path !== "offline.js" && path !== "manifest.json"), []);

  await release(page, readManifest());
  const offer = await page.waitForSelector(".statusline button::-p-text(Update)");
  assert.doesNotMatch(await page.title(), /Later/, "the page must not change without the reader's choice");
  await page.reload();
  assert.doesNotMatch(await page.title(), /Later/, "a reload must not change the release either");
  await waitForReady(page); // until then, the engine's status moves the button
  await takeUpdate(page);
  await waitForLater(page);
  const engines = await page.evaluate(async () =>
    (await (await caches.open("pantograph-files /a/b/")).keys()).filter(({ url }) => url.endsWith(".wasm")).length);
  assert.ok(engines >= 1);
  assert.ok(offer);
  host.changed.clear();
});

test("a page of the old release continues with its own engine and scripts after another tab has updated",
    { skip }, async () => {
  const old = await visited();
  const manifest = readManifest();
  const engine = "assets/engine-LATER234.wasm";
  await goTo(old, "End");
  await old.keyboard.type("\n# half a wor");
  host.changed.set(engine, readFileSync(`dist/${manifest.assets.engine}`));
  for (const { path } of manifest.files) if (path.startsWith("assets/")) host.gone.add(path);
  const other = await old.browserContext().newPage();
  await other.goto(host.at(""));
  await waitForReady(other);
  await release(other, {
    ...manifest, assets: { ...manifest.assets, engine },
    files: manifest.files.map((file) => (file.path === manifest.assets.engine ? { ...file, path: engine } : file)),
  });
  await takeUpdate(other);
  await waitForLater(other);

  await old.bringToFront();
  assert.doesNotMatch(await old.title(), /Later/, "the old page must not be reloaded");
  const { engine: ownEngine, engineWorker } = manifest.assets;
  const found = await old.evaluate((paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)),
    [ownEngine, engineWorker]);
  assert.deepEqual(found, [200, 200], "the old engine must still be available, although the host no longer has it");
  await goTo(old, "End");
  await old.keyboard.type("d, typed on");
  await old.waitForFunction(() =>
    [...document.querySelectorAll("#editor .view-line")].some((line) => line.textContent?.replaceAll("\u00a0", " ")
    .includes("# half a word, typed on")));
  await old.waitForFunction(() => performance.getEntriesByName("edit-to-result").length > 0);
  await click(old, await named(old, "button", "Share")); // loads the codec
  await old.waitForFunction(() => document.querySelector<HTMLInputElement>(".linkline input")?.value.includes("#p1."));
  host.changed.clear();
  host.gone.clear();
});

test("Update also works after another tab has activated the release, and keeps the word being typed", { skip },
    async () => {
  const one = await visited(), two = await one.browserContext().newPage();
  await two.goto(host.at(""));
  await waitForReady(two);
  await release(one, readManifest());
  for (const page of [one, two]) await page.waitForSelector(".statusline button::-p-text(Update)");
  await one.bringToFront();
  await takeUpdate(one);
  await waitForLater(one);

  await two.bringToFront();
  assert.doesNotMatch(await two.title(), /Later/);
  await goTo(two, "Home");
  await two.keyboard.type("# half a wor");
  await takeUpdate(two);
  await waitForLater(two);
  await two.waitForFunction(() =>
    document.querySelector("#editor .view-line")?.textContent?.replaceAll("\u00a0", " ").startsWith("# half a wor"));
});

/** Returns the path of the script in dist/assets whose name starts with `start`. */
function assetOf(start: string): string {
  return readManifest().files.find(({ path }) => path.startsWith(`assets/${start}`) && path.endsWith(".js"))!.path;
}

/** Returns the path of the script that encodes links: among the files called link, the one that the page loads. */
function codec(): string {
  return readManifest().files.find(({ path, group }) => /^assets\/link-\w+\.js$/.test(path) && group === "editor"
    && isOfPage(path))!.path;
}

function isOfPage(path: string): boolean {
  const main = readManifest().files.filter((file) =>
    /^assets\/(main|chunk)-.*\.js$/.test(file.path) && file.group === "page");
  return main.some((file) => readFileSync(`dist/${file.path}`, "utf8").includes(path.slice("assets/".length)));
}

async function share(page: Page): Promise<void> {
  await click(page, await named(page, "button", "Share"));
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>(".linkline input")?.value.includes("#p1."));
}

/** Waits until the portal has answered all planned requests for a file. */
async function waitForPortal(path: string): Promise<void> {
  while ((host.portal.get(path) ?? 0) > 0) await new Promise((resolve) => { setImmediate(resolve); });
}

/** How a file in the cache is damaged: replaced with a portal's page, cut in half, or changed from the middle on. */
type Damage = "portal" | "cut" | "changed";

/** Damages a file in the service worker's cache. */
async function damage(page: Page, path: string, how: Damage = "portal"): Promise<void> {
  const count = await page.evaluate(async (address, kind) => {
    let found = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (request.url.split("?")[0] !== address) continue;
        found++;
        const old = (await cache.match(request))!, bytes = new Uint8Array(await old.arrayBuffer());
        const half = bytes.length >> 1;
        if (kind === "portal") await cache.put(request, new Response("<title>Please log in</title>",
          { headers: { "content-type": "text/html" } }));
        else await cache.put(request, new Response(kind === "cut" ? bytes.slice(0, half) : bytes.fill(0x20, half),
          { headers: old.headers }));
      }
    }
    return found;
  }, host.at(path), how);
  assert.equal(count, 1, path);
}

/** Waits until the service worker has a file with this hash. */
async function waitForReplacement(page: Page, path: string, hash: string): Promise<void> {
  await page.waitForFunction(async (address, wanted) => {
    for (const name of await caches.keys()) {
      const found = await (await caches.open(name)).match(address, { ignoreSearch: true });
      if (!found) continue;
      const sum = await crypto.subtle.digest("SHA-256", await found.arrayBuffer());
      return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === wanted;
    }
    return false;
  }, {}, host.at(path), hash)
    .catch((error: Error) => { throw new Error(`${path} is still damaged`, { cause: error }); });
}

test("a captive portal's page is not stored in place of a file, and the release is stored completely", { skip },
    async () => {
  host.portal.set(codec(), 1);
  const page = await visited();
  host.isDown = true;
  await page.reload();
  await waitForReady(page);
  await share(page);
  host.isDown = false;
});

test("no file of a release is stored while a portal replaces one of them; the next visit stores them all", { skip },
    async () => {
  const page = await newProfile();
  host.portal.set(codec(), 2);
  await page.goto(host.at(""));
  await waitForReady(page);
  await waitForPortal(codec());
  await page.waitForFunction(async () => await navigator.serviceWorker.getRegistration() === undefined);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  host.isDown = true;
  await page.reload();
  await waitForReady(page);
  await share(page);
  host.isDown = false;
});

everywhere("a damaged file in the cache is reported and replaced, and works after a reload", { skip }, async () => {
  const page = await visited();
  await damage(page, codec());
  await click(page, await named(page, "button", "Share"));
  await page.waitForSelector("::-p-text(A part of this page could not be loaded. Your text is kept.)");
  await page.waitForFunction(async (address) => (await (await caches.match(address))?.text())?.includes("export"), {},
    host.at(codec()));
  await click(page, await named(page, "button", "Reload"));
  await page.waitForFunction(() => document.querySelector(".ribbon") === null);
  await waitForReady(page);
  await share(page);
});

test("without a network a damaged file in the cache is reported, and no text is lost; later it is replaced", { skip },
    async () => {
  const page = await visited(), missing = "::-p-text(A part of this page could not be loaded. Your text is kept.)";
  await damage(page, codec(), "cut");
  host.isDown = true;
  await goTo(page, "Home");
  await page.keyboard.type("# kept\n");
  await click(page, await named(page, "button", "Share"));
  await page.waitForSelector(missing);
  await page.reload();
  await waitForReady(page);
  await page.waitForFunction(() => document.querySelector("#editor .view-line")?.textContent?.includes("kept"));
  await page.waitForFunction(async (address) => await caches.match(address) === undefined, {}, host.at(codec()));
  await click(page, await named(page, "button", "Share"));
  await page.waitForSelector(missing);
  host.isDown = false;
  await page.reload();
  await waitForReady(page);
  await share(page);
  host.isDown = true;
  await page.reload();
  await waitForReady(page);
  await share(page);
});

for (const script of ["editors-", "monacoscript-"]) {
  test(`the page replaces a damaged editor in the cache (${script})`, { skip }, async () => {
    const page = await visited();
    await damage(page, assetOf(script));
    await page.reload();
    await waitForReady(page);
  });
}

test("a link opens although the script that decodes it is damaged in the cache", { skip }, async () => {
  const page = await visited();
  await share(page);
  const link = await page.$eval(".linkline input", (input) => (input as HTMLInputElement).value);
  await damage(page, codec());
  await page.goto("about:blank");
  await page.goto(link);
  await waitForReady(page);
  await page.waitForSelector("::-p-text(From a link.)");
});

test("a link opens although the page's main script is damaged in the cache", { skip }, async () => {
  const page = await visited();
  await share(page);
  const link = await page.$eval(".linkline input", (input) => (input as HTMLInputElement).value);
  await damage(page, assetOf("main-"), "cut");
  await page.goto("about:blank");
  await page.goto(link);
  await waitForReady(page);
  await page.waitForSelector("::-p-text(From a link.)");
  assert.equal(await page.evaluate(() => location.search), "");
});

test("a page without its main script says so, and recovers if it can", { skip }, async () => {
  const page = await newProfile();
  host.portal.set(assetOf("main-"), 3);
  await page.goto(host.at(""));
  await page.waitForSelector("::-p-text(This page could not be loaded completely)");
  host.portal.clear();
  await page.reload();
  await waitForReady(page);
  host.portal.set(assetOf("main-"), 1);
  const other = await newProfile();
  await other.goto(host.at(""));
  await waitForReady(other);
  host.portal.clear();
});

test("without a service worker, a page repairs wrong files in the browser's cache", { skip }, async () => {
  const cached = await Host.open("cached");
  const wrong = readManifest().files.filter(({ path }) =>
    /^assets\/(engine-\w+\.wasm|worker-\w+\.js|page-\w+\.css|heat-types-\w+\.bin)$/.test(path));
  assert.equal(wrong.length, 4);
  for (const { path } of [...wrong, { path: assetOf("editors-") }, { path: assetOf("monacoscript-") }]) {
    const page = await newProfile();
    await page.evaluateOnNewDocument(() => Object.defineProperty(navigator, "serviceWorker", { value: undefined }));
    cached.portal.set(path, 1);
    const text = "heat_template_version: 2021-04-16\n"
      + "resources: {a: {type: OS::Nova::Server, properties: {flavour: x}}}\n";
    await page.goto(cached.at(encode({ dialect: "", files: [{ name: "template.yaml", text }], view: {}, engine: "",
      digest: "", rest: {} })!));
    await waitForReady(page).catch((error: Error) => { throw new Error(path, { cause: error }); });
    await page.waitForSelector("pg-problems .problem.error ::-p-text(did you mean)");
    await page.waitForFunction(() => getComputedStyle(document.body).margin === "0px");
    assert.equal(cached.portal.get(path), 0);
  }
  await cached.close();
});

for (const how of ["portal", "cut", "changed"] as const) {
  test(`a page opens although its first files are damaged in the cache, and replaces them (${how})`, { skip },
      async () => {
    const page = await visited(), { version, files } = readManifest();
    const first = files.filter(({ path }) =>
      /^index\.html$|^assets\/(boot|main|page|worker)-\w+\.(js|css)$/.test(path));
    assert.ok(first.length >= 5, String(first.length));
    for (const { path } of first) await damage(page, path, how);
    await damage(page, `release/${version}`, how);
    await page.reload();
    await waitForReady(page);
    assert.equal(await page.$eval("body", (body) => getComputedStyle(body).margin), "0px", "the styles must work");
    for (const { path, hash } of first) await waitForReplacement(page, path, hash);
    host.isDown = true;
    await page.reload();
    await waitForReady(page);
  });
}

test("a page that is loaded again because its styles were damaged keeps what was typed", { skip }, async () => {
  const page = await visited();
  await damage(page, readManifest().files.find(({ path }) => /^assets\/page-\w+\.css$/.test(path))!.path);
  await page.reload();
  await page.evaluate(() => Object.assign(globalThis, { isFirst: true }));
  await page.waitForSelector("#editor .monaco-editor .view-line");
  await page.focus("#editor textarea, #editor .native-edit-context");
  await page.keyboard.type("# typed meanwhile\n");
  await page.waitForFunction(() => !("isFirst" in globalThis));
  await waitForReady(page);
  assert.equal(await page.$eval("body", (body) => getComputedStyle(body).margin), "0px");
  await page.waitForFunction(() => document.querySelector("#editor")?.textContent?.replaceAll("\u00a0", " ")
    .includes("# typed meanwhile"));
});

test("the editor opens although the engine, which is stored, does not answer", { skip }, async () => {
  const page = await visited();
  await page.evaluateOnNewDocument(() => { Worker.prototype.postMessage = () => undefined; });
  await page.reload();
  await page.waitForSelector("#editor .monaco-editor .view-line");
});

test("without a network, a page opens even if its cached manifest is damaged", { skip }, async () => {
  const page = await visited();
  await damage(page, `release/${readManifest().version}`);
  host.isDown = true;
  await page.reload();
  await waitForReady(page);
  await share(page);
});

test("a damaged file in the cache that nothing reports is replaced before it is needed", { skip }, async () => {
  const page = await visited(), { files } = readManifest();
  const silent = files.filter(({ path }) => /^assets\/(heat-types|editor\.worker|codicon)-/.test(path));
  for (const { path } of silent) await damage(page, path, "changed");
  await page.reload();
  await waitForReady(page);
  for (const { path, hash } of silent) await waitForReplacement(page, path, hash);
});

everywhere("two deployments of one origin share neither drafts nor files", { skip }, async () => {
  const one = await visited();
  await goTo(one, "Home"); // after a reload, the start of the text is visible
  await one.keyboard.type("# of the first\n");
  await one.waitForFunction(() => document.querySelector("#editor")?.textContent?.replaceAll("\u00a0", " ")
    .includes("of the first"));
  await one.waitForFunction(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    return names.includes("pantograph /a/b/") && localStorage.getItem("pantograph.drafts /a/b/ ") !== null;
  });
  const two = await one.browserContext().newPage();
  await two.goto(host.at("copy/"));
  await waitForReady(two);
  await two.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith("/a/b/copy/offline.js"));
  assert.doesNotMatch(await two.$eval("#editor", (editor) => editor.textContent ?? ""), /of the first/);
  const files = await two.evaluate(async () => (await caches.keys()).sort());
  assert.deepEqual(files, ["/a/b/", "/a/b/copy/"].flatMap((path) =>
    [`pantograph-files ${path}`, `pantograph-releases ${path}`]).sort());
  host.isDown = true;
  for (const page of [one, two]) {
    await page.bringToFront();
    await page.reload();
    await waitForReady(page);
  }
  await one.waitForFunction(() => document.querySelector("#editor")?.textContent?.replaceAll("\u00a0", " ")
    .includes("of the first"));
  host.isDown = false;
});
