package std

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator/value"
)

// specialTexts are strings that some function treats specially.
var specialTexts = []string{
	"", "a", "é", "🇩🇪", "\r\n", ",", "/", "//", "/(a)|b/", "$0$0", "%s%d%v", "%[2]*[1]d", "%1000000d", "%[", "%.",
	"(?P<k>a)", "(a)(b)?", "[", "10.0.0.0/8", "2001:db8::/32", "::/0", "1.2.3.4", "2020-01-01T00:00:00Z", "1h", "-1",
	"1e3", "0x1p4", "true", `{"a": [1]}`, "aGk=", "~/x", "../..", "f.txt", "nope", "a,b\n1,2",
	"-----BEGIN PRIVATE KEY-----",
}

var anyText = rapid.OneOf(rapid.SampledFrom(specialTexts), rapid.String())

var anyNumber = rapid.OneOf(rapid.Float64(), rapid.Float64Range(-50, 50),
	rapid.Map(rapid.IntRange(-40, 200), func(i int) float64 { return float64(i) }))

// anyOf generates values of type t.
func anyOf(t string, depth int) *rapid.Generator[value.Value] {
	switch {
	case t == number:
		return rapid.Map(anyNumber, value.Float64)
	case t == integer:
		return rapid.Map(rapid.OneOf(rapid.IntRange(-5, 40), rapid.IntRange(-1<<53, 1<<53)), value.Int)
	case t == text:
		return rapid.Map(anyText, value.Str)
	case t == boolean:
		return rapid.Map(rapid.Bool(), value.Flag)
	case strings.HasPrefix(t, ListOf):
		return rapid.Map(rapid.SliceOfN(anyOf(elementType(t), depth-1), 0, 5), func(items []value.Value) value.Value {
			return value.ListOf(items...)
		})
	case strings.HasPrefix(t, MapOf):
		return rapid.Map(rapid.MapOfN(anyText, anyOf(elementType(t), depth-1), 0, 4),
			func(m map[string]value.Value) value.Value {
				var fields []value.Field
				for k, v := range m {
					fields = append(fields, value.Field{Key: k, Value: v})
				}
				return value.ObjectOf(fields...)
			})
	}
	scalar := rapid.OneOf(rapid.Just(value.Nothing()), anyOf(number, 0), anyOf(integer, 0), anyOf(text, 0),
		anyOf(boolean, 0),
		rapid.Just(value.Of(&value.Tagged{Tag: "$resource", Body: value.Str("r")})))
	if depth <= 0 {
		return scalar
	}
	return rapid.OneOf(scalar, anyOf(anyList, depth), anyOf(anyMap, depth))
}

// isOf reports whether v is of type t. Unknown values and nulls are of every type.
func isOf(t string, v value.Value) bool {
	if v.IsUnknown() || v.IsNull() || t == anything {
		return true
	}
	if n, ok := v.Data.(value.Number); ok && t == integer {
		return n.IsFinite() && !strings.ContainsAny(string(n), ".")
	}
	if !fits(t, v) {
		return false
	}
	for _, item := range items(v) {
		if !isOf(elementType(t), item) {
			return false
		}
	}
	for _, f := range fields(v) {
		if !isOf(elementType(t), f.Value) {
			return false
		}
	}
	return true
}

func TestWellTypedCallsStayWithinTheBudgetAndReturnTheirType(t *testing.T) {
	for _, name := range Names() {
		f := Lookup(name)
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			var args []value.Field
			for _, p := range f.Params {
				if !p.Optional || rapid.Bool().Draw(t, "given") {
					isGiven := func(v value.Value) bool { return p.Optional || !v.IsNull() }
					args = append(args, value.Field{Key: p.Name, Value: anyOf(p.Type, 2).Filter(isGiven).
						Draw(t, p.Name)})
				}
			}
			v, problems := Call(f, testEnv(100_000), args)
			again, _ := Call(f, testEnv(100_000), args)
			require.NotNil(t, v.Data)
			assert.Equal(t, identity(v), identity(again), "a second call returns the same")
			assert.True(t, isOf(f.Result, v), "%s is not of type %s", identity(v), f.Result)
			for _, p := range problems {
				assert.NotEmpty(t, p.Message)
				assert.NotContains(t, []string{string(codeMissing), string(codeUnknown)}, string(p.Code))
				assert.Equal(t, p.Code.IsHint(), p.Severity.String() == "warning")
			}
		}))
	}
}

func TestArbitraryArgumentsNeverPanic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Lookup(rapid.SampledFrom(Names()).Draw(t, "function"))
		var args []value.Field
		for _, p := range f.Params {
			args = append(args, value.Field{Key: p.Name, Value: anyOf(anything, 3).Draw(t, p.Name)})
		}
		v, _ := Call(f, testEnv(100_000), args)
		require.NotNil(t, v.Data)
	})
}

func TestSharedStructuresExhaustTheBudget(t *testing.T) {
	v := value.Str("x")
	for range 60 {
		v = value.ListOf(v, v)
	}
	for _, name := range []string{"jsonencode", "tostring", "length"} {
		assert.Equal(t, "failed: the budget is used up",
			outcomeOf(Call(Lookup(name), testEnv(100_000), []value.Field{{Key: "input", Value: v}})), name)
	}
}

func TestTheDeepestValuesAreAccepted(t *testing.T) {
	v := value.Str("x")
	for range value.MaxDepth - 1 {
		v = value.ListOf(v)
	}
	for _, name := range []string{"jsonencode", "flatten", "toset", "length"} {
		got, problems := Call(Lookup(name), testEnv(100_000), []value.Field{{Key: "input", Value: v}})
		for _, p := range problems { // a hint says that toset of a list crashes in the original
			assert.Equal(t, hintCrash, p.Code, name)
		}
		assert.False(t, got.IsFailed(), name)
	}
	got, _ := Call(Lookup("format"), testEnv(100_000),
		[]value.Field{{Key: "input", Value: value.Str("%v")}, {Key: "args", Value: value.ListOf(v)}})
	assert.False(t, got.IsFailed())
}

// plainGo converts v to the value that encoding/json would have decoded.
func plainGo(v value.Value) any {
	switch d := v.Data.(type) {
	case value.Bool:
		return bool(d)
	case value.Number:
		return d.Float()
	case value.String:
		return string(d)
	case *value.List:
		out := []any{}
		for _, item := range d.Items {
			out = append(out, plainGo(item))
		}
		return out
	case *value.Object:
		out := map[string]any{}
		for _, f := range d.Fields {
			out[f.Key] = plainGo(f.Value)
		}
		return out
	case *value.Tagged:
		return plainGo(body(d))
	}
	return nil
}

func TestGoFormatAndGoJSONAgreeWithGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyOf(anything, 3).Draw(t, "value")
		assert.Equal(t, fmt.Sprint(plainGo(v)), GoFormat(v))
		want, err := json.Marshal(plainGo(v))
		require.NoError(t, err)
		got, ok := GoJSON(v)
		assert.True(t, ok)
		assert.Equal(t, string(want), got)
	})
	got, ok := GoJSON(value.ListOf(value.Of(value.Number("NaN"))))
	assert.False(t, ok)
	assert.Equal(t, "json: unsupported value: NaN", got)
	assert.Equal(t, "1e+06", GoNumber(1000000))
	assert.Equal(t, "999999", GoNumber(999999))
	assert.Equal(t, "1e-05", GoNumber(0.00001))
}

func TestFormattingScalarsAgreesWithSprintf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.OneOf(anyText,
			rapid.StringMatching(`(%[-+# 0]*(\[[0-9]\])?[0-9*]?(\.[0-9*])?[vsdqxXfgetTcU%!b] ?){0,4}`)).
			Draw(t, "format")
		var args []value.Value
		var plain []any
		for range rapid.IntRange(0, 3).Draw(t, "count") {
			v := rapid.OneOf(anyOf(integer, 0), anyOf(text, 0), anyOf(boolean, 0)).Draw(t, "arg")
			args = append(args, v)
			plain = append(plain, goValue(v))
		}
		got, problems := Call(Lookup("format"), testEnv(1_000_000),
			[]value.Field{{Key: "input", Value: value.Str(format)}, {Key: "args", Value: value.ListOf(args...)}})
		assert.Empty(t, problems)
		if want := fmt.Sprintf(format, plain...); !got.IsFailed() {
			assert.Equal(t, value.Str(want), got)
		}
	})
}

// TestScanningAFormatAgreesWithSprintf relies on a composite printing JSON exactly if the scan reports that it is
// formatted with %v.
func TestScanningAFormatAgreesWithSprintf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.StringMatching(`(%[-+ 0]*(\[[1-4]\])?(\*|[0-9])?(\.(\[[1-3]\])?\*?)?(\[[1-3]\])?[vsd%] `+
			`?){0,4}`).Draw(t, "format")
		list := value.ListOf(value.Str("<"))
		args := []value.Value{value.Int(3), list, list}
		c := &call{fn: Lookup("format"), env: testEnv(1_000_000)}
		got, ok := c.sprintf(format, args)
		require.True(t, ok)
		assert.NotContains(t, got, "std.composite", format)
		assert.LessOrEqual(t, strings.Count(got, "[<]"),
			strings.Count(format, "s")+strings.Count(format, "d")+2, format)
	})
}

func TestReplacingAPatternAgreesWithReplaceAllString(t *testing.T) {
	patterns := []string{"", "a", "a*", "(a)|b", "(?P<k>.)", "^", "$", `\b`, "[^a]*"}
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.SampledFrom(patterns).Draw(t, "pattern")
		input := rapid.StringMatching(`[abé ]{0,8}`).Draw(t, "input")
		replacement := rapid.SampledFrom([]string{"", "x", "$0$0", "${1}", "$k.", "$$", "$1x"}).Draw(t, "replacement")
		c := &call{fn: Lookup("replace"), env: testEnv(100_000)}
		assert.Equal(t, regexp.MustCompile(pattern).ReplaceAllString(input, replacement),
			c.replacePattern(input, pattern, replacement))
	})
}

func TestRSADecryptAcceptsBothKeyFormats(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	require.NoError(t, err)
	ciphertext, err := rsa.EncryptPKCS1v15(rand.Reader, &key.PublicKey, []byte("grüße"))
	require.NoError(t, err)
	pkcs8, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	call := func(kind string, der, cipher []byte) string {
		var b bytes.Buffer
		require.NoError(t, pem.Encode(&b, &pem.Block{Type: kind, Bytes: der}))
		return outcomeOf(Call(Lookup("rsadecrypt"), testEnv(5_000_000), []value.Field{
			{Key: "cipherText", Value: value.Str(base64.StdEncoding.EncodeToString(cipher))},
			{Key: "key", Value: value.Str(b.String())}}))
	}
	assert.Equal(t, `"grüße"`, call("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(key), ciphertext))
	assert.Equal(t, `"grüße"`, call("PRIVATE KEY", pkcs8, ciphertext))
	ciphertext[5] ^= 1
	assert.Equal(t, "std-private-key cipherText: the string was not encrypted for this key with PKCS #1 v1.5",
		call("PRIVATE KEY", pkcs8, ciphertext))
	for cut := range pkcs8[:40] {
		assert.Contains(t, call("PRIVATE KEY", pkcs8[:cut], ciphertext), "not an RSA private key")
	}
}
