package terraform

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/libyaml"
	"pantograph/evaluator/dialect/terraform/nfc"
	"pantograph/evaluator/dialect/terraform/types"
)

// maxNodes and maxText limit the expansion of aliases.
const (
	// The original expands aliases without a limit (2.4).
	maxNodes = 400_000
	maxText  = 64 << 20
)

// A decoded is the result of yamldecode.
type decoded struct {
	file    *source.File
	doc     *libyaml.Document // for the next version
	value   value.Value
	err     *decodeError // nil if there is a value
	anchors []*anchor    // in the order in which they begin
	aliases []*alias     // in the order of the document
	scalars []ambiguous  // plain scalars that other readers may interpret differently
	nodes   int          // the number of nodes after expanding aliases, which the budget limits
	order   []int32      // the order of the fields of the root, for the next version
	// printed is what the console prints in this version, and before what it printed in the last one.
	printed, before *consoleText
}

// A named is a node with an anchor, or an alias.
type named struct {
	name string
	at   source.Span
	sign int // where the & or * is, from the start of at; an anchor may follow a tag
}

// An anchor is a node with a name.
type anchor struct {
	named
	index  int // in decoded.anchors
	value  value.Value
	size   int     // number of nodes, with aliases expanded
	text   int     // bytes of scalars, aliases expanded
	inside *anchor // the innermost enclosing anchor; nil if there is none
}

// An alias is a reference to an anchor.
type alias struct {
	named
	target *anchor    // nil if there is no such anchor
	inside *anchor    // the innermost enclosing anchor
	merged bool       // it is the value of a merge key, <<
	path   value.Path // where it is in the value of the document
	added  []string   // keys of a merge that are not overwritten later
}

// A decodeError is the reason why a document has no value, with its position.
type decodeError struct {
	yamlError
	at     libyaml.Mark // its beginning; end is an offset
	end    int32
	layer  libyaml.Layer // the part of the original that finds it, for place
	inText bool          // the original's message includes the position
	name   string        // a misspelling at the end of the span, or "" if there is none
	known  []string      // candidates for the misspelt name
	isKey  bool          // an error in a key's own scalar: the original omits the position
}

// place formats a position as the original does: lines as counted by the layer, nothing on the
// first line. Its lines start at 1 for the scanner, whose columns are lost, and at 0 for the
// rest (2.7). The position of our own problem is always the true one.
func (m *decodeError) place() string {
	line, column := m.at.Line, m.at.Column+1
	switch {
	case !m.inText || m.isKey || line == 0 || m.layer == libyaml.ReaderLayer || m.layer == libyaml.LimitLayer:
		return ""
	case m.layer == libyaml.ScannerLayer:
		line, column = line+1, 1
	}
	return fmt.Sprintf("on line %d, column %d: ", line, column)
}

// A decoder walks the tree of a document in order and stops at the first error.
type decoder struct {
	*decoded
	named   map[string]*anchor // the last completed node for each name
	last    *anchor            // the one found last in named, or nil
	open    map[string]int     // names whose node is incomplete
	inside  *anchor            // the innermost anchor whose node is incomplete
	err     *decodeError
	total   int          // nodes so far, with aliases expanded
	text    int          // bytes of scalars, with aliases expanded
	merging bool         // the node is the value of <<
	path    []pathStep   // from the root to the current node
	late    *decodeError // the first error that only the second pass finds

	entries []libyaml.Entry // of the root that follow
	current *libyaml.Entry  // of the root, if it may be kept; otherwise nil
	region  *source.Region  // its region; otherwise the file
	regions []*source.Region
	// hasRegions is false if the regions of the file are those of another reader.
	hasRegions bool
	ended      []*anchor     // the anchors inside the current entry, in the order in which they end
	by         libyaml.Mark  // by how much the nodes of the current entry have moved
	isShared   bool          // its nodes are those of the previous version
	pending    []value.Field // of the mappings around the current node, those that precede it
	slabs      *slabs        // of the current entry
	// Values of nodes that refer to the text would keep it in memory if they were in one chunk with values that are
	// kept.
	shared, others slabs
}

// slabs allocate values.
type slabs struct {
	objects ir.Slab[value.Object]
	lists   ir.Slab[value.List]
	fields  ir.Slab[value.Field]
	items   ir.Slab[value.Value]
	aliases ir.Slab[alias]
	orders  ir.Slab[int32]
}

// decode decodes a file. The spans in the result are in that file. move is the difference from its previous
// version, or nil.
func decode(file *source.File, move *source.Move) *decoded {
	d := &decoder{decoded: &decoded{file: file}, region: file.Whole(), hasRegions: !file.IsDivided()}
	d.slabs = &d.others
	if move != nil {
		if previous, ok := move.Old.Kept(decodedKey).(*decoded); ok {
			d.doc = libyaml.ReadNext(move, previous.doc)
			d.aliases, d.order = make([]*alias, 0, len(previous.aliases)+1), previous.order
			d.before, previous.before = previous.printed, nil
		}
	}
	if d.doc == nil {
		d.doc = libyaml.Read(file.Text)
	}
	doc := d.doc
	if doc.Empty != nil {
		d.fail(*doc.Empty, int32(len(file.Text)), yamlError{"yaml-empty", "missing start of document",
			"the text contains no YAML document, only whitespace and comments"})
	} else {
		d.document(doc)
	}
	if d.hasRegions && d.err == nil {
		file.Divide(d.regions)
	}
	d.decoded.err = d.err
	d.nodes = d.total
	if d.err != nil {
		d.value = value.Failure("YAML")
	}
	return d.decoded
}

// document decodes the root, and then checks the text after it. The original reads and decodes
// event by event, so an error in the root precedes any after it.
func (d *decoder) document(doc *libyaml.Document) {
	if doc.Root.Kind == libyaml.Broken {
		d.syntax(doc.Err)
		return
	}
	d.entries = doc.Entries
	d.value = d.node(doc.Root, doc.Err)
	switch {
	case d.err != nil:
	case doc.Err != nil:
		d.syntax(doc.Err)
	case doc.Extra != nil:
		d.fail(*doc.Extra, doc.Extra.Offset+3, yamlError{"yaml-documents", "unexpected extra content after value",
			"a second document begins here; yamldecode reads exactly one"})
	default:
		// The original decodes twice, first for the type and then for the value (section 2), and so
		// reports this only if the first pass succeeds.
		d.err = d.late
	}
}

// fail records the first error.
func (d *decoder) fail(at libyaml.Mark, end int32, f yamlError) value.Value {
	if d.err == nil {
		d.err = d.newError(at, end, f)
	}
	return value.Value{}
}

// newError returns an error that the decoder finds, as opposed to the YAML reader.
func (d *decoder) newError(at libyaml.Mark, end int32, f yamlError) *decodeError {
	at.Line, at.Offset = at.Line+d.by.Line, at.Offset+d.by.Offset
	return &decodeError{yamlError: f, at: at, end: end + d.by.Offset, layer: libyaml.ParserLayer, inText: true}
}

// span returns the position of a node, including its anchor and its tag.
func (d *decoder) span(n *libyaml.Node) source.Span {
	return d.place(n.Start.Offset, n.End)
}

// place returns the span between two offsets of nodes.
func (d *decoder) place(start, end int32) source.Span {
	return d.file.Span(int(start+d.by.Offset), int(end+d.by.Offset)).In(d.region)
}

// nameOf returns the name of a node, and where it is.
func (d *decoder) nameOf(n *libyaml.Node) named {
	name := named{name: n.Anchor, at: d.span(n)}
	if n.Kind != libyaml.Alias {
		properties := d.file.Text[name.at.Start() : n.Body+d.by.Offset]
		name.sign = max(strings.Index(properties, "&"+n.Anchor), 0)
	}
	return name
}

// enter finds out whether an entry of the root is of the previous version.
func (d *decoder) enter(key *libyaml.Node) {
	d.by, d.isShared, d.current, d.region, d.slabs = libyaml.Mark{}, false, nil, d.file.Whole(), &d.others
	if len(d.entries) > 0 && d.entries[0].Key == key {
		d.by, d.isShared = d.entries[0].By, d.entries[0].IsShared
		if d.isShared {
			d.slabs = &d.shared
		}
		if d.inside == nil && d.hasRegions {
			d.current = &d.entries[0]
		}
		d.entries = d.entries[1:]
	}
}

// node returns the value of a node. err is the error that ended the document, if any. After an
// error the value is meaningless, and callers stop.
func (d *decoder) node(n *libyaml.Node, err *libyaml.Error) value.Value {
	if d.total++; d.total > maxNodes {
		return d.fail(n.Start, n.End, d.tooMuch())
	}
	if n.Anchor == "" || n.Kind == libyaml.Alias {
		return d.plain(n, err)
	}
	// An alias inside the node sees the name as open. The name gets its new value only after the
	// node is complete, so if nested nodes have the same name, the outer one wins (2.4).
	a := &anchor{named: d.nameOf(n), index: len(d.anchors), inside: d.inside}
	d.anchors = append(d.anchors, a)
	before, text, outer := d.total, d.text, d.inside
	d.setOpen(n.Anchor, 1)
	d.inside = a
	a.value = d.plain(n, err)
	d.inside = outer
	d.setOpen(n.Anchor, -1)
	a.size, a.text = d.total-before+1, d.text-text
	if d.named == nil {
		d.named = map[string]*anchor{}
	}
	d.named[n.Anchor], d.last, d.ended = a, nil, append(d.ended, a)
	return a.value
}

// setOpen changes how many incomplete nodes have a name. Nodes with the same name can be nested, so
// a boolean is not enough.
func (d *decoder) setOpen(name string, n int) {
	if d.open == nil {
		d.open = map[string]int{}
	}
	if d.open[name] += n; d.open[name] == 0 {
		delete(d.open, name) // looking up names in an empty map is faster
	}
}

// plain returns the value of a node, but ignores its anchor.
func (d *decoder) plain(n *libyaml.Node, err *libyaml.Error) value.Value {
	switch n.Kind {
	case libyaml.Scalar:
		return d.scalar(n)
	case libyaml.Alias:
		return d.alias(n)
	case libyaml.Sequence:
		return d.sequence(n, err)
	case libyaml.Mapping:
		return d.mapping(n, err)
	}
	// The YAML reader stopped at an error inside this node.
	d.syntax(err)
	return value.Value{}
}

// scalar returns the value of a scalar.
func (d *decoder) scalar(n *libyaml.Node) value.Value {
	r, isKnown := n.Derived.(*reading)
	if !isKnown {
		v, f := scalar(n)
		switch {
		case f != nil && isText(n): // the first pass, for types, does not read it and continues
			if d.late == nil {
				d.late = d.newError(n.Start, n.End, *f)
			}
			return value.Str(n.Value)
		case f != nil:
			return d.fail(n.Start, n.End, *f)
		}
		if v = normal(v); !d.isShared {
			d.remember(n, nil)
			d.text += len(n.Value)
			return v.At(d.span(n))
		}
		r = &reading{value: v}
		n.Derived = r
	}
	d.remember(n, r)
	d.text += len(n.Value)
	return r.value.At(d.span(n))
}

// A reading is what a scalar means, wherever it is. It is kept for later versions of the document if the node is.
type reading struct {
	value   value.Value
	key     string // its value as a key
	isClear bool   // no reader interprets it differently
}

// normal converts strings to Unicode normal form C, as Terraform does.
func normal(v value.Value) value.Value {
	if s, ok := v.Data.(value.String); ok {
		v.Data = value.String(nfc.String(string(s)))
	}
	return v
}

// remember keeps plain scalars that may need a warning. Quoted and tagged ones get none.
func (d *decoder) remember(n *libyaml.Node, r *reading) {
	if (r == nil || !r.isClear) && n.Style == libyaml.Plain && n.Tag == "" && n.Value != "" && mayBeSpecial(n.Value) {
		// A warning is about the scalar alone, not about an anchor before it.
		d.scalars = append(d.scalars, ambiguous{n.Value, d.place(n.Body, n.End), r})
	}
}

// alias returns the value of the anchor, which is shared and not decoded again. Its size is counted
// again for every alias, though.
func (d *decoder) alias(n *libyaml.Node) value.Value {
	a := d.slabs.aliases.New()
	*a = alias{named: d.nameOf(n), inside: d.inside, merged: d.merging}
	a.path, _ = n.Derived.(value.Path)
	if a.path == "" {
		if a.path = d.here(); d.isShared {
			n.Derived = a.path // an entry of the root has the same key in all versions
		}
	}
	d.aliases = append(d.aliases, a)
	// This check comes first: while a name is being redefined, its earlier value is not accessible
	// (2.4).
	if d.open[n.Anchor] > 0 {
		return d.fail(n.Start, n.End,
			yamlError{"yaml-alias-cycle",
				fmt.Sprintf("cannot refer to anchor %q from inside its own definition", n.Anchor),
				"*" + n.Anchor + " is inside the value that &" + n.Anchor + " names; a value cannot contain itself"})
	}
	if a.target = d.last; a.target == nil || a.target.name != n.Anchor {
		if a.target = d.named[n.Anchor]; a.target == nil {
			return d.unknownAnchor(n)
		}
		d.last = a.target
	}
	d.total += a.target.size - 1
	d.text += a.target.text
	if d.total > maxNodes || d.text > maxText {
		return d.fail(n.Start, n.End, d.tooMuch())
	}
	return a.target.value.At(d.span(n))
}

// unknownAnchor reports an alias without an anchor, and notes the known names for a suggestion.
func (d *decoder) unknownAnchor(n *libyaml.Node) value.Value {
	known := slices.Sorted(maps.Keys(d.named))
	d.fail(n.Start, n.End, yamlError{"yaml-unknown-anchor", fmt.Sprintf("reference to undefined anchor %q", n.Anchor),
		"nothing before this is named &" + n.Anchor + diag.DidYouMean(n.Anchor, known)})
	d.err.name, d.err.known = n.Anchor, known
	return value.Value{}
}

// tooMuch returns the error of a document that is too large after expanding its aliases.
func (d *decoder) tooMuch() yamlError {
	return yamlError{"budget-nodes", "",
		fmt.Sprintf("with aliases expanded, this document has %d nodes and %d MB of text up to here; the limits are "+
			"%d nodes and %d MB",
			d.total, d.text>>20, maxNodes, maxText>>20)}
}

// sequence returns a tuple. A tag other than !!seq is an error (2.3).
func (d *decoder) sequence(n *libyaml.Node, err *libyaml.Error) value.Value {
	if n.Tag != "" && n.Tag != tagSeq {
		return d.fail(n.Start, n.Body, cannotInterpret("sequence", n.Tag))
	}
	items := d.slabs.items.Slice(len(n.Children))[:len(n.Children)]
	d.path = append(d.path, pathStep{})
	for i, c := range n.Children {
		d.path[len(d.path)-1].index = i
		if items[i] = d.node(c, err); d.err != nil {
			return value.Value{}
		}
	}
	d.path = d.path[:len(d.path)-1]
	return d.nested(value.Of(d.slabs.lists.New().Init(items)), n)
}

// nested refuses values that aliases have nested too deeply. The result document of a console
// session puts values two levels deeper, which must also be possible.
func (d *decoder) nested(v value.Value, n *libyaml.Node) value.Value {
	if v.Depth() > value.MaxDepth-2 {
		return d.fail(n.Start, n.Body, tooDeep)
	}
	return v.At(d.span(n))
}

// tooDeep reports our own limit: nested values are read and written by recursion.
var tooDeep = yamlError{"budget-depth", "", fmt.Sprintf("collections can be nested at most %d levels deep",
	value.MaxDepth-2)}

// cannotInterpret returns the error of a collection with a tag that is not for its kind (2.3).
func cannotInterpret(kind, tag string) yamlError {
	right := map[string]string{"mapping": "!!map", "sequence": "!!seq"}[kind]
	return yamlError{"yaml-tag-unknown", "can't interpret " + kind + " as " + tag,
		"a " + kind + " cannot have the tag " + shortTag(tag) + "; only " + right + " is allowed"}
}

// mapping returns an object. Keys and merges apply in document order: the last of equal keys wins,
// and merged fields overwrite earlier ones.
func (d *decoder) mapping(n *libyaml.Node, err *libyaml.Error) value.Value {
	if n.Tag != "" && n.Tag != tagMap {
		return d.fail(n.Start, n.Body, cannotInterpret("mapping", n.Tag))
	}
	first := len(d.pending)
	var merges []mergeOf
	var before progress // of an entry of the root
	for i := 0; i < len(n.Children); i += 2 {
		key := n.Children[i]
		if n == d.doc.Root {
			d.enter(key)
			if d.takeOver() {
				continue
			}
			before = d.progress()
		}
		// Quoted or not, << merges, unless it has a tag (2.5).
		isMerge := key.Kind == libyaml.Scalar && key.Value == "<<" && key.Tag == ""
		name := ""
		if !isMerge {
			name = d.key(key, err)
		}
		if d.err != nil {
			return value.Value{}
		}
		// The YAML reader stopped at an error between the key and its value.
		if i+1 >= len(n.Children) {
			d.syntax(err)
			return value.Value{}
		}
		d.total++
		v := d.entry(name, isMerge, n.Children[i+1], err)
		if d.err != nil {
			return value.Value{}
		}
		if !isMerge {
			d.pending = append(d.pending, value.Field{Key: name, Value: v, KeyAt: d.span(key)})
			if n == d.doc.Root {
				d.keep(before)
			}
			continue
		}
		if v.Object() == nil {
			return d.fail(key.Start, key.End, yamlError{"yaml-merge",
				"cannot merge " + types.NameOf(v) + " into mapping",
				"<< takes a mapping or an alias of one, not a " + v.Kind()})
		}
		// The fields are copied to the position of the merge, so that later keys overwrite them and
		// they overwrite earlier ones (2.5). The copies count as nodes.
		from := len(d.pending) - first
		d.pending = append(d.pending, v.Object().Fields...)
		d.total += len(v.Object().Fields)
		if n.Children[i+1].Kind == libyaml.Alias {
			merges = append(merges, mergeOf{d.aliases[len(d.aliases)-1], from, len(d.pending) - first})
		}
	}
	fields := d.pending[first:]
	d.pending = d.pending[:first]
	recordAdded(merges, fields)
	order, isKnown := n.Derived.([]int32)
	if n == d.doc.Root {
		d.enter(nil)
		fields, d.order = d.sorted(fields, d.order)
	} else if fields, order = d.sorted(fields, order); d.isShared && !isKnown {
		n.Derived = order
	}
	return d.nested(value.Of(d.slabs.objects.New().Init(fields)), n)
}

// sorted returns a sorted copy of fields with the last of equal keys, and the indices of the fields in that order. An
// order that was right for an earlier version is tried first, which takes a single comparison for each field.
func (d *decoder) sorted(fields []value.Field, order []int32) ([]value.Field, []int32) {
	out := d.slabs.fields.Slice(len(fields))
	if len(order) == len(fields) {
		for i, k := range order {
			if i > 0 && out[i-1].Key >= fields[k].Key {
				return d.sorted(fields, nil)
			}
			out = append(out, fields[k])
		}
		return out, order
	}
	order = d.slabs.orders.Slice(len(fields))[:len(fields)]
	for i := range order {
		order[i] = int32(i)
	}
	sort.Slice(order, func(i, j int) bool { return fields[order[i]].Key < fields[order[j]].Key })
	for i := 1; i < len(order); i++ {
		if fields[order[i-1]].Key == fields[order[i]].Key {
			return d.sorted(value.Distinct(fields), nil)
		}
	}
	return d.sorted(fields, order)
}

// key returns a key as a string: a scalar is resolved like a value and then converted, so 1e3 is
// the key "1000" (2.5).
func (d *decoder) key(n *libyaml.Node, err *libyaml.Error) string {
	switch n.Kind {
	case libyaml.Scalar:
	case libyaml.Broken:
		d.syntax(err)
		return ""
	default:
		d.fail(n.Start, n.End, yamlError{"yaml-key", "only strings are allowed as mapping keys",
			"a key must be a scalar: Terraform converts it to a string"})
		return ""
	}
	r, isKnown := n.Derived.(*reading)
	if isKnown {
		d.remember(n, r)
		return r.key
	}
	// Most keys cannot be anything but strings.
	if n.Tag == "" && n.Style == libyaml.Plain && !mayBeSpecial(n.Value) {
		return nfc.String(n.Value)
	}
	v, f := scalar(n)
	if f != nil {
		d.fail(n.Start, n.End, *f)
		// The original reports these without a position (2.7).
		d.err.isKey = true
		return ""
	}
	if v.IsNull() {
		d.fail(n.Start, n.End, yamlError{"yaml-key", "mapping key cannot be null",
			"null cannot be a key; put it in quotes if it is a string"})
		return ""
	}
	v, _ = types.Convert(v, types.StringType)
	text, _ := v.Text()
	text = nfc.String(text)
	if d.isShared {
		r = &reading{key: text}
		n.Derived = r
	}
	d.remember(n, r)
	return text
}
