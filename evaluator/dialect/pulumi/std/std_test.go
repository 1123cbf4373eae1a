package std

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
)

// A corner is a call and its expected outcome: JSON, "unknown: why", or a line for each problem with its code,
// its argument, and the original's message, or ours if there is none.
type corner struct{ claim, function, args, want string }

// corners are all documented corner cases, by topic.
var corners = [][]corner{
	textCorners, listCorners, objectCorners, numberCorners, conversionCorners, encodingCorners,
	formatCorners, regexpCorners, networkCorners, timeCorners, fileCorners, argumentCorners,
}

func TestCornerCases(t *testing.T) {
	for _, topic := range corners {
		for _, tc := range topic {
			t.Run(strings.ReplaceAll(tc.claim, " ", "_"), func(t *testing.T) {
				assert.Equal(t, tc.want, run(t, tc.function, tc.args))
			})
		}
	}
}

func TestEveryFunctionAndEveryCodeHasACornerCase(t *testing.T) {
	called, reported := map[string]bool{}, map[string]bool{}
	for _, topic := range corners {
		for _, tc := range topic {
			called[tc.function] = true
			for _, line := range strings.Split(tc.want, "\n") {
				reported[strings.TrimSuffix(strings.Fields(line)[0], ":")] = true
			}
		}
	}
	for _, name := range Names() {
		assert.True(t, called[name], name)
	}
	for _, e := range Explanations {
		assert.True(t, reported[string(e.Code)], e.Code)
		assert.NotEmpty(t, e.Title)
		assert.NotEmpty(t, e.Text)
	}
}

// bundle contains the files that the corner cases read.
var bundle = map[string]string{"f.txt": "file body\n", "sub/é.txt": "grüße\n"}

func testEnv(budget int) Env {
	return Env{
		Cwd:      "/project",
		ReadFile: func(path string) (string, bool) { s, ok := bundle[path]; return s, ok },
		Spend:    func(n int) bool { budget -= n; return budget >= 0 },
	}
}

func run(t *testing.T, function, args string) string {
	t.Helper()
	f := Lookup(function)
	require.NotNil(t, f, function)
	v, err := value.ParseWholeJSON(args)
	require.Nil(t, err, args)
	return outcomeOf(Call(f, testEnv(5_000_000), v.Object().Fields))
}

func outcomeOf(v value.Value, problems []Problem) string {
	var lines []string
	for _, p := range problems {
		text := diag.Plain(p.Reference)
		if text == "" {
			text = diag.Plain(p.Message)
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s", p.Code, written(p.ArgPath)))+": "+text)
	}
	switch {
	case v.IsFailed() && len(lines) == 0:
		return "failed: " + value.Why(v)
	case v.IsFailed():
	case v.IsUnknown():
		lines = append(lines, "unknown: "+value.Why(v))
	default:
		s, _ := GoJSON(v)
		lines = append(lines, s)
	}
	return strings.Join(lines, "\n")
}

func TestProblemsHaveMessagesInOurWords(t *testing.T) {
	for _, tc := range []struct{ function, args, want string }{
		{"sum", `{"input": ["1"]}`, "input[0] of std:sum must be a number, not a string"},
		{"chunklist", `{"input": [], "size": 1.5}`, "size of std:chunklist must be an integer, not 1.5"},
		{"upper", `{}`, "std:upper needs the argument input, a string: the text"},
		{"upper", `{"input": "a", "inptu": 1}`, `std:upper has no argument "inptu"; did you mean "input"?`},
		{"trim", `{"input": "a", "cutset": "", "x": 1}`, `std:trim has no argument "x"; it takes cutset, input`},
		{"uuid", `{"x": 1}`, `std:uuid has no argument "x"; it takes none`},
		{"cidrhost", `{"input": "10.0.0.1", "host": 1}`,
			`"10.0.0.1" lacks the length of the prefix: an address range is written like 10.0.0.0/8`},
		{"index", `{"input": [2], "element": {"a": [1]}}`, `the list has no element equal to {"a":[1]}`},
		{"regex", `{"pattern": "(", "string": ""}`, "this is not a pattern in RE2 syntax: missing closing ): `(`"},
		{"csvdecode", `{"input": "a,b\n1,2\n"}`,
			"each line must have the same number of cells, but line 3 has 1 and the first has 2; the line break at " +
				"the end adds this empty line; remove it, for example with std:chomp"},
	} {
		v, _ := value.ParseWholeJSON(tc.args)
		_, problems := Call(Lookup(tc.function), testEnv(1000), v.Object().Fields)
		require.Len(t, problems, 1, tc.function)
		assert.Equal(t, tc.want, diag.Plain(problems[0].Message))
	}
}

var argumentCorners = []corner{
	{"a missing argument is named", "upper", `{}`,
		"std-argument-missing: Missing required field 'input' on 'std.UpperArgs'"},
	{"null counts as missing", "upper", `{"input": null}`,
		"std-argument-missing: Missing required field 'input' on 'std.UpperArgs'"},
	{"null counts as missing even if any type is accepted", "tobool", `{"input": null}`,
		"std-argument-missing: Missing required field 'input' on 'std.ToboolArgs'"},
	{"an optional null counts as omitted", "parseint", `{"input": "7", "base": null}`, "7"},
	{"an unknown argument is named", "upper", `{"input": "a", "extra": 1}`,
		"std-argument-unknown extra: Unrecognized field 'extra' on 'std.UpperArgs'"},
	{"names of arguments keep their case", "upper", `{"Input": "a"}`,
		"std-argument-unknown Input: Unrecognized field 'Input' on 'std.UpperArgs'\n" +
			"std-argument-missing: Missing required field 'input' on 'std.UpperArgs'"},
	{"a string is not a number", "sum", `{"input": ["1", 2, "3"]}`,
		"std-argument-type input[0]: Field 'input[0]' on 'std.SumArgs' must be a 'float64'; got 'string' instead\n" +
			"std-argument-type input[2]: Field 'input[2]' on 'std.SumArgs' must be a 'float64'; got 'string' instead"},
	{"a number is not a string", "upper", `{"input": 1}`,
		"std-argument-type input: Field 'input' on 'std.UpperArgs' must be a 'string'; got 'float64' instead"},
	{"a boolean is not a string", "upper", `{"input": true}`,
		"std-argument-type input: Field 'input' on 'std.UpperArgs' must be a 'string'; got 'bool' instead"},
	{"a list is not a map", "keys", `{"input": []}`,
		"std-argument-type input: Field 'input' on 'std.KeysArgs' must be a 'map'; got 'slice' instead"},
	{"a map is not a list", "reverse", `{"input": {}}`,
		"std-argument-type input: Field 'input' on 'std.ReverseArgs' must be a 'slice'; got 'map' instead"},
	{"a fraction is not an integer", "chunklist", `{"input": [], "size": 1.5}`,
		"std-argument-type size: Field 'size' on 'std.ChunklistArgs' must be a 'int'; got 'float64' instead"},
	{"null is not a string in a list of strings", "join", `{"input": ["a", null], "separator": ","}`,
		"std-argument-type input[1]: Field 'input[1]' on 'std.JoinArgs' must be a 'string'; got 'nil' instead"},
	{"lists in maps are checked", "transpose", `{"input": {"k": ["a", 1]}}`,
		"std-argument-type input.k[1]: Field 'input[k] value[1]' on 'std.TransposeArgs' must be a 'string'; got " +
			"'float64' instead"},
	{"lists of lists are checked", "concat", `{"input": [[1], 2]}`,
		"std-argument-type input[1]: Field 'input[1]' on 'std.ConcatArgs' must be a 'slice'; got 'float64' instead"},
}
