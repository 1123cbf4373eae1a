// Package pullconf binds Pullconf's configuration: clients and groups with resources, in
// StrictYAML.
//
// A document is read once and checked as far as possible without variables: document.go (3),
// resource.go. Then every client gets cells: one for each of its variables, and one for each of its
// resources, including those of its groups. References in them lead to the client's own variables:
// variables.go (4), clients.go (5). Evaluating the cell of a resource reads its parameters by their
// types: read.go, follow.go, and the table in types.go (6). Finally the resources of each client
// are merged (1), related (7) and ordered, which yields the result and the graph: result.go,
// relations.go, require.go.
//
// Completion and hover locate the cursor by indentation, cursor.go, and look up what is valid there
// in a table, shape.go. form.go is the form that the page shows. update.go adapts a program to its
// next version after a keystroke. The numbers are sections of SPEC.md.
package pullconf

import (
	"sort"
	"strconv"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/pullconf/strictyaml"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Dialect is Pullconf.
var Dialect = &bind.Dialect{
	Name:  "pullconf",
	Title: "Pullconf",
	Main:  "clients.yaml",
	New: `---
type: client
name: web1
api_key: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef

variables:
  address: 10.0.0.1

resources:
  - type: host
    parameters:
      ip_address: ${pullconf::address}
      hostname: ${pullconf::hostname}
`,
	Recognise: recognise,
	Owns:      func(f *source.File) bool { return isConfiguration(f.Name) },
	Bind:      bindBundle,
	Funcs:     funcs,
}

// deepestFolder is how many folders deep a file may be.
const deepestFolder = 10

// isConfiguration reports whether a file is part of the configuration. Files and folders whose
// names begin with a dot are ignored (3), and inputs.yaml belongs to the playground.
func isConfiguration(name string) bool {
	parts := strings.Split(name, "/")
	for _, part := range parts {
		if strings.HasPrefix(part, ".") {
			return false
		}
	}
	return (strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")) &&
		name != bind.InputsFile && len(parts) <= deepestFolder+1
}

// recognise looks for a document of type client or group, or for one with a type and an API key, so
// that the dialect does not change while its type is being typed. Keys of inner hashes do not
// count, as blanks precede them in their lines.
func recognise(b *bind.Bundle) bool {
	for _, f := range b.Files {
		if !isConfiguration(f.Name) {
			continue
		}
		typed, keyed := false, false
		for _, line := range bind.TopLines(f) {
			if rest, ok := strings.CutPrefix(line, "type:"); ok {
				typed = true
				rest, _, _ = strings.Cut(rest, " #")
				if oneOf(strings.Trim(rest, " \t\"'"), "client", "group") {
					return true
				}
			}
			keyed = keyed || strings.HasPrefix(line, "api_key:")
		}
		if typed && keyed {
			return true
		}
	}
	return false
}

// A client is a client document.
type client struct {
	name         string
	nameNode     *node
	key          string // the API key; "" if it is malformed
	keyNode      *node
	doc          *document
	wanted       []*node // the names of its groups, as written
	variableNode *node
	resources    []*resourceDoc

	groups    []*group // without duplicates, sorted by name
	advice    *diag.Advisor
	variables []*variable
	byName    map[string]*variable // includes names that are used but not defined
	slabs     *slabs
	cell      *ir.Cell
	all       []*resource // its own, then those of its groups
	queue     []*resource // the resources in effect, in the order of the result
	reported  map[reported]bool
	onLoop    map[*variable]bool // the variables that may be part of a loop; nil until needed
	looped    map[*variable]bool // the variables on loops that have been reported
}

// A group is a group document.
type group struct {
	name      string
	nameNode  *node
	doc       *document
	resources []*resourceDoc
	users     []*client
	cell      *ir.Cell
}

// A binder builds the program of a bundle.
type binder struct {
	bundle   *bind.Bundle
	program  *ir.Program
	problems []diag.Problem
	// main is the file that the page shows first: the main file of the bundle or, if that is not
	// part of the configuration, the first one.
	main      *source.File
	stream    *strictyaml.Stream // of the main file
	documents []*document        // of the main file
	clients   []*client
	byName    map[string]*client
	groups    map[string]*group
	groupList []*group
	shown     []*client // the clients that are evaluated
	// misspelt has the keys that were reported as misspellings of missing ones, which are not
	// reported again as unknown.
	misspelt map[*node]bool
	advice   *diag.Advisor
	advised  diag.Advisor // as it was when everything was evaluated
	results  bind.Results // set once everything is evaluated
	broken   bool         // a document could not be read, so something that seems missing may exist

	slabs slabs
}

// slabs holds the slabs for what there is of each resource.
type slabs struct {
	docs      ir.Slab[resourceDoc]
	resources ir.Slab[resource]
	records   ir.Slab[record]
	nodes     ir.Nodes
	fields    ir.Slab[value.Field]
	objects   ir.Slab[value.Object]
}

// object returns an object with fields, of which it takes ownership.
func (s *slabs) object(fields []value.Field) value.Value {
	return value.Value{Data: s.objects.New().Init(fields)}
}

// bindBundle builds the program of a bundle. All files are read before any client is bound, since
// groups may be in other files than their clients.
func bindBundle(bundle *bind.Bundle) *bind.Bound {
	b := &binder{bundle: bundle, program: &ir.Program{}, byName: map[string]*client{}, groups: map[string]*group{},
		misspelt: map[*node]bool{}, advice: &diag.Advisor{}}
	b.program.Semantics = &ir.Semantics{
		Text: interpolated,
		// Loops of variables are reported where a parameter uses them (loop.go), as in the
		// original.
		Cycle: func(c *ir.Cell, at ir.Node, path []*ir.Cell) *diag.Problem { return nil },
	}
	inputs, problems := bundle.Inputs("client")
	b.problems = problems
	for _, f := range b.files() {
		b.file(f)
	}
	b.uniqueKeys()
	b.choose(inputs)
	b.bindClients()
	b.unusedGroups()
	problems, b.problems = b.problems, nil // the binder lives as long as the snapshot
	bound := &bind.Bound{
		Main: b.main, Program: b.program, Problems: problems,
		Finish: b.finish, Assist: &assist{binder: b}, Site: b.site, Layers: b.layers,
	}
	bound.Update = b.updater(bound)
	return bound
}

// bytesOfStep is how many bytes of text one step of the budget pays for.
const bytesOfStep = 16

// interpolated returns the string of a value inside another string. A value that is not a string is
// an error, which is reported where a parameter uses it. Long strings cost steps, because a few
// variables that repeat one another can make an enormous text.
func interpolated(f ir.Frame, v value.Value, at source.Span) (string, bool) {
	text, ok := v.Text()
	return text, ok && f.Spend(len(text)/bytesOfStep)
}

// files returns the configuration files, sorted by name. It also sets the main file.
func (b *binder) files() []*source.File {
	var out []*source.File
	for _, f := range b.bundle.Files {
		if isConfiguration(f.Name) {
			if b.main == nil || f == b.bundle.Main {
				b.main = f
			}
			out = append(out, f)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// file reads the documents of a file and reports the parts that cannot be read.
func (b *binder) file(f *source.File) {
	stream := readFile(b.bundle, f)
	if f == b.main {
		b.stream = stream
	}
	b.problems = append(b.problems, stream.Problems...)
	if stream.Mark {
		b.reportByteOrderMark(f, stream)
	}
	for i, d := range stream.Documents {
		b.broken = b.broken || d.Broken
		read := &document{root: d.Root, at: &place{key: f.Name, index: i}, span: d.Span, broken: d.Broken}
		if f == b.main {
			b.documents = append(b.documents, read)
		}
		b.document(read)
	}
}

// readFile returns the content of a file of a bundle.
func readFile(b *bind.Bundle, f *source.File) *strictyaml.Stream {
	const kept = "strictyaml"
	return f.Keep(kept, func() any {
		if m := b.Move(f); m != nil {
			if previous, ok := m.Old.Kept(kept).(*strictyaml.Stream); ok {
				return strictyaml.ReadNext(m, previous)
			}
		}
		return strictyaml.Read(f)
	}).(*strictyaml.Stream)
}

// reportByteOrderMark reports a byte order mark, which the original treats as part of the first key.
func (b *binder) reportByteOrderMark(f *source.File, stream *strictyaml.Stream) {
	span := f.Span(0, len("\uFEFF"))
	// The mark becomes part of the first key. If that key is required, the original reports it as
	// missing, and otherwise as unknown.
	reference := ""
	if len(stream.Documents) > 0 && len(stream.Documents[0].Root.Pairs) > 0 {
		at := &place{key: f.Name}
		switch key := stream.Documents[0].Root.Pairs[0].Key.Value; key {
		case "type", "name", "api_key":
			reference = at.String() + ": failed to find required key `" + key + "`"
		default:
			reference = at.String() + ": encountered unexpected key `\uFEFF" + key + "`"
		}
	}
	p := b.report("byte-order-mark", span,
		"the file begins with a byte order mark, which would be a part of its first key; remove it", reference)
	p.Fixes = []diag.Fix{{Title: "Remove the byte order mark", Edits: []diag.Edit{{Span: span}}}}
}

// choose sets the clients to evaluate: all, or the one that inputs.yaml names. For an unknown name
// it reports a problem and keeps all.
func (b *binder) choose(inputs value.Value) {
	b.shown = b.clients
	v, given := inputs.Object().Get("client")
	if !given || v.IsNull() {
		return
	}
	var known []string
	for _, c := range b.clients {
		known = append(known, c.name)
		if name, ok := v.Text(); ok && name == c.name {
			b.shown = []*client{c}
			return
		}
	}
	name, _ := v.Text()
	b.report("inputs-value", v.Origin, "there is no client "+strconv.Quote(name)+diag.DidYouMean(name, known)+
		"; all are evaluated", "")
}
