package evaluator

import (
	"fmt"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/redact"
)

// A Redaction is a document that is safe to share.
type Redaction struct {
	Files []File
	Count int // the number of secrets removed
	// Holds is true if a template itself contains secrets. These are not removed.
	Holds bool

	edits []redact.Edit
}

// Redact returns the files of a document without their secrets. The values of inputs with the given
// names are secrets, regardless of the files. If Redact returns an error, it could not examine the
// files; the caller must not share them as if they had no secrets.
func Redact(files []File, names ...string) (r *Redaction, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = nil, fmt.Errorf("the search for secrets stopped because of a bug in it: %v", p)
		}
	}()
	bundle, err := newBundle(Request{Files: files})
	if err != nil {
		return nil, err
	}
	var places []bind.Secrets
	for _, d := range dialect.All {
		places = append(places, d.Secrets)
	}
	found := redact.Find(bundle.Files, names, places)
	r = &Redaction{Files: make([]File, len(files)), Count: found.Count, Holds: found.Holds, edits: found.Edits}
	edits := found.Edits
	for i, f := range files {
		var out strings.Builder
		at := 0
		for ; len(edits) > 0 && edits[0].File == i; edits = edits[1:] {
			out.WriteString(f.Text[at:edits[0].Start] + edits[0].Text)
			at = edits[0].End
		}
		out.WriteString(f.Text[at:])
		r.Files[i] = File{f.Name, out.String()}
	}
	return r, nil
}

// redacted answers the page's request to remove secrets. It converts offsets to UTF-16 code units.
func redacted(asked *protocol.RedactRequest) (*protocol.Redaction, error) {
	files := make([]File, len(asked.Files))
	for i, f := range asked.Files {
		files[i] = File(f)
	}
	r, err := Redact(files, asked.Names...)
	if err != nil {
		return nil, err
	}
	out := &protocol.Redaction{Count: r.Count, Holds: r.Holds}
	file, at, units := -1, 0, 0
	offset := func(to int) int {
		units += utf16Length(files[file].Text[at:to])
		at = to
		return units
	}
	for _, e := range r.edits {
		if e.File != file {
			file, at, units = e.File, 0, 0
		}
		out.Splices = append(out.Splices, protocol.Splice{File: e.File, Start: offset(e.Start), End: offset(e.End),
			Text: e.Text})
	}
	return out, nil
}

// utf16Length returns the length of a text in UTF-16 code units.
func utf16Length(text string) (n int) {
	for _, r := range text {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
