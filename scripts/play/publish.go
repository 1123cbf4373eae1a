package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"pantograph/evaluator"
	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
)

// A published document is the content of a link or an embed, which everybody can read.
type published struct {
	dialect     string // "" if the reader's engine recognises it by the files
	files       []evaluator.File
	withSecrets []evaluator.File    // the same files before secrets were removed
	secrets     int                 // number of secrets removed
	snapshot    *evaluator.Snapshot // the snapshot of the files before secrets were removed
	want        string              // the committed result, or ""
}

// publish collects the files of a path that belong to the document, and prints their names. It
// leaves out all other files: a folder may also contain keys and notes, and a link cannot be
// withdrawn. kind is "a link" or "an embed".
func publish(path, kind string, o options, stderr io.Writer) (*published, error) {
	b, err := readBundle(path)
	if err != nil {
		return nil, err
	}
	reportLinks(path, b, stderr)
	s, err := evaluate(evaluator.Request{Dialect: o.dialect, Files: b.files})
	if err != nil {
		return nil, err
	}
	// Neither a link nor an embed records the main file, so the reader's engine chooses it.
	if chosen := s.Main(); b.main != "" && b.main != bind.InputsFile && chosen != b.main {
		return nil, fmt.Errorf("%s does not determine the main file: readers would see %s as the main file",
			kind, chosen)
	}
	included := s.Belonging()
	for _, name := range o.with {
		if !slices.ContainsFunc(b.files, func(f evaluator.File) bool { return f.Name == name }) {
			return nil, fmt.Errorf("there is no file %s to add%s", name, diag.DidYouMean(name, namesOf(b.files)))
		}
		included = append(included, name)
	}
	path = diag.PrintableLine(path)
	p := &published{dialect: o.dialect, snapshot: s, want: b.want}
	var excluded []string
	for _, f := range b.files {
		if slices.Contains(included, f.Name) {
			p.files = append(p.files, f)
		} else {
			excluded = append(excluded, f.Name)
		}
	}
	// The snapshot must be the one that readers get. Without the excluded files, their engine may
	// recognise another dialect, so the dialect is then recorded.
	if len(excluded) > 0 {
		if p.snapshot, err = evaluate(evaluator.Request{Dialect: s.Dialect.Name, Files: p.files}); err != nil {
			return nil, err
		}
		if p.snapshot.Recognised != s.Dialect {
			p.dialect = s.Dialect.Name
		}
	}
	reportFiles(path, kind, namesOf(p.files), excluded, stderr)
	return p, p.redact(path, o, stderr)
}

// redact removes the secrets, unless -reveal asks for them, and reports what it does.
func (p *published) redact(path string, o options, stderr io.Writer) error {
	p.withSecrets = p.files
	r, err := evaluator.Redact(p.files, secretInputs(p.snapshot)...)
	if err != nil {
		return err
	}
	if r.Holds {
		fmt.Fprintf(stderr, "%s: the template itself contains secrets, which everybody can read: values written as "+
			"secrets, or defaults of values that are marked secret\n", path)
	}
	if r.Count > 0 && !o.reveal {
		p.files, p.secrets = r.Files, r.Count
		fmt.Fprintf(stderr, "%s: secret values left out: %d; -reveal includes them\n", path, r.Count)
	}
	return nil
}

// secretInputs returns the names of the inputs whose values the page hides while a user types them.
func secretInputs(s *evaluator.Snapshot) (names []string) {
	for _, g := range s.Outcome.Form {
		for _, f := range g.Fields {
			if f.Secret {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// namesOf returns the names of files.
func namesOf(files []evaluator.File) []string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}

// maxNames limits how many names of excluded files are printed.
const maxNames = 8

// reportFiles reports which files are published and which are not.
func reportFiles(path, kind string, included, excluded []string, stderr io.Writer) {
	fmt.Fprintf(stderr, "%s: %s with %s", path, kind, listOf(included))
	if more := len(excluded) - maxNames; more > 0 {
		fmt.Fprintf(stderr, "; left out: %s and %d more", listOf(excluded[:maxNames]), more)
	} else if len(excluded) > 0 {
		fmt.Fprintf(stderr, "; left out: %s", listOf(excluded))
	}
	if len(excluded) > 0 {
		fmt.Fprint(stderr, " (-with NAME adds one)")
	}
	fmt.Fprintln(stderr)
}

// reportLinks reports the symbolic links in a bundle, which are not followed.
func reportLinks(path string, b *bundle, stderr io.Writer) {
	path = diag.PrintableLine(path)
	switch len(b.links) {
	case 0:
	case 1:
		fmt.Fprintf(stderr, "%s: %s is a symbolic link and is left out\n", path, listOf(b.links))
	default:
		fmt.Fprintf(stderr, "%s: these are symbolic links and are left out: %s\n", path, listOf(b.links))
	}
}

// listOf joins names with commas. It escapes line breaks and control characters in them.
func listOf(names []string) string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = diag.PrintableLine(name)
	}
	return strings.Join(shown, ", ")
}
