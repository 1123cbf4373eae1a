package esc

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// hintSuppliers lists the results of providers, rotators and ciphertexts, and adds one hint for
// each that inputs.yaml could supply.
func (b *binder) hintSuppliers(r bind.Results, out *bind.Outcome) {
	var all bind.Unknowns
	for _, e := range b.order {
		for _, c := range e.calls {
			v, ok := r.Node(c)
			isGiven := v.HasMocked()
			// Calls that were not evaluated or failed need nothing from inputs.yaml, and check mode
			// opens nothing.
			if !ok || !isGiven && !v.IsUnknown() || v.IsFailed() || b.in.mode == checkMode {
				continue
			}
			u, problem := b.supplier(c)
			if u.Path == nil {
				continue
			}
			u.Used = []source.Span{c.Span}
			// Only the first of the calls that share a mock gets the hint.
			if first := all.Add(u); len(first.Used) == 1 && !isGiven && problem != nil {
				first.Problems = []bind.ProblemRef{{At: problem.Span, Code: problem.Code}}
				out.Problems = append(out.Problems, *problem)
			}
		}
	}
	out.Unknowns = all.List()
}

// supplier describes the value that inputs.yaml supplies or could supply for a call, and returns
// the hint to report if it does not supply it.
func (b *binder) supplier(c *ir.Call) (u bind.Unknown, p *diag.Problem) {
	switch d := c.Data.(type) {
	case *encrypted:
		hint := diag.Infof(d.at, "hint-ciphertext",
			"this secret was encrypted by Pulumi Cloud and cannot be decrypted here; inputs.yaml can supply its "+
				"value, under decrypt")
		return bind.Unknown{Why: []string{d.why}, Path: []string{"decrypt", d.text}, Label: d.why, Type: "string",
			Secret: true, Sample: value.Str("plaintext")}, &hint
	case *opening:
		m := d.mock()
		if !d.isNamed || m != nil && (m.echo || m.fails) {
			// Nothing can be supplied for an unnamed provider, and a mock that echoes or fails
			// needs no outputs.
			return u, nil
		}
		section := "providers"
		if d.rotates {
			section = "rotators"
		}
		u = bind.Unknown{Why: []string{d.provider}, Path: []string{section, d.provider, "outputs"}, Label: d.provider,
			Type: "object", Wrap: "$secret"}
		if m == nil {
			hint := diag.Infof(c.NameAt, "hint-provider",
				"%s is not opened here, so its result is unknown; inputs.yaml can supply it, under %s",
				d.provider, section)
			return u, &hint
		}
		if m.secret {
			u.Secret, u.Wrap = true, "" // as a whole, regardless of $secret
		}
		if m.out.schema != nil {
			u.Type = m.out.schema.resolve().kind
		}
	}
	return u, nil
}
