// Package apart knows the data files that are kept apart from the engine: the build writes
// them for the page, which loads one when an evaluation asks for it; what runs natively has
// them in it.
package apart

import (
	"pantograph/evaluator"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/dialect/hot/types/facts"
	"pantograph/evaluator/dialect/hot/yaql"
	"pantograph/evaluator/dialect/hot/yaql/names"
	"pantograph/evaluator/dialect/terraform/charset"
	"pantograph/evaluator/dialect/terraform/charset/sheets"
)

// Files makes each data file, by its name.
var Files = map[string]func() []byte{
	charset.File:   sheets.File,
	types.File:     facts.File,
	yaql.NamesFile: names.File,
}

// Data gives a data file, nil when there is none of that name: what evaluator.Request asks for.
func Data(name string) []byte {
	if file := Files[name]; file != nil {
		return file()
	}
	return nil
}

// Engine is a native engine that has all data files.
func Engine() *evaluator.Engine {
	engine := evaluator.New()
	engine.Supply(Data)
	return engine
}
