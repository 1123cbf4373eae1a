package std

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A Kind is the outermost part of a type.
type Kind uint8

// The kinds of types.
const (
	Any Kind = iota
	Number
	Integer
	String
	Boolean
	List
	Map
)

// A Type is what an argument or a result may be. Elem is set for lists and maps only.
type Type struct {
	Kind Kind
	Elem *Type
}

// The types that the functions use.
var (
	anything = Type{Kind: Any}
	number   = Type{Kind: Number}
	integer  = Type{Kind: Integer}
	text     = Type{Kind: String}
	boolean  = Type{Kind: Boolean}
)

var (
	anyList     = Type{List, &anything}
	anyMap      = Type{Map, &anything}
	textList    = Type{List, &text}
	numberList  = Type{List, &number}
	integerList = Type{List, &integer}
	listList    = Type{List, &anyList}
	mapList     = Type{List, &anyMap}
	textMap     = Type{Map, &text}
	textMapList = Type{List, &textMap}
	textListMap = Type{Map, &textList}
)

// String returns the type in words: "list of string".
func (t Type) String() string {
	switch t.Kind {
	case List:
		return "list of " + t.Elem.String()
	case Map:
		return "map of " + t.Elem.String()
	}
	return [...]string{"any", "number", "integer", "string", "boolean"}[t.Kind]
}

// noun returns what a value of the type is, for our messages.
func (t Type) noun() string {
	return [...]string{"anything", "a number", "a whole number", "a string", "a boolean", "a list", "an object"}[t.Kind]
}

// goWord returns the word for the type in the original's messages.
func (t Type) goWord() string {
	return [...]string{"interface", "float64", "int", "string", "bool", "slice", "map"}[t.Kind]
}

// goKind returns the word for the type of a value in the original's messages.
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
	missing = fault{
		code:      codeMissing,
		message:   "std:%[3]s needs the argument %[1]s, %[4]s: %[5]s",
		reference: "Missing required field '%[1]s' on '%[2]s'",
	}
	unrecognized = fault{
		code:      codeUnknown,
		message:   "%[3]s",
		reference: "Unrecognized field '%[1]s' on '%[2]s'",
	}
)

// bind puts the arguments in the order of the parameters and reports all that do not fit.
// Null counts as not given: the engine leaves null properties out.
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
	for i, p := range c.fn.Params {
		if c.args[i].Data == nil && !p.Optional {
			c.fail(&missing, p.Name, c.fn.ArgsName(), c.fn.Name, p.Type.noun(), p.Doc)
		}
	}
	return len(c.problems) == 0
}

func (c *call) unrecognized(key string) {
	names := make([]string, len(c.fn.Params))
	for i := range names {
		names[i] = c.fn.Params[i].Name
	}
	message := "std:" + c.fn.Name + " has no argument " + strconv.Quote(key)
	near := diag.DidYouMean(key, names)
	switch {
	case near != "":
		message += near
	case len(names) == 0:
		message += "; it takes none"
	default:
		message += "; it takes " + strings.Join(names, ", ")
	}
	c.failIn(&unrecognized, key, key, c.fn.ArgsName(), message)
}

// A place is somewhere inside an argument: as the original writes it, and as a path.
type place struct {
	name  string
	steps []ir.Step
}

func (p *place) item(i int) *place {
	return &place{p.name + "[" + strconv.Itoa(i) + "]", p.into(ir.Step{Index: i})}
}

func (p *place) entry(key string) *place {
	return &place{p.name + "[" + key + "] value", p.into(ir.Step{Key: key, IsKey: true})}
}

func (p *place) into(s ir.Step) []ir.Step { return append(p.steps[:len(p.steps):len(p.steps)], s) }

// check reports every part of v that is not of type t. There is no coercion at all.
func (c *call) check(p *place, t Type, v value.Value) {
	if !fits(t.Kind, v) {
		c.mistyped(p, t, v)
		return
	}
	if t.Elem == nil || t.Elem.Kind == Any {
		return
	}
	switch d := v.Data.(type) {
	case *value.List:
		for i := range d.Items {
			c.check(p.item(i), *t.Elem, d.Items[i])
		}
	case *value.Object:
		for i := range d.Fields {
			c.check(p.entry(d.Fields[i].Key), *t.Elem, d.Fields[i].Value)
		}
	}
}

// fits reports whether v is of a kind, without looking into lists and maps.
func fits(k Kind, v value.Value) bool {
	ok := false
	switch k {
	case Any:
		return true
	case Number:
		_, ok = v.Data.(value.Number)
	case Integer:
		n, isNumber := v.Data.(value.Number)
		f := n.Float()
		return isNumber && f == math.Trunc(f) && math.Abs(f) <= 1<<53
	case String:
		_, ok = v.Data.(value.String)
	case Boolean:
		_, ok = v.Data.(value.Bool)
	case List:
		_, ok = v.Data.(*value.List)
	case Map:
		_, ok = v.Data.(*value.Object)
	}
	return ok
}

func (c *call) mistyped(p *place, t Type, v value.Value) {
	got := article(v.Kind())
	if n, ok := v.Data.(value.Number); ok && t.Kind == Integer {
		got = string(n)
	}
	c.report(Problem{
		Code:      codeType,
		Message:   fmt.Sprintf("%s of std:%s must be %s, not %s", written(p.steps), c.fn.Name, t.noun(), got),
		Reference: fmt.Sprintf("Field '%s' on '%s' must be a '%s'; got '%s' instead", p.name, c.fn.ArgsName(), t.goWord(), goKind(v)),
		ArgPath:   p.steps,
	})
}

// written returns a path as messages write it: input[0].key.
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

func article(noun string) string {
	switch {
	case noun == "null":
		return noun
	case strings.IndexByte("aeiou", noun[0]) >= 0:
		return "an " + noun
	}
	return "a " + noun
}
