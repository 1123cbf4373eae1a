package std

import (
	"math"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// The types of parameters and results. They are shown on the reference page and parsed by check.
// Nested types are written one after the other: "list of map of string".
const (
	anything = "any"
	number   = "number"
	integer  = "integer"
	text     = "string"
	boolean  = "boolean"

	anyList     = ListOf + anything
	anyMap      = MapOf + anything
	textList    = ListOf + text
	numberList  = ListOf + number
	integerList = ListOf + integer
	listList    = ListOf + anyList
	mapList     = ListOf + anyMap
	textMap     = MapOf + text
	textMapList = ListOf + textMap
	textListMap = MapOf + textList
)

// The prefixes of the types of lists and maps. The type of the elements follows.
const (
	ListOf = "list of "
	MapOf  = "map of "
)

// elementType returns the type of the elements of a list or map, or "" for other types. For "list of map of
// string", it returns "map of string".
func elementType(t string) string {
	if elem, ok := strings.CutPrefix(t, ListOf); ok {
		return elem
	}
	elem, _ := strings.CutPrefix(t, MapOf)
	if len(elem) == len(t) {
		return ""
	}
	return elem
}

// words returns the noun for a value of a type in our messages, and the original's name of the
// type.
func words(t string) (noun, goWord string) {
	switch t {
	case number:
		return "a number", "float64"
	case integer:
		return "an integer", "int"
	case text:
		return "a string", "string"
	case boolean:
		return "a boolean", "bool"
	case anything:
		return "anything", "interface"
	}
	if strings.HasPrefix(t, ListOf) {
		return "a list", "slice"
	}
	return "an object", "map"
}

// goKind returns the original's name for the type of a value. There are no integers: a whole number is a float64,
// too.
func goKind(v value.Value) string {
	switch v.Data.(type) {
	case value.Bool:
		return "bool"
	case value.Number:
		return "float64"
	case value.String:
		return "string"
	case *value.List:
		return "slice"
	case *value.Object, *value.Tagged:
		return "map"
	}
	return "nil"
}

var (
	// Errors in the list of arguments. The references name the struct of the original's
	// arguments: std.SumArgs.
	missing = fault{
		code:      codeMissing,
		message:   "%[3]s needs the argument %[1]s, %[4]s: %[5]s",
		reference: "Missing required field '%[1]s' on '%[2]s'",
	}
	unrecognized = fault{
		code:      codeUnknown,
		message:   "%[3]s",
		reference: "Unrecognized field '%[1]s' on '%[2]s'",
	}
)

// bind puts the arguments in the order of the parameters and reports those that do not fit. It returns false if
// there are any. A null argument counts as omitted, because Pulumi leaves out null properties.
func (c *call) bind(args []value.Field) bool {
	for _, a := range args {
		i := c.index(a.Key)
		switch {
		case i < 0:
			c.unrecognized(a.Key)
		case a.Value.IsNull():
		default:
			c.args[i] = a.Value
			c.check(&place{name: a.Key, steps: at(a.Key)}, c.fn.Params[i].Type, a.Value)
		}
	}
	// All missing arguments are reported at once, in the order of the parameters.
	for i, p := range c.fn.Params {
		if c.args[i].Data == nil && !p.Optional {
			noun, _ := words(p.Type)
			c.fail(&missing, diag.Constant(p.Name), diag.Constant(c.argsName()), diag.Constant(c.fn.Name),
				diag.Constant(noun), diag.Constant(p.Doc))
		}
	}
	return len(c.problems) == 0
}

// unrecognized reports an argument that the function does not have. The argument's name may be
// computed, so it is not marked as constant.
func (c *call) unrecognized(key string) {
	names := make([]string, len(c.fn.Params))
	for i := range names {
		names[i] = c.fn.Params[i].Name
	}
	message := c.fn.Name + " has no argument " + diag.Any(strconv.Quote(key))
	near := diag.DidYouMean(key, names)
	switch {
	case near != "":
		message += near
	case len(names) == 0:
		message += "; it takes none"
	default:
		message += "; it takes " + strings.Join(names, ", ")
	}
	c.failIn(&unrecognized, key, diag.Any(key), diag.Constant(c.argsName()), message)
}

// A place is a position inside an argument, in the original's notation and as a path.
type place struct {
	name  string
	steps []ir.Step
}

// item returns the place of an element: input[0].
func (p *place) item(i int) *place {
	return &place{p.name + "[" + strconv.Itoa(i) + "]", p.into(ir.Step{Index: i})}
}

// entry returns the place of a map's value, for which the original has the notation "input[key]
// value".
func (p *place) entry(key string) *place {
	return &place{p.name + "[" + key + "] value", p.into(ir.Step{Key: key, IsKey: true})}
}

// into returns the path of p extended by a step. It copies the path, because several places may extend it.
func (p *place) into(s ir.Step) []ir.Step { return append(p.steps[:len(p.steps):len(p.steps)], s) }

// check reports every part of v that is not of type t. Nothing is converted (11). A null inside a list or map
// only fits the type any.
func (c *call) check(p *place, t string, v value.Value) {
	if !fits(t, v) {
		c.mistyped(p, t, v)
		return
	}
	elem := elementType(t)
	// Elements of any type need not be visited, which matters for long lists.
	if elem == "" || elem == anything {
		return
	}
	switch d := v.Data.(type) {
	case *value.List:
		for i := range d.Items {
			c.check(p.item(i), elem, d.Items[i])
		}
	case *value.Object:
		for i := range d.Fields {
			c.check(p.entry(d.Fields[i].Key), elem, d.Fields[i].Value)
		}
	}
}

// fits reports whether v is of a type, ignoring the elements of lists and maps.
func fits(t string, v value.Value) bool {
	ok := false
	switch t {
	case anything:
		return true
	case number:
		_, ok = v.Data.(value.Number)
	case integer:
		// Up to this magnitude, a float64 represents every whole number exactly.
		n, isNumber := v.Data.(value.Number)
		f := n.Float()
		return isNumber && f == math.Trunc(f) && math.Abs(f) <= 1<<53
	case text:
		_, ok = v.Data.(value.String)
	case boolean:
		_, ok = v.Data.(value.Bool)
	default:
		if strings.HasPrefix(t, ListOf) {
			return v.List() != nil
		}
		return v.Object() != nil
	}
	return ok
}

// mistyped reports a value of the wrong type. A number that is not whole is quoted, as its kind
// alone would not explain the error.
func (c *call) mistyped(p *place, t string, v value.Value) {
	got := diag.Constant(article(v.Kind()))
	if n, ok := v.Data.(value.Number); ok && t == integer {
		got = string(n)
	}
	noun, goWord := words(t)
	c.report(Problem{
		Severity: diag.Error,
		Code:     codeType,
		Message: diag.Sprintf("%s of %s must be %s, not %s", written(p.steps), diag.Constant(c.fn.Name),
			diag.Constant(noun), got),
		Reference: diag.Sprintf("Field '%s' on '%s' must be a '%s'; got '%s' instead", p.name,
			diag.Constant(c.argsName()), diag.Constant(goWord), diag.Constant(goKind(v))),
		ArgPath: p.steps,
	})
}

// written formats a path for a message: input[0].key.
func written(steps []ir.Step) string {
	p := value.Path("")
	for _, s := range steps {
		if s.IsKey {
			p = p.Key(s.Key)
		} else {
			p = p.Index(s.Index)
		}
	}
	return string(p)
}

// article returns a noun with its article; null has none.
func article(noun string) string {
	switch {
	case noun == "null":
		return noun
	case strings.IndexByte("aeiou", noun[0]) >= 0:
		return "an " + noun
	}
	return "a " + noun
}
