package evaluator_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// chainProgram is a program in which each variable needs the previous one, except for a side branch.
const chainProgram = `
name: chain
runtime: yaml
config:
  stage: {type: string, default: dev}
variables:
  a: ${stage}
  b: ${a}
  c: ${b}
  side: ${a}
resources:
  key:
    type: random:RandomPassword
    properties: {length: 8}
outputs:
  end: ${c}
  secret: ${key.result}
`

// ids returns the sorted ids of a layout's boxes.
func ids(l *protocol.Layout) (out []string) {
	for _, n := range l.Nodes {
		out = append(out, n.ID)
	}
	slices.Sort(out)
	return out
}

func TestADrawingIsNarrowed(t *testing.T) {
	ask := newAsk(t, "pulumi", "Pulumi.yaml", chainProgram)
	for _, tc := range []struct {
		asked protocol.LayoutRequest
		want  string
	}{
		{protocol.LayoutRequest{}, "a b c key outputs.end outputs.secret side stage"},
		{protocol.LayoutRequest{Focus: []string{"b"}}, "b"},
		{protocol.LayoutRequest{Focus: []string{"b"}, Depth: 1}, "a b c"},
		{protocol.LayoutRequest{Focus: []string{"b"}, Depth: 1, Flow: "needs"}, "a b"},
		{protocol.LayoutRequest{Focus: []string{"b"}, Depth: 9, Flow: "users"}, "b c outputs.end"},
		{protocol.LayoutRequest{Focus: []string{"c", "stage"}, Flow: "path"}, "a b c stage"},
		{protocol.LayoutRequest{Focus: []string{"c", "key"}, Flow: "path"}, "c key"},
		{protocol.LayoutRequest{Focus: []string{"gone"}, Depth: 1}, "a b c key outputs.end outputs.secret side stage"},
		{protocol.LayoutRequest{Kinds: []string{"resource", "output"}}, "key outputs.end outputs.secret"},
		{protocol.LayoutRequest{Kinds: []string{"config", "output"}, Focus: []string{"stage"}, Depth: 1},
			"outputs.end stage"},
		{protocol.LayoutRequest{States: []string{"unknown"}}, "outputs.secret"},
		{protocol.LayoutRequest{Only: []string{"a", "c"}}, "a c"},
	} {
		l := ask(protocol.Request{Op: "layout", Layout: &tc.asked}).Layout
		got := strings.Join(ids(l), " ")
		if tc.asked.States != nil { // the states depend on Pulumi's rules
			assert.NotContains(t, got, "stage")
			continue
		}
		assert.Equal(t, tc.want, got, "%+v", tc.asked)
		if tc.asked.Only == nil {
			assert.Equal(t, 8, l.Total)
		}
	}
}

func TestEdgesPassThroughNodesThatAreLeftOut(t *testing.T) {
	ask := newAsk(t, "pulumi", "Pulumi.yaml", chainProgram)
	l := ask(protocol.Request{Op: "layout",
		Layout: &protocol.LayoutRequest{Kinds: []string{"config", "output"}}}).Layout
	require.Len(t, l.Edges, 1)
	assert.Equal(t, "outputs.end stage", l.Edges[0].From+" "+l.Edges[0].To)
	assert.True(t, l.Edges[0].Through)
}

func TestBoxesCountTheEdgesThatAreNotDrawn(t *testing.T) {
	ask := newAsk(t, "pulumi", "Pulumi.yaml", chainProgram)
	l := ask(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Focus: []string{"a"}}}).Layout
	require.Len(t, l.Nodes, 1)
	n := l.Nodes[0]
	assert.Equal(t, []int{1, 2, 3}, []int{n.Needs, n.Users, n.More})
}

// wideProgram returns a program with n variables. Every tenth is needed by the next nine, and by the next
// tenth.
func wideProgram(n int) string {
	var b strings.Builder
	b.WriteString("name: wide\nruntime: yaml\nvariables:\n")
	for i := range n {
		text := fmt.Sprintf("${v%d}", i/10*10)
		if i%10 == 0 {
			text = fmt.Sprintf("${v%d}", max(0, i-10))
		}
		if i == 0 {
			text = "x"
		}
		fmt.Fprintf(&b, "  v%d: %s\n", i, text)
	}
	return b.String()
}

func TestALargeGraphIsReadableAtFirst(t *testing.T) {
	ask := newAsk(t, "pulumi", "Pulumi.yaml", wideProgram(1020))
	for _, pane := range [][2]int{{1200, 800}, {390, 600}, {600, 300}} {
		request := protocol.LayoutRequest{Fit: true, Width: pane[0], Height: pane[1], Near: []string{"v500"}}
		l := ask(protocol.Request{Op: "layout", Layout: &request}).Layout
		assert.Equal(t, 1020, l.Total)
		assert.Greater(t, len(l.Nodes), 3)
		assert.Contains(t, ids(l), "v500")
		assert.LessOrEqual(t, l.Width*12, pane[0]*13)
		assert.LessOrEqual(t, l.Height*12, pane[1]*13)
		request.Near = nil
		l = ask(protocol.Request{Op: "layout", Layout: &request}).Layout
		assert.Contains(t, ids(l), "v0", "several variables have ten users; this is the first")
	}
	small := newAsk(t, "pulumi", "Pulumi.yaml", chainProgram)
	l := small(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Fit: true, Width: 1200,
		Height: 800}}).Layout
	assert.Len(t, l.Nodes, l.Total)
}

// A node with more users than fit beside each other used to be drawn almost alone, and a tall pane used to stay half
// empty.
func TestAReadablePartFillsThePane(t *testing.T) {
	var b strings.Builder
	b.WriteString("name: hub\nruntime: yaml\nvariables:\n  what-everything-else-needs: x\n")
	for i := range 9 {
		fmt.Fprintf(&b, "  user-of-the-hub-%d: ${what-everything-else-needs}\n", i)
		fmt.Fprintf(&b, "  derived-%d: ${user-of-the-hub-%d}\n  last-%d: ${derived-%d}\n", i, i, i, i)
	}
	for _, tc := range []struct {
		text                 string
		width, height, least int
	}{
		{b.String(), 374, 480, 12}, {b.String(), 425, 710, 18}, {b.String(), 425, 1100, 28},
		{wideProgram(1020), 700, 600, 40},
	} {
		ask := newAsk(t, "pulumi", "Pulumi.yaml", tc.text)
		l := ask(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Fit: true, Width: tc.width,
			Height: tc.height}}).Layout
		assert.GreaterOrEqual(t, len(l.Nodes), tc.least, "%d by %d", tc.width, tc.height)
		assert.LessOrEqual(t, l.Width*12, tc.width*13)
		assert.LessOrEqual(t, l.Height*12, tc.height*13)
	}
}

// Such a drawing used to keep its direction and positions, even if that made it too large for the pane.
func TestAReadableDrawingKeepsPositionsOnlyIfTheyFit(t *testing.T) {
	for _, panes := range [][4]int{{900, 300, 400, 800}, {400, 900, 900, 300}, {1200, 700, 500, 400}} {
		ask := newAsk(t, "pulumi", "Pulumi.yaml", wideProgram(60))
		draw := func(width, height int) *protocol.Layout {
			return ask(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Fit: true, KeepPositions: true,
				Width: width, Height: height}}).Layout
		}
		draw(panes[0], panes[1])
		l := draw(panes[2], panes[3])
		assert.LessOrEqual(t, l.Width*12, panes[2]*13, "%v", panes)
		assert.LessOrEqual(t, l.Height*12, panes[3]*13, "%v", panes)
	}
}

// At the next keystroke, a drawing that fits used to become too wide.
func TestAReadableDrawingStaysReadableWhileTheUserTypes(t *testing.T) {
	drawings, tooLarge := 0, 0
	for _, text := range []string{linkedProgram(60), linkedProgram(300)} {
		ask := newAsk(t, "pulumi", "Pulumi.yaml", text)
		for width := 400; width < 1000; width += 80 {
			for height := 300; height < 900; height += 100 {
				draw := func(request protocol.LayoutRequest) *protocol.Layout {
					request.Width, request.Height = width, height
					return ask(protocol.Request{Op: "layout", Layout: &request}).Layout
				}
				first := draw(protocol.LayoutRequest{Fit: true})
				same := draw(protocol.LayoutRequest{Focus: ids(first), KeepPositions: true})
				assert.Equal(t, first, same, "%d by %d", width, height)
				// A smaller graph almost always fits, too.
				less := draw(protocol.LayoutRequest{Focus: ids(first)[1:], KeepPositions: true})
				assert.Equal(t, first.Direction, less.Direction)
				drawings++
				if less.Width*12 > width*13 || less.Height*12 > height*13 {
					tooLarge++
				}
			}
		}
	}
	assert.Less(t, tooLarge*10, drawings)
}

func TestTheDirectionFitsThePane(t *testing.T) {
	ask := newAsk(t, "pulumi", "Pulumi.yaml", chainProgram)
	for _, tc := range []struct {
		width, height int
		direction     string
	}{{1200, 600, "right"}, {400, 900, "down"}, {0, 0, "right"}} {
		l := ask(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Width: tc.width,
			Height: tc.height}}).Layout
		assert.Equal(t, tc.direction, l.Direction, "%d by %d", tc.width, tc.height)
	}
}

// The direction in which text fits better was chosen although only the other one made the whole graph readable.
func TestAGraphThatIsReadableInOneDirectionIsDrawnWhole(t *testing.T) {
	ask := newAsk(t, "pulumi", "Pulumi.yaml", chainProgram)
	draw := func(request protocol.LayoutRequest) *protocol.Layout {
		return ask(protocol.Request{Op: "layout", Layout: &request}).Layout
	}
	fits := 0
	for width := 300; width < 900; width += 20 {
		down := draw(protocol.LayoutRequest{Direction: "down", Width: width, Height: 700})
		l := draw(protocol.LayoutRequest{Fit: true, Width: width, Height: 700})
		if down.Width*12 > width*13 || down.Height*12 > 700*13 {
			continue
		}
		fits++
		assert.Len(t, l.Nodes, l.Total, "%d wide", width)
		assert.LessOrEqual(t, l.Width*12, width*13)
	}
	assert.Greater(t, fits, 10)
}

func TestTheNarrowedDrawingIsExported(t *testing.T) {
	ask := newAsk(t, "pulumi", "Pulumi.yaml", chainProgram)
	for _, format := range protocol.GraphFormats {
		all := ask(protocol.Request{Op: "export", Export: &protocol.ExportRequest{Format: format}}).Export.Text
		part := ask(protocol.Request{Op: "export", Export: &protocol.ExportRequest{Format: format,
			Drawing: &protocol.LayoutRequest{Focus: []string{"b"}, Depth: 1, Direction: "down"}}}).Export.Text
		assert.Contains(t, all, "side", format)
		assert.NotContains(t, part, "side", format)
		assert.Equal(t, part, ask(protocol.Request{Op: "export", Export: &protocol.ExportRequest{Format: format,
			Drawing: &protocol.LayoutRequest{Focus: []string{"b"}, Depth: 1, Direction: "down"}}}).Export.Text, format)
	}
}

func TestNodesKeepTheirPositions(t *testing.T) {
	engine := evaluator.New()
	ask := func(request protocol.Request) protocol.Reply {
		var reply protocol.Reply
		require.NoError(t, protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply))
		require.Empty(t, reply.Error)
		return reply
	}
	draw := func(text string, steady bool) map[string]protocol.LayoutNode {
		ask(protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Dialect: "pulumi",
			Files: []protocol.File{{Name: "Pulumi.yaml", Text: text}}}})
		out := map[string]protocol.LayoutNode{}
		for _, n := range ask(protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{KeepPositions: steady}}).
			Layout.Nodes {
			out[n.ID] = n
		}
		return out
	}
	text := wideProgram(60)
	before := draw(text, true)
	after := draw(strings.Replace(text, "  v1: ", "  new: ${v30}\n  v1: ", 1), true)
	moved := 0
	for id, n := range before {
		if after[id].X != n.X || max(after[id].Y-n.Y, n.Y-after[id].Y) > n.Height/2 {
			moved++
		}
	}
	assert.Contains(t, after, "new")
	assert.Less(t, moved, len(before)/2)
}
