package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// exports are the JSON outputs that OpenStack's command line prints about stacks. readExport receives an
// index into them.
var exports = []bind.Export{
	{Title: "a Heat stack", Command: "openstack stack show NAME -f json",
		Is: func(has func(string) bool) bool { return has("stack_name") && has("stack_status") }},
	{Title: "an output of a Heat stack",
		Is: func(has func(string) bool) bool { return has("output_key") && has("output_value") }},
	{Title: "a resource of a Heat stack", Command: "openstack stack resource show NAME RESOURCE -f json",
		Is: func(has func(string) bool) bool {
			return has("physical_resource_id") && (has("resource_name") || has("logical_resource_id"))
		}},
	{Title: "the outputs of a Heat stack", Command: "openstack stack output show NAME --all -f json"},
}

// readExport reads an exported file; a list contains several exports.
func (b *binder) readExport(export int, text string, to *bind.World) *value.JSONError {
	v, err := value.ParseWholeJSON(text)
	if err != nil || b.root == nil {
		return err
	}
	if v.List() == nil {
		v = value.ListOf(v)
	}
	value.MapElements(v, func(_ string, item value.Value) (value.Value, bool) {
		switch o := item.Object(); {
		case o == nil:
		case export == 0:
			b.importStack(o, to)
		case export == 1:
			b.importOutput(o, to)
		case export == 2:
			b.importResource(o, to)
		default:
			value.MapElements(item, func(name string, v value.Value) (value.Value, bool) {
				if o := parsed(v).Object(); o != nil && textOf(o, "output_key") == name {
					b.importOutput(o, to)
				}
				return v, true
			})
		}
		return item, true
	})
	return nil
}

// parsed parses JSON that the client has written as a string inside JSON. Text that is not JSON
// stays a string.
func parsed(v value.Value) value.Value {
	if text, ok := v.Text(); ok && strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		if inner, err := value.ParsePythonJSON(text); err == nil {
			return inner
		}
	}
	return v
}

// starred is the text that Heat prints in place of the value of a hidden parameter.
const starred = "******"

// importStack reads the description of a stack: its parameters, which Heat prints with defaults and
// without hidden values, and its outputs.
func (b *binder) importStack(o *value.Object, to *bind.World) {
	to.Of = textOf(o, "stack_name")
	get := func(key string) value.Value { v, _ := o.Get(key); return parsed(v) }
	given := get("parameters")
	for i, path := range []value.Path{"OS::stack_name", "OS::stack_id", "OS::project_id"} {
		v, ok := given.Object().Get(string(path))
		if !ok {
			v = get([]string{"stack_name", "id", ""}[i])
		}
		to.Fill(string(path), v, "stack", []string{"name", "id", "project_id"}[i])
	}
	value.MapElements(given, func(name string, v value.Value) (value.Value, bool) {
		p := b.root.parameters[name]
		text, _ := v.Text()
		switch {
		case slices.Contains(pseudoParameters, name) || v.IsNull():
		case p == nil:
			to.Skip(name, "the template has no parameter of this name")
		case p.hidden && text == starred:
			to.Skip(name, "it is hidden: Heat does not print it")
		default:
			if p.hidden {
				v = v.With(value.Secret)
			}
			to.Fill(name, v, "parameters", name)
			// The template declares the parameter as hidden, so inputs.yaml need not say that it is
			// secret.
			to.Bare()
		}
		return v, true
	})
	value.MapElements(get("outputs"), func(_ string, v value.Value) (value.Value, bool) {
		if o := v.Object(); o != nil {
			b.importOutput(o, to)
		}
		return v, true
	})
}

// importOutput supplies the value of an output to whatever the output reads: an attribute of a
// resource, or its ID.
func (b *binder) importOutput(o *value.Object, to *bind.World) {
	name := textOf(o, "output_key")
	v, _ := o.Get("output_value")
	out := b.root.outputs[name]
	if out == nil {
		to.Skip(name, "the template has no output of this name")
		return
	}
	if path := b.supply(out.cell.Expr); path != nil {
		to.Fill(name, parsed(v), path...)
	} else {
		to.Skip(name, "the template computes it")
	}
}

// supply returns the path in inputs.yaml that supplies the value that an output reads, or nil if there
// is no such path. Only an output that consists of a single get_resource, or a get_attr without a
// path, can be traced back to its source.
func (b *binder) supply(n ir.Node) []string {
	c, ok := n.(*ir.Call)
	if ok && roleOf(c) == makesOutput {
		fields := c.Args[0].(*ir.Object).Fields
		c, ok = fields[len(fields)-1].Value.(*ir.Call)
	}
	if !ok || len(c.Args) == 0 {
		return nil
	}
	ref, ok := c.Args[0].(*ir.Ref)
	if !ok || b.root.resources[ref.Name] == nil {
		return nil
	}
	switch roleOf(c) {
	case returnsID:
		return []string{"ids", ref.Name}
	case returnsAttribute:
		if l, ok := c.Args[len(c.Args)-1].(*ir.Lit); ok && len(c.Args) == 2 {
			return []string{"attributes", ref.Name, python.Str(value.Of(l.Value))}
		}
	}
	return nil
}

// importResource reads a resource: its id and, if they were printed, its attributes.
func (b *binder) importResource(o *value.Object, to *bind.World) {
	name := textOf(o, "resource_name")
	if name == "" {
		name = textOf(o, "logical_resource_id")
	}
	r := b.printed(name, textOf(o, "parent_resource"), textOf(o, "stack_name"))
	typ := textOf(o, "resource_type")
	switch {
	case r == nil:
		to.Skip(name, "the template has no resource of this name, or several in its nested stacks")
		return
	case typ != r.typ && typ != "":
		to.Skip(name, "it is "+typ+" there, and "+r.typ+" here")
		return
	}
	// The ID of a nested stack is not needed: its template computes what others read.
	if id, _ := o.Get("physical_resource_id"); r.nested == nil && !r.kind.members &&
		textOf(o, "physical_resource_id") != "" {
		to.Fill("id of "+r.key(), id, "ids", r.key())
	}
	attributes, _ := o.Get("attributes")
	value.MapElements(parsed(attributes), func(name string, v value.Value) (value.Value, bool) {
		to.Fill(r.key()+"."+name, v, "attributes", r.key(), name)
		return v, true
	})
}

// printed returns the resource with the given printed name. It is inside the resource printed as its
// parent or, in a list, in the stack of that name, which contains the enclosing resource's
// name; otherwise it is in the root. The result is nil if several resources fit equally well.
func (b *binder) printed(name, parent, in string) (found *resource) {
	// A resource in the stack of the printed name fits best, then one in the root.
	best := -1
	for _, st := range b.stacks {
		r, fits := st.resources[name], 0
		switch {
		case r == nil, parent != "" && (st.owner == nil || st.owner.name != parent):
			continue
		case st.owner == nil:
			fits = 1
		case strings.Contains(in, "-"+st.owner.name+"-"):
			fits = 2
		}
		if fits > best {
			found, best = r, fits
		} else if fits == best {
			found = nil
		}
	}
	return found
}

// textOf returns a string field, or "" if it is missing or another value.
func textOf(o *value.Object, key string) string {
	v, _ := o.Get(key)
	s, _ := v.Text()
	return s
}
