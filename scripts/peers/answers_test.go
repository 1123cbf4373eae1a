package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMain makes the test binary also serve as the second process, like the program itself.
func TestMain(m *testing.M) {
	if os.Getenv(answererVariable) != "" {
		out := os.Stdout
		os.Stdout = os.Stderr
		serveAnswers(os.Stdin, out)
		return
	}
	os.Exit(m.Run())
}

func TestTheSecondProcessIsRestartedAfterACrash(t *testing.T) {
	for range 2 {
		_, crashed := askProgram("config: {e: {default: [{fn::secret: x}]}}\nname: t\n")
		assert.True(t, crashed)
		a, crashed := askProgram("name: t\noutputs: {a: 1}\n")
		assert.False(t, crashed)
		assert.Equal(t, map[string]any{"outputs": map[string]any{"a": "number 1"},
			"resources": map[string]any{}}, a.value)
	}
}

func TestTheOutputOfTheConsoleIsParsed(t *testing.T) {
	const text = "\x1b[31m╷\x1b[0m\n│ Error: Error in function call\n│ \n│   on <console-input> line 1:\n" +
		"│   (source code not available)\n│ \n" +
		"│ Call to function \"length\" failed: argument must be a string, a collection\n" +
		"│ type, or a structural type.\n╵\n\n"
	assert.Equal(t, []report{{severity: "error",
		text: `Error in function call: Call to function "length" failed: argument must be a string, a collection ` +
			`type, or a structural type.`}}, readConsole(text).problems)
	assert.Equal(t, "[\n  1,\n]", readConsole("[\n  1,\n]\n").value)
}

func TestARecordContainsCauses(t *testing.T) {
	r := result{templates: 3, agree: 1,
		classes: []*class{{name: "text: x | did you mean \"_\"", found: 2}}}.record(peer{name: "esc", engine: "e"}, 5)
	assert.Equal(t, record{Peer: "esc", Engine: "e", Seed: 5, Templates: 3, Agree: 1, Differ: 2,
		Differences: []recordClass{
			{"text: x | did you mean \"_\"", 2,
				"the original suggests a random one of several equally similar names"}}}, r)
}
