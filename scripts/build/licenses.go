package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"pantograph/scripts/internal/bundle"
)

// licenses writes licenses.txt: the terms of everything that dist contains of others.
func (b *build) licenses() error {
	folders := map[string]string{} // by the name of what stands in them
	for _, file := range b.files {
		for _, source := range file.Sources {
			if name, folder := packageOf(source); name != "" {
				folders[name] = filepath.Join(b.Root, filepath.FromSlash(folder))
			}
		}
	}
	if err := b.goModules(folders); err != nil {
		return err
	}
	var out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		terms, err := licenseIn(folders[name])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(&out, "== %s\n\n%s\n\n", name, strings.TrimSpace(terms))
	}
	b.files = append(b.files, bundle.File{Path: "licenses.txt", Content: out.Bytes()})
	return nil
}

// packageOf is the npm package that a source belongs to, and its folder.
func packageOf(source string) (name, folder string) {
	at := strings.LastIndex(source, "node_modules/")
	if at < 0 {
		return "", ""
	}
	at += len("node_modules/")
	parts := strings.SplitN(source[at:], "/", 3)
	name = parts[0]
	if strings.HasPrefix(name, "@") {
		name += "/" + parts[1]
	}
	return name, source[:at] + name
}

// goModules adds the modules that the engine is compiled from, and Go itself.
func (b *build) goModules(folders map[string]string) error {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "./wasm")
	list.Dir = b.Root
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	output, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	for line := range strings.Lines(string(output)) {
		if name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			folders[name] = folder
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	folders["Go"] = strings.TrimSpace(string(root))
	return err
}

func licenseIn(folder string) (string, error) {
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "license*"} {
		paths, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(paths) == 0 {
			continue
		}
		text, err := os.ReadFile(paths[0])
		return string(text), err
	}
	return "", fmt.Errorf("there is no license in its folder")
}
