// Package engine compiles the evaluator for browsers.
package engine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"pantograph/scripts/internal/wasmslim"
)

// inlined lists the packages in which the compiler inlines calls: those that run for every line of
// a template, and the libraries that they call most. Inlining everywhere would make the engine 7 %
// larger and hardly faster.
var inlined = []string{
	"pantograph/evaluator", "pantograph/evaluator/bind", "pantograph/evaluator/diag", "pantograph/evaluator/eval",
	"pantograph/evaluator/inspect", "pantograph/evaluator/ir", "pantograph/evaluator/layout",
	"pantograph/evaluator/protocol",
	"pantograph/evaluator/render",
	"pantograph/evaluator/source", "pantograph/evaluator/value", "pantograph/evaluator/yamltree",
	"bytes", "cmp", "internal/abi", "internal/bytealg", "internal/strconv", "maps", "math", "math/bits",
	"slices", "sort",
	"strconv", "strings", "unicode", "unicode/utf8",
}

var (
	// Builds are the ways to compile the engine whose sizes scripts/size compares.
	Builds = wasmslim.Builds(inlined)
	// Flags are the flags of the last build, the one that is slimmed and shipped.
	Flags = wasmslim.Flags(inlined)
)

// Compile compiles the engine with flags and returns the toolchain's output.
func Compile(root string, flags ...string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "pantograph")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	target := filepath.Join(folder, "engine.wasm")
	arguments := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", target}, flags...)
	compile := exec.Command("go", append(arguments, "./wasm")...)
	compile.Dir = root
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if output, err := compile.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the engine does not compile:\n%s", output)
	}
	return os.ReadFile(target)
}
