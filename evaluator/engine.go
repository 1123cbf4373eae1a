package evaluator

import "pantograph/evaluator/protocol"

// Version is the engine's version, as links and the page show it.
const Version = "0.1.0"

// An Engine answers calls. It keeps the last snapshot, against which later calls ask.
type Engine struct{}

// New gives an engine without a snapshot.
func New() *Engine { return &Engine{} }

// Call answers one request, both in JSON.
func (e *Engine) Call(request []byte) []byte {
	asked, err := protocol.DecodeRequest(request)
	if err != nil {
		return (&protocol.Reply{Error: err.Error()}).AppendJSON(nil)
	}
	reply := protocol.Reply{Op: asked.Op}
	if asked.Hello != nil {
		reply.Hello = &protocol.HelloReply{Fingerprint: protocol.Fingerprint, Version: Version}
	} else {
		reply.Error = "this engine only knows hello"
	}
	return reply.AppendJSON(nil)
}
