// Peers compares our engine with the original engines as published, on generated templates.
//
//	go run . [-n 2000] [-seed 1] [-classes 20] [-real DIR] [-template FILE] [PEER...]
//
// It is a separate module, so that nothing else depends on the originals' dependencies, which the
// first run downloads. For each peer it prints on how many templates both engines agree, and the
// classes of differences, each with the smallest template found. A peer is an original with a
// generator of templates and a comparison; peers.go lists them.
//
//	peers.go    the peers
//	campaign.go templates by the thousand, differences by their classes
//	answer.go   answers of an engine, and how two of them differ
//	ours.go     the answers of our engine
//	seeds.go    the templates of testdata; mutate.go and tree.go change them
//	esc.go      Pulumi ESC; escgenerate.go generates environments, escviews.go its printed formats
//	pulumi.go   Pulumi YAML; pulumigenerate.go changes programs
//	project.go  Pulumi's project files; pulumistack.go the configuration of stacks
//	yaml.go     Terraform's yamldecode; yamlgenerate.go generates YAML
//	console.go  expressions of Terraform's console; consolegenerate.go generates them,
//	            consoletext.go prints values as the console does
//	pulumiworld.go  the surroundings of programs in inputs.yaml, and the original's process
//	terraform.go    Terraform's functions; terraformgenerate.go generates calls of them
//	record.go   testdata/peers.json, the latest results; causes.go explains remaining differences
//	heat.go     OpenStack Heat, asked by heatdriver.py; heatgenerate.go generates resources,
//	            heatvalues.go parameters, functions and YAQL
//	layout.go   the graph's layout, against elkjs (elkdriver.mjs) and Graphviz, as a table:
//	            layoutothers.go runs them, layoutgenerate.go generates graphs, layoutmeasure.go measures
//
// Where a specification decides against the original, a deviation is not a difference: comparisons
// exclude it, with a comment. OpenStack Heat is a Python program: it is compared if it is
// installed, and otherwise skipped with a message.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	// This is the second process: see serveAnswers.
	if os.Getenv(answering) != "" {
		out := os.Stdout
		os.Stdout = os.Stderr // the original prints there
		serveAnswers(os.Stdin, out)
		return
	}
	n := flag.Int("n", 2000, "templates for each peer")
	seed := flag.Int64("seed", 1, "another seed gives other templates")
	classes := flag.Int("classes", 20, "classes of differences to print for each peer")
	real := flag.String("real", "", "with layout: a folder of more templates, in one subfolder for each dialect")
	template := flag.String("template", "", "compare this `file` alone, and print both answers where they differ")
	flag.Usage = usage
	flag.Parse()
	chosen, err := choose(peers, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(2)
	}
	for _, p := range chosen {
		if p.table != nil {
			err := p.table(os.Stdout, *seed, *real)
			if errors.Is(err, errNoLayouts) && flag.NArg() == 0 {
				fmt.Println(p.name+": not compared;", err)
			} else if err != nil {
				fmt.Fprintln(os.Stderr, "peers:", err)
				os.Exit(1)
			}
			continue
		}
		if *template != "" {
			text, err := os.ReadFile(*template)
			if err != nil {
				fmt.Fprintln(os.Stderr, "peers:", err)
				os.Exit(1)
			}
			fmt.Print(p.name, ": ", p.compare(string(text)).text())
			continue
		}
		// Without names of peers, those that are not installed are skipped; one that was asked for
		// must be.
		seeds, err := p.seeds()
		if (errors.Is(err, errNoHeat) || errors.Is(err, errNoTerraform)) && flag.NArg() == 0 {
			fmt.Println(p.name+": not compared;", err)
			continue
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "peers:", err)
			os.Exit(1)
		}
		c := campaign{templates: *n, seed: *seed, draw: p.generator(seeds), compare: p.compare}
		r := c.run()
		fmt.Print(r.text(p, *classes))
		if err := writeRecord(r.record(p, *seed)); err != nil {
			fmt.Fprintln(os.Stderr, "peers:", err)
			os.Exit(1)
		}
	}
}

// usage prints the names of the peers and the flags.
func usage() {
	out := flag.CommandLine.Output()
	fmt.Fprintln(out, "go run . [FLAGS] [PEER...]    PEER is one of", strings.Join(namesOf(peers), ", "))
	flag.PrintDefaults()
}
