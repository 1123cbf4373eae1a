// Test runs the tests of the repository and reports how many passed.
//
//	go run ./scripts/test                  run everything
//	go run ./scripts/test -only go,unit    run some stages
//	go run ./scripts/test -only chrome -page links -v
//	                                       run some files of page tests, and print Node's output
//
// The stages are static (vet, gofmt, TypeScript), go, wasm (the Go tests of the evaluator, compiled
// and slimmed like the engine), unit (TypeScript in Node), build (dist and its budgets), and the
// tests of the page in each browser: chrome, firefox, webkit. Build runs first. Then the tests of the
// page run at the same time as the other stages, in as many copies of one browser as there are
// processors. More browsers at the same time would not be faster, and on a machine that is too busy,
// the page ends evaluations that take more than five seconds.
// The stage bench measures the page; it runs only if -only names it, and -page selects its files, too.
//
// Tests of the page are web/test/browser/*.spec.ts. Their environment has PAGE_URL, BROWSER (the
// name of the stage) and BROWSER_PATH. With SLOWDOWN=6 in the environment, pages in Chromium are six
// times as slow, which finds tests that depend on the speed of the machine. All other *.test.ts and
// *.spec.ts in web/test are unit tests.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"pantograph/scripts/internal/repo"
)

// A stage runs the tests of one kind.
type stage struct {
	name string
	run  func(root string) tally
	// The stages of a lane run one after another, at the same time as other lanes. Stages without a lane
	// run first.
	lane string
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
	var summary, failures strings.Builder
	var mu sync.Mutex
	runStage := func(s stage) {
		fmt.Printf("%s ...\n", s.name)
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
		if result.failed > 0 {
			fmt.Fprintf(&failures, "%s:\n%s\n", s.name, withoutStacks(result.text))
		}
	}
	first, lanes := split(chosen)
	for _, s := range first {
		runStage(s)
	}
	var running sync.WaitGroup
	for _, lane := range lanes {
		running.Go(func() {
			for _, s := range lane {
				runStage(s)
			}
		})
	}
	running.Wait()
	// Whoever sees only the end of a log needs the causes there.
	fmt.Printf("\n%s%s%d passed, %d failed\n", failures.String(), summary.String(), total.passed, total.failed)
	if total.failed > 0 {
		os.Exit(1)
	}
	return nil
}

var stackLine = regexp.MustCompile(`(?m)^\s*(at .*)?\n`)

// withoutStacks returns the output of failed tests without empty lines and the stacks of JavaScript errors.
func withoutStacks(output string) string {
	return strings.TrimSpace(stackLine.ReplaceAllString(output+"\n", ""))
}

// split separates the stages without a lane from the lanes.
func split(all []stage) (first []stage, lanes [][]stage) {
	at := map[string]int{}
	for _, s := range all {
		if s.lane == "" {
			first = append(first, s)
			continue
		}
		i, known := at[s.lane]
		if !known {
			i = len(lanes)
			at[s.lane] = i
			lanes = append(lanes, nil)
		}
		lanes[i] = append(lanes[i], s)
	}
	return first, lanes
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
