package yaql

import "strconv"

// A cause says why an expression has no value.
type cause uint8

const (
	inSyntax cause = iota // it cannot be parsed
	inCall                // no function fits the call
	inEvaluation
	inIndex     // an index beyond the end: the one Python error that groupBy asks for
	onUnknown   // it reads what is not known
	onChance    // it asks for the clock, chance or the machine
	onDepth     // it is nested too deeply
	onName      // it asks for a character by a name that is not in our table
	onNoNames   // the same, and the table is not here
	onPattern   // a regular expression is beyond us
	onExhausted // the budget of steps is used up, which was reported already
)

// A failure ends an evaluation. It is thrown by panic, because a mistake deep inside a
// sequence shows only when something far outside reads it, and caught by Parse and Evaluate.
type failure struct {
	cause      cause
	message    string
	text       string // the original's, "" where that is a bare error of Python
	start, end int32  // bytes of the expression; both 0 when the place is not known yet
}

const tooDeep = "this is nested too deeply"

// syntaxError refuses a text.
func syntaxError(start, end int, message, text string) {
	panic(&failure{inSyntax, message, text, int32(start), int32(end)})
}

// unknownName gives up at a character that cannot be found by its name.
func unknownName(why cause, start, end int, name string) {
	panic(&failure{why, "the character named " + name, "", int32(start), int32(end)})
}

// fail ends the evaluation where Python reports an error, in words of ours.
func fail(message string) { panic(&failure{cause: inEvaluation, message: message}) }

// failText ends the evaluation with a text of the original's own.
func failText(message, text string) {
	panic(&failure{cause: inEvaluation, message: message, text: text})
}

// caught runs f and returns the failure that ended it, nil when none did.
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

// count writes a number of things.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
