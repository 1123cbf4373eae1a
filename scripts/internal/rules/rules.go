// Package rules checks the conventions of this repository: which package may import which, what
// shipped code may not use without a reason, how long functions and files may be, and which names
// exist at the top level. Everything is in its tests.
package rules
