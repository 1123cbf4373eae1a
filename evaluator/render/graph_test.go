package render

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/layout"
)

// small returns a graph with every state, an explicit edge, a cycle and a missing name.
func small() Graph {
	return Graph{
		Title: "Example",
		Nodes: []GraphNode{
			{ID: "vpc", Kind: "resource", Label: "vpc", Detail: "aws:ec2:Vpc", State: "known"},
			{ID: "net", Kind: "resource", State: "unknown"},
			{ID: "db", Kind: "resource", State: "failed"},
			{ID: "outputs.url", Kind: "output", Label: "url", State: "mocked"},
			{ID: "gone", Kind: "missing", State: "missing"},
			{ID: "key", Kind: "config", State: "secret"},
			{ID: "half", Kind: "variable", State: "partial"},
		},
		Edges: []GraphEdge{
			{From: "net", To: "vpc", Via: "properties.vpcId"},
			{From: "db", To: "net", Explicit: true},
			{From: "net", To: "db"},
			{From: "outputs.url", To: "gone"},
		},
		Cycles: [][]string{{"net", "db"}},
	}
}

const hostile = "a\"b\\c\n<script>alert(1)</script>]]>&amp;\x00\u2028 日本 `*_|#35; --> x"

func TestSVGIsWellFormedForAnyNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := small()
		g.Title = rapid.String().Draw(t, "title")
		formula := rapid.SampledFrom([]string{"", "=1+1", " =1+1", "\t=1+1", "a;=1+1", "a; -1", "\u3000＝1", ";;@a"})
		g.Nodes[0].Label = formula.Draw(t, "formula") + rapid.String().Draw(t, "label")
		g.Nodes[1].Detail = hostile + rapid.String().Draw(t, "detail")
		wellFormed(t, SVG(g, Arrange(g, Viewport{}), Sheet{Theme: Light}))
	})
}

type failer interface {
	Fatalf(format string, args ...any)
}

func wellFormed(t failer, text string) {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
			t.Fatalf("the drawing contains a script")
		}
	}
}

func TestSVGDescribesEachNode(t *testing.T) {
	g := small()
	out := SVG(g, Arrange(g, Viewport{}), Sheet{Theme: Light})
	for _, want := range []string{
		"<title>Example</title>",
		"<desc>7 nodes, 4 edges, 1 cycle. Arrows point to what is needed.</desc>",
		`aria-label="resource vpc, aws:ec2:Vpc, known"`,
		`aria-label="resource net, unknown; needs vpc, db"`,
		`aria-label="output url, mocked; needs gone"`,
		`>aws:ec2:Vpc</text>`,
	} {
		assert.Contains(t, out, want)
	}
}

func TestSVGDoesNotShowStatesOnlyByColour(t *testing.T) {
	for _, tc := range []struct{ state, want string }{
		{"unknown", `stroke="#6B3FA0" stroke-dasharray="5 3"`}, {"unknown", `>?</text>`},
		{"mocked", `stroke="#8A5A00" stroke-dasharray="1.5 2.5"`}, {"mocked", `>≈</text>`},
		{"failed", `stroke="#B3261E"`},
		{"missing", `fill="none" stroke="#B3261E" stroke-dasharray="5 3"`},
		{"secret", `<rect x="6" width="1"`},
		{"partial", `height="16" fill="#6B3FA0"`},
		{"known", `height="32" fill="#1F6F43"`},
	} {
		g := Graph{Nodes: []GraphNode{{ID: "a", State: tc.state}}}
		assert.Contains(t, SVG(g, Arrange(g, Viewport{}), Sheet{Theme: Light}), tc.want, tc.state)
	}
}

func TestSVGArrowsPointToWhatIsNeeded(t *testing.T) {
	assert.Equal(t, "M10 5L18 8L18 2Z", arrow([]int{40, 5, 10, 5}))
	assert.Equal(t, "M5 10L8 18L2 18Z", arrow([]int{5, 40, 5, 10}))
}

func TestLinesOfOneTrunkMeetInDots(t *testing.T) {
	d := layout.Drawing{Edges: []layout.Route{
		{Points: []int{100, 10, 0, 10}},
		{Points: []int{100, 50, 50, 50, 50, 10, 0, 10}},
		{Points: []int{100, 90, 50, 90, 50, 10, 0, 10}},
		{Points: []int{100, 30, 0, 30}},
	}}
	assert.Equal(t, []joint{{50, 10, false}, {50, 50, false}}, joints(d))
}

func TestAnEdgeToAMissingNodeIsLeftOut(t *testing.T) {
	g := Graph{Nodes: []GraphNode{{ID: "a"}, {ID: "b"}}, Edges: []GraphEdge{{From: "a", To: "none"},
		{From: "a", To: "b"}}}
	d := Arrange(g, Viewport{})
	require.Len(t, d.Edges, 2)
	assert.Empty(t, d.Edges[0].Points)
	assert.NotEmpty(t, d.Edges[1].Points)
	wellFormed(t, SVG(g, d, Sheet{Theme: Dark}))
	assert.NotContains(t, Mermaid(g, "RL"), "none")
}

func TestGraphJSONIsValidForAnyNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := small()
		g.Nodes[0].ID = hostile + rapid.String().Draw(t, "id")
		g.Edges[0].To = g.Nodes[0].ID
		var back struct {
			Nodes []struct{ ID, Kind string }
			Edges []struct{ From, To, Via string }
		}
		text := GraphJSON(g)
		if err := json.Unmarshal([]byte(text), &back); err != nil {
			t.Fatal(err)
		}
		assert.Equal(t, g.Nodes[0].ID, back.Nodes[0].ID)
		assert.Equal(t, g.Nodes[0].ID, back.Edges[0].To)
		assert.NotContains(t, text, "<")
	})
}

func TestGraphJSONHasTheSchemaOfResultDocuments(t *testing.T) {
	g := Graph{
		Nodes: []GraphNode{{ID: "a", Kind: "resource", State: "known"}, {ID: "b", Kind: "missing"}},
		Edges: []GraphEdge{{From: "a", To: "b", Via: "p[0]", Explicit: true}},
	}
	assert.Equal(t, `{"nodes":[{"id":"a","kind":"resource"},{"id":"b","kind":"missing"}],`+
		`"edges":[{"from":"a","to":"b","via":"p[0]"}]}`+"\n", GraphJSON(g))
	assert.Equal(t, `{"nodes":[],"edges":[]}`+"\n", GraphJSON(Graph{}))
}

func TestDOT(t *testing.T) {
	assert.Equal(t, `digraph "Example" {
	rankdir=RL;
	node [shape=box, fontname="Helvetica", fontsize=11];
	"vpc" [label="vpc\naws:ec2:Vpc"];
	"net" [label="net", color="#6B3FA0", style=dashed];
	"db" [label="db", color="#B3261E", style=solid];
	"outputs.url" [label="url", color="#8A5A00", style=dotted];
	"gone" [label="gone", color="#B3261E", style=dashed];
	"key" [label="key"];
	"half" [label="half"];
	"net" -> "vpc" [tooltip="properties.vpcId"];
	"db" -> "net" [style=dashed];
	"net" -> "db";
	"outputs.url" -> "gone";
}
`, DOT(small(), "RL"))
	assert.Contains(t, DOT(Graph{Nodes: []GraphNode{{ID: "a\"\\\nb"}}}, "RL"), `"a\"\\\nb"`)
}

func TestMermaid(t *testing.T) {
	assert.Equal(t, `flowchart RL
  n0["vpc<br/>aws#58;ec2#58;Vpc"]
  n1["net"]:::unknown
  n2["db"]:::failed
  n3["url"]:::mocked
  n4["gone"]:::missing
  n5["key"]
  n6["half"]
  n1 -->|"properties.vpcId"| n0
  n2 -.-> n1
  n1 --> n2
  n3 --> n4
  classDef unknown stroke:#6B3FA0,stroke-dasharray:5 3
  classDef mocked stroke:#8A5A00,stroke-dasharray:1.5 2.5
  classDef failed stroke:#B3261E
  classDef missing stroke:#B3261E,stroke-dasharray:5 3
`, Mermaid(small(), "RL"))
	assert.Contains(t, Mermaid(Graph{Nodes: []GraphNode{{ID: "a\"<b>\n#"}}}, "RL"), `["a#34;#60;b#62; #35;"]`)
}

func TestTablesAreWellFormedForAnyNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := small()
		formula := rapid.SampledFrom([]string{"", "=1+1", " =1+1", "\t=1+1", "a;=1+1", "a; -1", "\u3000＝1", ";;@a"})
		g.Nodes[0].Label = formula.Draw(t, "formula") + rapid.String().Draw(t, "label")
		g.Nodes[1].Detail = hostile + rapid.String().Draw(t, "detail")
		rows, err := csv.NewReader(strings.NewReader(CSV(g))).ReadAll()
		if err != nil || len(rows) != len(g.Nodes)+1 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		// CSV changes the label only by adding apostrophes, and wherever a spreadsheet splits the cells,
		// none of them is a formula.
		if label := oneLine(g.Nodes[0].name()); strings.ReplaceAll(rows[1][0], "'", "") !=
			strings.ReplaceAll(label, "'", "") {
			t.Fatalf("%q instead of %q", rows[1][0], label)
		}
		for _, cell := range strings.FieldsFunc(strings.Join(slices.Concat(rows...), ";"),
			func(r rune) bool { return r == ';' }) {
			if strings.IndexAny(strings.TrimSpace(cell), "=+-@＝＋－＠") == 0 {
				t.Fatalf("%q is a formula", cell)
			}
		}
		for _, line := range strings.Split(strings.TrimSpace(Markdown(g)), "\n") {
			bars := strings.Count(line, "|") - strings.Count(line, `\|`)
			if bars != len(columns)+1 {
				t.Fatalf("%d bars in %q", bars, line)
			}
		}
	})
}

func TestTables(t *testing.T) {
	g := small()
	g.Nodes[1].Detail = `=1+1 "a|b", <i>`
	assert.Equal(t, strings.ReplaceAll(`name,kind,detail,state,needs,needed by
vpc,resource,aws:ec2:Vpc,known,,net
net,resource,"'=1+1 ""a|b"", <i>",unknown,"vpc, db",db
db,resource,,failed,net,net
url,output,,mocked,gone,
gone,missing,,missing,,url
key,config,,secret,,
half,variable,,partial,,
`, "\n", "\r\n"), CSV(g))
	assert.Equal(t, `| name | kind | detail | state | needs | needed by |
| --- | --- | --- | --- | --- | --- |
| vpc | resource | aws:ec2:Vpc | known |  | net |
| net | resource | =1+1 "a\|b", &lt;i> | unknown | vpc, db | db |
| db | resource |  | failed | net | net |
| url | output |  | mocked | gone |  |
| gone | missing |  | missing |  | url |
| key | config |  | secret |  |  |
| half | variable |  | partial |  |  |
`, Markdown(g))
}

func TestNoFormatContainsTerminalControls(t *testing.T) {
	g := small()
	g.Nodes[0].ID, g.Nodes[1].Label, g.Nodes[2].Detail = "\x1b[2J\u202e", "\u009b\u2066", "\x7f\u0085\n"
	g.Edges[0].Via, g.Title = "\x1b]0;\a", "\u200f"
	for _, text := range []string{
		SVG(g, Arrange(g, Viewport{}), Sheet{Theme: Light, Title: g.Title, Legend: true}),
		DOT(g, "RL"), Mermaid(g, "RL"), Markdown(g), CSV(g), GraphJSON(g),
	} {
		for _, r := range text {
			require.False(t, diag.IsControl(r) && r != '\n' && r != '\t' && r != '\r', "%q in %s", r, text)
		}
	}
}

func TestGraphvizAcceptsDOTWithAnyNames(t *testing.T) {
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not installed")
	}
	g := small()
	g.Title, g.Nodes[0].Label, g.Nodes[1].Detail, g.Edges[0].Via = hostile, hostile, hostile, hostile
	g.Nodes[3].ID, g.Edges[3].From = hostile, hostile
	c := exec.Command(dot, "-Tplain")
	c.Stdin = strings.NewReader(DOT(g, "BT"))
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, len(g.Nodes), strings.Count(string(out), "\nnode "))
	assert.Equal(t, len(g.Edges), strings.Count(string(out), "\nedge "))
}

func TestTheLegendExplainsOnlyWhatIsDrawn(t *testing.T) {
	g := small()
	d := Arrange(g, Viewport{})
	whole := SVG(g, d, Sheet{Theme: Light, Title: "My stack", Legend: true})
	for _, want := range []string{">My stack</text>", ">needs</text>", ">needs, declared explicitly</text>",
		">closes a cycle</text>", ">partly unknown</text>", ">not defined</text>"} {
		assert.Contains(t, whole, want)
	}
	wellFormed(t, whole)
	one := Graph{Nodes: []GraphNode{{ID: "a", State: "known"}}}
	legend := SVG(one, Arrange(one, Viewport{}), Sheet{Theme: Light, Legend: true})
	assert.NotContains(t, legend, "needs</text>")
	assert.NotContains(t, legend, "mocked</text>")
	assert.NotContains(t, SVG(g, d, Sheet{Theme: Light}), "closes a cycle</text>")
}

func TestTheStyleOfALineDependsOnItsEdge(t *testing.T) {
	for _, tc := range []struct {
		edge  GraphEdge
		state string
		want  line
	}{
		{GraphEdge{}, "known", line{}},
		{GraphEdge{Explicit: true}, "unknown", line{dashes: "6 4"}},
		{GraphEdge{Through: true}, "known", line{dashes: "12 3"}},
		{GraphEdge{}, "unknown", line{colour: "#6B3FA0", dashes: "3 2"}},
		{GraphEdge{}, "secret", line{colour: "#475569", width: "2"}},
	} {
		assert.Equal(t, tc.want, Light.line(tc.edge, tc.state, false))
	}
	assert.Equal(t, "#B3261E", Light.line(GraphEdge{}, "known", true).colour)
}

// TestMermaidFollowsItsGrammar checks that each line of our output has one of a few forms. Mermaid's
// parser accepts all of these (tried with version 11.17, with these names and others), but the test
// does not run it, since it needs 180 MB of packages.
func TestMermaidFollowsItsGrammar(t *testing.T) {
	text := `(?:[^"#&<>` + "`" + `*_\\|;:\[\](){}~\x00-\x1f]|#\d+;|<br/>)*`
	// Before it parses a text, Mermaid drops the last semicolon of each match of this expression
	// (encodeEntities).
	styled := regexp.MustCompile(`(style|classDef).*:\S*#.*;`)
	line := regexp.MustCompile(`^(flowchart (RL|BT)|  n\d+\["` + text + `"\](:::[a-z]+)?|  n\d+ (-->|-\.->)(\|"` +
		text + `"\|)? n\d+|  classDef [a-z]+ [-a-z0-9#:., A-F]+)$`)
	rapid.Check(t, func(t *rapid.T) {
		g := small()
		g.Nodes[0].Label = hostile + rapid.String().Draw(t, "label")
		g.Nodes[1].Detail = rapid.String().Draw(t, "detail")
		g.Edges[0].Via = hostile + rapid.SampledFrom([]string{"", "style ", "classDef x "}).Draw(t, "word") +
			rapid.StringMatching(`[a-z :;(#]*`).Draw(t, "via")
		for _, l := range strings.Split(strings.TrimSuffix(Mermaid(g, "RL"), "\n"), "\n") {
			if !line.MatchString(l) || styled.MatchString(l) {
				t.Fatalf("%q", l)
			}
		}
	})
}
