// Package render writes values as YAML and JSON for people to read. For each piece of text, a mark
// records the state of the value and its position in the source, so that the page can colour the
// piece and jump to its origin. The package also writes graphs, as SVG, DOT, Mermaid, JSON, and
// tables in Markdown and CSV. Secrets are masked unless the caller asks to reveal them.
package render

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A State is the state of the value that a piece of text shows.
type State uint8

// The states, in the order of protocol.MarkStates. Key is not a state of a value: it marks a key.
const (
	Known State = iota
	Unknown
	Secret
	Mocked
	Failed
	Key
)

// A Mark describes a piece of a rendered text, which is on one line. Lines and columns count from
// 1, columns in UTF-16 code units; EndColumn is exclusive.
type Mark struct {
	Line, Column, EndColumn int32
	State                   State
	Span                    source.Span // the origin of the piece; may be zero
}

// A Text is a rendered value, with marks in the order of the text.
type Text struct {
	Text    string
	Marks   []Mark
	Repeats []Repeat // further marks, if the text was rendered by Repeating
}

// SecretText replaces a masked secret.
const SecretText = "[secret]"

// StateOf returns the state of a value, regardless of the values inside it.
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
	size   int // of the text in bytes
	line   int32
	column int32
	marks  []Mark
	reveal bool

	// For Repeating:
	past     *Past          // the past rendering, or nil
	moves    []*source.Move // the files that have changed since then
	kept     int            // how many marks of each rendering the caller keeps
	blocks   *blocks        // nil if those of the current part are not needed
	free     [][]block      // see takeBlocks
	spare    []*blocks      // can be used again
	repeats  []Repeat
	repeated int    // the number of marks in repeats
	given    string // the whole text, if a dialect has written it; out is empty then
}

// A Renderer reuses the memory of marks, since a result is rendered after every keystroke and has
// thousands of them. The marks that it returns are valid until it is used again or Release is called.
type Renderer struct {
	marks   []Mark
	blocks  []block  // of an earlier rendering: memory for the next one
	repeats []Repeat // of an earlier rendering: memory for the next one
}

// maxKeptMarks limits the memory of a Renderer. More than fewMarks are only kept while a rendering needs many.
const (
	maxKeptMarks = 1 << 17
	fewMarks     = 1 << 15
)

// Release drops what the last marks refer to, which includes the text and the tree of their file.
func (r *Renderer) Release() {
	clear(r.marks)
	if kept := max(cap(r.marks), cap(r.repeats)); kept > maxKeptMarks || kept > max(fewMarks, 16*len(r.marks)) {
		r.marks, r.repeats = nil, nil
	}
}

// Rest drops the memory that is kept for the next rendering.
func (r *Renderer) Rest() { *r = Renderer{} }

// newWriter returns a writer with capacity for a value. A past rendering of it, which may be nil, tells how long its
// text will be better than its size, which can be twice that.
func (r *Renderer) newWriter(v value.Value, reveal bool, past *Past) *writer {
	w := &writer{line: 1, column: 1, reveal: reveal, marks: r.marks[:0]}
	if w.marks == nil {
		w.marks = make([]Mark, 0, min(v.Size()/20, 1<<12)) // an estimate: counting them would take longer
	}
	size := int(min(v.Size(), MaxText))
	if past != nil {
		size = min(size, len(past.text)+len(past.text)/16+1<<10)
	}
	w.out.Grow(size)
	return w
}

// write appends text without line breaks.
func (w *writer) write(s string) {
	w.append(s)
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	w.column += int32(i)
	// Columns count UTF-16 code units. A character beyond U+FFFF takes two. Most text is ASCII,
	// which the loop above has counted.
	for _, r := range s[i:] {
		w.column++
		if r > 0xFFFF {
			w.column++
		}
	}
}

// append appends text whose lines and columns are counted elsewhere.
func (w *writer) append(s string) {
	if w.given == "" {
		w.out.WriteString(s)
	}
	w.size += len(s)
}

func (w *writer) newline() {
	w.append("\n")
	w.line++
	w.column = 1
}

// blanks is longer than most indentation, which indent writes in one piece.
const blanks = "                                                                "

func (w *writer) indent(n int) {
	for n > len(blanks) {
		w.write(blanks)
		n -= len(blanks)
	}
	w.write(blanks[:n])
}

// mark appends a piece of text and its mark.
func (w *writer) mark(s string, state State, span source.Span) {
	m := Mark{Line: w.line, Column: w.column, State: state, Span: span}
	w.write(s)
	m.EndColumn = w.column
	w.marks = append(w.marks, m)
}

// MaxText limits the size of a rendered text in bytes. The limit on values does not suffice: it
// counts neither indentation nor how often a value is repeated.
const MaxText = 16 << 20

// isFull reports whether the text exceeds MaxText, so that the rest is left out.
func (w *writer) isFull() bool { return w.size > MaxText }

// text returns the written text and its marks. If a part was left out, it first appends a comment
// that says so.
func (w *writer) text(comment string) Text {
	if w.isFull() {
		w.newline()
		w.write(comment + " The rest is left out: the result takes more than " + strconv.Itoa(MaxText>>20) + " MB.")
		w.newline()
	}
	return Text{Text: w.out.String(), Marks: w.marks}
}

// hides reports whether v is a secret that must be masked.
func (w *writer) hides(v value.Value) bool { return v.IsSecret() && !w.reveal }

// UnknownText returns the text that represents an unknown value in YAML.
func UnknownText(v value.Value) string { return "⟨unknown: " + value.Why(v) + "⟩" }
