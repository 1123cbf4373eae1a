package yamltree

import "sort"

// An assembly fills a collection with the entries of a broken text.
type assembly struct {
	r      *reader
	into   *Node
	column int
	cuts   int
	open   byte // the bracket the entries are inside of, 0 in block style
}

// run reads a run of entries, all at once if it can and in halves if not. It reports
// whether it could.
func (a *assembly) run(entries []entry) bool {
	f := fragment{entries[0].start, entries[len(entries)-1].end, entries[0].column, nil, a.open}
	a.r.cuts = a.cuts
	defined, unresolved := len(a.r.conv.defined), len(a.r.conv.unresolved)
	n, err := a.r.piece(f)
	if err == nil && a.adopt(n, entries) {
		return true
	}
	a.r.conv.defined, a.r.conv.unresolved = a.r.conv.defined[:defined], a.r.conv.unresolved[:unresolved]
	if len(entries) == 1 {
		f.err = err
		a.one(entries[0], f)
		return false
	}
	half := len(entries) / 2
	a.run(entries[:half])
	a.run(entries[half:])
	return false
}

// around reads the entries of a collection that could not be read at once: those before
// the line that yaml.v3 blames, the one on it, and those behind in runs that grow as
// long as they can be read. No entry is thus read more often than halving would, and
// with one mistake hardly any twice.
func (a *assembly) around(entries []entry, err error) {
	blamed := 0
	if line := errorLine(err.Error()); line > 0 {
		at := a.r.lines.start(a.r.lines.lineOf(entries[0].start) + line)
		blamed = max(sort.Search(len(entries), func(i int) bool { return entries[i].start >= at })-1, 0)
	}
	if blamed > 0 {
		a.run(entries[:blamed])
	}
	a.run(entries[blamed : blamed+1])
	rest, step := entries[blamed+1:], 1
	for len(rest) > 0 {
		n := min(step, len(rest))
		if a.run(rest[:n]) {
			step *= 2
		} else {
			step = 1
		}
		rest = rest[n:]
	}
}

// one reads an entry that could not be read as a whole.
func (a *assembly) one(first entry, f fragment) {
	if a.open != 0 {
		a.inFlow(f)
	} else if first.isList != (a.into.Kind == Sequence) {
		a.foreign(f)
	} else if first.isList {
		a.into.Items = append(a.into.Items, a.r.item(f, a.cuts+1))
	} else {
		a.into.Pairs = append(a.into.Pairs, a.r.pair(f, a.cuts+1))
	}
}

// adopt takes over what a run was read as, if it is of the right kind.
func (a *assembly) adopt(n *Node, entries []entry) bool {
	if n == nil || n.Kind != a.into.Kind || (n.Style == Flow) != (a.open != 0) {
		return false
	}
	if entries[0].column != a.column && a.open == 0 {
		a.r.report(a.r.misindented(entries[0], a.column))
	}
	a.into.Items = append(a.into.Items, n.Items...)
	a.into.Pairs = append(a.into.Pairs, n.Pairs...)
	return true
}

// foreign keeps the place of a key between items, or of an item between keys.
func (a *assembly) foreign(f fragment) {
	r := a.r
	if f.err == nil {
		r.report(r.mixed(f, a.into.Kind))
		f.err = errReported
	}
	n := r.broken(f)
	if a.into.Kind == Sequence {
		a.into.Items = append(a.into.Items, n)
	} else {
		a.into.Pairs = append(a.into.Pairs, Pair{n, r.behind(n)})
	}
}
