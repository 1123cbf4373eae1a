//go:build js && wasm

package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect/terraform/charset"
	"pantograph/evaluator/dialect/terraform/charset/sheets"
	"pantograph/evaluator/protocol"
)

const hello = `{"op":"hello","hello":{"fingerprint":"` + protocol.Fingerprint + `"}}`

// call calls the registered function as the worker does.
func call(t *testing.T, request any) protocol.Reply {
	t.Helper()
	var reply protocol.Reply
	require.NoError(t, protocol.Decode([]byte(js.Global().Call(callName, request).String()), &reply))
	return reply
}

func uint8Array(text string) js.Value {
	array := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(array, []byte(text))
	return array
}

func TestStringsAndBytesGetTheSameReply(t *testing.T) {
	register(evaluator.New())
	reply := call(t, hello)
	require.NotNil(t, reply.Hello)
	assert.Equal(t, protocol.Fingerprint, reply.Hello.Fingerprint)
	assert.Equal(t, reply, call(t, uint8Array(hello)))
}

func TestAnEvaluationNamesTheDataFilesItNeeds(t *testing.T) {
	engine := evaluator.New()
	register(engine)
	engine.Supply(receiveData())
	ask := map[string]any{"op": "evaluate", "evaluate": map[string]any{"dialect": "terraform",
		"files": []any{map[string]any{"name": "inputs.yaml", "text": "expression: textencodebase64(\"日\", \"GBK\")"}}}}
	request := js.Global().Get("JSON").Call("stringify", js.ValueOf(ask)).String()
	reply := call(t, request)
	require.Equal(t, []string{charset.File}, reply.Evaluate.Needs)
	js.Global().Call(dataName, charset.File, uint8Array(string(sheets.File())))
	reply = call(t, request)
	assert.Empty(t, reply.Evaluate.Needs)
	assert.Equal(t, "\"yNU=\"\n", reply.Evaluate.Result.Text)
}

func TestAnInvalidRequestIsExplained(t *testing.T) {
	register(evaluator.New())
	assert.Equal(t, "a request must be a string or a Uint8Array", call(t, 7).Error)
	assert.Equal(t, "a request must be a string or a Uint8Array", call(t, js.Null()).Error)
	assert.Contains(t, call(t, "{").Error, "at byte 1")
}

// echo is an engine that panics on the request "panic", and otherwise replies with the request.
type echo struct{}

func (echo) Answer(request string) []byte {
	if request == "panic" {
		panic("a bug")
	}
	return (&protocol.Reply{Op: request}).AppendJSON(nil)
}

func (echo) OnReceived(func(size int)) {}

func (echo) Rest() {}

func TestAPanicBecomesAReplyAndTheEngineContinues(t *testing.T) {
	register(echo{})
	assert.Equal(t, "the engine has a bug: a bug", call(t, "panic").Error)
	assert.Equal(t, "next", call(t, "next").Op)
}

func TestTextIsPassedUnchanged(t *testing.T) {
	register(echo{})
	for _, text := range []string{"", "é 😀 \u2028", "\x00\n\"\\", strings.Repeat("ab\n", 100_000)} {
		assert.Equal(t, text, call(t, text).Op)
		assert.Equal(t, text, call(t, uint8Array(text)).Op)
	}
}

func TestTheHeapGrowsLessForALargeFile(t *testing.T) {
	register(evaluator.New())
	evaluate := func(text string) string {
		files := []protocol.File{{Name: "main.yaml", Text: text}}
		ask := protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Files: files}}
		return string(ask.AppendJSON(nil))
	}
	gcPercentInEffect := func() int {
		percent := debug.SetGCPercent(evaluator.GCPercent(0))
		debug.SetGCPercent(percent)
		return percent
	}
	call(t, evaluate("a: "+strings.Repeat("x", 512<<10)))
	assert.Equal(t, 100, gcPercentInEffect())
	call(t, hello) // a question about the same snapshot
	assert.Equal(t, 100, gcPercentInEffect())
	call(t, evaluate("a: x"))
	assert.Equal(t, 400, gcPercentInEffect())
}

func TestGarbageIsCollectedAtOnceOnlyIfTheHeapHasAlmostGrownAsMuchAsItMay(t *testing.T) {
	debug.SetGCPercent(percent)
	kept := make([]byte, 8<<20)
	runtime.GC()
	assert.GreaterOrEqual(t, untilCollection(), shortestPause)
	for range 100 {
		if !hasGrown(60) {
			garbage = make([]byte, 1<<20)
		}
	}
	garbage = nil
	assert.Less(t, untilCollection(), shortestPause)
	collect(echo{})
	assert.GreaterOrEqual(t, untilCollection(), max(shortestPause, 4*collectionTook))
	assert.Positive(t, collectionTook)
	runtime.KeepAlive(kept)
}

// resting is an engine that counts how often it rests.
type resting struct {
	echo
	rests *int
}

func (r resting) Rest() { *r.rests++ }

func TestGarbageIsCollectedInAPauseAfterAReply(t *testing.T) {
	time.Sleep(2 * max(shortestPause, 4*collectionTook)) // until the engines of other tests have collected theirs
	debug.SetGCPercent(percent)
	runtime.GC()
	rests := 0
	register(resting{rests: &rests})
	for !hasGrown(30) {
		garbage = make([]byte, 64<<10)
	}
	call(t, "next")
	assert.Zero(t, rests)
	isCollected := func() bool { return rests > 0 && !hasGrown(20) }
	require.Eventually(t, isCollected, 10*time.Second, time.Millisecond)
}

var garbage []byte // a global variable, so that the compiler does not leave it out
