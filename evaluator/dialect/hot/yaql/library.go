package yaql

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
)

// A Library is the set of functions that Heat enables. It caches the signatures it has parsed
// and must not be shared between goroutines.
type Library struct {
	// entries are the forms by name, groups the parsed ones; groups has a nil for a name that was
	// looked up and does not exist.
	entries    map[string][]*entry
	groups     map[string]*forms
	characters *charNames
}

// forms are all forms of a function, the most specific first.
type forms struct{ methods, functions []*overload }

// tables returns the parts of the library. Among forms of the same name, the order of the tables
// and of the entries decides which is tried first.
func tables() [][]entry {
	return [][]entry{operators, system, numbers, texts, regexes, collections, queries, dates}
}

// NewLibrary returns the library. names returns the content of NamesFile, or nil if the file is
// unavailable; it is called when a character is first needed by its name. Signatures are not parsed
// here, since most expressions use only a few functions.
func NewLibrary(names func() []byte) *Library {
	l := &Library{entries: map[string][]*entry{}, groups: map[string]*forms{}, characters: &charNames{load: names}}
	for _, table := range tables() {
		for i := range table {
			for _, name := range table[i].names() {
				l.entries[name] = append(l.entries[name], &table[i])
			}
		}
	}
	return l
}

// group returns the forms of a function, or nil if the name is unknown.
func (l *Library) group(name string) *forms {
	if g, ok := l.groups[name]; ok {
		return g
	}
	var g *forms
	for _, n := range l.entries[name] {
		if g == nil {
			g = &forms{}
		}
		o := n.read()
		if o.method {
			g.methods = append(g.methods, o)
		}
		if o.plain {
			g.functions = append(g.functions, o)
		}
	}
	l.groups[name] = g
	return g
}

// forms returns the forms of a function or of a method.
func (l *Library) forms(name string, isMethod callForm) []*overload {
	g := l.group(name)
	switch {
	case g == nil:
		return nil
	case bool(isMethod):
		return g.methods
	}
	return g.functions
}

// names returns the names that users may write, sorted. Operators, whose names begin with #, are
// not among them.
func (l *Library) names() []string {
	var out []string
	for name := range l.entries {
		if !strings.HasPrefix(name, "#") {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// meant returns the end of a message about an unknown name: the name that was probably meant. It is
// "" if no name is similar.
func (l *Library) meant(name string) string {
	const longest = 64
	if len(name) > longest {
		return ""
	}
	return diag.DidYouMean(name, l.names())
}

// A Function is a function or a method as documented.
type Function struct {
	Name      string
	Signature string // how it is called: list.where(predicate)
	Doc       string
	Method    bool
}

// Functions returns the library, sorted by name: one Function for each form.
func (l *Library) Functions() (out []Function) {
	for _, name := range l.names() {
		out = append(out, l.Lookup(name)...)
	}
	return out
}

// Lookup returns the forms of the function with the given name. A form callable both as a function and as a method is
// listed as a method.
func (l *Library) Lookup(name string) (out []Function) {
	for _, n := range l.entries[name] {
		o := n.read()
		shown := o.shown()
		// A form is shown with the first of its synonyms, which is replaced here: for filter,
		// iterable.where(predicate) becomes iterable.filter(predicate).
		if first := n.names()[0]; first != name {
			shown = strings.Replace(shown, first+"(", name+"(", 1)
		}
		out = append(out, Function{Name: name, Signature: shown, Doc: n.doc, Method: o.method})
	}
	return out
}
