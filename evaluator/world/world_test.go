package world_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/dialect/hot/types/facts"
	"pantograph/evaluator/protocol"
)

// A bundle is a document in testdata and its deployment files, which are under world/.
type bundle struct {
	request  evaluator.Request
	names    []string
	contents [][]byte
	inputs   string
}

func parseBundle(a *txtar.Archive) (b bundle) {
	b.request.Data = dataFile
	for _, f := range a.Files {
		if name, ok := strings.CutPrefix(f.Name, "world/"); ok {
			b.names, b.contents = append(b.names, name), append(b.contents, f.Data)
		} else if !strings.HasPrefix(f.Name, "want/") {
			b.request.Files = append(b.request.Files, evaluator.File{Name: f.Name, Text: string(f.Data)})
			if f.Name == "inputs.yaml" {
				b.inputs = string(f.Data)
			}
		}
	}
	return b
}

func dataFile(name string) []byte {
	if name == types.File {
		return facts.File()
	}
	return nil
}

func (b bundle) fill(t *testing.T, secrets bool) *protocol.World {
	s, err := evaluator.Evaluate(b.request)
	require.NoError(t, err)
	return s.FillInputs(b.names, b.contents, b.inputs, secrets)
}

// result evaluates the document with the values from the deployment.
func (b bundle) result(t *testing.T, w *protocol.World) *evaluator.Snapshot {
	req := evaluator.Request{Data: dataFile, Files: []evaluator.File{{Name: "inputs.yaml", Text: w.Text}}}
	for _, f := range b.request.Files {
		if f.Name != "inputs.yaml" {
			req.Files = append(req.Files, f)
		}
	}
	for _, f := range w.Added {
		req.Files = append(req.Files, evaluator.File(f))
	}
	s, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	return s
}

func planOf(w *protocol.World) string {
	var b strings.Builder
	for _, f := range w.Files {
		fmt.Fprintf(&b, "%s: %s", f.Name, f.Title)
		if f.Of != "" {
			fmt.Fprintf(&b, " (%s)", f.Of)
		}
		if f.Error != "" {
			fmt.Fprintf(&b, " %d:%d: %s", f.Line, f.Column, f.Error)
		}
		b.WriteString("\n")
	}
	for _, e := range w.Entries {
		fmt.Fprintf(&b, "%s = %s", e.Label, e.Preview)
		if e.Replaces {
			b.WriteString(", replaced")
		}
		b.WriteString("\n")
	}
	for _, s := range w.Skipped {
		fmt.Fprintf(&b, "skipped %s: %s\n", s.Name, s.Why)
	}
	fmt.Fprintf(&b, "%d written, %d secret, %d replaced\n", w.Count, w.Secrets, w.Replaced)
	return b.String()
}

func TestDeploymentFilesFillInputs(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			b := parseBundle(a)
			w := b.fill(t, false)
			got := map[string]string{"want/plan": planOf(w), "want/inputs.yaml": w.Text}
			for _, f := range w.Added {
				got["want/"+f.Name] = f.Text
			}
			if w.Secrets > 0 {
				got["want/secrets.yaml"] = b.fill(t, true).Text
			}
			s := b.result(t, w)
			problems := ""
			for _, p := range s.Problems {
				problems += diag.Terminal(p)
			}
			got["want/result.yaml"], got["want/problems"] = s.Render("yaml", false).Text, problems
			check(t, file, a, got)
		})
	}
}

// check compares the want/ sections of an archive with got, or writes them if UPDATE is set.
func check(t *testing.T, file string, a *txtar.Archive, got map[string]string) {
	names := slices.Sorted(maps.Keys(got))
	if os.Getenv("UPDATE") != "" {
		a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return strings.HasPrefix(f.Name, "want/") })
		for _, name := range names {
			if got[name] != "" {
				a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(got[name])})
			}
		}
		require.NoError(t, os.WriteFile(file, txtar.Format(a), 0o644))
		return
	}
	want := map[string]string{}
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, "want/") {
			want[f.Name] = string(f.Data)
			names = append(names, f.Name)
		}
	}
	for _, name := range names {
		if text := got[name]; text != "" && !strings.HasSuffix(text, "\n") {
			got[name] += "\n"
		}
		assert.Equal(t, want[name], got[name], name)
	}
}
