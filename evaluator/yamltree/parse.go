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

// Options controls what Parse reads.
type Options struct {
	// AllDocuments fills Document.More. Without it, nothing after the first document is read, so
	// mistakes there do not matter.
	AllDocuments bool
	// Questions allows a question mark within a word in brackets, as libyaml has since 0.2; yaml.v3
	// rejects it.
	Questions bool
	// Slashes allows \/ in double quotes and rejects \', as libyaml does. In yaml.v3 it is the other
	// way round.
	Slashes bool
	// NoReferences omits the error message of yaml.v3 for a broken text, which is expensive because
	// yaml.v3 has to read the text, too; see Document.Reference.
	NoReferences bool
}

// Key distinguishes a file's documents that were read with different options.
func (o Options) Key() string {
	key := []byte("yaml    ")
	for i, is := range []bool{o.AllDocuments, o.Questions, o.NoReferences, o.Slashes} {
		if is {
			key[4+i] = '!'
		}
	}
	return string(key)
}

// Parse reads the text of a file. It always returns a document: if the text is broken, Problems
// describes the mistakes and the tree holds what could be read.
func Parse(f *source.File, opts Options) *Document {
	r := newReader(f, opts)
	r.documents()
	r.last()
	if n := r.nodes + referenceNodes*strings.Count(f.Text, "${"); n > maxNodes {
		at := source.Span{File: f, Start: int32(r.excess), End: int32(r.excess)}
		return &Document{File: f, Problems: []diag.Problem{sizeProblem(at, n)}}
	}
	// yaml.v3 recurses, too, so it must not see a text that is nested too deeply.
	if r.unsure && !r.tooDeep {
		if d := r.arbitrate(); d != nil {
			return d
		}
	}
	d := r.doc
	d.Partial = d.Partial || len(d.Problems) > 0
	if len(d.Problems) > 1 {
		d.Problems = diag.Sort(d.Problems)
	}
	// yaml.v3 stops at the first mistake, so there is one message for all problems.
	if d.Partial && !r.tooDeep {
		if !opts.NoReferences {
			d.Problems[0] = d.Problems[0].WithReference("%s", d.Reference())
		}
	}
	return d
}

// last reports the mistakes that are known only after the whole text has been read.
func (r *reader) last() {
	if r.bad >= 0 {
		r.report(r.badCharacter(r.bad))
	}
	if len(r.tabs) > 0 {
		p := r.tabProblem()
		r.tabs = nil
		r.report(p)
	}
	r.unknownAnchors()
}

// arbitrate lets yaml.v3 read a text with constructs that the reader does not know. It returns nil
// if yaml.v3 rejects the text: then the reader's result is the best available.
func (r *reader) arbitrate() *Document {
	nodes, err := decode(r.file.Text, r.opts.AllDocuments)
	if err == nil {
		c := &converter{file: r.file, text: r.file.Text, lines: newLineTable(r.file.Text), anchors: map[string]*Node{}}
		return c.document(nodes, r.opts.AllDocuments)
	}
	if len(r.doc.Problems) == 0 {
		r.puzzled(err)
	}
	return nil
}

// puzzled reports a mistake that only yaml.v3 detects, at the first text of the line it names.
func (r *reader) puzzled(err error) {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	at := 0
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		digits, words, _ := strings.Cut(rest, ": ")
		text = words
		lines := newLineTable(r.file.Text)
		n := 0
		for _, c := range []byte(digits) {
			n = n*10 + int(c-'0')
		}
		at = lines.start(n)
	}
	// The line may be blank, or may only have a comment.
	if next := skipSpace(r.t, at); next < len(r.t) {
		at = next
	}
	r.report(diag.Errorf(r.file.Span(at, lineEnd(r.t, at)), "yaml-syntax",
		"this cannot be read as YAML near here: %s", text))
}

// Reference returns yaml.v3's error message for a text, or "" if it can read it.
func (d *Document) Reference() string {
	if _, err := decode(d.File.Text, d.all); err != nil {
		return err.Error()
	}
	return ""
}

// The text of a source.File is UTF-8, but yaml.v3 would read this one as UTF-16.
var errUTF16 = errors.New("yaml: invalid leading UTF-8 octet")

// decode runs yaml.v3 and turns a panic into an error.
func decode(text string, all bool) (nodes []*yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			nodes, err = nil, fmt.Errorf("yaml: %v", p)
		}
	}()
	if strings.HasPrefix(text, "\xFF\xFE") || strings.HasPrefix(text, "\xFE\xFF") {
		return nil, errUTF16
	}
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
