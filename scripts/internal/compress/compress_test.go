package compress

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBrotliIsCachedByContentAndLevel(t *testing.T) {
	cache := Cache{t.TempDir()}
	content := []byte(strings.Repeat("resources: {}\n", 1000))
	for range 2 {
		packed, err := cache.Brotli(content, Best)
		require.NoError(t, err)
		unpacked, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
		require.NoError(t, err)
		assert.Equal(t, content, unpacked)
	}
	_, err := cache.Brotli(content, Fast)
	require.NoError(t, err)
	cached, err := os.ReadDir(cache.Folder)
	require.NoError(t, err)
	assert.Len(t, cached, 2)
}
