package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
)

// An assist implements bind.Assist: completions, descriptions and mentions for the editor. NoAssist
// supplies the other methods.
type assist struct {
	bind.NoAssist
	*binder
}

// Complete proposes keys, and values for the key before the cursor: types, versions, and names of
// parameters, resources and conditions.
func (b *assist) Complete(at bind.Cursor) ([]bind.Item, bool) {
	items := b.propose(at)
	return items, items != nil
}

// propose returns the proposals for a cursor, or nil if functions should be proposed instead. An
// empty result that is not nil means that nothing is proposed, not even functions.
func (b *binder) propose(at bind.Cursor) []bind.Item {
	st := b.stackOf(b.templates[at.File])
	if st == nil {
		return nil
	}
	if x := b.expressionAt(at.File, at.Offset); x != nil {
		return x.proposals()
	}
	path, word := at.Path(), at.Word()
	items := fitting(st.keyProposals(path, at.File.Text[:at.Offset]), at)
	if len(items) > 0 || path.AtKey && path.Flow || len(path.Steps) == 0 {
		return items // for a key in braces, only functions remain to be proposed
	}
	for _, p := range st.proposals(path.Steps) {
		for _, name := range p.names {
			if strings.Contains(strings.ToLower(name), strings.ToLower(word)) {
				items = append(items, bind.Item{Label: name, Kind: p.kind, Insert: name, Span: at.Last(len(word))})
			}
		}
	}
	return items
}

// fitting returns the items that match the word before a cursor, set to replace it.
func fitting(items []bind.Item, at bind.Cursor) (out []bind.Item) {
	word := at.Word()
	for _, item := range items {
		if strings.Contains(strings.ToLower(item.Label), strings.ToLower(word)) {
			item.Span = at.Last(len(word))
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

// stackOf returns the first stack that was made from a template. A template that several resources
// use has several stacks, which differ only in values.
func (b *binder) stackOf(t *template) *stack {
	for _, st := range b.stacks {
		if st.tmpl == t && t != nil {
			return st
		}
	}
	return nil
}

// proposals returns the values that the key at the end of a path, or an item of the key's list,
// accepts.
func (st *stack) proposals(path []bind.Step) []proposal {
	key, first, index := path[len(path)-1].Key, "", 0
	if item := path[len(path)-1]; key == bind.ItemStep && len(path) > 1 {
		key, first, index = path[len(path)-2].Key, item.First, item.Index
	}
	// get_param also reads the pseudo parameters.
	parameters := proposal{"parameter", append(append([]string(nil), st.declared...), "OS::stack_name", "OS::stack_id",
		"OS::project_id")}
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
	return []proposal{{"value", st.words(key, path[0].Key)}}
}

// words returns the values of keys that accept fixed words. section is the first key of the path:
// type has different words in parameters and in resources.
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
			if isTemplate(name) && name != st.tmpl.file.Name && name != bind.InputsFile &&
				!strings.HasPrefix(name, "env") {
				names = append(names, name)
			}
		}
		return names
	}
	return nil
}

// attributeNames returns the known attributes of a resource. Hidden ones are left out; those that
// inputs.yaml supplies come first.
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
