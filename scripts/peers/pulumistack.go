package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/esc"
	"github.com/pulumi/esc/eval"
	pkgworkspace "github.com/pulumi/pulumi/pkg/v3/workspace"
	"github.com/pulumi/pulumi/sdk/v3/go/common/encoding"
	sdkesc "github.com/pulumi/pulumi/sdk/v3/go/common/esc"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	"golang.org/x/tools/txtar"
)

// The configuration of a stack comes from its stack file, from the environments that this file opens,
// and from the defaults of the project file. The command line merges them before the program runs. A
// template consists of a project file whose outputs are all configuration values, a stack file, and
// environments. The original's program runs with the configuration that the original merges.

const (
	projectFile = "Pulumi.yaml"
	stackFile   = "Pulumi.dev.yaml"
)

// errOpening means that the environment has an error, so the original does not run the program.
// errMissing means that an environment is not among the files: the specification requires that the
// program then runs without it. errBoth means that a key occurs with and without the project's name.
var (
	errOpening = errors.New("the environment has an error")
	errMissing = errors.New("an environment is not in the bundle")
	errBoth    = errors.New("the original chooses at random between two spellings of a key")
)

// compareStack compares the outputs of a program whose stack has a configuration.
func compareStack(template string) difference {
	files := filesOf(template)
	if files[projectFile] == "" || files[stackFile] == "" {
		return skipped("a file is missing")
	}
	merged, refusal := theirConfiguration(files)
	ours := func() (document, error) {
		files["inputs.yaml"] = "mode: update\n"
		return evaluate("pulumi", files)
	}
	if errors.Is(refusal, errMissing) || errors.Is(refusal, errBoth) {
		return skipped(refusal.Error())
	}
	if refusal != nil {
		d, err := ours()
		if err == nil && !d.hasErrors() && !d.isBudget() {
			return difference{class: "the original refuses: " + general(refusal.Error()), theirs: refusal.Error(),
				ours: written(d.Value)}
		}
		return skipped("both refuse: " + general(refusal.Error()))
	}
	inputs, err := json.Marshal(map[string]any{"mode": "update", "config": merged})
	if err != nil {
		return skipped("JSON cannot represent the configuration")
	}
	theirs, crashed := askProgram(string(txtar.Format(&txtar.Archive{Files: []txtar.File{
		{Name: "Main.yaml", Data: []byte(files[projectFile])}, {Name: "inputs.yaml", Data: inputs}}})))
	d, err := ours()
	switch {
	case err != nil:
		return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
	case crashed:
		return skipped(theirCrash)
	case d.isBudget():
		return skipped(ourLimit)
	}
	ourAnswer := ourProgram(d, theirs)
	for i := range theirs.problems {
		p := &theirs.problems[i]
		p.file = projectFile
		// Ours reports a problem of a value where it is supplied, the original where it is declared.
		if slices.ContainsFunc(ourAnswer.problems, func(o report) bool {
			return o.text == p.text && o.file != projectFile
		}) {
			p.line = 0
		}
	}
	// The original's environment is opened separately, without its warnings.
	ourAnswer.problems = slices.DeleteFunc(ourAnswer.problems, func(p report) bool {
		return p.severity == "warning" && p.file != projectFile
	})
	out := contrast(ourAnswer, theirs)
	switch {
	case out.class == "secrets" && !slices.ContainsFunc(theirs.secrets,
		func(path string) bool { return !slices.Contains(ourAnswer.secrets, path) }):
		return skipped("decided: a secret number or boolean of an environment stays secret")
	case out.class == "value":
		out.class += ": " + firstDifference(out.ours, out.theirs)
	}
	return out
}

// theirConfiguration returns the configuration that the command line merges, in the form of `config`
// in inputs.yaml: the strings that it passes on. Strings with secrets are {secret: STRING}.
func theirConfiguration(files map[string]string) (merged map[string]any, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New(theirCrash)
		}
	}()
	begin := time.Now()
	defer func() { theirTime += time.Since(begin) }()
	project, err := workspace.LoadProjectBytes([]byte(files[projectFile]), projectFile, encoding.YAML)
	if err != nil {
		return nil, err
	}
	stack, err := workspace.LoadProjectStackBytes(nil, project, []byte(files[stackFile]), stackFile, encoding.YAML)
	if err != nil {
		return nil, err
	}
	env, err := theirOpened(files, stack.Environment.Definition())
	if err != nil {
		return nil, err
	}
	ctx, crypter := context.Background(), config.Base64Crypter
	if stack.Config == nil {
		stack.Config = config.Map{}
	}
	err = pkgworkspace.ValidateStackConfigAndApplyProjectConfig(ctx, "dev", project, env, stack.Config, crypter,
		crypter)
	if err != nil {
		return nil, err
	}
	texts, err := stack.Config.Decrypt(crypter)
	if err != nil {
		return nil, err
	}
	merged = map[string]any{}
	for key, text := range texts {
		merged[key.String()] = text
	}
	for _, key := range stack.Config.SecureKeys() {
		merged[key.String()] = map[string]any{"secret": texts[key]}
	}
	return merged, nil
}

// theirOpened evaluates the environment of a stack file, and returns its pulumiConfig.
func theirOpened(files map[string]string, definition []byte) (out sdkesc.Value, err error) {
	if len(definition) == 0 {
		return out, nil
	}
	env, diags, err := eval.LoadYAMLBytes("yaml", definition)
	if err != nil || len(diags) > 0 || env == nil {
		return out, errOpening
	}
	ctx, l := context.Background(), loader{files}
	caller, err := esc.NewExecContext(map[string]esc.Value{"pulumi": callerContext()})
	if err != nil {
		return out, err
	}
	opened, diags := eval.EvalEnvironment(ctx, "yaml", env, nil, l, l, caller)
	for _, d := range diags {
		if strings.HasSuffix(d.Summary, " not found") {
			return out, errMissing
		}
	}
	if diags.HasErrors() || opened == nil {
		return out, errOpening
	}
	// The command line gets the environment from the service, as JSON.
	sent, err := json.Marshal(opened.Properties["pulumiConfig"])
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(sent, &out); err != nil {
		return out, err
	}
	// The original iterates over a map, so it chooses at random between two spellings of a key.
	entries, _ := out.Value.(map[string]sdkesc.Value)
	for key := range entries {
		if _, again := entries["p:"+key]; again {
			return out, errBoth
		}
	}
	return out, nil
}

// stackSeeds returns no seeds, because all stacks are generated.
func stackSeeds() ([]string, error) { return nil, nil }

// stackKeys are the configuration keys of generated stacks.
var stackKeys = []string{"a", "b", "c", "d"}

// generateStacks returns a function that generates a project with its stack and environments.
func generateStacks([]string) func(r *rand.Rand) string {
	return func(r *rand.Rand) string {
		d := stackGenerator{environmentGenerator{r}, map[string]string{}}
		for _, key := range stackKeys {
			d.kinds[key] = d.pick(keys(stackKinds)...)
		}
		a := &txtar.Archive{}
		add := func(name, text string) { a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text)}) }
		add(projectFile, d.project())
		add(stackFile, d.stackFile())
		add("base.yaml", d.environment("imports: [other]\n"))
		add("other.yaml", d.environment(""))
		return string(txtar.Format(a))
	}
}

// A stackKind lists ways to declare a configuration key, and values that match: constants, and
// expressions for environments.
type stackKind struct{ declared, values, evaluated []string }

var stackKinds = map[string]stackKind{
	"string": {
		[]string{"{type: string}", "{type: string, default: y}", "{type: string, value: v}",
			"{type: string, secret: false}"},
		[]string{"x", "''", "'7'", "'true'", "a b", "'null'", "'{\"m\": 1}'", "'[1, 2]'", "'007'", "'0.5'",
			"'T'", "é", "<&>",
			`"a\nb"`, "2020-01-02", "'2020-01-02'"},
		[]string{`"${s}"`, "{fn::secret: pw}", `x-${s}`, "{fn::toJSON: {a: 1}}", "{fn::toString: 4}",
			"{fn::final: x}",
			"{fn::secret: '5'}", "{fn::toBase64: a}", `{fn::toJSON: "${s}"}`},
	},
	"number": {
		[]string{"{type: integer}", "{type: integer, default: 7}", "{type: integer, value: 3}"},
		[]string{"7", "'7'", "-0", "'007'", "'+7'", "9007199254740993", "0x1F"},
		[]string{"{fn::fromJSON: {fn::secret: '5'}}", "{fn::fromJSON: '12'}", `"${o.m}"`, "{fn::toString: 4}"},
	},
	"flag": {
		[]string{"{type: boolean}", "{type: boolean, default: true}", "{type: boolean, value: false}"},
		[]string{"true", "false", "'true'", "True"},
		[]string{"{fn::fromJSON: {fn::secret: 'true'}}", "{fn::fromJSON: 'false'}"},
	},
	"object": {
		[]string{"{type: object}", "{type: object, default: {m: 1, z: {k: [1]}}}", "{type: object, value: {m: v}}"},
		[]string{"{}", "{m: 1}", "{m: {n: x}}", "{n: [a, {m: 2}]}", "{m: '1', n: true}", "{m: null}",
			"{z: {k: 2020-01-02}}",
			"{m: 1.50}", "{'1': x}", "{m: 12345678901234567890}"},
		[]string{`"${o}"`, `{m: "${s}"}`, "{fn::fromJSON: {fn::secret: '{\"m\": 1}'}}", "{n: {m: {fn::secret: q}}}",
			"{fn::fromJSON: '{\"m\": [1.0]}'}",
			`{z: {fn::toJSON: "${o}"}}`},
	},
	"list": {
		[]string{"{type: array, items: {type: string}}", "{type: array, items: {type: integer}}",
			"{type: array, items: {type: string}, default: [a]}"},
		[]string{"[]", "[x]", "['7', x]", "[2020-01-02]"},
		[]string{`["${s}"]`, "{fn::fromJSON: {fn::secret: '[\"a\"]'}}", "{fn::fromJSON: '[\"a\"]'}",
			"[x, {fn::secret: q}]"},
	},
	"any": {
		[]string{"{default: x}", "{value: v}", "{value: {m: 1}}", "x", "5", "{default: 1.5}", "true",
			"{default: 2020-01-02}",
			"{default: '7'}", "{default: true}", "{value: null}", "{default: [1, a]}",
			"{description: d, default: x}"},
		[]string{"x", "7", "true", "[1, x]", "{m: 1}", "null", "'7'", "1.5", "~", "2020-01-02"},
		[]string{`"${s}"`, `"${o}"`, "{fn::secret: pw}", "{fn::fromJSON: {fn::secret: '[1]'}}", "[{fn::secret: q}]",
			`"${o.n}"`},
	},
}

// A stackGenerator generates the files of a stack.
type stackGenerator struct {
	environmentGenerator
	kinds map[string]string // the key in stackKinds for each configuration key
}

// project generates a project file with declarations of the keys.
func (d stackGenerator) project() string {
	var b strings.Builder
	b.WriteString("name: p\nruntime: yaml\nconfig:\n")
	for _, key := range stackKeys {
		declared := d.pick(stackKinds[d.kinds[key]].declared...)
		if d.oneIn(30) {
			key = "p:" + key
		}
		b.WriteString("  " + key + ": " + declared + "\n")
	}
	if d.oneIn(4) {
		b.WriteString("  aws:region: " + d.pick("{value: west}", "east", "{value: 5}", "{value: {m: 1}}") + "\n")
	}
	b.WriteString("outputs:\n")
	for _, key := range stackKeys {
		b.WriteString("  " + key + ": ${" + key + "}\n")
	}
	if d.oneIn(3) {
		b.WriteString("  region: ${aws:region}\n")
	}
	return b.String()
}

// stackFile generates a stack file, which usually opens an environment.
func (d stackGenerator) stackFile() string {
	text := ""
	switch d.Intn(6) {
	case 0:
	case 1:
		text = "environment:\n  imports: [" + d.pick("base", "other", "other, base", "{base: {merge: false}}") +
			"]\n  values:\n" + configuringValues + d.configuration(6, true)
	case 2:
		text = "environment:\n  values:\n" + configuringValues + d.configuration(6, true)
	default:
		text = "environment: [" + d.pick("base", "base", "other", "base, other", "other, base", "") + "]\n"
	}
	// Usually, the stack file sets configuration, because some keys have no default.
	if !d.oneIn(5) {
		text += "config:\n" + d.configuration(2, false)
	}
	if text == "" {
		return "config: {}\n"
	}
	return text
}

// configuringValues is the start of the values of an environment, to which expressions refer.
const configuringValues = "    s: {fn::secret: hidden}\n    o: {m: 3, n: {fn::secret: deep}}\n    pulumiConfig:\n"

// environment generates an environment with a pulumiConfig.
func (d stackGenerator) environment(imports string) string {
	if d.oneIn(2) {
		imports = ""
	}
	switch d.Intn(15) {
	case 0:
		return imports + "values: {s: 1}\n"
	case 1:
		return imports + "values: {pulumiConfig: " + d.pick("null", "x", "[a]", "{}",
			"{fn::fromJSON: {fn::secret: '{}'}}", `"${s}"`, "1") + ", s: {a: z}}\n"
	}
	return imports + "values:\n" + configuringValues + d.configuration(6, true)
}

// configuration generates entries for most keys.
func (d stackGenerator) configuration(indent int, isEnvironment bool) string {
	var b strings.Builder
	entry := func(key, text string) {
		fmt.Fprintf(&b, "%s%s: %s\n", strings.Repeat(" ", indent), key, text)
	}
	for _, i := range d.Perm(len(stackKeys)) {
		key := stackKeys[i]
		if d.oneIn(8) {
			continue
		}
		text := d.configured(d.kinds[key], isEnvironment)
		if isEnvironment && d.oneIn(20) || !isEnvironment && !d.oneIn(6) {
			key = "p:" + key
		}
		entry(key, text)
	}
	if d.oneIn(6) {
		entry(d.pick("aws:region", "other:a", "extra"), d.configured(d.pick(keys(stackKinds)...), isEnvironment))
	}
	return b.String()
}

// configured generates a value that usually matches the kind.
func (d stackGenerator) configured(kind string, isEnvironment bool) string {
	if d.oneIn(40) {
		kind = d.pick(keys(stackKinds)...)
	}
	if isEnvironment && d.oneIn(3) {
		return d.pick(stackKinds[kind].evaluated...)
	}
	return d.pick(stackKinds[kind].values...)
}
