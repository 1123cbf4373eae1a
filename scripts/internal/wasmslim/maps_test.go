package wasmslim

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func mapsOf(bits int, items ...byte) []byte {
	m := bitmaps{bits: bits}
	for _, item := range items {
		m.items = append(m.items, []byte{item})
	}
	return m.encode()
}

func TestPointersThatAFunctionReceivesStayPointers(t *testing.T) {
	f := functionInfo{arguments: 40, data: [dataCount][]byte{
		dataArguments: mapsOf(4, 0b0011, 0b0001, 0b0000, 0b1000),
		dataLocals:    mapsOf(2, 0b00, 0b01, 0b01, 0b10),
	}}
	f.stackMap = appendValues([]byte{}, []int64{1, 2, 1, 3, 3})
	f.simplifyMaps()
	assert.Equal(t, []int64{1, 1, 1, 2}, valuesOf(f.stackMap), "maps that have become equal are merged")
	assert.Equal(t, mapsOf(4, 0b0011, 0b0011, 0b1011), f.data[dataArguments], "a result counts from when it is set")
	assert.Equal(t, mapsOf(2, 0b00, 0b01, 0b10), f.data[dataLocals])
	assert.Equal(t, uint32(4*8), f.arguments, "the size that the maps describe")
}

func TestListsOfEqualMapsHaveFewLengths(t *testing.T) {
	for _, tc := range []struct {
		used []int64
		want int
	}{{[]int64{1}, 4}, {[]int64{0, 1, 2, 3}, 4}, {[]int64{1, 2, 3, 4}, 8}} {
		f := functionInfo{data: [dataCount][]byte{dataArguments: mapsOf(1, 1, 0, 0, 0, 0),
			dataLocals: mapsOf(3, 0, 1, 2, 3, 4)}}
		f.stackMap = appendValues([]byte{}, tc.used)
		f.simplifyMaps()
		assert.Len(t, readBitmaps(f.data[dataArguments]).items, tc.want, "%v", tc.used)
	}
}

// TestMapsThatAreNotUnderstoodAreNotChanged checks lists of different lengths, and indices of maps that
// do not exist.
func TestMapsThatAreNotUnderstoodAreNotChanged(t *testing.T) {
	for _, tc := range []struct {
		locals []byte
		values []int64
	}{{mapsOf(1, 0, 1, 1), []int64{1}}, {mapsOf(1, 0, 1), []int64{2}}} {
		f := functionInfo{arguments: 24, data: [dataCount][]byte{dataArguments: mapsOf(1, 1, 0), dataLocals: tc.locals}}
		f.stackMap = appendValues([]byte{}, tc.values)
		want := f
		f.simplifyMaps()
		assert.Equal(t, want, f)
	}
}

func TestValuesAreReadAsTheyAreWritten(t *testing.T) {
	values := []int64{3, 3, 3, 0, -1, 7}
	assert.Equal(t, values, valuesOf(appendValues([]byte{}, values)))
	assert.Empty(t, valuesOf(nil))
}
