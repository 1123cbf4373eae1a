package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"pantograph/evaluator/protocol"
	"pantograph/scripts/internal/embed"
)

const committed = "want/result.yaml"

// writeEmbed prints one path as static HTML and returns its exit status.
func writeEmbed(path, dialect string, out, problems io.Writer) int {
	files, _, err := readBundle(path)
	if err != nil {
		fmt.Fprintf(problems, "%s: %s\n", path, err)
		return 2
	}
	e := embed.Example{Dialect: dialect, Want: wanted(path)}
	for _, file := range files {
		e.Files = append(e.Files, protocol.File(file))
	}
	page, err := embed.Evaluate(e)
	if err != nil {
		fmt.Fprintf(problems, "%s: %s\n", path, err)
		return 1
	}
	io.WriteString(out, page.HTML())
	return 0
}

// wanted is the committed result beside the files, "" when there is none.
func wanted(path string) string {
	if strings.HasSuffix(path, ".txtar") {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			return ""
		}
		for _, file := range archive.Files {
			if file.Name == committed {
				return string(file.Data)
			}
		}
		return ""
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		path = filepath.Dir(path)
	}
	text, err := os.ReadFile(filepath.Join(path, filepath.FromSlash(committed)))
	if err != nil {
		return ""
	}
	return string(text)
}
