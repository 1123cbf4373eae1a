// Size prints how much a visitor downloads, and checks it against budgets.
//
//	go run ./scripts/size          print the sizes
//	go run ./scripts/size -check   print the sizes, and fail if one exceeds its budget
//	go run ./scripts/size -steps   also print how much each step of wasmslim saves; with
//	                               -check, fail if a step saves nothing
//
// It measures the output of `make dist`, with Brotli at its best level. With -steps, it compiles and
// slims the engine again, and compresses it at a level that takes seconds.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pantograph/scripts/internal/compress"
	"pantograph/scripts/internal/repo"
	"pantograph/scripts/internal/site"
)

// kilo is the number of bytes in a KB.
const kilo = 1000

// A part is a set of files that are downloaded together.
type part struct {
	title  string
	group  site.Group
	budget int // KB after Brotli
}

// parts lists what a visitor downloads, in the order in which it is needed. Within these budgets, the
// page is usable after a second on a slow connection.
var parts = []part{
	{"engine (wasm)", site.Engine, 1512},
	{"engine worker", site.Worker, 10},
	{"page scripts before Monaco", site.Page, 110},
	{"Monaco and its worker", site.Editor, 900},
	{"styles", site.Styles, 30},
	{"data files of the engine", site.Data, 150},
	{"embed loader and its styles", site.Embed, 12},
}

// A size is the size of a part in three encodings, in bytes.
type size struct{ raw, gzip, brotli int }

func main() {
	check := flag.Bool("check", false, "fail if a size exceeds its budget, or, with -steps, if a step saves nothing")
	steps := flag.Bool("steps", false, "also print how much each step of wasmslim saves")
	flag.Parse()
	if err := run(os.Stdout, *check, *steps); err != nil {
		fmt.Fprintln(os.Stderr, "size:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, check, steps bool) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	dist := filepath.Join(root, "dist")
	manifest, err := site.ReadManifest(dist)
	if err != nil {
		return errors.New("there is no dist to measure: run `make dist`")
	}
	sizes, err := measure(dist, manifest, compress.CacheIn(root))
	if err != nil {
		return err
	}
	over := report(out, sizes)
	var useless []string
	if steps {
		stages, err := measureSteps(root, compress.CacheIn(root))
		if err != nil {
			return err
		}
		useless = reportSteps(out, stages)
	}
	switch {
	case check && len(over) > 0:
		return fmt.Errorf("over budget: %s", strings.Join(over, ", "))
	case check && len(useless) > 0:
		return fmt.Errorf("these steps save nothing: %s; see scripts/internal/wasmslim/README.md",
			strings.Join(useless, ", "))
	}
	return nil
}

// measure returns the sum of the sizes of the files in each group.
func measure(dist string, manifest *site.Manifest, cache compress.Cache) (map[site.Group]size, error) {
	sizes := map[site.Group]size{}
	for _, file := range manifest.Files {
		if !slices.ContainsFunc(parts, func(p part) bool { return p.group == file.Group }) ||
			!site.IsCompressible(file.Path) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dist, filepath.FromSlash(file.Path)))
		if err != nil {
			return nil, err
		}
		br, err := cache.Brotli(content, compress.Best)
		if err != nil {
			return nil, err
		}
		sum := sizes[file.Group]
		sizes[file.Group] = size{sum.raw + len(content), sum.gzip + len(compress.Gzip(content)), sum.brotli + len(br)}
	}
	return sizes, nil
}

// report prints a table, and returns the titles of the parts that exceed their budget.
func report(out io.Writer, sizes map[site.Group]size) (over []string) {
	fmt.Fprintf(out, "%-28s %9s %9s %9s %9s\n", "KB", "raw", "gzip", "brotli", "budget")
	for _, p := range parts {
		s, ok := sizes[p.group]
		if !ok {
			continue
		}
		note := ""
		if s.brotli > p.budget*kilo {
			note = "  over budget"
			over = append(over, p.title)
		}
		fmt.Fprintf(out, "%-28s %9.1f %9.1f %9.1f %9d%s\n", p.title, inKilo(s.raw), inKilo(s.gzip), inKilo(s.brotli),
			p.budget, note)
	}
	return over
}

func inKilo(bytes int) float64 { return float64(bytes) / kilo }
