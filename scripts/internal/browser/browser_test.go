package browser

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// program writes an executable script to a folder.
func program(t *testing.T, folder, name, script string) string {
	path := filepath.Join(folder, name)
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755))
	return path
}

func TestTheVariableTakesPrecedence(t *testing.T) {
	path := program(t, t.TempDir(), "mine", "")
	t.Setenv("CHROME", path)
	found, err := Browsers[0].Find()
	require.NoError(t, err)
	assert.Equal(t, path, found)

	t.Setenv("CHROME", path+"-gone")
	_, err = Browsers[0].FindOrInstall()
	assert.EqualError(t, err, "CHROME is set to "+path+"-gone, which is not a program")
}

func TestTheErrorOfAMissingBrowserSaysWhatToDo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, b := range Browsers {
		t.Setenv(b.Variable, "")
	}
	_, err := Browser{Name: "chrome", Variable: "CHROME", Packages: []string{"chromium"}}.FindOrInstall()
	assert.EqualError(t, err, "chrome is not installed: install it (on Debian: apt-get install chromium), or set "+
		"CHROME to its path")
	_, err = Browsers[2].FindOrInstall()
	assert.EqualError(t, err, "webkit is not installed: install it (on Debian: apt-get install webkit2gtk-driver "+
		"xvfb), or set WEBKITDRIVER to its path")
}

func TestWebKitAlsoNeedsXvfb(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	t.Setenv("WEBKITDRIVER", program(t, folder, "WebKitWebDriver", ""))
	_, err := Browsers[2].Find()
	assert.ErrorContains(t, err, "Xvfb, which webkit needs, is not installed: install it")
	program(t, folder, "Xvfb", "")
	_, err = Browsers[2].Find()
	assert.NoError(t, err)
}

func TestPackageListsAreUpdatedBeforeABrowserIsInstalled(t *testing.T) {
	var ran []string
	apt := func(arguments ...string) error { ran = append(ran, strings.Join(arguments, " ")); return nil }
	require.NoError(t, Browsers[2].install(apt))
	assert.Equal(t, []string{"update", "install -y --no-install-recommends webkit2gtk-driver xvfb"}, ran)
}

func TestAFailedUpdateExplainsAFailedInstallation(t *testing.T) {
	offline, gone := errors.New("no network"), errors.New("no such file")
	err := Browsers[0].install(func(arguments ...string) error {
		if arguments[0] == "update" {
			return offline
		}
		return gone
	})
	assert.Equal(t, offline, err)
	err = Browsers[0].install(func(arguments ...string) error {
		if arguments[0] == "update" {
			return offline
		}
		return nil // the package was downloaded earlier
	})
	assert.NoError(t, err)
}

func TestTheErrorQuotesAptGet(t *testing.T) {
	folder := t.TempDir()
	program(t, folder, "apt-get",
		"echo 'W: a warning' >&2; echo 'E: Unable to locate package chromium' >&2; exit 100\n")
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	assert.EqualError(t, apt("install"), "apt-get install: Unable to locate package chromium")
}

func TestADisplayReportsItsNumberAndStops(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	program(t, folder, "Xvfb", "echo 17 >&3; exec sleep 100\n")
	env, stop, err := Display()
	require.NoError(t, err)
	stop()
	assert.Contains(t, env, "DISPLAY=:17")

	program(t, folder, "Xvfb", "exit 1\n")
	_, _, err = Display()
	assert.ErrorContains(t, err, "Xvfb does not start")
}
