// Peers compares our engine with the original engines as they are published, on templates
// that are generated.
//
//	go run . [-n 2000] [-seed 1] [-classes 20] [-real DIR] [PEER...]
//
// It is a module of its own, so that nothing else needs what the originals need; the first
// run fetches that. For each peer it prints how many templates both engines agree on, and the
// classes of differences, each with the smallest template that was found. A peer is an
// original with a generator of templates and a comparison; peers.go lists them.
//
//	peers.go    the peers
//	campaign.go templates by the thousand, differences by their classes
//	answer.go   what an engine answers, and how two answers differ
//	ours.go     the answers of our engine
//	seeds.go    the templates of testdata; mutate.go and tree.go change them
//	esc.go      Pulumi ESC; escdraw.go draws environments
//	pulumi.go   Pulumi YAML; pulumidraw.go changes programs
//	project.go  Pulumi's project files
//	yaml.go     Terraform's yamldecode; yamldraw.go draws YAML
//	console.go  expressions of Terraform's console; consoledraw.go draws them,
//	            consoletext.go writes values as the console does
//	pulumiworld.go  what inputs.yaml tells programs, and the process that the original runs in
//	terraform.go    Terraform's functions; terraformdraw.go draws calls of them
//	record.go   testdata/peers.json, which says what was compared last; causes.go why differences are left
//	heat.go     OpenStack Heat, asked by heatdriver.py; heatdraw.go draws resources
//	layout.go   the graph's layout, against elkjs (elkdriver.mjs) and Graphviz, as a table:
//	            layoutothers.go asks them, layoutdraw.go draws graphs, layoutmeasure.go counts
//
// What a specification decides against the original is no difference: each comparison
// leaves that out and says so. OpenStack Heat is a Python program: it is compared where it is
// installed, and left out with a word where it is not.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
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
		seeds, err := p.seeds()
		if (errors.Is(err, errNoHeat) || errors.Is(err, errNoTerraform)) && flag.NArg() == 0 {
			fmt.Println(p.name+": not compared;", err)
			continue
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "peers:", err)
			os.Exit(1)
		}
		c := campaign{templates: *n, seed: *seed, draw: p.drawer(seeds), compare: p.compare}
		r := c.run()
		fmt.Print(r.text(p, *classes))
		if err := writeRecord(r.record(p, *seed)); err != nil {
			fmt.Fprintln(os.Stderr, "peers:", err)
			os.Exit(1)
		}
	}
}

func usage() {
	out := flag.CommandLine.Output()
	fmt.Fprintln(out, "go run . [FLAGS] [PEER...]    PEER is one of", strings.Join(namesOf(peers), ", "))
	flag.PrintDefaults()
}
