package inspect

import (
	"sort"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A Hover is what is known about a place.
type Hover struct {
	Span        source.Span
	Title, Type string
	Value       value.Value
	Doc         string
	Params      []ir.Param // of a function
	Hops        []Hop
	Node        string
}

// A Hop is one place that a value came through.
type Hop struct {
	Label string
	Value value.Value
	Span  source.Span
}

// Hover describes what stands at an offset. False means that there is nothing to say.
func (s *Subject) Hover(f *source.File, offset int) (Hover, bool) {
	if s.Bound.Describe != nil {
		if item, ok := s.Bound.Describe(f, offset); ok {
			return Hover{Span: item.Span, Title: item.Label, Type: item.Detail, Doc: item.Doc}, true
		}
	}
	p := s.At(f, offset)
	if p.Cell == nil {
		return Hover{}, false
	}
	if p.OnName {
		return s.hoverCell(p.Cell, p.Cell.NameAt), true
	}
	switch n := p.Node.(type) {
	case *ir.Ref:
		return s.hoverRef(p.Cell, n), true
	case *ir.Call:
		if p.OnFunction {
			return s.hoverCall(p.Cell, n), true
		}
	case *ir.Interp:
		if v, ok := s.Evaluator.Node(n); ok {
			return Hover{Span: n.Span, Title: "text", Type: v.Kind(), Value: v, Node: p.Cell.Name, Hops: s.partHops(n)}, true
		}
	}
	return Hover{}, false
}

func (s *Subject) hoverCell(c *ir.Cell, at source.Span) Hover {
	v := s.Evaluator.Value(c)
	h := Hover{Span: at, Title: c.Kind + " " + c.Title(), Type: c.Detail, Value: v, Node: c.Name}
	if h.Type == "" {
		h.Type = v.Kind()
	}
	if hop, ok := originHop(v, c); ok {
		h.Hops = append(h.Hops, hop)
	}
	return h
}

// originHop says where a cell's value was written, when that is elsewhere.
func originHop(v value.Value, c *ir.Cell) (Hop, bool) {
	o := v.Origin
	if o.File == nil || c.Span.Covers(o) {
		return Hop{}, false
	}
	return Hop{Label: o.File.Name, Value: v, Span: o}, true
}

func (s *Subject) hoverRef(owner *ir.Cell, r *ir.Ref) Hover {
	v := s.refValue(r)
	h := Hover{Span: r.Span, Title: refText(r), Type: v.Kind(), Value: v, Node: owner.Name}
	if r.Cell == nil {
		h.Title, h.Type, h.Value = r.Name, "", value.Failure("there is nothing with this name")
		h.Doc = "Nothing has this name."
		return h
	}
	if r.NameAt.File != nil {
		if all := s.targets(r); len(all) > 1 {
			h.Type = ""
			return s.hoverUses(h, all)
		}
	}
	h.Node = r.Cell.Name
	seen := map[*ir.Cell]bool{}
	for c := r.Cell; c != nil && !seen[c]; {
		seen[c] = true
		cv := s.Evaluator.Value(c)
		h.Hops = append(h.Hops, Hop{Label: c.Kind + " " + c.Title(), Value: cv, Span: c.NameAt})
		next, ok := c.Expr.(*ir.Ref)
		if !ok {
			if hop, ok := originHop(cv, c); ok {
				h.Hops = append(h.Hops, hop)
			}
			break
		}
		c = next.Cell
	}
	return h
}

// refValue returns the value of a reference. A function that reads the cell itself, as
// get_param does, leaves it without one.
func (s *Subject) refValue(r *ir.Ref) value.Value {
	v, ok := s.Evaluator.Node(r)
	if !ok && r.Cell != nil && len(r.Path) == 0 {
		return s.Evaluator.Value(r.Cell)
	}
	return v
}

// Supply returns where inputs.yaml could give the unknown value of a hover: keys, none when it
// cannot. What is unknown only because something else is, leads there.
func (s *Subject) Supply(h Hover) []string {
	if !h.Value.IsUnknown() || h.Value.IsFailed() {
		return nil
	}
	why := value.Why(h.Value)
	for _, u := range s.Outcome.Unknowns {
		if u.Label == why || "the "+u.Label == why {
			return u.Path
		}
	}
	for _, u := range s.Outcome.Unknowns {
		for _, at := range u.Used {
			if at.File != nil && (at.Covers(h.Span) || h.Span.Covers(at)) {
				return u.Path
			}
		}
	}
	return nil
}

// mostUses is how many uses of one text are listed.
const mostUses = 30

// hoverUses describes what stands in a text that is used several times, as in a group of
// clients: what it is in each use.
func (s *Subject) hoverUses(h Hover, all []*ir.Cell) Hover {
	h.Value = value.Value{}
	sort.Slice(all, func(i, j int) bool { return all[i].ID < all[j].ID })
	for _, c := range all[:min(len(all), mostUses)] {
		label := c.Name
		if c.Parent != nil {
			label = c.Parent.Kind + " " + c.Parent.Title() + ": " + c.Kind + " " + c.Title()
		}
		h.Hops = append(h.Hops, Hop{Label: label, Value: s.Evaluator.Value(c), Span: c.NameAt})
	}
	return h
}

// refText writes a reference as it reads: name.key[0].
func refText(r *ir.Ref) string {
	path := pathText(r)
	switch {
	case path == "":
		return r.Name
	case path[0] == '[':
		return r.Name + string(path)
	}
	return r.Name + "." + string(path)
}

// pathText writes the path of a reference without its name.
func pathText(r *ir.Ref) value.Path {
	path := value.Path("")
	for _, s := range r.Path {
		if s.IsKey {
			path = path.Key(s.Key)
		} else {
			path = path.Index(s.Index)
		}
	}
	return path
}

func (s *Subject) hoverCall(owner *ir.Cell, c *ir.Call) Hover {
	v, _ := s.Evaluator.Node(c)
	h := Hover{Span: c.NameAt, Title: c.Fn.Signature(), Type: c.Fn.Result, Value: v, Doc: c.Fn.Doc, Params: c.Fn.Params, Node: owner.Name}
	var all []*ir.Cell
	for _, other := range s.Bound.Program.Cells {
		if call, ok := other.Expr.(*ir.Call); ok && call.NameAt == c.NameAt && call.Fn == c.Fn && c.NameAt.File != nil {
			all = append(all, other)
		}
	}
	if len(all) > 1 {
		return s.hoverUses(h, all)
	}
	return h
}

func (s *Subject) partHops(n *ir.Interp) []Hop {
	var hops []Hop
	for _, part := range n.Parts {
		if r, ok := part.(*ir.Ref); ok {
			v, _ := s.Evaluator.Node(r)
			hops = append(hops, Hop{Label: refText(r), Value: v, Span: r.Span})
		}
	}
	return hops
}
