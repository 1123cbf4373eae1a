package pullconf_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator"
)

// A modelResource is a resource of the model, which applies the rules of section 7 naively: one edge at a
// time, searching all paths again for each.
type modelResource struct {
	kind, name, target string
	home, group        string
	groups             []string
	requires, triggers []int
	after              map[int]bool // by index; true if that resource must succeed
}

func (a *modelResource) label() string { return a.kind + "[" + a.name + "]" }

func (a *modelResource) isPath() bool {
	return a.kind == "file" || a.kind == "directory" || a.kind == "symlink"
}

func under(path, dir string) bool { return strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/") }

// drawResources draws resources with distinct names.
func drawResources(t *rapid.T) []*modelResource {
	paths := []string{"/a", "/a/b", "/a/b/c", "/d", "/home/u", "/etc/cron.d", "/etc/cron.d/j"}
	var out []*modelResource
	seen := map[string]bool{}
	for range rapid.IntRange(2, 9).Draw(t, "drawn") {
		a := &modelResource{kind: rapid.SampledFrom([]string{"execute", "file", "directory", "symlink", "user", "group",
			"cron::job"}).Draw(t, "kind"), after: map[int]bool{}}
		id := a.kind
		switch a.kind {
		case "file", "directory", "symlink":
			a.name, id = rapid.SampledFrom(paths).Draw(t, "path"), "path"
		case "user":
			a.name = rapid.SampledFrom([]string{"u", "v"}).Draw(t, "name")
		default:
			a.name = rapid.SampledFrom([]string{"u", "v", "j"}).Draw(t, "name")
		}
		switch a.kind {
		case "symlink":
			a.target = rapid.SampledFrom(paths).Draw(t, "target")
		case "cron::job":
			a.target = "/etc/cron.d/" + a.name
		case "user":
			a.home, a.group = "/home/"+a.name, a.name
			if rapid.Bool().Draw(t, "further group") {
				a.groups = []string{"j"}
			}
		}
		if id += " " + a.name; !seen[id] {
			seen[id] = true
			out = append(out, a)
		}
	}
	for _, a := range out {
		a.requires = rapid.SliceOfNDistinct(rapid.IntRange(0, len(out)-1), 0, min(3, len(out)), rapid.ID).
			Draw(t, "requires")
		for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(out)-1), 0, min(2, len(out)), rapid.ID).
			Draw(t, "triggers") {
			if out[i].kind == "execute" {
				a.triggers = append(a.triggers, i)
			}
		}
	}
	return out
}

// text writes the resources as a client document.
func text(drawn []*modelResource) string {
	var b strings.Builder
	b.WriteString(head + "resources:\n")
	primary := func(a *modelResource) string {
		if a.isPath() {
			return "path: " + a.name
		}
		return "name: " + a.name
	}
	for _, a := range drawn {
		fmt.Fprintf(&b, "  - type: %s\n    parameters:\n      %s\n", a.kind, primary(a))
		switch a.kind {
		case "symlink":
			b.WriteString("      target: " + a.target + "\n")
		case "execute":
			b.WriteString("      command:\n        - x\n")
		case "cron::job":
			b.WriteString("      schedule: x\n      command: x\n")
		}
		if a.groups != nil {
			b.WriteString("      groups:\n        - j\n")
		}
		for word, list := range map[string][]int{"requires": a.requires, "triggers": a.triggers} {
			if len(list) > 0 {
				b.WriteString("    " + word + ":\n")
			}
			for _, i := range list {
				fmt.Fprintf(&b, "      - type: %s\n        %s\n", drawn[i].kind, primary(drawn[i]))
			}
		}
	}
	return b.String()
}

// needs reports whether one resource depends on another implicitly.
func needs(a, o *modelResource) bool {
	above := o.kind == "directory" || o.kind == "symlink"
	switch a.kind {
	case "directory":
		return above && under(a.name, o.name) || o.kind == "user" && o.home == a.name
	case "file":
		return above && under(a.name, o.name)
	case "symlink":
		return above && under(a.name, o.name) || (o.kind == "directory" || o.kind == "file") && o.name == a.target
	case "cron::job":
		return above && under(a.target, o.name)
	case "group":
		return o.kind == "user" && o.group == a.name
	case "user":
		return o.kind == "group" && slices.Contains(a.groups, o.name)
	}
	return false
}

// refuses reports whether one resource can never require another.
func refuses(a, o *modelResource) bool {
	switch a.kind {
	case "directory":
		return o.isPath() && (o.name == a.name || under(o.name, a.name)) ||
			o.target != "" && (o.target == a.name || under(o.target, a.name))
	case "file":
		return o.target == a.name
	case "symlink":
		return (o.kind == "directory" || o.kind == "file") && o.name == a.target
	case "user":
		return o.kind == "directory" && o.name == a.home || o.kind == "group" && slices.Contains(a.groups, o.name)
	case "group":
		return o.kind == "user" && o.group == a.name
	}
	return false
}

// isFileAbove reports whether a resource is a file where another's directory should be.
func (a *modelResource) isFileAbove(o *modelResource) bool {
	return o.isPath() && a.kind == "file" && a != o && a.name == o.name[:max(strings.LastIndex(o.name, "/"), 1)]
}

var fileParents = map[string]string{
	"file":      "another file `%s` is found to be a parent of this file, but files cannot be parents to other files",
	"directory": "file `%s` is found to be a parent of this directory, but files cannot be parents to directories",
	"symlink":   "file `%s` is found to be a parent of this symlink, but files cannot be parents to symlinks",
}

// reaches reports whether a resource comes after another, directly or indirectly.
func reaches(drawn []*modelResource, from, to int) bool {
	for next := range drawn[from].after {
		if next == to || reaches(drawn, next, to) {
			return true
		}
	}
	return false
}

// relate adds the edges and returns the messages of those that are refused.
func relate(drawn []*modelResource) (refused []string) {
	add := func(i, k int, hard bool, text string) {
		if _, has := drawn[i].after[k]; i == k || has {
			return
		}
		if reaches(drawn, k, i) {
			refused = append(refused, "`client[web1]`>`"+drawn[i].label()+"`: "+fmt.Sprintf(text, drawn[k].label()))
			return
		}
		drawn[i].after[k] = hard
	}
	for i, a := range drawn {
		say := func(text string) { refused = append(refused, "`client[web1]`>`"+a.label()+"`: "+text) }
		for _, o := range drawn {
			if o.isFileAbove(a) {
				say(fmt.Sprintf(fileParents[a.kind], o.name))
			}
		}
		for k, o := range drawn {
			if k != i && needs(a, o) {
				add(i, k, true, "resource must depend on `%s`, but the current configuration would introduce a loop")
			}
		}
		for k, o := range drawn {
			if k != i && slices.Contains(o.triggers, i) {
				add(i, k, false,
					"resource must be applied after `%s` as per the `triggers` parameter, but the current "+
						"configuration would introduce a loop")
			}
		}
		for _, k := range a.requires {
			switch {
			case k == i:
				say("resource cannot depend in itself")
			case refuses(a, drawn[k]):
				say("resource cannot depend on `" + drawn[k].label() + "`")
			default:
				add(i, k, true, "resource cannot depend on `%s` as the current configuration would introduce a loop")
			}
		}
		if slices.Contains(a.triggers, i) {
			say("resource cannot trigger itself")
		}
	}
	return refused
}

func TestRelationsAndOrderFollowTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := drawResources(t)
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "pullconf",
			Files: []evaluator.File{{Name: "clients.yaml", Text: text(drawn)}}})
		require.NoError(t, err)
		var doc struct {
			Value struct {
				Clients map[string]struct {
					Resources []struct {
						Type, Name      string
						After, Requires []string
					}
				}
			}
		}
		require.NoError(t, json.Unmarshal(s.Document("", true), &doc))
		var problems []string
		for _, p := range s.Problems {
			problems = append(problems, p.Reference)
		}
		refused := relate(drawn)
		assert.ElementsMatch(t, refused, problems, "%s", text(drawn))
		applied := map[string]bool{}
		resources := doc.Value.Clients["web1"].Resources
		require.Len(t, resources, len(drawn))
		for _, r := range resources {
			i := slices.IndexFunc(drawn, func(a *modelResource) bool { return a.label() == r.Type+"["+r.Name+"]" })
			var after, hard []string
			for k, must := range drawn[i].after {
				after = append(after, drawn[k].label())
				if must {
					hard = append(hard, drawn[k].label())
				}
			}
			assert.ElementsMatch(t, after, r.After, "%s\n%s", drawn[i].label(), text(drawn))
			assert.ElementsMatch(t, hard, r.Requires, "%s\n%s", drawn[i].label(), text(drawn))
			for _, label := range r.After {
				assert.True(t, applied[label], "%s is applied before %s\n%s", drawn[i].label(), label, text(drawn))
			}
			applied[drawn[i].label()] = true
		}
	})
}
