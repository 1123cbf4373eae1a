package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// A patch replaces a piece of code in a file of Monaco, and says why.
type patch struct {
	file        string // suffix of its path
	what, with  string
	why         string
	calls, from string // a function that it calls, and the file of web/src that has it; or ""
}

var patches = []patch{
	{
		file: "domStylesheets.js", what: "document.createElement('style')", with: "styleElement(container)",
		why: "a strict policy refuses a <style>", calls: "styleElement", from: "editor/sheet.ts",
	},
	{
		// Templates are written from left to right, so the first column is at the edge. Measuring
		// it made the browser lay out all lines on every keystroke.
		file: "indentGuides.js", what: "ctx.visibleRangeForPosition(new Position(lineNumber, 1))?.left ?? 0", with: "0",
		why: "the first column is at 0",
	},
	{
		file: "base/browser/dom.js",
		what: "targetWindow.requestAnimationFrame(() => animationFrameRunner(targetWindowId))",
		with: "requestFrame(() => animationFrameRunner(targetWindowId))",
		why:  "the engine's reply would wait for a frame requested by a key event", calls: "requestFrame",
		from: "ui/frame.ts",
	},
}

// patched returns a plugin that applies the patches to Monaco; the build fails if a patch does not
// match.
func (o Options) patched() api.Plugin {
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
	if strings.Count(text, p.what) != 1 {
		return "", fmt.Errorf("%s of Monaco no longer has %s once, which was replaced because %s", p.file,
			p.what, p.why)
	}
	text = strings.Replace(text, p.what, p.with, 1)
	if p.calls != "" {
		text = fmt.Sprintf("import { %s } from %q;\n", p.calls,
			filepath.ToSlash(filepath.Join(o.Root, "web", "src", p.from))) + text
	}
	return text, nil
}
