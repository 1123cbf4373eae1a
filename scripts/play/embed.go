package main

import (
	"fmt"
	"io"

	"pantograph/evaluator/protocol"
	"pantograph/scripts/internal/embed"
)

// writeEmbed prints one path as static HTML and returns its exit status.
func writeEmbed(path string, o options, out, stderr io.Writer) int {
	p, err := publish(path, "an embed", o, stderr)
	if err != nil {
		fmt.Fprintf(stderr, "%s: %s\n", path, err)
		return 2
	}
	e := embed.Example{Dialect: p.dialect, Want: p.want}
	for _, file := range p.files {
		e.Files = append(e.Files, protocol.File(file))
	}
	page, err := embed.Evaluate(e)
	if err != nil {
		fmt.Fprintf(stderr, "%s: %s\n", path, err)
		return 1
	}
	io.WriteString(out, page.HTML())
	return 0
}
