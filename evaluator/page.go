package evaluator

import (
	"slices"
	"sort"
	"strconv"
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

// Page returns the snapshot as the page shows it.
func (s *Snapshot) Page(revision int, view string, reveal bool) *protocol.Snapshot {
	return s.page(&protocol.EvaluateRequest{Revision: revision, View: view, Reveal: reveal, Inlays: true})
}

func (s *Snapshot) page(asked *protocol.EvaluateRequest) *protocol.Snapshot {
	p := &protocol.Snapshot{
		Revision: asked.Revision,
		Dialect:  s.Dialect.Name,
		Problems: make([]protocol.Problem, len(s.Problems)),
		Views:    s.views(),
		Result:   s.RenderPart(asked.View, asked.Reveal, value.Path(asked.Only)),
		Secrets:  s.secrets(false, maxSecretBytes),
		Main:     s.Main(),
		Needs:    s.Needs(),
		Stats:    protocol.Stats{Cells: len(s.bound.Program.Cells), Steps: s.evaluator.Steps()},
	}
	if s.Recognised != nil {
		p.Recognised = s.Recognised.Name
	}
	if asked.Inlays {
		p.Inlays = s.inlays()
	}
	give := s.supplyPaths()
	for i, problem := range s.Problems {
		p.Problems[i] = pageProblem(problem)
		p.Problems[i].Give = give[bind.ProblemRef{At: problem.Span, Code: problem.Code}]
	}
	if !asked.Lean {
		i := s.inspection(asked.Revision)
		p.Graph, p.Outline, p.Digest = i.Graph, i.Outline, i.Digest
		p.Unknowns, p.AllUnknowns = i.Unknowns, i.AllUnknowns
	}
	p.Form = s.form()
	parts := s.Outcome.Parts
	if len(parts) > protocol.MaxParts {
		p.AllParts, parts = len(parts), parts[:protocol.MaxParts]
	}
	for _, part := range parts {
		p.Parts = append(p.Parts, protocol.Part{Path: string(part.Path), Label: part.Label, Kind: part.Kind,
			Node: part.Node})
	}
	for _, a := range s.Outcome.Console {
		p.Console = append(p.Console, protocol.ConsoleEntry{Expression: a.Expression, Text: a.Text, Failed: a.Failed,
			File: a.File, Range: pageRange(a.Span)})
	}
	for _, f := range s.bundle.Files {
		p.Stats.Bytes += len(f.Text)
	}
	return p
}

// inspection returns the data that a lean snapshot leaves out. If the graph is too large to draw,
// it contains neither the graph nor the outline.
func (s *Snapshot) inspection(revision int) *protocol.Inspection {
	i := &protocol.Inspection{Revision: revision, Digest: s.Digest()}
	i.Unknowns, i.AllUnknowns = s.unknowns()
	if much := s.tooMany(); much != "" {
		i.Graph.TooMany = much
	} else {
		i.Graph, i.Outline = s.pageGraph(), s.outline()
	}
	references := s.References()
	for k := range s.Problems {
		if text := references[k]; text != "" {
			i.References = append(i.References, protocol.Reference{Problem: k, Text: text})
		}
	}
	return i
}

// tooMany returns the size of the graph, in words, if it is too large for the page, and ""
// otherwise.
func (s *Snapshot) tooMany() string {
	if n := inspect.Count(s.Subject); n > MaxDrawn {
		return grouped(n) + " parts"
	}
	g := s.Graph()
	if g.IsLong {
		return grouped(inspect.Count(s.Subject)) + " parts with names of more than " +
			strconv.Itoa(inspect.MaxText>>20) + " MB"
	}
	if g.IsCut {
		return "more than " + grouped(MaxWritten) + " parts and references"
	}
	if n := len(g.Nodes); n > MaxDrawn { // including a node for each missing name
		return grouped(n) + " parts"
	}
	if n := len(g.Edges); n > MaxLines {
		return grouped(n) + " references"
	}
	if n := nameBytes(g); n > maxNameBytes {
		return grouped(len(g.Nodes)) + " parts with names of " + grouped(n) + " characters"
	}
	return ""
}

// grouped formats a number with a comma before every three digits.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// maxNameBytes limits the names in a graph that is sent to the page. Each node and each edge repeats the
// names of its ends, which can be as long as a file.
const maxNameBytes = 16 << 20

// maxSecretBytes limits the paths of secrets that are sent to the page, which only needs to know whether
// there are any. The result document contains all paths.
const maxSecretBytes = 1 << 20

// nameBytes returns the number of bytes of all names in a graph.
func nameBytes(g *inspect.Graph) int {
	total := 0
	for i := range g.Nodes {
		n := &g.Nodes[i]
		total += len(n.ID) + len(n.Label) + len(n.Detail) + len(n.Parent)
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		total += len(e.From) + len(e.To) + len(e.Via)
	}
	return total
}

// pageRange converts a span for the page. It converts a span in an excerpt to the range of the file
// in which the excerpt is written.
func pageRange(s source.Span) protocol.Range { return fileRange(s.Written()) }

// fileRange is like pageRange, but converts a span in an excerpt to a range of the excerpt.
func fileRange(s source.Span) protocol.Range {
	if s.File() == nil {
		return protocol.Range{}
	}
	start, end := s.File().Position16(s.Start()), s.File().Position16(s.End())
	return protocol.Range{File: s.File().Name, Line: start.Line, Column: start.Column, EndLine: end.Line,
		EndColumn: end.Column}
}

func ranges(spans []source.Span) []protocol.Range {
	out := make([]protocol.Range, len(spans))
	for i, s := range spans {
		out[i] = pageRange(s)
	}
	return out
}

func pageProblem(p diag.Problem) protocol.Problem {
	out := protocol.Problem{Severity: p.Severity.String(), Code: string(p.Code), Message: diag.Shorten(p.Message),
		Reference: diag.Shorten(p.Reference), Range: fileRange(p.Span)}
	for _, n := range p.Notes {
		out.Notes = append(out.Notes, protocol.Note{Message: diag.Shorten(n.Message), Range: fileRange(n.Span)})
	}
	for _, f := range p.Fixes {
		fix := protocol.Fix{Title: diag.Shorten(f.Title)}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, protocol.Edit{Range: fileRange(e.Span), Text: e.Text})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	return out
}

func (s *Snapshot) pageGraph() protocol.Graph {
	g := protocol.Graph{
		Nodes:  make([]protocol.Node, 0, len(s.Graph().Nodes)),
		Edges:  make([]protocol.GraphEdge, 0, len(s.Graph().Edges)),
		Cycles: s.Graph().Cycles,
	}
	for _, n := range s.Graph().Nodes {
		g.Nodes = append(g.Nodes, protocol.Node{ID: n.ID, Kind: n.Kind, Label: n.Label, Detail: n.Detail,
			State: n.State, Parent: n.Parent, Range: pageRange(n.Span), Name: pageRange(n.NameAt)})
	}
	for _, e := range s.Graph().Edges {
		g.Edges = append(g.Edges, protocol.GraphEdge{From: e.From, To: e.To, Via: e.Via, Explicit: e.Explicit,
			Range: pageRange(e.Span)})
	}
	return g
}

// outline returns the dialect's symbols of the main file. If the dialect returns nil, these are the
// file's top-level cells in source order.
func (s *Snapshot) outline() []protocol.Symbol {
	if list := s.bound.Assist.Outline(); list != nil {
		return symbols(list)
	}
	var out []protocol.Symbol
	for _, n := range s.Graph().Nodes {
		if n.Cell != nil && n.Span.File() == s.bound.Main && n.Parent == "" {
			out = append(out, protocol.Symbol{Name: n.Label, Kind: n.Kind, Range: pageRange(n.Span),
				NameAt: pageRange(n.NameAt)})
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
		out[i] = protocol.Symbol{Name: s.Name, Kind: s.Kind, Range: pageRange(s.Span), NameAt: pageRange(s.NameAt),
			Children: symbols(s.Children)}
	}
	return out
}

// maxInlays limits the number of different values that are shown after one reference.
const maxInlays = 3

// inlays returns the value of each reference, which the editor shows after the reference. One that
// is evaluated several times can have several values.
func (s *Snapshot) inlays() []protocol.Inlay {
	if s.inlaid == nil {
		s.inlaid = newReferenceList(s.bound.Program.Cells)
	}
	list := s.inlaid
	out := make([]protocol.Inlay, 0, len(list.references))
	several := map[int][]string{}              // the other values of an inlay
	index := make([]int, len(list.references)) // of the inlay of a reference, plus one; 0 if it has none
	for k := range list.references {
		r, at := &list.references[k], k
		v, ok := s.evaluator.Node(r.node)
		if !ok || v.IsFailed() {
			continue
		}
		if r.first >= 0 {
			at = r.first
		}
		text, i := inspect.Summary(v), index[at]-1
		if i < 0 {
			out = append(out, protocol.Inlay{Range: pageRange(r.node.Span), Text: text, State: inspect.State(v)})
			index[at] = len(out)
			continue
		}
		others := several[i]
		switch {
		case len(others) == 0 && out[i].Text == text || slices.Contains(others, text) || len(others) > maxInlays:
			continue
		case len(others) == 0:
			others = append(others, out[i].Text)
		}
		if len(others) == maxInlays {
			text = "…"
		}
		out[i].Text += " | " + text
		several[i] = append(others, text)
	}
	return out
}

// A referenceList holds the references of a program that are written in a file, in program order.
type referenceList struct {
	references []listedReference
	starts     []int // the index of the first reference of each cell
}

// A listedReference is a reference in a referenceList. First is the index of the first one at the same place, or -1.
type listedReference struct {
	node  *ir.Ref
	first int
}

func newReferenceList(cells []*ir.Cell) *referenceList {
	list := &referenceList{starts: make([]int, len(cells))}
	first := make(map[source.Span]int, len(cells))
	for i, c := range cells {
		list.starts[i] = len(list.references)
		ir.Walk(c.Expr, func(n ir.Node) {
			r, ok := n.(*ir.Ref)
			if !ok || r.Span.IsZero() {
				return
			}
			at, again := first[r.Span]
			if !again {
				at, first[r.Span] = -1, len(list.references)
			}
			list.references = append(list.references, listedReference{r, at})
		})
	}
	return list
}

// update replaces the references of a cell whose expression is another one of the same form.
func (l *referenceList) update(c *ir.Cell) {
	i := l.starts[c.ID]
	ir.Walk(c.Expr, func(n ir.Node) {
		if r, ok := n.(*ir.Ref); ok && !r.Span.IsZero() {
			l.references[i].node = r
			i++
		}
	})
}

// reveal returns a secret in the result, or the value of a field of the form, as text.
func (s *Snapshot) reveal(asked *protocol.RevealRequest) *protocol.Revealed {
	if asked.Field {
		f := s.fieldOf(asked.Path)
		text, _ := givenText(fieldNode(f, s.bundle.Root(bind.InputsFile)))
		return &protocol.Revealed{Path: asked.Path, Value: text}
	}
	v, _ := value.Find(s.Outcome.Value, value.Path(asked.Path))
	return &protocol.Revealed{Path: asked.Path, Value: strings.TrimSuffix(render.YAML(v, true).Text, "\n")}
}
