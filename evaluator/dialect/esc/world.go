package esc

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// bring reads what the environment opens to, as the command line prints it: the values of
// providers and rotators, and what ciphertexts say. Everything in it is printed in clear and
// nothing marked, so all of it counts as secret.
func (b *binder) bring(_ int, text string, to *bind.World) *value.JSONError {
	all, err := value.ParseWholeJSON(text)
	if err != nil || all.Object() == nil {
		return err
	}
	said, seen := map[string]string{}, map[value.Path]bool{}
	for i := range b.order {
		e := b.order[(len(b.order)-i)%len(b.order)] // the root first, then what is imported last
		for _, c := range e.cells {
			path := c.Data.(*property).path()
			call := called(c.Expr)
			v, ok := value.Find(all, path)
			isOver := seen[path]
			seen[path] = true
			if isOver || !ok || call == nil {
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
				if old, ok := said[section+d.provider]; ok && old != text {
					to.Skip(c.Name, d.provider+" is opened elsewhere too, and gives something else there; a mock gives the same everywhere")
					continue
				}
				said[section+d.provider] = text
				to.Fill(c.Name, v, section, d.provider, "outputs")
			}
		}
	}
	return nil
}

// called returns the call that an expression is, also one that lies over what is imported.
func called(n ir.Node) *ir.Call {
	if m, ok := n.(*ir.Merge); ok {
		n = m.Over
	}
	c, _ := n.(*ir.Call)
	return c
}
