package evaluator

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Page gives the snapshot as the page shows it.
func (s *Snapshot) Page(revision int, view string, reveal bool) *protocol.Snapshot {
	p := &protocol.Snapshot{
		Revision: revision,
		Dialect:  s.Dialect.Name,
		Problems: make([]protocol.Problem, len(s.Problems)),
		Graph:    s.pageGraph(),
		Outline:  s.outline(),
		Views:    s.views(),
		Result:   s.Render(view, reveal),
		Secrets:  s.Secrets(),
		Inlays:   s.inlays(),
		Stats:    protocol.Stats{Cells: len(s.bound.Program.Cells), Steps: s.evaluator.Steps()},
	}
	if s.Recognised != nil {
		p.Recognised = s.Recognised.Name
	}
	if s.bound.Main != nil {
		p.Main = s.bound.Main.Name
	}
	for i, problem := range s.Problems {
		p.Problems[i] = pageProblem(problem)
	}
	for _, u := range s.Outcome.Unknowns {
		p.Unknowns = append(p.Unknowns, protocol.Unknown{Path: strings.Join(u.Path, "\x00"), Label: u.Label, Sample: u.Sample, Used: ranges(u.Used)})
	}
	for _, f := range s.bundle.Files {
		p.Stats.Bytes += len(f.Text)
	}
	return p
}

// place converts a span for the page.
func place(s source.Span) protocol.Range {
	if s.File == nil {
		return protocol.Range{}
	}
	start, end := s.File.Position16(int(s.Start)), s.File.Position16(int(s.End))
	return protocol.Range{File: s.File.Name, Line: start.Line, Column: start.Column, EndLine: end.Line, EndColumn: end.Column}
}

func ranges(spans []source.Span) []protocol.Range {
	out := make([]protocol.Range, len(spans))
	for i, s := range spans {
		out[i] = place(s)
	}
	return out
}

func pageProblem(p diag.Problem) protocol.Problem {
	out := protocol.Problem{Severity: p.Severity.String(), Code: string(p.Code), Message: p.Message, Reference: p.Reference, Range: place(p.Span)}
	for _, n := range p.Notes {
		out.Notes = append(out.Notes, protocol.Note{Message: n.Message, Range: place(n.Span)})
	}
	for _, f := range p.Fixes {
		fix := protocol.Fix{Title: f.Title}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, protocol.Edit{Range: place(e.Span), Text: e.Text})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	return out
}

func (s *Snapshot) pageGraph() protocol.Graph {
	g := protocol.Graph{Cycles: s.Graph.Cycles}
	for _, n := range s.Graph.Nodes {
		g.Nodes = append(g.Nodes, protocol.Node{ID: n.ID, Kind: n.Kind, Label: n.Label, Detail: n.Detail, State: n.State, Parent: n.Parent, Range: place(n.Span), Name: place(n.NameAt)})
	}
	for _, e := range s.Graph.Edges {
		g.Edges = append(g.Edges, protocol.GraphEdge{From: e.From, To: e.To, Via: e.Via, Explicit: e.Explicit, Range: place(e.Span)})
	}
	return g
}

// outline gives the dialect's symbols or, without any, the cells grouped by kind.
func (s *Snapshot) outline() []protocol.Symbol {
	if s.bound.Outline != nil {
		return symbols(s.bound.Outline)
	}
	var out []protocol.Symbol
	for _, n := range s.Graph.Nodes {
		if n.Cell != nil && n.Span.File == s.bound.Main && n.Parent == "" {
			out = append(out, protocol.Symbol{Name: n.Label, Kind: n.Kind, Range: place(n.Span), NameAt: place(n.NameAt)})
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i].Range, out[j].Range
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
	return out
}

func symbols(list []bind.Symbol) []protocol.Symbol {
	out := make([]protocol.Symbol, len(list))
	for i, s := range list {
		out[i] = protocol.Symbol{Name: s.Name, Kind: s.Kind, Range: place(s.Span), NameAt: place(s.NameAt), Children: symbols(s.Children)}
	}
	return out
}

// mostInlays is how many different values are shown behind one reference.
const mostInlays = 3

// inlays says behind each reference what it evaluates to. A text that is used several times
// can give another value in each use.
func (s *Snapshot) inlays() []protocol.Inlay {
	var out []protocol.Inlay
	shown := map[source.Span][]string{}
	first := map[source.Span]int{}
	for _, c := range s.bound.Program.Cells {
		ir.Walk(c.Expr, func(n ir.Node) {
			r, ok := n.(*ir.Ref)
			if !ok || r.Span.File == nil {
				return
			}
			v, ok := s.evaluator.Node(n)
			if !ok || v.IsFailed() {
				return
			}
			text := inspect.Brief(v)
			switch texts := shown[r.Span]; {
			case slices.Contains(texts, text) || len(texts) > mostInlays:
				return
			case len(texts) == 0:
				first[r.Span] = len(out)
				out = append(out, protocol.Inlay{Range: place(r.Span), Text: text, State: inspect.State(v)})
			case len(texts) == mostInlays:
				out[first[r.Span]].Text += " | …"
			default:
				out[first[r.Span]].Text += " | " + text
			}
			shown[r.Span] = append(shown[r.Span], text)
		})
	}
	return out
}

// rendered converts a rendered text: marks as plain numbers, with the graph node that
// each piece belongs to.
func (s *Snapshot) rendered(info protocol.ViewInfo, t render.Text) protocol.Rendered {
	r := protocol.Rendered{View: info.ID, Language: info.Language, Text: t.Text}
	files := map[*source.File]int{}
	for i, f := range s.bundle.Files {
		files[f] = i
		r.Files = append(r.Files, f.Name)
	}
	owner := s.Graph.Owners()
	r.Marks = make([]int, 0, len(t.Marks)*protocol.MarkStride)
	for _, m := range t.Marks {
		file, node := -1, -1
		if i, ok := files[m.Span.File]; ok {
			file = i
			node = owner.Find(m.Span)
		}
		at := place(m.Span)
		r.Marks = append(r.Marks, m.Line, m.Column, m.EndColumn, int(m.State), file, at.Line, at.Column, at.EndLine, at.EndColumn, node)
	}
	return r
}

// drawing is the graph as render draws it, only of the nodes that are wanted.
func (s *Snapshot) drawing(only []string) render.Graph {
	wanted := map[string]bool{}
	for _, id := range only {
		wanted[id] = true
	}
	g := render.Graph{Title: s.Dialect.Title, Cycles: s.Graph.Cycles}
	for _, n := range s.Graph.Nodes {
		if len(only) == 0 || wanted[n.ID] {
			g.Nodes = append(g.Nodes, render.GraphNode{ID: n.ID, Kind: n.Kind, Label: n.Label, Detail: n.Detail, State: n.State, Parent: n.Parent})
		}
	}
	seen := map[[2]string]int{}
	for _, e := range s.Graph.Edges {
		if len(only) > 0 && (!wanted[e.From] || !wanted[e.To]) {
			continue
		}
		if i, ok := seen[[2]string{e.From, e.To}]; ok {
			old := &g.Edges[i]
			old.Explicit = old.Explicit && e.Explicit
			if e.Via != "" {
				old.Via = strings.TrimPrefix(old.Via+", "+e.Via, ", ")
			}
			continue
		}
		seen[[2]string{e.From, e.To}] = len(g.Edges)
		g.Edges = append(g.Edges, render.GraphEdge{From: e.From, To: e.To, Via: e.Via, Explicit: e.Explicit})
	}
	return g
}

func (s *Snapshot) layout(asked *protocol.LayoutRequest) *protocol.Layout {
	g := s.drawing(asked.Only)
	d := render.Arrange(g, asked.Direction == "down")
	out := &protocol.Layout{Width: d.Width, Height: d.Height}
	for i, n := range g.Nodes {
		w, h := n.Box()
		out.Nodes = append(out.Nodes, protocol.LayoutNode{ID: n.ID, X: d.Nodes[i].X, Y: d.Nodes[i].Y, Width: w, Height: h})
	}
	for i, e := range g.Edges {
		out.Edges = append(out.Edges, protocol.LayoutEdge{From: e.From, To: e.To, Points: d.Edges[i].Points, Back: d.Edges[i].Back, Via: e.Via})
	}
	out.Dots = render.Dots(d)
	return out
}

func (s *Snapshot) export(asked *protocol.ExportRequest) *protocol.Exported {
	g := s.drawing(nil)
	switch asked.Format {
	case "dot":
		return &protocol.Exported{Name: "graph.dot", Type: "text/vnd.graphviz", Text: render.DOT(g)}
	case "mermaid":
		return &protocol.Exported{Name: "graph.mmd", Type: "text/plain", Text: render.Mermaid(g)}
	case "json":
		return &protocol.Exported{Name: "graph.json", Type: "application/json", Text: string(appendGraph(nil, s.Graph)) + "\n"}
	}
	theme := render.Light
	if asked.Dark {
		theme = render.Dark
	}
	return &protocol.Exported{Name: "graph.svg", Type: "image/svg+xml", Text: render.SVG(g, render.Arrange(g, false), theme)}
}

// reveal gives the text of one secret.
func (s *Snapshot) reveal(asked *protocol.RevealRequest) *protocol.Revealed {
	v, _ := value.Find(s.Outcome.Value, value.Path(asked.Path))
	return &protocol.Revealed{Path: asked.Path, Value: strings.TrimSuffix(render.YAML(v, true).Text, "\n")}
}
