package pulumi

import (
	"slices"
	"time"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// stackFile reads Pulumi.<stack>.yaml: its config, and the environments that it opens (2.2).
// inputs.yaml overrides the file, and the file overrides the environments. Overridden values are
// kept in overridden, for display.
func (b *binder) stackFile(in *inputs) {
	f := b.bundle.File("Pulumi." + in.stack + ".yaml")
	if f == nil {
		return
	}
	doc := b.bundle.Parse(f)
	b.problems = append(b.problems, doc.Problems...)
	if doc.Root == nil || doc.Root.Kind != yamltree.Mapping {
		return
	}
	var opened []given
	if n := doc.Root.Get("environment"); n != nil {
		opened = b.environment(f, n)
	}
	// So far, in.config contains only the values of inputs.yaml.
	stronger := len(in.config)
	if config := doc.Root.Get("config"); config != nil && config.Kind == yamltree.Mapping {
		for _, p := range config.Pairs {
			g := given{key: p.Key.Value, raw: stackData(p.Value)}
			if in.supplies(b, g.key, stronger) {
				g.value = g.raw
				if isEncrypted(g.raw) {
					b.encrypted = append(b.encrypted, p)
					g.value = encrypted(p.Key.Value)
				}
				g.value = g.value.At(p.Key.Span)
				in.overridden = append(in.overridden, g)
				continue
			}
			b.stackValue(p, &g, opened)
			g.value = g.value.At(p.Key.Span)
			in.config = append(in.config, g)
		}
	}
	// Now in.config also contains the values of the file.
	stronger = len(in.config)
	for _, g := range opened {
		if in.supplies(b, g.key, stronger) {
			g.value = g.value.At(g.keyAt)
			in.overridden = append(in.overridden, g)
			continue
		}
		g.from, g.raw, g.value = g.value.Origin.File(), g.value, convertByHost(g.value).At(g.keyAt)
		in.config = append(in.config, g)
	}
}

// stackData returns the value of an entry as the CLI reads it: dates become strings as Go
// prints a time, and null becomes the empty string.
func stackData(n *yamltree.Node) value.Value {
	v := bind.Data(withoutDates(n, printed))
	if v.IsNull() {
		v.Data = value.String("")
	}
	return v
}

// withoutDates returns a tree in which dates are strings as print formats them.
func withoutDates(n *yamltree.Node, print func(time.Time) string) *yamltree.Node {
	switch n.Kind {
	case yamltree.Scalar:
		r := n.Resolve(yamltree.YAMLv3)
		if r.Kind != yamltree.Timestamp {
			return n
		}
		return yamltree.NewScalar(printedDate(r.Text, print), yamltree.DoubleQuoted, n.Span)
	case yamltree.Sequence:
		items := slices.Clone(n.Items)
		for i, item := range items {
			items[i] = withoutDates(item, print)
		}
		return n.With(nil, items)
	case yamltree.Mapping:
		pairs := slices.Clone(n.Pairs)
		for i, p := range pairs {
			pairs[i].Value = withoutDates(p.Value, print)
		}
		return n.With(pairs, nil)
	}
	return n
}

// printedDate formats a timestamp of yaml.v3.
func printedDate(text string, print func(time.Time) string) string {
	for _, layout := range []string{"2006-1-2T15:4:5.999999999Z07:00", "2006-1-2t15:4:5.999999999Z07:00",
		"2006-1-2 15:4:5.999999999", "2006-1-2"} {
		if t, err := time.ParseInLocation(layout, text, time.UTC); err == nil {
			return print(t)
		}
	}
	return text
}

// printed formats a date as Go prints a time. The engine has no Time.String.
func printed(t time.Time) string { return t.Format("2006-01-02 15:04:05.999999999 -0700 MST") }

// rfc3339 formats a date as in JSON, the format in which the CLI passes on the config of a project
// file and the environment of a stack file.
func rfc3339(t time.Time) string { return t.Format(time.RFC3339Nano) }

// stackValue finds the value of an entry in the stack's file. An entry under secure: is
// encrypted, so it is unknown and secret. A mapping is merged over the environment's.
func (b *binder) stackValue(p yamltree.Pair, to *given, opened []given) {
	if isEncrypted(to.raw) {
		b.encrypted = append(b.encrypted, p)
		b.report(diag.Infof(p.Value.Span, "hint-encrypted",
			"%s is encrypted, so it is unknown here; set its value under config in inputs.yaml", p.Key.Value))
		to.value = encrypted(p.Key.Value)
		return
	}
	for _, g := range opened {
		if to.raw.Object() != nil && b.bare(g.key) == b.bare(p.Key.Value) && g.value.Object() != nil {
			to.raw, to.from = patch(g.value, to.raw), g.value.Origin.File()
		}
	}
	to.value = convertByHost(to.raw)
}

// isEncrypted reports whether a value is {secure: ciphertext}, which only the stack's key can
// decrypt.
func isEncrypted(raw value.Value) bool {
	o := raw.Object()
	return o != nil && len(o.Fields) == 1 && o.Fields[0].Key == "secure"
}

// encrypted returns the value of an encrypted entry: unknown and secret.
func encrypted(key string) value.Value {
	return value.NotKnown("the encrypted " + key).With(value.Secret)
}

// patch merges a mapping over another like a JSON merge patch: null removes a key, and anything but a mapping
// replaces the base (2.2). If the base is a secret mapping, so is the result.
func patch(base, over value.Value) value.Value {
	o := over.Object()
	if o == nil {
		return over
	}
	fields := []value.Field{}
	if below := base.Object(); below != nil {
		for _, f := range below.Fields {
			if _, again := o.Get(f.Key); !again {
				fields = append(fields, f)
			}
		}
	}
	for _, f := range o.Fields {
		if f.Value.IsNull() {
			continue
		}
		var below value.Value
		if base.Object() != nil {
			below, _ = base.Object().Get(f.Key)
		}
		f.Value = patch(below, f.Value)
		fields = append(fields, f)
	}
	out := value.ObjectOf(fields...).With(over.Marks).At(over.Origin)
	if base.Object() != nil {
		out = out.With(base.Marks & value.Secret)
	}
	return out
}

// supplies reports whether one of the first n values is for a config key, with or without the
// project's name.
func (in *inputs) supplies(b *binder, key string, n int) bool {
	for _, g := range in.config[:n] {
		if b.bare(g.key) == b.bare(key) {
			return true
		}
	}
	return false
}

// environment evaluates the environments that the stack's file opens, and returns their pulumiConfig. They are
// evaluated as the imports of an environment called yaml (2.2).
func (b *binder) environment(f *source.File, n *yamltree.Node) []given {
	root := b.imported(n)
	if root == nil || b.bundle.Evaluate == nil {
		return nil
	}
	out, problems := b.bundle.Evaluate("esc", b.bundle.Part(f, root, "environment: yaml\n"))
	b.problems = append(b.problems, problems...)
	var config value.Value
	if o := out.Value.Object(); o != nil {
		config, _ = o.Get("pulumiConfig")
	}
	var opened []given
	if o := config.Object(); o != nil {
		for _, f := range o.Fields {
			v := f.Value.With(config.Marks & value.Secret)
			opened = append(opened, given{key: f.Key, value: v, keyAt: f.KeyAt})
		}
	}
	return opened
}

// imported returns the environment of the stack file; a list of names becomes its imports. Imports
// that the bundle does not contain are left out, with a hint. Anything else is returned unchanged,
// and ESC reports that it is not an environment.
func (b *binder) imported(n *yamltree.Node) *yamltree.Node {
	switch {
	case isNull(n) || n.Kind == yamltree.Broken:
		return nil
	case n.Kind == yamltree.Sequence && !slices.ContainsFunc(n.Items, isNotScalar):
		key := yamltree.NewScalar("imports", yamltree.Plain, n.Span)
		return yamltree.NewMapping([]yamltree.Pair{{Key: key, Value: b.available(n)}}, n.Span)
	}
	root := withoutDates(n, rfc3339)
	pairs := slices.Clone(root.Pairs)
	// Trees never change, so the imports are replaced in a copy.
	for i, p := range pairs {
		if lower(p.Key.Value) == "imports" && p.Value.Kind == yamltree.Sequence {
			pairs[i].Value = b.available(p.Value)
		}
	}
	return root.With(pairs, root.Items)
}

func isNotScalar(n *yamltree.Node) bool { return n.Kind != yamltree.Scalar }

// available returns the imports that the bundle has files for, and reports the others. An import is a
// name, or a mapping from the name to options.
func (b *binder) available(imports *yamltree.Node) *yamltree.Node {
	var items []*yamltree.Node
	for _, item := range imports.Items {
		at := item
		if item.Kind == yamltree.Mapping && len(item.Pairs) == 1 {
			at = item.Pairs[0].Key
		}
		if at.Kind == yamltree.Scalar && isText(at) {
			if b.bundle.File(at.Value+".yaml") == nil {
				b.report(diag.Infof(at.Span, "hint-stack-environment",
					"the environment %s is not available here; add it as %s.yaml, or put its values under config in "+
						"inputs.yaml", at.Value, at.Value))
				continue
			}
			b.opened = append(b.opened, at)
		}
		items = append(items, item)
	}
	return imports.With(nil, items)
}

// environments adds the opened environments to the graph. A config entry supplied by an environment depends on
// that environment, or on all of them if that environment is not among those opened.
func (b *binder) environments(out *bind.Outcome) {
	id := func(at *yamltree.Node) string { return "imports." + at.Value }
	for _, at := range b.opened {
		out.Nodes = append(out.Nodes, bind.Node{ID: id(at), Kind: "environment", Label: at.Value, Span: at.Span,
			NameAt: at.Span})
	}
	for _, c := range b.config {
		from := b.openedFrom[c]
		if from == nil {
			continue
		}
		needs := slices.DeleteFunc(slices.Clone(b.opened),
			func(at *yamltree.Node) bool { return at.Value+".yaml" != from.Name })
		if len(needs) == 0 {
			needs = b.opened
		}
		for _, at := range needs {
			out.Edges = append(out.Edges, bind.Edge{From: c.Name, To: id(at), Span: at.Span})
		}
	}
}
