package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"pantograph/evaluator"
	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/scripts/internal/datafiles"
)

// A published document is the content of a link or an embed, which everybody can read.
type published struct {
	dialect  string // "" has the reader's engine recognise it
	files    []evaluator.File
	snapshot *evaluator.Snapshot // of these files alone, including the secrets
	want     string
	whole    []evaluator.File // the files including the secrets
	secrets  int              // number of secrets removed
}

// publish collects the files of a path that belong to the document, and prints their names: a
// folder may also hold keys and notes, and published files stay public. Kind is "a link" or "an
// embed".
func publish(path, kind string, o options, stderr io.Writer) (*published, error) {
	b, err := readBundle(path)
	if err != nil {
		return nil, err
	}
	sayLinks(path, b, stderr)
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: o.dialect, Files: b.files, Data: datafiles.Data})
	if err != nil {
		return nil, err
	}
	// Neither a link nor an embed names the main file, so the reader's engine chooses it.
	if chosen := s.Main(); b.main != "" && b.main != bind.InputsFile && chosen != b.main {
		return nil, fmt.Errorf("%s does not determine the main file: readers would see %s as the main file",
			kind, chosen)
	}
	taken := s.Belonging()
	for _, name := range o.with {
		if !slices.ContainsFunc(b.files, func(f evaluator.File) bool { return f.Name == name }) {
			return nil, fmt.Errorf("there is no file %s to add%s", name, diag.DidYouMean(name, namesOf(b.files)))
		}
		taken = append(taken, name)
	}
	path = diag.PrintableLine(path)
	p := &published{dialect: o.dialect, snapshot: s, want: b.want}
	var left []string
	for _, f := range b.files {
		if slices.Contains(taken, f.Name) {
			p.files = append(p.files, f)
		} else {
			left = append(left, f.Name)
		}
	}
	// The snapshot has to be what readers get. Without the other files, they may also recognise
	// another dialect.
	if len(left) > 0 {
		if p.snapshot, err = evaluator.Evaluate(evaluator.Request{Dialect: s.Dialect.Name, Files: p.files,
			Data: datafiles.Data}); err != nil {
			return nil, err
		}
		if p.snapshot.Recognised != s.Dialect {
			p.dialect = s.Dialect.Name
		}
	}
	sayTaken(path, kind, namesOf(p.files), left, stderr)
	return p, p.redact(path, o, stderr)
}

// redact removes the secrets, unless they are requested, and reports it.
func (p *published) redact(path string, o options, stderr io.Writer) error {
	p.whole = p.files
	r, err := evaluator.Redact(p.files, unseen(p.snapshot)...)
	if err != nil {
		return err
	}
	if r.Holds {
		fmt.Fprintf(stderr, "%s: the template itself contains secrets, which everybody can read: values written as "+
			"secrets, or defaults of values marked secret\n", path)
	}
	if r.Count > 0 && !o.reveal {
		p.files, p.secrets = r.Files, r.Count
		fmt.Fprintf(stderr, "%s: secret values left out: %d; -reveal includes them\n", path, r.Count)
	}
	return nil
}

// unseen returns the names of the inputs that are hidden while they are typed.
func unseen(s *evaluator.Snapshot) (names []string) {
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

// shownNames limits the printed names of files that are left out.
const shownNames = 8

// sayTaken reports which files are published, and which are not.
func sayTaken(path, kind string, taken, left []string, stderr io.Writer) {
	fmt.Fprintf(stderr, "%s: %s with %s", path, kind, quoted(taken))
	if more := len(left) - shownNames; more > 0 {
		fmt.Fprintf(stderr, "; left out: %s and %d more", quoted(left[:shownNames]), more)
	} else if len(left) > 0 {
		fmt.Fprintf(stderr, "; left out: %s", quoted(left))
	}
	if len(left) > 0 {
		fmt.Fprint(stderr, " (-with NAME adds one)")
	}
	fmt.Fprintln(stderr)
}

// sayLinks reports symbolic links, which are not followed.
func sayLinks(path string, b *bundle, stderr io.Writer) {
	path = diag.PrintableLine(path)
	switch len(b.links) {
	case 0:
	case 1:
		fmt.Fprintf(stderr, "%s: %s is a symbolic link and is left out\n", path, quoted(b.links))
	default:
		fmt.Fprintf(stderr, "%s: these are symbolic links and are left out: %s\n", path, quoted(b.links))
	}
}

// quoted joins quoted names, on one line whatever they contain.
func quoted(names []string) string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = diag.PrintableLine(name)
	}
	return strings.Join(shown, ", ")
}
