package evaluator

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
)

// shortestSecret is the length from which the text of a secret is looked for in messages:
// shorter ones occur by chance.
const shortestSecret = 4

// discreet takes the texts of secrets out of messages, and drops references that hold one.
func discreet(problems []diag.Problem, texts []string) []diag.Problem {
	for _, text := range texts {
		for i := range problems {
			p := &problems[i]
			p.Message = strings.ReplaceAll(p.Message, text, "[secret]")
			for j := range p.Notes {
				p.Notes[j].Message = strings.ReplaceAll(p.Notes[j].Message, text, "[secret]")
			}
			if strings.Contains(p.Reference, text) {
				p.Reference = ""
			}
		}
	}
	return problems
}

// secretTexts returns the texts of all secrets, the longest first, each once: those of the
// result and those that only a reference or a function has seen.
func (s *Snapshot) secretTexts() []string {
	c := secretCollector{seen: map[value.Data]bool{}}
	c.add(s.Outcome.Value, false)
	for _, f := range s.Outcome.Sections {
		c.add(f.Value, false)
	}
	s.evaluator.Remembered(func(v value.Value) { c.add(v, false) })
	slices.SortStableFunc(c.texts, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(c.texts)
}

// A secretCollector gathers texts that are secret. It looks into a list or mapping once:
// values share their parts.
type secretCollector struct {
	texts []string
	seen  map[value.Data]bool // those that were looked into as a part of a secret
}

func (c *secretCollector) add(v value.Value, inside bool) {
	if !inside && !v.HasSecret() {
		return
	}
	inside = inside || v.IsSecret()
	if d, ok := v.Data.(value.String); ok {
		if inside && len(d) >= shortestSecret {
			c.texts = append(c.texts, string(d))
		}
		return
	}
	if inside {
		if c.seen[v.Data] {
			return
		}
		c.seen[v.Data] = true
	}
	switch d := v.Data.(type) {
	case *value.List:
		for _, item := range d.Items {
			c.add(item, inside)
		}
	case *value.Object:
		for i := range d.Fields {
			c.add(d.Fields[i].Value, inside)
		}
	case *value.Tagged:
		c.add(d.Body, inside)
	}
}
