package hot

import (
	"strconv"

	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// localKinds returns the kinds of the types that need no cloud. It is a function rather than
// a variable because their checks create further resources, and so need this table.
func localKinds() map[string]*kind {
	kinds := map[string]*kind{"OS::Heat::None": noneKind(), "OS::Heat::Value": valueKind(),
		"OS::Heat::RandomString": randomKind(),
		"OS::Heat::TestResource": testKind(), "OS::Heat::ResourceGroup": groupKind(),
		"OS::Heat::ResourceChain": chainKind()}
	for name, k := range kinds {
		k.class, _ = types.Class(name)
		k.local = true
	}
	return kinds
}

// noneKind returns the kind of OS::Heat::None, which accepts everything and whose attributes are
// all null. Environments use it as a stub, as in "OS::Nova::*": OS::Heat::None, so it must accept
// whatever any type accepts (10).
func noneKind() *kind {
	return &kind{
		takesAll: true, reference: noReference,
		attribute: func(*run, *resource, value.Value, string, []value.Value) value.Value {
			return value.Nothing()
		},
		attributes: func(*run, *resource, value.Value) value.Value { return value.ObjectOf() },
	}
}

// single returns a kind with one attribute. of returns the value of the attribute; k has the rest
// of the kind.
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

// valueSchema returns the schema of OS::Heat::Value, in which the property value has the type typ.
func valueSchema(typ string) []types.Property {
	v := types.Property{Name: "value", Type: types.Any, Required: true}
	if t, ok := propertyTypes[typ]; ok {
		v.Type = t
	}
	return []types.Property{v, {Name: "type", Type: types.String, Constraints: valueTypes}}
}

// valueTypes are the allowed values of the property type of OS::Heat::Value: the types of
// parameters (12).
var valueTypes = constraint.OneOf("string number comma_delimited_list json boolean")

// valueKind returns the kind of OS::Heat::Value, which holds a value, converted to a type if one is
// given (12).
func valueKind() *kind {
	return single("value", heldValue, kind{schema: valueSchema(""), first: []string{"type"}, reference: noReference,
		check: func(f ir.Frame, r *resource, properties value.Value) {
			if properties.Object() != nil {
				r.checkValue(f, properties, false)
			}
		}})
}

// heldValue returns the attribute called value.
func heldValue(r *run, res *resource, v value.Value) value.Value {
	p, _ := v.Object().Get("properties")
	if p.Object() == nil {
		return p
	}
	// The check of the resource has reported any problem.
	held, ok := res.checkValue(r.Frame, p, true).Get("value")
	if !ok {
		return value.Failure("error")
	}
	return held
}

// checkValue converts the property value to the type that the property type names. Without a known
// type, it stays silent.
func (r *resource) checkValue(f ir.Frame, properties value.Value, silent bool) *value.Object {
	typ := ""
	if t, ok := properties.Object().Get("type"); ok {
		if t.IsUnknown() || t.IsFailed() {
			silent = true
		}
		typ, _ = t.Text()
	}
	at := r.path().child("properties")
	o := properties.Object()
	return (&checker{f: f, resource: r, silent: silent, lenient: r.isInner()}).properties(valueSchema(typ), o, o,
		properties.Origin, at)
}

// letterClasses are the classes of characters that OS::Heat::RandomString knows.
const letterClasses = "lettersdigits letters lowercase uppercase digits hexdigits octdigits"

// oneClass is the default of character_classes.
var oneClass = value.ListOf(value.ObjectOf(value.Field{Key: "class", Value: value.Str("lettersdigits")},
	value.Field{Key: "min", Value: value.Int(1)}))

// randomKind returns the kind of OS::Heat::RandomString, whose value is unknown unless inputs.yaml
// supplies it. The value is also the reference ID (12).
func randomKind() *kind {
	min := types.Property{Name: "min", Type: types.Integer, Fallback: value.Int(1),
		Constraints: constraint.Between(1, 512)}
	return single("value", randomText, kind{
		reads: []string{"length", "character_classes", "character_sequences"}, first: []string{"sequence"},
		schema: []types.Property{
			{Name: "length", Type: types.Integer, Fallback: value.Int(32), Constraints: constraint.Between(1, 512)},
			{Name: "character_classes", Type: types.List, Fallback: oneClass,
				Item: &types.Property{Type: types.Map, Fields: []types.Property{
					{Name: "class", Type: types.String, Fallback: value.Str("lettersdigits"),
						Constraints: constraint.OneOf(letterClasses)}, min}}},
			{Name: "character_sequences", Type: types.List,
				Item: &types.Property{Type: types.Map, Fields: []types.Property{
					{Name: "sequence", Type: types.String, Required: true}, min}}},
			{Name: "salt", Type: types.String},
			{Name: "sequence", Type: types.String, Constraints: constraint.OneOf(letterClasses)},
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

// randomText returns the attribute value of a random string, from inputs.yaml. It may be supplied
// as an attribute or as an ID.
func randomText(r *run, res *resource, _ value.Value) value.Value {
	unknown := res.want(r, "attributes", "value", nil)
	if v, ok := res.kind.reference(r, res); ok {
		return v
	}
	if v, ok := res.stack.b.ids.Get(res.key()); ok {
		return v.With(value.Mocked)
	}
	return unknown
}

// checkRandom checks the minimums of a random string against its length. The length has been
// converted, so it is a number unless it is unknown or wrong. An unknown minimum ends the check, as
// no error may depend on an unknown value (0).
func checkRandom(f ir.Frame, r *resource, properties value.Value) {
	o := properties.Object()
	if o == nil {
		return
	}
	// Heat moves sequence into character_classes before it checks constraints, but fails to do so if there
	// are classes already.
	c := &checker{f: f, resource: r, lenient: r.isInner()}
	at, given := r.path().child("properties"), o
	if sequence, _ := o.Get("sequence"); isGiven(sequence) || isKnown(sequence) && sequence.Data != nil &&
		!sequence.IsNull() && python.Str(sequence) != "" { // 0 is the text "0"
		c.old = map[string]bool{at.child("sequence").String(): false}
		classes, _ := o.Get("character_classes")
		if l := classes.List(); l != nil && len(l.Items) > 0 {
			c.refuse(heatError{code: "property-conflict", span: c.near(sequence),
				message: "sequence is the old way to write character_classes; only one of them can be set",
				text: "Incorrect translation rule using - cannot resolve Add rule for non-list translation value " +
					`"character_classes.0".`}, at.child("character_classes").item(0))
			given = withoutKey(o, "character_classes")
		}
	}
	o = c.properties(r.kind.schema, given, o, properties.Origin, at)
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
		r.stack.fail(f, heatError{code: "random-length", span: at,
			message: "the minimums of its characters require a length of at least " + strconv.Itoa(least),
			text: "Length property cannot be smaller than combined character class and " +
				"character sequence minimums"}.with(r.stack.path()))
	}
}

// testKind returns the kind of OS::Heat::TestResource, Heat's type for tests, which creates
// nothing.
func testKind() *kind {
	return single("output", testOutput, kind{
		reference: noReference, check: checkSchema,
		schema: []types.Property{
			{Name: "value", Type: types.String, Fallback: value.Str("test_string")},
			{Name: "update_replace_value", Type: types.String},
			{Name: "fail", Type: types.Boolean, Fallback: value.Flag(false)},
			{Name: "update_replace", Type: types.Boolean, Fallback: value.Flag(false)},
			{Name: "wait_secs", Type: types.Number, Fallback: value.Int(0)},
			{Name: "attr_wait_secs", Type: types.Number, Fallback: value.Int(0)},
			{Name: "constraint_prop_secs", Type: types.Number, Fallback: value.Int(0)},
			{Name: "action_wait_secs", Type: types.Map, Fields: []types.Property{
				{Name: "create", Type: types.Number}, {Name: "update", Type: types.Number},
				{Name: "delete", Type: types.Number}}},
			{Name: "client_name", Type: types.String, Fallback: value.Str("")},
			{Name: "entity_name", Type: types.String, Fallback: value.Str("")},
		},
	})
}

// testOutput returns the attribute output, which is the property value.
func testOutput(r *run, res *resource, v value.Value) value.Value {
	if o := res.properties(r.Frame, v); o != nil {
		held, _ := o.Get("value")
		return held
	}
	return value.NotKnown("the properties of " + res.name)
}
