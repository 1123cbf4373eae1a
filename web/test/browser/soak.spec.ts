/**
 * A long session in one page: random edits in every dialect, including hostile ones, while the engine
 * is killed repeatedly and panels and files are switched. `make soak` makes 2,000 edits, `make test`
 * 100. The same SEED repeats a run.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser } from "puppeteer-core";
import { test } from "./engines.js";
import { isFirefox, isWebKit, launch, PROGRAM, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const EDITS = Number(process.env["SOAK"] ?? 100);
const SEED = Number(process.env["SEED"] ?? 1);
/** After this many edits the page has done everything once. Its memory then is the baseline. */
const WARM_EDITS = Math.min(200, EDITS / 2);
/** The factor by which the page's memory may have grown at the end. */
const MAX_GROWTH = 1.3;
const MEGABYTE = 1 << 20;

const EXAMPLES = ["pulumi/web-app", "esc/layered-environments", "hot/web-tier", "terraform/services", "pullconf/fleet"];

/** Hostile strings that may be inserted anywhere in a text. */
const HOSTILE = [
  "${", "${a.b[", "{{", "&a [*a, *a]", "!!binary x", "\t", "\u202e", "🙂", "- ".repeat(200), "[".repeat(500),
  "x".repeat(20_000), "a: &a\n  <<: *a\n",
  "\n---\n", "fn::toJSON: ${v}", "{get_attr: [x, y]}", "'", '"', "#", ": :", "{if: [c, a, b]}", "values:\n", "\u0085",
];

interface Soaked {
  /** The last engine. The page must not keep those before it, and neither must the test. */
  engine: Worker | null;
  /** Bytes of the engine's memory, as last reported. */
  memory: number;
}

/** Makes the page's engine accessible, and records how much memory they report. */
function watch(): void {
  const page = window as unknown as Soaked, Native = window.Worker;
  page.engine = null;
  page.memory = 0;
  window.Worker = class extends Native {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      if (options?.name !== "engine") return;
      page.engine = this;
      this.addEventListener("message",
        ({ data }: MessageEvent<{ readonly memory?: number }>) => { page.memory = data.memory ?? page.memory; });
    }
  };
}

/** Returns a pseudorandom generator. The same seed generates the same numbers. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns a text with one random change. */
function edited(text: string, random: (below: number) => number): string {
  const lines = text.split("\n"), line = random(lines.length), at = random(text.length + 1);
  switch (random(5)) {
    case 0: return text.slice(0, at) + text.slice(at + random(30));
    case 1: return text.slice(0, at) + HOSTILE[random(HOSTILE.length)]! + text.slice(at);
    case 2: return [...lines.slice(0, line), lines[line]!, ...lines.slice(line)].join("\n");
    case 3: return [...lines.slice(0, line), lines[random(lines.length)]!, ...lines.slice(line + 1)].join("\n");
    default: return text.slice(0, at) + String(random(1000)) + text.slice(at);
  }
}

/** Returns the text of the shown file, copied as by a user. */
async function copied(sheet: Sheet): Promise<string> {
  await sheet.focusEditor();
  await sheet.chord("Control", "a");
  return sheet.page.evaluate(() => {
    const clipboardData = new DataTransfer();
    const copy = Object.defineProperty(new Event("copy", { bubbles: true, cancelable: true }), "clipboardData",
      { value: clipboardData });
    document.activeElement?.dispatchEvent(copy);
    return clipboardData.getData("text/plain");
  });
}

/** Returns the size of the JavaScript heap after a garbage collection, in bytes. */
async function heap(sheet: Sheet): Promise<number> {
  const session = await sheet.page.createCDPSession();
  await session.send("HeapProfiler.collectGarbage");
  await session.detach();
  return (await sheet.page.metrics()).JSHeapUsedSize!;
}

/** Returns the output of `play` for a program. */
function outputOfPlay(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "soak-"));
  try {
    writeFileSync(join(folder, "Pulumi.yaml"), text);
    return execFileSync("go", ["run", "./scripts/play", folder], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Performs a random user action between two edits. */
async function actRandomly(sheet: Sheet, random: (below: number) => number): Promise<void> {
  await sheet.page.evaluate((numbers) => {
    const press = (selector: string, number: number): void => {
      const all = [...document.querySelectorAll<HTMLElement>(selector)].filter((each) =>
        each.checkVisibility() && !each.matches(":disabled"));
      all[number % Math.max(all.length, 1)]?.click();
    };
    press("[role=tab]", numbers[0]!);
    press("[role=radio]", numbers[1]!);
    press(".problem", numbers[2]!);
  }, [random(1000), random(1000), random(1000)]);
}

/** Opens a new document with PROGRAM, and waits for its result. */
async function openProgram(sheet: Sheet): Promise<void> {
  await sheet.page.select(".dialect select", "new pulumi");
  await sheet.page.waitForFunction(() => document.querySelectorAll("pg-files [role=tab]").length === 1);
  await sheet.press("tab", "Result");
  await sheet.press("radio", "YAML");
  await sheet.write(PROGRAM);
  await sheet.waitForText("#result", "said: hello there");
}

test(`${EDITS} random edits lose nothing, and the page's memory does not grow`, { timeout: 60_000 + EDITS * 5_000 },
    async () => {
  const random = randomOf(SEED);
  // The log messages of a killed engine are expected.
  const sheet = await Sheet.open(browser, { before: watch, isStored: true, expected: /engine|Worker/i });
  let text = PROGRAM, warm = 0, kills = 0;
  await sheet.write(text);
  for (let edit = 1; edit <= EDITS; edit++) {
    if (random(40) === 0) {
      await sheet.page.evaluate((name) => { location.hash = `#example/${name}`; }, EXAMPLES[random(EXAMPLES.length)]!);
      await sheet.page.waitForFunction(() => document.querySelector("pg-files [role=tab]") !== null);
      text = await copied(sheet);
    }
    if (random(10) === 0) {
      kills++;
      await sheet.page.evaluate((isTerminated) => {
        const { engine } = window as unknown as Soaked;
        engine?.dispatchEvent(new ErrorEvent("error", { message: "killed" }));
        if (isTerminated) engine?.terminate();
      }, !isWebKit); // in Safari, terminated workers receive no events, not even those of scripts
    }
    if (random(4) === 0) {
      await actRandomly(sheet, random);
      text = await copied(sheet); // another file may be shown
    }
    text = text.length > 100_000 ? PROGRAM : edited(text, random);
    await sheet.write(text);
    if (random(3) === 0) {
      const typed = ` word${random(1000)}`;
      await sheet.chord("Control", "End");
      await sheet.page.keyboard.type(typed);
      text += typed;
    }
    if (edit % 20 === 0) assert.equal(await copied(sheet), text, `after edit ${edit} of seed ${SEED}`);
    if (edit === WARM_EDITS && !isFirefox && !isWebKit) {
      await openProgram(sheet);
      warm = await heap(sheet);
      text = PROGRAM;
    }
  }
  assert.equal(await copied(sheet), text);
  assert.ok(EDITS < 100 || kills > 0);

  await openProgram(sheet);
  assert.equal((await sheet.text("#result")).trimEnd(), outputOfPlay(PROGRAM).trimEnd(),
    "the page and play must have the same result");
  await sheet.page.waitForFunction((most) => (window as unknown as Soaked).memory < most, {}, 256 * MEGABYTE);
  if (warm > 0) {
    const end = await heap(sheet);
    const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;
    console.log(`${EDITS} edits, ${kills} engines killed: ${megabytes(warm)} after ${WARM_EDITS} edits, `
      + `${megabytes(end)} at the end`);
    assert.ok(end <= warm * MAX_GROWTH, `${end} bytes at the end, ${warm} after ${WARM_EDITS} edits`);
  }
  await sheet.close();
});
