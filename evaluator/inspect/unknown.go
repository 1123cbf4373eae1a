package inspect

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Unknown is a value that the program uses and that only a deployment knows, or a part of such a
// value that the program reads.
type Unknown struct {
	bind.Unknown
	// Whole is set for a part of a value: the first Whole keys of Path are the path of that value. If only
	// some of its parts are supplied, the others become null. Whole is 0 for a value that is not a part.
	Whole int
	shape // the paths that the program reads in the value
}

// A shape is the tree of the paths that a program reads in a value.
type shape struct {
	keys   []string          // in the order in which they are first read
	inside map[string]*shape // by key
	last   int               // the largest index that is read, or -1 if none
	item   *shape            // the paths read in any element; nil if no element is read
}

// unknowns holds the unknowns of a program, computed on first use.
type unknowns struct {
	list  []Unknown
	byWhy map[string]int // indices into list, by reason
}

// Unknowns lists the values that only a deployment knows. Each is followed by its parts. Values that
// inputs.yaml cannot supply have no path and are at the end.
func (s *Subject) Unknowns() []Unknown { return s.allUnknowns().list }

// allUnknowns returns the unknowns, which it computes in the first call.
func (s *Subject) allUnknowns() *unknowns {
	if s.unknown == nil {
		s.unknown = s.findUnknowns()
	}
	return s.unknown
}

// findUnknowns combines the unknowns that the dialect declares with the reasons of all unknown
// values. A reason that extends a declared one, as bucket.arn extends bucket, is a path that the
// program reads in the declared value. Values whose reasons extend no declared one cannot be supplied.
func (s *Subject) findUnknowns() *unknowns {
	all := &unknowns{byWhy: map[string]int{}}
	known := s.Outcome.Unknowns
	if s.Outcome.Further != nil {
		// Clip ensures that append does not write into the array of Outcome.Unknowns.
		known = append(slices.Clip(known), s.Outcome.Further()...)
	}
	for i := range known {
		u := Unknown{Unknown: known[i], shape: shape{last: -1}}
		for _, path := range u.Inside {
			u.read(path)
		}
		all.list = append(all.list, u)
		for _, why := range u.Why {
			if _, taken := all.byWhy[why]; !taken {
				all.byWhy[why] = i
			}
		}
	}
	// Each reason adds a path to the shape of the unknown that it belongs to.
	order, used := s.reasons()
	var others []Unknown
	for _, why := range order {
		i, rest, ok := all.find(why)
		if !ok {
			others = append(others, Unknown{Unknown: bind.Unknown{Why: []string{why}, Label: why, Used: used[why]}})
			continue
		}
		all.list[i].read(rest)
	}
	// The shapes are complete now. Rebuild the list with each unknown followed by its parts, which
	// changes all indices.
	roots := all.list
	all.list = nil
	for i := range roots {
		u := &roots[i]
		at := len(all.list)
		all.list = append(all.list, *u)
		for _, why := range u.Why {
			all.byWhy[why] = at
		}
		u.parts(u.Path, "", &u.shape, func(part Unknown, path value.Path) {
			for _, why := range u.Why {
				deep := value.ExtendReason(why, path)
				part.Why = append(part.Why, deep)
				part.Used = append(part.Used, used[deep]...)
				all.byWhy[deep] = len(all.list)
			}
			all.list = append(all.list, part)
		})
	}
	for _, u := range others {
		all.byWhy[u.Why[0]] = len(all.list)
		all.list = append(all.list, u)
	}
	return all
}

// reasons returns the reasons of all unknown values, in the order in which they are found, and the
// expressions that have them.
func (s *Subject) reasons() (order []string, used map[string][]source.Span) {
	used = map[string][]source.Span{}
	type use struct {
		why string
		at  source.Span
	}
	seen := map[use]bool{}
	add := func(why string, at source.Span) {
		if _, known := used[why]; !known {
			order = append(order, why)
			used[why] = nil
		}
		if u := (use{why, at}); at.File() != nil && !seen[u] {
			seen[u] = true
			used[why] = append(used[why], at)
		}
	}
	// The reasons found in the program come first, since they have positions. The result may contain
	// others, because a dialect can add values that no expression has.
	for _, c := range s.Bound.Program.Cells {
		ir.Walk(c.Expr, func(n ir.Node) {
			if v, ok := s.Evaluator.Node(n); ok && v.IsUnknown() && !v.IsFailed() {
				add(value.Why(v), n.Info().Span)
			}
		})
	}
	eachUnknown(s.Outcome.Value, "", func(v value.Value, _ value.Path) {
		if !v.IsFailed() {
			add(value.Why(v), source.Span{})
		}
	})
	return order, used
}

// eachUnknown calls visit for every unknown value in v, with its path, which starts with at.
func eachUnknown(v value.Value, at value.Path, visit func(v value.Value, at value.Path)) {
	if !v.HasUnknown() {
		return
	}
	switch d := v.Data.(type) {
	case *value.List:
		for i, c := range d.Items {
			eachUnknown(c, at.Index(i), visit)
		}
	case *value.Object:
		for i := range d.Fields {
			eachUnknown(d.Fields[i].Value, at.Key(d.Fields[i].Key), visit)
		}
	case *value.Tagged:
		eachUnknown(d.Body, at.Key(d.Tag), visit)
	case value.Unknown:
		visit(v, at)
	}
}

// find returns the index of the unknown that a reason refers to, and the path that is read in it.
func (all *unknowns) find(why string) (at int, rest value.Path, ok bool) {
	// The longest prefix is used, because both a value and a part of it may be declared.
	for cut := len(why); cut > 0; cut = strings.LastIndexAny(why[:cut], ".[") {
		if at, ok = all.byWhy[why[:cut]]; ok {
			return at, value.Path(strings.TrimPrefix(why[cut:], ".")), true
		}
	}
	return 0, "", false
}

// read adds a path to the shape.
func (s *shape) read(path value.Path) {
	for path != "" {
		key, index, isKey, rest, ok := path.Cut()
		if !ok {
			return
		}
		// All elements of a list share one shape, since those of a sample are equal.
		if path = rest; !isKey {
			if s.last = max(s.last, index); s.item == nil {
				s.item = &shape{last: -1}
			}
			s = s.item
			continue
		}
		if s.inside == nil {
			s.inside = map[string]*shape{}
		}
		if s.inside[key] == nil {
			s.inside[key] = &shape{last: -1}
			s.keys = append(s.keys, key)
		}
		s = s.inside[key]
	}
}

// maxParts limits the parts that are listed. If the program reads more keys of a value, none is listed.
const maxParts = 200

// parts calls visit for the innermost parts that the program reads by keys. path and at are the path
// of the part with shape s, in inputs.yaml and in the value.
func (u *Unknown) parts(path []string, at value.Path, s *shape, visit func(part Unknown, at value.Path)) {
	if len(s.keys) > maxParts {
		return
	}
	for _, key := range s.keys {
		below, inside := append(slices.Clip(path), key), s.inside[key]
		// A part that has parts is not listed itself.
		if len(inside.keys) > 0 {
			u.parts(below, at.Key(key), inside, visit)
			continue
		}
		part := bind.Unknown{Path: below, Label: string(value.Path(u.Label).Join(at.Key(key))), Wrap: u.Wrap,
			Secret: u.Secret}
		visit(Unknown{Unknown: part, Whole: len(u.Path), shape: *inside}, at.Key(key))
	}
}

// maxSteps limits how many steps of a derivation are searched for the unknowns on which a value
// depends.
const maxSteps = 2000

// UnknownsOf returns the unknowns on which the target's value depends, as indices into Unknowns.
func (s *Subject) UnknownsOf(t Target) []int {
	root, ok := s.Why(t)
	if !ok {
		return nil
	}
	all := s.allUnknowns()
	var found []int
	add := func(i int) {
		if !slices.Contains(found, i) {
			found = append(found, i)
		}
	}
	// The reasons in the value itself come first, then those in the values from which it was made,
	// the nearest first.
	eachUnknown(root.Value, "", func(v value.Value, _ value.Path) {
		if i, _, ok := all.find(value.Why(v)); ok && !v.IsFailed() {
			add(i)
		}
	})
	s.addFromDerivation(root, add)
	return found
}

// addFromDerivation calls add for the unknown, missing and mocked values in a derivation.
func (s *Subject) addFromDerivation(root Step, add func(int)) {
	all := s.allUnknowns()
	type stepKey struct {
		label string
		at    source.Span
	}
	seen := map[stepKey]bool{}
	for queue := []Step{root}; len(queue) > 0 && len(seen) < maxSteps; queue = queue[1:] {
		st := queue[0]
		key := stepKey{string(st.Kind) + st.Label, st.Span}
		if seen[key] {
			continue
		}
		seen[key] = true
		if st.Kind == StepUnknown {
			if i, _, ok := all.find(value.Why(st.Value)); ok {
				add(i)
			}
		}
		// A missing value and one that inputs.yaml supplies have no reason, so the unknown is found by
		// the position that uses it.
		if st.Kind == StepProblem || st.Kind == StepMock {
			for i := range all.list {
				if len(all.list[i].Path) > 0 && slices.Contains(all.list[i].Used, st.Span) {
					add(i)
				}
			}
		}
		// Skip steps that do not explain an unknown part: overridden values, dependencies that are not
		// part of the value, and values that are completely known.
		for _, next := range st.Steps() {
			if !next.Overridden && next.Role != Needs && (next.Value.HasUnknown() || next.Kind == StepProblem ||
				next.Value.HasMocked()) {
				queue = append(queue, next)
			}
		}
	}
}

// Supply returns the path in inputs.yaml that could supply an unknown value, or nil if inputs.yaml
// cannot. If the value was computed from another unknown value, it returns the path of that one.
func (s *Subject) Supply(v value.Value) []string {
	if !v.IsUnknown() || v.IsFailed() {
		return nil
	}
	all := s.allUnknowns()
	if i, _, ok := all.find(value.Why(v)); ok {
		return all.list[i].Path
	}
	return nil
}
