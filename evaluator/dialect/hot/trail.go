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
	index int  // of a list element; -1 for a key
	call  bool // the key is that of a function
}

// child returns the trail of a key below t, which may be nil.
func (t *trail) child(key string) *trail { return &trail{t, key, -1, false} }

// item returns the trail of a list element below t.
func (t *trail) item(i int) *trail { return &trail{t, "", i, false} }

// function returns the trail of a call of a function below t.
func (t *trail) function(name string) *trail { return &trail{t, name, -1, true} }

// String returns the trail with dots and brackets, which also stand around names of digits.
func (t *trail) String() string { return t.write(nil, style{digits: true}) }

// below returns the part of the trail that comes after top, as Heat writes it while it
// parses: names of digits are names.
func (t *trail) below(top *trail) string { return t.write(top, style{}) }

// checked returns the trail as Heat writes it once all is parsed and it checks what calls
// refer to: each function checks its own arguments and puts its name and a colon in front,
// and the value of an output that is a list is called Value.
func (t *trail) checked() string { return t.write(nil, style{": ", true}) }

// A style is a way in which Heat writes a trail.
type style struct {
	behindCall string // after each call but the last
	digits     bool   // names of digits stand in brackets
}

// write writes what comes after top.
func (t *trail) write(top *trail, how style) string {
	var steps []*trail
	for s := t; s != nil && s != top; s = s.up {
		steps = append(steps, s)
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		s := steps[i]
		switch {
		case s.index >= 0:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
			continue
		case how.digits && s.key != "" && strings.Trim(s.key, "0123456789") == "":
			b.WriteString("[" + s.key + "]")
			continue
		case b.Len() > 0 && !strings.HasSuffix(b.String(), ": "):
			b.WriteByte('.')
		}
		if how.behindCall != "" && i > 0 && steps[i-1].index >= 0 && s.isOutputValue() {
			b.WriteString("Value")
			continue
		}
		b.WriteString(s.key)
		if s.call && i > 0 {
			b.WriteString(how.behindCall)
		}
	}
	return b.String()
}

// isOutputValue reports whether this is the value of an output.
func (t *trail) isOutputValue() bool {
	return t.key == "value" && t.up != nil && t.up.up != nil && t.up.up.key == "outputs" && !t.up.call
}

// inCondition returns what Heat keeps of the trail of a function in a condition that is
// found to be gone: what begins with the outermost function.
func (t *trail) inCondition() string {
	top := t.up
	for s := top; s != nil; s = s.up {
		if s.call {
			top = s.up
		}
	}
	return t.write(top, style{": ", true}) + ": "
}

// pathTo joins the text of a place with what comes below it.
func pathTo(top, rest string) string {
	if rest == "" || rest[0] == '[' {
		return top + rest
	}
	return top + "." + rest
}
