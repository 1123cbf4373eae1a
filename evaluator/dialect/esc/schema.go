package esc

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A schema is a JSON schema in the subset that ESC supports. It describes the inputs and outputs of
// a provider, the argument of fn::validate, and the type of an unknown value. A nil schema
// allows everything.
type schema struct {
	never bool // the schema `false`
	kind  string

	ref         string
	target      *schema // the target of ref, once compiled
	seen        bool    // compile has visited it
	defs        map[string]*schema
	anyOf       []*schema
	oneOf       []*schema
	prefixItems []*schema
	items       *schema
	properties  []namedSchema // sorted by name
	additional  *schema
	open        bool // additional is the schema `true`

	constant value.Value // has no data without const
	enum     []value.Value

	multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum value.Number // "" when absent

	minLength, maxLength, minItems, maxItems, minProperties, maxProperties int // -1 when absent

	pattern           string
	compiled          *regexp.Regexp
	required          []string
	dependentRequired []dependency
	uniqueItems       bool
	rotateOnly        []string
	faults            [len(counted)]error // of limits that are not valid counts

	shown value.Value // if this is the type of a partly unknown value: that value
}

// A countError reports that the value of a keyword is not a valid count. Its text is the
// original's.
type countError struct {
	keyword string
	error
}

// counted lists the keywords that limit a count, in the order in which the original checks them. It
// checks the pattern right after the two lengths.
var counted = [...]string{"maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"}

// lengths is the number of counted keywords that come before the pattern.
const lengths = 2

// A namedSchema is the schema of a property or of a definition, with its name. The schema is nil if
// it allows everything.
type namedSchema struct {
	name   string
	schema *schema
}

// A dependency says that an object with one property must have others, too.
type dependency struct {
	name  string
	needs []string
}

// newSchema returns a schema that allows every value of a type, or of any type for "".
func newSchema(kind string) *schema {
	return &schema{kind: kind, minLength: -1, maxLength: -1, minItems: -1, maxItems: -1, minProperties: -1,
		maxProperties: -1}
}

// arrayOf returns the schema of arrays of the given items.
func arrayOf(items *schema) *schema {
	s := newSchema("array")
	s.items = items
	return s
}

// The types of the built-in functions' arguments and results.
var (
	stringType       = newSchema("string")
	stringsType      = arrayOf(stringType)
	arrayType        = newSchema("array")
	arrayOfArrayType = arrayOf(arrayType)
	objectType       = newSchema("object")
)

// property returns the schema of a property of the objects that s describes.
func (s *schema) property(name string) *schema {
	for i := range s.properties {
		if s.properties[i].name == name {
			return s.properties[i].schema
		}
	}
	return s.additional
}

// item returns the schema of an element of the arrays that s describes.
func (s *schema) item(i int) *schema {
	if i < len(s.prefixItems) {
		return s.prefixItems[i]
	}
	return s.items
}

// readSchema converts a value to a schema. It ignores invalid parts: fn::validate reports them
// beforehand, by checking its argument against schemaOfSchemas.
func readSchema(v value.Value) *schema {
	switch d := v.Data.(type) {
	case value.Bool:
		if !d {
			return &schema{never: true}
		}
	case *value.Object:
		s := newSchema("")
		for i := range d.Fields {
			s.read(d.Fields[i].Key, d.Fields[i].Value)
		}
		return s
	}
	return nil
}

// read sets one keyword.
func (s *schema) read(key string, v value.Value) {
	text, _ := v.Text()
	number, _ := v.Data.(value.Number)
	switch key {
	case "type":
		s.kind = text
	case "$ref":
		s.ref = text
	case "pattern":
		s.pattern = text
	case "items":
		s.items = readSchema(v)
	case "additionalProperties":
		s.additional, s.open = readSchema(v), v.Data == value.Bool(true)
	case "anyOf":
		s.anyOf = readSchemas(v)
	case "oneOf":
		s.oneOf = readSchemas(v)
	case "prefixItems":
		s.prefixItems = readSchemas(v)
	case "properties":
		s.properties = readNamed(v)
	case "$defs":
		s.defs = map[string]*schema{}
		for _, d := range readNamed(v) {
			s.defs[d.name] = d.schema
		}
	case "const":
		if !v.IsNull() { // null means no constant, as in the original
			s.constant = v
		}
	case "enum":
		if l := v.List(); l != nil {
			s.enum = l.Items
		}
	case "required":
		s.required = readTexts(v)
	case "rotateOnly":
		s.rotateOnly = readTexts(v)
	case "uniqueItems":
		s.uniqueItems = v.Data == value.Bool(true)
	case "dependentRequired":
		if o := v.Object(); o != nil {
			for _, f := range value.Sorted(o.Fields) {
				s.dependentRequired = append(s.dependentRequired, dependency{f.Key, readTexts(f.Value)})
			}
		}
	default:
		s.readNumber(key, number)
	}
}

// readNumber sets a keyword whose value is a number. Other keywords are ignored, as in the
// original.
func (s *schema) readNumber(key string, n value.Number) {
	if n == "" {
		return
	}
	switch key {
	case "multipleOf":
		s.multipleOf = n
	case "maximum":
		s.maximum = n
	case "exclusiveMaximum":
		s.exclusiveMaximum = n
	case "minimum":
		s.minimum = n
	case "exclusiveMinimum":
		s.exclusiveMinimum = n
	default:
		for i, keyword := range counted {
			if key == keyword {
				s.readCount(i, n)
			}
		}
	}
}

// readCount sets one of the counted keywords. A number that is not a count, such as 1.5, is kept as
// a fault until the schema is compiled, which is when the original reports it.
func (s *schema) readCount(keyword int, n value.Number) {
	into := [...]*int{&s.maxLength, &s.minLength, &s.maxItems, &s.minItems, &s.maxProperties, &s.minProperties}[keyword]
	i, err := strconv.ParseUint(string(n), 10, strconv.IntSize-1)
	if err != nil {
		s.faults[keyword] = &countError{counted[keyword], err}
	}
	*into = int(i)
}

func readSchemas(v value.Value) []*schema {
	l := v.List()
	if l == nil {
		return nil
	}
	out := make([]*schema, len(l.Items))
	for i, item := range l.Items {
		out[i] = readSchema(item)
	}
	return out
}

func readNamed(v value.Value) []namedSchema {
	o := v.Object()
	if o == nil {
		return nil
	}
	out := make([]namedSchema, 0, len(o.Fields))
	for _, f := range value.Sorted(o.Fields) {
		out = append(out, namedSchema{f.Key, readSchema(f.Value)})
	}
	return out
}

// readTexts returns the strings in a list and ignores its other items.
func readTexts(v value.Value) []string {
	l := v.List()
	if l == nil {
		return nil
	}
	var out []string
	for _, item := range l.Items {
		if s, ok := item.Text(); ok {
			out = append(out, s)
		}
	}
	return out
}

// defsPrefix is the beginning of every reference that is supported (6).
const defsPrefix = "#/$defs/"

// compile compiles the patterns below s and checks that every reference leads to a definition of
// root. Definitions are compiled where they are used. It returns the error that the original finds
// first.
func (s *schema) compile(root *schema) error {
	if s == nil || s.never || s.seen {
		return nil
	}
	s.seen = true
	if s.ref != "" {
		name, ok := strings.CutPrefix(s.ref, defsPrefix)
		if !ok || name == "" || strings.Contains(name, "/") {
			return errors.New("only fragment references of the form #/$defs/ref are supported")
		}
		if s.target, ok = root.defs[name]; !ok {
			return errors.New("unknown subschema " + s.ref)
		}
		if err := s.target.compile(root); err != nil {
			return err
		}
	}
	for _, child := range s.children() {
		if err := child.compile(root); err != nil {
			return err
		}
	}
	if err := firstOf(s.faults[:lengths]); err != nil {
		return err
	}
	if s.pattern != "" {
		var err error
		if s.compiled, err = regexp.Compile(s.pattern); err != nil {
			return err
		}
	}
	return firstOf(s.faults[lengths:])
}

func firstOf(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// children returns the direct subschemas of s, in the order in which the original visits them.
func (s *schema) children() []*schema {
	out := append(append(append([]*schema{}, s.anyOf...), s.oneOf...), s.prefixItems...)
	out = append(out, s.items, s.additional)
	for _, p := range s.properties {
		out = append(out, p.schema)
	}
	return out
}

// resolve follows references. A reference that leads to itself allows everything.
func (s *schema) resolve() *schema {
	for range 100 {
		if s == nil || s.target == nil {
			return s
		}
		s = s.target
	}
	return nil
}

// schemaOfSchemas returns the schema of the schemas that fn::validate accepts.
func schemaOfSchemas() *schema {
	this := newSchema("")
	// this is a reference to the result, since a schema contains schemas.
	this.ref = defsPrefix + "schema"
	number, boolean := newSchema("number"), newSchema("boolean")
	many, named := arrayOf(this), newSchema("object")
	named.additional = this
	lists := newSchema("object")
	lists.additional = stringsType
	types := newSchema("string")
	for _, t := range []string{"string", "number", "boolean", "array", "object", "null"} {
		types.enum = append(types.enum, value.Str(t))
	}
	object := newSchema("object")
	for _, group := range []struct {
		keys string
		is   *schema
	}{
		{"anyOf oneOf prefixItems", many},
		{"items additionalProperties", this},
		{"$defs properties", named},
		{"multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength maxItems minItems " +
			"maxProperties minProperties", number},
		{"$ref pattern title description", stringType},
		{"uniqueItems deprecated secret", boolean},
		{"required rotateOnly", stringsType},
		{"dependentRequired", lists},
		{"enum examples", arrayType},
		{"const default", nil},
		{"type", types},
	} {
		for _, key := range strings.Fields(group.keys) {
			object.properties = append(object.properties, namedSchema{key, group.is})
		}
	}
	either := newSchema("")
	// A schema is true, false or an object. Unknown keywords are allowed, and only cause a hint.
	either.anyOf = []*schema{boolean, object}
	root := newSchema("")
	root.ref, root.defs, root.target, this.target = this.ref, map[string]*schema{"schema": either}, either, either
	return root
}

// hintKeywords reports keys of a schema that are not keywords. The original ignores them, so a
// misspelled keyword allows everything. It walks the schema v along the schema of schemas s.
func (s *schema) hintKeywords(f ir.Frame, v value.Value) {
	if s = s.resolve(); s == nil || !f.Spend(1) {
		return
	}
	for _, branch := range s.anyOf {
		branch.hintKeywords(f, v)
	}
	if s.kind != kindOf(v) {
		return
	}
	if l := v.List(); l != nil {
		for _, item := range l.Items {
			s.items.hintKeywords(f, item)
		}
	}
	if o := v.Object(); o != nil {
		for _, field := range o.Fields {
			if names := s.names(); len(names) > 0 && !contains(names, field.Key) {
				f.Report(keywordHint(field, names))
				continue
			}
			s.property(field.Key).hintKeywords(f, field.Value)
		}
	}
}

func keywordHint(field value.Field, names []string) diag.Problem {
	at, near := field.KeyAt, diag.Nearest(field.Key, names)
	if at.IsZero() {
		at = field.Value.Origin
	}
	p := diag.Warnf(at, "hint-schema-keyword", "%q is not a keyword of a schema, so it is ignored%s", field.Key,
		diag.DidYouMean(field.Key, names))
	if near != "" && at.Text() == field.Key {
		p = p.WithFix("Change to "+near, at, near)
	}
	return p
}
