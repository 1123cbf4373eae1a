package esc

import (
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// functionPrefix is the prefix of all function names.
const functionPrefix = "fn::"

// A function is a built-in function with the reader of its argument. read returns the nodes to
// evaluate and the data of the call. If the argument is malformed, read reports a load error and
// returns unknown nodes.
type function struct {
	*ir.Func
	read func(r *reader, c *callSite) ([]ir.Node, any)
}

// A callSite is a mapping that calls a function.
type callSite struct {
	node     *yamltree.Node // the mapping
	name     *yamltree.Node
	arg      *yamltree.Node
	at       place  // of the argument
	outer    place  // of the call
	provider string // from fn::open::PROVIDER and fn::rotate::PROVIDER
	isShort  bool
}

// functions lists the built-in functions in the order of the reference page.
var functions = []function{
	{fnOpen, readOpen},
	{fnRotate, readRotate},
	{fnSecret, readSecret},
	{fnFinal, readOne},
	{fnValidate, readValidate},
	{fnJoin, readTwo},
	{fnSplit, readTwo},
	{fnConcat, readConcat},
	{fnToJSON, readOne},
	{fnFromJSON, readOne},
	{fnToYAML, readOne},
	{fnToBase64, readOne},
	{fnFromBase64, readOne},
	{fnToString, readOne},
}

// documented returns the functions for the reference page.
func documented() []*ir.Func {
	out := make([]*ir.Func, len(functions))
	for i := range functions {
		out[i] = functions[i].Func
	}
	return out
}

// functionNames returns the names that are suggested for a misspelled function.
func (b *binder) functionNames() []string {
	out := make([]string, len(b.functions))
	for i := range b.functions {
		out[i] = b.functions[i].Name
	}
	return out
}

// functionOf returns the function that a mapping calls, or nil unless its only key names a
// function.
func (r *reader) functionOf(n *yamltree.Node) *function {
	if len(n.Pairs) != 1 || !strings.HasPrefix(n.Pairs[0].Key.Value, functionPrefix) {
		return nil
	}
	name := n.Pairs[0].Key.Value
	switch {
	// In the short forms, the name of the provider follows that of the function:
	// fn::open::aws-login.
	case strings.HasPrefix(name, fnOpen.Name+"::"):
		name = fnOpen.Name
	case strings.HasPrefix(name, fnRotate.Name+"::"):
		name = fnRotate.Name
	}
	for i := range r.b.functions {
		if r.b.functions[i].Name == name {
			return &r.b.functions[i]
		}
	}
	return nil
}

// call binds a mapping that calls a function.
func (r *reader) call(fn *function, n *yamltree.Node, at place) ir.Node {
	p := n.Pairs[0]
	c := &callSite{node: n, name: p.Key, arg: p.Value, outer: at, at: r.child(at, p.Key.Value)}
	if rest, ok := strings.CutPrefix(p.Key.Value, fn.Name+"::"); ok {
		c.provider, c.isShort = rest, true
	}
	out := r.slabs.Calls.New()
	out.Span, out.Fn, out.NameAt = n.Span, fn.Func, p.Key.Span
	out.Args, out.Data = fn.read(r, c)
	if s, ok := out.Data.(supplier); ok {
		s.attach(r, out)
	}
	// A path into a ciphertext is an error, unlike one into another call, which is evaluated (4).
	if _, ok := out.Data.(*encrypted); ok && at.argument == nil {
		at.owner.shape = ciphertext
	}
	return out
}

// missing returns the node of a missing argument, which is unknown.
func missing(at source.Span) ir.Node { return &ir.Bad{Meta: ir.Meta{Span: at}} }

// readOne reads an argument that may be any expression.
func readOne(r *reader, c *callSite) ([]ir.Node, any) {
	return []ir.Node{r.expression(c.arg, c.at)}, nil
}

// readTwo reads the delimiter and the other argument of fn::join and fn::split.
func readTwo(r *reader, c *callSite) ([]ir.Node, any) {
	if c.arg.Kind != yamltree.Sequence || len(c.arg.Items) != 2 {
		name := c.name.Value
		r.fail(c.arg.Span, diag.Code(strings.TrimPrefix(name, functionPrefix)+"-shape"),
			"the argument to "+name+" must be a two-valued list",
			"%s takes a list of two elements: a delimiter and %s", name,
			map[bool]string{true: "a list of strings", false: "a string"}[name == fnJoin.Name])
		r.discard(c.arg)
		// Errors inside the argument are reported, but its references are not evaluated.
		return []ir.Node{missing(c.arg.Span), missing(c.arg.Span)}, nil
	}
	return []ir.Node{r.expression(c.arg.Items[0], r.element(c.at, 0)),
		r.expression(c.arg.Items[1], r.element(c.at, 1))}, nil
}

// readConcat reads a list of arrays. Anything else is reported, but still evaluated.
func readConcat(r *reader, c *callSite) ([]ir.Node, any) {
	if c.arg.Kind != yamltree.Sequence {
		r.fail(c.arg.Span, "concat-shape", "the argument to fn::concat must be an array of arrays",
			"fn::concat takes a literal list of arrays; its elements may be references")
	}
	return readOne(r, c)
}

// readSecret reads a string literal, or the ciphertext into which Pulumi Cloud encrypted one.
func readSecret(r *reader, c *callSite) ([]ir.Node, any) {
	// A call in the argument is a mapping, too, but its result would not be a literal.
	if c.arg.Kind == yamltree.Mapping && r.functionOf(c.arg) == nil {
		entries := r.entries(c.arg)
		if len(entries) == 1 && entries[0].key == "ciphertext" {
			if text, ok := r.literal(entries[0].value); ok {
				return nil, &encrypted{text: text, why: "the encrypted " + string(c.outer.owner.path()),
					at: entries[0].value.Span}
			}
		}
	} else if text, ok := r.literal(c.arg); ok {
		return []ir.Node{&ir.Lit{Meta: ir.Meta{Span: c.arg.Span}, Value: value.String(text)}}, nil
	} else {
		r.discardUnscanned(c.arg)
	}
	// Anything else is an error, and evaluates to a secret empty string (6).
	r.fail(c.arg.Span, "secret-literal", "secret values must be string literals",
		"a secret must be a string literal without references")
	return []ir.Node{&ir.Lit{Meta: ir.Meta{Span: c.arg.Span}, Value: value.String("")}}, nil
}

// discardUnscanned discards an expression, unless it is a scalar, which the caller has scanned.
func (r *reader) discardUnscanned(n *yamltree.Node) {
	if n.Kind != yamltree.Scalar {
		r.discard(n)
	}
}

// readValidate reads a schema and a value.
func readValidate(r *reader, c *callSite) ([]ir.Node, any) {
	args := []ir.Node{missing(c.arg.Span), missing(c.arg.Span)}
	fields, ok := r.argument(c, "schema", "value")
	if !ok {
		r.fail(c.arg.Span, "validate-shape",
			"the argument to fn::validate must be an object containing 'schema' and 'value'",
			"fn::validate takes a mapping with the keys schema and value")
		return args, nil
	}
	for i, key := range []string{"schema", "value"} {
		if n := fields[key]; n != nil {
			args[i] = r.expression(n, r.child(c.at, key))
			continue
		}
		r.fail(c.arg.Span, "validate-missing", "missing required property '"+key+"'",
			"fn::validate needs the key %s", key)
	}
	// The schema of schemas is the same for every call. It is passed as the data of the call, so
	// that its absence tells fnValidate that the argument is malformed.
	if r.b.schemas == nil {
		r.b.schemas = schemaOfSchemas()
	}
	return args, r.b.schemas
}

// argument returns the entries of a call's argument by key. If a key is repeated, the last entry
// wins. Unknown keys are ignored. It returns false if the argument is not an object.
func (r *reader) argument(c *callSite, known ...string) (map[string]*yamltree.Node, bool) {
	if c.arg.Kind != yamltree.Mapping || r.functionOf(c.arg) != nil {
		r.discard(c.arg)
		return nil, false
	}
	fields := map[string]*yamltree.Node{}
	for _, entry := range r.entries(c.arg) {
		// A replaced value is not evaluated, but errors in it are reported.
		if old := fields[entry.key]; old != nil {
			r.discard(old)
		}
		if !contains(known, entry.key) {
			r.discard(entry.value)
			r.hintIgnored(c, entry, known)
			continue
		}
		fields[entry.key] = entry.value
	}
	return fields, true
}

// hintIgnored reports that a function ignores a key.
func (r *reader) hintIgnored(c *callSite, entry objectEntry, known []string) {
	p := diag.Infof(entry.node.Span, "hint-ignored-key", "%s ignores the key %q%s", c.name.Value, entry.key,
		orKeys(entry.key, known))
	r.e.load = append(r.e.load, withChange(p, entry.node, entry.key, known))
}
