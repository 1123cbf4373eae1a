package main

import (
	"cmp"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/example"
	"pantograph/evaluator/ir"
	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/embed"
)

// reference adds a page for each dialect, with its functions and problem codes, and one with the
// codes that all share. The data is the same that hover and completion use.
func (b *build) reference() error {
	if !b.has("web/styles/documentation.css") {
		return nil
	}
	for _, d := range dialect.All {
		if err := b.addPage(referencePage(d), b.dialectReference(d)); err != nil {
			return err
		}
	}
	return b.addPage(referencePage(nil), b.sharedReference())
}

// referencePage returns the name of a dialect's page, or that of the shared page if d is nil.
func referencePage(d *bind.Dialect) string {
	if d == nil {
		return "reference.html"
	}
	return "reference-" + d.Name + ".html"
}

// addPage completes a page of the reference like any other page, and adds it.
func (b *build) addPage(name, text string) error {
	page, err := b.page(text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	b.files = append(b.files, bundle.File{Path: name, Content: []byte(page)})
	return nil
}

// A referenceWriter writes one page of the reference.
type referenceWriter struct {
	strings.Builder
	examples []*example.Example // the examples of the dialect, small ones first
	used     []*example.Example // the examples that were linked to, which embeds writes
	messages map[diag.Code][]message
}

// A message is the first line of a problem that an example reports.
type message struct{ severity, text string }

// maxMessages limits the messages listed for one code.
const maxMessages = 6

// problemLine matches the first line of a problem as the terminal prints it.
var problemLine = regexp.MustCompile(`(?m)^(error|warning|info): (.+) \[([a-z0-9-]+)\]$`)

// messagesOf returns the distinct messages that examples report for each code, up to maxMessages.
func messagesOf(examples []*example.Example) map[diag.Code][]message {
	out := map[diag.Code][]message{}
	for _, e := range examples {
		for _, m := range problemLine.FindAllStringSubmatch(e.Want["want/problems"], -1) {
			code, found := diag.Code(m[3]), message{m[1], m[2]}
			if len(out[code]) < maxMessages && !slices.Contains(out[code], found) {
				out[code] = append(out[code], found)
			}
		}
	}
	return out
}

// dialectReference returns the page of a dialect: its functions, its problem codes and the examples
// that show them. The examples are sorted by size, so that linkExample chooses small ones.
func (b *build) dialectReference(d *bind.Dialect) string {
	p := &referenceWriter{}
	for _, e := range b.entries {
		if e.Dialect == d.Name && e.Title != "" && len(e.Files) > 0 {
			p.examples = append(p.examples, e)
		}
	}
	slices.SortStableFunc(p.examples, func(x, y *example.Example) int { return cmp.Compare(sizeOf(x), sizeOf(y)) })
	p.messages = messagesOf(p.examples)
	p.begin(d.Title+": reference", referencePage(d))
	fmt.Fprintf(p, "<h1>%s</h1>\n<p class=\"lead\">%d functions and %d problem codes of this version. The examples "+
		"can be changed.</p>\n",
		html.EscapeString(d.Title), len(d.Funcs), len(dialect.Codes(d.Name)))
	p.functions(d.Funcs)
	p.codes(dialect.Codes(d.Name))
	p.embeds()
	p.end()
	return p.String()
}

// sharedReference returns the page with the list of dialects, the codes that all share and the
// table of plain scalars.
func (b *build) sharedReference() string {
	p := &referenceWriter{messages: messagesOf(b.entries)}
	p.begin("Reference", referencePage(nil))
	p.WriteString("<h1>Reference</h1>\n<p class=\"lead\">The functions that can be called and the problems that can " +
		"be reported.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>\n")
	p.WriteString("<thead><tr><th>dialect</th><th>functions</th><th>problem codes</th></tr></thead>\n<tbody>\n")
	for _, d := range dialect.All {
		fmt.Fprintf(p, "<tr><td><a href=\"%s\">%s</a></td><td>%d</td><td>%d</td></tr>\n", referencePage(d),
			html.EscapeString(d.Title), len(d.Funcs), len(dialect.Codes(d.Name)))
	}
	p.WriteString("</tbody></table></div>\n<p><a href=\"#scalars\">The meaning of plain scalars</a> differs between " +
		"them. The problems below can occur in every dialect.</p>\n")
	p.codes(diag.SharedCodes)
	p.scalars(b.Root)
	p.end()
	return p.String()
}

// scalars writes the table of what plain scalars mean in each dialect, from testdata.
func (p *referenceWriter) scalars(root string) {
	text, err := os.ReadFile(filepath.Join(root, "testdata", "scalars.tsv"))
	if err != nil {
		return
	}
	p.WriteString("<h2 id=\"scalars\">The meaning of plain scalars</h2>\n" +
		"<p>A scalar without quotes, and how different readers of YAML interpret it. If they differ, put it in " +
		"quotes.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>\n")
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		cell := "td"
		if i == 0 {
			cell = "th"
		}
		p.WriteString("<tr>")
		for at, field := range strings.Split(line, "\t") {
			if field = html.EscapeString(field); at == 0 && i > 0 {
				field = "<code>" + field + "</code>"
			}
			fmt.Fprintf(p, "<%s>%s</%s>", cell, field, cell)
		}
		p.WriteString("</tr>\n")
	}
	p.WriteString("</table></div>\n")
}

// sizeOf returns the size of an example in bytes, for sorting.
func sizeOf(e *example.Example) (size int) {
	for _, file := range e.Files {
		size += len(file.Text)
	}
	if strings.Contains(e.Name, "mistake") {
		size += 1 << 20 // sorts examples of errors last
	}
	return size
}

// begin writes the page up to its content; current is the name of the page, which the navigation
// marks. References name sources in web/, as in its HTML files; build.page resolves them.
func (p *referenceWriter) begin(title, current string) {
	fmt.Fprintf(p, `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s · Pantograph</title>
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<script src="src/documentation.ts"></script>
<link rel="stylesheet" href="styles/documentation.css">
<link rel="stylesheet" href="styles/embed.css">
<script type="module" src="src/embed/embed.ts"></script>
</head>
<body>
<header class="header">
<a class="brand" href="./" aria-label="Pantograph"><svg viewBox="0 0 22 22" aria-hidden="true"><path class="arm" d="M2.5 19 9 4l5 8.5-7.5 0"/><path class="arm" d="M9 4l11 15"/><path class="joint" d="M1 19h3M18.5 19h3M12.5 12.5h3"/></svg><span>Pantograph</span></a>
<nav aria-label="Pages"><a href="./">Playground</a><a href="embed-demo.html">Embed</a>`, html.EscapeString(title))
	for _, d := range append([]*bind.Dialect{nil}, dialect.All...) {
		name, mark := "Reference", ""
		if d != nil {
			name = d.Title
		}
		if referencePage(d) == current {
			mark = ` aria-current="page"`
		}
		fmt.Fprintf(p, `<a href="%s"%s>%s</a>`, referencePage(d), mark, html.EscapeString(name))
	}
	p.WriteString("</nav>\n</header>\n<main>\n")
}

// end writes the page after its content.
func (p *referenceWriter) end() {
	p.WriteString("<p class=\"foot\">Generated from the engine. <a href=\"./\">Playground</a> · <a " +
		"href=\"embed-demo.html\">Embed</a> · <a href=\"licenses.txt\">Licences</a></p>\n</main>\n</body>\n</html>\n")
}

// functions writes an index of the functions, then each with its documentation.
func (p *referenceWriter) functions(funcs []*ir.Func) {
	if len(funcs) == 0 {
		return
	}
	funcs = slices.SortedFunc(slices.Values(funcs), func(x, y *ir.Func) int { return cmp.Compare(x.Name, y.Name) })
	p.WriteString("<h2 id=\"functions\">Functions</h2>\n<ul class=\"index\">\n")
	for _, f := range funcs {
		fmt.Fprintf(p, "<li><a href=\"#%s\"><code>%s</code></a></li>\n", anchor(f.Name), html.EscapeString(f.Name))
	}
	p.WriteString("</ul>\n<dl class=\"entries\">\n")
	for _, f := range funcs {
		p.function(f)
	}
	p.WriteString("</dl>\n")
}

// function writes the documentation of a function, as hover shows it, with an example that calls
// it.
func (p *referenceWriter) function(f *ir.Func) {
	id := anchor(f.Name)
	fmt.Fprintf(p, "<dt id=\"%s\"><a href=\"#%s\"><code><span class=\"name\">%s</span>%s</code></a></dt>\n<dd>\n%s",
		id, id, html.EscapeString(f.Name), html.EscapeString(signature(f)), paragraphs(f.Doc))
	if slices.ContainsFunc(f.Params, func(param ir.Param) bool { return param.Doc != "" }) {
		p.WriteString("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table><tbody>\n")
		for _, param := range f.Params {
			fmt.Fprintf(p, "<tr><td><code>%s</code></td><td>%s</td><td>%s</td></tr>\n",
				html.EscapeString(param.Label()), html.EscapeString(param.Type), inline(param.Doc))
		}
		p.WriteString("</tbody></table></div>\n")
	}
	if f.Example != "" {
		fmt.Fprintf(p, "<p>For example <code>%s</code></p>\n", html.EscapeString(f.Example))
	}
	p.linkExample(func(e *example.Example) bool { return calls(e.Files[0].Text, f.Name) })
	p.WriteString("</dd>\n")
}

// signature returns a function's parameters and result.
func signature(f *ir.Func) string {
	params := make([]string, len(f.Params))
	for i, param := range f.Params {
		params[i] = param.Label()
		if param.Type != "" {
			params[i] += ": " + param.Type
		}
		if param.Optional || param.Variadic {
			params[i] = "[" + params[i] + "]"
		}
	}
	text := "(" + strings.Join(params, ", ") + ")"
	if f.Result != "" {
		text += " → " + f.Result
	}
	return text
}

// calls reports whether text contains a function's name as a separate word.
func calls(text, name string) bool {
	for rest := text; ; {
		at := strings.Index(rest, name)
		if at < 0 {
			return false
		}
		end := at + len(name)
		if (at == 0 || !isWord(rest[at-1])) && (end == len(rest) || !isWord(rest[end])) {
			return true
		}
		rest = rest[end:]
	}
}

// isWord reports whether c can be part of a function's name; a colon separates names.
func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// codes writes each problem code with its explanation, the messages of the problems that examples
// report with this code, and one of these examples.
func (p *referenceWriter) codes(codes []diag.Explanation) {
	p.WriteString("<h2 id=\"problems\">Problems</h2>\n<dl class=\"entries\">\n")
	for _, c := range codes {
		id := anchor(string(c.Code))
		fmt.Fprintf(p, "<dt id=\"%s\"><a href=\"#%s\"><span class=\"title\">%s</span><code>%s</code></a></dt>\n"+
			"<dd>\n%s",
			id, id, inline(c.Title), html.EscapeString(string(c.Code)), paragraphs(c.Text))
		p.listMessages(c.Code)
		p.linkExample(func(e *example.Example) bool {
			return strings.Contains(e.Want["want/problems"], "["+string(c.Code)+"]")
		})
		p.WriteString("</dd>\n")
	}
	p.WriteString("</dl>\n")
}

// listMessages writes the messages of the problems that examples report with a code.
func (p *referenceWriter) listMessages(code diag.Code) {
	if len(p.messages[code]) == 0 {
		return
	}
	p.WriteString("<ul class=\"says\">\n")
	for _, m := range p.messages[code] {
		fmt.Fprintf(p, "<li><span class=\"given\">%s:</span> %s</li>\n", m.severity, html.EscapeString(m.text))
	}
	p.WriteString("</ul>\n")
}

// anchor returns the id of an entry: fn::toJSON becomes fn--toJSON.
func anchor(name string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r < 128 && (isWord(byte(r)) || r == '-') {
			return r
		}
		return '-'
	}, name), "-")
}

// linkExample writes a link to the first example for which shows returns true. It prefers examples
// that were linked to before, which keeps the page small.
func (p *referenceWriter) linkExample(shows func(*example.Example) bool) {
	at := slices.IndexFunc(p.used, shows)
	if at < 0 {
		found := slices.IndexFunc(p.examples, shows)
		if found < 0 {
			return
		}
		at = len(p.used)
		p.used = append(p.used, p.examples[found])
	}
	e := p.used[at]
	fmt.Fprintf(p, "<p class=\"given\">See <a href=\"#example-%s\">%s</a>.</p>\n", e.Name, html.EscapeString(e.Title))
}

// embeds writes every example that was linked to, without its result if that is very large.
func (p *referenceWriter) embeds() {
	if len(p.used) == 0 {
		return
	}
	p.WriteString("<h2 id=\"examples\">Examples</h2>\n")
	for _, e := range p.used {
		fmt.Fprintf(p, "<section class=\"case\" id=\"example-%s\">\n<h3>%s</h3>\n%s", e.Name,
			html.EscapeString(e.Title), paragraphs(e.Prose))
		if element, err := embedOf(e, heightLimit(e)...); err == nil && len(element) <= maxReferenceBytes {
			p.WriteString(element)
		} else {
			p.withoutResult(e)
		}
		p.WriteString("</section>\n")
	}
}

// maxReferenceBytes limits the size of an embed in the reference.
const maxReferenceBytes = 60_000

// withoutResult writes an example without its result, which the page computes when a reader asks for
// it. A text that is too large is left out, too.
func (p *referenceWriter) withoutResult(e *example.Example) {
	text := embed.Highlight(e.Files[0].Text)
	if len(text) > maxReferenceBytes {
		return
	}
	fmt.Fprintf(p, "<pantograph-example dialect=\"%s\" lines=\"%d\"><pre data-file=\"%s\"><code "+
		"class=\"language-yaml\">%s</code></pre></pantograph-example>\n",
		e.Dialect, visibleLines, html.EscapeString(e.Files[0].Name), text)
}
