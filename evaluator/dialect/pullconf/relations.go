package pullconf

import (
	"sort"
	"strconv"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// relations are the dependencies of a resource on the others of its client.
type relations struct {
	refs  []linkRef // of requires and triggers, in this order
	index int       // among the resources of the client
	after []edge    // the resources that are applied before it
	// dependants are the resources that have this one in after.
	dependants []*resource
	children   []*resource // of a directory: its direct children
	triggers   []trigger
	last       *record // in the last result, or nil
}

// A record is the form of a resource in a result, and the relations in it.
type record struct {
	value    value.Value
	after    []edge
	children []*resource
	triggers []trigger
}

// A linkRef pairs a link with the reference that represents it in the program.
type linkRef struct {
	ref  *ir.Ref
	link *link
}

// An edge leads to a resource that is applied earlier. If hard is set, that resource must succeed.
type edge struct {
	to *resource
	// via is "requires", "implicit" or "triggers": the reason for the edge.
	via  string
	hard bool
}

// A trigger is a command that a resource runs when it changes. In relator.triggers, however, to is
// the resource that triggers the command.
type trigger struct {
	to   *resource
	link *link
}

// comesAfter reports whether o is directly before the resource.
func (r *relations) comesAfter(o *resource) bool {
	for _, e := range r.after {
		if e.to == o {
			return true
		}
	}
	return false
}

// A relator relates the resources of one client.
type relator struct {
	client   *client
	list     []*resource
	none     *value.List            // the empty list
	muted    bool                   // a document could not be read, so something that seems missing may exist
	spend    func(n int) bool       // charges work to the budget
	report   func(p *diag.Problem)  // adds a problem
	byKey    map[string]*resource   // the first of each type and name
	byPath   map[string][]*resource // directories, files and symlinks
	nameless map[*resourceType]bool // types with a resource whose name is not known
	users    []*resource
	groups   map[string]*resource
	triggers map[string][]trigger // the resources that trigger an execute, by its key
	// from maps each resource that depends on the current one, directly or not, to the next step
	// towards it. It is nil until needed.
	from  map[*resource]*resource
	edges []bind.Edge // edges of the graph besides those in after
}

// relate computes the relations of all resources, one resource after the other. Like the original,
// it refuses an edge that would close a loop as soon as it encounters the edge. The steps
// follow the order of section 7, which decides which of several edges closes a loop.
func (x *relator) relate() {
	x.collect()
	for _, r := range x.list {
		// The error in its name has been reported. Its relations cannot be determined without it.
		if !r.named {
			continue
		}
		x.unique(r)
		x.from = nil
		x.parents(r)
		x.implicit(r)
		x.requires(r)
		x.triggered(r)
	}
}

// collect builds the tables in which resources are looked up.
func (x *relator) collect() {
	x.byKey, x.byPath = make(map[string]*resource, len(x.list)), make(map[string][]*resource, len(x.list))
	x.nameless, x.groups = map[*resourceType]bool{}, map[string]*resource{}
	x.triggers = map[string][]trigger{}
	alone := make([]*resource, 0, len(x.list))
	for i, r := range x.list {
		r.index = i
		if !r.named {
			x.nameless[r.doc.typ] = true
			continue
		}
		if x.byKey[r.key] == nil {
			x.byKey[r.key] = r
		}
		switch r.doc.typ.name {
		case "directory", "file", "symlink":
			// Nearly all paths belong to one resource: their slices are parts of a single one.
			if key := pathKey(r.name); x.byPath[key] == nil {
				alone = append(alone, r)
				x.byPath[key] = alone[len(alone)-1 : len(alone) : len(alone)]
			} else {
				x.byPath[key] = append(x.byPath[key], r)
			}
		case "user":
			x.users = append(x.users, r)
		case "group":
			if x.groups[r.name] == nil {
				x.groups[r.name] = r
			}
		}
		for _, l := range r.doc.triggers.list {
			// A command that triggers itself is reported by triggered.
			if l.key != r.key {
				x.triggers[l.key] = append(x.triggers[l.key], trigger{r, l})
			}
		}
	}
	for _, r := range x.list {
		if p := r.path(); p != "" && r.named {
			for _, d := range x.byPath[parent(p)] {
				if d.is("directory") && p != "/" {
					d.children = append(d.children, r)
				}
			}
		}
	}
}

// is reports whether the resource is of one of several types.
func (r *resource) is(types ...string) bool { return oneOf(r.doc.typ.name, types...) }

// path returns the path of a directory, file or symlink, or "" for other resources.
func (r *resource) path() string {
	if r.doc.typ.primary != "path" {
		return ""
	}
	return pathKey(r.name)
}

// destination returns the path that a resource writes or links to, or "" if it does neither.
func (r *resource) destination() string {
	switch {
	case r.is("symlink") && r.text("target") != "":
		return pathKey(r.text("target"))
	case r.target != "":
		return pathKey(r.target)
	}
	return ""
}

// parent returns the directory of a path. The root directory is its own parent.
func parent(path string) string {
	if i := strings.LastIndexByte(path, '/'); i > 0 {
		return path[:i]
	}
	return "/"
}

// isAtOrBelow reports whether path is other or inside it.
func isAtOrBelow(path, other string) bool {
	return path != "" && (path == other || other == "/" || strings.HasPrefix(path, other+"/"))
}

// problem returns an error in a relation of a resource. The message says for which client, if the
// resource comes from a group, as the same problem can occur for several clients. reference is the
// original's message without the text that the original puts before it (5).
func (x *relator) problem(code diag.Code, r *resource, span source.Span, message, reference string) *diag.Problem {
	p := diag.Problem{Severity: diag.Error, Code: code, Span: span, Message: message}
	if r.group != nil {
		p.Message += " (for the client " + x.client.name + ")"
	}
	if reference != "" {
		p.Reference = "`client[" + x.client.name + "]`>`" + r.label() + "`: " + reference
	}
	return &p
}

// uniqueProperties has, for each type, the property that must be unique and the original's message
// if it is not. In the message, % is replaced by the name. The message is empty if it is not known.
var uniqueProperties = map[string][2]string{
	"path": {"the path",
		"path `%` appears in multiple resources, must be unique among resources of type `file`, `symlink` and " +
			"`directory`"},
	"host": {"the IP address",
		"IP address `%` appears in multiple `host` resources, must be unique among host entries"},
	"group": {"the group name",
		"group name `%` appears in multiple `group` resources, group names must be unique"},
	"user": {"the user name",
		"user name `%` appears in multiple `user` resources, user names must be unique"},
	"apt::package": {"the package name",
		"package name `%` appears in multiple `apt::package` resources, package names must be unique"},
	"execute":         {"the name", "name `%` appears in multiple `execute` resources, resource names must be unique"},
	"cron::job":       {"the name", ""},
	"apt::preference": {"the name", ""},
	"resolv.conf":     {"the file", ""},
}

// unique reports a resource with the name or path of an earlier one. Files, directories and
// symlinks share their paths.
func (x *relator) unique(r *resource) {
	kind, other := r.doc.typ.name, x.byKey[r.key]
	if p := r.path(); p != "" {
		kind, other = "path", x.byPath[p][0]
	}
	if other == r {
		return
	}
	texts := uniqueProperties[kind]
	p := x.problem("not-unique", r, r.nameAt(),
		"another resource of the client "+x.client.name+" already has "+texts[0]+" "+strconv.Quote(r.name),
		strings.ReplaceAll(texts[1], "%", r.name))
	also(p, other.nameAt(), "the first one is "+other.label())
	x.report(p)
}

// nodesOfStep is how many resources one step of the budget pays for visiting.
const nodesOfStep = 16

// dependants finds the resources that already depend on r. This set does not change while r gets
// its own edges, because an edge that would change it closes a loop.
func (x *relator) dependants(r *resource) {
	x.from = map[*resource]*resource{}
	for queue := []*resource{r}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if len(x.from)%nodesOfStep == 0 && !x.spend(1) {
			return
		}
		for _, d := range at.dependants {
			if x.from[d] == nil && d != r {
				x.from[d] = at
				queue = append(queue, d)
			}
		}
	}
}

// leadsTo reports whether a resource depends on the current one. The search for dependants is needed
// only if from has predecessors and r has dependants, so a long chain is cheap.
func (x *relator) leadsTo(from, r *resource) bool {
	if len(from.after) == 0 || len(r.dependants) == 0 {
		return false
	}
	if x.from == nil {
		x.dependants(r)
	}
	return x.from[from] != nil
}

// add adds an edge from a resource to one that comes before it. If that would close a loop, it
// returns a description of the loop instead.
func (x *relator) add(r *resource, e edge) (loop string) {
	if e.to == r || r.comesAfter(e.to) {
		return ""
	}
	if !x.leadsTo(e.to, r) {
		r.after = append(r.after, e)
		e.to.dependants = append(e.to.dependants, r)
		return ""
	}
	// The graph shows the refused edge, too, since it is the one that has to change.
	x.edges = append(x.edges, bind.Edge{From: r.cell.Name, To: e.to.cell.Name, Via: e.via})
	names := []string{r.label()}
	more := 0
	for at := e.to; at != r; at = x.from[at] {
		if len(names) < mostNames {
			names = append(names, at.label())
		} else {
			more++
		}
	}
	if more > 0 {
		names = append(names, "... ("+strconv.Itoa(more)+" more)")
	}
	return strings.Join(append(names, r.label()), " -> ")
}

// parents reports files where a directory is required, and hosts whose file another resource writes
// as a whole. Only the direct parent counts, as in the original: a file further up is not found
// (7).
func (x *relator) parents(r *resource) {
	path := r.path()
	if path != "" && path != "/" {
		for _, o := range x.byPath[parent(path)] {
			if o.is("file") {
				x.fileParent(r, o)
			}
		}
	}
	if !r.is("host") {
		return
	}
	for _, o := range x.byPath[r.destination()] {
		if o.is("file") && (o.get("content").Data != nil || o.get("source").Data != nil) {
			p := x.problem("hosts-conflict", r, r.nameAt(),
				"this adds a line to /etc/hosts, which "+o.label()+" also writes",
				"resource conflicts with `"+o.label()+"` whose `content` or `source` parameters are set")
			also(p, o.nameAt(), "the file is here")
			x.report(p)
		}
	}
}

// fileParent reports that the path of r is directly inside the file o.
func (x *relator) fileParent(r, o *resource) {
	kind := r.doc.typ.name
	plural := map[string]string{"directory": "directories", "symlink": "symlinks"}[kind]
	reference := "file `" + o.name + "` is found to be a parent of this " + kind +
		", but files cannot be parents to " + plural
	if kind == "file" {
		reference = "another file `" + o.name +
			"` is found to be a parent of this file, but files cannot be parents to other files"
	}
	p := x.problem("file-parent", r, r.nameAt(), "this is inside "+strconv.Quote(o.name)+
		", which is a file, not a directory", reference)
	also(p, o.nameAt(), "the file is here")
	x.report(p)
}

// implicit adds the dependencies that a resource does not declare and, for an execute, the
// resources that trigger it.
func (x *relator) implicit(r *resource) {
	needed := x.needs(r)
	// The order decides which edge closes a loop, so the edges follow the order of the resources.
	sort.SliceStable(needed, func(i, j int) bool { return needed[i].index < needed[j].index })
	// The needed resources must also succeed, so these edges are hard.
	for _, o := range needed {
		if loop := x.add(r, edge{o, "implicit", true}); loop != "" {
			p := x.problem("implicit-loop", r, r.nameAt(), "this needs "+o.label()+", which needs this: "+loop,
				"resource must depend on `"+o.label()+"`, but the current configuration would introduce a loop")
			also(p, o.nameAt(), o.label()+" is here")
			x.report(p)
		}
	}
	if !r.is("execute") {
		return
	}
	// The command comes after the resources that trigger it, but does not need their success: the
	// edge is not hard (7).
	for _, t := range x.triggers[r.key] {
		if loop := x.add(r, edge{t.to, "triggers", false}); loop != "" {
			x.report(x.problem("trigger-loop", r, t.link.span,
				t.to.label()+" triggers "+r.label()+", which must come first: "+loop,
				"resource must be applied after `"+t.to.label()+
					"` as per the `triggers` parameter, but the current configuration would introduce a loop"))
		}
	}
}

// needs lists the resources that a resource depends on implicitly.
func (x *relator) needs(r *resource) []*resource {
	var out []*resource
	switch r.doc.typ.name {
	case "directory":
		out = x.above(r.path())
		for _, u := range x.users {
			if home := u.text("home"); home != "" && pathKey(home) == r.path() {
				out = append(out, u)
			}
		}
	case "file":
		out = x.above(r.path())
	case "symlink":
		out = append(x.above(r.path()), x.pathOf(r.destination(), "directory", "file")...)
	case "host", "resolv.conf":
		out = x.pathOf(r.destination(), "file", "symlink")
	case "cron::job", "apt::preference":
		out = x.above(r.destination())
	case "group":
		for _, u := range x.users {
			if u.text("group") == r.name {
				out = append(out, u)
			}
		}
	case "user":
		for _, name := range r.texts("groups") {
			if g := x.groups[name]; g != nil {
				out = append(out, g)
			}
		}
	}
	return out
}

// pathOf lists the resources of the given types at a path.
func (x *relator) pathOf(path string, types ...string) []*resource {
	var out []*resource
	for _, o := range x.byPath[path] {
		if o.is(types...) {
			out = append(out, o)
		}
	}
	return out
}

// above lists the directories and symlinks that contain a path. It looks up each directory on the
// way to the root, instead of comparing with all paths.
func (x *relator) above(path string) []*resource {
	var out []*resource
	for path != "" && path != "/" && x.spend(len(path)/bytesOfStep+1) {
		path = parent(path)
		out = append(out, x.pathOf(path, "directory", "symlink")...)
	}
	return out
}
