package pulumi

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// exports are the commands whose output can be imported. The parameter export of readExport is an index into this
// list. Outputs have no fixed keys, so they come last.
var exports = []bind.Export{
	{Title: "the state of a Pulumi stack", Command: "pulumi stack export",
		Is: func(has func(string) bool) bool { return has("deployment") || has("checkpoint") }},
	{Title: "the schema of a Pulumi package", Command: "pulumi package get-schema NAME",
		Is: func(has func(string) bool) bool {
			return has("name") && !has("runtime") && (has("provider") || has("functions") || has("types") ||
				has("version") && has("resources"))
		}},
	{Title: "the outputs of a Pulumi stack", Command: "pulumi stack output --json"},
}

// readExport reads an exported file and collects the values in it that inputs.yaml can use.
func (b *binder) readExport(export int, text string, to *bind.World) *value.JSONError {
	if export == 1 {
		b.importSchema(text, to)
		return nil
	}
	v, err := value.ParseWholeJSON(text)
	switch {
	case err != nil:
	case export == 0:
		b.importState(v, to)
	case v.Object() != nil:
		b.importOutputs(v.Object(), to)
	}
	return err
}

// In a state, the key signature marks a mapping as a special kind of value. unknownText is a string
// that replaces an unknown value.
const (
	signature       = "4dabf18193072939515e22adb298388d"
	secretSignature = "1b47061264138c4ac30d75fd1eb44270"
	unknownText     = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
)

// fromState converts a value of a state for the program, or returns the reason why it cannot.
func fromState(v value.Value) (out value.Value, why string) {
	switch word, _ := v.Text(); word {
	case unknownText:
		return v, "it was not known when the state was written"
	case "[secret]":
		return v, "it is secret: print it with --show-secrets"
	}
	if kind := text(v.Object(), signature); kind != "" {
		return fromSignedMapping(v.Object(), kind)
	}
	out = value.MapElements(v, func(_ string, inner value.Value) (value.Value, bool) {
		inner, bad := fromState(inner)
		if bad != "" {
			why = bad
		}
		return inner, why == ""
	})
	return out, why
}

// fromSignedMapping is like fromState, for a mapping with a signature. The plaintext of a secret is JSON; the CLI
// writes it only with --show-secrets.
func fromSignedMapping(o *value.Object, kind string) (v value.Value, why string) {
	if kind != secretSignature {
		return v, "it is an asset, an archive or a resource"
	}
	plain, ok := o.Get("plaintext")
	written, _ := plain.Text()
	v, err := value.ParseWholeJSON(written)
	if !ok || err != nil {
		return v, "it is encrypted: export it with --show-secrets"
	}
	v, why = fromState(v)
	return v.With(value.Secret), why
}

// addStateValue adds a value of a state to inputs.yaml at a path, with marks, or records why it cannot be used.
func addStateValue(to *bind.World, label string, v value.Value, marks value.Marks, path ...string) {
	v, why := fromState(v)
	if why != "" {
		to.Skip(label, why)
		return
	}
	to.Fill(label, v.With(marks), path...)
}

// importState reads the state of the program's stack, or of one that the program refers to. Of
// another stack, only the outputs are used; its resource of type Stack has them.
func (b *binder) importState(v value.Value, to *bind.World) {
	list, ok := value.Find(v, "deployment.resources")
	if !ok {
		list, _ = value.Find(v, "checkpoint.latest.resources")
	}
	if list.List() == nil || len(list.List().Items) == 0 {
		to.Skip(to.Name, "it has no resources")
		return
	}
	other := ""
	for i, item := range list.List().Items {
		o := item.Object()
		// A URN is urn:pulumi:STACK::PROJECT::TYPES::NAME (12).
		urn := strings.SplitN(text(o, "urn"), "::", 4)
		if len(urn) < 4 {
			continue
		}
		if i == 0 {
			stack := strings.TrimPrefix(urn[0], "urn:pulumi:")
			to.Of = "stack " + stack + " of project " + urn[1]
			if urn[1] != b.projectName() || stack != b.inputs.stack {
				other = b.stackNameInProgram(urn[1], stack)
			}
		}
		// A resource that is pending deletion is still in the state.
		switch gone, _ := o.Get("delete"); {
		case gone.Data == value.Bool(true):
		case other == "":
			b.importResource(o, urn[3], to)
		case text(o, "type") == "pulumi:pulumi:Stack":
			b.importStack(other, member(o, "outputs"), nil, to)
		}
	}
}

// stacks returns the other stacks that the program reads, with the names of their outputs.
func (b *binder) stacks() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, name := range b.run.stacks {
		out[name] = map[string]bool{}
	}
	for _, r := range b.run.registered {
		if r.isStackReference() {
			if name, ok := r.id.Text(); ok && out[name] == nil {
				out[name] = map[string]bool{}
			}
		}
	}
	for _, c := range b.program.Cells {
		ir.Walk(c.Expr, func(n ir.Node) {
			switch n := n.(type) {
			// For ${other.outputs.url}, the path is mocks, stacks, NAME, outputs, url.
			case *ir.Ref:
				if path := supply(n); len(path) == 5 && out[path[2]] != nil {
					out[path[2]][path[4]] = true
				}
			case *ir.Call:
				if call, ok := n.Data.(stackCall); ok && len(n.Args) == 1 && out[call.stack] != nil {
					if l, ok := n.Args[0].(*ir.Lit); ok {
						name, _ := value.Of(l.Value).Text()
						out[call.stack][name] = true
					}
				}
			}
		})
	}
	return out
}

// stackNameInProgram returns the name under which the program reads a stack, or "" if it does not. The program may
// write it with or without the project and the organization.
func (b *binder) stackNameInProgram(project, stack string) (found string) {
	for name := range b.stacks() {
		if name == stack || name == project+"/"+stack || strings.HasSuffix(name, "/"+project+"/"+stack) {
			found = max(found, name)
		}
	}
	return found
}

// importStack supplies the outputs of another stack. secret contains the names of the secret ones and may be nil.
func (b *binder) importStack(name string, outputs *value.Object, secret map[string]bool, to *bind.World) {
	for _, f := range outputs.Fields {
		addStateValue(to, name+" "+f.Key, f.Value, secretIf(secret[f.Key]), "mocks", "stacks", name, "outputs", f.Key)
	}
}

// secretIf returns the mark of a secret, or no mark if the condition is false.
func secretIf(is bool) value.Marks {
	if is {
		return value.Secret
	}
	return 0
}

// importResource reads a resource of the state and finds its counterpart in the program by its name
// and type. Among several with the same name, it prefers one with the same type.
func (b *binder) importResource(o *value.Object, name string, to *bind.World) {
	token := text(o, "type")
	outputs := member(o, "outputs")
	var r *resource
	for _, each := range b.run.registered {
		if each.engineName == name && (r == nil || plain(each.token) == plain(token)) {
			r = each
		}
	}
	switch {
	case token == "pulumi:pulumi:Stack", r == nil && strings.HasPrefix(token, "pulumi:providers:"):
		return
	case r == nil:
		to.Skip(name, "the program has no resource of this name")
		return
	case plain(r.token) != plain(token):
		to.Skip(name, "it is "+token+" there, and "+r.token+" here")
		return
	case r.isStackReference():
		b.importStack(text(outputs, "name"), member(outputs, "outputs"), texts(outputs, "secretOutputNames"), to)
		return
	}
	if id, _ := o.Get("id"); r.getID == nil && text(o, "id") != "" {
		addStateValue(to, r.name+".id", id, 0, "mocks", "resources", r.name, "id")
	}
	secret := texts(o, "additionalSecretOutputs")
	inputs := r.inputs.Object()
	for _, f := range outputs.Fields {
		// The program's own inputs take precedence over the state, and names like __meta are
		// private to the provider.
		if given, ok := inputs.Get(f.Key); ok && !given.HasUnknown() || f.Key == "id" || f.Key == "urn" ||
			strings.HasPrefix(f.Key, "__") {
			continue
		}
		isSecret := secret[f.Key] || r.secretOut[f.Key] || r.schema != nil && r.schema.secretOutputs[f.Key]
		addStateValue(to, r.name+"."+f.Key, f.Value, secretIf(isSecret), "mocks", "resources", r.name, "outputs", f.Key)
	}
}

// supply returns the path in inputs.yaml that supplies the value of a reference, or nil if there is none.
func supply(ref *ir.Ref) []string {
	if ref.Cell == nil || len(ref.Path) == 0 || !ref.Path[0].IsKey {
		return nil
	}
	r, ok := ref.Cell.Data.(*resource)
	key := ref.Path[0].Key
	switch {
	case !ok:
		return nil
	case r.isStackReference():
		if name, ok := r.id.Text(); ok && len(ref.Path) == 2 && key == "outputs" && ref.Path[1].IsKey {
			return []string{"mocks", "stacks", name, "outputs", ref.Path[1].Key}
		}
		return nil
	case len(ref.Path) > 1 || key == "urn":
		return nil
	case key == "id":
		return []string{"mocks", "resources", r.name, "id"}
	}
	return []string{"mocks", "resources", r.name, "outputs", key}
}

// importOutputs reads the outputs of the program's own stack or of one that it refers to, whichever has the most
// names in common with the file. Among equals, it prefers the stack that the file is named after.
func (b *binder) importOutputs(o *value.Object, to *bind.World) {
	own := map[string]*ir.Cell{}
	best, stack := 0, ""
	for _, c := range b.outputs {
		if _, ok := o.Get(c.Label); ok {
			own[c.Label] = c
			best += 2
		}
	}
	for name, keys := range b.stacks() {
		// Each common name is worth two points, so that the file's name only decides between equals.
		score := 0
		for key := range keys {
			if _, ok := o.Get(key); ok {
				score += 2
			}
		}
		if score > 0 && strings.Contains(to.Name, name[strings.LastIndexByte(name, '/')+1:]) {
			score++
		}
		if score > best || score == best && stack != "" && name < stack {
			best, stack = score, name
		}
	}
	switch {
	case best == 0:
	case stack != "":
		to.Of = "stack " + stack
		b.importStack(stack, o, nil, to)
	default:
		to.Of = "this program's"
		for _, f := range o.Fields {
			if c := own[f.Key]; c != nil {
				b.importReferenced(f.Key, f.Value, c, to)
			} else {
				to.Skip(f.Key, "the program has no output of this name")
			}
		}
	}
}

// importReferenced supplies the value of an output to whatever the output reads. That works only if the
// output is a plain reference, perhaps inside fn::secret or fn::unsecret.
func (b *binder) importReferenced(name string, v value.Value, c *ir.Cell, to *bind.World) {
	n := c.Expr
	for {
		call, ok := n.(*ir.Call)
		if !ok || call.Fn != secret && call.Fn != unsecret {
			break
		}
		n = call.Args[0]
	}
	var path []string
	if ref, ok := n.(*ir.Ref); ok {
		path = supply(ref)
	}
	if path == nil {
		to.Skip(name, "the program computes it")
		return
	}
	addStateValue(to, name, v, b.results.Value(c).Summary()&value.Secret, path...)
}
