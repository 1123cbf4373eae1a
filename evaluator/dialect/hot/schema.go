package hot

import (
	"math"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// propertyType is the type of a property, in Heat's words.
type propertyType string

const (
	anyType     propertyType = "Any"
	stringType  propertyType = "String"
	integerType propertyType = "Integer"
	numberType  propertyType = "Number"
	booleanType propertyType = "Boolean"
	listType    propertyType = "List"
	mapType     propertyType = "Map"
)

// A property is what a type of resource says about one of its properties.
type property struct {
	name        string
	typ         propertyType
	required    bool
	fallback    value.Value // Data is nil when there is none
	constraints []*constraint
	parameter   *parameter // of a nested template, whose property it is
	item        *property  // of a list
	fields      []property // of a map; nil takes any

	// What only types that need a cloud declare.
	updatable     bool // it may change without replacing the resource
	unimplemented bool // Heat refuses it
	status        standing
}

// A checker holds properties against a schema and gives them their types.
type checker struct {
	f        ir.Frame
	resource *resource
	silent   bool // what is wrong was reported before
	// lenient is true for what Heat does not look at before it makes the resource: the values
	// of properties of a type that needs a cloud, inside a nested template or a group.
	lenient bool
	lax     bool   // it does not look at their names either
	top     *trail // of the property of the resource that is looked at
	// old are the places whose value was given under an old name, and whether that was deeper.
	old map[string]bool
}

// fail reports that a value does not fit.
func (c *checker) fail(code diag.Code, at source.Span, where *trail, message, text string) value.Value {
	return c.refuse(mistake{code: code, span: at, message: message, text: text}, where)
}

// mistyped reports a wrong type, or that something needed is missing. If the property needs
// another resource, Heat finds that before it knows the value, and names only the property.
func (c *checker) mistyped(code diag.Code, at source.Span, where *trail, message, text string) value.Value {
	r := c.resource
	switch {
	case c.silent || c.top == nil:
	case c.lenient && (r.kind.local || r.kind.nested) && r.stack.tmpl == nil && code == "property-missing" && !r.kind.readsProperty(c.top.key):
		return r.stack.fail(c.f, mistake{code: code, span: at, message: message, text: text}.with("")) // found when the member is made
	case c.lenient && r.kind.readsProperty(c.top.key):
		return r.stack.fail(c.f, mistake{code: code, span: at, message: message, text: text}.with("ValueError: "+r.trail().String()+": "))
	case !c.lenient && where != c.top && r.needsAnother(c.f, c.top.key):
		where = c.top
	}
	return c.fail(code, at, where, message, text)
}

// refuse reports a mistake in the properties, unless what is wrong was reported before.
func (c *checker) refuse(m mistake, where *trail) value.Value {
	switch {
	case c.silent:
		return value.Failure("error")
	case c.lenient:
		c.resource.stack.remark(c.f, m.refusedLater())
		return value.Failure("error")
	case m.text != "":
		m.text = where.String() + ": " + m.text
	}
	return c.resource.stack.fail(c.f, m.with("Property error: "))
}

// properties checks the properties of a resource, as they were written and as they are once
// old names are replaced.
func (c *checker) properties(schema []property, o, written *value.Object, at source.Span, where *trail) *value.Object {
	strict := *c
	strict.lenient = c.lax // Heat looks at names nearly always
	strict.unknown(schema, written, at, where)
	var out []value.Field
	for i := range schema {
		p := &schema[i]
		c.top = where.child(p.name)
		if v, ok := c.entry(p, o, at, where); ok {
			out = append(out, value.Field{Key: p.name, Value: v})
		}
		given, isGiven := written.Get(p.name)
		if !isGiven || c.silent {
			continue
		}
		if p.unimplemented {
			strict.notImplemented(p.name, c.keyOf(written, p.name, given), where)
		}
		if _, stays := o.Get(p.name); stays { // else it is an old name, which was said
			c.checkStanding(p, c.keyOf(written, p.name, given))
		}
	}
	c.top = nil
	return value.NewObject(out)
}

// keyOf returns where a property is named, or else its value.
func (c *checker) keyOf(o *value.Object, name string, v value.Value) source.Span {
	for i := range o.Fields {
		if o.Fields[i].Key == name && !o.Fields[i].KeyAt.IsZero() {
			return o.Fields[i].KeyAt
		}
	}
	return c.near(v)
}

// checkStanding remarks that a property is on its way out.
func (c *checker) checkStanding(p *property, at source.Span) {
	switch p.status.status {
	case "hidden":
		c.resource.stack.remark(c.f, diag.Infof(at, "hint-hidden-property", "the property %s is hidden: Heat takes it, but it is no longer documented", p.name))
	case "deprecated":
		c.resource.stack.remark(c.f, diag.Infof(at, "hint-deprecated-property", "the property %s is %s", p.name, p.status.describe()))
	}
}

// object checks the entries of a map. The result has an entry for each property that is
// there or has a default.
func (c *checker) object(schema []property, o *value.Object, at source.Span, where *trail) *value.Object {
	c.unknown(schema, o, at, where)
	var out []value.Field
	for i := range schema {
		if v, ok := c.entry(&schema[i], o, at, where); ok {
			out = append(out, value.Field{Key: schema[i].name, Value: v})
		}
		if given, isGiven := o.Get(schema[i].name); isGiven && schema[i].unimplemented {
			c.notImplemented(schema[i].name, c.keyOf(o, schema[i].name, given), where)
		}
	}
	return value.NewObject(out)
}

// notImplemented reports a property that Heat declares and does nothing with.
func (c *checker) notImplemented(name string, at source.Span, where *trail) {
	c.fail("property-unknown", at, where, "Heat has no implementation of "+name, "Property "+name+" not implemented yet")
}

// unknown reports names that are not in the schema.
func (c *checker) unknown(schema []property, o *value.Object, at source.Span, where *trail) {
	for i := range o.Fields {
		f := &o.Fields[i]
		if c.silent || isIn(schema, f.Key) {
			continue
		}
		span := f.KeyAt
		if span.IsZero() {
			span = at
		}
		key, names := f.Key, propertyNames(schema)
		c.refuse(mistake{code: "property-unknown", span: span, message: "there is no property " + quoted(key) + " here" + orList(key, names),
			text: "Unknown Property " + str(value.Of(keyData(*f))),
			fix:  func(p diag.Problem) diag.Problem { return p.WithNearest(span, key, names) }}, where)
	}
}

func isIn(schema []property, name string) bool {
	for i := range schema {
		if schema[i].name == name {
			return true
		}
	}
	return false
}

// propertyNames are the names of a schema that are still documented.
func propertyNames(schema []property) []string {
	names := make([]string, 0, len(schema))
	for i := range schema {
		if schema[i].status.status != "hidden" && !schema[i].unimplemented {
			names = append(names, schema[i].name)
		}
	}
	return names
}

// entry checks one property of a map; false when it is not there and has no default.
func (c *checker) entry(p *property, o *value.Object, at source.Span, where *trail) (value.Value, bool) {
	v, ok := o.Get(p.name)
	switch {
	case ok && c.old != nil:
		if deep, isOld := c.old[where.child(p.name).String()]; isOld {
			return c.renamed(p, v, where, deep), true
		}
		return c.value(p, v, where.child(p.name)), true
	case ok:
		return c.value(p, v, where.child(p.name)), true
	case p.fallback.Data != nil:
		return p.fallback, true
	case p.required:
		if at.IsZero() || at.Start == at.End {
			at = c.resource.nameAt
		}
		if c.top != nil && c.top.up == where && c.resource.leavesOut(p.name) {
			where = c.top
		}
		return c.mistyped("property-missing", at, where, "the property "+written(p.name)+" is needed here", "Property "+p.name+" not assigned"), true
	}
	return value.Value{}, false
}

// renamed gives a value that was given under an old name the type of the new one, and leaves
// the constraints.
func (c *checker) renamed(p *property, v value.Value, where *trail, deep bool) value.Value {
	if v.IsUnknown() || v.IsFailed() {
		return v
	}
	if v.IsNull() && p.typ != anyType {
		v.Data = p.zero().Data
	}
	out, bad := p.convert(v)
	if bad == nil {
		return out
	}
	if !p.required && !deep {
		where = where.child(p.name)
	}
	return c.mistyped("property-value", c.near(v), where, bad.message, bad.text)
}

// orList says which names there are, or which one was probably meant. The name may have been
// computed: what is said of it would say something of a secret.
func orList(name string, names []string) string {
	if s := diag.DidYouMean(name, names); s != "" || len(names) == 0 {
		return diag.Guess(diag.Plain(s))
	}
	return diag.Guess("; there are " + strings.Join(names, ", "))
}

// value gives one property its type and holds it against its constraints.
func (c *checker) value(p *property, v value.Value, where *trail) value.Value {
	if v.IsFailed() || v.IsUnknown() {
		return v
	}
	out := v
	if v.IsNull() && p.typ != anyType {
		out = p.zero().At(v.Origin)
	}
	converted, bad := p.convert(out)
	if bad != nil {
		return c.mistyped("property-value", c.near(v), where, bad.message, bad.text)
	}
	converted.Origin = v.Origin
	switch {
	case p.typ == listType && p.item != nil && converted.List() != nil:
		items := make([]value.Value, len(converted.List().Items))
		for i, item := range converted.List().Items {
			if bad := p.element(converted.List().Items[0], item); bad != "" {
				return c.fail("property-value", c.near(item), where.item(i), bad, "")
			}
			if items[i] = c.value(p.item, item, where.item(i)); p.item.unimplemented && !items[i].IsFailed() {
				c.notImplemented(itoa(i), c.near(item), where)
			}
		}
		converted = value.ListOf(items...).At(v.Origin)
	case p.typ == mapType && p.fields != nil && converted.Object() != nil:
		converted = value.Of(c.object(p.fields, converted.Object(), v.Origin, where)).At(v.Origin)
	}
	if converted.HasUnknown() {
		return converted
	}
	for _, constraint := range p.constraints {
		if bad := constraint.check(c.resource.stack, p.heatType(), converted, converted); bad != nil {
			if c.lenient { // the type's own checks come first there
				c.fail("property-value", c.near(v), where, bad.message, bad.text)
				continue
			}
			return c.fail("property-value", c.near(v), where, bad.message, bad.text)
		}
	}
	return converted
}

// element says what is wrong with an element of a list for a nested template: Heat writes
// such a list as one text, so all its elements are texts (or null), or all are maps.
func (p *property) element(first, v value.Value) string {
	_, isText := v.Text()
	switch {
	case p.parameter == nil || v.IsUnknown() || v.IsFailed() || first.IsUnknown() || first.IsFailed():
	case first.Object() != nil && v.Object() == nil:
		return "the first element is a map, so all must be maps; this is " + noun(v)
	case first.Object() == nil && !isText && !v.IsNull():
		return "the elements of a list for a nested template must be texts, not " + noun(v)
	}
	return ""
}

// heatType is the type of parameter whose rules for constraints are those of the property.
func (p *property) heatType() string {
	if p.parameter != nil {
		return p.parameter.typ
	}
	switch p.typ {
	case integerType, numberType:
		return "number"
	case booleanType:
		return "boolean"
	case listType:
		return "comma_delimited_list"
	case mapType:
		return "json"
	}
	return "string"
}

// near returns where a value was written, or the resource when that is elsewhere.
func (c *checker) near(v value.Value) source.Span {
	if r := c.resource; v.Origin.IsZero() || r.def != nil && !r.span.Covers(v.Origin) {
		return r.nameAt
	}
	return v.Origin
}

// zero is what null counts as.
func (p *property) zero() value.Value {
	if p.fallback.Data != nil {
		return p.fallback
	}
	switch p.typ {
	case stringType:
		return value.Str("")
	case integerType, numberType:
		return value.Int(0)
	case booleanType:
		return value.Flag(false)
	case listType:
		return value.ListOf()
	case mapType:
		return value.ObjectOf()
	}
	return value.Nothing()
}

// convert gives a value the type of the property.
func (p *property) convert(v value.Value) (value.Value, *invalid) {
	keep := v.Summary() & value.Secret
	out, bad := p.converted(v)
	if keep != 0 && bad == nil && out.List() == nil && out.Object() == nil {
		out = out.With(keep)
	}
	return out, bad
}

func (p *property) converted(v value.Value) (value.Value, *invalid) {
	switch p.typ {
	case stringType:
		switch d := v.Data.(type) {
		case value.String:
			return v, nil
		case value.Bool:
			return value.Str(str(v)), nil
		case value.Number:
			if !isFloat(d) {
				return value.Str(string(d)), nil
			}
		}
		return v, &invalid{"a text is needed, not " + diag.Any(repr(v)), "Value must be a string; got " + diag.Any(repr(v))}
	case integerType:
		return toInteger(v)
	case numberType:
		return toNumber(v)
	case booleanType:
		if _, ok := v.Data.(value.Bool); ok {
			return v, nil
		}
		switch s, _ := v.Text(); {
		case equalFold(s, "true"):
			return value.Flag(true), nil
		case equalFold(s, "false"):
			return value.Flag(false), nil
		}
		return v, &invalid{diag.Any(str(v)) + " is neither true nor false; Heat takes no other words here", `"` + diag.Any(shownBoolean(v)) + `" is not a valid boolean`}
	case listType:
		return p.toList(v)
	case mapType:
		return p.toMap(v)
	}
	return v, nil
}

// shownBoolean returns a value that is not a boolean as Heat prints it: texts in lower case.
func shownBoolean(v value.Value) string {
	if s, ok := v.Text(); ok {
		return strings.ToLower(s)
	}
	return str(v)
}

func equalFold(s, lower string) bool {
	if len(s) != len(lower) {
		return false
	}
	for i := range len(s) {
		if s[i]|0x20 != lower[i] {
			return false
		}
	}
	return true
}

func toInteger(v value.Value) (value.Value, *invalid) {
	switch d := v.Data.(type) {
	case value.Bool:
		n, _ := numeric(v)
		return value.Of(n), nil
	case value.Number:
		if !isFloat(d) {
			return v, nil
		}
		if d.IsFinite() {
			return value.Of(value.Number(strconv.FormatFloat(math.Trunc(d.Float())+0, 'f', 0, 64))), nil
		}
	case value.String:
		if n, ok := parseInt(string(d)); ok {
			return value.Of(n), nil
		}
		return v, &invalid{diag.Any(repr(v)) + " is no whole number", "Value '" + diag.Any(string(d)) + "' is not an integer"}
	}
	text := ""
	if _, bad := toNumber(v); bad != nil {
		text = bad.text
	}
	return v, &invalid{"a whole number is needed, not " + noun(v), text}
}

// toList takes lists; for a parameter of a nested template also a text with commas.
func (p *property) toList(v value.Value) (value.Value, *invalid) {
	if v.List() != nil {
		return v, nil
	}
	if s, ok := v.Text(); ok && p.parameter != nil {
		l, _ := toList(value.Str(s).At(v.Origin).With(v.Marks))
		return l, nil
	}
	return v, &invalid{"a list is needed, not " + diag.Any(repr(v)), `"` + diag.Any(repr(v)) + `" is not a list`}
}

// toMap takes maps; for a parameter of a nested template also lists, and
// text that is JSON of anything, or empty.
func (p *property) toMap(v value.Value) (value.Value, *invalid) {
	if v.Object() != nil || v.List() != nil && p.parameter != nil {
		return v, nil
	}
	if _, ok := v.Text(); ok && p.parameter != nil {
		switch parsed, bad := toJSON(v); {
		case bad != nil:
		case parsed.Object() != nil || parsed.List() != nil:
			return parsed, nil
		default: // the parameter reads it
			return v, nil
		}
	}
	return v, &invalid{"a map is needed, not " + diag.Any(repr(v)), `"` + diag.Any(str(v)) + `" is not a map`}
}
