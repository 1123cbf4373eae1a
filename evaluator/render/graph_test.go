package render

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator/layout"
)

// small is a graph with every state, an explicit edge, a cycle and a missing name.
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

func TestSVGIsWellFormedWhateverNamesHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := small()
		g.Title = rapid.String().Draw(t, "title")
		g.Nodes[0].Label = rapid.String().Draw(t, "label")
		g.Nodes[1].Detail = hostile + rapid.String().Draw(t, "detail")
		wellFormed(t, SVG(g, Arrange(g, false), Light))
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
			t.Fatalf("a script got through")
		}
	}
}

func TestSVGSaysEachNodeWithItsStateAndNeeds(t *testing.T) {
	g := small()
	out := SVG(g, Arrange(g, false), Light)
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

func TestSVGShowsEachStateByMoreThanColour(t *testing.T) {
	for _, tc := range []struct{ state, want string }{
		{"unknown", `stroke="#6B3FA0" stroke-dasharray="5 3"`},
		{"mocked", `stroke="#8A5A00" stroke-dasharray="1.5 2.5"`},
		{"failed", `stroke="#B3261E"`},
		{"missing", `fill="none" stroke="#B3261E" stroke-dasharray="5 3"`},
		{"secret", `<rect x="6" width="1"`},
		{"partial", `height="16" fill="#6B3FA0"`},
		{"known", `height="32" fill="#1F6F43"`},
	} {
		g := Graph{Nodes: []GraphNode{{ID: "a", State: tc.state}}}
		assert.Contains(t, SVG(g, Arrange(g, false), Light), tc.want, tc.state)
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

func TestAnEdgeToNowhereIsLeftOut(t *testing.T) {
	g := Graph{Nodes: []GraphNode{{ID: "a"}, {ID: "b"}}, Edges: []GraphEdge{{From: "a", To: "none"}, {From: "a", To: "b"}}}
	d := Arrange(g, false)
	require.Len(t, d.Edges, 2)
	assert.Empty(t, d.Edges[0].Points)
	assert.NotEmpty(t, d.Edges[1].Points)
	wellFormed(t, SVG(g, d, Dark))
	assert.NotContains(t, Mermaid(g), "none")
}

func TestGraphJSONReadsBack(t *testing.T) {
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
`, DOT(small()))
	assert.Contains(t, DOT(Graph{Nodes: []GraphNode{{ID: "a\"\\\nb"}}}), `"a\"\\\nb"`)
}

func TestMermaid(t *testing.T) {
	assert.Equal(t, `flowchart RL
  n0["vpc<br/>aws:ec2:Vpc"]
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
`, Mermaid(small()))
	assert.Contains(t, Mermaid(Graph{Nodes: []GraphNode{{ID: "a\"<b>\n#"}}}), `["a#34;#60;b#62; #35;"]`)
}
