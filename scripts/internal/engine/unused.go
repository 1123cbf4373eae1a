package engine

// Unused are functions that the engine never enters, though what it imports could in another
// program: wasmslim leaves them out, and all that only they lead to. A star is any ending, and an
// exclamation mark makes an exception. Entering one would end the engine;
// TestTheSlimEngineAnswersAsTheNativeOne asks it everything that the examples and the recorded
// cases have, of every operation.
var Unused = []string{
	// yaml.v3 reads nodes and writes them. It neither fills in Go values nor reads any.
	"gopkg.in/yaml%2ev3.(*encoder).marshal", "gopkg.in/yaml%2ev3.keyList.*", "gopkg.in/yaml%2ev3.(*keyList).*",
	// Methods that are called by name only, which the engine never asks for: fmt has no types to
	// print but texts, numbers, lists, maps and errors.
	"time.Time.GoString", "time.(*Time).GoString", "time.Time.String", "time.(*Time).String",
	"time.Duration.String", "time.(*Duration).String", "time.(*Location).String",
	"time.Time.MarshalText", "time.(*Time).MarshalText", "time.(*Time).UnmarshalText",
	"regexp/syntax.(*Regexp).String", "regexp/syntax.(*Prog).String", "regexp/syntax.(*Inst).String",
	"regexp/syntax.Op.String", "regexp/syntax.(*Op).String", "regexp/syntax.InstOp.String", "regexp/syntax.(*InstOp).String",
	"math/big.(*Int).UnmarshalText", "math/big.(*Int).MarshalText", "math/big.(*Int).AppendText",
	"math/big.(*Float).UnmarshalText", "math/big.(*Float).MarshalText", "math/big.(*Float).AppendText",
	// A method as a value, by reflection.
	"reflect.makeMethodValue", "reflect.callMethod",
	// Equality that only comparing interfaces could ask for. Those that are compared hold pointers, Go's
	// simple types, or structs of these packages.
	"type:.eq.*", "!type:.eq.pantograph/evaluator/value.*", "!type:.eq.pantograph/evaluator/ir.*",
	"!type:.eq.pantograph/evaluator/dialect/hot/yaql.*",
	// Types as reflection compares them, zero values, complex numbers and those of 32 bits.
	"reflect.(*rtype).Implements", "reflect.(*rtype).AssignableTo", "reflect.(*rtype).ConvertibleTo",
	"reflect.(*rtype).Comparable", "reflect.(*rtype).Fields*", "reflect.(*rtype).Methods*", "reflect.(*rtype).Ins*",
	"reflect.(*rtype).Outs*", "reflect.implements", "reflect.haveIdenticalUnderlyingType", "reflect.haveIdenticalType",
	"reflect.specialChannelAssignability", "reflect.Value.IsZero", "reflect.(*Value).IsZero", "reflect.Value.Comparable",
	"reflect.(*Value).Comparable", "reflect.Value.Fields*", "reflect.(*Value).Fields",
	"reflect.Value.abiTypeSlow", "reflect.Value.typeSlow",
	"fmt.(*pp).fmtComplex", "strconv.AppendComplex", "strconv.dboxFtoa32", "strconv.atof32*", "strconv.eiselLemire32",
	// Numbers in forms that no function of a dialect asks for.
	"math/big.(*Float).fmtX", "math/big.(*Float).fmtP", "math/big.(*Float).fmtB",
	"math/big.Accuracy.String", "math/big.RoundingMode.String",
	// Profiles, and where a call comes from. A goroutine that keeps its thread, and more threads than one.
	"runtime.stkbucket", "runtime.setprofilebucket", "runtime.mProf_Free", "runtime.(*Frames).*", "runtime.Caller",
	"runtime.stoplockedm", "runtime.startlockedm", "runtime.handoffp", "runtime.startm", "runtime.runqsteal",
	"runtime.exitsyscallNoP",
	// Rules of a time zone that was loaded by its name.
	"time.tzset",
	// Compression at other levels than the usual one.
	"compress/flate.(*compressor).encSpeed", "compress/flate.(*compressor).store*", "compress/flate.(*Writer).Reset",
	// A panic with a number or text of a type of its own, which nobody recovers.
	"runtime.printanycustomtype",
	// Files: what is printed goes past them.
	"internal/poll.(*FD).Read", "internal/poll.(*FD).Write", "syscall.Read", "syscall.Write", "syscall.Pread", "syscall.Pwrite",
}
