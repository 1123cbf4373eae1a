package pullconf

import (
	"strconv"
	"unicode/utf8"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/pullconf/strictyaml"
	"pantograph/evaluator/source"
)

type node = strictyaml.Node

// A place is the path of a node, in the notation of the original's error messages. outer is nil at
// the top, where index is the index of the document in its file.
type place struct {
	outer *place
	key   string // of a hash; at the top, the name of the file
	index int    // of an array or a document
}

// at returns the place of a key.
func (p *place) at(key string) *place { return &place{outer: p, key: key, index: -1} }

// item returns the place of a member of an array.
func (p *place) item(i int) *place { return &place{outer: p, index: i} }

// String formats a place: `clients.yaml`>`documents[0].resources[1]`.
func (p *place) String() string { return p.path("`") }

// path returns the path of a place, and the text after it. It has no closing quote, so that more steps can follow.
func (p *place) path(after string) string {
	var buffer [128]byte
	return string(append(p.appendPath(buffer[:0]), after...))
}

func (p *place) appendPath(to []byte) []byte {
	switch {
	case p.outer == nil:
		to = append(append(append(to, '`'), p.key...), "`>`documents["...)
	case p.index >= 0:
		to = append(p.outer.appendPath(to), '[')
	default:
		return append(append(p.outer.appendPath(to), '.'), p.key...)
	}
	return append(strconv.AppendInt(to, int64(p.index), 10), ']')
}

// A document is a parsed YAML document of a configuration file.
type document struct {
	root   *node
	at     *place
	span   source.Span
	broken bool // part of it could not be read, so something that seems missing may exist
}

// report adds an error. The reference is the original's message, or "" if it has none. The pointer,
// for adding a fix or a note, is valid until the next problem is added.
func (b *binder) report(code diag.Code, span source.Span, message, reference string) *diag.Problem {
	b.problems = append(b.problems, diag.Problem{Severity: diag.Error, Code: code, Span: span, Message: message,
		Reference: reference})
	return &b.problems[len(b.problems)-1]
}

// didYouMean formats a suggestion; it returns "" for an empty one.
func didYouMean(near string) string {
	if near == "" {
		return ""
	}
	return "; did you mean " + strconv.Quote(near) + "?"
}

// offer adds a fix that replaces the text at a span, unless the replacement is empty.
func offer(p *diag.Problem, at source.Span, text string) {
	if text != "" {
		p.Fixes = append(p.Fixes, diag.Fix{Title: "Change to " + text, Edits: []diag.Edit{{Span: at, Text: text}}})
	}
}

// also adds a note that points at a second place.
func also(p *diag.Problem, at source.Span, message string) {
	p.Notes = append(p.Notes, diag.Note{Span: at, Message: message})
}

// hint adds a warning, which the original does not have.
func (b *binder) hint(code diag.Code, span source.Span, message string) {
	b.problems = append(b.problems, diag.Problem{Severity: diag.Warning, Code: code, Span: span, Message: message})
}

// has reports whether a node has the wanted shape, and adds a problem if it does not. An unreadable node has
// no shape, and the reader has reported it. The keys of a hash must be strings.
func (b *binder) has(n *node, want shape, at *place) bool {
	if n.Kind == strictyaml.Broken {
		return false
	}
	// The shapes have the numbers of the kinds Text, Array and Hash of strictyaml.
	if shape(n.Kind) == want {
		return want != aHash || b.textKeys(n, at)
	}
	b.report("node-shape", n.Span, shapeMessage(want, shape(n.Kind), n.Value),
		at.String()+": node must be "+shapeNodes[want])
	return false
}

// shapeMessage says that a value should have one shape but has another. For a string, text is the
// string as written, which explains a common mistake: unlike in YAML, brackets and braces have no
// meaning here (2).
func shapeMessage(want, got shape, text string) string {
	message := shapeWords[want] + " is expected here, but this is " + shapeWords[got]
	switch {
	case got != aText:
	case text == "":
		return shapeWords[want] + " is expected here, but the value is empty"
	case want == anArray && text[0] == '[':
		return message + `: brackets are part of the string here; write each entry on a separate line after "- "`
	case want == aHash && text[0] == '{':
		return message + ": braces are part of the string here; write each key on a separate line"
	}
	return message
}

// textKeys reports keys that are arrays or hashes.
func (b *binder) textKeys(n *node, at *place) bool {
	for _, p := range n.Pairs {
		if p.Key.Kind != strictyaml.Text {
			b.report("key-shape", p.Key.Span, "a key must be a string, but this is "+shapeWords[p.Key.Kind],
				at.String()+": hash keys must be strings")
			return false
		}
	}
	return true
}

// required returns the value of a required key. If the key is missing, it returns nil and reports
// that, unless the key may be in a part of the document that could not be read.
func (b *binder) required(d *document, n *node, key string, at *place) *node {
	if v := n.Get(key); v != nil {
		return v
	}
	if !d.broken {
		b.missing(key, n, at)
	}
	return nil
}

// missing reports a missing key. It points at a key that looks like a misspelling of it or, failing
// that, at the first key.
func (b *binder) missing(key string, n *node, at *place) {
	span, message := firstKey(n), "the key "+strconv.Quote(key)+" is missing here"
	var meant *node
	for _, p := range n.Pairs {
		// A key that is valid elsewhere is probably not a misspelling, but in the wrong place.
		if p.Key.Kind == strictyaml.Text && diag.Nearest(p.Key.Value, []string{key}) != "" && !meaningful(p.Key.Value) {
			meant = p.Key
			span, message = meant.Span, "the key "+strconv.Quote(key)+" is missing; is "+
				strconv.Quote(meant.Value)+" a misspelling of it?"
		}
	}
	p := b.report("missing-key", span, message, at.String()+": failed to find required key `"+key+"`")
	if meant != nil {
		b.misspelt[meant] = true
		offer(p, meant.Inner(), key)
	}
}

// meaningful reports whether a key is valid anywhere in a configuration.
func meaningful(key string) bool {
	return oneOf(key, clientKeys...) || oneOf(key, resourceKeys...) || isParameter(key)
}

// firstKey returns the span at which to report that something is missing in a hash: its first key,
// or the whole node if it is empty.
func firstKey(n *node) source.Span {
	if len(n.Pairs) > 0 {
		return n.Pairs[0].Key.Span
	}
	return n.Span
}

// unknownKeys reports the keys of a hash that are not known; word is the original's word for them.
// A key already reported as the misspelling of a missing one is not reported again. It returns
// false if it reported any.
func (b *binder) unknownKeys(n *node, where, word string, at *place, known ...string) bool {
	good := true
	for _, p := range n.Pairs {
		if p.Key.Kind != strictyaml.Text || oneOf(p.Key.Value, known...) || b.misspelt[p.Key] {
			continue
		}
		b.unknownKey(p.Key, where, word, at, known)
		good = false
	}
	return good
}

// unknownKey reports a key that is not known, and suggests a similar one or lists all.
func (b *binder) unknownKey(k *node, where, word string, at *place, known []string) {
	near := diag.Nearest(k.Value, known)
	message := where + " has no key " + strconv.Quote(k.Value)
	if near != "" {
		message += "; did you mean " + strconv.Quote(near) + "?"
	} else {
		message += "; its keys are " + bind.List(known)
	}
	p := b.report("unknown-key", k.Span, message, at.String()+": encountered "+word+" key `"+k.Value+"`")
	offer(p, k.Inner(), near)
}

// text returns the string of a node, which must be one.
func (b *binder) text(n *node, at *place) (string, bool) {
	return n.Value, b.has(n, aText, at)
}

// checked returns the string of a node, which must pass a check. If the check fails, the string is
// returned nevertheless, with false.
func (b *binder) checked(n *node, c check, at *place) (string, bool) {
	text, ok := b.text(n, at)
	if !ok {
		return "", false
	}
	if _, m := c(text); m != nil {
		b.reportError(n, m, at)
		return text, false
	}
	return text, true
}

// reportError reports an error that a check found in a string.
func (b *binder) reportError(n *node, m *checkError, at *place) {
	reference := m.reference
	if reference != "" {
		reference = at.String() + ": " + reference
	}
	p := b.report(m.code, n.Span, m.message, reference)
	offer(p, n.Inner(), m.fix)
}

// document reads one document: a hash whose key type is client or group. The order of the checks is
// the original's, which stops at the first error (3).
func (b *binder) document(d *document) {
	if !b.has(d.root, aHash, d.at) {
		return
	}
	t := b.required(d, d.root, "type", d.at)
	if t == nil {
		return
	}
	kind, ok := b.text(t, d.at.at("type"))
	switch {
	case !ok:
	case kind == "client":
		b.clientDocument(d)
	case kind == "group":
		b.groupDocument(d)
	default:
		p := b.report("document-type", t.Span, "a document is of type client or group, not "+strconv.Quote(kind),
			d.at.at("type").String()+": encountered invalid value `"+kind+"`")
		offer(p, t.Inner(), diag.Nearest(kind, []string{"client", "group"}))
	}
}

// clientKeys are the keys of a client's document.
var clientKeys = []string{"type", "name", "api_key", "groups", "variables", "resources"}

// clientDocument reads a client. A client without a valid name is checked but not evaluated, nor is
// the second of two clients with the same name.
func (b *binder) clientDocument(d *document) {
	c := &client{doc: d, advice: b.advice, slabs: &b.slabs}
	named := false
	if n := b.required(d, d.root, "name", d.at); n != nil {
		c.nameNode = n
		c.name, named = b.checked(n, hostName, d.at.at("name"))
	}
	if n := b.required(d, d.root, "api_key", d.at); n != nil {
		c.keyNode = n
		c.key = b.apiKey(n, d.at.at("api_key"))
	}
	c.resources = b.resources(d)
	c.wanted = b.groupNames(d)
	if n := d.root.Get("variables"); n != nil && b.has(n, aHash, d.at.at("variables")) {
		c.variableNode = n
	}
	b.unknownKeys(d.root, "a client", "unexpected", d.at, clientKeys...)
	if !named {
		return
	}
	if other := b.byName[c.name]; other != nil {
		b.duplicate("client", c.nameNode, other.nameNode, d.at)
		return
	}
	b.byName[c.name] = c
	b.clients = append(b.clients, c)
}

// groupDocument reads a group, by the same rules as a client.
func (b *binder) groupDocument(d *document) {
	g := &group{doc: d}
	named := false
	if n := b.required(d, d.root, "name", d.at); n != nil {
		g.nameNode = n
		g.name, named = b.checked(n, hostName, d.at.at("name"))
	}
	g.resources = b.resources(d)
	b.unknownKeys(d.root, "a group", "unexpected", d.at, "type", "name", "resources")
	switch other := b.groups[g.name]; {
	case !named:
	case other != nil:
		b.duplicate("group", g.nameNode, other.nameNode, d.at)
	default:
		b.groups[g.name] = g
		b.groupList = append(b.groupList, g)
	}
}

// duplicate reports the second of two documents with the same name. A client and a group may have
// the same name.
func (b *binder) duplicate(kind string, second, first *node, at *place) {
	p := b.report("duplicate-name", second.Span, "there is another "+kind+" called "+strconv.Quote(second.Value)+
		"; the names of "+kind+"s must be unique",
		at.String()+": encountered duplicate "+kind+" `"+second.Value+"`")
	also(p, first.Span, "the first one is here")
}

// placeholder is the text that the original's documentation has in place of an API key.
const placeholder = "<...>"

// apiKey checks an API key: 64 characters. Like the original, it accepts any lowercase letter,
// digits and A to F. It returns "" if the key is malformed. The placeholder causes only a warning,
// so that everything else is evaluated (1).
func (b *binder) apiKey(n *node, at *place) string {
	text, ok := b.text(n, at)
	if !ok {
		return ""
	}
	if count := utf8.RuneCountInString(text); count != 64 {
		p := b.report("api-key", n.Span, "an API key is a SHA-256 hash of 64 hexadecimal digits, but this has "+
			strconv.Itoa(count)+" characters",
			at.String()+": API key hash has invalid length, must be a sha256 hash of exactly 64 hexadecimal characters")
		if text == placeholder {
			p.Severity, p.Code = diag.Warning, "api-key-placeholder"
			p.Message = "this is a placeholder for an API key; a real one has 64 hexadecimal digits"
		}
		return ""
	}
	if c, bad := firstNot(text, "az09AF", ""); bad {
		b.report("api-key", n.Span, "an API key consists of hexadecimal digits; "+strconv.Quote(c)+" is not one",
			at.String()+": API key hash contains an unexpected character <"+c+
				">, sha256 hash must be formatted in lowercased hexdigits")
		return ""
	}
	return text
}

// uniqueKeys reports API keys that two clients share.
func (b *binder) uniqueKeys() {
	first := map[string]*client{}
	for _, c := range b.clients {
		other := first[c.key]
		switch {
		case c.key == "":
		case other == nil:
			first[c.key] = c
		default:
			p := b.report("duplicate-api-key", c.keyNode.Span, "the client "+strconv.Quote(other.name)+
				" has this API key, too; each client needs its own",
				"API key from client `"+other.name+"` matches that from client `"+c.name+
					"`, but API keys must be unique")
			also(p, other.keyNode.Span, "the other client's key is here")
		}
	}
}

// groupNames reads the names of the groups that a client belongs to. Names that are not host names
// are reported and left out. Whether a group exists is checked later, by membership.
func (b *binder) groupNames(d *document) []*node {
	n := d.root.Get("groups")
	at := d.at.at("groups")
	if n == nil || !b.has(n, anArray, at) {
		return nil
	}
	var out []*node
	for i, item := range n.Items {
		if _, ok := b.checked(item, hostName, at.item(i)); ok {
			out = append(out, item)
		}
	}
	return out
}
