package terraform_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// decodes returns the console's output for a document, or the original's message for its
// error.
func decodes(t *testing.T, text string) string {
	return line(t, `yamldecode(file("main.yaml"))`, "main.yaml", text)
}

func TestATaggedScalarIsANumberIfItIsOneWithoutUnderscores(t *testing.T) {
	for text, want := range map[string]string{
		"!!int _5": "5", `!!int "_5"`: "5", "!!float _.5": "0.5", "!!int _-5": "-5", "!!int _0x1F": "31",
		"!!float -0X1F": "-31", "!!int 0O17": "15", "!!float 0B1": "1", "0X1F": `"0X1F"`, "!!float i_nf": "+Inf",
		`!!int "Inf"`: "+Inf", "!!float -inf": "-Inf", "!!int 1p3": "8", "!!float .5P1": "1", "!!int \"12\"": `"12"`,
	} {
		assert.Equal(t, want, decodes(t, text), text)
	}
	for text, as := range map[string]string{
		"!!float infinity": "float", "!!int _": "int", "!!int 0x1p1": "int", "!!int _yes": "int", "!!bool _5": "bool",
		"!!timestamp 0x10000000000000000": "int", "!!float 0X10000000000000000": "float",
		"!!float 0x1_0000000000000000": "float",
		"!!float -0x10000000000000000": "float", "1e2147483648": "float", "-1e-99999999999": "float",
		"!!int 1e3333333333": "float",
	} {
		assert.Regexp(t, `failed: cannot parse "\S+" as tag:yaml.org,2002:`+as+`\.$`, decodes(t, text), text)
	}
}

func TestABlockScalarIsAStringUnlessItIsTagged(t *testing.T) {
	for text, want := range map[string]string{
		"|-\n 12": `"12"`, "!!int |-\n 12": "12", "!!null |-\n x": "null", "!!bool |-\n yes": "true",
		"|": "tostring(null)", "!!int |": "null",
		"? |-\n  <<\n: {a: 1}": "{\n  \"a\" = 1\n}",
	} {
		assert.Equal(t, want, decodes(t, text), text)
	}
}

// The original reads block scalars only in its second pass, when it knows all types.
func TestErrorsInBlockScalarsAreReportedLast(t *testing.T) {
	const nan = "- |-\n .nan\n"
	for text, want := range map[string]string{
		nan:                         "floating point NaN is not supported.",
		nan + "- {":                 "on line 3, column 1: did not find expected node content.",
		nan + "--- a":               "on line 2, column 1: unexpected extra content after value.",
		nan + "- {<<: 1}":           "on line 2, column 4: cannot merge number into mapping.",
		"- !!float |-\n .nan\n- *x": `cannot parse ".nan" as tag:yaml.org,2002:float.`,
		"? |-\n .nan\n: *x":         "floating point NaN is not supported.",
	} {
		assert.Equal(t, `Error in function call: Call to function "yamldecode" failed: `+want, decodes(t, text), text)
	}
}

func TestAnErrorAfterATagIsReportedBeforeAnErrorInTheTag(t *testing.T) {
	assert.Contains(t, decodes(t, `&a !e!r "\x`), "did not find expected hexdecimal number")
	assert.Contains(t, decodes(t, `&a !e!r "x"`), "found undefined tag handle")
}
