// Package rules checks the conventions of this repository: which package may import which, which
// imports of shipped code need a reason, how long lines, functions and files may be, what must be
// documented, and whether documents are true. It consists of tests only.
package rules
