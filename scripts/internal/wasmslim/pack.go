package wasmslim

import (
	"encoding/binary"
	"errors"
	"slices"
)

// A packing is the form of the function table that is downloaded: the records by column, that is,
// one byte of all records before the next, and without anything that can be computed. The start
// function unpacks it for the runtime.
type packing struct {
	*functionTable
	records int     // the address of the records
	columns []int   // the bytes of a record that are included; all others are zero
	fields  []field // those of them that form offsets into a pool
	wide    int     // how many functions have a separate record, stored before the columns

	packedNames int // the address of the names without numbers, where those with numbers will end
}

// A field is the place in a record of a piece's offset in a pool.
type field struct {
	at      int // offset in the record
	pool    *pool
	piece   func(*functionInfo) []byte
	address int // of the pool
	align   int
	empty   uint32 // what the runtime expects if there is no piece
}

// All records have the same size, except those of functions that run their deferred calls
// themselves. These have a second record after the others.
const (
	narrowData = dataObjects + 1
	narrowSize = recordSize + 4*2 + 4*narrowData
	wideSize   = recordSize + 4*2 + 4*dataCount
	recordData = recordSize + 4*2
)

// pack replaces the table by its packed form, which is located where the buckets will be. It fails
// if that needs more room than the old table.
func (t *functionTable) pack() (*packing, error) {
	count := len(t.functions)
	p := &packing{functionTable: t, records: t.index + 8*(count+1)}
	p.fill()
	clear(t.memory[t.names : p.records-8]) // the sentinel of the index stays
	clear(t.memory[p.records : t.buckets+bucketSize*t.spread])

	var rows []byte
	for i := range t.functions {
		rows = append(rows, p.row(&t.functions[i])...)
	}
	names, numbered := t.packedNames()
	if t.names+numbered > t.values {
		return nil, errRoom
	}
	p.packedNames = t.values - len(names)
	list, wide := p.wideRecords()
	packed := append(list, p.inColumns(rows)...)
	for _, part := range []struct {
		content  []byte
		from, to int
	}{
		{names, p.packedNames, t.values},
		{p.fields[0].pool.content, t.values, t.index},
		{p.fields[len(p.fields)-1].pool.content, t.frames, t.buckets},
		{wide, p.records + narrowSize*count, t.frames},
		{packed, t.buckets, t.buckets + bucketSize*t.spread},
	} {
		if copy(t.memory[part.from:max(part.from, part.to)], part.content) < len(part.content) {
			return nil, errRoom
		}
	}
	return p, nil
}

var errRoom = errors.New("the table of functions has no room for its packed form")

// fill puts all pieces in their pools.
func (p *packing) fill() {
	values, data := newPool(endOfValues), newPool(endOfMap)
	p.fields = []field{
		{recordPCSP, values, func(f *functionInfo) []byte { return f.frameSize }, p.values, 1, 0},
		{recordSize + 4*pcStackMap, values, func(f *functionInfo) []byte { return f.stackMap }, p.values, 1, 0},
	}
	for kind, align := range []int{dataArguments: 4, dataLocals: 4, dataObjects: 8} {
		p.fields = append(p.fields,
			field{recordData + 4*kind, data, func(f *functionInfo) []byte { return f.data[kind] }, p.frames, align,
				^uint32(0)})
	}
	for i := range p.functions {
		f := &p.functions[i]
		for _, field := range p.fields {
			field.pool.add(field.piece(f), field.align, field.align == 8)
		}
		// A piece used only by wide records cannot be found by counting.
		data.add(f.data[dataOpenDefers], 1, true)
		data.add(f.data[dataOpenDefers], 1, true)
	}
	values.placeShared()
	data.placeShared()
	for _, field := range p.fields {
		for i := range p.functions {
			field.pool.placeSingle(field.piece(&p.functions[i]))
		}
	}
}

// inColumns returns, by column, those bytes of the records that are not zero in all of them.
func (p *packing) inColumns(rows []byte) (packed []byte) {
	count := len(p.functions)
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
	return packed
}

// wideRecords returns the wide records, and a list of their owners and offsets.
func (p *packing) wideRecords() (list, records []byte) {
	at := p.records + narrowSize*len(p.functions)
	data := p.fields[len(p.fields)-1].pool
	for i := range p.functions {
		f := &p.functions[i]
		if f.data[dataOpenDefers] == nil {
			continue
		}
		r := f.record(dataCount)
		binary.LittleEndian.PutUint32(r[recordEntry:], uint32(firstPC+i))
		binary.LittleEndian.PutUint32(r[recordName:], f.nameAt)
		for _, field := range p.fields {
			binary.LittleEndian.PutUint32(r[field.at:], field.pool.offset(field.piece(f), field.empty))
		}
		binary.LittleEndian.PutUint32(r[recordData+4*dataInlined:], ^uint32(0))
		binary.LittleEndian.PutUint32(r[recordData+4*dataOpenDefers:], data.offset(f.data[dataOpenDefers], ^uint32(0)))
		records = append(records, r...)
		list = binary.LittleEndian.AppendUint32(list, uint32(i))
		list = binary.LittleEndian.AppendUint32(list, uint32(at-p.index))
		at += wideSize
		p.wide++
	}
	return list, records
}

// row returns a record in packed form.
func (p *packing) row(f *functionInfo) []byte {
	r := f.record(narrowData)
	for _, field := range p.fields {
		binary.LittleEndian.PutUint32(r[field.at:], field.pool.mark(field.piece(f)))
	}
	return r
}

// record returns the runtime's record of a function, without computed fields and offsets.
func (f *functionInfo) record(tables int) []byte {
	r := make([]byte, recordData+4*tables)
	binary.LittleEndian.PutUint32(r[recordArgs:], f.arguments)
	binary.LittleEndian.PutUint32(r[recordDeferReturn:], f.deferReturn)
	binary.LittleEndian.PutUint32(r[recordNPCData:], 2)
	r[recordID], r[recordFlags], r[recordNFuncData] = f.id, f.flags, byte(tables)
	return r
}
