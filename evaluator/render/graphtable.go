package render

import (
	"strings"
	"unicode"
)

// columns are the headings of a graph's table.
var columns = []string{"name", "kind", "detail", "state", "needs", "needed by"}

// rows returns the cells of a graph's table: a row for each node, with the names of the nodes that
// it needs and that need it.
func (g Graph) rows() [][]string {
	at := g.indices()
	needs, users := make([][]string, len(g.Nodes)), make([][]string, len(g.Nodes))
	for _, e := range g.Edges {
		from, okFrom := at[e.From]
		to, okTo := at[e.To]
		if okFrom && okTo {
			needs[from] = append(needs[from], g.Nodes[to].name())
			users[to] = append(users[to], g.Nodes[from].name())
		}
	}
	rows := make([][]string, len(g.Nodes))
	for i, n := range g.Nodes {
		rows[i] = []string{n.name(), n.Kind, n.Detail, n.State, strings.Join(needs[i], ", "),
			strings.Join(users[i], ", ")}
	}
	return rows
}

// Markdown returns the nodes of a graph as a table in Markdown.
func Markdown(g Graph) string {
	var b strings.Builder
	write := func(row []string) { b.WriteString("| " + strings.Join(row, " | ") + " |\n") }
	write(columns)
	b.WriteString(strings.Repeat("| --- ", len(columns)) + "|\n")
	for _, row := range g.rows() {
		for i := range row {
			row[i] = escapeMarkdown(row[i])
		}
		write(row)
	}
	return b.String()
}

// escapeMarkdown escapes all characters that have a meaning in Markdown or in HTML.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\|`*_[]~#!$@", r):
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// CSV returns the nodes of a graph as a table in CSV (RFC 4180). An apostrophe precedes everything that
// a spreadsheet would evaluate as a formula.
func CSV(g Graph) string {
	var b strings.Builder
	for _, row := range append([][]string{columns}, g.rows()...) {
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(',')
			}
			cell = quoteFormulas(oneLine(cell))
			if strings.ContainsAny(cell, "\",") || strings.TrimSpace(cell) != cell {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			b.WriteString(cell)
		}
		b.WriteString("\r\n")
	}
	return b.String()
}

// quoteFormulas puts an apostrophe before each formula that a spreadsheet could find in a cell.
// Spreadsheets may ignore blanks before a formula, East Asian versions accept wide operators, and where
// the comma is the decimal separator, semicolons separate cells, even in quotes.
func quoteFormulas(cell string) string {
	var b strings.Builder
	begins := true
	for _, r := range cell {
		if begins && strings.ContainsRune("=+-@＝＋－＠", r) {
			b.WriteByte('\'')
		}
		begins = r == ';' || begins && unicode.IsSpace(r)
		b.WriteRune(r)
	}
	return b.String()
}
