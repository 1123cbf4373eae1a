// Package render writes values as YAML and JSON for people to read. A mark for every piece of text
// records its state and where in the source it came from, so that the page can colour it and jump
// there. The package also writes graphs: as SVG, DOT, Mermaid, JSON, and tables in Markdown and CSV.
// Secrets are masked unless the caller reveals them.
package render

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// State is the kind of value that a piece of text shows. The order is that of the protocol's
// MarkStates.
type State uint8

// The states.
const (
	Known State = iota
	Unknown
	Secret
	Mocked
	Failed
	Key
)

// A Mark describes a piece of a rendered text. Lines and columns count from 1, columns in UTF-16
// code units; the end is exclusive.
type Mark struct {
	Line, Column, EndColumn int32
	State                   State
	Span                    source.Span // where it comes from; may be zero
}

// A Text is a rendered value.
type Text struct {
	Text  string
	Marks []Mark
}

// SecretText replaces a masked secret.
const SecretText = "[secret]"

// StateOf returns the state of a value itself, regardless of its children.
func StateOf(v value.Value) State {
	switch {
	case v.IsFailed():
		return Failed
	case v.IsSecret():
		return Secret
	case v.IsUnknown():
		return Unknown
	case v.Marks&value.Mocked != 0:
		return Mocked
	}
	return Known
}

// A writer appends text and tracks its line and column.
type writer struct {
	out    strings.Builder
	line   int32
	column int32
	marks  []Mark
	reveal bool
}

// A Renderer reuses its memory: the marks that it returns are valid until it is used again. Results
// are rendered after every keystroke, and have thousands of marks.
type Renderer struct{ marks []Mark }

// newWriter returns a writer with capacity for a value.
func (r *Renderer) newWriter(v value.Value, reveal bool) *writer {
	w := &writer{line: 1, column: 1, reveal: reveal, marks: r.marks[:0]}
	if w.marks == nil {
		w.marks = make([]Mark, 0, min(v.Size()/20, 1<<12)) // a guess: counting them takes longer
	}
	w.out.Grow(int(min(v.Size(), MaxText)))
	return w
}

// write appends text without line breaks.
func (w *writer) write(s string) {
	w.out.WriteString(s)
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	w.column += int32(i)
	// Columns are in UTF-16, where a character beyond U+FFFF takes two units. Most texts are ASCII.
	for _, r := range s[i:] {
		w.column++
		if r > 0xFFFF {
			w.column++
		}
	}
}

func (w *writer) newline() {
	w.out.WriteByte('\n')
	w.line++
	w.column = 1
}

// blanks is what indent writes from, as most indentation is shorter.
const blanks = "                                                                "

func (w *writer) indent(n int) {
	for n > len(blanks) {
		w.write(blanks)
		n -= len(blanks)
	}
	w.write(blanks[:n])
}

// mark appends text as a piece with a state and a source.
func (w *writer) mark(s string, state State, span source.Span) {
	m := Mark{Line: w.line, Column: w.column, State: state, Span: span}
	w.write(s)
	m.EndColumn = w.column
	w.marks = append(w.marks, m)
}

// MaxText limits how many bytes of a result are written. The budget for values counts neither
// indentation nor text that appears in several places.
const MaxText = 16 << 20

// isFull reports whether the rest is left out.
func (w *writer) isFull() bool { return w.out.Len() > MaxText }

// text returns what was written. If it was cut off, a comment says so.
func (w *writer) text(comment string) Text {
	if w.isFull() {
		w.newline()
		w.write(comment + " The rest is left out: the result takes more than " + strconv.Itoa(MaxText>>20) + " MB.")
		w.newline()
	}
	return Text{w.out.String(), w.marks}
}

// hides reports whether v must be masked.
func (w *writer) hides(v value.Value) bool { return v.IsSecret() && !w.reveal }

// UnknownText returns the text for an unknown value in YAML.
func UnknownText(v value.Value) string { return "⟨unknown: " + value.Why(v) + "⟩" }
