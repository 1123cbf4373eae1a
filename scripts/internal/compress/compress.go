// Package compress makes the .br and .gz files that stand beside each asset. Brotli at
// its best level takes seconds for the engine, so results are kept by content.
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

// The levels of Brotli: Best for what is released, Fast while somebody waits.
const (
	Best = brotli.BestCompression
	Fast = 5
)

// window is how far back a repetition is found, as a power of two: most of the engine is code that
// is like code megabytes before. The usual 22 makes the engine 2 KB larger, 24 no smaller.
const window = 23

// Gzip compresses for the few that do not take Brotli.
func Gzip(content []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	w.Write(content) // a bytes.Buffer takes everything
	w.Close()
	return out.Bytes()
}

// A Cache compresses with Brotli and keeps the results in a folder.
type Cache struct{ Folder string }

// CacheIn is the cache of the repository at root; it goes when node_modules goes.
func CacheIn(root string) Cache {
	return Cache{filepath.Join(root, "node_modules", ".cache", "pantograph")}
}

// Brotli compresses, or remembers.
func (c Cache) Brotli(content []byte, level int) ([]byte, error) {
	sum := sha256.Sum256(content)
	path := filepath.Join(c.Folder, fmt.Sprintf("%s-%d-%d.br", hex.EncodeToString(sum[:16]), level, window))
	if kept, err := os.ReadFile(path); err == nil {
		return kept, nil
	}
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: level, LGWin: window})
	w.Write(content) // a bytes.Buffer takes everything
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), c.keep(path, out.Bytes())
}

// keep writes whole files only, since two builds may run at once.
func (c Cache) keep(path string, content []byte) error {
	if err := os.MkdirAll(c.Folder, 0o755); err != nil {
		return err
	}
	part, err := os.CreateTemp(c.Folder, "part-*")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name()) // gone already when all went well
	if _, err := part.Write(content); err != nil {
		part.Close()
		return err
	}
	if err := part.Close(); err != nil {
		return err
	}
	return os.Rename(part.Name(), path)
}
