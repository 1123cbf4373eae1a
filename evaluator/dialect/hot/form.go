package hot

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/value"
)

// form returns the form for the root's parameters: the groups in order, then all ungrouped
// parameters. Heat defines this order for every tool that shows a form (5).
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

// formInputs maps types to the form control for their values.
var formInputs = map[string]bind.Input{"number": bind.InputNumber, "boolean": bind.InputBoolean,
	"comma_delimited_list": bind.InputList, "json": bind.InputData}

// environments asks which of several environment files to use. With one file or none there is
// nothing to choose, unless inputs.yaml chooses already.
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

// field returns the form field of a parameter. The default of a hidden parameter is secret, like
// the value.
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
