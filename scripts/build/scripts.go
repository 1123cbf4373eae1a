package main

import (
	"crypto/sha256"
	"encoding/base32"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"pantograph/evaluator/example"
	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/datafiles"
	"pantograph/scripts/internal/engine"
	"pantograph/scripts/internal/site"
	"pantograph/scripts/internal/wasmslim"
)

// Sources that the build treats specially.
const (
	pageEntry    = "web/src/main.ts"
	pageEditors  = "web/src/editor/editors.ts"
	pageLinks    = "web/src/share/link.ts"
	pageStyles   = "web/styles/page.css"
	workerEntry  = "web/src/evaluator/worker.ts"
	embedEntry   = "web/src/embed/embed.ts"
	embedTypes   = "web/src/embed/types.ts"
	embedEditor  = "web/src/embed/monaco.ts"
	embedStyles  = "web/styles/embed.css"
	offlineEntry = "web/src/offline/offline.ts"
	editorWorker = "node_modules/monaco-editor/esm/vs/editor/editor.worker.js"
)

// A build collects the files of dist.
type build struct {
	bundle.Options
	unslimmed bool           // ship the engine as the toolchain writes it
	functions wasmslim.Names // the names of the functions of the slimmed engine
	files     []bundle.File
	assets    site.Assets
	first     *first
	bundled   map[string]string // the path in dist of each source that an HTML file refers to
	modules   []string          // the sources of the modules of other pages
	entries   []*example.Example
}

// engine compiles the engine and slims it (see package wasmslim), unless the flag -slim=false asks
// for the toolchain's own output.
func (b *build) engine() error {
	var content []byte
	var err error
	if b.unslimmed {
		content, err = engine.Compile(b.Root)
	} else if content, err = engine.Compile(b.Root, engine.Flags...); err == nil {
		content, b.functions, err = wasmslim.Slim(content, engine.Unused...)
	}
	if err != nil {
		return err
	}
	b.assets.Engine, b.assets.EngineBytes = b.add("engine.wasm", content), len(content)
	return nil
}

// functionsFile is the data file with the names of the engine's functions, which
// web/src/evaluator/trace.ts asks for when there is a stack trace.
const functionsFile = "functions"

// data adds the data files that ship separately from the engine.
func (b *build) data() error {
	b.assets.Data = map[string]string{}
	if b.functions != nil {
		b.assets.Data[functionsFile] = b.add(functionsFile+".txt", b.functions)
	}
	for name, file := range datafiles.Files {
		b.assets.Data[name] = b.add(name+".bin", file())
	}
	return nil
}

// add adds a file under a name that contains its hash, and returns its path.
func (b *build) add(name string, content []byte) string {
	sum := sha256.Sum256(content)
	extension := path.Ext(name)
	hash := base32.StdEncoding.EncodeToString(sum[:])[:8]
	file := "assets/" + strings.TrimSuffix(name, extension) + "-" + hash + extension
	b.addNew([]bundle.File{{Path: file, Content: content}})
	return file
}

// addNew adds files, except those that were added before.
func (b *build) addNew(files []bundle.File) {
	for _, file := range files {
		if !slices.ContainsFunc(b.files, func(old bundle.File) bool { return old.Path == file.Path }) {
			b.files = append(b.files, file)
		}
	}
}

// scripts bundles the workers, the loader of embeds and the service worker. pages bundles everything
// else, when an HTML file refers to it.
func (b *build) scripts() error {
	b.bundled = map[string]string{}
	runtime, err := bundle.GoRuntime()
	if err != nil {
		return err
	}
	if b.assets.EngineWorker, err = b.script(workerEntry, runtime); err != nil {
		return err
	}
	if b.assets.EditorWorker, err = b.script(editorWorker); err != nil {
		return err
	}
	if err := b.monaco(); err != nil {
		return err
	}
	for _, entry := range []string{embedEntry, embedStyles} {
		if err := b.stable(entry, bundle.Stable); err != nil {
			return err
		}
	}
	b.assets.EmbedParts = map[string]string{}
	for _, part := range []string{"engine", "editor", "link"} {
		b.assets.EmbedParts[part] = b.outputOf("web/src/embed/" + part + ".ts")
	}
	if types, err := os.ReadFile(filepath.Join(b.Root, filepath.FromSlash(embedTypes))); err == nil {
		b.files = append(b.files, bundle.File{Path: "embed.d.ts", Content: types})
	}
	// During development the page must not register the service worker, which would serve old files.
	if err := b.stable(offlineEntry, bundle.StableScript); err != nil || b.Dev {
		return err
	}
	b.assets.Offline = b.outputOf(offlineEntry)
	return nil
}

// monaco bundles Monaco's script and its style sheet.
func (b *build) monaco() error {
	files, err := bundle.Monaco(b.Options, "assets")
	b.addNew(files)
	b.assets.Monaco = b.outputOf(bundle.MonacoEntry)
	for _, file := range files {
		if file.Entry == bundle.MonacoEntry && file.Styles != "" {
			b.assets.EditorStyles = file.Styles
		}
	}
	return err
}

// styles bundles a style sheet with its imports.
func (b *build) styles(entry string) (string, error) {
	files, err := bundle.Modules(b.Options, "assets", entry)
	b.addNew(files)
	return b.outputOf(entry), err
}

// stable bundles a source under a name without a hash, if it exists.
func (b *build) stable(entry string, bundled func(bundle.Options, string) ([]bundle.File, error)) error {
	if !b.has(entry) {
		return nil
	}
	files, err := bundled(b.Options, entry)
	b.addNew(files)
	return err
}

// stableName returns the name by which other sites link to a script or a style sheet.
func stableName(source string) string {
	return strings.TrimSuffix(path.Base(source), path.Ext(source)) +
		map[string]string{".ts": ".js", ".css": ".css"}[path.Ext(source)]
}

// has reports whether a source exists.
func (b *build) has(source string) bool {
	_, err := os.Stat(filepath.Join(b.Root, filepath.FromSlash(source)))
	return err == nil
}

// script bundles an entry as a single file, and returns its path in dist.
func (b *build) script(entry string, inject ...string) (string, error) {
	files, err := bundle.Script(b.Options, "assets", entry, inject...)
	if err != nil {
		return "", err
	}
	b.addNew(files)
	return b.outputOf(entry), nil
}

// module bundles an entry with everything that it loads on demand, and returns its path in dist.
func (b *build) module(entry string) (string, error) {
	entries := []string{entry}
	if entry == pageEntry && b.has(embedEditor) {
		entries = append(entries, embedEditor) // together, so that they share chunks
	}
	files, err := bundle.Modules(b.Options, "assets", entries...)
	if err != nil {
		return "", err
	}
	b.addNew(files)
	if entry == pageEntry {
		b.assets.EmbedEditor = b.outputOf(embedEditor)
		b.assets.EditorModules = b.imports(pageEditors, entry)
		b.assets.LinkModules = b.imports(pageLinks, entry)
	} else {
		b.modules = append(b.modules, entry)
	}
	return b.outputOf(entry), nil
}

// imports returns the paths of the bundle of an entry and of the modules that it loads immediately, without those that
// another entry has loaded.
func (b *build) imports(entry, other string) []string {
	loaded := map[string]bool{}
	for _, path := range closure(b.files, b.outputOf(other)) {
		loaded[path] = true
	}
	return slices.DeleteFunc(closure(b.files, b.outputOf(entry)), func(path string) bool {
		return path == "" || loaded[path]
	})
}

// outputOf returns the path in dist of the bundle of an entry, or "" if there is no such bundle.
func (b *build) outputOf(entry string) string {
	for _, file := range b.files {
		if file.Entry == entry && !strings.HasSuffix(file.Path, ".map") {
			return file.Path
		}
	}
	return ""
}
