// Package types knows the types of resources: their names (names.go), and for those that need a
// cloud what Heat declares (declaration.go), which is their properties (property.go) and
// attributes, and what each of them checks besides (check.go).
//
// The declarations are a data file of 17 KB when compressed, which package facts makes and
// whoever runs the engine hands in when an evaluation meets the first such type. It has a
// line for each type, of which only those are read that a template uses. printed.go reads
// the same from a file that the command-line client writes.
package types

import (
	"strings"

	"pantograph/evaluator/value"
)

// File is the name of the data file.
const File = "heat-types"

// A Table finds declarations in the data file.
type Table struct{ text string }

// Open returns the table of a data file.
func Open(data []byte) *Table { return &Table{"\n" + string(data)} }

// Find returns the declaration of a type, nil when there is none of that name.
func (t *Table) Find(name string) *value.Object {
	_, line, ok := strings.Cut(t.text, "\n"+name+"\t")
	if !ok {
		return nil
	}
	line, _, _ = strings.Cut(line, "\n")
	v, _, err := value.ParseJSON(line)
	if err != nil {
		return nil
	}
	return v.Object()
}
