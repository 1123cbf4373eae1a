package pulumi

import (
	"cmp"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// resourceFields are the keys of a resource (3). Others are an error, unlike most unknown keys.
var resourceFields = []string{"type", "name", "defaultProvider", "properties", "options", "get"}

// A resource is a declared resource with the results of its evaluation.
type resource struct {
	b    *binder
	name string // the logical name
	// engineName is the name in its URN: the value of the key `name`, or else the logical name.
	engineName string
	token      string
	typeNode   *yamltree.Node
	key, node  *yamltree.Node
	// fields are its known keys, which are matched without regard to case.
	fields record
	cell   *ir.Cell
	schema *schemaResource // nil without a package schema

	// These expressions are nil if their keys are missing.
	props     ir.Node
	getID     ir.Node
	getState  ir.Node
	options   []option
	isDefault bool      // the resource has defaultProvider: true
	implicit  *resource // the default provider of its package, if the resource uses that

	// The fields up to providers are set during evaluation.

	// typeChain contains the types of its parents and its own, joined by $, as in a URN.
	typeChain string
	inputs    value.Value
	resolved  []value.Field // evaluated options
	// mocked are the outputs that inputs.yaml supplies; nil without a mock.
	mocked    *value.Object
	id        value.Value
	unknownID value.Value // the id while it is unknown; kept by forget, because it contains only the name
	// providers are its providers by package, which its children inherit.
	providers map[string]*resource
	// secretOut contains the names in additionalSecretOutputs.
	secretOut     map[string]bool
	isCheckedOnly bool // the resource is in a component that is only checked
	// isMistyped records that its properties do not fit its schema, which has been reported.
	isMistyped bool
	recorded   value.Value // see record
	// nameText and typeText are its logical name and its token as values, which every evaluation needs. typeText is set
	// when it is first needed.
	nameText, typeText value.Value
	// isRegistered records that it is in run.registered.
	isRegistered bool
}

// pkg returns the package of its type: aws for aws:s3:Bucket.
func (r *resource) pkg() string { return packageOf(r.token) }

// providerOf returns the package that a provider resource is for, or "" if r is not a provider.
func (r *resource) providerOf() string {
	pkg, _ := strings.CutPrefix(r.token, "pulumi:providers:")
	if pkg == r.token {
		return ""
	}
	return pkg
}

// stackReferenceType is the type of resources that have the outputs of another stack.
const stackReferenceType = "pulumi:pulumi:StackReference"

func (r *resource) isStackReference() bool { return r.token == stackReferenceType }

// declareResources adds a cell for each resource.
func (b *binder) declareResources(e entry) {
	if !b.isMapping(e.value, "resources") {
		return
	}
	for _, p := range e.value.Pairs {
		if p.Key.Kind != yamltree.Scalar {
			continue
		}
		c := b.addCell("resource", p.Key.Value, p.Key, p.Span())
		r := b.slabs.resources.New()
		r.b, r.name, r.key, r.node, r.cell, r.isCheckedOnly = b, p.Key.Value, p.Key, p.Value, c, b.isCheckedOnly
		r.nameText = value.Str(r.name)
		c.Data = r
		b.decls = append(b.decls, r)
	}
}

// bindResources binds all resources once every name is declared, since any may refer to any other.
func (b *binder) bindResources() {
	for _, r := range b.decls {
		b.bindResource(r)
	}
}

// bindResource binds a resource even if its type is wrong: its properties are still evaluated, so
// that errors in them are reported, and everything that needs the resource fails silently.
func (b *binder) bindResource(r *resource) {
	// The path is for messages, which name keys from the top of the program.
	path := "resources." + r.name
	r.engineName = r.name
	if r.node.Kind != yamltree.Mapping {
		b.isMapping(r.node, path)
		r.cell.Expr = &ir.Bad{Meta: ir.Meta{Span: r.node.Span}}
		return
	}
	r.fields = b.fields(r.node, resourceFields, func(p yamltree.Pair) { b.unknownResourceKey(r, p.Key, path) })
	if e := r.fields.get("name"); e.present() {
		if name := b.literalString(e, "name"); name != "" {
			r.engineName = name
		}
	}
	// In a component, the instance's name is part of the names of its resources.
	if b.component != "" {
		r.engineName = b.inputs.component.instance + "-" + r.engineName
	}
	ok := b.bindType(r)
	b.bindDefaultProvider(r)
	b.bindProperties(r)
	b.bindOptions(r, r.fields.get("options"))
	r.cell.Detail = r.token
	if !ok {
		r.cell.Expr = &ir.Call{Meta: ir.Meta{Span: r.node.Span}, Fn: brokenResource, Args: r.args(), Data: r}
		return
	}
	call := b.slabs.Calls.New()
	call.Span, call.Fn, call.Args, call.NameAt, call.Data = r.node.Span, resourceFn, r.args(), r.key.Span, r
	r.cell.Expr = call
}

// args lists the expressions of a resource in evaluation order (7).
func (r *resource) args() []ir.Node {
	args := append(r.b.slabs.Children.Slice(3+len(r.options)), r.props, r.getID, r.getState)
	for _, o := range r.options {
		args = append(args, o.nodes()...)
	}
	return args
}

// missingType reports a resource without a type, or with an empty one.
func (b *binder) missingType(r *resource) {
	b.report(diag.Errorf(r.node.Span, "missing-type",
		"the resource %s needs a type, for example `type: aws:s3:Bucket`", r.name).
		WithReference("Required field 'type' is missing on resource %q", r.name))
}

// bindType reads and resolves the type token. It returns false if it has reported an error.
func (b *binder) bindType(r *resource) bool {
	e, ok := r.fields.find("type")
	if !ok {
		b.missingType(r)
		return false
	}
	r.typeNode = e.value
	// Expressions in a type have been reported. An empty type is treated like a missing one.
	text := b.literalString(e, "type")
	if text == "" {
		if e.value.Kind == yamltree.Scalar && e.value.Value == "" {
			b.missingType(r)
		}
		return false
	}
	// In the docker package, the option version decides which types exist.
	token, schema, problem := b.resolveType(text, r.fields.get("options"))
	r.token, r.schema = token, schema
	if problem != nil {
		problem.Span = e.value.Span
		if problem.Reference != "" {
			problem.Reference = "error resolving type of resource " + r.name + ": " + problem.Reference
		}
		b.report(*problem)
		return false
	}
	return true
}

// unknownResourceKey reports a key that resources do not have: as a warning and, except for condition and
// metadata, which the original tolerates, also as an error.
func (b *binder) unknownResourceKey(r *resource, key *yamltree.Node, path string) {
	b.unknownField(key, path, resourceFields)
	if l := lower(key.Value); l == "condition" || l == "metadata" {
		return
	}
	// The original's message names the resolved type, even if the key comes before the type.
	token := ""
	for _, p := range r.node.Pairs {
		if strings.EqualFold(p.Key.Value, "type") {
			token, _, _ = b.resolveType(p.Value.Value, r.fields.get("options"))
		}
	}
	p := diag.Errorf(key.Span, "unknown-resource-key", "a resource has no key %s%s", key.Value,
		b.whereKeyBelongs(key.Value)).
		WithReference("Resource %s has invalid key '%s'", token, key.Value)
	// The name of an option belongs under options, so a fix that changes it to a similar key would be wrong.
	if !containsFold(optionNames, key.Value) {
		p = p.WithNearest(key.Span, key.Value, resourceFields)
	}
	b.report(p)
}

// whereKeyBelongs suggests the part of a resource where a key belongs.
func (b *binder) whereKeyBelongs(key string) string {
	if containsFold(optionNames, key) {
		return "; it belongs under options"
	}
	// A similar key of the resource is more likely than a similar option.
	if near := diag.Nearest(key, resourceFields); near != "" {
		return diag.Suggestion(near)
	}
	if near := diag.Nearest(key, optionNames); near != "" {
		return "; did you mean \"" + near + "\" under options?"
	}
	return "; if it is an input of the resource, it belongs under properties"
}

// bindDefaultProvider reads `defaultProvider`, which only provider resources may have.
func (b *binder) bindDefaultProvider(r *resource) {
	e, ok := r.fields.find("defaultProvider")
	if !ok || !e.present() {
		return
	}
	on := b.literalBool(e, "defaultProvider")
	if r.providerOf() == "" {
		b.report(diag.Errorf(e.value.Span, "default-provider",
			"only a provider (pulumi:providers:...) can be a default provider, but %s is a %s", r.name, r.token).
			WithReference("cannot set defaultProvider on non-provider resource"))
		return
	}
	r.isDefault = on
}

// resourceFn registers a resource: it evaluates its inputs and options, and returns the
// resource as a value.
var resourceFn = &ir.Func{
	Name: "resource",
	Doc:  "A resource: its value is the resource itself, whose outputs can be read.",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value { return c.Data.(*resource).register(f, c) },
}

// brokenResource replaces a resource that cannot be registered, or an invoke of a function that does not exist;
// its arguments are still evaluated.
var brokenResource = &ir.Func{
	Name: "resource",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		if r, ok := c.Data.(*resource); ok {
			r.evaluateParts(f)
			return value.Failure("error")
		}
		for _, arg := range c.Args {
			if arg != nil {
				f.Force(arg)
			}
		}
		return value.Failure("error")
	},
}

// register evaluates all parts of a resource before it decides whether the resource is created, so that an error
// in one part does not hide those in others.
func (r *resource) register(f ir.Frame, c *ir.Call) value.Value {
	b := r.b
	ok := r.evaluateParts(f)
	r.provide(f)
	r.identify(f)
	// If a resource is left out, so is everything that depends on it, without another report.
	if !ok || b.needsLeftOut(r.cell) {
		r.leaveOut()
		return value.Failure("error")
	}
	if r.engineName == "" {
		r.leaveOut()
		return f.Fail(diag.Errorf(r.key.Span, "resource-failed", "a resource needs a name").
			WithReference("resource name argument (for URN creation) cannot be empty"))
	}
	// The resources of a component that is only checked are not registered.
	if !r.isCheckedOnly && !r.isRegistered {
		r.isRegistered = true
		b.run.registered = append(b.run.registered, r)
	}
	if failed := r.mocks(f); failed.Data != nil {
		return failed
	}
	// The value refers to the resource itself; a step into it reads an output.
	v := value.Value{Data: &value.Tagged{Tag: "$resource", Body: r.nameText, Handle: r}, Origin: c.Span}
	if r.mocked != nil {
		v = v.With(value.Mocked)
	}
	return v
}

// evaluateParts evaluates the properties, `get` and the options. It returns false if the resource is to be left out.
func (r *resource) evaluateParts(f ir.Frame) bool {
	ok := r.evaluateInputs(f)
	if r.schema != nil {
		r.inputs = r.schema.complete(r.inputs)
	}
	r.evaluateGet(f)
	// An imported resource exists already, so its id is known. An id in `get` wins.
	if id := r.literalText("import"); id != "" && r.id.Data == nil {
		r.id = value.Str(id)
	}
	for i := range r.options {
		r.evaluateOption(f, &r.options[i])
	}
	return ok
}

// noFields is an object without fields, for the many resources that have no inputs or options.
var noFields = value.ObjectOf()

// evaluateInputs forces the properties and drops nulls in mappings at any depth, but not in lists (7). It returns
// false if the resource is to be left out.
func (r *resource) evaluateInputs(f ir.Frame) bool {
	r.inputs = noFields
	if r.props == nil {
		return true
	}
	v := f.Force(r.props)
	switch {
	case v.IsFailed():
		return v.Object() != nil
	case v.IsUnknown():
		r.inputs = v
		return true
	// The type checker has reported why the properties do not fit.
	case r.b.checker.rejectedNode(r.props):
		return false
	case v.Object() == nil:
		p := diag.Warnf(r.props.Info().Span, "properties-shape",
			"properties must be a mapping, not %s; the resource is omitted, with everything that depends on it",
			aKind(v))
		// The original prints the whole value, which would reveal any secret in it.
		if !v.HasSecret() {
			p = p.WithReference("properties must be a plain object value was %s", goText(v))
		}
		f.Report(p)
		return false
	}
	r.inputs = dropNulls(v)
	return true
}

// leaveOut records that a resource is left out.
func (r *resource) leaveOut() {
	// Most programs leave nothing out, so the map is made only when it is needed.
	if r.b.leftOut == nil {
		r.b.leftOut = map[*ir.Cell]bool{}
	}
	r.b.leftOut[r.cell] = true
	r.b.run.leftOut++
}

// needsLeftOut reports whether a cell needs something that was left out. All its dependencies must have been
// evaluated.
func (b *binder) needsLeftOut(c *ir.Cell) (found bool) {
	if b.leftOut == nil {
		return false
	}
	ir.Walk(c.Expr, func(n ir.Node) {
		// A name that does not exist, or that comes from outside, cannot be left out.
		ref, ok := n.(*ir.Ref)
		if !ok || ref.Cell == nil || ref.Cell.Expr == nil || found {
			return
		}
		out, known := b.leftOut[ref.Cell]
		if _, isResource := ref.Cell.Data.(*resource); !known && !isResource {
			b.leftOut[ref.Cell] = false // guards against cycles
			out = b.needsLeftOut(ref.Cell)
			b.leftOut[ref.Cell] = out
		}
		found = out
	})
	return found
}

// dropNulls removes keys whose value is null, at any depth. In lists, nulls stay, since removing one would shift
// the elements after it.
func dropNulls(v value.Value) value.Value {
	if !containsNull(v) {
		return v
	}
	switch d := v.Data.(type) {
	case *value.Object:
		fields := make([]value.Field, 0, len(d.Fields))
		for _, f := range d.Fields {
			if !f.Value.IsNull() {
				f.Value = dropNulls(f.Value)
				fields = append(fields, f)
			}
		}
		v.Data = value.NewObject(fields)
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = dropNulls(c)
		}
		v.Data = value.NewList(items)
	}
	return v
}

// containsNull reports whether dropNulls would remove anything from v.
func containsNull(v value.Value) bool {
	switch d := v.Data.(type) {
	case *value.Object:
		for i := range d.Fields {
			if f := &d.Fields[i].Value; f.IsNull() || containsNull(*f) {
				return true
			}
		}
	case *value.List:
		for i := range d.Items {
			if containsNull(d.Items[i]) {
				return true
			}
		}
	}
	return false
}

// evaluateGet forces get.id, which must be a string or unknown, and get.state.
func (r *resource) evaluateGet(f ir.Frame) {
	if r.getID != nil {
		r.id = f.Force(r.getID)
		if _, ok := r.id.Text(); !ok && !r.id.IsUnknown() && !r.b.checker.rejectedNode(r.getID) {
			r.id = f.Fail(diag.Errorf(r.getID.Info().Span, "get-id", "get.id must be a string, not %s", aKind(r.id)).
				WithReference("%s must be a string, instead got type %s", nodeText(r.getID), goType(r.id)))
		}
	}
	if r.getState == nil {
		return
	}
	state := f.Force(r.getState)
	// A resource that is read, with an id and without properties, is registered with its state as inputs.
	if r.getID != nil && r.props == nil && state.Object() != nil {
		r.inputs = dropNulls(state)
	}
}

// nodeText returns an expression as the original's messages print it: a literal by its value.
func nodeText(n ir.Node) string {
	if lit, ok := n.(*ir.Lit); ok && lit.Value != (value.Null{}) {
		return goText(value.Value{Data: lit.Value})
	}
	return cmp.Or(n.Info().Span.Text(), "null")
}

// bytesOfStep is how many bytes of URN one step of the budget pays for.
const bytesOfStep = 16

// identify sets typeChain. Long chains of parents are charged to the budget.
func (r *resource) identify(f ir.Frame) {
	r.typeChain = r.token
	if r.b.component != "" {
		r.typeChain = r.b.project.name + ":index:" + r.b.component + "$" + r.token
	}
	for _, o := range r.options {
		if o.spec.name == "parent" && o.resource != nil && o.resource.typeChain != "" &&
			f.Spend(len(o.resource.typeChain)/bytesOfStep) {
			r.typeChain = o.resource.typeChain + "$" + r.token
		}
	}
}

// urn returns the URN, which includes the types of all parents:
// urn:pulumi:dev::web::a:index:Parent$a:index:Child::name (12). Before identify, it is "".
func (r *resource) urn() string {
	if r.typeChain == "" {
		return ""
	}
	return "urn:pulumi:" + r.b.inputs.stack + "::" + r.b.projectName() + "::" + r.typeChain + "::" + r.engineName
}

// mocks applies the resource's mock from inputs.yaml. It returns a failure if the mock is an error, and the zero
// value otherwise. An id in the mock wins over those of get and import (3).
func (r *resource) mocks(f ir.Frame) value.Value {
	// A StackReference has no mock under resources: its outputs come from the stack's mock, under stacks.
	in := r.b.inputs
	if r.isStackReference() {
		return r.stackOutputs(f)
	}
	m, ok := in.resources.Get(r.name)
	o := m.Object()
	if !ok || o == nil {
		return value.Value{}
	}
	if e, ok := o.Get("error"); ok {
		text, _ := e.Text()
		return f.Fail(diag.Errorf(r.key.Span, "resource-failed", "the resource %s fails, as set in inputs.yaml: %s",
			r.name, diag.Supplied(text)).
			WithReference("waiting for RPCs: %s", diag.Supplied(text)).WithNote(e.Origin, "the error is supplied here"))
	}
	r.mocked = value.NewObject(nil)
	// A mock without outputs still makes the resource's own id and inputs known.
	if outputs, ok := o.Get("outputs"); ok && outputs.Object() != nil {
		r.mocked = mock(outputs).Object()
	}
	if id, ok := o.Get("id"); ok {
		r.id = mock(id)
		if _, isNumber := r.id.Data.(value.Number); isNumber {
			r.id.Data = value.String(goText(r.id)) // IDs are strings
		}
	}
	return value.Value{}
}

// stackOutputs reads the outputs of the stack that a StackReference names. As with mocks, the result is the zero
// value unless it is a failure.
func (r *resource) stackOutputs(f ir.Frame) value.Value {
	// Without a property `name`, the logical name is the stack's name.
	name := value.Str(r.name)
	if v, ok := r.inputs.Object().Get("name"); ok {
		name = v
	} else {
		r.inputs = value.ObjectOf(append(r.inputs.Object().Fields, value.Field{Key: "name", Value: name})...)
	}
	r.id = name
	// The engine reads the stack before the program runs, so an output cannot name it.
	if r.namesOutput() {
		return f.Fail(diag.Errorf(r.props.Info().Span, "stack-name",
			"the name of a stack must be known before anything runs: it cannot be a secret or an output").
			WithReference("'name' property must be a string, instead got type string"))
	}
	if name.IsUnknown() {
		return value.Value{}
	}
	text, ok := name.Text()
	// The type checker has already reported a name of another type.
	if !ok && r.isMistyped {
		return value.Failure("error")
	}
	if !ok {
		return f.Fail(diag.Errorf(r.props.Info().Span, "stack-name",
			"the name of a stack must be a string, not %s", aKind(name)).
			WithReference("'name' property must be a string, instead got type string"))
	}
	// The outputs of the stack are a single output of the resource, named outputs.
	outputs, failed := r.b.stack(f, text, r.key.Span)
	if failed.Data != nil {
		return failed
	}
	r.mocked = value.NewObject([]value.Field{{Key: "outputs", Value: outputs}})
	return value.Value{}
}

// namesOutput reports whether the name of a StackReference is computed from an output.
func (r *resource) namesOutput() bool {
	if o, ok := r.props.(*ir.Object); ok {
		for _, field := range o.Fields {
			if field.Key == "name" && r.b.isOutput(field.Value) {
				return true
			}
		}
	}
	return false
}

// stack returns the outputs of a stack from inputs.yaml, or unknown if they are missing. If the mock is an error,
// failed is set instead.
func (b *binder) stack(f ir.Frame, name string, at source.Span) (outputs, failed value.Value) {
	m, ok := b.inputs.stacks.Get(name)
	if !ok || m.Object() == nil {
		return value.NotKnown(name + ".outputs"), value.Value{}
	}
	if e, ok := m.Object().Get("error"); ok {
		text, _ := e.Text()
		return value.Value{}, f.Fail(diag.Errorf(at, "stack-failed",
			"the stack %s cannot be read, as set in inputs.yaml: %s", name, diag.Supplied(text)).
			WithReference("waiting for RPCs: %s", diag.Supplied(text)))
	}
	// A stack that is supplied without outputs is known to have none.
	out, ok := m.Object().Get("outputs")
	if !ok || out.Object() == nil {
		return value.ObjectOf().With(value.Mocked), value.Value{}
	}
	return mock(out), value.Value{}
}

// output reads an output of a resource (4.4, contract).
func (b *binder) output(f ir.Frame, r *resource, s ir.Step) value.Value {
	if !s.IsKey {
		return f.Fail(diag.Errorf(s.Span, "access-kind",
			"a resource's outputs are read by name, as in ${%s.id}", r.name).
			WithReference("cannot access an object property using an integer index"))
	}
	v := r.outputValue(s.Key)
	// The option additionalSecretOutputs and the schema can make an output secret even if its value is not.
	if r.secretOut[s.Key] || r.schema != nil && r.schema.secretOutputs[s.Key] {
		v = v.With(value.Secret)
	}
	return v
}

// outputValue returns an output from the mock, or else the input of the same name. Any other output is unknown in
// a preview and null in an update, as with the original's mocks.
func (r *resource) outputValue(key string) value.Value {
	switch key {
	case "urn":
		return value.Str(r.urn())
	case "id":
		if r.id.Data != nil {
			return r.id
		}
		if r.b.inputs.update {
			return value.Str(r.engineName + "_id")
		}
		if r.unknownID.Data == nil {
			r.unknownID = value.NotKnown(r.name + ".id")
		}
		return r.unknownID
	}
	if r.mocked != nil {
		if v, ok := r.mocked.Get(key); ok {
			return v
		}
	}
	if r.isStackReference() && r.schema.outputs.prop(key) == nil {
		return value.Nothing() // a stack reference that was read has no other outputs
	}
	if o := r.inputs.Object(); o != nil {
		if v, ok := o.Get(key); ok {
			return v
		}
		// If the inputs are unknown as a whole, so is every output, for the same reason.
	} else if r.inputs.IsUnknown() {
		return r.inputs
	}
	if r.b.inputs.update {
		return value.Nothing()
	}
	return value.NotKnown(r.name + "." + key)
}

// asResource returns the resource that a value represents, or nil.
func asResource(v value.Value) *resource {
	if t, ok := v.Data.(*value.Tagged); ok {
		r, _ := t.Handle.(*resource)
		return r
	}
	return nil
}
