// Package names contains the data file of package yaql: the Unicode names of the characters in
// common blocks, which are Latin, Greek, punctuation, signs, arrows, mathematics and symbols. It is
// not part of the engine: the build writes the file next to the engine, which loads it for the
// first template that names a character.
//
// A line with =XXXX says that the next line contains the name of that code point, the line after it
// the name of the next code point, and so on. Every name that is left out contains a word that
// occurs in one of these names or in the list after =words, so that yaql can recognise strings that
// are not names at all.
package names

import _ "embed" // for the file

//go:embed names.txt
var file []byte

// File returns the data file. It is always the same.
func File() []byte { return file }
