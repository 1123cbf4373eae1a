package hot

import (
	"strconv"
	"strings"
)

// A trail is a place in a template as Heat writes it: resources.r.properties.a[0]. It is
// kept as steps and written out only when a problem needs it.
type trail struct {
	up    *trail
	key   string
	index int // of a list element; -1 for a key
}

// child returns the trail of a key below t, which may be nil.
func (t *trail) child(key string) *trail { return &trail{t, key, -1} }

// item returns the trail of a list element below t.
func (t *trail) item(i int) *trail { return &trail{t, "", i} }

// String returns the trail with dots and brackets.
func (t *trail) String() string { return t.below(nil) }

// below returns the part of the trail that comes after top.
func (t *trail) below(top *trail) string {
	var steps []*trail
	for s := t; s != nil && s != top; s = s.up {
		steps = append(steps, s)
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		switch s := steps[i]; {
		case s.index >= 0:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case b.Len() > 0:
			b.WriteString("." + s.key)
		default:
			b.WriteString(s.key)
		}
	}
	return b.String()
}

// pathTo joins the text of a place with what comes below it.
func pathTo(top, rest string) string {
	if rest == "" || rest[0] == '[' {
		return top + rest
	}
	return top + "." + rest
}
