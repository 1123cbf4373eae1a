// Package dialect lists the dialects. It is the only package that imports all of them.
package dialect

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect/esc"
	"pantograph/evaluator/dialect/hot"
	"pantograph/evaluator/dialect/pullconf"
	"pantograph/evaluator/dialect/pulumi"
	"pantograph/evaluator/dialect/terraform"
)

// All lists the dialects, in the order in which Recognise tries them. If you add a dialect, add it
// to Codes as well (codes.go).
var All = []*bind.Dialect{pulumi.Dialect, hot.Dialect, pullconf.Dialect, esc.Dialect, terraform.Dialect}

// Find returns the dialect with the given name, or nil if there is no such dialect.
func Find(name string) *bind.Dialect {
	for _, d := range All {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// Recognise returns the first dialect that recognises a bundle by the names and top-level keys of
// its files, or nil.
func Recognise(b *bind.Bundle) *bind.Dialect {
	for _, d := range All {
		if d.Recognise(b) {
			return d
		}
	}
	return nil
}

// Names returns the names of all dialects, in the order of All.
func Names() []string {
	names := make([]string, len(All))
	for i, d := range All {
		names[i] = d.Name
	}
	return names
}
