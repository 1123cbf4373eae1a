package pullconf_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/example"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/source"
)

const head = "type: client\nname: web1\napi_key: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n"

func evaluate(t *testing.T, files ...evaluator.File) *evaluator.Snapshot {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "pullconf", Files: files})
	require.NoError(t, err)
	return s
}

func one(t *testing.T, text string) *evaluator.Snapshot {
	return evaluate(t, evaluator.File{Name: "clients.yaml", Text: text})
}

func codes(s *evaluator.Snapshot) []string {
	var out []string
	for _, p := range s.Problems {
		out = append(out, string(p.Code))
	}
	return out
}

// bundles returns the files of all examples and recorded cases.
func bundles(t *testing.T) map[string][]evaluator.File {
	out := map[string][]evaluator.File{}
	for _, dir := range []string{"../../../testdata/pullconf", "../../../testdata/conformance/pullconf"} {
		paths, err := filepath.Glob(dir + "/*.txtar")
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			e, err := example.Parse("pullconf", filepath.Base(path), text)
			require.NoError(t, err)
			var files []evaluator.File
			for _, f := range e.Files {
				files = append(files, evaluator.File(f))
			}
			out[path] = files
		}
	}
	return out
}

func TestABundleIsRecognisedByTheTypesOfItsDocuments(t *testing.T) {
	for text, want := range map[string]bool{
		head:                                     true,
		"\uFEFF" + head:                          true,
		"# c\n---\ntype: \"group\" # x\n":        true,
		"type: clien\nname: a\napi_key: x\n":     true,
		"type: clien\nname: a\n":                 false,
		"a:\n  type: client\n":                   false,
		"values: {}\ntype: object\n":             false,
		"type: client\nvariables:\n\t broken: [": true,
	} {
		s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "x/clients.yml", Text: text}}})
		got := err == nil && s.Recognised != nil && s.Recognised.Name == "pullconf"
		assert.Equal(t, want, got, "%q", text)
	}
}

func TestEveryPrefixOfEveryExampleIsEvaluated(t *testing.T) {
	for path, files := range bundles(t) {
		text := files[0].Text
		step := max(1, len(text)/40)
		for i := 0; i < len(text); i += step {
			cut := append([]evaluator.File(nil), files...)
			cut[0].Text = text[:i]
			s := evaluate(t, cut...)
			for _, p := range s.Problems {
				assert.NotEmpty(t, p.Message, "%s cut at %d: %s", path, i, p.Code)
				if f := p.Span.File(); f != nil {
					assert.LessOrEqual(t, p.Span.End(), len(f.Text), "%s cut at %d: %s", path, i, p.Code)
				}
			}
			s.Document("", true)
		}
	}
}

func TestTheEditorCanAskAboutEveryPositionOfEveryExample(t *testing.T) {
	for path, files := range bundles(t) {
		s := evaluate(t, files...)
		for _, f := range s.Subject.Bundle.Files {
			for i := 0; i <= len(f.Text); i += 7 {
				s.Subject.Hover(f, i)
				s.Subject.Definition(f, i)
				s.Subject.References(f, i)
				s.Subject.Rename(f, i, "other")
				for _, item := range s.Subject.Complete(f, i) {
					assert.LessOrEqual(t, item.Span.Start(), i, "%s at %d", path, i)
				}
			}
		}
	}
}

// twoClients share a group whose resource names a variable of each.
const twoClients = `---
type: client
name: web1
api_key: <...>
groups:
  - common
variables:
  ip: 10.0.0.1
---
type: client
name: web2
api_key: <...>
groups:
  - common
variables:
  ip: 10.0.0.2
---
type: group
name: common
resources:
  - type: host
    parameters:
      ip_address: ${pullconf::ip}
      hostname: ${pullconf::hostname}
`

func offset(t *testing.T, f *source.File, text string) int {
	i := strings.Index(f.Text, text)
	require.GreaterOrEqual(t, i, 0)
	return i + len(text)
}

func TestAReferenceOfAGroupNamesTheVariableOfEveryClient(t *testing.T) {
	s := one(t, twoClients)
	f := s.Subject.Bundle.Files[0]
	at := offset(t, f, "${pullconf::i")
	assert.Len(t, s.Subject.Definition(f, at), 2)
	r := s.Subject.Rename(f, at, "address")
	assert.Empty(t, r.Refusal)
	assert.Len(t, r.Edits, 3, "two definitions and one use")
	r = s.Subject.Rename(f, offset(t, f, "variables:\n  i"), "address")
	assert.Len(t, r.Edits, 3, "also when asked at one of the definitions")
	r = s.Subject.Rename(f, offset(t, f, "${pullconf::host"), "x")
	assert.Equal(t, "hostname is always the name of the client", r.Refusal)
	uses := func(at int) (out []string) {
		hover, _ := s.Subject.Hover(f, at)
		for _, hop := range hover.Hops {
			out = append(out, hop.Label+" "+inspect.Summary(hop.Value))
		}
		return out
	}
	assert.Equal(t, []string{"client web1: variable ip 10.0.0.1", "client web2: variable ip 10.0.0.2"}, uses(at))
	kinds := uses(offset(t, f, "- type: ho"))
	require.Len(t, kinds, 2)
	assert.Contains(t, kinds[0], "client web1: resource host[10.0.0.1] {")
	assert.Contains(t, kinds[1], "client web2: resource host[10.0.0.2] {")
	page := s.Page(1, "", false)
	var texts []string
	for _, inlay := range page.Inlays {
		texts = append(texts, inlay.Text)
	}
	assert.Contains(t, texts, "10.0.0.1 | 10.0.0.2")
}

func TestTheGraphShowsWhereAReferenceIsWritten(t *testing.T) {
	s := one(t, twoClients)
	var edges []string
	for _, e := range s.Graph().Edges {
		edges = append(edges, e.From+" -> "+e.To+" via "+e.Via)
	}
	assert.ElementsMatch(t, []string{
		"client/web1 -> group/common via groups[0]",
		"client/web2 -> group/common via groups[0]",
		"client/web1 -> resource/web1/host/10.0.0.1 via resources",
		"client/web2 -> resource/web2/host/10.0.0.2 via resources",
		"resource/web1/host/10.0.0.1 -> variable/web1/ip via parameters.ip_address",
		"resource/web1/host/10.0.0.1 -> variable/web1/hostname via parameters.hostname",
		"resource/web2/host/10.0.0.2 -> variable/web2/ip via parameters.ip_address",
		"resource/web2/host/10.0.0.2 -> variable/web2/hostname via parameters.hostname",
	}, edges)
}

func TestEveryClientHasAView(t *testing.T) {
	s := one(t, twoClients)
	assert.Contains(t, s.RenderPart("", false, "clients.web2").Text, "10.0.0.2")
	assert.NotContains(t, s.RenderPart("", false, "clients.web2").Text, "10.0.0.1")
}

func TestAReferenceToAnArrayIsCheckedInTheDecodedString(t *testing.T) {
	for written, want := range map[string]string{
		`${pullconf::a}`:                 "",
		`"${pullconf::a}"`:               "",
		`"\x24{pullconf::a}"`:            "",
		"|-\n        ${pullconf::a}":     "",
		"|\n        ${pullconf::a}":      "failed to find closing brace for variable",
		`"${pullconf::a}\x20"`:           "failed to find closing brace for variable",
		`${pullconf::a`:                  "failed to find closing brace for variable",
		`"\x24{pullconf::a}\x7d"`:        "reference to unknown variable `a}`",
		`${pullconf::a}${pullconf::a}`:   "reference to unknown variable `a}${pullconf::a`",
		`x${pullconf::a}`:                "node must be an array",
		`"${pullconf::a}${pullconf::b}"`: "reference to unknown variable `a}${pullconf::b`",
	} {
		s := one(t, head+"variables:\n  a:\n    - x\nresources:\n  - type: host\n    parameters:\n"+
			"      ip_address: 10.0.0.1\n      hostname: h\n      aliases: "+written+"\n")
		var got []string
		for _, p := range s.Problems {
			got = append(got, p.Reference)
		}
		if want == "" {
			assert.Empty(t, got, written)
		} else {
			assert.Equal(t, []string{"`web1`>`clients.yaml`>`documents[0].resources[0].parameters.aliases`: " + want},
				got, written)
		}
	}
}

func TestAMisspeltRequiredKeyInsideAParameterIsReportedOnce(t *testing.T) {
	s := one(t, head+"resources:\n  - type: file\n    parameters:\n      path: /a\n      content:\n        valu: x\n"+
		"        other: y\n")
	assert.Equal(t, []string{"missing-key", "unknown-key"}, codes(s))
	assert.Contains(t, s.Problems[0].Message, `is "valu" a misspelling of it?`)
}

func TestNothingIsReportedAsMissingWhenADocumentCouldNotBeRead(t *testing.T) {
	s := one(t, head+"groups:\n  - gone\nresources:\n  - type: file\n    parameters:\n      path: /a\n"+
		"    requires:\n      - type: file\n        path: /b\n  - type: file\n    parameters:\n      path: /c\n"+
		"      own\n---\ntype: group\nname: \"gone\n")
	for _, c := range codes(s) {
		assert.True(t, strings.HasPrefix(c, "yaml-"), c)
	}
}

func TestHostileConfigurationsTerminate(t *testing.T) {
	var doubling, chain, wide, layered strings.Builder
	doubling.WriteString(head + "variables:\n  v0: lol\n")
	for i := range 60 {
		fmt.Fprintf(&doubling, "  v%d: ${pullconf::v%d}${pullconf::v%d}\n", i+1, i, i)
	}
	chain.WriteString(head + "variables:\n")
	for i := range 20_000 {
		fmt.Fprintf(&chain, "  v%d: ${pullconf::v%d}\n", i, i+1)
	}
	wide.WriteString(head + "variables:\n")
	for i := range 12 {
		fmt.Fprintf(&wide, "  v%d: %s\n", i, strings.Repeat(fmt.Sprintf("${pullconf::v%d}", i+1), 200))
	}
	wide.WriteString("resources:\n  - type: execute\n    parameters:\n      name: ${pullconf::v0}\n      command:\n" +
		"        - x\n")
	layered.WriteString(head + "resources:\n")
	for i := range 600 {
		fmt.Fprintf(&layered, "  - type: execute\n    parameters:\n      name: e%d\n      command:\n        - x\n", i)
		if i >= 20 {
			layered.WriteString("    requires:\n")
			for k := range 10 {
				fmt.Fprintf(&layered, "      - type: execute\n        name: e%d\n", i/10*10-10+k)
			}
		}
	}
	var many, unknown strings.Builder
	clients := 250
	if runtime.GOOS == "js" {
		clients = 50
	}
	for i := range clients {
		fmt.Fprintf(&many, "---\ntype: client\nname: c%d\napi_key: %064d\ngroups:\n  - g\n", i, i)
	}
	many.WriteString("---\ntype: group\nname: g\nresources:\n")
	for i := range 300 {
		fmt.Fprintf(&many, "  - type: group\n    parameters:\n      name: g%d\n    requires:\n      - type: group\n"+
			"        name: g%d\n", i, max(i-1, 0))
	}
	unknown.WriteString(head + "variables:\n")
	for i := range 5000 {
		fmt.Fprintf(&unknown, "  variable%d: ${pullconf::variabel%d}\n", i, i)
	}
	for name, text := range map[string]string{
		"many clients": many.String(), "many unknown names": unknown.String(),
		"empty lines": head + "variables:\n  a: x" + strings.Repeat("\n", 2_000_000) + "   y\n  b: |" +
			strings.Repeat("\n", 2_000_000) + "    y\n",
		"a doubling chain": doubling.String(), "a long chain": chain.String(), "a wide tree": wide.String(),
		"a layered graph": layered.String(), "deep nesting": head + "variables:\n  v: " + strings.Repeat("- ", 50_000),
		"a deep path": head + "resources:\n  - type: file\n    parameters:\n      path: " +
			strings.Repeat("/a", 100_000) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := one(t, text)
			assert.Less(t, len(s.Document("", true)), 256<<20)
		})
	}
}

func TestMessagesAvoidTheWordsOfTheOriginal(t *testing.T) {
	for path, files := range bundles(t) {
		for _, p := range evaluate(t, files...).Problems {
			for _, word := range []string{"invalid", "failed to", "!", "nil", "%!"} {
				assert.NotContains(t, strings.ReplaceAll(p.Message, "! ", ""), word, "%s: %s", path, p.Code)
			}
			if p.Severity == diag.Error {
				assert.False(t, p.Code.IsHint(), p.Code)
			}
		}
	}
}

func BenchmarkThousandResources(b *testing.B) {
	var text strings.Builder
	text.WriteString(head + "variables:\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "  v%d: value-%d.${pullconf::hostname}\n", i, i)
	}
	text.WriteString("resources:\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "  - type: file\n    parameters:\n      path: /srv/d%d/f%d\n      content:\n"+
			"        value: |\n          ${pullconf::v%d}\n    requires:\n      - type: directory\n"+
			"        path: /srv/d%d\n", i%50, i, i, i%50)
	}
	for i := range 50 {
		fmt.Fprintf(&text, "  - type: directory\n    parameters:\n      path: /srv/d%d\n", i)
	}
	req := evaluator.Request{Dialect: "pullconf", Files: []evaluator.File{{Name: "clients.yaml", Text: text.String()}}}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := evaluator.Evaluate(req); err != nil {
			b.Fatal(err)
		}
	}
}
