package pulumi

import (
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/pulumi/std"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// staticType returns the type of a resource's outputs: any without a schema.
func (r *resource) staticType() *typ {
	if r.schema != nil {
		return r.schema.outputs
	}
	return anyType
}

// hasText reports whether a step from a cell reads the id or urn of a resource, which are strings
// in every resource, with or without a schema (9).
func hasText(c *ir.Cell, s ir.Step) bool {
	_, isResource := c.Data.(*resource)
	return isResource && s.IsKey && (s.Key == "id" || s.Key == "urn")
}

// resource checks the properties of a resource against its schema, and get.id, which must be a
// string (3).
func (c *checker) resource(r *resource) {
	if r.getID != nil {
		if _, isText := r.getID.(*ir.Interp); !isText {
			c.expect(r.getID, stringType, "string")
		}
	}
	c.options(r)
	switch {
	case r.props != nil:
		c.properties(r, r.props)
	// Required properties are missing, so an empty mapping is checked to report them.
	case r.schema != nil && r.getID == nil:
		c.properties(r, &ir.Object{Meta: ir.Meta{Span: r.typeNode.Span}})
	}
}

// aliasesType and envVarsType are the types of the options aliases and envVarMappings.
var (
	aliasesType = listOf(aliasType())
	envVarsType = mapOf(stringType)
)

// aliasType returns the type of an alias in the original's checker: a URN, or a record that may name its parent.
func aliasType() *typ {
	record := &typ{kind: objectKind}
	parent := union([]*typ{{kind: resourceKind, token: "pulumi:pulumi:Any"}, stringType})
	record.add(prop{name: "name", typ: stringType})
	record.add(prop{name: "noParent", typ: booleanType})
	record.add(prop{name: "parent", typ: parent})
	for _, name := range []string{"project", "stack", "type", "urn"} {
		record.add(prop{name: name, typ: stringType})
	}
	return union([]*typ{stringType, record})
}

// options checks the options that the original checks before evaluation. The others are checked
// when they are evaluated.
func (c *checker) options(r *resource) {
	for _, o := range r.options {
		switch o.spec.name {
		case "aliases":
			c.argument(o.node, aliasesType)
		case "envVarMappings":
			c.argument(o.node, envVarsType)
		}
	}
}

// properties checks a mapping against the inputs of a type. It checks only mappings whose keys are known, and
// rejects values that can never be mappings; all others are checked at evaluation.
func (c *checker) properties(r *resource, props ir.Node) {
	from := c.node(props)
	if o, ok := props.(*ir.Object); ok && from.kind == anyKind {
		from = c.object(o) // node returns any for a very large object, but properties can check the object
	}
	switch from.kind {
	case anyKind, mapKind, unionKind, resourceKind:
		return
	case objectKind:
	default:
		if r.typeNode != nil {
			c.reject(props, diag.Errorf(writtenAt(props), "type-mismatch", "properties must be a mapping, not %s",
				described(from)).
				WithReference("%s is not assignable from %s", r.token, from))
		}
		return
	}
	if r.schema == nil {
		return
	}
	why := assign(r.schema.inputs, from, 0)
	// A type alone does not show whether a literal is one of the allowed values.
	if why == nil {
		why = c.enums(r.schema.inputs, props)
	}
	if why == nil {
		return
	}
	span, deepest := blame(props, why)
	// The original has a separate message for a single unknown property (9).
	reference := r.schema.token + " is not assignable from " + from.String()
	if deepest.unknown != "" {
		reference = deepest.unknown
	}
	r.isMistyped = true
	c.b.report(diag.Errorf(span, "type-mismatch", "%s", mismatchMessage(r.schema.token, deepest.message)).
		WithReference("%s", reference))
}

// writtenAt returns the position of an expression. For a reference, it includes the quotes, since
// the whole scalar is to blame.
func writtenAt(n ir.Node) source.Span {
	span := n.Info().Span
	if _, isRef := n.(*ir.Ref); !isRef || span.File() == nil {
		return span
	}
	text, start, end := span.File().Text, span.Start(), span.End()
	if start > 0 && end < len(text) && text[start-1] == text[end] && (text[end] == '"' || text[end] == '\'') {
		return span.File().Span(start-1, end+1)
	}
	return span
}

// blame returns the deepest single cause and its position. If there are several causes, it returns the one that
// lists them all. n is the expression that does not fit; where it is an object literal, the position moves to the
// field that is to blame.
func blame(n ir.Node, why *cause) (source.Span, *cause) {
	span := n.Info().Span
	for {
		if field := fieldOf(n, why); field != nil {
			n = field.Value
			span = writtenAt(n)
			// An unknown property is reported at its key, one with a wrong value at the value.
			if len(why.inner) == 0 {
				span = field.KeyAt
			}
		}
		if len(why.inner) != 1 {
			break
		}
		why = why.inner[0]
	}
	if len(why.inner) == 0 {
		return span, why
	}
	// A message that lists everything would be too long to read.
	const most = 8
	var all []string
	for i, inner := range why.inner {
		if i == most && len(why.inner) > most+1 {
			all = append(all, "and "+itoa(len(why.inner)-most)+" more")
			break
		}
		_, deepest := blame(n, inner)
		all = append(all, deepest.message)
	}
	return span, &cause{message: strings.Join(all, "; ")}
}

// fieldOf returns the field of an object literal that is to blame, or nil if there is none. The
// last of equal keys wins.
func fieldOf(n ir.Node, why *cause) *ir.Field {
	o, ok := n.(*ir.Object)
	if !ok || !why.hasKey {
		return nil
	}
	for i := len(o.Fields) - 1; i >= 0; i-- {
		if f := &o.Fields[i]; f.KeyExpr == nil && f.Key == why.key {
			return f
		}
	}
	return nil
}

// mismatchMessage returns our message about properties that do not match a type.
func mismatchMessage(token, why string) string {
	return "these properties do not match " + token + ": " + why
}

// enums checks literal values against enumerations, in mappings at any depth. Values that are only
// known later are not checked.
func (c *checker) enums(want *typ, n ir.Node) *cause {
	switch n := n.(type) {
	case *ir.Object:
		for _, f := range n.Fields {
			next := want.prop(f.Key)
			if want.kind == mapKind {
				next = want.element
			}
			if next == nil {
				continue
			}
			if why := c.enums(next, f.Value); why != nil {
				return &cause{inner: []*cause{why}, key: f.Key, hasKey: true}
			}
		}
	case *ir.Lit:
		if len(want.allowed) == 0 {
			return nil
		}
		var names []string
		for _, e := range want.allowed {
			if value.JSON(e.value, value.GoJSON) == value.JSON(value.Of(n.Value), value.GoJSON) {
				return nil
			}
			text := value.JSON(e.value, value.GoJSON)
			if e.name != "" {
				text = e.name + " (" + text + ")"
			}
			names = append(names, text)
		}
		return &cause{message: "Allowed values are " + strings.Join(names, ", ")}
	}
	return nil
}

// invoke warns about arguments that a function does not have, and checks `return`. Types of arguments and
// required ones are not checked, as in the original (9). Functions of std check all arguments themselves.
func (c *checker) invoke(call *invoke) {
	if o, ok := call.args.(*ir.Object); ok {
		if inputs := call.inputType(); inputs != nil {
			for _, f := range o.Fields {
				if f.KeyExpr == nil && inputs.prop(f.Key) == nil && packageOf(call.token) != "std" {
					c.b.report(diag.Warnf(f.KeyAt, "unknown-argument", "%s has no argument %s%s", call.given, f.Key,
						existingProps(f.Key, inputs)).
						WithReference("%s does not exist on Invoke %s", f.Key, call.token).
						WithNearest(f.KeyAt, f.Key, inputs.propNames()))
				}
			}
		}
	}
	out := call.outputType()
	if call.ret != "" && call.schema != nil && call.schema.scalar {
		call.rejected = true
		c.b.report(diag.Errorf(call.retAt.Span, "missing-return",
			"%s returns %s, not a mapping, so nothing can be returned by name", call.given, described(out)).
			WithReference("fn::invoke has a non-object return value"))
		return
	}
	if out == nil || call.ret == "" || out.kind != objectKind {
		return
	}
	for _, p := range out.props {
		// Case matters only at evaluation (4.7).
		if strings.EqualFold(p.name, call.ret) {
			return
		}
	}
	call.rejected = true
	c.b.report(diag.Errorf(call.retAt.Span, "missing-return", "the result of %s has no property %s%s", call.given,
		call.ret, existingProps(call.ret, out)).
		WithReference("%s does not exist on %s", call.ret, call.given))
}

// inputType returns the type of a function's arguments, or nil if it is unknown.
func (call *invoke) inputType() *typ {
	if call.schema != nil {
		return call.schema.inputs
	}
	return nil
}

// outputType returns the type of a function's result, or nil if it is unknown.
func (call *invoke) outputType() *typ {
	if call.schema != nil {
		return call.schema.output
	}
	if packageOf(call.token) == "std" {
		if fn := std.Lookup(stdName(call.token)); fn != nil {
			return &typ{kind: objectKind, props: []prop{{name: "result", typ: stdType(fn.Result)}}}
		}
	}
	return nil
}

// invokeType returns the type of an invoke as an expression: the type of the property that `return`
// names, or else of the whole result, which messages print by its properties.
func (c *checker) invokeType(call *invoke) *typ {
	out := call.outputType()
	if out == nil {
		return anyType
	}
	if call.ret == "" {
		return &typ{kind: out.kind, props: out.props, element: out.element, members: out.members,
			repeated: out.repeated}
	}
	for _, p := range out.props {
		if strings.EqualFold(p.name, call.ret) {
			return p.typ
		}
	}
	return anyType
}

// stdType returns the static type for the type of a parameter or result in std.
func stdType(word string) *typ {
	if elem, ok := strings.CutPrefix(word, std.ListOf); ok {
		return listOf(stdType(elem))
	}
	if elem, ok := strings.CutPrefix(word, std.MapOf); ok {
		return mapOf(stdType(elem))
	}
	switch word {
	case "number":
		return numberType
	case "integer":
		return integerType
	case "string":
		return stringType
	case "boolean":
		return booleanType
	}
	return anyType
}
