// Package evaluator is the facade of Pantograph: a bundle of texts goes in, a snapshot
// of everything there is to say about it comes out.
//
//	texts ──► yamltree ──► dialect/* ──► ir.Program ──► eval ──► Snapshot
//	          trees with   binds to      cells and      finds    │
//	          byte spans   cells         nine nodes     values   ├─► render   YAML, JSON, SVG, ...
//	             │            │                                  ├─► inspect  hover, why, graph, rename
//	             └── bind ────┘                                  └─► protocol what the page is told
//	             what binders share
//
// Evaluate makes a Snapshot, which never changes. The page asks an Engine, which keeps the
// last one (engine.go, ask.go, page.go); the terminal reads Document (document.go).
//
// # Where to start
//
// Read package ir first: its nine nodes and Cell are the language that all dialects are
// bound to, and Semantics is everything they disagree on afterwards. Then eval/force.go,
// the only switch over nodes; then one dialect, for example dialect/pulumi, whose package
// comment gives an order. To see what a dialect does, read testdata: each example is one
// file with its texts and what comes out.
//
// # Who may import whom
//
//	source ◄─ diag ◄─ {yamltree, value} ◄─ ir ◄─ {bind, eval} ◄─ inspect ◄─ render
//
// A dialect imports bind, ir, value, yamltree, diag and source, never eval, inspect, render
// or another dialect; only package dialect imports all of them. layout and protocol import
// nothing of ours. No package before the dialects names one. Shipped code is a pure
// function of its input: no clock, no randomness, no files, no network. The tests of
// scripts/internal/rules hold all of this.
//
// # What is kept apart
//
// Tables that few evaluations need, such as those of character sets, are data files beside
// the engine. A dialect asks its bundle for one (bind.Bundle.Data); when it is not there, a
// problem says so, Snapshot.Needs names it, and whoever runs the engine may supply it and
// evaluate once more. What runs natively has all of them (scripts/internal/apart).
//
// # Why a snapshot may come in two parts
//
// While somebody types, the result must come within the frame of the key. The graph, the
// outline and the digest are a sixth of the work and half of what crosses to the page, and
// nobody waits for them. So an evaluation may be asked for lean, and inspect gives the rest
// of the same snapshot behind it.
//
// # Why there are two readers of YAML
//
// yaml.v3 decides what a text says. But it makes events, then nodes, then our tree with the
// spans that it does not keep, which was half of the time of an evaluation. So most texts are
// read in one pass by yamltree/quick.go, which knows only what templates are made of and gives
// up at everything else: anchors, tags, tabs, and every mistake. Then yaml.v3 reads the whole.
// FuzzQuick holds both to the same tree.
//
// # Why evaluation recurses, and yields
//
// Forcing a node forces what it needs, by plain recursion. In a browser this is dangerous:
// under js/wasm every nested Go call takes a piece of the browser's own stack, which is
// small, and running out of it kills the instance with an error that recover never sees.
// About 1,600 levels are enough in Chromium.
//
// Putting cells in the order of their dependencies beforehand would avoid the depth, but
// dependencies are known only by evaluating: a key may be computed, a branch not taken, a
// path may lead through an object without touching its other fields. A scheduler would
// have to park and resume half-evaluated nodes, which is what goroutines do already. When
// a goroutine yields (runtime.Gosched), Go's wasm port unwinds the native stack entirely
// and rebuilds no more than the frame it continues with, because Go's own stack lies in
// linear memory. So the evaluator yields every 64 levels and recurses as deep as Go's stack
// allows: a chain of 100,000 references needs no other care, and a program that never nests
// so deep never yields. What remains bounded is the nesting of texts (1,000, checked before the
// parser sees them), of values, and of references (MaxLevels).
//
// Every limit stands in limits.go and is a problem with a code that begins with "budget-"
// when it is reached; a panic anywhere is a mistake of ours.
package evaluator
