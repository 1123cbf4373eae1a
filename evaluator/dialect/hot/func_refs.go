package hot

import (
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// Functions that read parameters, resources and files.

// getParam is get_param (9.1). bindGetParam has bound a literal name as a reference;
// otherwise the only node is the whole argument, a name or a list of a name and a path.
var getParam = &ir.Func{
	Name: "get_param", Result: "any",
	Doc:     "Returns the value of a parameter or, with a path, a part of it. A missing part is the empty string.",
	Example: "{get_param: [ports, 1]} → 443",
	Params: []ir.Param{{Name: "name", Type: "string"},
		{Name: "path", Type: "string or number", Optional: true, Doc: "keys and indices, as many as are needed"}},
	AlwaysForces: ir.AllArgs,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		r := &run{Frame: f, site: siteOf(c), call: c}
		ref, static := c.Args[0].(*ir.Ref)
		if static {
			return r.param(ref.Name, c.Args[0], ref.Cell, r.steps(c.Args[1:]))
		}
		arg := present(f.Force(c.Args[0]))
		if v, stop := opaque(arg); stop {
			return v
		}
		r.arg = arg
		return r.computedParam(arg)
	},
}

// steps returns the values of a path that is written as a list. All of them are forced, so that
// errors in each are reported even if an earlier step ends the walk.
func (r *run) steps(nodes []ir.Node) []value.Value {
	out := r.stack.b.slabs.values.Items.Slice(len(nodes))
	for _, n := range nodes {
		out = append(out, present(r.Force(n)))
	}
	return out
}

// computedParam reads a parameter whose name is computed. arg is the value of the whole argument: a
// name, or a list of a name and a path.
func (r *run) computedParam(arg value.Value) value.Value {
	name, path := arg, []value.Value(nil)
	if l := arg.List(); l != nil {
		if len(l.Items) == 0 {
			return r.fail(arg, "get_param needs the name of a parameter", `Function "get_param" must have arguments`)
		}
		name, path = l.Items[0], l.Items[1:]
	} else if !python.IsTrue(arg) {
		return r.fail(arg, "get_param needs the name of a parameter", `Function "get_param" must have arguments`)
	} else if _, ok := arg.Text(); !ok {
		return r.fail(arg, "get_param takes a name or a list of a name and a path, not "+python.Noun(arg),
			`Argument to "get_param" must be string or list`)
	}
	if v, stop := opaque(name); stop {
		return v
	}
	text, ok := name.Text()
	if !ok {
		return r.fail(name, "the name of a parameter must be a string, not "+python.Noun(name),
			`Parameter name in "get_param" must be string`)
	}
	return r.param(text, r.call.Args[0], r.stack.parameterCell(r, text), path)
}

// param reads a parameter and follows a path into its value. cell is nil if there is no parameter
// of that name; at is the node that names it.
func (r *run) param(name string, at ir.Node, cell *ir.Cell, path []value.Value) value.Value {
	if cell == nil {
		span := at.Info().Span
		near := r.stack.b.near(name, r.stack.parameterNames())
		m := heatError{code: "parameter-unknown", span: span, text: "The Parameter (" + diag.Any(name) +
			") was not provided.",
			message: "there is no parameter " + quoted(name) + meant(near)}
		if span.Text() == name {
			m.fix = changeTo(near, span)
		}
		switch {
		// In a nested stack, Heat's message then begins with the class of the error and the path of
		// the stack.
		case r.condition:
			return r.report(m.with(r.stack.class("UserParameterMissing")))
		case r.stack.owner != nil:
			return r.report(m.with(""))
		}
		return r.report(r.site.valueProblem(m))
	}
	v := r.Value(cell, at)
	if v.List() != nil || v.Object() != nil && !hidesNames(v) {
		v = v.Without(value.Secret) // the parts inside have the mark
	}
	for _, step := range path {
		if v.IsFailed() || v.IsUnknown() {
			return v.At(r.call.Span)
		}
		// An unknown step may lead to any part.
		if v2, stop := opaque(step); stop {
			return v2
		}
		v = paramPiece(v, step)
	}
	return v.At(r.call.Span)
}

// paramPiece follows one step. Unlike walk, which serves get_attr, it accepts strings that read as
// integers as indices, and returns "" for missing parts. A number does not find a string key that
// looks like it.
func paramPiece(v, step value.Value) value.Value {
	if o := v.Object(); o != nil {
		if key, ok := step.Text(); ok {
			if c, ok := o.Get(key); ok {
				return c
			}
		}
		return value.Str("")
	}
	i, ok := python.Index(step)
	if s, isText := step.Text(); isText {
		if n, isInt := python.ParseInt(s); isInt {
			i, ok = python.Index(value.Of(n))
		}
	}
	if ok {
		if c, ok := python.At(v, i); ok {
			return c
		}
	}
	return value.Str("")
}

// bindGetParam binds the name as a reference, so that it can be followed and renamed. A path may be
// computed.
func bindGetParam(c *callSite) ir.Node {
	name, path := c.arg, []*python.Node(nil)
	if c.arg.Kind == python.List && len(c.arg.Items) > 0 {
		name, path = c.arg.Items[0], c.arg.Items[1:]
	}
	text, ok := name.Text()
	if !ok || text == "" {
		return c.plain()
	}
	slabs := &c.stack.b.slabs
	ref := slabs.Refs.New()
	ref.Span, ref.Name, ref.NameAt, ref.Cell = name.Span, text, name.Span, c.stack.parameterCell(nil, text)
	args := append(slabs.Children.Slice(1+len(path)), ref)
	for i, p := range path {
		args = append(args, c.stack.below(p, c.place, c.at, "", i+1))
	}
	if hasLeftOut(args[1:]) {
		return c.plain()
	}
	return c.make(args...)
}

// hasLeftOut reports whether an if may leave out one of the items. That would shift all later ones,
// so nothing can be bound by its position.
func hasLeftOut(nodes []ir.Node) bool {
	for _, n := range nodes {
		if mayLeaveOut(n) {
			return true
		}
	}
	return false
}

// getResource is get_resource (9.3).
var getResource = &ir.Func{
	Data: returnsID,
	Name: "get_resource", Result: "string", Doc: "Returns the id of a resource.",
	Params:       []ir.Param{{Name: "resource", Type: "string"}},
	AlwaysForces: ir.AllArgs,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		r := &run{Frame: f, site: siteOf(c), call: c}
		res, v := r.resourceOf(c.Args[0], "get_resource")
		if res == nil {
			return v
		}
		return res.reference(r).At(c.Span)
	},
}

// resourceOf returns the resource that a node names, and its value, or nil and a failure if
// there is none. If a computed name is unknown, so is the value, for the same reason.
func (r *run) resourceOf(n ir.Node, function string) (*resource, value.Value) {
	if ref, ok := n.(*ir.Ref); ok {
		return r.resource(ref.Name, n, function)
	}
	name := present(r.Force(n))
	if name.HasFailed() || name.HasUnknown() {
		v, _ := opaque(value.NotKnown(value.Why(name)).With(name.Summary()))
		return nil, v
	}
	return r.resource(python.Str(name), n, function)
}

// resource returns a resource by name, and its value. Forcing the value makes the resource a
// dependency of the caller.
func (r *run) resource(name string, at ir.Node, function string) (*resource, value.Value) {
	res := r.stack.resources[name]
	if res == nil {
		return nil, r.report(r.missing(name, at.Info().Span, function))
	}
	v := r.Value(res.cell, at)
	// The resource's condition is false: Heat refuses the resource like a missing one (7).
	if v.IsNull() {
		return nil, r.report(r.missing(name, at.Info().Span, function))
	}
	if v.Object() == nil {
		return nil, value.Failure("error") // it has no type, or it depends on itself
	}
	return res, v
}

// ref returns a reference to a resource by name. Without a resource of that name, the reference has
// no cell; the function that uses it reports that.
func (st *stack) ref(n *python.Node, name string) *ir.Ref {
	ref := st.b.slabs.Refs.New()
	ref.Span, ref.Name, ref.NameAt = n.Span, name, n.Span
	if res := st.resources[name]; res != nil {
		ref.Cell = res.cell
	}
	return ref
}

// bindGetResource binds a literal name as a reference. Any other argument is resolved first and
// then printed by Python's str (9.3).
func bindGetResource(c *callSite) ir.Node {
	if name, ok := c.arg.Text(); ok {
		return c.make(c.stack.ref(c.arg, name))
	}
	return c.make(c.stack.bind(c.arg, c.place.named(), c.at))
}

// named returns the place of an expression that computes the name of a resource.
func (p *place) named() *place {
	own := *p
	own.naming = true
	return &own
}

// getAttr is get_attr (9.2).
var getAttr = &ir.Func{
	Data: returnsAttribute,
	Name: "get_attr", Result: "any",
	Doc: "Returns an attribute of a resource or, with a path, a part of it. A missing part is null. Since " +
		"2015-10-15, without an attribute it returns a map of all attributes.",
	Example: "{get_attr: [settings, value, port]} → 80",
	Params: []ir.Param{{Name: "resource", Type: "string"}, {Name: "attribute", Type: "string", Optional: true},
		{Name: "path", Type: "string or number", Optional: true, Doc: "keys and indices, as many as are needed"}},
	AlwaysForces: ir.AllArgs,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		r := &run{Frame: f, site: siteOf(c), call: c}
		// A single argument that is not a reference is a function that returns the list.
		if _, written := c.Args[0].(*ir.Ref); !written && len(c.Args) == 1 {
			return r.computedAttr(c.Args[0])
		}
		res, v := r.resourceOf(c.Args[0], "get_attr")
		path := r.steps(c.Args[1:])
		if res == nil {
			return v
		}
		return r.attribute(res, v, path)
	},
}

// Heat's messages for get_attr. Up to 2015-04-30 an attribute is required; later the resource alone
// is enough.
const (
	attrForm = `Arguments to "get_attr" must be of the form [resource_name, attribute, (path), ...]`
	attrAny  = `Arguments to "get_attr" can be of the next forms: [resource_name] or [resource_name, attribute, ` +
		`(path), ...]`
	attrList = `Argument to "get_attr" must be a list`
)

// computedAttr reads an attribute if a function returns the whole argument list.
func (r *run) computedAttr(n ir.Node) value.Value {
	arg := present(r.Force(n))
	if v, stop := opaque(arg); stop {
		return v
	}
	r.arg = arg
	l := arg.List()
	if l == nil {
		return r.refuse(arg, "get_attr takes a list: resource, attribute and, optionally, a path", attrList)
	}
	if len(l.Items) == 0 || len(l.Items) == 1 && r.stack.version < v20151015 {
		return r.refuse(arg, "get_attr takes a list: resource, attribute and, optionally, a path", r.stack.attrForm())
	}
	if v, stop := opaque(l.Items[0]); stop {
		return v
	}
	res, v := r.resource(python.Str(l.Items[0]), n, "get_attr")
	if res == nil {
		return v
	}
	return r.attribute(res, v, l.Items[1:])
}

// attrForm returns Heat's message for a list that is too short.
func (st *stack) attrForm() string {
	if st.version >= v20151015 {
		return attrAny
	}
	return attrForm
}

// attribute reads an attribute of a resource that exists. v is the value of the resource; path
// begins with the name of the attribute, and is empty for all attributes.
func (r *run) attribute(res *resource, v value.Value, path []value.Value) value.Value {
	for _, p := range path {
		if v, stop := opaque(p); stop {
			return v
		}
	}
	// Heat fails with Python errors here, so there are no texts. In 2013-05-23 Heat fetches the
	// whole attribute and walks the path afterwards (1.1), so it accepts steps of any type after
	// the name.
	for i, p := range path {
		if (p.List() != nil || p.Object() != nil) && (i == 0 || r.stack.version >= v20141016) {
			return r.fail(p, "a step of a path must be a string or a number, not "+python.Noun(p), "")
		}
		if _, isText := p.Text(); i == 0 && (len(path) == 1 || r.stack.version < v20141016) && !isText &&
			!(p.IsNull() && r.stack.version >= v20151015) {
			return r.fail(p, "the name of an attribute must be a string, not "+python.Noun(p), "")
		}
	}
	// Since 2015-10-15 an attribute that is null means all of them, as if it were missing.
	if len(path) == 0 || path[0].IsNull() && r.stack.version >= v20151015 {
		return res.kind.attributes(r, res, v).At(r.call.Span)
	}
	return r.named(res, v, python.Str(path[0]), path[1:]).At(r.call.Span)
}

// named returns an attribute by name. If a part of an attribute of a group or a nested template
// remains unknown, inputs.yaml may supply the whole attribute.
func (r *run) named(res *resource, v value.Value, name string, path []value.Value) value.Value {
	out := res.kind.attribute(r, res, v, name, path)
	if out.HasFailed() || !out.HasUnknown() {
		return out
	}
	if o := res.supplied(); o != nil {
		if supplied, ok := o.Get(name); ok {
			return res.within(supplied, path).With(value.Mocked)
		}
	}
	return out
}

// within follows a path into a supplied value or, for a group, into the value of each member.
func (r *resource) within(supplied value.Value, path []value.Value) value.Value {
	l := supplied.List()
	if l == nil || !r.kind.members {
		return walk(supplied, path)
	}
	items := make([]value.Value, len(l.Items))
	for i, item := range l.Items {
		items[i] = walk(item, path)
	}
	return value.ListOf(items...)
}

// walk follows a path into an attribute. A step that cannot be followed leads to null.
func walk(v value.Value, path []value.Value) value.Value {
	for _, step := range path {
		switch {
		case v.IsUnknown() || v.IsFailed():
			return v
		// Keys must be strings: the number 1 does not find the key "1" (9.2).
		case v.Object() != nil:
			key, ok := step.Text()
			c, found := v.Object().Get(key)
			if !ok || !found {
				return value.Nothing()
			}
			v = c
		default:
			// A boolean counts as an index, a string does not (9.2).
			i, ok := python.Index(step)
			if !ok {
				return value.Nothing()
			}
			c, ok := python.At(v, i)
			if !ok {
				return value.Nothing()
			}
			v = c
		}
	}
	return v
}

// bindGetAttr binds the resource as a reference. Since 2015-10-15 the attribute may be missing,
// which means all of them; and since a string of one character is a sequence in Python, Heat takes
// it for a list.
func bindGetAttr(c *callSite) ir.Node {
	const takes = "get_attr takes a list: resource, attribute and, optionally, a path"
	items := c.arg.Items
	if name, ok := c.arg.Text(); ok && c.stack.version >= v20151015 && len([]rune(name)) == 1 {
		items = []*python.Node{c.arg}
	} else if c.arg.Kind != python.List && !(c.arg.IsBlank() && c.stack.version >= v20151015) {
		return c.refuse(c.arg, takes, attrList)
	}
	if len(items) == 0 || len(items) == 1 && c.stack.version < v20151015 {
		var since []version
		if len(items) == 1 {
			since = []version{v20151015}
		}
		return c.refuse(c.arg, takes, c.stack.attrForm(), since...)
	}
	args := c.stack.b.slabs.Children.Slice(len(items))
	if name, ok := items[0].Text(); ok {
		args = append(args, c.stack.ref(items[0], name))
	} else if len(items) == 1 {
		// The only item is a function, whose value names the resource.
		return c.plain()
	} else {
		args = append(args, c.stack.below(items[0], c.place.named(), c.at, "", 0))
	}
	for i, n := range items[1:] {
		p := c.place
		if i == 0 && n.Kind != python.Scalar {
			// Errors in a computed attribute get the path of this get_attr (9.2), because Heat
			// resolves the attribute when it checks that the type has it.
			own := *p
			own.attribute, p = c.at, &own
		}
		args = append(args, c.stack.below(n, p, c.at, "", i+1))
	}
	if hasLeftOut(args) {
		return c.plain()
	}
	return c.make(args...)
}

// getFile is get_file (9.4).
var getFile = whole("get_file",
	"Returns the content of a file of this document.",
	"{get_file: hello.txt} → hello", "string", func(r *run) value.Value {
		key, ok := r.arg.Text()
		if !ok {
			return r.fail(r.arg, "get_file takes the name of a file, not "+python.Noun(r.arg),
				`Argument to "get_file" must be a string`)
		}
		if f := r.stack.file(key); f != nil {
			b := r.stack.b
			b.readsMain = b.readsMain || f == b.root.tmpl.file
			return value.Str(f.Text)
		}
		// The client would fetch the file and send it along with the template.
		if isRemote(key) {
			r.stack.remark(r.Frame, diag.Infof(r.near(r.arg), "hint-remote-file",
				"this file is not in this document; the client would download it"))
			if r.arg.HasSecret() {
				return value.NotKnown("a file")
			}
			return value.NotKnown("the file " + key)
		}
		p := r.site.valueProblem(heatError{code: "file-missing", span: r.near(r.arg),
			message: "there is no file " + quoted(key) + diag.Guess(diag.DidYouMean(key, r.stack.b.fileNames())),
			text:    `No content found in the "files" section for get_file path: ` + diag.Any(key)})
		return r.report(p)
	}, ir.Param{Name: "path", Type: "string"})

// isRemote reports whether a name is a URL that the real client would fetch.
func isRemote(name string) bool {
	return strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") ||
		strings.HasPrefix(name, "file://")
}

// facadeSections are the arguments of resource_facade, in the order of Heat's message. Those of
// Fn::ResourceFacade have the same order.
var facadeSections = []string{"metadata", "deletion_policy", "update_policy"}

// resourceFacade is resource_facade (9.16). Its argument is a literal, because bindFacade refuses
// any other.
var resourceFacade = &ir.Func{
	Name: "resource_facade", Result: "any",
	Doc: "In a nested template: returns metadata, deletion_policy or update_policy of the resource in the parent " +
		"that the template implements.",
	Params: []ir.Param{{Name: "section", Type: "string"}},
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		s, section := siteOf(c), c.Args[0].(*ir.Lit).Value.(value.String)
		if owner := s.stack.owner; owner != nil {
			return owner.facade(f, string(section)).At(c.Span)
		}
		s.stack.remark(f, diag.Infof(c.Span, "hint-resource-facade",
			"resource_facade has a value only in a nested template"))
		return value.NotKnown("the resource in the parent").At(c.Span)
	},
}

// bindFacade replaces the name of a section of the outer resource with the one in facadeSections:
// CloudFormation's function has other names.
func bindFacade(c *callSite) ir.Node {
	names := facadeSections
	if c.fn.Name == "Fn::ResourceFacade" {
		names = []string{"Metadata", "DeletionPolicy", "UpdatePolicy"}
	}
	text, ok := c.arg.Text()
	for i, name := range names {
		if ok && text == name {
			return c.make(&ir.Lit{Meta: ir.Meta{Span: c.arg.Span}, Value: value.String(facadeSections[i])})
		}
	}
	return c.refuse(c.arg, c.fn.Name+" takes one of "+strings.Join(names, ", "),
		`Incorrect arguments to "`+c.fn.Name+`" should be one of: `+strings.Join(names, ", "))
}
