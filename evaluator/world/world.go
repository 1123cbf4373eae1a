// Package world reads deployment files, and writes the values in them that a program can use to
// inputs.yaml. Deployment files are the state and the outputs of stacks, opened environments and
// the types of packages. Only a dialect knows which kinds of files there are, and what a program
// can use of them (bind.Export, Bound.ReadExport). This package does the rest: it recognises files,
// which may have any content, leaves out secrets unless they are requested, and writes inputs.yaml.
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

// A Reader reads deployment files for a document.
type Reader struct {
	Dialect *bind.Dialect
	// Dialects are all dialects, to recognise files that only another one can use.
	Dialects []*bind.Dialect
	// ReadExport is the program's bind.Bound.ReadExport.
	ReadExport func(export int, text string, to *bind.World) *value.JSONError
	Inputs     string // the text of inputs.yaml
	Secrets    bool   // whether to write secrets

	doc      *yamltree.Node // of Inputs
	report   protocol.World
	settings []yamltree.Setting // the values to write to inputs.yaml
}

// Read reads the files with the given names and contents. It returns the values that the program
// can use, and the text of inputs.yaml with them. If two files have a value for the same path, the
// last one is written.
func (r *Reader) Read(names []string, contents [][]byte) *protocol.World {
	r.doc = yamltree.Parse(source.NewFile(bind.InputsFile, r.Inputs), yamltree.Options{}).Root
	for i, name := range names {
		r.readFile(name, contents[i])
	}
	text, ok := yamltree.SetAll(r.Inputs, r.settings)
	switch {
	case !ok:
		r.report.Error = bind.InputsFile + " cannot be edited here until its errors are fixed"
	// For example, a key can be too long for YAML.
	case len(yamltree.Parse(source.NewFile("", text), yamltree.Options{}).Problems) > 0:
		r.report.Error, text = "these values cannot be written as YAML", r.Inputs
	}
	r.report.Text = text
	return &r.report
}

// readFile reads a file and adds its values to the report. If it cannot be used, the report says
// why and where; the other files are still read.
func (r *Reader) readFile(name string, content []byte) {
	text, bad := decode(content)
	to := &bind.World{Name: name}
	file := protocol.WorldFile{Name: name}
	fail := func(why string, at int) {
		p := source.NewFile(name, text).Position16(at)
		file.Error, file.Line, file.Column = why, p.Line, p.Column
	}
	if bad >= 0 {
		fail("this is not text in UTF-8 or UTF-16", bad)
	} else if title, err := r.recognise(text, to); err != nil {
		file.Title = title
		fail(err.Text, err.Offset)
	} else {
		file.Title, file.Of = title, to.Of
		r.addValues(to)
	}
	r.report.Files = append(r.report.Files, file)
}

// decode returns the text of a file, and the offset of the first byte that is not UTF-8, or -1. It
// also reads UTF-16, in which older versions of PowerShell write redirected output.
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
	// An invalid byte is decoded as U+FFFD, which a valid text may also contain.
	for i, c := range text {
		if c == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return text, i
		}
	}
	return text, 0
}

// recognise determines the kind of a file, and lets the dialect read it. It returns the kind's
// title, or "" if it does not recognise the file, and the reason if the file cannot be used.
func (r *Reader) recognise(text string, to *bind.World) (title string, err *value.JSONError) {
	keys, err := keysOf(text)
	to.Top = keys
	if err != nil {
		err.Text = "this is not valid JSON: " + err.Text
	}
	has := func(key string) bool { _, ok := keys[key]; return ok }
	// The document's dialect comes first, so that it reads a file that several dialects recognise.
	for _, d := range append([]*bind.Dialect{r.Dialect}, r.Dialects...) {
		for i, e := range d.Exports {
			switch {
			case e.Is == nil || !e.Is(has):
				continue
			case err != nil:
			case d != r.Dialect:
				err = &value.JSONError{Text: "only " + d.Title + " can use it, but this document is " + r.Dialect.Title}
			default:
				err = r.ReadExport(i, text, to)
			}
			return e.Title, err
		}
	}
	// If no key identifies a kind, the dialect tries to read the file as that kind. It is of that
	// kind if the program can use something in it.
	for i, e := range r.Dialect.Exports {
		if e.Is != nil || err != nil {
			continue
		}
		if err := r.ReadExport(i, text, to); err != nil || len(to.Fills)+len(to.Skipped) > 0 {
			return e.Title, err
		}
	}
	if err == nil {
		err = &value.JSONError{Text: "this is not a known kind of deployment file, or it belongs to another program"}
	}
	return "", err
}

// keysOf returns the top-level keys of a JSON text, with the byte ranges of their values. For a
// list, it returns the keys of the first item, without ranges. If the text is invalid, it returns
// the keys before the error, and the error.
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
	maxListed = 1000 // values, and skipped parts, in the report; further ones are only counted
	maxDepth  = 100  // levels of nesting; values with more levels are skipped
)

// addValues adds the values of a file to the report, and to the settings if they are written.
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
		if n := r.inputAt(f.Path); n != nil && n.Body().Text() != text {
			e.Replaces = true
		}
		if len(r.report.Entries) < maxListed {
			r.report.Entries = append(r.report.Entries, e)
		}
		if isSecret {
			r.report.Secrets++
		}
		// A secret that is not written is still listed, so that the user can request it.
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

// skip reports a part of a file that cannot be used. All are counted, but only the first are
// listed.
func (r *Reader) skip(s bind.Skip) {
	if r.report.SkippedCount++; r.report.SkippedCount <= maxListed {
		r.report.Skipped = append(r.report.Skipped, protocol.WorldSkip(s))
	}
}

// inputAt returns the value at a path of inputs.yaml, or nil if there is no value.
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

// wrapSecrets returns a value in which {$secret: v} replaces each secret v.
func wrapSecrets(v value.Value) value.Value {
	if v.IsSecret() {
		return value.ObjectOf(value.Field{Key: "$secret", Value: v})
	}
	return value.MapElements(v, func(_ string, inner value.Value) (value.Value, bool) {
		return wrapSecrets(inner), true
	})
}
