package evaluator

import (
	"errors"
	"slices"
	"strings"

	"pantograph/evaluator/protocol"
)

// errResend is the error for edits of files that the engine does not have.
var errResend = errors.New(protocol.ResendFiles)

// receiveFiles sets the files of a request that contains only edits, and remembers the files for the next one. For a
// keystroke, a page sends a few bytes. Encoding, copying and decoding 10,000 lines took an eighth of the time until the
// result was shown.
func (e *Engine) receiveFiles(asked *protocol.EvaluateRequest) error {
	var texts []summedText
	if len(asked.Edits) > 0 {
		if texts = editTexts(e.texts, asked.Edits); texts == nil {
			return errResend
		}
		asked.Files = slices.Clone(e.received)
		for i, t := range texts {
			asked.Files[i].Text = t.text
		}
	} else {
		for i, f := range asked.Files {
			asked.Files[i].Name = strings.Clone(f.Name) // it may be a part of the request, which would be kept
			texts = append(texts, sumText(f.Text))
		}
	}
	e.received, e.texts = asked.Files, texts
	size := 0
	for _, f := range asked.Files {
		size += len(f.Text)
	}
	if e.onReceived != nil {
		e.onReceived(size)
	}
	return nil
}

// editTexts makes an edit in each text. It returns nil if the edits do not fit.
func editTexts(texts []summedText, edits []protocol.FileEdit) []summedText {
	if len(texts) != len(edits) {
		return nil
	}
	edited := slices.Clone(texts)
	for i, edit := range edits {
		if edit.From == edit.To && edit.Text == "" {
			continue
		}
		edited[i] = texts[i].edit(edit.From, edit.To, edit.Text)
		if edited[i].sum != uint32(edit.Sum) {
			return nil
		}
	}
	return edited
}
