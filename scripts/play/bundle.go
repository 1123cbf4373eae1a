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
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"pantograph/evaluator"
	"pantograph/evaluator/example"
)

// committedResult is the section or file whose content -embed compares with the result.
const committedResult = "want/result.yaml"

// maxArchive limits the size of a .txtar archive in bytes. Its expectations may be larger than its
// files.
const maxArchive = 4 * evaluator.MaxBytes

// A bundle is the set of files that a path names.
type bundle struct {
	files []evaluator.File
	main  string   // the file that the path names; "" for a folder or an archive
	want  string   // the committed result, or ""
	links []string // names of symbolic links, which are skipped
}

// readBundle reads the files of a folder or of an archive. If path is another file, it reads the
// folder of that file, which is then the main file. Deployment files in the folder are left out.
func readBundle(path string, world ...string) (*bundle, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if target, err := os.Readlink(path); err == nil {
			return nil, fmt.Errorf("%s is a symbolic link to %s, which does not exist", path, target)
		}
		return nil, fmt.Errorf("there is no file or folder %s", path)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	switch {
	case info.IsDir():
		return readFolder(path, world)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is neither a folder nor an ordinary file", path)
	case strings.HasSuffix(path, ".txtar"):
		return readArchive(path)
	}
	if own, err := os.Lstat(path); err == nil && own.Mode()&fs.ModeSymlink != 0 {
		return nil, fmt.Errorf("%s is a symbolic link, and links in a folder are skipped; name the file that it "+
			"points to", path)
	}
	b, err := readFolder(filepath.Dir(path), world)
	if err != nil {
		return nil, err
	}
	b.main = filepath.Base(path)
	return b, nil
}

// readArchive reads the sections of an archive, without its expectations. The bundle has no main
// file: the dialect chooses one.
func readArchive(path string) (*bundle, error) {
	text, err := readAtMost(path, maxArchive)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	b := &bundle{}
	for _, f := range txtar.Parse(text).Files {
		switch {
		case f.Name == committedResult:
			b.want = string(f.Data)
		case !example.IsWant(f.Name) && utf8.Valid(f.Data):
			b.files = append(b.files, evaluator.File{Name: f.Name, Text: string(f.Data)})
		}
	}
	if len(b.files) == 0 {
		return nil, fmt.Errorf("%s contains no files; an archive has sections `-- name --`", path)
	}
	return b, nil
}

// readFolder reads a folder recursively. It leaves out names that start with a dot, node_modules,
// symbolic links, expectations, and files that are not UTF-8 text.
func readFolder(root string, world []string) (*bundle, error) {
	b, size := &bundle{}, 0
	// A deployment file may be in the folder under another path, such as a hard link. So files are
	// compared by identity.
	var excluded []fs.FileInfo
	for _, name := range world {
		if info, err := os.Stat(name); err == nil {
			excluded = append(excluded, info)
		}
	}
	// The path itself may be a link to the folder.
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case d.Type()&fs.ModeSymlink != 0:
			b.links = append(b.links, name)
			return nil
		case !d.Type().IsRegular(): // a folder, pipe or device
			return nil
		case example.IsWant(name):
			return b.readWant(name, path)
		}
		if info, err := d.Info(); err == nil &&
			slices.ContainsFunc(excluded, func(each fs.FileInfo) bool { return os.SameFile(each, info) }) {
			return nil
		}
		text, err := readText(path, evaluator.MaxBytes-size)
		if err != nil || text == nil {
			return err
		}
		// Stop here: a folder that the user names by mistake may contain any number of files.
		if len(b.files) == evaluator.MaxFiles {
			return fmt.Errorf("it contains more than %d text files", evaluator.MaxFiles)
		}
		size += len(text)
		b.files = append(b.files, evaluator.File{Name: name, Text: string(text)})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", root, err)
	}
	return b, nil
}

// readWant reads an expectation if it is the committed result, and ignores all others.
func (b *bundle) readWant(name, path string) error {
	if name != committedResult {
		return nil
	}
	text, err := readAtMost(path, maxArchive)
	b.want = string(text)
	return err
}

// readText reads a text file of at most max bytes. It returns nil if the file is not text. It checks
// the start of the file first, because a picture beside a template may be of any size.
func readText(path string, max int) ([]byte, error) {
	file, size, err := open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	start := make([]byte, 4096)
	n, err := io.ReadFull(file, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if !startsAsText(start[:n]) {
		return nil, nil
	}
	if size > int64(max) {
		return nil, tooLarge(path, size)
	}
	// One more byte than allowed is read, to notice that the file has grown.
	text := append(make([]byte, 0, size), start[:n]...)
	rest, err := io.ReadAll(io.LimitReader(file, int64(max-n)+1))
	text = append(text, rest...)
	switch {
	case err != nil:
		return nil, err
	case len(text) > max:
		return nil, tooLarge(path, int64(len(text)))
	case !utf8.Valid(text):
		return nil, nil
	}
	return text, nil
}

// startsAsText reports whether bytes are UTF-8, ignoring an incomplete character at the end.
func startsAsText(start []byte) bool {
	for cut := 0; cut < utf8.UTFMax && cut <= len(start); cut++ {
		if utf8.Valid(start[:len(start)-cut]) {
			return cut == 0 || !utf8.FullRune(start[len(start)-cut:])
		}
	}
	return false
}

// tooLarge returns the error for a file with which a bundle exceeds the limit.
func tooLarge(path string, size int64) error {
	return fmt.Errorf("its files contain more than %d bytes in total; %s contains %d", evaluator.MaxBytes,
		filepath.Base(path), size)
}

// readAtMost reads a file, and returns an error if it has more than max bytes.
func readAtMost(path string, max int64) ([]byte, error) {
	file, size, err := open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if size <= max {
		text, err := io.ReadAll(io.LimitReader(file, max+1))
		if size = int64(len(text)); size <= max || err != nil {
			return text, err
		}
	}
	return nil, fmt.Errorf("it has %d bytes; the limit is %d", size, max)
}

// open opens a file and returns its size.
func open(path string) (*os.File, int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}
