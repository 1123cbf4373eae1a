package esc_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const rotator = `-- env.yaml --
values:
  a: {fn::secret: plain}
  r:
    fn::rotate::swap: # why
      inputs: {}
-- inputs.yaml --
mode: rotate
rotators: {swap: {echo: true, rotated: {n: inputs.n}}}
`

// Without reveal, no format shows a secret.
func TestFormatsMaskSecrets(t *testing.T) {
	s := evaluate(t, rotator)
	for _, name := range []string{"json", "yaml", "string", "detailed", "decrypted", "encrypted", "rotated"} {
		text, err := s.Format(name, "", false)
		require.NoError(t, err, name)
		assert.NotContains(t, text, "plain", name)
		text, err = s.Format(name, "", true)
		require.NoError(t, err, name)
		assert.Contains(t, text, "plain", name)
	}
}

func TestAMissingStateIsAdded(t *testing.T) {
	text, err := evaluate(t, rotator).Format("rotated", "", true)
	require.NoError(t, err)
	assert.Equal(t, "values:\n    a: {'fn::secret': plain}\n    r:\n        fn::rotate::swap: # why\n"+
		"            inputs: {}\n            state:\n                \"n\": null\n", text)
}

func TestOnlySecretsBelowValuesAreDecrypted(t *testing.T) {
	const sealed = "ZXNjeAAAAAEAAAAAAAAAAA=="
	text, err := evaluate(t, "-- env.yaml --\nother:\n  fn::secret: {ciphertext: "+sealed+"}\nvalues:\n  a:\n"+
		"    fn::secret: {ciphertext: "+
		sealed+"}\n-- inputs.yaml --\ndecrypt: {"+sealed+": hello}\n").Format("decrypted", "", true)
	require.NoError(t, err)
	assert.Equal(t, "other:\n  fn::secret: {ciphertext: "+sealed+"}\nvalues:\n  a:\n    fn::secret: hello\n", text)
}

func TestABlockThatBeginsWithABlankHasTheIndentationOfOneLevel(t *testing.T) {
	s := evaluate(t, "-- env.yaml --\nvalues:\n  a: {b: \"\\n x\\n\"}\n  c: {fn::toYAML: \"${a}\"}\n")
	text, err := s.Format("yaml", "", true)
	require.NoError(t, err)
	assert.Contains(t, text, "a:\n   b: |3\n       x\n")
	text, err = s.Format("json", "", true)
	require.NoError(t, err)
	assert.Contains(t, text, `"c": "b: |4\n     x\n"`)
}

func TestAnEmptyListOfPathsRotatesEverything(t *testing.T) {
	text, err := evaluate(t, strings.Replace(rotator, "mode: rotate", "mode: rotate\nrotatePaths: []",
		1)).Format("rotated", "", true)
	require.NoError(t, err)
	assert.Contains(t, text, "state:")
}

func TestAPartIsShownInEveryView(t *testing.T) {
	s := evaluate(t, "-- env.yaml --\nvalues: {o: {x: [1, two]}, p: 3}\n")
	for view, want := range map[string]string{"yaml": "x:\n- 1\n- two\n",
		"string": "\"x\"=\"\\\"1\\\",\\\"two\\\"\"\n"} {
		shown := s.RenderPart(view, true, "o")
		assert.Equal(t, "o", shown.Only, view)
		assert.Equal(t, want, shown.Text, view)
	}
	shown := s.RenderPart("dotenv", true, "o")
	assert.Empty(t, shown.Only, "dotenv cannot show a part")
}

func TestViewPathParsingMatchesTheCommandLine(t *testing.T) {
	s := evaluate(t, `-- env.yaml --
values:
  a: {b: [x, y], "c d": z, '"': q, "*": s, "": e}
`)
	for _, tc := range []struct{ path, want string }{
		{"a.b[1]", "y\n"},
		{"a..b.[0]", "x\n"},
		{"a[\"b\"][+1]", "y\n"},
		{"a.c d", "z\n"},
		{`a["c d"]`, "z\n"},
		{`a["\""]`, "q\n"},
		{"a[*]", "s\n"},
		{`a[""]`, "e\n"},
		{"[0]", "\n"},
		{"a.b[-1]", "\n"},
		{"a.b[2]", "\n"},
		{".a", "expected property path to start with a name or index"},
		{"a.", "expected property path to end with a name or index"},
		{"a[0", "missing closing bracket in array index"},
		{`a["b`, "missing closing quote in property name"},
		{`a["\\"]`, "missing closing quote in property name"},
		{`a["b"`, "missing closing bracket in property access"},
		{"a[b]", `invalid array index: strconv.ParseInt: parsing "b": invalid syntax`},
	} {
		text, err := s.Format("string", tc.path, true)
		if err != nil {
			text = strings.TrimPrefix(err.Error(), "invalid property path "+tc.path+": ")
		}
		assert.Equal(t, tc.want, text, tc.path)
	}
}
