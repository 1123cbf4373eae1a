package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"pantograph/evaluator/layout"
)

// layoutTimeout limits the time that Graphviz may take for one graph.
const layoutTimeout = 10 * time.Second

// errNoLayouts is the error if the other engines are not available.
var errNoLayouts = errors.New("comparing layouts needs Node with npm and Graphviz's dot")

// A layoutEngine lays out a graph from left to right, with the same gaps as our engine.
type layoutEngine func(g layout.Graph) (picture, error)

// installLayouts checks that the other engines are available, and installs elkjs.
func installLayouts() error {
	for _, name := range []string{"node", "npm", "dot"} {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("%w: %w", errNoLayouts, err)
		}
	}
	if _, err := os.Stat("node_modules/elkjs"); err == nil {
		return nil
	}
	out, err := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: npm ci: %s", errNoLayouts, out)
	}
	return nil
}

// drawOurs draws with our engine. The time includes only the layout.
func drawOurs(g layout.Graph) (picture, error) {
	start := time.Now()
	d := layout.Compute(g)
	p := picture{ms: float64(time.Since(start).Microseconds()) / 1000}
	for i, n := range g.Nodes {
		x, y := float64(d.Nodes[i].X), float64(d.Nodes[i].Y)
		p.boxes = append(p.boxes, [4]float64{x, y, x + float64(n.Width), y + float64(n.Height)})
	}
	for _, r := range d.Edges {
		var line []float64
		for _, at := range r.Points {
			line = append(line, float64(at))
		}
		p.lines = append(p.lines, line)
	}
	return p, nil
}

// An elkGraph is a graph in the format of elkjs.
type elkGraph struct {
	ID            string            `json:"id"`
	LayoutOptions map[string]string `json:"layoutOptions,omitempty"`
	X             float64           `json:"x"`
	Y             float64           `json:"y"`
	Width         float64           `json:"width"`
	Height        float64           `json:"height"`
	Children      []elkGraph        `json:"children,omitempty"`
	Ports         []elkPort         `json:"ports,omitempty"`
	Edges         []elkEdge         `json:"edges,omitempty"`
}

// An elkPort is a point on a box where lines start or end.
type elkPort struct {
	ID            string            `json:"id"`
	LayoutOptions map[string]string `json:"layoutOptions"`
}

// An elkEdge is an edge. ELK adds the sections, which are the pieces of its line.
type elkEdge struct {
	ID       string   `json:"id"`
	Sources  []string `json:"sources"`
	Targets  []string `json:"targets"`
	Sections []struct {
		StartPoint, EndPoint elkPoint
		BendPoints           []elkPoint
	} `json:"sections,omitempty"`
}

// An elkPoint is a point of a line.
type elkPoint struct{ X, Y float64 }

// elk returns an engine that draws with ELK's layered algorithm. With trunks, the lines to a box share
// a port at its side, as in our drawings. (ELK's option mergeEdges joins them at both ends, so that one
// cannot see which boxes they connect.)
func elk(trunks bool) layoutEngine {
	options := map[string]string{
		"elk.algorithm": "layered", "elk.direction": "RIGHT", "elk.edgeRouting": "ORTHOGONAL",
		"elk.spacing.nodeNode": "16", "elk.layered.spacing.nodeNodeBetweenLayers": "56",
		"elk.spacing.edgeNode": "12", "elk.spacing.edgeEdge": "12", "elk.spacing.componentComponent": "32",
		"elk.layered.spacing.edgeEdgeBetweenLayers": "8", "elk.layered.spacing.edgeNodeBetweenLayers": "16",
		"elk.padding": "[top=16,left=16,bottom=16,right=16]",
	}
	return func(g layout.Graph) (picture, error) {
		root := elkGraph{ID: "root", LayoutOptions: options}
		for i, n := range g.Nodes {
			box := elkGraph{ID: strconv.Itoa(i), Width: float64(n.Width), Height: float64(n.Height)}
			if trunks {
				box.LayoutOptions = map[string]string{"elk.portConstraints": "FIXED_SIDE"}
				box.Ports = []elkPort{{"t" + box.ID, map[string]string{"elk.port.side": "EAST"}}}
			}
			root.Children = append(root.Children, box)
		}
		for i, e := range g.Edges {
			from, to, id := strconv.Itoa(e.From), strconv.Itoa(e.To), strconv.Itoa(i)
			if trunks {
				box := &root.Children[e.From]
				box.Ports = append(box.Ports, elkPort{"p" + id, map[string]string{"elk.port.side": "WEST"}})
				from, to = "p"+id, "t"+to
			}
			// A node is drawn to the right of the nodes that it needs, so ELK gets the edge reversed.
			root.Edges = append(root.Edges, elkEdge{ID: "e" + id, Sources: []string{to}, Targets: []string{from}})
		}
		asked, err := json.Marshal(root)
		if err != nil {
			return picture{}, err
		}
		return askELK(asked)
	}
}

// askELK sends a graph to ELK. All graphs go to one Node process: ELK is slow to start, and becomes
// faster when it is warm.
var askELK = func() func(asked []byte) (picture, error) {
	var in io.Writer
	var out *json.Decoder
	return func(asked []byte) (picture, error) {
		if out == nil {
			c := exec.Command("node", "--stack-size=4000", "elkdriver.mjs")
			stdin, err := c.StdinPipe()
			stdout, err2 := c.StdoutPipe()
			if err := errors.Join(err, err2, c.Start()); err != nil {
				return picture{}, err
			}
			in, out = stdin, json.NewDecoder(stdout)
		}
		var got struct {
			Drawing elkGraph
			MS      float64
		}
		if _, err := in.Write(append(asked, '\n')); err != nil {
			return picture{}, err
		}
		err := out.Decode(&got)
		return got.Drawing.picture(got.MS), err
	}
}()

// picture converts ELK's answer. ms is the time that the driver measured.
func (d elkGraph) picture(ms float64) picture {
	p := picture{ms: ms}
	for _, n := range d.Children {
		p.boxes = append(p.boxes, [4]float64{n.X, n.Y, n.X + n.Width, n.Y + n.Height})
	}
	for _, e := range d.Edges {
		var line []float64
		for _, s := range e.Sections {
			line = append(line, s.StartPoint.X, s.StartPoint.Y)
			for _, b := range s.BendPoints {
				line = append(line, b.X, b.Y)
			}
			line = append(line, s.EndPoint.X, s.EndPoint.Y)
		}
		p.lines = append(p.lines, line)
	}
	return p
}

// dot draws with Graphviz. Its orthogonal lines do not use ports and may run through boxes.
func dot(g layout.Graph) (picture, error) {
	const inch = 72
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph {rankdir=LR;splines=ortho;nodesep=%g;ranksep=%g;node[shape=box,fixedsize=true,label=\"\"];edge[arrowhead=none];\n",
		16./inch, 56./inch)
	for i, n := range g.Nodes {
		fmt.Fprintf(&b, "%d[width=%g,height=%g];\n", i, float64(n.Width)/inch, float64(n.Height)/inch)
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "%d->%d;\n", e.To, e.From)
	}
	b.WriteString("}\n")
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), layoutTimeout)
	defer cancel()
	c := exec.CommandContext(ctx, "dot", "-Tplain", "-y")
	c.Stdin = &b
	out, err := c.Output()
	if err != nil {
		return picture{}, err
	}
	p := picture{ms: float64(time.Since(start).Milliseconds()), boxes: make([][4]float64, len(g.Nodes))}
	// The edges in the output are in another order, so they are identified by their ends.
	byEnds := map[layout.Edge][]float64{}
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		f := strings.Fields(s.Text())
		at := func(i int) float64 {
			v, _ := strconv.ParseFloat(f[i], 64)
			return v * inch
		}
		switch f[0] {
		case "node":
			i, _ := strconv.Atoi(f[1])
			p.boxes[i] = [4]float64{at(2) - at(4)/2, at(3) - at(5)/2, at(2) + at(4)/2, at(3) + at(5)/2}
		case "edge":
			to, _ := strconv.Atoi(f[1])
			from, _ := strconv.Atoi(f[2])
			count, _ := strconv.Atoi(f[3])
			var line []float64
			for i := 0; i < count; i += 3 { // the points between are control points of Bézier curves
				line = append(line, at(4+2*i), at(5+2*i))
			}
			byEnds[layout.Edge{From: from, To: to}] = line
		}
	}
	for _, e := range g.Edges {
		p.lines = append(p.lines, byEnds[e])
	}
	return p, nil
}
