package main

import (
	"fmt"
	"io"
	"strings"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/scripts/internal/link"
)

// printLink prints a link to the document of a path, as the page's Share button copies it, and
// returns the exit status. Without -reveal, secret values are left out.
func printLink(path string, o options, out io.Writer, stderr io.Writer) int {
	text, err := linkTo(path, o, stderr)
	if err != nil {
		fmt.Fprintln(stderr, diag.PrintableLine(path+": "+err.Error()))
		return 2
	}
	fmt.Fprintln(out, strings.TrimSuffix(o.base, "#")+text)
	return 0
}

// linkTo returns the link to a path's document, starting at the #. From the digest in it, a reader's
// engine can tell whether it gets the same result.
func linkTo(path string, o options, stderr io.Writer) (string, error) {
	p, err := publish(path, "a link", o, stderr)
	if err != nil {
		return "", err
	}
	d := &link.Document{Dialect: p.dialect, Engine: evaluator.Version, Digest: p.snapshot.Digest()}
	for _, f := range p.files {
		if !link.IsPath(f.Name) {
			return "", fmt.Errorf("a link cannot contain a file with the name %s", f.Name)
		}
		d.Files = append(d.Files, link.File{Name: f.Name, Text: f.Text})
	}
	if p.secrets > 0 {
		d.Digest = "" // without the secrets, readers get another result
	}
	if len(d.Files) > link.MaxFiles {
		return "", fmt.Errorf("there are %d files; a link can contain at most %d", len(d.Files), link.MaxFiles)
	}
	return link.Encode(d)
}

// openLink evaluates the document in a link, and returns the exit status.
func openLink(text string, o options, out io.Writer, stderr io.Writer) int {
	d, err := link.Decode(text)
	var s *evaluator.Snapshot
	if err == nil {
		if o.dialect == "" {
			o.dialect = d.Dialect
		}
		r := evaluator.Request{Dialect: o.dialect}
		for _, f := range d.Files {
			r.Files = append(r.Files, evaluator.File{Name: f.Name, Text: f.Text})
		}
		s, err = evaluate(r)
	}
	if err == nil && d.Digest != "" && d.Digest != s.Digest() {
		fmt.Fprintf(stderr, "link: with engine %s, the result differs from what the author saw with engine %s\n",
			evaluator.Version, shorten(d.Engine))
	}
	return report("link", s, err, o, out, stderr)
}

// maxWord limits how many characters are printed of a string in an untrusted link that should be a
// single word.
const maxWord = 40

// shorten shortens a word of a link and escapes line breaks in it, with which it could forge a
// report.
func shorten(word string) string {
	if r := []rune(word); len(r) > maxWord {
		word = string(r[:maxWord]) + "…"
	}
	return diag.PrintableLine(word)
}
