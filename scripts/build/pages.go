package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/site"
)

// pages writes every HTML file of web/ with its references resolved.
func (b *build) pages() error {
	paths, err := filepath.Glob(filepath.Join(b.Root, "web", "*.html"))
	if err != nil {
		return err
	}
	for _, file := range paths {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name := filepath.Base(file)
		page, err := b.page(string(text))
		if err != nil {
			return fmt.Errorf("web/%s: %w", name, err)
		}
		b.files = append(b.files, bundle.File{Path: name, Content: []byte(page)})
	}
	return nil
}

// page completes an HTML file of web/ or of the reference: its references, the assets and the
// policy in the head, its examples, and the first example's result.
func (b *build) page(text string) (string, error) {
	text, modules, err := b.references(text)
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(b.assets)
	if err != nil {
		return "", err
	}
	text = strings.Replace(text, "</head>", b.preloads(modules)+"</head>", 1)
	policy := fmt.Sprintf("<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n"+
		"<meta name=\"referrer\" content=\"no-referrer\">\n", html.EscapeString(site.Policy))
	// The assets come before the scripts, since boot.ts reads them.
	head := policy + dataScript("pg-assets", data)
	text = charset.ReplaceAllStringFunc(text, func(tag string) string { return tag + "\n" + head })
	if !strings.Contains(text, policy) {
		return "", fmt.Errorf(`<meta charset="utf-8"> is missing: the policy is inserted after it`)
	}
	if text, err = b.withExamples(text); err != nil {
		return "", err
	}
	return b.withFirst(text)
}

// The tags with references, and the tag after which the policy is inserted.
var (
	charset   = regexp.MustCompile(`<meta charset="utf-8"\s*/?>`)
	tag       = regexp.MustCompile(`<(script|link|img)\b[^>]*>`)
	reference = regexp.MustCompile(`\b(src|href)="([^"]*)"`)
)

// references bundles the sources to which the page's tags refer, and makes the tags refer to the
// results. It also returns the modules among the results.
func (b *build) references(text string) (resolved string, modules []string, err error) {
	resolved = tag.ReplaceAllStringFunc(text, func(tag string) string {
		return reference.ReplaceAllStringFunc(tag, func(attribute string) string {
			parts := reference.FindStringSubmatch(attribute)
			source := path.Join("web", parts[2])
			// A URL or a fragment is not a file of web/.
			if parts[2] == "" || strings.Contains(parts[2], ":") || strings.HasPrefix(parts[2], "#") {
				return attribute
			}
			isModule := strings.Contains(tag, `type="module"`)
			target, failed := b.bundle(source, isModule)
			// The replacement function cannot fail, so the first error is kept.
			if failed != nil && err == nil {
				err = failed
			}
			if isModule {
				modules = append(modules, target)
			}
			return parts[1] + `="` + target + `"`
		})
	})
	return resolved, modules, err
}

// bundle builds the target of a reference, once for all pages, and returns its path in dist.
func (b *build) bundle(source string, isModule bool) (target string, err error) {
	if done, ok := b.bundled[source]; ok {
		return done, nil
	}
	switch source {
	case embedEntry, embedStyles:
		return stableName(source), nil // the method scripts has bundled this source
	}
	switch path.Ext(source) {
	case ".ts":
		if isModule {
			target, err = b.module(source)
		} else {
			target, err = b.script(source)
		}
	case ".css":
		target, err = b.styles(source)
	default:
		var content []byte
		content, err = os.ReadFile(filepath.Join(b.Root, filepath.FromSlash(source)))
		if err == nil {
			target = b.add(path.Base(source), content)
		}
	}
	b.bundled[source] = target
	return target, err
}

// preloads returns tags for the chunks that modules load immediately, so that browsers load them
// without waiting for the modules that import them.
func (b *build) preloads(modules []string) string {
	var tags strings.Builder
	for _, module := range modules {
		for _, chunk := range closure(b.files, module)[1:] {
			fmt.Fprintf(&tags, "<link rel=\"modulepreload\" href=\"%s\">\n", chunk)
		}
	}
	return tags.String()
}

// closure returns the file start and all scripts that it loads immediately, directly or indirectly.
// start is the first.
func closure(files []bundle.File, start string) []string {
	found := []string{start}
	seen := map[string]bool{start: true}
	for i := 0; i < len(found); i++ {
		for _, file := range files {
			if file.Path != found[i] {
				continue
			}
			for _, used := range file.Imports {
				if !used.Dynamic && !seen[used.Path] && strings.HasSuffix(used.Path, ".js") {
					seen[used.Path] = true
					found = append(found, used.Path)
				}
			}
		}
	}
	return found
}

// The comments in index.html that the first example replaces.
const (
	editorComment = "<!--pg-first-editor-->"
	resultComment = "<!--pg-first-result-->"
)

// withFirst inserts the first example into the page that has the comments for it.
func (b *build) withFirst(text string) (string, error) {
	if b.first == nil || !strings.Contains(text, resultComment) {
		return text, nil
	}
	data, err := b.first.json()
	if err != nil {
		return "", err
	}
	text = strings.Replace(text, editorComment, pre(b.first.mainText()), 1)
	text = strings.Replace(text, resultComment, pre(b.first.Snapshot.Result.Text), 1)
	end := strings.LastIndex(text, "</body>")
	if end < 0 {
		return "", fmt.Errorf("</body> is missing")
	}
	return text[:end] + dataScript("pg-first", data) + text[end:], nil
}

// pre returns an element of preformatted text. HTML drops a line break right after the tag, so pre
// adds one in case the text starts with a line break.
func pre(text string) string { return "<pre>\n" + html.EscapeString(text) + "</pre>" }

// dataScript returns a script element that contains JSON, escaped so that no string in it can end
// the element.
func dataScript(id string, data []byte) string {
	safe := bytes.ReplaceAll(data, []byte("<"), []byte(`\u003c`))
	return fmt.Sprintf("<script type=\"application/json\" id=\"%s\">%s</script>\n", id, safe)
}
