// Txtarpeer reads and writes archives with golang.org/x/tools/txtar, for the tests of web/src/share.
// The page has its own implementation in TypeScript; a line that only one of the two implementations
// recognises as a file marker could smuggle files into an archive. Txtarpeer reads a JSON document
// with questions from standard input and writes one with answers to standard output.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/tools/txtar"
)

// A file is one file of an archive.
type file struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type question struct {
	Archives []string `json:"archives"` // archives to read
	Bundles  [][]file `json:"bundles"`  // the files of archives to write
}

type answer struct {
	Bundles  [][]file `json:"bundles"`
	Archives []string `json:"archives"`
}

func main() {
	var q question
	if err := json.NewDecoder(os.Stdin).Decode(&q); err != nil {
		fmt.Fprintln(os.Stderr, "txtarpeer:", err)
		os.Exit(1)
	}
	var a answer
	for _, text := range q.Archives {
		files := []file{}
		for _, f := range txtar.Parse([]byte(text)).Files {
			files = append(files, file{f.Name, string(f.Data)})
		}
		a.Bundles = append(a.Bundles, files)
	}
	for _, files := range q.Bundles {
		archive := &txtar.Archive{}
		for _, f := range files {
			archive.Files = append(archive.Files, txtar.File{Name: f.Name, Data: []byte(f.Text)})
		}
		a.Archives = append(a.Archives, string(txtar.Format(archive)))
	}
	json.NewEncoder(os.Stdout).Encode(a)
}
