package wasmslim

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// depths is a program that nests calls of every kind deeper than any browser's stack allows: of
// functions with the smallest frames, with frames larger than reach, of closures, through reflection,
// down and up again, during garbage collections, on several goroutines, and while a panic propagates.
const depths = `package main

import (
	"fmt"
	"reflect"
	"runtime"
)

func small(n int) int {
	if n == 0 { return 0 }
	return small(n-1) + 1
}

func wide(a, b, c, d, e, f, n int) int {
	if n == 0 { return a + b + c + d + e + f }
	x, y, z := a*b, c*d, e*f
	return wide(b, c, d, e, f, a, n-1) + x + y + z
}

type block [40000]byte

func large(b block, n int) int {
	if n == 0 { return int(b[5]) }
	return large(b, n-1) + small(5000)
}

type list struct{ next *list }

func reflected(v reflect.Value) int {
	if v.IsNil() { return 0 }
	return reflected(v.Elem().Field(0)) + 1
}

func closures(n int, f func(int) int) int {
	if n == 0 { return f(0) }
	return closures(n-1, func(k int) int { return f(k) + n })
}

func upAndDown(n int) (sum int) {
	for i := range 5 {
		sum += small(n) + small(n<<i)
		if i == 3 { runtime.GC() }
	}
	return sum
}

type tree struct{ below [4]*tree }

// grown produces so much garbage that the collector runs while it recurses.
func grown(n int) *tree {
	t := &tree{}
	if n > 0 {
		for i := range t.below { t.below[i] = &tree{} }
		t.below[n%4] = grown(n-1)
	}
	return t
}

func height(t *tree) (n int) {
	for _, below := range t.below {
		if below != nil { n = max(n, height(below)) }
	}
	return n + 1
}

func thrown(n int) (at int) {
	defer func() {
		if cause := recover(); cause != nil {
			at = n
			if n > 0 { panic(cause) }
		}
	}()
	if n == 2000 { panic(n) }
	return thrown(n + 1)
}

func main() {
	fmt.Println(small(500000), wide(1, 2, 3, 4, 5, 6, 100000), upAndDown(20000))
	b := block{5: 7}
	arguments := []reflect.Value{reflect.ValueOf(b), reflect.ValueOf(30)}
	fmt.Println(large(b, 30), reflect.ValueOf(large).Call(arguments)[0].Int())
	var l *list
	for range 50000 { l = &list{l} }
	fmt.Println(reflected(reflect.ValueOf(l)), closures(50000, func(int) int { return 0 }))
	for range 20 { sum := 0; sum += height(grown(30000)); if sum != 30001 { panic(sum) } }
	results := make(chan int)
	for i := range 4 {
		go func() { for range 20 { results <- small(20000 + i) } }()
	}
	sum := 0
	for range 80 { sum += <-results }
	fmt.Println(sum, thrown(0))
}
`

func TestCallsNestDeeperThanTheStackOfTheBrowser(t *testing.T) {
	dir := t.TempDir()
	whole, _ := compile(t, dir, depths)
	const smallStack = "--stack-size=200" // KB: a fifth of Chromium's
	out, err := execute(t, dir, "slim.wasm", smallStack)
	require.NoError(t, err, out)
	assert.Equal(t, "500000 3800021 720000\n150007 150007\n50000 1250025000\n1600120 0\n", out)

	_, err = execute(t, dir, "whole.wasm", smallStack)
	assert.Error(t, err, "the program must need more than the browser's stack")

	_, _, err = Slim([]byte(nil))
	assert.ErrorIs(t, err, errModule)
	_, err = unwinding("runtime.morestack", whole[:40])
	assert.ErrorIs(t, err, errRuntime)
	assert.NoError(t, os.Remove(filepath.Join(dir, "slim.wasm")))
}
