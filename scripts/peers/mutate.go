package main

import (
	"math/rand"
	"strings"

	"golang.org/x/tools/txtar"
)

// pick chooses one of several values.
func pick[T any](r *rand.Rand, from ...T) T { return from[r.Intn(len(from))] }

// A mutator changes templates at random: their text, or their YAML tree.
type mutator struct {
	others []string // templates from which lines are copied
	bits   []string // tokens that have a meaning in the language
}

// mutate changes a template one to three times.
func (m mutator) mutate(r *rand.Rand, text string) string {
	for range 1 + r.Intn(3) {
		if r.Intn(2) == 0 {
			text = mutateTree(r, text)
		} else {
			text = m.mutateText(r, text)
		}
	}
	return text
}

// mutateText changes the text of a template, or that of one file if the template is an archive.
func (m mutator) mutateText(r *rand.Rand, text string) string {
	a := txtar.Parse([]byte(text))
	if len(a.Files) == 0 {
		return m.mutateFile(r, text)
	}
	f := &a.Files[r.Intn(len(a.Files))]
	f.Data = []byte(m.mutateFile(r, string(f.Data)))
	return string(txtar.Format(a))
}

// mutateFile deletes a few characters, inserts a token, replaces characters with a token, cuts the
// text off, or changes a line.
func (m mutator) mutateFile(r *rand.Rand, text string) string {
	runes := []rune(text)
	at := r.Intn(len(runes) + 1)
	next := min(len(runes), at+1+r.Intn(3))
	switch r.Intn(6) {
	case 0:
		return string(runes[:at]) + string(runes[next:])
	case 1:
		return string(runes[:at]) + pick(r, m.bits...) + string(runes[at:])
	case 2:
		return string(runes[:at]) + pick(r, m.bits...) + string(runes[next:])
	case 3:
		return truncated(r, string(runes[:at]), text)
	}
	return m.mutateLines(r, text)
}

// truncated returns the text, or, in one of four cases, the text cut off. If more texts were cut off,
// little would be left to compare.
func truncated(r *rand.Rand, cut, text string) string {
	if r.Intn(4) == 0 {
		return cut
	}
	return text
}

// mutateLines deletes, duplicates, indents or unindents a line, or inserts one from another
// template.
func (m mutator) mutateLines(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	at, other := r.Intn(len(lines)), r.Intn(len(lines))
	switch r.Intn(5) {
	case 0: // delete a line
		lines = append(lines[:at:at], lines[at+1:]...)
	case 1: // duplicate a line
		lines = insert(lines, other, lines[at])
	case 2: // indent
		lines[at] = pick(r, " ", "  ", "\t", "- ") + lines[at]
	case 3: // unindent
		lines[at] = strings.TrimPrefix(lines[at], pick(r, " ", "  ", "- "))
	case 4: // a line of another template
		if line := pick(r, strings.SplitAfter(pick(r, m.others...), "\n")...); !strings.HasPrefix(line, "-- ") {
			lines = insert(lines, at, line)
		}
	}
	return strings.Join(lines, "")
}

// insert returns a copy of lines with another line inserted at the given index.
func insert(lines []string, at int, line string) []string {
	return append(append(append([]string{}, lines[:at]...), line), lines[at:]...)
}
