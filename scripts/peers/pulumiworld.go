package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/ast"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	goyaml "gopkg.in/yaml.v3"
)

// A world is the content of inputs.yaml for a program.
type world struct {
	Mode   string
	Config map[string]any
	Mocks  struct {
		Invokes map[string]struct{ Result map[string]any }
		Stacks  map[string]struct{ Outputs map[string]any }
	}
	Component struct {
		Name, Instance string
		Inputs         map[string]any
	}
}

// worldOf parses inputs.yaml. If it cannot be parsed, the world is empty, and our engine reports the
// error.
func worldOf(inputs string) (w world) {
	if err := goyaml.Unmarshal([]byte(inputs), &w); err != nil {
		return world{}
	}
	return w
}

// supplied converts a value in inputs.yaml. {$secret: v} is a secret.
func supplied(v any) resource.PropertyValue {
	switch d := v.(type) {
	case map[string]any:
		if inner, ok := d["$secret"]; ok {
			return resource.MakeSecret(supplied(inner))
		}
		out := resource.PropertyMap{}
		for key, item := range d {
			out[resource.PropertyKey(key)] = supplied(item)
		}
		return resource.NewObjectProperty(out)
	case []any:
		out := []resource.PropertyValue{}
		for _, item := range d {
			out = append(out, supplied(item))
		}
		return resource.NewArrayProperty(out)
	}
	return resource.NewPropertyValue(v)
}

// configuration returns the stack's configuration: the strings that the command line passes on, the
// keys of secrets, and the values to which the language converts the strings (2.2 of the
// specification).
func (w world) configuration(project string) (texts map[string]string, secret []string, values resource.PropertyMap) {
	texts, values = map[string]string{}, resource.PropertyMap{}
	for name, v := range w.Config {
		isSecret := false
		if m, ok := v.(map[string]any); ok && len(m) == 1 && m["secret"] != nil {
			v, isSecret = m["secret"], true
		}
		text, ok := v.(string)
		if !ok {
			encoded, _ := json.Marshal(v)
			text = string(encoded)
		}
		// The command line prefixes keys with the name of the project.
		key := name
		if !strings.Contains(name, ":") {
			key = project + ":" + name
		}
		texts[key] = text
		value := hosted(text)
		if isSecret {
			value, secret = resource.MakeSecret(value), append(secret, key)
		}
		values[resource.PropertyKey(key)] = value
	}
	return texts, secret, values
}

// hosted returns the value to which the language converts a configuration string. It tries an integer,
// a boolean, a float and JSON, in this order; otherwise, and if the string has a leading 0, the value
// is the string.
func hosted(text string) resource.PropertyValue {
	if len(text) > 1 && text[0] == '0' && text[1] != '.' {
		return resource.NewStringProperty(text)
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return resource.NewNumberProperty(float64(n))
	}
	if b, err := strconv.ParseBool(text); err == nil {
		return resource.NewBoolProperty(b)
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return resource.NewNumberProperty(n)
	}
	var v any
	if json.Unmarshal([]byte(text), &v) == nil {
		return resource.NewPropertyValue(v)
	}
	return resource.NewStringProperty(text)
}

// runComponent evaluates the component that a world selects, of the plugin in files.
func runComponent(files map[string]string, w world) answer {
	folder, err := os.MkdirTemp("", "peers")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	for name, text := range files {
		if name != "inputs.yaml" {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
				panic(err)
			}
		}
	}
	template, diags, err := pulumiyaml.LoadPluginTemplate(folder)
	if err != nil {
		return answer{problems: []report{{severity: "error", text: refused}}}
	}
	if diags.HasErrors() {
		return answer{problems: append(errorsOf(diags), warningsOf(diags)...)}
	}
	if err := schemaOf(template); err != nil {
		return answer{problems: []report{{severity: "error", text: err.Error()}}}
	}
	inputs := pulumi.Map{}
	for key, v := range w.Component.Inputs {
		inputs[key] = inputOf(v)
	}
	m := newMocks(w)
	typ := templateName(template) + ":index:" + w.Component.Name
	out := m.run(template, w, func(ctx *pulumi.Context) error {
		// As for programs, outputs are observed as inputs of resources.
		_, outputs, err := pulumiyaml.RunComponentTemplate(ctx, typ, w.Component.Instance, nil, template, inputs,
			packages{words(strings.Join(texts(files), "\n"))})
		for name, v := range outputs {
			var shown pulumi.CustomResourceState
			err = errors.Join(err, ctx.RegisterResource(outputType, outputType+name, pulumi.Map{"value": v}, &shown))
		}
		return err
	})
	out.problems = append(out.problems, warningsOf(diags)...)
	return out
}

// schemaOf returns the error of generating the schema of a plugin, which the command line requests
// before it runs a component. At a default that is not a plain scalar, the original crashes; then
// schemaOf returns nil.
func schemaOf(template *ast.TemplateDecl) (err error) {
	defer func() {
		if recover() != nil {
			err = nil
		}
	}()
	_, err = template.GenerateSchema()
	return err
}

// texts returns the contents of files, in the order of their names.
func texts(files map[string]string) (out []string) {
	for _, name := range keys(files) {
		out = append(out, files[name])
	}
	return out
}

// inputOf converts an input of a component in inputs.yaml. {$secret: v} is a secret. Null becomes nil,
// which is not passed on.
func inputOf(v any) pulumi.Input {
	switch d := v.(type) {
	case map[string]any:
		if inner, ok := d["$secret"]; ok {
			return pulumi.ToSecret(inputOf(inner))
		}
		out := pulumi.Map{}
		for key, item := range d {
			out[key] = inputOf(item)
		}
		return out
	case []any:
		out := pulumi.Array{}
		for _, item := range d {
			out = append(out, inputOf(item))
		}
		return out
	case int:
		return pulumi.Float64(d)
	case float64:
		return pulumi.Float64(d)
	case bool:
		return pulumi.Bool(d)
	case string:
		return pulumi.String(d)
	}
	return nil
}

// templateName returns the name of the plugin.
func templateName(t *ast.TemplateDecl) string {
	if t.Name == nil {
		return "project"
	}
	return t.Name.Value
}

// Some programs make the original panic in another goroutine, where this program cannot recover.
// So the original runs in a second process, which is restarted when it crashes.

// answererVariable is the environment variable that is set in the second process.
const answererVariable = "PEERS_ANSWERS"

// A wireAnswer is an answer as it is sent between the two processes.
type wireAnswer struct {
	Value    any
	Secrets  []string
	Problems []wireProblem
	Time     time.Duration
}

// A wireProblem is an error with its position.
type wireProblem struct {
	Severity, Text, File string
	Line, Column         int
}

// serveAnswers is the second process. It reads a template per line and writes an answer per line, until
// the input ends.
func serveAnswers(in io.Reader, out io.Writer) {
	lines := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		var template string
		if err != nil || json.Unmarshal(line, &template) != nil {
			return
		}
		var a answer
		var crashed bool
		theirTime = 0
		timed(&theirTime, func() { a, crashed = theirProgram(template) })
		w := wireAnswer{Value: a.value, Secrets: a.secrets, Time: theirTime}
		for _, p := range a.problems {
			w.Problems = append(w.Problems, wireProblem{p.severity, p.text, p.file, p.line, p.column})
		}
		// null means that the original crashed, or that JSON cannot represent its answer.
		reply := []byte("null")
		if !crashed {
			if reply, err = json.Marshal(w); err != nil {
				reply = []byte("null")
			}
		}
		if _, err := out.Write(append(reply, '\n')); err != nil || crashed {
			return // only the end of the process stops goroutines that hang
		}
	}
}

// The second process, if it is running, and its input and output.
var answerer *exec.Cmd
var answererIn io.WriteCloser
var answererOut *bufio.Reader

// askProgram returns the original's answer from the second process, and whether the original crashed
// or did not answer in time.
func askProgram(template string) (answer, bool) {
	if answerer == nil {
		path, err := os.Executable()
		if err != nil {
			return answer{}, true
		}
		answerer = exec.Command(path)
		answerer.Env = append(os.Environ(), answererVariable+"=1")
		in, errIn := answerer.StdinPipe()
		out, errOut := answerer.StdoutPipe()
		if errors.Join(errIn, errOut, answerer.Start()) != nil {
			return answer{}, true
		}
		answererIn, answererOut = in, bufio.NewReaderSize(out, 1<<20)
	}
	line, _ := json.Marshal(template)
	var w *wireAnswer
	_, err := answererIn.Write(append(line, '\n'))
	if err == nil {
		line, err = answererOut.ReadBytes('\n')
	}
	// Start a new process for the next template.
	if decoder := json.NewDecoder(bytes.NewReader(line)); err != nil || decoder.Decode(&w) != nil || w == nil {
		answererIn.Close()
		_ = answerer.Wait() // an error is expected: the original crashed
		answerer = nil
		return answer{}, true
	}
	// The time that the second process measures does not include sending.
	theirTime += w.Time
	out := answer{value: w.Value, secrets: w.Secrets}
	for _, p := range w.Problems {
		out.problems = append(out.problems, report{p.Severity, p.Text, p.File, p.Line, p.Column})
	}
	return out, false
}
