package yamltree

import "pantograph/evaluator/diag"

func (r *reader) recover(err error) {
	r.doc.Problems = append(r.doc.Problems, diag.Errorf(r.file.Span(0, 0), "yaml-syntax", "%s", err.Error()).WithReference("%s", err.Error()))
}
