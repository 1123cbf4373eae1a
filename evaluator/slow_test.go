package evaluator_test

import (
	"flag"
	"runtime"
)

// Everything takes eight times as long under js. There, the tests are for the compiler and the
// slimming, and an eighth of the cases suffices to find their bugs.
const underJS = runtime.GOOS == "js"

func init() {
	if underJS {
		flag.Set("rapid.checks", "15")
	}
}

// skipsCase reports whether the case with this index is skipped under js.
func skipsCase(i int) bool { return underJS && i%8 != 0 }
