package pulumi

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// secretMock is the key that marks a secret in mocks.
const secretMock = "$secret"

// ownerUnknowns lists the values that only the program's owner knows: encrypted and missing ones.
// Problems mention these, so they are listed with the result.
func (b *binder) ownerUnknowns() []bind.Unknown {
	var all bind.Unknowns
	for _, u := range b.required {
		all.Add(u)
	}
	for _, p := range b.encrypted {
		all.Add(bind.Unknown{Why: []string{value.Why(encrypted(p.Key.Value))}, Path: []string{"config", p.Key.Value},
			Label:  p.Key.Value,
			Secret: true, Wrap: "secret", Required: true, Used: []source.Span{p.Value.Span},
			Problems: []bind.ProblemRef{{At: p.Value.Span, Code: "hint-encrypted"}}})
	}
	return all.List()
}

// unknowns lists the values that the program uses and only a deployment knows: outputs of resources
// and stacks, and results of invokes. It includes those that inputs.yaml supplies, so that the user
// can change them.
func (b *binder) unknowns() []bind.Unknown {
	var all bind.Unknowns
	for _, p := range b.pending {
		if res, ok := resourceOf(p.ref); ok {
			b.unknownOutput(&all, res, p.ref)
		}
	}
	for _, o := range b.run.outputs {
		b.addStack(&all, o.stack, o.path, o.at)
	}
	for _, call := range b.invokes {
		if !call.isCheckedOnly && packageOf(call.token) != "std" {
			b.unknownResult(&all, call)
		}
	}
	return all.List()
}

// resourceOf returns the resource whose output a reference reads, or false if it reads something
// else or the whole resource.
func resourceOf(ref *ir.Ref) (*resource, bool) {
	if ref.Cell == nil || len(ref.Path) == 0 || !ref.Path[0].IsKey {
		return nil, false
	}
	res, ok := ref.Cell.Data.(*resource)
	return res, ok
}

// below returns the part of a reference's path that begins at a step. It is empty if the path is shorter.
func below(ref *ir.Ref, from int) (path value.Path) {
	for _, s := range ref.Path[min(from, len(ref.Path)):] {
		if s.IsKey {
			path = path.Key(s.Key)
		} else {
			path = path.Index(s.Index)
		}
	}
	return path
}

// unknownOutput adds an output of a resource that a reference reads and only a deployment knows,
// with the path in inputs.yaml that supplies it.
func (b *binder) unknownOutput(all *bind.Unknowns, res *resource, ref *ir.Ref) {
	key := ref.Path[0].Key
	if res.isStackReference() {
		if name, ok := res.id.Text(); ok && key == "outputs" {
			b.addStack(all, name, below(ref, 1), ref.Span)
		}
		return
	}
	u := bind.Unknown{Why: []string{res.name + "." + key}, Label: res.name + "." + key, Used: []source.Span{ref.Span}}
	isGiven := false
	if key == "id" {
		u.Path, u.Type = []string{"mocks", "resources", res.name, "id"}, "string"
		isGiven = res.id.Marks&value.Mocked != 0
	} else {
		u.Path = []string{"mocks", "resources", res.name, "outputs", key}
		_, isGiven = res.mocked.Get(key)
		u.Inside = []value.Path{below(ref, 1)}
	}
	// An output is not listed if it is known, like those that are also inputs, or if its reason names something
	// else, from which it is computed.
	if v := res.outputValue(key); !isGiven && (!v.IsUnknown() || v.IsFailed() || value.Why(v) != u.Label) {
		return
	}
	u.Secret = res.secretOut[key]
	if s := res.schema; s != nil {
		u.Type, u.Secret = kindWord(s.outputs.prop(key)), u.Secret || s.secretOutputs[key]
	}
	// An ID is a string and is never secret by declaration.
	if u.Wrap = secretMock; key == "id" {
		u.Secret, u.Type = false, "string"
	}
	all.Add(u)
}

// addStack adds an output of another stack. Mocked outputs must be complete, because a missing one is null, so
// all outputs that the program reads are listed together.
func (b *binder) addStack(all *bind.Unknowns, stack string, path value.Path, at source.Span) {
	if m, _ := b.inputs.stacks.Get(stack); fails(m) {
		return
	}
	all.Add(bind.Unknown{Why: []string{stack + ".outputs"}, Path: []string{"mocks", "stacks", stack, "outputs"},
		Label: stack, Type: "object",
		Wrap: secretMock, Used: []source.Span{at}, Inside: []value.Path{path}})
}

// fails reports whether a mock is an error.
func fails(mock value.Value) bool {
	_, fails := mock.Object().Get("error")
	return fails
}

// unknownResult adds the result of an invoke. One mock serves all calls of a function.
func (b *binder) unknownResult(all *bind.Unknowns, call *invoke) {
	given := call.given
	for _, m := range b.inputs.invokes.Fields {
		if plain(m.Key) == plain(call.token) {
			given = m.Key
			if fails(m.Value) {
				return
			}
		}
	}
	for _, u := range b.invokes { // use the spelling of the first call
		if given == call.given && u.token == call.token {
			given = u.given
			break
		}
	}
	u := bind.Unknown{Why: []string{call.given}, Path: []string{"mocks", "invokes", given, "result"}, Label: given,
		Wrap: secretMock,
		Type: "object", Used: []source.Span{call.site.node.Span}}
	if call.ret != "" {
		u.Inside = append(u.Inside, value.Path("").Key(call.ret))
	}
	for _, p := range b.pending {
		if p.ref.Cell == nil || directInvoke(p.ref.Cell.Expr) != call {
			continue
		}
		path := below(p.ref, 0)
		if call.ret != "" {
			path = value.Path("").Key(call.ret).Join(path)
		}
		u.Inside = append(u.Inside, path)
	}
	if call.schema != nil && call.schema.scalar {
		u.Inside = []value.Path{"value"} // the result has a single property, whatever its name
	}
	all.Add(u)
}

// kindWord returns the name of a type in inputs.yaml, or "" if it has none.
func kindWord(t *typ) string {
	if t == nil {
		return ""
	}
	switch t.kind {
	case stringKind:
		return "string"
	case numberKind, integerKind:
		return "number"
	case booleanKind:
		return "boolean"
	case listKind:
		return "list"
	case mapKind, objectKind:
		return "object"
	}
	return ""
}
