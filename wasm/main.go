//go:build js && wasm

// Command wasm is the engine as the page's worker runs it: one function, bytes in and
// bytes out. All it adds to the evaluator is the way across the boundary.
package main

import (
	"runtime"
	"runtime/debug"
	"syscall/js"
	"time"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// name is the global function that the worker calls with a request, as a string or as a
// Uint8Array of UTF-8, and that returns the reply as a string.
const name = "pantographCall"

// gcPercent lets garbage grow to four times what lives before it is collected: evaluations
// are short, and it saves a fifth of their time.
const gcPercent = 400

func main() {
	debug.SetGCPercent(gcPercent)
	engine := evaluator.New()
	register(engine)
	engine.Supply(receive())
	select {} // the function lives as long as the program
}

// engine is what answers: an *evaluator.Engine.
type engine interface {
	Answer(request string) []byte
}

func register(e engine) {
	idle := time.AfterFunc(pause, collect)
	js.Global().Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer idle.Reset(pause)
		return string(answer(e, args))
	}))
}

// pause is how long nothing is asked before garbage is collected: shorter than between two
// keys, and longer than from an evaluation to the layout that is asked next.
const pause = 40 * time.Millisecond

// collect does between two keys what would hold up one of the next: it collects garbage
// when a third of what may gather has gathered.
func collect() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > m.NextGC/3 {
		runtime.GC()
	}
}

// dataName is the global function that the worker calls with the name of a data file and
// its content, a Uint8Array.
const dataName = "pantographData"

// receive takes data files in, and gives what looks them up.
func receive() func(name string) []byte {
	files := map[string][]byte{}
	js.Global().Set(dataName, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) == 2 && args[0].Type() == js.TypeString {
			files[args[0].String()], _ = bytesOf(args[1:])
		}
		return nil
	}))
	return func(name string) []byte { return files[name] }
}

// answer never panics: a mistake of ours becomes a reply, and the engine goes on. What
// it cannot catch are an exhausted stack and exhausted memory; then the page replaces
// the worker.
func answer(e engine, args []js.Value) (reply []byte) {
	defer func() {
		if cause := recover(); cause != nil {
			print("pantograph: ", text(cause), "\n", string(debug.Stack())) // to the console
			reply = refusal("the engine met a mistake of its own: " + text(cause))
		}
	}()
	if len(args) == 1 && args[0].Type() == js.TypeString {
		return e.Answer(args[0].String())
	}
	request, ok := bytesOf(args)
	if !ok {
		return refusal("a request is a string or a Uint8Array")
	}
	return e.Answer(string(request))
}

func bytesOf(args []js.Value) ([]byte, bool) {
	if len(args) != 1 {
		return nil, false
	}
	if !args[0].InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, false
	}
	request := make([]byte, args[0].Length())
	js.CopyBytesToGo(request, args[0])
	return request, true
}

func refusal(why string) []byte {
	return (&protocol.Reply{Error: why}).AppendJSON(nil)
}

// text is what a panic says, as far as it can be had without fmt.
func text(cause any) string {
	switch cause := cause.(type) {
	case error:
		return cause.Error()
	case string:
		return cause
	case interface{ String() string }:
		return cause.String()
	}
	return "no message"
}
