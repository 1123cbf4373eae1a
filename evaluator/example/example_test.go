package example

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const bucket = `title: One bucket
uses: fn::join
gallery: 10

Look at the address:
it is unknown.
-- Main.yaml --
name: a
-- inputs.yaml --
mode: update
-- want/problems.txt --
-- want/result.yaml --
a: 1
`

func TestFormatReturnsTheParsedText(t *testing.T) {
	e, err := Parse("pulumi", "bucket", []byte(bucket))
	require.NoError(t, err)
	assert.Equal(t, bucket, string(e.Format()))
	assert.Equal(t, "One bucket", e.Title)
	assert.Equal(t, "10", e.Field("gallery"))
	assert.Equal(t, "", e.Field("bench"))
	assert.Equal(t, "Look at the address:\nit is unknown.", e.Prose)
	assert.Equal(t, []File{{"Main.yaml", "name: a\n"}, {"inputs.yaml", "mode: update\n"}}, e.Files)
	assert.Equal(t, map[string]string{"want/problems.txt": "", "want/result.yaml": "a: 1\n"}, e.Want)
}

func TestACommentWithoutATitleIsProse(t *testing.T) {
	for _, comment := range []string{"hot: all attributes leave out show\n", "Two\n\nparagraphs.\n", "uses: a\n\nb\n"} {
		text := comment + "-- want.json --\n{}\n"
		e, err := Parse("hot", "x", []byte(text))
		require.NoError(t, err)
		assert.Empty(t, e.Header, comment)
		assert.Equal(t, text, string(e.Format()))
	}
}

func TestArchivesThatCannotBeExamplesAreRefused(t *testing.T) {
	_, err := Parse("hot", "x", []byte("-- a --\n-- a --\n"))
	assert.EqualError(t, err, "hot/x: there are two sections a")
	_, err = Parse("hot", "x", []byte("-- a --\n\xff\n"))
	assert.EqualError(t, err, "hot/x: the archive is not UTF-8")
}

func TestLoadReadsAFolderForEachDialect(t *testing.T) {
	examples, err := Load(fstest.MapFS{
		"pulumi/bucket.txtar":       {Data: []byte(bucket)},
		"esc/merge.txtar":           {Data: []byte("title: Merge\n")},
		"esc/notes.md":              {Data: []byte("not read")},
		"conformance/hot/one.txtar": {Data: []byte("not read")},
	})
	require.NoError(t, err)
	require.Len(t, examples, 2)
	assert.Equal(t, "esc/merge", examples[0].Dialect+"/"+examples[0].Name)
	assert.Equal(t, "pulumi/bucket", examples[1].Dialect+"/"+examples[1].Name)
}
