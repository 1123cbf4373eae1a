package hot

import (
	"strconv"
	"strings"
)

// A templatePath is a path in a template as Heat writes it: resources.r.properties.a[0]. It is kept
// as steps and formatted only when a problem needs it.
type templatePath struct {
	up    *templatePath
	key   string
	index int  // index of a list element; -1 for a key
	call  bool // the key is a function's name
}

// child returns the path of a key below t, which may be nil.
func (t *templatePath) child(key string) *templatePath { return &templatePath{t, key, -1, false} }

// item returns the path of a list element below t.
func (t *templatePath) item(i int) *templatePath { return &templatePath{t, "", i, false} }

// function returns the path of a function call below t.
func (t *templatePath) function(name string) *templatePath { return &templatePath{t, name, -1, true} }

// String formats the path with dots and brackets. Numeric names are also written in brackets.
func (t *templatePath) String() string { return t.write(nil, style{digits: true}) }

// below returns the part of the path after top, as Heat writes it while parsing: numeric
// names are written like other names.
func (t *templatePath) below(top *templatePath) string { return t.write(top, style{}) }

// checked returns the path as Heat writes it after parsing, when it checks references: each
// function checks its own arguments and adds its name and a colon as a prefix, and the value
// of an output that is a list is called Value.
func (t *templatePath) checked() string { return t.write(nil, style{": ", true}) }

// A style is one of the ways in which Heat writes a path.
type style struct {
	afterCall string // written after each call except the last
	digits    bool   // numeric names are in brackets
}

// write formats the part after top.
func (t *templatePath) write(top *templatePath, how style) string {
	var steps []*templatePath
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
		if how.afterCall != "" && i > 0 && steps[i-1].index >= 0 && s.isOutputValue() {
			b.WriteString("Value")
			continue
		}
		b.WriteString(s.key)
		if s.call && i > 0 {
			b.WriteString(how.afterCall)
		}
	}
	return b.String()
}

// isOutputValue reports whether this is the value of an output.
func (t *templatePath) isOutputValue() bool {
	return t.key == "value" && t.up != nil && t.up.up != nil && t.up.up.key == "outputs" && !t.up.call
}

// inCondition returns the part of the path that Heat keeps for a removed function in a
// condition: from the outermost function on.
func (t *templatePath) inCondition() string {
	top := t.up
	for s := top; s != nil; s = s.up {
		if s.call {
			top = s.up
		}
	}
	return t.write(top, style{": ", true}) + ": "
}

// pathTo returns the path that consists of top and of rest, a path below it.
func pathTo(top, rest string) string {
	if rest == "" || rest[0] == '[' {
		return top + rest
	}
	return top + "." + rest
}
