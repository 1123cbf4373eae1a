package evaluator

import (
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/source"
)

// rename answers the page's request to rename what is named at a position.
func (s *Snapshot) rename(p *protocol.RenameRequest) *protocol.Edits {
	f, offset := s.locate(&protocol.PositionRequest{File: p.File, Line: p.Line, Column: p.Column})
	if f == nil {
		return &protocol.Edits{Error: "there is no file " + p.File}
	}
	r := s.Rename(f.Name, offset, p.Name)
	out := &protocol.Edits{Error: r.Refusal}
	for _, e := range r.Edits {
		out.Edits = append(out.Edits, protocol.Edit{Range: pageRange(e.Span), Text: e.Text})
	}
	return out
}

// Rename returns the edits, in all files, that rename what is named at an offset of a file, or the
// reason why it cannot be renamed. It verifies the edits: it evaluates the changed bundle, and
// refuses to rename if anything except the name differs.
func (s *Snapshot) Rename(file string, offset int, name string) inspect.Renaming {
	f := s.bundle.File(file)
	if f == nil {
		return inspect.Renaming{Refusal: "there is no file " + file}
	}
	r := s.Subject.Rename(f, offset, name)
	if r.Refusal != "" {
		return r
	}
	after, err := Evaluate(s.requestWith(r.Edits))
	if err != nil {
		return inspect.Renaming{Refusal: "with the name " + name + ", the document could not be evaluated: " +
			err.Error()}
	}
	c := comparison{before: s, after: after, renaming: r}
	if why := c.difference(); why != "" {
		return inspect.Renaming{Refusal: why}
	}
	return r
}

// requestWith returns a request to evaluate the bundle with edits applied.
func (s *Snapshot) requestWith(edits []diag.Edit) Request {
	req := Request{Dialect: s.Dialect.Name, Data: s.bundle.LoadData}
	if s.bundle.Main != nil {
		req.Main = s.bundle.Main.Name
	}
	for _, f := range s.bundle.Files {
		req.Files = append(req.Files, File{f.Name, applyEdits(f, edits)})
	}
	return req
}

// applyEdits returns the text of a file to which those of the edits that are in it have been applied.
func applyEdits(f *source.File, edits []diag.Edit) string {
	var own []diag.Edit
	for _, e := range edits {
		if e.Span.File() == f {
			own = append(own, e)
		}
	}
	sort.SliceStable(own, func(i, j int) bool { return own[i].Span.Start() < own[j].Span.Start() })
	var out strings.Builder
	done := 0
	for _, e := range own {
		out.WriteString(f.Text[done:e.Span.Start()] + e.Text)
		done = e.Span.End()
	}
	return out.String() + f.Text[done:]
}

// A comparison compares the evaluations of a bundle before and after a renaming.
type comparison struct {
	before, after *Snapshot
	renaming      inspect.Renaming
}

// difference describes what the renaming would change, or returns "" if it changes only the name.
func (c *comparison) difference() string {
	from, to := c.renaming.From, c.renaming.To
	if p := c.addedProblem(); p != nil {
		at := ""
		if p.Span.File() != nil {
			at = " (" + inspect.Line(p.Span) + ")"
		}
		return "calling it " + to + " would cause a problem: " + p.Message + at
	}
	if d := inspect.Differ(c.before.Outcome.Value, c.after.Outcome.Value, from, to); d != nil {
		return "calling it " + to + " would change the result: " + d.String()
	}
	for i, section := range c.before.Outcome.Sections {
		if d := inspect.Differ(section.Value, c.after.Outcome.Sections[i].Value, from, to); d != nil {
			return "calling it " + to + " would change " + section.Key + ": " + d.String()
		}
	}
	return c.changedReference()
}

// addedProblem returns the first problem that did not exist before the renaming, or nil. It
// compares problems by code and position, since their messages may contain the name or suggest it.
func (c *comparison) addedProblem() *diag.Problem {
	type known struct {
		code  diag.Code
		file  string
		start int
	}
	old := map[known]int{}
	for _, p := range c.before.Problems {
		old[known{p.Code, fileName(p.Span), c.moved(p.Span)}]++
	}
	for i, p := range c.after.Problems {
		at := known{p.Code, fileName(p.Span), p.Span.Start()}
		if old[at]--; old[at] < 0 {
			return &c.after.Problems[i]
		}
	}
	return nil
}

func fileName(at source.Span) string {
	if at.File() == nil {
		return ""
	}
	return at.File().Name
}

// moved returns the offset of a span's start after the edits.
func (c *comparison) moved(at source.Span) int {
	start := at.Start()
	for _, e := range c.renaming.Edits {
		switch {
		case e.Span.File() != at.File() || at.File() == nil:
		case e.Span.End() <= at.Start():
			start += len(e.Text) - e.Span.Len()
		case e.Span.Start() < at.Start(): // inside the edited text, for example after an opening quote
			start += min(at.Start()-e.Span.Start(), len(e.Text)) - at.Start() - e.Span.Start()
		}
	}
	return start
}

// changedReference describes a reference that would refer to something else after the renaming, or
// returns "". The result does not show this if the values of both targets are unknown or equal.
func (c *comparison) changedReference() string {
	type end struct {
		file string
		at   int
	}
	type edge struct{ from, to end }
	was := map[edge]bool{}
	ends := func(s *Snapshot, at func(source.Span) int, visit func(e edge, at source.Span)) {
		names := map[string]end{}
		g := s.uncutGraph()
		for _, n := range g.Nodes {
			names[n.ID] = end{fileName(n.NameAt), at(n.NameAt)}
		}
		for _, e := range g.Edges {
			visit(edge{end{fileName(e.Span), at(e.Span)}, names[e.To]}, e.Span)
		}
	}
	ends(c.before, c.moved, func(e edge, _ source.Span) { was[e] = true })
	why := ""
	ends(c.after, func(at source.Span) int { return at.Start() }, func(e edge, at source.Span) {
		if !was[e] && why == "" && at.File() != nil {
			why = "calling it " + c.renaming.To + " would make " + inspect.Line(at) + " refer to something else"
		}
	})
	return why
}
