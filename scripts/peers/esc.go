package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/pulumi/esc"
	"github.com/pulumi/esc/eval"
	"github.com/pulumi/esc/schema"
	"github.com/pulumi/esc/syntax"
	"golang.org/x/tools/txtar"
)

// The files of a template are environments: env.yaml is the root, and it can import the others. The
// providers are those of escInputs and typedProviders.

// typedProviders lists providers with outputs of all kinds of types: the schema of the outputs, and
// outputs that conform to it.
var typedProviders = map[string][2]string{
	"some": {`{"type": "object", "properties": {"foo": {"type": "string"}, "bar": {"type": "string"}}, ` +
		`"required": ["foo"]}`, `{"foo": "f"}`},
	"closed": {`{"type": "object", "properties": {"foo": {"type": "string"}, "x": {"type": "object"}}, "required": ` +
		`["foo"], "additionalProperties": false}`, `{"foo": "f"}`},
	"extra": {`{"type": "object", "properties": {"foo": {"type": "string"}}, "additionalProperties": {"type": ` +
		`"number"}}`, `{"foo": "f", "more": 2}`},
	"deep": {`{"type": "object", "properties": {"x": {"type": "object", "properties": {"y": {"type": "array", ` +
		`"items": {"type": "string"}}}}}}`, `{"x": {"y": ["z"]}}`},
	"either": {`{"anyOf": [{"type": "string"}, {"type": "object", "properties": {"foo": {"type": "number"}}}]}`,
		`{"foo": 1}`},
	"pair": {`{"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": false}`,
		`["a", 1]`},
	"many": {`{"type": "array", "items": {"type": "string"}}`, `["a", "b"]`},
	"named": {`{"$ref": "#/$defs/t", "$defs": {"t": {"type": "object", "properties": {"foo": {"type": "boolean"}}, ` +
		`"required": ["foo"]}}}`, `{"foo": true}`},
	"text": {`{"type": "string"}`, `"t"`},
	"one":  {`{"enum": ["a", "b"], "type": "string"}`, `"a"`},
}

// escInputs is the first part of inputs.yaml, with rotators and providers. For the original, the types
// rotator and provider below implement the same.
const escInputs = `{"rotators": {"swap": {"echo": true, "rotated": {"a": "state.b", "b": "state.a"}},
"key": {"echo": true, "rotated": {"now": "inputs.next"}, "schema": {
"inputs": {"type": "object", "properties": {"next": {"type": "string"}, "cfg": {}}, "required": ["next"], "rotateOnly": ["next"], "additionalProperties": false},
"state": {"type": "object", "properties": {"now": {"type": "string"}}, "required": ["now"], "additionalProperties": false}}}},
"providers": {
"test": {"echo": true},
"fails": {"error": "no such luck"},
"outs": {"outputs": {"user": "me", "token": {"$secret": "t0k"}, "list": ["x", 2]}},
"typed": {"outputs": {"user": "me", "port": 80, "tags": ["a"]}, "schema": {
"inputs": {"type": "object", "properties": {"x": {"type": "string"}, "o": {}}, "required": ["x"], "additionalProperties": false},
"outputs": {"type": "object", "properties": {"user": {"type": "string"}, "port": {"type": "number"}, "tags": {"type": "array", "items": {"type": "string"}}}, "required": ["port", "tags", "user"], "additionalProperties": false}}}`

// inputsOf returns inputs.yaml for the given mode.
func inputsOf(mode string) string {
	text := escInputs
	for _, name := range keys(typedProviders) {
		text += ",\n\"" + name + `": {"outputs": ` + typedProviders[name][1] + `, "schema": {"outputs": ` +
			typedProviders[name][0] + "}}"
	}
	return text + `}, "mode": "` + mode + `"}`
}

// escSeeds returns the environments of the examples and recorded cases. Their inputs.yaml is
// replaced by that of inputsOf.
func escSeeds() ([]string, error) {
	all, err := archives("esc")
	var out []string
	for _, a := range all {
		var files []txtar.File
		for _, f := range a.Files {
			if f.Name != "inputs.yaml" {
				files = append(files, f)
			}
		}
		out = append(out, string(txtar.Format(&txtar.Archive{Files: files})))
	}
	return out, err
}

// environmentComparison returns a comparison in a mode: "eval", "check" or "rotate".
func environmentComparison(mode string) func(string) difference {
	return func(template string) difference {
		files := filesOf(template)
		delete(files, "inputs.yaml")
		if _, ok := files["env.yaml"]; !ok {
			return skipped("env.yaml is missing")
		}
		if why := knownDeviation(template); why != "" {
			return skipped(why)
		}
		theirs, why := theirEnvironment(files, mode)
		if why != "" {
			return skipped(why)
		}
		// Only our engine reads this file; the original gets the same data from loader.
		files["inputs.yaml"] = inputsOf(mode)
		d, err := evaluate("esc", files)
		switch {
		case err != nil:
			return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
		case d.isBudget():
			return skipped(ourLimit)
		}
		return contrast(ourEnvironment(d), theirs)
	}
}

// nestedDefinitions matches definitions that refer to definitions. If one refers to itself, the
// original recurses endlessly.
var nestedDefinitions = regexp.MustCompile(`(?s)\$defs.*\$ref`)

// noState matches a rotator that was never rotated, where its state may be null.
var noState = regexp.MustCompile(`state"?: *(null|~)?[,}\n]`)

// beyondASCII matches a path that contains a character beyond ASCII.
var beyondASCII = regexp.MustCompile(`\$\{[^}]*[^\x00-\x7f][^}]*`)

// hasBlankByte reports whether a path contains one of the bytes 85 and A0, which the original takes for
// blanks.
func hasBlankByte(template string) bool {
	for _, path := range beyondASCII.FindAllString(template, -1) {
		if strings.IndexByte(path, 0x85) >= 0 || strings.IndexByte(path, 0xA0) >= 0 {
			return true
		}
	}
	return false
}

// knownDeviation returns the part of a template for which the specification deviates from the
// original, or "". In the specification, blanks in paths are characters, not the bytes 85 and A0, and
// the state of a rotator may be null.
func knownDeviation(template string) string {
	switch {
	case nestedDefinitions.MatchString(template):
		return "definitions that refer to definitions"
	case noState.MatchString(template):
		return "a rotator without a state"
	case hasBlankByte(template):
		return "the bytes 85 and A0"
	}
	return ""
}

// notYAML represents every YAML syntax error. The original stops there, and our message differs.
const notYAML = "the file is not YAML"

// silent matches the codes of problems that the original does not report.
var silent = regexp.MustCompile(`^(hint-.*|type-nothing|environments-path|open-inputs)$`)

// ourEnvironment converts our document to the common form.
func ourEnvironment(d document) answer {
	out := answer{value: canonical(d.Value), secrets: d.Secrets}
	for _, p := range d.Problems {
		if silent.MatchString(p.Code) {
			continue
		}
		s := p.report()
		if strings.HasPrefix(p.Code, "yaml-") {
			s.text = "yaml: " + s.text
		}
		s.file = strings.TrimSuffix(s.file, ".yaml")
		out.problems = append(out.problems, s)
	}
	return out.withoutSyntax()
}

// withoutSyntax replaces an answer that has a YAML syntax error with one that has only notYAML.
func (a answer) withoutSyntax() answer {
	for _, p := range a.problems {
		if strings.HasPrefix(p.text, "yaml: ") {
			return answer{problems: []report{{severity: p.severity, text: notYAML}}}
		}
	}
	return a
}

// notSupplied is the panic value of a provider that is not in escInputs. Our value is then unknown,
// which the original cannot represent: it would read null.
const notSupplied = "a provider that inputs.yaml does not supply"

// theirEnvironment returns the original's answer, or why the template cannot be compared: the original
// crashes if the inputs of a provider are not an object.
func theirEnvironment(files map[string]string, mode string) (out answer, why string) {
	value, diags, err, why := theirEvaluation(files, mode)
	switch {
	case why != "":
		return answer{}, why
	case err != nil:
		return answer{problems: []report{{severity: "error", text: err.Error()}}}.withoutSyntax(), ""
	}
	if value != nil && value.Properties != nil {
		out.value = out.plain(esc.NewValue(value.Properties), "")
	}
	for _, d := range diags {
		p := report{severity: "error", text: d.Summary}
		// hcl.DiagWarning, without importing hcl here.
		if d.Severity == 2 {
			p.severity = "warning"
		}
		if d.Subject != nil {
			p.file, p.line = d.Subject.Filename, d.Subject.Start.Line
			// The original counts the cells of a terminal, so some characters count twice.
			if strings.IndexFunc(files[p.file+".yaml"], func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
				p.column = d.Subject.Start.Column
			}
		}
		out.problems = append(out.problems, p)
	}
	return out.withoutSyntax(), ""
}

// theirEvaluation returns the original's environment, diagnostics and error, or why the template
// cannot be compared.
func theirEvaluation(files map[string]string, mode string) (
	value *esc.Environment, diags syntax.Diagnostics, err error, why string) {
	defer func() {
		switch recover() {
		case nil:
		case notSupplied:
			why = notSupplied
		default:
			why = theirCrash
		}
	}()
	begin := time.Now()
	defer func() { theirTime += time.Since(begin) }()
	env, diags, err := eval.LoadYAMLBytes("env", []byte(files["env.yaml"]))
	if err != nil || env == nil {
		return nil, diags, err, ""
	}
	// The loader is the source of providers and of environments.
	ctx, l := context.Background(), loader{files}
	caller, err := esc.NewExecContext(map[string]esc.Value{"pulumi": callerContext()})
	if err != nil {
		panic(err)
	}
	var found syntax.Diagnostics
	switch mode {
	case "check":
		value, found = eval.CheckEnvironment(ctx, "env", env, nil, l, l, caller, false)
	case "rotate":
		value, _, found = eval.RotateEnvironment(ctx, "env", env, nil, l, l, caller, nil)
	default:
		value, found = eval.EvalEnvironment(ctx, "env", env, nil, l, l, caller)
	}
	return value, append(diags, found...), nil, ""
}

// callerContext returns the default of `context` in inputs.yaml.
func callerContext() esc.Value {
	object := func(fields map[string]esc.Value) esc.Value { return esc.NewValue(fields) }
	return object(map[string]esc.Value{
		"user":         object(map[string]esc.Value{"id": esc.NewValue("user"), "login": esc.NewValue("user")}),
		"organization": object(map[string]esc.Value{"login": esc.NewValue("organization")}),
	})
}

// unknownValue represents an unknown value in both answers.
const unknownValue = "unknown"

// plain converts a value of the original to the common form: numbers and strings are kept
// distinct, and secrets are listed by path.
func (a *answer) plain(v esc.Value, path string) any {
	if v.Secret {
		a.secrets = append(a.secrets, path)
	}
	// The original has no reasons for unknown values, so ours are not compared.
	if v.Unknown {
		return unknownValue
	}
	switch d := v.Value.(type) {
	case []esc.Value:
		out := []any{}
		for i, item := range d {
			out = append(out, a.plain(item, fmt.Sprintf("%s[%d]", path, i)))
		}
		return out
	case map[string]esc.Value:
		out := map[string]any{}
		for key, item := range d {
			out[key] = a.plain(item, below(path, key))
		}
		return out
	case json.Number:
		return "number " + string(d)
	case string:
		return "text " + string([]rune(d)) // each invalid byte becomes a character
	}
	return v.Value
}

// canonical converts a value of our result document to the common form.
func canonical(v any) any {
	switch d := v.(type) {
	case map[string]any:
		if _, ok := d["$unknown"]; ok && len(d) == 1 {
			return unknownValue
		}
		if n, ok := d["$number"].(string); ok {
			return "number " + n
		}
		out := map[string]any{}
		for key, item := range d {
			out[key] = canonical(item)
		}
		return out
	case []any:
		out := []any{}
		for _, item := range d {
			out = append(out, canonical(item))
		}
		return out
	case json.Number:
		return "number " + string(d)
	case string:
		return "text " + d
	}
	return v
}

// bare matches keys that are written without quotes in paths.
var bare = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// quotedKey quotes a key as in paths.
func quotedKey(key string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(key)
	return strings.TrimSpace(b.String())
}

// below returns the path of the entry with the given key in the value at a path.
func below(path, key string) string {
	switch {
	case !bare.MatchString(key):
		return path + "[" + quotedKey(key) + "]"
	case path == "":
		return key
	}
	return path + "." + key
}

// A loader supplies the original with the data that inputs.yaml supplies to our engine.
type loader struct{ files map[string]string }

// LoadProvider returns a provider for any name. Open panics if there is no such provider.
func (l loader) LoadProvider(_ context.Context, name string) (esc.Provider, error) {
	return provider(name), nil
}

// LoadRotator returns a rotator for any name.
func (l loader) LoadRotator(_ context.Context, name string) (esc.Rotator, error) {
	return rotator(name), nil
}

// LoadEnvironment returns a file of the template, except inputs.yaml, which is not an environment.
func (l loader) LoadEnvironment(_ context.Context, name string) ([]byte, eval.Decrypter, error) {
	if text, ok := l.files[name+".yaml"]; ok && name != "inputs" {
		return []byte(text), nil, nil
	}
	return nil, nil, fmt.Errorf("environment %q not found", name)
}

// A provider is a provider of escInputs, by its name.
type provider string

// Schema returns the types of inputs and outputs.
func (p provider) Schema() (*schema.Schema, *schema.Schema) {
	if given, ok := typedProviders[string(p)]; ok {
		outputs := &schema.Schema{}
		if err := json.Unmarshal([]byte(given[0]), outputs); err != nil {
			panic(err)
		}
		return schema.Always(), outputs
	}
	if p != "typed" {
		return schema.Always(), schema.Always()
	}
	// The schema of "typed" in escInputs.
	inputs := schema.Record(schema.BuilderMap{"x": schema.String(), "o": schema.Always()}).Required("x").
		AdditionalProperties(schema.Never())
	outputs := schema.Record(schema.BuilderMap{"user": schema.String(), "port": schema.Number(), "tags": schema.Array().
		Items(schema.String())}).AdditionalProperties(schema.Never())
	return inputs.Schema(), outputs.Schema()
}

// Open returns the outputs. It panics if inputs.yaml does not have the provider, because our answer
// is then unknown.
func (p provider) Open(_ context.Context, in map[string]esc.Value, _ esc.EnvExecContext) (esc.Value, error) {
	if given, ok := typedProviders[string(p)]; ok {
		return esc.FromJSON(decoded(given[1]))
	}
	switch p {
	case "test":
		return esc.NewValue(in), nil
	case "fails":
		return esc.Value{}, errors.New("no such luck")
	case "typed":
		tags := []esc.Value{esc.NewValue("a")}
		return esc.NewValue(map[string]esc.Value{"user": esc.NewValue("me"), "port": esc.NewValue(json.Number("80")),
			"tags": esc.NewValue(tags)}), nil
	case "outs":
		list := []esc.Value{esc.NewValue("x"), esc.NewValue(json.Number("2"))}
		return esc.NewValue(map[string]esc.Value{"user": esc.NewValue("me"), "token": esc.NewSecret("t0k"),
			"list": esc.NewValue(list)}), nil
	}
	panic(notSupplied)
}

// decoded returns the value of a JSON text.
func decoded(text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	return v
}

// A rotator is the name of a rotator in escInputs. Its output is its state.
type rotator string

// Schema returns the types of inputs, state and outputs.
func (r rotator) Schema() (inputs, state, outputs *schema.Schema) {
	if r == "key" {
		// The schema of "key" in escInputs.
		inputs := schema.Record(schema.BuilderMap{"next": schema.String(), "cfg": schema.Always()}).Required("next").
			RotateOnly("next").AdditionalProperties(schema.Never())
		now := schema.Record(schema.BuilderMap{"now": schema.String()}).Required("now").
			AdditionalProperties(schema.Never())
		return inputs.Schema(), now.Schema(), now.Schema()
	}
	return schema.Always(), schema.Record(schema.SchemaMap{}).AdditionalProperties(schema.Always()).
		Schema(), schema.Always()
}

// Open returns the state.
func (r rotator) Open(_ context.Context, _, state map[string]esc.Value, _ esc.EnvExecContext) (esc.Value, error) {
	if r != "key" && r != "swap" {
		panic(notSupplied)
	}
	return esc.NewValue(state), nil
}

// Rotate returns the new state, which `rotated` in escInputs describes.
func (r rotator) Rotate(_ context.Context, inputs, state map[string]esc.Value,
	_ esc.EnvExecContext) (esc.Value, error) {
	switch r {
	case "key":
		return esc.NewValue(map[string]esc.Value{"now": inputs["next"]}), nil
	case "swap":
		out := maps.Clone(state)
		if out == nil {
			out = map[string]esc.Value{}
		}
		for to, from := range map[string]string{"a": "b", "b": "a"} {
			if v, ok := state[from]; ok {
				out[to] = v
			} else {
				out[to] = esc.Value{}
			}
		}
		return esc.NewValue(out), nil
	}
	panic(notSupplied)
}
