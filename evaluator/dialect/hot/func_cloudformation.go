package hot

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// CloudFormation functions that the first versions support.

// cloudRef is Ref: get_resource if a resource has the name, else get_param without a path (9.18).
// Its name may be computed, so the choice is made at evaluation.
var cloudRef = &ir.Func{
	Data: returnsIDOrParameter,
	Name: "Ref", Result: "any",
	Doc:     "Returns the id of the resource with this name or, if there is none, the value of the parameter.",
	Example: "{Ref: name} → web",
	Params:  []ir.Param{{Name: "name", Type: "string"}},
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		r := &run{Frame: f, site: siteOf(c), call: c}
		name := ""
		if ref, ok := c.Args[0].(*ir.Ref); ok {
			name = ref.Name
		} else {
			v := present(f.Force(c.Args[0]))
			// The marks keep a failed name failed, so that nothing more is reported about it.
			if v.HasFailed() || v.HasUnknown() {
				return value.NotKnown(value.Why(v)).With(v.Summary())
			}
			name = python.Str(v)
		}
		if r.stack.resources[name] != nil {
			res, v := r.resource(name, c.Args[0], "Ref")
			if res == nil {
				return v
			}
			return res.reference(r).At(c.Span)
		}
		if cell := r.stack.parameterCell(r, name); cell != nil {
			return r.param(name, c.Args[0], cell, nil)
		}
		// Heat's text, which missing returns, is about a resource only. Our message names both
		// possibilities.
		names := append(r.stack.parameterNames(), r.stack.names...)
		p := r.missing(name, c.Args[0].Info().Span, "Ref")
		p.Message = "there is neither a parameter nor a resource " + quoted(name) + meant(r.stack.b.near(name, names))
		return r.stack.fail(f, p)
	},
}

// bindRef binds a name that may be a resource or a parameter. A resource wins.
func bindRef(c *callSite) ir.Node {
	name, ok := c.arg.Text()
	if !ok {
		return c.plain()
	}
	// The graph, renaming and the order of evaluation need the cell of the resource or parameter.
	ref := c.stack.ref(c.arg, name)
	if ref.Cell == nil {
		ref.Cell = c.stack.parameterCell(nil, name)
	}
	return c.make(ref)
}

// bindCloud binds a function that takes a list and reads the items before they are resolved. Heat
// unpacks the list when it parses the call, so no other function can return the list as a whole.
func bindCloud(c *callSite) ir.Node {
	name, items, count := c.fn.Name, c.arg.Items, 2
	if name == "Fn::MemberListToMap" {
		count = 3
	}
	isText := func(i int) bool { _, ok := items[i].Text(); return ok || items[i].IsBroken() }
	_, text := c.arg.Text()
	switch {
	// For Fn::Join, Heat checks that this is a list. For the other functions, it unpacks the list
	// without a check and fails with a Python error, for which there is no text.
	case name == "Fn::Join" && c.isCall(c.arg):
		return c.refuse(c.arg, onlyWritten+name, strings.ReplaceAll(joinForm, "list_join", "Fn::Join")+"]")
	case c.arg.Kind == python.List && len(items) != count:
		// The function itself reports this for any arguments; Heat has parsed them by then.
		return c.make(&ir.Lit{Meta: ir.Meta{Span: c.arg.Span}, Value: c.arg.Value().Data},
			c.stack.bind(c.arg, c.place, c.at))
	case name == "Fn::Join" || c.arg.IsBroken():
	case c.isCall(c.arg) || c.arg.Kind == python.Scalar && !text:
		return c.refuse(c.arg, onlyWritten+name, "") // Python cannot unpack the arguments
	case name == "Fn::Replace" && len(items) == 2 && items[0].Kind != python.Map && !items[0].IsBroken():
		return c.refuse(items[0], "the first argument of Fn::Replace must be a map",
			`"Fn::Replace" parameters must be a mapping`)
	case name == "Fn::MemberListToMap" && len(items) == 3 && !isText(0):
		return c.refuse(items[0], "the name for keys must be a string", "Fn::MemberListToMap Key Name must be a string")
	case name == "Fn::MemberListToMap" && len(items) == 3 && !isText(1):
		return c.refuse(items[1], "the name for values must be a string",
			"Fn::MemberListToMap Value Name must be a string")
	}
	return c.plain()
}

// onlyWritten begins our message for arguments that a function returns; the name of the function
// follows.
const onlyWritten = "the arguments must be a literal list for "

// cloudSelect is Fn::Select. It is wrapped in resolved because Heat resolves the whole collection,
// so a failure in an element that is not selected matters, too.
var cloudSelect = outer("Fn::Select",
	"Returns an element of a list by its index or of a map by its key. A missing element is the empty string.",
	"{Fn::Select: [1, [a, b]]} → b", "any",
	resolved(func(r *run) value.Value {
		args := r.arg.List()
		if args == nil || len(args.Items) != 2 {
			return r.refuse(r.arg, "Fn::Select takes an index and a list or map",
				`Arguments to "Fn::Select" must be of the form [index, collection]`)
		}
		at, from := args.Items[0], args.Items[1]
		for _, v := range args.Items {
			if v, stop := opaque(v); stop {
				return v
			}
		}
		// A string is the collection as JSON text (9.18).
		if s, ok := from.Text(); ok && s != "" {
			v, err := value.ParsePythonJSON(s)
			if err != nil {
				return r.fail(from, "Fn::Select takes a list, a map, or either as a JSON string",
					`"Fn::Select": `+diag.Any(err.Error()))
			}
			from = python.JSONNumbers(v)
		}
		// Selecting from null or an empty string returns ""; 0 and false are refused below.
		if !python.IsTrue(from) && (from.IsNull() || from.Data == value.String("")) {
			return value.Str("")
		}
		switch {
		case from.List() != nil:
			i, ok := asIndex(at)
			if !ok {
				return r.fail(at, "the index into a list must be an integer",
					`Index to "Fn::Select" must be an integer`)
			}
			if v, ok := atIndex(from, i); ok {
				return v
			}
			return value.Str("")
		case from.Object() != nil:
			key, ok := at.Text()
			if !ok {
				return r.fail(at, "the key of a map must be a string", `Index to "Fn::Select" must be a string`)
			}
			if v, ok := from.Object().Get(key); ok {
				return v
			}
			return value.Str("")
		}
		return r.fail(from, "Fn::Select takes a list, a map, or either as a JSON string",
			"Arguments to Fn::Select not fully resolved")
	}), ir.Param{Name: "index", Type: "number or string"}, ir.Param{Name: "collection", Type: "list or map"})

// atIndex is python.At without negative indices.
func atIndex(v value.Value, i int) (value.Value, bool) {
	if i < 0 {
		return value.Value{}, false
	}
	return python.At(v, i)
}

// cloudBase64 converts nothing, as in Heat: the function exists for CloudFormation templates, which
// encode user data, while Heat accepts plain text.
var cloudBase64 = outer("Fn::Base64",
	"Returns its argument unchanged.",
	"{Fn::Base64: hello} → hello", "string", func(r *run) value.Value {
		if _, ok := r.arg.Text(); !ok {
			return r.fail(r.arg, "Fn::Base64 takes a string, not "+python.Noun(r.arg),
				`"Fn::Base64" argument must be a string`)
		}
		return r.arg
	}, ir.Param{Name: "text", Type: "string"})

// cloudZones forces its argument, so that errors in it are reported although the result is
// unknown.
var cloudZones = &ir.Func{
	Name: "Fn::GetAZs", Result: "list", Doc: "Returns the availability zones, which only a cloud knows.",
	Params: []ir.Param{{Name: "region", Type: "string"}},
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		f.Force(c.Args[0])
		return value.NotKnown("the availability zones").At(c.Span)
	},
}

// cloudMembers is Fn::MemberListToMap. Its members have the numbered form of AWS's query APIs.
var cloudMembers = whole("Fn::MemberListToMap",
	`Makes a map from strings like ".member.0.Name=k" and ".member.0.Value=v".`,
	"{Fn::MemberListToMap: [Name, Value, [.member.0.Name=k, .member.0.Value=v]]} → {k: v}", "map",
	func(r *run) value.Value {
		const (
			blanks = "\n                                     "
			form   = "Wrong Arguments try: \"\n            {'Fn::MemberListToMap': ['Name', 'Value'," + blanks +
				"['.member.0.Name=key'," + blanks + " '.member.0.Value=door']]}\n            \""
			takes = "Fn::MemberListToMap takes the name for keys, the name for values, and a list of strings"
		)
		args := r.arg.List()
		if args == nil || len(args.Items) != 3 {
			return r.refuse(r.arg, takes, form)
		}
		// Any value that Python considers false makes an empty map, not only an empty list. Null is
		// refused.
		if members := args.Items[2]; !python.IsTrue(members) && !members.IsNull() {
			return value.ObjectOf()
		}
		if args.Items[2].List() == nil {
			return r.fail(args.Items[2], takes, "")
		}
		keyName, valueName := python.Str(args.Items[0]), python.Str(args.Items[1])
		keys, values := map[int]string{}, map[int]string{}
		last := -1
		for _, item := range args.Items[2].List().Items {
			text, _ := item.Text()
			left, right, ok := strings.Cut(text, "=")
			if !ok {
				return r.fail(item, "a member is a string of the form name=value", "")
			}
			// For .member.0.Name=k, left is .member.0.Name and right is k. Members whose number
			// cannot be read are ignored.
			number, name, _ := strings.Cut(strings.TrimPrefix(left, ".member."), ".")
			i, err := strconv.Atoi(number)
			if err != nil || i < 0 {
				continue
			}
			// The bound keeps a huge number from making the loop below endless; members beyond it
			// are lost.
			last = max(last, min(i, 100_000))
			switch name {
			case keyName:
				keys[i] = right
			case valueName:
				values[i] = right
			}
		}
		// Pairs are in the order of their numbers. A pair without one of its halves is left out.
		var fields []value.Field
		for i := 0; i <= last; i++ {
			key, ok := keys[i]
			v, also := values[i]
			if ok && also {
				fields = append(fields, value.Field{Key: key, Value: value.Str(v)})
			}
		}
		return value.ObjectOf(value.Distinct(fields)...)
	}, ir.Param{Name: "key name", Type: "string"}, ir.Param{Name: "value name", Type: "string"},
	ir.Param{Name: "members", Type: "list of strings"})
