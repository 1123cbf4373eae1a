package esc

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// readExport reads the values of an opened environment, as the command line prints them: the outputs of
// providers and rotators, and decrypted ciphertexts. Everything is printed in clear text, with
// nothing marked as secret, so all of it counts as secret.
func (b *binder) readExport(_ int, text string, to *bind.World) *value.JSONError {
	all, err := value.ParseWholeJSON(text)
	if err != nil || all.Object() == nil {
		return err
	}
	filled, seen := map[string]string{}, map[value.Path]bool{}
	for i := range b.order {
		e := b.order[(len(b.order)-i)%len(b.order)] // the root first, then the imports from last to first
		for _, c := range e.cells {
			path := c.Data.(*property).path()
			call := callIn(c.Expr)
			v, ok := value.Find(all, path)
			// The printed value of a path comes from the topmost layer and does not show the calls
			// in the layers below.
			isOverridden := seen[path]
			seen[path] = true
			if isOverridden || !ok || call == nil {
				continue
			}
			v = v.With(value.Secret)
			switch d := call.Data.(type) {
			case *encrypted:
				if _, ok := v.Text(); ok {
					to.Fill(c.Name, v, "decrypt", d.text)
					to.Bare()
				}
			case *opening:
				if !d.isNamed {
					continue
				}
				section := "providers"
				if d.rotates {
					section = "rotators"
				}
				text := value.JSON(v, value.GoJSON)
				// inputs.yaml has one result for each provider, whatever its inputs are.
				if old, ok := filled[section+d.provider]; ok && old != text {
					to.Skip(c.Name,
						d.provider+
							" is also opened elsewhere with another result; a mock has the same result everywhere")
					continue
				}
				filled[section+d.provider] = text
				to.Fill(c.Name, v, section, d.provider, "outputs")
			}
		}
	}
	return nil
}

// callIn returns the call in an expression, even if it is merged over an imported value.
func callIn(n ir.Node) *ir.Call {
	if m, ok := n.(*ir.Merge); ok {
		n = m.Over
	}
	c, _ := n.(*ir.Call)
	return c
}
