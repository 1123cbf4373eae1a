package main

import (
	"bufio"
	_ "embed" // for the driver
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Heat is a Python program. Where it is installed (Debian's python3-heat), a driver asks it for
// the first mistake in a template.

//go:embed heatdriver.py
var heatDriver string

// errNoHeat reports that Heat is not available.
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

// A heatProcess answers one template after another.
type heatProcess struct {
	in  io.Writer     // takes a line of JSON for each template
	out *bufio.Reader // has a line of JSON for each answer
}

// heat starts the driver: one process answers for all templates.
var heat = sync.OnceValues(func() (*heatProcess, error) {
	name, err := python()
	if err != nil {
		return nil, err
	}
	command := exec.Command(name, "-c", heatDriver)
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &heatProcess{in, bufio.NewReaderSize(out, 1<<20)}, command.Start()
})

// A heatAnswer is Heat's message for a bundle, "" if Heat accepts it, and the values of its outputs
// as JSON.
type heatAnswer struct{ Error, Outputs string }

// ask returns Heat's answer for a bundle.
func (h *heatProcess) ask(files map[string]string) (answer heatAnswer, err error) {
	request, err := json.Marshal(map[string]any{"files": files})
	if err != nil {
		return answer, err
	}
	if _, err := h.in.Write(append(request, '\n')); err != nil {
		return answer, err
	}
	line, err := h.out.ReadBytes('\n')
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(line, &answer)
}

// heatSeeds fails if Heat is not installed. Templates are generated from its types alone.
func heatSeeds() ([]string, error) {
	if _, err := python(); err != nil {
		return nil, err
	}
	return []string{""}, nil
}

var (
	// asksCloud matches messages for which Heat would need a cloud.
	asksCloud = regexp.MustCompile(`Authorization failed|Cannot establish connection|Vitrage|CantStartEngine`)
	// ofPython matches Python's own errors, for which any error of ours is accepted.
	ofPython = regexp.MustCompile(`argument must be|unhashable|object is not|has no attribute|not supported ` +
		`between|cannot convert|` +
		`indices must|takes no arguments|unsupported operand|not iterable|argument of type|translation rule|' ` +
		`object|sequence item|no type$|not a string$|unsupported format string|at position [0-9]+|` +
		`requires a mapping|invalid literal|^-?[0-9.]+$|^'.*'$|Value must be valid JSON: |requires string as left|` +
		`look-behind requires|has no len|argument [0-9] must be|index out of range|expected string or bytes`)
	// notMerged matches the beginning of a message that later versions of Heat, as in section 9.10,
	// continue.
	notMerged = regexp.MustCompile(`(Items to merge must be maps\.).*`)
	// inGroup matches the random names of members of scaling groups.
	inGroup = regexp.MustCompile(`\b(?:[a-z0-9]{12}|member)\b`)
	// early matches a group's error about its properties as a whole.
	early = regexp.MustCompile(`^ValueError: resources\.r: `)
)

// address matches what Python prints of objects; ours prints ADDRESS.
var address = regexp.MustCompile(`\b0x[0-9a-f]{8,}`)

// compareHeat compares the first mistake that Heat finds with all of ours: it must be among them,
// and if Heat finds none, we must not either.
func compareHeat(template string) difference {
	files := filesOf(template)
	h, err := heat()
	if err != nil {
		return leftOut(errNoHeat.Error())
	}
	var reply heatAnswer
	timed(&theirTime, func() { reply, err = h.ask(files) })
	theirs := address.ReplaceAllString(reply.Error, "ADDRESS")
	switch {
	case err != nil:
		return leftOut(theirCrash)
	case asksCloud.MatchString(theirs):
		return leftOut("the original asks a cloud")
	}
	d, err := evaluate("hot", files)
	switch {
	case err != nil:
		return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
	case d.isBudget():
		return leftOut(ourLimit)
	}
	var ours []string
	for _, p := range d.Problems {
		if p.Severity == "error" {
			text := notMerged.ReplaceAllString(p.text(), "$1")
			ours = append(ours, inGroup.ReplaceAllString(text, "member"))
		}
	}
	theirs = inGroup.ReplaceAllString(theirs, "member")
	switch {
	case theirs == "" && len(ours) == 0 && reply.Outputs != "":
		return contrastOutputs(d, reply.Outputs)
	// Heat stops at its first mistake; ours reports all.
	case theirs == "" && len(ours) == 0, theirs != "" && slices.Contains(ours, theirs):
		return difference{}
	case len(ours) > 0 && (ofPython.MatchString(theirs) || early.MatchString(theirs)):
		return difference{}
	}
	first := ""
	if len(ours) > 0 {
		first = ours[0]
	}
	return difference{class: general(first) + " | " + general(theirs), ours: strings.Join(ours, "\n"), theirs: theirs}
}
