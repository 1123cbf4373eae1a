package esc

import (
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A mode is what Pulumi ESC does with the environment.
type mode string

const (
	evalMode   mode = "eval"   // open it
	checkMode  mode = "check"  // report errors without opening providers
	rotateMode mode = "rotate" // open it with new secrets from its rotators
)

// inputs are the contents of inputs.yaml.
type inputs struct {
	root        value.Value // the name of the environment to evaluate; if it has no data, the bundle decides
	environment string
	context     value.Value
	mode        mode
	providers   map[string]*mock
	rotators    map[string]*mock
	showSecrets bool
	rotatePaths map[value.Path]bool // empty means all
	decrypt     map[string]value.Value
}

// A mock replaces a provider or a rotator.
type mock struct {
	echo    bool
	secret  bool
	outputs value.Value // has no data if inputs.yaml has none
	failure string
	fails   bool
	in      mockSchema
	out     mockSchema
	state   mockSchema
	rotated []rotatedKey
}

// A mockSchema is a schema of a mock, or the reason why it cannot be used.
type mockSchema struct {
	schema *schema
	reason string
}

// A rotatedKey describes where a key of a rotator's new state comes from.
type rotatedKey struct {
	key       string
	fromState bool
	source    string
}

// inputKeys are the keys of inputs.yaml.
var inputKeys = []string{rootKey, "environment", "context", "mode", "providers", "rotators", "showSecrets",
	"rotatePaths", "decrypt"}

// An inputReader reads inputs.yaml and collects its problems.
type inputReader struct {
	in       inputs
	problems []diag.Problem
}

// readInputs reads the inputs.yaml of a bundle.
func readInputs(b *bind.Bundle) (inputs, []diag.Problem) {
	all, problems := b.Inputs(inputKeys...)
	r := &inputReader{problems: problems, in: inputs{mode: evalMode, context: defaultContext()}}
	for _, f := range all.Object().Fields {
		r.key(f)
	}
	return r.in, r.problems
}

// defaultContext returns the value of `context` if inputs.yaml does not set it.
func defaultContext() value.Value {
	login := func(fields ...string) value.Value {
		var out []value.Field
		for i := 0; i < len(fields); i += 2 {
			out = append(out, value.Field{Key: fields[i], Value: value.Str(fields[i+1])})
		}
		return value.ObjectOf(out...)
	}
	return value.ObjectOf(value.Field{Key: "pulumi", Value: value.ObjectOf(
		value.Field{Key: "organization", Value: login("login", "organization")},
		value.Field{Key: "user", Value: login("id", "user", "login", "user")},
	)})
}

// key reads one key of inputs.yaml and reports a value that cannot be used.
func (r *inputReader) key(f value.Field) {
	v := f.Value
	if v.IsFailed() {
		// A problem with this value has been reported already.
		return
	}
	switch f.Key {
	case rootKey:
		if r.text(f) != "" {
			r.in.root = v
		}
	case "environment":
		if s := r.text(f); s != "" {
			r.in.environment = s
		}
	case "context":
		r.context(f)
	case "mode":
		switch s := mode(r.text(f)); s {
		case evalMode, checkMode, rotateMode:
			r.in.mode = s
		case "":
		default:
			r.wrong(v, "the mode %q is unknown; it must be eval, check or rotate", string(s))
		}
	case "providers":
		r.in.providers = r.mocks(f, []string{"echo", "secret", "outputs", "error", "schema"},
			[]string{"inputs", "outputs"})
	case "rotators":
		r.in.rotators = r.mocks(f, []string{"echo", "secret", "outputs", "error", "schema", "rotated"},
			[]string{"inputs", "outputs", "state"})
	case "showSecrets":
		r.in.showSecrets = r.flag(f)
	case "rotatePaths":
		r.in.rotatePaths = map[value.Path]bool{}
		if v.List() == nil {
			r.wrong(v, "rotatePaths must be a list of property paths")
			return
		}
		// The paths are parsed and written again, so that names may be quoted or not: they are
		// compared name by name (0).
		for _, text := range readTexts(v) {
			path, problem := readPath(text)
			if problem != nil {
				r.wrong(v, "%s is not a path: %s", quote(text), problem.message)
				continue
			}
			r.in.rotatePaths[valuePath(path)] = true
		}
	case "decrypt":
		r.in.decrypt = map[string]value.Value{}
		for _, f := range r.fields(f) {
			if _, ok := f.Value.Text(); !ok {
				r.wrong(f.Value, "a decrypted secret must be a string; put it in quotes")
				continue
			}
			r.in.decrypt[f.Key] = f.Value
		}
	}
}

// wrong reports a value of inputs.yaml that cannot be used.
func (r *inputReader) wrong(v value.Value, format string, args ...any) {
	r.problems = append(r.problems, diag.Errorf(v.Origin, "inputs-value", format, args...))
}

// text returns a non-empty string. Any other value is reported and counts as "".
func (r *inputReader) text(f value.Field) string {
	s, ok := f.Value.Text()
	if !ok || s == "" {
		r.wrong(f.Value, "%s must be a string", f.Key)
	}
	return s
}

// flag returns a boolean. Any other value is reported and counts as false.
func (r *inputReader) flag(f value.Field) bool {
	b, ok := f.Value.Data.(value.Bool)
	if !ok {
		r.wrong(f.Value, "%s must be true or false", f.Key)
	}
	return bool(b)
}

// fields returns the entries of a mapping. Any other value is reported and has no entries.
func (r *inputReader) fields(f value.Field) []value.Field {
	o := f.Value.Object()
	if o == nil {
		r.wrong(f.Value, "%s must be a mapping", f.Key)
		return nil
	}
	return o.Fields
}

// context reads the caller's context, except the two keys that ESC itself fills.
func (r *inputReader) context(f value.Field) {
	var kept []value.Field
	for _, f := range r.fields(f) {
		if f.Key == "currentEnvironment" || f.Key == "rootEnvironment" {
			r.problems = append(r.problems,
				diag.Errorf(f.KeyAt, "inputs-value",
					"context.%s is set by the evaluation itself and cannot be supplied", f.Key))
			continue
		}
		kept = append(kept, f)
	}
	r.in.context = supplied(value.ObjectOf(kept...).At(f.Value.Origin), source.Span{})
}

// mocks reads the mocks of providers or rotators.
func (r *inputReader) mocks(f value.Field, keys, schemas []string) map[string]*mock {
	out := map[string]*mock{}
	for _, f := range r.fields(f) {
		m := &mock{}
		for _, part := range r.fields(f) {
			r.mockKey(m, f.Key, part, keys, schemas)
		}
		if m.out.schema == nil && m.out.reason == "" {
			m.out.schema = m.state.schema // by default, what a rotator returns has the type of its state
		}
		out[f.Key] = m
	}
	return out
}

// mockKey reads one key of the mock called name. keys and schemas are the keys that the mock and
// its schema can have: only a rotator has a state and can be rotated.
func (r *inputReader) mockKey(m *mock, name string, f value.Field, keys, schemas []string) {
	switch {
	case !contains(keys, f.Key):
		r.problems = append(r.problems, diag.Errorf(f.KeyAt, "inputs-unknown-key", "the mock of %s has no key %q%s",
			name, f.Key, orKeys(f.Key, keys)).WithNearest(f.KeyAt, f.Key, keys))
	case f.Key == "echo":
		m.echo = r.flag(f)
	case f.Key == "secret":
		m.secret = r.flag(f)
	case f.Key == "outputs":
		m.outputs = f.Value
	case f.Key == "error":
		m.failure, m.fails = r.text(f), true
	case f.Key == "schema":
		for _, s := range r.fields(f) {
			if !contains(schemas, s.Key) {
				r.problems = append(r.problems, diag.Errorf(s.KeyAt, "inputs-unknown-key", "schema has no key %q%s",
					s.Key, orKeys(s.Key, schemas)).WithNearest(s.KeyAt, s.Key, schemas))
				continue
			}
			r.schema(m, s)
		}
	case f.Key == "rotated":
		// The mock of a rotation copies values: `password: inputs.next` takes the new password from
		// the inputs.
		for _, k := range r.fields(f) {
			from, _ := k.Value.Text()
			where, key, ok := strings.Cut(from, ".")
			if !ok || where != "inputs" && where != "state" {
				r.wrong(k.Value, "the new value of %s must be inputs.KEY or state.KEY, the value to copy",
					k.Key)
				continue
			}
			m.rotated = append(m.rotated, rotatedKey{k.Key, where == "state", key})
		}
		sort.SliceStable(m.rotated, func(i, j int) bool { return m.rotated[i].key < m.rotated[j].key })
	}
}

// schema reads a schema of a mock. As in the original, one that cannot be compiled is reported
// where the provider is opened.
func (r *inputReader) schema(m *mock, f value.Field) {
	s := mockSchema{schema: readSchema(f.Value)}
	if err := s.schema.compile(s.schema); err != nil {
		s.schema, s.reason = nil, err.Error()
	}
	switch f.Key {
	case "inputs":
		m.in = s
	case "outputs":
		m.out = s
	case "state":
		m.state = s
	}
}

// supplied converts data from inputs.yaml to a value of the dialect: keys are sorted, `{$secret:
// v}` is the secret v, and every part gets the origin at, unless that is zero.
func supplied(v value.Value, at source.Span) value.Value {
	if !at.IsZero() {
		v.Origin = at
	}
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, item := range d.Items {
			items[i] = supplied(item, at)
		}
		v.Data = value.NewList(items)
	case *value.Object:
		if len(d.Fields) == 1 && d.Fields[0].Key == "$secret" {
			// The value replaces the mapping and is marked as secret.
			return supplied(d.Fields[0].Value, at).With(v.Marks | value.Secret)
		}
		fields := make([]value.Field, len(d.Fields))
		for i, f := range value.Sorted(d.Fields) {
			fields[i] = value.Field{Key: f.Key, Value: supplied(f.Value, at)}
			if at.IsZero() {
				// Otherwise the value counts as written at the given span, which does not contain
				// the key.
				fields[i].KeyAt = f.KeyAt
			}
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// contains reports whether name is one of names.
func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
