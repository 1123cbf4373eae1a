package inspect

import (
	"slices"
	"sort"
	"strconv"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A Hover describes a range of the source or a value of the result.
type Hover struct {
	Span        source.Span // the range; zero for a value of the result
	Title, Type string
	Value       value.Value
	Doc         string
	Params      []ir.Param // of a function
	Example     string     // of a function
	Hops        []Hop      // where the value comes from, the nearest first
	Node        string     // ID of the graph node of the cell; may be empty
}

// A Hop is a step of a value's derivation.
type Hop struct {
	Label string
	Value value.Value
	Span  source.Span
}

// maxHops limits the hops in a hover. Why returns all steps.
const maxHops = 3

// Hover describes the word at an offset. It returns false if there is nothing to describe.
func (s *Subject) Hover(f *source.File, offset int) (Hover, bool) {
	// Ask the dialect first, which knows words that are neither cells nor expressions, such as keys.
	if item, ok := s.Bound.Assist.Describe(bind.Cursor{File: f, Offset: offset}); ok {
		h := Hover{Span: item.Span, Title: item.Label, Type: item.Detail, Doc: item.Doc}
		if path, _, ok := s.PathAt(f, offset); ok {
			h.setStep(s.whyPath(path))
		}
		return h, true
	}
	p := s.At(f, offset)
	switch n := p.Node.(type) {
	case *ir.Ref:
		if !p.OnName {
			return s.hoverRef(p.Cell, n), true
		}
	case *ir.Call:
		if p.OnFunction && isNamed(n, p.Cell) {
			return s.hoverCall(p.Cell, n), true
		}
	}
	// Anything else is described by its derivation. Between the entries of a mapping, that would be
	// the derivation of the mapping, so nothing is shown there.
	step, ok := s.whyAt(f, offset)
	if !ok || !p.OnName && !s.isValue(p.Node, f, offset) {
		return Hover{}, false
	}
	h := Hover{Title: step.Label, Span: s.wordAt(p, f, offset)}
	if p.Cell != nil {
		h.Node = p.Cell.Name
	}
	if p.OnName {
		h.Type = p.Cell.Detail
	}
	h.setStep(step, ok)
	return h, true
}

// isValue reports whether there is a scalar or a key at an offset, rather than only the list or
// object n.
func (s *Subject) isValue(n ir.Node, f *source.File, offset int) bool {
	switch n.(type) {
	case *ir.Lit, *ir.Interp:
		return true
	}
	_, at, ok := s.PathAt(f, offset)
	return ok && (n == nil || notLonger(at, n.Info().Span))
}

// HoverPath describes a value of the result.
func (s *Subject) HoverPath(path value.Path) (Hover, bool) {
	step, ok := s.whyPath(path)
	h := Hover{Title: step.Label}
	h.setStep(step, ok)
	if s.Bound.Site != nil {
		if at, ok := s.Bound.Site(path); ok && at.Cell != nil {
			h.Node = at.Cell.Name
		}
	}
	return h, ok
}

// wordAt returns the span that a hover describes: that of a name, a value or an expression.
func (s *Subject) wordAt(p Location, f *source.File, offset int) source.Span {
	if p.OnName {
		return p.Cell.NameAt
	}
	if _, at, ok := s.PathAt(f, offset); ok {
		return at
	}
	if p.Node != nil {
		return p.Node.Info().Span
	}
	return p.Cell.NameAt
}

// setStep sets the value, the hops and, if it is empty, the type from a derivation. It does nothing
// if ok is false.
func (h *Hover) setStep(step Step, ok bool) {
	if !ok {
		return
	}
	h.Value, h.Hops = step.Value, hops(step)
	if h.Type == "" && step.Value.Data != nil {
		h.Type = step.Value.Kind()
	}
}

// hops returns the nearest steps of a derivation, up to the first value that was made from several
// others.
func hops(step Step) []Hop {
	var out []Hop
	for len(out) < maxHops {
		// An overridden value does not contribute, and a problem is shown at its own position.
		used := slices.DeleteFunc(step.Steps(), func(st Step) bool { return st.Overridden || st.Kind == StepProblem })
		// A list or an object may have too many parts to list here.
		if len(used) > 1 && step.Kind != StepText && step.Kind != StepFunction {
			break
		}
		for _, st := range used[:min(len(used), maxHops-len(out))] {
			label := st.Title()
			if st.Role != "" {
				label = st.Role + ": " + label
			}
			out = append(out, Hop{Label: label, Value: st.Value, Span: st.Span})
		}
		if len(used) != 1 {
			break
		}
		step = used[0]
	}
	return out
}

// hoverRef describes a reference in the expression of the cell owner.
func (s *Subject) hoverRef(owner *ir.Cell, r *ir.Ref) Hover {
	v := s.refValue(r)
	h := Hover{Span: r.Span, Title: refText(r), Type: v.Kind(), Value: v, Node: owner.Name}
	if r.Cell == nil {
		h.Title, h.Type, h.Value = r.Name, "", value.Failure("nothing has this name")
		h.Doc = "Nothing has this name."
		return h
	}
	if r.NameAt.File() != nil {
		if all := s.targets(r); len(all) > 1 {
			h.Type = ""
			return s.hoverUses(h, all)
		}
	}
	h.Node = r.Cell.Name
	h.Hops = hops(s.childStep("", r, owner, nil))
	return h
}

// refValue returns the value of a reference. If a function, such as get_param, reads the cell directly,
// the reference is never evaluated; then refValue returns the value of the cell at the reference's path.
func (s *Subject) refValue(r *ir.Ref) value.Value {
	v, ok := s.node(r)
	if !ok && r.Cell != nil {
		v, _ = value.Find(s.valueOf(r.Cell), pathText(r))
	}
	return v
}

// maxUses limits how many uses of the same source are listed.
const maxUses = 30

// hoverUses describes source that is used several times, as in a group of clients. Its hops are the
// values in each use.
func (s *Subject) hoverUses(h Hover, all []*ir.Cell) Hover {
	h.Value = value.Value{}
	sort.SliceStable(all, func(i, j int) bool { return all[i].ID < all[j].ID })
	for _, c := range all[:min(len(all), maxUses)] {
		label := c.Name
		if c.Parent != nil {
			label = c.Parent.Kind + " " + c.Parent.Title() + ": " + c.Kind + " " + c.Title()
		}
		h.Hops = append(h.Hops, Hop{Label: label, Value: s.valueOf(c), Span: c.NameAt})
	}
	if left := len(all) - maxUses; left > 0 {
		h.Hops = append(h.Hops, Hop{Label: strconv.Itoa(left) + " more, which are not listed"})
	}
	return h
}

// refText returns the name and the path of a reference: name.key[0].
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

// pathText returns the path of a reference without its name.
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

// hoverCall describes a call in the expression of the cell owner. The hover is for the function's
// name.
func (s *Subject) hoverCall(owner *ir.Cell, c *ir.Call) Hover {
	v, _ := s.node(c)
	h := Hover{Span: c.NameAt, Title: c.Fn.Signature(), Type: c.Fn.Result, Value: v, Doc: c.Fn.Doc, Params: c.Fn.Params,
		Example: c.Fn.Example, Node: owner.Name}
	var all []*ir.Cell
	// Several cells may have been made from the call: one for each member of a group.
	for _, other := range s.Bound.Program.Cells {
		if call, ok := other.Expr.(*ir.Call); ok && call.NameAt == c.NameAt && call.Fn == c.Fn && !c.NameAt.IsZero() {
			all = append(all, other)
		}
	}
	if len(all) > 1 {
		return s.hoverUses(h, all)
	}
	return h
}
