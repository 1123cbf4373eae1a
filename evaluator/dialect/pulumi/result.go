package pulumi

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// requiredVersion is the function of the cell that bindSettings adds. A range that the version does
// not satisfy is an error, but evaluation continues (1).
var requiredVersion = &ir.Func{
	Name: "requiredVersion",
	Doc:  "The versions of Pulumi that can run this program.",
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		if _, ok := args[0].Text(); !ok {
			return f.Fail(diag.Errorf(c.Span, "required-version",
				"requiredVersion must be a string such as \">=3.0.0\", not %s", aKind(args[0])).
				WithReference("version range must evaluate to a string"))
		}
		text, _ := args[0].Text()
		if p := versionMismatch(c.Span, text); p != nil {
			f.Report(*p)
		}
		return args[0]
	},
}

// pulumiCell returns the cell of the built-in variable, creating it on first use (4.8), so that the graph shows
// it only if it is used.
func (b *binder) pulumiCell() *ir.Cell {
	if b.pulumi == nil {
		in := b.inputs
		b.pulumi = b.program.Add(&ir.Cell{Name: "pulumi", Label: "pulumi", Kind: "builtin"})
		v := value.ObjectOf(
			value.Field{Key: "cwd", Value: value.Str(in.cwd)},
			value.Field{Key: "organization", Value: value.Str(in.organization)},
			value.Field{Key: "project", Value: value.Str(b.projectName())},
			value.Field{Key: "rootDirectory", Value: value.Str(in.root)},
			value.Field{Key: "stack", Value: value.Str(in.stack)},
		)
		b.pulumi.Expr = constant(v)
		t := typeOfData(v)
		t.token = "pulumi:builtin:pulumi"
		b.checker.types[b.pulumi] = t
	}
	return b.pulumi
}

// finish writes the result document (12). If entries in a section have the same name, the last one
// wins, at the position of the first.
func (b *binder) finish(r bind.Results) bind.Outcome {
	b.results = r
	config := make([]value.Field, 0, len(b.config))
	for _, c := range b.config {
		config = append(config, field(c, shown(r.Value(c))))
	}
	variables := make([]value.Field, 0, len(b.vars))
	for _, c := range b.vars {
		variables = append(variables, field(c, shown(r.Value(c))))
	}
	resources := make([]value.Field, 0, len(b.run.registered)+len(b.run.stacks))
	order := make([]value.Value, 0, len(b.run.registered))
	for _, res := range b.run.registered {
		resources = append(resources, value.Field{Key: res.name, Value: res.record(), KeyAt: res.key.Span})
		order = append(order, res.nameText.At(res.key.Span))
	}
	// A stack read by fn::stackReference is registered like a resource, but has no declaration.
	for _, stack := range b.run.stacks {
		resources = append(resources, value.Field{Key: stack, Value: stackRecord(stack)})
	}
	outputs := make([]value.Field, 0, len(b.outputs))
	for _, c := range b.outputs {
		outputs = append(outputs, field(c, shown(r.Value(c))))
	}
	out := bind.Outcome{Value: value.ObjectOf(
		value.Field{Key: "config", Value: value.ObjectOf(value.Distinct(config)...)},
		value.Field{Key: "variables", Value: value.ObjectOf(value.Distinct(variables)...)},
		value.Field{Key: "resources", Value: value.ObjectOf(value.Distinct(resources)...)},
		value.Field{Key: "order", Value: value.ListOf(order...)},
		value.Field{Key: "invokes", Value: value.ListOf(b.run.calls...)},
		value.Field{Key: "outputs", Value: value.ObjectOf(value.Distinct(outputs)...)},
	)}
	out.Unknowns, out.Further, out.Form = b.ownerUnknowns(), b.unknowns, b.form(r)
	b.environments(&out)
	b.partlyUnknown(r, &out)
	return out
}

// partlyUnknown adds a hint to outputs that contain an unknown value: a preview of the original
// prints the whole output as unknown (0.k). An update gets no hint.
func (b *binder) partlyUnknown(r bind.Results, out *bind.Outcome) {
	for _, c := range b.outputs {
		if v := r.Value(c); !b.inputs.update && !v.IsUnknown() && unsettled(v) {
			out.Problems = append(out.Problems, diag.Infof(c.NameAt, "hint-output-unknown",
				"a preview prints this output as unknown, because a part of it is"))
		}
	}
}

// field returns the entry of a cell in a section of the result.
func field(c *ir.Cell, v value.Value) value.Field {
	return value.Field{Key: c.Label, Value: v, KeyAt: c.NameAt}
}

// shown returns a value for the result document, or null if there is none.
func shown(v value.Value) value.Value {
	if v.Data == nil {
		return value.Nothing()
	}
	return v
}

// record returns the resource as it appears in the result document (12).
func (r *resource) record() value.Value {
	if r.recorded.Data == nil {
		r.recorded = r.newRecord()
	}
	return r.recorded
}

func (r *resource) newRecord() value.Value {
	if r.typeText.Data == nil {
		r.typeText = value.Str(r.token).At(r.typeNode.Span)
	}
	name, options := r.nameText, noFields
	if r.engineName != r.name {
		name = value.Str(r.engineName)
	}
	if len(r.resolved) > 0 {
		options = value.ObjectOf(r.resolved...)
	}
	return value.ObjectOf(
		value.Field{Key: "type", Value: r.typeText},
		value.Field{Key: "name", Value: name},
		value.Field{Key: "inputs", Value: r.inputs},
		value.Field{Key: "options", Value: options},
	)
}

// complete adds constants of the schema to the inputs and marks secret ones. If the properties as a
// whole are unknown, it sets every input of the type (3). Failed inputs stay as they are.
func (s *schemaResource) complete(inputs value.Value) value.Value {
	o := inputs.Object()
	if o == nil && (!inputs.IsUnknown() || inputs.IsFailed()) {
		return inputs
	}
	var fields []value.Field
	if o != nil {
		fields = append(fields, o.Fields...)
	} else {
		for _, p := range s.inputs.props {
			fields = append(fields, value.Field{Key: p.name, Value: value.NotKnown(value.Why(inputs)).
				With(inputs.Marks)})
		}
		o = value.NewObject(fields)
	}
	for i := range fields {
		if s.secretInputs[fields[i].Key] {
			fields[i].Value = fields[i].Value.With(value.Secret)
		}
	}
	for _, c := range s.constants {
		if _, ok := o.Get(c.Key); !ok {
			fields = append(fields, c)
		}
	}
	inputs.Data = value.NewObject(fields)
	return inputs
}

// stackRecord returns the record of a stack read by fn::stackReference.
func stackRecord(stack string) value.Value {
	return value.ObjectOf(
		value.Field{Key: "type", Value: value.Str(stackReferenceType)},
		value.Field{Key: "name", Value: value.Str(stack)},
		value.Field{Key: "inputs", Value: value.ObjectOf(value.Field{Key: "name", Value: value.Str(stack)})},
		value.Field{Key: "options", Value: value.ObjectOf()},
	)
}

// Members returns the outputs of a resource that completion offers: those of the schema, the mock and the inputs,
// and those that every resource has.
func (*assist) Members(c *ir.Cell, path string) []value.Field {
	r, ok := c.Data.(*resource)
	if !ok || path != "" {
		return nil
	}
	names := []string{"id", "urn"}
	if r.schema != nil {
		names = append(names, r.schema.outputs.propNames()...)
	}
	if r.mocked != nil {
		names = append(names, r.mocked.Keys()...)
	}
	for _, f := range bind.VisibleFields(r.inputs) {
		names = append(names, f.Key)
	}
	var fields []value.Field
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			fields = append(fields, value.Field{Key: name, Value: r.outputValue(name)})
		}
	}
	return fields
}
