package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// A patch replaces a piece of code in a file of Monaco.
type patch struct {
	file        string // a suffix of the file's path
	old, new    string
	why         string
	calls, from string // the function that new calls and the file of web/src that exports it, or ""
}

var patches = []patch{
	{
		file: "domStylesheets.js", old: "document.createElement('style')", new: "styleElement(container)",
		why: "a strict policy refuses a <style>", calls: "styleElement", from: "editor/sheet.ts",
	},
	{
		file: "contextkey/common/contextkey.js", old: "this._parseError = new Error();", new: "this._parseError = {};",
		why: "for the stack trace, which nothing reads, V8 parses all of Monaco again when it starts",
	},
	{
		// Templates are written from left to right, so the first column is at the left edge. Measuring
		// its position made the browser lay out all lines on every keystroke.
		file: "indentGuides.js", old: "ctx.visibleRangeForPosition(new Position(lineNumber, 1))?.left ?? 0", new: "0",
		why: "the first column is at 0",
	},
	{
		file: "base/browser/dom.js",
		old:  "targetWindow.requestAnimationFrame(() => animationFrameRunner(targetWindowId))",
		new:  "requestFrame(() => animationFrameRunner(targetWindowId))",
		why:  "the engine's reply would wait for a frame requested by a key event", calls: "requestFrame",
		from: "editor/monacoframe.ts",
	},
}

// MonacoEntry is the source of Monaco's script, and monacoModule the module whose exports the script provides.
const (
	MonacoEntry  = "web/src/editor/monacoscript.ts"
	monacoModule = "web/src/editor/monaco.ts"
)

// Monaco bundles Monaco as a classic script, which can also be imported for its effect. Chromium stores the compiled
// code of modules, but does not use it (as of version 156), and on later visits compiling Monaco would take as long as
// everything else. The function around the script is not an arrow function, since V8 would parse that twice.
func Monaco(o Options, folder string) ([]File, error) {
	options := o.base(folder, []string{MonacoEntry})
	options.Format = api.FormatESModule // without imports and exports, this is a script
	options.Banner = map[string]string{"js": "(function(){\"use strict\";"}
	options.Footer = map[string]string{"js": "})();"}
	options.Define["import.meta.url"] = "location.href" // for a worker that the page starts itself
	options.Plugins = []api.Plugin{o.patchMonaco()}
	return run(o, options)
}

// loadedMonaco returns a plugin by which modules that import monacoModule get what Monaco's script provides. They must
// be loaded after it.
func (o Options) loadedMonaco() api.Plugin {
	module := filepath.Join(o.Root, filepath.FromSlash(strings.TrimSuffix(monacoModule, ".ts")+".js"))
	const namespace = "loaded"
	return api.Plugin{Name: "loaded Monaco", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `/monaco\.js$`},
			func(imported api.OnResolveArgs) (api.OnResolveResult, error) {
				if filepath.Join(imported.ResolveDir, filepath.FromSlash(imported.Path)) != module {
					return api.OnResolveResult{}, nil
				}
				return api.OnResolveResult{Path: monacoModule, Namespace: namespace}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: ".", Namespace: namespace},
			func(api.OnLoadArgs) (api.OnLoadResult, error) {
				text := "module.exports = globalThis.pantographMonaco"
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
			})
	}}
}

// patchMonaco returns a plugin that applies the patches. The build fails if a file does not contain
// the code to replace exactly once.
func (o Options) patchMonaco() api.Plugin {
	return api.Plugin{Name: "patches", Setup: func(build api.PluginBuild) {
		for _, p := range patches {
			filter := `monaco-editor.*[/\\]` + regexp.QuoteMeta(p.file) + "$"
			build.OnLoad(api.OnLoadOptions{Filter: filter}, func(file api.OnLoadArgs) (api.OnLoadResult, error) {
				text, err := o.patch(p, file.Path)
				return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, err
			})
		}
	}}
}

func (o Options) patch(p patch, path string) (string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	text := string(content)
	if n := strings.Count(text, p.old); n != 1 {
		return "", fmt.Errorf("the patch of Monaco's %s (%s) replaces %q, which it contains %d times instead of once",
			p.file, p.why, p.old, n)
	}
	text = strings.Replace(text, p.old, p.new, 1)
	if p.calls != "" {
		text = fmt.Sprintf("import { %s } from %q;\n", p.calls,
			filepath.ToSlash(filepath.Join(o.Root, "web", "src", p.from))) + text
	}
	return text, nil
}
