package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"pantograph/evaluator"
	"pantograph/evaluator/bind"
	"pantograph/evaluator/protocol"
)

// maxWorldBytes limits the size of a deployment file. Package schemas may have 100 MB.
const maxWorldBytes = 256 << 20

// addWorld adds the values in the deployment files of -world to a bundle, and reports them. With
// -write, it also stores them in the folder or archive of the path. If a deployment file cannot be
// used, it changes nothing and returns an error.
func (b *bundle) addWorld(path string, o options, stderr io.Writer) error {
	if len(o.world) == 0 {
		return nil
	}
	s, err := evaluate(evaluator.Request{Dialect: o.dialect, Main: b.main, Files: b.files})
	if err != nil {
		return err
	}
	// All files are read and checked before anything is changed.
	names, contents := make([]string, len(o.world)), make([][]byte, len(o.world))
	for i, file := range o.world {
		names[i] = filepath.Base(file)
		if contents[i], err = readAtMost(file, maxWorldBytes); err != nil {
			return fmt.Errorf("%s cannot be read: %w", file, err)
		}
	}
	inputs := ""
	if i := b.index(bind.InputsFile); i >= 0 {
		inputs = b.files[i].Text
	}
	w := s.FillInputs(names, contents, inputs, o.reveal)
	for i, f := range w.Files {
		if f.Error != "" {
			return fmt.Errorf("%s:%d:%d: %s", o.world[i], f.Line, f.Column, f.Error)
		}
	}
	if w.Error != "" {
		return errors.New(w.Error)
	}
	reportWorld(w, o, stderr)
	// The evaluation uses the new values whether or not they are stored.
	changed := w.Added
	if w.Text != inputs {
		changed = append(slices.Clone(changed), protocol.File{Name: bind.InputsFile, Text: w.Text})
	}
	for _, f := range changed {
		if i := b.index(f.Name); i >= 0 {
			b.files[i].Text = f.Text
		} else {
			b.files = append(b.files, evaluator.File(f))
		}
	}
	if !o.write || len(changed) == 0 {
		return nil
	}
	if err := store(path, changed); err != nil {
		return fmt.Errorf("the values cannot be stored: %w", err)
	}
	return nil
}

// index returns the index of the file with the given name, or -1 if the bundle has no such file.
func (b *bundle) index(name string) int {
	return slices.IndexFunc(b.files, func(f evaluator.File) bool { return f.Name == name })
}

// maxSkipped limits how many unused values are printed.
const maxSkipped = 10

// reportWorld reports the kind of each deployment file, how many values are added, and which values
// are not used.
func reportWorld(w *protocol.World, o options, stderr io.Writer) {
	for _, f := range w.Files {
		fmt.Fprintf(stderr, "%s: %s", f.Name, f.Title)
		if f.Of != "" {
			fmt.Fprintf(stderr, ", %s", f.Of)
		}
		fmt.Fprintln(stderr)
	}
	fmt.Fprintf(stderr, "added: %d values, %d of them replacing others\n", w.Count, w.Replaced)
	if w.Secrets > 0 && !o.reveal {
		fmt.Fprintf(stderr, "left out: %d secret values (-reveal includes them)\n", w.Secrets)
	}
	for i, skip := range w.Skipped {
		if i == maxSkipped {
			fmt.Fprintf(stderr, "not used: %d more\n", w.SkippedCount-maxSkipped)
			break
		}
		fmt.Fprintf(stderr, "not used: %s: %s\n", skip.Name, skip.Why)
	}
}

// store writes files into the folder or the archive of a path.
func store(path string, files []protocol.File) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if strings.HasSuffix(path, ".txtar") && !info.IsDir() {
		return storeInArchive(path, info.Mode(), files)
	}
	if !info.IsDir() {
		path = filepath.Dir(path)
	}
	for _, f := range files {
		target := filepath.Join(path, f.Name)
		// Writing to a symbolic link could change a file outside the folder.
		if own, err := os.Lstat(target); err == nil && !own.Mode().IsRegular() {
			return fmt.Errorf("%s is not an ordinary file", target)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := os.WriteFile(target, []byte(f.Text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// storeInArchive replaces sections of an archive, or appends them. It keeps the archive's comment and
// all other sections.
func storeInArchive(path string, mode fs.FileMode, files []protocol.File) error {
	text, err := readAtMost(path, maxArchive)
	if err != nil {
		return err
	}
	a := txtar.Parse(text)
	for _, f := range files {
		section := txtar.File{Name: f.Name, Data: []byte(f.Text)}
		if i := slices.IndexFunc(a.Files, func(old txtar.File) bool { return old.Name == f.Name }); i >= 0 {
			a.Files[i] = section
		} else {
			a.Files = append(a.Files, section)
		}
	}
	return os.WriteFile(path, txtar.Format(a), mode.Perm())
}
