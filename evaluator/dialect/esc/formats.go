package esc

import (
	"errors"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// format returns a function that formats the result, or the value at a path in it, as `esc env open
// --format` does, or the document as other commands do (12). The function returns false for a
// format that the original does not have.
func (b *binder) format(result, variables, files value.Value) func(name, at string, reveal bool) (string, bool, error) {
	return func(name, at string, reveal bool) (string, bool, error) {
		path, err := openPath(at)
		if err != nil {
			return "", true, errors.New("invalid property path " + at + ": " + err.Error())
		}
		v, ok := value.Find(result, valuePath(path))
		if !ok {
			// A path without a value prints null, without an error (12).
			v = value.Nothing()
		}
		switch name {
		case "json":
			return indented(value.JSON(masked(v, reveal), value.GoJSON)) + "\n", true, nil
		case "yaml":
			w := &yamlWriter{step: yamlStep}
			w.node(masked(v, reveal), 0, yamlStep, false)
			return w.out.String(), true, nil
		case "string":
			return b.asString(v, reveal), true, nil
		case "detailed":
			return b.detailed(path, reveal), true, nil
		}
		// These formats show the whole environment, so they do not take a path (12).
		whole := map[string]func() string{
			"dotenv":    func() string { return assignments("", variables, files, reveal, nil) },
			"shell":     func() string { return assignments("export ", variables, files, reveal, nil) },
			"decrypted": func() string { return b.decrypted(reveal) },
			"encrypted": func() string { return b.encrypted(reveal) },
			"rotated":   func() string { return b.rotated(reveal) },
		}[name]
		switch {
		case whole == nil:
			return "", false, nil
		case at != "":
			return "", true, errors.New("output format '" + name + "' may not be used with a property path")
		}
		return whole(), true, nil
	}
}

// formatViews returns views for the formats that the page does not show otherwise.
func (b *binder) formatViews(format func(name, at string, reveal bool) (string, bool, error)) (out []bind.View) {
	for _, v := range []bind.View{{ID: "string", Language: "plaintext"}, {ID: "detailed", Language: "json"}} {
		v.Title = v.ID
		v.Text = func(reveal bool, _ func(bind.Piece)) string {
			text, _, _ := format(v.ID, "", reveal) // without a path, there is no error
			return text
		}
		out = append(out, v)
	}
	return out
}

// yamlStep is the indentation of the yaml format.
const yamlStep = 3

// asString formats a value as an interpolation would, and ends it with a newline.
func (b *binder) asString(v value.Value, reveal bool) string {
	s, _ := text(ir.Frame(b.results.Frame()), masked(v, reveal), source.Span{})
	if s == "" || s[len(s)-1] != '\n' {
		s += "\n"
	}
	return s
}
