package hot

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/value"
)

// readSchemas reads whether types that need a cloud are checked, and which files of the bundle
// declare types: true, false, or a list of names.
func (b *binder) readSchemas(n *node) {
	switch {
	case n == nil || n.isNull() || n.isBroken():
	case n.kind == listNode:
		for _, item := range n.items {
			b.readSchemaFile(item)
		}
	case n.kind == scalarNode && n.data == value.Bool(false):
		b.schemas = false
	default:
		if n.kind != scalarNode || n.data != value.Bool(true) {
			b.problems = append(b.problems, diag.Errorf(n.span, "inputs-shape", "schemas is true, false, or a list of files that declare types"))
		}
	}
}

// readSchemaFile reads the types that a file declares: one, or a list of them. They come
// before those of Heat.
func (b *binder) readSchemaFile(n *node) {
	name, ok := n.text()
	f := b.file(name)
	switch {
	case n.isBroken():
		return
	case !ok || f == nil:
		b.problems = append(b.problems, diag.Errorf(n.span, "type-schema", "there is no file %q%s", str(n.value()), diag.DidYouMean(str(n.value()), b.fileNames())).
			WithNearest(n.span, str(n.value()), b.fileNames()))
		return
	}
	root, problems := b.load(f)
	if len(problems) > 0 {
		b.problems = append(b.problems, problems...)
		return
	}
	printed := []value.Value{root.value()}
	if l := printed[0].List(); l != nil {
		printed = l.Items
	}
	for _, v := range printed {
		var known *value.Object
		if v.Object() != nil {
			if table := b.loadTypes(n.span); table != nil {
				known = table.Find(textOf(v.Object(), "resource_type"))
			}
		}
		typ, o, ok := types.Declared(v.Object(), known)
		if !ok {
			b.problems = append(b.problems, diag.Errorf(n.span, "type-schema", "%s declares no type: it should be what `openstack orchestration resource type show -f json` prints", name))
			continue
		}
		if b.own == nil {
			b.own = map[string]*value.Object{}
		}
		b.own[typ] = o
	}
}
