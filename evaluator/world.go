package evaluator

import (
	"strconv"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/value"
	"pantograph/evaluator/world"
)

// FillInputs reads deployment files, and returns the values in them that the program can use and
// the text of inputs.yaml with these values added. inputs is its current text. Secrets are left out
// unless secrets is set.
func (s *Snapshot) FillInputs(names []string, contents [][]byte, inputs string, secrets bool) *protocol.World {
	r := &world.Reader{Dialect: s.Dialect, Dialects: dialect.All, ReadExport: s.bound.ReadExport, Inputs: inputs,
		Secrets: secrets}
	if r.ReadExport == nil {
		r.ReadExport = func(int, string, *bind.World) *value.JSONError { return nil }
	}
	w := r.Read(names, contents)
	size := len(w.Text)
	for _, f := range w.Added {
		size += len(f.Text)
	}
	for _, f := range s.bundle.Files {
		if f.Name != bind.InputsFile {
			size += len(f.Text)
		}
	}
	if size > MaxBytes && w.Error == "" {
		w.Error = "with these values, the document would be too large: at most " + strconv.Itoa(MaxBytes>>20) +
			" MB are evaluated"
	}
	return w
}

// fillInputs answers the page's request to fill inputs.yaml. The page has supplied the contents of
// the files as data files (protocol.WorldData).
func (e *Engine) fillInputs(asked *protocol.WorldRequest) *protocol.World {
	contents := make([][]byte, len(asked.Names))
	for i := range contents {
		if e.loadData != nil {
			contents[i] = e.loadData(protocol.WorldData + strconv.Itoa(i))
		}
	}
	return e.last.FillInputs(asked.Names, contents, asked.Text, asked.Secrets)
}
