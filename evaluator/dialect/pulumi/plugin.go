package pulumi

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A plugin defines components. One of them is evaluated like a program with the component's
// inputs as its config; the others are only checked (5).

// pluginFile is the file that makes a bundle a plugin.
const pluginFile = "PulumiPlugin.yaml"

// isPlugin reports whether the bundle defines components instead of a program.
func (b *binder) isPlugin() bool { return b.main.Name == pluginFile }

// componentFields are the keys of a component.
var componentFields = []string{"name", "description", "pulumi", "inputs", "variables", "resources", "outputs"}

// inputFields are the keys of a component's input.
var inputFields = append([]string{"description"}, configFields...)

// componentInputs select the component to evaluate, its instance name and its inputs. An empty name
// selects the first component.
type componentInputs struct {
	name, instance string
	nameAt         source.Span
	inputs         *value.Object
}

// componentInputs reads the section component of inputs.yaml: the component to evaluate, its
// instance name and its inputs.
func (b *binder) componentInputs(o *value.Object) componentInputs {
	given := b.inputObject(o, "component", "component")
	b.unknownInputs(given, "component", []string{"name", "instance", "inputs"})
	in := componentInputs{name: b.inputText(given, "name", ""),
		inputs: b.inputObject(given, "inputs", "component.inputs")}
	in.instance = b.inputText(given, "instance", in.name)
	if v, ok := given.Get("name"); ok {
		in.nameAt = v.Origin
	}
	return in
}

// A component is a component as written.
type component struct {
	name string
	key  *yamltree.Node
	node *yamltree.Node
}

// plugin binds the components of a plugin. The one to evaluate comes last, because the binder keeps
// the sections of the last component as those of the program.
func (b *binder) plugin() {
	components := b.components()
	chosen := b.chosenComponent(components)
	for _, c := range components {
		if c.name != chosen {
			b.sections = newSections()
			b.isCheckedOnly = true
			b.bindComponent(c)
			b.checkedOnly = append(b.checkedOnly, b.sections)
		}
	}
	b.sections = newSections()
	for _, c := range components {
		if c.name == chosen {
			b.bindComponent(c)
			break
		}
	}
	b.order()
	b.check()
	b.unused()
}

// chosenComponent returns the name of the component to evaluate: the first, unless inputs.yaml names another. It
// returns "" if there is no such component; all components are then only checked.
func (b *binder) chosenComponent(components []component) string {
	in := &b.inputs.component
	var names []string
	for _, c := range components {
		names = append(names, c.name)
	}
	if in.name != "" && !slices.Contains(names, in.name) {
		b.report(diag.Errorf(in.nameAt, "inputs-value", "there is no component %s%s", in.name,
			diag.DidYouMean(in.name, names)).WithNearest(in.nameAt, in.name, names))
		return ""
	}
	if in.name == "" && len(names) > 0 {
		in.name = names[0]
	}
	if in.instance == "" {
		in.instance = in.name
	}
	return in.name
}

// components reads the files of a plugin in the order of their names, and returns the components they define. It
// ignores files in folders, and lock files, which have the key packageDeclarationVersion (5).
func (b *binder) components() []component {
	var files []*source.File
	for _, f := range b.bundle.Files {
		if strings.HasSuffix(f.Name, ".yaml") && !strings.Contains(f.Name, "/") && f.Name != bind.InputsFile {
			files = append(files, f)
		}
	}
	sort.SliceStable(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	var all []component
	var given record
	for i, f := range files {
		doc := b.bundle.Parse(f)
		b.problems = append(b.problems, doc.Problems...)
		if doc.Root == nil || doc.Root.Kind != yamltree.Mapping || doc.Root.Get("packageDeclarationVersion") != nil {
			continue
		}
		b.root = doc.Root
		b.checkTree(doc.Root)
		all = b.template(doc.Root, &given, all, i == 0)
	}
	name, ok := given.find("name")
	b.project.name = b.literalString(name, "name")
	if !ok {
		b.report(diag.Errorf(source.Span{}, "project-name",
			"the plugin has no name; add one to %s, for example `name: my-components`", pluginFile).
			WithReference("missing required `name` field."))
	}
	return all
}

// template reads one file of a plugin and appends its components to all. Only one file may set each of the keys
// that describe the plugin, even to the same value (5). given collects these keys.
func (b *binder) template(root *yamltree.Node, given *record, all []component, isFirst bool) []component {
	top := b.fields(root, topKeys, b.unknownTopKey)
	for _, key := range []string{"name", "description", "namespace"} {
		e, ok := top.find(key)
		switch first, again := given.find(key); {
		case ok && again:
			b.report(diag.Errorf(e.key.Span, "plugin-merge", "only one file may set the %s of a plugin", key).
				WithReference("cannot merge templates with different %ss", key).
				WithNote(first.key.Span, "it is also set here"))
		case ok:
			*given = given.with(key, e)
		}
	}
	for _, key := range []string{"configuration", "config", "variables", "resources", "outputs"} {
		if e, ok := top.find(key); ok {
			b.reportOutsideComponents(e, key, isFirst)
		}
	}
	if e := top.get("components"); b.isMapping(e.value, "components") {
		for _, p := range e.value.Pairs {
			if p.Key.Kind == yamltree.Scalar {
				all = b.declareComponent(all, component{p.Key.Value, p.Key, p.Value})
			}
		}
	}
	return all
}

// reportOutsideComponents reports a section that only programs have. The original checks only the files after the
// first; in the first one, such a section only gets a hint.
func (b *binder) reportOutsideComponents(e entry, key string, isFirst bool) {
	if isFirst {
		b.report(diag.Warnf(e.key.Span, "hint-not-the-program",
			"%s is not evaluated here: a plugin only has components", key))
		return
	}
	word := ""
	if key == "configuration" {
		word = " field"
	}
	b.report(diag.Errorf(e.key.Span, "program-only",
		"a plugin itself has no %s: programs and components have them", key).
		WithReference("%s: root-level `%s`%s is not supported in plugins", pluginFile, key, word))
}

// declareComponent adds a component to all, or reports it if its name is taken.
func (b *binder) declareComponent(all []component, c component) []component {
	for _, old := range all {
		if old.name == c.name {
			b.report(diag.Errorf(c.key.Span, "duplicate-name", "%s is already the name of a component", c.name).
				WithReference("duplicate component name %s", c.name).
				WithNote(old.key.Span, "%s is first named here", c.name))
			return all
		}
	}
	return append(all, c)
}

// bindComponent binds a component like a separate program.
func (b *binder) bindComponent(c component) {
	b.component = c.name
	top := b.record(c.node, "components."+c.name, componentFields)
	b.literalString(top.get("name"), "name")
	b.literalString(top.get("description"), "description")
	b.bindInputs(top.get("inputs"), c.name)
	b.bindSections(top)
}

// bindInputs binds the inputs of a component, which are its config.
func (b *binder) bindInputs(e entry, name string) {
	declared := map[string]bool{}
	var names []string
	if b.isMapping(e.value, "inputs") {
		for _, p := range e.value.Pairs {
			if p.Key.Kind != yamltree.Scalar {
				continue
			}
			declared[p.Key.Value] = true
			names = append(names, p.Key.Value)
			c := b.addCell("config", p.Key.Value, p.Key, p.Key.Span)
			b.config = append(b.config, c)
			c.Expr = b.inputExpr(c, p, b.record(p.Value, "inputs."+p.Key.Value, inputFields))
		}
	}
	if b.isCheckedOnly {
		return
	}
	for _, f := range b.inputs.component.inputs.Fields {
		if !declared[f.Key] {
			p := diag.Warnf(f.KeyAt, "hint-unused-input", "the component %s has no input %s%s", name, f.Key,
				diag.DidYouMean(f.Key, names)).WithNearest(f.KeyAt, f.Key, names)
			p.Unused = f.Key
			b.report(p)
		}
	}
}

// inputExpr returns the expression of an input: the supplied value as it is, its default, or an unknown value.
// Unlike in config, a supplied string is not converted (5). Without a supplied value, the original treats an
// input as a config entry.
func (b *binder) inputExpr(c *ir.Cell, p yamltree.Pair, fields record) ir.Node {
	t := b.inputType(p.Key, fields.get("type"), fields.get("items"))
	s := &setting{name: p.Key.Value, external: p.Key.Value, key: p.Key, cell: c, fields: fields, isInput: true}
	if v, ok := b.inputs.component.inputs.Get(p.Key.Value); ok && !b.isCheckedOnly {
		return b.suppliedInput(s, t, toFloat64s(v))
	}
	b.checker.types[c] = t
	if fields.get("default").present() {
		// The checker infers the type from the default, which may be an expression.
		delete(b.checker.types, c)
		if n := b.listDefault(s); n != nil {
			return n
		}
		n := b.settingExpr(s)
		if s.isInteger {
			c.Data = s
		}
		return n
	}
	isSecret := b.literalBool(fields.get("secret"), "secret")
	// A component that is only checked has no supplied inputs: they are unknown, which is not an
	// error.
	if b.isCheckedOnly {
		v := value.NotKnown(p.Key.Value)
		if isSecret {
			v = v.With(value.Secret)
		}
		return constant(v.At(p.Key.Span))
	}
	b.required = append(b.required, b.requiredInput(p.Key, t, isSecret, false))
	reference, at := "missing required configuration variable '"+s.name+"'; run `pulumi config` to set", p.Key.Span
	if b.plainType(s) == "array" {
		reference, at = unexpectedType("array"), fields.get("type").value.Span
	}
	b.report(diag.Errorf(at, "missing-config",
		"there is no value for the input %s; set one under component.inputs in inputs.yaml, or add a default",
		p.Key.Value).
		WithReference("%s", reference))
	return unknownConfig(s, isSecret)
}

// suppliedInput returns the expression of an input with a supplied value. In the original's type check, the input
// still has the type of its default; without a default, it has its declared type.
func (b *binder) suppliedInput(s *setting, t *typ, v value.Value) ir.Node {
	isSecret := b.literalBool(s.fields.get("secret"), "secret")
	if isSecret {
		v = v.With(value.Secret)
	}
	if e := s.fields.get("default"); e.present() {
		b.checker.defaults[s.cell] = b.expr(e.value, scope{config: s.cell, isUnused: true})
		return constant(v)
	}
	if t == anyType {
		t = suppliedType(v)
	}
	b.checker.types[s.cell] = t
	b.required = append(b.required, b.requiredInput(s.key, t, isSecret, true))
	return constant(v)
}

// listDefault returns the default of an input of type array, or nil for other types. The original crashes on such
// a default when it builds the schema, so only its expression is checked.
func (b *binder) listDefault(s *setting) ir.Node {
	if b.plainType(s) != "array" {
		return nil
	}
	e := s.fields.get("default")
	n := b.expr(e.value, scope{late: true, config: s.cell})
	if b.literalBool(s.fields.get("secret"), "secret") {
		n = &ir.Call{Meta: ir.Meta{Span: e.value.Span}, Fn: secret, Args: []ir.Node{n}}
	}
	return n
}

// requiredInput describes an input without a default, for the list of values that inputs.yaml can
// supply.
func (b *binder) requiredInput(key *yamltree.Node, t *typ, isSecret, isGiven bool) bind.Unknown {
	return bind.Unknown{Path: []string{"component", "inputs", key.Value}, Label: key.Value, Type: kindWord(t),
		Wrap: secretMock, Secret: isSecret,
		Required: true, Given: isGiven, Used: []source.Span{key.Span},
		Problems: []bind.ProblemRef{{At: key.Span, Code: "missing-config"}}}
}

// inputType reads the type of an input. It returns any if it has reported an error. Types must be spelled
// exactly, unlike those of config (5, 2.1).
func (b *binder) inputType(key *yamltree.Node, written, items entry) *typ {
	if written.value == nil {
		b.report(diag.Errorf(key.Span, "input-type",
			"an input needs a type: string, integer, boolean, or array with items").WithReference("missing type"))
		return anyType
	}
	text := b.literalString(written, "type")
	if text != "array" {
		b.checkItems(items)
	}
	switch text {
	case "":
	case "string":
		return stringType
	case "integer":
		return integerType
	case "boolean":
		return booleanType
	case "array":
		if items.value == nil || items.value.Kind != yamltree.Mapping {
			b.report(diag.Errorf(written.value.Span, "input-type",
				"an array needs the type of its items, for example `items: {type: string}`").
				WithReference("missing items"))
			return anyList
		}
		inner := b.record(items.value, "items", itemsFields)
		return listOf(b.inputType(items.key, inner.get("type"), inner.get("items")))
	default:
		b.report(diag.Errorf(written.value.Span, "input-type",
			"there is no input type %s; the types are string, integer, boolean and array", text).
			WithReference("unknown type: %s", text))
	}
	return anyType
}
