package bundle

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// makesStyle is how Monaco makes a <style>, which a strict policy refuses.
const makesStyle = "document.createElement('style')"

// styles has Monaco write its styles through web/src/editor/sheet.ts.
func (o Options) styles() api.Plugin {
	sheets := filepath.Join(o.Root, "web", "src", "editor", "sheet.ts")
	return api.Plugin{Name: "styles", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `monaco-editor.*[/\\]domStylesheets\.js$`}, func(file api.OnLoadArgs) (api.OnLoadResult, error) {
			content, err := os.ReadFile(file.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			text := string(content)
			if strings.Count(text, makesStyle) != 1 {
				return api.OnLoadResult{}, fmt.Errorf("Monaco no longer makes its styles by %s", makesStyle)
			}
			text = fmt.Sprintf("import { styleElement } from %q;\n", filepath.ToSlash(sheets)) + strings.Replace(text, makesStyle, "styleElement(container)", 1)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}
