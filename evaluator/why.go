package evaluator

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Limits on how much of a derivation is sent at once. The page requests the rest when it needs it.
const (
	sentLevels    = 3   // levels that have several steps
	sentChain     = 12  // steps in a row, each of which has one input
	maxInputs     = 50  // inputs of one step
	maxReplySteps = 300 // steps in total
)

// maxCauseSteps limits how many steps are followed to the cause of a value.
const maxCauseSteps = 1 << 17

// why answers the page's request for the derivation of a value, or for more inputs of one of its
// steps.
func (e *Engine) why(asked *protocol.WhyRequest) *protocol.Why {
	if asked.Open > 0 {
		if asked.Open > len(e.steps) {
			return &protocol.Why{}
		}
		d := derivation{engine: e}
		d.children(e.steps[asked.Open-1].Steps(), asked.From, 0, 1, 0)
		return &protocol.Why{Found: true, Steps: d.steps}
	}
	target, ok := e.last.target(asked)
	if !ok {
		return &protocol.Why{}
	}
	root, ok := e.last.Subject.Why(target)
	if !ok {
		return &protocol.Why{}
	}
	d := derivation{engine: e}
	d.add(root, 0, sentLevels, 0)
	return &protocol.Why{Found: true, Steps: d.steps, Cause: d.cause(root)}
}

// target returns what a request asks about. It returns false if there is nothing at the position.
func (s *Snapshot) target(asked *protocol.WhyRequest) (inspect.Target, bool) {
	switch p := asked.Position; {
	case p == nil:
		return inspect.Target{Path: value.Path(asked.Path), Node: asked.Node}, true
	case p.Result != nil:
		path, ok := s.ResultPath(p)
		return inspect.Target{Path: path}, ok
	default:
		f, offset := s.locate(p)
		return inspect.Target{File: f, Offset: offset}, f != nil && p.Text == ""
	}
}

// A derivation collects the steps of one reply.
type derivation struct {
	engine *Engine
	steps  []protocol.WhyStep
}

// add adds a step at a depth, followed by its inputs. levels is how many further levels with
// several steps may be added; chain is the number of steps before this one in a chain of steps with
// a single input.
func (d *derivation) add(st inspect.Step, depth, levels, chain int) {
	steps := st.Steps()
	d.engine.steps = append(d.engine.steps, st)
	at := len(d.steps)
	d.steps = append(d.steps, whyStep(&st))
	step := &d.steps[at]
	step.ID, step.Depth, step.Count = len(d.engine.steps), depth, len(steps)
	if len(steps) == 0 || st.Overridden || st.Role == inspect.Needs || levels == 0 || len(d.steps) >= maxReplySteps {
		return
	}
	if len(steps) > 1 {
		levels, chain = levels-1, 0
	} else if chain++; chain > sentChain {
		return
	}
	open := d.children(steps, 0, depth+1, levels, chain)
	d.steps[at].Open = open
}

// children adds the inputs of a step, starting at index from. It returns how many it added, which
// the limits may reduce.
func (d *derivation) children(steps []inspect.Step, from, depth, levels, chain int) int {
	from = min(max(from, 0), len(steps))
	for i, st := range steps[from:min(len(steps), from+maxInputs)] {
		if i > 0 && len(d.steps) >= maxReplySteps {
			return i
		}
		d.add(st, depth, levels, chain)
	}
	return min(len(steps)-from, maxInputs)
}

func whyStep(st *inspect.Step) protocol.WhyStep {
	out := protocol.WhyStep{Kind: string(st.Kind), Role: st.Role, Label: st.Title(), Overridden: st.Overridden,
		BecomesSecret: st.BecomesSecret,
		Note:          st.Note, Give: strings.Join(st.Supply, "\x00"), Range: pageRange(st.Span), State: "known"}
	if st.Value.Data != nil && st.Kind != inspect.StepProblem {
		out.Value = inspect.Summary(st.Value)
	}
	if st.Value.Data != nil {
		out.State = inspect.State(st.Value)
	}
	return out
}

// cause returns the step at which a value failed, became unknown or became secret, or nil if it is
// none of these.
func (d *derivation) cause(st inspect.Step) *protocol.WhyStep {
	is := value.Value.HasSecret
	switch v := st.Value; {
	case v.IsFailed():
		is = value.Value.HasFailed
	case v.IsUnknown():
		is = value.Value.HasUnknown
	case !v.IsSecret():
		return nil
	}
	for range maxCauseSteps {
		next, found := st, false
		for _, c := range st.Steps() {
			if !found && !c.Overridden && is(c.Value) {
				next, found = c, true
			}
		}
		if !found || st.BecomesSecret {
			break
		}
		st = next
	}
	out := whyStep(&st)
	return &out
}

// pieceAt returns the path of the value at a position in a view that formats its own text.
func (s *Snapshot) pieceAt(v bind.View, p *protocol.PositionRequest) (value.Path, bool) {
	if p.Result.Only != "" {
		return "", false
	}
	var pieces []bind.Piece
	text := v.Text(p.Result.Reveal, func(each bind.Piece) { pieces = append(pieces, each) })
	return render.PieceAt(text, pieces, source.Position{Line: p.Line, Column: p.Column})
}

// ResultPath returns the path of the value at a position in the rendered result. It returns false
// if there is no value there, or if the view shows something other than the result.
func (s *Snapshot) ResultPath(p *protocol.PositionRequest) (value.Path, bool) {
	view := s.view(p.Result.View).ID
	for _, v := range s.Outcome.Views {
		if v.ID == view && v.Text != nil {
			return s.pieceAt(v, p)
		}
		if v.ID == view {
			return "", false
		}
	}
	shown, only := s.part(view, value.Path(p.Result.Only))
	path, ok := render.PathAt(shown, view == "json", p.Result.Reveal, p.Line, p.Column)
	return only.Join(path), ok
}
