package esc

import (
	"encoding/base64"
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// These views show the root environment's document as `esc env` commands write it: with its secrets
// encrypted or decrypted, and with the new states of its rotators. The keys of Pulumi Cloud are not
// available here, so decrypt in inputs.yaml provides the plaintext of each ciphertext.

// The indentation of decrypted and encrypted documents, and of rotated ones.
const (
	rewriteIndent = 2
	rotatedIndent = 4
)

// A documentText is the root environment's document with edits.
type documentText struct {
	b      *binder
	reveal bool
	edits  []yamltree.Edit
}

// write returns the document with its edits, in the format of yaml.v3.
func (d *documentText) write(indent int) string {
	return yamltree.Rewrite(d.b.order[0].file, indent, d.edits)
}

// decrypted replaces ciphertexts below `values` with plaintexts. Plaintexts that are in the
// document already are hidden like the new ones.
func (b *binder) decrypted(reveal bool) string {
	d := &documentText{b: b, reveal: reveal}
	root := b.order[0].doc.Root
	isBelowValues := func(n *yamltree.Node) bool {
		return slices.ContainsFunc(root.Pairs, func(p yamltree.Pair) bool {
			return strings.EqualFold(p.Key.Value, "values") && p.Value.Span.Covers(n.Span)
		})
	}
	for _, argument := range b.secretArguments() {
		if text, ok := b.in.decrypt[ciphertextOf(argument)]; ok && isBelowValues(argument) {
			d.replace(argument, value.Str(display(text.With(value.Secret), reveal)))
		} else {
			d.hide(argument)
		}
	}
	return d.write(rewriteIndent)
}

// encrypted replaces plaintexts with ciphertexts.
func (b *binder) encrypted(reveal bool) string {
	d := &documentText{b: b, reveal: reveal}
	for _, argument := range b.secretArguments() {
		if argument.Kind != yamltree.Scalar {
			// An argument that is not a scalar is a ciphertext, or an error.
			continue
		}
		if sealed, ok := b.in.ciphertextFor(argument.Value); ok {
			d.replace(argument, value.ObjectOf(value.Field{Key: "ciphertext", Value: value.Str(sealed)}))
		} else {
			d.hide(argument)
		}
	}
	return d.write(rewriteIndent)
}

// ciphertextFor returns the ciphertext of a plaintext. If there are several, the first in byte
// order wins.
func (in *inputs) ciphertextFor(text string) (string, bool) {
	var all []string
	for sealed, plain := range in.decrypt {
		if s, _ := plain.Text(); s == text {
			all = append(all, sealed)
		}
	}
	if len(all) == 0 {
		return "", false
	}
	bytes := func(sealed string) string {
		raw, err := base64.StdEncoding.DecodeString(sealed)
		if err != nil {
			return sealed
		}
		return string(raw)
	}
	sort.SliceStable(all, func(i, j int) bool { return bytes(all[i]) < bytes(all[j]) })
	return all[0], true
}

// rotated replaces the old states of rotators with new ones.
func (b *binder) rotated(reveal bool) string {
	d := &documentText{b: b, reveal: reveal}
	for _, argument := range b.secretArguments() {
		d.hide(argument)
	}
	for _, o := range b.rotations(b.results) {
		if o.outcome.state.Data != nil {
			d.edits = append(d.edits, yamltree.Edit{At: o.argument, Key: "state",
				Text: yamlText(d.asSecretCalls(o.outcome.state))})
		}
	}
	return d.write(rotatedIndent)
}

// asSecretCalls replaces the secrets in a value with function calls that produce them.
func (d *documentText) asSecretCalls(v value.Value) value.Value {
	call := func(name string, argument value.Value) value.Value {
		return value.ObjectOf(value.Field{Key: name, Value: argument})
	}
	if v.IsSecretIn(d.reveal) {
		if _, isText := v.Text(); isText {
			return call(fnSecret.Name, value.Str(display(v, d.reveal)))
		}
		return call(fnFromJSON.Name,
			call(fnSecret.Name,
				value.Str(display(value.Str(value.JSON(v, value.GoJSON)).With(value.Secret), d.reveal))))
	}
	switch data := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(data.Items))
		for i := range data.Items {
			items[i] = d.asSecretCalls(data.Items[i])
		}
		return value.ListOf(items...)
	case *value.Object:
		fields := make([]value.Field, len(data.Fields))
		for i, f := range data.Fields {
			fields[i] = value.Field{Key: f.Key, Value: d.asSecretCalls(f.Value)}
		}
		return value.ObjectOf(fields...)
	}
	return v
}

// secretArguments returns the argument of each fn::secret in the root environment.
func (b *binder) secretArguments() []*yamltree.Node {
	e := b.order[0]
	if !e.knowsSecrets {
		e.secrets, e.knowsSecrets = appendSecrets(nil, e.doc.Root), true
	}
	return e.secrets
}

// appendSecrets appends the argument of each fn::secret in a node, which may be nil.
func appendSecrets(out []*yamltree.Node, n *yamltree.Node) []*yamltree.Node {
	if n == nil {
		return out
	}
	for _, item := range n.Items {
		out = appendSecrets(out, item)
	}
	for _, p := range n.Pairs {
		if p.Key.Value == fnSecret.Name && p.Value != nil {
			out = append(out, p.Value)
			continue
		}
		out = appendSecrets(out, p.Value)
	}
	return out
}

// ciphertextOf returns the ciphertext in the argument of fn::secret, or "" if it is a plaintext.
func ciphertextOf(argument *yamltree.Node) string {
	if len(argument.Pairs) == 1 && argument.Pairs[0].Key.Value == "ciphertext" {
		return argument.Pairs[0].Value.Value
	}
	return ""
}

// replace writes a value in place of a node, and keeps the comment after it (12).
func (d *documentText) replace(n *yamltree.Node, v value.Value) {
	d.edits = append(d.edits, yamltree.Edit{At: n, Text: yamlText(v), KeepComments: true})
}

// hide masks the text of a secret that is not replaced, unless secrets are to be shown.
func (d *documentText) hide(argument *yamltree.Node) {
	if !d.reveal && argument.Kind == yamltree.Scalar {
		d.replace(argument, value.Str(maskedText))
	}
}

// yamlText formats a value as YAML that preserves its type.
func yamlText(v value.Value) string {
	w := &yamlWriter{numbers: true, step: 4}
	w.node(v, 0, 4, false)
	return w.out.String()
}

// documentViews returns those of the rewritten documents that differ from the original one.
func (b *binder) documentViews() (out []bind.View) {
	sealed, plain := false, false
	for _, argument := range b.secretArguments() {
		_, known := b.in.decrypt[ciphertextOf(argument)]
		_, sealable := b.in.ciphertextFor(argument.Value)
		sealed, plain = sealed || known, plain || argument.Kind == yamltree.Scalar && sealable
	}
	for _, v := range []struct {
		id   string
		text func(bool) string
		is   bool
	}{
		{"decrypted", b.decrypted, sealed}, {"encrypted", b.encrypted, plain},
		{"rotated", b.rotated, len(b.rotations(b.results)) > 0},
	} {
		if v.is {
			out = append(out, bind.View{ID: v.id, Title: v.id, Language: "yaml",
				Text: func(reveal bool, _ func(bind.Piece)) string { return v.text(reveal) }})
		}
	}
	return out
}
