/** Requests layouts, lists of nodes and exports of the graph from the engine. */
import type { Client } from "../evaluator/client.js";
import type { Graph, LayoutRequest } from "../protocol/protocol.gen.js";
import { announce } from "../ui/announce.js";
import { copyImage, offerBytes, offerFile } from "./download.js";
import { drawnFor, exportedOf, layoutOf, listedOf, steadyLayoutOf } from "./groups.js";
import { answerShown } from "./measure.js";
import { isNarrowed } from "./narrowing.js";
import { pictureOf } from "./picture.js";
import { isFromOtherText, sharedTitle } from "./select.js";
import type { Event, ExportFormat, State } from "./state.js";
import type { Store } from "./store.js";

/** The maximum number of nodes that an edit adds. If there are more, the earlier text did not parse. */
const MAX_ADDED = 8;

/** Returns the ids of the nodes that an edit has added. */
function addedTo(before: Graph, graph: Graph): readonly string[] {
  if (before === graph) return [];
  const known = new Set(before.nodes.map(({ id }) => id));
  const added = graph.nodes.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  return added.length > MAX_ADDED ? [] : added;
}

/** The last request for a layout. */
interface LastRequest {
  readonly graph: Graph;
  /** The request without `near`, as JSON. */
  readonly key: string;
  readonly near: string;
  readonly firstRevision: number;
  readonly revision: number;
  /** The settings that determine the whole drawing, as JSON. If they change, no position is kept. */
  readonly scope: string;
}

/** Requests what the Graph tab shows and exports. */
export class GraphEffects {
  private last: LastRequest | null = null;
  private listed = "";

  constructor(private readonly store: Store, private readonly client: Client) {}

  /** Requests the drawing for a state, unless the last request was the same. */
  show(state: State, event: Event): void {
    const { snapshot, pane, view } = state;
    if (!snapshot || isFromOtherText(state) || snapshot.graph.nodes.length === 0) return;
    if (view.graphForm !== "drawing") this.list(state);
    else if (pane === null) return; // the drawing measures its size once it is visible
    const centre = event.type === "node-chosen" && event.isCentre ? event.node
      : event.type === "group-toggled" ? event.group : "";
    const selected = view.selection?.node ?? "";
    const near = centre || selected;
    const key = JSON.stringify(layoutOf(state, "")), before = this.last;
    const isSame = before?.graph === snapshot.graph && before.key === key;
    if (isSame && centre === "" && !this.isMissing(state, before)) return;
    const { narrowing, only, follows } = view;
    const scope = JSON.stringify([pane, narrowing, only, follows && selected]);
    // Typing also moves the cursor. Then the node at the cursor is added and the others stay in place.
    const isTyped = !isSame || before.revision !== state.revision || snapshot.revision !== state.revision;
    const isSteady = before?.firstRevision === state.firstRevision && before.scope === scope
      && event.type !== "node-chosen" && event.type !== "all-groups-toggled"
      && (isTyped || event.type !== "cursor-moved");
    const { firstRevision, revision } = state;
    this.last = { graph: snapshot.graph, key, near, firstRevision, revision, scope };
    this.layOut(isSteady ? steadyLayoutOf(state, near, event.type === "group-toggled" ? event.group : "",
      addedTo(before.graph, snapshot.graph)) : layoutOf(state, near));
  }

  /** Whether the selected node is missing from a drawing that could include it. */
  private isMissing({ view, layout, snapshot }: State, { near }: LastRequest): boolean {
    const node = view.selection?.node ?? "";
    if (!layout || !snapshot || node === "" || node === near || layout.nodes.length === layout.total
      || isNarrowed(view.narrowing)) return false;
    return drawnFor(snapshot.graph, node, (id) => layout.nodes.some((box) => box.id === id)) === "";
  }

  private layOut(request: LayoutRequest): void {
    const { last } = this, began = performance.now(), { dataset } = document.body;
    dataset["drawing"] = "requested";
    void this.client.call("layout", request).then((layout) => {
      const isLast = this.last === last;
      if (isLast && layout) dataset["drawing"] = "shown";
      // A layout for an earlier pane or narrowing is not shown, since the next one has been requested.
      if (layout && (isLast || this.last?.scope === last?.scope)) {
        this.store.dispatch({ type: "laid-out", layout, steady: request.keepPositions === true });
        answerShown("layout", began);
      } else if (last && isLast) this.last = { ...last, key: "" }; // typing superseded it: allow the same request again
    });
  }

  /** Lists the nodes of a narrowed graph. Only the engine can filter the graph, so its JSON export is read. */
  private list(state: State): void {
    const request = listedOf(state);
    const key = request.focus.length + request.kinds.length + request.states.length === 0 ? ""
      : JSON.stringify([request, state.snapshot?.revision]);
    if (key === this.listed) return;
    this.listed = key;
    if (key === "") return this.store.dispatch({ type: "listed", ids: null });
    void this.client.call("export", { format: "json", dark: false, drawing: request }).then((file) => {
      if (!file || this.listed !== key) return;
      const { nodes } = JSON.parse(file.text) as Graph;
      this.store.dispatch({ type: "listed", ids: nodes.map(({ id }) => id) });
    });
  }

  /** Exports the graph as a file, or copies it as an image; with `isAll`, regardless of the narrowing. */
  async export(state: State, format: ExportFormat, isAll: boolean): Promise<void> {
    const dark = document.documentElement.dataset["theme"] === "dark";
    const isPicture = format === "png" || format === "png2" || format === "image";
    const drawn = { title: sharedTitle(state), legend: true, drawing: exportedOf(state, isAll) };
    const file = await this.client.call("export", { format: isPicture ? "svg" : format, dark, ...drawn });
    if (!file) return;
    if (!isPicture) return offerFile(file);
    const picture = pictureOf(file.text, format === "png" ? 1 : 2);
    if (format === "image") {
      const isCopied = await copyImage(picture);
      announce(isCopied ? "Copied." : "The browser does not allow copying.");
      if (!isCopied) this.store.dispatch({ type: "notice-shown",
        text: "The browser does not allow copying images. Download the PNG instead." });
      return;
    }
    const made = await picture.catch(() => null);
    if (made) offerBytes("graph.png", made.type, new Uint8Array(await made.arrayBuffer()));
    else this.store.dispatch({ type: "notice-shown",
      text: "This drawing is too large for a PNG. Download the SVG instead." });
  }
}

