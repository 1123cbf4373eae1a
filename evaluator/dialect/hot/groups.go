package hot

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A group is an entry of parameter_groups: what belongs together in a form.
type group struct {
	label, description string
	parameters         []*parameter
}

// readGroups reads parameter_groups. They change nothing but the form.
func (st *stack) readGroups(n *python.Node) {
	if n.IsBlank() {
		return
	}
	if n.Kind != python.List {
		st.groupMistake("parameter_groups", n.Span, "parameter_groups must be a list", "The parameter_groups should be a list.")
		return
	}
	taken := map[string]bool{}
	for _, g := range n.Items {
		if g.Kind != python.Map {
			if !g.IsBroken() {
				st.report(mistake{code: "parameter-group", span: g.Span, message: "a group is a mapping with label and parameters"}.with(""))
			}
			continue
		}
		st.readGroup(g, taken)
	}
}

func (st *stack) readGroup(n *python.Node, taken map[string]bool) {
	g := &group{}
	g.label, _ = n.Get("label").Text()
	where := (&trail{key: "parameter_groups", index: -1}).child(g.label).String()
	switch label := n.Get("label").Value(); label.Data.(type) {
	case value.Number, value.Bool: // Heat takes them for the index of a list
		g.label = python.Str(label)
		where = "parameter_groups[" + g.label + "]"
	}
	g.description, _ = n.Get("description").Text()
	st.groups = append(st.groups, g)
	names := n.Get("parameters")
	switch {
	case names == nil || names.IsNull():
		st.groupMistake(where, n.Span, "a group needs the list of its parameters", "The parameters must be provided for each parameter group.")
		return
	case names.Kind != python.List:
		if !names.IsBroken() {
			st.groupMistake(where, names.Span, "the parameters of a group must be a list", "The parameters of parameter group should be a list.")
		}
		return
	}
	for _, item := range names.Items {
		name := python.Str(item.Value())
		p := st.parameters[name]
		switch {
		case item.IsBroken():
		case taken[name]:
			st.groupMistake(where, item.Span, "the parameter "+quoted(name)+" is in a group already", "The "+name+" parameter must be assigned to one parameter group only.")
		case p == nil:
			st.report(st.groupProblem(where, item.Span, "there is no parameter "+quoted(name)+diag.DidYouMean(name, st.declared), "The grouped parameter "+name+" does not reference a valid parameter.").
				WithNearest(item.Span, name, st.declared))
		default:
			g.parameters = append(g.parameters, p)
		}
		taken[name] = true
	}
}

func (st *stack) groupProblem(where string, at source.Span, message, text string) diag.Problem {
	return mistake{code: "parameter-group", span: at, message: message, text: where + ": " + text}.with("Parameter Groups error: " + st.path())
}

func (st *stack) groupMistake(where string, at source.Span, message, text string) {
	st.report(st.groupProblem(where, at, message, text))
}

// form is the form of the root's parameters: the groups in order, then all that are in none.
func (st *stack) form(results bind.Results) (out bind.Form) {
	st.b.environments(&out)
	placed := map[*parameter]bool{}
	for _, g := range st.groups {
		group := bind.FormGroup{Label: g.label, Description: g.description}
		for _, p := range g.parameters {
			placed[p] = true
			group.Fields = append(group.Fields, p.field(results))
		}
		out = append(out, group)
	}
	for _, name := range st.declared {
		if p := st.parameters[name]; !placed[p] {
			placed[p] = true
			out.Add("", p.field(results))
		}
	}
	return out
}

// formInputs says how values of a type are typed.
var formInputs = map[string]bind.Input{"number": bind.InputNumber, "boolean": bind.InputBoolean, "comma_delimited_list": bind.InputList, "json": bind.InputData}

// environments asks which of several environment files count.
func (b *binder) environments(form *bind.Form) {
	var names []string
	for _, f := range b.environmentFiles(nil) {
		names = append(names, f.Name)
	}
	if len(names) < 2 && b.chosen == nil {
		return
	}
	f := bind.Choice(environmentsKey, "Environments", strings.Join(names, ", "), names...)
	f.Input, f.Text = bind.InputList, false
	form.Choose(f)
}

func (p *parameter) field(results bind.Results) *bind.FormField {
	f := bind.Field([]string{"parameters", p.name}, results.Value(p.cell), p.cell, p.nameAt)
	f.Label, f.Description, f.Type, f.Input, f.Tags = p.label, p.description, p.typ, formInputs[p.typ], p.tags
	f.Text, f.Secret, f.Immutable = p.typ == "string" || p.typ == "comma_delimited_list", p.hidden, p.immutable
	if p.fallback != nil {
		f.Default = p.fallback.Value()
		if p.hidden {
			f.Default = f.Default.With(value.Secret)
		}
	}
	for _, c := range p.constraints {
		f.Constraints = append(f.Constraints, bind.FormConstraint{Kind: c.Kind, Text: c.Description, Choices: c.Allowed,
			Min: c.Min, Max: c.Max, Step: c.Step, Offset: c.Offset, Pattern: c.Pattern, Name: c.Name})
	}
	return f
}
