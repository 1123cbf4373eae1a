package evaluator_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/protocol"
)

// TestALongLivedEngineAnswersLikeANewOne makes random edits. After each edit, the engine that has
// seen them all must give the same answers, byte for byte, as a new engine. The test makes 1,000
// edits per dialect with a fixed seed. If the environment variable REPLAY_EDITS is set, it makes that
// many, with the seed in the variable SEED or a random one.
func TestALongLivedEngineAnswersLikeANewOne(t *testing.T) {
	count, seed := 1000, int64(1)
	if underJS {
		count = 240
	}
	if n, err := strconv.Atoi(os.Getenv("REPLAY_EDITS")); err == nil {
		count, seed = n, time.Now().UnixNano()
		if n, err := strconv.ParseInt(os.Getenv("SEED"), 10, 64); err == nil {
			seed = n
		}
	}
	for _, dialect := range dialect.Names() {
		t.Run(dialect, func(t *testing.T) {
			t.Logf("%d edits with seed %d", count, seed)
			for _, isTyping := range []bool{false, true} {
				p := newEditSession(t, dialect, seed)
				p.isTyping = isTyping
				p.run(count / 2)
			}
		})
	}
}

// maxReplayed limits the size in bytes of the documents that sessions start with. A document that
// edits make longer than twice this is replaced.
const maxReplayed = 2500

// An editSession simulates a user who edits documents of a dialect, one after another, in one
// engine.
type editSession struct {
	t        *testing.T
	r        *rand.Rand
	dialect  string
	seeds    [][]protocol.File
	engine   *evaluator.Engine
	shown    protocol.Rendered   // the result that a page shows after applying all changes
	seen     protocol.Inspection // the last inspection that a page has received
	kept     int                 // how many elements of inspections were not sent again
	changes  int                 // how many results were sent as changes
	sent     []protocol.File     // the files of the last request to evaluate
	edits    int                 // how many requests were sent as edits
	adapted  int                 // how many programs were adapted from the last version
	mistaken int                 // how many of them have syntax errors
	onChange func(changeCase)    // called for each change, if not nil
	request  protocol.EvaluateRequest
	undo     [][]protocol.File // the document before each edit
	isTyping bool              // most edits type in a value, as those of users do
	isBroken bool              // the last edit did something else: the next one undoes it
	lastEdit string            // description of the last edit
}

func newEditSession(t *testing.T, dialect string, seed int64) *editSession {
	p := &editSession{t: t, r: rand.New(rand.NewSource(seed)), dialect: dialect, engine: evaluator.New()}
	p.engine.Supply(dataFile)
	p.shown.ID = -1
	for _, e := range seeds(t, dialect) {
		size := 0
		var files []protocol.File
		for _, f := range e.Files {
			size += len(f.Text)
			files = append(files, protocol.File(f))
		}
		if size <= maxReplayed && len(files) > 0 {
			p.seeds = append(p.seeds, files)
		}
	}
	p.generate(seed)
	p.request = protocol.EvaluateRequest{Dialect: dialect, Inlays: true}
	p.open()
	return p
}

// generate adds documents in which edits have more effects than in most examples.
func (p *editSession) generate(seed int64) {
	add := func(count int, document func(i int64) []protocol.File) {
		for i := range count {
			p.seeds = append(p.seeds, document(int64(i)))
		}
	}
	switch p.dialect {
	case "pulumi":
		add(20, func(i int64) []protocol.File {
			return []protocol.File{{Name: "Pulumi.yaml", Text: pulumiProgram(4, i)}}
		})
	case "hot":
		add(len(p.seeds), func(int64) []protocol.File { return randomHeat(p.r) })
	case "esc":
		add(200, func(i int64) []protocol.File { return escBundle(seed + i) })
	case "pullconf":
		add(100, pullconfFiles)
	}
}

// open replaces the document with another one. Some of those in which values are edited have a mistake.
func (p *editSession) open() {
	p.lastEdit = "another document"
	p.request.Files, p.undo = p.seeds[p.r.Intn(len(p.seeds))], nil
	if p.isTyping && p.r.Intn(3) == 0 {
		p.lastEdit = "another document with a mistake"
		p.request.Files = slices.Clone(p.request.Files)
		k := p.r.Intn(len(p.request.Files))
		p.request.Files[k].Text = withMistake(p.r, p.request.Files[k].Text)
	}
}

// mistakes are lines that are invalid in most places.
var mistakes = []string{"half_typed", "half_typed  42", "k: \"open", "k: 'open", "k: [a, b", "k: {a: b", "k: b: c",
	"k: a]", "- item", "k: \"\\q\"", "k: @x", "]", "k: *none", "\"quoted", "k: |x", "? half"}

// withMistake inserts an invalid line into a text. Most of the time, it is indented like the next line.
func withMistake(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	k := r.Intn(len(lines))
	indent := lines[k][:len(lines[k])-len(strings.TrimLeft(lines[k], " "))]
	if r.Intn(6) == 0 {
		indent += " "
	}
	lines[k] = indent + mistakes[r.Intn(len(mistakes))] + "\n" + lines[k]
	return strings.Join(lines, "")
}

func (p *editSession) run(count int) {
	for i := range count {
		p.request.Revision = i + 1
		p.check()
		p.edit()
		if i%3 == 2 {
			p.engine.Rest()
		}
	}
	require.NotZero(p.t, p.changes, "no result was sent as a change")
	require.NotZero(p.t, p.edits, "no request was sent as edits")
	if p.isTyping && p.dialect != "terraform" {
		p.t.Logf("%d programs were adapted, %d of them with syntax errors", p.adapted, p.mistaken)
		require.NotZero(p.t, p.adapted, "no program was adapted from its last version")
		if !underJS { // its few edits have no such program in some dialects
			require.NotZero(p.t, p.mistaken, "no program with a syntax error was adapted")
		}
		require.NotZero(p.t, p.kept, "all inspections were sent in full")
	}
}

// edit makes one random edit: of a file, of the list of files, an undo, or another document.
func (p *editSession) edit() {
	if p.r.Intn(40) == 0 || p.isTyping && p.r.Intn(12) == 0 {
		p.isBroken = false
		p.open()
		return
	}
	if n := len(p.undo); n > 0 && p.r.Intn(5) == 0 {
		k := max(n-1-p.r.Intn(4), 0)
		p.lastEdit = "undo"
		p.request.Files, p.undo = p.undo[k], p.undo[:k]
		return
	}
	if p.isTyping {
		if p.isBroken = !p.isBroken && p.r.Intn(6) == 0; !p.isBroken {
			p.typeSomewhere()
			return
		}
	}
	p.undo = append(p.undo, p.request.Files)
	files := append([]protocol.File(nil), p.request.Files...)
	k := 0
	if p.r.Intn(3) == 0 {
		k = p.r.Intn(len(files))
	}
	p.lastEdit, files[k].Text = p.randomEdit(files[k].Text)
	if p.r.Intn(60) == 0 {
		p.lastEdit += ", and removing a file"
		files = append(files[:k:k], files[k+1:]...)
	}
	if len(files) == 0 || len(files[0].Text) > 2*maxReplayed {
		p.open()
		return
	}
	p.request.Files = files
}

// typeSomewhere types in a value. If the last edit did something else, it is undone first.
func (p *editSession) typeSomewhere() {
	if n := len(p.undo); n > 0 {
		p.request.Files, p.undo = p.undo[n-1], nil
	}
	files := append([]protocol.File(nil), p.request.Files...)
	k := 0
	if p.r.Intn(4) == 0 {
		k = p.r.Intn(len(files))
	}
	p.lastEdit, files[k].Text = "typing in a value", typeInValue(p.r, files[k].Text)
	if p.r.Intn(3) == 0 {
		files[k].Text = typeInValue(p.r, files[k].Text)
	}
	p.request.Files = files
}

// insertions are the texts that edits insert.
var insertions = []string{
	"a", "1", " ", "\n", "\n  ", "\n    ", ":", ": ", "- ", "\"", "'", "[", "]", "{", "}", "${", "}", "#", "\t", "é",
	"|\n", "&a ", "*a", "x: y\n", "  k: ${v}\n", "\r\n", "😀", "---\n", "!t ", ", ", ".", "null", "\\",
}

// randomEdit changes a text as a user could, and describes the edit.
func (p *editSession) randomEdit(text string) (what, changed string) {
	r := p.r
	i := r.Intn(len(text) + 1)
	switch r.Intn(15) {
	case 9, 10, 11, 12, 13, 14:
		return "typing in a value", typeInValue(r, text)
	case 0, 1, 2:
		return "typing", text[:i] + insertions[r.Intn(len(insertions))] + text[i:]
	case 3:
		return "deleting", text[:i] + text[min(i+1+r.Intn(2), len(text)):]
	case 4:
		return "deleting a selection", text[:i] + text[min(i+r.Intn(80), len(text)):]
	case 5:
		files := p.seeds[r.Intn(len(p.seeds))]
		lines := strings.SplitAfter(files[r.Intn(len(files))].Text, "\n")
		from := r.Intn(len(lines))
		at := strings.LastIndexByte(text[:i], '\n') + 1
		return "pasting lines", text[:at] + strings.Join(lines[from:min(from+1+r.Intn(6), len(lines))], "") + text[at:]
	case 6:
		return "moving an entry", swapEntries(r, text)
	case 7:
		return "changing a line", p.changeLine(text)
	}
	words := strings.FieldsFunc(text,
		func(c rune) bool { return !(c == '_' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9') })
	if len(words) == 0 {
		return "nothing", text
	}
	return "renaming", strings.ReplaceAll(text, words[r.Intn(len(words))], "n"+strconv.Itoa(r.Intn(3)))
}

// typeInValue types or deletes a letter in a word on a random line, as most edits do, or adds a line to a comment.
// Values elsewhere may depend on it, although the text there does not change.
func typeInValue(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	k := r.Intn(len(lines))
	if r.Intn(20) == 0 {
		lines[k] = "# comment\n" + lines[k]
		return strings.Join(lines, "")
	}
	isLetter := func(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
	for i := range lines {
		line := lines[(k+i)%len(lines)]
		from := max(strings.LastIndex(line, ": "), strings.Index(line, "- "))
		isInSection := strings.HasPrefix(line, "  ") && !strings.Contains(line, "type:")
		if from < 0 || !isInSection && r.Intn(8) > 0 {
			continue
		}
		var words []int // where there is a letter with a letter before it
		for at := from + 1; at < len(line); at++ {
			inName := strings.LastIndexByte(line[:at], '{') > strings.LastIndexByte(line[:at], '}')
			if isLetter(line[at]) && isLetter(line[at-1]) && (!inName || r.Intn(8) == 0) {
				words = append(words, at)
			}
		}
		if len(words) == 0 {
			continue
		}
		at := words[r.Intn(len(words))]
		if r.Intn(3) == 0 {
			lines[(k+i)%len(lines)] = line[:at] + line[at+1:]
		} else {
			typed := "x"
			if r.Intn(12) == 0 { // these mean something after a quote that is not closed
				typed = []string{"\"", "'", "\\"}[r.Intn(3)]
			}
			lines[(k+i)%len(lines)] = line[:at] + typed + line[at:]
		}
		break
	}
	return strings.Join(lines, "")
}

// swapEntries swaps two neighbouring entries of a section. An entry is a line with the further
// indented lines below it.
func swapEntries(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	indent := strings.Repeat(" ", 2*r.Intn(3))
	var starts []int
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, indent); ok && rest != "" && rest[0] != ' ' {
			starts = append(starts, i)
		}
	}
	if len(starts) < 3 {
		return text
	}
	k := r.Intn(len(starts) - 2)
	a, b, c := starts[k], starts[k+1], starts[k+2]
	return strings.Join(lines[:a], "") + strings.Join(lines[b:c], "") + strings.Join(lines[a:b], "") +
		strings.Join(lines[c:], "")
}

// changeLine changes the value or the indentation of a line, or duplicates it.
func (p *editSession) changeLine(text string) string {
	lines := strings.SplitAfter(text, "\n")
	k := p.r.Intn(len(lines))
	head, _, isEntry := strings.Cut(lines[k], ":")
	switch p.r.Intn(3) {
	case 0:
		lines[k] += lines[k]
	case 1:
		lines[k] = strings.Repeat(" ", p.r.Intn(7)) + strings.TrimLeft(lines[k], " ")
	default:
		if isEntry {
			lines[k] = fmt.Sprintf("%s: %s%d\n", head, []string{"", "text ", "${", "[a, "}[p.r.Intn(4)], p.r.Intn(20))
		}
	}
	return strings.Join(lines, "")
}

// check compares the answers of the session's engine and of a new engine to random requests.
func (p *editSession) check() {
	fresh := evaluator.New()
	fresh.Supply(dataFile)
	asked := p.request
	asked.Lean = p.r.Intn(2) == 0
	if p.isTyping { // the page always asks for a lean snapshot; a change would end the adaptation
		asked.Lean = true
	}
	asked.Only, asked.View, asked.Reveal = "", []string{"", "", "", "json"}[p.r.Intn(4)], p.r.Intn(6) == 0
	if !p.evaluateBoth(fresh, asked) {
		return // not evaluated, so the older engine still answers about the previous document
	}
	file := asked.Files[p.r.Intn(len(asked.Files))]
	place := &protocol.PositionRequest{File: file.Name, Line: 1 + p.r.Intn(1+strings.Count(file.Text, "\n")),
		Column: 1 + p.r.Intn(12)}
	switch p.r.Intn(8) {
	case 0, 1:
		p.inspectBoth(fresh, asked.Revision)
	case 2:
		p.askBoth(fresh, &protocol.Request{Op: "hover", Hover: place})
	case 3:
		p.askBoth(fresh, &protocol.Request{Op: "complete", Complete: place})
	case 4:
		p.askBoth(fresh, &protocol.Request{Op: "definition", Definition: place})
	case 5:
		p.askBoth(fresh, &protocol.Request{Op: "references", References: place})
	case 6:
		p.askBoth(fresh, &protocol.Request{Op: "why", Why: &protocol.WhyRequest{Position: place}})
	}
}

// inspectBoth requests a complete inspection from the new engine and, most of the time, a change of the last one from
// the other one.
func (p *editSession) inspectBoth(fresh *evaluator.Engine, revision int) {
	request := protocol.Request{Op: "inspect", Inspect: &protocol.InspectRequest{Revision: revision}}
	want := fresh.Call(request.AppendJSON(nil))
	if p.r.Intn(8) > 0 {
		request.Inspect.Base = p.seen.Revision
	}
	var reply protocol.Reply
	require.NoError(p.t, protocol.Decode(p.engine.Call(request.AppendJSON(nil)), &reply))
	next := reply.Inspect
	if c := next.Change; c != nil {
		g, last := &next.Graph, &p.seen
		p.kept += len(last.Graph.Nodes) - len(g.Nodes) + len(last.Outline) - len(next.Outline)
		g.Nodes, g.Edges = changed(last.Graph.Nodes, c.Nodes, g.Nodes), changed(last.Graph.Edges, c.Edges, g.Edges)
		next.Outline = changed(last.Outline, c.Symbols, next.Outline)
		next.Unknowns = changed(last.Unknowns, c.Unknowns, next.Unknowns)
		next.Change = nil
	}
	var whole protocol.Reply
	require.NoError(p.t, protocol.Decode(want, &whole))
	p.requireEqual(request.AppendJSON(nil), whole.AppendJSON(nil), reply.AppendJSON(nil))
	if p.r.Intn(6) > 0 { // otherwise, the page has dropped the inspection
		p.seen = *next
	}
}

// changed returns a list with other elements at some indices.
func changed[T any](list []T, indices []int, elements []T) []T {
	list = slices.Clone(list)
	for k, i := range indices {
		list[i] = elements[k]
	}
	return list
}

// evaluateBoth requests a complete result from the new engine and, most of the time, a change of
// the shown result from the other one. It reports whether the document could be evaluated.
func (p *editSession) evaluateBoth(fresh *evaluator.Engine, asked protocol.EvaluateRequest) bool {
	request := protocol.Request{Op: "evaluate", Evaluate: &asked}
	want := fresh.Call(request.AppendJSON(nil))
	if p.r.Intn(8) > 0 {
		asked.Base = p.shown.ID
	}
	shortened := asked
	if edits := editsBetween(p.sent, asked.Files); edits != nil {
		p.edits++
		shortened.Files, shortened.Edits = []protocol.File{}, edits
	}
	p.sent = asked.Files
	sent := protocol.Request{Op: "evaluate", Evaluate: &shortened}
	got := p.engine.Call(sent.AppendJSON(nil))
	var reply protocol.Reply
	require.NoError(p.t, protocol.Decode(got, &reply))
	if p.engine.IsAdapted() && reply.Evaluate != nil {
		p.adapted++
		isSyntax := func(q protocol.Problem) bool { return strings.HasPrefix(q.Code, "yaml-") }
		if slices.ContainsFunc(reply.Evaluate.Problems, isSyntax) {
			p.mistaken++
		}
	}
	if reply.Evaluate == nil {
		p.requireEqual(nil, want, got)
		return false
	}
	r := &reply.Evaluate.Result
	require.Equal(p.t, asked.Base != 0, r.ID != 0)
	id := r.ID
	if r.Change != nil {
		p.changes++
		r.Text, r.Marks = applyChange(r.Change, &p.shown)
		if p.onChange != nil {
			p.onChange(changeCase{p.lastEdit, p.shown, *r.Change, r.Text, r.Marks})
		}
	}
	r.ID, r.Change = 0, nil
	restoreConsole(reply.Evaluate)
	var whole protocol.Reply // is decoded and encoded again, too, so that equal messages have equal encodings
	require.NoError(p.t, protocol.Decode(want, &whole))
	p.requireEqual(request.AppendJSON(nil), whole.AppendJSON(nil), reply.AppendJSON(nil))
	if id != 0 && p.r.Intn(6) > 0 { // otherwise, the page has dropped the result, as if it came too late
		p.shown = *r
		p.shown.ID = id
	}
	return true
}

// restoreConsole inserts the text that protocol.ConsoleEntry.IsResult stands for.
func restoreConsole(s *protocol.Snapshot) {
	for i := range s.Console {
		if s.Console[i].IsResult {
			s.Console[i].Text, s.Console[i].IsResult = strings.TrimSuffix(s.Result.Text, "\n"), false
		}
	}
}

// applyChange applies a change to a result, as protocol.Change documents it.
func applyChange(c *protocol.Change, old *protocol.Rendered) (text string, marks []int32) {
	lines := strings.SplitAfter(old.Text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	marks = slices.Clone(old.Marks)
	var out strings.Builder
	at := int32(0)
	for i, with := range c.Texts {
		first, gone := c.Lines[2*i]-1, c.Lines[2*i+1]
		out.WriteString(strings.Join(lines[at:first], "") + with)
		at = first + gone
		for k := 0; k < len(marks); k += protocol.MarkStride {
			if old.Marks[k] > first+gone {
				come := int32(strings.Count(with, "\n"))
				if with != "" && !strings.HasSuffix(with, "\n") {
					come++
				}
				marks[k] += come - gone
			}
		}
	}
	out.WriteString(strings.Join(lines[at:], ""))
	for s := c.Shifts; len(s) > 0; s = s[3:] {
		for k := 0; k < len(marks); k += protocol.MarkStride {
			for _, at := range []int{k + 5, k + 7} {
				if marks[k+4] == s[0] && old.Marks[at] >= s[1] {
					marks[at] += s[2]
				}
			}
		}
	}
	for m := c.Marks; len(m) > 0; {
		const n = protocol.MarkStride
		first, gone, come := int(m[0])*n, int(m[1])*n, int(m[2])*n
		marks = slices.Replace(marks, first, first+gone, m[3:3+come]...)
		m = m[3+come:]
	}
	for e := c.Ends; len(e) > 0; e = e[2:] {
		marks[e[0]*protocol.MarkStride+2] = e[1]
	}
	return out.String(), marks
}

// askBoth sends a request to both engines and compares their answers.
func (p *editSession) askBoth(fresh *evaluator.Engine, asked *protocol.Request) {
	request := asked.AppendJSON(nil)
	p.requireEqual(request, fresh.Call(request), p.engine.Call(request))
}

// requireEqual fails the test if two answers to a request differ.
func (p *editSession) requireEqual(request, want, got []byte) {
	if !bytes.Equal(want, got) {
		at := 0
		for at < min(len(want), len(got)) && want[at] == got[at] {
			at++
		}
		around := func(b []byte) string { return string(b[max(at-100, 0):min(at+200, len(b))]) }
		require.Fail(p.t, "the engines differ", "after %s:\n%s\nnew: %s\nold: %s", p.lastEdit, request, around(want),
			around(got))
	}
}
