package evaluator_test

import (
	"flag"
	"runtime"
)

// Under js everything takes eight times as long, and there it is the compiler and the slimming
// that are tested: an eighth of the cases shows their mistakes.
const slowly = runtime.GOOS == "js"

func init() {
	if slowly {
		flag.Set("rapid.checks", "15")
	}
}

// leftOut reports whether the case of this index is left out under js.
func leftOut(i int) bool { return slowly && i%8 != 0 }
