package main

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"
)

// testdata is the path of the repository's testdata, relative to this module.
const testdata = "../../testdata"

// archives reads the examples and recorded cases of a dialect, without their expectations.
func archives(dialect string) ([]*txtar.Archive, error) {
	var out []*txtar.Archive
	for _, folder := range []string{dialect, filepath.Join("conformance", dialect)} {
		paths, err := filepath.Glob(filepath.Join(testdata, folder, "*.txtar"))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			out = append(out, templates(txtar.Parse(text)))
		}
	}
	return out, nil
}

// templates returns an archive with only the files that are evaluated.
func templates(a *txtar.Archive) *txtar.Archive {
	out := &txtar.Archive{}
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".yaml") && !strings.HasPrefix(f.Name, "want/") &&
			!strings.HasPrefix(f.Name, "recorded/") {
			out.Files = append(out.Files, f)
		}
	}
	return out
}

// filesOf returns the files of a template that is an archive, by name.
func filesOf(template string) map[string]string {
	out := map[string]string{}
	for _, f := range txtar.Parse([]byte(template)).Files {
		out[f.Name] = string(f.Data)
	}
	return out
}
