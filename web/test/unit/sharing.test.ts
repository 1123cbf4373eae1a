import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { code } from "../../src/app/markdown.js";
import { isMine, ownTitle } from "../../src/app/select.js";
import { linkDocument, openedFrom } from "../../src/app/sharing.js";
import { TABS, type Event, type State } from "../../src/app/state.js";
import { update } from "../../src/app/update.js";
import { openFiles, toTxtar, toZip } from "../../src/share/archive.js";
import { redact } from "../../src/share/redact.js";
import { formOf, lengthWarning, type Shareable } from "../../src/share/forms.js";
import { decode, encode } from "../../src/share/link.js";
import { after, documentOf, opened, PROGRAM, snapshotOf, typed } from "./states.js";

function linked(state: State, overrides: object = {}): Event {
  const { document } = decode(encode({ ...linkDocument(state, null), ...overrides })!);
  return { type: "link-opened", ...openedFrom(document!, "#p1.d.x") };
}

test("a link contains the text, the position and the result's digest, and keeps unknown fields", () => {
  for (const { id: panel } of TABS) {
    assert.equal(update(opened(), linked(after(opened(), { type: "panel-shown", panel }))).view.panel, panel);
  }
  const state = after(typed(opened(), "a: 1\n"), { type: "panel-shown", panel: "graph" });
  const link = linkDocument(state, null);
  assert.equal(link.digest, "aaaaaaaa");
  const there = update(opened(), linked(state, { rest: { later: [1] } }));
  assert.equal(there.document.files[0]?.text, "a: 1\n");
  assert.equal(there.view.panel, "graph");
  assert.deepEqual(linkDocument(there, null).rest, { later: [1] });
  assert.equal(linkDocument(after(opened(), { type: "text-edited", file: "Pulumi.yaml", text: "b: 1\n" }), null).digest,
    "", "a link must not contain the digest of an older text's result");
});

test("of the groups, nodes and kinds that a link lists, the page uses only the first 1,000", () => {
  const turned = Array.from({ length: 200_000 }, (_, at) => `${at}`);
  const { view } = openedFrom({ ...linkDocument(opened(), null),
    view: { turned, narrowing: { focus: turned, kinds: turned, states: turned } } }, "");
  assert.deepEqual([view.toggled?.length, view.narrowing?.focus.length, view.narrowing?.kinds.length,
    view.narrowing?.states.length], [1000, 1000, 1000, 1000]);
});

test("a link contains the shown part, the toggled groups, "
  + "and the keys that later versions added to the view and to files", () => {
  const looked = after(opened(), { type: "panel-shown", panel: "graph" }, { type: "part-chosen", path: "clients.web" },
    { type: "group-toggled", group: "g" });
  const { view, files } = linkDocument(looked, null);
  assert.deepEqual([view["only"], view["turned"]], ["clients.web", ["g"]]);
  const there = update(opened(),
    linked(looked, { view: { ...view, later: 1 }, files: files.map((file) => ({ ...file, rest: { mode: "x" } })) }));
  assert.deepEqual([there.view.only, there.view.toggled], ["clients.web", ["g"]]);
  const again = linkDocument(there, null);
  assert.deepEqual(again.view["later"], 1);
  assert.deepEqual(again.files[0]?.rest, { mode: "x" });
  const mine = update({ ...there, mine: documentOf("mine: 1\n") }, { type: "mine-restored" });
  assert.deepEqual([mine.view.only, mine.view.toggled], ["", []]);
});

test("opening a link keeps the draft, and Back to my text restores it", () => {
  const mine = after(opened(), { type: "text-edited", file: "Pulumi.yaml", text: "mine: 1\n" });
  const there = update(mine, linked(typed(opened(), "a: 1\n")));
  assert.equal(there.notice?.text, "From a link. Your draft is kept.");
  assert.deepEqual([there.notice?.action?.label, there.notice?.second?.label], ["Back to my text", "Make this mine"]);
  assert.equal(isMine(there), false);
  const back = update(there, there.notice!.action!.event);
  assert.equal(back.document.files[0]?.text, "mine: 1\n");
  const adopted = update(there, there.notice!.second!.event);
  assert.equal(adopted.document.files[0]?.text, "a: 1\n");
  assert.ok(isMine(adopted) && adopted.mine === null);
  const example = after(adopted, { type: "document-opened", document: documentOf("b: 1\n"), notice: "" });
  assert.equal(example.mine?.files[0]?.text, "a: 1\n", "an adopted text must be kept as the user's own");
});

test("the ribbon says that the current engine's result differs from the author's", () => {
  const open = (digest: string): State => {
    const there = update(opened(), linked(typed(opened(), "a: 1\n"), { digest, engine: "0.9.0" }));
    return update(there, { type: "evaluated", snapshot: snapshotOf("a: 1\n", there.revision), milliseconds: 1 });
  };
  assert.equal(open("aaaaaaaa").notice?.text, "From a link.");
  assert.match(open("bbbbbbbb").notice?.text ?? "", /differs from what the author saw with engine 0\.9\.0/);
});

test("wrong values in a link's view are ignored", () => {
  const document = { dialect: "", files: [{ name: "a", text: "" }], engine: "", digest: "", rest: {} };
  for (const view of [{ panel: "x" }, { only: {}, turned: [1] }, { turned: "a" }, { panel: 1, result: [] },
      { selection: "x" }, { selection: { file: "b", line: 1, column: 1 } },
      { selection: { file: "a", line: -1, column: 1e99 } }]) {
    const { view: opened } = openedFrom({ ...document, view }, "");
    assert.equal(opened.panel, "result");
    assert.equal(opened.selection, undefined);
  }
});

test("one button undoes Reset", () => {
  const edited = after(opened(), { type: "text-edited", file: "Pulumi.yaml", text: "mine: 1\n" });
  const reset = after(edited, { type: "reset-requested" });
  assert.equal(reset.document.files[0]?.text, PROGRAM);
  assert.equal(update(reset, reset.notice!.action!.event).document.files[0]?.text, "mine: 1\n");
});

test("a link contains secrets only if the author wants it", () => {
  const state = after(opened(), { type: "file-added", name: "inputs.yaml", text: "config: {a: {secret: hunter2}}\n" });
  const redacted = redact(state.document.files, { splices: [{ file: 1, start: 21, end: 28, text: "x" }], count: 1,
    holds: false });
  const without = linkDocument(state, redacted);
  assert.equal(without.files[1]?.text, "config: {a: {secret: x}}\n");
  assert.equal(without.digest, "", "a link without the secrets must not contain the digest of a result with them");
  assert.match(JSON.stringify(linkDocument(state, null)), /hunter2/);
});

test("the engine's positions of secrets count code units, whatever the line ends are", () => {
  const before = "\ufeff# \u{1f511} é\r\nb: \ud800\rc:", files = [{ name: "a", text: "x" },
    { name: "inputs.yaml", text: `${before} hunter2, d: hunter3` }];
  const splice = (start: number, length: number) => ({ file: 1, start, end: start + length, text: "!" });
  const splices = [splice(before.length, " hunter2".length), splice(before.length + " hunter2, d:".length,
    " hunter3".length)];
  const { files: [first, second], count, holds } = redact(files, { splices, count: 2, holds: true });
  assert.equal(first, files[0], "a file without secrets is unchanged");
  assert.equal(second?.text, `${before}!, d:!`);
  assert.deepEqual([count, holds], [2, true]);
});

test("a link to an older text is removed", () => {
  const open = after(opened(), { type: "share-toggled", open: true }), sharing = { ...open.sharing!,
    link: "https://host.example/#p1" };
  const made = after(open, { type: "share-made", sharing, revision: open.revision });
  assert.equal(made.sharing?.link, sharing.link);
  const edited = after(made, { type: "text-edited", file: "Pulumi.yaml", text: "a: 1\n" });
  assert.equal(edited.sharing?.link, null);
  assert.equal(after(edited, { type: "share-made", sharing, revision: open.revision }).sharing?.link, null,
    "the link that was made is to an older text");
  const chosen = after(made, { type: "panel-shown", panel: "graph" });
  assert.equal(chosen.sharing?.link, sharing.link);
});

const FILES = [{ name: "Main.yaml", text: "a: 1\n" }, { name: "lib/data.json", text: "{\"ü\": 1}\n" },
  { name: "inputs.yaml", text: "" }];

test("archives that the page writes are opened with the same files", () => {
  assert.deepEqual(openFiles([{ name: "a.zip", bytes: toZip(FILES) }]).files, FILES);
  assert.deepEqual(openFiles([{ name: "a.txtar", bytes: strToU8(toTxtar(FILES)!) }]).files, FILES);
  assert.deepEqual(toZip(FILES), toZip(FILES));
  assert.equal(toTxtar([{ name: "a", text: "-- b --\n" }]), null);
});

test("only text files within the limits are opened from an archive", () => {
  const zip = (files: Record<string, Uint8Array>): Uint8Array => zipSync(files);
  const names = (bytes: Uint8Array): readonly string[] =>
    (openFiles([{ name: "a.zip", bytes }]).files ?? []).map(({ name }) => name);
  const text = strToU8("a: 1\n");
  assert.deepEqual(names(zip({ "top/Main.yaml": text, "top/b/c.yaml": text })), ["Main.yaml", "b/c.yaml"]);
  assert.deepEqual(names(zip({
    "Main.yaml": text, "../up": text, "/root": text, ".git/config": text, "node_modules/x.js": text, "__MACOSX/y": text,
    "want.json": text, "want/x": text,
    "picture.png": new Uint8Array([0x89, 0x50, 0xff]), "folder/": new Uint8Array(0),
  })), ["Main.yaml"]);
  assert.match(openFiles([{ name: "a.zip", bytes: zip({ "a.yaml": new Uint8Array(9 << 20) }) }]).error ?? "", /8 MB/);
  assert.match(openFiles([{ name: "a.zip",
    bytes: zip(Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`${i}.yaml`, text]))) }]).error ?? "",
    /64 files/);
  for (const bytes of [strToU8("PK\u0003\u0004 nonsense"),
    new Uint8Array([0xff, 0xfe])]) assert.ok(openFiles([{ name: "a.yaml", bytes }]).error);
  assert.deepEqual(openFiles([{ name: "a.yaml", bytes: text }, { name: "inputs.yaml", bytes: text }]).files?.length, 2);
  assert.match(openFiles([{ name: "a.yaml", bytes: text }, { name: "a.yaml", bytes: text }]).error ?? "", /same name/);
});

test("an archive with more files than a call can have arguments is refused with a reason", () => {
  for (const name of ["a.yaml", "want/a.yaml"]) {
    const bytes = strToU8(`-- ${name} --\n`.repeat(300_000));
    assert.match(openFiles([{ name: "a.txtar", bytes }]).error ?? "", /more than 64 files/);
  }
});

test("a text with more backticks than a call can have arguments can be copied as Markdown", () => {
  const text = "` ".repeat(300_000);
  const files = [{ name: "Main.yaml", text }], page = "https://example.org/";
  const what: Shareable = { page, fragment: "", title: "a", dialect: "", files, result: null };
  assert.ok(formOf("markdown-result", what).includes(`\`\`\`yaml\n${text}\n\`\`\``));
  assert.ok(code(text).startsWith("`` ` `"));
});

test("a title contains no invisible characters", () => {
  const titled = (name: string): string => ownTitle(documentOf(`name: ${name}\n`));
  assert.equal(titled("my\u202e \u200bapp\u0007\u2028\u3164\u2800"), "my app");
  assert.equal(titled("\u200b\u202e"), "main.yaml");
  assert.equal(titled(`${"a".repeat(59)}😀b`), "a".repeat(59));
});

test("text that is copied for Markdown or HTML is escaped for it", () => {
  const what: Shareable = {
    page: "https://example.org/play/", fragment: "#p1.d.AAAA", title: "a [b] *c*", dialect: "pulumi",
    files: [{ name: "Main.yaml", text: "a: \"```<b>&\"\n" }], result: { view: "yaml", language: "yaml", text: "a: 1\n",
      marks: [], files: [] },
  };
  assert.equal(formOf("link", what), "https://example.org/play/#p1.d.AAAA");
  assert.equal(formOf("markdown", what), "[a \\[b\\] \\*c\\*](https://example.org/play/#p1.d.AAAA)");
  assert.match(formOf("markdown-result", what), /````yaml\na: "```<b>&"\n````\n\nevaluates to\n\n```yaml\na: 1\n```/);
  assert.ok(formOf("embed", what).startsWith(
    '<pre><code class="language-yaml">a: &quot;```&lt;b&gt;&amp;&quot;\n</code></pre>\n'
    + '<pantograph-example dialect="pulumi" file="Main.yaml"'));
  assert.match(formOf("embed", what), /<script type="module" src="https:\/\/example\.org\/play\/embed\.js"><\/script>/);
  assert.match(formOf("embed", { ...what, files: FILES }),
    /<pre data-file="lib\/data\.json">\n\{&quot;ü&quot;: 1\}\n<\/pre>/);
  assert.match(formOf("iframe", what), /^<iframe src="https:\/\/example\.org\/play\/embed\.html#p1\.d\.AAAA"/);
});

test("long links come with a warning", () => {
  assert.deepEqual([2_000, 2_001, 8_001].map((length) => lengthWarning(length).split(" ")[0]), ["", "Some", "Most"]);
});
