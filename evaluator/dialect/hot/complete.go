package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
)

// complete proposes what the key before an offset accepts: names of parameters, resources and
// conditions, types, versions. It looks at the text alone, as the document is being edited. A
// nil result leaves the completion to functions.
func (b *binder) complete(f *source.File, offset int) []bind.Item {
	t := b.templates[f]
	st := b.stackOf(t)
	if st == nil {
		return nil
	}
	if x := b.expressionAt(f, offset); x != nil {
		return x.proposals()
	}
	line := f.Text[f.LineStart(f.Position(offset).Line):offset]
	word := line[strings.LastIndexAny(line, " \t{,[\"'")+1:]
	before := strings.TrimRight(line[:len(line)-len(word)], " \t\"'")
	key, first, index := keyBefore(before)
	if lead := strings.TrimSpace(before); key == "" && (lead == "" || lead == "-") {
		key, index = keyAbove(f.Text[:offset-len(line)], line), 1
	}
	items, atKey := st.keyProposals(f.Text[:offset])
	items = fitting(items, word, f.Span(offset-len(word), offset))
	if len(items) > 0 {
		return items
	}
	if atKey && key == "" {
		return nil // at most a function's key
	}
	for _, p := range st.proposals(key, first, index, sectionAt(f.Text[:offset])) {
		for _, name := range p.names {
			if strings.Contains(strings.ToLower(name), strings.ToLower(word)) {
				items = append(items, bind.Item{Label: name, Kind: p.kind, Insert: name, Span: f.Span(offset-len(word), offset)})
			}
		}
	}
	return items
}

// fitting returns the items that match a word, set to replace it.
func fitting(items []bind.Item, word string, at source.Span) (out []bind.Item) {
	for _, item := range items {
		if strings.Contains(strings.ToLower(item.Label), strings.ToLower(word)) {
			item.Span = at
			out = append(out, item)
		}
	}
	return out
}

// A proposal is a list of names of one kind.
type proposal struct {
	kind  string
	names []string
}

// stackOf returns the first stack that was made from a template.
func (b *binder) stackOf(t *template) *stack {
	for _, st := range b.stacks {
		if st.tmpl == t && t != nil {
			return st
		}
	}
	return nil
}

// keyBefore finds the key whose value a line ends in, and the position in its list:
// `get_attr: [a, ` is get_attr, with first element a, at index 1.
func keyBefore(before string) (key, first string, index int) {
	if !strings.HasSuffix(before, ":") {
		depth, at := 0, len(before)-1
		for ; at >= 0; at-- {
			switch c := before[at]; {
			case c == ']' || c == '}':
				depth++
			case (c == '[' || c == '{') && depth > 0:
				depth--
			case c == ',' && depth == 0:
				index++
			case c == '{':
				return "", "", 0 // a key begins here
			case c == '[':
				first, _, _ = strings.Cut(before[at+1:], ",")
				return lastKey(strings.TrimRight(before[:at], " ")), strings.Trim(first, " \"'"), index
			}
		}
		return "", "", 0
	}
	return lastKey(before), "", 0
}

// lastKey returns the key at the end of a text, "" if there is none.
func lastKey(text string) string {
	text, ok := strings.CutSuffix(text, ":")
	if !ok {
		return ""
	}
	return strings.Trim(text[strings.LastIndexAny(text, " \t{,[-")+1:], "\"'")
}

// keyAbove finds the key of the list to which a line's item belongs.
func keyAbove(above, line string) string {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	lines := strings.Split(strings.TrimRight(above, "\n"), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		l := strings.TrimLeft(lines[i], " ")
		if l != "" && l[0] != '-' && l[0] != '#' && len(lines[i])-len(l) <= indent {
			return lastKey(strings.TrimRight(l, " "))
		}
	}
	return ""
}

// sectionAt returns the section of a template in which a text ends.
func sectionAt(text string) string {
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if key, _, ok := strings.Cut(lines[i], ":"); ok && key != "" && strings.IndexByte(" #-\t", key[0]) < 0 {
			return key
		}
	}
	return ""
}

// proposals returns what a key accepts at an index of its list.
func (st *stack) proposals(key, first string, index int, section string) []proposal {
	parameters := proposal{"parameter", append(append([]string(nil), st.declared...), "OS::stack_name", "OS::stack_id", "OS::project_id")}
	resources := proposal{"resource", st.names}
	switch key {
	case "get_param":
		if index == 0 {
			return []proposal{parameters}
		}
	case "Ref":
		return []proposal{parameters, resources}
	case "get_resource", "depends_on":
		return []proposal{resources}
	case "get_attr":
		if index == 0 {
			return []proposal{resources}
		} else if res := st.resources[first]; index == 1 && res != nil && res.kind != nil {
			return []proposal{{"property", res.attributeNames()}}
		}
	case "if", "condition", "not", "and", "or":
		if index == 0 || key == "and" || key == "or" {
			return []proposal{{"condition", st.conditionNames}}
		}
	case "get_file":
		return []proposal{{"value", st.b.fileNames()}}
	}
	return []proposal{{"value", st.words(key, section)}}
}

// words returns the values of keys that accept fixed words.
func (st *stack) words(key, section string) []string {
	switch key {
	case versionKey:
		return versionNames()
	case "deletion_policy":
		return deletionPolicies
	case "type":
		if section == "parameters" {
			return parameterTypes
		}
		names := st.b.typeNames()
		for _, e := range st.b.env.registry.entries {
			if !strings.HasSuffix(e.key, "*") {
				names = append(names, e.key)
			}
		}
		for _, name := range st.b.fileNames() {
			if isTemplate(name) && name != st.tmpl.file.Name && name != bind.InputsFile && !strings.HasPrefix(name, "env") {
				names = append(names, name)
			}
		}
		return names
	}
	return nil
}

// attributeNames returns the known attributes of a resource.
func (r *resource) attributeNames() (names []string) {
	if r.nested != nil && r.kind.nested {
		return r.nested.outputNames
	}
	if o := r.supplied(); o != nil {
		for _, f := range o.Fields {
			names = append(names, f.Key)
		}
	}
	if r.kind.declared != nil {
		for _, a := range r.kind.declared.Attributes {
			if a.Status.Status != "hidden" && !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
	}
	return append(names, r.kind.named...)
}
