package pullconf_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/ir"
)

func TestCompletionKnowsTheVariablesOfTheClientAndTheParametersOfTheType(t *testing.T) {
	labels := func(s *evaluator.Snapshot, at int) []string {
		var out []string
		for _, item := range s.Subject.Complete(s.Subject.Bundle.Files[0], at) {
			out = append(out, item.Label)
		}
		return out
	}
	s := one(t, twoClients)
	f := s.Subject.Bundle.Files[0]
	assert.Equal(t, []string{"ip", "hostname"}, labels(s, offset(t, f, "ip_address: ${pullconf::i")))
	assert.Equal(t, []string{"${pullconf::ip", "${pullconf::hostname"}, labels(s, offset(t, f, "ip_address: ${pull")))
	assert.Contains(t, labels(s, offset(t, f, "- type: ho")), "host")
	assert.Equal(t, []string{"ensure", "hostname", "aliases"}, labels(s, offset(t, f, "      host")))
	assert.Equal(t, []string{"client", "group"}, labels(s, offset(t, f, "type: cli")))
}

// written is a configuration that is still being typed.
const written = `---
type: client
name: web1
api_key: <...>
groups:
  - BAR
variables:
  dir: /srv
resources:
  - type: user
    parameters:
      name: ann
      system: BAR
  - type: file
    parameters:
      path: /srv/a
      BAR
      content:
        value: x
        BAR
        replace:
          - placeholder: p
            command:
              - BAR
            environment:
            - BAR
    requires:
      - type: user
        name: BAR
      - type: directory
        BAR
    triggers:
      - type: execute
        when:
          - BAR
  - type: execute
    parameters:
      name: build
      command:
        - make
    BAR
  - type: resolv.conf
    parameters:
      options:
        - BAR
  - type: BAR
---
BAR
type: group
name: common
BAR
resources:
- type: directory
  parameters:
    path: /srv
    owner: BAR
    ensure: BAR
- BAR
`

func TestCompletionFollowsTheShapeOfDocuments(t *testing.T) {
	parts := strings.Split(written, "BAR")
	types := []string{"apt::package", "apt::preference", "cron::job", "directory", "execute", "file", "group", "host",
		"resolv.conf", "symlink", "user"}
	for i, want := range [][]string{
		{"common"},
		{"true", "false"},
		{"ensure", "mode", "owner", "group", "source"},
		nil,
		nil,
		{"name", "value"},
		{"ann"},
		{"path"},
		{"created", "deleted", "changed"},
		{"requires", "triggers"},
		{"debug", "rotate", "no-check-names", "inet6", "edns0", "single-request", "single-request-reopen",
			"no-tld-query", "use-vc", "no-reload", "trust-ad", "ndots:", "timeout:", "attempts:"},
		types,
		nil,
		nil,
		{"ann"},
		{"present", "absent"},
		{"type", "parameters", "requires", "triggers"},
	} {
		// The client belongs to the group, so the group sees the client's resources, too.
		before := strings.Join(parts[:i+1], "")
		if i > 0 {
			before = strings.Replace(before, "groups:\n  - ", "groups:\n  - common", 1)
		}
		s := one(t, before+strings.Join(parts[i+1:], ""))
		var got []string
		for _, item := range s.Subject.Complete(s.Subject.Bundle.Files[0], len(before)) {
			got = append(got, item.Label)
		}
		assert.Equal(t, want, got, "place %d", i)
	}
}

func TestCompletionShowsTheTypeAndTheDefaultOfAKey(t *testing.T) {
	text := head + "resources:\r\n  - type: file\r\n    parameters:\r\n      pa"
	s := one(t, text)
	var got []string
	for _, item := range s.Subject.Complete(s.Subject.Bundle.Files[0], len(text)) {
		got = append(got, item.Span.Text()+">"+item.Insert+" "+item.Detail)
	}
	assert.Equal(t, []string{
		"pa>ensure:  present or absent, by default present", "pa>path:  path, required",
		"pa>mode:  file mode, by default 644",
		"pa>owner:  user name, by default root", "pa>group:  group name", "pa>content: content", "pa>source:  path",
	}, got)
}

func TestHoverExplainsKeys(t *testing.T) {
	s := one(t, "---\ntype: client\nname: web1\napi_key: <...>\nresources:\n  - type: file\n    parameters:\n"+
		"      \"mode\": 600\n      path: /a\n      content:\n        value: x\n      nonsense: x\n    triggers:\n"+
		"      - when:\n          - changed\n        type: execute\n        name: e\n---\ntype: group\nname: g\n")
	f := s.Subject.Bundle.Files[0]
	h, _ := s.Subject.Hover(f, offset(t, f, "- type: fi"))
	assert.Equal(t, "file(ensure?, path, mode?, owner?, group?, content?, source?)", h.Title)
	require.Len(t, h.Params, 7)
	assert.Equal(t, ir.Param{Name: "mode", Type: "file mode, by default 644",
		Doc: "The permissions, in octal digits.", Optional: true}, h.Params[2])
	for word, want := range map[string]string{
		"api_k": "api_key (SHA-256 hash, required): The hash of the key that identifies the client: 64 hexadecimal " +
			"digits.",
		"\"mo":   "mode (file mode, by default 644): The permissions, in octal digits.",
		"val":    "value (text, required): The content of the file.",
		"whe":    "when (array of state): The changes of this resource that trigger the command; by default all three.",
		"param":  "parameters (hash, required): The parameters of the resource.",
		"nonsen": "",
	} {
		h, ok := s.Subject.Hover(f, offset(t, f, word))
		if assert.Equal(t, want != "", ok, word) && ok {
			assert.Equal(t, want, h.Title+" ("+h.Type+"): "+h.Doc, word)
			assert.Contains(t, h.Span.Text(), h.Title, word)
		}
	}
}
