// Package repo finds the root of the repository, so that scripts work from any folder inside it.
package repo

import (
	"errors"
	"os"
	"path/filepath"
)

// Root returns the folder of go.mod, searching upwards from the working folder.
func Root() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return "", errors.New("neither this folder nor any above it contains go.mod: " +
				"run this inside the repository")
		}
		folder = parent
	}
}
