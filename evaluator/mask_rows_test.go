package evaluator_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator"
	"pantograph/evaluator/value"
)

// quoted returns a text as a JSON string, which every dialect reads as the same text.
func quoted(text string) string { return value.JSON(value.Str(text), value.JSONStyle{}) }

// session is a bundle of Terraform: expressions in which S is a sensitive text from main.yaml.
func session(secret string, expressions ...string) []evaluator.File {
	inputs := "expressions:\n"
	for _, e := range expressions {
		inputs += "  - " + quoted(strings.ReplaceAll(e, "S", `sensitive(yamldecode(file("main.yaml")).s)`)) + "\n"
	}
	return []evaluator.File{{Name: "main.yaml", Text: "s: " + quoted(secret) + "\n"},
		{Name: "inputs.yaml", Text: inputs}}
}

// TestNamesThatCameFromASecretAppearNowhere uses names that are easily mistaken for names of the program:
// they are short enough to occur in the call that computes them, or similar to a name that the program
// misspells.
func TestNamesThatCameFromASecretAppearNowhere(t *testing.T) {
	for _, tc := range []struct {
		dialect string
		files   []evaluator.File
		hidden  []string
	}{
		{"terraform", session("e: 1", "type(yamldecode(S))", "type([yamldecode(S)])"), []string{"e: number"}},
		{"terraform", session("qxqy", "{(S) = 1}", "type({(S) = 1})", "{(base64encode(S)) = 1}",
			"type([{(upper(S)) = 1}])", "type({for k in [S] : k => 1})"),
			[]string{"qxqy", "QXQY", "cXhxeQ"}},
		{"esc", []evaluator.File{{Name: "env.yaml", Text: "imports: [base]\nvalues: {o: {own: 1}}\n"},
			{Name: "base.yaml", Text: "values:\n  s: {fn::secret: qxqy}\n" +
				"  o: {fn::fromJSON: \"{\\\"a${s}\\\": 1}\"}\n"}},
			[]string{"qxqy"}},
		{"hot", stack("qxqy", "{map_merge: [{get_param: j}, {c: 1}]}"), []string{"qxqy"}},
		{"hot", stack("qxqy", "{map_replace: [{get_param: j}, {values: {c: 1}}]}"), []string{"qxqy"}},
		{"terraform", session("s", "type({(S) = 1})", "type(zipmap([S], [1]))"), []string{"s: number"}},
		{"terraform", session("qxqy: {deep: 1}", "yamldecode(S).qxqz", `yamldecode(S)["qxqz"]`,
			`lookup(yamldecode(S), "qxqz")`, `lookup(tomap(yamldecode(S)), "qxqz")`, "tomap(yamldecode(S)).qxqz",
			"yamldecode(S).qxqz.x", "{a = yamldecode(S)}.a.qxqz"),
			[]string{"qxqy"}},
		{"terraform", session("${qxqy} ${nonsuch(1)}", "[for t in [S] : templatestring(t, {})]",
			"[for t in [S] : templatestring(t, {qxqy = 1})]"),
			[]string{"qxqy\"", "nonsuch", ":1,3"}},
	} {
		for _, text := range outputs(t, tc.dialect, tc.files) {
			for _, name := range tc.hidden {
				assert.NotContains(t, strings.ReplaceAll(text, "qxqy = 1", ""), name, "%s", tc.files[1].Text)
			}
		}
	}
}

// TestAMergedObjectIsHiddenOnlyUntilSecretsAreRevealed: the original marks its properties one by one.
func TestAMergedObjectIsHiddenOnlyUntilSecretsAreRevealed(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "esc", Files: []evaluator.File{
		{Name: "env.yaml", Text: "imports: [mid]\nvalues: {o: {top: 2}, r: \"${o.own}\"}\n"},
		{Name: "mid.yaml", Text: "imports: [base]\nvalues: {o: {own: 1}}\n"},
		{Name: "base.yaml", Text: "values: {o: {fn::fromJSON: {fn::secret: '{\"abc\": 1}'}}}\n"}}})
	require.NoError(t, err)
	hidden, revealed := string(s.Document("x", false)), string(s.Document("x", true))
	assert.Contains(t, hidden, `"value":{"o":"[secret]","r":1}`)
	assert.Contains(t, hidden, `"secrets":["o"]`)
	assert.Contains(t, revealed, `"value":{"o":{"abc":1,"own":1,"top":2},"r":1}`)
	assert.Contains(t, revealed, `"secrets":["o.abc"]`)
}

// environment is a bundle of ESC in which the property v has an expression that uses the secret ${s}.
func environment(secret, expression string) []evaluator.File {
	text := "values:\n  s: {fn::secret: " + quoted(strings.ReplaceAll(secret, "${", "$${")) + "}\n  v: " + expression +
		"\n  all: {fn::toJSON: [\"${v}\"]}\n  environmentVariables: {V: \"x${v}\"}\n  files: {F: \"${v}\"}\n"
	for i, access := range []string{"${v.a}", "${v.qxr}", "${v[0]}", "${v[9]}", "a${v}b", `${v["k"]}`} {
		text += "  a" + string(rune('0'+i)) + ": " + quoted(access) + "\n"
	}
	return []evaluator.File{{Name: "env.yaml", Text: text},
		{Name: "inputs.yaml", Text: "providers:\n  p: {echo: true}\n" +
			"  strict: {echo: true, schema: {inputs: {type: object, properties: {a: {enum: [1]}}, required: [z]}}}\n"}}
}

// stack is a bundle of Heat with an expression that uses the hidden parameter S, everywhere that Heat
// checks values; j is a hidden map with the secret as its keys.
func stack(secret, expression string) []evaluator.File {
	expression = strings.ReplaceAll(expression, "S", "{get_param: s}")
	text := "heat_template_version: 2021-04-16\nparameters:\n  s: {type: string, hidden: true}\n" +
		"  j: {type: json, hidden: true}\nresources:\n"
	for _, r := range []struct{ name, typ string }{{"r", ""}, {"rj", ", type: json"}, {"rn", ", type: number"}} {
		text += "  " + r.name + ": {type: OS::Heat::Value, properties: {value: " + expression + r.typ + "}}\n"
	}
	text += "  ch: {type: child.yaml, properties: {p: " + expression + ", q: " + expression + "}}\n" +
		"  none: {type: OS::Heat::None, properties: {a: " + expression + "}, metadata: " + expression + "}\n" +
		"outputs:\n  o: {value: " + expression + "}\n  r: {value: {get_attr: [rj, value]}}\n" +
		"  k: {value: {get_attr: [rj, value, qxr]}}\n  l: {value: {list_join: [x, {get_attr: [r, value]}]}}\n"
	j := "{" + quoted(secret) + ": 1, " + quoted("k"+secret) + ": {a: " + quoted(secret) + "}}"
	return []evaluator.File{{Name: "template.yaml", Text: text},
		{Name: "inputs.yaml", Text: "parameters:\n  s: " + quoted(secret) + "\n  j: " + j + "\n"},
		{Name: "child.yaml", Text: "heat_template_version: 2021-04-16\nparameters:\n" +
			"  p: {type: string, constraints: [{allowed_values: [aa]}]}\n  q: {type: json}\noutputs:\n" +
			"  o: {value: {get_param: p}}\n"}}
}

// console is a bundle of Terraform that uses the result of an expression with the sensitive text S.
func console(secret, expression string) []evaluator.File {
	var all []string
	for _, use := range []string{"R", "jsonencode(R)", "R.qxr", "R[0]", `R["qxr"]`, "{for k, v in R : k => v}",
		"{(R) = 1}", `"a${R}b"`, "tonumber(R)", "toset(R)", "type(R)", "type({(R) = 1})", "[R]",
		"lookup(R, \"qxr\")", "format(\"%d\", R)",
		"yamldecode(R)", "nope(R)"} {
		all = append(all, strings.ReplaceAll(use, "R", "("+expression+")"))
	}
	return session(secret, all...)
}

// usesOfASecret are expressions whose problems and results would reveal something about a secret if it
// were not masked. What users may learn about the secret from them does not depend on its letters.
var usesOfASecret = []struct {
	dialect     string
	bundle      func(secret, expression string) []evaluator.File
	expressions []string
}{
	{"esc", environment, []string{
		`"${s}"`, `{fn::toYAML: {a: "${s}"}}`, `{fn::toBase64: "${s}"}`, `{fn::fromJSON: "x${s}"}`,
		`{fn::toString: ["${s}"]}`,
		`{fn::join: ["${s}", [a, b]]}`, `{fn::concat: [["${s}"], [b]]}`, `{fn::final: {a: "${s}"}}`, `{"k${s}": 1}`,
		`{fn::validate: {schema: {type: object, properties: {a: {type: number}}}, value: {a: "${s}"}}}`,
		`{fn::validate: {schema: {enum: [qxqy, qyqx, "1"]}, value: "${s}"}}`,
		`{fn::validate: {schema: {type: string, maxLength: 0, pattern: "^$"}, value: "${s}"}}`,
		`{fn::validate: {schema: {type: array, maxItems: 1}, value: ["${s}", "${s}"]}}`,
		`{fn::validate: {schema: {const: "${s}"}, value: 1}}`, `{fn::validate: {schema: {enum: ["${s}"]}, value: 1}}`,
		`{fn::validate: {schema: {pattern: "(${s}"}, value: 1}}`,
		`{fn::validate: {schema: {required: ["${s}"]}, value: {}}}`, `{fn::open::strict: {a: "${s}"}}`,
		`{fn::fromJSON: "{\"k${s}\": {\"${s}\": 1}}"}`, `{fn::open::p: {a: {fn::toJSON: "${s}"}}}`,
		`{fn::fromBase64: "!${s}"}`,
	}},
	{"hot", stack, []string{
		"S", "[S, [S]]", "{a: S}", "{get_param: j}", "{get_param: [j, qxr]}", "{get_param: [s, x]}", "{get_file: S}",
		`{get_file: {list_join: ["", ["http://", S]]}}`, "{get_attr: [r, S]}", "{get_attr: [S, x]}",
		"{get_resource: S}",
		"{get_attr: [r, value, S]}", "{list_join: [S, [a, b]]}", "{digest: [S, x]}", "{map_merge: [S, {c: 1}]}",
		`{repeat: {for_each: {"%n%": {get_param: j}}, template: {"%n%": 1}}}`,
		"{map_replace: [{c: x}, {keys: {c: S}}]}",
		`{repeat: {for_each: {"%n%": [S, c]}, template: {"k%n%": "x-%n%"}}}`, "{filter: [S, [c]]}", "{if: [S, 1, 2]}",
		"{str_replace_vstrict: {template: c, params: {x: S}}}", "{make_url: {scheme: http, host: x, port: S}}",
		`{yaql: {expression: S, data: {}}}`, `{yaql: {expression: {list_join: ["", ["(", S]]}, data: {}}}`,
		`{yaql: {expression: "dict($.data.x => 1)", data: {x: S}}}`,
		`{yaql: {expression: "$.data.x.nope()", data: {x: S}}}`,
		`{yaql: {expression: "$.data.x.keys()", data: {x: {get_param: j}}}}`,
		`{yaql: {expression: "$.data.x[9]", data: {x: [S]}}}`,
		`{yaql: {expression: "int($.data.x + z)", data: {x: S}}}`,
		`{yaql: {expression: "regex('(' + $.data.x)", data: {x: S}}}`,
	}},
	{"terraform", console, []string{
		"S", `"x${S}"`, "base64encode(S)", "upper(S)", "{(S) = 1}", `jsondecode("[${S}")`,
		`jsondecode("{\"k${S}\": 1}")`,
		"jsonencode({(S) = S})", "zipmap([S], [1])", "[S, S]", `format("%s-%q", S, S)`, "file(S)",
		"templatefile(S, {})",
		`[for t in ["${S} $${"] : templatestring(t, {})]`, "split(\"!\", S)", "{a = S}[S]", "tomap({(S) = 1})",
		"urlencode(S)", `csvdecode("${S}\n1")`, `regex("(${S}", "x")`, "yamlencode({(S) = S})", "strrev(S)",
		"sha256(S)",
	}},
}

// resultDigest returns the digest of the result of a bundle.
func resultDigest(t *testing.T, dialect string, files []evaluator.File) string {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: dialect, Files: files})
	require.NoError(t, err)
	return s.Digest()
}

// TestNothingDependsOnTheLettersOfASecret compares the output for two secrets of the same form.
func TestNothingDependsOnTheLettersOfASecret(t *testing.T) {
	for _, secrets := range [][2]string{
		{"Zq7xKvWm", "Hb3yLnTd"}, {"qxqz", "wvwp"}, {"q", "w"},
		{`qx"b<c>&d'e\fÄß😀` + "\a\n", `wv"x<z>&y'u\gÖñ🙂` + "\b\n"},
		{"Äß", "Öñ"}, {"it's", "at'h"}, {strings.Repeat("qx", 60), strings.Repeat("wv", 60)},
	} {
		for _, d := range usesOfASecret {
			for i, e := range d.expressions {
				if underJS && i%6 != 0 {
					continue
				}
				one, other := d.bundle(secrets[0], e), d.bundle(secrets[1], e)
				assert.Equal(t, resultDigest(t, d.dialect, one), resultDigest(t, d.dialect, other),
					"%s: the digest can be used to guess the secrets %q", e, secrets)
				a, b := outputs(t, d.dialect, one), outputs(t, d.dialect, other)
				for i := range a {
					if x, y := normalize(a[i]), normalize(b[i]); x != y {
						t.Errorf("%s reveals something about the secrets %q:\n%s\n%s", e, secrets, around(x, y),
							around(y, x))
						break
					}
				}
			}
		}
	}
}

// wordOfAMessage matches the words that a secret may have in common with a message.
var wordOfAMessage = regexp.MustCompile(`[A-Za-z]+`)

// TestNoWordOfAMessageIsTakenForASecret uses each word of the messages about a secret as the secret.
func TestNoWordOfAMessageIsTakenForASecret(t *testing.T) {
	for _, d := range usesOfASecret {
		for i, e := range d.expressions {
			_, want := problemsOf(t, false, d.dialect, d.bundle("Qqq", e)...)
			words := map[string]bool{}
			for _, word := range wordOfAMessage.FindAllString(strings.Join(want, " "), -1) {
				words[word] = word != "secret" && word != "x" && word != "c" && word != "a" && word != "b"
			}
			for word, counts := range words {
				if !counts || underJS && i%6 != 0 {
					continue
				}
				_, got := problemsOf(t, false, d.dialect, d.bundle(word, e)...)
				if len(got) == len(want) { // otherwise, another value has other problems
					assert.Equal(t, strings.Join(want, "\n"), strings.Join(got, "\n"),
						"%s, if the secret is %q", e, word)
				}
			}
		}
	}
}

// TestALoopOverASecretShowsNoneOfItsElements asks for the derivation of everything in the result:
// Terraform sees the elements of a secret without its mark.
func TestALoopOverASecretShowsNoneOfItsElements(t *testing.T) {
	files := session("Zq7x,KvWm", `[for v in split(",", S) : upper(v)]`, "{for k, v in {(S) = 1} : k => v}",
		`[for k, v in jsondecode("{\"k${S}\": [1]}") : [for w in v : k]]`,
		`"%{ for v in csvdecode("a\n${S}") }${v.a}%{ endfor }"`)
	for _, text := range explanations(t, "terraform", files) {
		for _, part := range []string{"Zq7x", "KvWm", "ZQ7X", "KVWM"} {
			assert.NotContains(t, text, part)
		}
	}
}

// TestRandomProgramsShowNothingOfTheirSecrets changes the letters of the secrets in a random program.
func TestRandomProgramsShowNothingOfTheirSecrets(t *testing.T) {
	for _, dialect := range []string{"pulumi", "esc", "hot", "terraform"} {
		rapid.Check(t, func(t *rapid.T) {
			files := randomDocument(t, dialect)
			var others []evaluator.File
			for _, f := range files {
				others = append(others, evaluator.File{Name: f.Name,
					Text: strings.ReplaceAll(f.Text, secretText, otherText)})
			}
			a, b := outputs(t, dialect, files), outputs(t, dialect, others)
			for i := range a {
				if x, y := normalize(a[i]), normalize(b[i]); x != y {
					t.Fatalf("%s\n%s\n%s\n%s", dialect, files[0].Text+files[len(files)-1].Text,
						around(x, y), around(y, x))
				}
			}
		})
	}
}

// otherText has the same form as secretText.
const otherText = "t4ds4u-boe-m1oh"
