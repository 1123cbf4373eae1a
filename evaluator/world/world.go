// Package world reads deployment files, and finds the values in them for inputs.yaml: the state
// and the outputs of stacks, opened environments, the types of a package. Only a dialect knows
// which kinds of files there are, and what a program can use of them (bind.Export, Bound.Bring);
// this package has the common part: how a file is recognised, that it may contain anything at all,
// that secrets are left out unless requested, and how inputs.yaml is written.
//
// Start reading at Read.
package world

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A Reader reads files for a document.
type Reader struct {
	Dialect  *bind.Dialect
	Dialects []*bind.Dialect // all of them, to recognise files of other dialects
	Bring    func(export int, text string, to *bind.World) *value.JSONError
	Inputs   string // the text of inputs.yaml
	Secrets  bool   // include secrets

	doc      *yamltree.Node // of Inputs
	report   protocol.World
	settings []yamltree.Setting // what is written to inputs.yaml
}

// Read reports the values in files for inputs.yaml, and returns its text including them. If two
// files have a value for the same place, the last counts.
func (r *Reader) Read(names []string, contents [][]byte) *protocol.World {
	r.doc = yamltree.Parse(source.NewFile(bind.InputsFile, r.Inputs), yamltree.Options{}).Root
	for i, name := range names {
		r.readFile(name, contents[i])
	}
	text, ok := yamltree.SetAll(r.Inputs, r.settings)
	switch {
	case !ok:
		r.report.Error = bind.InputsFile + " cannot be edited here until its errors are fixed"
	// For example a key of thousands of characters.
	case len(yamltree.Parse(source.NewFile("", text), yamltree.Options{}).Problems) > 0:
		r.report.Error, text = "these values cannot be written as YAML", r.Inputs
	}
	r.report.Text = text
	return &r.report
}

// readFile reads one file and adds what it has to the report. A file that cannot be used is reported
// with the position of the reason, and the others are still read.
func (r *Reader) readFile(name string, content []byte) {
	text, bad := decode(content)
	to := &bind.World{Name: name}
	told := protocol.WorldFile{Name: name}
	fail := func(why string, at int) {
		p := source.NewFile(name, text).Position16(at)
		told.Error, told.Line, told.Column = why, p.Line, p.Column
	}
	if bad >= 0 {
		fail("this is not text in UTF-8 or UTF-16", bad)
	} else if title, err := r.recognise(text, to); err != nil {
		told.Title = title
		fail(err.Text, err.Offset)
	} else {
		told.Title, told.Of = title, to.Of
		r.addValues(to)
	}
	r.report.Files = append(r.report.Files, told)
}

// decode returns the text of a file, and the offset of the first invalid byte, -1 if there is
// none. Files redirected in Windows are UTF-16.
func decode(content []byte) (text string, bad int) {
	if len(content) >= 2 && (content[0] == 0xFF && content[1] == 0xFE || content[0] == 0xFE && content[1] == 0xFF) {
		units := make([]uint16, len(content)/2)
		for i := range units {
			a, b := content[2*i], content[2*i+1]
			if content[0] == 0xFE {
				a, b = b, a
			}
			units[i] = uint16(a) | uint16(b)<<8
		}
		return string(utf16.Decode(units[1:])), -1
	}
	text = strings.TrimPrefix(string(content), "\uFEFF")
	if utf8.ValidString(text) {
		return text, -1
	}
	// Invalid bytes decode to U+FFFD, which a valid text may also contain.
	for i, c := range text {
		if c == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return text, i
		}
	}
	return text, 0
}

// recognise recognises a file, and makes the dialect read it. The title is "" if the file is unknown.
func (r *Reader) recognise(text string, to *bind.World) (title string, err *value.JSONError) {
	keys, err := keysOf(text)
	to.Top = keys
	if err != nil {
		err.Text = "it is not JSON: " + err.Text
	}
	has := func(key string) bool { _, ok := keys[key]; return ok }
	// The document's own dialect comes first, so that it reads a file that several recognise.
	for _, d := range append([]*bind.Dialect{r.Dialect}, r.Dialects...) {
		for i, e := range d.Exports {
			switch {
			case e.Is == nil || !e.Is(has):
				continue
			case err != nil:
			case d != r.Dialect:
				err = &value.JSONError{Text: "only " + d.Title + " can use it, and this is " + r.Dialect.Title}
			default:
				err = r.Bring(i, text, to)
			}
			return e.Title, err
		}
	}
	// The kinds that no key identifies are tried by reading: one fits if the program can use
	// something in it.
	for i, e := range r.Dialect.Exports {
		if e.Is != nil || err != nil {
			continue
		}
		if err := r.Bring(i, text, to); err != nil || len(to.Fills)+len(to.Skipped) > 0 {
			return e.Title, err
		}
	}
	if err == nil {
		err = &value.JSONError{Text: "it is not one of the known kinds of files, or belongs to another program"}
	}
	return "", err
}

// keysOf returns the top-level keys of a JSON text, and the positions of their values; for a list,
// the keys of its first item, without positions. The text may be truncated.
func keysOf(text string) (map[string][2]int, *value.JSONError) {
	keys := map[string][2]int{}
	err := value.Members(text, func(key string, from, to int) { keys[key] = [2]int{from, to} })
	if list, ok := strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), "["); ok && err == nil {
		v, _, _ := value.ParseJSON(list)
		if o := v.Object(); o != nil {
			for _, key := range o.Keys() {
				keys[key] = [2]int{}
			}
		}
	}
	return keys, err
}

const (
	maxListed = 1000 // longer lists are truncated
	maxDepth  = 100  // values nested more deeply are not read
)

// addValues decides which values of a file are written.
func (r *Reader) addValues(w *bind.World) {
	for _, s := range w.Skipped {
		r.skip(s)
	}
	for _, f := range w.Files {
		r.report.Added = append(r.report.Added, protocol.File{Name: f.Name, Text: f.Text})
	}
	for _, f := range w.Fills {
		if f.Value.Depth() > maxDepth {
			r.skip(bind.Skip{Name: f.Label, Why: "it is nested too deeply"})
			continue
		}
		isSecret := f.Value.HasSecret()
		written := f.Value
		if !f.Bare {
			written = wrapSecrets(written)
		}
		e := protocol.WorldEntry{Label: f.Label, Path: strings.Join(f.Path, "\x00"), Secret: isSecret,
			Preview: inspect.Summary(f.Value)}
		text := render.Flow(written)
		if n := r.inputAt(f.Path); n != nil && n.Body.Text() != text {
			e.Replaces = true
		}
		if len(r.report.Entries) < maxListed {
			r.report.Entries = append(r.report.Entries, e)
		}
		if isSecret {
			r.report.Secrets++
		}
		// A secret that is left out is still listed, so that the user can ask for it.
		if isSecret && !r.Secrets {
			continue
		}
		r.report.Count++
		if e.Replaces {
			r.report.Replaced++
		}
		r.settings = append(r.settings, yamltree.Setting{Path: f.Path, Written: text})
	}
}

// skip adds an entry to those that cannot be used. All are counted, but a long list is not sent.
func (r *Reader) skip(s bind.Skip) {
	if r.report.SkippedCount++; r.report.SkippedCount <= maxListed {
		r.report.Skipped = append(r.report.Skipped, protocol.WorldSkip(s))
	}
}

// inputAt returns the value at a path of inputs.yaml, nil if there is none.
func (r *Reader) inputAt(path []string) *yamltree.Node {
	n := r.doc
	for _, key := range path {
		if n != nil {
			n = n.Get(key)
		}
	}
	if n != nil && n.IsMissing() {
		return nil
	}
	return n
}

// wrapSecrets replaces the secrets in a value by {$secret: v}.
func wrapSecrets(v value.Value) value.Value {
	if v.IsSecret() {
		return value.ObjectOf(value.Field{Key: "$secret", Value: v})
	}
	return value.MapElements(v, func(_ string, inner value.Value) (value.Value, bool) { return wrapSecrets(inner), true })
}
