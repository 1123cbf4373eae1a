package terraform

import (
	"fmt"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
)

// A referenceError is the original's error for a reference without a configuration. at is the part
// of the reference at which it is reported; it is not set in contexts.
type referenceError struct {
	at              source.Span
	summary, detail string
}

// contexts are the attributes with special messages in the original. Section 5.2 lists the messages
// for all kinds of references.
var contexts = map[string]referenceError{
	"count.index": {summary: `Reference to "count" in non-counted context`,
		detail: `The "count" object can only be used in "module", "resource", and "data" blocks, and only when the ` +
			`"count" argument is set.`},
	"each.key": {summary: `Reference to "each" in context without for_each`,
		detail: `The "each" object can be used only in "module" or "resource" blocks, and only when the "for_each" ` +
			`argument is set.`},
	"each.value": {summary: "each.value cannot be used in this context",
		detail: `A reference to "each.value" has been used in a context in which it is unavailable, such as when ` +
			`the configuration no longer contains the value in its "for_each" expression. Remove this reference to ` +
			`each.value in your configuration to work around this error.`},
	"terraform.env": {summary: `Invalid "terraform" attribute`,
		detail: `The terraform.env attribute was deprecated in v0.10 and removed in v0.12. The "state environment" ` +
			`concept was renamed to "workspace" in v0.12, and so the workspace name can now be accessed using the ` +
			`terraform.workspace attribute.`},
}

const (
	// The original's summary for references of the wrong form, and our message for them.
	invalidReference = "Invalid reference"
	noConfiguration  = "there is no configuration here: only names that a for expression declares exist"
)

// reference reports an unknown name, as the original does before evaluating anything, and returns a
// node in its place. Inside a template the rules differ: a name can only be missing from its vars.
func (b *binder) reference(e *hcl.Name) ir.Node {
	if b.inside != nil {
		return b.absent(e)
	}
	if v, ok := b.constant(e); ok {
		return v
	}
	for _, m := range missing(e) {
		b.unresolved = append(b.unresolved, problem(m.at, "expression-reference", noConfiguration+b.nearLocal(e.Root),
			m.summary, m.detail))
	}
	return &ir.Bad{Meta: at(e)}
}

// constants are the attributes whose values are known without a configuration. terraform.applying
// is the only ephemeral value that exists here (4.12).
var constants = map[string]value.Value{
	"path.module": value.Str("."), "path.root": value.Str("."), "path.cwd": value.Str(workingFolder),
	"terraform.workspace": value.Str("default"),
	"terraform.applying":  value.Flag(false).With(types.Ephemeral),
}

// constant returns a reference with a known value, including its further steps. `path["module"]` is
// not one: these objects do not accept an index (5.2).
func (b *binder) constant(e *hcl.Name) (ir.Node, bool) {
	if len(e.Steps) == 0 || e.Steps[0].IsIndex {
		return nil, false
	}
	v, ok := constants[e.Root+"."+e.Steps[0].Name]
	if !ok {
		return nil, false
	}
	span := e.RootAt.To(e.Steps[0].At)
	node := &ir.Call{Meta: ir.Meta{Span: span}, Fn: constantFunc, NameAt: e.RootAt, Data: v}
	return b.steps(node, span, e.Steps[1:]), true
}

// constantFunc returns the value in the Data of its call. A literal would lose the marks of
// terraform.applying.
var constantFunc = &ir.Func{Name: "name", Doc: "The attributes that are known without a configuration.",
	Lazy: func(_ ir.Frame, c *ir.Call) value.Value { return c.Data.(value.Value) }}

// nearLocal suggests a name that an enclosing for expression declares.
func (b *binder) nearLocal(name string) string { return didYouMean(name, b.locals) }

// missing returns the original's errors for a reference, with their positions. Most references have
// one; an object without an attribute name has two.
func missing(e *hcl.Name) []referenceError {
	refusal := referenceError{at: e.RootAt}
	switch e.Root {
	case "self":
		refusal.summary, refusal.detail = `Invalid "self" reference`, `The "self" object is not available in this `+
			`context. This object can be used only in resource provisioner, connection, and postcondition blocks.`
		return []referenceError{refusal}
	case "template", "lazy", "arg":
		refusal.summary = "Reserved symbol name"
		refusal.detail = fmt.Sprintf("The symbol name %q is reserved for use in a future Terraform version. If you "+
			"are using a provider that already uses this as a resource type name, add the prefix \"resource.\" to "+
			"force interpretation as a resource type name.", e.Root)
		return []referenceError{refusal}
	case "var", "local", "count", "each", "path", "terraform", "module":
		return missingAttribute(e)
	}
	// Any other name is the type of a resource, even that of a function.
	return []referenceError{missingResource(e)}
}

// missingAttribute handles objects whose attributes are looked up by name. Without a name the
// original also looks up "".
func missingAttribute(e *hcl.Name) []referenceError {
	direct := referenceError{e.RootAt, invalidReference,
		fmt.Sprintf("The %q object cannot be accessed directly. Instead, access one of its attributes.", e.Root)}
	name, at := "", e.RootAt
	switch {
	case len(e.Steps) > 0 && !e.Steps[0].IsIndex:
		name, at = e.Steps[0].Name, e.RootAt.To(e.Steps[0].At)
	case len(e.Steps) > 0:
		// These objects do not accept an index, as in `path["module"]`.
		direct = referenceError{e.Steps[0].At, invalidReference,
			fmt.Sprintf("The %q object does not support this operation.", e.Root)}
	}
	attribute := attributeText(e.Root, name)
	attribute.at = at
	switch {
	case name != "":
		return []referenceError{attribute}
	// Only a module has no second error for the name "".
	case e.Root == "module":
		return []referenceError{direct}
	}
	return []referenceError{direct, attribute}
}

// attributeText returns the original's error for root.name.
func attributeText(root, name string) referenceError {
	if known, ok := contexts[root+"."+name]; ok {
		return known
	}
	const object = "The %q object does not have an attribute named %q."
	summary, detail := fmt.Sprintf("Invalid %q attribute", root), fmt.Sprintf(object, root, name)
	switch root {
	case "var":
		summary = "Reference to undeclared input variable"
		detail = fmt.Sprintf("An input variable with the name %q has not been declared. This variable can be "+
			"declared with a variable %q {} block.", name, name)
	case "local":
		summary, detail = "Reference to undeclared local value", fmt.Sprintf("A local value with the name %q has "+
			"not been declared.", name)
	case "module":
		summary, detail = "Reference to undeclared module", fmt.Sprintf("No module call named %q is declared in the "+
			"root module.", name)
	case "count":
		detail += " The only supported attribute is count.index, which is the index of each instance of a resource " +
			"block that has the \"count\" argument set."
	case "each":
		detail += " The supported attributes are each.key and each.value, the current key and value pair of the " +
			"\"for_each\" attribute set."
	case "terraform":
		detail += " The only supported attributes are terraform.workspace, the name of the currently-selected " +
			"workspace, and terraform.applying, a boolean which is true only during apply."
	// This is the only object for which the original suggests a name: the first that is near enough
	// (5.2).
	case "path":
		detail += hcl.SuggestFirst(name, []string{"cwd", "module", "root"})
	}
	return referenceError{summary: summary, detail: detail}
}

// resources are the objects that contain resources: the words for a type and a name in them,
// and for a resource.
var resources = map[string][2]string{
	"data":      {"the data source type and the resource name", "A data"},
	"resource":  {"the resource type and the resource name", "A managed"},
	"ephemeral": {"the ephemeral resource type and the resource name", "An ephemeral"},
	"list":      {"the list resource type and the list resource name", "A list"},
	"action":    {"the action type and the action name", "An action"},
}

// missingResource handles `type.name`, with `data` or the like before it.
func missingResource(e *hcl.Name) referenceError {
	steps, typeName, kind := e.Steps, e.Root, "A managed"
	// Two names must follow, and neither can be in brackets.
	if words, ok := resources[e.Root]; ok {
		for i := range min(2, len(steps)) {
			if steps[i].IsIndex {
				return referenceError{steps[i].At, invalidReference,
					fmt.Sprintf("The %q object does not support this operation.", e.Root)}
			}
		}
		if len(steps) < 2 {
			return referenceError{e.RootAt, invalidReference,
				fmt.Sprintf("The %q object must be followed by two attribute names: %s.", e.Root, words[0])}
		}
		typeName, steps, kind = steps[0].Name, steps[1:], words[1]
	}
	const needsName = "A reference to a resource type must be followed by at least one attribute access, specifying " +
		"the resource name."
	switch {
	case len(steps) == 0:
		return referenceError{e.RootAt, invalidReference, needsName}
	case steps[0].IsIndex:
		return referenceError{steps[0].At, invalidReference, needsName}
	}
	return referenceError{e.RootAt.To(steps[0].At), "Reference to undeclared resource",
		fmt.Sprintf("%s resource %q %q has not been declared in the root module.", kind, typeName, steps[0].Name)}
}
