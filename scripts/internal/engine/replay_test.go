package engine

import (
	"bytes"
	_ "embed" // for the script
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/example"
	"pantograph/evaluator/protocol"
	"pantograph/scripts/internal/datafiles"
	"pantograph/scripts/internal/repo"
	"pantograph/scripts/internal/wasmslim"
)

// replay is a script that sends the requests in a file to an engine in WebAssembly, and fails if a
// reply differs from that in another file.
//
//go:embed replay.js
var replay []byte

// TestTheSlimEngineAnswersLikeTheNativeOne sends the same requests to the engine as shipped, in
// Node, and to a native one: for every example, all operations, many of them at several positions,
// also with mistakes in its files; for every recorded case, the requests that the page sends first.
// An engine that enters a function of Unused crashes.
func TestTheSlimEngineAnswersLikeTheNativeOne(t *testing.T) {
	root, err := repo.Root()
	require.NoError(t, err)
	program, err := Compile(root, Flags...)
	require.NoError(t, err)
	slim, _, err := wasmslim.Slim(program, Unused...)
	require.NoError(t, err)

	dir := t.TempDir()
	write := func(name string, content []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o644))
	}
	write("engine.wasm", slim)
	write("replay.js", replay)
	for name, file := range datafiles.Files {
		write("data-"+name, file())
	}
	a := newAsker()
	a.everything(t, root)
	write("requests", a.requests.Bytes())
	write("replies", a.replies.Bytes())
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	node := exec.Command("node", "replay.js", filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm",
		"wasm_exec.js"))
	node.Dir = dir
	output, err := node.CombinedOutput()
	require.NoError(t, err, string(output))
	for _, field := range reflect.VisibleFields(reflect.TypeFor[protocol.Request]()) {
		if field.Name != "Op" {
			assert.True(t, a.asked[strings.ToLower(field.Name)], "no request has the operation %s", field.Name)
		}
	}
	assert.Greater(t, a.count, 10_000, "too few requests: were the examples found?")
	t.Logf("%d requests: %s", a.count, output)
}

// An asker sends requests to a native engine, and records requests and replies, one per line.
type asker struct {
	engine            *evaluator.Engine
	requests, replies bytes.Buffer
	count             int
	asked             map[string]bool // the operations that were requested
	random            *rand.Rand
}

func newAsker() *asker {
	return &asker{engine: datafiles.Engine(), random: rand.New(rand.NewSource(1)), asked: map[string]bool{}}
}

func (a *asker) ask(t *testing.T, request protocol.Request) (reply protocol.Reply) {
	text := request.AppendJSON(nil)
	answer := a.engine.Call(text)
	a.requests.Write(append(text, '\n'))
	a.replies.Write(append(answer, '\n'))
	a.count++
	a.asked[request.Op] = true
	require.NoError(t, protocol.Decode(answer, &reply))
	return reply
}

func (a *asker) everything(t *testing.T, root string) {
	a.ask(t, protocol.Request{Op: "hello", Hello: &protocol.HelloRequest{Fingerprint: protocol.Fingerprint}})
	for _, pattern := range []string{"testdata/*/*.txtar", "testdata/conformance/*/*.txtar"} {
		paths, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			e, err := example.Parse(filepath.Base(filepath.Dir(path)),
				strings.TrimSuffix(filepath.Base(path), ".txtar"), text)
			require.NoError(t, err)
			var files []protocol.File
			for _, f := range e.Files {
				files = append(files, protocol.File(f))
			}
			if strings.Contains(pattern, "conformance") {
				a.document(t, e.Dialect, files, 0)
				continue
			}
			a.document(t, e.Dialect, files, 10)
			for range 2 {
				a.document(t, e.Dialect, a.damaged(files), 2)
			}
		}
	}
}

// document evaluates files and sends all requests about the result, among them those about some
// random positions in each file. If positions is 0, it sends only the requests that the page sends
// first.
func (a *asker) document(t *testing.T, dialect string, files []protocol.File, positions int) {
	asked := &protocol.EvaluateRequest{Revision: a.count, Dialect: dialect, Files: files, Inlays: true, Lean: true}
	reply := a.ask(t, protocol.Request{Op: "evaluate", Evaluate: asked})
	if reply.Evaluate == nil {
		return
	}
	inspected := a.ask(t, protocol.Request{Op: "inspect", Inspect: &protocol.InspectRequest{Revision: asked.Revision}})
	for _, v := range reply.Evaluate.Views {
		a.ask(t, protocol.Request{Op: "render", Render: &protocol.RenderRequest{View: v.ID, Reveal: positions > 0}})
	}
	if positions == 0 {
		return
	}
	a.ask(t, protocol.Request{Op: "rehearse", Rehearse: asked})
	a.ask(t, protocol.Request{Op: "redact", Redact: &protocol.RedactRequest{Files: files}})
	for _, f := range files {
		for range positions {
			a.position(t, f)
		}
	}
	for i, n := range inspected.Inspect.Graph.Nodes {
		if i == 2*positions {
			break
		}
		a.ask(t, protocol.Request{Op: "why", Why: &protocol.WhyRequest{Node: n.ID}})
	}
	for _, format := range protocol.GraphFormats {
		drawing := &protocol.LayoutRequest{Direction: "down"}
		a.ask(t, protocol.Request{Op: "export", Export: &protocol.ExportRequest{Format: format, Drawing: drawing}})
	}
	a.ask(t, protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Direction: "right"}})
	a.ask(t, protocol.Request{Op: "reveal", Reveal: &protocol.RevealRequest{}})
	for _, how := range []string{"value", "samples", "clear"} {
		a.ask(t, protocol.Request{Op: "give", Give: &protocol.GiveRequest{How: how, Path: "config\x00b", Value: "2"}})
	}
	a.ask(t, protocol.Request{Op: "world", World: &protocol.WorldRequest{Names: []string{}}})
	a.ask(t, protocol.Request{Op: "input", Input: &protocol.InputRequest{Text: "config: {a: 1}\n", Path: "config\x00b",
		Value: "2"}})
}

// position sends the requests about a random position in a file.
func (a *asker) position(t *testing.T, f protocol.File) {
	lines := strings.Split(f.Text, "\n")
	line := a.random.Intn(len(lines))
	at := &protocol.PositionRequest{File: f.Name, Line: line + 1, Column: 1 + a.random.Intn(len(lines[line])+1)}
	a.ask(t, protocol.Request{Op: "hover", Hover: at})
	a.ask(t, protocol.Request{Op: "complete", Complete: at})
	a.ask(t, protocol.Request{Op: "definition", Definition: at})
	a.ask(t, protocol.Request{Op: "references", References: at})
	a.ask(t, protocol.Request{Op: "why", Why: &protocol.WhyRequest{Position: at}})
	a.ask(t, protocol.Request{Op: "unknowns", Unknowns: &protocol.WhyRequest{Position: at}})
	a.ask(t, protocol.Request{Op: "rename", Rename: &protocol.RenameRequest{File: at.File, Line: at.Line,
		Column: at.Column, Name: "fresh"}})
}

// damaged returns the files with a random edit in one of them: it is cut off, or a piece of it is
// removed, inserted or duplicated.
func (a *asker) damaged(files []protocol.File) []protocol.File {
	const characters = "\"'{}[]:,&*!|>%@`#$\t\n -?0\\\x00"
	files = append([]protocol.File(nil), files...)
	f := &files[a.random.Intn(len(files))]
	from, to := a.random.Intn(len(f.Text)+1), a.random.Intn(len(f.Text)+1)
	from, to = min(from, to), min(max(from, to), min(from, to)+20)
	switch before, after := f.Text[:from], f.Text[from:]; a.random.Intn(4) {
	case 0:
		f.Text = before
	case 1:
		f.Text = before + f.Text[to:]
	case 2:
		f.Text = before + string(characters[a.random.Intn(len(characters))]) + after
	default:
		f.Text = f.Text[:to] + after
	}
	f.Text = strings.ToValidUTF8(f.Text, "")
	return files
}
