package terraform

import (
	"fmt"
	"strings"

	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/libyaml"
)

// This file computes details for the graph: where an alias is, and the keys that a merge adds
// there.

// A pathStep leads from a collection to a node in it.
type pathStep struct {
	key   string
	index int // index of an item, or -1 for a key
}

// entry returns the value of a key, or the value to be merged, and keeps track of where it is. A
// merged value has no step in the path: its fields belong to the mapping around it.
func (d *decoder) entry(name string, isMerge bool, n *libyaml.Node, err *libyaml.Error) value.Value {
	if isMerge {
		d.merging = true
		v := d.node(n, err)
		d.merging = false
		return v
	}
	d.path = append(d.path, pathStep{name, -1})
	v := d.node(n, err)
	d.path = d.path[:len(d.path)-1]
	return v
}

// here returns the path of the current node.
func (d *decoder) here() value.Path {
	path := value.Path("")
	for _, s := range d.path {
		if s.index < 0 {
			path = path.Key(s.key)
		} else {
			path = path.Index(s.index)
		}
	}
	return path
}

// A mergeOf lists the fields that an alias after << added to a mapping.
type mergeOf struct {
	alias    *alias
	from, to int // of the fields collected so far, including overwritten ones
}

// recordAdded records the fields of merges that are not overwritten. fields are all fields in order;
// the last of equal keys wins.
func recordAdded(merges []mergeOf, fields []value.Field) {
	if len(merges) == 0 {
		return
	}
	last := make(map[string]int, len(fields))
	for i, f := range fields {
		last[f.Key] = i
	}
	for _, m := range merges {
		for i := m.from; i < m.to; i++ {
			if last[fields[i].Key] == i {
				m.alias.added = append(m.alias.added, fields[i].Key)
			}
		}
	}
}

// longestDetail is the maximum length of a list of keys in the graph, in bytes.
const longestDetail = 48

// detail describes where an alias is and, if it is merged, the keys it adds there.
func (a *alias) detail() string {
	where := string(a.path)
	if where == "" {
		where = "the document"
	}
	if !a.merged {
		return "at " + where
	}
	keys := strings.Join(a.added, ", ")
	switch {
	case keys == "":
		keys = "nothing"
	case len(keys) > longestDetail:
		keys = fmt.Sprintf("%d keys", len(a.added))
	}
	return "adds " + keys + " to " + where
}
