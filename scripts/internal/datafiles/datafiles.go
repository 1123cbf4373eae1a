// Package datafiles makes the data files that ship separately from the engine. The build writes them
// for the page, which loads one when an evaluation asks for it. Native programs contain them.
package datafiles

import (
	"pantograph/evaluator"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/dialect/hot/types/facts"
	"pantograph/evaluator/dialect/hot/yaql"
	"pantograph/evaluator/dialect/hot/yaql/names"
	"pantograph/evaluator/dialect/terraform/charset"
	"pantograph/evaluator/dialect/terraform/charset/sheets"
)

// Files makes each data file, by name.
var Files = map[string]func() []byte{
	charset.File:   sheets.File,
	types.File:     facts.File,
	yaql.NamesFile: names.File,
}

// Data returns the content of a data file, or nil if no data file has that name. It is a value for
// the field Data of evaluator.Request.
func Data(name string) []byte {
	if file := Files[name]; file != nil {
		return file()
	}
	return nil
}

// Engine returns a native engine that has all data files.
func Engine() *evaluator.Engine {
	engine := evaluator.New()
	engine.Supply(Data)
	return engine
}
