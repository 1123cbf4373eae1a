package main

import (
	"fmt"
	"io"
	"os"

	"pantograph/scripts/internal/compress"
	"pantograph/scripts/internal/engine"
	"pantograph/scripts/internal/progress"
	"pantograph/scripts/internal/wasmslim"
)

// A stage is the engine after a step of compiling or slimming it.
type stage struct {
	title       string
	costs       bool // the step is not meant to save space
	raw, packed int  // bytes, and bytes after Brotli
}

// measureSteps returns the size of the engine for each way to compile it, and after each step of
// wasmslim.
func measureSteps(root string, cache compress.Cache) ([]stage, error) {
	var stages []stage
	var contents [][]byte
	for _, build := range engine.Builds {
		program, err := compile(root, build.Flags...)
		if err != nil {
			return nil, err
		}
		stages = append(stages, stage{title: build.Title})
		contents = append(contents, program)
	}
	program := contents[len(contents)-1]
	for i, step := range wasmslim.Steps {
		slim, _, err := wasmslim.Partly(program, i+1, engine.Unused...)
		if err != nil {
			return nil, err
		}
		stages = append(stages, stage{title: step.Title, costs: step.Costs})
		contents = append(contents, slim)
	}
	for i, content := range contents {
		packed, err := cache.Brotli(content, compress.Fast)
		if err != nil {
			return nil, err
		}
		stages[i].raw, stages[i].packed = len(content), len(packed)
	}
	return stages, nil
}

// compile compiles the engine, and reports that it is still running.
func compile(root string, flags ...string) (program []byte, err error) {
	err = progress.During(os.Stdout, "compiling the engine", func() error {
		program, err = engine.Compile(root, flags...)
		return err
	})
	return program, err
}

// reportSteps prints a table, and returns the titles of the steps that save nothing.
func reportSteps(out io.Writer, stages []stage) (useless []string) {
	fmt.Fprintf(out, "\n%-32s %9s %9s %9s\n", "KB of the engine", "raw", "brotli 5", "saved")
	for i, s := range stages {
		if i == 0 {
			fmt.Fprintf(out, "%-32s %9.1f %9.1f\n", s.title, inKilo(s.raw), inKilo(s.packed))
			continue
		}
		saved, note := stages[i-1].packed-s.packed, ""
		if saved <= 0 && !s.costs {
			note = "  saves nothing"
			useless = append(useless, s.title)
		}
		fmt.Fprintf(out, "%-32s %9.1f %9.1f %9.1f%s\n", s.title, inKilo(s.raw), inKilo(s.packed), inKilo(saved), note)
	}
	return useless
}
