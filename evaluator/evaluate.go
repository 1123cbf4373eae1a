package evaluator

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/eval"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A File is a file of a bundle.
type File struct{ Name, Text string }

// A Request describes an evaluation.
type Request struct {
	Dialect string // the name of the dialect; "" detects it from the files
	Main    string // the main file; "" lets the dialect choose
	Files   []File
	Lean    bool // leave out the original's messages about invalid YAML; see Snapshot.References
	Raised  int  // how many times to raise the limits on steps and size, at most protocol.MaxRaised
	// Data returns the data file with the given name, or nil if it is not available. Data files ship
	// separately from the engine. If Data is nil, no file is available. Snapshot.Needs lists the
	// files that were missing.
	Data func(name string) []byte
	// Last is an earlier snapshot, or nil. Files that have not changed since then are not parsed
	// again, and unchanged parts of the trees of other files are taken out of it: if Evaluate returns a
	// snapshot, Last must not be used any more, and can be Last of no other request.
	Last *Snapshot
}

// A Snapshot is the result of one evaluation. It does not change until it is the Last of a request.
type Snapshot struct {
	Dialect    *bind.Dialect
	Recognised *bind.Dialect // the dialect detected from the files; nil if no dialect fits
	Problems   []diag.Problem
	Outcome    bind.Outcome
	Subject    *inspect.Subject

	bundle     *bind.Bundle
	bound      *bind.Bound
	evaluator  *eval.Evaluator
	parts      []*Snapshot    // parts of the bundle that were evaluated with another dialect
	read       []string       // names of the files that the evaluation read
	unmasked   []diag.Problem // the problems, with secrets shown
	hidesPaths bool           // the paths of the secrets are too long to be listed
	graph      func() *inspect.Graph
	limits     eval.Limits
	problems   []diag.Problem // those of binding, for the next version; nil if there are too many
	isAdapted  bool           // the program was adapted from another version
	inlaid     *referenceList // see inlays; nil until first used
	isSpent    bool           // the program may have been adapted to another version
	markBuffer []int32        // buffer for the marks of the first rendering
	renderer   *render.Renderer
	repetition *repetition    // for the first rendering; may be nil
	moves      []*source.Move // see release
}

// Graph returns the dependency graph, which is computed on first use. A graph with more than
// MaxWritten nodes and edges is cut off there (Graph.IsCut).
func (s *Snapshot) Graph() *inspect.Graph { return s.graph() }

// uncutGraph returns the complete dependency graph, however many nodes and edges it has, unless it has too
// much text (Graph.IsLong).
func (s *Snapshot) uncutGraph() *inspect.Graph {
	if g := s.graph(); !g.IsCut || g.IsLong {
		return g
	}
	return inspect.NewGraph(s.Subject, math.MaxInt)
}

// Evaluate evaluates a bundle. It returns an error if the bundle cannot be evaluated at all: there
// is no such dialect, no dialect fits, or the bundle exceeds MaxBytes or MaxFiles. A panic is a
// bug; it is returned as an error, too, so that the user can continue.
func Evaluate(req Request) (snapshot *Snapshot, err error) {
	defer func() {
		if p := recover(); p != nil {
			if req.Last != nil {
				req.Last.bundle.Forget()
			}
			snapshot, err = nil, fmt.Errorf("a bug stopped the evaluator: %v", p)
		}
	}()
	bundle, err := newBundle(req)
	if err != nil {
		return nil, err
	}
	// Detection may read files that the evaluation does not, so it gets a separate bundle: s.read
	// must list only what the evaluation reads.
	s := &Snapshot{bundle: bundle, renderer: &render.Renderer{},
		Recognised: dialect.Recognise(&bind.Bundle{Files: bundle.Files, Main: bundle.Main})}
	s.Dialect = s.Recognised
	if req.Dialect != "" {
		if s.Dialect = dialect.Find(req.Dialect); s.Dialect == nil {
			return nil, fmt.Errorf("there is no dialect %q%s", req.Dialect,
				diag.DidYouMean(req.Dialect, dialect.Names()))
		}
	}
	if s.Dialect == nil {
		return nil, fmt.Errorf("no dialect fits these files; choose one of %s", bind.List(dialect.Names()))
	}
	s.run(raisedLimits(req.Raised), req.Last)
	s.moves = bundle.ForgetPast()
	return s, nil
}

func newBundle(req Request) (*bind.Bundle, error) {
	files := req.Files
	if len(files) > MaxFiles {
		return nil, fmt.Errorf("there are %d files; at most %d are read", len(files), MaxFiles)
	}
	b, size := &bind.Bundle{LoadData: req.Data, Lean: req.Lean}, 0
	for _, f := range files {
		size += len(f.Text)
		b.Files = append(b.Files, source.NewFile(f.Name, f.Text))
	}
	if req.Last != nil {
		b.TakeFrom(req.Last.bundle)
	}
	if req.Main != bind.InputsFile {
		b.Main = b.File(req.Main)
	}
	if size > MaxBytes {
		return nil, fmt.Errorf("the files contain %d bytes in total; at most %d are read", size, MaxBytes)
	}
	return b, nil
}

// release drops the last version of the files that have changed. It must be called once nothing is compared with the
// last result any more.
func (s *Snapshot) release() {
	for _, m := range s.moves {
		m.Release()
	}
	s.moves = nil
}

// Main returns the name of the main file, or "" if there is none.
func (s *Snapshot) Main() string {
	if s.bound.Main == nil {
		return ""
	}
	return s.bound.Main.Name
}

// Belonging returns the names of the files that belong to the document, in the order of the bundle:
// the files that the evaluation has read, inputs.yaml, and files that the dialect claims by their
// names. A folder may also contain private files, which must not be shared with the document.
func (s *Snapshot) Belonging() []string {
	var names []string
	for _, f := range s.bundle.Files {
		if f == s.bound.Main || f.Name == bind.InputsFile || slices.Contains(s.read, f.Name) || s.Dialect.Owns(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

// References returns the messages that a lean snapshot leaves out of its problems: the errors of
// yaml.v3 for files that it rejects, by the index of the problem.
func (s *Snapshot) References() map[int]string {
	out := map[int]string{}
	for _, t := range append([]*Snapshot{s}, s.parts...) {
		for _, d := range t.bundle.Documents() {
			if !s.bundle.Lean || !d.Partial {
				continue
			}
			first := d.Problems[0]
			i := slices.IndexFunc(s.Problems,
				func(p diag.Problem) bool { return p.Span.Equal(first.Span) && p.Code == first.Code })
			if i >= 0 && s.Problems[i].Reference == "" {
				out[i] = s.newMasker().mask(s.unmasked[i].WithReference("%s", d.Reference())).Reference
			}
		}
	}
	return out
}

// Needs lists the data files that the evaluation asked for but did not get. A part of the
// evaluation was left out for each.
func (s *Snapshot) Needs() []string { return s.bundle.Needs() }

// run evaluates the bundle within the limits, and completes the snapshot. It uses an earlier snapshot if possible.
func (s *Snapshot) run(limits eval.Limits, last *Snapshot) {
	s.limits = limits
	s.bundle.Evaluate = func(name string, part *bind.Bundle) (bind.Outcome, []diag.Problem) {
		p := &Snapshot{bundle: part, Dialect: dialect.Find(name)}
		problems := p.evaluate(limits)
		s.parts = append(s.parts, p)
		return p.Outcome, problems
	}
	problems, ok := s.update(last)
	if !ok {
		problems = s.evaluate(limits)
	}
	s.read = s.bundle.Read()
	s.Subject = &inspect.Subject{Bundle: s.bundle, Bound: s.bound, Outcome: &s.Outcome, Evaluator: s.evaluator,
		Dialect: s.Dialect}
	if s.isAdapted {
		s.Subject.ReferenceText = last.Subject.ReferenceText
	}
	s.graph = sync.OnceValue(func() *inspect.Graph { return inspect.NewGraph(s.Subject, MaxWritten) })
	problems, more := limitProblems(diag.Sort(diag.DropExplainedHints(problems)))
	// The graph is built only now, when the problems that are not shown are garbage.
	if own := s.pathProblems(); len(own) > 0 {
		kept, others := limitProblems(diag.Sort(append(problems, own...)))
		problems, more = kept, more+others
	}
	if more > 0 {
		problems = append(problems, diag.Infof(source.Span{}, "hint-more-problems", "there are %d more problems", more))
	}
	s.mask(problems)
	s.Subject.Problems = s.Problems
}

// pathProblems reports lists of paths that are too long for the result document, which leaves them out.
func (s *Snapshot) pathProblems() (problems []diag.Problem) {
	start := source.Span{}
	if s.bound.Main != nil {
		start = s.bound.Main.Span(0, 0)
	}
	report := func(what string, most int) {
		problems = append(problems, diag.Errorf(start, "budget-document",
			"%s are longer than %d MB in total, the limit of a result document; give the keys around many values "+
				"shorter names", what, most>>20))
	}
	if inspect.MayBeLong(s.Subject) && s.uncutGraph().IsLong {
		report("the names and paths of the references in this program, such as a.b[0],", inspect.MaxText)
	}
	length := 0
	for _, path := range value.Secrets(s.Outcome.Value, true, bind.IsWritten, yamltree.MaxPaths) {
		length += len(path)
	}
	if s.hidesPaths = length > yamltree.MaxPaths; s.hidesPaths {
		report("the paths of the secrets in the result, such as a.b[0],", yamltree.MaxPaths)
	}
	return problems
}

// evaluate binds the bundle, evaluates the program, and returns the problems.
func (s *Snapshot) evaluate(limits eval.Limits) []diag.Problem {
	s.bound = s.Dialect.Bind(s.bundle)
	if s.bound.Assist == nil {
		s.bound.Assist = bind.NoAssist{}
	}
	if s.bound.Program.Semantics == nil {
		s.bound.Program.Semantics = &ir.Semantics{}
	}
	problems := s.bound.Problems
	s.bound.Problems = nil // most are not shown if there are many
	if s.bound.Update != nil && len(problems) <= MaxProblems && len(s.bound.Program.Cells) <= MaxCells {
		s.problems = append(make([]diag.Problem, 0, len(problems)), problems...)
	}
	if n := len(s.bound.Program.Cells); n > MaxCells {
		problems = append(problems, diag.Errorf(source.Span{}, "budget-cells",
			"this program has %d parts; at most %d are evaluated", n, MaxCells))
		s.bound.Program.Cells = s.bound.Program.Cells[:MaxCells]
	}
	s.bound.Program.Number()
	s.evaluator = eval.New(s.bound.Program, limits)
	s.evaluator.Run()
	s.Outcome = s.bound.Finish(s.evaluator)
	problems = append(problems, s.evaluator.TakeProblems()...)
	return append(problems, s.Outcome.Problems...)
}

// mask stores the problems twice: with secrets masked, and with secrets shown.
func (s *Snapshot) mask(problems []diag.Problem) {
	var m *masker
	s.Problems, s.unmasked = make([]diag.Problem, len(problems)), make([]diag.Problem, len(problems))
	for i, p := range problems {
		if m == nil {
			m = s.newMasker()
		}
		s.Problems[i], s.unmasked[i] = m.mask(p), revealed(p)
	}
}

// limitProblems returns the first MaxProblems problems, and how many more there are.
func limitProblems(problems []diag.Problem) ([]diag.Problem, int) {
	more := len(problems) - MaxProblems
	if more <= 0 {
		return problems, 0
	}
	return slices.Clone(problems[:MaxProblems]), more
}
