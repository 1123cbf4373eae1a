package pullconf

import (
	"slices"
	"sort"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
)

// requires adds the dependencies that a resource declares.
func (x *relator) requires(r *resource) {
	for _, l := range r.doc.requires.list {
		o := x.byKey[l.key]
		switch {
		case l.key == r.key:
			x.report(x.problem("requires-self", r, l.span, "a resource cannot require itself",
				"resource cannot depend in itself"))
		case o == nil:
			x.undefined("requires-undefined", r, l, "resource depends on `"+l.label()+"` which is undefined")
			// The graph shows the link even if its resource does not exist.
			x.edges = append(x.edges, bind.Edge{From: r.cell.Name, To: x.client.id("resource", l.typ.name+"/"+l.name),
				Via: "requires", Span: l.span, Explicit: true})
		// This comes before the check for loops, as in the original (7).
		case forbidden(r, o):
			p := x.problem("requires-forbidden", r, l.span, r.label()+" must come before "+o.label()+
				" and so cannot require it", "resource cannot depend on `"+l.label()+"`")
			also(p, o.nameAt(), o.label()+" is here")
			x.report(p)
		default:
			if loop := x.add(r, edge{o, "requires", true}); loop != "" {
				x.report(x.problem("requires-loop", r, l.span, o.label()+" already needs this: "+loop,
					"resource cannot depend on `"+l.label()+"` as the current configuration would introduce a loop"))
			}
		}
	}
}

// undefined reports a link to a resource that the client does not have, unless it may be one that
// could not be read.
func (x *relator) undefined(code diag.Code, r *resource, l *link, reference string) {
	// A resource without a known name may be the target of the link.
	if x.muted || x.nameless[l.typ] {
		return
	}
	var known []string
	for _, o := range x.list {
		if o.doc.typ == l.typ {
			known = append(known, o.name)
		}
	}
	near := x.client.advice.Nearest(l.name, known)
	message := "the client " + x.client.name + " has no resource " + l.label()
	if near != "" {
		message += "; did you mean " + label(l.typ, near) + "?"
	}
	p := x.problem(code, r, l.span, message, reference)
	offer(p, l.span, near)
	x.report(p)
}

// triggered checks the triggers that a resource declares. The method implicit adds the edges when it
// processes the triggered resource.
func (x *relator) triggered(r *resource) {
	for _, l := range r.doc.triggers.list {
		switch o := x.byKey[l.key]; {
		case l.key == r.key:
			x.report(x.problem("trigger-self", r, l.span, "a resource cannot trigger itself",
				"resource cannot trigger itself"))
		case o == nil:
			x.undefined("trigger-undefined", r, l, "resource triggers `"+l.label()+"` which is undefined")
		default:
			r.triggers = append(r.triggers, trigger{o, l})
		}
	}
}

// forbidden reports whether r cannot require o, because r must exist before o can. The reasons are
// the implicit edges in the other direction and, for a directory, everything below it (7).
func forbidden(r, o *resource) bool {
	switch r.doc.typ.name {
	case "directory":
		return isAtOrBelow(o.path(), r.path()) || isAtOrBelow(o.destination(), r.path())
	case "file":
		return o.destination() == r.path()
	case "symlink":
		return o.is("directory", "file") && o.path() == r.destination() ||
			o.is("host", "resolv.conf") && o.destination() == r.path()
	case "user":
		home := r.text("home")
		return o.is("directory") && home != "" && o.path() == pathKey(home) ||
			o.is("group") && oneOf(o.name, r.texts("groups")...)
	case "group":
		return o.is("user") && o.text("group") == r.name
	}
	return false
}

// queued returns resources in the order in which a client applies them. A client keeps a queue: it
// applies the first resource if everything before it has been applied, and otherwise moves it to
// the end. The client thus goes through the queue in rounds: a resource is applied in the same round
// as its predecessors, or in the next one if a predecessor is later in the queue.
func queued(list []*resource) []*resource {
	round := make([]int, len(list))
	open := make([]int, len(list)) // number of predecessors without a round yet
	ready := make([]*resource, 0, len(list))
	for i, r := range list {
		if open[i] = len(r.after); open[i] == 0 {
			ready = append(ready, r)
		}
	}
	// All predecessors of a resource in ready have been assigned a round. A dependant that is declared before
	// its predecessor has to wait for the next round.
	for len(ready) > 0 {
		r := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		for _, d := range r.dependants {
			turn := round[r.index]
			if r.index > d.index {
				turn++
			}
			round[d.index] = max(round[d.index], turn)
			if open[d.index]--; open[d.index] == 0 {
				ready = append(ready, d)
			}
		}
	}
	out := slices.Clone(list)
	sort.SliceStable(out, func(i, j int) bool { return round[out[i].index] < round[out[j].index] })
	return out
}
