package hot

import (
	"sort"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A template is a text as it was loaded. Stacks are made of it.
type template struct {
	file    *source.File
	root    *node // nil when there is none
	version version
	usable  bool
	// problems are those of the text, its form and its version, reported by the first
	// stack of the template.
	problems []mistake
	yaml     []diag.Problem
}

const maxTemplate = 524288

// template loads a file. What is wrong with it is known once, for all its stacks.
func (b *binder) template(f *source.File, root bool) *template {
	if t := b.templates[f]; t != nil {
		return t
	}
	t := &template{file: f, version: v20210416}
	b.templates[f] = t
	if len(f.Text) > maxTemplate && root {
		n := strconv.Itoa(len(f.Text))
		t.problems = append(t.problems, mistake{code: "template-size", span: f.Span(0, 0), message: "the template has " + n + " bytes; Heat takes at most 524288",
			text: "Request limit exceeded: Template size (" + n + " bytes) exceeds maximum allowed size (524288 bytes)."})
	}
	n, problems := b.load(f)
	t.yamlProblems(problems)
	if more := secondDocument(f); more != nil {
		t.yamlProblems([]diag.Problem{diag.Errorf(more.Span, "yaml-documents", "a template is one document; this begins another")})
	}
	switch {
	case n.isNull():
		if len(t.yaml) == 0 {
			t.problems = append(t.problems, noVersion(f.Span(0, 0)))
		}
	case n.isBroken():
	case n.kind != mapNode:
		t.problems = append(t.problems, mistake{code: "template-shape", span: n.span, message: "a template is a mapping", text: "The template is not a JSON object or YAML mapping."})
	default:
		t.root = n
		t.usable = t.readVersion()
	}
	return t
}

func noVersion(at source.Span) mistake {
	return mistake{code: "version-missing", span: at, message: "a template begins with heat_template_version: and one of " + versionList(), text: "Template format version not found."}
}

func (t *template) yamlProblems(problems []diag.Problem) {
	for _, p := range problems {
		if p.Severity == diag.Error && !strings.HasPrefix(string(p.Code), "budget-") {
			p.Reference = "Error parsing template [root stack] " + p.Text()
		}
		t.yaml = append(t.yaml, p)
	}
}

// secondDocument returns the root of a second document, which makes a text no template.
func secondDocument(f *source.File) *yamltree.Node {
	if !strings.Contains(f.Text, "\n---") && !strings.Contains(f.Text, "\n...") {
		return nil
	}
	if doc := yamltree.Parse(f, yamltree.Options{AllDocuments: true}); len(doc.More) > 0 {
		return doc.More[0]
	}
	return nil
}

// readVersion finds the version. Without one that is known, the newest is taken, so that
// the rest can be looked at; false says that there was no trace of one.
func (t *template) readVersion() bool {
	v := t.root.pairOf(versionKey)
	var others []string
	for _, key := range []string{"AWSTemplateFormatVersion", "HeatTemplateFormatVersion"} {
		if t.root.get(key) != nil {
			others = append(others, key)
		}
	}
	if v == nil {
		if len(others) > 0 {
			t.problems = append(t.problems, mistake{code: "version-missing", span: t.root.pairOf(others[0]).keyAt, message: "this is a template of another language; Heat's own has " + versionKey, text: ""})
			return false
		}
		at := t.root.span
		if len(t.root.pairs) > 0 {
			at = t.root.pairs[0].keyAt
		}
		t.problems = append(t.problems, noVersion(at))
		return false
	}
	if len(others) > 0 {
		t.problems = append(t.problems, mistake{code: "version-ambiguous", span: t.root.pairOf(others[0]).keyAt, message: "the template names its version twice; keep " + versionKey,
			text: "The template version is invalid: Ambiguous versions (" + strings.Join(append([]string{versionKey}, others...), ", ") + ")"})
	}
	name, ok := v.value.text()
	if !ok {
		if !v.value.isBroken() {
			t.problems = append(t.problems, mistake{code: "version-unknown", span: v.value.span, message: "the version is one of " + versionList(),
				text: "The template version is invalid: Template version was not provided"})
		}
		return true
	}
	if t.version, ok = versionOf(name); ok {
		return true
	}
	t.version = v20210416
	m := mistake{code: "version-unknown", span: v.value.span, message: "there is no version " + quoted(name) + "; the versions are " + versionList(),
		text: `The template version is invalid: "heat_template_version: ` + name + `". "heat_template_version" should be one of: ` + versionList()}
	if near := nearestVersion(name); near != "" {
		m.fix = func(p diag.Problem) diag.Problem { return p.WithFix("Change to "+near, v.value.span, near) }
	}
	t.problems = append(t.problems, m)
	return true
}

// nearestVersion returns what an unknown version was probably meant to be: an alias in
// another spelling, or the last version up to a date.
func nearestVersion(name string) string {
	if near := diag.Nearest(name, versionNames()); near != "" && !isDigit(name[0]) {
		return near
	}
	near := ""
	for _, v := range versions {
		if len(name) == 10 && isDigit(name[0]) && v.date <= name {
			near = v.date
		}
	}
	return near
}

// A stack is a template with values for its parameters: the root, or one inside a resource.
type stack struct {
	b         *binder
	tmpl      *template // nil for the stack of a group
	version   version
	prefix    string     // of the ids of its cells
	at        *trail     // of the resource that it belongs to
	owner     *resource  // nil at the root
	level     int        // how many stacks it stands inside
	overrides *registry  // what counts for single resources of this stack
	without   []*mapping // the entries that led here, which do not count inside

	declared       []string
	parameters     map[string]*parameter
	groups         []*group
	pseudo         map[string]*ir.Cell
	conditionNames []string
	conditions     map[string]*ir.Cell
	names          []string // of resources
	resources      map[string]*resource
	outputNames    []string
	outputs        map[string]*output
}

// path is the path of the stack's resource as it stands in front of Heat's texts.
func (st *stack) path() string {
	if st.at == nil {
		return ""
	}
	return st.at.String() + ": "
}

// class is what stands in front of Heat's texts for a class of errors in a nested stack.
func (st *stack) class(name string) string {
	if st.at == nil {
		return ""
	}
	return name + ": " + st.at.String() + ": "
}

// load binds a stack, in Heat's order.
func (st *stack) load() {
	st.version = st.tmpl.version
	st.parameters, st.conditions = map[string]*parameter{}, map[string]*ir.Cell{}
	st.resources, st.outputs, st.pseudo = map[string]*resource{}, map[string]*output{}, map[string]*ir.Cell{}
	st.b.stacks = append(st.b.stacks, st)
	for _, p := range st.tmpl.yaml {
		st.report(p)
	}
	for _, m := range st.tmpl.problems {
		st.report(m.with(""))
	}
	root := st.tmpl.root
	if !st.tmpl.usable {
		if st.owner == nil {
			st.b.env = st.b.readEnvironment(st)
		}
		return
	}
	st.declareAll(st.section(root, "parameters"))
	if st.owner == nil {
		st.b.env = st.b.readEnvironment(st)
		st.overrides = st.b.env.registry
		st.checkName()
	}
	st.checkSections(root)
	st.bindParameters()
	st.readGroups(root.get("parameter_groups"))
	st.declareResources(st.section(root, "resources"))
	st.bindConditions(root)
	st.bindResources()
	st.checkNames()
	st.bindOutputs(st.section(root, "outputs"))
}

// section returns a section that must be a map; one without a value is empty.
func (st *stack) section(root *node, key string) *node {
	n := root.get(key)
	if n == nil || n.isNull() || n.isBroken() {
		return nil
	}
	if n.kind != mapNode {
		st.report(mistake{code: "section-shape", span: n.span, message: key + " must be a mapping"}.with(""))
		return nil
	}
	return n
}

// sections returns the sections of a template.
func (st *stack) sections() []string {
	names := []string{versionKey, "description", "parameter_groups", "parameters", "resources", "outputs"}
	if st.version >= v20161014 {
		names = append(names, "conditions")
	}
	return names
}

func (st *stack) checkSections(root *node) {
	for i := range root.pairs {
		pr := &root.pairs[i]
		names := st.sections()
		if has(names, pr.key) || pr.key == "AWSTemplateFormatVersion" || pr.key == "HeatTemplateFormatVersion" {
			continue
		}
		m := mistake{code: "section-unknown", span: pr.keyAt, message: "a template has no section " + quoted(pr.key) + diag.DidYouMean(pr.key, names), text: "The template section is invalid: " + pr.key}
		if pr.key == "conditions" {
			m.message = "conditions need heat_template_version 2016-10-14 or later"
		}
		m.fix = changeTo(diag.Nearest(pr.key, names), pr.keyAt)
		st.report(m.with(st.class("InvalidTemplateSection")))
	}
}

// checkName holds the stack's name, when it is supplied, against Heat's rule.
func (st *stack) checkName() {
	v, ok := st.b.stack.Get("name")
	if !ok || v.IsNull() {
		return
	}
	name := str(v)
	good := name != "" && len(name) <= 255 && isLetter(name[0])
	for i := range len(name) {
		good = good && (isLetter(name[i]) || isDigit(name[i]) || strings.IndexByte("_.-", name[i]) >= 0)
	}
	if !good {
		st.report(mistake{code: "stack-name", span: v.Origin, message: "the name of a stack begins with a letter and holds at most 255 letters, digits and _.-",
			text: "Invalid stack name " + name + ` must contain only alphanumeric or "_-." characters, must start with alpha and must be 255 characters or less.`}.with(""))
	}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// declareAll reads the declarations of all parameters.
func (st *stack) declareAll(n *node) {
	if n == nil {
		return
	}
	for i := range n.pairs {
		p := st.declare(&n.pairs[i])
		st.declared = append(st.declared, p.name)
		st.parameters[p.name] = p
	}
}

// bindParameters makes a cell for each parameter. At the root the values are known before
// anything runs; in a nested stack they come from the properties of its resource.
func (st *stack) bindParameters() {
	if st.owner == nil {
		st.checkGiven()
	}
	for _, name := range st.declared {
		p := st.parameters[name]
		p.cell = st.b.add(&ir.Cell{Name: st.prefix + "parameters." + name, Kind: "parameter", Label: name, Detail: p.typ, Span: p.span, NameAt: p.nameAt})
		if st.owner != nil {
			p.cell.Parent = st.owner.cell
			p.cell.Expr = &ir.Call{Meta: ir.Meta{Span: p.span}, Fn: innerParameter, Data: p, Args: []ir.Node{&ir.Ref{Meta: ir.Meta{Span: st.owner.nameAt}, Name: st.owner.name, Cell: st.owner.cell}}}
			continue
		}
		v, problems := p.resolve(st.b.givenFor(name))
		for _, problem := range problems {
			st.report(problem)
		}
		p.cell.Expr = &ir.Call{Meta: ir.Meta{Span: p.span}, Fn: rootParameter, Data: v}
	}
}

// rootParameter gives the value of a parameter of the root.
var rootParameter = &ir.Func{Name: "parameter", Lazy: func(_ ir.Frame, c *ir.Call) value.Value { return c.Data.(value.Value) }}

// givenFor returns what is given for a parameter of the root; the first that gives something wins.
func (b *binder) givenFor(name string) value.Value {
	if v := b.given.get(name); v != nil && !v.isNull() {
		return v.value()
	}
	if v := find(b.env.parameters, name); v.Data != nil && !v.IsNull() {
		return v
	}
	return find(b.env.defaults, name)
}

// checkGiven complains about values for parameters that nobody declares.
func (st *stack) checkGiven() {
	complain := func(name string, at source.Span) {
		near := st.b.near(name, st.declared)
		m := mistake{code: "parameter-undeclared", span: at, message: "the template has no parameter " + quoted(name) + meant(near),
			text: "The Parameter (" + name + ") was not defined in template.", fix: changeTo(near, at)}
		st.report(m.with(""))
	}
	if st.b.given != nil {
		for _, pr := range st.b.given.pairs {
			if st.parameters[pr.key] == nil {
				complain(pr.key, pr.keyAt)
			}
		}
	}
	for _, g := range st.b.env.parameters {
		if st.parameters[g.name] == nil {
			complain(g.name, g.nameAt)
		}
	}
}

var pseudoParameters = []string{"OS::stack_name", "OS::stack_id", "OS::project_id"}

// parameterNames returns the names that get_param knows.
func (st *stack) parameterNames() []string {
	return append(append([]string(nil), st.declared...), pseudoParameters...)
}

// parameterCell returns the cell of a parameter, nil when there is none. Pseudo parameters
// get theirs when they are first asked for; running is nil while the template is bound.
func (st *stack) parameterCell(running *run, name string) *ir.Cell {
	if p := st.parameters[name]; p != nil {
		return p.cell
	}
	if !has(pseudoParameters, name) {
		return nil
	}
	if c := st.pseudo[name]; c != nil {
		return c
	}
	c := &ir.Cell{Name: st.prefix + "parameters." + name, Kind: "parameter", Label: name, Detail: "string",
		Expr: &ir.Call{Fn: pseudoParameter, Data: &pseudo{st, name}}}
	if st.owner != nil {
		c.Parent = st.owner.cell
	}
	st.pseudo[name] = c
	if running != nil {
		running.Extend([]*ir.Cell{c})
	} else {
		st.b.add(c)
	}
	return c
}

type pseudo struct {
	stack *stack
	name  string
}

// pseudoParameter gives what inputs.yaml supplies for the root, and unknown for all others.
var pseudoParameter = &ir.Func{Name: "parameter", Lazy: func(_ ir.Frame, c *ir.Call) value.Value {
	p := c.Data.(*pseudo)
	if p.stack.owner != nil {
		return value.NotKnown(p.name)
	}
	key := strings.TrimPrefix(strings.TrimPrefix(p.name, "OS::"), "stack_")
	if v, ok := p.stack.b.stack.Get(key); ok && !v.IsNull() {
		return value.Str(str(v)).At(v.Origin).With(value.Mocked)
	}
	p.stack.b.want([]string{"stack", key}, p.name, source.Span{})
	return value.NotKnown(p.name)
}}

// bindConditions makes a cell for each condition.
func (st *stack) bindConditions(root *node) {
	n := root.get("conditions")
	if st.version < v20161014 || n == nil || n.isBroken() {
		return
	}
	if n.kind != mapNode {
		st.report(mistake{code: "section-shape", span: n.span, message: "conditions must be a mapping",
			text: "Condition definitions must be a map. Found a " + typeName(n.value()) + " instead"}.with("Conditions validation error: " + st.path()))
		return
	}
	for _, pr := range n.pairs {
		c := &ir.Cell{Name: st.prefix + "conditions." + pr.key, Kind: "condition", Label: pr.key, Span: pr.keyAt.To(pr.value.span), NameAt: pr.keyAt}
		c.Data = &conditionCell{st, pr.key, c}
		if st.owner != nil {
			c.Parent = st.owner.cell
		}
		st.conditionNames = append(st.conditionNames, pr.key)
		st.conditions[pr.key] = st.b.add(c)
		st.b.conditionCells = append(st.b.conditionCells, c)
	}
	for i := range n.pairs {
		st.defineCondition(&n.pairs[i])
	}
}

// defineCondition binds a definition: true, false, or a function of conditions.
func (st *stack) defineCondition(pr *pair) {
	c := st.conditions[pr.key]
	at := st.at.child("conditions").child(pr.key)
	p := &place{stack: st, top: at, condition: true}
	_, literal := pr.value.data.(value.Bool)
	_, named := pr.value.text()
	isCall := pr.value.kind == mapNode && st.call(pr.value, p, at) != nil
	if !literal && !isCall || named {
		c.Expr = &ir.Bad{Meta: ir.Meta{Span: pr.value.span}}
		if !pr.value.isBroken() {
			text := str(pr.value.value())
			st.report(mistake{code: "condition-definition", span: pr.value.span, message: "a condition is defined by true, false or a function of conditions, not by " + text,
				text: `The definition of condition "` + pr.key + `" is invalid: ` + text}.with("Condition validation error: " + st.path()))
		}
		return
	}
	c.Expr = &ir.Call{Meta: ir.Meta{Span: pr.value.span}, Fn: definition, Args: []ir.Node{st.bindCondition(pr.value, p, at)}, Data: &site{p, at}}
}

// checkNames complains about names that a parameter and a resource share.
func (st *stack) checkNames() {
	var both []string
	for _, name := range st.names {
		if st.parameters[name] != nil {
			both = append(both, name)
		}
	}
	if len(both) == 0 {
		return
	}
	sort.Strings(both)
	at := st.resources[both[0]].nameAt
	p := mistake{code: "duplicate-name", span: at, message: "a resource and a parameter have the same name: " + strings.Join(both, ", "),
		text: "Duplicate names {'" + strings.Join(both, "', '") + "'}"}.with(st.path())
	for _, name := range both {
		p = p.WithNote(st.parameters[name].nameAt, "the parameter %s", name)
	}
	st.report(p)
}
