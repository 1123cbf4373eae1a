package terraform

import (
	"fmt"
	"strconv"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// maxOutput limits the length of a value's text. Values themselves are limited, but deep
// inside one every line has a long indentation.
const maxOutput = 16 << 20

// tooLong is our message for a value over maxOutput.
var tooLong = fmt.Sprintf("printed, this value would be larger than %d MB", maxOutput>>20)

// A measure is an estimate of how much a value takes.
type measure struct {
	bytes  int // of its text
	pieces int // of values and keys in it
	// isInfinite is set if a number in it is infinite. It may not be if the value is not printable.
	isInfinite bool
}

// measured returns the size of a value's text, or false if it is too large to be printed.
func measured(v value.Value) (m measure, isPrintable bool) {
	m.add(v, 0)
	return m, m.bytes <= maxOutput
}

// printable reports whether a value is small enough to be printed.
func printable(v value.Value) bool {
	_, ok := measured(v)
	return ok
}

// add adds the size of a value. It stops when the sum is too large. Values share parts, so even a small program can
// produce a value that is too large to walk.
func (m *measure) add(v value.Value, depth int) {
	m.bytes += 2*depth + 4
	m.pieces++
	switch d := v.Data.(type) {
	case value.String:
		m.bytes += len(d) + strings.Count(string(d), "\n")*2*depth
	case value.Number:
		m.bytes += len(d)
		m.isInfinite = m.isInfinite || !d.IsFinite()
	case *value.List:
		for i := 0; i < len(d.Items) && m.bytes <= maxOutput; i++ {
			m.add(d.Items[i], depth+1)
		}
	case *value.Object:
		for i := 0; i < len(d.Fields) && m.bytes <= maxOutput; i++ {
			m.bytes += len(d.Fields[i].Key)
			m.pieces++
			m.add(d.Fields[i].Value, depth+1)
		}
	}
}

// console writes a value as the console prints it (section 3), with the digits that the original
// shows (4.5).
func console(v value.Value) string {
	var w consoleWriter
	v = types.Shown(v)
	w.write(&v, 0, "")
	return string(w.out)
}

// A consoleWriter writes values as the console does, and records where each value and each key is.
type consoleWriter struct {
	out      []byte
	pieces   []bind.TextPiece
	entries  []bind.TextEntry
	inEntry  bool
	indents  []int        // of the entries
	past     *consoleText // the text of the last version, of which entries are repeated; may be nil
	at       int          // the entry of past that is expected next
	hasPaths bool         // whether paths are needed
	paths    []value.Path // of the pieces
	// isText is set if the result contains only the text, not its parts.
	isText bool // the pieces then have the path of the whole text
}

// report records a piece that begins at start.
func (w *consoleWriter) report(start int, p bind.TextPiece, path value.Path) {
	p.Start, p.End = int32(start), int32(len(w.out))
	w.pieces = append(w.pieces, p)
	if w.hasPaths {
		w.paths = append(w.paths, path)
	}
}

// key returns the path of a member, or path itself if paths are not needed.
func (w *consoleWriter) key(path value.Path, key string) value.Path {
	if !w.hasPaths || w.isText {
		return path
	}
	return path.Key(key)
}

// index returns the path of an item of a list, or path itself if paths are not needed.
func (w *consoleWriter) index(path value.Path, i int) value.Path {
	if !w.hasPaths || w.isText {
		return path
	}
	return path.Index(i)
}

// spaces appends n spaces.
func spaces(b []byte, n int) []byte {
	for range n {
		b = append(b, ' ')
	}
	return b
}

// write appends a value at a path. The first line is not indented, since it follows a key or a
// bracket; indent is for the lines after it. A collection that is withheld is written as one word,
// like a scalar.
func (w *consoleWriter) write(v *value.Value, indent int, path value.Path) {
	start := len(w.out)
	switch d := v.Data.(type) {
	case *value.List:
		if withheld(*v) != "" {
			break
		}
		w.out = append(appendMaker(w.out, d.Type), '[')
		for i := range d.Items {
			w.out = spaces(append(w.out, '\n'), indent+2)
			w.write(&d.Items[i], indent+2, w.index(path, i))
			w.out = append(w.out, ',')
		}
		w.out = appendEnd(w.out, ']', len(d.Items), indent, d.Type)
		return
	case *value.Object:
		if withheld(*v) != "" {
			break
		}
		w.out = append(appendMaker(w.out, d.Type), '{')
		fields := value.Sorted(d.Fields)
		for i := range fields {
			w.out = spaces(append(w.out, '\n'), indent+2)
			w.entry(&fields[i], indent+2, path)
		}
		w.out = appendEnd(w.out, '}', len(d.Fields), indent, d.Type)
		return
	}
	w.out = appendScalar(w.out, *v, indent)
	w.report(start, bind.TextPiece{Value: v}, path)
}

// entry appends a key and its value.
func (w *consoleWriter) entry(f *value.Field, indent int, path value.Path) {
	isEntry := !w.inEntry && f.Value.Size() <= bind.MaxEntry
	if isEntry && w.repeat(f, indent) {
		return
	}
	e := bind.TextEntry{Field: f, Start: int32(len(w.out)), Piece: int32(len(w.pieces))}
	w.inEntry = w.inEntry || isEntry
	start, at := len(w.out), w.key(path, f.Key)
	w.out = appendText(w.out, f.Key, indent)
	w.report(start, bind.TextPiece{Value: &f.Value, Key: f}, at)
	w.out = append(w.out, " = "...)
	w.write(&f.Value, indent, at)
	if isEntry {
		w.inEntry = false
		e.End, e.Next = int32(len(w.out)), int32(len(w.pieces))
		w.entries, w.indents = append(w.entries, e), append(w.indents, indent)
	}
}

// A consoleText is what the console prints, with the indentation of each entry.
type consoleText struct {
	*bind.Written
	indents []int
}

// repeat appends an entry of the last version's text if it is the same. The decoder keeps the values of entries that
// have not changed, so their data is the same object.
func (w *consoleWriter) repeat(f *value.Field, indent int) bool {
	const most = 4 // entries that may have been removed before it
	if w.past == nil {
		return false
	}
	for i := w.at; i < min(w.at+most, len(w.past.Entries)); i++ {
		e := &w.past.Entries[i]
		if e.Field.Key != f.Key {
			continue
		}
		w.at = i + 1
		if !isSameObject(e.Field.Value, f.Value) || w.past.indents[i] != indent {
			return false
		}
		by, piece := int32(len(w.out))-e.Start, int32(len(w.pieces))
		w.out = append(w.out, w.past.Text[e.Start:e.End]...)
		for _, p := range w.past.Pieces[e.Piece:e.Next] {
			p.Start, p.End = p.Start+by, p.End+by
			w.pieces = append(w.pieces, p)
		}
		// The others are in the object, but the key is in the object around it, which is another one in each version.
		w.pieces[piece].Value, w.pieces[piece].Key = &f.Value, f
		w.entries = append(w.entries, bind.TextEntry{Field: f, Start: e.Start + by, End: e.End + by, Piece: piece,
			Next: piece + e.Next - e.Piece})
		w.indents = append(w.indents, indent)
		return true
	}
	return false
}

// isSameObject reports whether two values are the same object, and are shown alike.
func isSameObject(a, b value.Value) bool {
	o := a.Object()
	return o != nil && o == b.Object() && a.Marks == b.Marks && a.Origin == b.Origin
}

// withheld returns the console's replacement for a value that is not shown, or "" if it is shown.
func withheld(v value.Value) string {
	switch {
	case v.IsUnknown():
		return "(known after apply)"
	case v.IsSecret():
		return "(sensitive value)"
	case v.Marks&types.Ephemeral != 0:
		return "(ephemeral value)"
	}
	return ""
}

// appendScalar appends a value without elements, or the replacement of one that is withheld. It
// never sees the result of type(), which finish treats separately.
func appendScalar(b []byte, v value.Value, indent int) []byte {
	if text := withheld(v); text != "" {
		return append(b, text...)
	}
	switch d := v.Data.(type) {
	case value.Null:
		return appendNull(b, d)
	case value.Bool:
		return strconv.AppendBool(b, bool(d))
	case value.Number:
		return append(b, d...)
	case value.String:
		return appendText(b, string(d), indent)
	}
	panic("terraform: a value that has no text")
}

// appendMaker begins the call that creates a collection: tolist(…), toset(…), tomap(…). For tuples and
// objects, which need no such call, typ is "".
func appendMaker(b []byte, typ string) []byte {
	if typ == "" {
		return b
	}
	word, _, _ := strings.Cut(typ, "(")
	return append(append(append(b, "to"...), word...), '(')
}

// appendEnd closes a collection of n elements.
func appendEnd(b []byte, bracket byte, n, indent int, typ string) []byte {
	if n > 0 {
		b = spaces(append(b, '\n'), indent)
	}
	if b = append(b, bracket); typ != "" {
		b = append(b, ')')
	}
	return b
}

// appendNull writes a null with its type: `tostring(null)`, `tolist(null) /* of dynamic */`, `null
// /* object */` (section 3).
func appendNull(b []byte, d value.Null) []byte {
	if d.Type == "" {
		return append(b, "null"...)
	}
	t := types.Parse(d.Type)
	switch {
	case t.IsPrimitive():
		return append(b, "to"+t.Name()+"(null)"...)
	case t.IsCollection():
		word, _, _ := strings.Cut(t.String(), "(")
		return append(b, "to"+word+"(null) /* of "+t.Elem.Name()+" */"...)
	}
	return append(b, "null /* "+t.Name()+" */"...)
}

// appendText writes a string in quotes or, if it has line breaks, as a heredoc whose marker does
// not occur as a line. With `<<-`, all lines of a nested heredoc are indented, even empty ones.
func appendText(b []byte, s string, indent int) []byte {
	i := 0
	for i < len(s) && ' ' <= s[i] && s[i] <= '~' && s[i] != '"' && s[i] != '\\' {
		i++
	}
	switch {
	case i == len(s): // most strings, for which AppendQuote takes several times as long
		return append(append(append(b, '"'), s...), '"')
	case strings.IndexByte(s[i:], '\n') < 0:
		return strconv.AppendQuote(b, s)
	}
	lines := strings.Split(s, "\n")
	marker := "EOT"
	for i := 0; i < len(lines); i++ {
		if len(lines[i]) >= len(marker) && strings.TrimSpace(lines[i]) == marker {
			marker += "_"
			i = -1 // an earlier line may equal the longer marker
		}
	}
	b = append(b, "<<"...)
	if indent > 0 {
		b = append(b, '-')
	}
	b = append(b, marker...)
	for _, line := range lines {
		b = spaces(append(b, '\n'), indent)
		b = append(b, line...)
	}
	b = spaces(append(b, '\n'), indent)
	return append(b, marker...)
}

// typeText writes a type as type() prints it.
func typeText(t *types.Type) string { return string(appendType(nil, t, 0)) }

// appendType writes a type; indent is the indentation of its first line. A collection remains on
// that line unless its element is an object or a tuple (section 3).
func appendType(b []byte, t *types.Type, indent int) []byte {
	switch t.Kind {
	case types.List, types.Set, types.Map:
		word, _, _ := strings.Cut(t.String(), "(")
		b = append(append(b, word...), '(')
		if t.Elem.Kind != types.Object && t.Elem.Kind != types.Tuple {
			return append(appendType(b, t.Elem, indent), ')')
		}
		// The element is on a separate line, which ends with a comma like all lines inside
		// brackets.
		b = append(appendType(spaces(append(b, '\n'), indent+4), t.Elem, indent+4), ',')
		return append(spaces(append(b, '\n'), indent), ')')
	case types.Object, types.Tuple:
	default:
		return append(b, t.Name()...)
	}
	open, end := "tuple([", "])"
	if t.Kind == types.Object {
		open, end = "object({", "})"
	}
	b = append(b, open...)
	for i, inner := range t.Types {
		b = spaces(append(b, '\n'), indent+4)
		if t.Kind == types.Object {
			b = append(append(b, t.Names[i]...), ": "...)
		}
		b = append(appendType(b, inner, indent+4), ',')
	}
	if len(t.Types) > 0 {
		b = spaces(append(b, '\n'), indent)
	}
	return append(b, end...)
}
