package evaluator_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/example"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// scalars calls visit for every scalar in a value, with its path.
func scalars(v value.Value, path value.Path, visit func(value.Path, value.Value)) {
	switch d := v.Data.(type) {
	case *value.Object:
		for _, f := range d.Fields {
			scalars(f.Value, path.Key(f.Key), visit)
		}
	case *value.List:
		for i, item := range d.Items {
			scalars(item, path.Index(i), visit)
		}
	case *value.Tagged:
		scalars(d.Body, path.Key(d.Tag), visit)
	case nil:
	default:
		visit(path, v)
	}
}

// maxCheckedSteps limits the number of steps of a derivation that are checked.
const maxCheckedSteps = 400

// A derivationCheck checks the derivations of a snapshot and collects their faults.
type derivationCheck struct {
	s      *evaluator.Snapshot
	faults []string
	steps  int
}

func (r *derivationCheck) report(path value.Path, st inspect.Step, what string) {
	r.faults = append(r.faults, fmt.Sprintf("%s: %s %s %s: %s", path, st.Kind, st.Label,
		inspect.Summary(st.Value), what))
}

// all checks the derivation of every scalar in the result, and returns the faults.
func (r *derivationCheck) all() []string {
	scalars(r.s.Outcome.Value, "", func(path value.Path, v value.Value) {
		st, ok := r.s.Subject.Why(inspect.Target{Path: path})
		if !ok {
			r.faults = append(r.faults, string(path)+": there is no derivation")
			return
		}
		if shown := inspect.Summary(v); inspect.Summary(st.Value) != shown && !st.Value.HasFailed() &&
			!st.Value.IsSecret() {
			r.report(path, st, "the result has "+shown)
		}
		r.steps = 0
		r.step(path, st)
	})
	return r.faults
}

// step checks that the value of a step follows from its inputs, and that a derivation ends at a
// position or at something with a name.
func (r *derivationCheck) step(path value.Path, st inspect.Step) {
	if r.steps++; r.steps > maxCheckedSteps {
		return
	}
	steps := st.Steps()
	if got, ok := r.recompute(st, steps); ok && shown(got) != shown(st.Value) {
		r.report(path, st, "its steps result in "+shown(got))
	}
	for _, child := range steps {
		r.step(path, child)
	}
	if len(steps) > 0 {
		return
	}
	switch {
	case st.Span.File() != nil, st.Note != "":
	case st.Kind == inspect.StepBuiltin && st.Label != "" && st.Label != "written here":
	case st.Kind == inspect.StepFunction && st.Label != "", st.Kind == inspect.StepUnknown && st.Label != "":
	default:
		r.report(path, st, "the derivation ends here without a position or a name")
	}
}

// recompute computes the value of a step from its inputs. It returns false if something else
// contributes to the value.
func (r *derivationCheck) recompute(st inspect.Step, steps []inspect.Step) (value.Value, bool) {
	if st.Value.HasFailed() || st.Value.HasUnknown() || st.Value.Data == nil {
		return value.Value{}, false
	}
	frame := r.s.Subject.Evaluator.Frame()
	switch n := st.Node.(type) {
	case *ir.Interp:
		var text strings.Builder
		for _, part := range n.Parts {
			v := frame.Force(part)
			if _, isText := part.(*ir.Lit); !isText {
				v, steps = steps[0].Value, steps[1:]
			}
			if show := r.s.Subject.Bound.Program.Semantics.Shown; show != nil {
				v = show(v)
			}
			s, ok := frame.Text(v, part.Info().Span)
			if !ok {
				return value.Value{}, false
			}
			text.WriteString(s)
		}
		return value.Str(text.String()), true
	case *ir.Call:
		whole, ok := r.s.Subject.Evaluator.Node(n)
		if n.Fn.Eval == nil || !ok || shown(whole) != shown(st.Value) || len(steps) < countArgs(n) {
			return value.Value{}, false
		}
		steps = steps[len(steps)-countArgs(n):] // further inputs precede the arguments
		args := make([]value.Value, len(n.Args))
		for i, a := range n.Args {
			if a != nil {
				args[i], steps = steps[0].Value, steps[1:]
			}
			// A step truncates long keys and masks keys that contain a secret, so a value that is
			// computed from them would differ.
			if text := shown(args[i]); strings.Contains(text, "…") || strings.Contains(text, "[secret]") {
				return value.Value{}, false
			}
		}
		return n.Fn.Eval(frame, n, args), true
	}
	if len(steps) == 0 || st.Kind == inspect.StepPart || st.Kind == inspect.StepResult || steps[0].Role != "" ||
		steps[0].Overridden || steps[0].Kind == inspect.StepLayer && st.Value.Object() != nil {
		return value.Value{}, false
	}
	if len(steps) == 1 || steps[0].Kind == inspect.StepLayer {
		return steps[0].Value, steps[0].Value.Data != nil && st.Value.Object() == nil && st.Value.List() == nil
	}
	return value.Value{}, false
}

func countArgs(n *ir.Call) int {
	return len(slices.DeleteFunc(slices.Clone(n.Args), func(a ir.Node) bool { return a == nil }))
}

// shown formats a value as text, with secrets shown. A number has the same text as the string from
// which it was made.
func shown(v value.Value) string {
	if tagged, ok := v.Data.(*value.Tagged); ok {
		v = tagged.Body
	}
	return strings.Trim(string(render.AppendDocument(nil, v, true)), `"`)
}

func TestEveryScalarOfTheExamplesHasADerivation(t *testing.T) {
	for _, d := range dialect.Names() {
		for i, e := range examplesOf(t, d) {
			if skipsCase(i) {
				continue
			}
			r := derivationCheck{s: evaluateExample(t, e)}
			assert.Empty(t, strings.Join(r.all(), "\n"), "%s/%s", d, e.Name)
		}
	}
}

func TestEveryScalarOfTheRecordedCasesHasADerivation(t *testing.T) {
	for _, d := range dialect.Names() {
		paths, err := filepath.Glob(filepath.Join(conformanceDir, d, "*.txtar"))
		require.NoError(t, err)
		for i, path := range paths {
			if skipsCase(i) {
				continue
			}
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			e, err := example.Parse(d, filepath.Base(path), text)
			require.NoError(t, err)
			req := evaluator.Request{Dialect: d, Data: dataFile}
			for _, f := range e.Files {
				req.Files = append(req.Files, evaluator.File(f))
			}
			if s, err := evaluator.Evaluate(req); err == nil {
				r := derivationCheck{s: s}
				if !assert.Empty(t, strings.Join(r.all(), "\n"), "%s", path) && testing.Short() {
					return
				}
			}
		}
	}
}

// TestEveryScalarOfRandomDocumentsHasADerivation checks random documents of each dialect. The flag
// -rapid.checks sets their number.
func TestEveryScalarOfRandomDocumentsHasADerivation(t *testing.T) {
	for _, d := range dialect.Names() {
		programs, asked := 0, 0
		rapid.Check(t, func(t *rapid.T) {
			programs++
			req := evaluator.Request{Dialect: d, Files: randomDocument(t, d), Data: dataFile}
			s := checkEvaluation(t, req)
			scalars(s.Outcome.Value, "", func(value.Path, value.Value) { asked++ })
			r := derivationCheck{s: s}
			require.Empty(t, strings.Join(r.all(), "\n"), "%s %v", d, req.Files)
		})
		assert.Greater(t, asked, programs, "%s: a random document has more than one scalar on average", d)
	}
}

// TestEveryScalarOfChangedExamplesHasADerivation changes lines of the examples at random, as users
// would. Most changed examples have another result, and many are invalid.
func TestEveryScalarOfChangedExamplesHasADerivation(t *testing.T) {
	for _, d := range dialect.Names() {
		examples := examplesOf(t, d)
		rapid.Check(t, func(t *rapid.T) {
			e := rapid.SampledFrom(examples).Draw(t, "example")
			req := evaluator.Request{Dialect: d, Data: dataFile}
			for _, f := range e.Files {
				req.Files = append(req.Files, evaluator.File{Name: f.Name, Text: changeLines(t, f.Text)})
			}
			s, err := evaluator.Evaluate(req)
			if err != nil {
				return // the bundle cannot be evaluated at all
			}
			r := derivationCheck{s: s}
			require.Empty(t, strings.Join(r.all(), "\n"), "%s/%s %v", d, e.Name, req.Files)
		})
	}
}

// changeLines makes random changes: it removes, repeats or moves lines, or exchanges their values.
func changeLines(t *rapid.T, text string) string {
	lines := strings.Split(text, "\n")
	at := func(what string) int { return rapid.IntRange(0, len(lines)-1).Draw(t, what) }
	for range rapid.IntRange(0, 3).Draw(t, "changes") {
		i, j := at("line"), at("other line")
		switch rapid.SampledFrom([]string{"remove", "repeat", "move", "exchange"}).Draw(t, "change") {
		case "remove":
			lines = slices.Delete(lines, i, i+1)
			if len(lines) == 0 {
				return ""
			}
		case "repeat":
			lines = slices.Insert(lines, j, lines[i])
		case "move":
			line := lines[i]
			lines = slices.Insert(slices.Delete(lines, i, i+1), min(j, len(lines)-1), line)
		case "exchange":
			key, v, ok := strings.Cut(lines[i], ": ")
			otherKey, otherValue, otherOK := strings.Cut(lines[j], ": ")
			if ok && otherOK {
				lines[i], lines[j] = key+": "+otherValue, otherKey+": "+v
			}
		}
	}
	return strings.Join(lines, "\n")
}

// TestALongDerivationIsSentInParts asks about values with thousands of steps. For a program of
// twice the size, an answer may allocate roughly twice as many objects.
func TestALongDerivationIsSentInParts(t *testing.T) {
	const n = 10000
	half, whole := allocationsOfWhy(t, n/2), allocationsOfWhy(t, n)
	for path, allocated := range whole {
		assert.Less(t, allocated, 3*half[path], path)
	}
}

// allocationsOfWhy asks why the values of a program are what they are. The program has a chain of n
// references and a list of n references. It returns how many objects each answer allocated.
func allocationsOfWhy(t *testing.T, n int) map[string]uint64 {
	var b strings.Builder
	b.WriteString("name: p\nruntime: yaml\nvariables:\n  v0: start\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "  v%d: ${v%d}\n", i, i-1)
	}
	fmt.Fprintf(&b, "  list: [%s]\n", strings.TrimSuffix(strings.Repeat("\"${v9}\", ", n), ", "))
	fmt.Fprintf(&b, "outputs: {last: \"${v%d}\", all: \"${list}\", secret: {fn::secret: \"${v%d}\"}}\n", n-1, n-1)
	e := evaluator.New()
	ask := func(r protocol.Request) (reply protocol.Reply, allocated uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		answer := e.Call(r.AppendJSON(nil))
		runtime.ReadMemStats(&after)
		require.NoError(t, json.Unmarshal(answer, &reply))
		require.Empty(t, reply.Error)
		return reply, after.Mallocs - before.Mallocs
	}
	ask(protocol.Request{Op: "evaluate",
		Evaluate: &protocol.EvaluateRequest{Files: []protocol.File{{Name: "Pulumi.yaml", Text: b.String()}}}})
	work := map[string]uint64{}
	for _, path := range []string{"outputs.last", "outputs.all", "outputs.secret"} {
		reply, allocated := ask(protocol.Request{Op: "why", Why: &protocol.WhyRequest{Path: path}})
		assert.True(t, reply.Why.Found, path)
		assert.LessOrEqual(t, len(reply.Why.Steps), 320, path)
		work[path] = allocated
	}
	return work
}

// TestEveryPieceOfAViewIsAValue requests the value at each mark, as the page does, in the views
// that format their own text.
func TestEveryPieceOfAViewIsAValue(t *testing.T) {
	marked := map[string]int{}
	for _, d := range dialect.Names() {
		for i, e := range examplesOf(t, d) {
			if skipsCase(i) {
				continue
			}
			s := evaluateExample(t, e)
			for _, v := range s.Outcome.Views {
				if v.Text == nil {
					continue
				}
				for _, reveal := range []bool{false, true} {
					asked := &protocol.RenderRequest{View: v.ID, Reveal: reveal}
					shown := s.RenderPart(v.ID, reveal, "")
					require.Equal(t, v.Text(reveal, nil), shown.Text, "collecting pieces does not change the text")
					lines := strings.Split(shown.Text, "\n")
					for i := 0; i < len(shown.Marks); i += protocol.MarkStride {
						line, column, end := int(shown.Marks[i]), int(shown.Marks[i+1]), int(shown.Marks[i+2])
						require.LessOrEqual(t, end-1, len(utf16.Encode([]rune(lines[line-1]))), "%s/%s %s %d", d,
							e.Name, v.ID, line)
						path, ok := s.ResultPath(&protocol.PositionRequest{Line: line, Column: column, Result: asked})
						require.True(t, ok, "%s/%s %s %d:%d", d, e.Name, v.ID, line, column)
						_, ok = value.Find(s.Outcome.Value, path)
						assert.True(t, ok, "%s/%s %s: %s", d, e.Name, v.ID, path)
						marked[v.ID]++
					}
				}
			}
		}
	}
	for _, id := range []string{"hcl", "dotenv", "shell", "files"} {
		assert.True(t, marked[id] > 0 || underJS, id)
	}
}

// TestThePiecesOfASingleLineAreValues checks a console with a single line, whose result is a list.
func TestThePiecesOfASingleLineAreValues(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "terraform", Files: []evaluator.File{
		{Name: "main.yaml", Text: "names: [web, db]\n"},
		{Name: "inputs.yaml", Text: "expressions:\n  - '[for n in yamldecode(file(\"main.yaml\")).names : " +
			"upper(\"${n}-x\")]'\n"},
	}})
	require.NoError(t, err)
	path, ok := s.ResultPath(&protocol.PositionRequest{Line: 3, Column: 5,
		Result: &protocol.RenderRequest{View: "hcl"}})
	require.True(t, ok)
	step, ok := s.Subject.Why(inspect.Target{Path: path})
	require.True(t, ok, path)
	assert.Equal(t, value.String("DB-X"), step.Value.Data)
}

// TestAnswersAboutAnExpressionHavePositionsInInputs asks for the hover and the derivation of an
// expression in inputs.yaml, which is a scalar of any style. The positions in the answers are in
// inputs.yaml, too.
func TestAnswersAboutAnExpressionHavePositionsInInputs(t *testing.T) {
	for _, written := range []string{
		`'[for n in yamldecode(file("main.yaml")).names : upper("${n}-x")]'`,
		`"[for n in yamldecode(file(\"main.yaml\")).names : upper(\"${n}-x\")]"`,
		"|-\n    [for n in yamldecode(file(\"main.yaml\")).names :\n      upper(\"${n}-x\")]",
		">-\n    [for n in yamldecode(file(\"main.yaml\")).names :\n    upper(\"${n}-x\")]",
		`'join("''", [for n in yamldecode(file("main.yaml")).names : upper("${n}-x")])'`,
	} {
		engine := evaluator.New()
		ask := func(r protocol.Request) (reply protocol.Reply) {
			require.NoError(t, json.Unmarshal(engine.Call(r.AppendJSON(nil)), &reply))
			require.Empty(t, reply.Error)
			return reply
		}
		text := "expressions:\n  - '1 + 1'\n  - " + written + "\n"
		files := []protocol.File{{Name: "main.yaml", Text: "names: [web, db]\n"}, {Name: "inputs.yaml", Text: text}}
		snapshot := ask(protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Dialect: "terraform",
			Files: files}}).Evaluate
		require.NotNil(t, snapshot)
		f := source.NewFile("inputs.yaml", text)
		at := f.Position16(strings.Index(text, "upper(") + 2)
		where := &protocol.PositionRequest{File: "inputs.yaml", Line: at.Line, Column: at.Column}

		hover := ask(protocol.Request{Op: "hover", Hover: where}).Hover
		require.True(t, hover.Found, written)
		assert.Contains(t, hover.Title, "upper", written)
		assert.Equal(t, protocol.Range{File: "inputs.yaml", Line: at.Line, Column: at.Column - 2, EndLine: at.Line,
			EndColumn: at.Column + 3}, hover.Range, written)

		why := ask(protocol.Request{Op: "why", Why: &protocol.WhyRequest{Position: where}}).Why
		require.True(t, why.Found, written)
		assert.Contains(t, why.Steps[0].Label, "upper", written)
		for _, step := range why.Steps {
			assert.Contains(t, []string{"", "inputs.yaml", "main.yaml"}, step.Range.File, "%s: %s", written, step.Label)
		}

		shown := snapshot.Result
		for i := 0; i < len(shown.Marks); i += protocol.MarkStride {
			assert.NotEqual(t, -1, shown.Marks[i+4], "%s: a value on line %d of the result has no position", written,
				shown.Marks[i])
		}
	}
}

func TestEveryMarkOfTheResultHasAValue(t *testing.T) {
	for _, d := range dialect.Names() {
		for i, e := range examplesOf(t, d) {
			if skipsCase(i) {
				continue
			}
			v := evaluateExample(t, e).Outcome.Value
			for name, text := range map[string]render.Text{"yaml": render.YAML(v, false),
				"json": render.JSON(v, false)} {
				for i := 0; i < len(text.Marks); i += 1 + i/20 {
					m := text.Marks[i]
					path, ok := render.PathAt(v, name == "json", false, int(m.Line), int(m.Column)+1)
					require.True(t, ok, "%s/%s %s %d:%d", d, e.Name, name, m.Line, m.Column)
					found, ok := value.Find(v, path)
					require.True(t, ok, "%s/%s %s: %s", d, e.Name, name, path)
					if m.State != render.Key {
						assert.Equal(t, m.Span, found.Origin, "%s/%s %s: %s", d, e.Name, name, path)
					}
				}
			}
		}
	}
}

// TestDerivationsShowEachIterationOfALoop searches derivations for steps. A step is named by the
// path of steps that leads to it.
func TestDerivationsShowEachIterationOfALoop(t *testing.T) {
	const first = "It is evaluated once for each element; this is the first evaluation."
	for _, tc := range []struct {
		expression string
		path       value.Path
		want, not  []string
	}{
		{"[for x in [1, 2] : x + 1]", "json", []string{"for/result for 1 +: 2", "for/result for 2 +: 3",
			"for/result for 2 +/left x: 2"}, []string{first}},
		{"[for x in [1, 2] : x + 1]", "json[1]", []string{"for/result for 2 +/left x: 2"},
			[]string{first, "result for 1"}},
		{"[for x in [1, 1] : x + 1]", "json", []string{"result +: 2"}, []string{first, "result for 1"}},
		{"[1, 2 + 1]", "json[1]", []string{"left written here: 2"}, []string{first}},
		{"{for k, v in {a = 1, b = 2} : upper(k) => v * 2 if v > 1}", "json.B",
			[]string{"condition for a >: false", "condition for a >/left v: 1", "key for b upper/str k: b",
				"result for b */left v: 2"}, []string{first, "key for a"}},
		{"[for x in [[1, 2], [3, 4]] : [for y in x : y + 1]]", "json[1][1]",
			[]string{"result for [3, 4] for/result for 4 +/left y: 4"}, []string{first, "result for [1, 2]"}},
		{"[for x in [0] : [for y in [3, 4] : x + y]]", "json", []string{"result for 3 +/left x: 0"}, []string{"null"}},
		{"[{a = 1}, {a = 2}][*].a", "json", []string{`splat/each for {"a": 2} attribute: 2`}, []string{first}},
		{`"%{ for s in ["a", "b"] }<${s}>%{ endfor }"`, "json", []string{"for/result for b <${s}>/s: b"},
			[]string{first}},
		{`[nonsensitive([for x in sensitive(["a", "b"]) : "<${x}>"])]`, "json", []string{first},
			[]string{"result for a"}},
		{"[for x in range(1000) : [for y in range(50) : x + y]][1]", "json", []string{first},
			[]string{"result for 0"}}, // too many iterations to evaluate them again
	} {
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "terraform", Files: []evaluator.File{
			{Name: "main.yaml", Text: "a: 1\n"}, {Name: "inputs.yaml", Text: "expression: '" + tc.expression + "'\n"}}})
		require.NoError(t, err)
		st, ok := s.Subject.Why(inspect.Target{Path: tc.path})
		require.True(t, ok, tc.expression)
		var steps strings.Builder
		var list func(st inspect.Step, above string)
		list = func(st inspect.Step, above string) {
			name := above + "/" + strings.TrimSpace(st.Role+" "+st.Title())
			fmt.Fprintf(&steps, "%s: %s %s\n", name, inspect.Summary(st.Value), st.Note)
			for i, child := range st.Steps() {
				if i < 10 {
					list(child, name)
				}
			}
		}
		list(st, "")
		for _, text := range tc.want {
			assert.Contains(t, steps.String(), text, tc.expression)
		}
		for _, text := range tc.not {
			assert.NotContains(t, steps.String(), text, tc.expression)
		}
	}
}
