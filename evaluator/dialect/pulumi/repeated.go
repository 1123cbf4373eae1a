package pulumi

import (
	"slices"

	"pantograph/evaluator/yamltree"
)

// recordFields are the fields whose values are records, with the names of their fields.
func recordFields(name string) []string {
	switch name {
	case "options":
		return optionNames
	case "get":
		return []string{"id", "state"}
	case "items":
		return itemsFields
	case "customTimeouts":
		return timeoutFields
	case "pulumi":
		return []string{"requiredVersion"}
	}
	return nil
}

// sectionFields are the fields whose values map names to declarations.
var sectionFields = []string{"config", "configuration", "inputs", "variables", "resources", "outputs", "components"}

// parseField reports the syntax errors in a field that has no effect: a later one of the same name replaces it, or
// it belongs in plugins. The original parses it all the same (1). A name means the same kind of value wherever it
// occurs.
func (b *binder) parseField(name string, e entry) {
	if !e.present() {
		return
	}
	inner := recordFields(name)
	option := slices.IndexFunc(optionSpecs, func(s optionSpec) bool { return s.name == name && s.literal != "" })
	switch {
	case option >= 0:
		b.literalOption(&optionSpecs[option], e)
	case slices.Contains([]string{"name", "namespace", "description", "type"}, name):
		b.literalString(e, name)
	case name == "secret" || name == "defaultProvider":
		b.literalBool(e, name)
	case slices.Contains(sectionFields, name):
		b.parseSection(name, e.value)
	case inner == nil:
		b.parseOnly(e.value)
	case b.isMapping(e.value, name):
		b.parseFields(e.value, inner)
	}
}

// parseFields calls parseField for each known field of a record.
func (b *binder) parseFields(n *yamltree.Node, known []string) {
	for _, p := range n.Pairs {
		if name, ok := canonical(known, p.Key.Value); ok && p.Key.Kind == yamltree.Scalar {
			b.parseField(name, entry{p.Key, p.Value})
		}
	}
}

// parseSection is like parseField, for a section.
func (b *binder) parseSection(name string, n *yamltree.Node) {
	if !b.isMapping(n, name) {
		return
	}
	for _, p := range n.Pairs {
		path := name + "." + p.Key.Value
		switch {
		case p.Key.Kind != yamltree.Scalar:
		case name == "resources" && b.isMapping(p.Value, path):
			b.parseFields(p.Value, resourceFields)
		case name == "components" && b.isMapping(p.Value, path):
			b.parseFields(p.Value, componentFields)
		case name == "resources" || name == "components": // reported
		case p.Value.Kind == yamltree.Mapping && slices.Contains([]string{"config", "configuration", "inputs"}, name):
			b.parseFields(p.Value, configFields)
		default:
			b.parseOnly(p.Value)
		}
	}
}
