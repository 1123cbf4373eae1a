package python

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// maxRepeated bounds how many nodes aliases may repeat: a small document can expand to a huge tree.
// Only nodes inside aliases count.
const maxRepeated = 300_000

// A loader converts a tree to nodes.
type loader struct {
	json    bool // the document is JSON, where numbers may have exponents without a dot
	budget  int  // nodes that aliases may still repeat
	stopped bool // the budget is exhausted
	depth   int
	open    map[*yamltree.Node]bool // aliases being followed
	// There are many nodes, so they are allocated in chunks.
	nodes    ir.Slab[Node]
	items    ir.Slab[*Node]
	pairs    ir.Slab[Pair]
	slots    []slot          // the entries of the maps being read
	recent   [256]value.Data // strings read before: see text
	problems []diag.Problem
}

// Load converts a tree to nodes. It returns the problems that only appear when values are read.
// json is true if the whole document is JSON. A nil root is null, as an empty document is.
func Load(root *yamltree.Node, json bool) (*Node, []diag.Problem) {
	l := &loader{json: json, budget: maxRepeated}
	n := l.load(root)
	return n, l.problems
}

// RepeatedAnchors reports anchors with the same name, which PyYAML refuses.
func RepeatedAnchors(anchors []*yamltree.Node) (out []diag.Problem) {
	seen := make(map[string]*yamltree.Node, len(anchors))
	for _, n := range anchors {
		if first := seen[n.Anchor()]; first != nil {
			out = append(out, diag.Errorf(n.Span, "yaml-anchor",
				"the anchor &%s already exists; give this one another name", n.Anchor()).
				WithNote(first.Span, "the first"))
			continue
		}
		seen[n.Anchor()] = n
	}
	return out
}

// load converts a node and everything below it. A part that cannot be read becomes a broken node,
// with a problem; the rest is loaded.
func (l *loader) load(n *yamltree.Node) *Node {
	if n == nil {
		return &Node{Data: value.Null{}}
	}
	if len(l.open) > 0 {
		l.budget--
	}
	if l.budget <= 0 || l.depth >= value.MaxDepth {
		return l.tooMuch(n)
	}
	if n.Kind == yamltree.Scalar {
		return l.scalar(n)
	}
	l.depth++
	out := l.collection(n)
	l.depth--
	return out
}

// collection converts a list, a map or an alias.
func (l *loader) collection(n *yamltree.Node) *Node {
	switch n.Kind {
	case yamltree.Sequence:
		l.tag(n, listTags)
		out := l.new(Node{Kind: List, Span: n.Body(), Items: l.items.Slice(len(n.Items))})
		for _, c := range n.Items {
			out.Items = append(out.Items, l.load(c))
		}
		if tag := n.ShortTag(); tag == "!!omap" || tag == "!!pairs" {
			for i, c := range out.Items {
				out.Items[i] = l.tuple(c)
			}
		}
		return out
	case yamltree.Mapping:
		l.tag(n, mapTags)
		if n.ShortTag() == "!!set" {
			return l.set(l.mapping(n))
		}
		return l.mapping(n)
	case yamltree.Alias:
		return l.alias(n)
	}
	return &Node{Kind: broken, Span: n.Body()}
}

// tuple returns an element of !!omap or !!pairs. PyYAML makes a pair of a map with one entry, and Heat
// makes lists of everything that can be iterated.
func (l *loader) tuple(n *Node) *Node {
	if n.Kind != Map || len(n.Pairs) != 1 {
		return n
	}
	pr := &n.Pairs[0]
	return l.new(Node{Kind: List, Span: n.Span, Items: []*Node{l.keyNode(pr), pr.Value}})
}

// set returns the elements of a !!set as a list, as Heat does. Their order in Heat is random.
func (l *loader) set(n *Node) *Node {
	out := l.new(Node{Kind: List, Span: n.Span})
	for i := range n.Pairs {
		out.Items = append(out.Items, l.keyNode(&n.Pairs[i]))
	}
	return out
}

// keyNode returns the key of a pair as a node.
func (l *loader) keyNode(pr *Pair) *Node {
	return l.new(Node{Data: value.String(pr.Key), Span: pr.KeyAt})
}

// tooMuch reports, once, that the document is too deep or too large with its aliases followed.
func (l *loader) tooMuch(n *yamltree.Node) *Node {
	switch {
	case l.stopped:
	case l.depth >= value.MaxDepth:
		l.problem(n.Span, "budget-depth",
			"with aliases expanded, this file is nested %d levels deep here; the limit is %d", l.depth+1,
			value.MaxDepth)
	default:
		l.problem(n.Span, "budget-nodes",
			"aliases have repeated %d parts of this file so far, and the limit is %d; the rest is omitted",
			maxRepeated-l.budget, maxRepeated)
	}
	l.stopped = true
	return &Node{Kind: broken, Span: n.Body()}
}

// new allocates a node. The slab allocates many at once.
func (l *loader) new(n Node) *Node {
	kept := l.nodes.New()
	*kept = n
	return kept
}

func (l *loader) problem(at source.Span, code diag.Code, format string, args ...any) {
	l.problems = append(l.problems, diag.Errorf(at, code, format, args...))
}

// alias loads the target of an alias, again for each alias. An alias without a target has been
// reported by the parser.
func (l *loader) alias(n *yamltree.Node) *Node {
	if n.Target() == nil {
		return &Node{Kind: broken, Span: n.Body()}
	}
	if l.open[n.Target()] {
		l.problem(n.Span, "alias-cycle", "*%s is inside the value that it refers to", n.Value)
		return &Node{Kind: broken, Span: n.Body()}
	}
	if l.open == nil {
		l.open = map[*yamltree.Node]bool{}
	}
	l.open[n.Target()] = true
	defer delete(l.open, n.Target())
	return l.load(n.Target())
}

// Tags for which Heat's loader has a constructor.
const (
	scalarTags = "!!str !!int !!float !!bool !!null !!timestamp !!binary"
	listTags   = "!!seq !!omap !!pairs"
	mapTags    = "!!map !!set"
)

// tag reports a tag that Heat's loader does not know for this kind of node. known lists the tags
// for this kind. The result is false if there is a problem; lists and maps are loaded anyway.
func (l *loader) tag(n *yamltree.Node, known string) bool {
	if n.Tag() == "" || n.Tag() == "!" || slices.Contains(strings.Fields(known), n.ShortTag()) {
		return true
	}
	message := "Heat does not know the tag %s; remove it"
	if slices.Contains(strings.Fields(scalarTags+" "+listTags+" "+mapTags), n.ShortTag()) {
		message = "%s is the tag of another kind of value; remove it"
	}
	l.problem(n.Span, "tag-unknown", message, n.Tag())
	return false
}

// scalar reads a scalar as PyYAML does, except that dates remain strings.
func (l *loader) scalar(n *yamltree.Node) *Node {
	if !l.tag(n, scalarTags) || l.refuses(n) {
		return &Node{Kind: broken, Span: n.Body()}
	}
	if isText(n) {
		return l.new(Node{Data: l.text(n.Value), Span: n.Body()})
	}
	data, ok := scalarData(n, l.json)
	if !ok {
		l.problem(n.Span, "tag-unknown", "this cannot be read as %s; remove the tag", n.Tag())
		return &Node{Kind: broken, Span: n.Body()}
	}
	if text, ok := data.(value.String); ok && n.ShortTag() == "!!binary" {
		return l.bytes(n, string(text))
	}
	return l.new(Node{Data: data, Span: n.Body()})
}

// bytes returns the bytes that a !!binary encodes. Heat makes a list of numbers of them.
func (l *loader) bytes(n *yamltree.Node, text string) *Node {
	decoded, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		l.problem(n.Span, "tag-unknown", "this is not base64, which %s needs; remove the tag", n.Tag())
		return &Node{Kind: broken, Span: n.Body()}
	}
	out := l.new(Node{Kind: List, Span: n.Body()})
	for _, b := range decoded {
		out.Items = append(out.Items, l.new(Node{Data: value.Number(strconv.Itoa(int(b))), Span: n.Body()}))
	}
	return out
}

// refuses reports a plain scalar that only PyYAML refuses: the special values of YAML 1.1
// without a constructor, and a colon right before a bracket or a comma.
func (l *loader) refuses(n *yamltree.Node) bool {
	if n.Style != yamltree.Plain || n.Value == "" || n.Tag() != "" {
		return false
	}
	if n.Value == "=" || n.Value == "<<" {
		l.problem(n.Span, "yaml-plain",
			"%s has a special meaning in YAML 1.1 that Heat does not support; put it in quotes", n.Value)
		return true
	}
	text, end := n.Span.File().Text, n.Span.End()
	if !strings.HasSuffix(n.Value, ":") || end >= len(text) || strings.IndexByte(",[]{}", text[end]) < 0 {
		return false
	}
	l.problem(n.Span, "yaml-plain",
		"a colon cannot appear right before %q; put a space between them, or put the string in quotes", text[end:end+1])
	return true
}

// scalarData returns the value of a scalar, or false if its tag does not fit.
func scalarData(n *yamltree.Node, json bool) (value.Data, bool) {
	if isText(n) {
		return value.String(n.Value), true
	}
	r := n.Resolve(yamltree.PyYAML)
	switch r.Kind {
	case yamltree.Null:
		return value.Null{}, true
	case yamltree.Bool:
		return value.Bool(r.Text == "true"), true
	case yamltree.Int:
		return value.Number(r.Text), true
	case yamltree.Float:
		return float(value.Number(r.Text).Float()), true
	}
	if r.Error != "" {
		return nil, false
	}
	// In JSON, 1e3 is a number; in YAML 1.1 it is text, because it has no dot (2).
	if json && n.Style == yamltree.Plain && n.Tag() == "" {
		if v, err := value.ParsePythonJSON(n.Value); err == nil {
			return JSONNumbers(v).Data, true
		}
	}
	return value.String(r.Text), true
}

// isText reports whether a scalar is certainly a string: it does not begin like a number or a special value, and is
// not a boolean or null. Most scalars are, and need no closer look.
func isText(n *yamltree.Node) bool {
	return n.Tag() == "" && n.Value != "" && strings.IndexByte("0123456789+-.~<=", n.Value[0]) < 0 &&
		!isConstant(n.Value)
}

// isConstant reports whether s may be a boolean or null, in any case.
func isConstant(s string) bool {
	switch s[0] | 0x20 {
	case 'f':
		return strings.EqualFold(s, "false")
	case 'n':
		return strings.EqualFold(s, "no") || strings.EqualFold(s, "null")
	case 'o':
		return strings.EqualFold(s, "on") || strings.EqualFold(s, "off")
	case 't':
		return strings.EqualFold(s, "true")
	case 'y':
		return strings.EqualFold(s, "yes")
	}
	return false
}

// text returns a string, which must not be empty, as data. Templates repeat most of their strings, so it returns
// the data of an equal string that was read before, if that has not been displaced: this saves an allocation.
func (l *loader) text(s string) value.Data {
	n := len(s)
	slot := &l.recent[(n*31+int(s[0])+int(s[n/2])*5+int(s[n-1])*7)%len(l.recent)]
	if old, ok := (*slot).(value.String); !ok || string(old) != s {
		*slot = value.String(s)
	}
	return *slot
}

// A slot is an entry of a map under construction. same identifies the key, and written is its node,
// nil for a merged entry.
type slot struct {
	Pair
	same    Identity
	written *yamltree.Node
}

// mapping reads the entries of a map: merged ones first, then its own. If keys are equal, the last
// value wins, at the position of the first.
func (l *loader) mapping(n *yamltree.Node) *Node {
	if pairs, ok := l.simple(n); ok {
		return l.new(Node{Kind: Map, Span: n.Body(), Pairs: pairs})
	}
	// All maps share one buffer: the slots of an inner map come after those of the maps around it.
	start := len(l.slots)
	defer func() { l.slots = l.slots[:start] }()
	var merged []slot
	for _, p := range n.Pairs {
		if isMergeKey(p.Key) {
			merged = append(merged, l.merged(p.Value)...)
			continue
		}
		if s, ok := l.key(p.Key); ok {
			s.Value = l.load(p.Value)
			l.slots = append(l.slots, s)
		}
	}
	own := l.slots[start:]
	if len(merged) > 0 {
		own = append(merged, own...)
	}
	return l.new(Node{Kind: Map, Span: n.Body(), Pairs: l.distinct(own)})
}

// isMergeKey reports whether a key is <<. Quotes or a tag make it an ordinary string.
func isMergeKey(n *yamltree.Node) bool {
	return n.Kind == yamltree.Scalar && n.Style == yamltree.Plain && n.Value == "<<" && n.Tag() == ""
}

// simple reads a map whose keys are distinct strings, as in most maps. It is false for any other
// map. It needs neither the buffer nor the identities that mapping uses.
func (l *loader) simple(n *yamltree.Node) ([]Pair, bool) {
	for i, p := range n.Pairs {
		if p.Key.Kind != yamltree.Scalar || p.Key.Style == yamltree.Plain && !isText(p.Key) || p.Key.Tag() != "" ||
			strings.HasSuffix(p.Key.Value, ":") {
			return nil, false
		}
		for j := range min(i, simpleKeys) {
			if n.Pairs[j].Key.Value == p.Key.Value {
				return nil, false
			}
		}
	}
	if len(n.Pairs) > simpleKeys && repeatsKeys(n.Pairs) {
		return nil, false
	}
	pairs := l.pairs.Slice(len(n.Pairs))
	for _, p := range n.Pairs {
		pairs = append(pairs, Pair{p.Key.Value, p.Key.Body(), l.load(p.Value)})
	}
	return pairs, true
}

// simpleKeys is the number of keys up to which keys are compared pairwise.
const simpleKeys = 12

// repeatsKeys reports whether two keys are equal, for maps with many keys.
func repeatsKeys(pairs []yamltree.Pair) bool {
	seen := make(map[string]bool, len(pairs))
	for _, p := range pairs {
		if seen[p.Key.Value] {
			return true
		}
		seen[p.Key.Value] = true
	}
	return false
}

// merged returns the entries that a merge key adds. An earlier map wins over later ones, so its
// entries come last.
func (l *loader) merged(n *yamltree.Node) []slot {
	// Aliases are followed here only to find the kind of the merged node; load follows them again,
	// and notices cycles.
	from := n
	for hops := 0; from.Kind == yamltree.Alias && from.Target() != nil && hops < 100; hops++ {
		from = from.Target()
	}
	var out []slot
	switch from.Kind {
	case yamltree.Mapping:
		for _, p := range l.load(n).Pairs {
			out = append(out, slot{Pair: p, same: Identity{text: p.Key}})
		}
	case yamltree.Sequence:
		for i := len(from.Items) - 1; i >= 0; i-- {
			if from.Items[i].Kind == yamltree.Sequence {
				l.problem(from.Items[i].Span, "yaml-merge", "a merge key takes a mapping or a list of mappings")
				continue
			}
			out = append(out, l.merged(from.Items[i])...)
		}
	case yamltree.Broken:
	default:
		l.problem(n.Span, "yaml-merge", "a merge key takes a mapping or a list of mappings")
	}
	return out
}

// key reads a key: any scalar, converted to a string. The result is false if there is a problem.
// The key = is accepted, but not the value =: see refuses.
func (l *loader) key(n *yamltree.Node) (slot, bool) {
	if n.Kind == yamltree.Scalar && n.Value == "=" {
		return slot{Pair: Pair{Key: "=", KeyAt: n.Body()}, same: Identity{text: "="}, written: n}, true
	}
	k := l.load(n)
	switch {
	case k.Kind == broken:
		return slot{}, false
	case k.Kind != Scalar:
		l.problem(n.Span, "yaml-key", "a key must be a plain value, not a %s",
			map[nodeKind]string{List: "list", Map: "map"}[k.Kind])
		return slot{}, false
	}
	text, same := KeyText(k.Data)
	at := n.Body()
	if n.Tag() != "" {
		at = n.Span // the tag determines the key's type
	}
	return slot{Pair: Pair{Key: text, KeyAt: at}, same: same, written: n}, true
}

// An Identity is equal for keys that are equal in Python: 1, 1.0 and true are one key.
type Identity struct {
	isNumber, isNull bool
	text             string
}

// KeyText returns a key as a string, and its identity. Result documents show the string, which is
// written as in JSON: true, null, 2.5 (2).
func KeyText(d value.Data) (string, Identity) {
	switch d := d.(type) {
	case value.String:
		return string(d), Identity{text: string(d)}
	case value.Bool:
		if d {
			return "true", Identity{isNumber: true, text: "1"}
		}
		return "false", Identity{isNumber: true, text: "0"}
	case value.Number:
		if IsFloat(d) {
			return numberText(d, "NaN", "Infinity"), Identity{isNumber: true,
				text: strconv.FormatFloat(d.Float(), 'f', -1, 64)}
		}
		return string(d), Identity{isNumber: true, text: string(d)}
	}
	return "null", Identity{isNull: true}
}

// distinct drops all but the last of equal keys, with a warning at each one that is lost.
func (l *loader) distinct(slots []slot) []Pair {
	out := l.pairs.Slice(len(slots))
	if !repeats(slots) {
		for i := range slots {
			out = append(out, slots[i].Pair)
		}
		return out
	}
	at := map[Identity]int{}
	var last []slot
	for _, s := range slots {
		i, again := at[s.same]
		if !again {
			at[s.same] = len(last)
			last = append(last, s)
			continue
		}
		// A merged entry is meant to be overridden, so there is no warning.
		if lost := last[i]; lost.written != nil && s.written != nil {
			l.problems = append(l.problems, diag.Warnf(lost.KeyAt, "hint-duplicate-key",
				"%q is repeated further down; only the last one is used", lost.Key).
				WithNote(s.KeyAt, "this one is used"))
		}
		s.Key, s.KeyAt = last[i].Key, last[i].KeyAt
		last[i] = s
	}
	for i := range last {
		out = append(out, last[i].Pair)
	}
	return out
}

// repeats reports whether two entries have equal keys.
func repeats(slots []slot) bool {
	if len(slots) <= simpleKeys {
		for i := range slots {
			for k := range i {
				if slots[k].same == slots[i].same {
					return true
				}
			}
		}
		return false
	}
	seen := make(map[Identity]bool, len(slots))
	for i := range slots {
		if seen[slots[i].same] {
			return true
		}
		seen[slots[i].same] = true
	}
	return false
}
