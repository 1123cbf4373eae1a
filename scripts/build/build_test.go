package main

import (
	"cmp"
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/example"
	"pantograph/evaluator/protocol"
	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/repo"
	"pantograph/scripts/internal/site"
)

// sources writes a small web/ and returns a build of it.
func sources(t *testing.T, files map[string]string) *build {
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return &build{Options: bundle.Options{Root: root}, bundled: map[string]string{}}
}

const page = `<!doctype html><html><head>
<meta charset="utf-8">
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="styles/page.css">
<script src="src/early.ts"></script>
</head><body><a href="#top">top</a><!--pg-first-editor--><!--pg-first-result-->
<script type="module" src="src/main.ts"></script></body></html>`

// smallPage returns a build of a page with a script that loads another one on demand.
func smallPage(t *testing.T) *build {
	return sources(t, map[string]string{
		"web/index.html":      page,
		"web/icon.svg":        "<svg/>",
		"web/styles/page.css": "p { color: red }",
		"web/src/early.ts":    "document.title = 'x';",
		"web/src/main.ts":     "import { a } from './shared.ts'; void import('./later.ts').then((m) => m.b(a));",
		"web/src/shared.ts":   "export const a = 1; console.log('shared');",
		"web/src/later.ts": "import { monaco } from './editor/monaco.js'; import { a } from './shared.ts'; " +
			"export const b = (x: number) => x + a + monaco;",
		"web/src/editor/monaco.ts":       "import './monaco.css'; export const monaco = Number(import.meta.url);",
		"web/src/editor/monaco.css":      "b { color: blue }",
		"web/src/editor/monacoscript.ts": "import { monaco } from './monaco.js'; console.log('the editor', monaco);",
	})
}

func TestAPageNamesItsFilesByTheirHashes(t *testing.T) {
	b := smallPage(t)
	require.NoError(t, b.monaco())
	require.NoError(t, b.pages())
	text := string(b.files[len(b.files)-1].Content)
	for _, pattern := range []string{
		`href="assets/icon-[0-9A-Z]{8}\.svg"`, `href="assets/page-[0-9A-Z]{8}\.css"`,
		`<script src="assets/early-[0-9A-Z]{8}\.js">`, `<script type="module" src="assets/main-[0-9A-Z]{8}\.js">`,
		`<link rel="modulepreload" href="assets/chunk-[0-9A-Z]{8}\.js">`, `<a href="#top">`,
		`"editorStyles":"assets/monacoscript-[0-9A-Z]{8}\.css"`, `<meta name="referrer" content="no-referrer">`,
	} {
		assert.Regexp(t, pattern, text)
	}
	assert.Contains(t, text, html.EscapeString(site.Policy))
	for _, reference := range regexp.MustCompile(`assets/[\w.-]+`).FindAllString(text, -1) {
		assert.True(t, site.IsHashed(reference), reference)
		assert.Contains(t, paths(b), reference)
	}
}

func TestMonacoIsAClassicScriptOfItsOwn(t *testing.T) {
	b := smallPage(t)
	require.NoError(t, b.monaco())
	require.NoError(t, b.pages())
	for _, file := range b.files {
		text := string(file.Content)
		isMonaco := file.Path == b.assets.Monaco
		assert.Equal(t, isMonaco, strings.Contains(text, "the editor"), file.Path)
		assert.Equal(t, isMonaco, strings.HasPrefix(text, "(function(){"), file.Path)
		usesMonaco := strings.HasPrefix(file.Path, "assets/later")
		assert.Equal(t, usesMonaco, strings.Contains(text, "pantographMonaco"), file.Path)
		if isMonaco {
			assert.NotRegexp(t, `import\.meta|\bexport\b`, text)
		}
	}
}

func TestThePageNamesTheModulesThatItImportsForTheEditorsAndLinks(t *testing.T) {
	b := sources(t, map[string]string{
		"web/index.html":      page,
		"web/icon.svg":        "<svg/>",
		"web/styles/page.css": "p { color: red }",
		"web/src/early.ts":    "document.title = 'x';",
		"web/src/main.ts": "import { a } from './shared.ts'; console.log(a); " +
			"void import('./editor/editors.ts'); void import('./share/link.ts');",
		"web/src/shared.ts": "export const a = 1; console.log('shared');",
		pageEditors: "import { a } from '../shared.ts'; import { b } from './both.ts'; " +
			"export const c = a + b; void import('./later.ts');",
		"web/src/editor/both.ts":  "export const b = 1; console.log('both');",
		"web/src/editor/later.ts": "console.log('later');",
		pageLinks:                 "console.log('link');",
		embedEditor:               "import { b } from '../editor/both.ts'; console.log(b);",
	})
	require.NoError(t, b.pages())
	require.Len(t, b.assets.EditorModules, 2)
	assert.Contains(t, string(b.files[len(b.files)-1].Content), `"editorModules":["`+b.assets.EditorModules[0]+`",`)
	assert.Equal(t, b.outputOf(pageEditors), b.assets.EditorModules[0])
	assert.Equal(t, []string{b.outputOf(pageLinks)}, b.assets.LinkModules)
	for _, file := range b.files {
		if file.Path == b.assets.EditorModules[1] {
			assert.Contains(t, string(file.Content), "both")
		}
	}
}

func paths(b *build) (paths []string) {
	for _, file := range b.files {
		paths = append(paths, file.Path)
	}
	return paths
}

func TestAReferenceToAMissingFileIsAnError(t *testing.T) {
	b := sources(t, map[string]string{"web/index.html": strings.ReplaceAll(page, "src/", "gone/")})
	assert.ErrorContains(t, b.pages(), "web/index.html: ")
}

func TestEveryScriptBelongsToAGroup(t *testing.T) {
	b := smallPage(t)
	require.NoError(t, b.pages())
	for path, group := range b.groups() {
		switch {
		case strings.HasSuffix(path, ".css"):
			assert.Equal(t, site.Styles, group, path)
		case strings.HasPrefix(path, "assets/later"):
			assert.Equal(t, site.Editor, group, path)
		case strings.HasSuffix(path, ".js"):
			assert.Equal(t, site.Page, group, path)
		}
	}
}

func TestScriptsThatOtherSitesLoadKeepTheirNames(t *testing.T) {
	b := sources(t, map[string]string{
		embedEntry:                      "void import('./monacoloader.ts');",
		"web/src/embed/monacoloader.ts": "console.log('heavy');",
		offlineEntry:                    "console.log(self);",
		"web/src/offline/more.ts":       "",
	})
	require.NoError(t, b.stable(embedEntry, bundle.Stable))
	require.NoError(t, b.stable(offlineEntry, bundle.StableScript))
	require.NoError(t, b.stable("web/src/none.ts", bundle.Stable))
	assert.Equal(t, "embed.js", b.outputOf(embedEntry))
	assert.Equal(t, "offline.js", b.outputOf(offlineEntry))
	assert.Equal(t, site.Embed, b.groups()["embed.js"])
	assert.Len(t, b.files, 3)
}

func TestTheFirstExampleCannotBreakOutOfThePage(t *testing.T) {
	b := smallPage(t)
	hostile := "\n</script></pre><b>&amp;"
	b.first = &first{
		entry:    entry{Dialect: "hot", Name: "x", Files: []protocol.File{{Name: "template.yaml", Text: hostile}}},
		Snapshot: &protocol.Snapshot{Main: "template.yaml", Result: protocol.Rendered{Text: hostile}},
		Layout:   &protocol.Layout{},
	}
	text, err := b.page(page)
	require.NoError(t, err)
	assert.Equal(t, 2, strings.Count(text, "<pre>\n\n&lt;/script&gt;&lt;/pre&gt;&lt;b&gt;&amp;amp;</pre>"))
	data := regexp.MustCompile(`id="pg-first">(.*?)</script>`).FindStringSubmatch(text)[1]
	var read struct {
		Dialect  string
		Files    []protocol.File
		Snapshot protocol.Snapshot
		Layout   protocol.Layout
	}
	require.NoError(t, json.Unmarshal([]byte(data), &read))
	assert.Equal(t, hostile, read.Files[0].Text)
	assert.Equal(t, hostile, read.Snapshot.Result.Text)
}

func TestTheGalleryIsOrderedByItsHeaders(t *testing.T) {
	var examples []*example.Example
	for _, text := range []string{"title: B\ngallery: 20\n", "title: not in the gallery\n",
		"title: A\ngallery: 3\n\nProse.\n-- a --\n-- want/a --\n"} {
		e, err := example.Parse("esc", "x", []byte(text))
		require.NoError(t, err)
		examples = append(examples, e)
	}
	entries, err := galleryOf(examples)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	assert.Equal(t, entry{"esc", "x", "A", "Prose.", []protocol.File{{Name: "a"}}, nil}, entries[0])
	assert.Equal(t, "B", entries[1].Title)

	e, err := example.Parse("esc", "x", []byte("title: A\ngallery: first\n"))
	require.NoError(t, err)
	_, err = galleryOf([]*example.Example{e})
	assert.ErrorContains(t, err, "esc/x: gallery must be a number")
}

func TestEveryExampleOfTheGalleryIsDescribedAndSketched(t *testing.T) {
	examples, err := example.Load(os.DirFS("../../testdata"))
	require.NoError(t, err)
	entries, err := galleryOf(examples)
	require.NoError(t, err)
	require.NotEmpty(t, entries)
	for _, e := range entries {
		seen, err := evaluate(e)
		require.NoError(t, err)
		drawn := sketchOf(seen.Layout, cmp.Or(seen.mainText(), e.Files[0].Text))
		assert.NotEmpty(t, drawn.Boxes+drawn.Lines, e.Name)
		assert.NotEmpty(t, e.Title, e.Name)
		assert.Regexp(t, "(?s)^[A-Z\x60].+[.!?]$", strings.Split(e.Prose, "\n\n")[0], e.Name)
	}
}

func TestASketchHasEveryNodeAndEdgeOrEveryLine(t *testing.T) {
	layout := &protocol.Layout{Width: 1680, Height: 100,
		Nodes: []protocol.LayoutNode{{X: 0, Y: 0, Width: 200, Height: 100}, {X: 1480, Y: 50, Width: 200, Height: 3}},
		Edges: []protocol.LayoutEdge{{Points: []int{200, 50, 840, 50, 840, 60}}}}
	assert.Equal(t, &sketch{168, 10, "M0 0h20v10h-20zM148 5h20v2h-20z", "M20 5L84 5L84 6"}, sketchOf(layout, "a: 1\n"))
	assert.Equal(t, &sketch{168, 16, "", "M0 4H6M6 12H18"}, sketchOf(&protocol.Layout{}, "a:\n  b: 1\n"))
}

func TestStaleFilesAreRemovedAndUnchangedOnesKeepTheirTime(t *testing.T) {
	b := smallPage(t)
	b.files = []bundle.File{{Path: "assets/a-ABCD1234.js", Content: []byte("a")}}
	require.NoError(t, b.write())
	before, err := os.Stat(filepath.Join(b.Root, "dist/assets/a-ABCD1234.js"))
	require.NoError(t, err)

	again := &build{Options: b.Options, files: []bundle.File{{Path: "assets/a-ABCD1234.js", Content: []byte("a")}}}
	stale := filepath.Join(b.Root, "dist/assets/b-ABCD1234.js")
	require.NoError(t, os.WriteFile(stale, nil, 0o644))
	require.NoError(t, again.write())
	after, err := os.Stat(filepath.Join(b.Root, "dist/assets/a-ABCD1234.js"))
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime())
	assert.NoFileExists(t, stale)
	assert.FileExists(t, filepath.Join(b.Root, "dist/assets/a-ABCD1234.js.br"))
}

func TestTheReferenceNamesEveryFunctionAndEveryCode(t *testing.T) {
	for _, d := range dialect.All {
		text := (&build{}).dialectReference(d)
		for _, f := range d.Funcs {
			assert.Contains(t, text, `<span class="name">`+html.EscapeString(f.Name)+`</span>`)
			assert.NotEmpty(t, f.Doc, f.Name)
		}
		for _, c := range dialect.Codes(d.Name) {
			assert.Contains(t, text, `<code>`+html.EscapeString(string(c.Code))+`</code>`)
		}
	}
	text := (&build{}).sharedReference()
	for _, c := range diag.SharedCodes {
		assert.Contains(t, text, `id="`+string(c.Code)+`"`)
	}
}

// TestTheReferenceListsTheMessagesOfEachCode checks that every code has a message in some example,
// except codes that no readable example can report.
func TestTheReferenceListsTheMessagesOfEachCode(t *testing.T) {
	root, err := repo.Root()
	require.NoError(t, err)
	examples, err := example.Load(os.DirFS(filepath.Join(root, "testdata")))
	require.NoError(t, err)
	b := &build{entries: examples}
	text := b.dialectReference(dialect.Find("pulumi"))
	assert.Contains(t, text, "<li><span class=\"given\">error:</span> there is no resource, variable or config "+
		"entry called &#34;bukcet&#34;; did you mean &#34;bucket&#34;?</li>")
	messages := messagesOf(examples)
	for _, d := range dialect.All {
		for _, c := range dialect.Codes(d.Name) {
			if !slices.Contains([]diag.Code{"expression-tables", "hint-types-not-checked", "template-size"},
				c.Code) {
				assert.NotEmpty(t, messages[c.Code], "no example has a message with the code %s", c.Code)
			}
		}
	}
	for code, texts := range messages {
		assert.LessOrEqual(t, len(texts), maxMessages, code)
	}
}

func TestEmbedsAlternateBetweenDialects(t *testing.T) {
	b := &build{}
	for _, name := range []string{"pulumi/a", "pulumi/b", "hot/c"} {
		folder, name, _ := strings.Cut(name, "/")
		e, err := example.Parse(folder, name,
			[]byte("title: T\n\n-- "+map[string]string{"pulumi": "Pulumi.yaml", "hot": "template.yaml"}[folder]+
				" --\nname: x\n"))
		require.NoError(t, err)
		b.entries = append(b.entries, e)
	}
	text, err := b.withExamples("<!--pg-examples 2-->")
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(text, `<pantograph-example dialect="pulumi"`))
	assert.Equal(t, 1, strings.Count(text, `<pantograph-example dialect="hot"`))
	b.entries[0].Want["want/result.yaml"] = "outputs: {}\n"
	_, err = b.withExamples("<!--pg-examples 2-->")
	assert.ErrorContains(t, err, "pulumi/a: the result differs from the committed one")
}

func TestATrustedTypesPolicyMustBeListed(t *testing.T) {
	for text, wanted := range map[string]string{
		"trustedTypes.createPolicy('pantograph', {});":     "",
		"createTrustedTypesPolicy('editorViewLayer', {});": "",
		"trustedTypes.createPolicy('other', {});": `web/src/main.ts creates the Trusted Types policy ` +
			`"other", which site.TrustedTypes does not list`,
	} {
		b := sources(t, map[string]string{"web/index.html": page, "web/icon.svg": "<svg/>", "web/styles/page.css": "",
			"web/src/early.ts": "", "web/src/main.ts": text})
		require.NoError(t, b.pages())
		if err := b.policies(); wanted == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, wanted)
		}
	}
}
