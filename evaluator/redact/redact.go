// Package redact finds the secrets in a document that is about to be shared: the values that
// inputs.yaml marks as secret, and the values that a template marks as secret, in inputs.yaml and
// in other files of inputs. Each dialect declares the keys that mark secrets (bind.Secrets).
// Aliases are followed to their anchors.
//
// Text that the parser can read is examined as a tree. All other text (invalid entries, comments,
// the words of scalars) is searched for anything that looks like such a key. If there is one, the
// rest of the entry is removed, including everything that may belong to the entry because of its
// indentation, a bracket or a quote. From a half-typed document, Find therefore removes too much rather
// than too little. All of this takes time linear in the size of the text.
//
// Start reading at Find.
package redact

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
	"pantograph/evaluator/yamltree"
)

// LeftOut is the text that replaces a secret.
const LeftOut = `"` + leftOut + `"`

// leftOut is LeftOut without quotes, as the parser reads it.
const leftOut = "left out of the link"

// An Edit replaces a byte range of a file.
type Edit struct {
	File, Start, End int
	Text             string
}

// A Redaction is the set of changes that a document needs before it is shared.
type Redaction struct {
	Edits []Edit // sorted by file and position
	Count int    // number of secrets that are removed
	// Holds is true if a template itself contains secrets. These cannot be removed without changing
	// what the template does.
	Holds bool
}

// Find finds the secrets in the files of a document. names are the names of inputs that are secret
// regardless of the files.
func Find(files []*source.File, names []string, dialects []bind.Secrets) *Redaction {
	s := newSearch(names, dialects)
	s.run(files, dialects)
	return s.found
}

// newSearch returns a search for the inputs with the given names, and for the keys that the
// dialects declare.
func newSearch(names []string, dialects []bind.Secrets) *search {
	s := &search{names: map[string]bool{}, roles: map[string]role{}, found: &Redaction{}}
	for _, name := range names {
		s.addName(name)
	}
	for _, d := range dialects {
		s.add(d)
	}
	return s
}

// run examines all files. It examines the templates first, since they declare which inputs are
// secret.
func (s *search) run(files []*source.File, dialects []bind.Secrets) {
	var given []*sheet
	for i, f := range files {
		t := &sheet{search: s, file: i, t: f.Text}
		if t.isInputs, t.isGiven = kindOf(f.Name, dialects); t.isGiven {
			given = append(given, t)
		} else {
			t.read(f) // collects the names of secret inputs
		}
	}
	for _, t := range given {
		t.read(files[t.file])
		t.redact()
	}
}

// kindOf reports whether a file is inputs.yaml, and whether it is a file of inputs.
func kindOf(name string, dialects []bind.Secrets) (isInputs, isGiven bool) {
	if bare, ok := strings.CutSuffix(name, ".yml"); ok {
		name = bare + ".yaml" // the tools may not read such a file, but it would be shared
	}
	isInputs = name == bind.InputsFile
	isGiven = isInputs
	for _, d := range dialects {
		isGiven = isGiven || d.Given != nil && d.Given(name)
	}
	return isInputs, isGiven
}

// A search is the state of a call of Find.
type search struct {
	roles map[string]role // the roles of keys, which are in lower case
	names map[string]bool // the names of secret inputs, in lower case
	found *Redaction
	work  int // number of nodes and bytes examined; tests compare it with the size of the text
}

// A role is the meaning of a key in bind.Secrets. A key can have several roles.
type role uint8

// The roles, in the order in which add lists the fields of bind.Secrets.
const (
	value role = 1 << iota
	beside
	whole
	mark
	initial
	plain
	sealed
	named
)

// add adds the keys that a dialect declares to the search.
func (s *search) add(d bind.Secrets) {
	for i, keys := range [][]string{d.Values, d.Beside, d.Whole, d.Marks, d.Initial, d.Plain, d.Sealed, d.Names} {
		for _, key := range keys {
			s.roles[strings.ToLower(key)] |= 1 << i
		}
	}
}

// role returns the roles of a key.
func (s *search) role(key string) role { return s.roles[strings.ToLower(key)] }

// isName reports whether a key is the name of a secret input. The key may have a prefix, such as
// the name of a project and a colon.
func (s *search) isName(key string) bool {
	key = strings.ToLower(key)
	return s.names[key] || s.names[key[strings.LastIndexByte(key, ':')+1:]] ||
		s.names[key[strings.IndexByte(key, ':')+1:]]
}

// A sheet is a file that is being examined.
type sheet struct {
	*search
	file     int
	isInputs bool // the file is inputs.yaml
	isGiven  bool // the file contains inputs: inputs.yaml, or one that a dialect declares
	t        string
	doc      *yamltree.Document
	at       int  // everything before this offset has been examined
	isFlow   bool // the current node is in brackets

	cuts    []cut
	anchors map[string][]cut        // by name, the cuts that remove the values of an anchor if they are secret
	aliases []alias                 // in source order
	wanted  []string                // names of anchors whose values are secret
	marked  map[*yamltree.Node]bool // results of isMarked
	done    map[*yamltree.Node]bool // mappings whose bind.Secrets.Beside keys have been cut
	spent   int                     // number of bytes that extend has examined
}

// A cut is a range of the text to remove.
type cut struct {
	from, to int
	by       string // the replacement, which contains the anchor if there is one
	value    int    // offset of the value; -1 if the cut must not be extended
	isFlow   bool   // the cut is inside brackets
}

// An alias is a use of an anchor.
type alias struct {
	at, end int
	name    string
	isNode  bool // false if it is text that only looks like an alias
}

// read examines a file and records its findings.
func (s *sheet) read(f *source.File) {
	s.doc = yamltree.Parse(f, yamltree.Options{AllDocuments: true, Questions: true, NoReferences: true})
	if strings.HasPrefix(s.t, "\uFEFF") {
		s.at = len("\uFEFF")
	}
	s.marked, s.done, s.anchors = map[*yamltree.Node]bool{}, map[*yamltree.Node]bool{}, map[string][]cut{}
	for _, n := range append([]*yamltree.Node{s.doc.Root}, s.doc.More...) {
		if n != nil {
			s.node(n, "", true)
		}
	}
	s.gap(len(s.t), "")
}

// node examines a node. name is its key.
func (s *sheet) node(n *yamltree.Node, name string, isTop bool) {
	s.work++
	// If a secret refers to the anchor, the value is cut here, too.
	if n.Anchor() != "" {
		s.anchors[n.Anchor()] = append(s.anchors[n.Anchor()], s.cutOf(n, n.Span.Start(), "", LeftOut))
	}
	outside := s.isFlow
	s.isFlow = s.isFlow || n.Style == yamltree.Flow
	switch n.Kind {
	case yamltree.Scalar:
		s.pass(n, name)
		hasKey := s.isGiven && s.hasKey(n.Value)
		if hasKey {
			s.cuts = append(s.cuts, s.cutOf(n, n.Span.Start(), "", LeftOut))
		}
		// In an invalid text, a scalar may have been meant to be more than a scalar.
		if hasKey || s.doc.Partial {
			s.tokens(n.Span.Start(), n.Span.End())
		}
	case yamltree.Alias:
		s.pass(n, name)
		s.aliases = append(s.aliases, alias{n.Span.Start(), n.Span.End(), n.Value, true})
	case yamltree.Broken:
		s.gap(n.Span.Start(), name)
		s.suspect(n.Span.End(), name)
	case yamltree.Sequence:
		for _, item := range n.Items {
			s.node(item, name, false)
		}
	case yamltree.Mapping:
		if s.isInputs && s.isMarked(n) {
			s.cutBeside(n)
		}
		for _, p := range n.Pairs {
			s.pair(p, name, isTop)
		}
	}
	s.isFlow = outside
}

// pass skips a node whose text the parser has read, after examining the text before it.
func (s *sheet) pass(n *yamltree.Node, name string) {
	s.gap(n.Span.Start(), name)
	s.at = max(s.at, n.Span.End())
}

// pair examines an entry of a mapping. name is the key of the mapping.
func (s *sheet) pair(p yamltree.Pair, name string, isTop bool) {
	key := target(p.Key).Value
	// A key of several words may contain another key, and an alias may refer to one with an anchor.
	if strings.Contains(p.Key.Value, " ") || p.Key.Kind != yamltree.Scalar || p.Key.Anchor() != "" {
		s.node(p.Key, name, false)
	} else {
		s.work++
		s.pass(p.Key, name)
	}
	r := s.role(key)
	if r&plain != 0 && !p.Value.IsMissing() && s.alone(p.Value)&sealed == 0 {
		s.found.Holds = true
	}
	switch {
	case !s.isGiven:
		if s.isMarked(p.Value) {
			s.mark(key, target(p.Value))
		}
	case s.isInputs && r&whole != 0 && (isTop || s.beginsLine(p.Key.Span.Start())):
		s.cutPair(p, "{}")
	case s.isInputs && r&value != 0 && !isSwitch(target(p.Value)), s.isName(key) && !s.isSelfProtected(p.Value):
		s.cutPair(p, LeftOut)
	}
	s.node(p.Value, key, false)
}

// beginsLine reports whether a key is in the first column. Such a key was probably meant to be at
// the top level, even if an unclosed bracket precedes it.
func (s *sheet) beginsLine(at int) bool { return at == 0 || s.t[at-1] == '\n' }

// mark records that a template declares the input with the given name as secret. n is the declaration.
func (s *sheet) mark(name string, n *yamltree.Node) {
	s.addName(name)
	for _, p := range n.Pairs {
		r := s.role(p.Key.Value)
		s.found.Holds = s.found.Holds || r&initial != 0 && !p.Value.IsMissing()
		if r&named != 0 {
			s.addName(target(p.Value).Value)
		}
	}
}

// addName adds the name of a secret input, with and without a project prefix.
func (s *search) addName(name string) {
	name = strings.ToLower(name)
	for _, n := range []string{name, name[strings.LastIndexByte(name, ':')+1:]} {
		if n != "" {
			s.names[n] = true
		}
	}
}

// isSelfProtected reports whether a value is encrypted, or its secret part is cut anyway.
func (s *sheet) isSelfProtected(n *yamltree.Node) bool {
	r := s.alone(n)
	return r&sealed != 0 || s.isInputs && r&value != 0
}

// alone returns the roles of the only key of a mapping, or 0 if n is not such a mapping.
func (s *sheet) alone(n *yamltree.Node) role {
	if n.Kind == yamltree.Mapping && len(n.Pairs) == 1 {
		return s.role(n.Pairs[0].Key.Value)
	}
	return 0
}

// target returns the node that an alias refers to, and any other node unchanged.
func target(n *yamltree.Node) *yamltree.Node {
	if n.Kind == yamltree.Alias && n.Target() != nil {
		return n.Target()
	}
	return n
}

// isMarked reports whether a mapping, or one that is merged into it, has a key that marks the
// mapping as secret.
func (s *sheet) isMarked(n *yamltree.Node) bool {
	n = target(n)
	if n.Kind != yamltree.Mapping {
		return false
	}
	on, known := s.marked[n]
	if known {
		return on
	}
	s.marked[n] = false // in case it merges itself
	for _, p := range n.Pairs {
		s.work++
		r, v := s.role(p.Key.Value), target(p.Value)
		switch {
		case p.Key.Value == "<<":
			for _, m := range merged(v) {
				on = s.isMarked(m) || on
			}
		// In inputs.yaml, such a key counts unless its value is false, or was already replaced when
		// the document was shared before.
		case s.isInputs:
			on = on || r&value != 0 && !isFalsy(v) && v.Value != leftOut
		case !s.isGiven:
			on = on || r&mark != 0 && v.Kind == yamltree.Scalar && !isFalsy(v)
		}
	}
	s.marked[n] = on
	return on
}

// merged returns the nodes that the value of a merge key merges.
func merged(n *yamltree.Node) []*yamltree.Node {
	if n.Kind == yamltree.Sequence {
		return n.Items
	}
	return []*yamltree.Node{n}
}

// isFalsy reports whether a node is a false value in any dialect.
func isFalsy(n *yamltree.Node) bool { return n.Kind == yamltree.Scalar && isFalsyWord(n.Value) }

// isFalsyWord reports whether a word is a false value in any dialect.
func isFalsyWord(word string) bool {
	switch strings.ToLower(word) {
	case "", "false", "no", "off", "null", "~", "0":
		return true
	}
	return false
}

// isSwitch reports whether a value is not itself a secret, but marks others as secret: true, false
// or null.
func isSwitch(n *yamltree.Node) bool {
	k := n.Resolve(yamltree.YAMLv3).Kind
	return n.Kind == yamltree.Scalar && (k == yamltree.Bool || k == yamltree.Null)
}

// cutBeside cuts the values beside a switch, in a mapping and in those that are merged into it.
func (s *sheet) cutBeside(n *yamltree.Node) {
	if n = target(n); s.done[n] {
		return
	}
	s.done[n] = true
	for _, p := range n.Pairs {
		s.work++
		if s.role(p.Key.Value)&beside != 0 {
			s.cutPair(p, LeftOut)
		}
		if p.Key.Value == "<<" {
			for _, m := range merged(target(p.Value)) {
				s.cutBeside(m)
			}
		}
	}
}

// cutPair cuts the value of an entry. If the value is an alias, the value of its anchor is cut
// later.
func (s *sheet) cutPair(p yamltree.Pair, by string) {
	v := p.Value
	if v.Kind == yamltree.Alias {
		s.wanted = append(s.wanted, v.Value)
		return
	}
	if words := s.t[v.Body().Start():v.Body().End()]; v.IsMissing() || words == by || words == LeftOut {
		return
	}
	// Blanks and comments may precede the colon after the key.
	from := p.Key.Span.End()
	for from < v.Span.Start() && s.t[from] != ':' {
		if s.work++; s.t[from] == '#' {
			from = s.lineEnd(from)
		} else {
			from++
		}
	}
	s.cuts = append(s.cuts, s.cutOf(v, min(from+1, v.Span.Start()), " ", by))
}

// cutOf returns a cut of a node, from an offset at or before the node. The replacement is blank
// followed by the anchor and by.
func (s *sheet) cutOf(n *yamltree.Node, from int, blank, by string) cut {
	if n.Anchor() != "" {
		blank += "&" + n.Anchor() + " "
	}
	return cut{from, n.Span.End(), blank + by, n.Body().Start(), s.isFlow}
}
