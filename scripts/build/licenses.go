package main

import (
	"bytes"
	_ "embed" // for the terms of Unicode's data
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"pantograph/scripts/internal/bundle"
)

//go:embed unicode.txt
var unicodeTerms string

// A vendored work is third-party code inside a package, under terms that differ from the package's
// own licence.
type vendored struct {
	source string // part of the path of its sources
	name   string
	terms  string // file with the terms; notices in the sources are included too
}

// apacheTerms replaces the terms of works under Pantograph's own licence, which the file contains
// already.
const apacheTerms = "It is under the Apache License, Version 2.0, like Pantograph; the terms are in this file."

// vendoredWorks lists all vendored works in bundled sources. The build fails if thirdPartyNotices
// finds a notice in any other source.
var vendoredWorks = []vendored{
	{"/dompurify/", "DOMPurify, in monaco-editor", apacheTerms},
	{"/marked/", "marked, in monaco-editor", "Its terms are among the notices of monaco-editor in this file."},
	{"vs/base/common/path.js", "the path library of Node.js, in monaco-editor",
		"Its terms are among the notices of monaco-editor in this file."},
	{"codicon.ttf", "Codicons, in monaco-editor",
		"Copyright (c) Microsoft Corporation. Creative Commons Attribution 4.0 International, " +
			"https://creativecommons.org/licenses/by/4.0/"},
}

// A section is the part of licenses.txt about one work.
type section struct {
	folder  string   // the folder with the terms of the work
	sources []string // the bundled sources of the work
}

// licenses adds licenses.txt, with the terms of all third-party code in dist. It fails if a bundled
// source has a copyright notice of an author whom no section names.
func (b *build) licenses() error {
	sections := b.npmPackages()
	if err := b.goModules(sections); err != nil {
		return err
	}
	var out bytes.Buffer
	write := func(name, terms string) { fmt.Fprintf(&out, "== %s\n\n%s\n\n", name, strings.TrimSpace(terms)) }
	own, err := os.ReadFile(filepath.Join(b.Root, "LICENSE"))
	if err != nil {
		return err
	}
	write("Pantograph", string(own))
	// In alphabetical order, so that the file changes only with its content.
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		s := sections[name]
		terms, err := termsIn(s.folder)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		write(name, terms)
		if err := b.thirdPartyNotices(s, terms, write); err != nil {
			return err
		}
	}
	write("the Unicode Character Database, in Go and github.com/rivo/uniseg", unicodeTerms)
	b.files = append(b.files, bundle.File{Path: "licenses.txt", Content: out.Bytes()})
	return nil
}

// npmPackages returns a section for each npm package from which esbuild bundled a file, by name.
func (b *build) npmPackages() map[string]*section {
	sections := map[string]*section{}
	for _, file := range b.files {
		for _, source := range file.Sources {
			name, folder := packageOf(source)
			if name == "" {
				continue
			}
			if sections[name] == nil {
				sections[name] = &section{folder: filepath.Join(b.Root, filepath.FromSlash(folder))}
			}
			if !slices.Contains(sections[name].sources, source) {
				sections[name].sources = append(sections[name].sources, source)
			}
		}
	}
	return sections
}

// thirdPartyNotices writes the notices of third-party code bundled within a package: sources with a
// notice whose copyright holder is not named in the package's own terms.
func (b *build) thirdPartyNotices(s *section, terms string, write func(name, terms string)) error {
	// A notice that names a holder from the package's own terms is covered by these terms.
	holders := holdersIn(terms)
	slices.Sort(s.sources)
	for _, source := range s.sources {
		text, err := os.ReadFile(filepath.Join(b.Root, filepath.FromSlash(source)))
		if err != nil {
			return err
		}
		var notices []string
		for _, notice := range noticesIn(string(text)) {
			if !slices.ContainsFunc(holders, func(holder string) bool { return strings.Contains(notice, holder) }) {
				notices = append(notices, notice)
			}
		}
		at := slices.IndexFunc(vendoredWorks, func(v vendored) bool { return strings.Contains(source, v.source) })
		switch {
		case at >= 0:
			write(vendoredWorks[at].name, strings.Join(append(notices, vendoredWorks[at].terms), "\n\n"))
		case len(notices) > 0:
			return fmt.Errorf("%s is third-party code: add its author and terms to vendoredWorks\n%s", source,
				notices[0])
		}
	}
	return nil
}

// blockComment and isNotice match copyright notices in sources; holder matches the copyright lines
// of terms, and its group is the name.
var (
	blockComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	isNotice     = regexp.MustCompile(`(?i)copyright|@license|\blicensed\b`)
	holder       = regexp.MustCompile(`(?im)^\W*copyright (?:\(c\) |© )?(?:\d{4}(?: ?[-–] ?(?:\d{4}|present))?,? ` +
		`)?(?:by )?([\p{L}][^\n.<(,]*[\p{L}])`)
)

// noticesIn returns the comments of a source that contain copyright notices.
func noticesIn(text string) (notices []string) {
	for _, comment := range blockComment.FindAllString(text, -1) {
		if isNotice.MatchString(comment) {
			notices = append(notices, comment)
		}
	}
	return notices
}

// holdersIn returns the copyright holders named in the terms of a package.
func holdersIn(terms string) (holders []string) {
	for _, match := range holder.FindAllStringSubmatch(terms, -1) {
		holders = append(holders, match[1])
	}
	return holders
}

// packageOf returns the npm package that a source belongs to, and its folder.
func packageOf(source string) (name, folder string) {
	at := strings.LastIndex(source, "node_modules/")
	if at < 0 {
		return "", ""
	}
	at += len("node_modules/")
	parts := strings.SplitN(source[at:], "/", 3)
	name = parts[0]
	if strings.HasPrefix(name, "@") {
		name += "/" + parts[1]
	}
	return name, source[:at] + name
}

// goModules adds the modules that the engine and its data files are made from, and Go itself.
func (b *build) goModules(sections map[string]*section) error {
	// The engine is compiled for js/wasm, where build constraints may select other imports than on
	// this machine. Native programs generate the data files.
	for _, of := range []struct {
		target string
		env    []string
	}{{"./wasm", []string{"GOOS=js", "GOARCH=wasm"}}, {"./scripts/internal/datafiles", nil}} {
		list := exec.Command("go", "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", of.target)
		list.Dir = b.Root
		list.Env = append(os.Environ(), of.env...)
		output, err := list.Output()
		if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		for line := range strings.Lines(string(output)) {
			if name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				sections[name] = &section{folder: folder}
			}
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	sections["Go"] = &section{folder: strings.TrimSpace(string(root))}
	return err
}

// termFiles matches the names of files with terms; a package may have several kinds.
var termFiles = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|thirdpartynotices)(\.(txt|md))?$`)

// termsIn returns all terms in the folder of a package.
func termsIn(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var terms []string
	isLicensed := false
	for _, entry := range entries {
		if match := termFiles.FindStringSubmatch(entry.Name()); match != nil && entry.Type().IsRegular() {
			text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
			if err != nil {
				return "", err
			}
			kind := strings.ToLower(match[1])
			// Notices and patent grants supplement a licence, but do not replace it.
			isLicensed = isLicensed || kind != "notice" && kind != "patents" && kind != "thirdpartynotices"
			terms = append(terms, strings.TrimSpace(string(text)))
		}
	}
	if !isLicensed {
		return "", fmt.Errorf("its folder contains no licence")
	}
	return strings.Join(terms, "\n\n"), nil
}
