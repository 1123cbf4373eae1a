package hot

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/value"
)

// inputKeys are the keys of inputs.yaml.
var inputKeys = []string{"schemas", "stack", "parameters", environmentsKey, "attributes", "ids", "constraints"}

// readInputs reads inputs.yaml, by Heat's rules for scalars. A part with an error is left empty;
// the others are used.
func (b *binder) readInputs() {
	// Functions read these maps without asking whether the file exists.
	empty := value.NewObject(nil)
	b.attributes, b.ids, b.stack, b.constraints = empty, empty, empty, empty
	f := b.bundle.File(bind.InputsFile)
	if f == nil {
		return
	}
	root, problems := b.load(f)
	b.problems = append(b.problems, problems...)
	if root.Kind != python.Map {
		if !root.IsNull() && !root.IsBroken() {
			b.problems = append(b.problems,
				diag.Errorf(root.Span, "inputs-shape", "inputs.yaml must be a mapping; its keys here are %s",
					bind.List(inputKeys)))
		}
		return
	}
	b.problems = append(b.problems, bind.UnknownKeys(b.bundle.Parse(f).Root, bind.InputsFile, "inputs-unknown-key",
		inputKeys)...)
	for _, part := range []struct {
		key string
		to  **value.Object
	}{{"attributes", &b.attributes}, {"ids", &b.ids}, {"stack", &b.stack}, {"constraints", &b.constraints}} {
		n := root.Get(part.key)
		if n != nil && n.Kind == python.Map {
			*part.to = n.Value().Object()
		} else if n != nil && !n.IsNull() && !n.IsBroken() {
			b.problems = append(b.problems, diag.Errorf(n.Span, "inputs-shape", "%s must be a mapping", part.key))
		}
	}
	b.given = root.Get("parameters")
	b.chosen = root.Get(environmentsKey)
	b.readSchemas(root.Get("schemas"))
}

// readSchemas reads whether types that need a cloud are checked, and which files of the
// bundle declare types. The setting is true, false, or a list of names. Without the setting, types
// are checked (16).
func (b *binder) readSchemas(n *python.Node) {
	switch {
	case n == nil || n.IsNull() || n.IsBroken():
	case n.Kind == python.List:
		for _, item := range n.Items {
			b.readSchemaFile(item)
		}
	case n.Kind == python.Scalar && n.Data == value.Bool(false):
		b.schemas = false
	default:
		if n.Kind != python.Scalar || n.Data != value.Bool(true) {
			b.problems = append(b.problems,
				diag.Errorf(n.Span, "inputs-shape",
					"schemas must be true, false, or a list of files that declare types"))
		}
	}
}

// readSchemaFile reads the types that a file declares: one, or a list of them. They take precedence
// over Heat's. A file contains the client's output, which lacks the type's own checks, old names
// and update policies: types.Declared takes those from Heat's type of the same name.
func (b *binder) readSchemaFile(n *python.Node) {
	name, ok := n.Text()
	f := b.file(name)
	switch {
	case n.IsBroken():
		return
	case !ok || f == nil:
		b.problems = append(b.problems, diag.Errorf(n.Span, "type-schema", "there is no file %q%s",
			python.Str(n.Value()), diag.DidYouMean(python.Str(n.Value()), b.fileNames())).
			WithNearest(n.Span, python.Str(n.Value()), b.fileNames()))
		return
	}
	root, problems := b.load(f)
	if len(problems) > 0 {
		b.problems = append(b.problems, problems...)
		return
	}
	printed := []value.Value{root.Value()}
	if l := printed[0].List(); l != nil {
		printed = l.Items
	}
	for _, v := range printed {
		var known *value.Object
		if v.Object() != nil {
			if table := b.loadTypes(n.Span); table != nil {
				known = table.Find(textOf(v.Object(), "resource_type"))
			}
		}
		typ, o, ok := types.Declared(v.Object(), known)
		if !ok {
			b.problems = append(b.problems,
				diag.Errorf(n.Span, "type-schema",
					"%s declares no type: it should be the output of `openstack orchestration resource type show -f "+
						"json`", name))
			continue
		}
		if b.own == nil {
			b.own = map[string]*value.Object{}
		}
		b.own[typ] = o
	}
}
