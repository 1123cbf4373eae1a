package yamltree

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"pantograph/evaluator/source"
)

const oddScalars = `~ null Null NULL nULL nul true True TRUE tRUE false False FALSE yes Yes no on off y n t f o
0 -0 +0 1 +1 -1 00 01 012 -012 +012 08 09 0x1F 0X1F -0x1F +0x1f 0x 0x_1 0x1_F 0xG 0o17 -0o17 +0o17 0O17 0o8 0o 0b11 -0b11 +0b11 0B11 0b2 0b
1_000 1__0 _1 1_ +_1 -_1 1_.5 1.5_ 1._5 ._5 .5_ 1e3 1E3 1e+06 1e-3 1e 1e+ e3 .5 -.5 +.5 1. -1. +1. . .. ... -. +. 1.e3 .e3 1.5e3 1.50 1.0 1e6 1e21 0.0000001 1e400 -1e400 1e-400
.inf .Inf .INF .iNF +.inf -.inf +.Inf -.INF inf -inf +Inf Infinity .nan .NaN .NAN .Nan +.nan nan NaN
9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809 18446744073709551615 18446744073709551616 +18446744073709551615 123456789012345678901234567890 -123456789012345678901234567890 0xFFFFFFFFFFFFFFFF 0x1FFFFFFFFFFFFFFFF 0o1777777777777777777777 0b1111111111111111111111111111111111111111111111111111111111111111
190:20:30 1:30 1:30.5 12:30:45 -190:20:30 1:60
2001-12-14 2001-1-4 2001-13-14 2001-02-29 2000-02-29 1900-02-29 2001-12-14T21:59:43Z 2001-12-14t21:59:43.10-05:00 2001-12-14T21:59:43 2001-12-14T21:59:43+5 2001-12-14T21:59:43+24:60 2001-12-14T21:59:43+25:00 2001-12-14T1:2:3Z 2001-12-14T24:00:00Z 2001-12-14T21:60:43Z 2001-12-14T21:59:60Z 2001-12-14T21:59:43,5Z 2001-12-14T21:59:43.Z 02001-12-14 201-12-14 2001-12-141 2001-0-1 2001-1-0 2001-12 2001- 2001-12-14T21:59:43.123456789012Z 2001-12-14T21:59:43-00:00 2001-12-14z
<< = + - -- +- - 1- 1-1 --1 +-1 1,000 1.2.3 0x1p4 1p4 0x1.8p1 hello ünïcode 0_b11 0b_11 0o_7 0_7 0_x1F -0b -0o 0.1_0 1e1_0 1e+1_0 NULL_ ~~ 1.5e 0.0 -0.0 +0.0 00.5 01.5 0e0 1e0`

func oddTexts() []string {
	texts := strings.Fields(oddScalars)
	for _, s := range []string{"2001-12-14 21:59:43", "2001-12-14   21:59:43.10", "2001-12-14 21:59:43 -5",
		"2001-12-14 21:59:43Z", "2001-12-14 21:59", "2001-12-14 1:2:3", "1 2", "true false"} {
		texts = append(texts, s)
	}
	return texts
}

// yamlV3Value returns the tag and the value of a document with one scalar, as yaml.v3 decodes it. If
// that fails, the tag is "", and the value is the error message.
func yamlV3Value(t *testing.T, text string) (tag, value string) {
	var n yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte(text), &n), text)
	var v any
	if err := n.Content[0].Decode(&v); err != nil {
		return "", strings.TrimPrefix(err.Error(), "yaml: ")
	}
	switch v := v.(type) {
	case nil:
		return n.Content[0].ShortTag(), ""
	case float64:
		if math.IsInf(v, 1) {
			return "!!float", "+Inf"
		}
		return "!!float", strconv.FormatFloat(v, 'g', -1, 64)
	case time.Time:
		return "!!timestamp", n.Content[0].Value
	}
	return n.Content[0].ShortTag(), fmt.Sprint(v)
}

func TestTheYAMLv3SchemaAgreesWithYAMLv3(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a slimmed program has no decoder into Go values (wasmslim, reach.go)")
	}
	for _, prefix := range []string{"", "! ", "!!str ", "!!int ", "!!float ", "!!bool ", "!!null ", "!!timestamp ",
		"!x ", "!<tag:yaml.org,2002:int> "} {
		for _, s := range oddTexts() {
			for _, text := range []string{prefix + s, prefix + `"` + s + `"`} {
				if strings.HasPrefix(s, "-") && isBlankOrEnd(s, 1) || s == "..." {
					continue
				}
				tag, value := yamlV3Value(t, text)
				d := Parse(source.NewFile("f", text), Options{})
				require.Empty(t, d.Problems, text)
				r := d.Root.Resolve(YAMLv3)
				if tag == "" {
					assert.Equal(t, value, r.Error, text)
					continue
				}
				got := r.Kind.tag()
				if tag == "!x" || tag == "!!merge" {
					tag = "!!str"
				}
				assert.Equal(t, [2]string{tag, value}, [2]string{got, r.Text}, text)
			}
		}
	}
}

func TestEachSchemaInterpretsPlainScalarsLikeItsOriginal(t *testing.T) {
	for _, tc := range []struct{ text, yamlV3, core, pyYAML, cty string }{
		{"", "null", "null", "null", "null"},
		{"~", "null", "null", "null", "null"},
		{"NULL", "null", "null", "null", "null"},
		{"True", "bool true", "bool true", "bool true", "bool true"},
		{"yes", "text yes", "text yes", "bool true", "bool true"},
		{"OFF", "text OFF", "text OFF", "bool false", "bool false"},
		{"y", "text y", "text y", "text y", "bool true"},
		{"yEs", "text yEs", "text yEs", "text yEs", "text yEs"},
		{"012", "int 10", "int 12", "int 10", "int 12"},
		{"08", "float 8", "int 8", "text 08", "int 8"},
		{"-0", "int 0", "int 0", "int 0", "int -0"},
		{"+1", "int 1", "int 1", "int 1", "int 1"},
		{"0o17", "int 15", "int 15", "text 0o17", "int 15"},
		{"0x1F", "int 31", "int 31", "int 31", "int 31"},
		{"-0x1F", "int -31", "text -0x1F", "int -31", "text -0x1F"},
		{"0b11", "int 3", "text 0b11", "int 3", "text 0b11"},
		{"1_000", "int 1000", "text 1_000", "int 1000", "text 1_000"},
		{"1__0", "int 10", "text 1__0", "int 10", "text 1__0"},
		{"0x_1", "int 1", "text 0x_1", "int 1", "text 0x_1"},
		{"190:20:30", "text 190:20:30", "text 190:20:30", "int 685230", "text 190:20:30"},
		{"1:30.5", "text 1:30.5", "text 1:30.5", "float 90.5", "text 1:30.5"},
		{"1e3", "float 1000", "float 1000", "text 1e3", "float 1e3"},
		{"1e+06", "float 1e+06", "float 1e+06", "text 1e+06", "float 1e+06"},
		{"1.5e+3", "float 1500", "float 1500", "float 1500", "float 1.5e+3"},
		{"1.5e3", "float 1500", "float 1500", "text 1.5e3", "float 1.5e3"},
		{".5", "float 0.5", "float 0.5", "float 0.5", "float .5"},
		{"-.5", "float -0.5", "float -0.5", "text -.5", "float -.5"},
		{"1.", "float 1", "float 1", "float 1", "float 1."},
		{"1_0.5", "float 10.5", "text 1_0.5", "float 10.5", "text 1_0.5"},
		{".inf", "float +Inf", "float +Inf", "float +Inf", "float +Inf"},
		{"-.INF", "float -Inf", "float -Inf", "float -Inf", "float -Inf"},
		{".NaN", "float NaN", "float NaN", "float NaN", "float NaN"},
		{"nan", "text nan", "text nan", "text nan", "text nan"},
		{"18446744073709551616", "float 1.8446744073709552e+19", "int 18446744073709551616", "int 18446744073709551616",
			"int 18446744073709551616"},
		{"0x1FFFFFFFFFFFFFFFF", "text 0x1FFFFFFFFFFFFFFFF", "int 36893488147419103231", "int 36893488147419103231",
			"text 0x1FFFFFFFFFFFFFFFF"},
		{"2001-12-14", "date 2001-12-14", "text 2001-12-14", "text 2001-12-14", "date 2001-12-14T00:00:00Z"},
		{"2001-1-4", "date 2001-1-4", "text 2001-1-4", "text 2001-1-4", "date 2001-01-04T00:00:00Z"},
		{"2001-12-14t21:59:43.10-05:00", "date 2001-12-14t21:59:43.10-05:00", "text 2001-12-14t21:59:43.10-05:00",
			"text 2001-12-14t21:59:43.10-05:00", "date 2001-12-14T21:59:43-05:00"},
		{"2001-12-14 21:59:43 -5", "text 2001-12-14 21:59:43 -5", "text 2001-12-14 21:59:43 -5",
			"text 2001-12-14 21:59:43 -5", "text 2001-12-14 21:59:43 -5"},
		{"1,000", "text 1,000", "text 1,000", "text 1,000", "text 1,000"},
		{"+", "text +", "text +", "text +", "text +"},
	} {
		for s, want := range map[Schema]string{YAMLv3: tc.yamlV3, Core: tc.core, PyYAML: tc.pyYAML, CtyYAML: tc.cty} {
			r := ResolveText(tc.text, s)
			kind := [...]string{"null", "bool", "int", "float", "date", "text"}[r.Kind]
			assert.Equal(t, want, strings.TrimSpace(kind+" "+r.Text), "%q by schema %d", tc.text, s)
		}
	}
}

func TestQuotesAndTagsTakePrecedenceOverTheText(t *testing.T) {
	for _, tc := range []struct {
		text   string
		schema Schema
		want   Resolved
	}{
		{`"1"`, YAMLv3, Resolved{Kind: String, Text: "1"}},
		{`!!int "1"`, YAMLv3, Resolved{Kind: Int, Text: "1"}},
		{`! 1`, YAMLv3, Resolved{Kind: Int, Text: "1"}},
		{`! 1`, Core, Resolved{Kind: String, Text: "1"}},
		{`! "1"`, PyYAML, Resolved{Kind: Int, Text: "1"}},
		{`!!float 1`, PyYAML, Resolved{Kind: Float, Text: "1"}},
		{`!!int _1`, PyYAML, Resolved{Kind: Int, Text: "1"}},
		{`!!int -1:30`, PyYAML, Resolved{Kind: Int, Text: "-90"}},
		{`!!int 0o17`, PyYAML, Resolved{Kind: Int, Text: "15"}},
		{`!!int 08`, PyYAML, badInt("08", "8: '08'")},
		{`!!int 0b1_2`, PyYAML, badInt("0b1_2", "2: '12'")},
		{`!!int 1:x`, PyYAML, badInt("1:x", "10: 'x'")},
		{`!!int ""`, PyYAML, Resolved{Kind: String, Error: "string index out of range"}},
		{`!!float inf`, PyYAML, Resolved{Kind: Float, Text: "+Inf"}},
		{`!!float -.iNf`, PyYAML, Resolved{Kind: Float, Text: "-Inf"}},
		{`!!float 1e3`, PyYAML, Resolved{Kind: Float, Text: "1000"}},
		{`!!float 1:X`, PyYAML, Resolved{Kind: String, Text: "1:X", Error: "could not convert string to float: " +
			"'x'"}},
		{`1:47:18.86`, PyYAML, Resolved{Kind: Float, Text: "6438.860000000001"}},
		{`!!bool "yes"`, PyYAML, Resolved{Kind: Bool, Text: "true"}},
		{`!!str yes`, CtyYAML, Resolved{Kind: String, Text: "yes"}},
		{"|-\n yes", CtyYAML, Resolved{Kind: Bool, Text: "true"}},
		{"|-\n yes", PyYAML, Resolved{Kind: String, Text: "yes"}},
		{`!!int x`, YAMLv3, Resolved{Kind: String, Text: "x", Error: "cannot decode !!str `x` as a !!int"}},
		{`!<tag:yaml.org,2002:str> 1`, YAMLv3, Resolved{Kind: String, Text: "1"}},
		{"%TAG !y! tag:yaml.org,2002:\n--- !y!str 1", YAMLv3, Resolved{Kind: String, Text: "1"}},
	} {
		d := parse(tc.text)
		require.Empty(t, d.Problems, tc.text)
		assert.Equal(t, tc.want, d.Root.Resolve(tc.schema), tc.text)
	}
}

func badInt(text, literal string) Resolved {
	return Resolved{Kind: String, Text: text, Error: "invalid literal for int() with base " + literal}
}
