package world_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/source"
	"pantograph/evaluator/yamltree"
)

const program = `name: web
runtime: yaml
resources:
  server: {type: aws:ec2:Instance}
outputs: {all: "${server.all}", ip: "${server.ip}"}
`

// fill reads a deployment file for the program.
func fill(t require.TestingT, content []byte, secrets bool) *protocol.World {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml", Text: program}}})
	require.NoError(t, err)
	return s.FillInputs([]string{"f.json"}, [][]byte{content}, "", secrets)
}

// state returns the state of a stack whose server has the given outputs.
func state(outputs string) string {
	return `{"version": 3, "deployment": {"resources": [{"urn": ` +
		`"urn:pulumi:dev::web::aws:ec2/instance:Instance::server", "type": "aws:ec2/instance:Instance", ` +
		`"outputs": ` + outputs + `}]}}`
}

func TestFilesInUTF8AndUTF16AreRead(t *testing.T) {
	text := state(`{"ip": "é😀"}`)
	little, big := []byte{0xFF, 0xFE}, []byte{0xFE, 0xFF}
	for _, u := range utf16.Encode([]rune(text)) {
		little, big = append(little, byte(u), byte(u>>8)), append(big, byte(u>>8), byte(u))
	}
	for _, content := range [][]byte{[]byte(text), []byte("\uFEFF" + text), little, big} {
		w := fill(t, content, false)
		require.Len(t, w.Entries, 1)
		assert.Equal(t, "é😀", w.Entries[0].Preview)
	}
	latin := []byte("{\n \"a\": \"\uFFFD \xe9\"}")
	w := fill(t, latin, false)
	assert.Equal(t, protocol.WorldFile{Name: "f.json", Error: "this is not text in UTF-8 or UTF-16", Line: 2,
		Column: 10}, w.Files[0])
}

func TestAnUnusableFileIsReportedAndChangesNothing(t *testing.T) {
	whole := state(`{"ip": "x"}`)
	for _, tc := range []struct {
		content, title, why string
		line, column        int
	}{
		{whole[:len(whole)-3], "the state of a Pulumi stack", "this is not valid JSON: unexpected end of JSON input", 1,
			len(whole) - 2},
		{strings.Replace(whole, `"version": 3,`, "\"version\": 3,\n\"deployment\": {},\n  oops,", 1),
			"the state of a Pulumi stack",
			"this is not valid JSON: invalid character 'o' looking for beginning of object key string", 3, 3},
		{"", "", "this is not valid JSON: unexpected end of JSON input", 1, 1},
		{"a: 1", "", "this is not valid JSON: invalid character 'a' looking for beginning of value", 1, 1},
		{state(strings.Repeat("[", 2000)), "the state of a Pulumi stack",
			"this is not valid JSON: exceeded max depth", 1, 1155},
		{"null", "", "this is not a known kind of deployment file, or it belongs to another program", 1, 1},
		{`[]`, "", "this is not a known kind of deployment file, or it belongs to another program", 1, 1},
	} {
		w := fill(t, []byte(tc.content), true)
		require.Len(t, w.Files, 1)
		assert.Equal(t, protocol.WorldFile{Name: "f.json", Title: tc.title, Error: tc.why, Line: tc.line,
			Column: tc.column}, w.Files[0])
		assert.Empty(t, w.Text)
		assert.Zero(t, w.Count)
	}
}

func TestAnInvalidInputsFileIsNotChanged(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml", Text: program}}})
	require.NoError(t, err)
	for _, text := range []string{"mocks: [", "- a", "mocks: {resources: text}"} {
		w := s.FillInputs([]string{"f.json"}, [][]byte{[]byte(state(`{"ip": "x"}`))}, text, false)
		assert.Equal(t, text, w.Text)
		assert.NotEmpty(t, w.Error)
	}
}

func TestHostileNamesAndValuesAreWrittenAsValidYAML(t *testing.T) {
	for _, outputs := range []string{
		`{"a\u0000\n\u001b[31mb": "\u0000\u0085\u2028\u007f\ufeff\ud800", "\u202etxt": "\u202e"}`,
		`{"ip": "first", "ip": "second"}`,
		`{"` + strings.Repeat("k", 5000) + `": 1, "ip": {"` + strings.Repeat("k", 5000) + `": 1}}`,
		`{"ip": ` + strings.Repeat(`{"a":[`, 400) + strings.Repeat(`]}`, 400) + `}`,
		`{"ip": "` + strings.Repeat("x", 3<<20) + `"}`,
		`{"": "", "y": "no", "null": "~", "1": "1e5", "- a": "- b", "# c": "# d", "{": "}", "&a": "*b", "!t": ` +
			`"!!x", "<<": "<<", "a: b": ": "}`,
		`{"n": [1, -0, 1e400, 12345678901234567890, 0.1]}`,
		`{"$secret": {"$secret": "x"}, "ip": {"$secret": 1}}`,
	} {
		for _, secrets := range []bool{false, true} {
			w := fill(t, []byte(state(outputs)), secrets)
			assert.Equal(t, strings.Contains(outputs, strings.Repeat("k", 5000)), w.Error != "", w.Error)
			require.Empty(t, w.Files[0].Error)
			doc := yamltree.Parse(source.NewFile("", w.Text), yamltree.Options{})
			assert.Empty(t, doc.Problems, w.Text[:min(len(w.Text), 300)])
			s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml", Text: program},
				{Name: "inputs.yaml", Text: w.Text}}})
			require.NoError(t, err)
			for _, p := range s.Problems {
				assert.NotContains(t, []string{"yaml-syntax", "inputs-value"}, string(p.Code), p.Message)
			}
		}
	}
}

func TestTooManyValuesAreReported(t *testing.T) {
	w := fill(t, []byte(state(`{"ip": "`+strings.Repeat("x", evaluator.MaxBytes)+`"}`)), false)
	assert.Equal(t, "with these values, the document would be too large: at most 8 MB are evaluated", w.Error)
	many := strings.Repeat(`"x": 1, `, 10)
	for i := range 3000 {
		many += `"k` + strings.Repeat("i", i%7) + string(rune('a'+i%26)) + strings.Repeat("j", i/100) + `": ` + "1, "
	}
	w = fill(t, []byte(state(`{`+many+`"z": 1}`)), false)
	assert.LessOrEqual(t, len(w.Entries), 1000)
	assert.Greater(t, w.Count, 1000)
}

// TestSecretsAreLeftOutUnlessRequested puts secrets at random places in a state, and searches the
// reply for them.
func TestSecretsAreLeftOutUnlessRequested(t *testing.T) {
	const word = "S3CR3T"
	secret := func(v any) any {
		text, _ := json.Marshal(v)
		return map[string]any{"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
			"plaintext": string(text)}
	}
	var randomJSON func(t *rapid.T, depth int) any
	randomJSON = func(t *rapid.T, depth int) any {
		switch rapid.IntRange(0, 5+min(depth, 1)).Draw(t, "kind") {
		case 0:
			return "plain"
		case 1:
			return 12
		case 2, 3:
			return secret([]any{word, map[string]any{"k": word, word: 1}}[rapid.IntRange(0, 1).Draw(t, "form")])
		case 4:
			return []any{randomJSON(t, depth+1), randomJSON(t, depth+1)}
		case 5:
			return map[string]any{"a": randomJSON(t, depth+1), "b c": randomJSON(t, depth+1)}
		}
		return nil
	}
	rapid.Check(t, func(t *rapid.T) {
		outputs := map[string]any{}
		for _, key := range []string{"ip", "all", "more"} {
			outputs[key] = randomJSON(t, 0)
		}
		text, err := json.Marshal(outputs)
		require.NoError(t, err)
		w := fill(t, []byte(state(string(text))), false)
		reply := string((&protocol.Reply{Op: "world", World: w}).AppendJSON(nil))
		require.NotContains(t, reply, word)
		asked := fill(t, []byte(state(string(text))), true)
		assert.Equal(t, strings.Contains(string(text), word), strings.Contains(asked.Text, word))
		asked.Text = ""
		require.NotContains(t, string((&protocol.Reply{Op: "world", World: asked}).AppendJSON(nil)), word,
			"the list contains no secrets even if they are written")
	})
}

// FuzzFillInputs reads arbitrary files for the documents in testdata. The text of inputs.yaml must
// be valid afterwards.
func FuzzFillInputs(f *testing.F) {
	bundles := []bundle{}
	for _, name := range []string{"pulumi-state", "pulumi-schema", "pulumi-outputs", "heat-stack", "heat-resources",
		"heat-outputs", "esc-environment"} {
		a, err := txtar.ParseFile("testdata/" + name + ".txtar")
		require.NoError(f, err)
		b := parseBundle(a)
		for _, content := range b.contents {
			f.Add(len(bundles), content)
		}
		bundles = append(bundles, b)
	}
	snapshots := make([]*evaluator.Snapshot, len(bundles))
	for i, b := range bundles {
		var err error
		snapshots[i], err = evaluator.Evaluate(b.request)
		require.NoError(f, err)
	}
	f.Fuzz(func(t *testing.T, which int, content []byte) {
		i := uint(which) % uint(len(bundles))
		for _, secrets := range []bool{false, true} {
			w := snapshots[i].FillInputs([]string{"f"}, [][]byte{content}, bundles[i].inputs, secrets)
			if w.Error != "" {
				continue
			}
			doc := yamltree.Parse(source.NewFile("", w.Text), yamltree.Options{})
			require.Empty(t, doc.Problems, w.Text)
			for _, file := range w.Added {
				require.True(t, json.Valid([]byte(file.Text)), file.Text)
			}
		}
	})
}
