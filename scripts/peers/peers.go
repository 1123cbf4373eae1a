package main

import (
	"fmt"
	"math/rand"
	"strings"
)

// A peer is an original engine that ours is compared with.
type peer struct {
	name   string
	engine string // the original and its version
	// seeds returns the templates that others are made of.
	seeds func() ([]string, error)
	// drawer returns what draws templates. A template is one text; of several files it is a
	// txtar archive.
	drawer func(seeds []string) func(r *rand.Rand) string
	// compare evaluates a template with both engines.
	compare func(template string) difference
}

var peers = []peer{
	{"esc", "Pulumi ESC 0.26.0", escSeeds, drawsEnvironments, comparesEnvironments("eval")},
	{"esc-check", "Pulumi ESC 0.26.0, check mode", escSeeds, drawsEnvironments, comparesEnvironments("check")},
	{"pulumi", "Pulumi YAML 1.38.1", programSeeds, drawsPrograms, compareProgram},
	{"pulumi-project", "the command line of Pulumi 3.255.0, project files", projectSeeds, drawsProjects, compareProject},
	{"yamldecode", "go-cty-yaml 1.1.0", yamlSeeds, drawsYAML, compareYAML},
	{"console", "hcl 2.24.0 with the functions of go-cty 1.16.3", consoleSeeds, drawsExpressions, compareExpression},
	{"heat", "OpenStack Heat 19.0.0, without a cloud", heatSeeds, drawsHeat, compareHeat},
}

// choose returns the peers of some names, all for none.
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
			return nil, fmt.Errorf("there is no peer %q; they are %s", name, strings.Join(names(all), ", "))
		}
	}
	return chosen, nil
}

func names(all []peer) (out []string) {
	for _, p := range all {
		out = append(out, p.name)
	}
	return out
}
