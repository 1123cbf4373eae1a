package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A function is a function of the language, with the versions that have it and the way to bind its
// calls.
type function struct {
	*ir.Func
	since     version
	until     version // the first version that refuses it
	condition version // first version that allows it in conditions
	inside    bool    // the function is allowed only in conditions
	// bind checks the form of the arguments and returns the node.
	bind func(c *callSite) ir.Node
}

// A callSite is a call being bound. fn is the entry of the table or, for a call that the version or
// the place refuses, a copy whose bind reports that.
type callSite struct {
	site
	fn     *function
	arg    *python.Node
	span   source.Span // span of the whole map
	nameAt source.Span
}

// bind converts a node to an expression. p is the place, which is the same for everything inside a
// section; at is the path of n, for messages. Errors in the form of calls are not reported now
// but become nodes, since Heat does not parse every branch.
func (st *stack) bind(n *python.Node, p *place, at *templatePath) ir.Node {
	switch n.Kind {
	case python.Scalar:
		return st.literal(n)
	case python.List:
		list := st.b.slabs.Lists.New()
		list.Span, list.Items = n.Span, st.b.slabs.Children.Slice(len(n.Items))
		omits := false
		for i, c := range n.Items {
			item := st.below(c, p, at, "", i)
			list.Items = append(list.Items, item)
			omits = omits || mayLeaveOut(item)
		}
		// Only a list with a two-argument if among its items needs a node that drops the items left
		// out.
		return withoutLeftOut(list, omits)
	case python.Map:
		if c := st.call(n, p, at); c != nil {
			return c.fn.bind(c)
		}
		return st.object(n, func(pr *python.Pair) ir.Node { return st.below(pr.Value, p, at, pr.Shown(), -1) })
	}
	return &ir.Bad{Meta: ir.Meta{Span: n.Span}}
}

// literal returns a node for a scalar.
func (st *stack) literal(n *python.Node) ir.Node {
	l := st.b.slabs.Literals.New()
	l.Span, l.Value = n.Span, n.Data
	return l
}

// below binds the value of a key or a list element. For the value of a key, index is -1; for an
// element, key is "".
func (st *stack) below(n *python.Node, p *place, at *templatePath, key string, index int) ir.Node {
	if n.Kind == python.Scalar {
		return st.literal(n) // scalars cannot be wrong, so they need no path; most nodes are scalars
	}
	inside := st.b.slabs.path(at, key)
	inside.index = index
	return st.bind(n, p, inside)
}

// object builds an object whose values are bound by each. Keys are plain text: they are never
// functions (1.1).
func (st *stack) object(n *python.Node, each func(*python.Pair) ir.Node) ir.Node {
	o := st.b.slabs.Objects.New()
	o.Span, o.Fields = n.Span, st.b.slabs.Fields.Slice(len(n.Pairs))
	omits := false
	for i := range n.Pairs {
		pr := &n.Pairs[i]
		v := each(pr)
		o.Fields = append(o.Fields, ir.Field{Key: pr.Key, KeyAt: pr.KeyAt, Value: v})
		omits = omits || mayLeaveOut(v)
	}
	return withoutLeftOut(o, omits)
}

// call returns the call that a map represents if its only key is the name of a function of the
// template's version. A function of another version is data, as in Heat, with a warning. The result
// is nil for data. A function that the version or the place refuses is returned with a bind that
// reports it.
func (st *stack) call(n *python.Node, p *place, at *templatePath) *callSite {
	if len(n.Pairs) != 1 {
		return nil
	}
	pr := &n.Pairs[0]
	fn := st.b.functions[pr.Key]
	if fn == nil {
		st.warnMisspelt(pr)
		return nil
	}
	st.b.hasTraces = st.b.hasTraces || fn.Name == "get_file" || fn.Name == "yaql"
	inside := st.b.slabs.path(at, pr.Key)
	inside.call = true
	c := st.b.slabs.sites.New()
	*c = callSite{site: site{p, inside}, fn: fn, arg: pr.Value, span: n.Span, nameAt: pr.KeyAt}
	switch {
	case fn.inside && !p.condition:
		st.report(diag.Warnf(pr.KeyAt, "hint-condition-function-outside",
			"%s is data here: it is a function only in conditions and in the first argument of if", written(pr.Key)))
		return nil
	case fn.since > st.version:
		st.notYet(pr, fn)
		return nil
	case fn.until <= st.version:
		// Heat still recognises functions that a version has removed, so they are errors rather
		// than data (1.1).
		c.fn = &function{Func: fn.Func, bind: (*callSite).removed}
	case p.condition && fn.condition > st.version:
		c.fn = &function{Func: fn.Func, bind: (*callSite).notInCondition}
	}
	return c
}

// warnMisspelt adds a hint to a key that looks like a misspelt function. Function names without
// an underscore are not considered, as data may well contain similar words. The prefixes are those
// of the functions with an underscore: maps with one key are frequent, and comparing names is slow.
func (st *stack) warnMisspelt(pr *python.Pair) {
	if len(pr.Key) < 6 || !slices.Contains([]string{"get", "str", "lis", "map", "mak", "res"}, pr.Key[:3]) ||
		pr.KeyAt.IsZero() {
		return
	}
	var names []string
	for _, fn := range st.b.functions {
		if fn.since <= st.version && st.version < fn.until && strings.Contains(fn.Name, "_") {
			names = append(names, fn.Name)
		}
	}
	slices.Sort(names)
	// A name whose length differs by more than one is more likely data than a misspelling.
	if near := st.b.near(pr.Key, names); near != "" && max(len(near)-len(pr.Key), len(pr.Key)-len(near)) <= 1 {
		p := diag.Infof(pr.KeyAt, "hint-function-misspelt", "%s is data here: Heat has no such function%s",
			written(pr.Key), meant(near))
		st.report(changeTo(near, pr.KeyAt)(p))
	}
}

// notYet warns that a name is a function only in later versions. Heat says nothing: the map stays
// data (0).
func (st *stack) notYet(pr *python.Pair, fn *function) {
	p := diag.Warnf(pr.KeyAt, "hint-function-not-in-version", "%s is data here: as a function it %s", written(pr.Key),
		needs(fn.since))
	st.report(st.raise(fn.since)(p))
}

// removed reports a function that the template's version no longer has. Its argument is bound all
// the same, so that errors in it are reported, too.
func (c *callSite) removed() ir.Node {
	m := heatError{code: "function-removed", span: c.nameAt,
		message: written(c.fn.Name) + " is no longer a function in this version" + instead(c.fn.Name),
		text: "The template version is invalid: The function " + c.fn.Name +
			" is not supported in this version of HOT."}
	m.fix = changeTo(c.same(), c.nameAt)
	p := c.site.check(m)
	// In a definition the path begins with the outermost function (1.1).
	if c.condition {
		p = m.with(c.at.inCondition())
	}
	if c.arg.Kind == python.Scalar {
		return c.site.refuse(p, true)
	}
	return c.site.refuse(p, true, &ir.Call{Meta: ir.Meta{Span: c.arg.Span}, Fn: onlyParsed,
		Args: []ir.Node{c.stack.bind(c.arg, c.place, c.at)}, Data: &c.site})
}

// onlyParsed reports the problems that Heat finds while parsing an argument.
var onlyParsed = &ir.Func{Name: "argument", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	siteOf(c).stack.parsed(f, c.Args[0])
	return value.Nothing()
}}

// same returns the function of this version that takes the same argument, or "" if there is none. For
// Ref, that depends on whether the name denotes a parameter or a resource.
func (c *callSite) same() string {
	name, _ := c.arg.Text()
	switch {
	case c.fn.Name == "Fn::Join":
		return "list_join"
	case c.fn.Name == "Fn::Split" && c.stack.version >= v20151015:
		return "str_split"
	case c.fn.Name != "Ref" || name == "":
	case c.stack.parameters[name] != nil:
		return "get_param"
	case c.stack.resources[name] != nil:
		return "get_resource"
	}
	return ""
}

// instead names the replacement for a CloudFormation function.
func instead(name string) string {
	switch name {
	case "Ref":
		return "; use get_param or get_resource"
	case "Fn::Join":
		return "; use list_join"
	case "Fn::Replace":
		return "; use str_replace"
	case "Fn::Select":
		return "; use get_param or get_attr with a path"
	case "Fn::Split":
		return "; use str_split"
	case "Fn::ResourceFacade":
		return "; use resource_facade"
	}
	return ""
}

// notInCondition refuses a function that only exists outside conditions (1.1).
func (c *callSite) notInCondition() ir.Node {
	return c.refused(heatError{code: "function-not-in-condition", span: c.nameAt,
		message: written(c.fn.Name) + " cannot appear in a condition; " +
			"conditions may use get_param, equals, not, and, or" + c.stack.laterConditions(),
		text: `The function "` + c.fn.Name + `" is invalid in this context`})
}

// laterConditions names the condition functions added in 2017-09-01. It continues the list in the
// message of notInCondition.
func (st *stack) laterConditions() string {
	if st.version >= v20170901 {
		return ", contains and yaql"
	}
	return ""
}

// refusal returns a node that reports a problem without a path when it is evaluated, after
// the problems of its argument.
func (st *stack) refusal(inside ir.Node, m heatError) ir.Node {
	p := m.with("")
	return &ir.Call{Meta: ir.Meta{Span: p.Span}, Fn: refusal, Args: []ir.Node{inside}, Data: &refused{st, p, false}}
}

// make returns the call of a function. The site, with its place and path, is the Data of the call:
// siteOf returns it.
func (c *callSite) make(args ...ir.Node) ir.Node {
	call := c.stack.b.slabs.Calls.New()
	call.Span, call.Fn, call.Args, call.NameAt, call.Data = c.span, c.fn.Func, args, c.nameAt, &c.site
	return call
}

// plain returns a call whose whole argument is resolved before the function sees it. It is the bind
// of functions whose arguments Heat checks only when it resolves them.
func (c *callSite) plain() ir.Node { return c.make(c.stack.bind(c.arg, c.place, c.at)) }

// refuse returns a node that reports an error in the form of the arguments. since is the first
// version that accepts the form, if there is one.
func (c *callSite) refuse(at *python.Node, message, text string, since ...version) ir.Node {
	return c.refused(heatError{code: "function-arguments", span: at.Span, message: message,
		text: text}.later(c.stack, since...))
}

// refused returns a node that reports an error after those in the arguments: these become
// arguments of the refusal, which evaluates them first. The arguments of an if are left out,
// because Heat parses only the branch that it takes.
func (c *callSite) refused(m heatError) ir.Node {
	if c.fn.Data == branching && !c.condition {
		return c.site.refuse(c.site.shape(m), false)
	}
	return c.site.refuse(c.site.shape(m), false, c.stack.bind(c.arg, c.place, c.at))
}

// recheck returns a node that reports an error that Heat finds only after parsing
// everything. Where the expression is not evaluated, such as in an output whose condition is false,
// it is therefore not reported.
func (c *callSite) recheck(m heatError) ir.Node {
	return c.site.refuse(c.site.check(m), true, c.stack.bind(c.arg, c.place, c.at))
}

// isCall reports whether n is a function call. Arguments that are calls cannot be checked before
// evaluation.
func (c *callSite) isCall(n *python.Node) bool {
	return n.Kind == python.Map && len(n.Pairs) == 1 && c.stack.isFunction(n.Pairs[0].Key, c.condition)
}

// isFunction reports whether a name is a function of the version, in a condition or outside.
// Removed functions count, since Heat recognises them.
func (st *stack) isFunction(name string, condition bool) bool {
	fn := st.b.functions[name]
	return fn != nil && fn.since <= st.version && (condition || !fn.inside)
}

// leftOut is the value of an if whose value for false is missing: nothing, not even null.
type leftOut struct{}

// isLeftOut reports whether a value is the result of an if without a value for false, which leaves
// the item or key out.
func isLeftOut(v value.Value) bool {
	t, ok := v.Data.(*value.Tagged)
	if !ok {
		return false
	}
	_, ok = t.Handle.(leftOut)
	return ok
}

// leaveOut returns the value that marks an entry as left out. It must not reach a function or the
// result: present and dropLeftOut remove it.
func leaveOut() value.Value {
	return value.Of(&value.Tagged{Tag: "$leftOut", Body: value.Nothing(), Handle: leftOut{}})
}

// present returns v, or null if v is left out.
func present(v value.Value) value.Value {
	if isLeftOut(v) {
		return value.Nothing().At(v.Origin)
	}
	return v
}

// mayLeaveOut reports whether a node may evaluate to an entry that is left out. It looks through
// branches, as an if may return another if.
func mayLeaveOut(n ir.Node) bool {
	c, ok := n.(*ir.Call)
	if !ok || roleOf(c) != branching || len(c.Args) < 2 {
		return false
	}
	return len(c.Args) == 2 || mayLeaveOut(c.Args[1]) || mayLeaveOut(c.Args[2])
}

// withoutLeftOut drops the entries that turn out to be left out.
func withoutLeftOut(n ir.Node, omits bool) ir.Node {
	if !omits {
		return n
	}
	return &ir.Call{Meta: ir.Meta{Span: n.Info().Span}, Fn: dropLeftOut, Args: []ir.Node{n}}
}

// dropLeftOut returns a list or a map without the entries that are left out. Functions therefore
// never see them (9.17).
var dropLeftOut = &ir.Func{Name: "entries", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	v := f.Force(c.Args[0])
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, 0, len(d.Items))
		for _, item := range d.Items {
			if !isLeftOut(item) {
				items = append(items, item)
			}
		}
		v.Data = value.NewList(items)
	case *value.Object:
		fields := make([]value.Field, 0, len(d.Fields))
		for _, field := range d.Fields {
			if !isLeftOut(field.Value) {
				fields = append(fields, field)
			}
		}
		v.Data = value.NewObject(fields)
	}
	return v
}}
