package yamltree

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/source"
)

// Set returns the text with the value at a path of keys set to written, which must be YAML on one
// line. It creates missing mappings. If written is empty, it removes the entry, and mappings that
// become empty. Set does not change the rest of the text, including comments. It returns false if the
// text is not valid YAML, or if a node on the path is not a mapping.
func Set(text string, path []string, written string) (string, bool) {
	return SetAll(text, []Setting{{path, written}})
}

// A Setting is a value for SetAll, at a non-empty path of keys.
type Setting struct {
	Path    []string
	Written string
}

// SetAll sets several values as Set does. If one path is a prefix of others, the longer ones take
// precedence.
func SetAll(text string, settings []Setting) (string, bool) {
	doc := Parse(source.NewFile("", text), Options{AllDocuments: true, NoReferences: true})
	if len(doc.Problems) > 0 || len(doc.More) > 0 {
		return text, false
	}
	s := &setter{text: text}
	root := &target{}
	for _, each := range settings {
		root.set(each.Path, each.Written)
	}
	// If the text has no mapping, for example only comments, append one.
	if doc.Root == nil || isNull(doc.Root) {
		if !root.writes() {
			return text, true
		}
		text, ok := withoutNull(text, doc.Root)
		if !ok {
			return text, false
		}
		before, after := "", "\n"
		if text != "" && !strings.HasSuffix(text, "\n") {
			before, after = "\n", ""
		}
		return text + before + s.block(root, 0) + after, true
	}
	isEmpty, ok := s.setBelow(doc.Root, root)
	if !ok {
		return text, false
	}
	// If the root becomes empty, remove its entries, but not the comments around them.
	if isEmpty {
		s.removeEntries(doc.Root, func(int) bool { return true })
	}
	return s.spliced(), true
}

// withoutNull returns the text without its root if that is a written null, so that a mapping can be
// appended: `null # mine` becomes a comment. It returns false if the null has a tag or an anchor, or
// is on the line of a document marker, where a block mapping cannot start.
func withoutNull(text string, root *Node) (string, bool) {
	if root == nil || root.Value == "" && root.Span == root.Body() {
		return text, true
	}
	before, after := text[:root.Span.Start()], strings.TrimLeft(text[root.Span.End():], " \t")
	if root.Span != root.Body() || strings.Trim(before[strings.LastIndexByte(before, '\n')+1:], " ") != "" {
		return text, false
	}
	if rest := before + after; strings.TrimSpace(rest) != "" {
		return rest, true
	}
	return "", true
}

// A target is a key whose value is set or removed, or whose value contains such keys.
type target struct {
	key     string
	written string // the new value; "" to remove it
	below   []*target
	at      map[string]*target // the targets below, by key
}

// set adds a value at a path below t. Targets are in the order in which their keys are first set.
func (t *target) set(path []string, written string) {
	for _, key := range path {
		next := t.at[key]
		if next == nil {
			if t.at == nil {
				t.at = map[string]*target{}
			}
			next = &target{key: key}
			t.at[key], t.below = next, append(t.below, next)
		}
		t = next
	}
	t.written = written
}

// writes reports whether t or a target below it has a value to write, rather than only removals.
func (t *target) writes() bool {
	return t.written != "" || slices.ContainsFunc(t.below, (*target).writes)
}

// writing returns the targets directly below t for which writes is true.
func (t *target) writing() []*target {
	var out []*target
	for _, c := range t.below {
		if c.writes() {
			out = append(out, c)
		}
	}
	return out
}

// A setter collects the changes to a text.
type setter struct {
	text    string
	splices []splice
}

// A splice replaces the bytes from start to end.
type splice struct {
	start, end int
	text       string
}

// isNull reports whether a node is an omitted scalar or a plain null.
func isNull(n *Node) bool {
	return n.Kind == Scalar && n.Style == Plain && (n.Value == "" || n.Value == "~" || n.Value == "null")
}

// setBelow sets the values below a node. isEmpty reports whether all its entries are removed; ok is
// false if the node, or one below it that must be changed, is not a mapping.
func (s *setter) setBelow(n *Node, t *target) (isEmpty, ok bool) {
	if n.Kind != Mapping {
		return false, false
	}
	removed := map[int]bool{} // indices of entries
	var added []*target
	for _, c := range t.below {
		i := len(n.Pairs) - 1
		// If the key is repeated, set its last value.
		for i >= 0 && n.Pairs[i].Key.Value != c.key {
			i--
		}
		if i < 0 {
			if c.writes() {
				added = append(added, c)
			}
			continue
		}
		// Write several values on separate lines below the key, which are easier to read than a flow
		// mapping.
		if p := n.Pairs[i]; !s.isFlow(n) && isReplaceable(p.Value) && c.leaves() > 1 {
			s.startBlock(p, c)
			continue
		}
		isEmpty, ok := s.entry(n.Pairs[i].Value, c)
		if !ok {
			return false, false
		}
		if isEmpty {
			removed[i] = true
		}
	}
	// If all entries are removed, the caller removes the mapping.
	if len(added) == 0 && len(removed) == len(n.Pairs) && len(removed) > 0 {
		return true, true
	}
	s.removeEntries(n, func(i int) bool { return removed[i] })
	s.addEntries(n, added, len(removed) == len(n.Pairs))
	return false, true
}

// isReplaceable reports whether a node can be replaced by a mapping, because it is null or an empty
// mapping.
func isReplaceable(n *Node) bool { return isNull(n) || n.Kind == Mapping && len(n.Pairs) == 0 }

// leaves returns the number of values to write below t.
func (t *target) leaves() int {
	n := 0
	for _, c := range t.writing() {
		n += max(1, c.leaves())
	}
	return n
}

// startBlock writes values below a key that has no values yet, each on a separate line.
func (s *setter) startBlock(p Pair, t *target) {
	key, end := p.Key.Span.End(), p.Value.Span.End()
	// Remove the old value, such as null, and write the new ones below the line, which keeps its
	// comment.
	colon := key + strings.IndexByte(s.text[key:], ':') + 1
	s.splice(colon, max(colon, end), "")
	at := p.Key.Span.Start()
	column := at - lineStart(s.text, at) + 2
	end = lineEnd(s.text, max(colon, end))
	s.splice(end, end, "\n"+strings.Repeat(" ", column)+s.block(t, column))
}

// entry sets the value of an entry, or values below it. isEmpty reports whether the entry is removed;
// for ok, see setBelow.
func (s *setter) entry(v *Node, t *target) (isEmpty, ok bool) {
	switch {
	case len(t.below) == 0 && t.written == "":
		return true, true
	case len(t.below) == 0:
		s.replace(v, t.written)
		return false, true
	case isNull(v):
		if t.writes() {
			s.replace(v, s.flow(t))
		}
		return false, true
	}
	return s.setBelow(v, t)
}

// splice adds a change.
func (s *setter) splice(start, end int, text string) {
	s.splices = append(s.splices, splice{start, end, text})
}

// spliced returns the text with all changes applied.
func (s *setter) spliced() string {
	sort.SliceStable(s.splices, func(i, j int) bool { return s.splices[i].start < s.splices[j].start })
	var out strings.Builder
	at := 0
	for _, p := range s.splices {
		if p.start < at && p.text != "" { // the preceding line was removed with its line break
			p.text = p.text[1:] + "\n"
		} else if p.start > at {
			out.WriteString(s.text[at:p.start])
		}
		out.WriteString(p.text)
		at = max(at, p.end)
	}
	out.WriteString(s.text[at:])
	if at == len(s.text) && !strings.HasSuffix(s.text, "\n") { // do not add a final line break
		return strings.TrimSuffix(out.String(), "\n")
	}
	return out.String()
}

// replace replaces a node with a value.
func (s *setter) replace(n *Node, written string) {
	start, end := n.Span.Start(), n.Span.End()
	if start == end {
		written = " " + written
	}
	s.splice(start, end, written)
}

// addEntries adds entries to a mapping. isEmptied is set if all its other entries are removed.
func (s *setter) addEntries(n *Node, added []*target, isEmptied bool) {
	if len(added) == 0 {
		return
	}
	if s.isFlow(n) {
		at, text := n.Span.End()-1, s.pairs(added)
		if len(n.Pairs) > 0 {
			at = n.Pairs[len(n.Pairs)-1].Value.Span.End()
		}
		if !isEmptied {
			text = ", " + text
		}
		s.splice(at, at, text)
		return
	}
	// Add the entries below the last one, in the column of the first one.
	at := n.Pairs[0].Key.Span.Start()
	column := at - lineStart(s.text, at)
	end := lineEnd(s.text, n.Span.End())
	s.splice(end, end, "\n"+strings.Repeat(" ", column)+s.block(&target{below: added}, column))
}

// removeEntries removes the entries for which isRemoved returns true: their lines or, in a flow
// mapping, their text and a comma.
func (s *setter) removeEntries(n *Node, isRemoved func(int) bool) {
	for i := 0; i < len(n.Pairs); i++ {
		if !isRemoved(i) {
			continue
		}
		first := i
		if s.isFlow(n) { // remove adjacent entries together, so that one comma is left
			for i+1 < len(n.Pairs) && isRemoved(i+1) {
				i++
			}
		}
		start, end := n.Pairs[first].Key.Span.Start(), n.Pairs[i].Value.Span.End()
		switch {
		case !s.isFlow(n):
			start = lineStart(s.text, start)
			end = min(lineEnd(s.text, end)+1, len(s.text))
		case first > 0:
			start = n.Pairs[first-1].Value.Span.End()
		case i < len(n.Pairs)-1:
			end = n.Pairs[i+1].Key.Span.Start()
		}
		s.splice(start, end, "")
	}
}

// isFlow reports whether a mapping is a flow mapping.
func (s *setter) isFlow(n *Node) bool { return s.text[n.Body().Start()] == '{' }

// block formats the targets below t as the entries of a block mapping in a column.
func (s *setter) block(t *target, column int) string {
	var out strings.Builder
	for i, c := range t.writing() {
		if i > 0 {
			out.WriteString("\n" + strings.Repeat(" ", column))
		}
		if len(c.writing()) == 0 {
			out.WriteString(s.pairs([]*target{c}))
			continue
		}
		out.WriteString(Key(c.key) + ":\n" + strings.Repeat(" ", column+2) + s.block(c, column+2))
	}
	return out.String()
}

// flow formats the targets below t as a flow mapping or, if there are none, returns t's value.
func (s *setter) flow(t *target) string {
	if below := t.writing(); len(below) > 0 {
		return "{" + s.pairs(below) + "}"
	}
	return t.written
}

// pairs formats targets as the entries of a flow mapping.
func (s *setter) pairs(list []*target) string {
	var out []string
	for _, t := range list {
		out = append(out, Key(t.key)+": "+s.flow(t))
	}
	return strings.Join(out, ", ")
}

// Key formats a key so that every YAML parser reads it as a string, also in a flow mapping.
func Key(text string) string {
	for i := range len(text) {
		c := text[i] | 0x20
		if !('a' <= c && c <= 'z' || text[i] == '_' || i > 0 && ('0' <= c && c <= '9' || c == '-')) {
			return quotedKey(text)
		}
	}
	// There are parsers that interpret these as booleans or null.
	switch strings.ToLower(text) {
	case "", "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return `"` + text + `"`
	}
	return text
}

// quotedKey formats a key in double quotes, and escapes characters that YAML does not allow.
func quotedKey(text string) string {
	b := []byte{'"'}
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ' || 0x7F <= r && r <= 0x9F || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFE ||
			r == 0xFFFF:
			const digits = "0123456789abcdef"
			b = append(b, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
		default:
			b = append(b, string(r)...)
		}
	}
	return string(append(b, '"'))
}
