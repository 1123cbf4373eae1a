package main

import (
	"fmt"
	"io"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/protocol"
	"pantograph/scripts/internal/embed"
)

// writeEmbed prints the static HTML of a path's document and returns the exit status.
func writeEmbed(path string, o options, out, stderr io.Writer) int {
	p, err := publish(path, "an embed", o, stderr)
	if err != nil {
		fmt.Fprintln(stderr, diag.PrintableLine(path+": "+err.Error()))
		return 2
	}
	page, err := embed.Evaluate(embed.Example{Dialect: p.dialect, Want: p.want, Files: protocolFiles(p.withSecrets)})
	if err == nil && p.secrets > 0 { // the committed result depends on the secrets, but readers must not get them
		page, err = embed.Evaluate(embed.Example{Dialect: p.dialect, Files: protocolFiles(p.files)})
	}
	if err != nil {
		fmt.Fprintln(stderr, diag.PrintableLine(path+": "+err.Error()))
		return 1
	}
	io.WriteString(out, page.HTML())
	return 0
}

// protocolFiles converts files to the type of the protocol.
func protocolFiles(files []evaluator.File) (out []protocol.File) {
	for _, f := range files {
		out = append(out, protocol.File(f))
	}
	return out
}
