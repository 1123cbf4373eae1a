package hot

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/source"
)

// A registry maps resource types to other types and to templates. It is the resource_registry of
// all environment files (10).
type registry struct {
	entries   []*mapping // sorted by key, which is the order in which they are tried
	resources []*override
}

// A mapping is a registry entry for a type, or for all types with a prefix. Both key and target may
// end with a star: A::* to B::* maps A::X to B::X.
type mapping struct {
	key, target string
	removes     bool // target is null
	at          source.Span
}

// An override applies only to one resource and inside its template. Its registry is searched before
// the general one.
type override struct {
	name string
	*registry
}

// hooks and actions are the words that Heat accepts for a resource in the registry. They have no
// effect here, as nothing is created.
var hooks = []string{"pre-create", "pre-update", "pre-delete", "post-create", "post-update", "post-delete"}
var actions = []string{"update", "replace"}

// add merges a file's section into the existing entries. Null in a later file changes nothing. In
// the first file, null removes one of Heat's own types.
func (r *registry) add(b *binder, n *python.Node, later bool) {
	if n == nil || n.Kind != python.Map {
		return
	}
	for i := range n.Pairs {
		pr := &n.Pairs[i]
		if pr.Key == "resources" && pr.Value.Kind == python.Map {
			r.addResources(b, pr.Value, later)
			continue
		}
		r.set(b, pr, later)
	}
	// The star sorts before letters and colons, so A::* wins over A::B (10).
	sort.SliceStable(r.entries, func(i, j int) bool { return r.entries[i].key < r.entries[j].key })
}

// set adds an entry or replaces the one with the same key.
func (r *registry) set(b *binder, pr *python.Pair, later bool) {
	m := &mapping{key: pr.Key, at: pr.KeyAt, removes: pr.Value.IsNull()}
	m.target, _ = pr.Value.Text()
	switch {
	case m.removes && later, pr.Value.IsBroken():
		return
	case m.target == "" && !m.removes:
		b.problems = append(b.problems, diag.Errorf(pr.Value.Span, "registry-entry",
			"a type must be mapped to a type or a template"))
		return
	}
	for i, e := range r.entries {
		if e.key == m.key {
			r.entries[i] = m
			return
		}
	}
	r.entries = append(r.entries, m)
}

// addResources reads the entries for single resources. A mapping inside an entry applies to a
// resource in the template of that resource, at any depth.
func (r *registry) addResources(b *binder, n *python.Node, later bool) {
	for i := range n.Pairs {
		pr := &n.Pairs[i]
		if pr.Value.Kind != python.Map {
			continue
		}
		var o *override
		for _, known := range r.resources {
			if known.name == pr.Key {
				o = known
			}
		}
		if o == nil {
			o = &override{pr.Key, &registry{}}
			r.resources = append(r.resources, o)
		}
		for j := range pr.Value.Pairs {
			switch entry := &pr.Value.Pairs[j]; {
			case entry.Key == "hooks":
				checkWords(b, entry.Value, hooks, "hook", " breakpoint")
			case entry.Key == "restricted_actions":
				checkWords(b, entry.Value, actions, "restricted_action", "")
			case entry.Value.Kind == python.Map:
				o.addResources(b, &python.Node{Kind: python.Map, Pairs: pr.Value.Pairs[j : j+1]}, later)
			default:
				o.set(b, entry, later)
			}
		}
		sort.SliceStable(o.entries, func(i, j int) bool { return o.entries[i].key < o.entries[j].key })
	}
}

// checkWords checks a word or a list of words against the known ones. what and breakpoint are the
// parts of Heat's message that differ between hooks and actions; breakpoint is empty or begins with
// a blank.
func checkWords(b *binder, n *python.Node, known []string, what, breakpoint string) {
	words := n.Items
	if n.Kind != python.List {
		words = []*python.Node{n}
	}
	shown := python.Str(n.Value()) // Heat's message contains all words of a list
	for _, w := range words {
		word, ok := w.Text()
		if slices.Contains(known, word) || w.IsBroken() {
			continue
		}
		if !ok {
			word = python.Str(w.Value())
		}
		b.problems = append(b.problems, heatError{code: "registry-hook", span: w.Span,
			message: "there is no " + strings.ReplaceAll(what, "_", " ") + " " + quoted(word) + "; there are " +
				strings.Join(known, ", "),
			text: "Invalid " + what + ` type "` + shown + `" for resource` + breakpoint + ", acceptable " + what +
				" types are: ('" + strings.Join(known, "', '") + "')"}.with(""))
	}
}

// of returns the overrides that apply inside the template of a resource.
func (r *registry) of(name string) *registry {
	if r == nil {
		return nil
	}
	for _, o := range r.resources {
		if o.name == name {
			return o.registry
		}
	}
	return nil
}

// match returns the first entry for a type, and its target with the star replaced. without are
// entries to skip: those through which a stack was reached, so that a template may use the type
// that it implements.
func (r *registry) match(typ string, without []*mapping) (*mapping, string) {
	if r == nil {
		return nil, ""
	}
	for _, e := range r.entries {
		if slices.Contains(without, e) {
			continue
		}
		if e.key == typ {
			return e, e.target
		}
		prefix, starred := strings.CutSuffix(e.key, "*")
		if rest, ok := strings.CutPrefix(typ, prefix); ok && starred {
			if to, ok := strings.CutSuffix(e.target, "*"); ok {
				return e, to + rest
			}
			return e, e.target
		}
	}
	return nil, ""
}

// A target is the type or template that a resource's type resolves to. If known is false, there is
// no such type.
type target struct {
	typ    string       // one of Heat's own types; "" for others
	file   *source.File // the template's file
	remote bool         // a template that only a client could fetch
	absent string       // name of a template missing from the bundle
	known  bool
	via    *mapping // the entry that resolved to it
}

// isTemplate reports whether a name refers to a template rather than a type.
func isTemplate(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".template")
}

// maxAliases bounds a chain of types mapped to types.
const maxAliases = 32

// resolve resolves the type of a resource in this stack. Entries for the resource come first, then
// the general ones. Each entry is followed only once, so that a cycle of entries ends.
func (st *stack) resolve(typ, resource string) target {
	via := (*mapping)(nil)
	seen := map[*mapping]bool{}
	for range maxAliases {
		e, to := st.overrides.of(resource).match(typ, st.without)
		if e == nil || seen[e] {
			e, to = st.b.env.registry.match(typ, st.without)
		}
		if e == nil || seen[e] {
			break
		}
		seen[e] = true
		// The environment has removed the type with null, so it is unknown even if Heat has it.
		if e.removes {
			return target{via: e}
		}
		typ, via = to, e
		// A template ends the chain, and so does a type that is mapped to itself.
		if isTemplate(typ) || typ == e.key {
			break
		}
	}
	t := target{via: via}
	switch {
	case isTemplate(typ) || isRemote(typ):
		t.known = true
		if t.file = st.file(typ); t.file == nil {
			t.remote, t.absent = isRemote(typ), typ
		}
	case st.b.isType(typ):
		t.known, t.typ = true, typ
	}
	return t
}
