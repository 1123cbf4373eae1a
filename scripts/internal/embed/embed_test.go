package embed

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/protocol"
)

func TestLinesAreHighlightedAsInTheBrowser(t *testing.T) {
	table, err := os.ReadFile("../../../web/test/highlight.tsv")
	require.NoError(t, err)
	for _, row := range strings.Split(strings.TrimSpace(string(table)), "\n") {
		line, want, _ := strings.Cut(row, "\t")
		var got []string
		whole := ""
		for _, r := range highlight(line) {
			whole += r.text
			if r.kind != "" {
				got = append(got, r.kind+":"+r.text)
			}
		}
		assert.Equal(t, strings.ReplaceAll(want, "·", " "), strings.Join(got, " "), line)
		assert.Equal(t, line, whole, "the runs must add up to the line")
	}
}

var greeting = Example{Dialect: "pulumi", Files: []protocol.File{
	{Name: "inputs.yaml", Text: "stack: dev\n"},
	{Name: "Pulumi.yaml", Text: "name: x\n\n\nruntime: yaml\nvariables: {a: <b>}\n" +
		"outputs: {said: \"${a} ${pulumi.stack}\"}\n"},
}}

func TestAnEmbedIsReadableWithoutScripts(t *testing.T) {
	page, err := Evaluate(greeting)
	require.NoError(t, err)
	text := page.HTML()
	assert.Less(t, strings.Index(text, `data-file="Pulumi.yaml"`), strings.Index(text, `data-file="inputs.yaml"`))
	assert.Contains(t, text, `said</span>: &lt;b&gt; dev`)
	assert.NotContains(t, text, "\n\n", "Markdown ends HTML at an empty line")
	assert.Contains(t, text, `fill="var(--pg-panel,#F2EDE1)"`)
	assert.NotContains(t, text, "style=")
}

func TestAResultThatDiffersFromTheCommittedOneIsAnError(t *testing.T) {
	e := greeting
	e.Want = "outputs: {}\n"
	_, err := Evaluate(e)
	assert.ErrorContains(t, err, "the result differs from the committed one: line 1 is")
}
