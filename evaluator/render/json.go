package render

import (
	"strconv"

	"pantograph/evaluator/value"
)

// JSON renders v as JSON, indented by two spaces. As in result documents, an unknown value is
// {"$unknown": why}, and a number that JSON cannot represent is {"$number": text}.
func JSON(v value.Value, reveal bool) Text { return new(Renderer).JSON(v, reveal) }

// JSON is like the function JSON, but stores the marks in the renderer's memory.
func (r *Renderer) JSON(v value.Value, reveal bool) Text {
	w := r.newWriter(v, reveal, nil)
	w.json(v, 0)
	w.newline()
	r.marks = w.marks
	return w.text("//")
}

// json writes a value. Its first line begins at the current column, the others are indented by
// indent. A value that is written on one line has a single mark, even if it is an object with
// $unknown. A value that only its dialect understands is written as an object with its tag as the
// key.
func (w *writer) json(v value.Value, indent int) {
	if !w.hides(v) {
		switch d := v.Data.(type) {
		case *value.Object:
			w.jsonObject(d, indent)
			return
		case *value.List:
			w.jsonList(d, indent)
			return
		case *value.Tagged:
			w.json(value.ObjectOf(value.Field{Key: d.Tag, Value: d.Body.With(v.Marks).At(v.Origin)}), indent)
			return
		}
	}
	w.mark(string(appendDocument(nil, v, w.reveal)), StateOf(v), v.Origin)
}

// jsonObject writes an object, one entry per line. If the text exceeds MaxText, the remaining
// entries are left out.
func (w *writer) jsonObject(o *value.Object, indent int) {
	w.write("{")
	for i := range o.Fields {
		if w.isFull() {
			return
		}
		if i > 0 {
			w.write(",")
		}
		w.newline()
		w.indent(indent + 2)
		w.mark(value.Quote(o.Fields[i].Key), Key, o.Fields[i].KeyAt)
		w.write(": ")
		w.json(o.Fields[i].Value, indent+2)
	}
	if len(o.Fields) > 0 {
		w.newline()
		w.indent(indent)
	}
	w.write("}")
}

// jsonList writes a list, one item per line.
func (w *writer) jsonList(l *value.List, indent int) {
	w.write("[")
	for i, c := range l.Items {
		if w.isFull() {
			return
		}
		if i > 0 {
			w.write(",")
		}
		w.newline()
		w.indent(indent + 2)
		w.json(c, indent+2)
	}
	if len(l.Items) > 0 {
		w.newline()
		w.indent(indent)
	}
	w.write("]")
}

// AppendDocument appends v as compact JSON, in the form of result documents (section 3 of
// scripts/play/CONTRACT.md).
func AppendDocument(b []byte, v value.Value, reveal bool) []byte {
	return appendDocument(b, v, reveal)
}

// AppendComparable appends v as AppendDocument does, with secrets masked and without the reasons for
// unknown values: their wording may change although the result does not.
func AppendComparable(b []byte, v value.Value) []byte {
	style := documentStyle
	style.Secret = func() string { return `"` + SecretText + `"` }
	style.Special = func(b []byte, v value.Value) []byte {
		switch d := v.Data.(type) {
		case value.Unknown:
			return append(b, `{"$unknown":""}`...)
		case *value.Tagged:
			b = append(value.AppendQuoted(append(b, '{'), d.Tag, false, false), ':')
			return append(AppendComparable(b, d.Body), '}')
		}
		return append(b, "null"...)
	}
	return value.AppendJSON(b, v, &style)
}

// appendDocument implements AppendDocument, and calls itself for the body of a Tagged.
func appendDocument(b []byte, v value.Value, reveal bool) []byte {
	style := documentStyle
	if !reveal {
		style.Secret = func() string { return `"` + SecretText + `"` }
	}
	style.Special = func(b []byte, v value.Value) []byte {
		switch d := v.Data.(type) {
		case value.Unknown:
			b = append(b, `{"$unknown":`...)
			b = value.AppendQuoted(b, value.Why(v), false, false)
			return append(b, '}')
		case *value.Tagged:
			b = append(b, '{')
			b = value.AppendQuoted(b, d.Tag, false, false)
			b = append(b, ':')
			b = appendDocument(b, d.Body, reveal)
			return append(b, '}')
		}
		return append(b, "null"...)
	}
	return value.AppendJSON(b, v, &style)
}

// documentStyle formats the numbers of result documents. JSON has no NaN and no infinities.
var documentStyle = value.JSONStyle{
	Number: func(n value.Number) string {
		if n.IsFinite() {
			return string(n)
		}
		return `{"$number":` + strconv.Quote(string(n)) + `}`
	},
}
