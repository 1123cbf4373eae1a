package wasmslim

import (
	"encoding/binary"
	"errors"
	"slices"
)

// A packing is the form of the function table that is downloaded. The records are stored by column,
// that is, the first byte of each record, then the second byte of each, and so on, and without
// anything that can be computed. The start function unpacks them for the runtime.
type packing struct {
	*functionTable
	records int     // the address of the records
	columns []int   // offsets of the bytes of a record that are included; all others are zero
	fields  []field // the fields of a record that are offsets into a pool
	wide    int     // number of functions with a wide record; a list of them precedes the columns

	packedNames int // address of the names without numbers, at the end of the space for those with numbers
}

// A field of a record is the offset of a piece in a pool.
type field struct {
	at      int // offset of the field in the record
	pool    *pool
	piece   func(*functionInfo) []byte
	address int // address of the pool
	align   int
	empty   uint32 // the value that the runtime expects if the function has no such piece
}

// All records have the same size. A function that runs its deferred calls itself also has a wide
// record, after all others, which the runtime uses instead.
const (
	narrowData = dataObjects + 1
	narrowSize = recordSize + 4*2 + 4*narrowData
	wideSize   = recordSize + 4*2 + 4*dataCount
	recordData = recordSize + 4*2
)

// pack replaces the table with its packed form, which is located where the buckets will be. It returns
// an error if the packed form does not fit into the memory of the old table.
func (t *functionTable) pack() (*packing, error) {
	count := len(t.functions)
	p := &packing{functionTable: t, records: t.index + 8*(count+1)}
	for i := range t.functions {
		if f := &t.functions[i]; f.arguments == 0 {
			f.data[dataArguments] = nil // which the runtime does not read
		}
	}
	p.fill()
	clear(t.memory[t.names : p.records-8]) // all but the sentinel of the index
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

var errRoom = errors.New("the packed table of functions is larger than the original")

// fill adds all pieces to their pools.
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
		// A piece that only wide records use cannot be found by counting, so it is added as shared.
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

// inColumns returns the records by column, without columns that are zero in all of them.
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

// wideRecords returns the wide records, and a list with the function and the offset of each.
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

// row returns the record of a function in packed form.
func (p *packing) row(f *functionInfo) []byte {
	r := f.record(narrowData)
	if f.argumentsFollow() {
		put(r, recordArgs, 0)
	}
	for _, field := range p.fields {
		binary.LittleEndian.PutUint32(r[field.at:], field.pool.mark(field.piece(f)))
	}
	return r
}

// argumentsFollow reports whether the size of a function's arguments follows from their stack maps.
func (f *functionInfo) argumentsFollow() bool {
	maps := f.data[dataArguments]
	return maps != nil && f.arguments == wordSize*word(maps, 4)
}

// record returns the runtime's record of a function. Fields that the start function computes and
// offsets are still zero.
func (f *functionInfo) record(tables int) []byte {
	r := make([]byte, recordData+4*tables)
	binary.LittleEndian.PutUint32(r[recordArgs:], f.arguments)
	binary.LittleEndian.PutUint32(r[recordDeferReturn:], f.deferReturn)
	binary.LittleEndian.PutUint32(r[recordNPCData:], 2)
	r[recordID], r[recordFlags], r[recordNFuncData] = f.id, f.flags, byte(tables)
	return r
}
