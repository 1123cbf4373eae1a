package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/example"
	"pantograph/evaluator/protocol"
	"pantograph/scripts/internal/datafiles"
)

// An entry is an example in the form that the page reads.
type entry struct {
	Dialect string          `json:"dialect"`
	Name    string          `json:"name"`
	Title   string          `json:"title"`
	Prose   string          `json:"prose"`
	Files   []protocol.File `json:"files"`
	Sketch  *sketch         `json:"sketch,omitempty"`
}

// first is the example that the page shows before anything is loaded.
type first struct {
	entry
	Snapshot *protocol.Snapshot
	Layout   *protocol.Layout
}

// gallery writes the examples that belong to the gallery, and keeps the first one with its result.
func (b *build) gallery() error {
	examples, err := example.Load(os.DirFS(filepath.Join(b.Root, "testdata")))
	if err != nil {
		return err
	}
	b.entries = examples
	entries, err := galleryOf(examples)
	if err != nil {
		return err
	}
	// Every example is evaluated for its sketch. Only the first one's result is part of the page.
	for i, e := range entries {
		seen, err := evaluate(e)
		if err != nil {
			return err
		}
		entries[i].Sketch = sketchOf(seen.Layout, cmp.Or(seen.mainText(), e.Files[0].Text))
		if i == 0 {
			b.first = seen
		}
	}
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(entries); err != nil {
		return err
	}
	b.assets.Gallery = b.add("gallery.json", text.Bytes())
	if len(entries) == 0 {
		fmt.Println("build: no example has a gallery header, so the page starts empty")
	}
	return nil
}

// galleryOf returns the examples with a gallery header, ordered by dialect (in the order of their
// list), then by number.
func galleryOf(examples []*example.Example) ([]entry, error) {
	type positioned struct {
		position float64
		entry    entry
	}
	var all []positioned
	for _, e := range examples {
		field := e.Field("gallery")
		if field == "" {
			continue
		}
		position, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return nil, fmt.Errorf("%s/%s: gallery must be a number, the position in the gallery", e.Dialect, e.Name)
		}
		// The list of files is never nil, so that JSON has [] instead of null.
		one := entry{e.Dialect, e.Name, e.Title, e.Prose, []protocol.File{}, nil}
		for _, file := range e.Files {
			one.Files = append(one.Files, protocol.File{Name: file.Name, Text: file.Text})
		}
		all = append(all, positioned{position, one})
	}
	rank := func(p positioned) int { return slices.Index(dialect.Names(), p.entry.Dialect) }
	slices.SortStableFunc(all, func(a, b positioned) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.position, b.position))
	})
	entries := []entry{}
	for _, one := range all {
		entries = append(entries, one.entry)
	}
	return entries, nil
}

// evaluate sends a native engine the requests with which the page starts.
func evaluate(e entry) (*first, error) {
	engine := datafiles.Engine()
	snapshot, err := ask(engine,
		protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Dialect: e.Dialect, Files: e.Files}})
	if err != nil {
		return nil, fmt.Errorf("%s/%s: %w", e.Dialect, e.Name, err)
	}
	layout, err := ask(engine, protocol.Request{Op: "layout", Layout: &protocol.LayoutRequest{Direction: "right",
		Expand: openGroups(snapshot.Evaluate.Graph)}})
	if err != nil {
		return nil, fmt.Errorf("%s/%s: %w", e.Dialect, e.Name, err)
	}
	return &first{e, snapshot.Evaluate, layout.Layout}, nil
}

// openGroups returns the groups that the page opens initially: all groups of a small graph.
func openGroups(g protocol.Graph) []string {
	if len(g.Nodes) > protocol.SmallGraph {
		return nil
	}
	var groups []string
	for _, n := range g.Nodes {
		if n.Parent != "" && !slices.Contains(groups, n.Parent) {
			groups = append(groups, n.Parent)
		}
	}
	return groups
}

// ask sends a request to an engine encoded as JSON, as the page does, and returns the reply. It
// returns an error if the reply is one.
func ask(engine *evaluator.Engine, request protocol.Request) (protocol.Reply, error) {
	var reply protocol.Reply
	if err := protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply); err != nil {
		return reply, err
	}
	if reply.Error != "" {
		return reply, fmt.Errorf("the engine refuses %s: %s", request.Op, reply.Error)
	}
	return reply, nil
}

// mainText returns the text of the file that was evaluated as the main one.
func (f *first) mainText() string {
	for _, file := range f.Files {
		if file.Name == f.Snapshot.Main {
			return file.Text
		}
	}
	return ""
}

// json returns the content of the element pg-first.
func (f *first) json() ([]byte, error) {
	out, err := json.Marshal(f.entry)
	if err != nil {
		return nil, err
	}
	// encoding/json does not know the encoders of the snapshot and the layout, so these are appended
	// to the entry's JSON.
	out = append(bytes.TrimSuffix(out, []byte("}")), `,"snapshot":`...)
	out = f.Snapshot.AppendJSON(out)
	out = f.Layout.AppendJSON(append(out, `,"layout":`...))
	return append(out, '}'), nil
}
