package main

import (
	"math/rand"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/encoding"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
)

// The command line checks a project file before the program runs, and the language host checks the
// version that the program requires. The original stops at its first error, or lists all errors of its
// JSON schema, most of which are not informative. Ours must report one of them, or nothing if the
// original accepts the file.

// cliVersion is the version with which our engine compares requiredVersion.
const cliVersion = "3.255.0"

// compareProject compares the messages about a project file.
func compareProject(text string) (out difference) {
	var theirs []string
	// The original crashes on some version ranges.
	func() {
		defer func() {
			if recover() != nil {
				out = skipped(theirCrash)
			}
		}()
		theirs = theirProject(text)
	}()
	if out.notCompared != "" {
		return out
	}
	d, err := evaluate("pulumi", map[string]string{"Pulumi.yaml": text})
	switch {
	case err != nil:
		return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
	case d.isBudget():
		return skipped(ourLimit)
	case slices.Contains(theirs, "yaml: unmarshal errors:"):
		return skipped("the original stops at a duplicate key, for which ours has a hint")
	}
	var ours []string
	isLanguageError := false // our engine has an error about the program
	for _, p := range d.Problems {
		switch {
		case strings.HasPrefix(p.Code, "project-"), p.Code == "required-version",
			strings.HasPrefix(p.text(), "The default value"):
			ours = append(ours, p.text())
		case p.Severity == "error":
			isLanguageError = true
		}
	}
	// If our engine refuses the program for another reason, the messages cannot be compared.
	agreed := slices.ContainsFunc(ours, func(t string) bool { return slices.Contains(theirs, t) })
	if agreed || len(theirs) == 0 && len(ours) == 0 || isLanguageError {
		return difference{}
	}
	class := "ours alone: "
	if len(theirs) > 0 {
		class = "theirs: " + general(theirs[0]) + " | ours: "
	}
	if len(ours) > 0 {
		class += general(ours[0])
	}
	return difference{class: class, ours: strings.Join(ours, "\n"), theirs: strings.Join(theirs, "\n")}
}

// theirProject returns the command line's messages about a project file.
func theirProject(text string) []string {
	var out []string
	if _, err := workspace.LoadProjectBytes([]byte(text), "Pulumi.yaml", encoding.YAML); err != nil {
		for line := range strings.Lines(err.Error()) {
			line = strings.TrimSpace(line)
			for _, prefix := range []string{"could not validate 'Pulumi.yaml': ",
				"could not unmarshal 'Pulumi.yaml': ", "* "} {
				line = strings.TrimPrefix(line, prefix)
			}
			if line != "" {
				out = append(out, line)
			}
		}
	}
	// The language host checks the version, with this function.
	if _, version, ok := strings.Cut(text, "requiredVersion: "); ok {
		version, _, _ = strings.Cut(version, "\n")
		version = strings.TrimSuffix(version, "}")
		if strings.HasPrefix(version, "'") {
			version = strings.Trim(version, "'")
		}
		if err := plugin.ValidatePulumiVersionRange(version, cliVersion); err != nil {
			out = append(out, err.Error())
		}
	}
	return out
}

// projectSeeds returns no seeds, because all project files are generated.
func projectSeeds() ([]string, error) { return nil, nil }

// generateProjects returns a function that generates a project file.
func generateProjects([]string) func(r *rand.Rand) string {
	return func(r *rand.Rand) string {
		lines := []string{
			pick(r, "name: t", "name: t", "name: t", "name: t", "Name: t", "nmae: t", "namespace: t", "name: ''",
				"name: 5", "name:", ""),
			pick(r, "runtime: yaml", "runtime: {name: yaml}", "runtime: {name: yaml, options: {}}",
				"runtime: {name: yaml, option: {}}"),
		}
		for range r.Intn(3) {
			lines = append(lines, drawField(r))
		}
		if n := r.Intn(4); n > 0 {
			lines = append(lines, "config:")
			for range n {
				lines = append(lines, "  "+pick(r, "a", "b", "'t:a'", "'aws:region'")+string(rune('a'+r.Intn(20)))+": "+
					drawEntry(r))
			}
		}
		return strings.Join(append(lines, "outputs: {o: 1}"), "\n") + "\n"
	}
}

// drawField generates a field other than name, runtime and config. Some contain a misspelt key.
func drawField(r *rand.Rand) string {
	value := func() string { return pick(r, "x", "5", "true", "[a]", "{a: 1}", "null", "''", "1.5") }
	switch r.Intn(7) {
	case 0:
		return pick(r, "description", "author", "website", "license", "stackConfigDir") + ": " + value()
	case 1:
		return "options: {" + pick(r, "refresh", "refesh", "x", "refreshing") + ": always}"
	case 2:
		return "backend: {" + pick(r, "url", "ur", "location") + ": x}"
	case 3:
		return "template: {" + pick(r, "description", "displayName", "quickstart", "important", "config", "descripton",
			"icon") + ": " + value() + "}"
	case 4:
		return "packages: {p: " + pick(r, "x@1", "{source: x}", "{version: 1.0.0}",
			"{source: x, version: 1.0.0, parameters: [a]}", "{source: x, pin: 1}", "5") + "}"
	case 5:
		return "pulumi: {requiredVersion: '" + drawRange(r) + "'}"
	}
	return pick(r, "plugins", "environment", "anything") + ": " + value()
}

// drawRange generates a range of versions. Some include cliVersion.
func drawRange(r *rand.Rand) string {
	one := func() string {
		return pick(r, ">=", ">", "<", "<=", "=", "==", "!", "!=", "", "", "~", "^", ">= ") +
			pick(r, "3.255.0", "3.0.0", "4.0.0", "3.x", "3.255.x", "2.x", "3", "3.0", "x", "3.255.1-alpha", "v3.0.0",
				"03.0.0", "3.x.x", "")
	}
	text := one()
	for range r.Intn(3) {
		text += pick(r, " ", " ", " || ", "||", "  ") + one()
	}
	return text
}

// drawEntry generates an entry of config: a value, or a declaration, whose type and default may not
// match.
func drawEntry(r *rand.Rand) string {
	typeName := func() string {
		return pick(r, "string", "integer", "boolean", "array", "object", "number", "int", "bool", "String",
			"List<string>", "list<Number>", "Map", "5")
	}
	value := func() string {
		return pick(r, "x", "5", "5.5", "'5'", "'007'", "true", "'true'", "'t'", "[]", "[1, 2]", "[a, '3']", "[[a]]",
			"{k: v}", "null")
	}
	items := func() string {
		return pick(r, "{type: string}", "{type: integer}", "{type: "+typeName()+"}",
			"{type: array, items: {type: "+typeName()+"}}", "{type: array}", "{}")
	}
	if r.Intn(6) == 0 {
		return value()
	}
	var fields []string
	add := func(chance int, field string) {
		if r.Intn(chance) == 0 {
			fields = append(fields, field)
		}
	}
	kind := typeName()
	add(2, "type: "+kind)
	if kind == "array" {
		add(1, "items: "+items())
	}
	add(6, "items: "+items())
	add(2, "default: "+value())
	add(3, "value: "+value())
	add(4, "secret: "+pick(r, "true", "false"))
	add(6, "description: text")
	add(8, pick(r, "name: b", "typ: string", "Type: string"))
	// Remove duplicate keys.
	seen := map[string]bool{}
	fields = slices.DeleteFunc(fields, func(f string) bool {
		key, _, _ := strings.Cut(f, ":")
		again := seen[key]
		seen[key] = true
		return again
	})
	return "{" + strings.Join(fields, ", ") + "}"
}
