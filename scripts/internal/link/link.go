// Package link turns a document into a link and back. A link is the fragment of an address,
// `#p1.<codec>.<payload>`, and contains everything: nothing is stored anywhere.
//
// The payload is the canonical JSON of a Document (canonical.go), compressed (codec.go) and
// encoded in base64url. The page does the same in web/src/share/link.ts: each side opens the
// other's links, and the bytes before compression are equal. The format is fixed by
// testdata/links: vectors, and links of every released format.
//
// Everything in a link is untrusted data. Decode reads it within limits, repairs damage that mail
// programs and chats do to addresses, and explains, in a sentence for users, why anything else is
// not a link.
package link

import (
	"errors"
	"fmt"
)

// The limits on decoding.
const (
	MaxEncoded  = 128 << 10 // characters of a payload
	MaxInflated = 1 << 20   // bytes of JSON
	MaxFiles    = 64
	MaxName     = 200 // UTF-16 code units of a file's name
)

// A Document is the content of a link.
type Document struct {
	Dialect string         // "" if the files determine it
	Files   []File         // including inputs.yaml
	View    map[string]any // what the page shows: "panel", "result", "selection"
	Engine  string         // the version of the engine that the author used
	Digest  string         // the digest of the result that the author saw
	Rest    map[string]any // keys added by later versions
}

// A File is one file of a document.
type File struct {
	Name, Text string
	Rest       map[string]any
}

// ErrTooLarge is the error of a document that does not fit into a link.
var ErrTooLarge = errors.New("this text is too large for a link; send it as a file")

// Encode returns a document as the fragment of an address, including the #.
func Encode(d *Document) (string, error) {
	payload := Payload(d)
	if len(payload) > MaxInflated {
		return "", ErrTooLarge
	}
	codec, text := pack(payload)
	if len(text) > MaxEncoded {
		return "", ErrTooLarge
	}
	return "#p1." + codec + "." + text, nil
}

// Payload returns the canonical JSON of a document, before compression.
func Payload(d *Document) []byte {
	files := make([]any, len(d.Files))
	for i, f := range d.Files {
		files[i] = merge(f.Rest, map[string]any{"name": f.Name, "text": f.Text})
	}
	known := map[string]any{"files": files}
	for key, text := range map[string]string{"dialect": d.Dialect, "engine": d.Engine, "digest": d.Digest} {
		if text != "" {
			known[key] = text
		}
	}
	if len(d.View) > 0 {
		known["view"] = d.View
	}
	return appendCanonical(nil, merge(d.Rest, known))
}

// merge returns the entries of both maps; where both have a key, the value in known counts.
func merge(rest, known map[string]any) map[string]any {
	all := map[string]any{}
	for _, from := range []map[string]any{rest, known} {
		for key, value := range from {
			all[key] = value
		}
	}
	return all
}

// Decode reads a link: a whole address, a fragment, or text that contains either.
func Decode(text string) (*Document, error) {
	codec, payload, err := find(text)
	if err != nil {
		return nil, err
	}
	inflated, err := unpack(codec, payload)
	if err != nil {
		return nil, err
	}
	tree, err := parse(inflated)
	if err != nil {
		return nil, err
	}
	return documentOf(tree)
}

var errNoDocument = errors.New("the link contains no document")

func documentOf(tree any) (*Document, error) {
	all, ok := tree.(map[string]any)
	if !ok {
		return nil, errNoDocument
	}
	d := &Document{View: map[string]any{}, Rest: map[string]any{}}
	for key, value := range all {
		switch key {
		case "dialect":
			d.Dialect, ok = value.(string)
		case "engine":
			d.Engine, ok = value.(string)
		case "digest":
			d.Digest, ok = value.(string)
		case "view":
			d.View, ok = value.(map[string]any)
		case "files":
			continue
		default:
			d.Rest[key] = value
			continue
		}
		if !ok {
			return nil, errNoDocument
		}
	}
	return d, d.readFiles(all["files"])
}

func (d *Document) readFiles(value any) error {
	list, _ := value.([]any)
	if len(list) == 0 {
		return errNoDocument
	}
	if len(list) > MaxFiles {
		return fmt.Errorf("the link contains %d files; a document has at most %d", len(list), MaxFiles)
	}
	names := map[string]bool{}
	for _, item := range list {
		entry, _ := item.(map[string]any)
		name, hasName := entry["name"].(string)
		text, hasText := entry["text"].(string)
		if !hasName || !hasText {
			return errNoDocument
		}
		if names[appearance(name)] || !IsPath(name) {
			return errors.New("the link contains a file whose name is not a relative path, " +
				"or looks like that of another")
		}
		names[appearance(name)] = true
		file := File{Name: name, Text: text, Rest: map[string]any{}}
		for key, value := range entry {
			if key != "name" && key != "text" {
				file.Rest[key] = value
			}
		}
		d.Files = append(d.Files, file)
	}
	return nil
}
