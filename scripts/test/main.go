// Test runs the tests of the repository and reports how many passed.
//
//	go run ./scripts/test                  run everything
//	go run ./scripts/test -only go,unit    run some stages
//	go run ./scripts/test -only chrome -page links -v
//	                                       run some files of page tests, and print Node's output
//
// The stages are static (vet, gofmt, TypeScript), go, wasm (the Go tests of the evaluator, compiled
// and slimmed like the engine), unit (TypeScript in Node), build (dist and its budgets), and the
// tests of the page in each browser: chrome, firefox, webkit. The browsers run at the same time, since
// none keeps two processors busy all the time. The stage bench measures the page; it runs only if
// -only names it, and -page selects its files, too.
//
// Tests of the page are web/test/browser/*.spec.ts. Their environment has PAGE_URL, BROWSER (the
// name of the stage) and BROWSER_PATH. All other *.test.ts and *.spec.ts in web/test are unit tests.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"pantograph/scripts/internal/repo"
)

// A stage runs the tests of one kind.
type stage struct {
	name     string
	run      func(root string) tally
	parallel bool // runs at the same time as adjacent parallel stages
}

// A tally counts tests. Its text is printed: the output of failed tests, or why tests were skipped.
type tally struct {
	passed, failed, skipped int
	text                    string
}

func (t *tally) add(other tally) {
	t.passed += other.passed
	t.failed += other.failed
	t.skipped += other.skipped
	t.text += other.text
}

// line summarises a tally, with the time since the start.
func (t *tally) line(since time.Time) string {
	return fmt.Sprintf("%5d passed %4d failed %4d skipped %7.1f s", t.passed, t.failed, t.skipped,
		time.Since(since).Seconds())
}

func main() {
	only := flag.String("only", "", "run only these stages, separated by commas")
	flag.StringVar(&pages.match, "page", "",
		"run only the files of page tests and measurements whose names contain this")
	flag.StringVar(&pages.title, "title", "",
		"run only the TypeScript tests whose titles match this regular expression")
	flag.BoolVar(&pages.verbose, "v", false, "print the output of page tests, with the duration of each")
	flag.Parse()
	root, err := repo.Root()
	if err == nil {
		err = run(root, *only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "test:", err)
		os.Exit(1)
	}
}

// run runs the stages and prints a summary. If a test fails, it exits with status 1.
func run(root, only string) error {
	all := stages()
	chosen, err := choose(all, only)
	if err != nil {
		return err
	}
	var total tally
	var summary strings.Builder
	for _, group := range groups(chosen) {
		var mu sync.Mutex
		var running sync.WaitGroup
		for _, s := range group {
			fmt.Printf("%s ...\n", s.name)
			running.Go(func() {
				start := time.Now()
				result := s.run(root)
				mu.Lock()
				defer mu.Unlock()
				if result.text != "" {
					fmt.Println(strings.TrimRight(result.text, "\n"))
				}
				line := fmt.Sprintf("%-10s %s\n", s.name, result.line(start))
				fmt.Print(line)
				summary.WriteString(line)
				total.add(result)
			})
		}
		running.Wait()
	}
	fmt.Printf("\n%s%d passed, %d failed\n", summary.String(), total.passed, total.failed)
	if total.failed > 0 {
		os.Exit(1)
	}
	return nil
}

// groups splits stages into those that run at the same time.
func groups(all []stage) [][]stage {
	var out [][]stage
	for i, s := range all {
		if i > 0 && s.parallel && all[i-1].parallel {
			out[len(out)-1] = append(out[len(out)-1], s)
		} else {
			out = append(out, []stage{s})
		}
	}
	return out
}

// choose returns the stages that -only names, in its order, or all if it is empty.
func choose(all []stage, only string) ([]stage, error) {
	if only == "" {
		return all, nil
	}
	all = append(all, stage{name: "bench", run: pageBench}) // a measurement, which runs only if -only names it
	var chosen []stage
	for _, name := range strings.Split(only, ",") {
		at := slices.IndexFunc(all, func(s stage) bool { return s.name == name })
		if at < 0 {
			return nil, fmt.Errorf("there is no stage %q", name)
		}
		chosen = append(chosen, all[at])
	}
	return chosen, nil
}
