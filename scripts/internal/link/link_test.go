package link

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const vectorsFile = "../../../testdata/links/vectors.json"

// vectors are the cases that both implementations of the codec must agree on.
type vectors struct {
	// Dictionaries are the SHA-256 digests of the preset dictionaries, by codec.
	Dictionaries map[string]string `json:"dictionaries"`
	// Payloads are JSON documents that a link may contain, each with its canonical form.
	Payloads []struct{ JSON, Payload string } `json:"payloads"`
	// Links are texts, each with the payload of the document in it, or with the error.
	Links []struct{ About, Link, Payload, Error string } `json:"links"`
}

func readVectors(t testing.TB) vectors {
	text, err := os.ReadFile(vectorsFile)
	require.NoError(t, err)
	var v vectors
	require.NoError(t, json.Unmarshal(text, &v))
	return v
}

func TestTheDictionaryIsFrozen(t *testing.T) {
	sum := sha256.Sum256(dictionary1)
	assert.Equal(t, readVectors(t).Dictionaries["k1"], hex.EncodeToString(sum[:]),
		"existing links of codec k1 would no longer open: add a codec k2 instead")
	assert.Less(t, len(dictionary1), 32<<10, "deflate refers back at most 32 KB")
}

func TestPayloadsAreCanonical(t *testing.T) {
	for _, v := range readVectors(t).Payloads {
		tree, err := parse([]byte(v.JSON))
		require.NoError(t, err, v.JSON)
		d, err := documentOf(tree)
		require.NoError(t, err, v.JSON)
		assert.Equal(t, v.Payload, string(Payload(d)))
		text, err := Encode(d)
		require.NoError(t, err)
		again, err := Decode(text)
		require.NoError(t, err)
		assert.Equal(t, v.Payload, string(Payload(again)))
	}
}

func TestLinksMatchTheVectors(t *testing.T) {
	for _, v := range readVectors(t).Links {
		d, err := Decode(v.Link)
		if v.Error != "" {
			assert.EqualError(t, err, v.Error, v.About)
			continue
		}
		require.NoError(t, err, v.About)
		assert.Equal(t, v.Payload, string(Payload(d)), v.About)
	}
}

// TestLinksOfEveryFormatStillOpen decodes links that were shared: testdata/links/<format>-<name>.link
// is a link, and the .json file beside it has its payload. These files are never removed.
func TestLinksOfEveryFormatStillOpen(t *testing.T) {
	paths, err := filepath.Glob("../../../testdata/links/*.link")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		want, err := os.ReadFile(strings.TrimSuffix(path, ".link") + ".json")
		require.NoError(t, err)
		d, err := Decode(string(text))
		require.NoError(t, err, path)
		assert.Equal(t, strings.TrimSpace(string(want)), string(Payload(d)), path)
	}
}

func TestNamesMatchTheTable(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/links/names.json")
	require.NoError(t, err)
	var rows [][2]any
	require.NoError(t, json.Unmarshal(text, &rows))
	for _, row := range rows {
		assert.Equal(t, row[1], IsPath(row[0].(string)), "%q", row[0])
	}
}

func TestNamesThatLookAlikeAreThoseOfTheTable(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/links/alike.json")
	require.NoError(t, err)
	var rows [][3]any
	require.NoError(t, json.Unmarshal(text, &rows))
	for _, row := range rows {
		one, other := row[0].(string), row[1].(string)
		require.True(t, IsPath(one) && IsPath(other), "%q %q", one, other)
		text, err := Encode(&Document{Files: []File{{Name: one, Text: "a"}, {Name: other, Text: "b"}}})
		require.NoError(t, err)
		_, err = Decode(text)
		assert.Equal(t, row[2], err != nil, "%q %q", one, other)
	}
}

func bomb() string {
	return "#p1.d." + base64.RawURLEncoding.EncodeToString(deflate([]byte(strings.Repeat(" ", 50<<20)), nil))
}

// TestACompressionBombIsRefusedEarly checks that Decode refuses a link of 50 MB after the first
// megabyte instead of inflating all of it.
func TestACompressionBombIsRefusedEarly(t *testing.T) {
	link := bomb()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Decode(link)
	runtime.ReadMemStats(&after)
	assert.EqualError(t, err, "the link contains more than 1024 KB of text")
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(5<<20))
}

func BenchmarkBomb(b *testing.B) {
	link := bomb()
	for b.Loop() {
		if _, err := Decode(link); err == nil {
			b.Fatal("Decode accepts a compression bomb")
		}
	}
}

func TestADocumentThatIsTooLargeIsRefused(t *testing.T) {
	_, err := Encode(&Document{Files: []File{{Name: "a", Text: strings.Repeat("a", MaxInflated)}}})
	assert.ErrorIs(t, err, ErrTooLarge)
}

func FuzzDecode(f *testing.F) {
	for _, v := range readVectors(f).Links {
		f.Add(v.Link)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Decode(text)
		if err != nil {
			return
		}
		again, err := Encode(d)
		if err == ErrTooLarge {
			return // the canonical form may be longer: 1e20 is written in full
		}
		require.NoError(t, err)
		back, err := Decode(again)
		require.NoError(t, err)
		assert.Equal(t, Payload(d), Payload(back))
	})
}
