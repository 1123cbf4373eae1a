package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the command available to the scripts, with its exit status, under the name play.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"play": main})
}

// TestTheCommandDoesWhatItsScriptsSay runs testdata/*.txtar; UPDATE rewrites the expected output
// in them.
func TestTheCommandDoesWhatItsScriptsSay(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
	})
}

// status runs the command and compares its exit status: `status 1 play a b`.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status CODE COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if exit, ok := err.(interface{ ExitCode() int }); ok {
		got = string(rune('0' + exit.ExitCode()))
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != args[0] {
		ts.Fatalf("the status is %s, not %s", got, args[0])
	}
}
