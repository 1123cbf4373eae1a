import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import type { Browser, Page } from "puppeteer-core";
import { decode } from "../../src/share/link.js";
import { everywhere, test } from "./engines.js";
import { Host } from "./host.js";
import { applyPrintStyles, CANNOT, click, freshTab, launch, leave, positionOf } from "./page.js";
import { Reader } from "./reader.js";

let browser: Browser, host: Host;
before(async () => { [browser, host] = await Promise.all([launch(), Host.open("cached")]); });
after(async () => { await browser.close(); await host.close(); });

interface Violation { readonly id: string; readonly nodes: readonly { readonly target: readonly string[] }[] }
interface Axe { readonly axe: { run(options: object): Promise<{ readonly violations: readonly Violation[] }> } }

test("fifty examples load no engine and no editor until one is used, and then share one of each", async () => {
  const host = await Host.open();
  const reader = await Reader.open(browser, host.at("embed-demo.html"));
  const count = await reader.page.$$eval("pantograph-example", (all) => all.filter((each) => each.shadowRoot).length);
  assert.ok(count >= 51, String(count));
  assert.deepEqual(host.requested.filter((path) => /engine|worker|editor|manifest/.test(path)), []);
  assert.equal(await reader.watched("workers"), 0);
  assert.equal(await reader.watched("focused"), 0);
  assert.ok(await reader.watched("shifted") < 0.02, `the layout shifted by ${await reader.watched("shifted")}`);
  await reader.press("Edit", 0);
  await reader.waitForText("result", "said: hello world", 0);
  for (const at of [1, 2, 3]) {
    await reader.press("Edit", at);
    await reader.page.waitForFunction((index) =>
      document.querySelectorAll("pantograph-example")[index]?.shadowRoot?.querySelector("textarea"), {}, at);
  }
  await reader.type("# more\n", 2);
  await reader.page.waitForFunction(() =>
    !document.querySelectorAll("pantograph-example")[2]?.shadowRoot?.querySelector(".busy"));
  assert.equal(host.requested.filter((path) => path.endsWith(".wasm")).length, 1);
  assert.equal(await reader.watched("workers"), 1);
  await reader.close();
  await host.close();
});

for (const name of ["plain", "bare", "mdbook", "docusaurus", "hugo", "dark", "rtl", "strict", "static"]) {
  (["plain", "rtl", "strict"].includes(name) ? everywhere : test)(`an example works in a page like ${name}`,
      async () => {
    const reader = await Reader.open(browser, host.page(name));
    await reader.page.waitForFunction(() => document.querySelector("pantograph-example")?.shadowRoot !== null);
    assert.equal(await reader.watched("focused"), 0);
    const shifted = await reader.watched("shifted");
    assert.ok(shifted < 0.01, `shifted ${shifted}`);
    await reader.waitForText("code", "name");
    await reader.press("Edit");
    await reader.page.waitForFunction(() =>
      document.querySelector("pantograph-example")?.shadowRoot?.querySelector("textarea"));
    if (name !== "static") {
      await reader.waitForText("result", "said: hello world");
      await reader.type("  more: and ${pulumi.stack}\n");
      await reader.waitForText("result", "more: and");
    }
    await reader.press("Graph");
    await reader.page.waitForFunction(() =>
      document.querySelector("pantograph-example")?.shadowRoot?.querySelector("[part~=graph] :is(svg, .note)"));
    const isDark = await reader.page.$eval("pantograph-example",
      (element) => element.shadowRoot?.querySelector(".frame")?.classList.contains("dark"));
    assert.equal(isDark, name === "dark" || name === "docusaurus");
    await reader.close();
  });
}

test("the graph of a narrow example is drawn in the direction in which it fits", async () => {
  const reader = await Reader.open(browser, host.page("plain"), (page) =>
    page.setViewport({ width: 360, height: 800 }));
  await reader.press("Result");
  await reader.waitForText("result", "said: hello world");
  await reader.press("Graph");
  await reader.page.waitForFunction(() => document.querySelector("pantograph-example")?.shadowRoot
    ?.querySelector("[part~=graph] svg"));
  const [drawing, room] = await reader.page.$eval("pantograph-example", ({ shadowRoot }) => {
    const svg = shadowRoot!.querySelector("[part~=graph] svg")!;
    return [svg.getBoundingClientRect().width, svg.parentElement!.clientWidth] as const;
  });
  assert.ok(drawing > 100 && drawing <= room, `${drawing} of ${room}`);
  await reader.close();
});

test("a graph is drawn again for the narrower pane beside the editor", async () => {
  const reader = await Reader.open(browser, host.page("plain"));
  const chain = Array.from({ length: 6 }, (_, at) => `  step${at}: "${at === 0 ? "start" : `\${step${at - 1}}`}"\n`);
  await reader.page.$eval("pantograph-example",
    (element, text) => element.setState({ files: [{ name: "Pulumi.yaml", text }] }),
    `name: chain\nruntime: yaml\nvariables:\n${chain.join("")}`);
  const waitForDrawing = (isWide: boolean): Promise<unknown> => reader.page.waitForFunction((wanted) => {
    const svg = document.querySelector("pantograph-example")?.shadowRoot?.querySelector("[part~=graph] svg");
    if (!svg?.textContent?.includes("step5")) return false;
    const { width, height } = svg.getBoundingClientRect();
    return width <= svg.parentElement!.clientWidth && width > height === wanted;
  }, {}, isWide);
  await reader.press("Graph");
  await waitForDrawing(true);
  await reader.press("Edit");
  await waitForDrawing(false);
  await reader.close();
});

test("an example works in an element that is folded at first", async () => {
  const reader = await Reader.open(browser, host.page("folded"));
  assert.equal(await reader.watched("workers"), 0, "an invisible example must not start the engine");
  await click(reader.page, "summary");
  await reader.press("Result");
  await reader.waitForText("result", "said: hello world");
  const height = await reader.page.$eval("pantograph-example", (element) => element.getBoundingClientRect().height);
  assert.ok(height > 150, String(height));
  await click(reader.page, "#second");
  await reader.press("Result", 1);
  await reader.waitForText("result", "said: hello world", 1);
  assert.equal(await reader.watched("workers"), 1);
  await reader.close();
});

for (const name of ["strict", "rtl", "twice"]) {
  (name === "strict" ? everywhere : test)(`Monaco opens if an example asks for it, in a page like ${name}`,
      async () => {
    const host = await Host.open();
    const reader = await Reader.open(browser, host.page(name));
    const styles = await reader.page.evaluate(() => document.styleSheets.length);
    const count = await reader.page.$$eval("pantograph-example",
      (all) => all.map((each) => { each.editor = "monaco"; }).length);
    assert.deepEqual(host.requested.filter((path) => path.startsWith("assets/")), [],
      "nothing must be loaded before Edit is pressed");
    for (let at = 0; at < count; at++) {
      await reader.press("Edit", at);
      await reader.waitForText("result", "said: hello world", at);
      await reader.page.waitForFunction((index) =>
        document.querySelectorAll("pantograph-example")[index]?.shadowRoot?.querySelector(".monaco-editor.focused .view-line"), {}, at);
      await reader.page.keyboard.type(`extra${at}: \${`);
      await reader.page.keyboard.press("Enter");
      await reader.page.waitForFunction((index) => {
        const root = document.querySelectorAll("pantograph-example")[index]?.shadowRoot;
        return root?.querySelector("[part~=problems] li") && root.querySelector(".squiggly-error");
      }, {}, at);
    }
    const drawn = await reader.page.$eval("pantograph-example", (element) => {
      const root = element.shadowRoot!;
      const box = (selector: string): DOMRect => root.querySelector(selector)!.getBoundingClientRect();
      const lines = [...root.querySelectorAll(".view-line")].map((line) => line.getBoundingClientRect().top);
      return { lines: new Set(lines).size === lines.length, isBeside: box(".monaco-host")
        .right <= box("[part~=result]").left + 1, ink: getComputedStyle(root.querySelector(".view-line span")!).color };
    });
    assert.ok(drawn.lines, "two lines are at the same position");
    assert.ok(name === "rtl" || drawn.isBeside);
    assert.equal(drawn.ink, "rgb(27, 36, 48)");
    assert.deepEqual(await reader.page.evaluate(() =>
      [document.styleSheets.length, document.adoptedStyleSheets.length]), [styles, 0],
      "an embed must not change the style sheets of the page");
    assert.equal(host.requested.filter((path) => path.includes("monaco-")).length, 1);
    assert.equal(await reader.watched("workers"), 1);
    await reader.press("Reset");
    await reader.waitForText("code", "said");
    assert.equal(await reader.page.$eval("pantograph-example",
      (element) => element.shadowRoot?.querySelector(".monaco-editor, .monaco-aria-container") ?? null), null);
    await reader.close();
    await host.close();
  });
}

test("an example that hangs the engine is stopped, and the others still work", async () => {
  const reader = await Reader.open(browser, host.page("twice"), async (page) => {
    await page.evaluateOnNewDocument(() => {
      const Native = window.Worker;
      window.Worker = class extends Native {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          const post = this.postMessage.bind(this) as (message: unknown) => void;
          // Only the edit that contains the letter, and the whole text after it, hang the engine.
          this.postMessage = (message: unknown) => { if (!JSON.stringify(message).includes("~")) post(message); };
        }
      };
    });
  });
  await reader.press("Edit", 0);
  await reader.waitForText("result", "said: hello world", 0);
  await reader.type("# ~forever", 0);
  await reader.press("Result", 1);
  await reader.waitForText("problems", "Stopped after 5 s", 0);
  await reader.waitForText("result", "said: hello world", 1);
  await reader.press("Reset", 0);
  await reader.press("Result", 0);
  await reader.waitForText("result", "said: hello world", 0);
  await reader.close();
});

everywhere("a hover in Monaco shows a value of the example that it is in", async () => {
  const reader = await Reader.open(browser, host.page("twice"));
  await reader.page.evaluate(() => {
    for (const example of document.querySelectorAll("pantograph-example")) example.editor = "monaco";
  });
  for (const at of [0, 1]) {
    await reader.press("Edit", at);
    await reader.page.waitForFunction((index) =>
      document.querySelectorAll("pantograph-example")[index]?.shadowRoot?.querySelector(".monaco-editor.focused .view-line"), {}, at);
    await reader.waitForText("result", "said: hello world", at);
  }
  for (const at of [0, 1]) { // the engine evaluated the second example last
    const editor = await reader.page.waitForFunction((index) => {
      const example = document.querySelectorAll("pantograph-example")[index]!;
      example.scrollIntoView({ block: "center" });
      return example.shadowRoot!.querySelector(".monaco-host")!;
    }, {}, at);
    const position = await positionOf(reader.page, editor, "who}");
    await reader.page.mouse.move(position.x - 4, position.y);
    await reader.page.mouse.move(position.x, position.y);
    await reader.page.waitForFunction((index) => {
      const hover = document.querySelectorAll("pantograph-example")[index]?.shadowRoot?.querySelector(".monaco-resizable-hover");
      return hover?.checkVisibility({ visibilityProperty: true }) && hover.textContent?.includes("variable who");
    }, {}, at);
  }
  await reader.close();
});

test("if Monaco cannot be loaded, the light editor opens", async () => {
  const host = await Host.open();
  const reader = await Reader.open(browser, host.page("plain"));
  const { assets } = JSON.parse(readFileSync("dist/manifest.json",
    "utf8")) as { readonly assets: { readonly embedEditor: string } };
  host.gone.add(assets.embedEditor);
  await reader.page.$eval("pantograph-example", (element) => { element.editor = "monaco"; });
  await reader.press("Edit");
  await reader.waitForText("result", "said: hello world");
  await reader.type("  more: and ${pulumi.stack}\n");
  await reader.waitForText("result", "more: and");
  await leave(reader.page);
  await host.close();
});

test("two copies of the script share one engine", async () => {
  const host = await Host.open();
  const reader = await Reader.open(browser, host.page("twice"));
  await reader.press("Result", 0);
  await reader.press("Result", 1);
  await reader.waitForText("result", "said: hello world", 0);
  await reader.waitForText("result", "said: hello world", 1);
  assert.equal(host.requested.filter((path) => path.endsWith(".wasm")).length, 1);
  assert.equal(await reader.watched("workers"), 1);
  await reader.close();
  await host.close();
});

everywhere("a result that arrives during a click does not affect the click or the focus", async () => {
  const reader = await Reader.open(browser, host.page("plain"));
  await reader.press("Edit");
  await reader.waitForText("result", "said: hello world");
  const position = await reader.page.$eval("pantograph-example", (example) => {
    const tab = [...example.shadowRoot!.querySelectorAll("[role=tab]")].find(({ textContent }) =>
      textContent === "Graph")!;
    const { left, top, width, height } = tab.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await reader.page.mouse.move(position.x, position.y);
  await reader.page.mouse.down();
  await reader.page.evaluate(async () => { await document.querySelector("pantograph-example")!.run(); });
  await reader.page.mouse.up();
  await reader.page.waitForFunction(() =>
    document.querySelector("pantograph-example")?.shadowRoot?.querySelector("[part~=graph] :is(svg, .note)"));
  await reader.page.evaluate(async () => { await document.querySelector("pantograph-example")!.run(); });
  assert.equal(await reader.page.evaluate(() =>
    document.querySelector("pantograph-example")?.shadowRoot?.activeElement?.textContent), "Graph");
  await reader.close();
});

everywhere("an example works if its script is from another origin", async () => {
  const other = await Host.open();
  const reader = await Reader.open(browser, host.page("plain", other.at("").replace(/\/$/, "")));
  await reader.press("Result");
  await reader.waitForText("result", "said: hello world");
  await reader.close();
  await other.close();
});

for (const [where, isOther] of [["from the page's site", false], ["from another site", true]] as const) {
  for (const editor of ["", "monaco"]) {
    test(`an example ${where} can be edited under the documented policy${editor && `, with ${editor}`}`,
        async () => {
      const other = await Host.open();
      const reader = await Reader.open(browser, isOther ? host.page("policy", other.at("").replace(/\/$/, ""))
        : host.page("policy"));
      await reader.page.$eval("pantograph-example", (element, name) => { element.editor = name; }, editor);
      await reader.press("Edit");
      await reader.waitForText("result", "said: hello world");
      await reader.page.waitForFunction((isMonaco) => {
        const root = document.querySelector("pantograph-example")?.shadowRoot;
        return isMonaco ? root?.querySelector(".monaco-editor.focused .view-line")
          : root?.activeElement?.matches("textarea");
      }, {}, editor !== "");
      if (!editor) await reader.type("  more: and ${pulumi.stack}\n");
      else await reader.page.keyboard.type("extra: ${");
      await reader.waitForText(editor ? "problems" : "result", editor ? "extra" : "more: and");
      await reader.close();
      await other.close();
    });
  }
}

everywhere("if the page's policy forbids the engine, an example says so, and can try again", async () => {
  const host = await Host.open(), other = await Host.open();
  for (const [piece, instead] of [["worker-src blob:", "worker-src 'none'"], ["'wasm-unsafe-eval'", ""],
      ["trusted-types pantograph", "trusted-types another"]] as const) {
    host.policyChanges.clear();
    host.policyChanges.set(piece, instead);
    const reader = await Reader.open(browser, host.page("policy", other.at("").replace(/\/$/, "")));
    if (piece.startsWith("trusted-types") && !await reader.page.evaluate(() => "trustedTypes" in window)) {
      await leave(reader.page); // Firefox 140 ignores this part of the policy
      continue;
    }
    await reader.press("Result");
    await reader.waitForText("problems", "could not start");
    const said = await reader.page.$eval("pantograph-example",
      (element) => element.shadowRoot?.querySelector("[part~=problems]")?.textContent ?? "");
    assert.doesNotMatch(said, /this text|twice/);
    await reader.waitForText("problems", "Open in playground");
    const tried = await reader.page.evaluate(() => new Promise<boolean>((resolve) => {
      const example = document.querySelector("pantograph-example")!;
      example.addEventListener("error", () => resolve(true));
      [...example.shadowRoot?.querySelectorAll("button") ?? []].find(({ textContent }) =>
        textContent === "Try again")?.click();
    }));
    assert.ok(tried, "Try again must start the engine again");
    await leave(reader.page);
  }
  await host.close();
  await other.close();
});

test("without scripts an example shows everything", async () => {
  const page = await freshTab(browser, host.origin);
  await page.setViewport({ width: 1000, height: 800 });
  await page.evaluate((address) => new Promise((resolve) => {
    const frame = Object.assign(document.createElement("iframe"), { src: address, width: "900", height: "700",
      onload: resolve });
    frame.sandbox.add("allow-same-origin"); // but not scripts
    document.body.replaceChildren(frame);
  }), host.page("static"));
  const look = (): Promise<readonly [boolean, number, boolean, number]> => page.evaluate(() => {
    const inside = document.querySelector("iframe")!.contentDocument!;
    const example = inside.querySelector("pantograph-example")!;
    return [example.shadowRoot === null, inside.querySelector("[data-result]")!.getBoundingClientRect().height,
      inside.querySelector("[data-graph] svg") !== null, example.scrollHeight - example.clientHeight] as const;
  });
  const [isPlain, height, isDrawn, hidden] = await look();
  assert.ok(isPlain, "a script ran");
  assert.ok(height > 40, `the result is ${height} px high`);
  assert.ok(isDrawn);
  assert.ok(hidden <= 1, "the example must not need scrolling");
  await applyPrintStyles(page, "iframe");
  assert.ok((await look())[3] <= 1, "nothing must be cut off on paper");
  await leave(page);
});

everywhere("on paper the text, the result and the graph are one below the other", async () => {
  const reader = await Reader.open(browser, host.page("static"));
  const shown = (): Promise<readonly string[]> => reader.page.$eval("pantograph-example", (element) =>
    [...element.shadowRoot?.querySelectorAll<HTMLElement>(".pane, .bar") ?? []].filter((each) => each.checkVisibility())
      .map((each) => each.className));
  const paper = ["pane code", "pane result output", "pane graph output"];
  assert.notDeepEqual(await shown(), paper);
  await applyPrintStyles(reader.page);
  assert.deepEqual(await shown(), paper);
  await reader.close();
});

for (const name of ["embed-demo.html", "reference.html", "reference-hot.html"]) {
  test(`axe finds no problem in ${name}, light and dark`, async () => {
    const reader = await Reader.open(browser, host.at(name));
    const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
    await reader.page.evaluate(axe);
    for (const theme of ["light", "dark"]) {
      const violations = await reader.page.evaluate(async (wanted) => {
        document.documentElement.dataset["theme"] = wanted;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const { violations } = await (window as unknown as Axe).axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa",
          "wcag22aa"] });
        return violations.map(({ id, nodes }) =>
          `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 3).join(", ")}`);
      }, theme);
      assert.deepEqual(violations, [], theme);
    }
    await reader.close();
  });
}

test("scripts can control an example", async () => {
  const reader = await Reader.open(browser, host.page("plain"));
  const outcome = await reader.page.evaluate(async () => {
    const example = document.querySelector("pantograph-example")!;
    const events: string[] = [];
    for (const name of ["change", "result", "error"]) example.addEventListener(name, () => events.push(name));
    const before = example.getState();
    example.setState({ files: [{ name: "Pulumi.yaml", text: "name: x\noutputs: {said: 6, bad: \"${nothing}\"}\n" }] });
    const result = await example.run();
    example.lines = "9";
    example.view = "result code";
    example.reset();
    return { events, before: before.files.length, text: result?.text,
      problems: result?.problems.map(({ line, code }) => `${line} ${code}`), lines: example.getAttribute("lines"),
      after: example.getState().files[0]?.text === before.files[0]?.text };
  });
  assert.deepEqual(outcome.events, ["result"]);
  assert.match(outcome.text ?? "", /said: 6/);
  assert.deepEqual(outcome.problems, ["2 unknown-name"]);
  assert.equal(outcome.lines, "9");
  assert.ok(outcome.after);
  await reader.close();
});

test("attributes configure an example, and properties reflect them", async () => {
  const reader = await Reader.open(browser, host.page("plain"));
  const seen = await reader.page.evaluate(async () => {
    const settle = (): Promise<unknown> =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const add = async (attributes: Record<string, string>,
        inner = "name: x\noutputs: {said: 6}\n"): Promise<HTMLElementTagNameMap["pantograph-example"]> => {
      const element = document.createElement("pantograph-example");
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      if (inner) element.append(Object.assign(document.createElement("pre"), { textContent: inner }));
      document.body.append(element);
      await settle();
      return element;
    };
    const names = (element: Element, part: string): (string | null)[] =>
      [...element.shadowRoot!.querySelectorAll(`[part~=${part}]`)].map((each) => each.getAttribute("aria-label")
      ?? each.textContent);
    const height = (element: Element): number => Math.round(element.getBoundingClientRect().height);
    const file = await add({ src: URL.createObjectURL(new Blob(["name: fetched\n"])), file: "Pulumi.yaml" }, "");
    while (!file.getState().files[0]?.text) await settle();
    const quiet = await add({ start: "never", link: "none" });
    const fixed = await add({ readonly: "", view: "result code", height: "300", theme: "dark",
      inputs: "stack: prod\n" });
    const lines = await add({ lines: "10" });
    const reflected = ["dialect", "file", "inputs", "view", "start", "lines", "height", "theme", "editor",
        "link"].filter((name) => {
      (lines as unknown as Record<string, string>)[name] = "x1";
      return lines.getAttribute(name) !== "x1" || (lines as unknown as Record<string, string>)[name] !== "x1";
    });
    lines.readonly = true;
    return {
      fetched: file.src.startsWith("blob:") && file.getState().files,
      quiet: [names(quiet, "tab"), names(quiet, "button"), await quiet.run(), await quiet.toLink()],
      fixed: [names(fixed, "tab"), names(fixed, "button"), height(fixed),
        fixed.shadowRoot!.querySelector(".frame.dark") !== null, fixed.getState().files.map(({ name }) => name)],
      lines: height(await add({ lines: "10" })), reflected, isReadonly: lines.hasAttribute("readonly"),
    };
  });
  assert.deepEqual(seen.fetched, [{ name: "Pulumi.yaml", text: "name: fetched\n" }]);
  assert.deepEqual(seen.quiet, [["Code"], ["Copy"], null, null]);
  assert.deepEqual(seen.fixed, [["Code", "inputs.yaml", "Result"], ["Copy", "Open in playground"], 300, true,
    ["", "inputs.yaml"]]);
  assert.equal(seen.lines, 2 + 36 + 24 + 210);
  assert.deepEqual(seen.reflected, []);
  assert.ok(seen.isReadonly);
  assert.equal(await reader.watched("workers"), 0);
  await reader.close();
});

test("a changed example opens in the playground", async () => {
  const reader = await Reader.open(browser, host.page("plain"));
  const link = await reader.page.evaluate(async () => {
    const example = document.querySelector("pantograph-example")!;
    const { files } = example.getState();
    example.setState({ files: files.map(({ name, text }) => ({ name, text: text.replace("world", "links") })) });
    return example.toLink();
  });
  assert.match(link ?? "", /\/a\/b\/#p1\./);
  const withSecret = await reader.page.evaluate(async () => {
    const example = document.querySelector("pantograph-example")!;
    const { files } = example.getState();
    example.setState({ files: [...files, { name: "inputs.yaml", text: "config: {key: {secret: hunter2}}\n" }] });
    return example.toLink();
  });
  assert.doesNotMatch(JSON.stringify(decode(withSecret ?? "").document), /hunter2/,
    "a link must not contain a reader's secret");
  await reader.page.goto(link ?? "");
  await reader.page.waitForFunction(() => document.querySelector("#result")?.textContent?.includes("hello\u00a0links"));
  await reader.page.goto(`${host.at("embed.html")}${new URL(link ?? "").hash}`);
  await reader.waitForText("code", "links");
  await leave(reader.page);
});

test("without src an example shows the page's own files again, and files that arrive late are ignored", async () => {
  const host = await Host.open("cached");
  host.changed.set("one.yaml", "name: one\n");
  host.changed.set("two.yaml", "name: two\n");
  const reader = await Reader.open(browser, host.page("plain"));
  const texts = await reader.page.evaluate(async (base) => {
    const example = document.querySelector("pantograph-example")!;
    const native = window.fetch.bind(window);
    let open = (): void => undefined;
    const held = new Promise<void>((resolve) => { open = resolve; });
    const asked: Promise<unknown>[] = [];
    window.fetch = (input, options) => {
      let isRead = (): void => undefined;
      asked.push(new Promise<void>((resolve) => { isRead = resolve; }));
      return (async () => {
        if (String(input).includes("one")) await held;
        const body = await (await native(input, options)).text();
        return { ok: true, text: () => { requestAnimationFrame(isRead); return Promise.resolve(body); } } as Response;
      })();
    };
    // Waits until all requested files have arrived, and for one more frame.
    const settled = async (): Promise<void> => { await Promise.all(asked); };
    const text = (): string => example.getState().files.map((file) => file.text).join();
    const before = text();
    example.src = `${base}one.yaml`;
    example.src = `${base}two.yaml`;
    open();
    await settled();
    const second = text();
    example.removeAttribute("src");
    await settled();
    const none = text();
    example.setAttribute("inputs", "stack: none\n");
    const again = text();
    example.src = `${base}two.yaml`;
    await settled();
    const beside = text();
    example.setAttribute("inputs", "stack: late\n");
    await settled();
    const late = text();
    example.removeAttribute("inputs");
    example.setAttribute("src", `${base}two.yaml`);
    example.setState({ files: [{ name: "Pulumi.yaml", text: "name: set\n" }] });
    await settled();
    return { isSame: before === none, isBeside: again === `${before},stack: none\n`, second, beside, late,
      set: text() };
  }, host.at(""));
  assert.deepEqual(texts, {
    isSame: true, isBeside: true, second: "name: two\n", beside: "name: two\n,stack: none\n",
    late: "name: two\n,stack: late\n", set: "name: set\n",
  });
  await reader.close();
  await host.close();
});

everywhere("with integrity checks, a changed file is not used", async () => {
  const host = await Host.open("cold");
  const { assets } = JSON.parse(readFileSync("dist/manifest.json", "utf8")) as {
    readonly assets: Readonly<Record<"engine" | "engineWorker", string>> & { readonly embedParts: { engine: string } };
  };
  const { engine, engineWorker, embedParts } = assets;
  const open = async (): Promise<Page> => {
    const page = await freshTab(browser, host.origin);
    await page.goto(host.page("checked"));
    return page;
  };
  const edit = (page: Page): Promise<void> => page.evaluate(async () => {
    await customElements.whenDefined("pantograph-example");
    const example = document.querySelector("pantograph-example")!;
    await example.run();
  });
  const whole = await open();
  await edit(whole);
  await whole.waitForFunction(() =>
    document.querySelector("pantograph-example")?.shadowRoot?.querySelector("[part~=result]")?.textContent?.includes("said: hello world"));
  await whole.close();

  const chunk = /"\.\/(chunk-[\w-]+\.js)"/.exec(readFileSync(`dist/${embedParts.engine}`, "utf8"))?.[1] ?? "";
  const evil = "globalThis.isTampered = true; ";
  for (const path of [embedParts.engine, `assets/${chunk}`, engineWorker, "manifest.json", engine]) {
    const content = readFileSync(`dist/${path}`);
    host.changed.set(path, path.endsWith(".js") ? evil + content.toString()
      : Buffer.concat([content, Buffer.from(path.endsWith(".json") ? " " : "\0")]));
    const page = await open();
    await edit(page);
    await page.waitForFunction(() =>
      document.querySelector("pantograph-example")?.shadowRoot?.querySelector(".problems")?.textContent?.includes("differs from what"));
    assert.equal(await page.evaluate(() => "isTampered" in window), false, path);
    assert.ok(path === engine || CANNOT.workers || page.workers().length === 0, path);
    await leave(page);
    host.changed.clear();
  }
  for (const pin of ["", "md5-1B2M2Y8AsgTpgAmY7PhCfg==", "sha256-", "sha256 abc", "nothing"]) {
    host.pinned = (tags) => tags.replace(/(name="pantograph-integrity" content=")[^"]*/, `$1${pin}`);
    const page = await open();
    await edit(page);
    await page.waitForFunction(() =>
      document.querySelector("pantograph-example")?.shadowRoot?.querySelector(".problems")?.textContent?.includes("cannot be checked"));
    assert.ok(CANNOT.workers || page.workers().length === 0, pin);
    await leave(page);
  }
  host.pinned = (tags) => tags;
  host.changed.set("embed.js", evil + readFileSync("dist/embed.js", "utf8"));
  const page = await open();
  assert.deepEqual(await page.evaluate(() =>
    ["isTampered" in window, customElements.get("pantograph-example") !== undefined]), [false, false]);
  await leave(page);
  await host.close();
});
