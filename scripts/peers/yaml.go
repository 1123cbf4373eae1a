package main

import (
	"strings"

	yaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
)

// yamlSeeds returns the YAML files of most dialects, since yamldecode accepts any YAML.
func yamlSeeds() ([]string, error) {
	var out []string
	for _, dialect := range []string{"terraform", "pulumi", "hot", "esc"} {
		all, err := archives(dialect)
		if err != nil {
			return nil, err
		}
		for _, a := range all {
			for _, f := range a.Files {
				out = append(out, string(f.Data))
			}
		}
	}
	return out, nil
}

// compareYAML compares the results of yamldecode as the console prints them, or the first errors with
// the positions in their messages.
func compareYAML(text string) difference {
	d, err := evaluate("terraform", map[string]string{"main.yaml": text})
	if err != nil {
		return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
	}
	theirs, ok := theirYAML(text)
	switch {
	case !ok:
		return skipped(theirCrash)
	case d.isBudget():
		return skipped(ourLimit)
	}
	return contrast(ourYAML(d), theirs)
}

// callPrefix is what the function call prepends to the message of the YAML parser.
const callPrefix = `Error in function call: Call to function "yamldecode" failed: `

// ourYAML converts our document to the common form: our first error, or the value.
func ourYAML(d document) answer {
	for _, p := range d.Problems {
		if p.Severity == "error" {
			return refusal(strings.TrimSuffix(strings.TrimPrefix(p.text(), callPrefix), "."))
		}
	}
	return answer{value: console(d)}
}

// theirYAML returns the original's answer, or false if it crashes, or if its value contains a
// number that takes too long to print.
func theirYAML(text string) (out answer, ok bool) {
	defer func() { ok = ok && recover() == nil }()
	var err error
	var v cty.Value
	timed(&theirTime, func() {
		// Terraform normalises the Unicode of a string before it calls yamldecode.
		bytes := []byte(cty.StringVal(text).AsString())
		var kind cty.Type
		if kind, err = yaml.ImpliedType(bytes); err == nil {
			v, err = yaml.Unmarshal(bytes, kind)
		}
	})
	if err != nil {
		return refusal(err.Error()), true
	}
	if isHuge(v) {
		return answer{}, false
	}
	return answer{value: consoleText(v, 0)}, true
}

// refusal returns the answer for an error. Its message contains its position, which is compared as part of
// the text.
func refusal(text string) answer {
	return answer{problems: []report{{severity: "error", text: text}}}
}

// console returns the output of the console in our result document.
func console(d document) string {
	value, _ := d.Value.(map[string]any)
	text, _ := value["console"].(string)
	return text
}
