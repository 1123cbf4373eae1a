// Package engine compiles the evaluator for browsers.
package engine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
