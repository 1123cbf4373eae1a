package pulumi

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A checker infers the types of expressions and reports accesses and assignments that cannot work (9). Rejected
// expressions are not evaluated, so each error is reported only once. An unknown type is any, which fits
// everywhere: without schemas, little is rejected.
type checker struct {
	b       *binder
	schemas map[string]*schemaPackage
	types   map[*ir.Cell]*typ // types of cells without an expression
	// defaults are the defaults of inputs that have a supplied value; they still determine the type.
	defaults map[*ir.Cell]ir.Node
	cells    []*typ // types of all other cells, by ID; busyType while one is being inferred
	// rejections are the expressions that have been reported.
	rejections map[ir.Node]bool
	// untyped are the references in defaults to supplied entries, whose types the original does not know yet.
	untyped  map[*ir.Ref]bool
	seen     []*typ // types of nodes, by ID
	typs     ir.Slab[typ]
	props    ir.Slab[prop]
	elements ir.Slab[*typ]
	depth    int // how deeply inferences of cells are nested
	ahead    ir.Prefetch
}

func newChecker(b *binder) *checker {
	c := &checker{b: b, schemas: map[string]*schemaPackage{}, types: map[*ir.Cell]*typ{},
		defaults: map[*ir.Cell]ir.Node{}, rejections: map[ir.Node]bool{}, untyped: map[*ir.Ref]bool{}}
	c.ahead = ir.Prefetch{Needs: eachReferredCell, Ready: c.inferCell, State: c.prefetchState}
	return c
}

// rejected reports whether an access was rejected.
func (c *checker) rejected(r *ir.Ref) bool { return r != nil && c.rejections[r] }

// rejectedNode reports whether an expression was rejected.
func (c *checker) rejectedNode(n ir.Node) bool { return c.rejections[n] }

// check infers the type of every cell and checks resources against their schemas. This includes
// components that are only checked, since errors in them count, too (5).
func (b *binder) check() {
	c := b.checker
	b.program.Number()
	c.seen, c.cells = make([]*typ, b.program.Nodes()+1), make([]*typ, len(b.program.Cells))
	for _, cell := range b.program.Cells {
		c.cell(cell)
	}
	for _, s := range append(b.checkedOnly, b.sections) {
		for _, r := range s.decls {
			c.resource(r)
		}
	}
	for _, call := range b.invokes {
		c.invoke(call)
	}
}

// reject reports an error and marks the expression, so that evaluation treats it as failed and
// does not report the same error again.
func (c *checker) reject(n ir.Node, p diag.Problem) {
	c.rejections[n] = true
	c.b.report(p)
}

// cell returns the type of a cell. In a cycle, it returns any: evaluation reports the cycle.
func (c *checker) cell(cell *ir.Cell) *typ {
	if t := c.known(cell); t == busyType {
		return anyType
	} else if t != nil {
		return t
	}
	if cell.Expr == nil {
		return anyType
	}
	// From this depth on, the cells that this one needs are inferred first, without recursion.
	if c.depth >= deepest {
		c.ahead.Run(cell)
	}
	c.inferCell(cell)
	return c.known(cell)
}

// known returns the type inferred so far for a cell, or nil.
func (c *checker) known(cell *ir.Cell) *typ {
	if int(cell.ID) < len(c.cells) && c.cells[cell.ID] != nil {
		return c.cells[cell.ID]
	}
	return c.types[cell]
}

// busyType marks a cell whose type is being inferred.
var busyType = &typ{}

// deepest is the depth of nested inferences from which the checker infers the cells that the next one needs in
// advance, so that a long chain of references does not mean deep recursion.
const deepest = 100

// inferCell infers the type of a cell.
func (c *checker) inferCell(cell *ir.Cell) {
	c.cells[cell.ID] = busyType
	c.depth++
	n := cell.Expr
	if d := c.defaults[cell]; d != nil {
		n = d
	}
	c.cells[cell.ID] = c.node(n)
	c.depth--
}

// eachReferredCell calls need for each cell that c refers to.
func eachReferredCell(c *ir.Cell, need func(*ir.Cell)) {
	ir.Walk(c.Expr, func(n ir.Node) {
		if r, ok := n.(*ir.Ref); ok && r.Cell != nil {
			need(r.Cell)
		}
	})
}

// prefetchState reports to the prefetch whether the type of a cell is known, is being inferred, or has
// yet to be inferred.
func (c *checker) prefetchState(cell *ir.Cell) ir.PrefetchState {
	switch t := c.known(cell); {
	case t == busyType:
		return ir.Open
	case t != nil || cell.Expr == nil:
		return ir.Done
	}
	return ir.Pending
}

// node returns the type of an expression. It checks each reference, interpolation and call only
// once, so that their errors are not repeated.
func (c *checker) node(n ir.Node) *typ {
	if n == nil {
		return anyType
	}
	if lit, ok := n.(*ir.Lit); ok {
		if _, isNull := lit.Value.(value.Null); isNull {
			return c.invalid()
		}
		return typeOfData(value.Value{Data: lit.Value})
	}
	// Lists and objects have no ID. They are inferred again, which reports nothing new, as only the
	// nodes inside them can be rejected.
	id := n.Info().ID
	if t := c.seen[id]; t != nil && id > 0 {
		return t
	}
	t := c.infer(n)
	if t.weight() > largestType {
		t = anyType
	}
	c.seen[id] = t
	return t
}

// infer computes the type of a node that is not cached. Broken nodes are any, since their errors
// have been reported.
func (c *checker) infer(n ir.Node) *typ {
	switch n := n.(type) {
	case *ir.List:
		types := c.elements.Slice(len(n.Items))
		for _, item := range n.Items {
			types = append(types, c.node(item))
		}
		return c.listOf(union(types))
	case *ir.Object:
		return c.object(n)
	case *ir.Interp:
		c.interp(n)
		return stringType
	case *ir.Ref:
		return c.ref(n)
	case *ir.Call:
		return c.call(n)
	}
	return anyType
}

// listOf returns the type of a list, allocated in chunks like the checker's other types.
func (c *checker) listOf(element *typ) *typ {
	t := c.typs.New()
	t.kind, t.element, t.size = listKind, element, element.weight()+1
	return t
}

// interp checks the calls inside an interpolation. Its accesses are not rejected here: they
// are reported at evaluation (4.5).
func (c *checker) interp(n *ir.Interp) {
	for _, p := range n.Parts {
		if _, isRef := p.(*ir.Ref); !isRef {
			c.node(p)
		}
	}
}

// object returns the type of a mapping. Equal keys are separate properties: messages print all of them, and the
// last one wins. A mapping with computed keys has no type.
func (c *checker) object(n *ir.Object) *typ {
	t := c.typs.New()
	t.kind, t.props = objectKind, c.props.Slice(len(n.Fields))
	computed := false
	for _, f := range n.Fields {
		if f.KeyExpr != nil {
			c.node(f.KeyExpr)
			computed = true
		}
		inner := c.node(f.Value)
		t.add(prop{name: f.Key, typ: inner})
	}
	if computed {
		return c.invalid()
	}
	return t
}

// invalid returns a new type like invalidType. Each null gets its own type, so messages list all of them.
func (c *checker) invalid() *typ {
	t := c.typs.New()
	*t = *invalidType
	return t
}

// ref follows a reference's path through the types. It rejects the reference at the first step that
// the type does not allow.
func (c *checker) ref(r *ir.Ref) *typ {
	if r.Cell == nil {
		return anyType
	}
	t := c.cell(r.Cell)
	if c.untyped[r] {
		t = c.invalid()
	}
	for i, s := range r.Path {
		next, p := c.step(t, s, access{r.Name, r.Path[:i]})
		// The id and urn of a resource are strings even without a schema (9).
		if i == 0 && p == nil && hasText(r.Cell, s) {
			next = stringType
		}
		if p != nil {
			c.reject(r, *p)
			return c.invalid()
		}
		t = next
	}
	return t
}

// An access is the part of a reference before one of its steps, for messages.
type access struct {
	name string
	path []ir.Step
}

// String returns the access as written.
func (a access) String() string {
	text := a.name
	for _, s := range a.path {
		text += stepText(s)
	}
	return text
}

// stepText returns a step as written: .a, ["a"] or [0].
func stepText(s ir.Step) string {
	switch {
	case !s.IsKey:
		return "[" + strconv.Itoa(s.Index) + "]"
	case isSubscript(s):
		return "[" + strconv.Quote(s.Key) + "]"
	}
	return "." + s.Key
}

// isSubscript reports whether a step is written in brackets.
func isSubscript(s ir.Step) bool { return strings.HasPrefix(s.Span.Text(), "[") }

// step returns the type of t after one step, or the problem if t does not allow the step. soFar is
// the access that leads to t, which the messages quote.
func (c *checker) step(t *typ, s ir.Step, soFar access) (*typ, *diag.Problem) {
	switch {
	// A part of a value without a type has no type either. A property shares invalidType with its object, but an
	// element gets a new one, which messages list separately.
	case t.kind == anyKind && t.token != "" && !s.IsKey:
		return c.invalid(), nil
	case t.kind == anyKind:
		return t, nil
	case t.kind == unionKind:
		return c.unionStep(t, s, soFar)
	case s.IsKey:
		return c.keyStep(t, s, soFar)
	case t.kind == listKind:
		return t.element, nil
	}
	text := soFar.String()
	reference := "Cannot index into '" + text + "' (type " + t.String() + ")"
	message := text + " is " + described(t) + ": only lists have elements"
	if t.kind == mapKind {
		reference = "Cannot index via number into '" + text + "' (type " + t.String() + ")"
		message = text + " is a mapping: read it by key, as in [\"key\"]"
	}
	return nil, accessProblem(s.Span, message, reference)
}

// keyStep is like step, for a key. On objects, `${m["k"]}` is allowed like `${m.k}`, although the original
// rejects it (0.c). On resources, only names are allowed.
func (c *checker) keyStep(t *typ, s ir.Step, soFar access) (*typ, *diag.Problem) {
	switch t.kind {
	case mapKind:
		return t.element, nil
	case objectKind, resourceKind:
		if t.kind == resourceKind && isSubscript(s) {
			break
		}
		if p := t.prop(s.Key); p != nil {
			return p, nil
		}
		text := soFar.String()
		p := diag.Errorf(s.Span, "unknown-property", "%s has no property %s%s", text, s.Key, existingProps(s.Key, t)).
			WithReference("%s does not exist on %s", s.Key, text)
		// The outputs of another stack are properties of the output `outputs` (3).
		if t == stackReferenceSchema.outputs {
			p.Message += "; outputs of the stack are read as ${" + text + ".outputs." + s.Key + "}"
		}
		if near := diag.Nearest(s.Key, t.propNames()); near != "" && !isSubscript(s) {
			p = p.WithFix("Change to "+near, s.Span, near)
		}
		return nil, &p
	}
	text := soFar.String()
	if t.kind == resourceKind {
		return nil, accessProblem(s.Span, text+" is a resource: its outputs are read with a dot, as in ${"+text+"."+
			s.Key+"}", "Cannot index into '"+text+"' (type "+t.String()+")")
	}
	if isSubscript(s) {
		reference := "Cannot index into '" + text + "' (type " + t.String() + ")"
		if t.kind == listKind {
			reference = "Cannot index via string into '" + text + "' (type " + t.String() + ")"
		}
		return nil, accessProblem(s.Span, text+" is "+described(t)+": it has no keys", reference)
	}
	return nil, accessProblem(s.Span, text+" is "+described(t)+": it has no properties",
		"cannot access a property on '"+text+"' (type "+t.String()+")")
}

// unionStep is like step, for a union. It allows a step that every member of the union allows.
func (c *checker) unionStep(t *typ, s ir.Step, soFar access) (*typ, *diag.Problem) {
	var types []*typ
	for _, m := range t.alternatives() {
		next, p := c.step(m, s, soFar)
		if p != nil {
			verb, text := "access", soFar.String()
			if !s.IsKey || isSubscript(s) {
				verb = "index"
			}
			return nil, accessProblem(s.Span, text+" could be of a type that does not allow this: it is "+described(t),
				"Cannot "+verb+" into "+text+" of type "+t.String())
		}
		types = append(types, next)
	}
	return union(types), nil
}

// accessProblem returns the problem of an access that a type does not allow. reference is the original's message.
func accessProblem(at source.Span, message, reference string) *diag.Problem {
	p := diag.Errorf(at, "access-kind", "%s", message).WithReference("%s", reference)
	return &p
}

// described returns a type in words, for our messages: "a list (List<string>)".
func described(t *typ) string {
	switch t.kind {
	case listKind:
		return "a list (" + t.String() + ")"
	case objectKind, mapKind:
		return "a mapping (" + t.String() + ")"
	case unionKind:
		return "one of several types (" + t.String() + ")"
	case resourceKind:
		return "a resource"
	case integerKind, assetKind, archiveKind:
		return "an " + t.String()
	}
	return "a " + t.String()
}

// existingProps suggests the property that was probably meant, or lists those that exist.
func existingProps(name string, t *typ) string {
	if len(t.props) == 0 {
		return "; it has no properties"
	}
	sorted := diag.ByDistance(name, t.propNames())
	if near := diag.Nearest(name, sorted); near != "" {
		return diag.Suggestion(near) + " It has " + existing(sorted)
	}
	return "; it has " + existing(sorted)
}

// call checks the arguments of a function and returns the type of its result. Constants, resources
// and invokes are calls, too; they are distinguished by their Data.
func (c *checker) call(n *ir.Call) *typ {
	for _, arg := range n.Args {
		c.node(arg)
	}
	if given, ok := n.Data.(value.Value); ok {
		return typeOfData(given)
	}
	if r, ok := n.Data.(*resource); ok {
		return r.staticType()
	}
	if call, ok := n.Data.(*invoke); ok {
		return c.invokeType(call)
	}
	t := traitsOf(n.Fn)
	for i, want := range t.takes {
		c.argument(n.Args[i], want)
	}
	switch {
	case t.typeOf != nil:
		return t.typeOf(c, n)
	case t.typ != nil:
		return t.typ
	}
	// The original has no type for the results of the other functions, such as fn::sha1 and fn::toBase64, so
	// nothing that accepts them is rejected (9).
	return c.invalid()
}

// typeOfElement returns the element type of the list that is the second argument.
func typeOfElement(c *checker, n *ir.Call) *typ {
	if t := c.node(n.Args[1]); t.kind == listKind {
		return t.element
	}
	return anyType
}

// typeOfArgument returns the type of the argument.
func typeOfArgument(c *checker, n *ir.Call) *typ { return c.node(n.Args[0]) }

// argument checks an argument against the type that its function accepts.
func (c *checker) argument(n ir.Node, want *typ) {
	c.expect(n, want, want.String())
}

// expect rejects an expression that does not fit a type, and reports it at the whole expression. name is the type
// as the original's message prints it.
func (c *checker) expect(n ir.Node, want *typ, name string) {
	from := c.node(n)
	why := assign(want, from, 0)
	if why == nil {
		return
	}
	c.reject(n, diag.Errorf(n.Info().Span, "type-mismatch", "this must be %s, not %s", described(want),
		described(from)).
		WithReference("%s is not assignable from %s", name, from))
}
