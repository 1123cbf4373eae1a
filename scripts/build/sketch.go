package main

import (
	"fmt"
	"strings"

	"pantograph/evaluator/protocol"
)

// A sketch is a small drawing of an example for the gallery: SVG paths.
type sketch struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Boxes  string `json:"boxes"`
	Lines  string `json:"lines"`
}

// The size of a sketch, in its own units: twice the size at which it is shown.
const (
	sketchWidth  = 168
	sketchHeight = 112
	sketchLines  = 14 // lines that are drawn of a text without a graph
)

// sketchOf draws the graph, or the lines of the text if the graph is empty.
func sketchOf(layout *protocol.Layout, text string) *sketch {
	if len(layout.Nodes) == 0 {
		return sketchOfText(text)
	}
	scale := min(sketchWidth/float64(max(layout.Width, 1)), sketchHeight/float64(max(layout.Height, 1)), 1)
	at := func(n int) int { return int(float64(n)*scale + 0.5) }
	var boxes, lines strings.Builder
	for _, n := range layout.Nodes {
		// A box of a large graph may be less than a unit wide, and would be invisible.
		width := max(at(n.Width), 2)
		fmt.Fprintf(&boxes, "M%d %dh%dv%dh-%dz", at(n.X), at(n.Y), width, max(at(n.Height), 2), width)
	}
	for _, e := range layout.Edges {
		for i := 0; i+1 < len(e.Points); i += 2 {
			letter := "L"
			if i == 0 {
				letter = "M"
			}
			fmt.Fprintf(&lines, "%s%d %d", letter, at(e.Points[i]), at(e.Points[i+1]))
		}
	}
	return &sketch{at(layout.Width), at(layout.Height), boxes.String(), lines.String()}
}

// sketchOfText draws each line of a text as a bar from its indentation to its end.
func sketchOfText(text string) *sketch {
	const step = sketchHeight / sketchLines
	var lines strings.Builder
	rows := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, row := range rows[:min(len(rows), sketchLines)] {
		bare := strings.TrimLeft(row, " ")
		from, to := 3*(len(row)-len(bare)), min(3*len(row), sketchWidth)
		if from < to {
			fmt.Fprintf(&lines, "M%d %dH%d", from, step*i+step/2, to)
		}
	}
	return &sketch{Width: sketchWidth, Height: step * min(len(rows), sketchLines), Lines: lines.String()}
}
