package wasmslim

import "encoding/binary"

// The start function unpacks the table of functions. It runs before the program, on its initial
// memory, and takes a few milliseconds, since the browser has not optimised it yet.

// The locals of the start function, all of 32 bits.
const (
	number = iota // the number of the current function, or a count
	from
	to
	name       // offset at which the next name is written
	packedName // address of the next name without its number
	next       // address of the next piece that is found by counting
	localCount
)

// An assembler collects instructions.
type assembler struct {
	out    []instruction
	blocks int
}

func (a *assembler) emit(in ...instruction) { a.out = append(a.out, in...) }

// add adds a constant to a local.
func (a *assembler) add(local int64, by int) {
	a.emit(get(local), num(by), plain(opI32Add), set(local))
}

// loop repeats a body as long as the body leaves a nonzero number on the stack.
func (a *assembler) loop(body func()) {
	a.blocks++
	block := a.blocks
	a.emit(instruction{op: opLoop, block: block, rest: []byte{noType}})
	body()
	a.emit(instruction{op: opBrIf, block: block}, instruction{op: opEnd, block: block})
}

// when executes a body if the number on the stack is not zero.
func (a *assembler) when(body func()) {
	a.blocks++
	block := a.blocks
	a.emit(instruction{op: opIf, block: block, rest: []byte{noType}})
	body()
	a.emit(instruction{op: opEnd, block: block})
}

// count executes a body for all numbers below n, which must not be zero.
func (a *assembler) count(n int, body func()) {
	a.emit(num(0), set(number))
	a.loop(func() {
		body()
		a.add(number, 1)
		a.emit(get(number), num(n), plain(opI32LtU))
	})
}

// start returns the body of the start function.
func (p *packing) start() []byte {
	a := &assembler{}
	p.spreadColumns(a)
	for i, field := range p.fields {
		if i == 0 || field.pool != p.fields[i-1].pool {
			a.emit(num(field.address+field.pool.singles()), set(next))
		}
		p.resolve(a, field)
	}
	p.writeArguments(a)
	p.writeCounted(a)
	if p.wide > 0 {
		p.pointToWide(a)
	}
	p.fillBuckets(a)
	a.emit(plain(opEnd))
	return encode([]byte{1, localCount, i32Type}, a.out)
}

// spreadColumns copies the columns to the records.
func (p *packing) spreadColumns(a *assembler) {
	a.emit(num(p.buckets+8*p.wide), set(from))
	for _, column := range p.columns {
		a.emit(num(p.records+column), set(to))
		a.count(len(p.functions), func() {
			a.emit(get(to), get(from), access(opI32Load8U, 0, 0), access(opI32Store8, 0, 0))
			a.add(to, narrowSize)
			a.add(from, 1)
		})
	}
}

// resolve replaces the marks in the records with offsets.
func (p *packing) resolve(a *assembler, f field) {
	a.emit(num(p.records+f.at), set(to))
	a.count(len(p.functions), func() {
		if f.empty != markNone {
			a.emit(get(to), access(opI32Load, 2, 0), plain(opI32Eqz))
			a.when(func() { a.emit(get(to), num(int(int32(f.empty))), access(opI32Store, 2, 0)) })
		}
		a.emit(get(to), access(opI32Load, 2, 0), num(markNext), plain(opI32Eq))
		a.when(func() {
			a.emit(get(to), get(next), num(f.address), plain(opI32Sub), access(opI32Store, 2, 0))
			if f.address == p.values {
				a.skipValues()
			} else {
				a.skipMap()
			}
		})
		a.add(to, narrowSize)
	})
}

// writeArguments writes the sizes of arguments that follow from their stack maps.
func (p *packing) writeArguments(a *assembler) {
	maps := access(opI32Load, 2, recordData+4*dataArguments)
	a.emit(num(p.records), set(to))
	a.count(len(p.functions), func() {
		a.emit(get(to), access(opI32Load, 2, recordArgs), plain(opI32Eqz))
		a.emit(get(to), maps, num(-1), plain(opI32Ne), plain(opI32And))
		a.when(func() {
			a.emit(get(to), get(to), maps, access(opI32Load, 2, int64(p.frames+4)), num(wordSize), plain(opI32Mul),
				access(opI32Store, 2, recordArgs))
		})
		a.add(to, narrowSize)
	})
}

// skipValues moves to the end of a table of values (see endOfValues).
func (a *assembler) skipValues() {
	a.loop(func() {
		a.add(next, 1)
		a.emit(get(next), access(opI32Load, 0, 0), num(int(binary.LittleEndian.Uint32(reachesAll))), plain(opI32Ne))
	})
	a.add(next, len(reachesAll))
}

// skipMap moves to the end of bitmaps (see endOfMap), rounded up to a multiple of four.
func (a *assembler) skipMap() {
	a.emit(get(next), access(opI32Load, 2, 4), num(7), plain(opI32Add), num(3), plain(opI32ShrU))
	a.emit(get(next), access(opI32Load, 2, 0), plain(opI32Mul))
	a.emit(get(next), plain(opI32Add), num(8+3), plain(opI32Add), num(-4), plain(opI32And), set(next))
}

// writeCounted writes everything that follows from the number of a function: its address, its name,
// and the offsets of its name and its record.
func (p *packing) writeCounted(a *assembler) {
	a.emit(num(p.records), set(to), num(p.index), set(from), num(p.packedNames), set(packedName))
	a.count(len(p.functions), func() {
		a.emit(get(to), get(number), num(firstPC), plain(opI32Add), access(opI32Store, 2, recordEntry))
		a.emit(get(to), get(name), access(opI32Store, 2, recordName))
		a.emit(get(from), get(number), num(firstPC), plain(opI32Add), access(opI32Store, 2, 0))
		a.emit(get(from), get(to), num(p.index), plain(opI32Sub), access(opI32Store, 2, 4))
		a.add(to, narrowSize)
		a.add(from, 8)
		p.writeName(a)
	})
}

// writeName writes the next name, followed by the function's number if the name ends in a dot. The
// names with numbers are longer but do not end later, so each name is read before it is overwritten.
func (p *packing) writeName(a *assembler) {
	const end, last = 0, -1 // offsets from name
	at := func(offset int) int64 { return int64(p.names + offset) }
	a.loop(func() {
		a.emit(get(name), get(packedName), access(opI32Load8U, 0, 0), access(opI32Store8, 0, at(end)))
		a.add(name, 1)
		a.emit(get(packedName))
		a.add(packedName, 1)
		a.emit(access(opI32Load8U, 0, 0))
	})
	a.emit(get(name), access(opI32Load8U, 0, at(last-1)), num('.'), plain(opI32Eq))
	a.when(func() {
		unit := 1
		for range digits - 1 {
			unit *= 10
		}
		for ; unit > 0; unit /= 10 {
			a.emit(get(name), get(number), num(unit), plain(opI32DivU), num(10), plain(opI32RemU), num('0'),
				plain(opI32Add))
			a.emit(access(opI32Store8, 0, at(last)))
			a.add(name, 1)
		}
		a.emit(get(name), num(0), access(opI32Store8, 0, at(last)))
	})
}

// pointToWide makes the index refer to the wide records.
func (p *packing) pointToWide(a *assembler) {
	a.emit(num(p.buckets), set(from))
	a.count(p.wide, func() {
		a.emit(get(from), access(opI32Load, 2, 0), num(8), plain(opI32Mul))
		a.emit(get(from), access(opI32Load, 2, 4), access(opI32Store, 2, int64(p.index+4)))
		a.add(from, 8)
	})
}

// fillBuckets writes the buckets. They overwrite the packed form.
func (p *packing) fillBuckets(a *assembler) {
	a.emit(num(p.buckets), set(to))
	a.count(p.spread, func() {
		a.emit(get(to), get(number), num(bucketsPerFunction), plain(opI32DivU), access(opI32Store, 2, 0))
		for at := int64(4); at < bucketSize; at += 4 {
			a.emit(get(to), num(0), access(opI32Store, 2, at))
		}
		a.add(to, bucketSize)
	})
}
