package pulumi

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// The CLI reads the config of a project file by its own rules, and passes values, not expressions, to the program
// (1.1, 2.2).

// projectFields are the keys of a config entry in a project file.
var projectFields = []string{"type", "description", "items", "default", "value", "secret"}

// projectTypes are the config types of the CLI.
var projectTypes = []string{"string", "integer", "boolean", "array", "object"}

// manualTypes are the types that the published manual lists, in lower case. They work here,
// with a warning.
var manualTypes = []string{"string", "number", "list<number>", "list<string>"}

// projectTypeError ends the original's message for an unknown type, after the path of the field.
const projectTypeError = `: value must be one of "string", "integer", "boolean", "array", "object"`

// projectFieldsOf reads the fields of an entry. The CLI rejects unknown fields; the evaluator accepts its own
// fields regardless of case.
func (b *binder) projectFieldsOf(p yamltree.Pair) record {
	var out record
	for _, field := range p.Value.Pairs {
		if field.Key.Kind != yamltree.Scalar {
			continue
		}
		key := field.Key.Value
		if name, ok := canonical(configFields, key); ok {
			out = out.with(name, entry{field.Key, field.Value})
		}
		switch {
		case !slices.Contains(projectFields, key):
			b.report(b.notAllowed(field.Key, "config."+p.Key.Value, projectFields).
				WithReference("#/config/%s: additionalProperties '%s' not allowed", p.Key.Value, key))
		case key == "description":
			out = out.with(key, entry{field.Key, field.Value})
			if schemaKind(field.Value) != "string" {
				b.wrongKind(field.Value, "#/config/"+p.Key.Value+"/description", "string")
			}
			b.unknownField(field.Key, "config."+p.Key.Value, configFields)
		}
	}
	return out
}

// A projectType is the type of an entry as the CLI understands it, as opposed to configType, the evaluator's.
type projectType struct {
	name  string // "" if the CLI has no such type
	items *projectType
}

// String returns the type as the original's messages print it.
func (t *projectType) String() string {
	if t.name == "array" && t.items != nil {
		return "array<" + t.items.String() + ">"
	}
	return t.name
}

// readProjectType reads the type of an entry, or returns nil if it has none.
func readProjectType(typ, items *yamltree.Node) *projectType {
	if typ == nil {
		return nil
	}
	t := &projectType{}
	if isText(typ) && slices.Contains(projectTypes, typ.Value) {
		t.name = typ.Value
	}
	if t.name == "array" && items != nil && items.Kind == yamltree.Mapping {
		t.items = readProjectType(items.Get("type"), items.Get("items"))
	}
	return t
}

// takes reports whether the CLI accepts a value for the type. A string that spells an integer or a boolean counts
// as one: "007" is an integer, but "yes" is not a boolean (2.2).
func (t *projectType) takes(v value.Value) bool {
	switch d := v.Data.(type) {
	case value.String:
		switch t.name {
		case "string":
			return true
		case "integer":
			_, err := strconv.Atoi(string(d))
			return err == nil
		}
		return t.name == "boolean" && (d == "true" || d == "false")
	case value.Number:
		return t.name == "integer" && d.Float() == math.Trunc(d.Float())
	case value.Bool:
		return t.name == "boolean"
	case *value.Object:
		return t.name == "object"
	case *value.List:
		if t.name != "array" || t.items == nil {
			return false
		}
		return !slices.ContainsFunc(d.Items, func(item value.Value) bool { return !t.items.takes(item) })
	}
	return v.IsUnknown()
}

// checkDeclaration reports errors for which the CLI rejects an entry's declaration (1.1). It
// returns false if evaluating the entry would report nothing new. evaluated is false if a supplied
// value replaces the declaration.
func (b *binder) checkDeclaration(s *setting, evaluated bool) bool {
	typ, isTyped := s.fields.find("type")
	b.checkProjectType(s, evaluated)
	given, val := s.fields.get("default"), s.fields.get("value")
	hasDefault, hasValue := given.written(), val.written()
	key := s.key.Value
	own := !strings.Contains(key, ":") || strings.HasPrefix(key, b.project.name+":")
	reject := func(at *yamltree.Node, reference, message string) bool {
		b.report(diag.Errorf(at.Span, "project-config", "%s", diag.Constant(message)).WithReference("%s", reference))
		return false
	}
	switch {
	case hasDefault && hasValue:
		return reject(val.key, "project config '"+key+"' cannot have both a 'default' and 'value' attribute",
			"an entry has either a default or a value")
	case own && s.projectType != nil && s.projectType.name == "array":
		return b.checkArray(s, given)
	case own:
	case isTyped:
		reject(typ.key, "Configuration key '"+key+"' is not namespaced by the project and should not define a type",
			"the entry belongs to another package: it has a value and no type")
	case hasDefault:
		reject(given.key, "Configuration key '"+key+
			"' is not namespaced by the project and should not define a default value. Did you mean to use the "+
			"'value' attribute instead of 'default'?",
			"the entry belongs to another package: it has a value and no default")
	case !hasValue:
		return reject(s.key, "Configuration key '"+key+"' is namespaced and must provide an attribute 'value'",
			"the entry belongs to another package: it needs a value")
	}
	return true
}

// written reports whether a field is present and not null.
func (e entry) written() bool { return e.present() && !isNull(e.value) }

// checkArray checks the items of an array and its default. It returns false if it has reported the
// default, which the evaluator would report as well.
func (b *binder) checkArray(s *setting, given entry) bool {
	key, items := s.key.Value, s.fields.get("items")
	switch {
	case items.value == nil:
		b.report(diag.Errorf(s.fields.get("type").value.Span, "project-config",
			"an array needs the type of its items, for example `items: {type: string}`").
			WithReference("The configuration key '%s' declares an array but does not specify the underlying type "+
				"via the 'items' attribute", key))
		return true
	case s.projectType.items == nil || !given.written():
		return true
	}
	if v := toFloat64s(bind.Data(given.value)); s.projectType.items.known() && !s.projectType.takes(v) {
		b.report(diag.Errorf(given.value.Span, "config-mismatch", "the default of %s must be an %s", s.name,
			s.projectType).
			WithReference("The default value specified for configuration key '%s' is not of the expected type '%s'",
				key, s.projectType))
		return false
	}
	return true
}

// known reports whether the CLI can check values against the type.
func (t *projectType) known() bool {
	return t.name != "" && (t.name != "array" || t.items != nil && t.items.known())
}

// checkProjectType checks the names of types against those of the CLI. A type that neither supports is reported
// by the evaluator, if it evaluates the declaration (1.1).
func (b *binder) checkProjectType(s *setting, evaluated bool) {
	path := "#/config/" + s.key.Value
	if e := s.fields.get("type"); e.present() && s.projectType.name == "" {
		text := ""
		if isText(e.value) {
			text = e.value.Value
		}
		p := b.wrongType(e.value, path+"/type", text)
		switch {
		case slices.Contains(manualTypes, lower(text)):
			p.Severity = diag.Warning
			b.report(p)
		case parseConfigType(text) != nil || !evaluated:
			b.report(p)
		}
	}
	if e := s.fields.get("items"); e.present() && e.value.Kind != yamltree.Mapping {
		b.wrongKind(e.value, path+"/items", "object")
	}
	// Arrays may be nested to any depth: {type: array, items: {type: array, items: {type:
	// string}}}.
	for items := s.fields.get("items"); items.present() && items.value.Kind == yamltree.Mapping; {
		path += "/items"
		typ, inner := items.value.Get("type"), items.value.Get("items")
		if typ == nil {
			b.report(diag.Errorf(items.key.Span, "project-config", "items need a type").
				WithReference("%s: missing properties: 'type'", path))
			return
		}
		switch text := typ.Value; {
		case !isText(typ) || !slices.Contains(projectTypes, text):
			b.report(b.wrongType(typ, path+"/type", text))
		case text == "array" && inner == nil:
			b.report(diag.Errorf(items.key.Span, "project-config",
				"an array in an array also needs the type of its items").
				WithReference("%s: missing properties: 'items'", path))
		}
		if inner == nil {
			return
		}
		// The next iteration reports errors at the key of the inner items.
		for _, p := range items.value.Pairs {
			if p.Value == inner {
				items = entry{p.Key, p.Value}
				break
			}
		}
	}
}

// wrongType returns the problem of a type that project files do not have. It suggests the nearest type that they
// do have.
func (b *binder) wrongType(at *yamltree.Node, path, text string) diag.Problem {
	advice := "string, integer, boolean, array or object"
	switch l := lower(text); {
	case l == "number":
		advice = "integer or string"
	case strings.HasPrefix(l, "list<"):
		advice = "array, with items"
	case slices.Contains(projectTypes, configTypes[l]) || slices.Contains(projectTypes, l):
		advice = configTypes[l]
		if slices.Contains(projectTypes, l) {
			advice = l
		}
	}
	p := diag.Errorf(at.Span, "project-config",
		"project files have no type %s; write %s, or declare the entry under "+
			"configuration", at.Value, advice).
		WithReference("%s", path+projectTypeError)
	if slices.Contains(projectTypes, advice) {
		p = p.WithFix("Change to "+advice, at.Body(), advice)
	}
	return p
}

// checkSecret reports a secret entry with a declared type whose value is plain text, and returns false. Without a
// type, the CLI does not check it (2.2).
func (b *binder) checkSecret(s *setting, v value.Value, at *yamltree.Node) bool {
	if s.projectType == nil || v.HasSecret() || v.IsUnknown() {
		return true
	}
	b.report(diag.Errorf(at.Span, "config-plain-secret",
		"%s is a secret, but its value is plain text: supply it as {secret: ...} under config in inputs.yaml", s.name).
		WithReference("Stack '%s' with configuration key '%s' must be encrypted as it's secret",
			b.inputs.stack, s.name))
	return false
}

// checkGiven checks a supplied value against the declared type as the CLI does. It returns false if the
// evaluator's rules apply instead.
func (b *binder) checkGiven(s *setting, g given) bool {
	t, v := s.projectType, g.raw.At(g.value.Origin)
	if t == nil || !t.known() {
		return false
	}
	_, isText := v.Text()
	// The evaluator does not check these values.
	isWhole := isText || t.name == "array" ||
		t.name == "string" && (v.Depth() > 0 || v.IsNull() && g.from != nil)
	if isWhole && !t.takes(v) {
		b.report(diag.Errorf(s.key.Span, "config-conflict",
			"%s is declared with the type %s, but its value has another type", s.name, t).
			WithReference("Stack '%s' with configuration key '%s' must be of type '%s'", b.inputs.stack, s.name, t).
			WithNote(v.Origin, "the value"))
	}
	return isWhole
}

// seedData returns the value that the CLI passes to the program. Nothing in it is interpolated, but the evaluator
// still parses the strings and reports problems in them.
func (b *binder) seedData(n *yamltree.Node) value.Value {
	pending, invokes := len(b.pending), len(b.invokes)
	b.expr(n, scope{})
	if len(b.pending) > pending {
		b.report(diag.Warnf(n.Span, "hint-config-literal",
			"${...} is not evaluated in the config of a project file"))
	}
	b.pending, b.invokes = b.pending[:pending], b.invokes[:invokes]
	return convertByHost(bind.Data(withoutDates(n, rfc3339)))
}
