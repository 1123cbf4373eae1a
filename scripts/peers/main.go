// Peers compares our engine with the original engines as published, on generated templates.
//
//	go run . [-n 2000] [-seed 1] [-classes 20] [-real DIR] [-template FILE] [PEER...]
//
// It is a separate module, so that nothing else needs the dependencies of the originals, which the
// first run downloads. For each peer it prints for how many templates both engines agree, and the
// classes of differences, each with the smallest template found. A peer is an original engine with a
// generator of templates and a comparison; peers.go lists them.
//
//	peers.go    the list of peers
//	campaign.go compares many templates, and classifies the differences
//	answer.go   answers of an engine, and the difference between two answers
//	ours.go     the answers of our engine; speed.go compares the times, wasm.go measures ours in wasm
//	process.go  other programs that answer line by line
//	seeds.go    the templates in testdata; mutate.go and tree.go change them
//	esc.go      Pulumi ESC; escgenerate.go generates environments, escviews.go its printed formats
//	pulumi.go   Pulumi YAML; pulumigenerate.go changes programs, pulumiproblems.go reads diagnostics
//	project.go  Pulumi's project files; pulumistack.go the configuration of stacks
//	yaml.go     Terraform's yamldecode; yamlgenerate.go generates YAML
//	console.go  expressions of Terraform's console; consolegenerate.go generates them,
//	            consoletext.go prints values as the console does
//	pulumiworld.go  the values in inputs.yaml, and the process in which the original runs
//	terraform.go    Terraform's functions; terraformgenerate.go generates calls of them
//	record.go   testdata/peers.json, the latest results; causes.go explains remaining differences
//	heat.go     OpenStack Heat, through heatdriver.py; heatgenerate.go generates resources,
//	            heatvalues.go parameters, functions and YAQL
//	layout.go   the layout of graphs, compared with elkjs (elkdriver.mjs) and Graphviz, as a table:
//	            layoutothers.go runs them, layoutgenerate.go generates graphs, layoutmeasure.go measures
//
// A deviation that a specification requires is not a difference: comparisons skip such templates, and
// count them. OpenStack Heat and Terraform are compared only if they are installed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	// The second process only answers: see serveAnswers.
	if os.Getenv(answererVariable) != "" {
		out := os.Stdout
		os.Stdout = os.Stderr // the original prints to os.Stdout, which here carries the answers
		serveAnswers(os.Stdin, out)
		return
	}
	n := flag.Int("n", 2000, "templates for each peer")
	seed := flag.Int64("seed", 1, "the seed of the random generator; each seed generates different templates")
	classes := flag.Int("classes", 20, "how many classes of differences to print for each peer")
	real := flag.String("real", "", "with layout: a folder with more templates, in a subfolder for each dialect")
	template := flag.String("template", "",
		"compare only the template in this `file`, or those in the files of this folder, and print both answers "+
			"if they differ")
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
			if err := compareFiles(p, *template); err != nil {
				fmt.Fprintln(os.Stderr, "peers:", err)
				os.Exit(1)
			}
			continue
		}
		// If no peers are named, those that are not installed are skipped. A peer that is named must be
		// installed.
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

// compareFiles compares the template in a file, or all templates in a folder, in the order of their names.
func compareFiles(p peer, path string) error {
	return filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		fmt.Print(p.name, ": ", filepath.Base(file), ": ", p.compare(string(text)).text())
		return nil
	})
}

// usage prints the names of the peers and the flags.
func usage() {
	out := flag.CommandLine.Output()
	fmt.Fprintln(out, "go run . [FLAGS] [PEER...]    PEER is one of", strings.Join(namesOf(peers), ", "))
	flag.PrintDefaults()
}
