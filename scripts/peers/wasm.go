package main

import (
	"bufio"
	_ "embed" // for the driver
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
	"pantograph/scripts/internal/site"
)

// The engine of the page is slower than the same code in this program. Where it has been built and Node is installed,
// it gets the same templates.

//go:embed wasmdriver.cjs
var wasmDriver string

// dist is the folder with the built page.
const dist = "../../dist"

// A wasmEngine evaluates in Node.
type wasmEngine struct {
	in  io.Writer     // a line of JSON for each request
	out *bufio.Reader // a line with a time for each reply
}

// wasm starts the engine once, for all templates.
var wasm = sync.OnceValues(func() (*wasmEngine, error) {
	manifest, err := site.ReadManifest(dist)
	if err != nil {
		return nil, err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	arguments := []string{"-", filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"),
		filepath.Join(dist, manifest.Assets.Engine)}
	for name, path := range manifest.Assets.Data {
		arguments = append(arguments, name+"="+filepath.Join(dist, path))
	}
	arguments = append([]string{"-e", wasmDriver}, arguments...)
	command := exec.Command("node", arguments...)
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &wasmEngine{in, bufio.NewReader(out)}, command.Start()
})

// evaluate returns the time from a request to the reply.
func (e *wasmEngine) evaluate(req evaluator.Request) (time.Duration, error) {
	asked := &protocol.EvaluateRequest{Dialect: req.Dialect, Lean: true}
	for _, f := range req.Files {
		asked.Files = append(asked.Files, protocol.File(f))
	}
	text, err := json.Marshal(protocol.Request{Op: "evaluate", Evaluate: asked})
	if err != nil {
		return 0, err
	}
	if _, err := e.in.Write(append(text, '\n')); err != nil {
		return 0, err
	}
	line, err := e.out.ReadString('\n')
	if err != nil {
		return 0, err
	}
	took, err := strconv.ParseFloat(strings.TrimSuffix(line, "\n"), 64)
	return time.Duration(took * float64(time.Millisecond)), err
}
