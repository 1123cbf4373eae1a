package pulumi

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/value"
)

// A skimmed schema is the text of a package schema and where in it everything is: schemas have
// tens of megabytes, and a program needs little of them.
type skimmed struct {
	text   string
	tables map[string]map[string][2]int // sections by their names, and in them members
	kept   map[string]map[string]value.Value
}

// schemaSections are the tables of a schema, in the order in which they are written.
var schemaSections = []string{"resources", "functions", "types"}

// bringSchema keeps of a package schema what the program uses, and the types that this refers to.
func (b *binder) bringSchema(text string, to *bind.World) {
	s := &skimmed{text: text, tables: map[string]map[string][2]int{}, kept: map[string]map[string]value.Value{}}
	top := to.Top
	for _, section := range schemaSections {
		at, table := top[section], map[string][2]int{}
		s.tables[section], s.kept[section] = table, map[string]value.Value{}
		if at[1] > 0 {
			value.Members(text[at[0]:at[1]], func(key string, from, to int) { table[key] = [2]int{at[0] + from, at[0] + to} })
		}
	}
	name, version := s.word(top["name"]), s.word(top["version"])
	if !isPackageName(name) {
		to.Skip(to.Name, "it has no name that a package can have")
		return
	}
	to.Of = name + " " + version
	n := 0
	keep := func(section, token string) {
		if packageOf(token) == name && !strings.HasPrefix(token, "pulumi:") {
			if s.keep(section, token) {
				n++
			} else {
				to.Skip(token, "the package has nothing of this name")
			}
		}
	}
	for _, sections := range append(b.aside, b.sections) {
		for _, r := range sections.decls {
			keep("resources", r.token)
		}
	}
	for _, call := range b.invokes {
		keep("functions", call.token)
	}
	if n == 0 {
		to.Skip(name, "the program uses nothing of this package")
		return
	}
	to.Keep(b.bundle, name+".schema.json", s.write(name, version), "schemas")
}

func isPackageName(name string) bool {
	for i := range len(name) {
		if c := name[i]; !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return name != ""
}

// word returns the text that a member is, "" when it is none.
func (s *skimmed) word(at [2]int) string {
	if at[1] == 0 {
		return ""
	}
	v, _, _ := value.ParseJSON(s.text[at[0]:at[1]])
	word, _ := v.Text()
	return word
}

// keep takes a member of a table over, and all types that it refers to.
func (s *skimmed) keep(section, token string) bool {
	table := s.tables[section]
	found := ""
	for _, spelling := range spellings(token) {
		if _, ok := table[spelling]; ok && found == "" {
			found = spelling
		}
	}
	if found == "" {
		for key := range table { // in another case
			if strings.EqualFold(plain(key), plain(token)) {
				found = max(found, key)
			}
		}
	}
	at, ok := table[found]
	if !ok {
		return false
	}
	if _, done := s.kept[section][found]; !done {
		v, _, _ := value.ParseJSON(s.text[at[0]:at[1]])
		s.kept[section][found] = value.Nothing() // it may refer to itself
		s.kept[section][found] = s.lean(v)
	}
	return true
}

// lean leaves out what only people read, and keeps the types that are referred to.
func (s *skimmed) lean(v value.Value) value.Value {
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i := range items {
			items[i] = s.lean(d.Items[i])
		}
		v.Data = value.NewList(items)
	case *value.Object:
		var fields []value.Field
		for _, f := range d.Fields {
			word, isText := f.Value.Text()
			switch {
			case isText && f.Key == "$ref":
				if token, ok := typeToken(word); ok {
					s.keep("types", token)
				}
			case isText && (f.Key == "description" || f.Key == "deprecationMessage"), f.Key == "stateInputs":
				continue // as the name of a property it has a mapping, but for the last
			}
			fields = append(fields, value.Field{Key: f.Key, Value: s.lean(f.Value)})
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// write writes what is kept as a schema: a member a line.
func (s *skimmed) write(name, version string) string {
	b := []byte(`{"name": ` + value.Quote(name) + `, "version": ` + value.Quote(version) + `, "partial": true`)
	for _, section := range schemaSections {
		b = append(b, ",\n\""+section+"\": {"...)
		var fields []value.Field
		for token, v := range s.kept[section] {
			fields = append(fields, value.Field{Key: token, Value: v})
		}
		for i, f := range value.Sorted(fields) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, "\n"+value.Quote(f.Key)+": "...)
			b = value.AppendJSON(b, f.Value, &value.JSONStyle{})
		}
		b = append(b, '}')
	}
	return string(append(b, "}\n"...))
}
