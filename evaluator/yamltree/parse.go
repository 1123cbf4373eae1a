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

// Options controls what Parse accepts.
type Options struct {
	// AllDocuments parses all documents and sets Document.More. Without it, text after the first
	// document is ignored, including errors in it.
	AllDocuments bool
	// Questions allows a question mark inside a plain scalar in a flow collection, as libyaml does
	// since version 0.2. yaml.v3 rejects it.
	Questions bool
	// Slashes allows \/ in double-quoted scalars and rejects \', as libyaml does. yaml.v3 does the
	// opposite.
	Slashes bool
	// NoReferences omits yaml.v3's error message for an invalid text. The message is expensive,
	// because yaml.v3 has to parse the text for it. See Document.Reference.
	NoReferences bool
}

// Key returns a key for source.File.Keep, which is different for different options.
func (o Options) Key() string {
	key := []byte("yaml    ")
	for i, is := range []bool{o.AllDocuments, o.Questions, o.NoReferences, o.Slashes} {
		if is {
			key[4+i] = '!'
		}
	}
	return string(key)
}

// Parse parses a file. If the file has syntax errors, Problems of the document describes them, and
// the tree contains the parts that could be parsed. Parse never returns nil.
func Parse(f *source.File, opts Options) *Document {
	return newReader(f, opts, isOrdinary(f.Text)).parseAll()
}

// parseAll parses the reader's file, and measures its paths.
func (r *reader) parseAll() *Document {
	f := r.file
	d := r.parse(f, r.opts)
	if d.measurePaths(); d.Paths > MaxPaths {
		return &Document{File: f, Problems: []diag.Problem{pathsProblem(f.Span(0, 0))}}
	}
	return d
}

func (r *reader) parse(f *source.File, opts Options) *Document {
	r.documents()
	isDivisible := r.isDivisible()
	r.reportRest()
	if n := r.countNodes(); n > maxNodes {
		at := f.Span(r.excess, r.excess)
		return &Document{File: f, Problems: []diag.Problem{sizeProblem(at, n)}}
	}
	// yaml.v3 is recursive, too, so it must not parse a text that is nested too deeply.
	if r.needsFallback && !r.tooDeep {
		if d := r.fallback(); d != nil {
			return d
		}
	}
	d := r.doc
	d.Partial = d.Partial || len(d.Problems) > 0
	r.keepEntries(d, isDivisible)
	if len(d.Problems) > 1 {
		d.Problems = diag.Sort(d.Problems)
	}
	// yaml.v3 stops at the first error, so it has only one message.
	if d.Partial && !r.tooDeep {
		if !opts.NoReferences {
			d.Problems[0] = d.Problems[0].WithReference("%s", d.Reference())
		}
	}
	return d
}

// countNodes returns the number of nodes of the text, including those for references, or fewer if there are not more
// than maxNodes.
func (r *reader) countNodes() int {
	if mostReferences := len(r.file.Text) / len("${"); r.nodes+referenceNodes*mostReferences <= maxNodes {
		return r.nodes
	}
	return r.nodes + referenceNodes*strings.Count(r.file.Text, "${")
}

// reportRest reports the errors that are only known after the entire text has been read.
func (r *reader) reportRest() {
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

// fallback parses the text with yaml.v3, because it contains constructs that the reader does not
// support. It returns nil if yaml.v3 rejects the text; the reader's result is used then.
func (r *reader) fallback() *Document {
	text := r.file.Text
	// libyaml and PyYAML also read version 1.2, as if it were 1.1.
	if rest, ok := strings.CutPrefix(text, "%YAML 1.2"); ok && r.opts.Questions {
		text = "%YAML 1.1" + rest
	}
	nodes, err := decode(text, r.opts.AllDocuments)
	if err == nil {
		c := &converter{file: r.file, text: r.file.Text, lines: newLineTable(r.file.Text), anchors: map[string]*Node{}}
		return c.document(nodes, r.opts.AllDocuments)
	}
	if len(r.doc.Problems) == 0 {
		r.reportYAMLv3(err)
	}
	return nil
}

// reportYAMLv3 reports an error that only yaml.v3 detects, at the first token of the line in its
// message.
func (r *reader) reportYAMLv3(err error) {
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
	// The line may be blank or contain only a comment.
	if next := skipSpace(r.t, at); next < len(r.t) {
		at = next
	}
	r.report(diag.Errorf(r.file.Span(at, lineEnd(r.t, at)), "yaml-syntax",
		"this cannot be read as YAML near here: %s", text))
}

// Reference returns yaml.v3's error message for the file, or "" if it accepts the file. yaml.v3 parses the file for it.
func (d *Document) Reference() string {
	if d.reference == nil {
		message := ""
		if _, err := decode(d.File.Text, d.all); err != nil {
			message = err.Error()
		}
		d.reference = &message
	}
	return *d.reference
}

// TakeReference lets Reference return what it has returned for the previous version of the file, if that must be the
// same. The caller must know that both have the same errors, and differ only in literals. If these are before the first
// error, yaml.v3, which stops there, finds the same. After it, a quote in a literal may end one that is not closed. The
// message has the number of the line.
func (d *Document) TakeReference(move *source.Move, previous *Document) {
	_, _, end := move.Changed()
	if len(d.Problems) > 0 && end <= d.Problems[0].Span.Start() && !move.MovesLines() {
		d.reference = previous.reference
	}
}

// errUTF16 is the error for a text that starts with a byte order mark of UTF-16. yaml.v3 would decode
// such a text as UTF-16, but the text of a source.File is UTF-8.
var errUTF16 = errors.New("yaml: invalid leading UTF-8 octet")

// decode parses a text with yaml.v3. It converts a panic to an error.
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
