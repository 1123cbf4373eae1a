package main

import (
	"math/rand"
	"strings"
)

// yamlBits lists the tokens that mutations insert: indicators, tags, directives, block headers,
// scalars of all types, and characters that YAML treats specially.
var yamlBits = []string{
	" ", "  ", "\n", "\n  ", "\t", ":", ": ", "- ", "-", "? ", "?", ",", "[", "]", "{", "}", "#", " #", " # c", "&a ",
	"&a", "*a", "*a ", "*b", "!",
	"!!str ", "!!int ", "!!binary ", "!!timestamp ", "!!float ", "!!bool ", "!!null ", "!x ",
	"!<tag:yaml.org,2002:str> ", "!!map ", "!!seq ", "|", "|\n",
	">\n", "|-\n", "|+\n", "|2\n", ">-\n", "'", "''", "\"", "\\", "\\n", "\\x41", "\\u00e9", "%", "@", "`", "---",
	"\n---\n", "\n...\n", "...",
	"%YAML 1.1\n---\n", "%TAG ! x\n", "%FOO\n", "<<", "<<: ", "<<: *a\n", "~", "null", "yes", "y", "on", "No", "0", "1",
	"12", "-", "+", ".", "0x1F",
	"0o17", "017", "1e3", "1_000", ".5", "-.5", "1.", ".inf", "-.inf", ".nan", "2001-12-14",
	"2001-12-14 21:59:43.10 -5:00", "2001-12-14T21:59:43Z",
	"é", "e\u0301", "世", "\u00a0", "\u0085", "\u2028", "\ufeff", "\r\n", "\r", "\x00", "\x07", "\x7f", "😀", "a", "b: c",
	"a: ", "true", "false",
}

// plainScalars lists scalars that versions and libraries of YAML interpret differently, and strings
// that look like other types.
var plainScalars = []string{
	"a", "b", "foo bar", "y", "Yes", "no", "ON", "off", "true", "FALSE", "tRue", "~", "null", "Null", "nUll", "", "0",
	"-0", "+0", "1", "-1", "+12", "017",
	"08", "0o17", "0o8", "0x1F", "0xg", "-0x1F", "0b11", "1_000", "1.", "1.5", "-1.50", ".5", "-.5e3", "1e3", "1E-7",
	"1e", "1e+400", "0.1",
	"123456789012345678901234567890", "0xFFFFFFFFFFFFFFFF", "0x10000000000000000", ".inf", "-.INF", "+.Inf", ".nan",
	".NaN", "1:30", "1,000", "+", "-",
	"..", ".", "2001-12-14", "2001-1-4", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5",
	"2001-12-14 1:2:3", "2001-13-14", "2001-02-30",
	"2001-12-14T21:59:43Z", "2001-12-14T21:59:60Z", "0001-01-01", "<<", "=", "a:b", "a#b", "http://x/y", "-a", "?a",
	":a", "a b  c", "é", "e\u0301",
	"世界", "n", "N", "Y", "00", "0.", "-.", "+.5", "1.2.3", "1e3.5", "0x", "0o", "inf", "nan", "~a", "12e03", "1e99",
	"a-", "%a", "@a", "`a", "!a", "a!",
}

// generateYAML returns a function that generates a document with rare YAML syntax, or mutates one of
// the seeds.
func generateYAML(seeds []string) func(r *rand.Rand) string {
	m := mutator{seeds, yamlBits}
	return func(r *rand.Rand) string {
		if r.Intn(3) > 0 {
			return m.mutate(r, pick(r, seeds...))
		}
		d := &yamlGenerator{Rand: r}
		text := d.document()
		// Half of the documents are also mutated.
		if r.Intn(2) == 0 {
			text = m.mutateText(r, text)
		}
		return text
	}
}

// A yamlGenerator generates the nodes of a document.
type yamlGenerator struct {
	*rand.Rand
	anchors []string // the anchors that were defined so far
}

// pick chooses one of the strings; repeating one makes it more likely.
func (d *yamlGenerator) pick(from ...string) string { return pick(d.Rand, from...) }

// document generates a document, rarely with directives before it or other documents after it.
func (d *yamlGenerator) document() string {
	text := ""
	if d.Intn(12) == 0 {
		text = d.pick("%YAML 1.1\n---\n", "---\n", "--- ", "# c\n", "%TAG !e! tag:yaml.org,2002:\n---\n", "\ufeff",
			"%YAML 1.2\n---\n", "\n")
	}
	text += d.node(0, 0, false)
	if !strings.HasSuffix(text, "\n") && d.Intn(8) != 0 {
		text += "\n"
	}
	if d.Intn(15) == 0 {
		text += d.pick("...\n", "---\n", "...\na\n", "# end\n", "--- b\n", "...\n---\n")
	}
	return text
}

// node generates a node whose lines are indented by indent; inline means that it follows a dash.
func (d *yamlGenerator) node(indent, depth int, inline bool) string {
	if len(d.anchors) > 0 && d.Intn(8) == 0 {
		return "*" + d.pick(d.anchors...)
	}
	properties, kind := d.properties(), d.Intn(10)
	// Deep nodes are scalars, and the root is usually a collection.
	if depth > 4 {
		kind = 9
	} else if depth == 0 && kind > 5 {
		kind = d.Intn(6)
	}
	switch {
	case kind < 3:
		return properties + d.mapping(indent, depth, inline && properties == "")
	case kind < 5:
		return properties + d.sequence(indent, depth, inline && properties == "")
	case kind < 7:
		return properties + d.flow(depth)
	case kind < 8:
		return properties + d.block(indent)
	}
	return properties + d.scalar()
}

// properties generates an anchor, a tag, both, or, usually, neither.
func (d *yamlGenerator) properties() string {
	text := ""
	if d.Intn(10) == 0 {
		name := d.pick("a", "b", "c")
		d.anchors = append(d.anchors, name)
		text += "&" + name + " "
	}
	if d.Intn(12) == 0 {
		text += d.pick("!!str ", "!!int ", "!!float ", "!!bool ", "!!null ", "!!timestamp ", "!!binary ", "!!map ",
			"!!seq ", "!x ", "! ", "!!set ",
			"!<tag:yaml.org,2002:str> ", "!<x> ", "!e!str ", "!!merge ")
	}
	return text
}

// scalar generates a plain or quoted scalar.
func (d *yamlGenerator) scalar() string {
	switch d.Intn(10) {
	case 0:
		return "'" + strings.ReplaceAll(d.text(), "'", "''") + "'"
	case 1, 2:
		return `"` + d.escaped() + `"`
	case 3, 4:
		return d.text()
	}
	return d.pick(plainScalars...)
}

// text generates words with whitespace, comments and colons between them.
func (d *yamlGenerator) text() string {
	text := ""
	for range 1 + d.Intn(4) {
		text += d.pick(plainScalars...) + d.pick(" ", "", "  ", "\n\n ", "\n ", "\n", " # ", ": ", "\t")
	}
	return text
}

// escaped generates the inside of a double-quoted scalar, with valid and invalid escapes.
func (d *yamlGenerator) escaped() string {
	text := ""
	for range 1 + d.Intn(4) {
		text += d.pick("a", " ", "é", `\n`, `\t`, `\"`, `\\`, `\x41`, `\u0065\u0301`, `\U0001F600`, `\ud800`, `\q`,
			`\/`, "\\\n  ", "\n\n  ", "\n  ", `\0`,
			`\e`, `\N`, `\_`, `\L`, `\P`, `\ `, "1", "yes", "\t", "'", "#", `\x4`, `\a`, `\b`)
	}
	return text
}

// lineEnd generates the end of the line of an entry, sometimes with a comment.
func (d *yamlGenerator) lineEnd() string {
	return d.pick("\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", " # c\n", "\n\n", "\n# c\n", " #\n", "\r\n")
}

// entries generates the lines of a block collection.
func (d *yamlGenerator) entries(indent, depth int, inline bool, entry func() string) string {
	text, isFirst := "", inline || depth == 0
	if !isFirst {
		text = d.lineEnd()
	}
	for range 1 + d.Intn(3) {
		if !isFirst {
			text += blanks(indent)
		}
		isFirst = false
		text += entry() + d.lineEnd()
	}
	return strings.TrimSuffix(text, "\n")
}

// mapping generates a block mapping. The indentation of values varies, and is rarely zero.
func (d *yamlGenerator) mapping(indent, depth int, inline bool) string {
	return d.entries(indent, depth, inline, func() string {
		separator := ": "
		if d.Intn(40) == 0 {
			separator = d.pick(":", " : ", ":\t", "")
		}
		return d.key(indent, depth) + separator + d.node(indent+pick(d.Rand, 2, 2, 2, 1, 4, 0), depth+1, false)
	})
}

// key generates a key: usually a word, sometimes an explicit key, an alias, a merge key or any scalar.
func (d *yamlGenerator) key(indent, depth int) string {
	key := d.pick("a", "b", "c", "k", "d e")
	switch d.Intn(12) {
	case 0:
		return d.scalar()
	case 1:
		return "<<"
	case 2:
		return "? " + d.node(indent+2, depth+1, true) + "\n" + blanks(indent)
	case 3:
		return d.properties() + key
	case 4:
		if len(d.anchors) > 0 {
			return "*" + d.pick(d.anchors...) + " "
		}
	}
	return key
}

// sequence generates a block sequence.
func (d *yamlGenerator) sequence(indent, depth int, inline bool) string {
	return d.entries(indent, depth, inline, func() string { return "- " + d.node(indent+2, depth+1, true) })
}

// flow generates a collection in brackets. Some of its line breaks, commas and colons are invalid.
func (d *yamlGenerator) flow(depth int) string {
	brackets := d.pick("[]", "{}")
	text := brackets[:1]
	for i := range d.Intn(4) {
		if i > 0 {
			text += d.pick(", ", ",", ",\n  ", " ,", ", # c\n  ")
		}
		if brackets == "{}" || d.Intn(8) == 0 {
			text += d.pick("", "", "", "", "", "? ") + d.pick("a", "b", `"c"`, "'d'", "<<", "1", "*a ", d.scalar()) +
				d.pick(": ", ": ", ": ", ": ", ":", "")
		}
		switch {
		case depth < 4 && d.Intn(4) == 0:
			text += d.properties() + d.flow(depth+1)
		case len(d.anchors) > 0 && d.Intn(5) == 0:
			text += "*" + d.pick(d.anchors...)
		default:
			text += d.properties() + d.scalar()
		}
	}
	return text + d.pick("", "", "", "", "", "", ",") + brackets[1:]
}

// block generates a literal or folded scalar.
func (d *yamlGenerator) block(indent int) string {
	text := d.pick("|", ">") + d.pick("", "", "-", "+", "2", "1-", "+3") + d.pick("", "", "", " # c", " ") + "\n"
	indent += pick(d.Rand, 1, 2, 2, 4)
	for range d.Intn(4) {
		text += blanks(indent) + d.pick("", "", "", "", " ", "  ", "\t") + d.pick(plainScalars...) +
			d.pick("", "", "", " ") + "\n"
	}
	return strings.TrimSuffix(text, "\n")
}
