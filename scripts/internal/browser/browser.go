// Package browser finds the browsers that the page is tested in, and installs them where
// that can be done without asking: as root on Debian and Ubuntu.
package browser

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

// A Browser is one that the tests can drive.
type Browser struct {
	Name     string // as puppeteer calls it
	Variable string // of the environment, with the path of a binary; it goes before all
	Package  string // of Debian
	Required bool   // the others are left out when they are not there
	paths    []string
}

// Browsers are those that the page is tested in.
var Browsers = []Browser{
	{"chrome", "CHROME", "chromium", true, []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
	}},
	{"firefox", "FIREFOX", "firefox-esr", false, []string{
		"firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox",
	}},
	{"webkit", "WEBKIT", "webkit2gtk-driver", false, []string{"WebKitWebDriver"}},
}

// Find gives the path of an installed browser.
func (b Browser) Find() (string, error) {
	if path := os.Getenv(b.Variable); path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("%s is set to %s, but no program is there", b.Variable, path)
		}
		return found, nil
	}
	for _, name := range b.paths {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("there is no %s here: install it (on Debian: apt-get install %s), or set %s to the path of one", b.Name, b.Package, b.Variable)
}

// FindOrInstall gives the path of a browser that is there afterwards.
func (b Browser) FindOrInstall() (string, error) {
	path, missing := b.Find()
	if missing == nil || os.Getenv(b.Variable) != "" || !canInstall() {
		return path, missing
	}
	fmt.Printf("installing %s, which the tests of the page run in\n", b.Package)
	install := func() error { return apt("install", "-y", "--no-install-recommends", b.Package) }
	if install() != nil { // the list of packages may be old or absent
		if err := apt("update"); err != nil {
			return "", missing
		}
		if err := install(); err != nil {
			return "", missing
		}
	}
	return b.Find()
}

func canInstall() bool {
	_, err := exec.LookPath("apt-get")
	return err == nil && runtime.GOOS == "linux" && os.Geteuid() == 0
}

func apt(arguments ...string) error {
	command := exec.Command("apt-get", append([]string{"-qq"}, arguments...)...)
	command.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	return command.Run()
}
