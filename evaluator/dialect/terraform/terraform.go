// Package terraform evaluates YAML as Terraform's yamldecode does, and expressions as its
// console does.
//
// Expressions are parsed (package hcl) and bound to the core's nodes (expr.go); documents are
// decoded when yamldecode is called (decode.go). Values have the types of package types;
// console.go (3), json.go and yamlencode.go write them. Numbers are sections of SPEC.md.
// Where to look:
//
//	the dialect itself           this file
//	YAML (2)                     scalar.go decode.go syntax.go warnings.go, and keep.go for what
//	                             stays after a keystroke
//	operators, steps, for (5)    operate.go conditional.go steps.go loop.go
//	functions (4)                call.go, and files by subject, as in pulumi/std: list.go object.go
//	                             set.go text.go regexps.go format.go numbers.go network.go hash.go
//	                             rsa.go times.go file.go encoding.go conversion.go; and only here
//	                             templates.go marks.go attempt.go
//	completion                   assist.go
package terraform

import (
	"fmt"
	"strings"
	"sync"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"

	"pantograph/evaluator/dialect/terraform/charset"
	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
)

// mainFile is the document that is decoded by default.
const mainFile = "main.yaml"

// defaultExpression is the expression evaluated if inputs.yaml has none.
const defaultExpression = `yamldecode(file("` + mainFile + `"))`

// Dialect is Terraform's yamldecode with its console.
var Dialect = &bind.Dialect{
	Name:    "terraform",
	Title:   "Terraform yamldecode",
	Main:    mainFile,
	New:     newDocument,
	Console: true,
	// The document is shared even if no expression reads it.
	Owns: func(f *source.File) bool { return f.Name == mainFile },
	// The console needs no document: inputs.yaml with expressions is a complete bundle.
	Recognise: func(b *bind.Bundle) bool {
		if b.File(mainFile) != nil {
			return true
		}
		inputs := b.File(bind.InputsFile)
		if inputs == nil {
			return false
		}
		for _, key := range bind.TopLevelKeys(inputs) {
			if key == "expression" || key == "expressions" {
				return true
			}
		}
		return false
	},
	Bind:  func(b *bind.Bundle) *bind.Bound { return (&session{bundle: b, functions: byName}).bind() },
	Funcs: functions,
}

// newDocument shows two features that surprise readers of YAML 1.2: a merge (2.5), and yes, which
// is a boolean (2.1).
const newDocument = `# Read as yamldecode(file("main.yaml")) reads it.
defaults: &defaults
  region: eu-central-1
  retries: 3
services:
  web:
    <<: *defaults
    port: 8080
    enabled: yes
`

// A session is one evaluation: the bundle and everything derived from it.
type session struct {
	bundle    *bind.Bundle
	functions map[string]*ir.Func // the built-ins by name
	// Each file is decoded once, even if several expressions read it.
	documents  map[*source.File]*decoded
	unresolved []diag.Problem // problems of the expression being bound
	program    *ir.Program    // a cell for each line, anchor and alias
	lines      []*line        // in the order of inputs.yaml
	excerpts   []*source.File // the expressions that are written in inputs.yaml
	problems   []diag.Problem
	results    bind.Results               // set once everything is evaluated
	edges      []bind.Edge                // edges from anchors to the aliases inside them
	tables     *charset.Tables            // access through charsets
	places     map[problemKey]source.Span // positions of problems that the original reports elsewhere
}

// A line is one expression of the console.
type line struct {
	text string
	cell *ir.Cell
	at   source.Span // span of the expression in inputs.yaml
}

// An inputExpr is an expression from inputs.yaml, or the default one, which has no position.
type inputExpr struct {
	text string
	at   source.Span
}

// bind creates the program: first the lines of the console, then the cells of the document. The
// document comes second because bind reports its error only if no line reads it: see the method
// document.
func (s *session) bind() *bind.Bound {
	s.program = &ir.Program{Semantics: semantics}
	s.places = map[problemKey]source.Span{}
	s.documents = map[*source.File]*decoded{}
	expressions, isSession := s.expressions()
	for i, e := range expressions {
		name := "expression"
		if isSession {
			name = fmt.Sprintf("expressions[%d]", i)
		}
		s.bindLine(name, e)
	}
	bound := &bind.Bound{Main: s.bundle.File(mainFile), Program: s.program}
	s.document()
	bound.Problems = append(bound.Problems, s.problems...)
	// The assist needs the results to evaluate expressions; they exist only from here on.
	bound.Finish = func(r bind.Results) bind.Outcome {
		s.results = r
		return s.finish(r, isSession)
	}
	bound.Assist, bound.Site, bound.Excerpts = &assist{session: s}, s.site, s.excerpts
	return bound
}

// expressions returns the expressions to evaluate, and whether they are a session of several lines.
// If inputs.yaml has both keys, expressions wins. A session answers with a list, even for a single
// line.
func (s *session) expressions() (list []inputExpr, isSession bool) {
	inputs, problems := s.bundle.Inputs("expression", "expressions")
	s.problems = append(s.problems, problems...)
	o := inputs.Object()
	// Without inputs.yaml, the document is decoded and shown.
	if o == nil {
		return []inputExpr{{text: defaultExpression}}, false
	}
	if v, ok := o.Get("expressions"); ok {
		if v.List() == nil {
			s.wrongInput(v, "expressions must be a list of strings")
			return nil, true
		}
		for _, item := range v.List().Items {
			list = append(list, inputExpr{s.inputText(item), item.Origin})
		}
		return list, true
	}
	if v, ok := o.Get("expression"); ok {
		return []inputExpr{{s.inputText(v), v.Origin}}, false
	}
	return []inputExpr{{text: defaultExpression}}, false
}

// wrongInput reports a value of inputs.yaml that has the wrong type.
func (s *session) wrongInput(v value.Value, message string) {
	s.problems = append(s.problems, diag.Errorf(v.Origin, "inputs-shape", "%s", message))
}

// inputText returns an expression of inputs.yaml. In YAML 5 and true are not strings, but they are
// valid expressions. For any other value, inputText reports a problem and returns the expression
// null, so that the following lines keep their indices.
func (s *session) inputText(v value.Value) string {
	switch d := v.Data.(type) {
	case value.String:
		return string(d)
	case value.Number, value.Bool, value.Null:
		if text := v.Origin.Text(); text != "" {
			return text
		}
	}
	s.wrongInput(v, "an expression must be a string; put it in quotes")
	return "null"
}

// bindLine parses and binds one expression. An expression with syntax errors or unknown references
// is not evaluated: the original finds both before it evaluates anything (5.2). name is the file
// that its problems are in, such as expressions[2] (section 1).
func (s *session) bindLine(name string, e inputExpr) {
	text := e.text
	file := source.NewFile(name, text)
	// Every position in the expression has a counterpart in inputs.yaml, where the editor shows it.
	if e.at.File() != nil {
		file.Written = s.written(e.at)
		s.excerpts = append(s.excerpts, file)
	}
	cell := &ir.Cell{Name: name, Kind: "expression", Hidden: true, Span: file.Span(0, len(text)),
		NameAt: file.Span(0, len(text))}
	l := &line{text: text, cell: s.program.Add(cell), at: e.at}
	s.lines = append(s.lines, l)
	tree, diags := hcl.Parse(file)
	for _, d := range diags {
		p := problem(d.Span, "expression-syntax", d.Message, d.Summary, d.Detail)
		if d.Summary == "" { // one of our own limits
			p.Code = "budget-expression"
			if strings.Contains(d.Message, "digits") {
				p.Code = "budget-digits"
			}
		}
		s.problems = append(s.problems, p)
	}
	if len(diags) > 0 {
		cell.Expr = &ir.Bad{Meta: ir.Meta{Span: cell.Span}}
		return
	}
	// The binder collects unknown references in unresolved rather than in problems, because
	// valueOf binds expressions too, and discards them.
	s.unresolved = nil
	cell.Expr = (&binder{session: s}).node(tree)
	if len(s.unresolved) > 0 {
		s.problems = append(s.problems, s.unresolved...)
		cell.Expr = &ir.Bad{Meta: ir.Meta{Span: cell.Span}}
	}
}

// written returns the function that finds where an expression's bytes are written in inputs.yaml.
// The scalar is looked up on first use. A byte of the expression is not simply an offset into the
// scalar's source: quotes, escapes and folded lines are in between.
func (s *session) written(at source.Span) func(start, end int) source.Span {
	scalar := sync.OnceValue(func() *yamltree.Node {
		nodes := s.bundle.Parse(at.File()).NodeAt(at.Start())
		if len(nodes) == 0 {
			return nil
		}
		return nodes[len(nodes)-1]
	})
	return func(start, end int) source.Span {
		n := scalar()
		if n == nil || n.Kind != yamltree.Scalar || n.Span != at {
			return at // an alias
		}
		return n.Range(start, end)
	}
}

// decodedKey is the key for source.File.Keep.
const decodedKey = "yamldecode"

// decode decodes a document, once per file. The result is also kept with the file, for later
// evaluations in which it does not change.
func (s *session) decode(f *source.File) *decoded {
	if d := s.documents[f]; d != nil {
		return d
	}
	d := f.Keep(decodedKey, func() any { return decode(f, s.bundle.Move(f)) }).(*decoded)
	s.documents[f] = d
	return d
}

// charsets returns the tables of character encodings, or nil if their file is not available. In that
// case the bundle notes that the file is needed, so that the host can load it and evaluate again.
func (s *session) charsets() *charset.Tables {
	if s.tables == nil {
		if data := s.bundle.Data(charset.File); data != nil {
			s.tables = charset.Open(data)
		}
	}
	return s.tables
}

// fileNames returns the names of the files that expressions can read. inputs.yaml is not one
// (section 1).
func (s *session) fileNames() []string {
	var names []string
	for _, f := range s.bundle.Files {
		if f.Name != bind.InputsFile {
			names = append(names, f.Name)
		}
	}
	return names
}

// semantics are Terraform's rules for the core's nodes.
var semantics = &ir.Semantics{
	// An unknown part makes a string unknown, but it remains a string, and what precedes the part
	// remains known: startswith("x-${uuid()}", "x") is true (4.1).
	TextType:    types.StringType,
	TextMarks:   types.Ephemeral | types.HasType,
	PrefixType:  func(text string) any { return types.StringFrom(text) },
	PartialText: true,
	// Only numbers and booleans convert to text (5.3); null is refused with its own message.
	Text: func(f ir.Frame, v value.Value, at source.Span) (string, bool) {
		const summary = "Invalid template interpolation value"
		if v.IsNull() {
			f.Report(problem(at, "expression-template", "null cannot be part of a string", summary,
				"The expression result is null. Cannot include a null value in a string template."))
			return "", false
		}
		text, why := types.Convert(v, types.StringType)
		if why != "" {
			f.Report(problem(at, "expression-template",
				"a "+types.NameOf(v)+" cannot be part of a string; jsonencode() converts it to one", summary,
				"Cannot include the given value in a string template: "+why+"."))
			return "", false
		}
		s, _ := text.Text()
		return s, true
	},
}
