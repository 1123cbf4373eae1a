package terraform

import (
	"strings"
	"unicode"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
)

// templateFunctions evaluate templates in files and strings (4.11).
var templateFunctions = []ir.Func{
	{
		Name: "templatefile",
		Doc:  "Evaluates the contents of a file as a template.",
		Params: []ir.Param{
			{Name: "path", Type: "string", Doc: "the name of a file"},
			{Name: "vars", Type: "any", Doc: "an object with the names that the template may use"},
		},
		Result:  "any",
		Example: `templatefile("hello.tftpl", {name = "Ada"}) → "Hello Ada"`,
		Data:    builtin{run: templatefile, keepsUnknown: true},
	}, {
		Name: "templatestring",
		Doc:  "Evaluates a string as a template.",
		Params: []ir.Param{
			{Name: "template", Type: "any", Doc: "a reference to the string", Nullable: true},
			{Name: "vars", Type: "any", Doc: "an object with the names that the template may use"},
		},
		Result:  "string",
		Example: `[for t in ["Hello $${name}"] : templatestring(t, {name = "Ada"})] → ["Hello Ada"]`,
		Data:    builtin{run: templatestring, keepsUnknown: true, checkForm: notReference},
	},
}

// A templating is a binder's state for a template.
type templating struct {
	isText  bool      // templatestring: functions cannot read files
	missing *hcl.Name // the first name in the text that is missing from vars
}

// filesystem are the functions that templatestring templates must not call. Each name is surrounded
// by spaces, so that a search does not find one name inside another.
const filesystem = " file filebase64 filebase64sha256 filebase64sha512 fileexists filemd5 fileset filesha1 " +
	"filesha256 filesha512 abspath pathexpand "

// forbidden returns the reason why a function cannot be called inside a template, or "" if it can.
// Templates that call templates could recurse without end; the original forbids it (4.11).
func (b *binder) forbidden(name string) string {
	switch {
	case b.inside == nil:
		return ""
	case name == "templatefile" || name == "templatestring":
		return "cannot recursively call " + name + " from inside another template function"
	case b.inside.isText && strings.Contains(filesystem, " "+name+" "):
		return "cannot use filesystem access functions like " + name +
			" in templatestring templates; consider passing the function result as a template variable instead"
	}
	return ""
}

// templatefile parses the file under the name that the call uses, because messages about the
// template begin with that name (4.11).
func templatefile(c *invocation) value.Value {
	f, ok := c.readable()
	if !ok {
		return value.Failure("error")
	}
	text := source.NewFile(c.str(0), f.Text)
	tree, diags := hcl.ParseTemplate(text)
	if len(diags) > 0 {
		return c.templateFails(diagnosed(diags))
	}
	return c.render(tree, &templating{})
}

// templatestring checks the form of its first argument, which must be a reference; in any other
// form it is not evaluated (4.11).
func templatestring(c *invocation) value.Value {
	if why := c.checkForm(c.expr.Args[0]); why != "" {
		return c.refuse(0, "invalid template expression: "+diag.Constant(why))
	}
	text, ok := c.args[0].Text()
	if !ok {
		return c.refuse(0, "invalid template value: a string is required")
	}
	tree, diags := hcl.ParseTemplate(source.NewFile("<templatestring argument>", text))
	if len(diags) > 0 {
		// Unlike elsewhere, the original does not mention the number of further errors here.
		first, _, _ := strings.Cut(c.firstOf(diagnosed(diags)), ", and ")
		return c.refuse(0, "invalid template: "+diag.Words(diag.Plain(first)))
	}
	v := c.render(tree, &templating{isText: true})
	out, why := types.Convert(v, types.StringType)
	if why != "" {
		return c.refuseCall("invalid template result: " + why)
	}
	return out
}

// notReference returns the reason why an expression cannot be the template of templatestring.
func notReference(e hcl.Expr) string {
	switch e := e.(type) {
	case *hcl.Name:
		return ""
	// Steps, indexes and splats are allowed after a reference, and only there.
	case *hcl.Follow:
		return notReference(e.From)
	case *hcl.Index:
		return notReference(e.From)
	case *hcl.Splat:
		return notReference(e.From)
	case *hcl.Wrap:
		return "templatestring is only for rendering templates retrieved dynamically from elsewhere; to treat the " +
			"inner expression as template syntax, write the reference expression directly without any template " +
			"interpolation syntax"
	case *hcl.Template:
		if _, ok := hcl.LiteralText(e); ok {
			return "templatestring is only for rendering templates retrieved dynamically from elsewhere, and so " +
				"does not support providing a literal template; consider using a template string expression instead"
		}
		return "templatestring is only for rendering templates retrieved dynamically from elsewhere; to render an " +
			"inline template, consider using a plain template string expression"
	}
	return "must be a direct reference to a single string from elsewhere, containing valid Terraform template syntax"
}

// diagnosed converts the errors in a template to problems.
func diagnosed(diags []hcl.Diagnostic) []diag.Problem {
	out := make([]diag.Problem, len(diags))
	for i, d := range diags {
		out[i] = problem(d.Span, "expression-syntax", d.Message, d.Summary, d.Detail)
	}
	return out
}

// firstOf formats the first problem in a template as the original does, with the number of the
// others.
func (c *invocation) firstOf(problems []diag.Problem) string {
	p := problems[0]
	summary, detail, _ := strings.Cut(p.Text(), ": ")
	text := diag.Sprintf("%s; %s", summary, detail)
	if !p.Span.IsZero() {
		text = hcl.ConsolePlace(c.session.placeOf(p)) + ": " + text
	}
	if more := len(problems) - 1; more > 0 {
		text += diag.Sprintf(", and %d other diagnostic(s)", more)
	}
	return text
}

// templateFails reports the problems in a template as one problem of the call.
func (c *invocation) templateFails(problems []diag.Problem) value.Value {
	text := c.firstOf(problems)
	if c.marks&value.Secret != 0 { // the template itself may be secret
		text = diag.Words(diag.Plain(text))
	}
	return c.fail(text, "in the template: "+text)
}

// render evaluates a template with the attributes of the second argument as its only names. It uses
// a new binder, because the template does not see the names around the call.
func (c *invocation) render(tree hcl.Expr, inside *templating) value.Value {
	vars := c.args[1].Object()
	if vars == nil {
		return c.refuse(1, "invalid vars value: must be a map")
	}
	b := &binder{session: c.session, inside: inside}
	frame := c.Frame
	for _, f := range value.Sorted(vars.Fields) {
		if !isVariableName(f.Key) {
			return c.refuse(1,
				diag.Sprintf("invalid template variable name %q: must start with a letter, followed by zero or more "+
					"letters, digits, and underscores", f.Key))
		}
		b.locals = append(b.locals, f.Key)
		frame = frame.With(f.Key, f.Value)
	}
	// A missing name is known once the template is bound, before anything in it is evaluated.
	node := b.node(tree)
	if m := inside.missing; m != nil {
		words := diag.Sprintf
		if inside.isText { // the template itself may be secret
			words = diag.Wordsf
		}
		return c.refuse(1, words("vars map does not contain key %q, referenced at %s", m.Root,
			hcl.ConsolePlace(m.RootAt)))
	}
	v, problems := frame.Try(node)
	switch {
	case len(problems) > 0:
		return c.templateFails(problems)
	case v.IsNull():
		return c.refuseCall(hcl.ConsolePlace(tree.Span()) +
			": Template result is null; The result of the template is null, which is not a valid result for a " +
			"templatestring call.")
	}
	return v
}

// isVariableName reports whether a template may use a name: a letter, then letters, digits and
// underscores (4.11). Identifiers elsewhere may also contain hyphens.
func isVariableName(name string) bool {
	for i, r := range name {
		if !unicode.IsLetter(r) && (i == 0 || r != '_' && !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}

// absent records a name that is missing from the template's vars.
func (b *binder) absent(e *hcl.Name) ir.Node {
	if m := b.inside.missing; m == nil || e.RootAt.Start() < m.RootAt.Start() {
		b.inside.missing = e
	}
	return &ir.Bad{Meta: at(e)}
}
