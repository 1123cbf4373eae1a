/** Opens and makes links and archives, and keeps the page's URL up to date. */
import type { Client } from "../evaluator/client.js";
import type { LinkDocument } from "../share/link.js";
import { openFiles, toTxtar, toZip, type ArchiveFormat } from "../share/archive.js";
import { namesExample, isLink } from "../share/address.js";
import { formOf, type Form } from "../share/forms.js";
import { isQuotable } from "../share/path.js";
import { redact, type Redacted } from "../share/redact.js";
import { announce } from "../ui/announce.js";
import { chooseFiles } from "./chosen.js";
import { copyText, offerBytes, offerFile } from "./download.js";
import { EVERYTHING, readNarrowing, texts, writtenNarrowing } from "./narrowing.js";
import { partMissing } from "./parts.js";
import { declareTypes } from "./schemas.js";
import { dialectOf, isOutdated, isMine, mainFile, sharedTitle } from "./select.js";
import {
  openingOf, TABS, type Document, type Event, type Example, type Sharing, type State, type View,
} from "./state.js";
import type { Store } from "./store.js";

/** Loads the codec for links, which is fetched when it is first needed. */
const codec = (): Promise<typeof import("../share/link.js")> => import("../share/link.js");

const SECRETS_UNKNOWN = "Nothing was shared: the engine does not answer, so the secrets in this text cannot be found. "
  + "Try again once there is a result.";

/** The last request about the secrets of a document. */
interface SecretsRequest {
  readonly files: Document["files"];
  readonly names: string;
  readonly answer: Promise<Redacted | null>;
}

/** Follows and writes the fragment of the page's URL, and handles the events of the Share dialog. */
export class SharingEffects {
  private requests = 0;
  private last: SecretsRequest | null = null;
  /** Whether the page is following a URL of the browser's history, which it must not replace. */
  private isFollowing = false;

  constructor(
    private readonly store: Store, private readonly client: Client,
    private readonly gallery: () => Promise<readonly Example[]>,
    /** Offers to import files of a deployment. Resolves to false if they are something else. */
    private readonly tryImport: (files: readonly globalThis.File[]) => Promise<boolean>,
  ) {
    addEventListener("hashchange", () => void this.followAddress());
  }

  readonly after = (before: State, after: State, event: Event): void => {
    if (after.revision !== before.revision) this.writeAddress(after, event);
    if (after.sharing && (!before.sharing || isLinkOutdated(before, after))) void this.make(after);
    switch (event.type) {
      case "share-copied": return void this.copy(after, event.form);
      case "archive-requested": return void this.download(after, event.format);
      case "files-chosen": return void this.open(event.files);
      default: return;
    }
  };

  /** Writes the fragment: the example or link that the text was opened from, or none once the text has changed. */
  private writeAddress(state: State, event: Event): void {
    const hash = addressOf(state);
    if (this.isFollowing || hash === location.hash) return;
    const address = location.pathname + location.search + hash;
    if (event.type === "document-opened" && hash !== "") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  /** Opens what the URL names after Back or Forward, or when the user has edited it. */
  private async followAddress(): Promise<void> {
    const { state } = this.store;
    if (location.hash !== "") return this.openAddress();
    if (isMine(state)) return;
    const [first] = state.gallery;
    this.isFollowing = true;
    if (state.mine) this.store.dispatch({ type: "mine-restored" });
    else if (first) this.store.dispatch(openingOf(first));
    this.isFollowing = false;
  }

  /** Opens the example or the link in the page's URL, if there is one. */
  async openAddress(): Promise<void> {
    const { hash } = location;
    if (namesExample(hash)) return this.openExample(hash);
    if (!isLink(hash)) return;
    const link = await codec().catch(() => null);
    if (!link) return partMissing(this.store, true);
    const decoded = link.decode(hash);
    if (location.hash !== hash) return; // the URL has changed meanwhile
    if (decoded.error !== undefined) {
      return this.store.dispatch({ type: "notice-shown", text: `Nothing was opened: ${decoded.error}.` });
    }
    const { state } = this.store;
    if (state.document.link?.fragment === decoded.fragment && !isMine(state)) return;
    this.store.dispatch({ type: "link-opened", ...openedFrom(decoded.document, decoded.fragment) });
  }

  private async openExample(hash: string): Promise<void> {
    const match = /^#example\/([^/]+)\/([^/]+)$/.exec(hash);
    const [dialect, name] = [match?.[1] ?? "", decoded(match?.[2] ?? "")];
    const { state } = this.store;
    const { example } = state.document;
    if (example?.dialect === dialect && example.name === name && !isMine(state)) return;
    const found = match
      ? (await this.gallery()).find((entry) => entry.dialect === dialect && entry.name === name) : undefined;
    const wanted = isQuotable(dialect) && isQuotable(name) ? `example ${dialect}/${name}` : "such example";
    this.store.dispatch(found ? openingOf(found)
      : { type: "notice-shown", text: `There is no ${wanted}. All examples are listed under Examples.` });
  }

  private async make(state: State): Promise<void> {
    const request = ++this.requests;
    const link = await codec().catch(() => null);
    if (!link) return partMissing(this.store, false);
    const redacted = await this.redacted(state);
    const { sharing } = this.store.state;
    if (!sharing || request !== this.requests) return;
    if (!redacted && !sharing.withSecrets) return this.share(state, { ...sharing, link: null, isUnknown: true });
    const fragment = link.encode(linkDocument(state, sharing.withSecrets ? null : redacted));
    this.share(state, {
      ...sharing, link: fragment === null ? "" : pageAddress() + fragment, secrets: redacted?.count ?? 0,
      hasOwnSecrets: redacted?.holds ?? false,
      isUnknown: redacted === null,
    });
  }

  private share({ revision }: State, sharing: Sharing): void {
    this.store.dispatch({ type: "share-made", sharing, revision });
  }

  /**
   * Returns the document without its secrets; null if the engine does not answer. Then the document
   * must not be shared as if it contained no secrets.
   */
  private redacted(state: State): Promise<Redacted | null> {
    const { files } = state.document, names = secretInputNames(state), key = JSON.stringify(names);
    const { phase } = state.engine;
    if (phase === "missing" || phase === "paused") return Promise.resolve(null); // a call would wait forever
    if (this.last?.files === files && this.last.names === key) return this.last.answer;
    const answer = this.client.call("redact", { files, names }).then((redaction) => {
      if (!redaction && this.last?.answer === answer) this.last = null; // allow the same request again
      return redaction && redact(files, redaction);
    });
    this.last = { files, names: key, answer };
    return answer;
  }

  private async copy(state: State, form: Form): Promise<void> {
    const { link, withSecrets } = state.sharing ?? { link: null, withSecrets: false };
    if (!link) return;
    const files = withSecrets ? state.document.files : (await this.redacted(state))?.files;
    if (!files) return this.store.dispatch({ type: "notice-shown", text: SECRETS_UNKNOWN });
    const main = mainFile(state);
    const result = form === "markdown-result" && !isOutdated(state)
      ? await this.client.call("render", { view: state.view.resultView, reveal: withSecrets }) : null;
    const isCopied = await copyText(formOf(form, {
      page: pageAddress(), fragment: link.slice(link.indexOf("#")), title: sharedTitle(state),
      dialect: dialectOf(state).name,
      files: files.toSorted((a, b) => Number(b.name === main) - Number(a.name === main)), result,
    }));
    if (isCopied) {
      announce("Copied.");
      const { sharing } = this.store.state;
      if (sharing) this.share(state, { ...sharing, copied: form });
    } else this.store.dispatch({ type: "notice-shown",
      text: "The browser does not allow copying. Select the link and copy it yourself." });
  }

  private async download(state: State, format: ArchiveFormat): Promise<void> {
    const files = state.sharing?.withSecrets ? state.document.files : (await this.redacted(state))?.files;
    if (!files) return this.store.dispatch({ type: "notice-shown", text: SECRETS_UNKNOWN });
    const name = sharedTitle(state).toLowerCase().replace(/\.\w+$/, "").replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "template";
    if (format === "zip") return offerBytes(`${name}.zip`, "application/zip", toZip(files));
    const text = toTxtar(files);
    if (text !== null) return offerFile({ name: `${name}.txtar`, type: "text/plain", text });
    this.store.dispatch({ type: "notice-shown",
      text: "In a .txtar archive, a line of this text or a file name would be read as another file. "
        + "Download the .zip instead." });
  }

  private async open(all: readonly globalThis.File[]): Promise<void> {
    if (await this.tryImport(all)) return;
    const { files: chosen, leftOut } = chooseFiles(all);
    const say = (text: string): void =>
      this.store.dispatch({ type: "notice-shown", text: [text, leftOut].filter(Boolean).join(" ") });
    if (chosen.length === 0) return say("");
    const dropped = await Promise.all(chosen.map(readFile));
    const unread = dropped.find((file): file is string => typeof file === "string");
    if (unread !== undefined) return say(`${unread} cannot be read. To open a folder, choose its files or a .zip.`);
    const opened = openFiles(dropped.filter((file) => typeof file !== "string"));
    if (opened.files === undefined) return say(opened.error);
    if (declareTypes(opened.files, dialectOf(this.store.state).declares)) {
      return this.store.dispatch({ type: "schemas-dropped", files: opened.files });
    }
    const document: Document = { dialect: "", files: opened.files, example: null, isOwn: true };
    const notice = `${chosen[0]?.name ?? "The file"} was opened. ${leftOut ? `${leftOut} ` : ""}Your own text is kept.`;
    this.store.dispatch({ type: "document-opened", document, notice });
    if (leftOut && !this.store.state.notice) say("");
  }
}

/** Reads a file. Resolves to its name if it cannot be read. */
async function readFile(file: globalThis.File):
  Promise<{ readonly name: string; readonly bytes: Uint8Array } | string> {
  return file.arrayBuffer()
    .then((content) => ({ name: file.name, bytes: new Uint8Array(content) }), () => file.name);
}

/** Returns the page's URL without its fragment. */
function pageAddress(): string {
  return location.href.replace(/#.*/, "");
}

/** Returns the fragment for a state: that of its link or example, or "" for a text of the user's own. */
function addressOf(state: State): string {
  const { example, link } = state.document;
  if (isMine(state)) return "";
  if (link) return link.fragment;
  return example ? `#example/${example.dialect}/${encodeURIComponent(example.name)}` : "";
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // it contains a % that encodes nothing
  }
}

/** Returns the names of the inputs that the program declares secret. */
function secretInputNames({ snapshot }: State): readonly string[] {
  return (snapshot?.form ?? []).flatMap(({ fields }) => fields).filter(({ secret }) => secret).map(({ name }) => name);
}

function isLinkOutdated(before: State, after: State): boolean {
  const isEngineChanged = after.engine.phase !== before.engine.phase && after.sharing?.link === null;
  return isEngineChanged || after.sharing?.withSecrets !== before.sharing?.withSecrets
    || after.document !== before.document || after.snapshot !== before.snapshot ||
    after.view.panel !== before.view.panel || after.view.resultView !== before.view.resultView
      || after.view.selection !== before.view.selection ||
    after.view.toggled !== before.view.toggled || after.view.only !== before.view.only
      || after.view.narrowing !== before.view.narrowing;
}

/** Returns the contents of a link: the redacted document or, if `redacted` is null, the document as it is. */
export function linkDocument(state: State, redacted: Redacted | null): LinkDocument {
  const { document, snapshot, view, engine } = state;
  const { files, count } = redacted ?? { files: document.files, count: 0 };
  // If secrets were removed, the result of the linked text differs from the one shown here.
  const isSeen = snapshot?.revision === state.revision && count === 0;
  const at = view.selection?.at;
  const isPlaced = at !== undefined && files.some(({ name }) => name === at.file) && (at.line > 1 || at.column > 1);
  const { rest = {}, viewRest = {}, fileRest = {} } = document.link ?? {};
  const narrowing = writtenNarrowing(view.narrowing);
  return {
    dialect: document.dialect, files: files.map((file) => ({ ...file, rest: fileRest[file.name] ?? {} })), rest,
    engine: engine.version, digest: isSeen ? snapshot.digest : "",
    view: {
      ...viewRest,
      panel: view.panel,
      ...(view.resultView ? { result: view.resultView } : {}),
      ...(view.only ? { only: view.only } : {}),
      ...(view.toggled.length > 0 ? { turned: view.toggled } : {}),
      ...(narrowing ? { narrowing } : {}),
      ...(isPlaced ? { selection: { file: at.file, line: at.line, column: at.column } } : {}),
    },
  };
}

/** Returns the document and the view in a link. The link is untrusted, so every setting of the view is checked. */
export function openedFrom({ dialect, files, view, engine, digest, rest }: LinkDocument, fragment: string):
  { readonly document: Document; readonly view: Partial<View> } {
  const { panel: asked, result, only, turned, narrowing, selection: at, ...viewRest } = view;
  const fileRest = Object.fromEntries(files.flatMap(({ name, rest: more }) => (more ? [[name, more]] : [])));
  const document: Document = {
    dialect, files: files.map(({ name, text }) => ({ name, text })), example: null,
    link: { fragment, engine: isQuotable(engine) ? engine : "", digest, rest, viewRest, fileRest },
  };
  const panel = TABS.find(({ id }) => id === asked)?.id ?? "result";
  const seen: Partial<View> = {
    panel, area: panel, resultView: typeof result === "string" ? result : "", only: typeof only === "string"
      ? only : "",
    narrowing: readNarrowing(narrowing) ?? EVERYTHING,
    toggled: texts(turned),
  };
  const { file, line, column } = (typeof at === "object" && at !== null ? at : {}) as Readonly<Record<string, unknown>>;
  const isPosition = typeof file === "string" && files.some(({ name }) => name === file) && isPositiveInteger(line)
    && isPositiveInteger(column);
  if (!isPosition) return { document, view: seen };
  const range = { file, line: line as number, column: column as number, endLine: line as number,
    endColumn: column as number };
  return { document, view: { ...seen, file, selection: { origin: "result", at: range, node: "", serial: 0 } } };
}

function isPositiveInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
