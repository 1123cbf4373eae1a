package evaluator_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/example"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/source"
)

// wantProbes is the section of an example that contains the editor's answers at positions in its
// files. It is a list of probes. Each is a line with the question, followed by the indented answer:
//
//	definition Pulumi.yaml:12 id: ${«bucket.id}
//	  Pulumi.yaml:9:3 bucket
//
// The question consists of the feature, the file, the line number and the text of that line, with «
// before the position in question. An argument follows after =>. For a rename, it is the new name.
// For a completion, it is typed at the mark and replaces the rest of the line; a « in it marks the
// cursor. If the file is "console", the line is typed into the console. UPDATE=1 finds the number
// of the line with the text, and writes the answer.
const wantProbes = "want/probes"

// minProbes is the smallest number of probes that the examples of a dialect may have together.
const minProbes = 40

// consoleLine is the name of the file in a probe of the console.
const consoleLine = "console"

// A probe is a question to the editor and the expected answer.
type probe struct {
	feature, file string
	line          int    // 0 for the first line with the text
	text          string // of the line, without indentation, with « in it
	argument      string
	hasArgument   bool
	want          string
}

// features maps each feature that a probe can ask for to a function that returns the lines of the
// answer. The functions send the same requests as the page.
var features = map[string]func(*probeRun, probe) []string{
	"hover": hoverLines, "complete": completeLines, "definition": definitionLines, "references": referenceLines,
	"rename": renameLines, "fixes": fixLines, "edges": edgeLines, "why": whyLines,
}

// withoutFeature explains why no probe of a dialect asks for a feature. Keys are "dialect feature".
var withoutFeature = map[string]string{}

func TestTheEditorAnswersTheProbes(t *testing.T) {
	for _, d := range dialect.Names() {
		count, asked := 0, map[string]bool{}
		for _, e := range examplesOf(t, d) {
			for _, p := range askProbes(t, e) {
				count++
				asked[p.feature] = true
			}
		}
		assert.GreaterOrEqual(t, count, minProbes, "probes of %s", d)
		for feature := range features {
			if key := d + " " + feature; withoutFeature[key] == "" {
				assert.True(t, asked[feature], "no probe of %s asks for %s", d, feature)
			} else {
				assert.False(t, asked[feature], "withoutFeature says that %s has no %s", d, feature)
			}
		}
	}
}

// askProbes checks each probe of an example in a subtest, or writes the answers.
func askProbes(t *testing.T, e *example.Example) []probe {
	probes := parseProbes(t, e)
	var updated strings.Builder
	found := true // all positions were found; otherwise writing the probes would delete some
	for _, p := range probes {
		found = t.Run(fmt.Sprintf("%s/%s/%s_%s:%d", e.Dialect, e.Name, p.feature, p.file, p.line), func(t *testing.T) {
			p := p
			run := newProbeRun(t, e, &p)
			got := "  " + strings.Join(features[p.feature](run, p), "\n  ") + "\n"
			if os.Getenv("UPDATE") == "" {
				assert.Equal(t, p.want, got, "%s at the mark of %s:%d: %s", p.feature, p.file, p.line, p.text)
				return
			}
			if updated.Len() > 0 {
				updated.WriteString("\n")
			}
			updated.WriteString(p.heading() + "\n" + got)
		}) && found
	}
	if os.Getenv("UPDATE") != "" && updated.Len() > 0 && found {
		writeProbes(t, e, updated.String())
	}
	return probes
}

// writeProbes replaces the probes of an example's archive.
func writeProbes(t *testing.T, e *example.Example, text string) {
	path := filepath.Join(examplesDir, e.Dialect, e.Name+".txtar")
	fresh := readExample(t, e.Dialect, path)
	if fresh.Want[wantProbes] == text {
		return
	}
	fresh.Want[wantProbes] = text
	require.NoError(t, os.WriteFile(path, fresh.Format(), 0o644))
}

// parseProbes returns the probes of an example.
func parseProbes(t *testing.T, e *example.Example) []probe {
	var out []probe
	for _, line := range strings.SplitAfter(e.Want[wantProbes], "\n") {
		switch {
		case strings.TrimSpace(line) == "":
		case strings.HasPrefix(line, "  "):
			require.NotEmpty(t, out, "%s: an answer without a probe: %s", e.Name, line)
			out[len(out)-1].want += line
		default:
			out = append(out, parseHeading(t, e, strings.TrimSuffix(line, "\n")))
		}
	}
	return out
}

// parseHeading parses the line with the question of a probe.
func parseHeading(t *testing.T, e *example.Example, line string) probe {
	var p probe
	var place string
	p.feature, place, _ = strings.Cut(line, " ")
	require.Contains(t, features, p.feature, "%s/%s: %s", e.Dialect, e.Name, line)
	p.file, p.text, _ = strings.Cut(place, " ")
	if file, number, ok := strings.Cut(p.file, ":"); ok {
		p.file = file
		p.line, _ = strconv.Atoi(number)
	}
	if i := strings.LastIndex(p.text, " =>"); i >= 0 && (p.feature == "rename" || p.feature == "complete") {
		p.text, p.argument, p.hasArgument = p.text[:i], strings.TrimPrefix(p.text[i+len(" =>"):], " "), true
	}
	require.Equal(t, 1, strings.Count(p.text, "«"), "%s/%s: a probe needs exactly one mark: %s", e.Dialect, e.Name,
		line)
	return p
}

// heading returns the line with the question.
func (p probe) heading() string {
	out := fmt.Sprintf("%s %s:%d %s", p.feature, p.file, p.line, p.text)
	if p.hasArgument {
		out += strings.TrimRight(" => "+p.argument, " ")
	}
	return out
}

// A probeRun is an engine that has evaluated an example, and the position that a probe marks.
type probeRun struct {
	t      *testing.T
	engine *evaluator.Engine
	files  map[string]*source.File
	reply  protocol.Snapshot
	file   string
	line   string          // typed into the console, instead of a file
	at     source.Position // of the mark, in UTF-16
}

// newProbeRun evaluates an example, after typing the argument of a completion.
func newProbeRun(t *testing.T, e *example.Example, p *probe) *probeRun {
	r := &probeRun{t: t, engine: evaluator.New(), files: map[string]*source.File{}, file: p.file}
	r.engine.Supply(dataFile)
	asked := &protocol.EvaluateRequest{Dialect: e.Dialect}
	for _, f := range e.Files {
		if f.Name == p.file {
			f.Text = r.mark(f.Text, p)
		}
		r.files[f.Name] = source.NewFile(f.Name, f.Text)
		asked.Files = append(asked.Files, protocol.File(f))
	}
	if p.file == consoleLine {
		p.line = 1
		r.line = strings.Replace(p.text, "«", "", 1)
		r.at = source.NewFile("", r.line).Position16(strings.Index(p.text, "«"))
		r.files[""] = source.NewFile("", r.line)
	} else {
		require.Contains(t, r.files, p.file)
	}
	r.reply = *r.ask(protocol.Request{Op: "evaluate", Evaluate: asked}).Evaluate
	return r
}

// mark finds the position of a probe in its file, and returns the text of the file, with the
// argument of a completion typed into it.
func (r *probeRun) mark(text string, p *probe) string {
	want := strings.Replace(p.text, "«", "", 1)
	rows := strings.SplitAfter(text, "\n")
	start, offset, found := 0, -1, 0
	for i, row := range rows {
		if strings.TrimSpace(row) == want &&
			(p.line == 0 || p.line == i+1 || os.Getenv("UPDATE") != "" && !lineHasText(rows, p.line, want)) {
			found++
			offset = start + strings.Index(row, want) + strings.Index(p.text, "«")
			p.line = i + 1
			if p.hasArgument && p.feature == "complete" {
				before, after, _ := strings.Cut(p.argument, "«")
				text = text[:offset] + before + after + text[start+len(strings.TrimRight(row, "\r\n")):]
				offset += len(before)
			}
			break
		}
		start += len(row)
	}
	require.Equal(r.t, 1, found, "%s:%d is not the line %s", p.file, p.line, want)
	r.at = source.NewFile(p.file, text).Position16(offset)
	return text
}

// lineHasText reports whether a line has a given text.
func lineHasText(rows []string, number int, text string) bool {
	return number > 0 && number <= len(rows) && strings.TrimSpace(rows[number-1]) == text
}

// ask sends a request as the page does.
func (r *probeRun) ask(request protocol.Request) protocol.Reply {
	var reply protocol.Reply
	require.NoError(r.t, json.Unmarshal(r.engine.Call(request.AppendJSON(nil)), &reply))
	require.Empty(r.t, reply.Error)
	return reply
}

func (r *probeRun) position() *protocol.PositionRequest {
	if r.line != "" {
		return &protocol.PositionRequest{Text: r.line, Line: r.at.Line, Column: r.at.Column}
	}
	return &protocol.PositionRequest{File: r.file, Line: r.at.Line, Column: r.at.Column}
}

// place formats the start of a range and the first line of its text.
func (r *probeRun) place(at protocol.Range) string {
	if at.Line == 0 {
		return "nowhere"
	}
	out := fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column)
	f := r.files[at.File]
	if f == nil {
		return out
	}
	text := f.Text[f.Offset16(source.Position{Line: at.Line,
		Column: at.Column}):f.Offset16(source.Position{Line: at.EndLine, Column: at.EndColumn})]
	if first, _, cut := strings.Cut(text, "\n"); cut {
		text = first + " …"
	}
	return strings.TrimRight(out+" "+text, " ")
}

// covers reports whether a range contains the mark or ends at it.
func (r *probeRun) covers(at protocol.Range) bool {
	before := at.Line < r.at.Line || at.Line == r.at.Line && at.Column <= r.at.Column
	after := at.EndLine > r.at.Line || at.EndLine == r.at.Line && at.EndColumn >= r.at.Column
	return at.File == r.file && before && after
}

func hoverLines(r *probeRun, p probe) []string {
	h := r.ask(protocol.Request{Op: "hover", Hover: r.position()}).Hover
	if !h.Found {
		return []string{"nothing"}
	}
	out := []string{r.place(h.Range), joined(": ", h.Title, h.Type)}
	if state := joined(" ", h.State, h.Value, h.Why); state != "" {
		out = append(out, state)
	}
	if h.Supply != "" {
		out = append(out, "supply "+strings.ReplaceAll(h.Supply, "\x00", " > "))
	}
	if h.Doc != "" {
		out = append(out, "doc "+strings.ReplaceAll(h.Doc, "\n", "↵"))
	}
	for _, param := range h.Params {
		out = append(out, joined(" ", "param", param.Name, param.Type, word(param.Optional, "optional"), param.Doc))
	}
	for _, hop := range h.Hops {
		out = append(out, "from "+hop.Label+" = "+hop.Value+" at "+r.place(hop.Range))
	}
	if h.Node != "" {
		out = append(out, "node "+h.Node)
	}
	return out
}

// maxItems limits the number of items in the answer to a completion.
const maxItems = 8

func completeLines(r *probeRun, p probe) []string {
	items := r.ask(protocol.Request{Op: "complete", Complete: r.position()}).Complete.Items
	if len(items) == 0 {
		return []string{"nothing"}
	}
	out := []string{fmt.Sprintf("%d in place of %s", len(items), r.place(items[0].Range))}
	for _, item := range items[:min(len(items), maxItems)] {
		line := joined(" ", item.Kind, item.Label, item.Detail)
		if item.Insert != item.Label {
			line += " inserts " + strconv.Quote(item.Insert)
		}
		out = append(out, line)
	}
	return out
}

func definitionLines(r *probeRun, p probe) []string {
	return r.places(r.ask(protocol.Request{Op: "definition", Definition: r.position()}).Definition)
}

func referenceLines(r *probeRun, p probe) []string {
	return r.places(r.ask(protocol.Request{Op: "references", References: r.position()}).References)
}

func (r *probeRun) places(l *protocol.Locations) []string {
	var out []string
	for _, at := range l.Ranges {
		out = append(out, r.place(at))
	}
	return orNothing(out)
}

func renameLines(r *probeRun, p probe) []string {
	edits := r.ask(protocol.Request{Op: "rename", Rename: &protocol.RenameRequest{File: r.file, Line: r.at.Line,
		Column: r.at.Column, Name: p.argument}}).Rename
	if edits.Error != "" {
		return []string{"refused: " + edits.Error}
	}
	return orNothing(r.edits(edits.Edits))
}

func (r *probeRun) edits(edits []protocol.Edit) []string {
	var out []string
	for _, e := range edits {
		out = append(out, r.place(e.Range)+" -> "+strings.ReplaceAll(e.Text, "\n", "↵"))
	}
	return out
}

// fixLines lists the problems at the mark, with the fixes that the editor offers.
func fixLines(r *probeRun, p probe) []string {
	var out []string
	for _, problem := range r.reply.Problems {
		if !r.covers(problem.Range) {
			continue
		}
		if len(problem.Fixes) == 0 {
			out = append(out, problem.Code+": no fix")
		}
		for _, fix := range problem.Fixes {
			out = append(out, problem.Code+": "+fix.Title)
			out = append(out, r.edits(fix.Edits)...)
		}
	}
	return orNothing(out)
}

// edgeLines lists the edges of the node whose name is marked, or the edges of the marked reference.
func edgeLines(r *probeRun, p probe) []string {
	var out []string
	named := map[string]bool{}
	for _, n := range r.reply.Graph.Nodes {
		if n.State != "missing" && r.covers(n.Name) {
			named[n.ID] = true
			out = append(out, joined(" ", n.Kind, n.ID, n.State))
		}
	}
	for _, e := range r.reply.Graph.Edges {
		if named[e.From] || named[e.To] || len(named) == 0 && r.covers(e.Range) {
			out = append(out, joined(" ", e.From, "->", e.To, word(e.Via != "", "via "+e.Via),
				word(e.Explicit, "explicit"), "at", r.place(e.Range)))
		}
	}
	return orNothing(out)
}

func whyLines(r *probeRun, p probe) []string {
	why := r.ask(protocol.Request{Op: "why", Why: &protocol.WhyRequest{Position: r.position()}}).Why
	var out []string
	for _, s := range why.Steps {
		role := ""
		if s.Role != "" {
			role = s.Role + ":"
		}
		line := joined(" ", s.Kind, role, s.Label, word(s.Overridden, "lost"), s.State, s.Value,
			word(s.BecomesSecret, "hidden here"))
		if s.Give != "" {
			line += ", give it at " + strings.ReplaceAll(s.Give, "\x00", " > ")
		}
		out = append(out, strings.Repeat("  ", s.Depth)+line+" at "+r.place(s.Range))
	}
	return orNothing(out)
}

func orNothing(lines []string) []string {
	if len(lines) == 0 {
		return []string{"nothing"}
	}
	return lines
}

func word(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// joined joins the words that are not empty, with by between them.
func joined(by string, words ...string) string {
	var out []string
	for _, w := range words {
		if w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, by)
}
