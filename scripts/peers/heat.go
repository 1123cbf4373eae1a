package main

import (
	_ "embed" // for the driver
	"encoding/json"
	"errors"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Heat is a Python program. Where it is installed (Debian's python3-heat), a driver runs it and
// returns the first error that it finds in a template.

//go:embed heatdriver.py
var heatDriver string

// errNoHeat is the error if Heat is not installed.
var errNoHeat = errors.New("OpenStack Heat is not installed: Debian has it as python3-heat")

// python returns the path of a Python that has Heat.
var python = sync.OnceValues(func() (string, error) {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import heat.engine").Run() == nil {
			return name, nil
		}
	}
	return "", errNoHeat
})

// heat starts the driver once, for all templates.
var heat = sync.OnceValues(func() (*process, error) {
	name, err := python()
	if err != nil {
		return nil, err
	}
	return startProcess(name, "-c", heatDriver)
})

// A heatAnswer is Heat's error for a bundle ("" if it has none), and the values of its outputs as
// JSON. Late has the errors of functions that Heat resolves only after it has created the resources.
type heatAnswer struct {
	Error, Outputs string
	Late           []string
}

// askHeat returns Heat's answer for a bundle.
func askHeat(h *process, files map[string]string) (answer heatAnswer, err error) {
	request, err := json.Marshal(map[string]any{"files": files})
	if err != nil {
		return answer, err
	}
	line, err := h.ask(request)
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(line, &answer)
}

// heatSeeds fails if Heat is not installed. It returns no real seeds: all templates are generated.
func heatSeeds() ([]string, error) {
	if _, err := python(); err != nil {
		return nil, err
	}
	return []string{""}, nil
}

var (
	// needsCloud matches the errors of requests to a cloud.
	needsCloud = regexp.MustCompile(`Authorization failed|Cannot establish connection|Vitrage|CantStartEngine`)
	// pythonError matches errors of Python itself, for which any error of ours is accepted.
	pythonError = regexp.MustCompile(`argument must be|unhashable|object is not|has no attribute|not supported ` +
		`between|cannot convert|` +
		`indices must|takes no arguments|unsupported operand|not iterable|argument of type|translation rule|' ` +
		`object|sequence item|no type$|not a string$|unsupported format string|at position [0-9]+|` +
		`requires a mapping|invalid literal|(?:^|: )-?[0-9.]+$|^'.*'$|Value must be valid JSON: |` +
		`requires string as left|` +
		`look-behind requires|has no len|argument [0-9] must be|index out of range|expected string or bytes|` +
		`^empty separator$|^not enough values to unpack|codec can't encode|^maximum recursion depth|^StopIteration$|` +
		`^could not convert string to float|^Non-empty resource type|^<bound method|^KeyError: |unhashable type`)
	// freeText matches messages of which the specification fixes only the beginning: those of parsers, and
	// one with the URL of a file.
	freeText = regexp.MustCompile(`(?s)^((?:resources\.\S+: )?Error parsing template \S+(?: stack\])?|` +
		`Could not fetch remote template "[^"]*":|.*Invalid CRON expression:).*`)
	// setOf matches the elements of a Python set or of a graph, whose order is random.
	setOf = regexp.MustCompile(`(?s)^((?:\w+: \S+: )?(?:Duplicate names |Circular Dependency Found: |` +
		`The template version is invalid: Ambiguous versions |Invalid keyword\(s\) inside a resource definition: |` +
		`Algorithm must be one of ))(.*)$`)
	// notMerged matches a message that is longer in later versions of Heat (section 9.10).
	notMerged = regexp.MustCompile(`(Items to merge must be maps\.).*`)
	// memberName matches the names of members of scaling groups, which are random.
	memberName = regexp.MustCompile(`\b(?:[a-z0-9]{12}|member)\b`)
	// groupError matches the error of a scaling group about its sizes. Ours names the property (16.1).
	groupError = regexp.MustCompile(`^ValueError: resources\.\w+: [^L]`)
)

// comparable returns a message without what differs between two runs of Heat, or between its versions.
func comparable(text string) string {
	text = freeText.ReplaceAllString(notMerged.ReplaceAllString(text, "$1"), "$1")
	if parts := setOf.FindStringSubmatch(text); parts != nil {
		elements := []byte(parts[2])
		slices.Sort(elements)
		text = parts[1] + string(elements)
	}
	return memberName.ReplaceAllString(text, "member")
}

// address matches the address of an object in Python's output. Our output has ADDRESS there.
var address = regexp.MustCompile(`\b0x[0-9a-f]{8,}`)

// compareHeat compares the error that Heat reports with all of ours: it must be among them, and if
// Heat reports none, ours must not report any either.
func compareHeat(template string) difference {
	files := filesOf(template)
	h, err := heat()
	if err != nil {
		return skipped(errNoHeat.Error())
	}
	var reply heatAnswer
	timed(&theirTime, func() { reply, err = askHeat(h, files) })
	theirs := address.ReplaceAllString(reply.Error, "ADDRESS")
	switch {
	case err != nil:
		return skipped(theirCrash)
	case needsCloud.MatchString(theirs):
		return skipped("the original needs a cloud")
	}
	d, err := evaluate("hot", files)
	switch {
	case err != nil:
		return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
	case d.isBudget():
		return skipped(ourLimit)
	}
	var ours []string
	for _, p := range d.Problems {
		if p.Severity == "error" {
			ours = append(ours, comparable(p.text()))
		}
	}
	theirs = comparable(theirs)
	if theirs == "" {
		for i, text := range reply.Late {
			reply.Late[i] = comparable(text)
		}
		// Heat stops at the first error in each output, too.
		if slices.ContainsFunc(ours, func(text string) bool { return slices.Contains(reply.Late, text) }) {
			return difference{}
		}
	}
	switch {
	case theirs == "" && len(ours) == 0 && reply.Outputs != "":
		return contrastOutputs(d, reply.Outputs)
	// Heat stops at its first error; ours reports all.
	case theirs == "" && len(ours) == 0, theirs != "" && slices.Contains(ours, theirs):
		return difference{}
	case len(ours) > 0 && (pythonError.MatchString(theirs) || groupError.MatchString(theirs)):
		return difference{}
	}
	first := ""
	if len(ours) > 0 {
		first = ours[0]
	}
	return difference{class: general(first) + " | " + general(theirs), ours: strings.Join(ours, "\n"), theirs: theirs}
}
