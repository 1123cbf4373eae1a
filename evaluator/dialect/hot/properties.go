package hot

import (
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A checker checks properties against a schema and converts them to their types. Each serves one
// resource; checkers are cheap and created on demand.
type checker struct {
	f        ir.Frame
	resource *resource
	silent   bool // problems have been reported before
	// lenient is set for everything that Heat does not check before it creates the resource:
	// property values of a type that needs a cloud, inside a nested template or a group.
	lenient bool
	lax     bool          // Heat does not check the names of properties either
	top     *templatePath // path of the resource property being checked
	// old maps the path of each value given under an old name to whether that name was nested.
	old map[string]bool
	// all has the properties of the resource, with old names replaced.
	all *value.Object
	// If the converted properties are needed only during the check, room is memory for them, and they are in the order
	// of their names, for which ranks has the place of each. Objects in this order need no index.
	room  []value.Field
	ranks []int
	// The result is either converted, or valid with the defaults: see get.
	converted *value.Object
	valid     []validProperty
}

// child returns the path of a property.
func (c *checker) child(where *templatePath, key string) *templatePath {
	return c.resource.stack.b.slabs.path(where, key)
}

// item returns the path of a list element.
func (c *checker) item(where *templatePath, i int) *templatePath {
	inside := c.resource.stack.b.slabs.paths.New()
	*inside = templatePath{where, "", i, false}
	return inside
}

// fail reports that a value does not fit. where is the path of the value, and text Heat's message
// without the path.
func (c *checker) fail(code diag.Code, at source.Span, where *templatePath, message, text string) value.Value {
	return c.refuse(heatError{code: code, span: at, message: message, text: text}, where)
}

// mistyped reports a wrong type, or that a required property is missing. If the property
// needs another resource, Heat finds this before it knows the value, and names only the
// property. It differs from fail because Heat checks types and required properties also where it
// does not check constraints (16.1, 16.4).
func (c *checker) mistyped(code diag.Code, at source.Span, where *templatePath, message, text string) value.Value {
	r := c.resource
	if prefix, early := c.early(where); early {
		return r.stack.fail(c.f, heatError{code: code, span: at, message: message, text: text}.with(prefix))
	}
	switch {
	case c.silent || c.top == nil:
	case c.lenient && (r.kind.local || r.kind.nested) && r.stack.tmpl == nil && code == "property-missing" &&
		!c.readsNow(c.top.key):
		// Heat finds this when it creates the member, so there is no path.
		return r.stack.fail(c.f, heatError{code: code, span: at, message: message, text: text}.with(""))
	case c.lenient && c.readsNow(c.top.key):
		return r.stack.fail(c.f, heatError{code: code, span: at, message: message,
			text: text}.with("ValueError: "+r.path().String()+": "))
	// If a value needs another resource, Heat checks it before the value is known, and then names
	// only the top property (16.1).
	case !c.lenient && where != c.top && r.needsAnother(c.f, c.top.key):
		where = c.top
	}
	return c.fail(code, at, where, message, text)
}

// early returns the prefix of Heat's messages about the property being checked, if Heat reads it before it
// checks all properties. where is the path of the wrong value; only the property itself counts, not a
// part of its value.
func (c *checker) early(where *templatePath) (prefix string, early bool) {
	if c.silent || c.top == nil || where != c.top.up && where.up != c.top.up {
		return "", false
	}
	return c.resource.earlyPrefix(c.top.key)
}

// readsNow reports whether the type's own checks read a property. Some stop early: of a volume that is
// restored from a backup, a group without members, and deployments without servers, they read little.
func (c *checker) readsNow(name string) bool {
	r := c.resource
	if !r.kind.readsProperty(name) || c.all == nil {
		return r.kind.readsProperty(name)
	}
	typ := ""
	if r.kind.declared != nil {
		typ = r.kind.declared.Name
	}
	switch {
	case typ == "OS::Cinder::Volume":
		backup, _ := c.all.Get("backup_id")
		return !isGiven(backup) || !slices.Contains([]string{"size", "snapshot_id", "source_volid"}, name)
	case r.isGroup():
		count, _ := c.all.Get("count")
		n, ok := python.Index(count)
		return name == "count" || !ok || n != 0
	case slices.Contains(deploymentGroups, typ):
		servers, _ := c.all.Get("servers")
		return name == "servers" || servers.Object() == nil || isGiven(servers)
	}
	return true
}

// deploymentGroups are the types that deploy to several servers.
var deploymentGroups = []string{"OS::Heat::SoftwareDeploymentGroup", "OS::Heat::SoftwareDeployments",
	"OS::Heat::StructuredDeploymentGroup", "OS::Heat::StructuredDeployments"}

// checkedBefore reports whether the type's own checks read the property before its constraints are checked.
func (c *checker) checkedBefore() bool {
	d := c.resource.kind.declared
	return c.top != nil && d != nil && slices.Contains(d.Before, c.top.key)
}

// refuse reports an error in the properties, unless it was reported before. It returns a failed
// value, so that nothing else is reported about it.
func (c *checker) refuse(m heatError, where *templatePath) value.Value {
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

// properties checks the properties of a resource: written as in the template, o after
// replacing old names. They are checked in the order of the schema, as in Heat (16.1). The result contains converted
// values and defaults.
func (c *checker) properties(schema []types.Property, o, written *value.Object, at source.Span,
	where *templatePath) *value.Object {
	c.all = o
	c.top = c.child(where, "")
	found := c.resource.stack.b.found
	// Heat also checks names where it does not check values, unless lax is set.
	c.unknown(schema, written, at, where, c.lax)
	out := c.room
	if c.ranks == nil {
		out = c.fields(schema, o)
	}
	for i := range schema {
		p := &schema[i]
		given, isGiven := o.Get(p.Name)
		stays := isGiven
		if v, ok := c.entry(p, given, isGiven, at, c.top); ok && c.ranks != nil {
			out[c.ranks[i]] = value.Field{Key: p.Name, Value: v}
		} else if ok {
			out = append(out, value.Field{Key: p.Name, Value: v})
		}
		if written != o {
			given, isGiven = written.Get(p.Name)
		}
		if !isGiven || c.silent {
			continue
		}
		if p.Unimplemented {
			strict := *c
			strict.lenient = c.lax
			strict.notImplemented(p.Name, c.keyOf(written, p.Name, given), where)
		}
		if stays && p.Status.Status != "" { // otherwise it is an old name, which was reported
			c.checkStatus(p, c.keyOf(written, p.Name, given))
		}
	}
	c.top = nil
	c.resource.valid = nil
	if c.ranks != nil && o == written && c.resource.stack.b.found == found {
		c.rememberValid(schema, o, out)
	}
	return c.objectOf(out)
}

// objectOf returns an object of the converted properties. In room, properties without a value have empty fields.
func (c *checker) objectOf(out []value.Field) *value.Object {
	if c.ranks != nil {
		out = slices.DeleteFunc(out, func(f value.Field) bool { return f.Value.Data == nil })
	}
	return c.slabs().Objects.New().Init(out)
}

// slabs returns the slabs for converted values.
func (c *checker) slabs() *valueSlabs { return &c.resource.stack.b.slabs.values }

// fields returns an empty slice with room for the converted fields of a map.
func (c *checker) fields(schema []types.Property, o *value.Object) []value.Field {
	return c.slabs().Fields.Slice(len(o.Fields) + defaults(schema))
}

// defaults counts the properties that have a default.
func defaults(schema []types.Property) int {
	n := 0
	for i := range schema {
		if schema[i].Fallback.Data != nil {
			n++
		}
	}
	return n
}

// keyOf returns the position of a property's name, or else of its value. A computed name has no
// position.
func (c *checker) keyOf(o *value.Object, name string, v value.Value) source.Span {
	for i := range o.Fields {
		if o.Fields[i].Key == name && !o.Fields[i].KeyAt.IsZero() {
			return o.Fields[i].KeyAt
		}
	}
	return c.near(v)
}

// checkStatus adds a hint for a deprecated or hidden property.
func (c *checker) checkStatus(p *types.Property, at source.Span) {
	switch p.Status.Status {
	case "hidden":
		c.resource.stack.remark(c.f,
			diag.Infof(at, "hint-hidden-property",
				"the property %s is hidden: Heat accepts it, but no longer documents it", p.Name))
	case "deprecated":
		c.resource.stack.remark(c.f, diag.Infof(at, "hint-deprecated-property", "the property %s is %s", p.Name,
			p.Status.Describe()))
	}
}

// object checks the entries of a map. The result has an entry for each property that is present or
// has a default. It is for the maps inside properties, whose support status is not reported.
func (c *checker) object(schema []types.Property, o *value.Object, at source.Span, where *templatePath) *value.Object {
	c.unknown(schema, o, at, where, c.lenient)
	out, inside := c.fields(schema, o), c.child(where, "")
	for i := range schema {
		given, isGiven := o.Get(schema[i].Name)
		if v, ok := c.entry(&schema[i], given, isGiven, at, inside); ok {
			out = append(out, value.Field{Key: schema[i].Name, Value: v})
		}
		if isGiven && schema[i].Unimplemented {
			c.notImplemented(schema[i].Name, c.keyOf(o, schema[i].Name, given), where)
		}
	}
	return c.slabs().Objects.New().Init(out)
}

// notImplemented reports a property that Heat declares but ignores.
func (c *checker) notImplemented(name string, at source.Span, where *templatePath) {
	c.fail("property-unknown", at, where, "Heat does not implement "+name,
		"Property "+name+" not implemented yet")
}

// unknown reports names that are not in the schema. lenient replaces c.lenient.
func (c *checker) unknown(schema []types.Property, o *value.Object, at source.Span, where *templatePath, lenient bool) {
	for i := range o.Fields {
		f := &o.Fields[i]
		if c.silent || types.IsIn(schema, f.Key) {
			continue
		}
		span := f.KeyAt
		if span.IsZero() {
			span = at
		}
		key, names := f.Key, types.PropertyNames(schema)
		found := *c
		found.lenient = lenient
		found.refuse(heatError{code: "property-unknown", span: span, message: "there is no property " + quoted(key) +
			" here" + orList(key, names),
			text: "Unknown Property " + python.Str(value.Of(python.KeyData(*f))),
			fix:  func(p diag.Problem) diag.Problem { return p.WithNearest(span, key, names) }}, where)
	}
}

// entry checks one property of a map at the position at; v is its value if ok is set. It returns false if the property
// is absent and has no default. inside is a path in the map, and becomes that of the property: one path serves
// all properties of a map.
func (c *checker) entry(p *types.Property, v value.Value, ok bool, at source.Span, inside *templatePath) (value.Value,
	bool) {
	inside.key = p.Name
	where := inside.up
	switch {
	case ok && c.old != nil:
		if deep, isOld := c.old[inside.String()]; isOld {
			return c.renamed(p, v, where, deep), true
		}
		return c.value(p, v, inside), true
	case ok:
		return c.value(p, v, inside), true
	case p.Fallback.Data != nil:
		return p.Fallback, true
	case p.Required:
		// Without a map in the template, the problem is shown at the resource.
		if at.IsZero() || at.Len() == 0 {
			at = c.resource.nameAt
		}
		if c.top != nil && c.top.up == where && c.resource.leavesOut(p.Name) {
			where = c.top
		}
		return c.mistyped("property-missing", at, where, "the property "+written(p.Name)+" is needed here",
			"Property "+p.Name+" not assigned"), true
	}
	return value.Value{}, false
}

// renamed converts a value given under an old name to the type of the new one, without
// checking constraints. deep means that the old name was inside another property.
func (c *checker) renamed(p *types.Property, v value.Value, where *templatePath, deep bool) value.Value {
	if v.IsUnknown() || v.IsFailed() {
		return v
	}
	if v.IsNull() && p.Type != types.Any {
		v.Data = p.Zero().Data
	}
	out, bad := p.Convert(v)
	if bad == nil {
		return out
	}
	// Heat puts the new name into the path, except where it is required and not written (16.2).
	if !deep && (!p.Required || c.resource.written(p.Name) != nil) {
		where = c.child(where, p.Name)
	}
	return c.mistyped("property-value", c.near(v), where, bad.Message, bad.Text)
}

// orList suggests the name that was probably meant, or lists all names. As the name may be
// computed, a suggestion could reveal a part of a secret.
func orList(name string, names []string) string {
	if s := diag.DidYouMean(name, names); s != "" || len(names) == 0 {
		return diag.Guess(diag.Plain(s))
	}
	return diag.Guess("; there are " + strings.Join(names, ", "))
}

// value converts a property to its type and checks its constraints. Failed and unknown values pass,
// since no error may depend on an unknown one (0).
func (c *checker) value(p *types.Property, v value.Value, where *templatePath) value.Value {
	if v.IsFailed() || v.IsUnknown() {
		return v
	}
	out := v
	// Null is replaced by the default or the empty value of the type, which must meet the
	// constraints (16.2).
	if v.IsNull() && p.Type != types.Any {
		out = p.Zero().At(v.Origin)
	}
	converted, bad := p.Convert(out)
	if bad != nil {
		return c.mistyped("property-value", c.near(v), where, bad.Message, bad.Text)
	}
	converted.Origin = v.Origin
	switch {
	case p.Type == types.List && p.Item != nil && converted.List() != nil:
		given := converted.List().Items
		items, inside := c.slabs().Items.Slice(len(given)), c.item(where, 0)
		for i, item := range given {
			inside.index = i
			if bad := p.Element(given[0], item); bad != "" {
				return c.fail("property-value", c.near(item), inside, bad, "")
			}
			items = append(items, c.value(p.Item, item, inside))
			if p.Item.Unimplemented && !items[i].IsFailed() {
				c.notImplemented(strconv.Itoa(i), c.near(item), where)
			}
		}
		converted = value.Of(c.slabs().Lists.New().Init(items)).At(v.Origin)
	case p.Type == types.Map && p.Fields != nil && converted.Object() != nil:
		converted = value.Of(c.object(p.Fields, converted.Object(), v.Origin, where)).At(v.Origin)
	}
	// Constraints are checked only on values that are completely known.
	if converted.HasUnknown() {
		return converted
	}
	for _, rule := range p.Constraints {
		if bad := rule.Check(c.resource.stack.host(), p.HeatType(), converted, converted); bad != nil {
			refused := c.fail("property-value", c.near(v), where, bad.Message, bad.Text)
			// The type's own checks also use values that violate constraints, if Heat checks those later or
			// not at all (16.1, 16.4).
			if !c.lenient && !c.checkedBefore() {
				return refused
			}
		}
	}
	return converted
}

// near returns where a value was written, or the resource's name if that is elsewhere.
func (c *checker) near(v value.Value) source.Span {
	if r := c.resource; v.Origin.IsZero() || r.def != nil && !r.span.Covers(v.Origin) {
		return r.nameAt
	}
	return v.Origin
}
