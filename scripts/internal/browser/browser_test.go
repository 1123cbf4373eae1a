package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheVariableGoesBeforeEverything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine")
	require.NoError(t, os.WriteFile(path, nil, 0o755))
	t.Setenv("CHROME", path)
	found, err := Browsers[0].Find()
	require.NoError(t, err)
	assert.Equal(t, path, found)

	t.Setenv("CHROME", path+"-gone")
	_, err = Browsers[0].FindOrInstall()
	assert.EqualError(t, err, "CHROME is set to "+path+"-gone, but no program is there")
}

func TestAMissingBrowserSaysWhatToDo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Browser{Name: "chrome", Variable: "CHROME", Package: "chromium"}.FindOrInstall()
	assert.EqualError(t, err, "there is no chrome here: install it (on Debian: apt-get install chromium), or set CHROME to the path of one")
}
