package evaluator_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/example"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/value"
)

// A supplier evaluates a bundle with different versions of inputs.yaml, and asks an engine to
// supply values in it.
type supplier struct {
	t     *testing.T
	req   evaluator.Request
	files []evaluator.File // without inputs.yaml
}

// newSupplier returns a supplier for a bundle, and the text of its inputs.yaml.
func newSupplier(t *testing.T, dialect string, files []evaluator.File) (*supplier, string) {
	g, inputs := &supplier{t: t, req: evaluator.Request{Dialect: dialect, Data: dataFile}}, ""
	for _, f := range files {
		if f.Name == bind.InputsFile {
			inputs = f.Text
		} else {
			g.files = append(g.files, f)
		}
	}
	return g, inputs
}

func (g *supplier) snapshot(inputs string) *evaluator.Snapshot {
	req := g.req
	req.Files = append(slices.Clip(g.files), evaluator.File{Name: bind.InputsFile, Text: inputs})
	s, err := evaluator.Evaluate(req)
	require.NoError(g.t, err)
	return s
}

func (g *supplier) give(inputs string, asked protocol.GiveRequest) protocol.InputText {
	engine := evaluator.New()
	engine.Supply(dataFile)
	evaluate := protocol.EvaluateRequest{Revision: 1, Dialect: g.req.Dialect}
	for _, f := range append(slices.Clip(g.files), evaluator.File{Name: bind.InputsFile, Text: inputs}) {
		evaluate.Files = append(evaluate.Files, protocol.File(f))
	}
	engine.Call((&protocol.Request{Op: "evaluate", Evaluate: &evaluate}).AppendJSON(nil))
	asked.Text = inputs
	var reply protocol.Reply
	require.NoError(g.t, protocol.Decode(engine.Call((&protocol.Request{Op: "give",
		Give: &asked}).AppendJSON(nil)), &reply))
	require.NotNil(g.t, reply.Give, reply.Error)
	return *reply.Give
}

// missingUnknowns returns the unknowns that inputs.yaml could supply but does not.
func missingUnknowns(s *evaluator.Snapshot) (out []protocol.Unknown) {
	for _, u := range s.Page(1, "", false).Unknowns {
		if u.Path != "" && !u.IsGiven {
			out = append(out, u)
		}
	}
	return out
}

// reasonsIn returns the reasons of the unknown values in v, except those of failed values.
func reasonsIn(v value.Value) (out []string) {
	if v.IsFailed() {
		return nil
	}
	switch d := v.Data.(type) {
	case value.Unknown:
		return []string{d.Why}
	case *value.List:
		for _, c := range d.Items {
			out = append(out, reasonsIn(c)...)
		}
	case *value.Object:
		for _, f := range d.Fields {
			out = append(out, reasonsIn(f.Value)...)
		}
	case *value.Tagged:
		return reasonsIn(d.Body)
	}
	return out
}

// forEachThirdBundle calls check for every third example and recorded case.
func forEachThirdBundle(t *testing.T, check func(t *testing.T, g *supplier, inputs string)) {
	for i, file := range allArchives(t) {
		if i%3 != 0 || skipsCase(i/3) {
			continue // each is evaluated several times, so checking all would take minutes
		}
		t.Run(file.name, func(t *testing.T) {
			g, inputs := newSupplier(t, file.dialect, file.files)
			check(t, g, inputs)
		})
	}
}

func TestASampleMakesTheUnknownValueKnown(t *testing.T) {
	count := 0
	forEachThirdBundle(t, func(t *testing.T, g *supplier, inputs string) {
		for _, u := range missingUnknowns(g.snapshot(inputs)) {
			count++
			given := g.give(inputs, protocol.GiveRequest{How: "value", Path: u.Path, Value: u.Sample})
			if given.Error != "" {
				assert.Equal(t, inputs, given.Text)
				continue
			}
			s := g.snapshot(given.Text)
			for _, why := range reasonsIn(s.Outcome.Value) {
				assert.False(t, why == u.Label || strings.HasPrefix(why, u.Label+".") ||
					strings.HasPrefix(why, u.Label+"["), "%s is still unknown\n%s", why, given.Text)
			}
			for _, still := range missingUnknowns(s) {
				assert.NotEqual(t, u.Path, still.Path, given.Text)
			}
			taken := g.give(given.Text, protocol.GiveRequest{How: "value", Path: u.Path})
			if !u.Part {
				assert.Contains(t, restored(inputs), taken.Text, "after removing the sample from\n%s", given.Text)
			}
		}
	})
	assert.True(t, count > 10 || underJS && count > 0, "%d unknowns", count)
}

// emptyMapping is an entry of a mapping in braces whose value is an empty mapping.
var emptyMapping = regexp.MustCompile(`, \w+: \{\}`)

// restored returns the texts of inputs.yaml after values have been supplied and removed again: the same text, or the
// text without empty mappings, since they cannot be told from those that were made for a value.
func restored(inputs string) []string {
	return []string{inputs, emptyMapping.ReplaceAllString(inputs, "")}
}

func TestSamplesSupplyAllUnknownsAndCanBeRemovedExactly(t *testing.T) {
	forEachThirdBundle(t, func(t *testing.T, g *supplier, inputs string) {
		before := g.snapshot(inputs).Page(1, "", false).Unknowns
		given := g.give(inputs, protocol.GiveRequest{How: "samples"})
		if given.Error != "" {
			assert.Equal(t, inputs, given.Text)
			return
		}
		s := g.snapshot(given.Text)
		var left []string
		for _, u := range missingUnknowns(s) {
			left = append(left, u.Label)
		}
		assert.Empty(t, left, given.Text)
		wasGiven := func(u protocol.Unknown) bool { return u.IsGiven }
		if !slices.ContainsFunc(before, wasGiven) {
			assert.Contains(t, restored(inputs), g.give(given.Text, protocol.GiveRequest{How: "clear"}).Text,
				"after clearing\n%s", given.Text)
		}
	})
}

// An archive is an example or a recorded case.
type archive struct {
	name, dialect string
	files         []evaluator.File
}

func allArchives(t *testing.T) (out []archive) {
	for _, dialect := range dialect.Names() {
		for _, dir := range []string{"../testdata/" + dialect, "../testdata/conformance/" + dialect} {
			names, err := filepath.Glob(dir + "/*.txtar")
			require.NoError(t, err)
			for _, name := range names {
				data, err := os.ReadFile(name)
				require.NoError(t, err)
				a := archive{name: strings.TrimSuffix(strings.TrimPrefix(name, "../testdata/"), ".txtar"),
					dialect: dialect}
				parsed, err := example.Parse(dialect, a.name, data)
				require.NoError(t, err)
				for _, f := range parsed.Files {
					a.files = append(a.files, evaluator.File(f))
				}
				out = append(out, a)
			}
		}
	}
	require.NotEmpty(t, out)
	return out
}
