package inspect

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Unknown is a value that the program uses and only a deployment knows, or a part of one
// that the program reads.
type Unknown struct {
	bind.Unknown
	// Whole is the number of keys of Path that lead to the value that this is a part of: its
	// other parts are null unless they are supplied too. It is 0 for a value that is supplied
	// on its own.
	Whole int
	shape // paths that the program reads in it
}

// A shape is the paths that a program reads inside a value, as a tree.
type shape struct {
	keys   []string          // in the order in which they are read first
	inside map[string]*shape // by key
	last   int               // index of the last element read; -1 if none
	item   *shape            // of all elements together; nil if none is read
}

// unknowns holds the unknowns of a program, computed on first use.
type unknowns struct {
	list  []Unknown
	byWhy map[string]int // indices into list, by reason
}

// Unknowns lists the values that only a deployment knows. A value that is supplied as a whole
// is followed by its parts; at the end are those that cannot be supplied, which have no path.
func (s *Subject) Unknowns() []Unknown { return s.allUnknowns().list }

// allUnknowns returns the unknowns, which it computes when it is called for the first time.
func (s *Subject) allUnknowns() *unknowns {
	if s.unknown == nil {
		s.unknown = s.findUnknowns()
	}
	return s.unknown
}

// findUnknowns combines the unknowns that the dialect declares with the reasons of all unknown
// values. A reason that begins with a declared one, such as bucket.arn with bucket, is a path that
// the program reads inside it. What no declaration explains cannot be supplied.
func (s *Subject) findUnknowns() *unknowns {
	all := &unknowns{byWhy: map[string]int{}}
	known := s.Outcome.Unknowns
	if s.Outcome.Further != nil {
		// The clip keeps append from writing into the array that Outcome.Unknowns shares.
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
	// Now the shapes are complete. List each unknown again, followed by its parts, so all indices
	// change.
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

// reasons returns the reasons of all unknown values, in order, and where they are used.
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
		if u := (use{why, at}); at.File != nil && !seen[u] {
			seen[u] = true
			used[why] = append(used[why], at)
		}
	}
	// Reasons found in the program come first, since they have places. The result may have further
	// ones, such as those of values that no expression represents.
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

// eachUnknown visits the unknown values in a value.
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

// find returns the unknown that a reason refers to, and the path read inside it.
func (all *unknowns) find(why string) (at int, rest value.Path, ok bool) {
	// The longest prefix counts, because a part may be declared besides its whole.
	for cut := len(why); cut > 0; cut = strings.LastIndexAny(why[:cut], ".[") {
		if at, ok = all.byWhy[why[:cut]]; ok {
			return at, value.Path(strings.TrimPrefix(why[cut:], ".")), true
		}
	}
	return 0, "", false
}

// read records that a path is read.
func (s *shape) read(path value.Path) {
	for path != "" {
		key, index, isKey, rest, ok := path.Cut()
		if !ok {
			return
		}
		// All elements of a list share one shape: a sample has the same in each.
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

// mostParts limits how many parts of a value are listed.
const mostParts = 200

// parts calls visit for each part that keys lead to and that is itself read.
func (u *Unknown) parts(path []string, at value.Path, s *shape, visit func(part Unknown, at value.Path)) {
	if len(s.keys) > mostParts {
		return
	}
	for _, key := range s.keys {
		below, inside := append(slices.Clip(path), key), s.inside[key]
		// The parts of a part take its place in the list.
		if len(inside.keys) > 0 {
			u.parts(below, at.Key(key), inside, visit)
			continue
		}
		part := bind.Unknown{Path: below, Label: string(value.Path(u.Label).Join(at.Key(key))), Wrap: u.Wrap,
			Secret: u.Secret}
		visit(Unknown{Unknown: part, Whole: len(u.Path), shape: *inside}, at.Key(key))
	}
}

// mostSteps limits how far a derivation is followed to find the unknowns that a value depends
// on.
const mostSteps = 2000

// UnknownsOf returns the unknowns that a value of a derivation depends on, as indices into
// Unknowns.
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
	// Its own reasons come first, then those of the values that it was made from, nearest first.
	eachUnknown(root.Value, "", func(v value.Value, _ value.Path) {
		if i, _, ok := all.find(value.Why(v)); ok && !v.IsFailed() {
			add(i)
		}
	})
	s.addFromDerivation(root, add)
	return found
}

// addFromDerivation follows a derivation to unknown, missing or mocked values, and adds them.
func (s *Subject) addFromDerivation(root Step, add func(int)) {
	all := s.allUnknowns()
	type place struct {
		label string
		at    source.Span
	}
	seen := map[place]bool{}
	for queue := []Step{root}; len(queue) > 0 && len(seen) < mostSteps; queue = queue[1:] {
		st := queue[0]
		key := place{string(st.Kind) + st.Label, st.Span}
		if seen[key] {
			continue
		}
		seen[key] = true
		if st.Kind == StepUnknown {
			if i, _, ok := all.find(value.Why(st.Value)); ok {
				add(i)
			}
		}
		// A value that is missing by mistake and one that inputs.yaml supplies have no reason, so
		// the unknown is found by the place that uses it.
		if st.Kind == StepProblem || st.Kind == StepMock {
			for i := range all.list {
				if len(all.list[i].Path) > 0 && slices.Contains(all.list[i].Used, st.Span) {
					add(i)
				}
			}
		}
		// Only values with something unknown inside lead to unknowns, and a mere dependency does
		// not.
		for _, next := range st.Steps() {
			if !next.Overridden && next.Role != Needs && (next.Value.HasUnknown() || next.Kind == StepProblem ||
				next.Value.HasMocked()) {
				queue = append(queue, next)
			}
		}
	}
}

// Supply returns the path in inputs.yaml that could supply an unknown value, nil if there is
// none. For a value that depends on another unknown one, it is that one's path.
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
