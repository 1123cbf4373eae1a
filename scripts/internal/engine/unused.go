package engine

// Unused lists functions that the engine never calls, although other programs with the same imports
// could: wasmslim removes them, and everything that is reachable only from them. A star matches any
// suffix, and an exclamation mark makes an exception. Calling one would crash the engine;
// TestTheSlimEngineAnswersLikeTheNativeOne would find that, since it runs every operation on the
// examples and the recorded cases.
var Unused = []string{
	// yaml.v3 parses and prints nodes. It neither decodes into Go values nor encodes them.
	"gopkg.in/yaml%2ev3.(*encoder).marshal", "gopkg.in/yaml%2ev3.keyList.*", "gopkg.in/yaml%2ev3.(*keyList).*",
	// Methods that are called only through reflection, which the engine never uses: fmt prints
	// only strings, numbers, lists, maps and errors.
	"time.Time.GoString", "time.(*Time).GoString", "time.Time.String", "time.(*Time).String",
	"time.Duration.String", "time.(*Duration).String", "time.(*Location).String",
	"time.Time.MarshalText", "time.(*Time).MarshalText", "time.(*Time).UnmarshalText",
	"regexp/syntax.(*Regexp).String", "regexp/syntax.(*Prog).String", "regexp/syntax.(*Inst).String",
	"regexp/syntax.Op.String", "regexp/syntax.(*Op).String", "regexp/syntax.InstOp.String",
	"regexp/syntax.(*InstOp).String",
	"math/big.(*Int).UnmarshalText", "math/big.(*Int).MarshalText", "math/big.(*Int).AppendText",
	"math/big.(*Float).UnmarshalText", "math/big.(*Float).MarshalText", "math/big.(*Float).AppendText",
	// Method values obtained by reflection.
	"reflect.makeMethodValue", "reflect.callMethod",
	// Equality functions that only comparisons of interface values could call. The interface values
	// that are compared contain pointers, basic types, or structs of the packages excepted here.
	"type:.eq.*", "!type:.eq.pantograph/evaluator/value.*", "!type:.eq.pantograph/evaluator/ir.*",
	"!type:.eq.pantograph/evaluator/dialect/hot/yaql.*",
	// Reflection on types, on the fields of structs and on zero values; formatting of complex numbers
	// and 32-bit floats.
	"reflect.(*rtype).Implements", "reflect.(*rtype).AssignableTo", "reflect.(*rtype).ConvertibleTo",
	"reflect.(*rtype).Comparable", "reflect.(*rtype).Fields*", "reflect.(*rtype).Methods*", "reflect.(*rtype).Ins*",
	"reflect.(*rtype).Outs*", "reflect.implements", "reflect.haveIdenticalUnderlyingType", "reflect.haveIdenticalType",
	"reflect.specialChannelAssignability", "reflect.Value.IsZero", "reflect.(*Value).IsZero",
	"reflect.Value.Comparable",
	"reflect.(*Value).Comparable", "reflect.Value.Fields*", "reflect.(*Value).Fields",
	"reflect.Value.Field", "reflect.(*Value).Field", "reflect.(*rtype).Field", "reflect.(*structType).Field",
	"reflect.Value.abiTypeSlow", "reflect.Value.typeSlow",
	"fmt.(*pp).fmtComplex", "strconv.AppendComplex", "strconv.dboxFtoa32", "strconv.atof32*", "strconv.eiselLemire32",
	// Number formats that no function of a dialect uses.
	"math/big.(*Float).fmtX", "math/big.(*Float).fmtP", "math/big.(*Float).fmtB",
	"math/big.Accuracy.String", "math/big.RoundingMode.String",
	// Profiling, source positions of callers, and anything that needs a second thread.
	"runtime.stkbucket", "runtime.setprofilebucket", "runtime.mProf_Free", "runtime.(*Frames).*", "runtime.Caller",
	"runtime.stoplockedm", "runtime.startlockedm", "runtime.handoffp", "runtime.startm", "runtime.runqsteal",
	"runtime.exitsyscallNoP",
	// The rules of time zones loaded by name.
	"time.tzset",
	// Compression at levels other than the default.
	"compress/flate.(*compressor).encSpeed", "compress/flate.(*deflateFast).encode",
	"compress/flate.(*compressor).store*", "compress/flate.(*Writer).Reset",
	// Printing an unrecovered panic whose value has a named number or string type.
	"runtime.printanycustomtype",
	// Files: the engine writes its output without them.
	"internal/poll.(*FD).Read", "internal/poll.(*FD).Write", "syscall.Read", "syscall.Write", "syscall.Pread",
	"syscall.Pwrite",
}
