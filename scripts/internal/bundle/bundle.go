// Package bundle bundles the page's sources with esbuild: the page as modules that share chunks,
// Monaco, each worker and each early script as one file, style sheets, and tests.
package bundle

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Options configure a bundle.
type Options struct {
	Root string // the root of the repository
	Dev  bool   // write source maps
}

// A File is one output file.
type File struct {
	Path    string // the path below the output folder, with slashes
	Entry   string // the source of which it is the bundle, relative to Root; "" for shared chunks
	Styles  string // the path of the style sheet that belongs to it, or ""
	Imports []Import
	Sources []string // its inputs, relative to Root
	Content []byte
}

// An Import is another output file that a file loads.
type Import struct {
	Path    string
	Dynamic bool // the file is loaded only on demand
}

// Modules bundles entries as modules that share chunks. folder is where they are below dist.
func Modules(o Options, folder string, entries ...string) ([]File, error) {
	options := o.base(folder, entries)
	options.Format = api.FormatESModule
	options.Splitting = true
	options.Plugins = []api.Plugin{o.loadedMonaco()}
	return run(o, options)
}

// Script bundles one entry as a single file, for workers and for scripts that run before the page
// is painted. The sources in inject run first.
func Script(o Options, folder, entry string, inject ...string) ([]File, error) {
	options := o.base(folder, []string{entry})
	options.Format = api.FormatIIFE
	options.Inject = inject
	return run(o, options)
}

// Stable bundles a module under the name of its source, without a hash: other sites link to it.
func Stable(o Options, entry string) ([]File, error) {
	options := o.stable(entry)
	options.Format = api.FormatESModule
	options.Splitting = true
	return run(o, options)
}

// StableScript is like Stable, but produces a classic script: not every browser accepts a module
// as a service worker.
func StableScript(o Options, entry string) ([]File, error) {
	options := o.stable(entry)
	options.Format = api.FormatIIFE
	return run(o, options)
}

func (o Options) stable(entry string) api.BuildOptions {
	options := o.base("", []string{entry})
	options.EntryNames = "[name]"
	options.ChunkNames = "assets/[name]-[hash]"
	options.AssetNames = "assets/[name]-[hash]"
	return options
}

// Tests bundles test files for Node and writes them to the folder out. Sources that several of them
// import become one module, so that tests in the same process share it.
func Tests(o Options, out string, entries []string) error {
	options := o.base("", entries)
	options.Outdir = out
	options.Outbase = o.Root
	options.EntryNames = "[dir]/[name]"
	options.OutExtension = map[string]string{".js": ".mjs"}
	options.Platform = api.PlatformNode
	options.Format = api.FormatESModule
	options.Packages = api.PackagesExternal
	options.Splitting = true
	options.Sourcemap = api.SourceMapInline
	options.MinifyWhitespace, options.MinifyIdentifiers, options.MinifySyntax = false, false, false
	options.Write = true
	return problems(api.Build(options).Errors)
}

func (o Options) base(folder string, entries []string) api.BuildOptions {
	paths := make([]string, len(entries))
	for i, entry := range entries {
		paths[i] = filepath.Join(o.Root, filepath.FromSlash(entry))
	}
	options := api.BuildOptions{
		AbsWorkingDir:     o.Root,
		EntryPoints:       paths,
		Outdir:            filepath.Join(o.Root, "dist", folder),
		EntryNames:        "[name]-[hash]",
		ChunkNames:        "[name]-[hash]",
		AssetNames:        "[name]-[hash]",
		Bundle:            true,
		Metafile:          true,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone, // licenses.txt has them in full
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Define:            map[string]string{"process.env.NODE_ENV": `"production"`},
		Loader: map[string]api.Loader{
			".ttf": api.LoaderFile, ".woff": api.LoaderFile, ".woff2": api.LoaderFile,
			".svg": api.LoaderFile, ".png": api.LoaderFile,
		},
	}
	if o.Dev {
		options.Sourcemap = api.SourceMapLinked
	}
	return options
}

func run(o Options, options api.BuildOptions) ([]File, error) {
	result := api.Build(options)
	if err := problems(result.Errors); err != nil {
		return nil, err
	}
	meta, err := readMeta(result.Metafile)
	if err != nil {
		return nil, err
	}
	dist := filepath.Join(o.Root, "dist")
	var files []File
	for _, output := range result.OutputFiles {
		path, err := filepath.Rel(dist, output.Path)
		if err != nil {
			return nil, err
		}
		file := File{Path: filepath.ToSlash(path), Content: output.Contents}
		meta.describe(&file)
		files = append(files, file)
	}
	return files, nil
}

// problems joins all errors of esbuild, in the form that it prints.
func problems(messages []api.Message) error {
	if len(messages) == 0 {
		return nil
	}
	texts := api.FormatMessages(messages, api.FormatMessagesOptions{Kind: api.ErrorMessage})
	return errors.New(strings.TrimSpace(strings.Join(texts, "\n")))
}

// A metafile is esbuild's description of its outputs; its paths are relative to the root.
type metafile struct {
	Outputs map[string]struct {
		EntryPoint string
		CSSBundle  string
		Inputs     map[string]struct{ BytesInOutput int }
		Imports    []struct{ Path, Kind string }
	}
}

func readMeta(text string) (*metafile, error) {
	meta := &metafile{}
	return meta, json.Unmarshal([]byte(text), meta)
}

func (m *metafile) describe(file *File) {
	output := m.Outputs["dist/"+file.Path]
	file.Entry = output.EntryPoint
	file.Styles = strings.TrimPrefix(output.CSSBundle, "dist/")
	for _, used := range output.Imports {
		file.Imports = append(file.Imports, Import{strings.TrimPrefix(used.Path, "dist/"),
			used.Kind == "dynamic-import"})
	}
	for source, share := range output.Inputs {
		if share.BytesInOutput > 0 {
			file.Sources = append(file.Sources, source)
		}
	}
}

// GoRuntime returns the path of wasm_exec.js, which starts Go programs in a browser. It must be from
// the same toolchain that compiles them.
func GoRuntime() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", errors.New("the go command does not run; is Go installed?")
	}
	path := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	_, err = os.Stat(path)
	return path, err
}
