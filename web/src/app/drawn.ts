/** The graph's requests to the engine: a layout, the nodes of outline and table, exports. */
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

/** More new nodes than this do not come from typing: the text could not be parsed before. */
const MAX_ADDED = 8;

/** Returns the nodes that an edit has added, which join the drawing. */
function addedTo(before: Graph, graph: Graph): readonly string[] {
  if (before === graph) return [];
  const known = new Set(before.nodes.map(({ id }) => id));
  const added = graph.nodes.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  return added.length > MAX_ADDED ? [] : added;
}

/** A layout that was requested. */
interface Asked {
  readonly graph: Graph;
  /** The request without its `near`. */
  readonly key: string;
  readonly near: string;
  readonly firstRevision: number;
  readonly revision: number;
  /**
   * The settings that determine the whole drawing: if they change, nothing of the old one can be
   * kept.
   */
  readonly scope: string;
}

/** Requests drawings, lists of nodes and exports from the engine. */
export class GraphEffects {
  private asked: Asked | null = null;
  private listed = "";

  constructor(private readonly store: Store, private readonly client: Client) {}

  /** Requests the drawing for a state, unless it was the last one requested. */
  show(state: State, event: Event): void {
    const { snapshot, pane, view } = state;
    if (!snapshot || isFromOtherText(state) || snapshot.graph.nodes.length === 0) return;
    if (view.graphForm !== "drawing") this.list(state);
    else if (pane === null) return; // it is measured once visible
    const centre = event.type === "node-chosen" && event.isCentre ? event.node
      : event.type === "group-toggled" ? event.group : "";
    const selected = view.selection?.node ?? "";
    const near = centre || selected;
    const key = JSON.stringify(layoutOf(state, "")), before = this.asked;
    const isSame = before?.graph === snapshot.graph && before.key === key;
    if (isSame && centre === "" && !this.isMissed(state, before)) return;
    const { narrowing, only, follows } = view;
    const scope = JSON.stringify([pane, narrowing, only, follows && selected]);
    // Typing moves the cursor too: then the node under it joins the drawing.
    const isTyped = !isSame || before.revision !== state.revision || snapshot.revision !== state.revision;
    const isSteady = before?.firstRevision === state.firstRevision && before.scope === scope && event.type !== "node-chosen"
      && (isTyped || event.type !== "cursor-moved");
    this.asked = { graph: snapshot.graph, key, near, firstRevision: state.firstRevision, revision: state.revision, scope };
    this.layOut(isSteady ? steadyLayoutOf(state, near, event.type === "group-toggled" ? event.group : "",
      addedTo(before.graph, snapshot.graph)) : layoutOf(state, near));
  }

  /** Whether the selected node is missing from a drawing that could include it. */
  private isMissed({ view, layout, snapshot }: State, { near }: Asked): boolean {
    const node = view.selection?.node ?? "";
    if (!layout || !snapshot || node === "" || node === near || layout.nodes.length === layout.total
      || isNarrowed(view.narrowing)) return false;
    return drawnFor(snapshot.graph, node, (id) => layout.nodes.some((box) => box.id === id)) === "";
  }

  private layOut(request: LayoutRequest): void {
    const { asked } = this, began = performance.now(), { dataset } = document.body;
    dataset["drawing"] = "asked";
    void this.client.call("layout", request).then((layout) => {
      const isLast = this.asked === asked;
      if (isLast && layout) dataset["drawing"] = "shown";
      // A layout for an earlier pane or narrowing is not shown: the next one is on its way.
      if (layout && (isLast || this.asked?.scope === asked?.scope)) {
        this.store.dispatch({ type: "laid-out", layout, steady: request.keepPositions === true });
        answerShown("layout", began);
      } else if (asked && isLast) this.asked = { ...asked, key: "" }; // typing superseded it; it may be asked again
    });
  }

  /** Lists the nodes of a narrowed graph. Only the engine knows them, so they are read from its export. */
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

  /** Exports the graph as a file, or as an image to the clipboard. */
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
        text: "The browser does not allow copying an image: download the PNG instead." });
      return;
    }
    const made = await picture.catch(() => null);
    if (made) offerBytes("graph.png", made.type, new Uint8Array(await made.arrayBuffer()));
    else this.store.dispatch({ type: "notice-shown",
      text: "This drawing is too large for a picture: download the SVG instead." });
  }
}

