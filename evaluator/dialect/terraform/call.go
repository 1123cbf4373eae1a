package terraform

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A builtin is the implementation of a function; the Data of its ir.Func contains it. Exactly one of run,
// onText and onFile is set. The arguments are first converted to the types of the parameters and
// lose their secret marks; a secret argument makes the result secret. Null is refused, unless the
// parameter is Nullable. An argument that is unknown, or contains an unknown value, makes the
// result unknown.
//
// If the function is Shallow, the parts of its arguments keep their marks and may be unknown. Only an
// argument that is itself secret or unknown then makes the result secret or unknown.
type builtin struct {
	run    func(c *invocation) value.Value
	onText func(text string) string    // receives its only argument
	onFile func(content string) string // receives the file that its only argument names
	lazy   bool                        // run receives no arguments and forces them itself
	// keepsUnknown means that run accepts arguments that contain unknown values.
	keepsUnknown bool
	// checkForm checks the expression of the first argument. It returns the reason why this kind of
	// expression is not allowed, or "" if it is. The original does not evaluate an expression that is
	// not allowed; run then reports the reason.
	checkForm func(hcl.Expr) string
	// wantsCollection means that run fails if a certain argument is a string, number or bool, whatever its value. The
	// original checks this before it looks for unknown values.
	wantsCollection bool
	// takesUnknown means that run also accepts unknown arguments.
	takesUnknown bool
	// begin returns a prefix of the result, although the result is unknown.
	begin func(c *invocation) string
}

// functions are the built-ins, in the order of the files.
var functions = listed(
	encodingFunctions, listFunctions, objectFunctions, setFunctions, textFunctions, regexpFunctions, formatFunctions,
	numberFunctions, networkFunctions, hashFunctions, rsaFunctions, timeFunctions, fileFunctions, templateFunctions,
	markFunctions, conversionFunctions, attemptFunctions,
)

// listed joins tables of functions. All of them are Lazy, so that invoke rather than the evaluator
// checks the arguments: the messages and the order of the checks are the original's (4.1).
func listed(tables ...[]ir.Func) []*ir.Func {
	var all []*ir.Func
	for _, table := range tables {
		for i := range table {
			table[i].Lazy = invoke
			all = append(all, &table[i])
		}
	}
	return all
}

// byName finds functions. The binder gets it through the session: the functions for templates bind
// calls, so a reference to it from there would be an initialisation cycle.
var byName = indexed(functions)

// indexed returns the functions by name.
func indexed(list []*ir.Func) map[string]*ir.Func {
	index := make(map[string]*ir.Func, len(list))
	for _, fn := range list {
		index[fn.Name] = fn
	}
	return index
}

// typeOfWord returns the type that a word for a parameter or a result denotes; words such as "list
// or tuple" denote any type. Every value converts to any type, so functions with such parameters
// check their arguments themselves.
func typeOfWord(word string) *types.Type {
	switch word {
	case "string":
		return types.StringType
	case "number":
		return types.NumberType
	case "bool":
		return types.BoolType
	case "list of any":
		return listOfAny
	case "list of string":
		return listOfText
	case "list of bool":
		return types.ListOf(types.BoolType)
	case "list of number":
		return types.ListOf(types.NumberType)
	case "set of any":
		return setOfAny
	case "set of string":
		return types.SetOf(types.StringType)
	case "map of list of string":
		return types.MapOf(listOfText)
	}
	return types.DynamicType
}

// The parameters of functions with one argument.
var (
	anyText   = []ir.Param{{Name: "str", Type: "string", Doc: "any text"}}
	anyNumber = []ir.Param{{Name: "num", Type: "number", Doc: "any number"}}
	anyValue  = []ir.Param{{Name: "value", Type: "any", Doc: "any value", Nullable: true}}
	toConvert = []ir.Param{{Name: "v", Type: "any", Doc: "the value to convert", Nullable: true}}
	fileName  = []ir.Param{{Name: "path", Type: "string", Doc: "the name of a file"}}
	anyPath   = []ir.Param{{Name: "path", Type: "string", Doc: "any path"}}
)

// A callSite is the Data of a call.
type callSite struct {
	session *session
	expr    *hcl.Call // for positions, and the name with its namespace
}

// An invocation is one call of a function.
type invocation struct {
	ir.Frame
	*callSite
	builtin
	fn    *ir.Func
	call  *ir.Call
	args  []value.Value // converted; nil for lazy functions
	marks value.Marks   // marks removed from the arguments
	// unexpanded is the value of `v...` if that is unknown. The number of arguments is then unknown too.
	unexpanded value.Value
}

// str returns a string argument, or "" if it is null.
func (c *invocation) str(i int) string { s, _ := c.args[i].Text(); return s }

// param returns the parameter of an argument. Only the last one can be variadic.
func (c *invocation) param(i int) *ir.Param {
	return &c.fn.Params[min(i, len(c.fn.Params)-1)]
}

// argument returns the position of an argument. Expanded arguments have the position of the last
// one. All others have the position of their Head, which omits the quotes of a quoted string and the
// parentheses around an expression (4.1).
func (c *invocation) argument(i int) source.Span {
	last := len(c.expr.Args) - 1
	if c.expr.Expand && i >= last {
		return c.expr.Args[last].Span()
	}
	return c.expr.Args[min(i, last)].Head()
}

// failArgument reports an unsuitable argument and returns a failed value. reference is the
// original's message, message is ours.
func (c *invocation) failArgument(i int, reference, message string) value.Value {
	p := problem(c.argument(i), "expression-argument", message,
		"Invalid function argument", diag.Sprintf("Invalid value for %s parameter: %s.",
			diag.Constant(`"`+c.param(i).Name+`"`), diag.Constant(reference)))
	// If try quotes the problem, it shows the position that the original reports: the start of the
	// argument, which for a call is its name and parenthesis.
	if last := len(c.expr.Args) - 1; !c.expr.Expand || i < last {
		c.session.place(p, hcl.Start(c.expr.Args[min(i, last)]))
	}
	return c.Fail(p)
}

// fail reports that the function has no result, without blaming an argument: the position is the
// name in the call (4.1).
func (c *invocation) fail(reference, message string) value.Value {
	return c.failAs("expression-call", reference, message)
}

// failAs is fail with a code. Our own limits have no reference, because the original has no such
// message.
func (c *invocation) failAs(code diag.Code, reference, message string) value.Value {
	if reference == "" {
		return c.Fail(problem(c.expr.NameAt, code, message, "", ""))
	}
	return c.Fail(c.session.callProblem(c.expr, code, message, reference))
}

// A problemKey identifies a reported problem by its position and the original's message, because problems
// are copied.
type problemKey struct {
	at        source.Span
	reference string
}

// place records the position that the original reports for a problem, if it differs from
// ours.
func (s *session) place(p diag.Problem, at source.Span) {
	s.places[problemKey{p.Span, p.Reference}] = at
}

// placeOf returns the position that the original reports for a problem.
func (s *session) placeOf(p diag.Problem) source.Span {
	if at, ok := s.places[problemKey{p.Span, p.Reference}]; ok {
		return at
	}
	return p.Span
}

// callProblem returns the problem of a call without a result. In the original, such a call is
// positioned at its name and parenthesis.
func (s *session) callProblem(e *hcl.Call, code diag.Code, message, reference string) diag.Problem {
	p := problem(e.NameAt, code, message, "Error in function call", callFailed(e.Name, reference))
	at := p.Span
	if at.File() == nil {
		return p
	}
	s.place(p, at.Until(at.End()+strings.IndexByte(at.File().Text[at.End():], '(')+1))
	return p
}

// name returns the name used in the call, with its namespace.
func (c *invocation) name() string { return c.expr.Name }

// callFailed returns the original's detail for a call without a result. It adds a full stop even if
// the reason ends with one (4.11).
func callFailed(name, reason string) string {
	return diag.Sprintf("Call to function %s failed: %s.", diag.Constant(`"`+name+`"`), diag.Constant(reason))
}

// invoke checks and converts the arguments and runs the function. It is the Lazy function of all
// built-ins.
func invoke(f ir.Frame, call *ir.Call) value.Value {
	c := &invocation{Frame: f, callSite: call.Data.(*callSite), builtin: call.Fn.Data.(builtin), fn: call.Fn,
		call: call}
	if c.lazy {
		return c.run(c)
	}
	// If some arguments fail, the others are still converted, so that their errors are reported
	// in the same run. The function itself does not run then.
	given, ok := c.force()
	if c.unexpanded.Data != nil {
		return c.uncounted()
	}
	if given == nil && !ok || !c.convert(given) || !ok {
		return value.Failure("error")
	}
	for i, v := range c.args {
		if v.IsNull() && !c.param(i).Nullable {
			return c.failArgument(i, "argument must not be null", c.param(i).Name+" must not be null")
		}
	}
	// The check for unknown arguments comes last: a call with wrong arguments is an error even if
	// its result would be unknown (4.1).
	if v, ok := c.unknown(); ok {
		return v.With(c.marks)
	}
	// c.marks are added to the result below. compute may change them: see marks.go.
	v := c.compute()
	if l := v.List(); l != nil && !c.Spend(len(l.Items)) {
		return value.Failure("stopped")
	}
	return v.With(c.marks)
}

// compute runs the function, by whichever of its three forms is set. For onText the cost is charged
// here, in proportion to the text.
func (c *invocation) compute() value.Value {
	switch {
	case c.run != nil:
		return c.run(c)
	case c.onFile != nil:
		return c.ofFile()
	case !c.Spend(len(c.str(0)) / 16):
		return value.Failure("stopped")
	}
	return c.long(c.onText(c.str(0)))
}

// unknown returns the result if an argument is unknown or contains an unknown value. The reason
// comes from the first such argument.
func (c *invocation) unknown() (value.Value, bool) {
	if c.takesUnknown {
		return value.Value{}, false
	}
	for _, v := range c.args {
		if v.IsUnknown() || v.HasUnknown() && !c.fn.Shallow && !c.keepsUnknown {
			if c.wantsCollection && c.failsForTypes() {
				return value.Failure("error"), true
			}
			return c.unknownBecause(value.Why(v)), true
		}
	}
	return value.Value{}, false
}

// failsForTypes reports whether the function fails for any values of the arguments' types, and has reported why. It
// finds out by running the function with zero values in place of unknown arguments, of which at least one must be for
// a parameter of any type.
func (c *invocation) failsForTypes() bool {
	given, isAny := c.args, false
	defer func() { c.args = given }()
	c.args = slices.Clone(given)
	for i, v := range given {
		if !v.IsUnknown() {
			continue
		}
		zero, ok := map[types.Kind]value.Data{types.String: value.String(""), types.Number: value.Number("0"),
			types.Bool: value.Bool(false)}[types.KindOf(v)]
		if !ok {
			return false
		}
		c.args[i].Data = zero
		isAny = isAny || typeOfWord(c.param(i).Type).Kind == types.Dynamic
	}
	return isAny && c.run(c).IsFailed()
}

// unknownBecause returns an unknown result of the function's type. For example, type(upper(uuid()))
// is string (4.1).
func (c *invocation) unknownBecause(why string) value.Value {
	if c.begin != nil {
		return types.NotKnown(&types.Type{Kind: types.String, Begin: c.begin(c)}, why)
	}
	return types.NotKnown(typeOfWord(c.fn.Result), why)
}

// force evaluates the arguments, starting with one that is expanded. If it cannot be expanded, or
// the number of arguments is wrong, the original does not evaluate the others, and given is nil.
// Otherwise given has all arguments, and ok reports whether none failed.
func (c *invocation) force() (given []value.Value, ok bool) {
	args, tail := c.call.Args, []value.Value(nil)
	if last := len(args) - 1; c.expr.Expand {
		if tail, ok = c.expand(args[last]); !ok {
			return nil, false
		}
		args = args[:last]
	}
	if !c.checkCount(len(args) + len(tail)) {
		return nil, false
	}
	ok = true
	for i, a := range args {
		v := value.Str("")
		if i > 0 || c.checkForm == nil || c.checkForm(c.expr.Args[0]) == "" {
			v = c.Force(a)
		}
		ok = ok && !v.HasFailed()
		given = append(given, v)
	}
	return append(given, tail...), ok
}

// uncounted returns the result of a call with an unknown number of arguments. The original checks
// neither the arguments nor the result's type.
func (c *invocation) uncounted() value.Value {
	return value.NotKnown(value.Why(c.unexpanded)).With(c.unexpanded.Marks & types.Kept)
}

// expand returns the values to which `v...` expands. If ok is false, either it has reported the
// reason, or the list is unknown and in c.unexpanded.
func (c *invocation) expand(n ir.Node) (items []value.Value, ok bool) {
	at := c.expr.Args[len(c.expr.Args)-1].Span()
	v, problems := c.Try(n)
	for _, p := range problems {
		c.Report(p)
	}
	switch t := types.Of(v); {
	case len(problems) > 0:
		return nil, false
	// This null may be a list. For a null that cannot be one, the wrong type is reported
	// below.
	case v.IsNull() && (t.Kind == types.Dynamic || t.Kind == types.List || t.Kind == types.Set ||
		t.Kind == types.Tuple):
		c.Report(problem(at, "expression-argument", "null cannot be expanded into arguments",
			"Invalid expanding argument value", "The expanding argument (indicated by ...) must not be null."))
		return nil, false
	case v.List() != nil:
		for _, item := range v.List().Items {
			// The list itself is not an argument, so its marks must survive on the elements.
			items = append(items, item.With(v.Marks&types.Kept))
		}
		return items, true
	case t.Kind != types.Dynamic && t.Kind != types.List && t.Kind != types.Set && t.Kind != types.Tuple:
		c.Report(problem(at, "expression-argument",
			"only a list, tuple or set can be expanded into arguments, not a "+t.Name(),
			"Invalid expanding argument value",
			"The expanding argument (indicated by ...) must be of a tuple, list, or set type."))
	case v.IsUnknown():
		c.unexpanded = v
	}
	return nil, false
}

// checkCount checks the number of arguments, after expansion, and reports a wrong one: missing ones at
// the closing parenthesis, too many at the first extra one (4.1).
func (c *invocation) checkCount(given int) bool {
	// A variadic parameter takes any number of arguments, including none.
	wanted, atLeast := len(c.fn.Params), ""
	if wanted > 0 && c.fn.Params[wanted-1].Variadic {
		wanted, atLeast = wanted-1, "at least "
	}
	if given < wanted {
		c.Report(problem(c.expr.Close, "expression-argument", diag.Sprintf("%s needs another argument: %s", c.fn.Name,
			c.fn.Params[given].Name),
			"Not enough function arguments", diag.Sprintf("Function %q expects %s%d argument(s). Missing value for %q.",
				c.name(), atLeast, wanted, c.fn.Params[given].Name)))
		return false
	}
	// The problem is reported at the first argument without a parameter.
	if given > wanted && atLeast == "" {
		c.Report(problem(c.argument(wanted), "expression-argument",
			diag.Sprintf("%s takes %d argument(s); this is one too many", c.fn.Name, wanted),
			"Too many function arguments", diag.Sprintf("Function %q expects only %d argument(s).", c.name(), wanted)))
		return false
	}
	return true
}

// convert converts the arguments to the types of their parameters and removes marks. It reports
// every argument that does not fit, not only the first.
func (c *invocation) convert(given []value.Value) (ok bool) {
	ok = true
	c.args = make([]value.Value, len(given))
	for i, v := range given {
		// A Shallow function sees the marks of the parts and decides which of them its result has.
		if c.fn.Shallow {
			c.marks |= v.Marks & types.Kept
			v = v.Without(types.Kept)
		} else {
			c.marks |= v.Summary() & types.Kept
			v = types.Unmark(v)
		}
		out, why := types.Convert(v, typeOfWord(c.param(i).Type))
		if why != "" {
			c.failArgument(i, why, diag.Sprintf("%s must be a %s, not a %s%s", diag.Constant(c.param(i).Name),
				diag.Constant(c.param(i).Type), diag.Constant(types.NameOf(v)), textNote(v)))
			ok = false
		}
		c.args[i] = out
	}
	return ok
}

// call binds a call. An unknown name is reported when the call is evaluated. Its arguments are
// bound nevertheless, because their references are checked before anything is evaluated (5.2).
func (b *binder) call(e *hcl.Call) ir.Node {
	args := b.nodes(e.Args)
	// Every function can also be called with the prefix core::, which the messages keep (section 4).
	name, isCore := strings.CutPrefix(e.Name, "core::")
	if why := b.forbidden(name); why != "" {
		p := b.callProblem(e, "expression-call", why, diag.Constant(why))
		return &ir.Bad{Meta: ir.Meta{Span: p.Span}, Problem: &p}
	}
	if fn := b.functions[name]; fn != nil {
		return &ir.Call{Meta: at(e), Fn: fn, Args: args, NameAt: e.NameAt, Data: &callSite{b.session, e}}
	}
	if isCore || strings.Contains(name, "::") {
		return b.namespace(e)
	}
	return b.unknown(e)
}

// namespace refuses a namespaced function. Only providers have them, and there are no
// providers here.
func (b *binder) namespace(e *hcl.Call) ir.Node {
	const summary = "Unknown provider function"
	parts := strings.Split(e.Name, "::")
	last := len(parts) - 1
	switch {
	case parts[0] != "provider":
		return b.bad(e.NameAt, "expression-function",
			"there is no function "+e.Name+"; Terraform's own functions have no namespace, or the namespace core::",
			summary, diag.Sprintf("The function namespace %q is not valid. Provider function calls must use the "+
				"\"provider::\" namespace prefix.", parts[0]))
	case last < 2:
		return b.bad(e.NameAt, "expression-function", "the name of the provider is missing: provider::NAME::FUNCTION",
			summary, `The function call must include the provider name after the "provider::" prefix.`)
	}
	return b.bad(e.NameAt, "expression-function", "there are no providers here, and therefore no provider functions",
		summary, diag.Sprintf("There is no function named %q. Ensure that provider name %q is declared in this "+
			"module's required_providers block, and that this provider offers a function named %q.",
			e.Name, parts[1], parts[last]))
}

// unknown refuses a function that does not exist, and suggests one with a similar name.
func (b *binder) unknown(e *hcl.Call) ir.Node {
	suggestion := hcl.Suggest(e.Name, b.names())
	message := "there is no function " + e.Name
	// ` Did you mean "upper"?` continues our message in lower case.
	if suggestion != "" {
		message += ";" + strings.ToLower(suggestion[:2]) + suggestion[2:]
	}
	return b.bad(e.NameAt, "expression-function", message, "Call to unknown function",
		diag.Sprintf("There is no function named %q.%s", e.Name, suggestion))
}

// names returns the names of all functions, sorted.
func (s *session) names() []string { return slices.Sorted(maps.Keys(s.functions)) }

// didYouMean returns a suggestion of a similar name, or "" if there is none. It sorts the candidates in place.
func didYouMean(name string, candidates []string) string {
	sort.Strings(candidates)
	return diag.DidYouMean(name, candidates)
}
