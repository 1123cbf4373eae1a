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
)

// A File is one named text of a bundle.
type File struct{ Name, Text string }

// A Request describes an evaluation.
type Request struct {
	Dialect string // "" detects it from the files
	Main    string // the main file; "" lets the dialect choose
	Files   []File
	Lean    bool // omit the original's messages about broken YAML; see Snapshot.References
	Raised  int  // how often to raise the limits on steps and size, at most protocol.MostRaised times
	// Data returns a data file that ships separately from the engine, by name, or nil if it is not
	// available. If Data is nil, no file is available. Snapshot.Needs lists the files that were
	// missing.
	Data func(name string) []byte
	// Last is an earlier snapshot, or nil. Files that have not changed since are not read again.
	Last *Snapshot
}

// A Snapshot holds the results of one evaluation. It never changes.
type Snapshot struct {
	Dialect    *bind.Dialect
	Recognised *bind.Dialect // the dialect detected from the files; nil if none fits
	Problems   []diag.Problem
	Outcome    bind.Outcome
	Subject    *inspect.Subject

	bundle    *bind.Bundle
	bound     *bind.Bound
	evaluator *eval.Evaluator
	parts     []*Snapshot    // parts of the bundle that were evaluated with another dialect
	read      []string       // names of the files that the evaluation read
	unmasked     []diag.Problem // the problems, including their secrets
	graph     func() *inspect.Graph
	markBuffer      []int // buffer for the marks of the first rendering
	renderer  *render.Renderer
}

// Graph returns the dependency graph, computed on first use. It is cut at MaxWritten nodes and edges.
func (s *Snapshot) Graph() *inspect.Graph { return s.graph() }

// wholeGraph returns the dependency graph, however large it is.
func (s *Snapshot) uncutGraph() *inspect.Graph {
	if g := s.graph(); !g.IsCut {
		return g
	}
	return inspect.NewGraph(s.Subject, math.MaxInt)
}

// Evaluate evaluates a bundle. It returns an error if there is nothing to evaluate: no dialect
// fits, or the bundle exceeds MaxBytes or MaxFiles. A panic is a bug; it becomes an error, too, so
// that the user can continue.
func Evaluate(req Request) (snapshot *Snapshot, err error) {
	defer func() {
		if p := recover(); p != nil {
			snapshot, err = nil, fmt.Errorf("the evaluator stopped because of a bug in it: %v", p)
		}
	}()
	bundle, err := newBundle(req)
	if err != nil {
		return nil, err
	}
	// Recognition may read files that the evaluation does not, so it gets a separate bundle.
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
	s.run(raisedLimits(req.Raised))
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
		return nil, fmt.Errorf("the files have %d bytes together; at most %d are read", size, MaxBytes)
	}
	return b, nil
}

// Main returns the name of the main file, or "" if there is none.
func (s *Snapshot) Main() string {
	if s.bound.Main == nil {
		return ""
	}
	return s.bound.Main.Name
}

// Belonging returns the names of the files that make up the document, in the order of the bundle:
// the files that the evaluation read, inputs.yaml, and files that belong to the dialect by their
// name. A folder may contain other files, which are private to their owner.
func (s *Snapshot) Belonging() []string {
	var names []string
	for _, f := range s.bundle.Files {
		if f == s.bound.Main || f.Name == bind.InputsFile || slices.Contains(s.read, f.Name) || s.Dialect.Owns(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

// References returns the messages that a lean snapshot omits from its problems: yaml.v3's errors
// for texts that it rejects, by the index of the problem.
func (s *Snapshot) References() map[int]string {
	out := map[int]string{}
	for _, t := range append([]*Snapshot{s}, s.parts...) {
		for _, d := range t.bundle.Documents() {
			if !s.bundle.Lean || !d.Partial {
				continue
			}
			first := d.Problems[0]
			i := slices.IndexFunc(s.Problems,
				func(p diag.Problem) bool { return p.Span == first.Span && p.Code == first.Code })
			if i >= 0 && s.Problems[i].Reference == "" {
				out[i] = s.newMasker().mask(s.unmasked[i].WithReference("%s", d.Reference())).Reference
			}
		}
	}
	return out
}

// Needs lists the missing data files, without which a part of this evaluation was left out.
func (s *Snapshot) Needs() []string { return s.bundle.Needs() }

// run binds, evaluates within the limits, and collects the problems.
func (s *Snapshot) run(limits eval.Limits) {
	s.bundle.Evaluate = func(name string, part *bind.Bundle) (bind.Outcome, []diag.Problem) {
		p := &Snapshot{bundle: part, Dialect: dialect.Find(name)}
		problems := p.evaluate(limits)
		s.parts = append(s.parts, p)
		return p.Outcome, problems
	}
	problems := s.evaluate(limits)
	s.read = s.bundle.Read()
	s.mask(limitProblems(diag.Sort(diag.DropExplainedHints(problems))))
	s.Subject = &inspect.Subject{Bundle: s.bundle, Bound: s.bound, Outcome: &s.Outcome, Evaluator: s.evaluator,
		Dialect: s.Dialect, Problems: s.Problems}
	s.graph = sync.OnceValue(func() *inspect.Graph { return inspect.NewGraph(s.Subject, MaxWritten) })
}

// evaluate binds and evaluates, and returns the problems.
func (s *Snapshot) evaluate(limits eval.Limits) []diag.Problem {
	s.bound = s.Dialect.Bind(s.bundle)
	if s.bound.Assist == nil {
		s.bound.Assist = bind.NoAssist{}
	}
	if s.bound.Program.Semantics == nil {
		s.bound.Program.Semantics = &ir.Semantics{}
	}
	problems := s.bound.Problems
	if n := len(s.bound.Program.Cells); n > MaxCells {
		problems = append(problems, diag.Errorf(source.Span{}, "budget-cells",
			"this program has %d parts; at most %d are evaluated", n, MaxCells))
		s.bound.Program.Cells = s.bound.Program.Cells[:MaxCells]
	}
	s.bound.Program.Number()
	s.evaluator = eval.New(s.bound.Program, limits)
	s.evaluator.Run()
	s.Outcome = s.bound.Finish(s.evaluator)
	problems = append(problems, s.evaluator.Problems()...)
	return append(problems, s.Outcome.Problems...)
}

// mask stores the problems twice: with their secrets masked, and complete.
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

// limit keeps the first MaxProblems problems and adds one that says how many more there are.
func limitProblems(problems []diag.Problem) []diag.Problem {
	more := len(problems) - MaxProblems
	if more <= 0 {
		return problems
	}
	return append(problems[:MaxProblems:MaxProblems], diag.Infof(source.Span{}, "hint-more-problems",
		"there are %d more problems", more))
}
