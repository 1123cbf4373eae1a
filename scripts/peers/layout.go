package main

import (
	"fmt"
	"io"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pantograph/evaluator"
	"pantograph/evaluator/layout"
	"pantograph/evaluator/protocol"
)

// layouts lists the engines that lay out the same graphs. The first is ours.
var layouts = []struct {
	name     string
	draw     layoutEngine
	maxNodes int // larger graphs take minutes
}{
	{"ours", drawOurs, 5000},
	{"elk", elk(false), 1000},
	{"elk trunks", elk(true), 1000},
	{"dot", dot, 1000},
}

// A sample is a graph that all engines lay out. The table has the medians of each set of samples.
type sample struct {
	set   string
	graph layout.Graph
}

// compareLayouts prints a comparison of our drawings with those of ELK and Graphviz.
func compareLayouts(out io.Writer, seed int64, real string) error {
	if err := installLayouts(); err != nil {
		return err
	}
	samples := randomGraphs(seed)
	drawn, err := programs(filepath.Join(testdata))
	samples = append(samples, drawn...)
	if err == nil && real != "" {
		drawn, err = programs(real)
		samples = append(samples, drawn...)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "layout, against elkjs 0.12.1 (layered, orthogonal, also with one port for all lines towards a "+
		"box) and Graphviz (dot, splines=ortho):\n"+
		"medians; in brackets: ratio to the better of the other engines (for area and bends: the better of elk)\n\n"+
		"%-22s %-10s %12s %10s %8s %8s %9s %7s %9s\n",
		"graphs", "engine", "crossings", "bends", "through", "overlays", "area, MP", "w : h", "ms")
	for len(samples) > 0 {
		// The samples of a set are consecutive.
		n := slices.IndexFunc(samples, func(s sample) bool { return s.set != samples[0].set })
		if n < 0 {
			n = len(samples)
		}
		compareSet(out, samples[:n])
		samples = samples[n:]
	}
	return nil
}

// randomGraphs generates graphs of several sizes, more small ones than large ones. The same seed
// always generates the same graphs.
func randomGraphs(seed int64) (out []sample) {
	for _, size := range []struct{ nodes, times int }{{5, 7}, {18, 7}, {30, 7}, {100, 5}, {300, 3}, {1000, 1},
		{5000, 1}} {
		for _, f := range families {
			for i := range size.times {
				r := rand.New(rand.NewSource(seed + int64(1000*i+size.nodes)))
				out = append(out, sample{fmt.Sprintf("%d %s", size.nodes, f.name), f.draw(r, size.nodes)})
			}
		}
	}
	return out
}

// programs returns the graphs of the templates in the subfolders of a folder. Each subfolder has the
// name of a dialect.
func programs(root string) (out []sample, err error) {
	for _, dialect := range []string{"pulumi", "esc", "hot", "terraform", "pullconf"} {
		err := filepath.WalkDir(filepath.Join(root, dialect), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil // the subfolder may be missing
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files := map[string]string{filepath.Base(path): string(text)}
			switch {
			case strings.HasSuffix(path, ".txtar"):
				files = filesOf(string(text))
			case !strings.HasSuffix(path, ".yaml"):
				return nil
			}
			if g := graphOf(dialect, files); len(g.Edges) > 0 {
				name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
				out = append(out, sample{name, g})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	// Small graphs form one set; larger graphs are reported individually.
	const small = 20
	for i := range out {
		if len(out[i].graph.Nodes) < small {
			out[i].set = filepath.Base(root) + ", below 20"
		}
	}
	slices.SortStableFunc(out, func(a, b sample) int { return len(a.graph.Nodes) - len(b.graph.Nodes) })
	return out, nil
}

// graphOf returns the graph of a program with all groups open, with the sizes that the page uses.
func graphOf(dialect string, files map[string]string) (g layout.Graph) {
	engine := evaluator.New()
	request := protocol.EvaluateRequest{Dialect: dialect}
	for _, name := range keys(files) {
		request.Files = append(request.Files, protocol.File{Name: name, Text: files[name]})
	}
	var reply protocol.Reply
	asked := protocol.Request{Op: "evaluate", Evaluate: &request}
	if protocol.Decode(engine.Call(asked.AppendJSON(nil)), &reply) != nil || reply.Evaluate == nil {
		return g
	}
	// Expand is a list of groups. Other nodes in it have no effect.
	var open []string
	for _, n := range reply.Evaluate.Graph.Nodes {
		open = append(open, n.ID)
	}
	// This layout is requested only for the sizes of the boxes.
	asked = protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Expand: open}}
	if protocol.Decode(engine.Call(asked.AppendJSON(nil)), &reply) != nil || reply.Layout == nil {
		return g
	}
	at := map[string]int{}
	for i, n := range reply.Layout.Nodes {
		at[n.ID] = i
		g.Nodes = append(g.Nodes, layout.Node{ID: n.ID, Width: n.Width, Height: n.Height})
	}
	w := wire(g)
	for _, e := range reply.Layout.Edges {
		w.add(at[e.From], at[e.To])
	}
	return w.graph
}

// compareSet prints the rows of a set of samples, one for each engine.
func compareSet(out io.Writer, samples []sample) {
	medians := make([]quality, len(layouts))
	drawn := make([]bool, len(layouts))
	for i, engine := range layouts {
		var all []quality
		for _, s := range samples {
			if len(s.graph.Nodes) > engine.maxNodes {
				continue
			}
			if p, err := engine.draw(s.graph); err == nil {
				all = append(all, measure(s.graph, p))
			}
		}
		// Medians of an engine that cannot draw all of the graphs would not be comparable.
		if drawn[i] = len(all) == len(samples); drawn[i] {
			medians[i] = medianOf(all)
		}
	}
	for i, engine := range layouts {
		title := ""
		if i == 0 {
			title = samples[0].set
			if len(samples) == 1 && !strings.Contains(title, " ") {
				title = fmt.Sprintf("%d %s", len(samples[0].graph.Nodes), title)
			}
		}
		m := medians[i]
		switch {
		case !drawn[i]:
			fmt.Fprintf(out, "%-22.22s %-10s -\n", title, engine.name)
		// Crossings are compared with those of the best other engine. Bends and area are compared with
		// ELK only, because the lines of dot run through boxes.
		case i == 0:
			fmt.Fprintf(out, "%-22.22s %-10s %5d %6s %5d %5s %7d %8d %4.2f %4s %7.2f %9.1f\n", title, engine.name,
				m.crossings, ratio(float64(m.crossings), best(medians[1:], drawn[1:], quality.crossed)),
				m.bends, ratio(float64(m.bends), best(medians[1:3], drawn[1:3], quality.bent)), m.through, m.overlays,
				m.area/1e6, ratio(m.area, best(medians[1:3], drawn[1:3], quality.covered)), m.aspect, m.ms)
		default:
			fmt.Fprintf(out, "%-22.22s %-10s %5d %6s %5d %5s %7d %8d %4.2f %4s %7.2f %9.1f\n", title, engine.name,
				m.crossings, "", m.bends, "", m.through, m.overlays, m.area/1e6, "", m.aspect, m.ms)
		}
	}
}

// These methods can be passed to best and medianOf.
func (q quality) crossed() float64 { return float64(q.crossings) }
func (q quality) bent() float64    { return float64(q.bends) }
func (q quality) covered() float64 { return q.area }

// best returns the minimum of a measure among the engines that have drawn, or -1 if none has.
func best(of []quality, drawn []bool, by func(quality) float64) float64 {
	least := -1.
	for i, q := range of {
		if drawn[i] && (least < 0 || by(q) < least) {
			least = by(q)
		}
	}
	return least
}

// ratio formats the ratio of ours to theirs. It returns "" if theirs is negative, which means that no
// other engine has drawn.
func ratio(ours, theirs float64) string {
	switch {
	case theirs < 0:
		return ""
	case theirs == 0 && ours == 0:
		return "(1)"
	case theirs == 0:
		return "(∞)"
	}
	return fmt.Sprintf("(%.2f)", ours/theirs)
}

// medianOf returns the median of each measure, or the maximum of measures that should be 0.
func medianOf(all []quality) (m quality) {
	median := func(by func(quality) float64) float64 {
		values := make([]float64, len(all))
		for i, q := range all {
			values[i] = by(q)
		}
		slices.Sort(values)
		return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
	}
	for _, q := range all {
		m.through, m.overlays = max(m.through, q.through), max(m.overlays, q.overlays)
	}
	m.crossings, m.bends = int(median(quality.crossed)), int(median(quality.bent))
	m.area = median(quality.covered)
	m.aspect = median(func(q quality) float64 { return q.aspect })
	m.ms = median(func(q quality) float64 { return q.ms })
	return m
}
