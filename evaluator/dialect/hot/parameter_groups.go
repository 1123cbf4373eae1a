package hot

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A group is an entry of parameter_groups: parameters that belong together in a form.
type group struct {
	label, description string
	parameters         []*parameter
}

// readGroups reads parameter_groups, which only affect the form. Heat checks them after the values
// of the parameters and before the conditions (3).
func (st *stack) readGroups(n *python.Node) {
	if n.IsBlank() {
		return
	}
	if n.Kind != python.List {
		st.reportGroup("parameter_groups", n.Span, "parameter_groups must be a list",
			"The parameter_groups should be a list.")
		return
	}
	// A parameter may be in one group only, and only once in it, so all groups share the set.
	taken := map[string]bool{}
	for _, g := range n.Items {
		if g.Kind != python.Map {
			if !g.IsBroken() {
				st.report(heatError{code: "parameter-group", span: g.Span,
					message: "a group is a mapping with label and parameters"}.with(""))
			}
			continue
		}
		st.readGroup(g, taken)
	}
}

// readGroup reads one group. taken has the names that earlier groups, or earlier entries of this
// one, contain; a second mention is refused and does not appear in the form again. The group is
// kept even if it has errors.
func (st *stack) readGroup(n *python.Node, taken map[string]bool) {
	g := &group{}
	g.label, _ = n.Get("label").Text()
	where := (&templatePath{key: "parameter_groups", index: -1}).child(g.label).String()
	switch label := n.Get("label").Value(); label.Data.(type) {
	case value.Number, value.Bool: // Heat treats them as list indices
		g.label = python.Str(label)
		where = "parameter_groups[" + g.label + "]"
	}
	g.description, _ = n.Get("description").Text()
	st.groups = append(st.groups, g)
	names := n.Get("parameters")
	switch {
	case names == nil || names.IsNull():
		st.reportGroup(where, n.Span, "a group needs a list of its parameters",
			"The parameters must be provided for each parameter group.")
		return
	case names.Kind != python.List:
		if !names.IsBroken() {
			st.reportGroup(where, names.Span, "the parameters of a group must be a list",
				"The parameters of parameter group should be a list.")
		}
		return
	}
	for _, item := range names.Items {
		name := python.Str(item.Value())
		p := st.parameters[name]
		switch {
		case item.IsBroken():
		case taken[name]:
			st.reportGroup(where, item.Span, "the parameter "+quoted(name)+" is in a group already",
				"The "+name+" parameter must be assigned to one parameter group only.")
		case p == nil:
			st.report(st.groupProblem(where, item.Span,
				"there is no parameter "+quoted(name)+diag.DidYouMean(name, st.declared),
				"The grouped parameter "+name+" does not reference a valid parameter.").
				WithNearest(item.Span, name, st.declared))
		default:
			g.parameters = append(g.parameters, p)
		}
		taken[name] = true
	}
}

// groupProblem returns the problem of a group. where is the path that Heat writes after its prefix,
// such as parameter_groups.LABEL; without a label, it ends with a dot (5).
func (st *stack) groupProblem(where string, at source.Span, message, text string) diag.Problem {
	prefix := "Parameter Groups error: "
	if st.at != nil {
		prefix += st.at.String() + "."
	}
	return heatError{code: "parameter-group", span: at, message: message, text: where + ": " + text}.with(prefix)
}

// reportGroup reports the problem of a group.
func (st *stack) reportGroup(where string, at source.Span, message, text string) {
	st.report(st.groupProblem(where, at, message, text))
}
