package evaluator

import (
	"encoding/binary"

	"pantograph/evaluator/protocol"
)

// The graph and the outline of a program can be larger than its text, but after most keystrokes only the positions on
// one line are different. A browser parses a reply on its main thread, which took 10 ms for 3,000 lines of ESC. So an
// inspection contains only what differs from the last one.

// An inspected is the last inspection that was sent: a hash of each element of its lists.
type inspected struct {
	revision                        int
	nodes, edges, symbols, unknowns []uint64
}

// inspect returns what a lean snapshot leaves out. Base is the revision of the last inspection that the page has
// received.
func (e *Engine) inspect(base int) *protocol.Inspection {
	i, last := e.last.inspection(e.revision), e.inspected
	nodes, edges := i.Graph.Nodes, i.Graph.Edges
	e.inspected = inspected{
		revision: e.revision,
		nodes:    hashes(len(nodes), func(k int, b []byte) []byte { return nodes[k].AppendJSON(b) }),
		edges:    hashes(len(edges), func(k int, b []byte) []byte { return edges[k].AppendJSON(b) }),
		symbols:  hashes(len(i.Outline), func(k int, b []byte) []byte { return i.Outline[k].AppendJSON(b) }),
		unknowns: hashes(len(i.Unknowns), func(k int, b []byte) []byte { return i.Unknowns[k].AppendJSON(b) }),
	}
	if base == 0 || base != last.revision || len(last.nodes) != len(nodes) || len(last.edges) != len(edges) ||
		len(last.symbols) != len(i.Outline) || len(last.unknowns) != len(i.Unknowns) {
		return i
	}
	next := &e.inspected
	c := &protocol.InspectionChange{Nodes: different(last.nodes, next.nodes), Edges: different(last.edges, next.edges),
		Symbols: different(last.symbols, next.symbols), Unknowns: different(last.unknowns, next.unknowns)}
	i.Graph.Nodes, i.Graph.Edges = chosen(nodes, c.Nodes), chosen(edges, c.Edges)
	i.Outline, i.Unknowns = chosen(i.Outline, c.Symbols), chosen(i.Unknowns, c.Unknowns)
	i.Change = c
	return i
}

// hashes returns 64-bit hashes of n elements that appendTo encodes. They are like those of FNV-1a, but read eight bytes
// at a time, which takes a fifth of the time.
func hashes(n int, appendTo func(k int, b []byte) []byte) []uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	out := make([]uint64, n)
	var b []byte
	for k := range out {
		b = appendTo(k, b[:0])
		sum, rest := uint64(offset), b
		for ; len(rest) >= 8; rest = rest[8:] {
			sum = (sum ^ binary.LittleEndian.Uint64(rest)) * prime
			sum ^= sum >> 32 // otherwise, high bits would never affect low ones
		}
		for _, c := range rest {
			sum = (sum ^ uint64(c)) * prime
		}
		out[k] = sum
	}
	return out
}

// different returns the indices at which two lists of the same length differ.
func different(a, b []uint64) []int {
	out := []int{}
	for i := range a {
		if a[i] != b[i] {
			out = append(out, i)
		}
	}
	return out
}

// chosen returns the elements with some indices.
func chosen[T any](list []T, indices []int) []T {
	out := make([]T, len(indices))
	for k, i := range indices {
		out[k] = list[i]
	}
	return out
}
