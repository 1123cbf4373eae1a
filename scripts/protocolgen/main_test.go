package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/scripts/internal/repo"
)

func TestGeneratedFilesAreCurrent(t *testing.T) {
	assert.NoError(t, run(true))
}

func TestCheckReportsAFileThatIsOutOfDate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "codec.gen.go")
	require.NoError(t, writeIfChanged(path, []byte("new"), false))
	assert.NoError(t, writeIfChanged(path, []byte("new"), true))
	assert.ErrorContains(t, writeIfChanged(path, []byte("newer"), true), "run `make update`")
}

func TestTheFingerprintDependsOnNamesButNotOnComments(t *testing.T) {
	root, err := repo.Root()
	require.NoError(t, err)
	shape, err := shapeOf(root)
	require.NoError(t, err)
	before := shape.Fingerprint()
	shape.Structs[0].Doc = "another comment"
	assert.Equal(t, before, shape.Fingerprint(), "comments must not change it")
	shape.Structs[0].Fields[0].JSON = "operation"
	assert.NotEqual(t, before, shape.Fingerprint(), "names must change it")
}

func TestUnsupportedTypesAreErrors(t *testing.T) {
	for _, tc := range []struct{ source, problem string }{
		{"type A int", "A is not a struct"},
		{"type A struct { X float64 `json:\"x\"` }", "there is no struct float64"},
		{"type A struct { X map[string]int `json:\"x\"` }", "A.X: the protocol does not support types like this"},
		{"type A struct { X, Y int }", "each field must be declared separately"},
		{"type A struct { X int32 `json:\"x\"` }", "A.X: int32 is for numbers in a list; one number is an int"},
		{"type A struct { X int `json:\"x,omitempty\"` }", "the first field must not be omitempty"},
		{"type A struct { X int `json:\"x\"`; B *A `json:\"b\"` }", "a pointer must be omitempty"},
	} {
		_, err := readShape([]byte("package protocol\n" + tc.source))
		assert.ErrorContains(t, err, tc.problem, tc.source)
	}
}

func TestACommentThatListsAllValuesIsAUnion(t *testing.T) {
	for _, tc := range []struct{ doc, want string }{
		{`"right" or "down"`, `"right" | "down"`},
		{`"error", "warning" or "info"`, `"error" | "warning" | "info"`},
		{`"yaml", "json", ...`, "string"},
		{`"bucket.arn"`, "string"},
		{"as Node.State", `Node["state"]`},
	} {
		assert.Equal(t, tc.want, fieldType(Field{Doc: tc.doc}), tc.doc)
	}
}
