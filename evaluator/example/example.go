// Package example reads and writes the examples in testdata. Each is a txtar archive, which serves
// as an entry of the gallery, a golden test, documentation and benchmark input.
//
// The archive's comment is a header of `key: value` lines, followed by a blank line and prose. Its
// sections are the files of the bundle, except those under want/ and recorded/, and want.json,
// which are expectations.
//
//	title: One bucket and its address
//	gallery: 10
//
//	A paragraph that says what to look at.
//	-- Main.yaml --
//	...
//	-- want/result.yaml --
//	...
package example

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// An Example is one archive.
type Example struct {
	Name    string // name of the file, without .txtar
	Dialect string // name of the folder that contains it
	Title   string // title in the header, or "" if there is no header
	Prose   string
	Header  []Field // all header lines, in order, including the title
	Files   []File  // the bundle
	// Want maps the names of the sections that are expectations to their contents.
	Want map[string]string
}

// A Field is a line of a header.
type Field struct{ Key, Value string }

// A File is a file of the bundle.
type File struct{ Name, Text string }

var headerLine = regexp.MustCompile(`^([a-z][a-z-]*): *(.*)$`)

// Parse parses the archive of the example with a dialect and a name. If the comment does not begin
// with a header that has a title, all of it is prose, as in the recorded conformance cases. Parse
// returns an error if text is not UTF-8, or if two sections have the same name.
func Parse(dialect, name string, text []byte) (*Example, error) {
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("%s/%s: the archive is not UTF-8", dialect, name)
	}
	archive := txtar.Parse(text)
	e := &Example{Name: name, Dialect: dialect, Want: map[string]string{}}
	e.Header, e.Prose = splitComment(string(archive.Comment))
	e.Title = e.Field("title")
	seen := map[string]bool{}
	for _, section := range archive.Files {
		if seen[section.Name] {
			return nil, fmt.Errorf("%s/%s: there are two sections %s", dialect, name, section.Name)
		}
		seen[section.Name] = true
		if IsWant(section.Name) {
			e.Want[section.Name] = string(section.Data)
		} else {
			e.Files = append(e.Files, File{section.Name, string(section.Data)})
		}
	}
	return e, nil
}

// IsWant reports whether a section is an expectation, and therefore not part of the input.
func IsWant(name string) bool {
	return name == "want.json" || strings.HasPrefix(name, "want/") || strings.HasPrefix(name, "recorded/")
}

// splitComment splits the comment of an archive into header and prose.
func splitComment(comment string) (header []Field, prose string) {
	head, rest, _ := strings.Cut(comment, "\n\n")
	titled := false
	for _, line := range strings.Split(strings.TrimRight(head, "\n"), "\n") {
		match := headerLine.FindStringSubmatch(line)
		if match == nil {
			return nil, strings.TrimSpace(comment)
		}
		header = append(header, Field{match[1], strings.TrimSpace(match[2])})
		titled = titled || match[1] == "title"
	}
	if !titled {
		return nil, strings.TrimSpace(comment)
	}
	return header, strings.TrimSpace(rest)
}

// Field returns the value of the first header line with the given key, or "".
func (e *Example) Field(key string) string {
	for _, field := range e.Header {
		if field.Key == key {
			return field.Value
		}
	}
	return ""
}

// Format returns the archive: the header, the prose, the files of the bundle in order, and the
// expectations sorted by name.
func (e *Example) Format() []byte {
	var comment strings.Builder
	for _, field := range e.Header {
		comment.WriteString(field.Key + ": " + field.Value + "\n")
	}
	if e.Prose != "" {
		if len(e.Header) > 0 {
			comment.WriteString("\n")
		}
		comment.WriteString(e.Prose + "\n")
	}
	archive := &txtar.Archive{Comment: []byte(comment.String())}
	for _, file := range e.Files {
		archive.Files = append(archive.Files, txtar.File{Name: file.Name, Data: []byte(file.Text)})
	}
	for _, name := range slices.Sorted(maps.Keys(e.Want)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(e.Want[name])})
	}
	return txtar.Format(archive)
}

// Load parses every DIALECT/NAME.txtar of a file system, in the order of their paths. It returns
// the first error.
func Load(fsys fs.FS) ([]*Example, error) {
	paths, err := fs.Glob(fsys, "*/*.txtar")
	if err != nil {
		return nil, err
	}
	var examples []*Example
	for _, file := range paths {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(path.Base(file), ".txtar")
		e, err := Parse(path.Dir(file), name, text)
		if err != nil {
			return nil, err
		}
		examples = append(examples, e)
	}
	return examples, nil
}
