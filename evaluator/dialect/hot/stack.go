package hot

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A stack is a template with values for its parameters: the root, or one inside a resource.
type stack struct {
	b         *binder
	tmpl      *template // nil for the stack of a group
	version   version
	prefix    string             // prefix of the IDs of its cells
	at        *templatePath      // path of the resource that it belongs to
	owner     *resource          // nil at the root
	level     int                // nesting depth
	overrides *registry          // overrides for single resources of this stack
	without   []*mapping         // registry entries that led to this stack, which are ignored inside it
	hints     func(diag.Problem) // the method report
	secret    bool               // the names of its resources were computed from a secret

	declared       []string
	parameters     map[string]*parameter
	groups         []*group
	pseudo         map[string]*ir.Cell
	conditionNames []string
	conditions     map[string]*ir.Cell
	names          []string // names of resources
	resources      map[string]*resource
	outputNames    []string
	outputs        map[string]*output
	isAcyclic      bool // no resources need one another: see cycle
}

// path returns the path of the stack's resource as a prefix of Heat's messages. It ends with a
// colon and a blank, and is empty for the root (3.1).
func (st *stack) path() string {
	if st.at == nil {
		return ""
	}
	return st.at.String() + ": "
}

// class returns the prefix of Heat's messages for an error class in a nested stack. In the root,
// Heat prints the message alone (3.1).
func (st *stack) class(name string) string {
	if st.at == nil {
		return ""
	}
	return name + ": " + st.at.String() + ": "
}

// load binds a stack, in Heat's order. Parameters and resources are declared before any expression
// is bound, so that expressions can refer to all of them.
func (st *stack) load() {
	st.version = st.tmpl.version
	st.parameters, st.conditions = map[string]*parameter{}, map[string]*ir.Cell{}
	st.resources, st.outputs, st.pseudo = map[string]*resource{}, map[string]*output{}, map[string]*ir.Cell{}
	st.b.stacks = append(st.b.stacks, st)
	for _, p := range st.tmpl.yaml {
		if st.owner == nil { // not through report, which would remember its position, although an update changes it
			st.b.problems = append(st.b.problems, p)
			continue
		}
		if p.Reference != "" {
			p.Reference = st.owner.stack.path() + p.Reference
		}
		st.report(p)
	}
	for _, m := range st.tmpl.problems {
		prefix := ""
		if m.code == "template-size" {
			prefix = st.class("RequestLimitExceeded")
		}
		st.report(m.with(prefix))
	}
	root := st.tmpl.root
	// The environment is read anyway, for its own problems and for completion.
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
	st.readGroups(root.Get("parameter_groups"))
	st.declareResources(st.section(root, "resources"))
	st.bindConditions(root)
	st.bindResources()
	st.checkNames()
	st.bindOutputs(st.section(root, "outputs"))
}

// section returns a section that must be a map, or nil if it is empty. A missing section, and one
// without a value, is like an empty map (1).
func (st *stack) section(root *python.Node, key string) *python.Node {
	n := root.Get(key)
	if n.IsBlank() {
		return nil
	}
	if n.Kind != python.Map {
		st.report(heatError{code: "section-shape", span: n.Span, message: key + " must be a mapping"}.with(""))
		return nil
	}
	return n
}

// checkNamed reports a name that is not a string: Heat cannot write it in a path. what is the noun
// for the message, such as "a parameter".
func (st *stack) checkNamed(pr *python.Pair, what string) {
	if python.IsTextKey(pr.Key) {
		return
	}
	if _, isText := pr.Data().(value.String); isText {
		return
	}
	p := diag.Errorf(pr.KeyAt, "name-shape",
		"the name of %s must be a string, and without quotes this is %s; put it in quotes", what,
		python.Noun(value.Of(pr.Data())))
	if text := pr.KeyAt.Text(); text != "" && !strings.ContainsAny(text, `!"'`) {
		p = p.WithFix("Put it in quotes", pr.KeyAt, `"`+text+`"`)
	}
	st.report(p)
}

// sections returns the sections that the template's version has. Completion proposes them, too.
func (st *stack) sections() []string {
	names := []string{versionKey, "description", "parameter_groups", "parameters", "resources", "outputs"}
	if st.version >= v20161014 {
		names = append(names, "conditions")
	}
	return names
}

// checkSections reports sections that the template's version does not have. The version key of
// another template language is reported elsewhere.
func (st *stack) checkSections(root *python.Node) {
	for i := range root.Pairs {
		pr := &root.Pairs[i]
		names := st.sections()
		if slices.Contains(names, pr.Key) || isOtherVersion(pr) {
			continue
		}
		m := heatError{code: "section-unknown", span: pr.KeyAt,
			message: "a template has no section " + written(pr.Key) + diag.DidYouMean(pr.Key, names),
			text:    "The template section is invalid: " + pr.Shown()}
		m.fix = changeTo(diag.Nearest(pr.Key, names), pr.KeyAt)
		if pr.Key == "conditions" {
			m.message, m.fix = "the section conditions "+needs(v20161014), st.raise(v20161014)
		}
		st.report(m.with(st.class("InvalidTemplateSection")))
	}
}

// checkName checks a supplied stack name against Heat's rule. Without a supplied name there is
// nothing to check: a deployment chooses it.
func (st *stack) checkName() {
	v, ok := st.b.stack.Get("name")
	if !ok || v.IsNull() {
		return
	}
	name := python.Str(v)
	good := name != "" && len(name) <= 255 && python.IsLetter(name[0])
	for i := range len(name) {
		good = good && (python.IsLetter(name[i]) || python.IsDigit(name[i]) || strings.IndexByte("_.-", name[i]) >= 0)
	}
	if !good {
		st.report(heatError{code: "stack-name", span: v.Origin,
			message: "the name of a stack begins with a letter and has at most 255 letters, digits and _.-",
			text: "Invalid stack name " + name +
				` must contain only alphanumeric or "_-." characters, must start with alpha and must be 255 ` +
				`characters or less.`}.with(""))
	}
}

// declareAll reads the declarations of all parameters. A parameter with an error is declared, too,
// so that references to it are not reported as well.
func (st *stack) declareAll(n *python.Node) {
	if n == nil {
		return
	}
	for i := range n.Pairs {
		st.checkNamed(&n.Pairs[i], "a parameter")
		p := st.declare(&n.Pairs[i])
		st.declared = append(st.declared, p.name)
		st.parameters[p.name] = p
	}
}

// bindParameters creates a cell for each parameter. In the root the values are known before
// evaluation; in a nested stack they come from the properties of its resource.
func (st *stack) bindParameters() {
	if st.owner == nil {
		st.checkGiven()
	}
	for _, name := range st.declared {
		p := st.parameters[name]
		p.cell = &ir.Cell{Name: st.prefix + "parameters." + name, Kind: "parameter", Label: name,
			Detail: p.typ, Span: p.span, NameAt: p.nameAt}
		if st.owner != nil {
			p.cell.Parent = st.owner.cell
		}
		st.b.add(p.cell)
		if st.owner != nil {
			// The value is read from the properties of the resource that contains the stack. The
			// reference makes the parameter depend on that resource.
			p.cell.Expr = &ir.Call{Meta: ir.Meta{Span: p.span}, Fn: innerParameter, Data: p,
				Args: []ir.Node{&ir.Ref{Meta: ir.Meta{Span: st.owner.nameAt}, Name: st.owner.name,
					Cell: st.owner.cell}}}
			continue
		}
		given := st.b.givenFor(name)
		p.ask(given)
		v, problems := p.resolve(given)
		p.isRejected = len(problems) > 0
		for _, problem := range problems {
			st.report(problem)
		}
		p.cell.Expr = &ir.Call{Meta: ir.Meta{Span: p.span}, Fn: rootParameter, Data: v}
	}
}

// rootParameter returns the value of a parameter of the root.
var rootParameter = &ir.Func{Name: "parameter",
	Lazy: func(_ ir.Frame, c *ir.Call) value.Value { return c.Data.(value.Value) }}

// givenFor returns the value given for a parameter of the root; the first source with a value
// wins. Null counts as absent (4.2). The value has no Data if no source has one.
func (b *binder) givenFor(name string) value.Value {
	if v := b.given.Get(name); v != nil && !v.IsNull() {
		return v.Value()
	}
	if v := find(b.env.parameters, name); v.Data != nil && !v.IsNull() {
		return v
	}
	return find(b.env.defaults, name)
}

// checkGiven reports values for undeclared parameters. parameter_defaults may have any names:
// nested templates share them (4.2).
func (st *stack) checkGiven() {
	complain := func(name string, at source.Span) {
		near := st.b.near(name, st.declared)
		m := heatError{code: "parameter-undeclared", span: at,
			message: "the template has no parameter " + quoted(name) + meant(near),
			text:    "The Parameter (" + name + ") was not defined in template.", fix: changeTo(near, at)}
		st.report(m.with(""))
	}
	if st.b.given != nil {
		for _, pr := range st.b.given.Pairs {
			if st.parameters[pr.Key] == nil {
				complain(pr.Key, pr.KeyAt)
			}
		}
	}
	for _, g := range st.b.env.parameters {
		if st.parameters[g.name] == nil {
			complain(g.name, g.nameAt)
		}
	}
}

// pseudoParameters are parameters that every template has (4.4). OS::region is not supported.
var pseudoParameters = []string{"OS::stack_name", "OS::stack_id", "OS::project_id"}

// parameterNames returns the names that get_param accepts.
func (st *stack) parameterNames() []string {
	return append(append([]string(nil), st.declared...), pseudoParameters...)
}

// parameterCell returns the cell of a parameter, or nil if there is none. Cells of pseudo parameters
// are created on first use; running is nil while the template is being bound. After binding, a
// computed name may still need a new cell.
func (st *stack) parameterCell(running *run, name string) *ir.Cell {
	if p := st.parameters[name]; p != nil {
		return p.cell
	}
	if !slices.Contains(pseudoParameters, name) {
		return nil
	}
	if c := st.pseudo[name]; c != nil {
		return c
	}
	c := &ir.Cell{Name: st.prefix + "parameters." + name, Kind: "parameter", Label: name, Detail: "string",
		Expr: &ir.Call{Fn: pseudoParameter, Data: &pseudo{st, name}}}
	if st.owner != nil {
		c.Parent, c.Hidden = st.owner.cell, st.owner.cell.Hidden
	}
	st.pseudo[name] = c
	if running != nil {
		running.Extend([]*ir.Cell{c})
	} else {
		st.b.add(c)
	}
	return c
}

// bindConditions creates a cell for each condition. All cells are created before any definition is
// bound, as the order of definitions does not matter (7).
func (st *stack) bindConditions(root *python.Node) {
	n := root.Get("conditions")
	if st.version < v20161014 || n == nil || n.IsBroken() {
		return
	}
	if n.Kind != python.Map {
		st.report(heatError{code: "section-shape", span: n.Span, message: "conditions must be a mapping",
			text: "Condition definitions must be a map. Found a " + python.TypeName(n.Value()) +
				" instead"}.with("Conditions validation error: " + st.path()))
		return
	}
	for i := range n.Pairs {
		pr := &n.Pairs[i]
		st.checkNamed(pr, "a condition")
		c := &ir.Cell{Name: st.prefix + "conditions." + pr.Key, Kind: "condition", Label: pr.Key,
			Span: pr.KeyAt.To(pr.Value.Span), NameAt: pr.KeyAt}
		c.Data = &conditionCell{st, pr.Key, c}
		if st.owner != nil {
			c.Parent = st.owner.cell
		}
		st.conditionNames = append(st.conditionNames, pr.Key)
		st.conditions[pr.Key] = st.b.add(c)
		st.b.conditionCells = append(st.b.conditionCells, c)
	}
	for i := range n.Pairs {
		st.defineCondition(&n.Pairs[i])
	}
}

// defineCondition binds a definition: true, false, or a function of conditions. The name of another
// condition alone is not a definition (7), although it would be a condition.
func (st *stack) defineCondition(pr *python.Pair) {
	c := st.conditions[pr.Key]
	at := st.at.child("conditions").child(pr.Key)
	p := &place{stack: st, top: at, condition: true}
	_, literal := pr.Value.Data.(value.Bool)
	_, named := pr.Value.Text()
	isCall := pr.Value.Kind == python.Map && st.call(pr.Value, p, at) != nil
	if !literal && !isCall || named {
		// The value is bound anyway, because Heat finds errors inside it first.
		c.Expr = &ir.Call{Meta: ir.Meta{Span: pr.Value.Span}, Fn: noDefinition,
			Args: []ir.Node{st.bind(pr.Value, p, at)}, Data: &site{p, at}}
		if !pr.Value.IsBroken() {
			text := python.Str(pr.Value.Value())
			st.report(heatError{code: "condition-definition", span: pr.Value.Span,
				message: "a condition is defined by true, false or a function of conditions, not by " + text,
				text: `The definition of condition "` + pr.Key + `" is invalid: ` +
					text}.with("Condition validation error: " + st.path()))
		}
		return
	}
	c.Expr = &ir.Call{Meta: ir.Meta{Span: pr.Value.Span}, Fn: definition,
		Args: []ir.Node{st.bindCondition(pr.Value, p, at)}, Data: &site{p, at}}
}

// checkNames reports names shared by a parameter and a resource. Heat prints a Python set of the
// names; ours is sorted.
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
	p := heatError{code: "duplicate-name", span: at, message: "a resource and a parameter have the same name: " +
		strings.Join(both, ", "),
		text: "Duplicate names {'" + strings.Join(both, "', '") + "'}"}.with(st.path())
	for _, name := range both {
		p = p.WithNote(st.parameters[name].nameAt, "the parameter %s", name)
	}
	st.report(p)
}
