// Protocolgen generates code from the structs of evaluator/protocol: the Go codec, the TypeScript
// types of the page, and the fingerprint that both contain.
//
//	go run ./scripts/protocolgen          write the files
//	go run ./scripts/protocolgen -check   fail if they are out of date
//
// Existing generators are not suitable: those for TypeScript do not support discriminated unions, and
// the code of those for Go imports encoding/json, which would make the engine 100 KB larger.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"pantograph/scripts/internal/repo"
)

// The generated files.
const (
	codecPath      = "evaluator/protocol/codec.gen.go"
	typescriptPath = "web/src/protocol/protocol.gen.ts"
)

// sourcePaths lists the files of the protocol, in the order of the output.
var sourcePaths = []string{"evaluator/protocol/protocol.go", "evaluator/protocol/inspection.go",
	"evaluator/protocol/drawing.go"}

func main() {
	check := flag.Bool("check", false, "fail if the generated files are out of date")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "protocolgen:", err)
		os.Exit(1)
	}
}

// run writes the generated files that have changed or, with check, returns an error if one has.
func run(check bool) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	files, err := generate(root)
	if err != nil {
		return err
	}
	for path, text := range files {
		if err := writeIfChanged(filepath.Join(root, path), text, check); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the content of every generated file, by its path in the repository.
func generate(root string) (map[string][]byte, error) {
	shape, err := shapeOf(root)
	if err != nil {
		return nil, err
	}
	codec, err := writeCodec(shape)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{codecPath: codec, typescriptPath: writeTypeScript(shape)}, nil
}

// shapeOf parses the protocol.
func shapeOf(root string) (*Shape, error) {
	var texts [][]byte
	for _, path := range sourcePaths {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return readShape(texts...)
}

// writeIfChanged writes a file if its content differs or, with check, returns an error instead.
func writeIfChanged(path string, text []byte, check bool) error {
	old, err := os.ReadFile(path)
	if err == nil && bytes.Equal(old, text) {
		return nil
	}
	if check {
		return fmt.Errorf("%s is out of date: run `make update`", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
