package evaluator

import (
	"slices"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// update evaluates the bundle by adapting the program of an earlier snapshot, which cannot be used any more. It returns
// the problems, or false if the program has to be bound anew.
func (s *Snapshot) update(last *Snapshot) ([]diag.Problem, bool) {
	if last == nil || last.isSpent || last.problems == nil || last.Dialect != s.Dialect || last.limits != s.limits ||
		len(last.parts) > 0 {
		return nil, false
	}
	main := s.bundle.Continue(last.bundle)
	if main == nil || s.bundle.Move(main).Old != last.bound.Main {
		s.bundle.Restart()
		return nil, false
	}
	last.isSpent = true
	update := last.bound.Update
	changed, ok := update.Bind(s.bundle)
	ok = ok && last.evaluator.Update(cellsOf(changed), update.Ready) && update.Done()
	move := &relocation{s.bundle.Move(main), changed}
	if !ok || !move.all(last.problems) || !move.all(last.evaluator.Problems()) {
		s.bundle.Restart()
		return nil, false
	}
	s.bound, s.evaluator, s.problems, s.isAdapted = last.bound, last.evaluator, last.problems, true
	if now, was := s.bundle.Documents()[main], last.bundle.Documents()[move.move.Old]; now != nil && was != nil {
		now.TakeReference(move.move, was)
	}
	if s.inlaid = last.inlaid; s.inlaid != nil {
		for _, c := range changed {
			s.inlaid.update(c.Cell)
		}
	}
	s.Outcome = s.bound.Finish(s.evaluator)
	problems := slices.Concat(s.problems, s.evaluator.TakeProblems(), s.Outcome.Problems)
	return problems, true
}

func cellsOf(changed []bind.Rebound) []*ir.Cell {
	cells := make([]*ir.Cell, len(changed))
	for i, c := range changed {
		cells[i] = c.Cell
	}
	return cells
}

// A relocation finds where the positions of problems are in the next version of the main file.
type relocation struct {
	move    *source.Move
	changed []bind.Rebound
}

// all changes the positions of problems. It returns false if one is unknown.
func (r *relocation) all(problems []diag.Problem) bool {
	ok := true
	move := func(s *source.Span) {
		next, isCommon := r.move.Moved(*s)
		*s, ok = next, ok && isCommon
	}
	for i := range problems {
		p := &problems[i]
		for _, c := range r.changed {
			if c.At.Covers(p.Span) {
				if p.Span != c.KeyAt || p.Unused == "" {
					return false
				}
				p.Span = c.Cell.NameAt
			}
		}
		move(&p.Span)
		for k := range p.Notes {
			move(&p.Notes[k].Span)
		}
		for k := range p.Fixes {
			for e := range p.Fixes[k].Edits {
				move(&p.Fixes[k].Edits[e].Span)
			}
		}
	}
	return ok
}
