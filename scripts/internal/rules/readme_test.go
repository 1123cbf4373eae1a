package rules

import (
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
)

const root = "../../.."

func readme(t *testing.T) string {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	return string(text)
}

// blocks returns the fenced code blocks in the given language.
func blocks(text, language string) []string {
	var out []string
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

func TestTheREADMEIsShort(t *testing.T) {
	assert.LessOrEqual(t, strings.Count(readme(t), "\n"), 150)
}

func TestTheMakeTargetsInTheREADMEExist(t *testing.T) {
	for _, m := range regexp.MustCompile("(?m)^make ([a-z]+)").
		FindAllStringSubmatch(strings.Join(blocks(readme(t), "sh"), "\n"), -1) {
		c := exec.Command("make", "-n", m[1])
		c.Dir = root
		out, err := c.CombinedOutput()
		assert.NoError(t, err, string(out))
	}
}

func TestTheConsoleOutputInTheREADMEIsCurrent(t *testing.T) {
	for _, block := range blocks(readme(t), "console") {
		for _, run := range strings.Split("\n"+block, "\n$ ")[1:] {
			command, want, _ := strings.Cut(run, "\n")
			c := exec.Command("sh", "-c", command)
			c.Dir = root
			out, _ := c.Output() // the error is ignored: play exits with 1 if the template has errors
			assert.Equal(t, strings.TrimSuffix(want, "\n"), strings.TrimSuffix(string(out), "\n"))
		}
	}
}

func TestTheInputsInTheREADMEAreAccepted(t *testing.T) {
	for _, block := range blocks(readme(t), "yaml") {
		require.NoError(t, yaml.Unmarshal([]byte(block), new(map[string]any)))
		s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{
			{Name: "Pulumi.yaml", Text: "name: t\nruntime: yaml\noutputs: {s: \"${pulumi.stack}\"}\n"},
			{Name: "inputs.yaml", Text: block}}})
		require.NoError(t, err)
		for _, p := range s.Problems {
			// The program above does not use these inputs.
			assert.EqualValues(t, "hint-unused-mock", p.Code, diag.Terminal(p))
		}
	}
}

// TestTheEmbedInTheREADMEWorks evaluates the block, and checks that the files and attributes in it
// exist.
func TestTheEmbedInTheREADMEWorks(t *testing.T) {
	types, err := os.ReadFile(filepath.Join(root, "web/src/embed/types.ts"))
	require.NoError(t, err)
	found := blocks(readme(t), "html")
	require.NotEmpty(t, found)
	for _, block := range found {
		code := regexp.MustCompile(`(?s)<code class="language-yaml">(.*?)</code>`).FindStringSubmatch(block)
		element := regexp.MustCompile(`<pantograph-example((?: [a-z]+="[^"]*")*)>`).FindStringSubmatch(block)
		attributes := map[string]string{}
		for _, m := range regexp.MustCompile(`([a-z]+)="([^"]*)"`).FindAllStringSubmatch(element[1], -1) {
			assert.Contains(t, string(types), "\n  "+m[1]+": ", "the element has no such attribute")
			attributes[m[1]] = m[2]
		}
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: attributes["dialect"],
			Files: []evaluator.File{{Name: attributes["file"], Text: html.UnescapeString(code[1])}}})
		require.NoError(t, err)
		assert.Empty(t, s.Problems)
		assert.FileExists(t, filepath.Join(root, "web/src/embed/embed.ts"))
		assert.FileExists(t, filepath.Join(root, "web/styles/embed.css"))
	}
	for _, m := range regexp.MustCompile("`go run (\\./scripts/play -embed [^`]+)`").
		FindAllStringSubmatch(readme(t), -1) {
		c := exec.Command("sh", "-c", "go run "+m[1])
		c.Dir = root
		out, err := c.Output()
		assert.NoError(t, err)
		assert.Contains(t, string(out), "<pantograph-example")
	}
}

func TestTheFunctionInTheREADMEIsInTheCode(t *testing.T) {
	for _, block := range blocks(readme(t), "go") {
		text, err := os.ReadFile(filepath.Join(root, "evaluator/dialect/pulumi/functions.go"))
		require.NoError(t, err)
		for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
			line, _, _ = strings.Cut(line, "{ ... }")
			assert.True(t, strings.Contains(string(text), strings.TrimSpace(line)), "%s is not in functions.go", line)
		}
	}
}

// TestAFunctionCanBeAddedAsTheREADMESays adds a function like the README's example to the two files
// that the README names, in an overlay. Then it runs a test of the dialect that checks that the
// function is evaluated, completed and documented.
func TestAFunctionCanBeAddedAsTheREADMESays(t *testing.T) {
	dialect, err := filepath.Abs(filepath.Join(root, "evaluator", "dialect", "pulumi"))
	require.NoError(t, err)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dialect, name))
		require.NoError(t, err)
		return string(text)
	}
	functions := read("functions.go")
	_, model, ok := strings.Cut(functions, "\nvar toBase64 = ")
	require.True(t, ok)
	model, _, _ = strings.Cut(model, "\n}\n")
	added := strings.NewReplacer("toBase64", "shout", "stdlib.Base64(text)", "strings.ToUpper(text)",
		"Encodes", "Shouts").Replace("\nvar toBase64 = " + model + "\n}\n")
	require.Contains(t, added, "ToUpper")
	builtins := read("builtins.go")
	listed := strings.Replace(builtins, " toBase64, ", " toBase64, shout, ", 1)
	require.NotEqual(t, builtins, listed, "the list in builtins.go does not contain toBase64")

	dir := t.TempDir()
	replaced := map[string]string{}
	for name, text := range map[string]string{"functions.go": functions + added, "builtins.go": listed,
		"shout_test.go": shoutTest} {
		replaced[filepath.Join(dialect, name)] = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o644))
	c := exec.Command("go", "test", "-overlay", filepath.Join(dir, "overlay.json"), "-run", "^TestShout$", "-v",
		"./evaluator/dialect/pulumi")
	c.Dir = root
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Contains(t, string(out), "--- PASS: TestShout")
}

const shoutTest = `package pulumi_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
)

func TestShout(t *testing.T) {
	text := "name: t\nruntime: yaml\noutputs:\n  loud: {fn::shout: hello}\n"
	s, err := evaluator.Evaluate(evaluator.Request{
		Dialect: "pulumi",
		Files:   []evaluator.File{{Name: "Pulumi.yaml", Text: text}}})
	require.NoError(t, err)
	require.Empty(t, s.Problems)
	outputs, _ := s.Outcome.Value.Object().Get("outputs")
	loud, _ := outputs.Object().Get("loud")
	shouted, _ := loud.Text()
	assert.Equal(t, "HELLO", shouted)
	file, at := s.Subject.Bundle.File("Pulumi.yaml"), strings.Index(text, "shout")
	hover, _ := s.Subject.Hover(file, at)
	assert.Contains(t, hover.Doc, "Shouts")
	found := false
	for _, item := range s.Subject.Complete(file, at+1) {
		found = found || item.Label == "fn::shout"
	}
	assert.True(t, found, "completion does not offer the function")
}
`

func TestPathsInTheREADMEExist(t *testing.T) {
	text := readme(t)
	for _, m := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(text, -1) {
		assert.FileExists(t, filepath.Join(root, m[1]))
	}
	for _, m := range regexp.MustCompile("`((?:evaluator|web|scripts|testdata|wasm)/[A-Za-z0-9_./-]*)`").
		FindAllStringSubmatch(text, -1) {
		_, err := os.Stat(filepath.Join(root, m[1]))
		assert.NoError(t, err)
	}
}
