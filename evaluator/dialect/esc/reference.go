package esc

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A reference is a property path in a string. Its names are looked up from the root of the
// environment in which it is written, regardless of where its value is used.
type reference struct {
	env    *environment
	owner  *property // the property whose expression contains it
	node   *ir.Ref
	ref    ir.Ref      // node points to it; it is allocated together with the reference
	whole  source.Span // the string that contains it
	isBare bool        // it is the whole string
	steps  []ir.Step
	first  *property // the property of env with the first key; nil if there is none, or until setTarget

	environment *environment // the target of `environments.PROJECT.NAME`
}

// environmentName returns the name of the environment that a reference through `environments`
// needs.
func (r *reference) environmentName() (string, bool) {
	if len(r.steps) < 3 || !r.steps[0].IsKey || r.steps[0].Key != "environments" || !r.steps[1].IsKey ||
		!r.steps[2].IsKey {
		return "", false
	}
	return r.steps[1].Key + "/" + r.steps[2].Key, true
}

// follow returns the value of a reference: the dialect's lookup.
func (b *binder) follow(f ir.Frame, n *ir.Ref) value.Value {
	switch d := n.Data.(type) {
	case *importEntry:
		return d.follow(f, n, b.names())
	case *reference:
		v := b.lookup(f, d).At(n.Span)
		if !d.isBare {
			// Only a string hides imported keys; a bare reference copies all of them (4).
			hintHidden(f, n.Span, v)
		}
		return v
	}
	return value.Failure("not a reference")
}

// lookup finds the value of a path. Its first name may be a built-in property, even in
// brackets (4).
func (b *binder) lookup(f ir.Frame, r *reference) value.Value {
	if first := r.steps[0]; first.IsKey {
		switch first.Key {
		case "imports":
			return b.throughImports(f, r)
		case "context":
			f.Value(b.contextCell(), r.node)
			return r.access(f, b.contextOf(r.env), r.steps[1:])
		case "environments":
			return b.throughEnvironments(f, r)
		}
	}
	return r.walk(f)
}

// throughImports follows a path that begins with `imports`: into the record of direct imports,
// merged or not (5).
func (b *binder) throughImports(f ir.Frame, r *reference) value.Value {
	record := value.ObjectOf()
	if r.env.record != nil {
		record = f.Value(r.env.record, r.node)
	}
	for _, entry := range r.env.imports {
		if _, ok := record.Object().Get(entry.name); !ok || entry.env == nil {
			continue
		}
		if len(r.steps) == 1 {
			// The record has the values already. Getting them from the cells only records what the
			// reference depends on.
			f.Value(entry.env.cell, r.node)
		} else if r.steps[1].IsKey && r.steps[1].Key == entry.name {
			r.recordDependency(f, entry.env, r.steps[2:])
		}
	}
	return r.access(f, record, r.steps[1:])
}

// throughEnvironments follows a path through `environments.PROJECT.NAME`. The original says nothing
// about a shorter path; here it is reported (0).
func (b *binder) throughEnvironments(f ir.Frame, r *reference) value.Value {
	if len(r.steps) < 3 {
		return f.Fail(diag.Errorf(r.node.Span, "environments-path",
			"a project, an environment and a path are needed, as in ${environments.project.name.property}"))
	}
	failure := value.Value{}
	for _, s := range r.steps[1:3] {
		if !s.IsKey {
			failure = f.Fail(indexProblem(s))
		}
	}
	name, _ := r.environmentName()
	switch e := r.environment; {
	case failure.Data != nil:
		return failure
	case e == nil:
		return f.Fail(notFound(r.whole, name, b.names()))
	case e.dropped:
		return value.Failure("the environment " + name + " has errors")
	default:
		v := f.Value(e.cell, r.node)
		if v.Object() == nil {
			// The environment has failed, for example because it depends on this reference.
			return v
		}
		r.recordDependency(f, e, r.steps[3:])
		return r.access(f, v, r.steps[3:])
	}
}

// walk follows a path through the literals of the reference's own environment, without evaluating
// their other entries. Once it reaches anything else, or an imported value, it continues with
// values.
func (r *reference) walk(f ir.Frame) value.Value {
	at := r.env.values
	for i, s := range r.steps {
		switch at.shape {
		case object:
			if !s.IsKey {
				return f.Fail(indexProblem(s))
			}
			next := r.first
			if i > 0 || next == nil {
				next = at.field(s.Key)
			}
			if next == nil {
				// This only records the property that the value comes from; inherited looks it up.
				if t, ok := r.env.importedSource(f, r.node, r.steps); ok {
					f.Value(t.property.cell, r.node)
				}
				return r.inherited(f, at, r.steps[i:])
			}
			at = next
		case list:
			if p := elementProblem(s, len(at.items)); p != nil {
				return f.Fail(*p)
			}
			at = at.items[s.Index]
		case ciphertext:
			return f.Fail(diag.Errorf(r.whole, "secret-access", "a secret has no properties").
				WithReference("internal error: no receiver"))
		default:
			return r.access(f, f.Value(at.cell, r.node), r.steps[i:])
		}
	}
	return f.Value(at.cell, r.node)
}

// inherited follows a path from an object that does not have the next key itself.
func (r *reference) inherited(f ir.Frame, at *property, steps []ir.Step) value.Value {
	base := at.baseValue(f, r.node)
	if base.Object() != nil || isOpen(base) {
		if o := base.Object(); o != nil {
			// With an unknown layer at the bottom, the key may still exist.
			if _, ok := o.Get(steps[0].Key); !ok && (layers(o) == nil || layers(o).base.Data == nil) {
				return f.Fail(r.unknownProperty(steps[0], base, func() (original, all []string) {
					return lowestNames(o), append(o.Keys(), at.keys()...)
				}))
			}
		}
		return r.access(f, base, steps)
	}
	return f.Fail(r.unknownProperty(steps[0], value.Value{}, func() (original, all []string) {
		keys := at.keys()
		return keys, keys
	}))
}

// baseValue returns the value of a property in the merged imports. It has no data if the imports
// have no such value, or if the property cannot have a layer below.
func (p *property) baseValue(f ir.Frame, at ir.Node) value.Value {
	switch {
	case p.inList || p.env.base == nil || !p.env.merges:
		// An array replaces another as a whole, so its elements have nothing below them (5).
		return value.Value{}
	case p.parent == nil:
		return f.Value(p.env.base, at)
	}
	below := p.parent.baseValue(f, at)
	switch o := below.Object(); {
	case o != nil:
		v, ok := o.Get(p.key)
		// The key may be in the unknown layer at the bottom.
		if l := layers(o); !ok && l != nil && l.base.Data != nil {
			return propertyOf(l.base, p.key)
		}
		return v
	case isOpen(below):
		if v, ok := knownObject(below).Get(p.key); ok {
			return v
		}
		return propertyOf(below, p.key)
	}
	return value.Value{}
}

// inherited evaluates to the imported value of a property, below the property's own value.
var inherited = &ir.Func{
	Name: "inherited", Doc: "The value of this property in the imported environments.",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		v := c.Data.(*property).baseValue(f, c)
		if v.Data == nil {
			return value.Value{Origin: c.Span}
		}
		return v
	},
}

// propertyOf returns a property of an unknown value, with the property's type if that is known.
func propertyOf(v value.Value, key string) value.Value {
	u, _ := v.Data.(value.Unknown)
	s, _ := u.Type.(*schema)
	if s = s.resolve(); s != nil {
		s = s.property(key)
	}
	return partOfUnknown(v, s, value.Path("").Key(key))
}

// access returns the value at the end of a path in v.
func (r *reference) access(f ir.Frame, v value.Value, steps []ir.Step) value.Value {
	for i, s := range steps {
		switch d := v.Data.(type) {
		case value.Unknown:
			return r.accessUnknown(f, v, steps[i:])
		case *value.List:
			if p := elementProblem(s, len(d.Items)); p != nil {
				return f.Fail(*p)
			}
			v = d.Items[s.Index]
		case *value.Object:
			if !s.IsKey {
				return f.Fail(indexProblem(s))
			}
			next, ok := d.Get(s.Key)
			if l := layers(d); l != nil && l.base.Data != nil && (!ok || l.hides(s.Key)) {
				next, ok = propertyOf(l.base, s.Key), true
			}
			if !ok {
				return f.Fail(r.unknownProperty(s, v, func() (original, all []string) {
					return lowestNames(d), d.Keys()
				}))
			}
			v = next
		default:
			return f.Fail(receiverProblem(s, v.Kind()))
		}
	}
	return v
}

// lowestNames returns the keys of the bottom layer of an object. The original takes suggestions
// only from these, because that is where its lookup ends.
func lowestNames(o *value.Object) []string {
	if l := layers(o); l != nil {
		o = l.lowest
	}
	return o.Keys()
}

// accessUnknown follows steps through an unknown value. The result is unknown, too, but a step that
// the type rules out is reported.
func (r *reference) accessUnknown(f ir.Frame, v value.Value, steps []ir.Step) value.Value {
	u, _ := v.Data.(value.Unknown)
	t, _ := u.Type.(*schema)
	path := value.Path("")
	// The reason why the result is unknown names the whole path that was read.
	for _, s := range steps {
		if s.IsKey {
			path = path.Key(s.Key)
		} else {
			path = path.Index(s.Index)
		}
	}
	for _, s := range steps {
		if t == nil {
			return partOfUnknown(v, nil, path)
		}
		// The original does not follow $ref here, and does not look into choices.
		switch t.kind {
		case "object":
			if !s.IsKey {
				return f.Fail(indexProblem(s))
			}
			next := t.property(s.Key)
			switch {
			case next != nil && next.never:
				// The original reports nothing here as long as the value is unknown.
				f.Report(r.noSuchProperty(s, t))
				next = absentProperty
			case t.shown.Data != nil && !contains(t.names(), s.Key):
				next = absentProperty
			// The original knows nothing about other properties, not even that they may be anything.
			case next == nil && !t.open && !contains(t.names(), s.Key):
				next = newSchema("")
			}
			t = next
		case "array":
			if !s.IsKey && s.Index >= len(t.prefixItems) && t.items != nil && t.items.never {
				return f.Fail(*elementProblem(s, len(t.prefixItems)))
			}
			if p := elementProblem(s, s.Index+1); p != nil {
				return f.Fail(*p)
			}
			t = t.item(s.Index)
		default:
			return f.Fail(receiverProblem(s, t.kind))
		}
	}
	return partOfUnknown(v, t, path)
}

// unknownProperty returns the problem of a key that an object does not have. The original takes
// suggestions from only some of the keys, and quotes them as Go does. Suggestions computed from a
// secret are marked as such. names returns the keys that the original suggests, and all keys; it is
// called only while suggestions are still made.
func (r *reference) unknownProperty(s ir.Step, from value.Value, names func() (original, all []string)) diag.Problem {
	text, theirs, near := diag.Constant("unknown property "+quote(s.Key)), "", ""
	if advice := r.env.advice; !advice.IsSpent() {
		original, all := names()
		if near := nearestInBytes(advice, s.Key, original); near != "" {
			theirs = suggested(from, near, "; did you mean "+quote(near)+"?")
		}
		near = advice.Nearest(s.Key, all)
	}
	p := diag.Errorf(s.Span, "unknown-property", "%s%s", text, suggested(from, near, diag.Suggestion(near))).
		WithReference("%s%s", text, theirs)
	// The fix is offered where the key is written plainly, with or without a dot before it.
	if near != "" && value.IsName(near) {
		title := "Change to " + suggested(from, near, near)
		if at := s.Span; at.Text() == s.Key {
			p = p.WithFix(title, at, near)
		} else if at.Text() == "."+s.Key {
			p = p.WithFix(title, at, "."+near)
		}
	}
	return p
}

// suggested marks a suggestion as secret if its name was computed from a secret.
func suggested(from value.Value, name, text string) string {
	o := from.Object()
	if o == nil || !from.IsSecret() {
		return text
	}
	for i := range o.Fields {
		if f := &o.Fields[i]; f.Key == name && !bind.IsWritten(f) {
			return diag.SecretName(text)
		}
	}
	return text
}

// noSuchProperty returns a hint that a type rules out a property. The original reports nothing as
// long as the value is unknown.
func (r *reference) noSuchProperty(s ir.Step, t *schema) diag.Problem {
	p := r.unknownProperty(s, value.Value{}, func() (original, all []string) { return t.names(), t.names() })
	p.Severity, p.Code, p.Reference = diag.Warning, "hint-no-property", ""
	return p
}

// nearestInBytes returns the candidate that the original suggests; it counts edits in bytes.
func nearestInBytes(advice *diag.Advisor, name string, candidates []string) string {
	all := make([]string, len(candidates))
	for i, c := range candidates {
		all[i] = characters(c)
	}
	near := advice.Nearest(characters(name), all)
	for i := range all {
		if near != "" && all[i] == near {
			return candidates[i]
		}
	}
	return ""
}

// characters converts each byte to a character.
func characters(s string) string {
	out := make([]rune, len(s))
	for i := range len(s) {
		out[i] = rune(s[i])
	}
	return string(out)
}

// indexProblem returns the problem of an index where an object needs a key.
func indexProblem(s ir.Step) diag.Problem {
	return diag.Errorf(s.Span, "object-index", "an object has properties, not elements: a name is needed here").
		WithReference("cannot access an object property using an integer index")
}

// elementProblem explains why an array of n elements has no element for a step; it returns nil if it has one.
func elementProblem(s ir.Step, n int) *diag.Problem {
	var p diag.Problem
	switch {
	case s.IsKey:
		p = diag.Errorf(s.Span, "array-name",
			"an array has elements, not properties: an index such as [0] is needed here").
			WithReference("cannot access an array element using a property name")
	case s.Index < 0:
		p = diag.Errorf(s.Span, "array-negative", "array indices must not be negative")
	case s.Index >= n:
		p = diag.Errorf(s.Span, "array-bounds", "%s", diag.Constant(bounds(s.Index, n))).
			WithReference("%s", diag.Constant("array index "+itoa(s.Index)+" out-of-bounds for array of length "+
				itoa(n)))
	default:
		return nil
	}
	return &p
}

// bounds explains which indices an array of n elements has.
func bounds(i, n int) string {
	switch n {
	case 0:
		return "this array is empty"
	case 1:
		return "this array has one element, [0]"
	}
	return "this array has " + itoa(n) + " elements, [0] to [" + itoa(n-1) + "]; there is no [" + itoa(i) + "]"
}

// receiverProblem explains that a value has neither properties nor elements. The kind is "" if the
// type of an unknown value does not state it.
func receiverProblem(s ir.Step, kind string) diag.Problem {
	noun := "a " + kind
	if kind == "null" {
		noun = kind
	}
	p := diag.Errorf(s.Span, "no-properties", "%s has neither properties nor elements", diag.Constant(noun))
	if kind == "" {
		p = diag.Errorf(s.Span, "no-properties",
			"the type of this unknown value is not stated; its schema needs type: object or array")
	}
	return p.WithReference("receiver must be an array or an object")
}

// contextOf returns the value of `context` in an environment.
func (b *binder) contextOf(e *environment) value.Value {
	named := func(name string) value.Value {
		return value.ObjectOf(value.Field{Key: "name", Value: value.Str(name)})
	}
	fields := append([]value.Field{
		{Key: "currentEnvironment", Value: named(e.name)},
		{Key: "rootEnvironment", Value: named(e.rootOf)},
	}, b.in.context.Object().Fields...)
	return value.ObjectOf(value.Sorted(fields)...)
}

// names returns the names of the bundle's environments that can be imported.
func (b *binder) names() []string {
	var names []string
	for _, f := range b.bundle.Files {
		// The root cannot be imported: that would be a cycle.
		if name, ok := environmentFile(f.Name); ok && f != b.order[0].file {
			names = append(names, name)
		}
	}
	return names
}
