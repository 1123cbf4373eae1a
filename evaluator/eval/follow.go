package eval

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// follow returns the value of a reference.
func (f *frame) follow(r *ir.Ref) value.Value {
	if follow := f.e.sem.Follow; follow != nil {
		return follow(f, r)
	}
	if r.Cell == nil {
		return value.Failure("missing " + r.Name).At(r.Span)
	}
	v := f.e.cell(r.Cell, r)
	for _, s := range r.Path {
		v = f.e.sem.Access(f, r, v, s)
	}
	if f.e.sem.Settle != nil {
		v = f.e.sem.Settle(r, v)
	}
	return v
}
