package esc

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// An override is a property that replaces an imported value while strings in the imported
// environment still use the old value.
type override struct {
	upper *property
	users []*reference
}

// hintEarlyBinding reports overridden properties whose old value is still used by strings in the
// environment that it came from: references are resolved where they are written.
func (b *binder) hintEarlyBinding(r bind.Results, out *bind.Outcome) {
	for _, e := range b.order {
		if !e.merges || e.dropped {
			continue
		}
		var found []*override
		at := map[*property]*override{}
		seen := map[*environment]bool{e: true}
		e.eachMerged(seen, func(below *environment) {
			for _, ref := range below.refs {
				upper := overridden(r, e, ref)
				if upper == nil {
					continue
				}
				// Each overriding property gets one hint, with a note for every reference.
				if at[upper] == nil {
					at[upper] = &override{upper: upper}
					found = append(found, at[upper])
				}
				at[upper].users = append(at[upper].users, ref)
			}
		})
		for _, o := range found {
			out.Problems = append(out.Problems, o.problem())
		}
	}
}

// eachMerged calls visit for each environment that e merges, directly or indirectly.
func (e *environment) eachMerged(seen map[*environment]bool, visit func(*environment)) {
	for _, entry := range e.imports {
		if entry.merge && entry.env != nil && !entry.env.dropped && !seen[entry.env] {
			seen[entry.env] = true
			visit(entry.env)
			entry.env.eachMerged(seen, visit)
		}
	}
}

// overridden returns the property of e that replaces the target of a reference in an imported
// environment. It returns nil if nothing replaces it, if both values are equal, or if the value of the
// reference is not visible in e.
func overridden(r bind.Results, e *environment, ref *reference) *property {
	owner := ref.owner
	if owner == nil || !ref.steps[0].IsKey || contains(reserved, ref.steps[0].Key) {
		return nil
	}
	upper, ok := e.values.find(ref.steps)
	if !ok || upper.rest != nil {
		return nil
	}
	// The elements of a list are replaced together with it.
	for owner.inList {
		owner = owner.parent
	}
	if _, replaced := e.values.find(owner.steps()); replaced {
		return nil
	}
	seen, reached := r.Node(ref.node)
	if !reached || seen.IsFailed() || equal(seen, r.Value(upper.property.cell)) {
		return nil
	}
	return upper.property
}

// hintViews reports what the command line can write but a playground cannot: paths of temporary
// files, and ciphertexts that are missing in inputs.yaml although others are given.
func (b *binder) hintViews(files value.Value, out *bind.Outcome) {
	if o := out.Value.Object(); o != nil && len(files.Object().Fields) > 0 {
		for _, f := range o.Fields {
			if f.Key == filesKey {
				out.Problems = append(out.Problems, diag.Infof(f.KeyAt, "hint-file-variable",
					"dotenv and shell set these variables to paths of temporary files, which are unknown here; "+
						"their contents are shown under %s", filesKey))
			}
		}
	}
	var bare []*yamltree.Node
	// bare are the plaintexts without a ciphertext; sealed is true if another one has a ciphertext.
	sealed := false
	for _, argument := range b.secretArguments() {
		if _, known := b.in.ciphertextFor(argument.Value); known {
			sealed = true
		} else if argument.Kind == yamltree.Scalar {
			bare = append(bare, argument)
		}
	}
	for _, argument := range bare {
		if sealed {
			out.Problems = append(out.Problems, diag.Infof(argument.Span, "hint-not-encrypted",
				"decrypt in inputs.yaml has no ciphertext of this secret, so the encrypted view leaves it as it is"))
		}
	}
}

// problem returns the hint at the overriding property, with a note at each reference that does not
// see its value.
func (o *override) problem() diag.Problem {
	first := o.users[0]
	more := ""
	if n := len(o.users) - 1; n > 0 {
		more = " and " + itoa(n) + " more"
	}
	p := diag.Infof(o.upper.cell.NameAt, "hint-early-binding",
		"%s of %s%s does not see this value: references are resolved in the environment that contains them",
		first.owner.path(), first.env.name, more)
	for _, u := range o.users {
		p = p.WithNote(u.node.Span, "this is still the value of %s", u.env.name)
	}
	return p
}
