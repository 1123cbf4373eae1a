package ir

// The sizes of a slab's chunks, in elements. Small programs must not pay for large ones.
const (
	firstChunk = 8
	largeChunk = 128
)

// A Slab allocates many small objects of one type in chunks. A template of some thousand lines
// becomes tens of thousands of nodes, which live and die together; allocated one by one, they would
// be most of an evaluation's work for the allocator and the collector. The zero Slab is ready to
// use.
type Slab[T any] struct {
	free []T
	size int // of the last chunk
}

// New returns a zero element.
func (s *Slab[T]) New() *T { return &s.Slice(1)[:1][0] }

// Slice returns an empty slice with room for n elements. Appending more allocates, as always.
func (s *Slab[T]) Slice(n int) []T {
	if n > len(s.free) {
		s.free = make([]T, nextChunk(&s.size, n))
	}
	room := s.free[:0:n]
	s.free = s.free[n:]
	return room
}

// nextChunk doubles the size of a slab's chunks, and returns how many elements the next one has if
// it is for n. It is not a method, because generic code is compiled for every type.
func nextChunk(size *int, n int) int {
	*size = min(max(2**size, firstChunk), largeChunk)
	return max(*size, n)
}

// Nodes are the slabs of a program's nodes and of their parts.
type Nodes struct {
	Cells    Slab[Cell]
	Literals Slab[Lit]
	Interps  Slab[Interp]
	Lists    Slab[List]
	Objects  Slab[Object]
	Calls    Slab[Call]
	Refs     Slab[Ref]
	Children Slab[Node] // items, parts and arguments
	Fields   Slab[Field]
	Steps    Slab[Step]
}
