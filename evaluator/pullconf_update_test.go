package evaluator_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// TestAConfigurationIsAdaptedToOtherLiterals replaces texts in a configuration. Its program is bound anew if anything
// but literals is different, or if it may have to report something.
func TestAConfigurationIsAdaptedToOtherLiterals(t *testing.T) {
	text := "type: client\nname: web\napi_key: " + strings.Repeat("0", 64) + `
groups:
  - base
variables:
  v: a
resources:
  - type: file
    parameters:
      path: /srv/${pullconf::v}
      owner: ${pullconf::v}
  # comment
  - type: group
    parameters:
      name: b
    requires:
      - type: user
        name: c
---
type: group
name: base
resources:
  - type: user
    parameters:
      name: c
`
	for _, tc := range []struct {
		old, next string
		adapted   bool
	}{
		{"v: a", "v: ab", true},
		{"name: b\n", "name: bb\n", true},
		{"/srv/", "/srv2/", true},
		{"name: c\n---", "name: c\n# comment\n---", true},
		{"# comment", "# another one", true},
		{"parameters:\n      name: c", "parameters:\n      name: cc", true}, // the link leads nowhere then
		{"parameters:\n      name: c", "parameters:\n      comment: c", false},
		{"v: a", "v: [a]\n  w: b", false},
		{"v: a", "v: ${pullconf::hostname}", false},
		{"v: a", "v: a: b", false},
		{"- base", "- other", false},
		{"type: group\n    ", "type: user\n    ", false},
		{"        name: c", "        name: b", false},
		{"name: web", "name: web2", false},
	} {
		engine := evaluator.New()
		for i, text := range []string{text, strings.Replace(text, tc.old, tc.next, 1)} {
			request := protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Revision: i + 1,
				Dialect: "pullconf", Lean: true, Files: []protocol.File{{Name: "clients.yaml", Text: text}}}}
			var reply protocol.Reply
			require.NoError(t, protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply))
			require.NotNil(t, reply.Evaluate, tc.next)
		}
		assert.Equal(t, tc.adapted, engine.IsAdapted(), tc.next)
	}
}

// pullconfFiles returns a configuration with a few clients and groups. A small edit of one of its short names often
// leads to another one, so that resources override, contain, require or conflict with others.
func pullconfFiles(seed int64) []protocol.File {
	r := rand.New(rand.NewSource(seed))
	var clients, groups strings.Builder
	for i := range 1 + r.Intn(2) {
		fmt.Fprintf(&clients, "---\ntype: client\nname: web%d\napi_key: %064d\n", i, i)
		if r.Intn(3) > 0 {
			clients.WriteString("groups:\n  - ga\n" + []string{"", "  # both\n  - gb\n"}[r.Intn(2)])
		}
		clients.WriteString("variables:\n")
		for _, v := range []string{"v", "w", "u"} {
			clients.WriteString(pullconfVariable(r, v))
		}
		clients.WriteString("resources:\n")
		for range 2 + r.Intn(5) {
			clients.WriteString(pullconfResource(r))
		}
		if r.Intn(3) == 0 {
			clients.WriteString("\n# the end\n")
		}
	}
	for _, name := range []string{"ga", "gb"} {
		fmt.Fprintf(&groups, "---\ntype: group\nname: %s\nresources:\n", name)
		for range 1 + r.Intn(3) {
			groups.WriteString(pullconfResource(r))
		}
	}
	files := []protocol.File{{Name: "clients.yaml", Text: clients.String()}}
	if r.Intn(3) == 0 {
		files = append(files, protocol.File{Name: "groups.yaml", Text: groups.String()})
	} else {
		files[0].Text += groups.String()
	}
	switch r.Intn(10) {
	case 0:
		files[0].Text = "\uFEFF" + files[0].Text
	case 1:
		files[0].Text = strings.ReplaceAll(files[0].Text, "\n", "\r\n")
	case 2:
		files = append(files, protocol.File{Name: "inputs.yaml", Text: "client: web0\n"})
	}
	return files
}

func oneOf(r *rand.Rand, texts ...string) string { return texts[r.Intn(len(texts))] }

// pullconfText returns a short name, which may be that of a variable.
func pullconfText(r *rand.Rand) string {
	return oneOf(r, "ab", "ab", "axb", "a", "axxb", "${pullconf::v}", "a${pullconf::w}", "'ab'", "\"a\\x62\"")
}

func pullconfVariable(r *rand.Rand, name string) string {
	switch r.Intn(8) {
	case 0:
		return "  " + name + ":\n    - ab\n    - ${pullconf::u}\n"
	case 1:
		return "  " + name + ":\n    value: cd ef\n"
	case 2:
		return "  " + name + ": ${pullconf::" + oneOf(r, "u", "v", "w", "none", "hostname") + "}\n"
	case 3:
		return "  " + name + ": |-\n    ab\n"
	}
	return "  " + name + ": " + oneOf(r, "ab", "axb", "a b", "b") + "\n"
}

// pullconfResource returns a resource of a random type.
func pullconfResource(r *rand.Rand) string {
	var b strings.Builder
	if r.Intn(6) == 0 {
		b.WriteString("  # comment\n")
	}
	param := func(chance int, name, value string) {
		if r.Intn(chance) == 0 {
			b.WriteString("      " + name + ": " + value + "\n")
		}
	}
	list := func(chance int, name string) {
		if r.Intn(chance) == 0 {
			b.WriteString("      " + name + ":\n        - " + pullconfText(r) + "\n        - " + pullconfText(r) + "\n")
		}
	}
	t := oneOf(r, "file", "file", "directory", "symlink", "user", "group", "execute", "cron::job", "host",
		"apt::package", "apt::preference", "resolv.conf")
	b.WriteString("  - type: " + t + "\n    parameters:\n")
	param(8, "ensure", oneOf(r, "present", "absent", "presxent"))
	switch t {
	case "file", "directory", "symlink":
		param(1, "path", "/"+pullconfText(r)+oneOf(r, "", "/"+pullconfText(r), "/"))
		param(4, "owner", pullconfText(r))
		if t == "symlink" {
			param(1, "target", "/"+pullconfText(r))
		}
		if t == "file" && r.Intn(2) == 0 {
			text := oneOf(r, "some text", "${pullconf::v}", "|\n          a\n          b")
			b.WriteString("      content:\n        value: " + text + "\n")
		}
	case "host":
		param(1, "ip_address", oneOf(r, "10.0.0.1", "::a", "::ab", "::axb"))
		param(1, "hostname", pullconfText(r))
		list(3, "aliases")
	case "resolv.conf":
		list(1, "search")
	case "apt::preference":
		param(1, "name", pullconfText(r))
		param(2, "order", oneOf(r, "10", "x"))
		b.WriteString("      package: ab\n      pin: cd\n      pin_priority: 1\n")
	case "user":
		param(1, "name", pullconfText(r))
		param(2, "home", "/"+pullconfText(r))
		param(2, "group", pullconfText(r))
		list(3, "groups")
	case "execute":
		param(1, "name", pullconfText(r))
		list(1, "command")
	case "cron::job":
		param(1, "name", pullconfText(r))
		b.WriteString("      schedule: daily job\n      command: run it\n")
	default:
		param(1, "name", pullconfText(r))
	}
	if r.Intn(3) == 0 {
		other := oneOf(r, "user", "group", "execute")
		name := oneOf(r, "ab", "axb", "a")
		b.WriteString("    requires:\n      - type: " + other + "\n        name: " + name + "\n")
	}
	if r.Intn(4) == 0 {
		b.WriteString("    triggers:\n      - type: execute\n        name: ab\n" +
			oneOf(r, "", "        when:\n          - changed\n"))
	}
	return b.String()
}
