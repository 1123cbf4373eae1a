// Package evaluator is the facade of Pantograph: a bundle of texts goes in, a snapshot
// of everything there is to say about it comes out.
package evaluator
