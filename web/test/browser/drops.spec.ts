/** Dropped files: the page counts and measures them before it reads them, and checks them before it opens them. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { strToU8, zipSync } from "fflate";
import type { Browser } from "puppeteer-core";
import { everywhere, isFirefox, isWebKit, test } from "./engines.js";
import { launch, PROGRAM, Sheet } from "./page.js";

let browser: Browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/** A file to drop, whose content is repeated `times` times. */
interface Dropped {
  readonly name: string;
  readonly content: string | readonly number[];
  readonly times?: number;
}

interface Counting {
  /** The number of reads of files, and of bytes read. */
  reads: number;
  bytes: number;
}

/** Counts how often the page reads files. Until it does, their content is not in memory. */
function countReads(): void {
  const page = window as unknown as Counting, { arrayBuffer } = Blob.prototype;
  page.reads = page.bytes = 0;
  Blob.prototype.arrayBuffer = function (this: Blob) {
    page.reads++;
    page.bytes += this.size;
    return arrayBuffer.call(this);
  };
}

/** Opens a page with a text of the user's own. */
async function open(): Promise<Sheet> {
  const sheet = await Sheet.open(browser, { before: countReads });
  await sheet.write(PROGRAM.replace("hello", "mine"));
  await sheet.waitForText("#result", "said: mine there");
  return sheet;
}

async function drop(sheet: Sheet, files: readonly Dropped[]): Promise<void> {
  await sheet.page.evaluate((all) => {
    const dataTransfer = new DataTransfer(), page = window as unknown as Counting;
    for (const { name, content, times = 1 } of all) {
      const piece = new Blob([typeof content === "string" ? content : Uint8Array.from(content)]);
      dataTransfer.items.add(new File(Array<Blob>(times).fill(piece), name));
    }
    page.reads = page.bytes = 0;
    document.querySelector("#editor")?.dispatchEvent(new DragEvent("drop",
      { bubbles: true, cancelable: true, dataTransfer }));
  }, files);
}

async function waitForWords(sheet: Sheet, text: string): Promise<void> {
  await sheet.page.waitForFunction((wanted) => document.body.innerText.replace(/\s+/g, " ").includes(wanted), {}, text)
    .catch(async (error: Error) => {
      throw new Error(`the page does not say ${text}, but ${await sheet.page.evaluate(() => document.body.innerText)}`,
        { cause: error });
    });
}

function readCounts(sheet: Sheet): Promise<Counting> {
  return sheet.page.evaluate(() => ({ reads: (window as unknown as Counting).reads,
    bytes: (window as unknown as Counting).bytes }));
}

const OTHER = PROGRAM.replace("hello", "dropped");
const MEGABYTE = " ".repeat(1 << 20);

test("if too many files are dropped, only as many as a document can have are read", async () => {
  const sheet = await open();
  const many = (content: string): Dropped[] =>
    Array.from({ length: 1_000 }, (_, at) => ({ name: `f${at}.yaml`, content }));
  await drop(sheet, [{ name: "Pulumi.yaml", content: OTHER }, ...many("a: 1\n")]);
  await sheet.waitForText("#result", "said: dropped there");
  await waitForWords(sheet, "Left out: 937 more: a document has at most 64 files");
  assert.ok((await readCounts(sheet)).reads < 70, JSON.stringify(await readCounts(sheet)));
  await drop(sheet, many('{"a": 1}'));
  await waitForWords(sheet, "Left out: 936 more: a document has at most 64 files");
  assert.ok((await readCounts(sheet)).reads < 70, JSON.stringify(await readCounts(sheet)));
  await sheet.close();
});

everywhere("a file that is too large is not read, and the text stays", async () => {
  const sheet = await open();
  for (const name of ["large.yaml", "large.zip", "large.json"]) {
    await drop(sheet, [{ name, content: name.endsWith("json") ? `{${MEGABYTE}` : MEGABYTE, times: 400 }]);
    await waitForWords(sheet, name === "large.json"
      ? "Nothing was opened: large.json is 400.1 MB, but at most 256 MB of"
      : `Left out: ${name} (400 MB): larger than 8 MB`);
    assert.ok((await readCounts(sheet)).bytes < 1_000, `${name}: ${JSON.stringify(await readCounts(sheet))}`);
  }
  await drop(sheet, Array.from({ length: 5 }, (_, at) => ({ name: `f${at}.yaml`, content: MEGABYTE, times: 7 })));
  await waitForWords(sheet, "there are more than 64 files or 8 MB, the limits of a document. Left out: 1 more");
  await sheet.waitForText("#editor", "greeting: mine");
  await drop(sheet, [{ name: "large.yaml", content: MEGABYTE, times: 400 }, { name: "Pulumi.yaml", content: OTHER }]);
  await waitForWords(sheet, "Pulumi.yaml was opened. Left out: large.yaml (400 MB): larger than 8 MB");
  await sheet.waitForText("#result", "said: dropped there");
  await sheet.press("button", "Back to my text");
  await sheet.waitForText("#editor", "greeting: mine");
  await sheet.close();
});

/** Returns a zip archive of one text, with a wrong value at an offset of its headers. */
function withWrongHeader(offset: number, value: number): readonly number[] {
  const zip = zipSync({ "Pulumi.yaml": strToU8(OTHER.repeat(100)) }), view = new DataView(zip.buffer);
  const listed = zip.length - 22 - 46 - "Pulumi.yaml".length;
  view.setUint32(offset, value, true); // in the local header, and in the central directory
  view.setUint32(listed + offset + 2, value, true);
  return [...zip];
}

test("files that are not text, and damaged archives, are refused with a reason, and the text stays", async () => {
  const sheet = await open();
  const refused: readonly (readonly [Dropped, string])[] = [
    [{ name: "picture.png", content: [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 255] }, "this is not UTF-8 text"],
    [{ name: "wide.yaml", content: [0xff, 0xfe, 97, 0, 58, 0] }, "this is not UTF-8 text"],
    [{ name: "cut.zip", content: "PK\x03\x04 and no more" }, "this zip archive is incomplete or damaged"],
    [{ name: "size.zip", content: withWrongHeader(22, 10) }, "this zip archive is incomplete or damaged"],
    [{ name: "packed.zip", content: withWrongHeader(18, 1 << 30) }, "this zip archive is incomplete or damaged"],
    [{ name: "sum.zip", content: withWrongHeader(14, 7) }, "this zip archive is incomplete or damaged"],
    [{ name: "bomb.zip", content: [...zipSync({ "a.yaml": new Uint8Array(20 << 20) })] },
      "there are more than 64 files or 8 MB"],
    [{ name: "Pulumi\u202elmay.yaml", content: OTHER }, "its name is longer than 200 characters, or has"],
    [{ name: "Pulumi\u200b.yaml", content: OTHER }, "its name is longer than 200 characters, or has"],
    [{ name: "Pulumi\u0007.yaml", content: OTHER }, "its name is longer than 200 characters, or has"],
    [{ name: `${"x".repeat(300)}.yaml`, content: OTHER }, "its name is longer than 200 characters, or has"],
    [{ name: "empty.txtar", content: "-- ../Pulumi.yaml --\nname: a\n" }, "There are no text files to open."],
  ];
  for (const [file, reason] of refused) {
    await drop(sheet, [file]);
    await waitForWords(sheet, reason.startsWith("There") ? reason : `${file.name}: ${reason}`);
  }
  await drop(sheet, [{ name: "Pulumi.yaml", content: OTHER }, { name: "Pulumi.yaml", content: PROGRAM }]);
  await waitForWords(sheet, "Two of the files have the same name, or names that look alike.");
  await sheet.waitForText("#editor", "greeting: mine");
  assert.equal(await sheet.page.evaluate(() => document.body.classList.contains("drop")), false);
  await sheet.close();
});

test("a folder or a missing file is refused with a message that names it; other files are opened", {
  skip: (isFirefox || isWebKit) && "only Chromium has a command that drops files from the disk",
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "drops-")), sheet = await open();
  const release = async (...names: readonly string[]): Promise<void> => {
    const session = await sheet.page.createCDPSession();
    const data = { items: [], files: names.map((name) => join(folder, name)), dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
    }
    await session.detach();
  };
  try {
    mkdirSync(join(folder, "templates"));
    writeFileSync(join(folder, "templates", "Pulumi.yaml"), OTHER);
    writeFileSync(join(folder, "Pulumi.yaml"), OTHER);
    await release("templates");
    await waitForWords(sheet, "templates cannot be read. To open a folder, choose its files or a .zip.");
    await release("Pulumi.yaml", "templates");
    await waitForWords(sheet, "templates cannot be read.");
    await release("gone.yaml");
    await waitForWords(sheet, "gone.yaml cannot be read.");
    await sheet.waitForText("#editor", "greeting: mine");
    await release("Pulumi.yaml");
    await sheet.waitForText("#result", "said: dropped there");
  } finally {
    rmSync(folder, { recursive: true });
  }
  await sheet.close();
});
