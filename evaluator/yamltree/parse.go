package yamltree

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// Options says what Parse reads and where it stops.
type Options struct {
	// AllDocuments fills Document.More. Without it what follows the first document is
	// not even read, so that mistakes in it do not matter.
	AllDocuments bool
	// MaxDepth is how deeply a text may be nested, 1000 when it is 0. It is not useful
	// to make it greater: see defaultMaxDepth.
	MaxDepth int
	// Questions takes a question mark inside a word for a part of the word in brackets
	// too, as libyaml has done since 0.2; yaml.v3 refuses it there.
	Questions bool
}

// Parse reads the text of a file. It always returns a document: if the text is broken,
// Problems say so and the tree holds what could be read.
func Parse(f *source.File, opts Options) *Document {
	if opts.MaxDepth <= 0 || opts.MaxDepth > defaultMaxDepth {
		opts.MaxDepth = defaultMaxDepth
	}
	if root, ok := readQuick(f); ok && opts.MaxDepth > quickDepth {
		return &Document{File: f, Root: root}
	}
	r := &reader{file: f, opts: opts, text: f.Text, lines: newLineTable(f.Text), doc: &Document{File: f}}
	r.conv = &converter{file: f, text: f.Text, lines: r.lines, anchors: map[string]*Node{}}
	r.whole()
	if len(r.doc.Problems) > 1 {
		r.doc.Problems = diag.Sort(r.doc.Problems)
	}
	r.doc.Anchors = r.conv.defined
	return r.doc
}

// A reader is one run of Parse.
type reader struct {
	file  *source.File
	opts  Options
	text  string // the file's text; after a repair, one of the same length
	lines *lineTable
	conv  *converter
	doc   *Document

	tabLines map[int]bool // lines whose indentation had tabs, which have been reported
	cuts     int          // how many collections that were cut up are around the piece at hand
	budget   int          // how many bytes yaml.v3 may still be given while recovering
}

// whole tries to read the text in one go, which is all there is to do for a healthy one.
func (r *reader) whole() {
	err := r.try()
	if err != nil && r.opts.Questions && r.hideQuestions() {
		err = r.try()
	}
	if err != nil {
		r.doc.Partial = true
		r.recover(err)
	}
}

// try reads the text, if yaml.v3 can.
func (r *reader) try() error {
	err := r.pieceError(fragment{end: len(r.text)})
	if strings.HasPrefix(r.text, "\xFF\xFE") || strings.HasPrefix(r.text, "\xFE\xFF") {
		err = errUTF16
	}
	if err == nil {
		var nodes []*yaml.Node
		if nodes, err = decode(r.text, r.opts.AllDocuments); err == nil {
			r.accept(nodes)
		}
	}
	return err
}

// hideQuestions writes a character that the text does not have for every question mark
// inside a word; the converter writes it back. It reports whether it changed anything.
func (r *reader) hideQuestions() bool {
	hidden := []byte(r.text)
	for _, c := range []byte("~^;=+$") {
		if strings.IndexByte(r.text, c) >= 0 {
			continue
		}
		for i := 1; i < len(hidden); i++ {
			if hidden[i] == '?' && !isBlankOrEnd(r.text, i-1) && strings.IndexByte("[{,", hidden[i-1]) < 0 {
				hidden[i], r.conv.hidden = c, string(c)
			}
		}
		break
	}
	r.text = string(hidden)
	r.conv.text = r.text
	return r.conv.hidden != ""
}

// accept takes over the documents of a healthy text.
func (r *reader) accept(nodes []*yaml.Node) {
	for i, y := range nodes {
		n := r.conv.root(y)
		if i == 0 {
			r.doc.Root = n
		} else {
			r.doc.More = append(r.doc.More, n)
		}
	}
	if len(nodes) > 0 && !r.opts.AllDocuments {
		r.checkRest(r.doc.Root)
	}
}

// checkRest warns of text that belongs to no document: yaml.v3 ends the first one where
// a line is indented less than its beginning, and never looks at what follows.
func (r *reader) checkRest(root *Node) {
	if root == nil {
		return
	}
	at := skipSpace(r.text, int(root.Span.End))
	if at < len(r.text) && !(afterBreak(r.text, at) && isDocumentMarker(r.text, at)) {
		r.report(diag.Warnf(r.file.Span(at, r.wordEnd(at)), "hint-yaml-rest",
			"the document ends before this line, and what follows is not read; its entries must begin in the same column"))
	}
}

// A depthError says that a text is nested too deeply to be given to yaml.v3.
type depthError struct{ at int }

func (e *depthError) Error() string { return "nested too deeply" }

// errBudget ends the attempts to read parts of a text that is broken all over, and
// errReported stands for a mistake that has been reported already.
var (
	errBudget   = errors.New("too many mistakes")
	errReported = errors.New("reported")
	// A File's text is UTF-8. yaml.v3 would take this one for UTF-16.
	errUTF16 = errors.New("yaml: invalid leading UTF-8 octet")
)

// pieceError reports why a piece of the text must not be given to yaml.v3 at all.
func (r *reader) pieceError(p fragment) error {
	if at := tooDeep(p.lexer(r.text), r.opts.MaxDepth-r.cuts); at >= 0 {
		return &depthError{at}
	}
	return nil
}

// lexer returns a lexer over a fragment of a text.
func (p fragment) lexer(text string) *lexer {
	l := newLexer(text[:p.end], p.start, p.column)
	if p.open != 0 {
		l.flow = append(l.flow, bracket{at: -1, isList: p.open == '['})
	}
	return l
}

// decode runs yaml.v3. A panic of it becomes an error.
func decode(text string, all bool) (nodes []*yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			nodes, err = nil, fmt.Errorf("yaml: %v", p)
		}
	}()
	decoder := yaml.NewDecoder(strings.NewReader(text))
	for {
		n := new(yaml.Node)
		switch err := decoder.Decode(n); {
		case errors.Is(err, io.EOF):
			return nodes, nil
		case err != nil:
			return nil, err
		}
		nodes = append(nodes, n)
		if !all {
			return nodes, nil
		}
	}
}
