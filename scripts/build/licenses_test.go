package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/repo"
)

// TestEverythingThatShipsIsLicensed bundles everything in dist, and compares licenses.txt with
// esbuild's list of inputs and with the modules that the engine is compiled from.
func TestEverythingThatShipsIsLicensed(t *testing.T) {
	root, err := repo.Root()
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(root, "node_modules", "monaco-editor")); err != nil {
		require.NoError(t, err, "run make node_modules/.installed")
	}
	b := &build{Options: bundle.Options{Root: root}, bundled: map[string]string{}}
	require.NoError(t, b.scripts())
	for _, source := range []string{pageEntry, pageStyles, "web/src/boot.ts", "web/src/embed/frame.ts",
		"web/styles/frame.css"} {
		_, err := b.bundle(source, strings.HasSuffix(source, ".ts"))
		require.NoError(t, err)
	}
	require.NoError(t, b.licenses())
	text := string(b.files[len(b.files)-1].Content)
	for _, file := range b.files {
		for _, source := range file.Sources {
			if name, _ := packageOf(source); name != "" {
				assert.True(t, strings.Contains(text, "\n== "+name+"\n"), source)
			}
		}
	}
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./wasm")
	list.Dir, list.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	modules, err := list.Output()
	require.NoError(t, err)
	require.Contains(t, string(modules), "gopkg.in/yaml.v3")
	for _, name := range strings.Fields(string(modules)) {
		if name != "pantograph" {
			assert.True(t, strings.Contains(text, "\n== "+name+"\n"), name)
		}
	}
	for _, part := range []string{
		"== Pantograph\n\nApache License", "== Go\n", "Additional IP Rights Grant",
		"Copyright 2011-2016 Canonical Ltd.",
		"== golang.org/x/text\n", "DOMPurify 3.4.15 | (c) Cure53", "== marked, in monaco-editor",
		"Copyright (c) 2018+, MarkedJS", "Copyright Joyent, Inc.",
		"== Codicons", "THIRD-PARTY SOFTWARE NOTICES", "Schibsted", "SIL OPEN FONT LICENSE", "UNICODE LICENSE V3",
	} {
		assert.True(t, strings.Contains(text, part), part)
	}
}

func TestThirdPartyCodeInAPackageMustBeListed(t *testing.T) {
	files := map[string]string{
		"LICENSE": "Apache", "node_modules/a/LICENSE": "MIT\n\nCopyright (c) 2020 - present Ann Author",
		"node_modules/a/NOTICE.txt":      "Ann says hello.",
		"node_modules/a/own.js":          "/* Copyright Ann Author. Licensed as MIT. */",
		"node_modules/a/inner/theirs.js": "/*! (c) Bob, licensed otherwise */",
	}
	b := sources(t, files)
	use := func(names ...string) error {
		s := &section{folder: filepath.Join(b.Root, "node_modules/a"), sources: names}
		terms, err := termsIn(s.folder)
		require.NoError(t, err)
		assert.Contains(t, terms, "Ann says hello.")
		return b.thirdPartyNotices(s, terms, func(string, string) {})
	}
	assert.NoError(t, use("node_modules/a/own.js"))
	assert.ErrorContains(t, use("node_modules/a/own.js", "node_modules/a/inner/theirs.js"),
		"theirs.js is third-party code")
	_, err := termsIn(filepath.Join(b.Root, "node_modules/a/inner"))
	assert.ErrorContains(t, err, "its folder contains no licence")
}
