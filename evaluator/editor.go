package evaluator

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// locate converts a position from the page to a file and an offset in it. For a position inside an
// excerpt, these are the excerpt and the offset in it. The file is nil if the bundle does not have
// it.
func (s *Snapshot) locate(p *protocol.PositionRequest) (*source.File, int) {
	if p.Text != "" {
		f := source.NewFile("", p.Text)
		return f, f.Offset16(source.Position{Line: p.Line, Column: p.Column})
	}
	f := s.bundle.File(p.File)
	if f == nil {
		return nil, 0
	}
	offset := f.Offset16(source.Position{Line: p.Line, Column: p.Column})
	for _, excerpt := range s.bound.Excerpts {
		if at, ok := f.OffsetIn(excerpt, offset); ok {
			return excerpt, at
		}
	}
	return f, offset
}

func (s *Snapshot) hover(p *protocol.PositionRequest) *protocol.Hover {
	var h inspect.Hover
	var ok bool
	if p.Result != nil {
		if path, found := s.ResultPath(p); found {
			h, ok = s.Subject.HoverPath(path)
		}
	} else if f, offset := s.locate(p); p.Text != "" {
		return s.hoverConsole(f, offset)
	} else if f != nil {
		h, ok = s.Subject.Hover(f, offset)
	}
	if !ok {
		return &protocol.Hover{}
	}
	out := &protocol.Hover{Found: true, Range: pageRange(h.Span), Title: h.Title, Type: h.Type, Doc: h.Doc,
		Example: h.Example, Node: h.Node}
	if h.Value.IsUnknown() && out.Type == h.Value.Kind() {
		out.Type = "" // inspect uses the kind as the type, but "unknown" is not a type
	}
	switch state := inspect.State(h.Value); {
	case h.Value.Data == nil:
	case state == "unknown": // no Value: it would only repeat State
		out.State, out.Why, out.Supply = state, value.Why(h.Value), strings.Join(s.Subject.Supply(h.Value), "\x00")
	default:
		out.State, out.Value = state, inspect.Summary(h.Value)
	}
	for _, p := range h.Params {
		out.Params = append(out.Params, protocol.Param{Name: p.Label(), Type: p.Type, Doc: p.Doc,
			Optional: p.Optional || p.Variadic})
	}
	for _, hop := range h.Hops {
		step := protocol.Hop{Label: hop.Label, Range: pageRange(hop.Span)}
		if hop.Value.Data != nil {
			step.Value = inspect.Summary(hop.Value)
		}
		out.Hops = append(out.Hops, step)
	}
	return out
}

// hoverConsole describes the name at an offset in a line typed into the console.
func (s *Snapshot) hoverConsole(line *source.File, offset int) *protocol.Hover {
	if !s.Dialect.Console {
		return &protocol.Hover{}
	}
	e, ok := s.bound.Assist.Describe(bind.Cursor{File: line, Offset: offset})
	if !ok {
		return &protocol.Hover{}
	}
	out := &protocol.Hover{Found: true, Range: pageRange(e.Span), Title: e.Label, Type: e.Detail, Doc: e.Doc,
		State: "known"}
	if e.Value.Data != nil {
		out.State, out.Value = inspect.State(e.Value), inspect.Summary(e.Value)
	}
	return out
}

func (s *Snapshot) complete(p *protocol.PositionRequest) *protocol.Completion {
	out := &protocol.Completion{}
	f, offset := s.locate(p)
	if f == nil || p.Text != "" && !s.Dialect.Console {
		return out
	}
	for _, item := range s.Subject.Complete(f, offset) {
		out.Items = append(out.Items, protocol.CompletionItem{Label: item.Label, Kind: item.Kind, Detail: item.Detail,
			Doc: item.Doc, Insert: item.Insert, Range: pageRange(item.Span)})
	}
	return out
}

func (s *Snapshot) definition(p *protocol.PositionRequest) *protocol.Locations {
	f, offset := s.locate(p)
	if f == nil {
		return &protocol.Locations{}
	}
	return &protocol.Locations{Ranges: ranges(s.Subject.Definition(f, offset))}
}

func (s *Snapshot) references(p *protocol.PositionRequest) *protocol.Locations {
	f, offset := s.locate(p)
	if f == nil {
		return &protocol.Locations{}
	}
	return &protocol.Locations{Ranges: ranges(s.Subject.References(f, offset))}
}
