package hot

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// site returns the part of the program whose value is at a path of the result. It cuts two keys off
// the path: the section and the name in it. The rest is the path inside the value of the cell.
// Nested stacks have no part in the result, so only the root is searched.
func (b *binder) site(path value.Path) (bind.Site, bool) {
	section, _, _, path, _ := path.Cut()
	name, _, _, path, ok := path.Cut()
	at := bind.Site{Path: path}
	switch st := b.root; {
	case !ok || st == nil:
	case section == "parameters" && st.parameters[name] != nil:
		at.Cell = st.parameters[name].cell
	case section == "conditions":
		at.Cell = st.conditions[name]
	case section == "resources" && st.resources[name] != nil:
		at.Cell = st.resources[name].cell
	case section == "outputs" && st.outputs[name] != nil:
		at.Cell = st.outputs[name].cell
	}
	return at, at.Cell != nil
}

// layers returns the values of a parameter of the root stack, the effective one first. The order is
// the same as in givenFor: inputs.yaml, parameters and parameter_defaults of the environment, the default
// (4.2). Environment files have been merged by then, so each section appears once, with the file of
// its last value. The result is nil if there is nothing to compare.
func (b *binder) layers(c *ir.Cell, path value.Path) []bind.Layer {
	if b.root == nil || c.Kind != "parameter" || b.root.parameters[c.Label] == nil ||
		b.root.parameters[c.Label].cell != c {
		return nil
	}
	p := b.root.parameters[c.Label]
	var out []bind.Layer
	add := func(label string, v value.Value) {
		// Null counts as absent everywhere (4.2).
		if v.Data == nil || v.IsNull() {
			return
		}
		// The path is a path in the converted value: the text "a,b" has no element 0, but the list
		// made from it has. A value that cannot be converted is shown as it is.
		whole := v
		if converted, bad := p.convert(v); bad == nil {
			whole = converted
		}
		if v, ok := value.Find(whole, path); ok {
			// A part of a parsed string has no separate position in the file.
			if v.Origin.IsZero() {
				v.Origin = whole.Origin
			}
			out = append(out, bind.Layer{Label: label, Value: v})
		}
	}
	if n := b.given.Get(p.name); n != nil {
		add("parameters of "+bind.InputsFile, n.Value())
	}
	for _, section := range []struct {
		name string
		list []given
	}{{"parameters", b.env.parameters}, {"parameter_defaults", b.env.defaults}} {
		if v := find(section.list, p.name); v.Origin.File() != nil {
			add(section.name+" of "+v.Origin.File().Name, v)
		}
	}
	if p.fallback != nil {
		add("default", p.fallback.Value())
	}
	if len(out) < 2 {
		return nil
	}
	return out
}
