/**
 * A fake of the engine, for development and tests of the page alone. It implements the protocol for
 * a toy dialect: sections of named entries, with references `${name.property}` between them. Its
 * replies differ from the real engine's.
 */
import {
  FINGERPRINT, MARK_STATES, type Graph, type GraphEdge, type Inlay, type Layout, type Node, type Problem, type Range,
  type Rendered, type Request, type Snapshot, type Symbol,
} from "../../src/protocol/protocol.gen.js";

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly first: number;
  last: number;
  readonly indent: number;
}

const KINDS: Readonly<Record<string, string>> = { config: "config", variables: "variable", resources: "resource",
  outputs: "output" };
const REFERENCE = /\$\{([A-Za-z0-9_-]+)((?:\.[A-Za-z0-9_]+|\[\d+\])*)\}/g;
const VIEWS = [{ id: "yaml", title: "YAML", language: "yaml" }, { id: "json", title: "JSON", language: "json" }];
const DIALECTS = [
  { name: "pulumi", title: "Pulumi YAML", main: "Pulumi.yaml", console: false, declares: [], calls: [], commands: [],
    new: "name: example\nruntime: yaml\n" },
  { name: "hot", title: "Heat template", main: "template.yaml", console: false, declares: [], calls: [], commands: [],
    new: "heat_template_version: 2021-04-16\n" },
];

export class FakeEngine {
  private snapshot: Snapshot | null = null;
  private lines: readonly string[] = [];

  /** Answers one call, in JSON. The call never returns for a text with "hang: now", and throws for "crash: now". */
  call(text: string): string {
    const request = JSON.parse(text) as Request;
    return JSON.stringify({ op: request.op, ...this.answer(request) });
  }

  private answer(request: Request): object {
    const { snapshot } = this;
    if (request.op === "hello") return { hello: { fingerprint: FINGERPRINT, version: "0.0.0", dialects: DIALECTS } };
    if (request.op === "evaluate") {
      const { files, revision, view, reveal } = request.evaluate;
      const main = files[0] ?? { name: "", text: "" };
      if (main.text.includes("crash: now")) throw new RangeError("Maximum call stack size exceeded");
      while (main.text.includes("hang: now"));
      this.lines = main.text.split("\n");
      this.snapshot = evaluate(main.name, this.lines, revision, view || "yaml", reveal);
      return { evaluate: request.evaluate.lean ? { ...this.snapshot, graph: { nodes: [], edges: [], cycles: [] },
        outline: [], digest: "" } : this.snapshot };
    }
    if (!snapshot) return { error: "nothing has been evaluated yet" };
    switch (request.op) {
      case "inspect": return request.inspect.revision === snapshot.revision ? { inspect: snapshot }
        : { error: "another text" };
      case "render": return { render: render(snapshot.main, this.lines, snapshot.graph, request.render.view || "yaml",
        request.render.reveal) };
      case "layout": return { layout: layOut(snapshot.graph) };
      case "export": return { export: { name: `graph.${request.export.format}`, type: "text/plain", text: "graph" } };
      case "hover": {
        const node = snapshot.graph.nodes.find((n) =>
          n.range.line <= request.hover.line && n.range.endLine >= request.hover.line);
        return { hover: node
          ? { found: true, range: node.name, title: `${node.kind} ${node.label}`, type: "string", state: node.state,
            value: node.detail, doc: "",
              hops: snapshot.graph.edges.filter((e) => e.from === node.id)
                .map((e) => ({ label: e.to, value: "", range: e.range })), node: node.id }
          : { found: false, range: nowhere, title: "", type: "", state: "known", value: "", doc: "", hops: [],
            node: "" } };
      }
      case "complete": return { complete: { items: snapshot.graph.nodes.map((node) => ({
        label: node.id, kind: node.kind, detail: node.detail, doc: "", insert: node.id, snippet: false,
        range: { file: snapshot.main, line: request.complete.line, column: request.complete.column,
          endLine: request.complete.line, endColumn: request.complete.column },
      })) } };
      case "definition": {
        const edge = snapshot.graph.edges.find((e) =>
          inside(e.range, request.definition.line, request.definition.column));
        const node = edge && snapshot.graph.nodes.find((n) => n.id === edge.to);
        return { definition: { ranges: node ? [node.name] : [] } };
      }
      case "references": return { references: { ranges: snapshot.graph.edges.map((edge) => edge.range) } };
      case "rename": return { rename: { edits: [], error: "The fake engine cannot rename." } };
      default: return { error: `no ${request.op} here` };
    }
  }
}

const nowhere: Range = { file: "", line: 0, column: 0, endLine: 0, endColumn: 0 };

function inside(range: Range, line: number, column: number): boolean {
  return range.line === line && range.column <= column && range.endColumn >= column;
}

function evaluate(main: string, lines: readonly string[], revision: number, view: string, reveal: boolean): Snapshot {
  const problems: Problem[] = [];
  const graph = graphOf(main, lines, problems);
  lines.forEach((line, index) => {
    const stray = /^\s*[A-Za-z][\w-]*$/.exec(line);
    if (stray) problems.push({ severity: "error", code: "yaml-syntax",
      message: `A colon is missing after "${line.trim()}".`,
      reference: `yaml: line ${index + 2}: could not find expected ':'`, range: rangeOn(main, index, line.search(/\S/),
        line.length), notes: [],
      fixes: [{ title: "Add a colon",
        edits: [{ range: rangeOn(main, index, line.length, line.length), text: ":" }] }] });
  });
  const secrets = graph.nodes.filter((node) => node.state === "secret").map((node) => node.id);
  return {
    revision, dialect: "pulumi", recognised: "pulumi", main, problems, graph, outline: outlineOf(graph), views: VIEWS,
    result: render(main, lines, graph, view, reveal), secrets, inlays: inlaysOf(graph),
    unknowns: [], allUnknowns: 0, parts: [],
    console: [], form: [], needs: [], digest: "aaaaaaaa",
    stats: { cells: graph.nodes.length, steps: lines.length, bytes: 0 },
  };
}

function rangeOn(file: string, line: number, start: number, end: number): Range {
  return { file, line: line + 1, column: start + 1, endLine: line + 1, endColumn: end + 1 };
}

function entriesOf(lines: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  let kind = "", indent = -1;
  lines.forEach((line, index) => {
    const match = /^(\s*)([A-Za-z0-9_-]+):/.exec(line);
    const column = line.search(/\S/);
    if (column === 0) { kind = KINDS[match?.[2] ?? ""] ?? ""; indent = -1; return; }
    if (!kind || column < 0) return;
    if (indent < 0) indent = column;
    if (match && column === indent) {
      entries.push({ id: kind === "output" ? `outputs.${match[2]}` : match[2]!, kind, first: index, last: index,
        indent });
    } else if (entries.length > 0) entries.at(-1)!.last = index;
  });
  return entries;
}

function graphOf(main: string, lines: readonly string[], problems: Problem[]): Graph {
  const entries = entriesOf(lines);
  const nodes: Node[] = entries.map((entry) => nodeOf(main, lines, entry));
  const edges: GraphEdge[] = [];
  for (const entry of entries) {
    for (let line = entry.first; line <= entry.last; line++) {
      for (const match of (lines[line] ?? "").matchAll(REFERENCE)) {
        const to = match[1]!, range = rangeOn(main, line, match.index, match.index + match[0].length);
        if (!nodes.some((node) => node.id === to)) {
          nodes.push({ id: to, kind: "missing", label: to, detail: "not defined", state: "missing", range: nowhere,
            name: nowhere });
          problems.push({ severity: "error", code: "unknown-name", message: `Nothing is named ${to} here.`,
            reference: `resource, variable, or config value "${to}" not found`, range, notes: [], fixes: [] });
        }
        edges.push({ from: entry.id, to, via: /^\s*([\w-]+):/.exec(lines[line] ?? "")?.[1] ?? "", explicit: false,
          range });
      }
    }
  }
  return { nodes, edges, cycles: cyclesOf(nodes, edges) };
}

function nodeOf(main: string, lines: readonly string[], entry: Entry): Node {
  const text = lines.slice(entry.first, entry.last + 1).join("\n");
  const type = /type:\s*(\S+)/.exec(text)?.[1] ?? "";
  const value = /:\s*(\S.*)$/.exec(lines[entry.first] ?? "")?.[1] ?? /(?:default|value):\s*(.*)/.exec(text)?.[1] ?? "";
  const state = /secret:\s*true/.test(text) ? "secret"
    : entry.kind === "resource" ? "partial" : /\$\{/.test(text) ? "unknown" : "known";
  const label = entry.id.replace(/^outputs\./, "");
  return {
    id: entry.id, kind: entry.kind, label, detail: entry.kind === "resource" ? type : value, state,
    range: { ...rangeOn(main, entry.first, entry.indent, 0), endLine: entry.last + 1,
      endColumn: (lines[entry.last] ?? "").length + 1 },
    name: rangeOn(main, entry.first, entry.indent, entry.indent + label.length),
  };
}

function cyclesOf(nodes: readonly Node[], edges: readonly GraphEdge[]): string[][] {
  const cycles: string[][] = [], done = new Set<string>();
  const visit = (id: string, path: readonly string[]): void => {
    const at = path.indexOf(id);
    if (at >= 0) { cycles.push(path.slice(at)); return; }
    if (done.has(id)) return;
    for (const edge of edges) if (edge.from === id) visit(edge.to, [...path, id]);
    done.add(id);
  };
  for (const node of nodes) visit(node.id, []);
  return cycles;
}

/** Resolves a reference to a variable or config entry with a plain value. */
function resolve(graph: Graph, name: string, path: string, depth = 0): { text: string; state: string } {
  const node = graph.nodes.find((each) => each.id === name);
  if (!node || node.state === "missing") return { text: `⟨failed: ${name}⟩`, state: "failed" };
  if (node.state === "secret") return { text: "[secret]", state: "secret" };
  if (node.kind === "resource" || depth > 9) return { text: `⟨unknown: ${name}${path}⟩`, state: "unknown" };
  let state = "known";
  const text = node.detail.replace(REFERENCE, (_, inner: string, rest: string) => {
    const value = resolve(graph, inner, rest, depth + 1);
    if (value.state !== "known") state = value.state;
    return value.text;
  });
  return { text: state === "known" ? text : state === "secret" ? "[secret]" : text, state };
}

function render(main: string, lines: readonly string[], graph: Graph, view: string, reveal: boolean): Rendered {
  const out: string[] = [], marks: number[] = [];
  let section = false;
  lines.forEach((line, index) => {
    if (/^\S/.test(line)) section = /^(config|variables|resources|outputs):/.test(line);
    const match = /^(\s*(?:- )?)([A-Za-z0-9_-]+:)?(\s*)(.*)$/.exec(line);
    if (!section || !match || line.trim() === "" || line.trim().startsWith("#")
      || /^\s*[A-Za-z][\w-]*$/.test(line)) return;
    let state = /secret:/.test(line) ? "secret" : "known";
    const value = (match[4] ?? "").replace(REFERENCE, (_, name: string, path: string) => {
      const value = resolve(graph, name, path);
      if (value.state !== "known") state = value.state;
      return value.text;
    });
    const before = `${match[1]}${match[2] ?? ""}${match[3]}`;
    out.push(before + value);
    const mark = (from: number, to: number, name: string): void => {
      marks.push(out.length, from, to, MARK_STATES.indexOf(name as "known"), 0, index + 1, from, index + 1,
        line.length + 1);
    };
    if (match[2]) mark(match[1]!.length + 1, match[1]!.length + match[2].length, "key");
    if (value) mark(before.length + 1, before.length + value.length + 1, state === "secret" && reveal
      ? "known" : state);
  });
  return { view, language: view, text: out.join("\n") + "\n", marks, files: [main] };
}

function outlineOf(graph: Graph): Symbol[] {
  return graph.nodes.filter((node) => node.kind !== "missing")
    .map((node) => ({ name: node.label, kind: node.kind, range: node.range, nameAt: node.name, children: [] }));
}

function inlaysOf(graph: Graph): Inlay[] {
  return graph.edges.map((edge) => {
    const value = resolve(graph, edge.to, `.${edge.via}`);
    return { range: edge.range, text: value.text, state: value.state };
  });
}

/** Puts each node into the layer given by its longest path, in the order of the text. */
export function layOut(graph: Graph): Layout {
  const depth = new Map<string, number>();
  const depthOf = (id: string, path: readonly string[]): number => {
    if (path.includes(id)) return 0;
    const known = depth.get(id);
    if (known !== undefined) return known;
    const found = Math.max(-1, ...graph.edges.filter((edge) => edge.from === id)
      .map((edge) => depthOf(edge.to, [...path, id]))) + 1;
    depth.set(id, found);
    return found;
  };
  const rows = new Map<number, number>();
  const nodes = graph.nodes.map((node) => {
    const layer = depthOf(node.id, []), row = rows.get(layer) ?? 0;
    rows.set(layer, row + 1);
    return { id: node.id, x: 16 + layer * 264, y: 16 + row * 68, width: 184, height: 44, label: node.label,
      detail: node.detail, needs: 0, users: 0, more: 0 };
  });
  const at = new Map(nodes.map((node) => [node.id, node]));
  const edges = graph.edges.map((edge) => {
    const from = at.get(edge.from)!, to = at.get(edge.to)!;
    const start = to.x + to.width, end = from.x, middle = Math.round((start + end) / 2);
    return {
      from: edge.from, to: edge.to, back: start > end, via: edge.via, explicit: edge.explicit, through: false,
      label: "", labelX: 0, labelY: 0,
      points: [end, from.y + 22, middle, from.y + 22, middle, to.y + 22, start, to.y + 22],
    };
  });
  const width = Math.max(0, ...nodes.map((node) => node.x + node.width)) + 16;
  const height = Math.max(0, ...nodes.map((node) => node.y + node.height)) + 16;
  return { width, height, direction: "right", total: nodes.length, nodes, edges, dots: [] };
}
