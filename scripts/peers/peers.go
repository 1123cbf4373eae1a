package main

import (
	"fmt"
	"io"
	"math/rand"
	"strings"
)

// A peer is an original engine with which ours is compared.
type peer struct {
	name   string
	engine string // name and version of the original
	// seeds returns the templates from which others are derived.
	seeds func() ([]string, error)
	// generator returns a function that generates templates. A template is a string; a template with
	// several files is a txtar archive.
	generator func(seeds []string) func(r *rand.Rand) string
	// compare evaluates a template with both engines.
	compare func(template string) difference
	// table prints a comparison of another kind. If it is set, the other functions are nil.
	table func(out io.Writer, seed int64, real string) error
}

// peers lists all peers, in the order in which they are compared.
var peers = []peer{
	{name: "esc", engine: "Pulumi ESC 0.26.0", seeds: escSeeds, generator: generateEnvironments,
		compare: environmentComparison("eval")},
	{name: "esc-check", engine: "Pulumi ESC 0.26.0, check mode", seeds: escSeeds, generator: generateEnvironments,
		compare: environmentComparison("check")},
	{name: "esc-rotate", engine: "Pulumi ESC 0.26.0, rotate mode", seeds: escSeeds, generator: generateEnvironments,
		compare: environmentComparison("rotate")},
	{name: "esc-views", engine: "Pulumi ESC 0.26.0, env open", seeds: escSeeds, generator: generateViews,
		compare: compareView},
	{name: "pulumi", engine: "Pulumi YAML 1.38.1", seeds: programSeeds, generator: generatePrograms,
		compare: compareProgram},
	{name: "pulumi-project", engine: "the command line of Pulumi 3.255.0, project files", seeds: projectSeeds,
		generator: generateProjects, compare: compareProject},
	{name: "pulumi-stack", engine: "the command line of Pulumi 3.255.0, configuration of stacks", seeds: stackSeeds,
		generator: generateStacks, compare: compareStack},
	{name: "yamldecode", engine: "go-cty-yaml 1.1.0", seeds: yamlSeeds, generator: generateYAML, compare: compareYAML},
	{name: "console", engine: "hcl 2.24.0 with the functions of go-cty 1.16.3", seeds: consoleSeeds,
		generator: generateExpressions, compare: compareExpression},
	{name: "terraform", engine: "Terraform " + terraformVersion() + ", its functions in its console",
		seeds: functionSeeds, generator: generateCalls, compare: compareFunctions},
	{name: "heat", engine: "OpenStack Heat 19.0.0, without a cloud", seeds: heatSeeds, generator: generateHeat,
		compare: compareHeat},
	{name: "heat-values", engine: "OpenStack Heat 19.0.0, functions, YAQL and parameters", seeds: heatSeeds,
		generator: generateHeatValues, compare: compareHeat},
	{name: "heat-structure", engine: "OpenStack Heat 19.0.0, whole templates", seeds: heatSeeds,
		generator: generateHeatStructures, compare: compareHeat},
	{name: "layout", engine: "elkjs 0.12.1 and Graphviz", table: compareLayouts},
}

// choose returns the named peers, or all of them if there are no names.
func choose(all []peer, wanted []string) ([]peer, error) {
	if len(wanted) == 0 {
		return all, nil
	}
	var chosen []peer
	for _, name := range wanted {
		found := false
		for _, p := range all {
			if p.name == name {
				chosen, found = append(chosen, p), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no peer %q; the peers are %s", name, strings.Join(namesOf(all), ", "))
		}
	}
	return chosen, nil
}

// namesOf returns the names of peers.
func namesOf(all []peer) (out []string) {
	for _, p := range all {
		out = append(out, p.name)
	}
	return out
}
