package hot

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// exports are what the command line of OpenStack prints of stacks, with -f json.
var exports = []bind.Export{
	{Title: "a Heat stack", Is: func(has func(string) bool) bool { return has("stack_name") && has("stack_status") }},
	{Title: "an output of a Heat stack", Is: func(has func(string) bool) bool { return has("output_key") && has("output_value") }},
	{Title: "a resource of a Heat stack", Is: func(has func(string) bool) bool {
		return has("physical_resource_id") && (has("resource_name") || has("logical_resource_id"))
	}},
	{Title: "the outputs of a Heat stack"},
}

// bring reads a file of one of the exports; a list is several of them.
func (b *binder) bring(export int, text string, to *bind.World) *value.JSONError {
	v, err := value.ParseWholeJSON(text)
	if err != nil || b.root == nil {
		return err
	}
	items := []value.Value{v}
	if l := v.List(); l != nil {
		items = l.Items
	}
	for _, item := range items {
		o := item.Object()
		switch {
		case o == nil:
		case export == 0:
			b.bringStack(o, to)
		case export == 1:
			b.bringOutput(o, to)
		case export == 2:
			b.bringResource(o, to)
		default:
			for _, f := range o.Fields {
				if o := parsed(f.Value).Object(); o != nil && textOf(o, "output_key") == f.Key {
					b.bringOutput(o, to)
				}
			}
		}
	}
	return nil
}

// parsed reads what the client has written as JSON inside of JSON.
func parsed(v value.Value) value.Value {
	if text, ok := v.Text(); ok && strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		if inner, err := value.ParsePythonJSON(text); err == nil {
			return inner
		}
	}
	return v
}

// starred is what Heat prints in place of a hidden parameter.
const starred = "******"

func (b *binder) bringStack(o *value.Object, to *bind.World) {
	to.Of = textOf(o, "stack_name")
	get := func(key string) value.Value { v, _ := o.Get(key); return parsed(v) }
	id, given := get("id"), get("parameters").Object()
	if v, ok := given.Get("OS::stack_id"); ok {
		id = v
	}
	to.Fill("OS::stack_name", get("stack_name"), "stack", "name")
	to.Fill("OS::stack_id", id, "stack", "id")
	if project, ok := given.Get("OS::project_id"); ok {
		to.Fill("OS::project_id", project, "stack", "project_id")
	}
	if given != nil {
		for _, f := range given.Fields {
			p := b.root.parameters[f.Key]
			text, _ := f.Value.Text()
			switch {
			case has(pseudoParameters, f.Key):
			case p == nil:
				to.Skip(f.Key, "the template has no parameter of this name")
			case p.hidden && text == starred:
				to.Skip(f.Key, "it is hidden: Heat does not print it")
			default:
				to.Fill(f.Key, f.Value.With(secretIf(p.hidden)), "parameters", f.Key)
				to.Fills[len(to.Fills)-1].Bare = true
			}
		}
	}
	if outputs := get("outputs").List(); outputs != nil {
		for _, item := range outputs.Items {
			if o := item.Object(); o != nil {
				b.bringOutput(o, to)
			}
		}
	}
}

func secretIf(is bool) value.Marks {
	if is {
		return value.Secret
	}
	return 0
}

// bringOutput gives the value of an output to what the output reads: an attribute of a resource,
// or its id.
func (b *binder) bringOutput(o *value.Object, to *bind.World) {
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

// supply returns where inputs.yaml gives what an output reads, nil when a value there would not
// be what is read.
func (b *binder) supply(n ir.Node) []string {
	c, ok := n.(*ir.Call)
	if ok && c.Fn == outputFn {
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
	switch {
	case c.Fn == getResource:
		return []string{"ids", ref.Name}
	case c.Fn == getAttr && len(c.Args) == 2:
		if l, ok := c.Args[1].(*ir.Lit); ok {
			return []string{"attributes", ref.Name, str(value.Of(l.Value))}
		}
	}
	return nil
}

// bringResource reads a resource: its id and, if they were printed, its attributes.
func (b *binder) bringResource(o *value.Object, to *bind.World) {
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
	if id, _ := o.Get("physical_resource_id"); r.nested == nil && !r.kind.members && textOf(o, "physical_resource_id") != "" {
		to.Fill("id of "+r.key(), id, "ids", r.key())
	}
	attributes, _ := o.Get("attributes")
	if a := parsed(attributes).Object(); a != nil {
		for _, f := range a.Fields {
			to.Fill(r.key()+"."+f.Key, f.Value, "attributes", r.key(), f.Key)
		}
	}
}

// printed returns the resource that is printed with a name: inside the resource that is printed
// as its parent or, in a list, in the stack of that name, which holds the one of the resource
// around; else the one at the top. It is nil when several fit as well.
func (b *binder) printed(name, parent, in string) (found *resource) {
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
