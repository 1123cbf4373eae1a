package pulumi

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// An optionSpec describes how an option of a resource or of an invoke is read and checked.
type optionSpec struct {
	name string
	// literal is "string", "boolean" or "strings" for options that take no expressions.
	literal string
	// explicit marks options whose references are dependencies, not uses of a value.
	explicit bool
	// late marks options whose names the original looks up at evaluation (7). In the original, their references
	// are not dependencies; here they are.
	late bool
	// evaluate returns the option for the result document, with resources replaced by their names; the zero value
	// leaves it out. It is nil for literal options. r is nil for options of invokes.
	evaluate func(f ir.Frame, r *resource, o *option) value.Value
}

// optionSpecs are the 20 options of (3), in evaluation order (7).
var optionSpecs []optionSpec

// optionNames are the names of all options, for keys and suggestions.
var optionNames []string

func init() {
	optionSpecs = []optionSpec{
		{name: "dependsOn", explicit: true, evaluate: evalResources},
		{name: "parent", explicit: true, evaluate: evalResource},
		{name: "provider", explicit: true, evaluate: evalProvider},
		{name: "providers", explicit: true, evaluate: evalProviders},
		{name: "aliases", evaluate: evalAliases},
		{name: "additionalSecretOutputs", literal: "strings"},
		{name: "customTimeouts", late: true, evaluate: evalTimeouts},
		{name: "deleteBeforeReplace", literal: "boolean"},
		{name: "ignoreChanges", literal: "strings"},
		{name: "import", literal: "string"},
		{name: "protect", late: true, evaluate: evalProtect},
		{name: "version", literal: "string"},
		{name: "pluginDownloadURL", literal: "string"},
		{name: "replaceOnChanges", literal: "strings"},
		{name: "retainOnDelete", literal: "boolean"},
		{name: "replaceWith", late: true, explicit: true, evaluate: evalResources},
		{name: "deletedWith", late: true, explicit: true, evaluate: evalResource},
		{name: "hideDiffs", literal: "strings"},
		{name: "replacementTrigger", late: true,
			evaluate: func(f ir.Frame, r *resource, o *option) value.Value { return f.Force(o.node) }},
		{name: "envVarMappings", late: true, evaluate: evalEnvVars},
	}
	for _, s := range optionSpecs {
		optionNames = append(optionNames, s.name)
	}
}

// names returns the noun for the option's value in our messages.
func (s *optionSpec) names() string {
	switch s.name {
	case "dependsOn", "replaceWith", "providers":
		return "resources"
	}
	return "a resource"
}

// An option is an option as written, and the resource it names, if any, once it is evaluated. It
// has either a node or a literal.
type option struct {
	b        *binder
	spec     *optionSpec
	entry    entry
	node     ir.Node
	literal  value.Value
	resource *resource
	// providers are the providers listed by the option providers, by package.
	providers map[string]*resource
}

// nodes returns the expressions of the option, for the graph.
func (o option) nodes() []ir.Node {
	if o.node == nil {
		return nil
	}
	return []ir.Node{o.node}
}

// option returns the option with this name, or nil if it is missing.
func (r *resource) option(name string) *option {
	for i := range r.options {
		if r.options[i].spec.name == name {
			return &r.options[i]
		}
	}
	return nil
}

// literalText returns the string of a literal option, or "" if it is missing.
func (r *resource) literalText(name string) string {
	if o := r.option(name); o != nil {
		s, _ := o.literal.Text()
		return s
	}
	return ""
}

// bindOptions reads the options of a resource. An unknown option is reported twice, as a field and as an option,
// as in the original (9).
func (b *binder) bindOptions(r *resource, e entry) {
	if !b.isMapping(e.value, "options") {
		return
	}
	fields := b.fields(e.value, optionNames, func(p yamltree.Pair) {
		b.unknownField(p.Key, "options", optionNames)
		b.report(diag.Errorf(p.Key.Span, "unknown-option", "resources have no option %s%s", p.Key.Value,
			strings.Replace(suggestion(p.Key.Value, diag.ByDistance(p.Key.Value, optionNames)), "; it has",
				"; they have", 1)).
			WithReference("%s does not exist on resource options", p.Key.Value).
			WithNearest(p.Key.Span, p.Key.Value, optionNames))
	})
	for i := range optionSpecs {
		spec := &optionSpecs[i]
		e, ok := fields.find(spec.name)
		if !ok || !e.present() {
			continue
		}
		o := option{b: b, spec: spec, entry: e}
		if spec.literal != "" {
			o.literal = b.literalOption(spec, e)
		} else if spec.name == "customTimeouts" {
			o.node = b.timeouts(e)
		} else {
			o.node = b.expr(e.value, scope{late: spec.late})
			if spec.explicit {
				markExplicit(o.node)
			}
		}
		r.options = append(r.options, o)
	}
	// checkVersion also completes the literal of the version: 1.2 becomes 1.2.0.
	b.checkVersion(r)
	// Outputs with these names are secret, whatever the schema says.
	r.secretOut = map[string]bool{}
	if o := r.option("additionalSecretOutputs"); o != nil && o.literal.List() != nil {
		for _, item := range o.literal.List().Items {
			name, _ := item.Text()
			r.secretOut[name] = true
		}
	}
}

// markExplicit marks the references in an option such as dependsOn, which name a resource rather than use its
// value.
func markExplicit(n ir.Node) {
	ir.Walk(n, func(n ir.Node) {
		if r, ok := n.(*ir.Ref); ok {
			r.Explicit = true
		}
	})
}

// literalOption reads an option that takes no expressions. It returns the zero value, which leaves
// the option out, if it is wrong or empty.
func (b *binder) literalOption(spec *optionSpec, e entry) value.Value {
	switch spec.literal {
	case "boolean":
		if e.value.Kind == yamltree.Scalar && e.value.Resolve(yamltree.YAMLv3).Kind == yamltree.Bool {
			return value.Flag(e.value.Resolve(yamltree.YAMLv3).Text == "true").At(e.value.Span)
		}
		b.literalBool(e, spec.name)
	case "string":
		if s := b.literalString(e, spec.name); s != "" {
			return value.Str(s).At(e.value.Span)
		}
	default:
		if e.value.Kind != yamltree.Sequence {
			b.report(diag.Errorf(e.value.Span, "literal-list", "%s must be a list of strings", spec.name).
				WithReference("%s must be a list", spec.name))
			return value.Value{}
		}
		var items []value.Value
		for i, n := range e.value.Items {
			if s := b.literalString(entry{e.key, n}, spec.name+"["+itoa(i)+"]"); s != "" {
				items = append(items, value.Str(s).At(n.Span))
			}
		}
		return value.ListOf(items...).At(e.value.Span)
	}
	return value.Value{}
}

// timeoutFields are the fields of customTimeouts.
var timeoutFields = []string{"create", "update", "delete", "read"}

// timeouts binds customTimeouts. Its fields have fixed names, so it is a record, not an expression.
func (b *binder) timeouts(e entry) ir.Node {
	fields := b.record(e.value, "customTimeouts", timeoutFields)
	o := &ir.Object{Meta: ir.Meta{Span: e.value.Span}}
	for _, name := range timeoutFields {
		if e, ok := fields.find(name); ok {
			o.Fields = append(o.Fields,
				ir.Field{Key: name, KeyAt: e.key.Span, Value: b.expr(e.value, scope{late: true})})
		}
	}
	return o
}

// evaluateOption evaluates an option and records its value for the result document. An option that the type
// checker has rejected is left out.
func (r *resource) evaluateOption(f ir.Frame, o *option) {
	v := o.literal
	if o.node != nil && r.b.checker.rejectedNode(o.node) {
		return
	}
	if o.spec.evaluate != nil {
		v = o.spec.evaluate(f, r, o)
	}
	if v.Data != nil {
		r.resolved = append(r.resolved, value.Field{Key: o.spec.name, Value: v, KeyAt: o.entry.key.Span})
	}
}

// problem returns a problem at the whole value of the option.
func (o *option) problem(code diag.Code, reference, format string, args ...any) diag.Problem {
	return diag.Errorf(o.entry.value.Span, code, format, args...).WithReference("%s", reference)
}

// reportAt reports an error in a part of the option's value at that part's position.
func (o *option) reportAt(f ir.Frame, v value.Value, code diag.Code, reference, format string, args ...any) {
	p := o.problem(code, reference, format, args...)
	if !v.Origin.IsZero() {
		p.Span = v.Origin
	}
	f.Report(p)
}

// evalResource reads an option that names one resource: parent or deletedWith.
func evalResource(f ir.Frame, r *resource, o *option) value.Value {
	v := f.Force(o.node)
	if res, ok := o.single(f, v); ok {
		o.resource = res
	} else if !v.IsFailed() {
		return value.Value{}
	}
	return named(v)
}

// single returns the resource that an option names, and reports anything else. Failed values
// are ignored.
func (o *option) single(f ir.Frame, v value.Value) (*resource, bool) {
	if !v.IsFailed() && o.b.isOutput(o.node) {
		f.Report(o.problem("option-resource", diag.Constant("resource cannot be an output"),
			"%s takes a resource, as in ${name}, not one of its outputs", o.spec.name))
		return nil, false
	}
	return o.element(f, v)
}

// element checks one value of the option. Problems are reported at the option, as in the
// original, with a note at the value.
func (o *option) element(f ir.Frame, v value.Value) (*resource, bool) {
	if v.IsFailed() {
		return nil, false
	}
	if res := asResource(v); res != nil {
		return res, true
	}
	p := o.problem("option-resource", "expected resource, got "+goType(v), "%s takes %s, as in ${name}, not %s",
		o.spec.name, o.spec.names(), aKind(v))
	if v.Origin != o.entry.value.Span && !v.Origin.IsZero() {
		p = p.WithNote(v.Origin, "this is %s", aKind(v))
	}
	f.Report(p)
	return nil, false
}

// isOutputList reports whether a list of resources is computed from an output, and adds a problem
// if it is.
func (o *option) isOutputList(f ir.Frame) bool {
	if !o.b.isOutput(o.node) {
		return false
	}
	f.Report(o.problem("option-resource",
		diag.Constant("resource option "+o.spec.name+" value must be a list of resource, not an output"),
		"%s takes a list of resources, as in [${name}], not of their outputs", o.spec.name))
	return true
}

// named replaces resources with their logical names, as in the options of the result document.
func named(v value.Value) value.Value {
	if res := asResource(v); res != nil {
		return value.Str(res.name).At(v.Origin)
	}
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = named(c)
		}
		v.Data = value.NewList(items)
	case *value.Object:
		fields := make([]value.Field, len(d.Fields))
		for i, f := range d.Fields {
			f.Value = named(f.Value)
			fields[i] = f
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// evalResources reads an option that must be a list of resources, even for a single one: dependsOn
// or replaceWith (3).
func evalResources(f ir.Frame, r *resource, o *option) value.Value {
	v := f.Force(o.node)
	if v.IsFailed() {
		return v
	}
	if o.isOutputList(f) {
		return value.Value{}
	}
	l := v.List()
	if l == nil {
		p := o.problem("option-resource",
			diag.Constant("resource option "+o.spec.name+" value must be a list of resources"),
			"%s must be a list of resources, even for one: write [${name}]", o.spec.name)
		if _, isRef := o.node.(*ir.Ref); isRef {
			text := o.node.Info().Span.Text()
			p = p.WithFix("Make it a list", o.node.Info().Span, "["+text+"]")
		}
		f.Report(p)
		return value.Value{}
	}
	var items []value.Value
	for _, item := range l.Items {
		if _, ok := o.element(f, item); ok || item.IsFailed() {
			items = append(items, named(item))
		}
	}
	return value.ListOf(items...).At(v.Origin)
}

// evalProvider reads the option provider, which names one provider resource.
func evalProvider(f ir.Frame, r *resource, o *option) value.Value {
	v := f.Force(o.node)
	if res, ok := o.single(f, v); ok {
		if !o.isProvider(f, res, "Provider") {
			return value.Value{}
		}
		o.resource = res
	} else if !v.IsFailed() {
		return value.Value{}
	}
	return named(v)
}

// isProvider reports whether a resource named as a provider is one, and adds a problem if not. The
// original prints a Go struct in place of the resource's name (3).
func (o *option) isProvider(f ir.Frame, res *resource, word string) bool {
	if res.providerOf() != "" {
		return true
	}
	f.Report(o.problem("option-provider", "resource passed as "+word+" was not a provider resource '"+res.name+"'",
		"%s takes a provider (a resource of a type pulumi:providers:...), but %s is a %s", o.spec.name, res.name,
		res.token))
	return false
}

// evalProviders accepts a list of providers or a mapping from package to provider (0.e), and returns the mapping.
func evalProviders(f ir.Frame, r *resource, o *option) value.Value {
	v := f.Force(o.node)
	if v.IsFailed() || o.isOutputList(f) {
		return value.Value{}
	}
	var fields []value.Field
	o.providers = map[string]*resource{}
	switch d := v.Data.(type) {
	case *value.Object:
		if len(d.Fields) == 0 { // rejected as in the original, which rejects every mapping
			return o.reportNoProviders(f)
		}
		for _, field := range d.Fields {
			if res, ok := o.element(f, field.Value); ok && o.isProvider(f, res, "provider") {
				o.providers[res.providerOf()] = res
				fields = append(fields, value.Field{Key: field.Key, Value: named(field.Value)})
			}
		}
	case *value.List:
		for _, item := range d.Items {
			if res, ok := o.element(f, item); ok && o.isProvider(f, res, "provider") {
				o.providers[res.providerOf()] = res
				fields = append(fields, value.Field{Key: res.providerOf(), Value: value.Str(res.name)})
			}
		}
	default:
		return o.reportNoProviders(f)
	}
	return value.ObjectOf(value.Distinct(fields)...).At(v.Origin)
}

// reportNoProviders reports a value that is neither a list nor a mapping with providers.
func (o *option) reportNoProviders(f ir.Frame) value.Value {
	f.Report(o.problem("option-resource", diag.Constant("resource option providers value must be a list of resources"),
		"providers is a mapping from package to provider, or a list of providers"))
	return value.Value{}
}

// evalProtect reads the option protect. It must be true or false when the resource is registered,
// so an output is rejected even if its value is known (3).
func evalProtect(f ir.Frame, r *resource, o *option) value.Value {
	v := f.Force(o.node)
	switch {
	case v.IsFailed():
		f.Report(o.problem("option-protect", "couldn't evaluate the 'protect' resource option",
			"the value of protect could not be evaluated"))
		return value.Value{}
	case o.b.isOutput(o.node):
		f.Report(o.problem("option-protect", diag.Constant("protect must be not be an output"),
			"protect must be known before deployment, but this is an output or a secret"))
		return value.Value{}
	}
	if _, ok := v.Data.(value.Bool); ok {
		return v
	}
	f.Report(o.problem("option-protect", diag.Constant("protect must be a boolean value"),
		"protect must be true or false, not %s", aKind(v)))
	return value.Value{}
}

// evalTimeouts checks that the fields of customTimeouts are strings, as in 5m. It does not check their content.
func evalTimeouts(f ir.Frame, r *resource, o *option) value.Value {
	v := f.Force(o.node)
	object := v.Object()
	if object == nil {
		return v
	}
	for i, field := range object.Fields {
		if _, ok := field.Value.Text(); !ok && !field.Value.IsUnknown() {
			p := o.problem("option-timeout",
				"customTimeouts."+field.Key+" must be a string, got "+originalKind(field.Value),
				"a timeout must be a string like 5m or 1h30m, not %s", aKind(field.Value))
			// The literal has the same fields as the value, in the same order: see timeouts.
			if lit, isObject := o.node.(*ir.Object); isObject {
				p.Span = lit.Fields[i].Value.Info().Span
			}
			f.Report(p)
		}
	}
	return v
}

// evalEnvVars checks envVarMappings, a mapping of strings (3).
func evalEnvVars(f ir.Frame, r *resource, o *option) value.Value {
	v := f.Force(o.node)
	if v.IsFailed() {
		return value.Value{}
	}
	object := v.Object()
	if object == nil {
		if !v.IsUnknown() {
			f.Report(o.problem("option-env", diag.Constant("envVarMappings must be an object with string values"),
				"envVarMappings must be a mapping from names to names, not %s", aKind(v)))
		}
		return value.Value{}
	}
	for _, field := range object.Fields {
		if _, ok := field.Value.Text(); !ok && !field.Value.IsUnknown() {
			f.Report(o.problem("option-env", "envVarMappings value for key "+strconv.Quote(field.Key)+
				" must be a string",
				"envVarMappings maps names to names, but the value of %s is %s", field.Key, aKind(field.Value)))
		}
	}
	return v
}
