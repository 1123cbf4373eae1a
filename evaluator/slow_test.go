package evaluator_test

import (
	"flag"
	"runtime"
)

// Under js, tests take eight times as long. There, they only have to find bugs of the compiler and
// of package wasmslim, for which an eighth of the cases suffices.
const underJS = runtime.GOOS == "js"

func init() {
	if underJS {
		flag.Set("rapid.checks", "15")
	}
}

// skipsCase reports whether the case with this index is skipped under js.
func skipsCase(i int) bool { return underJS && i%8 != 0 }
