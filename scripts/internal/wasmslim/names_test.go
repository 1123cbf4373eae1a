package wasmslim

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFunctionsAreNamedByNumbers(t *testing.T) {
	for name, want := range map[string]string{
		"main.main":                                      "main.00007",
		"pantograph/evaluator/value.(*Value).At":         "value.00007",
		"gopkg.in/yaml%2ev3.yaml_parser_parse":           "yaml%2ev3.00007",
		"slices.SortFunc[go.shape.[]a/b.T,go.shape.int]": "slices.00007",
		"wasm_export_run":                                "wasm_export_run",
		"":                                               "",
	} {
		assert.Equal(t, want, (&functionInfo{name: name}).numberedName(7))
	}
	const wrapper = "time.(*Time).String"
	assert.Equal(t, wrapper, (&functionInfo{name: wrapper, id: 23}).numberedName(7),
		"runtime.panicwrap reads the name of a wrapper")
}

func TestNamesReplaceNumbersInStackTraces(t *testing.T) {
	table := &functionTable{functions: []functionInfo{
		{name: "pantograph/evaluator.Evaluate"}, {}, {name: "slices.SortFunc[go.shape.[]a/b.T,go.shape.int]"},
		{name: "main.answer"},
	}}
	names := table.fullNames()
	for trace, want := range map[string]string{
		"evaluator.00000(...)\n\t:0 +0x7\nmain.00003(0x1)\n": "evaluator.Evaluate(...)\n\t:0 +0x7\nmain.answer(0x1)\n",
		"created by main.00003 in goroutine 1":               "created by main.answer in goroutine 1",
		"slices.00002(...)":                                  "slices.SortFunc[...](...)",
		"main.00001(...)\nmain.00004(...)":                   "main.00001(...)\nmain.00004(...)",
		"panic: 1.00002":                                     "panic: 1.00002",
		"runtime.goexit({})":                                 "runtime.goexit({})",
	} {
		assert.Equal(t, want, string(names.In([]byte(trace))))
	}
}
