package evaluator

import (
	"fmt"
	"slices"
	"sync"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/eval"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// A File is one named text of a bundle.
type File struct{ Name, Text string }

// A Request says what to evaluate.
type Request struct {
	Dialect string // "" lets the files decide
	Main    string // the main file; "" lets the dialect choose
	Files   []File
	Lean    bool // leave out what originals say of broken YAML; see Snapshot.References
	Raised  int  // how often the limits on steps and size are raised, at most protocol.MostRaised times
	// Data gives a data file that is kept apart from the engine, by its name, and nil when it
	// is not here. A nil function has none; Snapshot.Needs says what was missed.
	Data func(name string) []byte
	// Last is an earlier snapshot, nil for none: files that are as they were in it are not read again.
	Last *Snapshot
}

// A Snapshot is everything there is to say about one evaluation. It never changes.
type Snapshot struct {
	Dialect    *bind.Dialect
	Recognised *bind.Dialect // what the files alone would give; nil when they fit none
	Problems   []diag.Problem
	Outcome    bind.Outcome
	Subject    *inspect.Subject

	bundle    *bind.Bundle
	bound     *bind.Bound
	evaluator *eval.Evaluator
	parts     []*Snapshot    // of the bundle that were evaluated by another dialect
	read      []string       // names of the files that the evaluation asked for
	whole     []diag.Problem // the problems, with what is secret in them
	graph     func() *inspect.Graph
	room      []int // for the marks of the first rendering
}

// Graph is the dependency graph, made when it is first asked for.
func (s *Snapshot) Graph() *inspect.Graph { return s.graph() }

// Evaluate evaluates a bundle. The error says why there is nothing to evaluate: no
// dialect fits, or the bundle is larger than MaxBytes or MaxFiles. A panic is a mistake of
// ours; it becomes an error too, so that the reader's work goes on.
func Evaluate(req Request) (snapshot *Snapshot, err error) {
	defer func() {
		if p := recover(); p != nil {
			snapshot, err = nil, fmt.Errorf("the evaluator stopped because of a mistake of its own: %v", p)
		}
	}()
	bundle, err := newBundle(req)
	if err != nil {
		return nil, err
	}
	// Recognition looks at files that the evaluation then may not read: at a bundle of its own.
	s := &Snapshot{bundle: bundle, Recognised: dialect.Recognise(&bind.Bundle{Files: bundle.Files, Main: bundle.Main})}
	s.Dialect = s.Recognised
	if req.Dialect != "" {
		if s.Dialect = dialect.Find(req.Dialect); s.Dialect == nil {
			return nil, fmt.Errorf("there is no dialect %q%s", req.Dialect, diag.DidYouMean(req.Dialect, dialect.Names()))
		}
	}
	if s.Dialect == nil {
		return nil, fmt.Errorf("no dialect fits these files; choose one of %s", bind.List(dialect.Names()))
	}
	s.run(limitsOf(req.Raised))
	return s, nil
}

func newBundle(req Request) (*bind.Bundle, error) {
	files := req.Files
	if len(files) > MaxFiles {
		return nil, fmt.Errorf("there are %d files; at most %d are read", len(files), MaxFiles)
	}
	b, size := &bind.Bundle{Apart: req.Data, Lean: req.Lean}, 0
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

// Main is the name of the main file, "" when there is none.
func (s *Snapshot) Main() string {
	if s.bound.Main == nil {
		return ""
	}
	return s.bound.Main.Name
}

// Belonging returns the names of the files that make up the document: what the evaluation
// read, inputs.yaml, and what is the dialect's by its name, in the order of the bundle. A
// folder may hold anything else besides, which is nobody's business but its owner's.
func (s *Snapshot) Belonging() []string {
	var names []string
	for _, f := range s.bundle.Files {
		if f == s.bound.Main || f.Name == bind.InputsFile || slices.Contains(s.read, f.Name) || s.Dialect.Owns(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

// References gives what a lean snapshot leaves out of its problems: the words of yaml.v3 for
// texts that it refuses, by the index of the problem.
func (s *Snapshot) References() map[int]string {
	out := map[int]string{}
	for _, t := range append([]*Snapshot{s}, s.parts...) {
		for _, d := range t.bundle.Documents() {
			if !s.bundle.Lean || !d.Partial {
				continue
			}
			first := d.Problems[0]
			i := slices.IndexFunc(s.Problems, func(p diag.Problem) bool { return p.Span == first.Span && p.Code == first.Code })
			if i >= 0 && s.Problems[i].Reference == "" {
				out[i] = s.newMasker().mask(s.whole[i].WithReference("%s", d.Reference())).Reference
			}
		}
	}
	return out
}

// Needs lists the data files without which a part of this evaluation had to be left out.
func (s *Snapshot) Needs() []string { return s.bundle.Needs() }

// run binds, evaluates within the limits, and collects.
func (s *Snapshot) run(limits eval.Limits) {
	s.bundle.Evaluate = func(name string, part *bind.Bundle) (bind.Outcome, []diag.Problem) {
		p := &Snapshot{bundle: part, Dialect: dialect.Find(name)}
		problems := p.evaluate(limits)
		s.parts = append(s.parts, p)
		return p.Outcome, problems
	}
	problems := s.evaluate(limits)
	s.read = s.bundle.Read()
	s.mask(limit(diag.Sort(diag.Explained(problems))))
	s.Subject = &inspect.Subject{Bundle: s.bundle, Bound: s.bound, Outcome: &s.Outcome, Evaluator: s.evaluator, Dialect: s.Dialect, Problems: s.Problems}
	s.graph = sync.OnceValue(func() *inspect.Graph { return inspect.NewGraph(s.Subject) })
}

// evaluate binds and evaluates, and returns what is wrong.
func (s *Snapshot) evaluate(limits eval.Limits) []diag.Problem {
	s.bound = s.Dialect.Bind(s.bundle)
	if s.bound.Program.Semantics == nil {
		s.bound.Program.Semantics = &ir.Semantics{}
	}
	problems := s.bound.Problems
	if n := len(s.bound.Program.Cells); n > MaxCells {
		problems = append(problems, diag.Errorf(source.Span{}, "budget-cells", "this program has %d parts; at most %d are evaluated", n, MaxCells))
		s.bound.Program.Cells = s.bound.Program.Cells[:MaxCells]
	}
	s.bound.Program.Number()
	s.evaluator = eval.New(s.bound.Program, limits)
	s.evaluator.Run()
	s.Outcome = s.bound.Finish(s.evaluator)
	problems = append(problems, s.evaluator.Problems()...)
	return append(problems, s.Outcome.Problems...)
}

// mask sets the problems as everybody may read them, and as they are.
func (s *Snapshot) mask(problems []diag.Problem) {
	var m *masker
	s.Problems, s.whole = make([]diag.Problem, len(problems)), make([]diag.Problem, len(problems))
	for i, p := range problems {
		if m == nil {
			m = s.newMasker()
		}
		s.Problems[i], s.whole[i] = m.mask(p), revealed(p)
	}
}

// limit keeps the first MaxProblems problems and says how many more there are.
func limit(problems []diag.Problem) []diag.Problem {
	more := len(problems) - MaxProblems
	if more <= 0 {
		return problems
	}
	return append(problems[:MaxProblems:MaxProblems], diag.Infof(source.Span{}, "hint-more-problems", "there are %d more problems", more))
}
