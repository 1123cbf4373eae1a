package main

import (
	"fmt"
	"math/rand"
	"sort"
	"strings"
	"time"
)

// A campaign compares many templates.
type campaign struct {
	templates int
	seed      int64
	draw      func(r *rand.Rand) string // generates a template
	compare   func(template string) difference
}

// A class is a kind of difference with the smallest template that shows it.
type class struct {
	name    string     // difference.class
	found   int        // how many templates show it
	example string     // the smallest template found
	shown   difference // the difference for the example
}

// A result is the outcome of a campaign.
type result struct {
	templates, agree int
	skipped          map[string]int // the number of templates that were not compared, by reason
	classes          []*class       // the most frequent first
	speed            speed
}

// maxMinimised limits how many templates of a class are minimised. The smallest example among the
// first few is hardly ever much larger than the smallest of all.
const maxMinimised = 3

// notCompared returns the number of templates that were not compared, for any reason.
func (r result) notCompared() (n int) {
	for _, found := range r.skipped {
		n += found
	}
	return n
}

// run generates and compares the templates. The same seed always generates the same templates.
func (c campaign) run() result {
	out := result{templates: c.templates, skipped: map[string]int{}}
	byName := map[string]*class{}
	r := rand.New(rand.NewSource(c.seed))
	for range c.templates {
		template := c.draw(r)
		// compare adds to these stopwatches.
		startTemplate()
		d := c.compare(template)
		if d.notCompared == "" {
			out.speed.add()
		}
		switch {
		case d.notCompared != "":
			out.skipped[d.notCompared]++
			continue
		case d.class == "":
			out.agree++
			continue
		}
		kind := byName[d.class]
		if kind == nil {
			kind = &class{name: d.class}
			byName[d.class] = kind
			out.classes = append(out.classes, kind)
		}
		kind.found++
		c.exemplify(kind, template)
	}
	sort.SliceStable(out.classes, func(i, j int) bool { return out.classes[i].found > out.classes[j].found })
	return out
}

// exemplify minimises a template, and makes it the example of its class if it is then smaller than
// the current example.
func (c campaign) exemplify(kind *class, template string) {
	// Minimising is slow, so after the first few, only a template that is already shorter than the
	// example is minimised.
	if kind.found > maxMinimised && len(template) >= len(kind.example) {
		return
	}
	// The smaller template must show the same kind of difference, since a part may show another one.
	small := minimise(template, func(t string) bool { return c.compare(t).class == kind.name })
	if kind.example == "" || len(small) < len(kind.example) {
		kind.example, kind.shown = small, c.compare(small)
	}
}

// Limits of minimise, since some originals are slow.
const (
	maxAttempts = 3000
	maxTime     = 5 * time.Second
)

// minimise shortens a text for which shows returns true: it removes pieces, the largest first, as
// long as shows still returns true.
func minimise(text string, shows func(string) bool) string {
	runes, attempts, end := []rune(text), 0, time.Now().Add(maxTime)
	for size := len(runes) / 2; size >= 1; size /= 2 {
		for again := true; again; {
			again = false
			for at := 0; at+size <= len(runes); {
				if attempts++; attempts > maxAttempts || time.Now().After(end) {
					return string(runes)
				}
				// After a piece is removed, the next piece is at the same offset.
				without := append(append([]rune{}, runes[:at]...), runes[at+size:]...)
				if shows(string(without)) {
					runes, again = without, true
				} else {
					at += size
				}
			}
		}
	}
	return string(runes)
}

// text formats a result with at most maxClasses classes.
func (r result) text(p peer, maxClasses int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, against %s: %d templates, %d agree, %d differ in %d classes, %d not compared\n",
		p.name, p.engine, r.templates, r.agree, r.templates-r.agree-r.notCompared(), len(r.classes), r.notCompared())
	b.WriteString(r.speed.text())
	for _, why := range keys(r.skipped) {
		fmt.Fprintf(&b, "  %d not compared: %s\n", r.skipped[why], why)
	}
	for i, c := range r.classes {
		if i == maxClasses {
			fmt.Fprintf(&b, "\n... and %d more classes\n", len(r.classes)-maxClasses)
			break
		}
		fmt.Fprintf(&b, "\n%d times: %s\n%s", c.found, c.name, indent("  | ", c.example))
		fmt.Fprintf(&b, "  ours:\n%s  theirs:\n%s", indent("    ", c.shown.ours), indent("    ", c.shown.theirs))
	}
	return b.String()
}

// indent prepends by to each line.
func indent(by, text string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		b.WriteString(by + line + "\n")
	}
	return b.String()
}
