package wasmslim

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
)

// A pool contains the pieces to which records have offsets. Pieces that several records share come
// first, the most frequent ones at the start, so that most offsets are small. Pieces of a single
// record follow in the order of the records: the start function finds each one at the end of the one
// before.
type pool struct {
	pieces  map[string]*pooled
	content []byte
	end     func([]byte) int // returns the length of the piece at the start of a buffer
}

type pooled struct {
	text        string
	uses, align int
	shared      bool
	offset      int
}

// The marks in records that do not use a shared piece.
const (
	markNone = 0 // no piece
	markNext = 1 // the piece that follows that of the last record with this mark
	firstAt  = 2 // the smallest offset of a piece, so that offsets differ from marks
)

func newPool(end func([]byte) int) *pool {
	return &pool{pieces: map[string]*pooled{}, content: make([]byte, firstAt), end: end}
}

// add counts a use of a piece. A piece is placed among the shared ones if it has several uses, if the
// start function could not find its end, or if shared is true.
func (p *pool) add(piece []byte, align int, shared bool) {
	if piece == nil {
		return
	}
	known, ok := p.pieces[string(piece)]
	if !ok {
		known = &pooled{text: string(piece)}
		p.pieces[known.text] = known
	}
	known.uses++
	known.align = max(known.align, align)
	known.shared = shared || known.shared || known.uses > 1 || p.end(piece) != len(piece)
}

// placeShared assigns offsets to the shared pieces.
func (p *pool) placeShared() {
	shared := slices.DeleteFunc(slices.Collect(maps.Values(p.pieces)),
		func(piece *pooled) bool { return !piece.shared })
	slices.SortFunc(shared, func(a, b *pooled) int {
		return cmp.Or(-cmp.Compare(a.uses, b.uses), cmp.Compare(a.text, b.text))
	})
	for _, piece := range shared {
		p.put(piece)
	}
	for len(p.content)%singleAlign != 0 {
		p.content = append(p.content, 0)
	}
}

// placeSingle assigns an offset to a piece that only one record uses.
func (p *pool) placeSingle(piece []byte) {
	if known := p.pieces[string(piece)]; piece != nil && !known.shared {
		p.put(known)
	}
}

// singleAlign is the alignment of the first single piece.
const singleAlign = 4

func (p *pool) put(piece *pooled) {
	for len(p.content)%piece.align != 0 {
		p.content = append(p.content, 0)
	}
	piece.offset = len(p.content)
	p.content = append(p.content, piece.text...)
}

// singles returns the offset of the first single piece.
func (p *pool) singles() int {
	first := len(p.content)
	for _, piece := range p.pieces {
		if !piece.shared {
			first = min(first, piece.offset)
		}
	}
	return first
}

func (p *pool) offset(piece []byte, none uint32) uint32 {
	if piece == nil {
		return none
	}
	return uint32(p.pieces[string(piece)].offset)
}

// mark returns what a packed record contains instead of the offset of a piece.
func (p *pool) mark(piece []byte) uint32 {
	switch {
	case piece == nil:
		return markNone
	case !p.pieces[string(piece)].shared:
		return markNext
	}
	return p.offset(piece, 0)
}

// endOfValues returns the length of the table of values at the start of a buffer. All such tables
// extend to the highest possible resume point (see valuesAt).
func endOfValues(b []byte) int {
	if at := bytes.Index(b[1:], reachesAll); at >= 0 {
		return 1 + at + len(reachesAll)
	}
	return 0
}

// reachesAll are the last bytes of a table of values: 1 << pointBits as an unsigned number, and 0.
var reachesAll = []byte{0x80, 0x80, 0x04, 0}

// endOfMap returns the length of the bitmaps at the start of a buffer, which start with their number
// and the number of bits in each.
func endOfMap(b []byte) int {
	if len(b) < 8 {
		return 0
	}
	count, bits := int(binary.LittleEndian.Uint32(b)), int(binary.LittleEndian.Uint32(b[4:]))
	return 8 + count*((bits+7)/8)
}
