package yamltree

import (
	"sort"
	"strings"

	"pantograph/evaluator/source"
)

// An Entry is a value to be written at a path of keys: YAML on one line, as it is. An empty one
// takes the entry away, and the mappings that then hold nothing.
type Entry struct {
	Path    []string
	Written string
}

// Set gives a text in which a value stands at a path of keys. Everything else stays as it
// was written, comments included; mappings that are not there are begun. It reports false when
// the text cannot be read or has something else than mappings on the way.
func Set(text string, path []string, written string) (string, bool) {
	return SetAll(text, []Entry{{path, written}})
}

// SetAll is Set for several values. Of two for the same path the last counts.
func SetAll(text string, entries []Entry) (string, bool) {
	doc := Parse(source.NewFile("", text), Options{AllDocuments: true})
	s := &setter{text: text}
	if len(doc.Problems) > 0 || len(doc.More) > 0 {
		return text, false
	}
	top := &setting{}
	for _, e := range entries {
		top.put(e)
	}
	if doc.Root == nil || isNothing(doc.Root) {
		for _, w := range top.wanted() {
			s.text += s.lineBreak() + w.block(0) + "\n"
		}
		return s.text, true
	}
	if !s.in(doc.Root, top, false) {
		return text, false
	}
	return s.apply(), true
}

// A setting is what is to stand at a key: a value or, in a mapping, further settings.
type setting struct {
	key     string
	written string
	inner   []*setting
	byKey   map[string]*setting
}

func (w *setting) put(e Entry) {
	for _, key := range e.Path {
		next := w.byKey[key]
		if next == nil {
			next = &setting{key: key}
			if w.byKey == nil {
				w.byKey = map[string]*setting{}
			}
			w.byKey[key] = next
			w.inner = append(w.inner, next)
		}
		w = next
	}
	w.written, w.inner, w.byKey = e.Written, nil, nil
}

// wanted returns the settings inside that write something.
func (w *setting) wanted() (out []*setting) {
	for _, inner := range w.inner {
		if inner.written != "" || len(inner.wanted()) > 0 {
			out = append(out, inner)
		}
	}
	return out
}

// empties reports whether nothing is left of a value: it is taken away, or all that is in it.
func (w *setting) empties(n *Node) bool {
	if w == nil || w.written != "" || w.inner == nil {
		return w != nil && w.written == ""
	}
	if n.Kind != Mapping || len(w.wanted()) > 0 {
		return false
	}
	for _, p := range n.Pairs {
		if !w.byKey[p.Key.Value].empties(p.Value) {
			return false
		}
	}
	return len(n.Pairs) > 0
}

// A setter collects the changes of a text. They are in no order; those at one place apply in the
// order in which they were made.
type setter struct {
	text  string
	edits []edit
}

type edit struct {
	start, end int
	with       string
}

func (s *setter) replace(start, end int, with string) {
	s.edits = append(s.edits, edit{start, end, with})
}

func (s *setter) apply() string {
	sort.SliceStable(s.edits, func(i, j int) bool { return s.edits[i].start < s.edits[j].start })
	var b strings.Builder
	at := 0
	for _, e := range s.edits {
		if e.start < at { // behind a line that is taken away: in its place
			b.WriteString(strings.TrimPrefix(e.with, "\n") + "\n")
			continue
		}
		b.WriteString(s.text[at:e.start] + e.with)
		at = e.end
	}
	b.WriteString(s.text[at:])
	return b.String()
}

// isNothing reports whether a scalar is not written, or is null.
func isNothing(n *Node) bool {
	return n.Kind == Scalar && n.Style == Plain && (n.Value == "" || n.Value == "~" || n.Value == "null")
}

// in makes the settings inside a node, which may be in brackets.
func (s *setter) in(n *Node, w *setting, inFlow bool) bool {
	if n.Kind != Mapping {
		return false
	}
	inFlow = inFlow || s.isFlow(n)
	last := map[string]int{} // of entries with the same key it is the last that counts
	for i, p := range n.Pairs {
		last[p.Key.Value] = i
	}
	isKept := false // an entry before stays
	for i, p := range n.Pairs {
		inner := w.byKey[p.Key.Value]
		switch {
		case inner == nil || last[inner.key] != i:
		case inner.empties(p.Value):
			s.without(n, i, isKept)
			continue
		case !s.entry(p, inner, inFlow):
			return false
		}
		isKept = true
	}
	var rest []*setting
	for _, inner := range w.wanted() {
		if _, ok := last[inner.key]; !ok {
			rest = append(rest, inner)
		}
	}
	s.add(n, rest, isKept)
	return true
}

// entry sets the value of an entry, or what is below it.
func (s *setter) entry(p Pair, w *setting, inFlow bool) bool {
	v, wanted := p.Value, w.wanted()
	start, end := int(v.Span.Start), int(v.Span.End)
	isEmpty := isNothing(v) || v.Kind == Mapping && len(v.Pairs) == 0
	switch {
	case w.inner == nil || isEmpty && (inFlow || len(wanted) == 1 && wanted[0].isOne()):
		with := w.flow()
		if start == end {
			with = " " + with
		}
		s.replace(start, end, with)
	case isEmpty:
		colon := int(p.Key.Span.End) + strings.IndexByte(s.text[p.Key.Span.End:], ':') + 1
		s.replace(colon, max(colon, end), "")
		at := int(p.Key.Span.Start)
		s.lines(lineEnd(s.text, end), at-lineStart(s.text, at)+2, wanted)
	default:
		return s.in(v, w, inFlow)
	}
	return true
}

// isOne reports whether there is a single value inside.
func (w *setting) isOne() bool { return w.inner == nil || len(w.inner) == 1 && w.inner[0].isOne() }

// add adds entries to a mapping.
func (s *setter) add(n *Node, list []*setting, isKept bool) {
	if !s.isFlow(n) {
		at := int(n.Pairs[0].Key.Span.Start)
		s.lines(lineEnd(s.text, int(n.Span.End)), at-lineStart(s.text, at), list)
		return
	}
	at := int(n.Span.End) - 1
	if len(n.Pairs) > 0 {
		at = int(n.Pairs[len(n.Pairs)-1].Value.Span.End)
	}
	for _, w := range list {
		if isKept {
			s.replace(at, at, ", ")
		}
		s.replace(at, at, w.pair())
		isKept = true
	}
}

// lines adds entries of a block mapping behind the end of a line.
func (s *setter) lines(at, column int, list []*setting) {
	for _, w := range list {
		s.replace(at, at, "\n"+strings.Repeat(" ", column)+w.block(column))
	}
}

// without takes an entry out: its lines, or its piece of a line.
func (s *setter) without(n *Node, i int, isKept bool) {
	start, end := int(n.Pairs[i].Key.Span.Start), int(n.Pairs[i].Value.Span.End)
	switch {
	case !s.isFlow(n):
		start = lineStart(s.text, start)
		end = min(lineEnd(s.text, end)+1, len(s.text))
	case isKept:
		start = int(n.Pairs[i-1].Value.Span.End)
	case i < len(n.Pairs)-1:
		end = int(n.Pairs[i+1].Key.Span.Start)
	}
	s.replace(start, end, "")
}

func (s *setter) isFlow(n *Node) bool { return s.text[n.Body.Start] == '{' }

// block writes a setting as an entry of a block mapping.
func (w *setting) block(column int) string {
	if w.inner == nil {
		return w.pair()
	}
	var b strings.Builder
	b.WriteString(Key(w.key) + ":")
	for _, inner := range w.wanted() {
		b.WriteString("\n" + strings.Repeat(" ", column+2) + inner.block(column+2))
	}
	return b.String()
}

// flow writes what is inside of a setting in brackets; the value of one that has one.
func (w *setting) flow() string {
	if w.inner == nil {
		return w.written
	}
	var pairs []string
	for _, inner := range w.wanted() {
		pairs = append(pairs, inner.pair())
	}
	return "{" + strings.Join(pairs, ", ") + "}"
}

func (w *setting) pair() string { return Key(w.key) + ": " + w.flow() }

// Key writes a key so that it is read as text by everyone, and in brackets too.
func Key(text string) string {
	for i := range len(text) {
		c := text[i] | 0x20
		if !('a' <= c && c <= 'z' || text[i] == '_' || i > 0 && ('0' <= c && c <= '9' || c == '-')) {
			return quotedKey(text)
		}
	}
	switch strings.ToLower(text) {
	case "", "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return `"` + text + `"`
	}
	return text
}

// quotedKey writes a key in quotes, and what a text of YAML may not hold by its number.
func quotedKey(text string) string {
	b := []byte{'"'}
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ' || 0x7F <= r && r <= 0x9F || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF:
			const digits = "0123456789abcdef"
			b = append(b, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
		default:
			b = append(b, string(r)...)
		}
	}
	return string(append(b, '"'))
}

// lineBreak is what must stand between the text and a new line.
func (s *setter) lineBreak() string {
	if s.text == "" || strings.HasSuffix(s.text, "\n") {
		return ""
	}
	return "\n"
}

func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }
