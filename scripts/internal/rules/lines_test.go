package rules

import (
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	maxColumns = 120 // columns of a line, where a tab counts as four
	maxWord    = 80  // characters of a word; a line with a longer one, such as a digest, cannot be broken
)

// TestLinesAreShort checks the length of lines, except in Go's raw strings of several lines: they
// contain templates as users write them, and tables.
func TestLinesAreShort(t *testing.T) {
	walk(t, func(root, file string) {
		switch filepath.Ext(file) {
		case ".go", ".ts", ".css":
		default:
			return
		}
		if strings.Contains(file, ".gen.") {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		require.NoError(t, err)
		for _, line := range longLines(file, text) {
			assert.Fail(t, "a line is longer than the limit", "%s:%d", file, line)
		}
	}, "evaluator", "scripts", "wasm", "web")
}

// longLines returns the numbers of the lines that are too long and could be broken.
func longLines(file string, text []byte) []int {
	raw := map[int]bool{}
	if filepath.Ext(file) == ".go" {
		raw = rawLines(text)
	}
	var found []int
	for i, line := range strings.Split(string(text), "\n") {
		columns := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
		if columns > maxColumns && !raw[i+1] && !hasLongWord(line) {
			found = append(found, i+1)
		}
	}
	return found
}

func TestLongLinesAreFound(t *testing.T) {
	word := strings.Repeat("word ", 25)
	digest := strings.Repeat("0", 120)
	text := []byte("package p\n// " + word + "\n// " + digest + "\nvar a = `" + word + "`\nvar b = `\n" + word + "`\n")
	assert.Equal(t, []int{2, 4}, longLines("p.go", text), "the digest and the table do not count")
	assert.Equal(t, []int{2, 4, 6}, longLines("p.ts", text))
}

// rawLines returns the numbers of the lines of a Go file that belong to a raw string of several
// lines.
func rawLines(text []byte) map[int]bool {
	covered := map[int]bool{}
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	for {
		position, kind, literal := s.Scan()
		if kind == token.EOF {
			return covered
		}
		if kind == token.STRING && strings.Contains(literal, "\n") {
			first := file.Line(position)
			for line := first; line <= first+strings.Count(literal, "\n"); line++ {
				covered[line] = true
			}
		}
	}
}

func hasLongWord(line string) bool {
	for _, word := range strings.Fields(line) {
		if utf8.RuneCountInString(word) > maxWord {
			return true
		}
	}
	return false
}
