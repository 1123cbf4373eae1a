// Package embed renders examples as static HTML: the highlighted text, its result and its graph,
// readable without scripts and without styles. The loader (web/src/embed) later draws the same
// element with tabs and buttons, from the same pieces.
package embed

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"pantograph/evaluator"
	"pantograph/evaluator/bind"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
	"pantograph/scripts/internal/datafiles"
)

// An Example is the content of one embed.
type Example struct {
	Dialect string // "" if the files determine it
	Files   []protocol.File
	Want    string // the committed result, as YAML; "" if there is none to compare with
	// Attributes of the element after dialect, in the order in which they are written.
	Attributes []Attribute
}

// An Attribute is an attribute of the element pantograph-example.
type Attribute struct{ Name, Value string }

// A Page is an evaluated example.
type Page struct {
	Example
	Snapshot *protocol.Snapshot
	Drawing  string // the graph, as SVG
}

// Evaluate evaluates an example with a native engine. It returns an error if the result differs from
// the committed one.
func Evaluate(e Example) (*Page, error) {
	engine := datafiles.Engine()
	reply, err := ask(engine, protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Dialect: e.Dialect,
		Files: e.Files}})
	if err != nil {
		return nil, err
	}
	page := &Page{Example: e, Snapshot: reply.Evaluate}
	// The committed result is YAML, while the element shows the dialect's first view.
	if e.Want != "" {
		if reply, err = ask(engine,
			protocol.Request{Op: "render", Render: &protocol.RenderRequest{View: "yaml"}}); err != nil {
			return nil, err
		}
		if got := reply.Render.Text; strings.TrimSpace(got) != strings.TrimSpace(e.Want) {
			return nil, fmt.Errorf("the result differs from the committed one: %s", firstDifference(got, e.Want))
		}
	}
	if reply, err = ask(engine,
		protocol.Request{Op: "export", Export: &protocol.ExportRequest{Format: "svg"}}); err != nil {
		return nil, err
	}
	page.Drawing = reply.Export.Text
	return page, nil
}

// ask sends a request to an engine encoded as JSON, as the page does, and returns the reply.
func ask(engine *evaluator.Engine, request protocol.Request) (protocol.Reply, error) {
	var reply protocol.Reply
	if err := protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply); err != nil {
		return reply, err
	}
	if reply.Error != "" {
		return reply, fmt.Errorf("%s", reply.Error)
	}
	return reply, nil
}

// firstDifference describes the first line in which two texts differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(strings.TrimSpace(got), "\n"), strings.Split(strings.TrimSpace(want), "\n")
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b || i >= len(g) || i >= len(w) {
			return fmt.Sprintf("line %d is %q, not %q", i+1, a, b)
		}
	}
	return ""
}

// HTML renders the element. It contains no empty lines, so that Markdown treats it as one block.
func (p *Page) HTML() string {
	var out strings.Builder
	out.WriteString("<pantograph-example")
	for _, a := range append([]Attribute{{"dialect", p.Snapshot.Dialect}}, p.Attributes...) {
		fmt.Fprintf(&out, ` %s="%s"`, a.Name, html.EscapeString(a.Value))
	}
	out.WriteString(">\n")
	for _, file := range p.ordered() {
		fmt.Fprintf(&out, "<pre data-file=\"%s\"><code class=\"language-yaml\">%s</code></pre>\n",
			html.EscapeString(file.Name), noEmptyLines(Highlight(file.Text)))
	}
	fmt.Fprintf(&out, "<div data-result>%s<pre><code>%s</code></pre></div>\n", p.problems(),
		noEmptyLines(marked(p.Snapshot.Result)))
	// A graph of a single node shows nothing.
	if len(p.Snapshot.Graph.Nodes) > 1 {
		fmt.Fprintf(&out, "<div data-graph>%s</div>\n", noEmptyLines(withThemeColours(p.Drawing)))
	}
	out.WriteString("</pantograph-example>\n")
	return out.String()
}

// ordered returns the files, the main one first and inputs.yaml last.
func (p *Page) ordered() []protocol.File {
	rank := func(file protocol.File) int {
		switch file.Name {
		case p.Snapshot.Main:
			return 0
		case bind.InputsFile:
			return 2
		}
		return 1
	}
	files := slices.Clone(p.Files)
	slices.SortStableFunc(files, func(a, b protocol.File) int { return rank(a) - rank(b) })
	return files
}

// problems returns the list of problems as HTML, or "" if there are none. Problems of the whole
// document have no position.
func (p *Page) problems() string {
	if len(p.Snapshot.Problems) == 0 {
		return ""
	}
	var out strings.Builder
	out.WriteString("<ul data-problems>")
	for _, problem := range p.Snapshot.Problems {
		fmt.Fprintf(&out, `<li class="%s"><span>%s</span>`, problem.Severity, html.EscapeString(problem.Message))
		if problem.Range.Line > 0 {
			fmt.Fprintf(&out, `<span class="at">%d:%d</span>`, problem.Range.Line, problem.Range.Column)
		}
		out.WriteString("</li>")
	}
	return out.String() + "</ul>"
}

// noEmptyLines replaces the line break before an empty line with a character reference: in Markdown,
// an empty line ends a block of HTML.
func noEmptyLines(text string) string {
	for strings.Contains(text, "\n\n") {
		text = strings.ReplaceAll(text, "\n\n", "&#10;\n")
	}
	return strings.TrimSuffix(text, "\n")
}

// withThemeColours replaces the colours of a drawing with CSS variables of the page, so that it
// follows the page's theme.
func withThemeColours(drawing string) string {
	light := render.Light
	return strings.NewReplacer(
		"\n", "",
		`"`+light.Ground+`"`, variable("ground", light.Ground), `"`+light.Panel+`"`, variable("panel", light.Panel),
		`"`+light.Rule+`"`, variable("rule", light.Rule), `"`+light.Ink+`"`, variable("ink", light.Ink),
		`"`+light.Muted+`"`, variable("muted", light.Muted), `"`+light.Accent+`"`, variable("accent", light.Accent),
		`"`+light.Unknown+`"`, variable("unknown", light.Unknown),
		`"`+light.Mocked+`"`, variable("mocked", light.Mocked),
		`"`+light.Secret+`"`, variable("secret", light.Secret), `"`+light.Failed+`"`, variable("error", light.Failed),
		`"`+light.Known+`"`, variable("ok", light.Known),
	).Replace(drawing)
}

// variable returns an attribute value that refers to a CSS variable, with the colour as its fallback
// for pages that do not define the variable.
func variable(name, colour string) string { return `"var(--pg-` + name + `,` + colour + `)"` }
