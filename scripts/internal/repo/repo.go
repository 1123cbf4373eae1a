// Package repo tells scripts where the repository stands, so that they work from any
// folder inside it.
package repo

import (
	"errors"
	"os"
	"path/filepath"
)

// Root is the folder of go.mod, found from the working folder upwards.
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
			return "", errors.New("there is no go.mod here or above: run this inside the repository")
		}
		folder = parent
	}
}
