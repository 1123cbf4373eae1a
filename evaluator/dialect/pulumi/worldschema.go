package pulumi

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A schemaIndex is the text of a package schema with an index of its members. Schemas have tens
// of megabytes, of which a program needs little.
type schemaIndex struct {
	text    string
	members map[string][2]int // spans of table members, by table and member name, separated by a space
	kept    map[string]value.Value
}

// schemaTables are the tables of a schema.
var schemaTables = []string{"functions", "resources", "types"}

// importSchema imports the parts of a package schema that the program uses, and the types that they refer to.
func (b *binder) importSchema(text string, to *bind.World) {
	s := &schemaIndex{text, map[string][2]int{}, map[string]value.Value{}}
	for _, table := range schemaTables {
		if at := to.Top[table]; at[1] > 0 {
			value.Members(text[at[0]:at[1]],
				func(key string, from, to int) { s.members[table+" "+key] = [2]int{at[0] + from, at[0] + to} })
		}
	}
	name, _ := s.parse(to.Top["name"]).Text()
	if !isPackageName(name) {
		to.Skip(to.Name, "its name is not valid for a package")
		return
	}
	version := s.parse(to.Top["version"])
	word, _ := version.Text()
	to.Of = name + " " + word
	keep := func(table, token string) {
		if packageOf(token) == name && !s.keep(table, token) {
			to.Skip(token, "the package has no resource or function with this name")
		}
	}
	for _, sections := range append(b.checkedOnly, b.sections) {
		for _, r := range sections.decls {
			keep("resources", r.token)
		}
	}
	for _, call := range b.invokes {
		keep("functions", call.token)
	}
	if len(s.kept) == 0 {
		to.Skip(name, "the program does not use this package")
		return
	}
	file := name + ".schema.json"
	fields := []value.Field{{Key: "name", Value: value.Str(name)}, {Key: "partial", Value: value.Flag(true)},
		{Key: "version", Value: version}}
	for _, table := range schemaTables {
		fields = append(fields, value.Field{Key: table, Value: s.table(table + " ")})
	}
	to.Files = append(to.Files,
		source.NewFile(file, value.JSON(value.ObjectOf(fields...), value.JSONStyle{Comma: ",\n", SortKeys: true})+"\n"))
	schemas := value.MapElements(value.ListOf(b.inputs.schemas...), func(_ string, v value.Value) (value.Value, bool) {
		old, _ := v.Text()
		return v, strings.TrimPrefix(old, "./") != file
	})
	to.Fill("schemas", value.ListOf(append(schemas.List().Items, value.Str(file))...), "schemas")
}

// table returns the kept members of a table. prefix is its name and a space, as in members.
func (s *schemaIndex) table(prefix string) value.Value {
	var fields []value.Field
	for key, v := range s.kept {
		if token, ok := strings.CutPrefix(key, prefix); ok {
			fields = append(fields, value.Field{Key: token, Value: v})
		}
	}
	return value.ObjectOf(fields...)
}

// isPackageName reports whether a name consists of letters, digits, hyphens and underscores. It
// becomes part of the name of a file.
func isPackageName(name string) bool {
	for i := range len(name) {
		if c := name[i]; !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return name != ""
}

// parse parses a piece of the text, or returns the zero value if the piece is missing.
func (s *schemaIndex) parse(at [2]int) value.Value {
	v, _, _ := value.ParseJSON(s.text[at[0]:at[1]])
	return v
}

// keep keeps a member of a table, and all types that it refers to. It returns false if the table has no such
// member. The table may spell the token differently (3).
func (s *schemaIndex) keep(table, token string) bool {
	found := ""
	for _, spelling := range spellings(token) {
		if _, ok := s.members[table+" "+spelling]; ok && found == "" {
			found = table + " " + spelling
		}
	}
	if found == "" {
		for key := range s.members { // the table may spell the token in another case
			if rest, ok := strings.CutPrefix(key, table+" "); ok && strings.EqualFold(plain(rest), plain(token)) {
				// Maps are iterated in random order; the maximum is always the same.
				found = max(found, key)
			}
		}
	}
	at, ok := s.members[found]
	if _, done := s.kept[found]; ok && !done {
		s.kept[found] = value.Nothing() // guards against cycles
		s.kept[found] = s.withoutDocs("", s.parse(at))
	}
	return ok
}

// withoutDocs drops documentation, and keeps the types that are referred to.
func (s *schemaIndex) withoutDocs(key string, v value.Value) value.Value {
	if word, _ := v.Text(); key == "$ref" {
		if token, ok := typeToken(word); ok {
			s.keep("types", token)
		}
	}
	return value.MapElements(v, func(key string, v value.Value) (value.Value, bool) {
		// Documentation is text. A mapping under such a key is a property of that name and is kept.
		_, isText := v.Text()
		if isText && (key == "description" || key == "deprecationMessage") || key == "stateInputs" {
			return v, false
		}
		return s.withoutDocs(key, v), true
	})
}
