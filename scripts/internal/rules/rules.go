// Package rules holds the tree to what was agreed about it: which package may import
// which, what shipped code may not use without a reason, how long functions and files
// may be, and which names stand at the top. Everything is in its tests.
package rules
