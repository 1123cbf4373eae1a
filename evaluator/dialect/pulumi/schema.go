package pulumi

import (
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A schemaPackage is a package schema in Pulumi's published JSON format, reduced to the parts that checking
// needs. Types are built on first use, because schemas are large.
type schemaPackage struct {
	name      string
	version   string
	isPart    bool // contains only the members that a program used
	types     *value.Object
	resources *value.Object
	functions *value.Object

	parsedTypes     map[string]*typ
	parsedResources map[string]*schemaResource
	parsedFunctions map[string]*schemaFunction
}

// A schemaResource is one resource type of a package. A resource has one only if inputs.yaml names
// the schema of its package; the schema of StackReference is built in.
type schemaResource struct {
	token         string
	inputs        *typ
	outputs       *typ
	secretInputs  map[string]bool
	secretOutputs map[string]bool
	constants     []value.Field
}

// A schemaFunction is one function of a package.
type schemaFunction struct {
	token  string
	inputs *typ
	output *typ // nil if it returns nothing
	scalar bool // it returns a single value, not a mapping
}

// stackReferenceSchema is the schema of StackReference, which is built into Pulumi.
var stackReferenceSchema = schemaResource{
	token:  stackReferenceType,
	inputs: &typ{kind: objectKind, token: stackReferenceType, props: []prop{{name: "name", typ: stringType}}},
	outputs: &typ{kind: resourceKind, token: stackReferenceType, props: []prop{
		{name: "name", typ: stringType}, {name: "outputs", typ: anyMap},
		{name: "secretOutputNames", typ: listOf(stringType)},
		{name: "id", typ: stringType}, {name: "urn", typ: stringType},
	}},
}

// readSchemas reads the files that inputs.yaml names under schemas. The parsed schema is kept with
// the file, since it may have many megabytes and rarely changes between evaluations.
func (b *binder) readSchemas() {
	for _, v := range b.inputs.schemas {
		name, ok := v.Text()
		f := b.bundle.File(strings.TrimPrefix(name, "./"))
		if !ok || f == nil {
			b.report(diag.Errorf(v.Origin, "schema-file", "there is no file %s for this schema", name))
			continue
		}
		read := f.Keep("schema", func() any { return readSchema(f) }).(*schemaText)
		if read.why != "" {
			b.report(diag.Errorf(v.Origin, "schema-file", "%s is not a package schema: %s", name, read.why))
			continue
		}
		p := newSchema(read.doc)
		if p.name == "" {
			b.report(diag.Errorf(v.Origin, "schema-file", "%s is not a package schema: it has no name", name))
			continue
		}
		b.checker.schemas[p.name] = p
	}
}

// A schemaText is a parsed schema, or the reason why it cannot be parsed.
type schemaText struct {
	doc *value.Object
	why string
}

// readSchema parses a package schema, or records why it cannot be used.
func readSchema(f *source.File) *schemaText {
	doc, err := value.ParseWholeJSON(strings.TrimPrefix(f.Text, "\uFEFF"))
	switch {
	case err != nil:
		return &schemaText{why: err.Text}
	case doc.Object() == nil:
		return &schemaText{why: "it is not a JSON object"}
	}
	return &schemaText{doc: doc.Object()}
}

// newSchema prepares a package. Its types are built when they are first used: a provider's schema may have
// thousands. The name is "" if the document is not a schema.
func newSchema(o *value.Object) *schemaPackage {
	p := &schemaPackage{types: member(o, "types"), resources: member(o, "resources"), functions: member(o, "functions"),
		parsedTypes: map[string]*typ{}, parsedResources: map[string]*schemaResource{},
		parsedFunctions: map[string]*schemaFunction{}}
	p.name, p.version = text(o, "name"), text(o, "version")
	partial, _ := o.Get("partial")
	p.isPart = partial.Data == value.Bool(true)
	return p
}

// member returns an object inside o, or an empty one if it is missing.
func member(o *value.Object, key string) *value.Object {
	if o == nil {
		return value.NewObject(nil)
	}
	v, _ := o.Get(key)
	if inner := v.Object(); inner != nil {
		return inner
	}
	return value.NewObject(nil)
}

// text returns a string inside o, or "" if it is missing or not a string.
func text(o *value.Object, key string) string {
	v, _ := o.Get(key)
	s, _ := v.Text()
	return s
}

// texts returns a list of strings inside o as a set.
func texts(o *value.Object, key string) map[string]bool {
	out := map[string]bool{}
	v, _ := o.Get(key)
	if l := v.List(); l != nil {
		for _, item := range l.Items {
			if s, ok := item.Text(); ok {
				out[s] = true
			}
		}
	}
	return out
}

// resourceTokens returns the tokens of all resource types, for suggestions.
func (p *schemaPackage) resourceTokens() []string { return p.resources.Keys() }

// functionTokens returns the tokens of all functions, for suggestions.
func (p *schemaPackage) functionTokens() []string { return p.functions.Keys() }

// find looks up a token in a table: exactly, in another case, or in another spelling (3). It
// returns the token as the table lists it.
func find(table *value.Object, token string) (string, *value.Object) {
	for _, spelling := range spellings(token) {
		if v, ok := table.Get(spelling); ok && v.Object() != nil {
			return spelling, v.Object()
		}
	}
	for _, spelling := range spellings(token) {
		for i := range table.Fields {
			if f := &table.Fields[i]; strings.EqualFold(f.Key, spelling) && f.Value.Object() != nil {
				return f.Key, f.Value.Object()
			}
		}
	}
	return "", nil
}

// resource returns a resource type, or nil if the package has none of that name. The token may be in any spelling
// that find accepts.
func (p *schemaPackage) resource(token string) *schemaResource {
	found, o := find(p.resources, token)
	if o == nil {
		return nil
	}
	if r := p.parsedResources[found]; r != nil {
		return r
	}
	r := &schemaResource{token: found, secretInputs: secretProps(member(o, "inputProperties")),
		secretOutputs: secretProps(member(o, "properties"))}
	p.parsedResources[found] = r
	r.inputs = p.object(member(o, "inputProperties"), texts(o, "requiredInputs"))
	r.inputs.token = found
	r.outputs = p.object(member(o, "properties"), nil)
	r.outputs.kind, r.outputs.token = resourceKind, found
	// Constant properties are added to the inputs (3): see complete.
	for _, f := range member(o, "inputProperties").Fields {
		if c, ok := member(o, "inputProperties").Get(f.Key); ok && c.Object() != nil {
			if v, ok := c.Object().Get("const"); ok {
				r.constants = append(r.constants, value.Field{Key: f.Key, Value: v})
			}
		}
	}
	// Every resource has these outputs, which schemas need not list.
	for _, name := range []string{"id", "urn"} {
		if r.outputs.prop(name) == nil {
			r.outputs.props = append(r.outputs.props, prop{name: name, typ: stringType})
		}
	}
	return r
}

// secretProps returns the names of the properties that the schema marks as secret.
func secretProps(props *value.Object) map[string]bool {
	out := map[string]bool{}
	for _, f := range props.Fields {
		if o := f.Value.Object(); o != nil {
			if v, _ := o.Get("secret"); v.Data == value.Bool(true) {
				out[f.Key] = true
			}
		}
	}
	return out
}

// function returns a function, or nil if the package has none of that name. A result under returnType takes
// precedence over outputs.
func (p *schemaPackage) function(token string) *schemaFunction {
	found, o := find(p.functions, token)
	if o == nil {
		return nil
	}
	if f := p.parsedFunctions[found]; f != nil {
		return f
	}
	f := &schemaFunction{token: found}
	p.parsedFunctions[found] = f
	f.inputs = p.object(member(member(o, "inputs"), "properties"), texts(member(o, "inputs"), "required"))
	out := member(o, "outputs")
	if ret := member(o, "returnType"); len(ret.Fields) > 0 {
		out = ret
	}
	switch {
	// An object has named properties; any other type is a single value, for which `return` is an
	// error (4.7).
	case len(member(out, "properties").Fields) > 0 || text(out, "type") == "object":
		f.output = p.object(member(out, "properties"), nil)
		f.output.token = found
	case len(out.Fields) > 0:
		f.output, f.scalar = p.typeOf(value.Of(out)), true
	}
	return f
}

// object builds an object type from a table of properties. required may be nil.
func (p *schemaPackage) object(props *value.Object, required map[string]bool) *typ {
	t := &typ{kind: objectKind}
	p.fill(t, props, required)
	return t
}

// fill adds properties to an object type, sorted by name.
func (p *schemaPackage) fill(t *typ, props *value.Object, required map[string]bool) {
	for _, f := range props.Fields {
		t.props = append(t.props, prop{name: f.Key, typ: p.typeOf(f.Value), required: required[f.Key]})
	}
	sort.SliceStable(t.props, func(i, j int) bool { return t.props[i].name < t.props[j].name })
}

// typeOf builds the type that a schema describes. Anything that it does not support is any, so that nothing is
// rejected by mistake.
func (p *schemaPackage) typeOf(v value.Value) *typ {
	o := v.Object()
	if o == nil {
		return anyType
	}
	if ref := text(o, "$ref"); ref != "" {
		return p.ref(ref)
	}
	if one, ok := o.Get("oneOf"); ok && one.List() != nil {
		var members []*typ
		for _, m := range one.List().Items {
			members = append(members, p.typeOf(m))
		}
		return union(members)
	}
	switch text(o, "type") {
	case "string":
		return stringType
	case "number":
		return numberType
	case "integer":
		return integerType
	case "boolean":
		return booleanType
	case "array":
		items, _ := o.Get("items")
		return listOf(p.typeOf(items))
	case "object":
		element, ok := o.Get("additionalProperties")
		// The schema format defines this default.
		if !ok {
			return mapOf(stringType)
		}
		return mapOf(p.typeOf(element))
	}
	return anyType
}

// ref returns the type that a $ref names, or any if it is in another package. Types may contain themselves, so a
// type is added to the table before its properties are built.
func (p *schemaPackage) ref(ref string) *typ {
	switch ref {
	case "pulumi.json#/Asset":
		return assetType
	case "pulumi.json#/Archive":
		return archiveType
	}
	token, ok := typeToken(ref)
	if !ok {
		return anyType
	}
	if t := p.parsedTypes[token]; t != nil {
		return t
	}
	v, ok := p.types.Get(token)
	o := v.Object()
	if !ok || o == nil {
		return anyType
	}
	t := &typ{kind: objectKind, token: token}
	p.parsedTypes[token] = t
	if enum, ok := o.Get("enum"); ok && enum.List() != nil {
		*t = *p.enum(token, o, enum.List())
		return t
	}
	if text(o, "type") != "object" {
		*t = *p.typeOf(v)
		return t
	}
	p.fill(t, member(o, "properties"), texts(o, "required"))
	return t
}

// typeToken returns the token of the type in the same package that a $ref names:
// `#/types/aws:s3%2Fa:A` becomes aws:s3/a:A.
func typeToken(ref string) (string, bool) {
	token, ok := strings.CutPrefix(ref, "#/types/")
	return strings.NewReplacer("%2F", "/", "%2f", "/").Replace(token), ok
}

// enum returns the type of an enumeration, which is the type of its values, limited to the allowed ones.
func (p *schemaPackage) enum(token string, o *value.Object, list *value.List) *typ {
	under := p.typeOf(value.ObjectOf(value.Field{Key: "type", Value: value.Str(text(o, "type"))}))
	t := &typ{kind: under.kind, token: token}
	for _, item := range list.Items {
		if e := item.Object(); e != nil {
			v, _ := e.Get("value")
			t.allowed = append(t.allowed, enumValue{name: text(e, "name"), value: v})
		}
	}
	return t
}
