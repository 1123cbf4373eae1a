package pulumi

import (
	"path"
	"strconv"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// inputs are the values supplied from outside, by inputs.yaml and Pulumi.<stack>.yaml.
type inputs struct {
	stack, organization string
	// base is the folder of the bundle, cwd the program's folder in it, root the project's
	// folder as the program sees it.
	base, cwd, root            string
	update                     bool
	config                     []given
	overridden                 []given // values that those in config override
	resources, invokes, stacks *value.Object
	schemas                    []value.Value
	component                  componentInputs
}

// A given is a config value supplied from outside.
type given struct {
	key   string
	value value.Value
	raw   value.Value  // the value before the host converts it
	keyAt source.Span  // position of the key, for values from an environment
	from  *source.File // the environment that supplies the value, or nil
}

// inputKeys are the keys of inputs.yaml in this dialect (contract).
var inputKeys = []string{"stack", "organization", "cwd", "rootDirectory", "mode", "config", "mocks", "schemas",
	"component"}

// modes are the operations that an evaluation can simulate.
var modes = []string{"preview", "update"}

// readInputs reads inputs.yaml and the stack's file. inputs.yaml takes precedence: its config comes
// first in the list, in which the first value of a key wins.
func (b *binder) readInputs() *inputs {
	v, problems := b.bundle.Inputs(inputKeys...)
	b.problems = append(b.problems, problems...)
	o := v.Object()
	if o == nil {
		o = value.NewObject(nil)
	}
	in := &inputs{
		stack:        b.inputText(o, "stack", "dev"),
		organization: b.inputText(o, "organization", "organization"),
		base:         b.inputText(o, "cwd", "/project"),
	}
	in.cwd, in.root = in.base, b.inputText(o, "rootDirectory", in.base)
	if b.project.folder != "" {
		in.cwd = path.Join(in.base, b.project.folder)
	}
	switch mode := b.inputText(o, "mode", "preview"); mode {
	case "preview":
	case "update":
		in.update = true
	default:
		v, _ := o.Get("mode")
		b.report(diag.Errorf(v.Origin, "inputs-value", "mode must be preview or update%s",
			diag.DidYouMean(mode, modes)).
			WithNearest(v.Origin, mode, modes))
	}
	in.config = b.givenConfig(o)
	b.stackFile(in)
	b.readMocks(in, o)
	in.component = b.componentInputs(o)
	switch s, ok := o.Get("schemas"); {
	case s.List() != nil:
		in.schemas = s.List().Items
	case ok && !s.IsNull():
		b.report(diag.Errorf(s.Origin, "inputs-value", "schemas must be a list of files, even for one, not %s",
			aKind(s)))
	}
	return in
}

// inputText returns a string of inputs.yaml, or the default if it is missing, null or of another type.
func (b *binder) inputText(o *value.Object, key, or string) string {
	v, ok := o.Get(key)
	if !ok || v.IsNull() {
		return or
	}
	if s, ok := v.Text(); ok {
		return s
	}
	b.report(diag.Errorf(v.Origin, "inputs-value", "%s must be a string, not %s", key, aKind(v)))
	return or
}

// inputObject reads a mapping of inputs.yaml. It is empty, never nil, if the key is missing or has
// a wrong value.
func (b *binder) inputObject(o *value.Object, key, path string) *value.Object {
	v, ok := o.Get(key)
	if !ok || v.IsNull() {
		return value.NewObject(nil)
	}
	if v.Object() == nil {
		b.report(diag.Errorf(v.Origin, "inputs-value", "%s must be a mapping, not %s", path, aKind(v)))
		return value.NewObject(nil)
	}
	return v.Object()
}

// givenConfig reads the values of config as the language host would receive them. A value {secret:
// v} is a secret.
func (b *binder) givenConfig(o *value.Object) []given {
	var out []given
	for _, f := range b.inputObject(o, "config", "config").Fields {
		v := f.Value
		if inner := v.Object(); inner != nil && len(inner.Fields) == 1 && inner.Fields[0].Key == "secret" {
			v = inner.Fields[0].Value.With(value.Secret)
		}
		out = append(out, given{key: f.Key, value: convertByHost(v).At(f.KeyAt), raw: v})
	}
	return out
}

// readMocks reads mocks.resources, mocks.invokes and mocks.stacks.
func (b *binder) readMocks(in *inputs, o *value.Object) {
	mocks := b.inputObject(o, "mocks", "mocks")
	known := []string{"resources", "invokes", "stacks"}
	b.unknownInputs(mocks, "mocks", known)
	in.resources = b.inputObject(mocks, "resources", "mocks.resources")
	in.invokes = b.inputObject(mocks, "invokes", "mocks.invokes")
	in.stacks = b.inputObject(mocks, "stacks", "mocks.stacks")
	for _, group := range []struct {
		name string
		o    *value.Object
		keys []string
	}{
		{"mocks.resources", in.resources, []string{"id", "outputs", "error"}},
		{"mocks.invokes", in.invokes, []string{"result", "error"}},
		{"mocks.stacks", in.stacks, []string{"outputs", "error"}},
	} {
		for _, f := range group.o.Fields {
			path := group.name + "." + f.Key
			if f.Value.Object() == nil {
				b.report(diag.Errorf(f.Value.Origin, "inputs-value", "%s must be a mapping with %s", path,
					bind.List(group.keys)))
				continue
			}
			b.unknownInputs(f.Value.Object(), path, group.keys)
		}
	}
}

// unknownInputs reports keys that inputs.yaml does not have, which would otherwise silently have no
// effect.
func (b *binder) unknownInputs(o *value.Object, path string, known []string) {
	for _, f := range o.Fields {
		if _, ok := canonical(known, f.Key); !ok {
			b.report(diag.Errorf(f.KeyAt, "inputs-unknown-key", "%s has no key %q%s", path, f.Key,
				suggestion(f.Key, diag.ByDistance(f.Key, known))).WithNearest(f.KeyAt, f.Key, known))
		}
	}
}

// mock converts a value of inputs.yaml for the program: {$secret: v} becomes a secret, numbers
// become float64, and everything is marked as supplied.
func mock(v value.Value) value.Value {
	switch d := v.Data.(type) {
	case value.Number:
		v.Data = number(string(d))
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = mock(c)
		}
		v.Data = value.NewList(items)
	case *value.Object:
		if len(d.Fields) == 1 && d.Fields[0].Key == "$secret" {
			return mock(d.Fields[0].Value).With(value.Secret)
		}
		fields := make([]value.Field, len(d.Fields))
		for i, f := range d.Fields {
			fields[i] = value.Field{Key: f.Key, Value: mock(f.Value), KeyAt: f.KeyAt}
		}
		v.Data = value.NewObject(fields)
	}
	return v.With(value.Mocked)
}

// convertByHost converts a config value as the language host does (2.2): a string that reads as an
// integer, a boolean, a number or JSON becomes that. Strings inside lists and mappings stay
// strings.
func convertByHost(v value.Value) value.Value {
	switch d := v.Data.(type) {
	case value.Number:
		v.Data = number(string(d))
	case value.String:
		v.Data = hostText(string(d))
	case *value.List, *value.Object:
		v.Data = toFloat64s(v).Data
	}
	return v
}

// toFloat64s rounds the numbers inside v to float64. Like mock, it converts {$secret: v} to a secret.
func toFloat64s(v value.Value) value.Value { return mock(v).Without(value.Mocked) }

// hostText converts a string in a stack's config as the original does: to a number, a boolean or JSON if it can
// be parsed as one. Leading zeros keep it a string. The order matters: "1" and "0" are also booleans for Go, but
// integers come first (2.2).
func hostText(s string) value.Data {
	if len(s) > 1 && s[0] == '0' && s[1] != '.' {
		return value.String(s)
	}
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return value.FloatNumber(float64(i))
	}
	if b, err := strconv.ParseBool(s); err == nil {
		return value.Bool(b)
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return value.FloatNumber(f)
	}
	if v, err := value.ParseWholeJSON(s); err == nil {
		return toFloat64s(v).Data
	}
	return value.String(s)
}

// configSpan returns the origin of the value of a config entry, or else the position of its key.
func configSpan(v value.Value, key *yamltree.Node) source.Span {
	if !v.Origin.IsZero() {
		return v.Origin
	}
	return key.Span
}
