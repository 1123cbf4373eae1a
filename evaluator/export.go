package evaluator

import (
	"fmt"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
)

// Export returns the graph as a file in one of protocol.GraphFormats. It returns an error if there
// is no such format, or if the graph is too large to be drawn or exported.
func (s *Snapshot) Export(asked *protocol.ExportRequest) (*protocol.Exported, error) {
	switch g := s.Graph(); {
	case g.IsLong:
		return nil, fmt.Errorf("the names and paths in the graph are longer than %d MB in total, too long to export",
			inspect.MaxText>>20)
	case g.IsCut:
		return nil, fmt.Errorf("the graph has more than %d nodes and edges, too many to export", MaxWritten)
	}
	g := s.narrowed(asked.Drawing)
	drawing := protocol.LayoutRequest{Direction: "right"}
	if asked.Drawing != nil {
		drawing = *asked.Drawing
		g.reserveGrips() // the page chose the direction and the nodes for boxes with grips
	}
	viewport := render.Viewport{Down: drawing.Direction == "down", Width: drawing.Width, Height: drawing.Height}
	if drawing.Fit || drawing.Direction == "" && g.checkSize() == nil {
		viewport = g.arrange(&drawing, nil).Viewport
	}
	direction := "RL"
	if viewport.Down {
		direction = "BT"
	}
	switch asked.Format {
	case "svg":
		return g.svg(viewport, asked)
	case "dot":
		return &protocol.Exported{Name: "graph.dot", Type: "text/vnd.graphviz",
			Text: render.DOT(g.Graph, direction)}, nil
	case "mermaid":
		return &protocol.Exported{Name: "graph.mmd", Type: "text/plain", Text: render.Mermaid(g.Graph, direction)}, nil
	case "markdown":
		return &protocol.Exported{Name: "graph.md", Type: "text/markdown", Text: render.Markdown(g.Graph)}, nil
	case "csv":
		return &protocol.Exported{Name: "graph.csv", Type: "text/csv", Text: render.CSV(g.Graph)}, nil
	case "json":
		if asked.Drawing != nil {
			return &protocol.Exported{Name: "graph.json", Type: "application/json",
				Text: render.GraphJSON(g.Graph)}, nil
		}
		return &protocol.Exported{Name: "graph.json", Type: "application/json",
			Text: diag.EscapeJSON(string(appendGraph(nil, s.Graph()))) + "\n"}, nil
	}
	return nil, fmt.Errorf("there is no format %q; the formats are %s", asked.Format,
		strings.Join(protocol.GraphFormats, ", "))
}

// svg returns the drawing as an SVG file. Its boxes have no grips, since a picture cannot open
// groups.
func (d *drawing) svg(viewport render.Viewport, asked *protocol.ExportRequest) (*protocol.Exported, error) {
	if err := d.checkSize(); err != nil {
		return nil, err
	}
	for i := range d.Nodes {
		d.Nodes[i].HasGrip = false
	}
	theme := render.Light
	if asked.Dark {
		theme = render.Dark
	}
	sheet := render.Sheet{Title: asked.Title, Legend: asked.Legend, Theme: theme}
	return &protocol.Exported{Name: "graph.svg", Type: "image/svg+xml",
		Text: render.SVG(d.Graph, render.Arrange(d.Graph, viewport), sheet)}, nil
}
