package ir

// The sizes of a slab's first and largest chunks, in elements. The first chunk is small, so that
// small programs do not allocate memory that they do not use, nor do cells that have slabs of their own.
const (
	firstChunk   = 1
	largestChunk = 128
)

// A Slab allocates many small objects of one type in chunks. A template of a few thousand lines
// becomes tens of thousands of nodes, which all become garbage at the same time. If they were
// allocated one by one, most of an evaluation's time would be spent on allocation and garbage
// collection. The zero Slab is ready to use.
type Slab[T any] struct {
	free []T
	size int // of the last chunk
}

// New returns a pointer to a zero element.
func (s *Slab[T]) New() *T { return &s.Slice(1)[:1][0] }

// Slice returns an empty slice with capacity n. Appending more elements reallocates it.
func (s *Slab[T]) Slice(n int) []T {
	if n > len(s.free) {
		s.allocate(n)
	}
	room := s.free[:0:n]
	s.free = s.free[n:]
	return room
}

// Reserve allocates room for n elements.
func (s *Slab[T]) Reserve(n int) {
	if n > 0 {
		s.free = make([]T, n)
	}
}

// allocate allocates a chunk with at least n elements. It is not inlined, since Slice is, in many places.
//
//go:noinline
func (s *Slab[T]) allocate(n int) {
	// Unlike make, append uses all of the memory that the allocator gives: up to an eighth more elements.
	s.free = append([]T(nil), make([]T, nextChunk(&s.size, n))...)
	s.free = s.free[:cap(s.free)]
}

// nextChunk doubles the size of a slab's chunks, up to largestChunk, and returns the length of the
// next chunk, which is at least n. It is not a method, because those of a generic type are compiled
// once for each type argument.
func nextChunk(size *int, n int) int {
	*size = min(max(2**size, firstChunk), largestChunk)
	return max(*size, n)
}

// Nodes holds the slabs for a program's nodes and their parts.
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
