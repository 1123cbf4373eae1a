package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"pantograph/evaluator"
	"pantograph/evaluator/example"
)

// readBundle reads the files of a folder, of an archive, or of the folder of a file, which
// then is the main one.
func readBundle(path string) (files []evaluator.File, main string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, "", fmt.Errorf("there is no file or folder %s", path)
	}
	switch {
	case info.IsDir():
		files, err = readFolder(path)
	case strings.HasSuffix(path, ".txtar"):
		files, err = readArchive(path)
	default:
		main = filepath.Base(path)
		files, err = readFolder(filepath.Dir(path))
	}
	return files, main, err
}

func readArchive(path string) ([]evaluator.File, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	var files []evaluator.File
	for _, f := range txtar.Parse(text).Files {
		if !example.IsWant(f.Name) && utf8.Valid(f.Data) {
			files = append(files, evaluator.File{Name: f.Name, Text: string(f.Data)})
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s holds no files; an archive has sections `-- name --`", path)
	}
	return files, nil
}

// readFolder reads a folder recursively, without names that begin with a dot,
// node_modules, links, expectations and what is no UTF-8 text.
func readFolder(root string) ([]evaluator.File, error) {
	var files []evaluator.File
	size := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if example.IsWant(name) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if size += len(text); size > evaluator.MaxBytes || len(files) >= evaluator.MaxFiles {
			return fmt.Errorf("%s holds more than %d files or %d bytes", root, evaluator.MaxFiles, evaluator.MaxBytes)
		}
		if utf8.Valid(text) {
			files = append(files, evaluator.File{Name: name, Text: string(text)})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", root, err)
	}
	return files, nil
}
