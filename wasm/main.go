//go:build js && wasm

// Command wasm is the engine in the form that the page's worker runs: one function, bytes in and
// bytes out. It only adds the transfer across the boundary to the evaluator.
package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"syscall/js"
	"time"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// name is the global function that the worker calls with a request, as a string or as a Uint8Array
// of UTF-8, and that returns the reply as a string.
const name = "pantographCall"

// gcPercent lets the heap grow to five times the live data before it is collected: evaluations are
// short, and it saves a fifth of their time. For large requests the heap only doubles, and for huge
// ones it grows by half: a browser never gets an engine's memory back. A limit by
// debug.SetMemoryLimit was tried; with more live data than the limit, collecting takes all the time.
const (
	gcPercent    = 400
	largePercent = 100
	largeRequest = 512 << 10 // bytes
	hugePercent  = 50
	hugeRequest  = 2 << 20 // bytes
	evaluateOp   = `{"op":"evaluate"`
)

func main() {
	debug.SetGCPercent(gcPercent)
	engine := evaluator.New()
	register(engine)
	engine.Supply(receive())
	select {} // the function lives as long as the program
}

// engine answers requests: an *evaluator.Engine.
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

// pause is how long the engine must be idle before it collects garbage: less than the time between
// two keystrokes, and more than from an evaluation to the layout requested after it.
const pause = 40 * time.Millisecond

// collect collects garbage between two keystrokes, if the heap has reached a third of the size that
// triggers a collection, so that the next keystroke is not delayed by one.
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

// receive registers the receiver of data files, and returns a function that looks them up.
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

// answer never panics: a bug becomes a reply, and the engine continues. It cannot catch exhaustion
// of the stack or of memory; then the page replaces the worker.
func answer(e engine, args []js.Value) (reply []byte) {
	defer func() {
		if cause := recover(); cause != nil {
			print("pantograph: ", text(cause), "\n", string(debug.Stack())) // to the console
			reply = refusal("the engine met a mistake of its own: " + text(cause))
		}
	}()
	if len(args) == 1 && args[0].Type() == js.TypeString {
		return answered(e, args[0].String())
	}
	request, ok := bytesOf(args)
	if !ok {
		return refusal("a request is a string or a Uint8Array")
	}
	return answered(e, string(request))
}

// percent is the current setting of the collector. It stays as the last evaluation needed it, since
// questions about its snapshot need as much memory.
var percent = gcPercent

func answered(e engine, request string) []byte {
	if strings.HasPrefix(request, evaluateOp) {
		wanted := gcPercent
		switch {
		case len(request) > hugeRequest:
			wanted = hugePercent
		case len(request) > largeRequest:
			wanted = largePercent
		}
		if wanted != percent {
			debug.SetGCPercent(wanted)
			percent = wanted
		}
	}
	return e.Answer(request)
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

// text returns the message of a panic, as far as possible without fmt.
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
