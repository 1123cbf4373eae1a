package esc

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// rootKey is the key of inputs.yaml that names the environment to evaluate.
const rootKey = "root"

// importable lists the environments in a bundle that can be imported.
func importable(b *bind.Bundle) []string {
	var names []string
	for _, f := range b.Files {
		if name, ok := environmentFile(f.Name); ok && isImportable(f) {
			names = append(names, name)
		}
	}
	return names
}

// chooseRoot finds the file of the root environment. The bundle's choice takes precedence over that
// of inputs.yaml.
func (b *binder) chooseRoot() *source.File {
	v := b.in.root
	name, _ := v.Text()
	if b.bundle.Main != nil || name == "" {
		return rootFile(b.bundle)
	}
	// Without `environment`, the chosen file names the environment (0).
	if f := b.bundle.File(name + ".yaml"); f != nil && name+".yaml" != bind.InputsFile {
		if b.in.environment == "" {
			b.in.environment = name
		}
		return f
	}
	b.problems = append(b.problems, notFound(v.Origin, name, importable(b.bundle)))
	return rootFile(b.bundle)
}

// form asks which environment to evaluate and how, for the parts of the context that are used, and
// for the outputs of providers.
func (b *binder) form(r bind.Results) bind.Form {
	x := &formBuilder{b: b, r: r, asked: map[string]bool{}}
	if names := importable(b.bundle); len(names) > 1 {
		own, _ := environmentFile(rootFile(b.bundle).Name)
		x.form.Choose(bind.Choice(rootKey, "Environment", own, names...))
	}
	x.form.Choose(bind.Choice("mode", "Mode", string(evalMode), string(evalMode), string(checkMode),
		string(rotateMode)))
	for _, e := range b.order {
		for _, c := range e.calls {
			// References are looked at before calls: if some parts of a provider's output are used
			// by name, the form asks for those, and otherwise for all of it.
			_, ok := c.Data.(*opening)
			x.opens = x.opens || ok
		}
	}
	for _, e := range b.order {
		for _, ref := range e.refs {
			x.reference(ref)
		}
	}
	for _, e := range b.order {
		for _, c := range e.calls {
			if o, ok := c.Data.(*opening); ok && !x.asked[o.provider] {
				x.output(c, o, nil, nil)
			}
		}
	}
	return x.form
}

// A formBuilder collects the fields of a form: each path of inputs.yaml once.
type formBuilder struct {
	b     *binder
	r     bind.Results
	asked map[string]bool // paths, and names of providers
	form  bind.Form
	opens bool // any provider is opened
}

// isNew reports whether a path has not been asked for before, and records it.
func (x *formBuilder) isNew(path []string) bool {
	key := strings.Join(path, "\x00")
	is := !x.asked[key]
	x.asked[key] = true
	return is
}

// reference asks for the parts of the context or of a provider that a reference reads.
func (x *formBuilder) reference(r *reference) {
	if first := r.steps[0]; first.Key == contextKind && first.IsKey {
		// ESC itself fills these two (5).
		if keys := keysOf(r.steps); len(keys) == 1 || keys[1] != "currentEnvironment" && keys[1] != "rootEnvironment" {
			x.contextFields(keys, r.node.Span)
		}
		return
	}
	if !x.opens {
		return
	}
	for _, t := range r.env.layersOf(r.steps) {
		n := t.property.cell.Expr
		if m, ok := n.(*ir.Merge); ok {
			// Over is the property's own expression, Base the value from its imports.
			n = m.Over
		}
		c, _ := n.(*ir.Call)
		if c == nil {
			continue
		}
		if o, ok := c.Data.(*opening); ok && len(keysOf(t.rest)) > 0 {
			x.output(c, o, keysOf(t.rest), t.property.cell)
		}
	}
}

// keysOf returns the leading keys of a path.
func keysOf(steps []ir.Step) []string {
	var keys []string
	for _, s := range steps {
		if !s.IsKey {
			break
		}
		keys = append(keys, s.Key)
	}
	return keys
}

// defaultContextTexts are the strings of the default context.
var defaultContextTexts = []bind.FormText{
	{Path: []string{contextKind, "pulumi", "organization", "login"}, Text: "organization"},
	{Path: []string{contextKind, "pulumi", "user", "id"}, Text: "user"},
	{Path: []string{contextKind, "pulumi", "user", "login"}, Text: "user"},
}

// contextFields asks for the strings at a path of the context, or below it.
func (x *formBuilder) contextFields(path []string, at source.Span) {
	v, _ := value.Find(x.b.in.context, pathOf(path[1:]))
	if o := v.Object(); o != nil {
		for _, f := range o.Fields {
			x.contextFields(append(slices.Clip(path), f.Key), at)
		}
		return
	}
	if !x.isNew(path) {
		return
	}
	f := bind.Field(path, v, x.b.context, at)
	// A context in inputs.yaml replaces the default one, so the first change has to write all of
	// it.
	f.Label, f.Around = strings.Join(path[1:], "."), defaultContextTexts
	for _, t := range defaultContextTexts {
		if slices.Equal(t.Path, path) {
			f.Default = value.Str(t.Text)
		}
	}
	x.form.Add("Context", f)
}

// output asks for a provider's output at a path, or for all of it if the path is empty.
func (x *formBuilder) output(c *ir.Call, o *opening, keys []string, from *ir.Cell) {
	section := "providers"
	if o.rotates {
		section = "rotators"
	}
	path := append([]string{section, o.provider, "outputs"}, keys...)
	// All calls of a provider share a mock, so each of its outputs is asked for once.
	if !o.isNamed || !x.isNew(path) {
		return
	}
	whole, _ := x.r.Node(c)
	v, _ := value.Find(whole, pathOf(keys))
	f := bind.Field(path, v, from, c.NameAt)
	f.Secret, f.Optional = v.IsSecret(), whole.IsUnknown()
	if len(keys) == 0 {
		f.Input = bind.InputData
	} else {
		f.Label = strings.Join(keys, ".")
	}
	x.asked[o.provider] = true
	x.form.Add("From "+o.provider, f)
}

// pathOf returns the path that consists of keys.
func pathOf(keys []string) (p value.Path) {
	for _, key := range keys {
		p = p.Key(key)
	}
	return p
}
