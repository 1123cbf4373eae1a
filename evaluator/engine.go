package evaluator

import (
	"fmt"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Version is the engine's version. Links and the page show it.
const Version = "0.1.0"

// An Engine answers the page's calls. It keeps the last snapshot: all calls except hello, evaluate,
// redact and rehearse use it, and the next evaluation reuses its files that have not changed.
type Engine struct {
	last       *Snapshot                // nil before the first evaluation
	isRefused  bool                     // the page's document could not be evaluated; last is of an older one
	revision   int                      // the page's number for the last snapshot
	received   []protocol.File          // the files of the last request to evaluate
	texts      []summedText             // the texts of received
	loadData   func(name string) []byte // see Supply; may be nil
	onReceived func(size int)           // see OnReceived; may be nil
	steps      []inspect.Step           // sent for derivations of the last snapshot; a step's ID is its index plus one

	lastDrawing *arrangement      // the last drawing of the graph, near which the next one may keep its nodes
	shown       protocol.Rendered // the last result with an ID, in full
	shownFiles  []*source.File    // the files of shown
	markBuffer  []int32           // buffer for the marks of the next result
	inspected   inspected         // the last inspection
	change      protocol.Change   // the last change; the next one reuses its memory
	same        []sameMarks       // buffer for the next result
	past        pastText          // the last result, of which the next one repeats parts
	renderer    *render.Renderer  // shared by all snapshots
	replyBuffer []byte            // the last long reply; the next one reuses its memory
	rehearsal   *Engine           // see rehearse; nil after an evaluation
	rehearsed   int               // how many evaluations the rehearsal has had
}

// New returns an engine without a snapshot.
func New() *Engine { return &Engine{renderer: &render.Renderer{}} }

// Supply sets the function that loads the data files that ship separately from the engine. It
// returns nil for a file that is not available (yet).
func (e *Engine) Supply(data func(name string) []byte) { e.loadData = data }

// OnReceived sets a function that is called with the total size in bytes of the files that are evaluated next.
func (e *Engine) OnReceived(prepare func(size int)) { e.onReceived = prepare }

// Call answers one request, both in JSON. The reply is valid until the next call.
func (e *Engine) Call(request []byte) []byte { return e.Answer(string(request)) }

// Answer is like Call, but does not copy a request that is already a string.
func (e *Engine) Answer(request string) []byte {
	asked, err := protocol.DecodeRequest(request)
	if err != nil {
		return (&protocol.Reply{Error: diag.Shorten(err.Error())}).AppendJSON(nil)
	}
	reply := protocol.Reply{Op: asked.Op}
	e.answer(asked, &reply)
	if asked.Evaluate == nil && asked.Layout == nil && asked.Rehearse == nil {
		return reply.AppendJSON(nil)
	}
	encoded := reply.AppendJSON(e.replyBuffer[:0])
	if e.replyBuffer = encoded; cap(encoded) > maxUnused && len(encoded) < cap(encoded)/4 {
		e.replyBuffer = nil // a whole result is often followed by small changes of it only
	}
	return encoded
}

// maxUnused is the size in bytes up to which a buffer is kept even if most of it is not used.
const maxUnused = 1 << 20

// Rest drops memory that the engine keeps only to use it again. It is for a pause, before garbage is collected.
func (e *Engine) Rest() {
	e.markBuffer, e.same, e.replyBuffer, e.change = nil, nil, nil, protocol.Change{}
	e.renderer.Rest()
}

func (e *Engine) answer(asked *protocol.Request, reply *protocol.Reply) {
	switch {
	case asked.Hello != nil:
		reply.Hello = hello()
	case asked.Evaluate != nil:
		e.rehearsal = nil
		e.evaluate(asked.Evaluate, reply)
	case asked.Rehearse != nil:
		e.rehearse(asked.Rehearse, reply)
	case asked.Redact != nil:
		r, err := redacted(asked.Redact)
		if reply.Redact = r; err != nil {
			reply.Error = diag.Shorten(err.Error())
		}
	case e.last == nil:
		reply.Error = "nothing has been evaluated yet"
	case e.isRefused:
		// The positions and edits of the last snapshot would be those of another text.
		reply.Error = "this document is not evaluated"
	default:
		e.ask(asked, reply)
	}
}

// ask answers a request about the last snapshot.
func (e *Engine) ask(asked *protocol.Request, reply *protocol.Reply) {
	s := e.last
	var err error
	switch {
	case asked.Render != nil:
		r := s.RenderPart(asked.Render.View, asked.Render.Reveal, value.Path(asked.Render.Only))
		reply.Render = &r
	case asked.Inspect != nil && asked.Inspect.Revision != e.revision:
		reply.Error = "the document has been evaluated again since then"
	case asked.Inspect != nil:
		reply.Inspect = e.inspect(asked.Inspect.Base)
	case asked.Layout != nil:
		reply.Layout, err = e.layout(asked.Layout)
	case asked.Export != nil:
		reply.Export, err = s.Export(asked.Export)
	case asked.Reveal != nil:
		reply.Reveal = s.reveal(asked.Reveal)
	case asked.Hover != nil:
		reply.Hover = s.hover(asked.Hover)
	case asked.Complete != nil:
		reply.Complete = s.complete(asked.Complete)
	case asked.Definition != nil:
		reply.Definition = s.definition(asked.Definition)
	case asked.References != nil:
		reply.References = s.references(asked.References)
	case asked.Rename != nil:
		reply.Rename = s.rename(asked.Rename)
	case asked.Input != nil:
		reply.Input = s.input(asked.Input)
	case asked.Unknowns != nil:
		reply.Unknowns = s.sourceUnknowns(asked.Unknowns)
	case asked.Give != nil:
		reply.Give = s.give(asked.Give)
	case asked.World != nil:
		reply.World = e.fillInputs(asked.World)
	case asked.Why != nil:
		reply.Why = e.why(asked.Why)
	default:
		reply.Error = "there is no operation " + asked.Op
	}
	if err != nil {
		reply.Error = diag.Shorten(err.Error())
	}
}

func hello() *protocol.HelloReply {
	h := &protocol.HelloReply{Fingerprint: protocol.Fingerprint, Version: Version}
	for _, d := range dialect.All {
		info := protocol.DialectInfo{Name: d.Name, Title: d.Title, Main: d.Main, New: d.New, Console: d.Console,
			Declares: append([]string{}, d.Declares...), Calls: append([]string{}, d.Calls...), Commands: []string{}}
		for _, e := range d.Exports {
			if e.Command != "" {
				info.Commands = append(info.Commands, e.Command)
			}
		}
		h.Dialects = append(h.Dialects, info)
	}
	return h
}

func (e *Engine) evaluate(asked *protocol.EvaluateRequest, reply *protocol.Reply) {
	if err := e.receiveFiles(asked); err != nil {
		reply.Error = err.Error()
		return
	}
	req := Request{Dialect: asked.Dialect, Lean: asked.Lean, Raised: asked.Raised, Data: e.loadData, Last: e.last}
	for _, f := range asked.Files {
		req.Files = append(req.Files, File(f))
	}
	s, err := Evaluate(req)
	if e.isRefused = err != nil; e.isRefused {
		reply.Error = diag.Shorten(err.Error())
		return
	}
	// From here on the last snapshot cannot be used (Request.Last), not even if a bug interrupts what follows.
	e.last, e.revision, e.steps = s, asked.Revision, nil
	s.markBuffer, s.renderer, s.repetition = e.markBuffer, e.renderer, e.past.repetition(s.bundle.Files)
	s.repetition.same = e.same[:0]
	reply.Evaluate = s.page(asked)
	e.past = pastText{s.repetition.next, reply.Evaluate.Result.Marks, s.bundle.Files}
	same := s.repetition.same
	e.same = same
	if !isSameMemory(s.repetition.marks, e.shown.Marks) { // another result has been rendered, but not shown
		same = nil
	}
	s.repetition = nil
	s.release()
	if asked.Base != 0 {
		shareText(reply.Evaluate)
	}
	e.markBuffer = e.diffResult(asked.Base, s, &reply.Evaluate.Result, same)
}

// rehearse evaluates a document in another engine, so that the user's document and its snapshot stay. Browsers
// compile and optimise code while it runs, so the first evaluations take several times as long as later ones. The page
// rehearses some keystrokes before the user types.
func (e *Engine) rehearse(asked *protocol.EvaluateRequest, reply *protocol.Reply) {
	if e.rehearsal == nil {
		e.rehearsal, e.rehearsed = New(), 0
		e.rehearsal.Supply(e.loadData)
	}
	// A letter in a value only adapts the program. Every other one is evaluated as if it had changed more.
	if e.rehearsed++; e.rehearsed%2 == 0 && e.rehearsal.last != nil {
		e.rehearsal.last.problems = nil
	}
	var rehearsed protocol.Reply
	e.rehearsal.evaluate(asked, &rehearsed)
	reply.Rehearse, reply.Error = rehearsed.Evaluate, rehearsed.Error
}

// views lists the formats in which the page can show the result, in order.
func (s *Snapshot) views() []protocol.ViewInfo {
	var out []protocol.ViewInfo
	for _, v := range s.Outcome.Views {
		if v.First {
			out = append(out, viewInfo(v))
		}
	}
	out = append(out,
		protocol.ViewInfo{ID: "yaml", Title: "YAML", Language: "yaml"},
		protocol.ViewInfo{ID: "json", Title: "JSON", Language: "json"})
	for _, v := range s.Outcome.Views {
		if !v.First {
			out = append(out, viewInfo(v))
		}
	}
	return out
}

func viewInfo(v bind.View) protocol.ViewInfo {
	return protocol.ViewInfo{ID: v.ID, Title: v.Title, Language: v.Language}
}

// Render returns the result in the view with the given ID. An unknown ID selects the first view.
func (s *Snapshot) Render(view string, reveal bool) protocol.Rendered {
	return s.RenderPart(view, reveal, "")
}

// Format returns the result, or the part of it at a path, in a named format. A format is either one
// that the original's command line has, or a view. Format returns an error if the format or the
// part does not exist.
func (s *Snapshot) Format(name, at string, reveal bool) (string, error) {
	if s.Outcome.Format != nil {
		if text, known, err := s.Outcome.Format(name, at, reveal); known {
			return text, err
		}
	}
	rendered := s.RenderPart(name, reveal, value.Path(at))
	switch {
	case rendered.View != name:
		var names []string
		for _, v := range s.views() {
			names = append(names, v.ID)
		}
		return "", fmt.Errorf("there is no format %q; the formats are %s", name, strings.Join(names, ", "))
	case rendered.Only != at:
		return "", fmt.Errorf("the format %s has nothing at %q", name, at)
	}
	return rendered.Text, nil
}

// formattedPart returns the part of the result at a path, in a view that is also a format, and its
// path. It returns "", "" if the view is not a format or the part does not exist.
func (s *Snapshot) formattedPart(view, only string, reveal bool) (text, path string) {
	if only == "" || s.Outcome.Format == nil {
		return "", ""
	}
	if _, ok := value.Find(s.Outcome.Value, value.Path(only)); !ok {
		return "", ""
	}
	text, known, err := s.Outcome.Format(view, only, reveal)
	if !known || err != nil {
		return "", ""
	}
	return text, only
}

// RenderPart returns the part of the result at the path only, in a view. It returns the whole
// result if only is "", if the part does not exist (or no longer does), or if the view formats its own text
// and cannot format a part of it.
func (s *Snapshot) RenderPart(view string, reveal bool, only value.Path) protocol.Rendered {
	info := s.view(view)
	for _, v := range s.Outcome.Views {
		if v.ID == info.ID && v.Text != nil {
			if text, part := s.formattedPart(v.ID, string(only), reveal); part != "" {
				return protocol.Rendered{View: v.ID, Language: v.Language, Text: text, Only: part}
			}
			return s.pageText(info, s.viewText(v, reveal))
		}
	}
	shown, only := s.part(info.ID, only)
	text := render.Text{}
	switch info.ID {
	case "json":
		text = s.renderer.JSON(shown, reveal)
	default:
		text = s.yaml(shown, reveal)
	}
	out := s.pageText(info, text)
	out.Only = string(only)
	return out
}

// view returns the view with the given ID, or the first view if no view has that ID.
func (s *Snapshot) view(id string) protocol.ViewInfo {
	views := s.views()
	for _, v := range views {
		if v.ID == id {
			return v
		}
	}
	return views[0]
}

// part returns the part of a view's value at a path, and the path. If there is no such part, it
// returns the whole value and "". The views YAML and JSON, which every dialect has, show the
// result.
func (s *Snapshot) part(view string, only value.Path) (value.Value, value.Path) {
	shown := s.Outcome.Value
	for _, v := range s.Outcome.Views {
		if v.ID == view {
			shown = v.Value
		}
	}
	if part, ok := value.Find(shown, only); only != "" && ok {
		return part, only
	}
	return shown, ""
}
