package hot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// Functions that build or split strings.

// joinForm is Heat's message for a wrong form of list_join, without its end: newer versions close
// it with " ...]", older ones with "]" (9.5). splitArg is common to all messages of str_split.
const (
	joinForm = `Incorrect arguments to "list_join" should be: "list_join" : [ " ", [ "str1", "str2"]`
	splitArg = `[ ",", "apples,pears", <index>]`
)

// listJoin is list_join (9.5). bindListJoin has checked the number of arguments, but an if without
// a value for false may have left one out.
var listJoin = whole("list_join",
	"Joins the items of one or more lists, with a delimiter between them. Null is the empty string; since "+
		"2015-10-15 maps and lists are written as JSON.",
	`{list_join: [", ", [a, b]]} → a, b`, "string",
	func(r *run) value.Value {
		args := r.arg.List()
		if args == nil || len(args.Items) < 2 {
			return r.refuse(r.arg, "list_join takes a list: the delimiter, then one or more lists", joinForm+" ...]")
		}
		return r.join(args.Items[0], args.Items[1:])
	},
	ir.Param{Name: "delimiter", Type: "string"},
	ir.Param{Name: "list", Type: "list", Doc: "since 2015-10-15 there may be several"})

// join joins the items of lists by the rules of the template's version; multi is set from
// 2015-10-15 on. It also serves Fn::Join, whose name its messages then contain.
func (r *run) join(delimiter value.Value, lists []value.Value) value.Value {
	multi := r.stack.version >= v20151015
	var items []value.Value
	for _, l := range lists {
		switch list := l.List(); {
		case list != nil:
			items = append(items, list.Items...)
		// Newer versions skip every value that Python considers false, such as "" and 0. Older ones
		// skip only null.
		case !l.IsNull() && (!multi || python.IsTrue(l)):
			return r.fail(l, r.call.Fn.Name+" joins the items of lists; this is "+python.Noun(l),
				`"`+r.call.Fn.Name+`" must operate on a list`)
		}
	}
	// Heat checks the lists before the delimiter, and the items last.
	sep, ok := delimiter.Text()
	if !ok {
		return r.fail(delimiter, "the delimiter of "+r.call.Fn.Name+" must be a string, not "+python.Noun(delimiter),
			`"`+r.call.Fn.Name+`" delimiter must be a string`)
	}
	parts := make([]string, len(items))
	for i, item := range items {
		text, ok := joined(item, multi)
		if !ok && multi {
			return r.fail(item, r.call.Fn.Name+" takes strings, maps and lists, not the "+item.Kind()+" "+
				diag.Any(python.Repr(item))+"; put it in quotes", "Items to join must be string, map or list not "+
				clipped(item))
		}
		if !ok {
			return r.fail(item, r.call.Fn.Name+" takes strings only, not "+diag.Any(python.Repr(item)),
				"Items to join must be strings not "+clipped(item), itemSince(item)...)
		}
		parts[i] = text
	}
	return r.made(strings.Join(parts, sep))
}

// itemSince returns the version since which an item that is not a string can be joined, if
// any.
func itemSince(item value.Value) []version {
	if item.List() == nil && item.Object() == nil {
		return nil
	}
	return []version{v20151015}
}

// joined returns the text of an item, or false if items of its kind cannot be joined.
func joined(item value.Value, multi bool) (string, bool) {
	switch item.Data.(type) {
	case value.String, value.Null:
		s, _ := item.Text()
		return s, true
	case *value.List, *value.Object:
		return python.Dumps(item), multi
	}
	return "", false
}

// clipped formats a value as Python does and truncates it at the same length as Heat.
func clipped(v value.Value) string {
	s := python.Repr(v)
	if runes := []rune(s); len(runes) > 200 {
		return diag.Words(string(runes[:200])) // a truncated secret would not be recognised by searching
	}
	return diag.Any(s)
}

// made returns a string, charging the budget for its length.
func (r *run) made(s string) value.Value {
	if !r.Spend(len(s) / 64) {
		return value.Failure("stopped")
	}
	return value.Str(s)
}

// bindListJoin checks the number of arguments. Up to 2015-04-30 there is exactly one list.
func bindListJoin(c *callSite) ir.Node {
	n := len(c.arg.Items)
	switch {
	case c.arg.Kind == python.List && n == 2, n > 2 && c.stack.version >= v20151015:
		return c.plain()
	case c.stack.version >= v20151015:
		return c.refuse(c.arg, "list_join takes a list: the delimiter, then one or more lists", joinForm+" ...]")
	case n > 2:
		return c.refuse(c.arg, "list_join takes one list here, not several", joinForm+"]", v20151015)
	}
	return c.refuse(c.arg, "list_join takes a list: the delimiter, then one list", joinForm+"]")
}

// replacing selects between str_replace and its stricter forms. strict requires every key to occur,
// veryStrict also refuses empty values.
type replacing struct{ strict, veryStrict bool }

// strReplace returns str_replace or one of its stricter forms (9.6), which differ in how.
// bindReplace has checked literal arguments; the template and params may still come
// from functions.
func strReplace(name, doc, example string, how replacing) *ir.Func {
	return whole(name, doc, example, "string", func(r *run) value.Value {
		args := r.arg.Object()
		if args == nil {
			return r.refuse(r.arg, name+" takes a map with template and params",
				`Arguments to "`+name+`" must be a map`)
		}
		template, ok := args.Get("template")
		params, also := args.Get("params")
		if !ok || !also {
			return r.refuse(r.arg, name+" takes a map with template and params", replaceForm(name))
		}
		text, ok := template.Text()
		if !ok {
			return r.fail(template, "the template of "+name+" must be a string, not "+python.Noun(template),
				`"`+name+`" template must be a string`)
		}
		if params.Object() == nil {
			return r.fail(params, "the params of "+name+" must be a map, not "+python.Noun(params),
				`"`+name+`" params must be a map`)
		}
		return r.replace(text, params.Object(), how)
	}, ir.Param{Name: "template", Type: "string"},
		ir.Param{Name: "params", Type: "map", Doc: "strings in the template and their replacements"})
}

var (
	replacePlain = strReplace("str_replace",
		"Replaces strings in a template. Longer keys come first, and replacements are not searched again.",
		"{str_replace: {template: Hi NAME, params: {NAME: Ann}}} → Hi Ann", replacing{})
	replaceEvery = strReplace("str_replace_strict",
		"Like str_replace, but every key must occur in the template.",
		"{str_replace_strict: {template: Hi NAME, params: {NAME: Ann}}} → Hi Ann", replacing{strict: true})
	replaceFull = strReplace("str_replace_vstrict",
		"Like str_replace_strict, but no value may be null or empty.",
		"{str_replace_vstrict: {template: Hi NAME, params: {NAME: Ann}}} → Hi Ann", replacing{true, true})
)

// pythonLiteral quotes a string as Python's repr does.
func pythonLiteral(s string) string { return string(appendQuotedSingle(nil, s)) }

// appendQuotedSingle quotes a message that contains double quotes: for such a string, Python's repr
// uses single quotes.
func appendQuotedSingle(b []byte, s string) []byte {
	b = append(b, '\'')
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\n':
			b = append(b, `\n`...)
		case '\'', '\\':
			b = append(b, '\\', s[i])
		default:
			b = append(b, s[i])
		}
	}
	return append(b, '\'')
}

// replaceForm returns Heat's message for missing keys, a Python string literal (3.1). name occurs
// in it twice.
func replaceForm(name string) string {
	return pythonLiteral(`"` + name + `" syntax should be ` + name +
		":\n              template: This is var1 template var2\n              params:\n                var1: a\n" +
		"                var2: string")
}

// bindReplace checks the arguments as Heat does when it parses the call. Heat's message about
// params differs from that at evaluation: "a mapping" here, "a map" there.
func bindReplace(c *callSite) ir.Node {
	name := c.fn.Name
	if c.arg.Kind != python.Map || c.isCall(c.arg) {
		return c.refuse(c.arg, name+" takes a map with template and params", `Arguments to "`+name+`" must be a map`)
	}
	params := c.arg.Get("params")
	if c.arg.Get("template") == nil || params == nil {
		return c.refuse(c.arg, name+" takes a map with template and params", replaceForm(name))
	}
	if params.Kind != python.Map && !params.IsBroken() {
		return c.refuse(params, "the params of "+name+" must be a map", `"`+name+`" parameters must be a mapping`)
	}
	return c.make(c.stack.parts(c, c.arg, "template", "params")...)
}

// parts binds the given keys of an argument map. Heat parses the others but ignores them:
// they become additional arguments that are not evaluated. Scalars are left out: they cannot be
// wrong.
func (st *stack) parts(c *callSite, n *python.Node, keys ...string) []ir.Node {
	kept := &python.Node{Kind: python.Map, Span: n.Span, Pairs: make([]python.Pair, 0, len(keys))}
	for _, key := range keys {
		if pr := n.PairOf(key); pr != nil {
			kept.Pairs = append(kept.Pairs, *pr)
		}
	}
	bound := func(pr *python.Pair) ir.Node { return st.below(pr.Value, c.place, c.at, pr.Shown(), -1) }
	args := append(st.b.slabs.Children.Slice(1), st.object(kept, bound))
	for i := range n.Pairs {
		if pr := &n.Pairs[i]; !slices.Contains(keys, pr.Key) && pr.Value.Kind != python.Scalar {
			args = append(args, bound(pr))
		}
	}
	return args
}

// ignored reports the problems that Heat finds while parsing arguments that it ignores. They
// are all arguments but the first.
func (s *site) ignored(f ir.Frame, c *ir.Call) {
	for _, n := range c.Args[1:] {
		s.stack.parsed(f, n)
	}
}

// replace inserts the values of params into a string. Replaced text is never searched again, so the
// string is kept in pieces: inserted ones are done, and the others are searched for the next key.
func (r *run) replace(text string, params *value.Object, how replacing) value.Value {
	name := r.call.Fn.Name
	fields := params.Fields
	for i := range fields {
		p := &fields[i]
		if !python.IsKeyText(p) || p.Key == "" {
			// Heat fails with a Python error on such a key, so there is no text (9.6).
			return r.fail(p.Value, "a key of params must be a non-empty string", "")
		}
	}
	// Longer keys come first, counted in code points: otherwise NAME would be replaced inside
	// NAMES.
	order := func(a, b value.Field) int {
		return cmp.Or(utf8.RuneCountInString(b.Key)-utf8.RuneCountInString(a.Key), strings.Compare(a.Key, b.Key))
	}
	if !slices.IsSortedFunc(fields, order) {
		fields = slices.Clone(fields)
		slices.SortStableFunc(fields, order)
	}
	pieces, missing := append(r.stack.b.pieces[0][:0], piece{text: text}), []string(nil)
	spare := r.stack.b.pieces[1]
	for _, p := range fields {
		key := p.Key
		with, ok := r.replacement(p.Value)
		if !ok {
			return r.fail(p.Value, name+" inserts strings, numbers and booleans, not "+python.Noun(p.Value),
				`"`+name+`" params must be strings or numbers, param `+diag.Any(p.Key)+" is not valid", v20151015)
		}
		// Values are checked in the order of replacement, so the message names the longest key with
		// an empty value.
		if how.veryStrict && isEmpty(p.Value) {
			return r.fail(p.Value,
				"the value for "+quoted(p.Key)+" is empty; str_replace_vstrict requires non-empty values",
				name+" has an undefined or empty value for param "+diag.Any(p.Key)+
					", must be a defined non-empty value")
		}
		// Counting first keeps the cost proportional to the copies that are made, and shows whether
		// the key occurs in the text that longer keys have not replaced.
		count := 0
		for _, p := range pieces {
			if !p.done {
				count += strings.Count(p.text, key)
			}
		}
		if !r.Spend(len(pieces)/8 + 1 + ir.ItemCost*count) {
			return value.Failure("stopped")
		}
		if count == 0 {
			missing = append(missing, key)
			continue
		}
		pieces, spare = replaceIn(spare[:0], pieces, key, with), pieces
	}
	if how.strict && len(missing) > 0 {
		return r.fail(r.arg, "the template does not contain "+diag.Any(strings.Join(missing, ", ")),
			"The following params were not found in the template: "+diag.Any(strings.Join(missing, ",")))
	}
	// The size grows with the product of the occurrences and the lengths of their replacements, so
	// it is checked before the memory is taken.
	size := 0
	for _, p := range pieces {
		size += len(p.text)
	}
	if size > maxText {
		return r.exceed("budget-text", "the string would have "+strconv.Itoa(size)+" bytes; the limit is "+
			strconv.Itoa(maxText))
	}
	var b strings.Builder
	b.Grow(size)
	for _, p := range pieces {
		b.WriteString(p.text)
	}
	if cap(pieces)+cap(spare) < maxPieces {
		r.stack.b.pieces = [2][]piece{pieces, spare}
	}
	return r.made(b.String())
}

// maxPieces limits the pieces whose memory is used again.
const maxPieces = 1024

// maxText limits the length of a string made by replacing.
const maxText = 16 << 20

// isEmpty reports whether str_replace_vstrict refuses a value: null, "", [] and {}, but neither 0
// nor false (9.6).
func isEmpty(v value.Value) bool {
	switch v.Data.(type) {
	case value.Bool, value.Number:
		return false
	}
	return !python.IsTrue(v)
}

// replacement returns the string that replaces a key. It is false for a list or a map before
// 2015-10-15.
func (r *run) replacement(v value.Value) (string, bool) {
	switch v.Data.(type) {
	case value.Null:
		return "", true
	case *value.List, *value.Object:
		return python.Dumps(v), r.stack.version >= v20151015
	}
	return python.Str(v), true
}

// A piece is a part of a template: either still to be searched, or already inserted.
type piece struct {
	text string
	done bool
}

// replaceIn replaces key in the pieces that are still to be searched, and appends the result to out.
func replaceIn(out, pieces []piece, key, with string) []piece {
	for _, p := range pieces {
		if p.done {
			out = append(out, p)
			continue
		}
		for rest, found := p.text, true; found; {
			var before string
			if before, rest, found = strings.Cut(rest, key); before != "" {
				out = append(out, piece{before, false})
			}
			if found {
				out = append(out, piece{with, true})
			}
		}
	}
	return out
}

// strSplit is str_split (9.9). Arguments after the third are accepted and ignored.
var strSplit = whole("str_split",
	"Splits a string at a delimiter; with an index, returns one part.",
	`{str_split: [",", "a,b"]} → [a, b]`, "list or string",
	func(r *run) value.Value {
		const form = `Incorrect arguments to "str_split" should be: "str_split" : ` + splitArg
		args := r.arg.List()
		if args == nil {
			return r.refuse(r.arg, "str_split takes a list: a delimiter, a string and, optionally, an index", form)
		}
		if len(args.Items) < 2 {
			return r.fail(r.arg, "str_split takes a delimiter and a string", form)
		}
		// Heat looks at the text first: for a null text it returns null even if the delimiter or
		// the index is wrong.
		if args.Items[1].IsNull() {
			return value.Nothing()
		}
		sep, ok := args.Items[0].Text()
		text, also := args.Items[1].Text()
		// A null delimiter is Python's None, for which split splits at whitespace.
		blanks := args.Items[0].IsNull()
		if !ok && !blanks || !also || sep == "" && !blanks {
			return r.fail(r.arg, "str_split takes a non-empty delimiter and a string", "")
		}
		if !r.Spend(ir.ItemCost * strings.Count(text, sep)) { // for an empty delimiter, the length of the text
			return value.Failure("stopped")
		}
		parts := strings.Split(text, sep)
		if blanks { // as in Python, at runs of whitespace
			parts = strings.Fields(text)
		}
		if len(args.Items) > 2 {
			return r.pick(parts, args.Items[2])
		}
		items := make([]value.Value, len(parts))
		for i, p := range parts {
			items[i] = value.Str(p)
		}
		return value.ListOf(items...)
	},
	ir.Param{Name: "delimiter", Type: "string"}, ir.Param{Name: "text", Type: "string"},
	ir.Param{Name: "index", Type: "number", Optional: true, Doc: "counts from the end when it is negative"})

// pick returns the part of a split string at an index. A negative one counts from the end.
func (r *run) pick(parts []string, at value.Value) value.Value {
	i, ok := asIndex(at)
	if !ok {
		return r.fail(at, "the index of str_split must be an integer",
			`Incorrect index to "str_split" should be: "str_split" : `+splitArg)
	}
	n := len(parts)
	if i < -n || i >= n {
		// The number of parts reveals something about the text, so diag.Words marks it: the page hides it
		// if the text is secret.
		last := strconv.Itoa(n - 1)
		return r.fail(at, "the last index is "+diag.Words(last),
			`Incorrect index to "str_split" should be between 0 and `+diag.Words(last))
	}
	return value.Str(parts[(i+n)%n])
}

// asIndex converts a value to a whole number as Python's int does, including strings and
// floats. A float is truncated; a boolean is 1 or 0.
func asIndex(v value.Value) (int, bool) {
	if s, ok := v.Text(); ok {
		n, ok := python.ParseInt(s)
		if !ok {
			return 0, false
		}
		return python.Index(value.Of(n))
	}
	if n, ok := v.Data.(value.Number); ok && python.IsFloat(n) && n.IsFinite() {
		return int(n.Float()), true
	}
	return python.Index(v)
}

// bindSplit only requires a list or a function that may return one: Heat checks the number of
// arguments when it resolves them.
func bindSplit(c *callSite) ir.Node {
	if c.arg.Kind != python.List && !c.isCall(c.arg) {
		return c.refuse(c.arg, "str_split takes a list: a delimiter, a string and, optionally, an index",
			`Incorrect arguments to "str_split" should be: "str_split" : `+splitArg)
	}
	return c.plain()
}

// cloudJoin, cloudSplit and cloudReplace are the CloudFormation versions.
var (
	cloudJoin = whole("Fn::Join",
		"Joins the items of a list, as list_join does.",
		`{Fn::Join: ["-", [a, b]]} → a-b`, "string", func(r *run) value.Value {
			args := r.arg.List()
			if args == nil || len(args.Items) != 2 {
				return r.refuse(r.arg, "Fn::Join takes a delimiter and a list",
					strings.ReplaceAll(joinForm, "list_join", "Fn::Join")+"]")
			}
			return r.join(args.Items[0], args.Items[1:])
		}, ir.Param{Name: "delimiter", Type: "string"}, ir.Param{Name: "list", Type: "list"})

	cloudSplit = whole("Fn::Split",
		"Splits a string at a delimiter.",
		`{Fn::Split: [",", "a,b"]} → [a, b]`, "list", func(r *run) value.Value {
			args := r.arg.List()
			if args == nil || len(args.Items) != 2 {
				return r.refuse(r.arg, "Fn::Split takes a delimiter and a string",
					`Incorrect arguments to "Fn::Split" should be: "Fn::Split" : [ ",", "str1,str2"]]`)
			}
			sep, ok := args.Items[0].Text()
			text, also := args.Items[1].Text()
			if !ok || !also || sep == "" {
				return r.fail(r.arg, "Fn::Split takes a non-empty delimiter and a string", "")
			}
			if !r.Spend(ir.ItemCost * strings.Count(text, sep)) {
				return value.Failure("stopped")
			}
			var items []value.Value
			for _, p := range strings.Split(text, sep) {
				items = append(items, value.Str(p))
			}
			return value.ListOf(items...)
		}, ir.Param{Name: "delimiter", Type: "string"}, ir.Param{Name: "text", Type: "string"})

	cloudReplace = whole("Fn::Replace",
		"Replaces strings in a string, as str_replace does.",
		"{Fn::Replace: [{NAME: Ann}, Hi NAME]} → Hi Ann", "string", func(r *run) value.Value {
			args := r.arg.List()
			if args == nil || len(args.Items) != 2 || args.Items[0].Object() == nil {
				return r.refuse(r.arg, "Fn::Replace takes a map and a string",
					`Incorrect arguments to "Fn::Replace" should be: {"Fn::Replace": [ {"$var1": "foo", "%var2%": `+
						`"bar"}, "$var1 is %var2%"]}`)
			}
			text, ok := args.Items[1].Text()
			if !ok {
				return r.fail(args.Items[1], "Fn::Replace replaces in a string, not in "+python.Noun(args.Items[1]),
					`"Fn::Replace" template must be a string`)
			}
			return r.replace(text, args.Items[0].Object(), replacing{})
		}, ir.Param{Name: "params", Type: "map"}, ir.Param{Name: "text", Type: "string"})
)
