/**
 * Documents with long chains or deep nesting. In a browser, nested calls of the engine use the browser's
 * own stack, which tests in Node and native tests do not notice. These tests check that long chains and
 * deep nesting do not exhaust it. The page's watchdog stops an engine after five seconds; here it gets
 * a longer limit, since the machine may be busy. If DEEP is set, which needs an idle machine, it keeps its
 * limit.
 */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser, Page } from "puppeteer-core";
import type { ExampleResult } from "../../src/embed/types.js";
import { encode } from "../../src/share/link.js";
import { everywhere, test as inChromium } from "./engines.js";
import { Host } from "./host.js";
import { freshTab, isFirefox, isWebKit, launch, leave, Sheet } from "./page.js";

let browser: Browser, host: Host;
before(async () => { [browser, host] = await Promise.all([launch(), Host.open("cached")]); });
after(async () => { await browser.close(); await host.close(); });

/** Makes the watchdog wait for two minutes. */
function extendWatchdog(): void {
  const native = window.setTimeout;
  window.setTimeout = ((action: () => void, milliseconds?: number) =>
    native(action, milliseconds === 5000 ? 120_000 : milliseconds)) as typeof setTimeout;
}

/**
 * The tests with the largest documents take minutes altogether, so they run only if DEEP is set. Tests
 * with documents that fit into a link always run in Chromium.
 */
const isDeep = Boolean(process.env["DEEP"]);
const test = isDeep ? everywhere : inChromium;
const beforeScripts = isDeep ? () => undefined : extendWatchdog;
const TIMEOUT = { timeout: 180_000, skip: !isDeep && "it takes minutes: set DEEP=1" };
/** In Firefox and WebKit, these tests take too long to run for every change. */
const BY_LINK = { timeout: 180_000, skip: !isDeep && (isFirefox || isWebKit) && "it takes minutes: set DEEP=1" };

interface Deep {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** Matches a part of the result, or the code of a problem. */
  readonly wanted: RegExp;
}

/**
 * Returns a line for each number below count. # is replaced with the number, ++ with the next number, and
 * @@ with the next number modulo count.
 */
function chain(count: number, line: string): string {
  return Array.from({ length: count }, (_, at) => line.replaceAll("#", `${at}`).replaceAll("++", `${at + 1}`)
    .replaceAll("@@", `${(at + 1) % count}`)).join("");
}

const PULUMI = "name: deep\nruntime: yaml\n";
const HEAT = "heat_template_version: 2021-04-16\n";
const CLIENT = "type: client\nname: deep\napi_key: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n";

const variables = (count: number): Deep =>
  ({ name: "variables", file: "Pulumi.yaml",
    text: `${PULUMI}variables:\n${chain(count, "  v#: ${v++}\n")}  v${count}: end\noutputs: {o: "\${v0}"}\n`,
    wanted: /v0: end/ });
const properties = (count: number): Deep =>
  ({ name: "properties", file: "env.yaml", text: `values:\n${chain(count, "  v#: ${v++}\n")}  v${count}: end\n`,
    wanted: /v0: end/ });
const attributes = (count: number): Deep => ({
  name: "attributes", file: "template.yaml", wanted: /r0:|value: end/,
  text: `${HEAT}resources:\n`
    + chain(count, "  r#: {type: OS::Heat::Value, properties: {value: {get_attr: [r++, value]}}}\n")
    + `  r${count}: {type: OS::Heat::Value, properties: {value: end}}\n`,
});
const conditions = (count: number): Deep => ({
  name: "conditions", file: "template.yaml", wanted: /c0: true/,
  text: `${HEAT}conditions:\n${chain(count, "  c#: {not: {not: c++}}\n")}  c${count}: true\n`
    + "outputs: {o: {value: {if: [c0, yes, no]}}}\n",
});
const parameters = (count: number): Deep => ({
  name: "parameters and outputs", file: "template.yaml", wanted: /p0: end|o0: end/,
  text: `${HEAT}parameters:\n${chain(count, "  p#: {type: string, default: end}\n")}`
    + `outputs:\n${chain(count, "  o#: {value: {get_param: p#}}\n")}`,
});
const cycle = (count: number): Deep =>
  ({ name: "a cycle", file: "Pulumi.yaml", text: `${PULUMI}variables:\n${chain(count, "  v#: ${v@@}\n")}`,
    wanted: /depends on itself/ });
const heatCycle = (count: number): Deep =>
  ({ name: "a cycle of resources", file: "template.yaml",
    text: `${HEAT}resources:\n${chain(count, "  r#: {type: OS::Heat::None, depends_on: r@@}\n")}`,
    wanted: /need one another/ });
const clientVariables = (count: number): Deep => ({
  name: "variables of a client", file: "clients.yaml", wanted: /one variable too many/,
  text: `${CLIENT}variables:\n${chain(count, "  v#: ${pullconf::v++}\n")}  v${count}: end\n`
    + "resources:\n  - type: directory\n    parameters:\n      path: /srv/${pullconf::v0}\n",
});
const requirements = (count: number): Deep => ({
  name: "requirements", file: "clients.yaml", wanted: /path: \/d|steps; evaluation stopped here/,
  text: `${CLIENT}resources:\n`
    + chain(count, "  - type: directory\n    parameters:\n      path: /d#\n"
      + "    requires:\n      - type: directory\n        path: /d++\n")
    + `  - type: directory\n    parameters:\n      path: /d${count}\n`,
});

const LONG = [variables(100_000), properties(100_000), attributes(20_000), conditions(20_000), parameters(20_000),
  cycle(20_000), heatCycle(20_000),
  clientVariables(20_000), requirements(20_000)];

/** Returns documents nested to this depth, on one line and on many. */
function nested(depth: number): readonly Deep[] {
  const wrap = (open: string, inner: string, end: string): string => open.repeat(depth) + inner + end.repeat(depth);
  const heads = { "Pulumi.yaml": `${PULUMI}variables:\n  v: `, "env.yaml": "values:\n  v: ",
    "template.yaml": `${HEAT}outputs:\n  o:\n    value: `,
    "clients.yaml": `${CLIENT}variables:\n  v: `, "main.yaml": "v:\n  w: " };
  const shapes = (file: string, head: string): readonly Deep[] => [
    { name: `${file}, lists`, file, text: `${head}${wrap("[", "x", "]")}\n`, wanted: /./ },
    { name: `${file}, mappings`, file, text: `${head}${wrap("{k: ", "x", "}")}\n`, wanted: /./ },
    { name: `${file}, never closed`, file, text: head + "[".repeat(depth), wanted: /./ },
    { name: `${file}, lines`, file,
      text: `${head.trimEnd()}${Array.from({ length: depth }, (_, at) => `\n${" ".repeat(at + 5)}k:`).join("")} x\n`,
      wanted: /./ },
  ];
  const console = (name: string, expression: string): Deep =>
    ({ name: `console, ${name}`, file: "inputs.yaml", text: `expressions:\n  - '${expression}'\n`, wanted: /./ });
  return [...Object.entries(heads).flatMap(([file, head]) => shapes(file, head)),
    console("parentheses", wrap("(", "1", ")")), console("lists", wrap("[", "1", "]")),
    console("negations", wrap("-", "1", "")),
    console("conditionals", wrap("true ? ", "1", " : 2")), console("calls", wrap("tolist([", "1", "])")),
    console("templates", wrap("\"${", "1", "}\"")),
    console("sums", wrap("1 + ", "1", "")), console("steps", `{}${".a".repeat(depth)}`),
    console("loops", wrap("[for x in [1] : ", "x", "]")),
    { name: "ifs", file: "template.yaml",
      text: `${HEAT}outputs:\n  o:\n    value: ${wrap("{if: [true, ", "x", ", y]}")}\n`, wanted: /./ },
    { name: "a pattern", file: "template.yaml", wanted: /./,
      text: `${HEAT}parameters:\n  p: {type: string, default: a, `
        + `constraints: [{allowed_pattern: "${wrap("(", "a", ")")}"}]}\n` },
    { name: "JSON", file: "env.yaml", text: `values:\n  v: {"fn::fromJSON": '${wrap("[", "", "]")}'}\n`, wanted: /./ }];
}

/** Returns the files of a deep document; the console needs a main file. */
function filesOf({ file, text }: Deep): readonly { readonly name: string; readonly text: string }[] {
  return file === "inputs.yaml" ? [{ name: "main.yaml", text: "a: 1\n" }, { name: file, text }]
    : [{ name: file, text }];
}

/** Waits until the result, the problems or the status line match a pattern. */
async function waitForOutput(sheet: Sheet, wanted: RegExp): Promise<void> {
  const seen = await sheet.page.waitForFunction((source) => {
    const text = ["#result .view-line", "pg-problems", ".statusline"].flatMap((selector) =>
      [...document.querySelectorAll(selector)])
      .map((each) => (each.textContent ?? "").replaceAll("\u00a0", " ")).join("\n");
    return /Stopped after|stopped twice/.test(text) ? text : new RegExp(source).test(text);
  }, { timeout: 120_000 }, wanted.source);
  assert.equal(await seen.jsonValue(), true, "the engine was stopped");
}

/** Returns a link to an empty document of the dialect that has this main file. */
function emptyLink(file: string): string {
  return encode({ dialect: "", files: [{ name: file, text: "" }], view: {}, engine: "", digest: "", rest: {} })!;
}

for (const deep of [variables(100_000), properties(100_000), attributes(20_000), cycle(20_000)]) {
  test(`a long chain that is pasted is evaluated: ${deep.name}`, TIMEOUT, async () => {
    const sheet = await Sheet.open(browser, { hash: emptyLink(deep.file), before: beforeScripts });
    await sheet.write(deep.text);
    await waitForOutput(sheet, deep.wanted);
    await sheet.press("tab", "Graph");
    await sheet.page.waitForFunction(() => /Too large to draw.*too many to draw/s
      .test(document.querySelector("pg-graph")?.textContent ?? ""));
    await sheet.close();
  });
}

for (const deep of [variables(20_000), properties(20_000), attributes(7000)]) {
  test(`a long chain in a link is evaluated: ${deep.name}`, BY_LINK, async () => {
    const hash = encode({ dialect: "", files: filesOf(deep), view: {}, engine: "", digest: "", rest: {} });
    assert.ok(hash, "the link is too long");
    const sheet = await Sheet.open(browser, { hash, before: beforeScripts });
    await waitForOutput(sheet, deep.wanted);
    await sheet.close();
  });
}

/** Evaluates files in an embed. Returns the result and the problems that it reports. */
async function evaluateInEmbed(page: Page, files: readonly { readonly name: string; readonly text: string }[],
    dialect: string): Promise<string> {
  return page.evaluate(async (given, name) => {
    const example = document.querySelector("pantograph-example")!;
    example.setState({ dialect: name, files: given });
    const result: ExampleResult | null = await example.run();
    return result ? `${result.text}\n${result.problems.map(({ code, message }) => `${code}: ${message}`).join("\n")}`
      : "no result";
  }, files, dialect);
}

async function embed(): Promise<Page> {
  const address = host.page("plain");
  const page = await freshTab(browser, address);
  await page.evaluateOnNewDocument(beforeScripts);
  await page.goto(address, { waitUntil: "load" });
  await page.waitForFunction(() => document.querySelector("pantograph-example")?.shadowRoot);
  return page;
}

for (const deep of LONG) {
  test(`a long chain in an embed is evaluated: ${deep.name}`, TIMEOUT, async () => {
    const page = await embed();
    assert.match(await evaluateInEmbed(page, filesOf(deep), ""), deep.wanted);
    await leave(page);
  });
}

for (const depth of [990, 3000]) {
  test(`documents nested ${depth} deep are evaluated in an embed`, TIMEOUT, async () => {
    const page = await embed();
    for (const deep of nested(depth)) {
      const output = await evaluateInEmbed(page, filesOf(deep), deep.file === "inputs.yaml" || deep.file === "main.yaml"
        ? "terraform" : "");
      assert.match(output, deep.wanted, deep.name);
      assert.doesNotMatch(output, /no result|the engine has a bug/, deep.name);
    }
    await leave(page);
  });
}

test("deeply nested documents are evaluated in the page", TIMEOUT, async () => {
  const sheet = await Sheet.open(browser, { hash: emptyLink("env.yaml"), before: beforeScripts });
  for (const deep of nested(990).filter(({ file }) => file === "env.yaml")) {
    await sheet.write(deep.text);
    await waitForOutput(sheet, /v:|nested|never closed/);
  }
  await sheet.press("tab", "Graph");
  await sheet.write("values:\n  v0: ${v1}\n  v1: end\n");
  await sheet.page.waitForSelector("[data-node=v0]");
  await sheet.close();
});
