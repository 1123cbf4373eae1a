package esc

import (
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// These are the conventional properties, which have a meaning outside the environment: `pulumi env
// run` sets the first as environment variables and writes the second to files, and Pulumi programs
// read the third.
const (
	variablesKey = "environmentVariables"
	filesKey     = "files"
	configKey    = "pulumiConfig"
)

// finish builds the result document.
func (b *binder) finish(r bind.Results) bind.Outcome {
	b.results = r
	out := bind.Outcome{Value: value.Nothing()}
	empty := value.ObjectOf()
	variables, files := empty, empty
	if len(b.order) > 0 && !b.order[0].stopped && !b.order[0].isEmpty {
		out.Value = resultOf(r, b.order[0].values, r.Value(b.order[0].cell))
		variables, files = conventional(out.Value, variablesKey), conventional(out.Value, filesKey)
		b.hints(r, &out)
		b.hintViews(files, &out)
		b.importEdges(r, &out)
	}
	out.Sections = []value.Field{{Key: variablesKey, Value: variables}, {Key: filesKey, Value: files}}
	if b.in.mode == rotateMode {
		out.Sections = append(out.Sections, value.Field{Key: "rotatePatches", Value: b.patches(r)})
	}
	out.Form = b.form(r)
	out.Views = views(out.Value, variables, files)
	if len(b.order) > 0 && !b.order[0].stopped {
		out.Format = b.format(out.Value, variables, files)
		out.Views = append(append(out.Views, b.formatViews(out.Format)...), b.documentViews()...)
		out.Parts = parts(out.Value)
	}
	return out
}

// resultOf returns the value of a property of the root environment as it appears in the result. A
// value that a function passed through lacks its base layer there, and only there.
func resultOf(r bind.Results, p *property, v value.Value) value.Value {
	if m, ok := p.cell.Expr.(*ir.Merge); ok && p.parent != nil {
		if base, _ := r.Node(m.Base); base.Marks&value.Locked != 0 {
			return v
		}
		if c, ok := m.Over.(*ir.Call); ok && c.Fn.Data == any(passesThrough{}) {
			if own, ok := r.Node(c); ok {
				return own
			}
		}
	}
	o := v.Object()
	if o == nil || p.shape != object || !p.env.merges {
		return v
	}
	fields := append([]value.Field(nil), o.Fields...)
	for i := range fields {
		if child := p.field(fields[i].Key); child != nil {
			fields[i].Value = resultOf(r, child, fields[i].Value)
		}
	}
	all := value.NewObject(fields)
	all.Handle = o.Handle
	v.Data = all
	return v
}

// conventional returns the entries of a conventional property as strings: null becomes "", lists
// and objects are left out.
func conventional(v value.Value, key string) value.Value {
	all := value.ObjectOf()
	o := v.Object()
	if o == nil {
		return all
	}
	given, _ := o.Get(key)
	if given.Object() == nil {
		return all
	}
	var fields []value.Field
	for _, f := range given.Object().Fields {
		v := f.Value
		// These are the conversions of the original (2).
		switch d := v.Data.(type) {
		case value.Null:
			v.Data = value.String("")
		case value.Bool:
			v.Data = value.String(map[bool]string{true: "true", false: "false"}[bool(d)])
		case value.Number:
			v.Data = value.String(d)
		case value.String:
		case value.Unknown:
			v.Data = value.String("[unknown]")
		default:
			continue
		}
		fields = append(fields, value.Field{Key: f.Key, Value: v, KeyAt: f.KeyAt})
	}
	return value.ObjectOf(fields...)
}

// parts returns the values that can be shown separately: those directly below values.
func parts(v value.Value) (out []bind.Part) {
	o := v.Object()
	if o == nil {
		return nil
	}
	out = make([]bind.Part, 0, len(o.Fields))
	for i := range o.Fields {
		path := value.Path("").Key(o.Fields[i].Key)
		out = append(out, bind.Part{Path: path, Label: o.Fields[i].Key, Kind: "value", Node: string(path)})
	}
	return out
}

// rotations returns the rotators that were asked for a new state, in the order of their paths.
func (b *binder) rotations(r bind.Results) (calls []*opening) {
	for _, c := range b.order[0].calls {
		if o, ok := c.Data.(*opening); ok && o.outcome != nil {
			if _, reached := r.Node(c); reached {
				calls = append(calls, o)
			}
		}
	}
	sort.SliceStable(calls, func(i, j int) bool { return calls[i].inValues < calls[j].inValues })
	return calls
}

// patches describes the outcome of each rotation.
func (b *binder) patches(r bind.Results) value.Value {
	var items []value.Value
	for _, o := range b.rotations(r) {
		fields := []value.Field{{Key: "path", Value: value.Str(string(o.inValues))},
			{Key: "status", Value: value.Str(o.outcome.status)}}
		if o.outcome.state.Data != nil {
			fields = append(fields,
				value.Field{Key: "docPath", Value: value.Str(string(o.docPath))},
				value.Field{Key: "replacement", Value: o.outcome.state})
		}
		items = append(items, value.ObjectOf(fields...))
	}
	return value.ListOf(items...)
}

// views returns the formats in which the Pulumi ESC command line writes a result, and views of the
// conventional properties.
func views(v, variables, files value.Value) []bind.View {
	config := value.Nothing()
	if o := v.Object(); o != nil {
		config, _ = o.Get(configKey)
	}
	shell := func(prefix string) func(bool, func(bind.Piece)) string {
		return func(reveal bool, tell func(bind.Piece)) string {
			return assignments(prefix, variables, files, reveal, tell)
		}
	}
	return []bind.View{
		{ID: "dotenv", Title: "dotenv", Language: "ini", Text: shell("")},
		{ID: "shell", Title: "shell", Language: "shell", Text: shell("export ")},
		{ID: "files", Title: "files", Language: "plaintext",
			Text: func(reveal bool, tell func(bind.Piece)) string { return fileTexts(files, reveal, tell) }},
		{ID: "pulumiConfig", Title: "pulumiConfig", Language: "yaml",
			Text: func(reveal bool, _ func(bind.Piece)) string { return configText(config, reveal) }},
	}
}

const (
	// The placeholders of the original's formats (7).
	maskedText  = "[secret]"
	unknownMark = "[unknown]"
)

// display returns the text of an entry, masked unless reveal is set.
func display(v value.Value, reveal bool) string {
	if v.IsSecret() && !reveal {
		return maskedText
	}
	s, _ := v.Text()
	return s
}

// assignments formats variables as `pulumi env open --format dotenv` and `shell` do. A variable for
// a file would hold the path of a temporary file, which is unknown here.
func assignments(prefix string, variables, files value.Value, reveal bool, tell func(bind.Piece)) string {
	var b strings.Builder
	write := func(section string, f value.Field, text string) {
		b.WriteString(prefix)
		writeEntry(&b, section, f, f.Key, true, tell)
		b.WriteByte('=')
		writeEntry(&b, section, f, text, false, tell)
		b.WriteByte('\n')
	}
	for _, f := range value.Sorted(variables.Object().Fields) {
		write(variablesKey, f, quote(display(f.Value, reveal)))
	}
	for _, f := range value.Sorted(files.Object().Fields) {
		// The paths come after all other variables (12).
		write(filesKey, f, quote(unknownMark))
	}
	return b.String()
}

// writeEntry writes the key or the value of an entry in a section of the result.
func writeEntry(b *strings.Builder, section string, f value.Field, text string, isKey bool, tell func(bind.Piece)) {
	start := b.Len()
	b.WriteString(text)
	if tell != nil {
		tell(bind.Piece{Start: start, End: b.Len(), Path: value.Path(section).Key(f.Key), Value: f.Value,
			KeyAt: f.KeyAt, IsKey: isKey})
	}
}

// fileTexts writes each file below the name of the variable that will hold its path.
func fileTexts(files value.Value, reveal bool, tell func(bind.Piece)) string {
	var b strings.Builder
	for i, f := range files.Object().Fields {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString("==> ")
		writeEntry(&b, filesKey, f, f.Key, true, tell)
		b.WriteString(" <==\n")
		text := display(f.Value, reveal)
		writeEntry(&b, filesKey, f, text, false, tell)
		if !strings.HasSuffix(text, "\n") {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// configText formats the configuration of a Pulumi stack.
func configText(v value.Value, reveal bool) string {
	if v.Data == nil || v.IsNull() {
		return ""
	}
	return yamlText(masked(v, reveal))
}

// masked replaces unknowns, and secrets unless reveal is set, with placeholders.
func masked(v value.Value, reveal bool) value.Value {
	switch d := v.Data.(type) {
	case value.Unknown:
		// A value that is both secret and unknown is masked as secret (7).
		if v.IsSecret() && !reveal {
			return value.Str(maskedText)
		}
		return value.Str(unknownMark)
	case *value.List:
		if v.IsSecret() && !reveal {
			break
		}
		items := make([]value.Value, len(d.Items))
		for i := range d.Items {
			items[i] = masked(d.Items[i], reveal)
		}
		return value.ListOf(items...)
	case *value.Object:
		if v.IsSecret() && !reveal {
			break
		}
		fields := make([]value.Field, len(d.Fields))
		for i, f := range d.Fields {
			fields[i] = value.Field{Key: f.Key, Value: masked(f.Value, reveal)}
		}
		return value.ObjectOf(fields...)
	}
	if v.IsSecret() && !reveal {
		return value.Str(maskedText)
	}
	return v
}

// importEdges adds the edges of imports to the graph.
func (b *binder) importEdges(r bind.Results, out *bind.Outcome) {
	for _, e := range b.order {
		if e.record == nil || e.dropped {
			continue
		}
		record := r.Value(e.record).Object()
		for _, entry := range e.imports {
			if record == nil || entry.env == nil {
				continue
			}
			// An import that was skipped, because it would close a cycle, is not in the record.
			if _, ok := record.Get(entry.name); ok {
				out.Edges = append(out.Edges, bind.Edge{From: e.cell.Name, To: entry.env.cell.Name, Via: "import",
					Span: entry.nameAt})
			}
		}
	}
}

// hints adds our hints about the result, which the original does not have.
func (b *binder) hints(r bind.Results, out *bind.Outcome) {
	b.hintSuppliers(r, out)
	b.hintEarlyBinding(r, out)
}

// valueSpan returns the span of a property's expression, without its key.
func (p *property) valueSpan() source.Span {
	if p.cell.Expr == nil {
		return p.cell.Span
	}
	return p.cell.Expr.Info().Span
}
