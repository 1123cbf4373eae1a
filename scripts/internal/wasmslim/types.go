package wasmslim

import (
	"encoding/binary"
	"maps"
	"regexp"
	"slices"
)

// A type descriptor tells the collector where a value has pointers, and tells reflection everything
// else: fields, methods, the text of the type. Most types are only allocated, so most of that is never
// read. shortenTypes clears it, and also clears descriptors to which only other descriptors refer.

// Functions that read the data to be removed. If a program may call one of them, that data is kept.
var (
	// findsTypes lists functions that find a type by its text, or through the type that it is a
	// pointer to.
	findsTypes = []string{"reflect.typesByString", "reflect.(*rtype).ptrTo"}
	// readsFields lists functions that read the fields of structs. Printing a struct calls them.
	readsFields = []string{"reflect.Value.Field", "reflect.(*structType).Field", "reflect.(*rtype).Field"}
	// takesMethods lists functions that call methods by name or number.
	takesMethods = []string{"reflect.Value.Method", "reflect.Value.MethodByName", "reflect.(*rtype).Method",
		"reflect.(*rtype).MethodByName"}
)

// enters reports whether the program may call one of the functions with the given names.
func (t *functionTable) enters(names []string) bool {
	return slices.ContainsFunc(t.functions, func(f functionInfo) bool { return slices.Contains(names, f.name) })
}

// Kinds of types (abi.Kind).
const (
	kindArray     = 17
	kindChan      = 18
	kindFunc      = 19
	kindInterface = 20
	kindMap       = 21
	kindPointer   = 22
	kindSlice     = 23
	kindStruct    = 25
)

// The layout of a type descriptor (abi.Type) and of the data after it: the element type of a composite
// type, or the first of several; the fields of a struct; the methods.
const (
	typeHash      = 16
	typeFlags     = 20
	typeKind      = 23
	typeText      = 40
	typePointer   = 44
	typeSize      = 48
	typeElement   = 48
	structPackage = 48
	structFields  = 56

	fieldType = 8
	fieldSize = 24

	uncommonMethods = 4
	uncommonOffset  = 8

	itabType = 8 // in a method table (abi.ITab)
	itabHash = 16

	methodType  = 4
	methodTaken = 12
	methodSize  = 16
)

// Flags of a type (abi.TFlag).
const (
	flagUncommon     = 1 << 0 // it has methods or a package
	flagPlainMemory  = 1 << 3 // equality compares bytes
	flagMaskOnDemand = 1 << 4 // the runtime finds pointers through the fields
)

// descriptorSize is the size of descriptors by kind, without methods. Others have typeSize.
var descriptorSize = [32]int{
	kindArray: 72, kindChan: 64, kindFunc: 56, kindInterface: 80, kindMap: 104, kindPointer: 56, kindSlice: 56,
	kindStruct: 80,
}

// describedTypes are the type descriptors of a program.
type describedTypes struct {
	*functionTable
	keepsFields bool
	names       []int // the addresses of names and texts to which a cleared field referred
	textless    []int // the addresses of fields that are to refer to noText
}

// shortenTypes clears the parts of type descriptors that the program never reads. constants are the
// constants in its code.
func (t *functionTable) shortenTypes(constants map[int]bool) {
	if t.enters(findsTypes) || t.enters(takesMethods) {
		return
	}
	var listed []int
	for i := range len(t.typeList) / 4 {
		listed = append(listed, t.types+int(word(t.typeList, 4*i)))
	}
	d := &describedTypes{functionTable: t, keepsFields: t.enters(readsFields)}
	all := d.closure(listed, true)
	kept := d.closure(d.used(all, constants), d.keepsFields)
	for _, at := range slices.Sorted(maps.Keys(all)) {
		d.shorten(at, kept[at])
	}
	d.replaceHashes(kept, constants)
	clear(t.typeList)
	clear(t.listSize)
	if d.textless != nil {
		d.clearNames()
	}
}

// noText replaces the texts of all types without a name. It consists of flags, a length, and a text,
// which starts with a star because the runtime drops the star of some texts.
const noText = "\x00\x02*?"

// used returns the types to which the code, or data other than type descriptors, refers.
func (d *describedTypes) used(all, constants map[int]bool) (found []int) {
	own := map[int]bool{}
	for at := range all {
		for i := 0; i < d.size(at); i += 8 {
			own[at+i] = true
		}
		if d.memory[at+typeKind] == kindStruct {
			for start, count := d.fields(at); count > 0; count-- {
				own[start+fieldSize*(count-1)+fieldType] = true
			}
		}
	}
	var addresses []int
	for constant := range constants {
		addresses = append(addresses, constant)
	}
	for at := 0; at+8 <= len(d.memory); at += 8 {
		if v := long(d.memory, at); v >= d.types && v < d.typesEnd && !own[at] {
			addresses = append(addresses, v)
		}
	}
	slices.Sort(addresses)
	for at := range all {
		if i, _ := slices.BinarySearch(addresses, at); i < len(addresses) && addresses[i] < at+d.size(at) {
			found = append(found, at)
		}
	}
	return found
}

// closure returns types and all types of which they consist, with the types of fields or without.
func (d *describedTypes) closure(todo []int, withFields bool) map[int]bool {
	found := map[int]bool{}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at < d.types || at >= d.typesEnd || found[at] {
			continue
		}
		found[at] = true
		switch d.memory[at+typeKind] {
		case kindArray, kindChan, kindPointer, kindSlice:
			todo = append(todo, long(d.memory, at+typeElement))
		case kindMap: // keys, elements, groups
			for i := range 3 {
				todo = append(todo, long(d.memory, at+typeElement+8*i))
			}
		case kindStruct:
			if start, count := d.fields(at); withFields || d.needsFields(at) {
				for i := range count {
					todo = append(todo, long(d.memory, start+fieldSize*i+fieldType))
				}
			}
		}
	}
	return found
}

// size returns the size of a descriptor, without methods.
func (d *describedTypes) size(at int) int {
	return max(typeSize, descriptorSize[d.memory[at+typeKind]])
}

func (d *describedTypes) fields(at int) (start, count int) {
	return long(d.memory, at+structFields), long(d.memory, at+structFields+8)
}

// needsFields reports whether the runtime reads the fields of a struct: to hash a value in an
// interface that is a key, or to find pointers.
func (d *describedTypes) needsFields(at int) bool {
	flags, equal := d.memory[at+typeFlags], long(d.memory, at+typeEqual)
	if flags&flagMaskOnDemand != 0 {
		return true
	}
	if equal == 0 || flags&flagPlainMemory != 0 {
		return false
	}
	number := long(d.memory, equal)>>pointBits - firstPC
	return number < 0 || number >= len(d.functions) || d.functions[number].name != ""
}

// unnamed matches the texts of types that are neither named nor pointers to named types. Only a crash
// report about such a value in an interface could contain one.
var unnamed = regexp.MustCompile(`^\*+(struct \{|\[|map\[|map\.group|func\(|chan |<-chan )`)

// shorten clears the parts of a descriptor that are never read, or all of it if the type is not used.
func (d *describedTypes) shorten(at int, isUsed bool) {
	d.shortenMethods(at, isUsed)
	put(d.memory, at+typePointer, 0)
	if text := word(d.memory, at+typeText); !isUsed || unnamed.MatchString(d.nameAt(text)) {
		d.names = append(d.names, d.types+int(text))
		put(d.memory, at+typeText, 0)
		if isUsed {
			d.textless = append(d.textless, at+typeText)
		}
	}
	if d.memory[at+typeKind] == kindStruct && !(isUsed && (d.keepsFields || d.needsFields(at))) {
		start, count := d.fields(at)
		for i := range count {
			d.names = append(d.names, long(d.memory, start+fieldSize*i))
		}
		clear(d.memory[start : start+fieldSize*count])
		clear(d.memory[at+structPackage : at+descriptorSize[kindStruct]])
	}
	if !isUsed {
		clear(d.memory[at : at+d.size(at)])
	}
}

// shortenMethods clears the second function of each method, which only reflection calls. It clears a
// method completely if the linker removed it or if the type is not used.
func (d *describedTypes) shortenMethods(at int, isUsed bool) {
	if d.memory[at+typeFlags]&flagUncommon == 0 {
		return
	}
	extra := at + d.size(at)
	methods := extra + int(word(d.memory, extra+uncommonOffset))
	for i := range int(binary.LittleEndian.Uint16(d.memory[extra+uncommonMethods:])) {
		method := methods + methodSize*i
		if isUsed && word(d.memory, method+methodType) != noMethod {
			put(d.memory, method+methodTaken, 0)
			continue
		}
		d.names = append(d.names, d.types+int(word(d.memory, method)))
		clear(d.memory[method : method+methodSize])
	}
}

// replaceHashes replaces the hashes of types with consecutive numbers, which compress better. A type
// switch compares the hash of a type with constants before it compares the type itself, so hashes that
// are constants in the code are kept. Apart from that, hashes only choose the places of pairs of an
// interface and a type in a table of the runtime: different numbers serve as well for the types if the
// interfaces keep their hashes.
func (d *describedTypes) replaceHashes(types, constants map[int]bool) {
	hashOf := func(typ int) uint32 { return word(d.memory, typ+typeHash) }
	typeOf := func(itab int) int { return long(d.memory, itab+itabType) }
	for _, itab := range d.itabs {
		if word(d.memory, itab+itabHash) != hashOf(typeOf(itab)) {
			return // this is not a table of methods
		}
	}
	next := uint32(0)
	for _, at := range slices.Sorted(maps.Keys(types)) {
		hash := hashOf(at)
		if d.memory[at+typeKind] != kindInterface && !constants[int(hash)] && !constants[int(int32(hash))] {
			next++
			put(d.memory, at+typeHash, next)
		}
	}
	for _, itab := range d.itabs {
		put(d.memory, itab+itabHash, hashOf(typeOf(itab)))
	}
}

// clearNames clears the names to which nothing refers any more, by address or by offset, and writes
// noText over one of them.
func (d *describedTypes) clearNames() {
	referred := map[int]bool{}
	for at := 0; at+8 <= len(d.memory); at += 4 {
		referred[long(d.memory, at)] = true
		referred[d.types+int(word(d.memory, at))] = true
	}
	room := 0
	slices.Sort(d.names)
	for _, at := range slices.Compact(d.names) {
		if referred[at] || at < d.types || at >= d.typesEnd {
			continue
		}
		r := &reader{b: d.memory[at+1:]}
		size := int(r.unsigned())
		end := len(d.memory) - len(r.b) + size
		clear(d.memory[at:end])
		if end-at >= len(noText) {
			room = at
		}
	}
	copy(d.memory[room:], noText)
	for _, text := range d.textless {
		put(d.memory, text, uint32(room-d.types))
	}
}

func put(b []byte, at int, v uint32) { binary.LittleEndian.PutUint32(b[at:], v) }
