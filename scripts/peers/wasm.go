package main

import (
	_ "embed" // for the driver
	"encoding/json"
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

// wasm starts the engine once, for all templates. It answers a request with a time.
var wasm = sync.OnceValues(func() (*process, error) {
	manifest, err := site.ReadManifest(dist)
	if err != nil {
		return nil, err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	arguments := []string{"-e", wasmDriver, "-", // the driver skips two arguments, as if it were a file
		filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"),
		filepath.Join(dist, manifest.Assets.Engine)}
	for name, path := range manifest.Assets.Data {
		arguments = append(arguments, name+"="+filepath.Join(dist, path))
	}
	return startProcess("node", arguments...)
})

// timeInWasm returns the time from a request to the reply.
func timeInWasm(engine *process, req evaluator.Request) (time.Duration, error) {
	asked := &protocol.EvaluateRequest{Dialect: req.Dialect, Lean: true}
	for _, f := range req.Files {
		asked.Files = append(asked.Files, protocol.File(f))
	}
	text, err := json.Marshal(protocol.Request{Op: "evaluate", Evaluate: asked})
	if err != nil {
		return 0, err
	}
	line, err := engine.ask(text)
	if err != nil {
		return 0, err
	}
	took, err := strconv.ParseFloat(strings.TrimSuffix(string(line), "\n"), 64)
	return time.Duration(took * float64(time.Millisecond)), err
}
