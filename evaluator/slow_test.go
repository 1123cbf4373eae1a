package evaluator_test

import (
	"flag"
	"runtime"
)

// Everything takes eight times as long under js. There, the tests are for the compiler and the
// slimming, and an eighth of the cases suffices to find their bugs.
const slowly = runtime.GOOS == "js"

func init() {
	if slowly {
		flag.Set("rapid.checks", "15")
	}
}

// leftOut reports whether the case with this index is skipped under js.
func leftOut(i int) bool { return slowly && i%8 != 0 }
