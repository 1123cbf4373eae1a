package pulumi

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// form returns a form for the stack and for config, both declared entries and others that are supplied. For a
// component, it has the inputs instead of config. It has the organization only if the program reads ${pulumi}.
func (b *binder) form(r bind.Results) (form bind.Form) {
	var stacks []string
	for _, f := range b.bundle.Files {
		if isStackFile(f.Name) {
			stacks = append(stacks, strings.TrimSuffix(strings.TrimPrefix(f.Name, "Pulumi."), ".yaml"))
		}
	}
	form.Choose(bind.Choice("stack", "Stack", "dev", stacks...))
	form.Choose(bind.Choice("mode", "Mode", modes[0], modes...))
	if b.pulumi != nil {
		form.Choose(bind.Choice("organization", "Organization", "organization"))
	}
	path := []string{"config"}
	if b.component != "" {
		path = []string{"component", "inputs"}
	}
	for _, c := range b.config {
		f := bind.Field(append(slices.Clip(path), c.Label), r.Value(c), c, c.NameAt)
		b.describe(f)
		form.Add("", f)
	}
	return form
}

// describe completes a field with its declaration and its key in inputs.yaml.
func (b *binder) describe(f *bind.FormField) {
	key := &f.Path[len(f.Path)-1]
	// If the entry reads another key, the value belongs under that key.
	if e, ok := b.external[f.Cell]; ok {
		f.Name, *key = e.key, e.key
	}
	// A key with the project's name keeps it, so that the form changes the existing entry of
	// inputs.yaml.
	for _, g := range b.givenFor(f.Name) {
		if at := g.value.Origin.File(); at != nil && at.Name == bind.InputsFile {
			*key = g.key
		}
	}
	typed := f.Value
	if s, ok := f.Cell.Data.(*setting); ok {
		f.Type, f.Secret = b.plainType(s), b.flag(s.fields.get("secret"))
		if e := s.fields.get("description"); e.present() {
			f.Description = e.value.Value
		}
		// The declaration says more about the type than the value, which may be missing.
		for _, e := range []entry{{value: s.short}, s.fields.get("default"), s.fields.get("value")} {
			if e.written() {
				f.Default, typed = bind.Data(e.value), bind.Data(e.value)
			}
		}
	}
	if f.Secret = f.Secret || f.Value.IsSecret(); f.Secret {
		f.Wrap = "secret"
		if b.component != "" {
			f.Wrap = secretMock
		}
		f.Default = f.Default.With(value.Secret)
	}
	// Without a declared type, the field has the type of the default or else of the value, if that
	// is known.
	if t := b.checker.known(f.Cell); f.Type == "" && typed.IsUnknown() && t != nil {
		f.Type = t.String()
	} else if f.Type == "" {
		f.Type = typeOfGiven(typed)
	}
	name, _, _ := strings.Cut(lower(f.Type), "<")
	f.Input = formInputs[name]
	f.Text = f.Input == ""
}

// formInputs maps types to the form control for their values.
var formInputs = map[string]bind.Input{
	"integer": bind.InputNumber, "int": bind.InputNumber, "number": bind.InputNumber, "boolean": bind.InputBoolean,
	"bool": bind.InputBoolean,
	"list": bind.InputList, "array": bind.InputList, "object": bind.InputData, "map": bind.InputData,
	"any": bind.InputData,
}

// flag reads a boolean field whose errors have been reported already.
func (b *binder) flag(e entry) bool {
	return e.present() && e.value.Kind == yamltree.Scalar && e.value.Resolve(yamltree.YAMLv3).Text == "true"
}
