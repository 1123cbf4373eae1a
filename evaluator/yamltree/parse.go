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

// Options says what Parse reads.
type Options struct {
	// AllDocuments fills Document.More. Without it what follows the first document is
	// not even read, so that mistakes in it do not matter.
	AllDocuments bool
	// Questions takes a question mark inside a word for a part of the word in brackets
	// too, as libyaml has done since 0.2; yaml.v3 refuses it there.
	Questions bool
	// NoReferences leaves out what yaml.v3 says of a broken text, for which it has to read
	// it too; see Document.Reference.
	NoReferences bool
}

// Key tells a file's documents that were read by different options apart.
func (o Options) Key() string {
	key := []byte("yaml   ")
	for i, is := range []bool{o.AllDocuments, o.Questions, o.NoReferences} {
		if is {
			key[4+i] = '!'
		}
	}
	return string(key)
}

// Parse reads the text of a file. It always returns a document: if the text is broken,
// Problems say so and the tree holds what could be read.
func Parse(f *source.File, opts Options) *Document {
	r := newReader(f, opts)
	r.documents()
	r.last()
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
	if d.Partial && !r.tooDeep {
		if !opts.NoReferences {
			d.Problems[0] = d.Problems[0].WithReference("%s", d.Reference())
		}
	}
	return d
}

// last reports what shows when all is read.
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

// arbitrate has yaml.v3 read a text that holds what the reader does not know. It returns
// nil when yaml.v3 refuses the text: then what the reader found is the best there is.
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

// puzzled reports a mistake that only yaml.v3 sees, at the first text of the line it names.
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
	if next := skipSpace(r.t, at); next < len(r.t) {
		at = next
	}
	r.report(diag.Errorf(r.file.Span(at, lineEnd(r.t, at)), "yaml-syntax", "this cannot be read as YAML near here: %s", text))
}

// Reference returns what yaml.v3 says of a text, "" when it can read it.
func (d *Document) Reference() string {
	if _, err := decode(d.File.Text, d.all); err != nil {
		return err.Error()
	}
	return ""
}

// A File's text is UTF-8. yaml.v3 would take this one for UTF-16.
var errUTF16 = errors.New("yaml: invalid leading UTF-8 octet")

// decode runs yaml.v3. A panic of it becomes an error.
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
