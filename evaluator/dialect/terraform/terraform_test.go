package terraform_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect/terraform/charset"
	"pantograph/evaluator/dialect/terraform/charset/sheets"
	"pantograph/evaluator/value"
)

// evaluate evaluates a bundle of alternating file names and texts.
func evaluate(t require.TestingT, files ...string) *evaluator.Snapshot {
	req := evaluator.Request{Dialect: "terraform", Data: func(string) []byte { return sheets.File() }}
	for i := 0; i < len(files); i += 2 {
		req.Files = append(req.Files, evaluator.File{Name: files[i], Text: files[i+1]})
	}
	s, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	return s
}

// line evaluates an expression and returns the console's answer, or the reference of the
// first problem.
func line(t require.TestingT, expression string, files ...string) string {
	s := evaluate(t, append(files, "inputs.yaml",
		"expression: "+value.JSON(value.Str(expression), value.JSONStyle{}))...)
	for _, p := range s.Problems {
		if !p.Code.IsHint() {
			return p.Text()
		}
	}
	text, _ := s.Outcome.Value.Object().Get("console")
	out, _ := text.Text()
	return out
}

func TestAMissingTableIsRequested(t *testing.T) {
	inputs := evaluator.File{Name: "inputs.yaml",
		Text: `expressions: ['textencodebase64("日", "GBK")', 'textencodebase64("é", "latin1")']`}
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "terraform", Files: []evaluator.File{inputs}})
	require.NoError(t, err)
	assert.Equal(t, []string{charset.File}, s.Needs())
	require.Len(t, s.Problems, 1)
	assert.Equal(t, "expression-tables", string(s.Problems[0].Code))
	assert.Equal(t, "the tables of GBK are in a separate file, which could not be loaded", s.Problems[0].Message)
	assert.Empty(t, evaluate(t, "inputs.yaml", inputs.Text).Needs())
}

func TestLinesOfTheConsole(t *testing.T) {
	for _, tc := range []struct{ expression, want string }{
		{`true || {}.a`, "true"},
		{`{}.a || true`, "true"},
		{`false && {}.a`, "false"},
		{`true || null`, "true"},
		{`true || []`, "Invalid operand: Unsuitable value for right operand: bool required, but have tuple."},
		{`[] || true`, "Invalid operand: Unsuitable value for left operand: bool required, but have tuple."},
		{`ceil(-0)`, "0"},
		{`try(["a", 2]...)`, `"a"`},
		{`try({}.a, [2]...)`, "2"},
		{`try("a"...)`, "Invalid expanding argument value: The expanding argument (indicated by ...) must be of a " +
			"tuple, list, or set type."},
		{`join({}.a, "x"...)`,
			"Invalid expanding argument value: The expanding argument (indicated by ...) must be of a tuple, list, " +
				"or set type."},
		{`try([]...)`, `Error in function call: Call to function "try" failed: at least one argument is required.`},
		{`can([1, 2]...)`, `Too many function arguments: Function "can" expects only 1 argument(s).`},
		{`can([1]...)`, "true"},
		{"\ufeff1", "1"},
		{`jsondecode("1e99999999999")`,
			`Error in function call: Call to function "jsondecode" failed: a number is required.`},
		{`1e99999999999`, "Invalid number literal: Failed to recognize the value of this number literal."},
		{`length([1, 2]) / length([1, 2, 3])`, "0.6666666666666666667"},
		{`2 / 3 * 3 == 2`, "true"},
		{`tostring(null) == null`, "true"},
		{`{a = null} == {a = 1}`, "false"},
		{`true ? {a = 1, b = "x"} : {a = "y", b = null}`, "{\n  \"a\" = \"1\"\n  \"b\" = \"x\"\n}"},
		{`[for k, v in {b = 1, a = 2} : k]`, "[\n  \"a\",\n  \"b\",\n]"},
		{`[for x, x in ["a"] : x]`, "[\n  \"a\",\n]"},
		{`"%{ for x, x in ["a"] }${x}%{ endfor }"`, `"a"`},
		{`uuid() == tonumber(uuid())`, "(known after apply)"},
		{`[uuid(), 1] == ["a", 2]`, "(known after apply)"},
		{`[1, uuid()] == [2, "a"]`, "false"},
		{`[jsondecode(uuid())] == [1, 2]`, "false"},
		{`[jsondecode(uuid()), 1] == ["a", "b"]`, "false"},
		{`{a = uuid(), b = 1} == {a = "x", b = 2}`, "false"},
		{`tolist([uuid()]) == tolist(null)`, "false"},
		{`toset([uuid()]) == toset(["a", "b"])`, "(known after apply)"},
		{`toset([uuid(), "b", null])`, "toset([\n  \"b\",\n  (known after apply),\n  tostring(null),\n])"},
		{`toset([{a = uuid()}, {a = "x"}]) == null`, "false"},
		{`compact(["a", uuid()])`, "(known after apply)"},
		{`flatten([[1], split(",", uuid())])`, "(known after apply)"},
		{`flatten([[uuid()], {a = jsondecode(uuid())}])`,
			"[\n  (known after apply),\n  {\n    \"a\" = (known after apply)\n  },\n]"},
		{`flatten([toset([uuid(), "a"])])`, "(known after apply)"},
		{`tolist(toset([uuid(), "a"]))`, "(known after apply)"},
		{`tolist(toset([uuid()]))`, "tolist([\n  (known after apply),\n])"},
		{`setproduct(toset([uuid(), "a"]), ["x"])`, "(known after apply)"},
		{`formatlist("%s", toset([uuid(), "a"]))`, "(known after apply)"},
		{`length(toset([uuid(), "a"]))`, "(known after apply)"},
		{`one(toset([uuid(), "a"]))`, "(known after apply)"},
		{`"a${uuid()}" == "b"`, "(known after apply)"},
		{`"a-${uuid()}" == "b"`, "false"},
		{`startswith("a-${uuid()}", "a")`, "true"},
		{`startswith("a-${uuid()}", "ab")`, "false"},
		{`startswith("ab${uuid()}", "ab")`, "(known after apply)"},
		{`startswith(uuid(), "")`, "true"},
		{`startswith("a", uuid())`, "(known after apply)"},
		{`jsonencode([uuid()]) == "x"`, "false"},
		{`jsonencode(jsondecode(uuid())) == "x"`, "(known after apply)"},
		{`format("ab%s", uuid()) == "x"`, "false"},
		{`format("ab", uuid()) == "x"`, "(known after apply)"},
		{`null[*]`, "[]"},
		{`5[*]`, "[\n  5,\n]"},
		{`[[1], [2]][*][0]`, "[\n  1,\n  2,\n]"},
		{`{(1 + 1) = "a", "${"k"}" = 1}`, "{\n  \"2\" = \"a\"\n  \"k\" = 1\n}"},
		{`"${sensitive("a")}b"`, "(sensitive value)"},
		{`sensitive([1])[0] + 1`, "(sensitive value)"},
		{`can(sensitive(1))`, "true"},
		{`try(null.a, "b")`, `"b"`},
		{`tomap({a = 1}).b`, `Missing map element: This map does not have an element with the key "b".`},
		{`"a".b`, `Unsupported attribute: Can't access attributes on a primitive-typed value (string).`},
		{`[{a = 1}].a`, `Unsupported attribute: This value does not have any attributes.`},
		{`{a = 1}[0]`, `Invalid index: The given key does not identify an element in this collection value. An ` +
			`object only supports looking up attributes by name, not by numeric index.`},
		{`{null = 1}`, "{\n  \"null\" = 1\n}"},
		{`{(null) = 1}`, "Null value as key: Can't use a null value as a key."},
		{`[for a in [{b = "k"}] : {a.b = 1}]`,
			"Ambiguous attribute key: If this expression is intended to be a reference, wrap it in parentheses. If " +
				"it's instead intended as a literal name containing periods, wrap it in quotes to create a string " +
				"literal."},
		{`data.x`, `Invalid reference: The "data" object must be followed by two attribute names: the data source ` +
			`type and the resource name.`},
		{`module.a.b`, `Reference to undeclared module: No module call named "a" is declared in the root module.`},
		{`path.module`, `"."`},
		{`merge(null)`, "{}"},
		{`merge(tomap({a = 1}), null)`, "{\n  \"a\" = 1\n}"},
		{`lookup([1], "a")`, `Invalid function argument: Invalid value for "inputMap" parameter: lookup() requires ` +
			`a map as the first argument.`},
		{`yamldecode("2001-12-14   21:59:43,10")`, `"2001-12-14T21:59:43Z"`},
		{`yamldecode("2001-12-14T21:59:43.")`, `"2001-12-14T21:59:43."`},
		{`yamldecode("2001-12-14t1:2:3-05:60")`, `"2001-12-14T01:02:03-06:00"`},
		{`yamldecode("[!!int -0x0, -0, !!float -0]")`, "[\n  0,\n  -0,\n  -0,\n]"},
		{`sensitive(true) ? 1 : 2`, "(sensitive value)"},
		{`true ? 1 : sensitive("a")`, "(sensitive value)"},
		{`true ? [1] : [sensitive(1)]`, "[\n  1,\n]"},
		{`"%{if sensitive(true)}a%{endif}"`, "(sensitive value)"},
		{`element([], 0)`, `Error in function call: Call to function "element" failed: cannot use element function ` +
			`with an empty list.`},
		{`coalesce([], ["1"])`, "tolist([])"},
		{`slice([1, 2], 0, 3)`,
			`Invalid function argument: Invalid value for "end_index" parameter: end index must not be greater than ` +
				`the length of the list.`},
		{`zipmap(["a"], [])`, `Error in function call: Call to function "zipmap" failed: number of keys (1) does ` +
			`not match number of values (0).`},
		{`substr("hello", -3, 2)`, `"ll"`},
		{`[substr("hello", -3, 0), substr("hello", -9, 0), substr("hello", 2, 0)]`,
			"[\n  \"llo\",\n  \"hello\",\n  \"\",\n]"},
		{`length([sensitive(1)])`, "1"},
		{`keys({a = sensitive(1)})`, "[\n  \"a\",\n]"},
		{`values({a = sensitive(1), b = 2})`, "[\n  (sensitive value),\n  2,\n]"},
		{`merge({a = sensitive(1)}, {b = 2})`, "{\n  \"a\" = (sensitive value)\n  \"b\" = 2\n}"},
		{`merge(sensitive({a = 1}), {b = 2})`, "(sensitive value)"},
		{`lookup({a = sensitive(1), b = 2}, "b")`, "2"},
		{`lookup({b = 2}, sensitive("b"))`, "(sensitive value)"},
		{`concat([sensitive(1)], [2])`, "[\n  (sensitive value),\n  2,\n]"},
		{`flatten([[sensitive(1)], [2]])`, "[\n  (sensitive value),\n  2,\n]"},
		{`flatten([sensitive([1]), [2]])`, "(sensitive value)"},
		{`reverse([sensitive(1), 2])`, "[\n  2,\n  (sensitive value),\n]"},
		{`tolist([sensitive(1), "a"])`, "tolist([\n  (sensitive value),\n  \"a\",\n])"},
		{`tomap({a = sensitive("x")})`, "tomap({\n  \"a\" = (sensitive value)\n})"},
		{`toset([sensitive(1), 2])`, "(sensitive value)"},
		{`contains([sensitive(1)], 1)`, "(sensitive value)"},
		{`tonumber(sensitive("a"))`,
			`Invalid function argument: Invalid value for "v" parameter: cannot convert this sensitive string to ` +
				`number.`},
		{`(type(1))`, "number"},
		{`type(1, 2)`, `Too many function arguments: Function "type" expects only 1 argument(s).`},
		{`type()`, `Not enough function arguments: Function "type" expects 1 argument(s). Missing value for "value".`},
		{`[for _, v in {a = 1} : v]`, "[\n  1,\n]"},
		{`{_ = 1, _b = 2}._b`, "2"},
		{`format("%.0f %.02f", 1.5, 1)`, `"2 1.00"`},
		{`format("%[0]s", 1)`,
			`Error in function call: Call to function "format" failed: unrecognized format character '0' at offset 2.`},
		{`false && sensitive(true)`, "(sensitive value)"},
		{`sensitive(false) || true`, "(sensitive value)"},
		{`try(jsondecode ("x"))`,
			"Error in function call: Call to function \"try\" failed: no expression succeeded:\n" +
				"- Error in function call (at <console-input>:1,5-17)\n" +
				"  Call to function \"jsondecode\" failed: invalid character 'x' looking for beginning of value.\n\n" +
				"At least one expression must produce a successful result."},
		{`[1][9999999999999999999]`,
			`Invalid index: The given key does not identify an element in this collection value.`},
		{`upper(1 / "a", 2)`, `Too many function arguments: Function "upper" expects only 1 argument(s).`},
		{`range(0)`, "tolist([])"},
		{`range(-1/0, 1, 1/0)`,
			`Error in function call: Call to function "range" failed: can't compute sum of opposing infinities.`},
		{`range(1/0, 1/0, -1/0)`, "tolist([])"},
		{`1/0 % 0`, "+Inf"},
		{`5 % (1/0)`, `Operation failed: Error during operation: can't use modulo with zero and infinity.`},
		{`max(tonumber(null)...)`,
			`Invalid expanding argument value: The expanding argument (indicated by ...) must be of a tuple, list, ` +
				`or set type.`},
		{`max(tolist(null)...)`,
			`Invalid expanding argument value: The expanding argument (indicated by ...) must not be null.`},
		{`floor(1 / "a", [2]...)`, `Too many function arguments: Function "floor" expects only 1 argument(s).`},
		{`[for x in [] : x if length(max(x, 1)...) > 0]`,
			`Invalid expanding argument value: The expanding argument (indicated by ...) must be of a tuple, list, ` +
				`or set type.`},
		{`1 / "a" ? 1 : 2`, `Invalid operand: Unsuitable value for right operand: a number is required.`},
		{`[for k, v in {a = 2} : v if k ? v : 1]`,
			"Incorrect condition type: The condition expression must be of type bool."},
		{`[for x in [] : x if format("", x) && ceil()]`, "[]"},
		{`tolist(sensitive(1))`,
			`Invalid function argument: Invalid value for "v" parameter: cannot convert number to list of any ` +
				`single type.`},
		{`base64decode(sensitive("d"))`,
			`Error in function call: Call to function "base64decode" failed: failed to decode base64 data ` +
				`(sensitive value).`},
		{`fileexists("x/..")`,
			`Error in function call: Call to function "fileexists" failed: "." is a directory, not a file.`},
		{`fileset("nowhere", "[")`, "toset([])"},
		{`range(1, 2, 0)`, `Error in function call: Call to function "range" failed: more than 1024 values were ` +
			`generated; either decrease the difference between start and end or use a smaller step.`},
		{`format("%[2]s %[1]s", "a", "b")`, `"b a"`},
		{`format("%d %s", 1)`,
			`Error in function call: Call to function "format" failed: not enough arguments for "%s" at 3: need ` +
				`index 2 but have 1 total.`},
		{`format("a", 1)`, `Invalid function argument: Invalid value for "args" parameter: too many arguments; no ` +
			`verbs in format string.`},
		{`toset([[2], [1]])`, "toset([\n  [\n    1,\n  ],\n  [\n    2,\n  ],\n])"},
		{`tonumber("inf")`, "+Inf"},
		{`yamlencode([[1, [2]], {a = [1]}])`, "<<EOT\n- - 1\n  - - 2\n- \"a\":\n  - 1\n\nEOT"},
	} {
		assert.Equal(t, tc.want, line(t, tc.expression), tc.expression)
	}
}

func TestAConditionalWithAnUnknownConditionIsKnownIfOneValueIsLeft(t *testing.T) {
	for _, tc := range []struct{ expression, want string }{
		{`uuid() == "a" ? 1 : 1.0`, "1"},
		{`"a${uuid() == "a" ? 1 : 1}"`, `"a1"`},
		{`uuid() == "a" ? 1 : 2`, "(known after apply)"},
		{`uuid() == "a" ? "b" : "b"`, "(known after apply)"},
		{`uuid() == "a" ? true : true`, "(known after apply)"},
		{`uuid() == "a" ? [1] : [2]`, "(known after apply)"},
		{`uuid() == "a" ? tolist([1]) : tolist([2])`, "tolist([\n  (known after apply),\n])"},
		{`uuid() == "a" ? tolist([1]) : tolist([2, 3])`, "(known after apply)"},
		{`uuid() == "a" ? tolist([1]) : tolist(["b"])`, "(known after apply)"},
		{`length(uuid() == "a" ? tolist([1]) : tolist([2]))`, "1"},
		{`(uuid() == "a" ? tolist([1]) : tolist([2]))[1]`,
			"Invalid index: The given key does not identify an element in this collection value: the given index is " +
				"greater than or equal to the length of the collection."},
		{`uuid() == "a" ? toset([1]) : toset([2])`, "toset([\n  (known after apply),\n])"},
		{`uuid() == "a" ? toset([1, 2]) : toset([3, 4])`, "(known after apply)"},
		{`uuid() == "a" ? tomap({}) : tomap({})`, "tomap({})"},
		{`uuid() == "a" ? tomap({ b = 1 }) : tomap({ b = 1 })`, "(known after apply)"},
		{`uuid() == "a" ? null : null`, "null"},
		{`uuid() == "a" ? tostring(null) : null`, "tostring(null)"},
		{`uuid() == "a" ? 1 : sensitive(1)`, "(sensitive value)"},
		{`(uuid() == "a" ? 1 : null) == null`, "(known after apply)"},
		{`(uuid() == "a" ? 1 : 2) == null`, "false"},
	} {
		assert.Equal(t, tc.want, line(t, tc.expression), tc.expression)
	}
}

func TestTypesOfUnknownArgumentsAreChecked(t *testing.T) {
	for _, tc := range []struct{ expression, want string }{
		{`length(tobool(uuid()))`, `Error in function call: Call to function "length" failed: argument must be a ` +
			`string, a collection type, or a structural type.`},
		{`one(uuid())`, `Invalid function argument: Invalid value for "list" parameter: must be a list, set, or ` +
			`tuple value with either zero or one elements.`},
		{`lookup(uuid(), uuid())`, `Invalid function argument: Invalid value for "inputMap" parameter: lookup() ` +
			`requires a map as the first argument.`},
		{`reverse(uuid())`, `Invalid function argument: Invalid value for "list" parameter: can only reverse list ` +
			`or tuple values, not string.`},
		{`merge({ a = 1 }, uuid())`, `Error in function call: Call to function "merge" failed: arguments must be ` +
			`maps or objects, got "string".`},
		{`length(uuid())`, "(known after apply)"},
		{`lookup({ a = 1 }, uuid(), uuid())`, "(known after apply)"},
		{`element([1, 2], tonumber(uuid()))`, "(known after apply)"},
		{`reverse(jsondecode(uuid()))`, "(known after apply)"},
	} {
		assert.Equal(t, tc.want, line(t, tc.expression), tc.expression)
	}
}

func TestAnErrorInAFileIsReportedThereAndAnyOtherAtTheFunctionsName(t *testing.T) {
	s := evaluate(t, "other.yaml", "a: 1\nb: !x 1\n", "inputs.yaml", `expression: yamldecode(file("./other.yaml"))`)
	require.Len(t, s.Problems, 1)
	p := s.Problems[0]
	assert.Equal(t, "other.yaml", p.Span.File().Name)
	assert.Equal(t, "!x 1", p.Span.Text())
	assert.Contains(t, p.Reference, "on line 1, column 4: unsupported tag")

	s = evaluate(t, "other.yaml", "a: !x 1\n", "inputs.yaml", `expression: yamldecode("${file("other.yaml")}b")`)
	require.Len(t, s.Problems, 1)
	assert.Equal(t, "expression", s.Problems[0].Span.File().Name)
	assert.Equal(t, "yamldecode", s.Problems[0].Span.Text())
}

func TestTheDocumentIsReportedOnceWhetherALineReadsItOrNot(t *testing.T) {
	const broken = "a: [1\n"
	assert.Len(t, evaluate(t, "main.yaml", broken).Problems, 1)
	assert.Len(t, evaluate(t, "main.yaml", broken, "inputs.yaml", "expression: 1 + 1").Problems, 1)
	assert.Len(t, evaluate(t, "main.yaml", broken, "inputs.yaml", `expressions: [yamldecode(file("main.yaml")), 1]`).
		Problems, 1)
	assert.Empty(t, evaluate(t, "main.yaml", broken, "inputs.yaml",
		`expression: can(yamldecode(file("main.yaml")))`).Problems)
}

func TestAliasesAndAnchorsAreTheNodesOfTheGraph(t *testing.T) {
	s := evaluate(t, "main.yaml", "a: &x [1]\nb: &y {c: *x, <<: {d: 1}}\ne: !!seq &x [2]\nf: [*x, *y]\n")
	var nodes, edges []string
	for _, n := range s.Graph().Nodes {
		nodes = append(nodes, n.Kind+" "+n.ID)
	}
	for _, e := range s.Graph().Edges {
		edges = append(edges, e.From+" -> "+e.To)
	}
	assert.ElementsMatch(t, []string{"anchor &x@1:4", "anchor &y@2:4", "anchor &x@3:10", "alias *x@2:11",
		"alias *x@4:5", "alias *y@4:9"}, nodes)
	assert.ElementsMatch(t, []string{"*x@2:11 -> &x@1:4", "*x@4:5 -> &x@3:10", "*y@4:9 -> &y@2:4",
		"&y@2:4 -> *x@2:11"}, edges)
}

// anyValue generates values that yamlencode and jsonencode can write.
func anyValue(depth int) *rapid.Generator[string] {
	texts := rapid.Map(rapid.StringOfN(rapid.SampledFrom([]rune("ab \n\t:#-'\"\\~yesno01é\u2028\u0085😀")), 0, 30, -1),
		func(s string) string {
			return strings.NewReplacer("${", "$${", "%{", "%%{", "\u0085", `\u0085`).
				Replace(value.JSON(value.Str(s), value.JSONStyle{}))
		})
	scalars := []*rapid.Generator[string]{texts,
		rapid.SampledFrom([]string{"null", "true", "false", "0", "1.5", "1e30", "-7"})}
	if depth == 0 {
		return rapid.OneOf(scalars...)
	}
	inner := anyValue(depth - 1)
	list := rapid.Map(rapid.SliceOfN(inner, 0, 4),
		func(items []string) string { return "[" + strings.Join(items, ", ") + "]" })
	object := rapid.Map(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		return texts.Draw(t, "key") + " = " + inner.Draw(t, "value")
	}), 0, 4), func(items []string) string { return "{" + strings.Join(items, ", ") + "}" })
	return rapid.OneOf(append(scalars, list, object)...)
}

func TestEncodedValuesAreDecodedAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := strings.ReplaceAll(anyValue(3).Draw(t, "value"), `\/`, "/")
		assert.Equal(t, "true", line(t, fmt.Sprintf("[for v in [%s] : yamldecode(yamlencode(v)) == v][0]", v)), v)
		assert.Equal(t, "true", line(t, fmt.Sprintf("[for v in [%s] : jsondecode(jsonencode(v)) == v][0]", v)), v)
	})
}

func TestHostileDocumentsAndLinesHaveAnAnswer(t *testing.T) {
	const n = 50_000
	for name, text := range map[string]string{
		"brackets": strings.Repeat("[", n), "dashes": strings.Repeat("- ", n), "keys": strings.Repeat("? ", n),
		"anchors": strings.Repeat("&a ", n), "merges": "a: &a {<<: *a}\n", "tabs": strings.Repeat("\t", n),
		"deep": strings.Repeat("[", 990) + strings.Repeat("]", 990),
	} {
		s := evaluate(t, "main.yaml", text)
		assert.True(t, json.Valid(s.Document("", true)), name)
		assert.Equal(t, name == "deep", len(s.Problems) == 0, name)
	}
	for _, text := range []string{strings.Repeat("(", n), strings.Repeat("1+", n) + "1", "x" + strings.Repeat(".a", n),
		strings.Repeat("[for x in ", n),
		`format("%99999999d", 1)`, `range(1e308)`,
		`[for i in range(1000) : [for j in range(1000) : [for k in range(1000) : 1]]]`} {
		s := evaluate(t, "inputs.yaml", "expression: "+value.JSON(value.Str(text), value.JSONStyle{}))
		assert.True(t, json.Valid(s.Document("", true)), text[:min(20, len(text))])
		assert.NotEmpty(t, s.Problems, text[:min(20, len(text))])
	}
}

// TestDeepValuesAndExpressionsFitABrowsersStack matters under js/wasm, where a stack overflow
// ends the engine.
func TestDeepValuesAndExpressionsFitABrowsersStack(t *testing.T) {
	for _, text := range []string{strings.Repeat("[", 990) + strings.Repeat("]", 990),
		strings.Repeat("{a: ", 990) + strings.Repeat("}", 990), strings.Repeat("- ", 900) + "x"} {
		s := evaluate(t, "main.yaml", text)
		assert.Empty(t, s.Problems)
		s.Document("", true)
		for _, v := range s.Outcome.Views {
			assert.NotEmpty(t, v.Text(true, nil))
		}
	}
	for _, text := range []string{
		strings.Repeat("(", 99) + "1" + strings.Repeat(")", 99), "1" + strings.Repeat("*1", 398),
		strings.Repeat("-", 98) + "1",
		strings.Repeat("true?", 99) + "1" + strings.Repeat(":1", 99), "[for x in [1] : x" + strings.Repeat("[*]", 98) +
			"][0]" + strings.Repeat("[0]", 98),
	} {
		assert.Equal(t, "1", line(t, text), text)
	}
}

// The columns are the original's.
func TestPositionsOfErrorsInExpressions(t *testing.T) {
	for _, tc := range []struct {
		expression string
		columns    []int
	}{
		{`y[a b]`, []int{6}}, {`[1][1 2`, []int{8}}, {`[1][* 2]`, []int{8}},
		{`.`, []int{1, 2}}, {`a..`, []int{3, 4}}, {`"".*.`, []int{4}}, {`"".*..`, []int{4, 7}},
		{`1 ~} 2`, []int{3}}, {`{a = 1 ~}`, []int{8}}, {`~1`, []int{1, 1}},
		{`"a${([])}"`, []int{5}}, {`"${"${[]}"}t"`, []int{4}}, {`upper([1][*])`, []int{10}},
		{`upper(1, [1][1-1])`, []int{13}}, {`1 .*.0.1`, []int{4}}, {`1 % ([])`, []int{5}}, {`-([])`, []int{2}},
		{`upper(([]))`, []int{8}},
		{`max(1, "")`, []int{10}}, {`length((["a", "b"])...)`, []int{8}},
	} {
		s := evaluate(t, "inputs.yaml", "expression: "+value.JSON(value.Str(tc.expression), value.JSONStyle{}))
		var columns []int
		for _, p := range s.Problems {
			columns = append(columns, p.Span.File().Position(p.Span.Start()).Column)
		}
		assert.Equal(t, tc.columns, columns, tc.expression)
	}
}

// Subsequent operations treat a failed value as a value of its type.
func TestFurtherErrorsAreFoundAfterAnError(t *testing.T) {
	const (
		number  = "Invalid operand: Unsuitable value for unary operand: number required, but have object."
		boolean = "Invalid operand: Unsuitable value for unary operand: bool required, but have number."
	)
	const condition = "Incorrect condition type: The condition expression must be of type bool."
	const text = "Invalid template interpolation value: Cannot include the given value in a string template: string " +
		"required, but have object."
	for _, tc := range []struct {
		expression string
		want       []string
	}{
		{`!(-{})`, []string{number, boolean}},
		{`(-{}) + 1`, []string{number}},
		{`[-{}][0].a`, []string{number,
			"Unsupported attribute: Can't access attributes on a primitive-typed value (number)."}},
		{`(1 ? "a" : 2).b`, []string{condition,
			"Unsupported attribute: Can't access attributes on a primitive-typed value (string)."}},
		{`(1 ? {a = 1} : {a = 2}).b`,
			[]string{condition, `Unsupported attribute: This object does not have an attribute named "b".`}},
		{`(1 ? [1] : [2])[0]`, []string{condition}},
		{`(1 ? [1] : [2])[5]`,
			[]string{condition, "Invalid index: The given key does not identify an element in this collection value."}},
		{`tolist([1])[-{}].b`,
			[]string{number, "Unsupported attribute: Can't access attributes on a primitive-typed value (number)."}},
		{`true ? -{} : []`, []string{"Inconsistent conditional result types: The true and false result expressions " +
			"must have consistent types. The 'true' value is number, but the 'false' value is tuple."}},
		{`[for x in "a${{}}" : x]`,
			[]string{text, "Iteration over non-iterable value: A value of type string cannot be used as the " +
				"collection in a 'for' expression."}},
		{`-"a${{}}"`, []string{text, "Invalid operand: Unsuitable value for unary operand: a number is required."}},
		{`-"1${{}}"`, []string{text}}, {`-"1${{}}x"`, []string{text}},
		{`{("${{}}") = 1}`, []string{"Incorrect key type: Can't use this value as a key: string required, but have " +
			"object."}}, {`{("a${{}}") = 1}`, []string{text}},
		{`1[{}.a]`, []string{`Unsupported attribute: This object does not have an attribute named "a".`}},
		{`{for x in [1, 2] : "k${{}}" => x}`,
			[]string{text, `Duplicate object key: Two different items produced the key "k" in this 'for' ` +
				`expression. If duplicates are expected, use the ellipsis (...) after the value expression to ` +
				`enable grouping by key.`}},
		{`min(-{}, [])`, []string{number,
			`Invalid function argument: Invalid value for "numbers" parameter: number required, but have tuple.`}},
		{`keys([-{}])`, []string{number}},
		{`[[-{}]][*].b`, []string{number}},
		{`({})["a"][null]`, []string{"Invalid index: The given key does not identify an element in this collection " +
			"value."}},
		{`{}.a[1 - 1][null]`, []string{`Unsupported attribute: This object does not have an attribute named "a".`,
			"Invalid index: Can't use a null value as an indexing key."}},
		{`{}.a.b[null]`, []string{`Unsupported attribute: This object does not have an attribute named "a".`}},
		{`(0)[1 - 1][1][null]`, []string{"Invalid index: This value does not have any indices.",
			"Invalid index: Can't use a null value as an indexing key."}},
		{`[for x in [] : x if x > 1]`, nil},
		{`[for x in [] : x if [x]]`,
			[]string{"Invalid 'for' condition: The 'if' clause value is invalid: bool required, but have tuple."}},
		{`[for x in [null] : x if x]`,
			[]string{"Invalid 'for' condition: The value of the 'if' clause must not be null."}},
		{`[for x in [1] : x if x.a + 1]`,
			[]string{"Invalid 'for' condition: The 'if' clause value is invalid: bool required, but have number."}},
		{`-([2][*].a)`, []string{"Unsupported attribute: Can't access attributes on a primitive-typed value (number).",
			"Invalid operand: Unsuitable value for unary operand: number required, but have tuple."}},
		{`!1 && null`, nil}, {`true && null`, nil}, {`null || true`, nil},
		{`null || false`, []string{"Operation failed: Error during operation: argument must not be null."}},
		{`0 / 0 && false`, []string{"Operation failed: Error during operation: can't divide zero by zero or " +
			"infinity by infinity.", "Invalid operand: Unsuitable value for left operand: bool required, but have " +
			"number."}},
	} {
		s := evaluate(t, "inputs.yaml", "expression: "+value.JSON(value.Str(tc.expression), value.JSONStyle{}))
		var texts []string
		for _, p := range s.Problems {
			texts = append(texts, p.Text())
		}
		slices.Sort(texts)
		slices.Sort(tc.want)
		assert.Equal(t, tc.want, slices.Compact(texts), tc.expression)
	}
}
