package terraform

import (
	"slices"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An entry of the root that has not changed has the value that it had in the last version, if its aliases refer to
// anchors with the values that these had. Its positions are in a region of the file, which moves.

// A decodedEntry is an entry of the root, with everything that decoding it has added to the document.
type decodedEntry struct {
	region  *source.Region
	field   value.Field
	nodes   int
	text    int
	scalars []ambiguous
	aliases []*alias
	anchors []*anchor // in the order in which they begin
	ended   []*anchor // in the order in which they end
}

// A progress is how much a decoder has added to the document.
type progress struct {
	nodes, text, scalars, aliases, anchors int
	isLate                                 bool
}

// progress returns what has been added before an entry.
func (d *decoder) progress() progress {
	d.ended = d.ended[:0]
	if d.current != nil {
		d.region = d.file.NewRegion(d.current.Range())
	}
	return progress{d.total, d.text, len(d.scalars), len(d.aliases), len(d.anchors), d.late != nil}
}

// keep keeps the current entry of the root, whose field was added last, for the next version.
func (d *decoder) keep(before progress) {
	if d.current == nil {
		return
	}
	d.regions = append(d.regions, d.region)
	// Nodes that are not shared yet refer to the whole text, which their values would keep in memory.
	if !d.isShared || before.isLate != (d.late != nil) {
		return
	}
	for i := range d.scalars[before.scalars:] {
		if s := &d.scalars[before.scalars+i]; s.of == nil {
			s.of = &reading{} // records whether there is a warning, for later versions
		}
	}
	d.current.Derived = &decodedEntry{
		region: d.region, field: d.pending[len(d.pending)-1],
		nodes: d.total - before.nodes, text: d.text - before.text,
		scalars: slices.Clone(d.scalars[before.scalars:]), aliases: slices.Clone(d.aliases[before.aliases:]),
		anchors: slices.Clone(d.anchors[before.anchors:]), ended: slices.Clone(d.ended),
	}
}

// takeOver adds the current entry of the root as it was in the last version. It returns false if it has to be decoded.
func (d *decoder) takeOver() bool {
	if d.current == nil || !d.isShared {
		return false
	}
	e, ok := d.current.Derived.(*decodedEntry)
	if !ok || d.total+e.nodes > maxNodes || d.text+e.text > maxText || !d.hasSameTargets(e) {
		return false
	}
	start, _ := d.current.Range()
	e.region.Move(d.file, start)
	e.scalars = slices.DeleteFunc(e.scalars, func(s ambiguous) bool { return s.of.isClear })
	d.total, d.text = d.total+e.nodes, d.text+e.text
	d.scalars, d.aliases = append(d.scalars, e.scalars...), append(d.aliases, e.aliases...)
	for _, a := range e.anchors {
		a.index = len(d.anchors)
		d.anchors = append(d.anchors, a)
	}
	if d.named == nil && len(e.ended) > 0 {
		d.named = map[string]*anchor{}
	}
	for _, a := range e.ended {
		d.named[a.name], d.last = a, nil
	}
	d.pending, d.regions = append(d.pending, e.field), append(d.regions, e.region)
	return true
}

// hasSameTargets reports whether the aliases in an entry still refer to the same anchors.
func (d *decoder) hasSameTargets(e *decodedEntry) bool {
	for _, a := range e.aliases {
		if !slices.Contains(e.anchors, a.target) && d.named[a.name] != a.target {
			return false
		}
	}
	return true
}
