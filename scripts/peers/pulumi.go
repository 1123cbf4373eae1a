package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
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

// A program runs in an update whose provider returns its inputs as outputs. Each of its outputs is
// passed to the original as the input of a resource, since only resources can be observed.

// outputType is the type of those resources.
const outputType = "peers:index:Output"

// outsideReference matches references to things outside a program: files, other stacks, functions of
// providers, and everything that only a provider with a schema determines.
var outsideReference = regexp.MustCompile(`(?i)readFile|file(base64|asset|archive)|StackReference|std:|fn::invoke|additionalSecretOutputs|docker:`)

// invokesUnsupplied reports whether a program calls a function without a mock, whose result is
// unknown for us.
func invokesUnsupplied(d document, w world) bool {
	all, _ := d.Value.(map[string]any)
	calls, _ := all["invokes"].([]any)
	return slices.ContainsFunc(calls, func(v any) bool {
		call, _ := v.(map[string]any)
		_, ok := w.Mocks.Invokes[fmt.Sprint(call["token"])]
		return !ok
	})
}

// programFiles returns the files of a template: a program in an update, or an archive.
func programFiles(template string) map[string]string {
	if files := filesOf(template); len(files) > 0 {
		return files
	}
	return map[string]string{"Main.yaml": template, "inputs.yaml": "mode: update\n"}
}

// programSeeds returns the single-file programs that need nothing from outside.
func programSeeds() ([]string, error) {
	all, err := archives("pulumi")
	var out []string
	for _, a := range all {
		if text := soleProgram(a); text != "" && !outsideReference.MatchString(text) {
			out = append(out, text)
		}
	}
	return out, err
}

// soleProgram returns the text of an archive that is a program without other files, "" for others.
func soleProgram(a *txtar.Archive) string {
	if len(a.Files) != 1 || a.Files[0].Name == "inputs.yaml" {
		return ""
	}
	return string(a.Files[0].Data)
}

// compareProgram compares the results of a program. The original stops at the first phase that
// fails: then its errors must be among ours.
func compareProgram(template string) difference {
	files := programFiles(template)
	// A mutation may have added a reference to a seed. Generated archives have mocks for theirs.
	if len(files) == 2 && outsideReference.MatchString(template) && !strings.Contains(template, "-- ") {
		return leftOut("it reaches beyond the program")
	}
	theirs, crashed := askProgram(template)
	d, err := evaluate("pulumi", files)
	switch {
	case err != nil:
		return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
	case crashed:
		return leftOut(theirCrash)
	case d.isBudget():
		return leftOut(ourLimit)
	case slices.ContainsFunc(d.Problems,
		func(p problem) bool { return p.File == "inputs.yaml" && p.Severity == "error" }):
		return leftOut("inputs.yaml has a mistake")
	}
	// What the specification decides otherwise is counted by the beginning of the original's
	// message.
	for _, p := range theirs.problems {
		if ruledOut.MatchString(p.text) {
			what, _, _ := strings.Cut(ruledOut.FindString(p.text), " {")
			return leftOut("ruled: " + what)
		}
	}
	if len(theirs.problems) == 0 && slices.ContainsFunc(d.Problems,
		func(p problem) bool { return p.Code == "type-token" }) {
		return leftOut("ruled: a type without a colon ends the program silently")
	}
	if invokesUnsupplied(d, worldOf(files["inputs.yaml"])) {
		return leftOut("a call that nobody answers for")
	}
	// There is no version of the command line that could be required.
	d.Problems = slices.DeleteFunc(d.Problems,
		func(p problem) bool { return p.Code == "required-version" && !strings.Contains(p.text(), "evaluate") })
	switch text := written(theirs.value); {
	case strings.Contains(text, "\\u0026{{{{"):
		return leftOut("ruled: a resource in a text is printed as the memory of the original")
	case strings.Contains(text, `"cwd": "`):
		return leftOut("the folder in which the original runs")
	}
	out := contrast(ourProgram(d, theirs), theirs)
	if out.class != "" && slices.ContainsFunc(d.Problems, func(p problem) bool { return p.Code == "cycle" }) {
		return leftOut("ruled: names in all options count")
	}
	return out
}

// ourProgram converts our document to the form of the original's answer. If the original has
// stopped at errors, only those of ours that it also has are kept, since we report all phases.
func ourProgram(d document, theirs answer) answer {
	all, _ := d.Value.(map[string]any)
	out := answer{}
	for _, p := range d.Problems {
		s := report{severity: p.Severity, text: anyPlace(p.text())}
		if s.severity == "error" && (len(theirs.problems) == 0 || theirs.says(s.text)) {
			out.problems = append(out.problems, s)
		}
	}
	// The original has no message to compare.
	if theirs.says(refused) && d.hasErrors() {
		return theirs
	}
	if len(theirs.problems) > 0 || len(out.problems) > 0 {
		return out
	}
	resources := map[string]any{}
	given, _ := all["resources"].(map[string]any)
	// The original reports a resource under the name that its options give it, which is not always
	// the key in the program.
	engineName := map[string]string{}
	for _, name := range keys(given) {
		r, _ := given[name].(map[string]any)
		engineName[name] = fmt.Sprint(r["name"])
	}
	for _, name := range keys(given) {
		r, _ := given[name].(map[string]any)
		inputs := renamed(canonical(r["inputs"]), engineName)
		resources[engineName[name]] = map[string]any{"type": r["type"], "inputs": present(inputs),
			"options": asRead(ourOptions(r["options"]), theirs, engineName[name])}
	}
	outputs, _ := all["outputs"].(map[string]any)
	for name, v := range outputs {
		// What needs a resource that was left out has no value, and not even an error.
		if why, _ := v.(map[string]any); why["$unknown"] == "error" {
			delete(outputs, name)
		}
	}
	out.value = map[string]any{"resources": resources, "outputs": present(renamed(canonical(outputs), engineName))}
	// Paths deeper inside are reduced to the output or property: only its secrecy as a whole can be
	// observed.
	for _, path := range d.Secrets {
		if m := outputName.FindStringSubmatch(path); m != nil {
			out.secrets = append(out.secrets, m[1])
		} else if m := inputName.FindStringSubmatch(path); m != nil {
			out.secrets = append(out.secrets, engineName[m[1]]+"."+m[2])
		}
	}
	return out
}

// renamed replaces the logical names of resources in a value by their engine names.
func renamed(v any, engineName map[string]string) any {
	switch d := v.(type) {
	case map[string]any:
		if text, ok := d["$resource"].(string); ok && len(d) == 1 {
			return map[string]any{"$resource": "text " + engineName[strings.TrimPrefix(text, "text ")]}
		}
		for key, item := range d {
			d[key] = renamed(item, engineName)
		}
	case []any:
		for i, item := range d {
			d[i] = renamed(item, engineName)
		}
	}
	return v
}

// outputName matches the output in the path of a secret: the secrecy of an output is compared as a
// whole.
var outputName = regexp.MustCompile(`^outputs\.([A-Za-z_][A-Za-z0-9_-]*)`)

// inputName likewise matches the resource and its property.
var inputName = regexp.MustCompile(`^resources\.([A-Za-z_][A-Za-z0-9_-]*)\.inputs\.([A-Za-z_][A-Za-z0-9_-]*)`)

// comparedOptions are the options that a registration reports as written. (A version may be that
// of the default provider.)
var comparedOptions = []string{"protect", "ignoreChanges", "deleteBeforeReplace", "retainOnDelete", "import",
	"replaceOnChanges", "additionalSecretOutputs"}

// isRead marks the options of a resource that the original reads. It asks only for
// additionalSecretOutputs then; we show every option that is written.
const isRead = "(read)"

// asRead reduces our options of a resource to those of a read, if the original has read it.
func asRead(options map[string]any, theirs answer, name string) map[string]any {
	all, _ := theirs.value.(map[string]any)
	resources, _ := all["resources"].(map[string]any)
	r, _ := resources[name].(map[string]any)
	if other, _ := r["options"].(map[string]any); other[isRead] == nil {
		return options
	}
	out := map[string]any{isRead: true}
	if v, ok := options["additionalSecretOutputs"]; ok {
		out["additionalSecretOutputs"] = v
	}
	return out
}

// ourOptions returns those that are set.
func ourOptions(v any) map[string]any {
	given, _ := canonical(v).(map[string]any)
	out := map[string]any{}
	for _, name := range comparedOptions {
		if item, ok := given[name]; ok && item != false && item != nil && written(item) != "[]" {
			out[name] = item
		}
	}
	return out
}

// theirOptions returns the same options of a registration.
func theirOptions(args pulumi.MockResourceArgs) map[string]any {
	out := map[string]any{}
	texts := func(name string, given []string) {
		var items []any
		for _, text := range given {
			items = append(items, "text "+text)
		}
		if items != nil {
			out[name] = items
		}
	}
	text := func(name, given string) {
		if given != "" {
			out[name] = "text " + given
		}
	}
	flag := func(name string, given bool) {
		if given {
			out[name] = true
		}
	}
	// A resource with `get` is read, not registered.
	if r := args.ReadRPC; r != nil {
		out[isRead] = true
		texts("additionalSecretOutputs", r.AdditionalSecretOutputs)
	}
	if r := args.RegisterRPC; r != nil {
		flag("protect", r.GetProtect())
		flag("deleteBeforeReplace", r.DeleteBeforeReplace)
		flag("retainOnDelete", r.GetRetainOnDelete())
		text("import", r.ImportId)
		texts("ignoreChanges", r.IgnoreChanges)
		texts("replaceOnChanges", r.ReplaceOnChanges)
		texts("additionalSecretOutputs", r.AdditionalSecretOutputs)
	}
	return out
}

// present removes null entries: the original does not pass them on.
func present(v any) any {
	m, _ := without(v).(map[string]any)
	if m == nil {
		m = map[string]any{}
	}
	return m
}

// without removes null entries of mappings at all levels. Nulls in lists stay.
func without(v any) any {
	switch d := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, item := range d {
			if item != nil {
				out[key] = without(item)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, item := range d {
			out = append(out, without(item))
		}
		return out
	}
	return v
}

// notFound matches the original's message about a missing name in a resource; see anyPlace.
var notFound = regexp.MustCompile(`resource or variable named "(.*)" could not be found`)

// ofGo matches messages in which the original prints its own memory, and our wording of them.
var ofGo = regexp.MustCompile(`(?s), result is: .*|provider resource '.*|, got (?:\*?[a-z]+\.\w+|\[\].*|map\[.*)$`)

// outputOfGo matches Go types of outputs, whose element types ours does not name.
var outputOfGo = regexp.MustCompile(`pulumi\.[A-Za-z]+Output`)

// ruledOut matches messages about which the specification decides otherwise, or that only the
// package stand-ins cause: access by quoted keys, properties without a name, objects with every
// word as a property, and Go types of component inputs.
var ruledOut = regexp.MustCompile(`Cannot index|Property  does not exist|assignable from \{.*: any, .*: any|not ` +
	`pulumi\.`)

// anyPlace rewrites a message as for a resource: for outputs, which are resources here, the
// message about a missing name differs.
func anyPlace(text string) string {
	text = outputOfGo.ReplaceAllString(ofGo.ReplaceAllString(text, ""), "pulumi.AnyOutput")
	return notFound.ReplaceAllString(text, `resource, variable, or config value "$1" not found`)
}

// says reports whether a text is among the answer's problems.
func (a answer) says(text string) bool {
	for _, p := range a.problems {
		if p.text == text {
			return true
		}
	}
	return false
}

// patience limits the time of the original: some programs make it hang.
const patience = 2 * time.Second

// theirProgram returns the original's answer.
func theirProgram(text string) (out answer, crashed bool) {
	// The channel has room for an answer that comes too late, so that its goroutine can end.
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

// runProgram runs a program, or a component if there is a plugin.
func runProgram(archive string) answer {
	files := programFiles(archive)
	w := worldOf(files["inputs.yaml"])
	if files["PulumiPlugin.yaml"] != "" {
		return runComponent(files, w)
	}
	text := files["Main.yaml"]
	template, diags, err := pulumiyaml.LoadYAMLBytes("Main.yaml", []byte(text))
	if err != nil {
		return answer{problems: []report{{severity: "error", text: err.Error()}}}
	}
	if diags.HasErrors() {
		return answer{problems: errorsOf(diags)}
	}
	showOutputs(template)
	_, _, values := w.configuration(projectOf(template))
	return newMocks(w).run(template, w, func(ctx *pulumi.Context) error {
		return pulumiyaml.RunTemplate(ctx, template, values, packages{words(text)})
	})
}

// newMocks returns mocks without any records.
func newMocks(w world) *mocks {
	return &mocks{resources: map[string]any{}, outputs: map[string]any{}, world: w}
}

// run runs a program with these mocks.
func (m *mocks) run(template *ast.TemplateDecl, w world, program pulumi.RunFunc) answer {
	texts, secret, _ := w.configuration(projectOf(template))
	err := pulumi.RunErr(program, pulumi.WithMocks(projectOf(template), "dev", m), func(info *pulumi.RunInfo) {
		info.Organization, info.Parallel, info.DryRun = "organization", 1, w.Mode == "preview"
		info.Config, info.ConfigSecretKeys = texts, secret
	})
	if found, ok := pulumiyaml.HasDiagnostics(err); ok {
		return answer{problems: errorsOf(found)}
	}
	if err != nil {
		return answer{problems: listed(err.Error())}
	}
	m.Lock()
	defer m.Unlock()
	return answer{value: map[string]any{"resources": m.resources, "outputs": m.outputs}, secrets: m.secrets}
}

// projectOf returns the name of the project, which a program in Main.yaml need not have.
func projectOf(t *ast.TemplateDecl) string {
	// The mocks refuse a project without a name, which only a project file gives.
	if t.Name == nil || t.Name.Value == "" {
		return "project"
	}
	return t.Name.Value
}

// errorsOf returns the errors among diagnostics, except those that print a value that has failed
// already (poisonMarker). A severity of 1 is an error.
func errorsOf(diags syntax.Diagnostics) (out []report) {
	for _, d := range diags {
		if d.Severity == 1 && !strings.Contains(d.Summary, "poisonMarker") {
			out = append(out, report{severity: "error", text: anyPlace(d.Summary)})
		}
	}
	return out
}

// refused represents an error that the original does not report as a diagnostic. Any error of ours
// agrees with it.
const refused = "the program is refused"

// item matches one of the errors in such a message.
var item = regexp.MustCompile(`\* \w+\.yaml:[0-9,-]+: ([^;\n]*)`)

// listed parses the errors in a message that lists several.
func listed(text string) []report {
	var out []report
	for _, m := range item.FindAllStringSubmatch(text, -1) {
		out = append(out, report{severity: "error", text: anyPlace(m[1])})
	}
	if out == nil {
		out = []report{{severity: "error", text: refused}}
	}
	return out
}

// showOutputs makes a resource of each output. Of two with the same name, the last counts.
func showOutputs(t *ast.TemplateDecl) {
	last := map[string]int{}
	for i, output := range t.Outputs.Entries {
		last[output.Key.Value] = i
	}
	for i, output := range t.Outputs.Entries {
		if last[output.Key.Value] != i {
			continue
		}
		probe, _, err := pulumiyaml.LoadYAMLBytes("Main.yaml",
			[]byte(fmt.Sprintf("resources: {%q: {type: %q, properties: {value: 1}}}", outputType+output.Key.Value,
				outputType)))
		if err != nil || len(probe.Resources.Entries) != 1 {
			continue
		}
		entry := probe.Resources.Entries[0]
		// The resource is parsed with a placeholder, which the output's expression replaces.
		entry.Value.Properties.PropertyMap.Entries[0].Value = output.Value
		t.Resources.Entries = append(t.Resources.Entries, entry)
	}
	t.Outputs.Entries = nil
}

// mocks records resources and returns their inputs as outputs.
type mocks struct {
	sync.Mutex
	resources map[string]any
	outputs   map[string]any
	secrets   []string // outputs and inputs of resources that contain one
	world     world
}

// Call answers an invoke according to inputs.yaml.
func (m *mocks) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	mock, ok := m.world.Mocks.Invokes[args.Token]
	if !ok {
		return resource.PropertyMap{}, nil
	}
	return supplied(mock.Result).ObjectValue(), nil
}

// NewResource records a resource.
func (m *mocks) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	m.Lock()
	defer m.Unlock()
	// This is an output of the program: see showOutputs.
	if name, isOutput := strings.CutPrefix(args.Name, outputType); isOutput {
		v := args.Inputs["value"]
		if plain := plainProperty(v); plain != nil {
			m.outputs[name] = without(plain)
		}
		if v.ContainsSecrets() {
			m.secrets = append(m.secrets, name)
		}
		return "id", args.Inputs, nil
	}
	if !args.Custom && args.RegisterRPC != nil {
		return "", args.Inputs, nil // the component itself
	}
	for key, v := range args.Inputs {
		if v.ContainsSecrets() {
			m.secrets = append(m.secrets, args.Name+"."+string(key))
		}
	}
	m.resources[args.Name] = map[string]any{
		"type": args.TypeToken, "inputs": present(plainProperty(resource.NewObjectProperty(args.Inputs))),
		"options": theirOptions(args)}
	if args.TypeToken == "pulumi:pulumi:StackReference" {
		outputs := supplied(m.world.Mocks.Stacks[args.ID].Outputs)
		if m.world.Mocks.Stacks[args.ID].Outputs == nil {
			outputs = resource.NewObjectProperty(resource.PropertyMap{})
		}
		return args.ID, resource.PropertyMap{"name": args.Inputs["name"], "outputs": outputs}, nil
	}
	// The same rules as ours for resources without a mock: in a preview, the id is unknown.
	id := args.Name + "_id"
	switch {
	case args.ID != "":
		id = args.ID
	case args.RegisterRPC != nil && args.RegisterRPC.ImportId != "":
		id = args.RegisterRPC.ImportId
	case m.world.Mode == "preview":
		id = ""
	}
	return id, args.Inputs, nil
}

// plainProperty converts a value of the original to the common form.
func plainProperty(v resource.PropertyValue) any {
	switch {
	case v.IsNull():
		return nil
	case v.IsBool():
		return v.BoolValue()
	case v.IsNumber():
		text, err := json.Marshal(v.NumberValue())
		if err != nil {
			text = []byte(fmt.Sprint(v.NumberValue())) // infinity
		}
		return "number " + string(text)
	case v.IsString():
		return "text " + v.StringValue()
	// Secrecy is recorded separately, in mocks.secrets.
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
	case v.IsResourceReference():
		return map[string]any{"$resource": "text " + v.ResourceReferenceValue().URN.Name()}
	}
	return unknownValue
}

// packages is a stand-in for every provider: its resources have every word of the program as a
// property, of any type.
type packages struct{ words []string }

// word matches what may be the name of a property or a function.
var word = regexp.MustCompile(`[A-Za-z_][\w-]*|fn::\w+`)

// access matches a path, whose names may have any characters.
var access = regexp.MustCompile(`\$\{([^}]*)\}`)

// words returns the words of a program, without the properties that every resource has anyway.
func words(text string) []string {
	set := map[string]bool{"value": true}
	found := word.FindAllString(text, -1)
	for _, m := range access.FindAllStringSubmatch(text, -1) {
		found = append(found, strings.FieldsFunc(m[1], func(r rune) bool { return strings.ContainsRune(`.[]"`, r) })...)
	}
	for _, w := range found {
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

// Close does nothing: there is no process to end.
func (p packages) Close() {}

// LoadPackage returns a stand-in, except for Pulumi's built-in resources, whose schema the original
// has.
func (p packages) LoadPackage(_ context.Context, d *schema.PackageDescriptor) (pulumiyaml.Package, error) {
	if d.Name == "pulumi" {
		return pulumiyaml.NewResourcePackage(schema.DefaultPulumiPackage.Reference()), nil
	}
	return anyPackage{d.Name, p.words}, nil
}

// An anyPackage is one of them.
type anyPackage struct {
	name  string
	words []string
}

// canonicalToken completes a short token: a:B becomes a:index:B.
func canonicalToken(token string) string {
	if parts := strings.Split(token, ":"); len(parts) == 2 {
		return parts[0] + ":index:" + parts[1]
	}
	return token
}

// properties returns a schema property of any type for each word.
func (p anyPackage) properties() []*schema.Property {
	var out []*schema.Property
	for _, w := range p.words {
		out = append(out, &schema.Property{Name: w, Type: &schema.OptionalType{ElementType: schema.AnyType}})
	}
	return out
}

func (p anyPackage) Name() string             { return p.name }
func (p anyPackage) Version() *semver.Version { return nil }

// ResolveResource accepts every token with a package and a name, as any type of a package has.
func (p anyPackage) ResolveResource(token string) (pulumiyaml.ResourceTypeToken, error) {
	if !strings.Contains(token, ":") || strings.HasPrefix(token, ":") || strings.HasSuffix(token, ":") {
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

// ResourceTypeHint returns a type whose inputs and outputs are all the words.
func (p anyPackage) ResourceTypeHint(token pulumiyaml.ResourceTypeToken) *schema.ResourceType {
	isProvider := strings.HasPrefix(token.String(), "pulumi:providers:")
	return &schema.ResourceType{Token: token.String(), Resource: &schema.Resource{
		Token: token.String(), IsProvider: isProvider, InputProperties: p.properties(), Properties: p.properties(),
		StateInputs: &schema.ObjectType{Properties: p.properties()},
	}}
}

// FunctionTypeHint likewise describes a function. Its results may have an id, unlike properties.
func (p anyPackage) FunctionTypeHint(token pulumiyaml.FunctionTypeToken) *schema.Function {
	object := &schema.ObjectType{Properties: append(p.properties(),
		&schema.Property{Name: "id", Type: &schema.OptionalType{ElementType: schema.AnyType}})}
	return &schema.Function{Token: string(token), Inputs: object, Outputs: object, ReturnType: object}
}

func (p anyPackage) ResourceConstants(pulumiyaml.ResourceTypeToken) map[string]any { return nil }
