package ir

import "strings"

// Signature formats a function with its parameters: fn::join(delimiter, list).
func (fn *Func) Signature() string {
	var names []string
	for _, p := range fn.Params {
		name := p.Label()
		if p.Optional {
			name += "?"
		}
		names = append(names, name)
	}
	return fn.Name + "(" + strings.Join(names, ", ") + ")"
}

// Documentation returns the lines of a function's documentation: Doc, the parameters and the example.
func (fn *Func) Documentation() string {
	lines := []string{fn.Doc}
	for _, p := range fn.Params {
		line := p.Label() + ": " + p.Type
		if p.Optional || p.Variadic {
			line += ", optional"
		}
		if p.Doc != "" {
			line += ". " + p.Doc
		}
		lines = append(lines, line)
	}
	if fn.Example != "" {
		lines = append(lines, "For example, "+fn.Example)
	}
	return strings.Join(lines, "\n")
}
