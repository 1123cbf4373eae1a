package evaluator

import (
	"errors"
	"unicode/utf16"
	"unicode/utf8"

	"pantograph/evaluator/protocol"
)

// errResend is the error for edits of files that the engine does not have.
var errResend = errors.New(protocol.ResendFiles)

// receiveFiles sets the files of a request that contains only edits, and remembers the files for the next one. For a
// keystroke, a page sends a few bytes. Encoding, copying and decoding 10,000 lines took an eighth of the time until the
// result was shown.
func (e *Engine) receiveFiles(asked *protocol.EvaluateRequest) error {
	if len(asked.Edits) > 0 {
		if asked.Files = editedFiles(e.received, asked.Edits); asked.Files == nil {
			return errResend
		}
	}
	e.received = asked.Files
	size := 0
	for _, f := range asked.Files {
		size += len(f.Text)
	}
	if e.onReceived != nil {
		e.onReceived(size)
	}
	return nil
}

// editedFiles applies an edit to each file. It returns nil if they do not fit.
func editedFiles(files []protocol.File, edits []protocol.FileEdit) []protocol.File {
	if len(files) != len(edits) {
		return nil
	}
	edited := make([]protocol.File, len(files))
	for i, edit := range edits {
		edited[i] = files[i]
		if edit.From == edit.To && edit.Text == "" {
			continue
		}
		old := files[i].Text
		from := skipUnits(old, edit.From)
		to := from + skipUnits(old[from:], edit.To-edit.From)
		edited[i].Text = old[:from] + edit.Text + old[to:]
		if checksum(edited[i].Text) != edit.Sum {
			return nil
		}
	}
	return edited
}

// skipUnits returns the length in bytes of the first characters of a text that consist of n UTF-16 code units.
func skipUnits(text string, n int) int {
	i := 0
	for i < len(text) && n > 0 {
		if text[i] < utf8.RuneSelf {
			i++
			n--
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		i += size
		n -= 1 + size/utf8.UTFMax // characters of four bytes are pairs of surrogates
	}
	return i
}

// checksum returns the 32-bit FNV-1a hash of the UTF-16 code units of a text (protocol.FileEdit). Package hash/fnv
// hashes bytes, which the page does not have.
func checksum(text string) int {
	const prime = 16777619
	sum := uint32(2166136261)
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			sum = (sum ^ uint32(c)) * prime
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
			sum = (sum ^ uint32(high)) * prime
			r = low
		}
		sum = (sum ^ uint32(r)) * prime
		i += size
	}
	return int(sum)
}
