package yaql

import "strconv"

// A cause is the reason why an expression has no value. The reasons for an unknown outcome are
// causes, too, since they end the evaluation in the same way.
type cause uint8

const (
	inSyntax cause = iota // it cannot be parsed
	inCall                // no function fits the call
	inEvaluation
	inIndex     // an index beyond the end: the one Python error that groupBy catches
	onUnknown   // it reads an unknown value
	onChance    // it depends on the clock, on randomness or on the machine
	onDepth     // it is nested too deeply
	onName      // it names a character that is not in our table
	onNoNames   // it names a character, and the table is not loaded
	onPattern   // a regular expression exceeds our limits
	onExhausted // the step budget is exhausted, which has been reported
)

// A failure ends an evaluation. It is thrown by panic, because an error deep inside a lazy
// sequence surfaces only when distant code reads it. Parse and Evaluate catch it.
type failure struct {
	cause      cause
	message    string
	text       string // the original's message, or "" if that is a bare Python error
	start, end int32  // byte range in the expression; both 0 while unknown
}

const tooDeep = "this is nested too deeply"

// syntaxError rejects the expression's syntax. The message is ours and text the original's, "" if
// the original fails with a bare Python error.
func syntaxError(start, end int, message, text string) {
	panic(&failure{inSyntax, message, text, int32(start), int32(end)})
}

// unknownName gives up on a character that cannot be found by its name. why is onName or onNoNames.
func unknownName(why cause, start, end int, name string) {
	panic(&failure{why, "the character named " + name, "", int32(start), int32(end)})
}

// fail ends the evaluation where Python reports an error, with a message in our words. The error is
// reported at the node that is being evaluated.
func fail(message string) { panic(&failure{cause: inEvaluation, message: message}) }

// failText ends the evaluation with one of YAQL's own messages.
func failText(message, text string) {
	panic(&failure{cause: inEvaluation, message: message, text: text})
}

// caught runs f and returns the failure that ended it, or nil if none did. Other panics are bugs and
// propagate. The state of the evaluator is not restored: a caller that continues after a failure must
// reset depth and at.
func caught(f func()) (failed *failure) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *failure:
			failed = r
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// count writes a number with its noun.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
