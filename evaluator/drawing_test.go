package evaluator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// twoClients has two clients with resources; in the first one, a file needs a directory.
const twoClients = `
type: client
name: web1
api_key: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
variables:
  zone: lan
resources:
  - type: directory
    parameters:
      path: /srv
  - type: file
    parameters:
      path: /srv/zone
      content:
        value: "${pullconf::zone}"
---
type: client
name: web2
api_key: 1123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
resources:
  - type: directory
    parameters:
      path: /srv
`

// newAsk returns a function that sends requests to an engine that has evaluated a file.
func newAsk(t *testing.T, dialect, name, text string) func(request protocol.Request) protocol.Reply {
	engine := evaluator.New()
	ask := func(request protocol.Request) protocol.Reply {
		var reply protocol.Reply
		require.NoError(t, protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply))
		require.Empty(t, reply.Error)
		return reply
	}
	ask(protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Dialect: dialect,
		Files: []protocol.File{{Name: name, Text: text}}}})
	return ask
}

// listing returns the boxes and lines of a layout as text, one per line.
func listing(l *protocol.Layout) string {
	var out []string
	for _, n := range l.Nodes {
		text := n.ID
		if g := n.Group; g != nil {
			sign := map[bool]string{true: "-", false: "+"}[g.Open]
			text += fmt.Sprintf(" %s%d %s %q", sign, g.Members, g.State, n.Detail)
		}
		out = append(out, text)
	}
	for _, e := range l.Edges {
		out = append(out, e.From+" -> "+e.To)
	}
	return strings.Join(out, "\n")
}

func TestAClosedGroupIsDrawnInPlaceOfItsMembers(t *testing.T) {
	ask := newAsk(t, "pullconf", "clients.yaml", twoClients)
	closed := ask(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{}}).Layout
	assert.Equal(t, `client/web1 +4 known "4 inside"
client/web2 +2 known "2 inside"`, listing(closed))
	open := ask(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Expand: []string{"client/web2"}}}).Layout
	assert.Equal(t, `client/web1 +4 known "4 inside"
client/web2 -2 known ""
variable/web2/hostname
resource/web2/directory//srv
client/web2 -> resource/web2/directory//srv`, listing(open))
}

func TestAGroupThatIsLeftOutDoesNotGroupItsMembers(t *testing.T) {
	ask := newAsk(t, "pullconf", "clients.yaml", twoClients)
	only := []string{"resource/web1/directory//srv", "resource/web1/file//srv/zone"}
	l := ask(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Only: only}}).Layout
	assert.ElementsMatch(t, append(only, "resource/web1/file//srv/zone -> resource/web1/directory//srv"),
		strings.Split(listing(l), "\n"))
}

func TestAGroupHasTheStateOfItsWorstMember(t *testing.T) {
	ask := newAsk(t, "pullconf", "clients.yaml", strings.Replace(twoClients, "::zone", "::zoo", 1))
	l := ask(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{}}).Layout
	require.NotNil(t, l.Nodes[0].Group)
	assert.Contains(t, []string{"failed", "missing", "partial"}, l.Nodes[0].Group.State)
}

func TestNodesWithEqualNamesShowTheirGroups(t *testing.T) {
	ask := newAsk(t, "pullconf", "clients.yaml", twoClients)
	details := map[string]string{}
	for _, n := range ask(protocol.Request{Op: "layout",
		Layout: &protocol.LayoutRequest{Expand: []string{"client/web1", "client/web2"}}}).Layout.Nodes {
		details[n.ID] = n.Detail
	}
	assert.Equal(t, "in web1", details["resource/web1/directory//srv"])
	assert.Equal(t, "in web2", details["resource/web2/directory//srv"])
	assert.Empty(t, details["resource/web1/file//srv/zone"])
}

func TestEdgesFromAClosedGroupAreDrawnOnce(t *testing.T) {
	ask := newAsk(t, "esc", "main.yaml", "values:\n  a: {x: 1, y: 2}\n  b: [\"${a.x}\", \"${a.y}\"]\n")
	l := ask(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{}}).Layout
	seen := map[string]bool{}
	for _, e := range l.Edges {
		assert.False(t, seen[e.From+e.To], "%s -> %s is drawn twice", e.From, e.To)
		seen[e.From+e.To] = true
	}
}

func TestTheCompleteGraphIsExportedUnlessGroupsAreClosed(t *testing.T) {
	ask := newAsk(t, "pullconf", "clients.yaml", twoClients)
	whole := ask(protocol.Request{Op: "export", Export: &protocol.ExportRequest{Format: "mermaid"}}).Export.Text
	assert.Contains(t, whole, "/srv/zone")
	folded := ask(protocol.Request{Op: "export", Export: &protocol.ExportRequest{Format: "mermaid",
		Drawing: &protocol.LayoutRequest{Expand: []string{"client/web2"}}}}).Export.Text
	assert.NotContains(t, folded, "/srv/zone")
	assert.Contains(t, folded, "4 inside")
}

func TestAPartOfTheResultIsRenderedAlone(t *testing.T) {
	ask := newAsk(t, "pullconf", "clients.yaml", twoClients)
	part := ask(protocol.Request{Op: "render", Render: &protocol.RenderRequest{Only: "clients.web2"}}).Render
	assert.Equal(t, "clients.web2", part.Only)
	assert.NotContains(t, part.Text, "zone")
	json := ask(protocol.Request{Op: "render", Render: &protocol.RenderRequest{View: "json",
		Only: "clients.web2"}}).Render
	assert.True(t, strings.HasPrefix(json.Text, "{\n  \"groups\""), json.Text)
	gone := ask(protocol.Request{Op: "render", Render: &protocol.RenderRequest{Only: "clients.web9"}}).Render
	assert.Empty(t, gone.Only)
	assert.Contains(t, gone.Text, "web1")
}

func TestTheConsoleAnswersEachLine(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "terraform", Files: []evaluator.File{
		{Name: "main.yaml", Text: "a: 1\n"},
		{Name: "inputs.yaml", Text: "expressions:\n  - 1 + 1 # two\n  - 'nope('\n"},
	}})
	require.NoError(t, err)
	console := s.Page(1, "", false).Console
	require.Len(t, console, 2)
	assert.Equal(t, protocol.ConsoleEntry{Expression: "1 + 1", Text: "2", File: "expressions[0]",
		Range: protocol.Range{File: "inputs.yaml", Line: 2, Column: 5, EndLine: 2, EndColumn: 10}}, console[0])
	assert.True(t, console[1].Failed)
	assert.Equal(t, "expressions[1]", console[1].File)
}

// drawnInside returns the listing of the values inside a node.
func drawnInside(t *testing.T, dialect, name, text, node string) string {
	reply := newAsk(t, dialect, name,
		text)(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Inside: node}})
	return listing(reply.Layout)
}

func TestEdgesBetweenValuesLeadFromPropertyToProperty(t *testing.T) {
	const program = `
name: shop
runtime: yaml
variables:
  tags: {Name: shop, Owner: ops, Spare: 1}
  hidden: {fn::secret: {Key: hush}}
outputs:
  both: {said: "${tags.Name} ${tags.Owner}", whole: "${tags}"}
  kept: ${hidden.Key}
`
	got := drawnInside(t, "pulumi", "Pulumi.yaml", program, "tags")
	for _, want := range []string{"tags: Name", "tags: Owner", "tags: Spare", "outputs.both: said",
		"outputs.both: whole"} {
		assert.Contains(t, got, want)
	}
	assert.NotContains(t, drawnInside(t, "pulumi", "Pulumi.yaml", program, "hidden"), "hush")
	reply := newAsk(t, "pulumi", "Pulumi.yaml",
		program)(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Inside: "tags"}})
	edges := map[string]bool{}
	for _, e := range reply.Layout.Edges {
		edges[e.From+" -> "+e.To] = true
	}
	assert.Equal(t, map[string]bool{"outputs.both: said -> tags: Name": true, "outputs.both: said -> tags: Owner": true,
		"outputs.both: whole -> tags": true}, edges)
	for _, n := range reply.Layout.Nodes {
		if n.ID == "tags: Spare" {
			assert.Equal(t, "tags", n.Of)
			assert.Equal(t, "known", n.State)
			assert.Equal(t, "tags · 1", n.Detail)
		}
	}
}

func TestAPathReadByACallIsDrawnAsAValue(t *testing.T) {
	got := drawnInside(t, "hot", "template.yaml", `
heat_template_version: 2018-08-31
resources:
  net: {type: OS::Neutron::Net}
  port:
    type: OS::Neutron::Port
    properties: {network: {get_attr: [net, tags, 0]}, name: {get_resource: net}}
`, "resources.net")
	for _, want := range []string{"resources.net: tags[0]", "resources.port: properties.network",
		"resources.port: properties.name"} {
		assert.Contains(t, got, want)
	}
}

// TestTheValuesInsideAGroupAreThoseOfItsMembers draws the values inside a property that has
// properties, and inside a client. The nodes that members need are drawn, too, but no member is
// also drawn as a field of the group.
func TestTheValuesInsideAGroupAreThoseOfItsMembers(t *testing.T) {
	got := drawnInside(t, "esc", "env.yaml",
		"values:\n  zone: a\n  set: {name: x, host: \"${zone}.example\"}\n  url: https://${set.host}\n", "set")
	for _, want := range []string{"set.host", "set.name", "zone", "url"} {
		assert.Contains(t, got, want)
	}
	assert.NotContains(t, got, "set: ")
	got = drawnInside(t, "pullconf", "clients.yaml", `---
type: client
name: web
resources:
  - type: user
    parameters:
      name: ada
      comment: until ${pullconf::hour}
variables:
  hour: 3
`, "client/web")
	assert.Contains(t, got, "resource/web/user/ada: parameters.comment")
	assert.Contains(t, got, "variable/web/hour")
}

func TestEndsOfTheGraphAreMarked(t *testing.T) {
	reply := newAsk(t, "pulumi", "Pulumi.yaml", `
name: ends
runtime: yaml
variables: {first: 1, second: "${first}", spare: "${first}"}
outputs: {end: "${second}", fixed: 1}
`)(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{}})
	ends := map[string]string{}
	for _, n := range reply.Layout.Nodes {
		ends[n.Label] = n.End
	}
	assert.Equal(t, map[string]string{"first": "root", "second": "", "spare": "unused", "end": "", "fixed": ""}, ends)
}

func TestATooLargeGraphIsNotDrawnButExportedAsData(t *testing.T) {
	var text strings.Builder
	text.WriteString("name: p\nruntime: yaml\noutputs:\n")
	for i := range evaluator.MaxDrawn {
		fmt.Fprintf(&text, "  o%d: ${r%d}\n", i, i)
	}
	engine := evaluator.New()
	ask := func(request protocol.Request) protocol.Reply {
		var reply protocol.Reply
		require.NoError(t, protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply))
		return reply
	}
	files := []protocol.File{{Name: "Pulumi.yaml", Text: text.String()}}
	ask(protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Files: files, Lean: true}})
	layout := func(l protocol.LayoutRequest) protocol.Reply { return ask(protocol.Request{Op: "layout", Layout: &l}) }
	export := func(format string) protocol.Reply {
		return ask(protocol.Request{Op: "export", Export: &protocol.ExportRequest{Format: format,
			Drawing: &protocol.LayoutRequest{}}})
	}
	const many = "the drawing would have 10,000 nodes and 5,000 edges; " +
		"at most 5,000 nodes and 20,000 edges can be drawn"
	assert.Contains(t, layout(protocol.LayoutRequest{Fit: true, Width: 800, Height: 600}).Error,
		"there are 10,000 parts, too many to draw")
	assert.Contains(t, layout(protocol.LayoutRequest{Kinds: []string{"output", "missing"}}).Error, many)
	assert.Contains(t, export("svg").Error, many)
	assert.Len(t, layout(protocol.LayoutRequest{Focus: []string{"outputs.o7"}, Depth: 1}).Layout.Nodes, 2)
	assert.Equal(t, 2*evaluator.MaxDrawn, strings.Count(export("dot").Export.Text, "[label="))
}
