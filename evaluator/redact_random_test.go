package evaluator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator"
)

// brokenLines are lines as they look while a user types.
var brokenLines = []string{
	"x: [\n", "x: {a: \n", "- item\n", "x: 'open\n", "x: \"open\n", "\tx: 1\n", "x: y: z\n", "word\n", "? \n", "@bad\n",
	"]\n", "}\n", "x: |\n", "x: *nowhere\n", "&\n",
}

// A secretWriter writes inputs.yaml with secrets in every possible place.
type secretWriter struct {
	t *rapid.T
	// isCut leaves out secrets that only the text after them marks as secret.
	isCut bool
	count int
}

func (w *secretWriter) pick(options ...string) string {
	return rapid.SampledFrom(options).Draw(w.t, "pick")
}

// value writes a secret as the value of a key whose line is indented by indent columns.
func (w *secretWriter) value(indent int) string {
	in := "\n" + strings.Repeat(" ", indent+2)
	return w.pick(
		" "+secretText, " '"+secretText+"'", ` "a\n`+secretText+`"`, " !!str "+secretText, " [1, {a: "+secretText+"}]",
		" {a: ["+secretText+"]}",
		" |"+in+"first"+in+"  "+secretText, " >-"+in+secretText+in+"last", in+"user: me"+in+"password: "+secretText,
		in+"- 1"+in+"- "+secretText,
		" # note"+in+secretText, in+"first"+in+secretText, " \"a"+in+secretText+"\"",
		" # "+secretText[:3]+in+"'"+secretText+"'",
		" [1,"+in+secretText+"]", " {a: b, # }"+in+"c: "+secretText+"}",
	) + "\n"
}

func (w *secretWriter) flow() string {
	return w.pick(secretText, "'"+secretText+"'", `"`+secretText+`"`, "["+secretText+", 1]", "{a: "+secretText+"}",
		"!x "+secretText)
}

func (w *secretWriter) key() string { return w.pick("secret", "$secret", `"secret"`, "'$secret'") }

// entry writes a top-level entry that contains a secret.
func (w *secretWriter) entry() string {
	w.count++
	n := w.count
	forms := []func() string{
		func() string { return fmt.Sprintf("config:\n  a%d: {%s: %s, b: 1}\n", n, w.key(), w.flow()) },
		func() string { return fmt.Sprintf("config:\n  a%d:\n    %s:%s  z: 1\n", n, w.key(), w.value(4)) },
		func() string { return fmt.Sprintf("mocks%d:\n  - x:\n    - %s:%s", n, w.key(), w.value(6)) },
		func() string { return fmt.Sprintf("mocks%d: [{a: {%s: %s}}, 2]\n", n, w.key(), w.flow()) },
		func() string { return fmt.Sprintf("m%d:\n  ? secret\n  :%s", n, w.value(2)) },
		func() string { return fmt.Sprintf("parameters:\n  pass:%s  a%d: 1\n", w.value(2), n) },
		func() string { return fmt.Sprintf("p%d: {my:pass: %s, a: b}\n", n, w.flow()) },
		func() string {
			return fmt.Sprintf("providers%d:\n  v:\n    secret: true\n    outputs:%s", n, w.value(4))
		},
		func() string { return fmt.Sprintf("providers%d: {v: {secret: true, outputs: %s}}\n", n, w.flow()) },
		func() string { return "decrypt:" + w.value(0) },
		func() string { return "# c: {secret: " + secretText + "}\n" },
		func() string {
			return fmt.Sprintf("a%d: &q%d {b: 1, %s: %s}\nb%d: *q%d\n", n, n, w.key(), w.flow(), n, n)
		},
		func() string { return fmt.Sprintf("text%d: |\n  a:\n  - secret: %s\n", n, secretText) },
		func() string { return fmt.Sprintf("plain%d: 1 # no secret\nlist%d: [a, b]\n", n, n) },
	}
	if !w.isCut {
		forms = append(forms,
			func() string { return fmt.Sprintf("a%d: &n%d%sb%d: {secret: *n%d}\n", n, n, w.value(0), n, n) },
			func() string { return fmt.Sprintf("a%d: [&n%d %s]\nb%d: {secret: [*n%d]}\n", n, n, w.flow(), n, n) },
			func() string {
				return fmt.Sprintf("a%d: &n%d {outputs: %s}\nb%d: {<<: *n%d, secret: true}\n", n, n, w.flow(), n, n)
			},
			func() string { return fmt.Sprintf("v%d: {outputs: %s, secret: true}\n", n, w.flow()) },
		)
	}
	return rapid.SampledFrom(forms).Draw(w.t, "form")()
}

func (w *secretWriter) text() string {
	var b strings.Builder
	b.WriteString(w.pick("", "", "# words\n", "---\n"))
	for range rapid.IntRange(1, 5).Draw(w.t, "entries") {
		b.WriteString(w.entry())
	}
	return b.String()
}

// template writes a template that marks the input pass as secret.
func (w *secretWriter) template() evaluator.File {
	return evaluator.File{Name: w.pick("template.yaml", "Pulumi.yaml", "other.json"), Text: w.pick(
		"parameters:\n  pass:\n    type: string\n    hidden: true\n", "config: {x:pass: {secret: yes}}\n",
		`{"parameters": {"pass": {"hidden": true}}}`,
		"config: {other: {secret: true, name: pass}}\n", "h: &h {hidden: True}\nparameters: {pass: {<<: *h}}\n",
		"parameters:\n  pass: {type: string, hidden: true\nresources: [\n", `{"parameters": {"pass": {"hidden": true, `,
		"config:\n  pass:\n    secret: true\n    default: ${\n  x: {\n",
	)}
}

func redactAll(t require.TestingT, files []evaluator.File) {
	r, err := evaluator.Redact(files)
	require.NoError(t, err)
	for i, f := range r.Files[1:] {
		require.NotContains(t, f.Text, secretText, "of %q\nbeside %q", files[i+1].Text, files[0].Text)
	}
}

func TestNoSecretRemainsInCompleteAndHalfTypedTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &secretWriter{t: t}
		template, text := w.template(), w.text()
		switch w.pick("whole", "whole", "above", "below", "both") {
		case "above":
			text = w.pick(brokenLines...) + text
		case "below":
			text += w.pick(brokenLines...)
		case "both":
			text = w.pick(brokenLines...) + text + w.pick(brokenLines...)
		}
		if rapid.Bool().Draw(t, "mark") {
			text = "\ufeff" + text
		}
		if rapid.Bool().Draw(t, "CRLF") {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		redactAll(t, []evaluator.File{template, {Name: "inputs.yaml", Text: text}})
	})
}

func TestNoSecretRemainsInTruncatedTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &secretWriter{t: t, isCut: true}
		template, text := w.template(), w.text()
		text = text[:rapid.IntRange(0, len(text)).Draw(t, "length")]
		redactAll(t, []evaluator.File{template, {Name: "inputs.yaml", Text: text}})
	})
}

// pieces are fragments of YAML, from which random texts are made.
var pieces = []string{
	"secret", "outputs", "pass", "a", "true", ":", ": ", ":\n", " ", "  ", "\n", "\n", "\r\n", "\n  ", "\n    ", "{",
	"}", "[", "]", ",", "\"", "'", "\\", "&a ", "*a",
	"- ", "? ", "|\n", ">-\n", "#", " # ", "!x ", "<<", "---\n", "...\n", "%", "\t", "\ufeff", "é", "\x00",
}

func TestASecretBetweenAnyTwoTextsIsFound(t *testing.T) {
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30),
		func(all []string) string { return strings.Join(all, "") })
	rapid.Check(t, func(t *rapid.T) { aroundASecret(t, text.Draw(t, "before"), text.Draw(t, "after")) })
}

func aroundASecret(t require.TestingT, before, after string) {
	text := before + "\n  zz: {$secret: " + secretText + "}\n" + after
	redactAll(t, []evaluator.File{{Name: "template.yaml", Text: after}, {Name: "inputs.yaml", Text: text}})
	_, err := evaluator.Redact([]evaluator.File{{Name: "inputs.yaml", Text: before},
		{Name: "template.yaml", Text: text}}, after)
	require.NoError(t, err)
}

// FuzzRedact inserts a secret between two arbitrary texts.
func FuzzRedact(f *testing.F) {
	for _, line := range brokenLines {
		f.Add(line, line)
	}
	f.Add("", "")
	f.Add("a: &a [*b]\nc: {secret: *a}\n", "# x: {secret: y}\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		if len(before)+len(after) > 20_000 || strings.Contains(before, secretText) ||
			strings.Contains(after, secretText) {
			t.Skip("the texts are too long, or contain the secret themselves")
		}
		aroundASecret(t, before, after)
	})
}
