package hot

import (
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A kind is what is known of a type of resource.
type kind struct {
	class    string       // its name in the text of a cycle
	takesAll bool         // every property and policy, as OS::Heat::None
	schema   []property   // nil takes every property
	policies []property   // of update_policy
	local    bool         // one of the types that need no cloud
	nested   bool         // a template
	members  bool         // a group or chain, whose attributes are lists of its members'
	reads    []string     // properties that a type without a declaration reads when it checks itself
	declared *declaration // of types that need a cloud; nil when nothing is known of them
	// check holds the properties of a resource against what the type wants.
	check func(f ir.Frame, r *resource, properties value.Value)
	// attribute gives an attribute, or a piece of it.
	attribute func(r *run, res *resource, v value.Value, name string, path []value.Value) value.Value
	// attributes gives all attributes as a map.
	attributes func(r *run, res *resource, v value.Value) value.Value
	named      []string // attributes that it always has
	// reference gives the id by which others refer to it; false when only a cloud knows.
	reference func(r *run, res *resource) (value.Value, bool)
}

// checked reports whether the type says what its policies may be. OS::Heat::None takes all.
func (k *kind) checked() bool {
	return k.nested || k.local && !k.takesAll || k.declared != nil && !k.declared.anything && !k.declared.lax
}

// localKinds returns the kinds of the types that need no cloud. They are made by a function
// because what they check makes further resources, and so needs this table.
func localKinds() map[string]*kind {
	kinds := map[string]*kind{"OS::Heat::None": noneKind(), "OS::Heat::Value": valueKind(), "OS::Heat::RandomString": randomKind(),
		"OS::Heat::TestResource": testKind(), "OS::Heat::ResourceGroup": groupKind(), "OS::Heat::ResourceChain": chainKind()}
	for name, k := range kinds {
		k.class, _ = types.Class(name)
		k.local = true
	}
	return kinds
}

// kindOf returns the kind that the type of a resource comes down to.
func (b *binder) kindOf(r *resource) *kind {
	switch t := r.target; {
	case t.file != nil:
		return b.nested
	case t.absent != "":
		return &kind{class: "TemplateResource", attribute: cloudAttribute, attributes: cloudAttributes, reference: noReference}
	case b.kinds[t.typ] != nil:
		return b.kinds[t.typ]
	case t.typ == "":
		return b.cloud(r.typ, r.typeAt)
	default:
		return b.cloud(t.typ, r.typeAt)
	}
}

func noReference(*run, *resource) (value.Value, bool) { return value.Value{}, false }

// supplied returns the attributes that inputs.yaml supplies for a resource.
func (r *resource) supplied() *value.Object {
	if v, ok := r.stack.b.attributes.Get(r.key()); ok {
		return v.Object()
	}
	return nil
}

// noneKind takes everything; each of its attributes is null.
func noneKind() *kind {
	return &kind{
		takesAll: true, reference: noReference,
		attribute: func(*run, *resource, value.Value, string, []value.Value) value.Value {
			return value.Nothing()
		},
		attributes: func(*run, *resource, value.Value) value.Value { return value.ObjectOf() },
	}
}

// checkSchema is the check of a type that has nothing but a schema.
func checkSchema(f ir.Frame, r *resource, properties value.Value) {
	r.converted(f, properties, false)
}

// converted gives the properties their types; nil when they are not known at all.
func (r *resource) converted(f ir.Frame, properties value.Value, silent bool) *value.Object {
	o := properties.Object()
	if o == nil {
		return nil
	}
	at := r.trail().child("properties")
	return (&checker{f: f, resource: r, silent: silent, lenient: r.isInner()}).properties(r.kind.schema, o, o, properties.Origin, at)
}

// properties gives the properties that the value of a resource holds, with their types.
func (r *resource) properties(f ir.Frame, v value.Value) *value.Object {
	o := v.Object()
	if o == nil {
		return nil
	}
	p, _ := o.Get("properties")
	return r.converted(f, p, true)
}

// unknownAttribute reports an attribute that a type does not have.
func (r *run) unknownAttribute(res *resource, name string, names []string) value.Value {
	m := mistake{code: "attribute-unknown", span: r.call.Span, message: written(res.name) + " has no attribute " + quoted(name) + orList(name, names),
		text: "The Referenced Attribute (" + res.name + " " + diag.Any(name) + ") is incorrect."}
	if len(r.call.Args) > 1 {
		at := r.call.Args[1].Info().Span
		m.span = at
		if near := diag.Nearest(name, names); near != "" && at.Text() == name {
			m.fix = func(p diag.Problem) diag.Problem { return p.WithFix("Change to "+near, at, near) }
		}
	}
	if in := res.stack; in != r.stack && in.tmpl == nil && in.owner.stack == r.stack {
		return r.report(m.with(r.memberPath(res)))
	}
	if res.kind.nested || res.stack != r.stack { // Heat finds out when it resolves, not before
		return r.report(m.with(""))
	}
	return r.report(r.check(m))
}

// memberPath is what stands in front of Heat's text for an attribute that the member of a
// group does not have: Heat gives the stack of the group an output for it, called as the
// attribute and its path. There is none when a function gives a part of it.
func (r *run) memberPath(member *resource) string {
	var asked []string
	for _, n := range r.call.Args[1:] {
		lit, ok := n.(*ir.Lit)
		if !ok {
			return ""
		}
		asked = append(asked, python.Str(value.Of(lit.Value)))
	}
	if len(asked) == 0 {
		return ""
	}
	outputs := member.stack.at.child("outputs")
	at := outputs.child(strings.Join(asked, ", "))
	switch {
	case !member.stack.owner.kind.members: // a scaling group
		at = outputs.child("outputs, " + strings.Join(asked[1:], ", ")).child("value").child(member.name)
	case strings.HasPrefix(asked[0], "resource."):
		at = at.child("value")
	case asked[0] == "attributes":
		at = at.child("value").child(member.name)
	default:
		at = at.child("Value").item(slices.Index(member.stack.names, member.name))
	}
	return at.String() + ".get_attr: "
}

// single makes a kind with one attribute of its own.
func single(name string, of func(r *run, res *resource, v value.Value) value.Value, k kind) *kind {
	k.attribute = func(r *run, res *resource, v value.Value, asked string, path []value.Value) value.Value {
		switch asked {
		case name:
			return walk(of(r, res, v), path)
		case "show":
			return value.Nothing()
		}
		return r.unknownAttribute(res, asked, []string{name})
	}
	k.named = []string{name}
	k.attributes = func(r *run, res *resource, v value.Value) value.Value {
		return value.ObjectOf(value.Field{Key: name, Value: of(r, res, v)})
	}
	return &k
}

// valueSchema is the schema of OS::Heat::Value; the type of value depends on type.
func valueSchema(typ string) []property {
	v := property{name: "value", typ: anyType, required: true}
	if t, ok := propertyTypes[typ]; ok {
		v.typ = t
	}
	return []property{v, {name: "type", typ: stringType, constraints: valueTypes}}
}

var valueTypes = constraint.OneOf("string number comma_delimited_list json boolean")

// valueKind holds a value, of a type if one is given.
func valueKind() *kind {
	return single("value", heldValue, kind{schema: valueSchema(""), reference: noReference,
		check: func(f ir.Frame, r *resource, properties value.Value) {
			if properties.Object() != nil {
				r.checkValue(f, properties, false)
			}
		}})
}

// heldValue is the attribute of a value.
func heldValue(r *run, res *resource, v value.Value) value.Value {
	p, _ := v.Object().Get("properties")
	if p.Object() == nil {
		return p
	}
	held, ok := res.checkValue(r.Frame, p, true).Get("value")
	if !ok {
		return value.Failure("error")
	}
	return held
}

func (r *resource) checkValue(f ir.Frame, properties value.Value, silent bool) *value.Object {
	typ := ""
	if t, ok := properties.Object().Get("type"); ok {
		if t.IsUnknown() || t.IsFailed() {
			silent = true
		}
		typ, _ = t.Text()
	}
	at := r.trail().child("properties")
	o := properties.Object()
	return (&checker{f: f, resource: r, silent: silent, lenient: r.isInner()}).properties(valueSchema(typ), o, o, properties.Origin, at)
}

const letterClasses = "lettersdigits letters lowercase uppercase digits hexdigits octdigits"

// oneClass is what a random text is made of when nothing is said.
var oneClass = value.ListOf(value.ObjectOf(value.Field{Key: "class", Value: value.Str("lettersdigits")}, value.Field{Key: "min", Value: value.Int(1)}))

// randomKind makes a text that nobody knows before.
func randomKind() *kind {
	min := property{name: "min", typ: integerType, fallback: value.Int(1), constraints: constraint.Between(1, 512)}
	return single("value", randomText, kind{
		reads: []string{"length", "character_classes", "character_sequences"},
		schema: []property{
			{name: "length", typ: integerType, fallback: value.Int(32), constraints: constraint.Between(1, 512)},
			{name: "character_classes", typ: listType, fallback: oneClass, item: &property{typ: mapType, fields: []property{
				{name: "class", typ: stringType, fallback: value.Str("lettersdigits"), constraints: constraint.OneOf(letterClasses)}, min}}},
			{name: "character_sequences", typ: listType, item: &property{typ: mapType, fields: []property{
				{name: "sequence", typ: stringType, required: true}, min}}},
			{name: "salt", typ: stringType},
			{name: "sequence", typ: stringType, constraints: constraint.OneOf(letterClasses)},
		},
		check: checkRandom,
		reference: func(_ *run, res *resource) (value.Value, bool) {
			if o := res.supplied(); o != nil {
				if v, ok := o.Get("value"); ok {
					return v.With(value.Mocked), true
				}
			}
			return value.Value{}, false
		},
	})
}

// randomText is the attribute of a random text: what inputs.yaml supplies.
func randomText(r *run, res *resource, _ value.Value) value.Value {
	unknown := res.want("attributes", "value", nil, r.call.Span)
	if v, ok := res.kind.reference(r, res); ok {
		return v
	}
	if v, ok := res.stack.b.ids.Get(res.key()); ok {
		return v.With(value.Mocked)
	}
	return unknown
}

// checkRandom holds the minimums of a random string against its length.
func checkRandom(f ir.Frame, r *resource, properties value.Value) {
	o := r.converted(f, properties, false)
	if o == nil {
		return
	}
	length, _ := o.Get("length")
	most, ok := python.Index(length)
	if !ok {
		return
	}
	least := 0
	for _, key := range []string{"character_classes", "character_sequences"} {
		v, _ := o.Get(key)
		if v.List() == nil {
			continue
		}
		for _, item := range v.List().Items {
			if item.Object() == nil {
				return
			}
			n, _ := item.Object().Get("min")
			i, ok := python.Index(n)
			if !ok {
				return
			}
			least += i
		}
	}
	if least > most {
		at := length.Origin
		if at.IsZero() {
			at = properties.Origin
		}
		r.stack.fail(f, mistake{code: "random-length", span: at, message: "the text must be at least " + strconv.Itoa(least) + " long for all that it must hold",
			text: "Length property cannot be smaller than combined character class and character sequence minimums"}.with(r.stack.path()))
	}
}

// testKind does nothing, in many ways.
func testKind() *kind {
	return single("output", testOutput, kind{
		reference: noReference, check: checkSchema,
		schema: []property{
			{name: "value", typ: stringType, fallback: value.Str("test_string")},
			{name: "update_replace_value", typ: stringType},
			{name: "fail", typ: booleanType, fallback: value.Flag(false)},
			{name: "update_replace", typ: booleanType, fallback: value.Flag(false)},
			{name: "wait_secs", typ: numberType, fallback: value.Int(0)},
			{name: "attr_wait_secs", typ: numberType, fallback: value.Int(0)},
			{name: "constraint_prop_secs", typ: numberType, fallback: value.Int(0)},
			{name: "action_wait_secs", typ: mapType, fields: []property{
				{name: "create", typ: numberType}, {name: "update", typ: numberType}, {name: "delete", typ: numberType}}},
			{name: "client_name", typ: stringType, fallback: value.Str("")},
			{name: "entity_name", typ: stringType, fallback: value.Str("")},
		},
	})
}

func testOutput(r *run, res *resource, v value.Value) value.Value {
	if o := res.properties(r.Frame, v); o != nil {
		held, _ := o.Get("value")
		return held
	}
	return value.NotKnown("the properties of " + res.name)
}
