package pullconf

import (
	"sort"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A resource is one client's instance of a resource: the client's own, or one from a group.
type resource struct {
	doc    *resourceDoc
	client *client
	group  *group // nil for the client's own
	cell   *ir.Cell
	given  []ir.Node // by parameter of the type; nil if not given
	// fields are the parameters and, once the cell has been evaluated, only those with a value, and the target.
	fields []value.Field
	object value.Value // with these fields; the zero Value if the cell has not been evaluated
	name   string      // the value of the primary parameter
	// named reports whether name is known: without it, the resource cannot be related to others.
	named  bool
	key    string // identifies the resource: its type and name
	target string // the file that it writes to
	// isNew reports whether the cell is evaluated for the next result, for the first time or again.
	isNew bool

	relations
}

// label returns type[name], as the original shows a resource.
func (r *resource) label() string { return label(r.doc.typ, r.name) }

// clear drops the results of evaluation. The value of the cell has the fields, so they are not used again.
func (r *resource) clear() {
	t := r.doc.typ
	room := len(t.names)
	if t.target != "" {
		room++
	}
	r.fields = r.client.slabs.fields.Slice(room)[:len(t.names)]
	for i, name := range t.names {
		r.fields[i].Key = name
	}
	r.object, r.name, r.named, r.key, r.target, r.isNew = value.Value{}, "", false, "", "", true
}

// get returns the value of a parameter; Data is nil without a value.
func (r *resource) get(name string) value.Value {
	if v := r.at(name); v != nil {
		return *v
	}
	return value.Value{}
}

// at returns where the value of a parameter is stored. Before the cell has been evaluated, every parameter of the type
// has a place; afterwards, at returns nil without a value.
func (r *resource) at(name string) *value.Value {
	for i := range r.fields {
		if r.fields[i].Key == name {
			return &r.fields[i].Value
		}
	}
	return nil
}

// text returns the string of a parameter, or "" if it has none.
func (r *resource) text(name string) string { return textData(r.get(name).Data) }

// texts returns the strings of an array parameter.
func (r *resource) texts(name string) []string {
	var out []string
	if l := r.get(name).List(); l != nil {
		for _, item := range l.Items {
			out = append(out, textData(item.Data))
		}
	}
	return out
}

// written returns the span of a parameter or, if it is not given, that of the type.
func (r *resource) written(name string) source.Span {
	if i := r.doc.typ.find(name); i >= 0 && r.given[i] != nil {
		return r.given[i].Info().Span
	}
	return r.doc.typeNode.Span
}

// nameAt returns the span of the parameter that names the resource.
func (r *resource) nameAt() source.Span { return r.written(r.doc.typ.primary) }

// A reader reads the parameters of a resource by their types. frame evaluates the resource's
// cell: it collects the problems and limits the work.
type reader struct {
	frame ir.Frame
	*resource
}

// readResource evaluates the cell of a resource to an object of its parameters. It also keeps the
// values in the resource, for the relations and the result.
func readResource(f ir.Frame, c *ir.Call) value.Value {
	r := reader{f, c.Data.(*resource)}
	for i := range r.doc.typ.parameters {
		p, v := &r.doc.typ.parameters[i], &r.fields[i].Value
		switch n := r.given[i]; {
		case n != nil:
			use(n)
			e := expression{node: n}
			if p.of.shape == aText { // it needs no place unless there is an error
				*v = r.string(e, p.of, &place{outer: &r.doc.inside, key: p.name, index: -1})
			} else {
				*v = r.read(e, p.of, r.doc.inside.at(p.name))
			}
		// The missing parameter was reported when the document was read, once for all clients.
		case p.required:
			*v = value.Failure(p.name + " is missing")
		case p.or != nil:
			*v = value.Of(p.or).At(c.NameAt)
		}
	}
	r.finish()
	r.object = r.parameters()
	return r.object
}

// parameters returns the result of reading: the parameters that have a value, and the target.
func (r *resource) parameters() value.Value {
	fields := r.fields[:0]
	for _, f := range r.fields {
		if f.Value.Data != nil {
			fields = append(fields, f)
		}
	}
	if t := r.doc.typ.target; t != "" {
		v := value.Failure("error")
		if r.target != "" {
			v = value.Str(r.target)
		}
		fields = append(fields, value.Field{Key: "target", Value: v.At(r.doc.typeNode.Span)})
	}
	r.fields = fields
	return r.client.slabs.object(fields).At(r.doc.node.Span)
}

// An expression is the source of a value: written in place, or part of a variable that references
// lead to. For part of a variable, value is what has been evaluated already, if anything.
type expression struct {
	node  ir.Node
	value value.Value
}

// span returns where the expression is written, which may be in a variable.
func (e expression) span() source.Span { return e.node.Info().Span }

// item returns a member of an array.
func (e expression) item(i int) expression {
	out := expression{node: e.node.(*ir.List).Items[i]}
	if l := e.value.List(); l != nil && i < len(l.Items) {
		out.value = l.Items[i]
	}
	return out
}

// field returns the value of a key of a hash; its node is nil if the key is missing.
func (e expression) field(key string) expression {
	out := expression{node: fieldOf(e.node.(*ir.Object), key)}
	if o := e.value.Object(); o != nil {
		out.value, _ = o.Get(key)
	}
	return out
}

// read reads a value by its type. If it is wrong, read reports why and returns a failure. Scalars,
// members and values of hashes can all be references, each to a value of its type (4).
func (r reader) read(e expression, of *valueType, at *place) value.Value {
	if of.shape == aText {
		return r.string(e, of, at)
	}
	if !r.frame.Spend(1) {
		return value.Failure("stopped")
	}
	var v value.Value
	switch found, ok := r.follow(e, of.shape, at); {
	case !ok:
		v = value.Failure("error")
	case of.shape == anArray:
		items := make([]value.Value, len(found.node.(*ir.List).Items))
		for i := range items {
			items[i] = r.read(found.item(i), of.member, at.item(i))
		}
		v = value.ListOf(items...)
	default:
		v = r.hash(found, of, at)
	}
	return v.At(e.span())
}

// string reads a string by its type.
func (r reader) string(e expression, of *valueType, at *place) value.Value {
	if !r.frame.Spend(1) {
		return value.Failure("stopped")
	}
	v, ok := r.plain(e, at)
	if ok {
		data, m := of.check(textData(v.Data))
		if m == nil {
			if data == nil {
				data = v.Data
			}
			return value.Of(data).At(v.Origin)
		}
		r.reportError(e.node, m, at)
	}
	return value.Failure("error").At(e.span())
}

// hash reads the keys of a hash within a parameter. A missing key gets its default; keys reports a
// missing required one.
func (r reader) hash(e expression, of *valueType, at *place) value.Value {
	r.keys(e.node.(*ir.Object), of, at)
	var fields []value.Field
	for _, p := range of.fields {
		given := e.field(p.name)
		switch {
		case given.node != nil:
			fields = append(fields, value.Field{Key: p.name, Value: r.read(given, p.of, at.at(p.name))})
		case p.or != nil:
			fields = append(fields, value.Field{Key: p.name, Value: value.Of(p.or)})
		}
	}
	return value.ObjectOf(fields...)
}

// keys reports the required keys that a hash lacks and the keys that are not known in it. A likely
// misspelling of a required key is reported only as that.
func (r reader) keys(n *ir.Object, of *valueType, at *place) {
	lacks := map[string]bool{}
	for _, p := range of.fields {
		lacks[p.name] = p.required && fieldOf(n, p.name) == nil
	}
	known := names(of.fields)
	for _, f := range n.Fields {
		if findParameter(of.fields, f.Key) >= 0 {
			continue
		}
		near := diag.Nearest(f.Key, known)
		m := wrong("unknown-key", "this "+of.words()+" has no key "+strconv.Quote(f.Key)+
			suggest(f.Key, "its keys are ", known), "encountered unexpected key `"+f.Key+"`")
		// The loop below does not report such a key as missing again.
		if lacks[near] {
			lacks[near] = false
			m = wrong("missing-key", "the key "+strconv.Quote(near)+" is missing; is "+
				strconv.Quote(f.Key)+" a misspelling of it?", "failed to find required key `"+near+"`")
		}
		m.fix = near
		r.report(m, f.KeyAt, at)
	}
	for _, name := range known {
		if lacks[name] {
			r.report(wrong("missing-key", "the key "+strconv.Quote(name)+" is missing here",
				"failed to find required key `"+name+"`"), firstField(n), at)
		}
	}
}

// fieldOf returns the value of a key, or nil.
func fieldOf(n *ir.Object, key string) ir.Node {
	for i := range n.Fields {
		if n.Fields[i].Key == key {
			return n.Fields[i].Value
		}
	}
	return nil
}

// firstField returns the span at which to report that something is missing in a hash.
func firstField(n *ir.Object) source.Span {
	if len(n.Fields) > 0 {
		return n.Fields[0].KeyAt
	}
	return n.Span
}

// reportError reports an error in a string, with a fix only if the string is a literal.
func (r reader) reportError(n ir.Node, m *checkError, at *place) {
	// If the text contains references, the string that was checked is a different one, so replacing
	// the text would be wrong.
	if _, literal := n.(*ir.Lit); !literal {
		m.fix = ""
	}
	r.report(m, n.Info().Span, at)
}

// report adds an error. In a group's resource, it is reported for each client that it affects. at
// is nil for rules on several parameters, whose original messages have no path (6).
func (r reader) report(m *checkError, span source.Span, at *place) {
	p := diag.Problem{Severity: diag.Error, Code: m.code, Span: span, Message: m.message, Reference: m.reference}
	switch {
	case m.reference == "":
	case at != nil:
		p.Reference = r.wrap() + at.String() + ": " + m.reference
	default:
		p.Reference = r.wrap() + m.reference
	}
	if r.group != nil {
		p.Message += " (for the client " + r.client.name + ")"
	}
	if m.fixAt.IsZero() {
		m.fixAt = inner(span)
	}
	offer(&p, m.fixAt, m.fix)
	r.frame.Report(p)
}

// wrap returns the text that the original puts before an error in a resource of a client.
func (r *resource) wrap() string {
	if r.group != nil {
		return "`client[" + r.client.name + "]`>"
	}
	return "`" + r.client.name + "`>"
}

// inner returns a span without the quotes around it.
func inner(s source.Span) source.Span {
	if text := s.Text(); len(text) >= 2 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0] {
		return s.Slice(1, len(text)-1)
	}
	return s
}

// finish derives values from the parameters and checks rules that involve several of them. The
// original also refuses an empty command, but StrictYAML cannot express one.
func (r reader) finish() {
	t := r.doc.typ
	// resolv.conf, of which a client has only one, is named after its file.
	if t.primary == "" {
		r.name, r.named = t.target, true
	} else if v := r.get(t.primary); !v.IsFailed() && v.Data != nil {
		r.name, r.named = textData(v.Data), true
	}
	r.key = resourceKey(t, r.name)
	if r.named && t.target != "" {
		r.target = t.target
	}
	switch t.name {
	// The file is called order-name, or name if there is no order (6). If the order is invalid, the
	// target is not known.
	case "apt::preference":
		if order := r.get("order"); order.IsFailed() {
			r.target = ""
		} else if n, ok := order.Data.(value.Number); ok && r.named {
			r.target += string(n) + "-" + r.name
		} else {
			r.target += r.name
		}
	case "cron::job":
		r.target += r.name
		r.environment()
	case "file":
		r.contentOrSource()
	case "host":
		r.aliases()
	case "user":
		r.user()
	}
}

// environment sorts the variables of a cron job by name and checks the names.
func (r reader) environment() {
	v := r.at("environment")
	list := v.List()
	if list == nil || v.HasFailed() {
		return
	}
	name := func(v value.Value) value.Value {
		n, _ := v.Object().Get("name")
		return n
	}
	items := append([]value.Value(nil), list.Items...)
	sort.SliceStable(items, func(i, j int) bool {
		return textData(name(items[i]).
			Data) < textData(name(items[j]).Data)
	})
	for i, item := range items {
		switch n := name(item); {
		case n.Data == nil: // it is missing, which has been reported
		case textData(n.Data) == "":
			r.report(wrong("environment-name", "the name of an environment variable cannot be empty",
				"environment variable names in `environment` cannot be empty"), n.Origin, nil)
		case i > 0 && textData(name(items[i-1]).Data) == textData(n.Data):
			r.report(wrong("environment-name", "there is another environment variable called "+
				strconv.Quote(textData(n.Data))+" in this job",
				"environment variable names in `environment` must be unique"), n.Origin, nil)
		}
	}
	v.Data = value.NewList(items)
}

// contentOrSource reports a file with both content and source, at the second of them.
func (r reader) contentOrSource() {
	if r.given[r.doc.typ.find("content")] == nil || r.given[r.doc.typ.find("source")] == nil {
		return
	}
	var second source.Span
	for _, p := range r.doc.parameters.Pairs {
		if oneOf(p.Key.Value, "content", "source") {
			second = p.Key.Span
		}
	}
	r.report(wrong("content-and-source", "a file has either content or a source, not both",
		"parameters `content` and `source` are mutually exclusive and cannot be defined both at the same time"),
		second, nil)
}

// mostAliases is how many aliases a host can have.
const mostAliases = 4

// aliases reports the first alias beyond the limit.
func (r reader) aliases() {
	list := r.get("aliases").List()
	if list == nil || len(list.Items) <= mostAliases {
		return
	}
	n := strconv.Itoa(len(list.Items))
	r.report(wrong("host-aliases", "a host has at most four aliases, but this has "+n,
		"host `"+r.name+"` has "+n+" `aliases`, cannot be more than four"), list.Items[mostAliases].Origin, nil)
}

// user derives the home and the primary group from the name, sorts the other groups and checks that
// the primary one is not among them.
func (r reader) user() {
	derive := func(name, text string) {
		switch v := r.at(name); {
		case v.Data != nil:
		case r.named:
			*v = value.Str(text).At(r.nameAt())
		default:
			*v = value.Failure("the name is not known").At(r.nameAt())
		}
	}
	derive("home", "/home/"+r.name)
	derive("group", r.name)
	v := r.at("groups")
	list := v.List()
	if list == nil || v.HasFailed() {
		return
	}
	items := append([]value.Value(nil), list.Items...)
	sort.SliceStable(items, func(i, j int) bool { return textData(items[i].Data) < textData(items[j].Data) })
	v.Data = value.NewList(items)
	primary := r.text("group")
	for _, item := range items {
		if primary != "" && textData(item.Data) == primary {
			r.report(wrong("primary-group", "the primary group "+strconv.Quote(primary)+
				" cannot be among the further groups of the user "+strconv.Quote(r.name),
				"primary group `"+primary+"` of user `"+r.name+"` cannot appear in the list of supplementary groups"),
				item.Origin, nil)
			return
		}
	}
}

// resourceKey identifies a resource by type and name. Paths are normalised. Two resources with the
// same key are the same to the original (5).
func resourceKey(t *resourceType, name string) string {
	if t.primary == "path" {
		return t.name + " " + pathKey(name)
	}
	return t.name + " " + name
}

// pathKey normalises a path: it drops repeated and trailing slashes and "." elements.
func pathKey(path string) string {
	if isNormal(path) {
		return path
	}
	var b strings.Builder
	for _, part := range strings.Split(path, "/") {
		if part != "" && part != "." {
			b.WriteByte('/')
			b.WriteString(part)
		}
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}

// isNormal reports whether a path is absolute and has nothing that pathKey would drop, as nearly all paths.
func isNormal(path string) bool {
	for i := range len(path) {
		if path[i] != '/' {
			continue
		}
		rest := path[i+1:]
		if rest == "" || rest[0] == '/' || rest[0] == '.' && (len(rest) == 1 || rest[1] == '/') {
			return false
		}
	}
	return strings.HasPrefix(path, "/")
}
