package yamltree

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/source"
)

// Set returns the text with a value set at a path of keys. Everything else stays as written,
// including comments. Missing mappings are created. An empty value removes the entry, and mappings
// that become empty. Set returns false if the text cannot be read or the path leads through
// anything other than mappings.
//
// The value is inserted verbatim: it is YAML on one line.
func Set(text string, path []string, written string) (string, bool) {
	return SetAll(text, []Setting{{path, written}})
}

// A Setting is a value for SetAll, at a non-empty path of keys.
type Setting struct {
	Path    []string
	Written string
}

// SetAll sets several values as Set does, in one pass. If one path is a prefix of others, the
// longer ones win.
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
	// A text without a mapping, such as one that has only comments, gets one at its end.
	if doc.Root == nil || isNothing(doc.Root) {
		if !root.writes() {
			return text, true
		}
		text, ok := withoutNull(text, doc.Root)
		if !ok {
			return text, false
		}
		begun, end := "", "\n"
		if text != "" && !strings.HasSuffix(text, "\n") {
			begun, end = "\n", ""
		}
		return text + begun + s.block(root, 0) + end, true
	}
	isGone, ok := s.in(doc.Root, root)
	if !ok {
		return text, false
	}
	// Nothing is left of the root. Only its entries are removed, not the comments around them.
	if isGone {
		s.without(doc.Root, func(int) bool { return true })
	}
	return s.spliced(), true
}

// withoutNull returns the text without a root that is a written null, so that a mapping can follow:
// `null # mine` becomes a comment. It returns false if the null has a tag or an anchor, or is on the
// line of a document marker, where no block mapping may begin.
func withoutNull(text string, root *Node) (string, bool) {
	if root == nil || root.Value == "" && root.Span == root.Body {
		return text, true
	}
	before, after := text[:root.Span.Start], strings.TrimLeft(text[root.Span.End:], " \t")
	if root.Span != root.Body || strings.Trim(before[strings.LastIndexByte(before, '\n')+1:], " ") != "" {
		return text, false
	}
	if rest := before + after; strings.TrimSpace(rest) != "" {
		return rest, true
	}
	return "", true
}

// A target is the new value of a key, or of the keys below it.
type target struct {
	key     string
	written string
	below   []*target
	at      map[string]*target // the targets below, by key
}

// set adds a value at a path below t. The targets stay in the order in which their keys are first
// set.
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

// writes reports whether anything is to be written here or below.
func (t *target) writes() bool {
	return t.written != "" || slices.ContainsFunc(t.below, (*target).writes)
}

// wanted returns the targets below that write something.
func (t *target) wanted() []*target {
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

// isNothing reports whether a scalar is omitted or null.
func isNothing(n *Node) bool {
	return n.Kind == Scalar && n.Style == Plain && (n.Value == "" || n.Value == "~" || n.Value == "null")
}

// in applies the settings below a node. isGone reports whether nothing is left of it; ok is false
// if the node is not a mapping.
func (s *setter) in(n *Node, t *target) (isGone, ok bool) {
	if n.Kind != Mapping {
		return false, false
	}
	gone := map[int]bool{}
	var added []*target
	for _, c := range t.below {
		i := len(n.Pairs) - 1
		// If the key is repeated, its last entry is set.
		for i >= 0 && n.Pairs[i].Key.Value != c.key {
			i--
		}
		if i < 0 {
			if c.writes() {
				added = append(added, c)
			}
			continue
		}
		// Several values are easier to read below their key than in brackets after it.
		if p := n.Pairs[i]; !s.isFlow(n) && holdsNothing(p.Value) && c.leaves() > 1 {
			s.begin(p, c)
			continue
		}
		isGone, ok := s.entry(n.Pairs[i].Value, c)
		if !ok {
			return false, false
		}
		if isGone {
			gone[i] = true
		}
	}
	// Every entry is removed, so the caller removes the mapping.
	if len(added) == 0 && len(gone) == len(n.Pairs) && len(gone) > 0 {
		return true, true
	}
	s.without(n, func(i int) bool { return gone[i] })
	s.add(n, added, len(gone) == len(n.Pairs))
	return false, true
}

// holdsNothing reports whether a node can be replaced by a mapping.
func holdsNothing(n *Node) bool { return isNothing(n) || n.Kind == Mapping && len(n.Pairs) == 0 }

// leaves counts the values to be written.
func (t *target) leaves() int {
	n := 0
	for _, c := range t.wanted() {
		n += max(1, c.leaves())
	}
	return n
}

// begin writes several values below a key that has none yet, each on a separate line.
func (s *setter) begin(p Pair, t *target) {
	key, end := int(p.Key.Span.End), int(p.Value.Span.End)
	// Remove the old value, such as null, and write below the line, so that its comment stays where
	// it is.
	colon := key + strings.IndexByte(s.text[key:], ':') + 1
	s.splice(colon, max(colon, end), "")
	at := int(p.Key.Span.Start)
	column := at - lineStart(s.text, at) + 2
	end = lineEnd(s.text, max(colon, end))
	s.splice(end, end, "\n"+strings.Repeat(" ", column)+s.block(t, column))
}

// entry sets the value of an entry, or values below it.
func (s *setter) entry(v *Node, t *target) (isGone, ok bool) {
	switch {
	case len(t.below) == 0 && t.written == "":
		return true, true
	case len(t.below) == 0:
		s.replace(v, t.written)
		return false, true
	case isNothing(v):
		if t.writes() {
			s.replace(v, s.flow(t))
		}
		return false, true
	}
	return s.in(v, t)
}

func (s *setter) splice(start, end int, text string) {
	s.splices = append(s.splices, splice{start, end, text})
}

// spliced returns the text with all changes applied.
func (s *setter) spliced() string {
	sort.SliceStable(s.splices, func(i, j int) bool { return s.splices[i].start < s.splices[j].start })
	var out strings.Builder
	at := 0
	for _, p := range s.splices {
		if p.start < at && p.text != "" { // the line before was removed, so take its place
			p.text = p.text[1:] + "\n"
		} else if p.start > at {
			out.WriteString(s.text[at:p.start])
		}
		out.WriteString(p.text)
		at = max(at, p.end)
	}
	out.WriteString(s.text[at:])
	if at == len(s.text) && !strings.HasSuffix(s.text, "\n") { // a text without a final line break remains so
		return strings.TrimSuffix(out.String(), "\n")
	}
	return out.String()
}

// replace writes a value in the place of a node.
func (s *setter) replace(n *Node, with string) {
	start, end := int(n.Span.Start), int(n.Span.End)
	if start == end {
		with = " " + with
	}
	s.splice(start, end, with)
}

// add adds entries to a mapping; alone is true if no other entries remain in it.
func (s *setter) add(n *Node, added []*target, alone bool) {
	if len(added) == 0 {
		return
	}
	if s.isFlow(n) {
		at, text := int(n.Span.End)-1, s.pairs(added)
		if len(n.Pairs) > 0 {
			at = int(n.Pairs[len(n.Pairs)-1].Value.Span.End)
		}
		if !alone {
			text = ", " + text
		}
		s.splice(at, at, text)
		return
	}
	// New entries are below the last one, in the column of the first.
	at := int(n.Pairs[0].Key.Span.Start)
	column := at - lineStart(s.text, at)
	end := lineEnd(s.text, int(n.Span.End))
	s.splice(end, end, "\n"+strings.Repeat(" ", column)+s.block(&target{below: added}, column))
}

// without removes entries: their lines, or their parts of a line.
func (s *setter) without(n *Node, isGone func(int) bool) {
	for i := 0; i < len(n.Pairs); i++ {
		if !isGone(i) {
			continue
		}
		first := i
		if s.isFlow(n) { // remove neighbours together, since there is only one comma per entry
			for i+1 < len(n.Pairs) && isGone(i+1) {
				i++
			}
		}
		start, end := int(n.Pairs[first].Key.Span.Start), int(n.Pairs[i].Value.Span.End)
		switch {
		case !s.isFlow(n):
			start = lineStart(s.text, start)
			end = min(lineEnd(s.text, end)+1, len(s.text))
		case first > 0:
			start = int(n.Pairs[first-1].Value.Span.End)
		case i < len(n.Pairs)-1:
			end = int(n.Pairs[i+1].Key.Span.Start)
		}
		s.splice(start, end, "")
	}
}

// isFlow reports whether a mapping is written in braces.
func (s *setter) isFlow(n *Node) bool { return s.text[n.Body.Start] == '{' }

// block formats the targets below as entries of a block mapping.
func (s *setter) block(t *target, column int) string {
	var out strings.Builder
	for i, c := range t.wanted() {
		if i > 0 {
			out.WriteString("\n" + strings.Repeat(" ", column))
		}
		if len(c.wanted()) == 0 {
			out.WriteString(s.pairs([]*target{c}))
			continue
		}
		out.WriteString(Key(c.key) + ":\n" + strings.Repeat(" ", column+2) + s.block(c, column+2))
	}
	return out.String()
}

// flow formats the targets below in brackets or, if there are none, the target's value.
func (s *setter) flow(t *target) string {
	if below := t.wanted(); len(below) > 0 {
		return "{" + s.pairs(below) + "}"
	}
	return t.written
}

// pairs formats targets as entries on one line, with commas between them.
func (s *setter) pairs(list []*target) string {
	var out []string
	for _, t := range list {
		out = append(out, Key(t.key)+": "+s.flow(t))
	}
	return strings.Join(out, ", ")
}

// Key formats a key such that every YAML parser reads it as a string, even in brackets.
func Key(text string) string {
	for i := range len(text) {
		c := text[i] | 0x20
		if !('a' <= c && c <= 'z' || text[i] == '_' || i > 0 && ('0' <= c && c <= '9' || c == '-')) {
			return quotedKey(text)
		}
	}
	// Some parser reads each of these as a boolean or null.
	switch strings.ToLower(text) {
	case "", "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return `"` + text + `"`
	}
	return text
}

// quotedKey formats a key in quotes, and escapes characters that YAML does not allow.
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
