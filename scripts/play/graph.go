package main

import (
	"fmt"
	"io"
	"slices"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// graphOptions select which part of the graph is printed, and how.
type graphOptions struct {
	format    string   // one of protocol.GraphFormats; "" if no graph is printed
	focus     []string // node ids
	flow      string   // "needs", "users", "path" or "", as in the protocol
	inside    string   // a node whose values are drawn; "" for the graph
	depth     int      // the largest number of edges between a node and the focus
	direction string   // a key of directions
	dark      bool
	title     string
	legend    bool
}

// directions maps the values of -direction to those of the protocol: where dependants are.
var directions = map[string]string{"lr": "right", "tb": "down"}

// request returns the request with which the page exports the same file. It fails if the graph has
// no node that an option names.
func (o graphOptions) request(s *evaluator.Snapshot) (protocol.ExportRequest, error) {
	asked := protocol.LayoutRequest{Focus: o.focus, Flow: o.flow, Depth: o.depth, Inside: o.inside,
		Direction: directions[o.direction]}
	known := map[string]bool{}
	// All groups are open, since a reader of the file cannot open one.
	for _, n := range s.Graph().Nodes {
		known[n.ID] = true
		if n.Parent != "" && !slices.Contains(asked.Expand, n.Parent) {
			asked.Expand = append(asked.Expand, n.Parent)
		}
	}
	for _, id := range append(slices.Clone(o.focus), o.inside) {
		if id != "" && !known[id] {
			return protocol.ExportRequest{}, fmt.Errorf("the graph has no node %s", id)
		}
	}
	return protocol.ExportRequest{Format: o.format, Dark: o.dark, Title: o.title, Legend: o.legend,
		Drawing: &asked}, nil
}

// printGraph prints the graph in the requested format.
func printGraph(s *evaluator.Snapshot, o graphOptions, out io.Writer) error {
	asked, err := o.request(s)
	if err != nil {
		return err
	}
	exported, err := s.Export(&asked)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, exported.Text)
	return err
}
