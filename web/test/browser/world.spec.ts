import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import type { Browser, ElementHandle } from "puppeteer-core";
import { everywhere, test } from "./engines.js";
import { click, launch, Sheet } from "./page.js";

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), "world-"));
before(async () => { browser = await launch(); });
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await browser.close();
});

const PROGRAM = `name: web
runtime: yaml
resources:
  server: {type: aws:ec2:Instance}
  db: {type: aws:rds:Instance}
outputs:
  ip: \${server.publicIp}
`;

const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: "\"hunter2\"" };

function resource(type: string, name: string, id: string, outputs: object): object {
  return { urn: `urn:pulumi:dev::web::${type}::${name}`, type, id, custom: true, outputs };
}

const STATE = JSON.stringify({ version: 3, deployment: { resources: [
  { urn: "urn:pulumi:dev::web::pulumi:pulumi:Stack::web-dev", type: "pulumi:pulumi:Stack" },
  resource("aws:ec2/instance:Instance", "server", "i-0abc", { publicIp: "203.0.113.7" }),
  resource("aws:rds/instance:Instance", "db", "db-1", { password: SECRET }),
  resource("aws:s3/bucket:Bucket", "gone", "b-1", {}),
] } });

/** Opens the page with the program. */
async function openProgram(text = PROGRAM, name = "Pulumi.yaml"): Promise<Sheet> {
  const sheet = await Sheet.open(browser);
  await drop(sheet, [{ name, text }]);
  await sheet.waitForText("#editor", text.trimEnd().split("\n").at(-1)!.slice(0, 8));
  return sheet;
}

/** Drops files onto the page as a file manager does. */
async function drop(sheet: Sheet, files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
  await sheet.page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of dropped) dataTransfer.items.add(new File([text], name));
    for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type,
      { dataTransfer, bubbles: true, cancelable: true }));
  }, files as { name: string; text: string }[]);
}

/** Waits for the dialog, and returns its text. */
async function waitForDialog(sheet: Sheet, wanted: string): Promise<string> {
  const dialog = await sheet.page.waitForFunction((text) => {
    const open = document.querySelector<HTMLElement>("dialog.world[open]");
    return open?.innerText.includes(text) ? open.innerText : null;
  }, {}, wanted);
  return (await dialog.jsonValue()) as string;
}

async function waitForClosed(sheet: Sheet): Promise<void> {
  await sheet.page.waitForFunction(() => !document.querySelector("dialog.world[open]"));
}

/** Shows inputs.yaml and returns its text. */
async function inputsText(sheet: Sheet): Promise<string> {
  await sheet.press("tab", "inputs.yaml");
  await sheet.page.waitForFunction(() =>
    document.querySelector("[role=tab][data-file='inputs.yaml'][aria-selected=true]"));
  await sheet.waitForText("#editor", "mocks:");
  return sheet.text("#editor");
}

everywhere("dropping a state shows the values that it has, and one click writes them", async () => {
  const sheet = await openProgram();
  await sheet.waitForText("#result", "ip: ⟨unknown");
  await drop(sheet, [{ name: "state.json", text: STATE }]);
  const words = await waitForDialog(sheet, "3 values for inputs.yaml");
  assert.match(words, /state\.json\s+the state of a Pulumi stack, stack dev of project web/);
  assert.match(words, /server\.publicIp\s+203\.0\.113\.7/);
  assert.match(words, /1 value is secret\. Left out until you tick this\./);
  assert.match(words, /1 item not used/);
  assert.doesNotMatch(words, /hunter2/);
  await sheet.press("button", "Write");
  await waitForClosed(sheet);
  await sheet.waitForText("#result", "ip: 203.0.113.7");
  const text = await inputsText(sheet);
  assert.match(text, /publicIp: 203\.0\.113\.7/);
  assert.doesNotMatch(text, /hunter2/);
  await sheet.press("button", "Undo");
  await sheet.waitForText("#result", "ip: ⟨unknown");
  await sheet.close();
});

test("secrets are included on request, and are marked", async () => {
  const sheet = await openProgram();
  await drop(sheet, [{ name: "state.json", text: STATE }]);
  await waitForDialog(sheet, "3 values");
  await click(sheet.page, "dialog.world input[type=checkbox]");
  const words = await waitForDialog(sheet, "4 values for inputs.yaml");
  assert.doesNotMatch(words, /hunter2/, "secrets must not be shown even if they are included");
  await sheet.press("button", "Write");
  assert.match(await inputsText(sheet), /password: \{"\$secret": "hunter2"\}/);
  await sheet.close();
});

test("values are written into the existing inputs.yaml, and one undo removes them", async () => {
  const sheet = await openProgram();
  await drop(sheet, [{ name: "state.json", text: STATE }]);
  await waitForDialog(sheet, "3 values");
  await sheet.press("button", "Write");
  await waitForClosed(sheet);
  await inputsText(sheet);
  await sheet.focusEditor();
  await sheet.chord("Control", "Home");
  await sheet.page.keyboard.type("# mine\n");
  await drop(sheet, [{ name: "state.json", text: STATE.replace("203.0.113.7", "203.0.113.8") }]);
  await waitForDialog(sheet, "replacing 1 existing value");
  await sheet.press("button", "Write");
  await waitForClosed(sheet);
  await sheet.waitForText("#editor", "publicIp: 203.0.113.8");
  assert.match(await sheet.text("#editor"), /^# mine/, "comments must be kept");
  await sheet.focusEditor();
  await sheet.page.keyboard.down("Control");
  await sheet.page.keyboard.press("z");
  await sheet.page.keyboard.up("Control");
  await sheet.waitForText("#editor", "publicIp: 203.0.113.7");
  assert.match(await sheet.text("#editor"), /^# mine/);
  await sheet.close();
});

everywhere("a state that is pasted outside the editors is recognised", async () => {
  const sheet = await openProgram();
  await sheet.page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(Object.defineProperty(new Event("paste", { bubbles: true, cancelable: true }),
      "clipboardData", { value: clipboardData }));
  }, STATE);
  await waitForDialog(sheet, "3 values for inputs.yaml");
  await sheet.page.keyboard.press("Escape");
  await waitForClosed(sheet);
  await sheet.waitForText("#result", "ip: ⟨unknown");
  await sheet.close();
});

everywhere("a file can be chosen and its values written with the keyboard", async () => {
  const file = join(folder, "state.json");
  writeFileSync(file, STATE);
  const sheet = await openProgram();
  const { page } = sheet;
  await (await sheet.named("button", "Add a file")).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "menuitem");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("Values from a deployment"));
  await page.keyboard.press("Enter");
  await waitForDialog(sheet, "pulumi stack export");
  await page.waitForFunction(() => document.activeElement?.textContent === "Choose files…");
  await (await page.$("dialog.world input[type=file]") as ElementHandle<HTMLInputElement>).uploadFile(file);
  await waitForDialog(sheet, "3 values for inputs.yaml");
  await page.waitForFunction(() => document.activeElement?.textContent === "Write");
  await page.keyboard.press("Enter");
  await waitForClosed(sheet);
  await sheet.waitForText("#result", "ip: 203.0.113.7");
  await sheet.close();
});

test("an invalid file is reported with a reason and a position, and nothing is changed", async () => {
  const sheet = await openProgram();
  await drop(sheet, [{ name: "state.json", text: STATE.replace("{\"resources\"", "\n  {resources") }]);
  const words = await waitForDialog(sheet, "Nothing was changed.");
  assert.ok(words.includes("line 2, column 4: this is not valid JSON: "
    + "invalid character 'r' looking for beginning of object key string"), words);
  await sheet.press("button", "Cancel");
  await waitForClosed(sheet);
  await drop(sheet, [{ name: "stack.json", text: JSON.stringify({ stack_name: "a", stack_status: "b" }) }]);
  await waitForDialog(sheet, "only OpenStack Heat can use it");
  await sheet.page.keyboard.press("Escape");
  await waitForClosed(sheet);
  await sheet.waitForText("#result", "ip: ⟨unknown");
  await sheet.close();
});

test("other files that are dropped are opened", async () => {
  const sheet = await openProgram();
  const other = JSON.stringify({ name: "other", runtime: "yaml", outputs: { said: "from JSON" } });
  await drop(sheet, [{ name: "Main.json", text: other }]);
  await sheet.waitForText("#result", "said: from JSON");
  await drop(sheet, [{ name: "env.yaml", text: "values: {a: one}\n" }]);
  await sheet.waitForText("#result", "a: one");
  await sheet.close();
});

test("the types that the program uses are taken from a package schema, and checked", async () => {
  const sheet = await openProgram(PROGRAM.replace("aws:ec2:Instance}", "aws:ec2:Instance, properties: {siz: 1}}"));
  const types = Object.fromEntries(Array.from({ length: 20_000 },
    (_, i) => [`aws:x/T${i}:T${i}`, { description: "d".repeat(300), type: "object", properties: {} }]));
  const instance = { inputProperties: { size: { type: "integer" } }, properties: { publicIp: { type: "string" } } };
  await drop(sheet, [{ name: "aws.json",
    text: JSON.stringify({ name: "aws", version: "7.1.0", provider: {}, types,
    resources: { "aws:ec2/instance:Instance": instance } }) }]);
  const words = await waitForDialog(sheet, "with the file aws.schema.json");
  assert.match(words, /the schema of a Pulumi package, aws 7\.1\.0/);
  await sheet.press("button", "Write");
  await waitForClosed(sheet);
  await sheet.waitForNamed("tab", "aws.schema.json");
  await sheet.page.waitForSelector("pg-problems .problem::-p-text(did you mean \"size\"?)");
  await sheet.close();
});

test("a dropped Heat resource type is used for the template", async () => {
  const template = "heat_template_version: 2021-04-16\nresources:\n  own: {type: \"My::Own\", properties: {siz: 1}}\n";
  const sheet = await openProgram(template, "template.yaml");
  await sheet.waitForText("#result", "siz: 1"); // then the page has recognised Heat
  const type = { resource_type: "My::Own",
    properties: { size: { type: "integer", required: false, update_allowed: false, immutable: false } },
    attributes: { show: { type: "map" } }, support_status: { status: "SUPPORTED" } };
  await drop(sheet, [{ name: "own.json", text: JSON.stringify(type) }]);
  await sheet.page.waitForFunction(() =>
    document.querySelector(".ribbon")?.textContent?.includes("Resource types are checked against own.json"));
  await sheet.waitForNamed("tab", "own.json");
  await sheet.waitForNamed("tab", "inputs.yaml");
  await sheet.page.waitForSelector("pg-problems .problem::-p-text(siz)");
  await sheet.press("tab", "inputs.yaml");
  await sheet.waitForText("#editor", "schemas: [own.json]");
  await sheet.close();
});
