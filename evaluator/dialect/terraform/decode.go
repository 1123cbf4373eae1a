package terraform

import (
	"fmt"
	"maps"
	"slices"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/libyaml"
	"pantograph/evaluator/dialect/terraform/nfc"
	"pantograph/evaluator/dialect/terraform/types"
)

// maxNodes and maxText limit the expansion of aliases.
const (
	maxNodes = 400_000
	maxText  = 64 << 20
)

// A decoded is the result of yamldecode.
type decoded struct {
	file    *source.File
	value   value.Value
	mistake *mistake // nil if there is a value
	anchors []*anchor
	aliases []*alias
	scalars []*libyaml.Node // plain scalars that other readers may interpret differently
	nodes   int
}

// An anchor is a node with a name.
type anchor struct {
	node   *libyaml.Node
	value  value.Value
	size   int // number of nodes, with aliases expanded
	text   int // bytes of scalars, aliases expanded
	inside *anchor
}

// An alias is a reference to an anchor.
type alias struct {
	node   *libyaml.Node
	target *anchor // nil if there is no such anchor
	inside *anchor // the innermost enclosing anchor
	merged bool    // it follows <<
	path   value.Path
	brings []string // keys of a merge that are not overwritten later
}

// A mistake is why a document has no value, and where.
type mistake struct {
	fault
	at     libyaml.Mark
	end    int32
	layer  libyaml.Layer
	inText bool     // the original's message includes the position
	name   string   // a misspelling at the end of the span, "" if there is none
	known  []string // candidates for the misspelt name
	isKey  bool     // a mistake in a key's own scalar: the original omits the position
}

// place formats a position as the original does: lines as counted by the layer, nothing on
// the first line.
func (m *mistake) place() string {
	line, column := m.at.Line, m.at.Column+1
	switch {
	case !m.inText || m.isKey || line == 0 || m.layer == libyaml.ReaderLayer || m.layer == libyaml.LimitLayer:
		return ""
	case m.layer == libyaml.ScannerLayer:
		line, column = line+1, 1
	}
	return fmt.Sprintf("on line %d, column %d: ", line, column)
}

// A decoder walks the tree of a document in order and stops at the first mistake.
type decoder struct {
	*decoded
	named   map[string]*anchor // the last completed node for each name
	open    map[string]int     // names whose node is incomplete
	inside  *anchor
	mistake *mistake
	total   int // nodes so far, with aliases expanded
	text    int // bytes of scalars, with aliases expanded
	merging bool
	path    []pathStep
	late    *mistake // the first mistake that only the second pass finds
}

// decode decodes a file. The spans in the result are in that file.
func decode(file *source.File) *decoded {
	d := &decoder{decoded: &decoded{file: file}}
	doc := libyaml.Read(file.Text)
	if doc.Empty != nil {
		d.fail(*doc.Empty, int32(len(file.Text)), fault{"yaml-empty", "missing start of document",
			"the text contains no YAML document, only white space and comments"})
	} else {
		d.document(doc)
	}
	d.decoded.mistake = d.mistake
	d.nodes = d.total
	if d.mistake != nil {
		d.value = value.Failure("YAML")
	}
	return d.decoded
}

func (d *decoder) document(doc *libyaml.Document) {
	if doc.Root.Kind == libyaml.Broken {
		d.syntax(doc.Err)
		return
	}
	d.value = d.node(doc.Root, doc.Err)
	switch {
	case d.mistake != nil:
	case doc.Err != nil:
		d.syntax(doc.Err)
	case doc.Extra != nil:
		d.fail(*doc.Extra, doc.Extra.Offset+3, fault{"yaml-documents", "unexpected extra content after value",
			"a second document begins here; yamldecode reads exactly one"})
	default:
		d.mistake = d.late
	}
}

// fail records the first mistake.
func (d *decoder) fail(at libyaml.Mark, end int32, f fault) value.Value {
	if d.mistake == nil {
		d.mistake = newMistake(at, end, f)
	}
	return value.Value{}
}

func newMistake(at libyaml.Mark, end int32, f fault) *mistake {
	return &mistake{fault: f, at: at, end: end, layer: libyaml.ParserLayer, inText: true}
}

func (d *decoded) span(n *libyaml.Node) source.Span {
	return d.file.Span(int(n.Start.Offset), int(n.End))
}

// node returns the value of a node. err is the error that ended the document, if any.
func (d *decoder) node(n *libyaml.Node, err *libyaml.Error) value.Value {
	if d.total++; d.total > maxNodes {
		return d.fail(n.Start, n.End, d.tooMuch())
	}
	if n.Anchor == "" || n.Kind == libyaml.Alias {
		return d.plain(n, err)
	}
	a := &anchor{node: n, inside: d.inside}
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
	d.named[n.Anchor] = a
	return a.value
}

func (d *decoder) setOpen(name string, n int) {
	if d.open == nil {
		d.open = map[string]int{}
	}
	d.open[name] += n
}

// plain is node without handling the anchor.
func (d *decoder) plain(n *libyaml.Node, err *libyaml.Error) value.Value {
	switch n.Kind {
	case libyaml.Scalar:
		v, f := scalar(n)
		switch {
		case f != nil && isText(n): // the pass for types continues, as it need not read it
			if d.late == nil {
				d.late = newMistake(n.Start, n.End, *f)
			}
			return value.Str(n.Value)
		case f != nil:
			return d.fail(n.Start, n.End, *f)
		}
		d.remember(n)
		d.text += len(n.Value)
		return normal(v).At(d.span(n))
	case libyaml.Alias:
		return d.alias(n)
	case libyaml.Sequence:
		return d.sequence(n, err)
	case libyaml.Mapping:
		return d.mapping(n, err)
	}
	d.syntax(err)
	return value.Value{}
}

// normal converts strings to Unicode normal form C, as Terraform does.
func normal(v value.Value) value.Value {
	if s, ok := v.Data.(value.String); ok {
		v.Data = value.String(nfc.String(string(s)))
	}
	return v
}

// remember keeps plain scalars that may need a warning.
func (d *decoder) remember(n *libyaml.Node) {
	if n.Style == libyaml.Plain && n.Tag == "" && len(n.Value) > 0 && mayBeSpecial(n.Value) {
		d.scalars = append(d.scalars, n)
	}
}

func (d *decoder) alias(n *libyaml.Node) value.Value {
	a := &alias{node: n, inside: d.inside, merged: d.merging, path: d.here()}
	d.aliases = append(d.aliases, a)
	if d.open[n.Anchor] > 0 {
		return d.fail(n.Start, n.End,
			fault{"yaml-alias-cycle", fmt.Sprintf("cannot refer to anchor %q from inside its own definition", n.Anchor),
				"*" + n.Anchor + " is inside the value that &" + n.Anchor + " names; a value cannot contain itself"})
	}
	if a.target = d.named[n.Anchor]; a.target == nil {
		return d.unknownAnchor(n)
	}
	d.total += a.target.size - 1
	d.text += a.target.text
	if d.total > maxNodes || d.text > maxText {
		return d.fail(n.Start, n.End, d.tooMuch())
	}
	return a.target.value.At(d.span(n))
}

func (d *decoder) unknownAnchor(n *libyaml.Node) value.Value {
	known := slices.Sorted(maps.Keys(d.named))
	d.fail(n.Start, n.End, fault{"yaml-unknown-anchor", fmt.Sprintf("reference to undefined anchor %q", n.Anchor),
		"nothing before this is named &" + n.Anchor + diag.DidYouMean(n.Anchor, known)})
	d.mistake.name, d.mistake.known = n.Anchor, known
	return value.Value{}
}

// tooMuch reports how much has been read with aliases expanded.
func (d *decoder) tooMuch() fault {
	return fault{"budget-nodes", "",
		fmt.Sprintf("with aliases expanded, this document has %d nodes and %d MB of text up to here; at most %d and %d are read",
			d.total, d.text>>20, maxNodes, maxText>>20)}
}

func (d *decoder) sequence(n *libyaml.Node, err *libyaml.Error) value.Value {
	if n.Tag != "" && n.Tag != tagSeq {
		return d.fail(n.Start, n.Body, cannotInterpret("sequence", n.Tag))
	}
	items := make([]value.Value, len(n.Children))
	d.path = append(d.path, pathStep{})
	for i, c := range n.Children {
		d.path[len(d.path)-1].index = i
		if items[i] = d.node(c, err); d.mistake != nil {
			return value.Value{}
		}
	}
	d.path = d.path[:len(d.path)-1]
	return d.nested(types.NewTuple(items), n)
}

// nested refuses values that aliases have nested too deeply.
func (d *decoder) nested(v value.Value, n *libyaml.Node) value.Value {
	if v.Depth() > value.MaxDepth-2 {
		return d.fail(n.Start, n.Body, tooDeep)
	}
	return v.At(d.span(n))
}

var tooDeep = fault{"budget-depth", "", fmt.Sprintf("collections can be nested at most %d levels deep",
	value.MaxDepth-2)}

func cannotInterpret(kind, tag string) fault {
	right := map[string]string{"mapping": "!!map", "sequence": "!!seq"}[kind]
	return fault{"yaml-tag-unknown", "can't interpret " + kind + " as " + tag,
		"a " + kind + " cannot have the tag " + shortTag(tag) + "; only " + right + " fits"}
}

// mapping returns an object. Keys and merges apply in document order: of equal keys the last
// wins, and merged fields overwrite earlier ones.
func (d *decoder) mapping(n *libyaml.Node, err *libyaml.Error) value.Value {
	if n.Tag != "" && n.Tag != tagMap {
		return d.fail(n.Start, n.Body, cannotInterpret("mapping", n.Tag))
	}
	fields := make([]value.Field, 0, len(n.Children)/2)
	var merges []mergeOf
	for i := 0; i < len(n.Children); i += 2 {
		key := n.Children[i]
		isMerge := key.Kind == libyaml.Scalar && key.Value == "<<" && key.Tag == ""
		name := ""
		if !isMerge {
			name = d.key(key, err)
		}
		if d.mistake != nil {
			return value.Value{}
		}
		if i+1 >= len(n.Children) {
			d.syntax(err)
			return value.Value{}
		}
		d.total++
		v := d.entry(name, isMerge, n.Children[i+1], err)
		if d.mistake != nil {
			return value.Value{}
		}
		if !isMerge {
			fields = append(fields, value.Field{Key: name, Value: v, KeyAt: d.span(key)})
			continue
		}
		if v.Object() == nil {
			return d.fail(key.Start, key.End, fault{"yaml-merge", "cannot merge " + types.NameOf(v) + " into mapping",
				"<< takes a mapping or an alias of one, not a " + v.Kind()})
		}
		fields = append(fields, v.Object().Fields...)
		d.total += len(v.Object().Fields)
		if n.Children[i+1].Kind == libyaml.Alias {
			merges = append(merges, mergeOf{d.aliases[len(d.aliases)-1], len(fields) - len(v.Object().Fields),
				len(fields)})
		}
	}
	brought(merges, fields)
	return d.nested(types.NewObject(lastOf(fields)), n)
}

// lastOf keeps the last of the fields with equal keys.
func lastOf(fields []value.Field) []value.Field { return value.Distinct(fields) }

// key returns a key as a string.
func (d *decoder) key(n *libyaml.Node, err *libyaml.Error) string {
	switch n.Kind {
	case libyaml.Scalar:
	case libyaml.Broken:
		d.syntax(err)
		return ""
	default:
		d.fail(n.Start, n.End, fault{"yaml-key", "only strings are allowed as mapping keys",
			"a key must be a scalar: Terraform converts it to a string"})
		return ""
	}
	if n.Tag == "" && n.Style == libyaml.Plain && !mayBeSpecial(n.Value) {
		return nfc.String(n.Value)
	}
	v, f := scalar(n)
	if f != nil {
		d.fail(n.Start, n.End, *f)
		d.mistake.isKey = true
		return ""
	}
	if v.IsNull() {
		d.fail(n.Start, n.End, fault{"yaml-key", "mapping key cannot be null",
			"null cannot be a key; put it in quotes if it is a string"})
		return ""
	}
	d.remember(n)
	v, _ = types.Convert(v, types.StringType)
	text, _ := v.Text()
	return nfc.String(text)
}
