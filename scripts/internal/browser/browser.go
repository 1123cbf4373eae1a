// Package browser finds the browsers in which the page is tested. As root on Debian and Ubuntu, it
// also installs them.
package browser

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"pantograph/scripts/internal/progress"
)

// A Browser is a browser that the tests can drive.
type Browser struct {
	Name     string   // its name in the tests
	Variable string   // environment variable with the path of a binary, which takes precedence
	Packages []string // Debian packages
	Required bool     // tests fail without it; other browsers are skipped if they are not installed
	Windowed bool     // it opens windows, and therefore needs a Display
	paths    []string // the first that exists is used
	helpers  []string // further programs that it needs
}

// Browsers are the browsers in which the page is tested. For WebKit, the binary is its
// driver, which finds the browser.
var Browsers = []Browser{
	{Name: "chrome", Variable: "CHROME", Packages: []string{"chromium"}, Required: true, paths: []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
	}},
	{Name: "firefox", Variable: "FIREFOX", Packages: []string{"firefox-esr"}, paths: []string{
		"firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox",
	}},
	{Name: "webkit", Variable: "WEBKITDRIVER", Packages: []string{"webkit2gtk-driver", "xvfb"}, Windowed: true,
		paths: []string{"WebKitWebDriver"}, helpers: []string{"Xvfb"}},
}

// Find returns the path of an installed browser.
func (b Browser) Find() (string, error) {
	path := os.Getenv(b.Variable)
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("%s is set to %s, which is not a program", b.Variable, path)
		}
		path = found
	}
	for _, name := range b.paths {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		return "", b.missing(b.Name)
	}
	for _, name := range b.helpers {
		if _, err := exec.LookPath(name); err != nil {
			return "", b.missing(name + ", which " + b.Name + " needs,")
		}
	}
	return path, nil
}

func (b Browser) missing(what string) error {
	return fmt.Errorf("%s is not installed: install it (on Debian: apt-get install %s), or set %s to its path", what,
		strings.Join(b.Packages, " "), b.Variable)
}

// FindOrInstall returns the path of an installed browser, installing it if necessary.
func (b Browser) FindOrInstall() (string, error) {
	path, missing := b.Find()
	if missing == nil || os.Getenv(b.Variable) != "" || !canInstall() {
		return path, missing
	}
	packages := strings.Join(b.Packages, " ")
	fmt.Printf("installing %s, for the tests of the page\n", packages)
	install := func() error { return b.install(apt) }
	if err := progress.During(os.Stdout, "installing "+packages, install); err != nil {
		return "", fmt.Errorf("%s could not be installed (%w): make apt-get work, or set %s to the path of a browser",
			packages, err, b.Variable)
	}
	return b.Find()
}

// install installs the packages of a browser. It updates the lists of packages first: outdated lists
// refer to files that no longer exist, or to browsers that are months old. If both steps fail, it
// returns the error of the update, which is probably the cause.
func (b Browser) install(apt func(arguments ...string) error) error {
	updateErr := apt("update")
	err := apt(append([]string{"install", "-y", "--no-install-recommends"}, b.Packages...)...)
	if err != nil && updateErr != nil {
		return updateErr
	}
	return err
}

func canInstall() bool {
	_, err := exec.LookPath("apt-get")
	return err == nil && runtime.GOOS == "linux" && os.Geteuid() == 0
}

// apt runs apt-get. The error that it returns contains the first error that apt-get prints.
func apt(arguments ...string) error {
	command := exec.Command("apt-get", append([]string{"-qq"}, arguments...)...)
	command.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	err := command.Run()
	if err == nil {
		return nil
	}
	for line := range strings.Lines(stderr.String()) {
		if reason, isError := strings.CutPrefix(line, "E: "); isError {
			return fmt.Errorf("apt-get %s: %s", arguments[0], strings.TrimSpace(reason))
		}
	}
	return fmt.Errorf("apt-get %s: %w", arguments[0], err)
}
