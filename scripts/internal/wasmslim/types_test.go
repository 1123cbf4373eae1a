package wasmslim

import (
	"bytes"
	"compress/flate"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// typed is a program that does everything for which the runtime reads type descriptors, and prints no
// struct.
const typed = `package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sort"
)

type leaf struct{ name string; size int }
type plain struct{ a, b int32 }
type numbers []int
type holder struct{ inner any; more *leaf }
type nested struct{ leaf; list [2]string }
type shape interface{ area() int; name() string }
type square struct{ side int }
type circle int
type faulty struct{ why string }

func (s *square) area() int { return s.side * s.side }
func (s *square) name() string { return "square" }
func (s *square) String() string { return "a square" }
func (c circle) area() int { return int(c) * 3 }
func (c circle) name() string { return "circle" }
func (f faulty) Error() string { return f.why }

// huge is so large that the runtime finds its pointers through its fields.
type huge struct{ count int; leaves [5000]*leaf; holders [40]holder }

func kind(v any) string {
	switch v := v.(type) {
	case nil: return "nothing"
	case leaf: return "leaf " + v.name
	case *leaf: return "to leaf " + v.name
	case plain: return "plain"
	case []int: return fmt.Sprint("ints ", v)
	case []leaf: return fmt.Sprint("leaves ", len(v))
	case map[string]leaf: return fmt.Sprint("map ", v["x"].size)
	case map[leaf][]string: return fmt.Sprint("map ", v[leaf{"k", 1}])
	case func(int) int: return fmt.Sprint("function ", v(20))
	case chan leaf: return fmt.Sprint("channel ", (<-v).size)
	case [2]string: return v[1]
	case struct{ x, y int }: return fmt.Sprint(v.x, v.y)
	case shape: return fmt.Sprint(v.name(), v.area())
	case error: return "error " + v.Error()
	}
	return "other"
}

func keys() int {
	m := map[any]int{}
	for i := range 300 {
		for _, k := range []any{leaf{fmt.Sprint(i), i}, plain{int32(i), 7},
			nested{leaf{"n", i}, [2]string{"a", fmt.Sprint(i)}}, holder{inner: plain{1, int32(i)}}, i,
			[2]string{"b", fmt.Sprint(i)}, circle(i)} {
			m[k]++
		}
	}
	for i := range 300 {
		m[leaf{fmt.Sprint(i), i}]++
		m[nested{leaf{"n", i}, [2]string{"a", fmt.Sprint(i)}}]++
		m[holder{inner: plain{1, int32(i)}}]++
	}
	sum := len(m)
	for _, n := range m { sum += n * n }
	return sum
}

func hugeOnes() (sum int) {
	var kept []*huge
	for i := range 20 {
		h := &huge{count: i}
		for k := range h.leaves { h.leaves[k] = &leaf{"l", i + k} }
		for k := range h.holders { h.holders[k] = holder{leaf{"i", k}, &leaf{"m", k}} }
		kept = append(kept, h)
		runtime.GC()
	}
	for range 50 { _ = make([]leaf, 10000) }
	for _, h := range kept {
		for _, l := range h.leaves { sum += l.size }
		for _, o := range h.holders { sum += o.more.size + o.inner.(leaf).size }
	}
	return sum
}

func fails(f func()) { defer func() { fmt.Println(recover()) }(); f() }

func main() {
	channel := make(chan leaf, 3)
	channel <- leaf{"c", 5}
	add := 22
	for _, v := range []any{nil, leaf{"a", 1}, &leaf{"b", 2}, plain{}, []int{1, 2}, []leaf{{}, {}},
		map[string]leaf{"x": {"y", 9}}, map[leaf][]string{{"k", 1}: {"v", "w"}},
		func(n int) int { return n + add }, channel, [2]string{"a", "b"}, struct{ x, y int }{3, 4},
		&square{5}, circle(2), faulty{"broken"}, fmt.Errorf("wrapped: %w", faulty{"inside"}), 1.5, true} {
		fmt.Println(kind(v))
	}
	fmt.Println(keys(), hugeOnes())
	var wanted faulty
	fmt.Println(errors.As(fmt.Errorf("wrapped: %w", faulty{"inside"}), &wanted), wanted.why)
	_, err := os.Open("missing")
	var path *os.PathError
	fmt.Println(errors.As(err, &path), errors.Is(errors.Join(err, wanted), wanted))
	list := []leaf{{"c", 3}, {"a", 1}, {"b", 2}}
	sort.Slice(list, func(i, j int) bool { return list[i].size < list[j].size })
	slices.Reverse(list)
	fmt.Println(list[0].name, map[string][]int{"b": {1}, "a": nil}, []error{wanted}, []shape{&square{1}}[0])
	finished := make(chan string, 1)
	func() { runtime.SetFinalizer(&leaf{"gone", 1}, func(l *leaf) { finished <- l.name }) }()
	for range 3 { runtime.GC() }
	fmt.Println(<-finished)
	var item any = leaf{}
	fails(func() { _ = item.(shape) })
	fails(func() { _ = item.(*leaf) })
	fails(func() { _ = item.(error) })
	fails(func() { item = numbers{}; _ = map[any]int{item: 1} })
	fails(func() { var s shape; _ = any(s).(shape) })
	fails(func() { item = map[string]int{}; _ = item.(shape) })
}
`

func TestASlimProgramKeepsTheTypeDataThatItReads(t *testing.T) {
	dir := t.TempDir()
	whole, _ := compile(t, dir, typed)
	want, err := execute(t, dir, "whole.wasm")
	require.NoError(t, err, want)
	// Only the text of a type without a name differs.
	want = strings.Replace(want, "map[string]int is not", "? is not", 1)
	plain, err := os.ReadFile(filepath.Join(dir, "slim.wasm"))
	require.NoError(t, err)
	got, err := execute(t, dir, "slim.wasm")
	require.NoError(t, err, got)
	assert.Equal(t, want, got)

	slim, _, err := Slim(whole, readsFields...)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "slim.wasm"), slim, 0o644))
	got, err = execute(t, dir, "slim.wasm")
	require.NoError(t, err, got)
	assert.Equal(t, want, got)
	assert.Less(t, compressed(t, slim), compressed(t, plain)*99/100, "the fields of structs must be removed")
}

// TestHashesThatCodeContainsAreKept checks the hashes of types and of a table of methods.
func TestHashesThatCodeContainsAreKept(t *testing.T) {
	const size, itab = 64, 4 * 64
	types, hashes := []int{0, size, 2 * size, 3 * size}, []uint32{0xf1111111, 0xf2222222, 0x33333333, 0x44444444}
	table := func() *describedTypes {
		memory := make([]byte, itab+size)
		for i, at := range types {
			put(memory, at+typeHash, hashes[i])
			memory[at+typeKind] = kindStruct
		}
		memory[types[2]+typeKind] = kindInterface
		put(memory, itab+itabType, uint32(types[3]))
		put(memory, itab+itabHash, hashes[3])
		return &describedTypes{functionTable: &functionTable{memory: memory, itabs: []int{itab}}}
	}
	hashesIn := func(d *describedTypes) (found []uint32) {
		for _, at := range types {
			found = append(found, word(d.memory, at+typeHash))
		}
		return append(found, word(d.memory, itab+itabHash))
	}
	d := table()
	d.replaceHashes(setOf(types...), setOf(int(hashes[0])))
	assert.Equal(t, []uint32{hashes[0], 1, hashes[2], 2, 2}, hashesIn(d))
	d = table()
	d.replaceHashes(setOf(types...), setOf(int(int32(hashes[0]))))
	assert.Equal(t, []uint32{hashes[0], 1, hashes[2], 2, 2}, hashesIn(d), "constants may be signed")
	d = table()
	put(d.memory, itab+itabHash, 5)
	d.replaceHashes(setOf(types...), nil)
	assert.Equal(t, append(hashes, 5), hashesIn(d), "not a table of methods")
}

// compressed returns the compressed size of a program.
func compressed(t *testing.T, b []byte) int {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	require.NoError(t, err)
	_, err = w.Write(b)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Len()
}
