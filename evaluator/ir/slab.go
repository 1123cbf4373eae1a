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
		if n > largeChunk/4 {
			return make([]T, 0, n)
		}
		s.size = min(max(2*s.size, firstChunk), largeChunk)
		s.free = make([]T, max(s.size, n))
	}
	room := s.free[:0:n]
	s.free = s.free[n:]
	return room
}
