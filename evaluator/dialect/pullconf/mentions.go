package pullconf

import (
	"strconv"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
)

// Mentions returns the positions outside references that name a cell: the client that inputs.yaml
// chooses, and the groups of clients, including those that are not evaluated. A renaming changes
// them together with the references.
func (b *assist) Mentions() []bind.Mention {
	var out []bind.Mention
	if n := bind.At(b.bundle.Root(bind.InputsFile), "client"); n != nil {
		for _, c := range b.shown {
			if c.cell != nil && c.name == n.Value {
				out = append(out, bind.Mention{Cell: c.cell, At: n.Span})
			}
		}
	}
	for _, c := range b.clients {
		for _, n := range c.wanted {
			if g := b.groups[n.Value]; g != nil {
				out = append(out, bind.Mention{Cell: g.cell, At: n.Inner()})
			}
		}
	}
	return out
}

// Fixed explains why a name cannot be changed. If only one client is evaluated, nothing is known
// about how a change would affect the others, which may use the same name.
func (b *assist) Fixed(c *ir.Cell) string {
	switch {
	case c.Kind == "variable" && c.Title() == hostname:
		return "hostname is always the name of the client"
	case (c.Kind == "variable" || c.Kind == "resource") && len(b.shown) < len(b.clients):
		return "only one of " + strconv.Itoa(len(b.clients)) +
			" clients is evaluated, and others may use this name: remove client from inputs.yaml first"
	}
	return ""
}
