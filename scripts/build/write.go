package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/compress"
	"pantograph/scripts/internal/site"
)

// write writes everything to dist: assets first, then the pages that refer to them. Then it removes
// stale files. So a server can serve the folder meanwhile.
func (b *build) write() error {
	manifest, err := b.manifest()
	if err != nil {
		return err
	}
	b.files = append(b.files, bundle.File{Path: site.ManifestPath, Content: manifest},
		bundle.File{Path: "integrity.txt", Content: b.integrityTags(manifest)})
	var names []string
	for _, file := range b.files {
		names = append(names, file.Path)
	}
	headers := site.HeadersFile(append(names, "404.html"))
	b.files = append(b.files, bundle.File{Path: "_headers", Content: []byte(headers)},
		bundle.File{Path: "404.html", Content: []byte(missingPage)})
	// Files in folders, the assets, come before those in dist itself, the pages that refer to them.
	slices.SortStableFunc(b.files, func(x, y bundle.File) int {
		return cmp.Compare(strings.Count(y.Path, "/"), strings.Count(x.Path, "/"))
	})
	written, err := b.compressed()
	if err != nil {
		return err
	}
	dist := filepath.Join(b.Root, "dist")
	for _, file := range written {
		if err := writeIfChanged(filepath.Join(dist, filepath.FromSlash(file.Path)), file.Content); err != nil {
			return err
		}
	}
	return removeStale(dist, written)
}

// missingPage is the answer to a request for a file that does not exist. Without it, some hosts answer with
// index.html and status 200, as the front page of an application that has a path for each view. Browsers
// would keep that page for a year in place of a file whose name contains a hash.
const missingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="` + site.Policy + `">
<title>There is no such page</title>
<p>There is no such page.</p>
</html>
`

// compressed returns each file together with its compressed forms. It compresses two files at a
// time.
func (b *build) compressed() ([]bundle.File, error) {
	cache, level := compress.CacheIn(b.Root), compress.Best
	if b.Dev {
		level = compress.Fast
	}
	results := make([][]bundle.File, len(b.files))
	failures := make([]error, len(b.files))
	var group sync.WaitGroup
	turns := make(chan struct{}, 2)
	for i, file := range b.files {
		group.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			results[i] = []bundle.File{file}
			if !site.IsCompressible(file.Path) {
				return
			}
			br, err := cache.Brotli(file.Content, level)
			failures[i] = err
			results[i] = append(results[i],
				bundle.File{Path: file.Path + ".br", Content: br},
				bundle.File{Path: file.Path + ".gz", Content: compress.Gzip(file.Content)})
		})
	}
	group.Wait()
	return slices.Concat(results...), errors.Join(failures...)
}

// manifest returns manifest.json: the version, the assets, and every file with its purpose, size
// and hash, sorted by path.
func (b *build) manifest() ([]byte, error) {
	groups := b.groups()
	manifest := site.Manifest{Version: b.version(), Assets: b.assets, Files: []site.ManifestFile{}}
	for _, file := range b.files {
		group := cmp.Or(groups[file.Path], site.Other)
		manifest.Files = append(manifest.Files, site.ManifestFile{Path: file.Path, Group: group,
			Bytes: len(file.Content), Hash: hashOf(file.Content)})
	}
	slices.SortFunc(manifest.Files, func(x, y site.ManifestFile) int { return cmp.Compare(x.Path, y.Path) })
	return json.MarshalIndent(manifest, "", " ")
}

// integrityTags returns the tags with which a page embeds exactly this release: the browser checks
// the loader and the manifest, and the loader checks everything else against the manifest.
func (b *build) integrityTags(manifest []byte) []byte {
	content := map[string][]byte{}
	for _, file := range b.files {
		content[file.Path] = file.Content
	}
	return fmt.Appendf(nil, `<link rel="stylesheet" href="https://…/embed.css" integrity="%s" crossorigin="anonymous">
<meta name="pantograph-integrity" content="%s">
<script type="module" src="https://…/embed.js" integrity="%s" crossorigin="anonymous"></script>
`, integrityOf(content["embed.css"]), integrityOf(manifest), integrityOf(content["embed.js"]))
}

// integrityOf returns the hash of a file in the form of an integrity attribute.
func integrityOf(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// hashOf returns the hash of a file as the manifest lists it.
func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// versionDigits suffice to distinguish releases; files are verified by their full hashes.
const versionDigits = 16

// version returns the version that identifies this release, and writes it into the service worker:
// a browser updates a service worker only if its script has changed.
func (b *build) version() string {
	var lines []string
	for _, file := range b.files {
		lines = append(lines, file.Path+" "+hashOf(file.Content))
	}
	slices.Sort(lines)
	version := hashOf([]byte(strings.Join(lines, "\n")))[:versionDigits]
	for i, file := range b.files {
		if file.Entry == offlineEntry && path.Ext(file.Path) == ".js" {
			b.files[i].Content = append([]byte("self.pantographVersion=\""+version+"\";"), file.Content...)
		}
	}
	return version
}

// groups returns the purpose of each script and style sheet.
func (b *build) groups() map[string]site.Group {
	groups := map[string]site.Group{}
	for _, file := range b.files {
		switch filepath.Ext(file.Path) {
		case ".css":
			groups[file.Path] = site.Styles
		case ".js":
			groups[file.Path] = site.Editor // what the page loads on demand, unless listed below
		}
	}
	for _, file := range closure(b.files, b.bundled[pageEntry]) {
		groups[file] = site.Page
	}
	if b.has(embedEntry) {
		for _, file := range closure(b.files, b.outputOf(embedEntry)) {
			groups[file] = site.Embed
		}
	}
	// Each rule below overrides those above it.
	for source, target := range b.bundled {
		if source != pageStyles && strings.HasSuffix(target, ".css") {
			groups[target] = site.Other // a file of another page
		}
		if source != pageEntry && strings.HasSuffix(target, ".js") {
			groups[target] = site.Page // loaded before the first paint
		}
	}
	for _, source := range b.modules {
		for _, file := range closure(b.files, b.bundled[source]) {
			if groups[file] != site.Page || file == b.bundled[source] {
				groups[file] = site.Other // a script of another page
			}
		}
	}
	if b.has(embedStyles) {
		groups[b.outputOf(embedStyles)] = site.Embed
	}
	groups[b.assets.Engine] = site.Engine
	for _, file := range b.assets.Data {
		groups[file] = site.Data
	}
	groups[b.assets.EngineWorker], groups[b.assets.EditorWorker] = site.Worker, site.Editor
	return groups
}

// writeIfChanged writes a file unless it exists with the same content: an unchanged file keeps its
// modification time.
func writeIfChanged(path string, content []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	part := path + ".part"
	if err := os.WriteFile(part, content, 0o644); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// removeStale removes the files of earlier builds from dist.
func removeStale(dist string, kept []bundle.File) error {
	wanted := map[string]bool{}
	for _, file := range kept {
		wanted[filepath.Join(dist, filepath.FromSlash(file.Path))] = true
	}
	return filepath.WalkDir(dist, func(path string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() || wanted[path] {
			return err
		}
		return os.Remove(path)
	})
}
