// Package world reads files in which tools say what is deployed, and says what inputs.yaml
// would have of them: the state and the outputs of stacks, what environments open to, the types
// of a package. Which kinds there are, and what of them a program can use, only its dialect knows
// (bind.Export, Bound.Bring); here is what all have in common: how such a file is told, that
// it may be anything at all, that secrets stay out unless asked for, and how inputs.yaml is
// written.
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

// A Reader is what files are read for.
type Reader struct {
	Dialect  *bind.Dialect
	Dialects []*bind.Dialect // all: what is of another one is told
	Bring    func(export int, text string, to *bind.World) *value.JSONError
	Inputs   string // the text of inputs.yaml
	Secrets  bool   // are to be written too

	doc     *yamltree.Node
	out     protocol.World
	entries []yamltree.Setting
}

// Read says what files have for inputs.yaml, and gives its text with that. Of two that have a
// value for the same place the last counts.
func (r *Reader) Read(names []string, contents [][]byte) *protocol.World {
	r.doc = yamltree.Parse(source.NewFile(bind.InputsFile, r.Inputs), yamltree.Options{}).Root
	for i, name := range names {
		r.file(name, contents[i])
	}
	text, ok := yamltree.SetAll(r.Inputs, r.entries)
	switch {
	case !ok:
		r.out.Error = bind.InputsFile + " cannot be changed from here: fix it first"
	case len(yamltree.Parse(source.NewFile("", text), yamltree.Options{}).Problems) > 0: // a key of thousands of characters
		r.out.Error, text = "these values cannot be written as YAML", r.Inputs
	}
	r.out.Text = text
	return &r.out
}

func (r *Reader) file(name string, content []byte) {
	text, bad := decode(content)
	to := &bind.World{Name: name}
	told := protocol.WorldFile{Name: name}
	fail := func(why string, at int) {
		p := source.NewFile(name, text).Position16(at)
		told.Error, told.Line, told.Column = why, p.Line, p.Column
	}
	if bad >= 0 {
		fail("this is not text in UTF-8 or UTF-16", bad)
	} else if title, err := r.read(text, to); err != nil {
		told.Title = title
		fail(err.Text, err.Offset)
	} else {
		told.Title, told.Of = title, to.Of
		r.take(to)
	}
	r.out.Files = append(r.out.Files, told)
}

// decode returns a text, and where it is none; -1 when it is. What Windows redirects into a
// file is UTF-16.
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
	for i, c := range text {
		if c == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return text, i
		}
	}
	return text, 0
}

// read finds out what a file is, and has the dialect read it. It is "" of one that is nothing
// known.
func (r *Reader) read(text string, to *bind.World) (title string, err *value.JSONError) {
	keys, err := keysOf(text)
	to.Top = keys
	if err != nil {
		err.Text = "it is not JSON: " + err.Text
	}
	has := func(key string) bool { _, ok := keys[key]; return ok }
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

// keysOf returns the keys at the top of a text, and where their values are, or, of a list, those
// at the top of its first item; also of a text that breaks off.
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
	mostTold = 1000 // of long lists only so much is told
	deepest  = 100  // no value is nested more deeply that anybody would read
)

// take decides what of a file is written.
func (r *Reader) take(w *bind.World) {
	for _, s := range w.Skipped {
		r.skip(s)
	}
	for _, f := range w.Files {
		r.out.Added = append(r.out.Added, protocol.File{Name: f.Name, Text: f.Text})
	}
	for _, f := range w.Fills {
		if f.Value.Depth() > deepest {
			r.skip(bind.Skip{Name: f.Label, Why: "it is nested too deeply"})
			continue
		}
		isSecret := f.Value.HasSecret()
		written := f.Value
		if !f.Bare {
			written = marked(written)
		}
		e := protocol.WorldEntry{Label: f.Label, Path: strings.Join(f.Path, "\x00"), Secret: isSecret, Preview: inspect.Summary(f.Value)}
		text := render.Flow(written)
		if n := r.at(f.Path); n != nil && n.Body.Text() != text {
			e.Replaces = true
		}
		if len(r.out.Entries) < mostTold {
			r.out.Entries = append(r.out.Entries, e)
		}
		if isSecret {
			r.out.Secrets++
		}
		if isSecret && !r.Secrets {
			continue
		}
		r.out.Count++
		if e.Replaces {
			r.out.Replaced++
		}
		r.entries = append(r.entries, yamltree.Setting{Path: f.Path, Written: text})
	}
}

func (r *Reader) skip(s bind.Skip) {
	if r.out.SkippedCount++; r.out.SkippedCount <= mostTold {
		r.out.Skipped = append(r.out.Skipped, protocol.WorldSkip(s))
	}
}

// at returns what inputs.yaml has at a path, nil when that is nothing.
func (r *Reader) at(path []string) *yamltree.Node {
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

// marked writes the secrets in a value as {$secret: v}.
func marked(v value.Value) value.Value {
	if v.IsSecret() {
		return value.ObjectOf(value.Field{Key: "$secret", Value: v})
	}
	return value.MapElements(v, func(_ string, inner value.Value) (value.Value, bool) { return marked(inner), true })
}
