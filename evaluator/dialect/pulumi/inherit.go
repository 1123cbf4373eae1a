package pulumi

import (
	"maps"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// provide determines the provider of a resource: the one that the option provider names, or else the
// default provider of its package, the one for its package in the option providers, or the one for its
// package among the providers of its parent. Its children inherit all these providers (3).
func (r *resource) provide(f ir.Frame) {
	if parent := r.option("parent"); parent != nil && parent.resource != nil {
		r.providers = parent.resource.providers
	}
	if o := r.option("providers"); o != nil && len(o.providers) > 0 {
		r.add(o.providers)
	}
	if o := r.option("provider"); o != nil {
		if o.resource != nil {
			r.add(map[string]*resource{o.resource.providerOf(): o.resource})
		}
		return
	}
	from := r.providers[r.pkg()]
	if r.implicit != nil {
		if from = asResource(f.Value(r.implicit.cell, nil)); from != nil {
			r.add(map[string]*resource{r.pkg(): from})
		}
	}
	if from != nil {
		r.resolved = append(r.resolved, value.Field{Key: "provider", Value: value.Str(from.name)})
	}
}

// add overrides providers of the resource. It copies the table first, since the table may be its parent's.
func (r *resource) add(more map[string]*resource) {
	own := maps.Clone(r.providers)
	if own == nil {
		own = map[string]*resource{}
	}
	maps.Copy(own, more)
	r.providers = own
}
