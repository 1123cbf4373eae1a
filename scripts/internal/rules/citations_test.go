package rules

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/scripts/internal/repo"
)

// A comment cites sections of the specification in its package by number, as in (4.6) or (4.4, 5),
// or in a sentence: chapter 16, section 9.2.
var (
	bracketed = regexp.MustCompile(`(?:^|\s)\((\d+(?:\.\d+)*(?:, (?:\d+(?:\.\d+)*|contract))*)\)`)
	spelled   = regexp.MustCompile(`\b(?:[Cc]hapters?|[Ss]ections?) (\d+(?:\.\d+)*(?:(?:, | and )\d+(?:\.\d+)*)*)`)
	number    = regexp.MustCompile(`\d+(?:\.\d+)*`)
	heading   = regexp.MustCompile(`(?m)^#+ (\d+(?:\.\d+)*)\.? `)
)

// cited returns the section numbers that a comment cites.
func cited(comment string) (numbers []string) {
	text := strings.Join(strings.Fields(strings.ReplaceAll(comment, "//", " ")), " ")
	for _, pattern := range []*regexp.Regexp{bracketed, spelled} {
		for _, m := range pattern.FindAllStringSubmatch(text, -1) {
			numbers = append(numbers, number.FindAllString(m[1], -1)...)
		}
	}
	return numbers
}

// sections returns the numbers of the headings in a file.
func sections(t *testing.T, file string) map[string]bool {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
		out[m[1]] = true
	}
	return out
}

// specificationOf returns the file whose sections a package cites: SPEC.md in its folder or the
// nearest one above, and otherwise the contract of play.
func specificationOf(root, pkg string) string {
	for folder := pkg; strings.HasPrefix(folder, "evaluator/dialect/"); folder = path.Dir(folder) {
		file := filepath.Join(root, filepath.FromSlash(folder), "SPEC.md")
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return filepath.Join(root, "scripts", "play", "CONTRACT.md")
}

func TestCitedSectionsExist(t *testing.T) {
	root, err := repo.Root()
	require.NoError(t, err)
	known := map[string]map[string]bool{}
	count := map[string]int{}
	for _, s := range goSources(t, "evaluator", "wasm", "scripts/play") {
		file := specificationOf(root, s.pkg)
		if known[file] == nil {
			known[file] = sections(t, file)
		}
		for _, comment := range s.syntax.Comments {
			for _, n := range cited(comment.Text()) {
				count[file]++
				assert.True(t, known[file][n], "%s cites section %s, which %s does not have", s.at(comment), n, file)
			}
		}
	}
	dialects, err := filepath.Glob(filepath.Join(root, "evaluator", "dialect", "*"))
	require.NoError(t, err)
	for _, folder := range dialects {
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			assert.NotZero(t, count[filepath.Join(folder, "SPEC.md")],
				"no comment in %s cites its specification", folder)
		}
	}
}

func TestLinksInDocumentsAreValid(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+\.md)\)`)
	walk(t, func(root, file string) {
		if path.Ext(file) != ".md" {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			assert.FileExists(t, filepath.Join(root, filepath.FromSlash(path.Join(path.Dir(file), m[1]))), file)
		}
	}, "evaluator", "scripts")
}

// TestCitationsAreFound shows which comments count as citations.
func TestCitationsAreFound(t *testing.T) {
	for comment, want := range map[string][]string{
		"binds the long form of an invoke (4.6).":            {"4.6"},
		"are the rules of evaluation (4.4, 4.5, 8).":         {"4.4", "4.5", "8"},
		"output reads an output\n(4.4, contract).":           {"4.4"},
		"the result document of the contract (section 3)":    {"3"},
		"chapters 4 and 5.1 say so":                          {"4", "5.1"},
		"log(2) is a call, 1 (of 2) a count and (1,2) a set": nil,
	} {
		assert.Equal(t, want, cited(comment), comment)
	}
}
