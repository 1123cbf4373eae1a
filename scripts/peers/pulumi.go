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
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"golang.org/x/tools/txtar"
)

// A program runs in an update with a provider that returns its inputs as outputs. Only resources can
// be observed in the original, so each output of the program becomes the input of a resource.

// outputType is the type of these resources.
const outputType = "peers:index:Output"

// outsideReference matches references outside a program: to files, other stacks, functions of
// providers, and everything that only a provider with a schema determines.
var outsideReference = regexp.MustCompile(`(?i)readFile|file(base64|asset|archive)|StackReference|std:|fn::invoke|additionalSecretOutputs|docker:`)

// invokesUnsupplied reports whether a program calls a function that has no mock. Our engine does not
// know its result.
func invokesUnsupplied(d document, w world) bool {
	all, _ := d.Value.(map[string]any)
	calls, _ := all["invokes"].([]any)
	return slices.ContainsFunc(calls, func(v any) bool {
		call, _ := v.(map[string]any)
		_, ok := w.Mocks.Invokes[fmt.Sprint(call["token"])]
		return !ok
	})
}

// programFiles returns the files of a template: an archive, or a program alone, which runs as an update.
func programFiles(template string) map[string]string {
	if files := filesOf(template); len(files) > 0 {
		return files
	}
	return map[string]string{"Main.yaml": template, "inputs.yaml": "mode: update\n"}
}

// programSeeds returns the programs that consist of a single file and do not refer to anything else.
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

// soleProgram returns the program in an archive without other files, or "" if there are other files.
func soleProgram(a *txtar.Archive) string {
	if len(a.Files) != 1 || a.Files[0].Name == "inputs.yaml" {
		return ""
	}
	return string(a.Files[0].Data)
}

// compareProgram compares the results of a program. The original stops after the first phase that
// fails; then its errors must be among ours.
func compareProgram(template string) difference {
	files := programFiles(template)
	// A mutation may add such a reference to a seed. Generated archives have mocks for what they refer to.
	if len(files) == 2 && outsideReference.MatchString(template) && !strings.Contains(template, "-- ") {
		return skipped("a reference to something outside the program")
	}
	theirs, crashed := askProgram(template)
	d, err := evaluate("pulumi", files)
	switch {
	case err != nil:
		return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
	case crashed:
		return skipped(theirCrash)
	case d.isBudget():
		return skipped(ourLimit)
	case slices.ContainsFunc(d.Problems,
		func(p problem) bool { return p.File == "inputs.yaml" && p.Severity == "error" }):
		return skipped("inputs.yaml has an error")
	}
	// Required deviations are counted by the part of the original's message that matches.
	for _, p := range theirs.problems {
		if requiredDeviation.MatchString(p.text) {
			what, _, _ := strings.Cut(requiredDeviation.FindString(p.text), " {")
			return skipped("decided: " + what)
		}
	}
	if !theirs.failed() && slices.ContainsFunc(d.Problems,
		func(p problem) bool { return p.Code == "type-token" }) {
		return skipped("decided: a type without a colon ends the program silently")
	}
	if invokesUnsupplied(d, worldOf(files["inputs.yaml"])) {
		return skipped("a call without a mock")
	}
	// The original runs without the command line, so nothing checks its version.
	d.Problems = slices.DeleteFunc(d.Problems,
		func(p problem) bool { return p.Code == "required-version" && !strings.Contains(p.text(), "evaluate") })
	switch text := written(theirs.value); {
	case strings.Contains(text, `{\"Element\":{\"V\":`):
		return skipped("decided: the original prints a secret in a property of a resource as a Go value")
	case strings.Contains(text, "\\u0026{{{{"):
		return skipped("decided: the original prints a resource in a string as a Go value")
	case strings.Contains(text, `"cwd": "`):
		return skipped("the working folder of the original")
	}
	out := contrast(ourProgram(d, theirs), theirs)
	if out.class != "" && slices.ContainsFunc(d.Problems, func(p problem) bool { return p.Code == "cycle" }) {
		return skipped("decided: references in all options can form a cycle")
	}
	return out
}

// ourProgram converts our document to the common form. If the original stopped at errors, it keeps
// only those of our errors that the original also has, since our engine reports all phases.
func ourProgram(d document, theirs answer) answer {
	all, _ := d.Value.(map[string]any)
	out := answer{}
	for _, p := range d.Problems {
		s := p.report()
		s.text = asInResource(s.text)
		isExtra := s.severity == "info" || strings.HasPrefix(p.Code, "hint-") || lateWarning.MatchString(s.text)
		if !isExtra && (!theirs.failed() || theirs.says(s.text)) {
			out.problems = append(out.problems, s)
		}
	}
	// In this case the original has no message to compare.
	if theirs.says(refused) && d.hasErrors() {
		return theirs
	}
	if theirs.failed() || out.failed() {
		return out
	}
	resources := map[string]any{}
	given, _ := all["resources"].(map[string]any)
	// The original reports a resource under its engine name, which may differ from its key in the
	// program.
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
		// An output that needs a resource that was not registered has neither a value nor an error.
		if why, _ := v.(map[string]any); why["$unknown"] == "error" {
			delete(outputs, name)
		}
	}
	out.value = map[string]any{"resources": resources, "outputs": present(renamed(canonical(outputs), engineName))}
	// The path of a secret is cut after the output or property, because the original only shows whether
	// an output or property contains a secret.
	for _, path := range d.Secrets {
		if m := outputName.FindStringSubmatch(path); m != nil {
			out.secrets = append(out.secrets, m[1])
		} else if m := inputName.FindStringSubmatch(path); m != nil {
			out.secrets = append(out.secrets, engineName[m[1]]+"."+m[2])
		}
	}
	return out
}

// lateWarning matches the warnings that the original has only when it evaluates a program. It prints
// these, so they are not compared.
var lateWarning = regexp.MustCompile(`^'fn::stackReference' is deprecated$|properties must be a plain object value`)

// renamed replaces the logical names of resources in a value with their engine names.
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

// outputName matches the output in the path of a secret.
var outputName = regexp.MustCompile(`^outputs\.([A-Za-z_][A-Za-z0-9_-]*)`)

// inputName matches the resource and its property in the path of a secret.
var inputName = regexp.MustCompile(`^resources\.([A-Za-z_][A-Za-z0-9_-]*)\.inputs\.([A-Za-z_][A-Za-z0-9_-]*)`)

// comparedOptions lists the options that a registration reports as the program has them. (A version,
// for example, may be that of the default provider.)
var comparedOptions = []string{"protect", "ignoreChanges", "deleteBeforeReplace", "retainOnDelete", "import",
	"replaceOnChanges", "additionalSecretOutputs"}

// isRead marks the options of a resource that the original reads instead of registering it. Then it
// evaluates only additionalSecretOutputs, while ours evaluates all options.
const isRead = "(read)"

// asRead reduces our options of a resource to those that count for a read, if the original read the
// resource.
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

// ourOptions returns the compared options that are set.
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

// theirOptions returns the compared options of a registration that are set.
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

// present returns a mapping without null entries, which the original does not pass on. For any other
// value it returns an empty mapping.
func present(v any) any {
	m, _ := withoutNulls(v).(map[string]any)
	if m == nil {
		m = map[string]any{}
	}
	return m
}

// withoutNulls returns a value without null entries of mappings, at all levels. It keeps nulls in lists.
func withoutNulls(v any) any {
	switch d := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, item := range d {
			if item != nil {
				out[key] = withoutNulls(item)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, item := range d {
			out = append(out, withoutNulls(item))
		}
		return out
	}
	return v
}

// timeout limits the time of the original, because some programs make it hang.
const timeout = 2 * time.Second

// theirProgram returns the original's answer.
func theirProgram(text string) (out answer, crashed bool) {
	// The channel is buffered, so that the goroutine can end even if the answer is too late.
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
	case <-time.After(timeout):
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
		return answer{problems: append(errorsOf(diags), warningsOf(diags)...)}
	}
	showOutputs(template)
	_, _, values := w.configuration(projectOf(template))
	out := newMocks(w).run(template, w, func(ctx *pulumi.Context) error {
		return pulumiyaml.RunTemplate(ctx, template, values, packages{words(text)})
	})
	out.problems = append(out.problems, warningsOf(diags)...)
	return out
}

// newMocks returns mocks that have not recorded anything.
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

// projectOf returns the name of the project. A program in Main.yaml may have no name, but the mocks
// require one.
func projectOf(t *ast.TemplateDecl) string {
	if t.Name == nil || t.Name.Value == "" {
		return "project"
	}
	return t.Name.Value
}

// showOutputs replaces each output of a program with a resource. Of outputs with the same name, the
// last one counts.
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
		// The expression of the output replaces the value with which the resource was parsed.
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
	secrets   []string // the outputs, and the inputs of resources, that contain a secret
	world     world
}

// Call returns the result of an invoke from inputs.yaml.
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
	// An output of the program: see showOutputs.
	if name, isOutput := strings.CutPrefix(args.Name, outputType); isOutput {
		v := args.Inputs["value"]
		if plain := plainProperty(v); plain != nil {
			m.outputs[name] = withoutNulls(plain)
		}
		if v.ContainsSecrets() {
			m.secrets = append(m.secrets, name)
		}
		return "id", args.Inputs, nil
	}
	if !args.Custom && args.RegisterRPC != nil {
		return "", args.Inputs, nil // this is the component itself
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
	// As in our engine, the id of a resource without a mock is unknown in a preview.
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
	case v.IsAsset():
		a := v.AssetValue()
		return map[string]any{"$asset": plainSource(a.Text, a.Path, a.URI, nil)}
	case v.IsArchive():
		a := v.ArchiveValue()
		return map[string]any{"$archive": plainSource("", a.Path, a.URI, a.Assets)}
	case v.IsResourceReference():
		return map[string]any{"$resource": "text " + v.ResourceReferenceValue().URN.Name()}
	}
	return unknownValue
}

// plainSource converts the source of an asset or archive to the common form. Only one of the arguments is set.
func plainSource(text, path, uri string, assets map[string]any) map[string]any {
	switch {
	case path != "":
		return map[string]any{"path": "text " + path}
	case uri != "":
		return map[string]any{"uri": "text " + uri}
	case assets == nil:
		return map[string]any{"text": "text " + text}
	}
	out := map[string]any{}
	for name, a := range assets {
		out[name] = plainProperty(resource.NewPropertyValue(a))
	}
	return map[string]any{"assets": out}
}

// packages is a stand-in for all providers. Its resources have a property of any type for every word
// of the program.
type packages struct{ words []string }

// word matches the possible names of properties and functions.
var word = regexp.MustCompile(`fn::\w+|[A-Za-z_][\w-]*`)

// access matches a path. The names in it may have any characters.
var access = regexp.MustCompile(`\$\{([^}]*)\}`)

// words returns the words of a program, except id and urn, which every resource has anyway.
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

// LoadPackage returns a stand-in for a package, but the real schema for Pulumi's built-in resources.
func (p packages) LoadPackage(_ context.Context, d *schema.PackageDescriptor) (pulumiyaml.Package, error) {
	if d.Name == "pulumi" {
		return pulumiyaml.NewResourcePackage(schema.DefaultPulumiPackage.Reference()), nil
	}
	return anyPackage{d.Name, p.words}, nil
}

// An anyPackage is a stand-in for one package.
type anyPackage struct {
	name  string
	words []string
}

// canonicalToken returns the full form of a token: a:B becomes a:index:B.
func canonicalToken(token string) string {
	if parts := strings.Split(token, ":"); len(parts) == 2 {
		return parts[0] + ":index:" + parts[1]
	}
	return token
}

// properties returns a property of any type for each word.
func (p anyPackage) properties() []*schema.Property {
	var out []*schema.Property
	for _, w := range p.words {
		out = append(out, &schema.Property{Name: w, Type: &schema.OptionalType{ElementType: schema.AnyType}})
	}
	return out
}

func (p anyPackage) Name() string             { return p.name }
func (p anyPackage) Version() *semver.Version { return nil }

// ResolveResource accepts every token with a package and a name.
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

// ResourceTypeHint returns a type that has all words as inputs and outputs.
func (p anyPackage) ResourceTypeHint(token pulumiyaml.ResourceTypeToken) *schema.ResourceType {
	isProvider := strings.HasPrefix(token.String(), "pulumi:providers:")
	return &schema.ResourceType{Token: token.String(), Resource: &schema.Resource{
		Token: token.String(), IsProvider: isProvider, InputProperties: p.properties(), Properties: p.properties(),
		StateInputs: &schema.ObjectType{Properties: p.properties()},
	}}
}

// FunctionTypeHint returns a function that has all words as inputs and outputs, and the output id.
func (p anyPackage) FunctionTypeHint(token pulumiyaml.FunctionTypeToken) *schema.Function {
	object := &schema.ObjectType{Properties: append(p.properties(),
		&schema.Property{Name: "id", Type: &schema.OptionalType{ElementType: schema.AnyType}})}
	return &schema.Function{Token: string(token), Inputs: object, Outputs: object, ReturnType: object}
}

func (p anyPackage) ResourceConstants(pulumiyaml.ResourceTypeToken) map[string]any { return nil }
