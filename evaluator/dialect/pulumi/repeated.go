package pulumi

import (
	"slices"

	"pantograph/evaluator/yamltree"
)

var (
	getFields    = []string{"id", "state"}
	pulumiFields = []string{"requiredVersion"}
)

// recordFields returns the names of the fields of the record that is the value of a field, or nil if
// that value is not a record.
func recordFields(name string) []string {
	switch name {
	case "options":
		return optionNames
	case "get":
		return getFields
	case "items":
		return itemsFields
	case "customTimeouts":
		return timeoutFields
	case "pulumi":
		return pulumiFields
	}
	return nil
}

// sectionFields are the fields whose values map names to declarations.
var sectionFields = []string{"config", "configuration", "inputs", "variables", "resources", "outputs", "components"}

// parseField reports the syntax errors in a field that has no effect: a later one of the same name replaces it, or
// it belongs in plugins. The original still parses it (1). A name means the same kind of value wherever it
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

// parseSection calls parseField for the fields of each declaration in a section, and parseOnly for
// each value in it.
func (b *binder) parseSection(name string, n *yamltree.Node) {
	if !b.isMapping(n, name) {
		return
	}
	for _, p := range n.Pairs {
		if p.Key.Kind != yamltree.Scalar {
			continue
		}
		var fields []string
		isMapping := p.Value.Kind == yamltree.Mapping
		switch name {
		case "resources":
			fields, isMapping = resourceFields, b.isMapping(p.Value, name+"."+p.Key.Value)
		case "components":
			fields, isMapping = componentFields, b.isMapping(p.Value, name+"."+p.Key.Value)
		case "config", "configuration", "inputs":
			fields = configFields
		}
		switch {
		case isMapping && fields != nil:
			b.parseFields(p.Value, fields)
		case name != "resources" && name != "components":
			b.parseOnly(p.Value)
		}
	}
}
