package evaluator_test

import (
	"fmt"
	"strings"
	"testing"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// BenchmarkLayout lays out graphs like those of web/test/bench/graph.bench.ts: the whole graph, and the
// part of it that fits into a pane.
func BenchmarkLayout(b *testing.B) {
	for _, n := range []int{30, 100, 300, 1000, 5000} {
		for _, isFit := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d/fit=%t", n, isFit), func(b *testing.B) {
				engine := evaluator.New()
				call := func(r protocol.Request) {
					var reply protocol.Reply
					err := protocol.Decode(engine.Call(r.AppendJSON(nil)), &reply)
					if err != nil || reply.Evaluate == nil && reply.Layout == nil {
						b.Fatal("the engine does not answer", err)
					}
				}
				files := []protocol.File{{Name: "Pulumi.yaml", Text: linkedProgram(n)}}
				evaluate := &protocol.EvaluateRequest{Dialect: "pulumi", Files: files}
				call(protocol.Request{Op: "evaluate", Evaluate: evaluate})
				asked := &protocol.LayoutRequest{Width: 700, Height: 800, Fit: isFit}
				b.ReportAllocs()
				for b.Loop() {
					call(protocol.Request{Op: "layout", Layout: asked})
				}
			})
		}
	}
}

// linkedProgram returns a program with n variables, the same as the benchmark of the page. A fifth of them
// need nothing; the others need one to three variables, most of which are defined shortly before them.
func linkedProgram(n int) string {
	seed := 1
	below := func(limit int) int {
		seed = seed * 48_271 % 2_147_483_647
		return seed % limit
	}
	var b strings.Builder
	b.WriteString("name: graph\nruntime: yaml\nvariables:\n")
	first := max(1, n/5)
	for v := range n {
		needs := map[int]bool{}
		fmt.Fprintf(&b, "  part%d: \"x", v)
		if v >= first {
			for range 1 + below(3) {
				choices := []int{below(first), below(v), v - 1 - below(min(v, 12)), v - 1 - below(min(v, 12))}
				if w := choices[below(4)]; !needs[w] {
					needs[w] = true
					fmt.Fprintf(&b, " ${part%d}", w)
				}
			}
		}
		b.WriteString("\"\n")
	}
	return b.String()
}
