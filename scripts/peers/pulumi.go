package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/ast"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"golang.org/x/tools/txtar"
)

// A program runs in an update whose provider gives back what it is given. Its outputs are
// handed to the original as inputs of one resource each, which is how they can be seen.

// outputType is the type of those resources.
const outputType = "peers:index:Output"

// foreign finds what reaches beyond a program's text: files, other stacks, functions of
// providers, and what only a provider with a schema decides.
var foreign = regexp.MustCompile(`(?i)readFile|file(base64|asset|archive)|StackReference|std:|fn::invoke|additionalSecretOutputs|docker:`)

// programSeeds are the programs of one file that need nothing from outside.
func programSeeds() ([]string, error) {
	all, err := archives("pulumi")
	var out []string
	for _, a := range all {
		if text := soleProgram(a); text != "" && !foreign.MatchString(text) {
			out = append(out, text)
		}
	}
	return out, err
}

func soleProgram(a *txtar.Archive) string {
	if len(a.Files) != 1 || a.Files[0].Name == "inputs.yaml" {
		return ""
	}
	return string(a.Files[0].Data)
}

// compareProgram compares what becomes of a program. The original stops at the first phase
// that fails: then its errors must be among ours.
func compareProgram(text string) difference {
	if foreign.MatchString(text) {
		return notCompared
	}
	theirs, crashed := theirProgram(text)
	d, err := evaluate("pulumi", map[string]string{"Main.yaml": text, "inputs.yaml": "mode: update\n"})
	switch {
	case err != nil:
		return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
	case crashed || d.isBudget():
		return notCompared
	}
	return contrast(ourProgram(d, theirs), theirs)
}

func ourProgram(d document, theirs answer) answer {
	all, _ := d.Value.(map[string]any)
	out := answer{}
	for _, p := range d.Problems {
		s := said{severity: p.Severity, text: anyPlace(p.text())}
		if s.severity == "error" && (len(theirs.problems) == 0 || theirs.says(s.text)) {
			out.problems = append(out.problems, s)
		}
	}
	if theirs.says(refused) && d.hasErrors() {
		return theirs
	}
	if len(theirs.problems) > 0 || len(out.problems) > 0 {
		return out
	}
	resources := map[string]any{}
	given, _ := all["resources"].(map[string]any)
	for _, name := range keys(given) {
		r, _ := given[name].(map[string]any)
		resources[fmt.Sprint(r["name"])] = map[string]any{"type": r["type"], "inputs": present(canonical(r["inputs"]))}
	}
	outputs, _ := all["outputs"].(map[string]any)
	out.value = map[string]any{"resources": resources, "outputs": present(canonical(outputs))}
	for _, path := range d.Secrets {
		if m := outputName.FindStringSubmatch(path); m != nil {
			out.secrets = append(out.secrets, m[1])
		}
	}
	return out
}

// outputName finds the output in the path of a secret: the secrecy of one is compared as a
// whole.
var outputName = regexp.MustCompile(`^outputs\.([A-Za-z_][A-Za-z0-9_-]*)`)

// present leaves out entries that are null: the original does not hand them over.
func present(v any) any {
	m, _ := v.(map[string]any)
	out := map[string]any{}
	for key, item := range m {
		if item != nil {
			out[key] = item
		}
	}
	return out
}

var notFound = regexp.MustCompile(`resource or variable named "(.*)" could not be found`)

// anyPlace writes a text as it reads for resources: in outputs, which are resources here, a
// missing name has other words.
func anyPlace(text string) string {
	return notFound.ReplaceAllString(text, `resource, variable, or config value "$1" not found`)
}

func (a answer) says(text string) bool {
	for _, p := range a.problems {
		if p.text == text {
			return true
		}
	}
	return false
}

// patience is how long the original may take: some programs keep it waiting for ever.
const patience = 5 * time.Second

// theirProgram is the original's answer.
func theirProgram(text string) (out answer, crashed bool) {
	done := make(chan answer, 1)
	go func() {
		defer func() {
			if recover() != nil {
				close(done)
			}
		}()
		done <- runProgram(text)
	}()
	select {
	case out, ok := <-done:
		return out, !ok
	case <-time.After(patience):
		return answer{}, true
	}
}

func runProgram(text string) answer {
	template, diags, err := pulumiyaml.LoadYAMLBytes("Main.yaml", []byte(text))
	if err != nil {
		return answer{problems: []said{{severity: "error", text: err.Error()}}}
	}
	if diags.HasErrors() {
		return answer{problems: errorsOf(diags)}
	}
	showOutputs(template)
	m := &mocks{resources: map[string]any{}, outputs: map[string]any{}}
	err = pulumi.RunErr(func(ctx *pulumi.Context) error {
		return pulumiyaml.RunTemplate(ctx, template, resource.PropertyMap{}, packages{words(text)})
	}, pulumi.WithMocks(projectOf(template), "dev", m), func(info *pulumi.RunInfo) { info.Organization, info.Parallel = "organization", 1 })
	if found, ok := pulumiyaml.HasDiagnostics(err); ok {
		return answer{problems: errorsOf(found)}
	}
	if err != nil {
		return answer{problems: listed(err.Error())}
	}
	return answer{value: map[string]any{"resources": m.resources, "outputs": m.outputs}, secrets: m.secrets}
}

func projectOf(t *ast.TemplateDecl) string {
	if t.Name == nil {
		return "project"
	}
	return t.Name.Value
}

func errorsOf(diags syntax.Diagnostics) (out []said) {
	for _, d := range diags {
		if d.Severity == 1 {
			out = append(out, said{severity: "error", text: anyPlace(d.Summary)})
		}
	}
	return out
}

// refused stands for an error that the original does not give as one of its diagnostics. Any
// error of ours agrees with it.
const refused = "the program is refused"

var item = regexp.MustCompile(`\* Main\.yaml:[0-9,-]+: ([^;\n]*)`)

// listed are the errors of a text that lists them.
func listed(text string) []said {
	var out []said
	for _, m := range item.FindAllStringSubmatch(text, -1) {
		out = append(out, said{severity: "error", text: anyPlace(m[1])})
	}
	if out == nil {
		out = []said{{severity: "error", text: refused}}
	}
	return out
}

// showOutputs makes a resource of each output. Of two with one name the last counts.
func showOutputs(t *ast.TemplateDecl) {
	last := map[string]int{}
	for i, output := range t.Outputs.Entries {
		last[output.Key.Value] = i
	}
	for i, output := range t.Outputs.Entries {
		if last[output.Key.Value] != i {
			continue
		}
		probe, _, err := pulumiyaml.LoadYAMLBytes("Main.yaml", []byte(fmt.Sprintf("resources: {%q: {type: %q, properties: {value: 1}}}", outputType+output.Key.Value, outputType)))
		if err != nil || len(probe.Resources.Entries) != 1 {
			continue
		}
		entry := probe.Resources.Entries[0]
		entry.Value.Properties.PropertyMap.Entries[0].Value = output.Value
		t.Resources.Entries = append(t.Resources.Entries, entry)
	}
	t.Outputs.Entries = nil
}

// mocks takes note of resources and gives back what they are given.
type mocks struct {
	sync.Mutex
	resources map[string]any
	outputs   map[string]any
	secrets   []string // outputs that hold one
}

// Call is never reached: programs with calls are left out.
func (m *mocks) Call(pulumi.MockCallArgs) (resource.PropertyMap, error) { return nil, nil }

// NewResource takes note of a resource.
func (m *mocks) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	m.Lock()
	defer m.Unlock()
	if name, isOutput := strings.CutPrefix(args.Name, outputType); isOutput {
		v := args.Inputs["value"]
		if plain := plainProperty(v); plain != nil {
			m.outputs[name] = plain
		}
		if v.ContainsSecrets() {
			m.secrets = append(m.secrets, name)
		}
		return "id", args.Inputs, nil
	}
	m.resources[args.Name] = map[string]any{"type": args.TypeToken, "inputs": present(plainProperty(resource.NewObjectProperty(args.Inputs)))}
	return args.Name + "_id", args.Inputs, nil
}

// plainProperty brings a value of the original into the common form.
func plainProperty(v resource.PropertyValue) any {
	switch {
	case v.IsNull():
		return nil
	case v.IsBool():
		return v.BoolValue()
	case v.IsNumber():
		return "number " + fmt.Sprint(v.NumberValue())
	case v.IsString():
		return "text " + v.StringValue()
	case v.IsSecret():
		return plainProperty(v.SecretValue().Element)
	case v.IsArray():
		out := []any{}
		for _, item := range v.ArrayValue() {
			out = append(out, plainProperty(item))
		}
		return out
	case v.IsObject():
		out := map[string]any{}
		for key, item := range v.ObjectValue() {
			out[string(key)] = plainProperty(item)
		}
		return out
	}
	return unknownValue
}

// packages stand for every provider: their resources have every word of the program as a
// property, of any type.
type packages struct{ words []string }

var word = regexp.MustCompile(`[A-Za-z_][\w-]*|fn::\w+`)

func words(text string) []string {
	set := map[string]bool{"value": true}
	for _, w := range word.FindAllString(text, -1) {
		set[w] = w != "id" && w != "urn"
	}
	var out []string
	for _, w := range keys(set) {
		if set[w] {
			out = append(out, w)
		}
	}
	return out
}

func (p packages) Close() {}

func (p packages) LoadPackage(_ context.Context, d *schema.PackageDescriptor) (pulumiyaml.Package, error) {
	return anyPackage{d.Name, p.words}, nil
}

// An anyPackage is one of them.
type anyPackage struct {
	name  string
	words []string
}

func canonicalToken(token string) string {
	if parts := strings.Split(token, ":"); len(parts) == 2 {
		return parts[0] + ":index:" + parts[1]
	}
	return token
}

func (p anyPackage) properties() []*schema.Property {
	var out []*schema.Property
	for _, w := range p.words {
		out = append(out, &schema.Property{Name: w, Type: &schema.OptionalType{ElementType: schema.AnyType}})
	}
	return out
}

func (p anyPackage) Name() string             { return p.name }
func (p anyPackage) Version() *semver.Version { return nil }

func (p anyPackage) ResolveResource(token string) (pulumiyaml.ResourceTypeToken, error) {
	if !strings.Contains(token, ":") {
		return "", fmt.Errorf("invalid type token %q", token)
	}
	return pulumiyaml.ResourceTypeToken(canonicalToken(token)), nil
}

func (p anyPackage) ResolveFunction(token string) (pulumiyaml.FunctionTypeToken, error) {
	return pulumiyaml.FunctionTypeToken(canonicalToken(token)), nil
}

func (p anyPackage) IsComponent(pulumiyaml.ResourceTypeToken) (bool, error) { return false, nil }

func (p anyPackage) IsResourcePropertySecret(pulumiyaml.ResourceTypeToken, string) (bool, error) {
	return false, nil
}

func (p anyPackage) ResourceTypeHint(token pulumiyaml.ResourceTypeToken) *schema.ResourceType {
	isProvider := strings.HasPrefix(token.String(), "pulumi:providers:")
	return &schema.ResourceType{Token: token.String(), Resource: &schema.Resource{
		Token: token.String(), IsProvider: isProvider, InputProperties: p.properties(), Properties: p.properties(),
		StateInputs: &schema.ObjectType{Properties: p.properties()},
	}}
}

func (p anyPackage) FunctionTypeHint(token pulumiyaml.FunctionTypeToken) *schema.Function {
	object := &schema.ObjectType{Properties: p.properties()}
	return &schema.Function{Token: string(token), Inputs: object, Outputs: object, ReturnType: object}
}

func (p anyPackage) ResourceConstants(pulumiyaml.ResourceTypeToken) map[string]any { return nil }
