// Build writes dist: the engine as WebAssembly, the page's scripts, styles and fonts under names
// that contain hashes, the gallery, and HTML with the result of its first example. Each file that
// can be compressed is accompanied by its .br and .gz forms.
//
//	go run ./scripts/build               for release
//	go run ./scripts/build -dev          with source maps and quicker compression
//	go run ./scripts/build -slim=false   with the engine as the Go toolchain writes it
//
// Pages can rely on the following:
//
//   - In web/*.html, references to files of web/ (src, href) are rewritten. A script of type
//     module may load others on demand; any other script is a single file, for code that must run
//     before the first paint.
//   - <script type="application/json" id="pg-assets"> names the files that code loads:
//     {"engine", "engineWorker", "editorWorker", "monaco", "editorStyles", "editorModules",
//     "linkModules", "embedEditor", "gallery", "offline", "embedParts", "data"}, relative to the
//     page. engine is the WebAssembly module, engineWorker web/src/evaluator/worker.ts with Go's
//     class already in the global scope, monaco Monaco's script, editorStyles its style sheet,
//     editorModules web/src/editor/editors.ts and its imports, linkModules web/src/share/link.ts
//     and its imports, embedEditor web/src/embed/monaco.ts, data the data files by the names that
//     the engine uses.
//   - web/src/embed/embed.ts, if it exists, becomes dist/embed.js, which other sites link to; it
//     finds the files that it loads in manifest.json beside it. Likewise,
//     web/src/offline/offline.ts becomes dist/offline.js, a service worker, for which
//     manifest.json lists all files.
//   - integrity.txt contains the tags with which a page embeds exactly this release.
//   - web/src/embed/types.ts becomes dist/embed.d.ts, web/styles/embed.css dist/embed.css.
//     <!--pg-examples 50--> is replaced by 50 static embeds.
//   - reference.html and reference-DIALECT.html list functions and problem codes; they are
//     generated from the dialects, with examples as embeds.
//   - <!--pg-first-editor--> and <!--pg-first-result--> are replaced by the first example's text
//     and result, as <pre>; <script type="application/json" id="pg-first"> contains the example
//     with its snapshot and layout.
//   - The gallery is a list of {dialect, name, title, prose, files: [{name, text}],
//     sketch: {width, height, boxes, lines}}, where the sketch is two SVG paths.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/progress"
	"pantograph/scripts/internal/repo"
)

func main() {
	dev := flag.Bool("dev", false, "write source maps, and compress faster")
	slim := flag.Bool("slim", true,
		"make the engine smaller, and let it recurse deeper (see scripts/internal/wasmslim)")
	flag.Parse()
	start := time.Now()
	if err := run(*dev, *slim); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
	fmt.Printf("build: wrote dist (%.1f s)\n", time.Since(start).Seconds())
}

// run builds in steps. Each step uses the results of earlier ones: pages refer to assets by their
// hashed names, and the manifest, written last, lists all files.
func run(dev, slim bool) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	b := &build{Options: bundle.Options{Root: root, Dev: dev}, unslimmed: !slim}
	for _, step := range []struct {
		name string
		run  func() error
	}{
		{"compiling the engine", b.engine}, {"making data files", b.data}, {"bundling scripts", b.scripts},
		{"evaluating the gallery", b.gallery}, {"writing pages", b.pages}, {"writing the reference", b.reference},
		{"writing policies", b.policies}, {"collecting licenses", b.licenses}, {"compressing", b.write},
	} {
		if err := progress.During(os.Stdout, step.name, step.run); err != nil {
			return err
		}
	}
	return nil
}
