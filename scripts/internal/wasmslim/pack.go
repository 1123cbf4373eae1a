package wasmslim

import (
	"cmp"
	"encoding/binary"
	"errors"
	"maps"
	"regexp"
	"slices"
)

// A packing is how the table of functions crosses the wire: each byte of the records for
// all functions before the next one, and nothing that can be counted. The start function
// makes from it what the runtime reads.
type packing struct {
	*functionTable
	records int   // the address of the records
	columns []int // which bytes of the records are there; all others are zero
	wide    int   // how many functions have a record elsewhere: in front of the columns
}

// Records have the same size, but for those of functions that run their deferred calls
// themselves. Those have another one behind the others.
const (
	narrowData = dataObjects + 1
	narrowSize = recordSize + 4*2 + 4*narrowData
	wideSize   = recordSize + 4*2 + 4*dataCount
)

// pack replaces the table by its packed form, which stands where the buckets will be. It
// refuses what has no room where the old table was.
func (t *functionTable) pack() (*packing, error) {
	count := len(t.functions)
	p := &packing{functionTable: t, records: t.index + 8*(count+1)}
	clear(t.memory[t.names : p.records-8]) // the last entry of the index stays
	clear(t.memory[p.records : t.buckets+bucketSize*t.spread])

	var names []byte
	values, data := newPool(1), newPool(0)
	for i, f := range t.functions {
		t.functions[i].nameAt = uint32(len(names))
		names = append(append(names, shortName(f.name)...), 0)
		values.add(f.frameSize, 1)
		values.add(f.stackMap, 1)
		for kind, piece := range f.data {
			data.add(piece, alignments[kind])
		}
	}
	parts := [][2][]byte{{names, t.memory[t.names:t.values]}, {values.place(), t.memory[t.values:t.index]}, {data.place(), t.memory[t.frames:t.buckets]}}

	rows := make([]byte, 0, narrowSize*count)
	for _, f := range t.functions {
		rows = append(rows, f.record(narrowData, values, data)...)
	}
	list, wide := p.wideRecords(values, data)
	packed := list
	for column := range narrowSize {
		values := make([]byte, count)
		for i := range values {
			values[i] = rows[narrowSize*i+column]
		}
		if slices.Max(values) > 0 {
			p.columns = append(p.columns, column)
			packed = append(packed, values...)
		}
	}
	parts = append(parts, [2][]byte{wide, t.memory[p.records+narrowSize*count : t.frames]},
		[2][]byte{packed, t.memory[t.buckets : t.buckets+bucketSize*t.spread]})
	for _, part := range parts {
		if copy(part[1], part[0]) < len(part[0]) {
			return nil, errRoom
		}
	}
	return p, nil
}

var errRoom = errors.New("the table of functions has no room for its packed form")

// wideRecords gives the wide records, and a list of whose they are and where.
func (p *packing) wideRecords(values, data *pool) (list, records []byte) {
	at := p.records + narrowSize*len(p.functions)
	for i, f := range p.functions {
		if f.data[dataOpenDefers] == nil {
			continue
		}
		record := f.record(dataCount, values, data)
		binary.LittleEndian.PutUint32(record[recordEntry:], uint32(firstPC+i))
		binary.LittleEndian.PutUint32(record[recordName:], f.nameAt)
		records = append(records, record...)
		list = binary.LittleEndian.AppendUint32(list, uint32(i))
		list = binary.LittleEndian.AppendUint32(list, uint32(at-p.index))
		at += wideSize
		p.wide++
	}
	return list, records
}

// record is the runtime's record of a function, without what is counted.
func (f *known) record(tables int, values, data *pool) []byte {
	r := make([]byte, recordSize, wideSize)
	binary.LittleEndian.PutUint32(r[recordArgs:], f.arguments)
	binary.LittleEndian.PutUint32(r[recordDeferReturn:], f.deferReturn)
	binary.LittleEndian.PutUint32(r[recordPCSP:], values.offset(f.frameSize, 0))
	binary.LittleEndian.PutUint32(r[recordNPCData:], 2)
	r[recordID], r[recordFlags], r[recordNFuncData] = f.id, f.flags, byte(tables)
	r = binary.LittleEndian.AppendUint32(r, 0)
	r = binary.LittleEndian.AppendUint32(r, values.offset(f.stackMap, 0))
	for _, piece := range f.data[:tables] {
		r = binary.LittleEndian.AppendUint32(r, data.offset(piece, ^uint32(0)))
	}
	return r
}

var alignments = [dataCount]int{dataArguments: 4, dataLocals: 4, dataObjects: 8, dataInlined: 1, dataOpenDefers: 1}

// folders are what stands before the last part of a package's path, instances the types
// that a generic function is made for.
var folders, instances = regexp.MustCompile(`[\w.%~-]+/`), regexp.MustCompile(`\[.*\]`)

// shortName is what a stack trace will call a function.
func shortName(name string) string {
	return folders.ReplaceAllString(instances.ReplaceAllString(name, "[...]"), "")
}

// A pool gives equal pieces of data one place, and frequent ones the first, so that
// most offsets are small.
type pool struct {
	first  int
	pieces map[string]*pooled
}

type pooled struct {
	text                string
	uses, align, offset int
}

func newPool(first int) *pool { return &pool{first, map[string]*pooled{}} }

func (p *pool) add(piece []byte, align int) {
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
}

// place settles the offsets and gives the pieces as they will stand in memory.
func (p *pool) place() []byte {
	out := make([]byte, p.first)
	for _, piece := range slices.SortedFunc(maps.Values(p.pieces), func(a, b *pooled) int {
		return cmp.Or(-cmp.Compare(a.uses, b.uses), cmp.Compare(a.text, b.text))
	}) {
		for len(out)%piece.align != 0 {
			out = append(out, 0)
		}
		piece.offset = len(out)
		out = append(out, piece.text...)
	}
	return out
}

func (p *pool) offset(piece []byte, none uint32) uint32 {
	if piece == nil {
		return none
	}
	return uint32(p.pieces[string(piece)].offset)
}
