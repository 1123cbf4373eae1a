package hot

import (
	"math"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// repeatForm is Heat's message for missing keys, which Heat prints as a Python string literal
// (3.1).
var repeatForm = pythonLiteral("\"repeat\" syntax should be repeat:\n              template: This is %var%\n" +
	"              for_each:\n                %var%: ['a', 'b', 'c']")

const repeatTakes = "repeat takes a map with template and for_each"

// repeat is neither whole nor outer: the template may contain unknown and secret parts, which the
// copies keep, but a failed part makes the whole call fail.
var repeat = &ir.Func{
	Name: "repeat",
	Doc: "Copies a template for every combination of the elements of lists. The last placeholder changes " +
		"fastest; with permutations: false the lists are stepped through in parallel.",
	Result:  "list",
	Example: `{repeat: {for_each: {"%n%": [a, b]}, template: x-%n%}} → [x-a, x-b]`,
	Params: []ir.Param{
		{Name: "template", Type: "any"},
		{Name: "for_each", Type: "map",
			Doc: "placeholders and the lists of strings that replace them; since 2016-10-14, a map counts as the " +
				"list of its keys"},
		{Name: "permutations", Type: "boolean", Optional: true, Doc: "since 2017-09-01"},
	},
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		arg := present(f.Force(c.Args[0]))
		siteOf(c).ignored(f, c)
		if arg.HasFailed() {
			return failed(arg)
		}
		if v, stop := opaque(arg); stop {
			return v
		}
		r := &run{f, siteOf(c), c, arg}
		v := r.repeat()
		if hidesSize(arg) {
			v = secretWhole(v)
		}
		return v.At(c.Span)
	},
}

// A loop is a placeholder and its replacements.
type loop struct {
	placeholder string
	notText     bool // the placeholder is not a string, so Python cannot search for it
	null        bool // its list is null
	items       []value.Value
}

// isOther reports whether a key is not a string: a number, a boolean or null.
func isOther(f value.Field) bool {
	if python.IsTextKey(f.Key) {
		return false
	}
	_, isText := python.KeyData(f).(value.String)
	return !isText
}

// repeat checks the arguments and returns the copies. bindRepeat has checked literal
// arguments, but for_each may come from a function.
func (r *run) repeat() value.Value {
	args := r.arg.Object()
	if args == nil {
		return r.refuse(r.arg, repeatTakes, `Arguments to "repeat" must be a map`)
	}
	template := value.Nothing() // the template is an if that leaves its value out
	if v, ok := args.Get("template"); ok {
		template = v
	}
	each, ok := args.Get("for_each")
	if !ok {
		return r.refuse(r.arg, repeatTakes, repeatForm)
	}
	if v, stop := opaque(each); stop {
		return v
	}
	nested := true
	if p, ok := args.Get("permutations"); ok && r.stack.version >= v20170901 {
		b, isBool := p.Data.(value.Bool)
		if !isBool {
			return r.refuse(p, "permutations of repeat must be true or false",
				`"permutations" should be boolean type for repeat function.`)
		}
		nested = bool(b)
	}
	if each.Object() == nil {
		return r.refuse(each, "for_each must be a map of placeholders and lists",
			`The "for_each" argument to "repeat" must contain a map`)
	}
	// Heat has no message for this: it fails with a Python error (9.7).
	if len(each.Object().Fields) == 0 {
		return r.fail(each, "for_each contains no placeholder", "")
	}
	var loops []loop
	for _, f := range each.Object().Fields {
		l, v, bad := r.loop(f, nested)
		if bad {
			return v
		}
		loops = append(loops, l)
	}
	return r.expand(template, loops, nested)
}

// loop reads a placeholder of for_each. nested is false if permutations is: then Heat accepts no
// maps. If bad is set, failed is the result of the whole call: a failure, or an unknown value if
// the list is unknown.
func (r *run) loop(f value.Field, nested bool) (l loop, failed value.Value, bad bool) {
	if v, stop := opaque(f.Value); stop {
		return l, v, true
	}
	l.placeholder, l.notText = f.Key, isOther(f)
	takesMaps := r.stack.version >= v20161014 && nested
	switch d := f.Value.Data.(type) {
	case value.Null:
		l.null = true
	case *value.List:
		l.items = d.Items
	case *value.Object:
		if !takesMaps {
			return l, r.fail(f.Value, "for_each takes lists here, not a map",
				`The values of the "for_each" argument to "repeat" must be lists`, v20161014), true
		}
		// A map counts as its keys. An unquoted 1 stays a number, which cannot be put in a string.
		marks := value.Marks(0)
		if hidesNames(f.Value) {
			marks = f.Value.Marks & value.Secret
		}
		for _, k := range d.Fields {
			l.items = append(l.items, value.Of(python.KeyData(k)).At(k.KeyAt).With(marks))
		}
	default:
		text := `The values of the "for_each" argument to "repeat" must be lists`
		if takesMaps {
			text += " or maps"
		}
		return l, r.fail(f.Value, "for_each takes lists; this is "+python.Noun(f.Value), text), true
	}
	return l, value.Value{}, false
}

// expand returns the copies: one for each combination of elements if the loops are nested,
// otherwise one for each position in the lists.
func (r *run) expand(template value.Value, loops []loop, nested bool) value.Value {
	total := 1
	if !nested {
		var v value.Value
		if total, v = r.sideBySide(loops); v.Data != nil {
			return v
		}
	}
	for _, l := range loops {
		if !nested {
			break
		}
		if total = product(total, len(l.items)); total == 0 {
			break // an empty list means no copies
		}
	}
	if total > maxCopies {
		return r.exceed("budget-copies", "this would make "+strconv.Itoa(total)+" copies; the limit is "+
			strconv.Itoa(maxCopies))
	}
	copies := make([]value.Value, 0, min(total, 1024))
	at := make([]int, len(loops))
	for i := range total {
		// The number of the copy determines the elements, like the digits of a number: the last
		// loop is the lowest digit, so it changes fastest.
		rest := i
		for j := len(loops) - 1; j >= 0; j-- {
			if nested {
				at[j] = rest % len(loops[j].items)
				rest /= len(loops[j].items)
			} else {
				at[j] = i
			}
		}
		// Each placeholder is replaced in the result of the one before: if b replaces a, and c
		// replaces b, then a becomes c (9.7).
		v := template
		for j, l := range loops {
			var bad *value.Value
			if v, bad = r.substitute(v, l, l.items[at[j]]); bad != nil {
				return *bad
			}
		}
		copies = append(copies, v)
	}
	return value.ListOf(copies...)
}

// product multiplies two counts, saturating at the largest int.
func product(a, b int) int {
	if b > 0 && a > math.MaxInt/b {
		return math.MaxInt
	}
	return a * b
}

// sideBySide returns the number of copies for lists that are walked in parallel. Null matches
// any length, but has no elements. If failed has Data, it is the result of the call.
func (r *run) sideBySide(loops []loop) (total int, failed value.Value) {
	length, total := -1, math.MaxInt
	for _, l := range loops {
		if !l.null && length >= 0 && len(l.items) != length {
			return 0, r.fail(r.arg, "with permutations: false the lists must be of equal length",
				"For repeat, the length of for_each values should be equal if no nested loop.")
		}
		if !l.null {
			length = len(l.items)
		}
		total = min(total, len(l.items))
	}
	return total, value.Value{}
}

// maxCopies limits the copies of a repeat, independently of the step budget.
const maxCopies = 1_000_000

// substitute replaces a placeholder in strings, keys and values at any depth. Unknown values
// remain unknown. If the replacement is not a string, the first string that contains the
// placeholder reports it.
func (r *run) substitute(v value.Value, l loop, with value.Value) (value.Value, *value.Value) {
	if !r.Spend(ir.ItemCost) {
		stopped := value.Failure("stopped")
		return v, &stopped
	}
	switch d := v.Data.(type) {
	case value.String:
		return r.substituteText(v, string(d), l, with)
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			var bad *value.Value
			if items[i], bad = r.substitute(c, l, with); bad != nil {
				return v, bad
			}
		}
		v.Data = value.NewList(items)
	case *value.Object:
		fields := make([]value.Field, len(d.Fields))
		for i, f := range d.Fields {
			var bad *value.Value
			if !isOther(f) {
				// Keys that are not strings, such as an unquoted 1, are left as they are.
				key, bad := r.substituteText(value.Str(f.Key), f.Key, l, with)
				if bad != nil {
					return v, bad
				}
				if s, ok := key.Text(); ok && s != f.Key {
					f.Key = s
					if key.IsSecret() { // a key made from a secret makes the map secret
						f.KeyAt, v.Marks = source.Span{}, v.Marks|value.Secret
					}
				}
			}
			if f.Value, bad = r.substitute(f.Value, l, with); bad != nil {
				return v, bad
			}
			fields[i] = f
		}
		// Substitution can make two keys equal: Distinct keeps the last value, as a Python dict does.
		v.Data = value.NewObject(value.Distinct(fields))
	}
	return v, nil
}

// substituteText replaces a placeholder in a string. A failure is returned as a pointer, which is
// nil on success.
func (r *run) substituteText(v value.Value, text string, l loop, with value.Value) (value.Value, *value.Value) {
	placeholder := l.placeholder
	if l.notText {
		bad := r.fail(r.arg, "a placeholder is a string; put "+diag.Any(placeholder)+" in quotes", "")
		return v, &bad
	}
	if with.IsUnknown() {
		if strings.Contains(text, placeholder) {
			return value.NotKnown(value.Why(with)).With(with.Marks), nil
		}
		return v, nil
	}
	// Python's replace takes strings only, and fails even if the placeholder does not occur in this
	// text (9.7).
	s, ok := with.Text()
	if !ok {
		bad := r.fail(with, "repeat inserts only strings, not the "+with.Kind()+" "+clipped(with), "")
		return v, &bad
	}
	if !strings.Contains(text, placeholder) {
		return v, nil
	}
	out := strings.ReplaceAll(text, placeholder, s)
	if !r.Spend(len(out) / 64) {
		stopped := value.Failure("stopped")
		return v, &stopped
	}
	return value.Str(out).With((v.Marks | with.Marks) & value.Secret).At(v.Origin), nil
}

// bindRepeat checks the keys and permutations, as Heat does when it parses the call. Heat checks
// for_each only after it has parsed everything, so for_each is rechecked. Other keys are ignored.
func bindRepeat(c *callSite) ir.Node {
	if c.arg.Kind != python.Map || c.isCall(c.arg) {
		return c.refuse(c.arg, repeatTakes, `Arguments to "repeat" must be a map`)
	}
	each, permutations := c.arg.Get("for_each"), c.arg.Get("permutations")
	keys := []string{"template", "for_each"}
	if permutations != nil && c.stack.version >= v20170901 {
		if _, isBool := permutations.Data.(value.Bool); !isBool {
			return c.refuse(permutations, "permutations of repeat must be true or false",
				`"permutations" should be boolean type for repeat function.`)
		}
		keys = append(keys, "permutations")
	}
	if c.arg.Get("template") == nil || each == nil {
		return c.refuse(c.arg, repeatTakes, repeatForm)
	}
	if each.Kind != python.Map && !each.IsBroken() {
		return c.recheck(heatError{code: "function-arguments", span: each.Span,
			message: "for_each must be a map of placeholders and lists",
			text:    `The "for_each" argument to "repeat" must contain a map`})
	}
	return c.make(c.stack.parts(c, c.arg, keys...)...)
}
