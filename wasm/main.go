//go:build js && wasm

// Command wasm is the engine that the page's worker runs: an evaluator.Engine behind a global
// JavaScript function, which takes a request and returns the reply. Another function receives data files.
package main

import (
	"runtime"
	"runtime/debug"
	"syscall/js"
	"time"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// callName is the global function that the worker calls with a request, as a string or as a
// Uint8Array of UTF-8, and that returns the reply as a string.
const callName = "pantographCall"

func main() {
	debug.SetGCPercent(percent)
	engine := evaluator.New()
	register(engine)
	engine.Supply(receiveData())
	select {} // JavaScript can call the functions only while the program runs
}

// engine answers requests: an *evaluator.Engine.
type engine interface {
	Answer(request string) []byte
	OnReceived(prepare func(size int))
	Rest()
}

func register(e engine) {
	e.OnReceived(adjustCollector)
	answered := time.Now()
	var idle *time.Timer
	idle = time.AfterFunc(shortestPause, func() {
		if wait := untilCollection() - time.Since(answered); wait > 0 {
			idle.Reset(wait)
		} else {
			collect(e)
		}
	})
	js.Global().Set(callName, js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer func() {
			answered = time.Now()
			idle.Reset(afterReply)
		}()
		return string(answer(e, args))
	}))
}

// afterReply is how long after a reply the heap is looked at, so that the reply does not wait for that.
const afterReply = time.Millisecond

// shortestPause is how long the engine must be idle before it collects garbage: less than the time
// between two keystrokes, and more than the time between an evaluation and the request for its
// layout.
const shortestPause = 40 * time.Millisecond

// collectionTook is how long the last collection took.
var collectionTook time.Duration

// untilCollection returns how long the engine must be idle from now on before it collects garbage. The
// collector cannot be interrupted, so it waits for a longer pause if it takes long. But if the heap has almost
// grown so much that the runtime would collect garbage during an evaluation, which happens at 70 % of the growth
// at the earliest, it does so now: right after a result there is the most time.
func untilCollection() time.Duration {
	if hasGrown(60) {
		return afterReply
	}
	return max(shortestPause, 4*collectionTook)
}

// collect collects garbage between two keystrokes if the heap has grown. After a pause, that includes the engine's
// buffers. While somebody types without a pause, the next result needs them.
func collect(e engine) {
	if !hasGrown(20) {
		return
	}
	if !hasGrown(60) {
		e.Rest()
	}
	start := time.Now()
	runtime.GC()
	collectionTook = time.Since(start)
}

// hasGrown reports whether the heap has grown since the last collection by more than a part, in percent, of
// the growth that triggers the next one.
func hasGrown(part int) bool {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	growth := int(m.NextGC) * percent / (100 + percent)
	return int(m.HeapAlloc) > int(m.NextGC)-growth*(100-part)/100
}

// dataName is the global function that the worker calls with the name of a data file and
// its content, a Uint8Array.
const dataName = "pantographData"

// receiveData registers the receiver of data files, and returns a function that looks them up by
// name.
func receiveData() func(name string) []byte {
	files := map[string][]byte{}
	js.Global().Set(dataName, js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) == 2 && args[0].Type() == js.TypeString {
			files[args[0].String()], _ = bytesOf(args[1:])
		}
		return nil
	}))
	return func(name string) []byte { return files[name] }
}

// answer decodes the arguments and answers the request in them. It never panics: a bug becomes an
// error reply, and the engine continues. It cannot recover when the stack or memory is exhausted;
// then the page replaces the worker.
func answer(e engine, args []js.Value) (reply []byte) {
	defer func() {
		if cause := recover(); cause != nil {
			print("pantograph: ", panicMessage(cause), "\n", string(debug.Stack())) // print writes to the console
			reply = errorReply("the engine has a bug: " + panicMessage(cause))
		}
	}()
	if len(args) == 1 && args[0].Type() == js.TypeString {
		return e.Answer(args[0].String())
	}
	request, ok := bytesOf(args)
	if !ok {
		return errorReply("a request must be a string or a Uint8Array")
	}
	return e.Answer(string(request))
}

// percent is the current setting of the collector. Requests about a snapshot need as much memory as
// its evaluation, so only the next evaluation changes it.
var percent = evaluator.GCPercent(0)

// adjustCollector sets the collector for the size of a document.
func adjustCollector(size int) {
	if wanted := evaluator.GCPercent(size); wanted != percent {
		debug.SetGCPercent(wanted)
		percent = wanted
	}
}

// bytesOf copies the content of a Uint8Array, if that is the only argument.
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

func errorReply(why string) []byte {
	return (&protocol.Reply{Error: why}).AppendJSON(nil)
}

// panicMessage returns the message of a panic. It does not use fmt, because the engine is built without
// the code with which fmt prints structs.
func panicMessage(cause any) string {
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
