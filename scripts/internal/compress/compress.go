// Package compress makes the .br and .gz files that accompany files of dist. Brotli at its best level
// takes seconds for the engine, so results are cached by content.
package compress

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

// The levels of Brotli: Best for releases, Fast for development.
const (
	Best = brotli.BestCompression
	Fast = 5
)

// window is the base-2 logarithm of the distance over which Brotli finds repetitions. Much of the
// engine is code similar to code megabytes earlier: the default of 22 makes it 2 KB larger, 24 does
// not make it smaller.
const window = 23

// Gzip compresses for the few clients that do not accept Brotli.
func Gzip(content []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	w.Write(content) // a bytes.Buffer never fails
	w.Close()
	return out.Bytes()
}

// A Cache compresses with Brotli and caches the results in a folder.
type Cache struct{ Folder string }

// CacheIn returns the cache of the repository at root. It is in node_modules, so it is deleted along
// with it.
func CacheIn(root string) Cache {
	return Cache{filepath.Join(root, "node_modules", ".cache", "pantograph")}
}

// Brotli compresses content, or returns the cached result.
func (c Cache) Brotli(content []byte, level int) ([]byte, error) {
	sum := sha256.Sum256(content)
	path := filepath.Join(c.Folder, fmt.Sprintf("%s-%d-%d.br", hex.EncodeToString(sum[:16]), level, window))
	if cached, err := os.ReadFile(path); err == nil {
		return cached, nil
	}
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: level, LGWin: window})
	w.Write(content) // a bytes.Buffer never fails
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), c.store(path, out.Bytes())
}

// store writes a file atomically, since two builds may run at the same time.
func (c Cache) store(path string, content []byte) error {
	if err := os.MkdirAll(c.Folder, 0o755); err != nil {
		return err
	}
	part, err := os.CreateTemp(c.Folder, "part-*")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name()) // already renamed on success
	if _, err := part.Write(content); err != nil {
		part.Close()
		return err
	}
	if err := part.Close(); err != nil {
		return err
	}
	return os.Rename(part.Name(), path)
}
