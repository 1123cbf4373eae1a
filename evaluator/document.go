package evaluator

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Document returns the result document (section 3 of scripts/play/CONTRACT.md) as one line of JSON.
// path is the user's name for the bundle. Unless reveal is set, secrets are replaced with
// "[secret]".
func (s *Snapshot) Document(path string, reveal bool) []byte {
	b := append([]byte(nil), `{"path":`...)
	b = value.AppendQuoted(b, path, false, false)
	b = append(b, `,"dialect":`...)
	b = value.AppendQuoted(b, s.Dialect.Name, false, false)
	b = append(b, `,"value":`...)
	v := s.Outcome.Value
	if s.hidesPaths {
		v = v.With(value.Secret)
	}
	b = render.AppendDocument(b, v, reveal)
	for _, f := range s.Outcome.Sections {
		b = append(b, ',')
		b = value.AppendQuoted(b, f.Key, false, false)
		b = append(b, ':')
		b = render.AppendDocument(b, f.Value, reveal)
	}
	b = append(b, `,"secrets":`...)
	b = appendStrings(b, s.secrets(reveal, math.MaxInt))
	b = append(b, `,"problems":[`...)
	problems := s.Problems
	if reveal {
		problems = s.unmasked
	}
	for i, p := range problems {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendProblem(b, p)
	}
	b = append(b, `],"graph":`...)
	g := s.uncutGraph()
	if g.IsLong {
		g = &inspect.Graph{}
	}
	// A slice that grows by appending leaves four times its size behind, and the graph can be large.
	b = slices.Grow(b, graphSize(g))
	b = appendGraph(b, g)
	return append(b, '}')
}

// graphSize returns about how many bytes appendGraph appends: exactly as many if no name needs escapes.
func graphSize(g *inspect.Graph) int {
	size := len(`{"nodes":[],"edges":[]}}`)
	for i := range g.Nodes {
		size += len(`{"id":"","kind":""},`) + len(g.Nodes[i].ID) + len(g.Nodes[i].Kind)
	}
	for i := range g.Edges {
		size += len(`{"from":"","to":"","via":""},`) + len(g.Edges[i].From) + len(g.Edges[i].To) + len(g.Edges[i].Via)
	}
	return size
}

// Secrets returns the paths of the secret values in the result, in byte order. If keys inside a
// secret value may reveal something about it, only the outermost secret is listed. If the paths are too
// long (budget-document), the whole result counts as one secret.
func (s *Snapshot) Secrets() []string { return s.secrets(false, math.MaxInt) }

// secrets returns the paths. It stops when their total length is more than limit bytes.
func (s *Snapshot) secrets(reveal bool, limit int) []string {
	if s.hidesPaths {
		return []string{""}
	}
	paths := value.Secrets(s.Outcome.Value, reveal, bind.IsWritten, limit)
	sort.Strings(paths)
	return paths
}

func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = value.AppendQuoted(b, s, false, false)
	}
	return append(b, ']')
}

// appendMember appends a member of a JSON object. Its value is a string.
func appendMember(b []byte, key, text string) []byte {
	b = append(b, '"')
	b = append(b, key...)
	b = append(b, `":`...)
	return value.AppendQuoted(b, text, false, false)
}

func appendProblem(b []byte, p diag.Problem) []byte {
	b = append(appendMember(append(b, '{'), "severity", p.Severity.String()), ',')
	b = append(appendMember(b, "code", string(p.Code)), ',')
	b = append(appendMember(b, "message", p.Message), ',')
	if p.Reference != "" {
		b = append(appendMember(b, "reference", p.Reference), ',')
	}
	file := ""
	var start, end source.Position
	if f := p.Span.File(); f != nil {
		file = f.Name
		start, end = f.Position(p.Span.Start()), f.Position(p.Span.End())
	}
	b = appendMember(b, "file", file)
	for _, n := range []struct {
		key string
		n   int
	}{{"line", start.Line}, {"column", start.Column}, {"endLine", end.Line}, {"endColumn", end.Column}} {
		b = append(b, `,"`...)
		b = append(b, n.key...)
		b = strconv.AppendInt(append(b, `":`...), int64(n.n), 10)
	}
	return append(b, '}')
}

func appendGraph(b []byte, g *inspect.Graph) []byte {
	b = append(b, `{"nodes":[`...)
	for i, n := range g.Nodes {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendMember(append(b, '{'), "id", n.ID), ',')
		b = append(appendMember(b, "kind", n.Kind), '}')
	}
	b = append(b, `],"edges":[`...)
	for i, e := range g.Edges {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendMember(append(b, '{'), "from", e.From), ',')
		b = append(appendMember(b, "to", e.To), ',')
		b = append(appendMember(b, "via", e.Via), '}')
	}
	return append(b, ']', '}')
}
