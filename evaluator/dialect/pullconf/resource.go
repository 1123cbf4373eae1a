package pullconf

import (
	"strconv"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/pullconf/strictyaml"
	"pantograph/evaluator/source"
)

// A resourceDoc is a resource as written: there is one, however many clients have it.
type resourceDoc struct {
	typ        *resourceType
	doc        *document
	at         *place
	inside     place // of the parameters
	node       *node
	typeNode   *node
	parameters *node // nil if the key is missing
	requires   links
	triggers   links
}

// links are the resources that a resource requires or triggers.
type links struct {
	node *node // nil if the key is missing
	list []*link
}

// A link names another resource.
type link struct {
	typ  *resourceType
	name string // of the other resource, as the original shows it
	key  string // identifies the resource: its type and name
	span source.Span
	when []string // for a trigger: the states that set it off
}

// label formats a resource as type[name].
func label(t *resourceType, name string) string { return t.name + "[" + name + "]" }

func (l *link) label() string { return label(l.typ, l.name) }

// resourceKeys are the keys of a resource.
var resourceKeys = []string{"type", "parameters", "requires", "triggers"}

// resources reads the resources of a client or group.
func (b *binder) resources(d *document) []*resourceDoc {
	n, at := d.root.Get("resources"), d.at.at("resources")
	if n == nil || !b.has(n, anArray, at) {
		return nil
	}
	out := make([]*resourceDoc, 0, len(n.Items))
	places := make([]place, len(n.Items))
	for i, item := range n.Items {
		places[i] = place{outer: at, index: i}
		if r := b.resource(d, item, &places[i]); r != nil {
			out = append(out, r)
		}
	}
	return out
}

// resource reads a resource. It returns nil if its type is not known, since the type determines
// everything else.
func (b *binder) resource(d *document, n *node, at *place) *resourceDoc {
	if !b.has(n, aHash, at) {
		return nil
	}
	r := b.slabs.docs.New()
	*r = resourceDoc{doc: d, node: n, at: at, inside: place{outer: at, key: "parameters", index: -1}}
	if r.typeNode = b.required(d, n, "type", at); r.typeNode != nil {
		r.typ = b.resourceType(r.typeNode, at)
	}
	r.requires = b.links(d, n, "requires", at)
	r.triggers = b.links(d, n, "triggers", at)
	p := b.required(d, n, "parameters", at)
	b.unknownKeys(n, "a resource", "unexpected", at, resourceKeys...)
	if r.typ == nil {
		return nil
	}
	if p != nil && b.has(p, aHash, &r.inside) {
		r.parameters = p
		b.parameters(r)
	}
	return r
}

// resourceType returns the type of a resource, or nil after reporting that it is unknown.
func (b *binder) resourceType(n *node, at *place) *resourceType {
	name, ok := b.text(n, at.at("type"))
	if !ok {
		return nil
	}
	if t := typeNamed(name); t != nil {
		return t
	}
	b.unknownType(n, typeNames, at.String()+": encountered invalid value for key `type`: `"+name+"`")
	return nil
}

// unknownType reports an unknown type, and suggests a known one.
func (b *binder) unknownType(n *node, known []string, reference string) {
	p := b.report("resource-type", n.Span, "there is no resource type "+strconv.Quote(n.Value)+
		suggest(n.Value, "the types are ", known), reference)
	offer(p, n.Inner(), diag.Nearest(n.Value, known))
}

// suggest proposes a similar name or, if there is none, lists all known ones after the words in
// all.
func suggest(name, all string, known []string) string {
	if s := diag.DidYouMean(name, known); s != "" {
		return s
	}
	return "; " + all + bind.List(known)
}

// parameters checks that all required parameters are given and none is unknown. It checks only the
// keys. Values may contain variables and are read for each client.
func (b *binder) parameters(r *resourceDoc) {
	for i := range r.typ.parameters {
		if p := &r.typ.parameters[i]; p.required {
			b.required(r.doc, r.parameters, p.name, &r.inside)
		}
	}
	b.unknownKeys(r.parameters, r.typ.where, "unexpected", &r.inside, r.typ.names...)
}

// links reads the value of requires or triggers.
func (b *binder) links(d *document, n *node, key string, at *place) links {
	n, at = n.Get(key), at.at(key)
	if n == nil || !b.has(n, anArray, at) {
		return links{}
	}
	out := links{node: n}
	for i, item := range n.Items {
		if l := b.link(d, item, key == "triggers", at.item(i)); l != nil {
			out.list = append(out.list, l)
		}
	}
	return out
}

// link reads an entry of requires or triggers: the type and the primary parameter. It returns nil
// if anything is wrong with the entry.
func (b *binder) link(d *document, n *node, trigger bool, at *place) *link {
	if !b.has(n, aHash, at) {
		return nil
	}
	t := b.required(d, n, "type", at)
	if t == nil {
		return nil
	}
	typ := b.linkType(t, trigger, at.at("type"))
	if typ == nil {
		return nil
	}
	l := &link{typ: typ, name: typ.target, span: n.Span}
	known := []string{"type"}
	if typ.primary != "" {
		known = append(known, typ.primary)
		name := b.required(d, n, typ.primary, at)
		if name == nil {
			return nil
		}
		if !b.linkName(l, name, at.at(typ.primary)) {
			l = nil
		}
	}
	if trigger {
		known = append(known, "when")
		when, ok := b.when(n.Get("when"), at.at("when"))
		if l != nil {
			l.when = when
		}
		if !ok {
			l = nil
		}
	}
	if !b.unknownKeys(n, "this entry", "invalid", at, known...) || l == nil {
		return nil
	}
	l.key = resourceKey(typ, l.name)
	return l
}

// linkType returns the type of a link, or nil after reporting an error in it. Only resources of
// the type execute can be triggered.
func (b *binder) linkType(n *node, trigger bool, at *place) *resourceType {
	name, ok := b.text(n, at)
	if !ok {
		return nil
	}
	t := typeNamed(name)
	switch {
	case t == nil && trigger:
		b.unknownType(n, []string{"execute"}, at.String()+": encountered invalid value `"+name+"`")
	case t == nil:
		b.unknownType(n, typeNames, at.String()+": encountered invalid value `"+name+"`")
	case trigger && name != "execute":
		p := b.report("resource-type", n.Span, "only resources of type execute can be triggered",
			at.String()+": encountered invalid value `"+name+"`")
		offer(p, n.Inner(), "execute")
		return nil
	}
	return t
}

// linkName reads the primary parameter of a link, which must be a string without references.
func (b *binder) linkName(l *link, n *node, at *place) bool {
	text, ok := b.text(n, at)
	if !ok {
		return false
	}
	primary := l.typ.parameters[l.typ.find(l.typ.primary)]
	// The check also normalises the name, so that an address finds its host however it is written.
	v, m := primary.of.check(text)
	if m != nil {
		if hasReference(text) {
			m.message = "requires and triggers take no variables; write the name of the other resource"
		}
		b.reportError(n, m, at)
		return false
	}
	if v != nil {
		text = textData(v)
	}
	l.name, l.span = text, n.Inner()
	return true
}

// states are the states of a resource that can set off a trigger, in the order of the result.
var states = []string{"created", "deleted", "changed"}

// when reads the states that set off a trigger, which are all of them if none is given. It returns
// false if there is an error.
func (b *binder) when(n *node, at *place) ([]string, bool) {
	if n == nil {
		return states, true
	}
	if !b.has(n, anArray, at) {
		return nil, n.Kind == strictyaml.Broken
	}
	given := map[string]bool{}
	good := true
	for i, item := range n.Items {
		text, ok := b.text(item, at.item(i))
		if !ok {
			good = false
			continue
		}
		if m := state(text); m != nil {
			b.reportError(item, m, at.item(i))
			good = false
		} else if given[text] {
			b.report("duplicate-state", item.Span, strconv.Quote(text)+" is already listed here", at.item(i).
				String()+": found duplicate value")
			good = false
		}
		given[text] = true
	}
	var out []string
	for _, s := range states {
		if given[s] {
			out = append(out, s)
		}
	}
	return out, good
}

// state checks a state. The original has further states, which cannot set off a trigger.
func state(text string) *checkError {
	if oneOf(text, states...) {
		return nil
	}
	m := wrong("trigger-state", "a trigger fires when a resource is created, deleted or changed, not "+
		strconv.Quote(text), "value is not a valid state: `"+text+"`")
	m.fix = diag.Nearest(text, states)
	if oneOf(text, "unchanged", "skipped", "failed") {
		m.reference, m.fix = "value must be one of `created`, `deleted`, `changed`", ""
	}
	return m
}
