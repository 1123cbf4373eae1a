package terraform

import (
	"fmt"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
)

// A lookup is a kind of object that references begin with, and what the original says of
// a reference to it where there is no configuration.
type lookup struct{ summary, detail string }

// contexts are the objects that exist only inside of blocks.
var contexts = map[string]lookup{
	"count.index": {`Reference to "count" in non-counted context`, `The "count" object can only be used in "module", "resource", and "data" blocks, and only when the "count" argument is set.`},
	"each.key":    {`Reference to "each" in context without for_each`, `The "each" object can be used only in "module" or "resource" blocks, and only when the "for_each" argument is set.`},
	"each.value":  {`Reference to "each" in context without for_each`, `The "each" object can be used only in "module" or "resource" blocks, and only when the "for_each" argument is set.`},
}

const (
	invalidReference = "Invalid reference"
	needsName        = "A reference to %s must be followed by at least one attribute access, specifying the resource name."
	noConfiguration  = "there is no configuration here: only names that a for expression declares exist"
)

// reference reports a name that does not exist, as the original does before it evaluates
// anything, and gives the node in its place.
func (b *binder) reference(e *hcl.Name) ir.Node {
	if b.inside != nil {
		return b.absent(e)
	}
	if v, ok := b.constant(e); ok {
		return v
	}
	span, said := missing(e)
	p := problem(span, "expression-reference", noConfiguration+b.nearLocal(e.Root), said.summary, said.detail)
	b.unresolved = append(b.unresolved, p)
	return &ir.Bad{Meta: at(e)}
}

// constants are the objects of which something is known without a configuration.
var constants = map[string]value.Value{
	"path.module": value.Str("."), "path.root": value.Str("."), "path.cwd": value.Str(workingFolder),
	"terraform.workspace": value.Str("default"),
	"terraform.applying":  value.Flag(false).With(types.Ephemeral),
}

// constant gives a reference whose value is known, with the steps behind it.
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

var constantFunc = &ir.Func{Name: "name", Doc: "What is known of an object without a configuration.",
	Lazy: func(_ ir.Frame, c *ir.Call) value.Value { return c.Data.(value.Value) }}

// nearLocal suggests a local name.
func (b *binder) nearLocal(name string) string { return didYouMean(name, b.locals) }

// missing says what the original says of a reference, and where.
func missing(e *hcl.Name) (source.Span, lookup) {
	switch e.Root {
	case "self":
		return e.RootAt, lookup{`Invalid "self" reference`, `The "self" object is not available in this context. This object can be used only in resource provisioner, connection, and postcondition blocks.`}
	case "var", "local", "count", "each", "path", "terraform", "module", "output":
		return missingIn(e)
	case "data", "ephemeral", "resource":
		return missingResource(e, e.Steps)
	case "template", "lazy", "arg":
		return e.RootAt, lookup{"Reserved symbol name", fmt.Sprintf("The symbol name %q is reserved for use in a future Terraform version. If you are using a provider that already uses this as a resource type name, add the prefix \"resource.\" to force interpretation as a resource type name.", e.Root)}
	}
	return missingResource(e, nil)
}

// missingIn handles objects whose attributes are looked up by name.
func missingIn(e *hcl.Name) (source.Span, lookup) {
	if len(e.Steps) == 0 {
		return e.RootAt, lookup{invalidReference, fmt.Sprintf("The %q object cannot be accessed directly. Instead, access one of its attributes.", e.Root)}
	}
	if e.Steps[0].IsIndex {
		return e.Steps[0].At, lookup{invalidReference, fmt.Sprintf("The %q object does not support this operation.", e.Root)}
	}
	name := e.Steps[0].Name
	span := e.RootAt.To(e.Steps[0].At)
	if said, ok := contexts[e.Root+"."+name]; ok {
		return span, said
	}
	switch e.Root {
	case "var":
		return span, lookup{"Reference to undeclared input variable", fmt.Sprintf("An input variable with the name %q has not been declared. This variable can be declared with a variable %q {} block.", name, name)}
	case "local":
		return span, lookup{"Reference to undeclared local value", fmt.Sprintf("A local value with the name %q has not been declared.", name)}
	case "module":
		return span, lookup{"Reference to undeclared module", fmt.Sprintf("No module call named %q is declared in the root module.", name)}
	case "count":
		return span, lookup{`Invalid "count" attribute`, fmt.Sprintf("The \"count\" object does not have an attribute named %q. The only supported attribute is count.index, which is the index of each instance of a resource block that has the \"count\" argument set.", name)}
	case "each":
		return span, lookup{`Invalid "each" attribute`, fmt.Sprintf("The \"each\" object does not have an attribute named %q. The supported attributes are each.key and each.value, the current key and value pair of the \"for_each\" attribute set.", name)}
	case "terraform":
		return span, lookup{`Invalid "terraform" attribute`, fmt.Sprintf("The \"terraform\" object does not have an attribute named %q. The only supported attribute is terraform.workspace, the name of the currently-selected workspace.", name)}
	case "path":
		return span, lookup{`Invalid "path" attribute`, fmt.Sprintf("The \"path\" object does not have an attribute named %q.", name)}
	}
	return span, lookup{invalidReference, fmt.Sprintf("The %q object cannot be accessed directly. Instead, access one of its attributes.", e.Root)}
}

// missingResource handles `type.name`, with `data` or the like before it.
func missingResource(e *hcl.Name, steps []hcl.Step) (source.Span, lookup) {
	what, kind, typeName := "a resource type", "A managed", e.Root
	steps = e.Steps
	switch e.Root {
	case "data", "ephemeral", "resource":
		if len(steps) < 2 && e.Root != "resource" {
			noun := map[string]string{"data": "data source", "ephemeral": "ephemeral resource"}[e.Root]
			return e.Span(), lookup{invalidReference, fmt.Sprintf("The %q object must be followed by two attribute names: the %s type and the resource name.", e.Root, noun)}
		}
		if e.Root == "data" {
			what, kind = "a data source", "A data"
		}
		if len(steps) == 0 || steps[0].IsIndex {
			return e.Span(), lookup{invalidReference, fmt.Sprintf("The %q object does not support this operation.", e.Root)}
		}
		typeName, steps = steps[0].Name, steps[1:]
	}
	if len(steps) == 0 {
		return e.Span(), lookup{invalidReference, fmt.Sprintf(needsName, what)}
	}
	if steps[0].IsIndex {
		return steps[0].At, lookup{invalidReference, fmt.Sprintf(needsName, what)}
	}
	return e.RootAt.To(steps[0].At), lookup{"Reference to undeclared resource",
		fmt.Sprintf("%s resource %q %q has not been declared in the root module.", kind, typeName, steps[0].Name)}
}
