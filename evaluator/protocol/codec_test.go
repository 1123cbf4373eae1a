package protocol

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// hostile are strings that JSON writers and readers often get wrong.
var hostile = []string{
	"", "plain", "\x00\x01\b\f\n\r\t\x1f\x7f", "\"quoted\\\"", "</script><!--", "\u2028\u2029",
	"\xff\xc3", "a\xed\xa0\x80z", "\xf0\x9f", "😀 é ｆ", "\\ud83d", "\ufffd", "\ufeff",
}

func texts() *rapid.Generator[string] {
	bytewise := rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 12), func(b []byte) string { return string(b) })
	return rapid.OneOf(rapid.SampledFrom(hostile), rapid.StringN(0, 12, -1), bytewise)
}

// symbols generates outlines of at most the given depth.
func symbols(depth int) *rapid.Generator[[]Symbol] {
	if depth == 0 {
		return rapid.Just([]Symbol{})
	}
	return rapid.Custom(func(t *rapid.T) []Symbol {
		list := []Symbol{}
		for range rapid.IntRange(0, 2).Draw(t, "count") {
			list = append(list, Symbol{Name: texts().Draw(t, "name"), Children: symbols(depth-1).Draw(t, "children")})
		}
		return list
	})
}

// generator generates messages, in which no list is nil.
func generator[T any]() *rapid.Generator[T] {
	drawn := rapid.MakeCustom[T](rapid.MakeConfig{Types: map[reflect.Type]*rapid.Generator[any]{
		reflect.TypeFor[string]():   texts().AsAny(),
		reflect.TypeFor[[]Symbol](): symbols(3).AsAny(),
	}})
	return rapid.Map(drawn, func(message T) T {
		fillLists(reflect.ValueOf(&message))
		return message
	})
}

// fillLists makes every nil list empty, as it is after decoding, and every empty list that is not sent nil.
func fillLists(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fillLists(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field, tag := v.Field(i), v.Type().Field(i).Tag.Get("json")
			if strings.HasSuffix(tag, ",omitempty") && field.Kind() == reflect.Slice && field.Len() == 0 {
				field.SetZero()
			} else {
				fillLists(field)
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			fillLists(v.Index(i))
		}
	}
}

func standardJSON(t require.TestingT, message any, escapeHTML bool) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(escapeHTML)
	require.NoError(t, encoder.Encode(message))
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

func checkRoundTrip[T any, M interface {
	*T
	Message
}](t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		message := generator[T]().Draw(t, "message")
		text := standardJSON(t, &message, false)
		require.Equal(t, string(text), string(M(&message).AppendJSON(nil)), "written as by encoding/json")

		var want, got T
		require.NoError(t, json.Unmarshal(text, &want))
		require.NoError(t, Decode(text, M(&got)))
		require.Equal(t, want, got, "read as by encoding/json")

		got = *new(T)
		require.NoError(t, Decode(standardJSON(t, &message, true), M(&got)))
		require.Equal(t, want, got, "escapes are read as the same text")
	})
}

func TestRequestEncodingMatchesEncodingJSON(t *testing.T) { checkRoundTrip[Request](t) }

func TestReplyEncodingMatchesEncodingJSON(t *testing.T) { checkRoundTrip[Reply](t) }

func TestNilListsAreEncodedAsEmptyLists(t *testing.T) {
	assert.Equal(t, `{"nodes":[],"edges":[],"cycles":[]}`, string((&Graph{}).AppendJSON(nil)))
	assert.Equal(t, `{"nodes":[],"edges":[],"cycles":[[]]}`, string((&Graph{Cycles: [][]string{nil}}).AppendJSON(nil)))
}

func TestDamagedRequestsAreAcceptedOnlyIfTheyAreJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		message := generator[Request]().Draw(t, "message")
		text := message.AppendJSON(nil)
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		piece := rapid.SliceOfN(rapid.Byte(), 0, 2).Draw(t, "piece")
		text = append(append(append([]byte{}, text[:at]...), piece...), text[at+1:]...)
		checkAcceptance(t, text)
	})
}

// checkAcceptance checks that a text is either rejected, or valid JSON for a request that is the same
// after encoding and decoding it.
func checkAcceptance(t require.TestingT, text []byte) {
	request, err := DecodeRequest(string(text))
	if err != nil {
		return
	}
	require.NoError(t, json.Unmarshal(text, new(Request)))
	again, err := DecodeRequest(string(request.AppendJSON(nil)))
	require.NoError(t, err)
	fillLists(reflect.ValueOf(request))
	require.Equal(t, request, again)
}

func FuzzDecodeRequest(f *testing.F) {
	f.Add([]byte(`{"op":"hello","hello":{"fingerprint":"\ud83d\ude00"}}`))
	f.Add([]byte(`{"op":"evaluate","evaluate":{"revision":-1,"files":[{"name":"a","text":""}],"reveal":true}}`))
	f.Fuzz(func(t *testing.T, text []byte) { checkAcceptance(t, text) })
}

func TestRequestsAreDecodedStrictly(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{`{"op":"hello"}`, ""},
		{" {\n\t\"op\" : \"a\" , \"hover\" : null }\r\n", ""},
		{`{"op":"\u00e9\/\ud800\uD83D\uDE00"}`, ""},
		{``, `expected '{' at byte 0`},
		{`null`, `expected '{' at byte 0`},
		{`{"op":"a",}`, "expected a string at byte 10"},
		{`{"op" "a"}`, "expected ':' at byte 6"},
		{`{"op":"a"`, "expected ',' at byte 9"},
		{`{"op":"a"} x`, "unexpected data after the message at byte 11"},
		{`{"op":7}`, "expected a string at byte 6"},
		{`{"op":"a`, "the string is not terminated at byte 8"},
		{"{\"op\":\"a\nb\"}", "a control character in a string must be escaped at byte 8"},
		{"{\"op\":\"é\nb\"}", "a control character in a string must be escaped at byte 9"},
		{`{"op":"\x"}`, "unknown escape at byte 7"},
		{`{"op":"\u12"}`, "unknown escape at byte 7"},
		{`{"Op":"a"}`, `unknown member "Op" at byte 6`},
		{`{"op":"a","hover":{"line":1.5}}`, "expected ',' at byte 27"},
		{`{"op":"a","hover":{"line":01}}`, "expected an integer at byte 26"},
		{`{"op":"a","hover":{"line":-}}`, "expected an integer at byte 26"},
		{`{"op":"a","hover":{"line":99999999999999999999}}`, "expected an integer at byte 26"},
		{`{"op":"a","render":{"reveal":1}}`, "expected true or false at byte 29"},
		{`{"op":"a","layout":{"only":["a" "b"]}}`, "expected ',' at byte 32"},
	} {
		_, err := DecodeRequest(tc.text)
		if tc.want == "" {
			assert.NoError(t, err, tc.text)
		} else {
			assert.EqualError(t, err, tc.want, tc.text)
		}
	}
}

func TestDeepNestingIsRefusedBeforeTheStackOverflows(t *testing.T) {
	for _, piece := range []string{`{"children":[`, `{"name":"a","children":[{"children":[`} {
		text := `{"op":"evaluate","evaluate":{"outline":[` + strings.Repeat(piece, 1_000_000)
		assert.ErrorContains(t, Decode([]byte(text), &Reply{}), "the nesting is too deep")
	}
}

func BenchmarkAppendSnapshot(b *testing.B) {
	snapshot := Snapshot{Result: Rendered{Text: strings.Repeat("name: ⟨unknown: x⟩\n", 10_000),
		Marks: make([]int32, 100_000)}}
	for range 2_000 {
		snapshot.Graph.Nodes = append(snapshot.Graph.Nodes, Node{ID: "resource", Kind: "resource", Label: "a label"})
	}
	var out []byte
	for b.Loop() {
		out = snapshot.AppendJSON(out[:0])
	}
	b.SetBytes(int64(len(out)))
}
