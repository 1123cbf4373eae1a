package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	yaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	goyaml "gopkg.in/yaml.v3"
)

// published lists the functions of Terraform that are published in modules. Others are part of
// Terraform itself, so templates that call them are skipped.
var published = map[string]function.Function{
	"abs": stdlib.AbsoluteFunc, "can": tryfunc.CanFunc, "ceil": stdlib.CeilFunc, "concat": stdlib.ConcatFunc,
	"contains":  stdlib.ContainsFunc,
	"csvdecode": stdlib.CSVDecodeFunc, "flatten": stdlib.FlattenFunc, "floor": stdlib.FloorFunc,
	"format": stdlib.FormatFunc, "join": stdlib.JoinFunc,
	"jsondecode": stdlib.JSONDecodeFunc, "jsonencode": stdlib.JSONEncodeFunc, "keys": stdlib.KeysFunc,
	"lower": stdlib.LowerFunc, "max": stdlib.MaxFunc,
	"merge": stdlib.MergeFunc, "min": stdlib.MinFunc, "range": stdlib.RangeFunc, "reverse": stdlib.ReverseListFunc,
	"sort":  stdlib.SortFunc,
	"split": stdlib.SplitFunc, "strrev": stdlib.ReverseFunc, "trimprefix": stdlib.TrimPrefixFunc,
	"trimspace":  stdlib.TrimSpaceFunc,
	"trimsuffix": stdlib.TrimSuffixFunc, "try": tryfunc.TryFunc, "upper": stdlib.UpperFunc, "values": stdlib.ValuesFunc,
	"chomp": stdlib.ChompFunc, "chunklist": stdlib.ChunklistFunc, "coalescelist": stdlib.CoalesceListFunc,
	"compact":  stdlib.CompactFunc,
	"distinct": stdlib.DistinctFunc, "element": stdlib.ElementFunc, "formatdate": stdlib.FormatDateFunc,
	"formatlist": stdlib.FormatListFunc,
	"indent":     stdlib.IndentFunc, "log": stdlib.LogFunc, "parseint": stdlib.ParseIntFunc, "pow": stdlib.PowFunc,
	"regex":    stdlib.RegexFunc,
	"regexall": stdlib.RegexAllFunc, "setintersection": stdlib.SetIntersectionFunc, "setproduct": stdlib.SetProductFunc,
	"setsubtract": stdlib.SetSubtractFunc, "setunion": stdlib.SetUnionFunc, "signum": stdlib.SignumFunc,
	"slice":  stdlib.SliceFunc,
	"substr": stdlib.SubstrFunc, "timeadd": stdlib.TimeAddFunc, "title": stdlib.TitleFunc, "trim": stdlib.TrimFunc,
	"zipmap":     stdlib.ZipmapFunc,
	"yamldecode": yaml.YAMLDecodeFunc, "yamlencode": yaml.YAMLEncodeFunc,
	// The conversions are Terraform's own, but differ from these only in what they say about secrets.
	"tolist":   stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType)),
	"toset":    stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType)),
	"tomap":    stdlib.MakeToFunc(cty.Map(cty.DynamicPseudoType)),
	"tostring": stdlib.MakeToFunc(cty.String), "tonumber": stdlib.MakeToFunc(cty.Number),
	"tobool": stdlib.MakeToFunc(cty.Bool),
	"uuid":   unknownText,
}

// unknownText is the function uuid, whose result the console does not know.
var unknownText = function.New(&function.Spec{
	Type:         function.StaticReturnType(cty.String),
	RefineResult: func(b *cty.RefinementBuilder) *cty.RefinementBuilder { return b.NotNull() },
	Impl: func([]cty.Value, cty.Type) (cty.Value, error) {
		return cty.UnknownVal(cty.String), nil
	},
})

// consoleSeeds returns the expressions of the recorded cases.
func consoleSeeds() ([]string, error) {
	all, err := archives("terraform")
	var out []string
	for _, a := range all {
		for _, f := range a.Files {
			var inputs struct{ Expression string }
			if f.Name == "inputs.yaml" && goyaml.Unmarshal(f.Data, &inputs) == nil && inputs.Expression != "" {
				out = append(out, inputs.Expression)
			}
		}
	}
	return out, err
}

// compareExpression compares the console's answers to an expression.
func compareExpression(text string) difference {
	// JSON is YAML, so inputs.yaml can contain any expression, except for characters that YAML does
	// not allow.
	quoted, _ := json.Marshal(text)
	d, err := evaluate("terraform", map[string]string{"inputs.yaml": "expression: " + string(quoted)})
	if err != nil {
		return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
	}
	theirs, why := theirExpression(text)
	switch {
	case why != "":
		return skipped(why)
	case d.isBudget():
		return skipped(ourLimit)
	}
	ours := answer{value: console(d)}
	for _, p := range d.Problems {
		// In this case our engine did not read the expression.
		if p.Code == "yaml-syntax" {
			return skipped("the text cannot be written in inputs.yaml")
		}
		if p.Severity == "error" {
			s := p.report()
			s.text += fmt.Sprintf(" at %d:%d", s.line, s.column)
			s.text, s.file, s.line = withoutReasons(s.text), "", 0
			ours.problems = append(ours.problems, s)
		}
	}
	// The original has either a value or errors.
	if len(ours.problems) > 0 {
		ours.value = nil
	}
	if slices.ContainsFunc(theirs.problems,
		func(p report) bool { return strings.Contains(p.text, "panic in function implementation") }) {
		return skipped(theirCrash)
	}
	return contrast(ours, theirs)
}

// calls matches the name of a called function, and also a keyword before a parenthesis.
var calls = regexp.MustCompile(`([a-zA-Z_][\w:-]*)\s*\(`)

// theirExpression returns the original's answer, or why the expression cannot be compared: the modules
// do not have all of Terraform's functions, nor the names that a configuration declares.
func theirExpression(text string) (out answer, why string) {
	defer func() {
		if recover() != nil {
			why = theirCrash
		}
	}()
	for _, m := range calls.FindAllStringSubmatch(text, -1) {
		if _, known := published[m[1]]; !known && m[1] != "in" && m[1] != "if" {
			return answer{}, "a function that only Terraform itself has"
		}
	}
	var expression hclsyntax.Expression
	var diags hcl.Diagnostics
	timed(&theirTime, func() {
		expression, diags = hclsyntax.ParseExpression([]byte(text), "<console-input>", hcl.InitialPos)
	})
	if !diags.HasErrors() {
		// Only Terraform itself resolves names.
		if len(expression.Variables()) > 0 {
			return answer{}, "a name that a configuration declares"
		}
		var v cty.Value
		var found hcl.Diagnostics
		timed(&theirTime, func() { v, found = expression.Value(&hcl.EvalContext{Functions: published}) })
		if diags = found; !diags.HasErrors() {
			// Formatting it would take too long.
			if isHuge(v) {
				return answer{}, "a number that takes too long to write"
			}
			out.value = consoleText(v, 0)
		}
	}
	for _, d := range diags {
		at := hcl.InitialPos
		if d.Subject != nil {
			at = d.Subject.Start
		}
		// The original counts user-perceived characters, ours counts code points.
		before := text[:min(at.Byte, len(text))]
		column := 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
		out.problems = append(out.problems, report{severity: "error",
			text: withoutReasons(fmt.Sprintf("%s: %s at %d:%d", d.Summary, d.Detail, at.Line, column))})
	}
	return out, ""
}

// reasons matches the parts of messages that only Terraform itself adds, not its modules.
var reasons = regexp.MustCompile(`^Invalid function argument: Invalid value for "list" parameter: |^Error in ` +
	`function call: Call to function "flatten" failed: |( Did you mean "[a-z0-9]*"\?$)|(, but have [a-z ]*)|: the ` +
	`given index is greater than or equal to the length of the collection`)

// withoutReasons removes the matches of reasons from a message, and joins its lines.
func withoutReasons(text string) string {
	return reasons.ReplaceAllString(strings.Join(strings.Fields(text), " "), "")
}
