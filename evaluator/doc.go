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
// last one (engine.go, ask.go, page.go); the terminal reads Document (document.go). What is
// shared goes through Redact first: texts without their secrets (redact.go, package redact).
//
// # Where to start
//
// Read package ir first: its nine nodes and Cell are the language that all dialects are
// bound to, and Semantics is everything they disagree on afterwards. Then eval/force.go,
// the only switch over nodes; then one dialect, for example dialect/pulumi, whose package
// comment gives an order, and its SPEC.md, which comments cite by section. To see what a
// dialect does, read testdata: each example is one file with its texts, what comes out, and what
// the editor answers at places of them (want/probes, which probe_test.go asks).
//
// # Where to add something
//
//	a function      dialect/pulumi/functions.go and builtins.go, dialect/pulumi/std by what it is about,
//	                dialect/esc/builtin.go and call.go, dialect/hot/functions.go and a func_ file beside
//	                it, dialect/terraform by what it is about; what two of them share is in stdlib
//	a Heat type     dialect/hot/types/names.go; what Heat declares of it: dialect/hot/types/facts; one
//	                that needs no cloud: dialect/hot/type_local.go
//	a dialect       a package in dialect, the lists dialect/dialect.go and dialect/codes.go, testdata
//	a problem code  codes.go of the dialect, for all dialects diag/codes.go; an example that reports it
//	an operation    protocol/protocol.go, engine.go (Engine.ask), web/src/evaluator/client.ts (PLACES)
//	a panel         web/src/panels, its element in web/index.html, web/src/main.ts, and what it is
//	                given in web/src/app/page.ts
//
// # Who may import whom
//
//	source ◄─ diag ◄─ {yamltree, value} ◄─ ir ◄─ {bind, eval} ◄─ inspect ◄─ render
//
// A dialect imports bind, ir, value, yamltree, diag, source, digest, address and stdlib, never
// eval, inspect, render or another dialect; only package dialect imports all of them. layout,
// narrow, protocol, digest and address import nothing of ours; world reads results and writes what
// the page is told; stdlib, what the function libraries of
// dialects have in common, only the last two; redact reads trees and what dialects say of secrets.
// No package before the dialects names one. Shipped code is a pure function of its input: no
// clock, no randomness, no files, no network. The tests of scripts/internal/rules hold all of
// this.
//
// # What is kept apart
//
// Tables that few evaluations need, such as those of character sets, are data files beside
// the engine. A dialect asks its bundle for one (bind.Bundle.Data); when it is not there, a
// problem says so, Snapshot.Needs names it, and whoever runs the engine may supply it and
// evaluate once more. What runs natively has all of them (scripts/internal/apart). The same goes
// for the types of clouds that Heat checks, 19 KB that only templates with resources need, and
// for the names of characters that YAQL knows.
//
// # What a deployment says
//
// A stack's state or outputs, what an environment opens to, the types of a package: such files
// fill inputs.yaml (Snapshot.Bring). Package world tells one by its keys, keeps secrets out and
// writes the text; which kinds there are, and what of them a program can use, its dialect says
// (bind.Export, Bound.Bring). Large ones are never parsed whole (value.Members).
//
// # When one dialect needs another
//
// The stack file of a Pulumi program may open ESC environments. A dialect does not import
// another: it asks its bundle (bind.Bundle.Evaluate), and this package has the part evaluated
// by the dialect of that name.
//
// # Why a snapshot may come in two parts
//
// While somebody types, the result must come within the frame of the key. The graph, the
// outline and the digest are a sixth of the work and half of what crosses to the page, and
// nobody waits for them. So an evaluation may be asked for lean, and inspect gives the rest
// of the same snapshot behind it.
//
// # What an engine keeps from one key to the next
//
// Three things, none of which a dialect has to know. Files that stay as they are keep what was
// made of them: their lines, their trees, what a dialect loads from a tree or decodes from JSON
// (source.File.Keep; it may depend on nothing but the file). So a key in a template does not
// read inputs, stack files, nested templates and schemas again. What is asked for behind the
// result is made then (Outcome.Further, Bound.Outline). And a page that says which result it
// shows gets the next as a change of it (change.go): the lines and marks that are others. It is
// found by comparing what would have crossed, so it holds whatever made the result differ.
//
// The file that is typed in is bound and evaluated anew: its cells do not live on. A cell's value
// depends on more than its text and what it read. Which name is whose, in which order resources
// are registered, how many steps are spent, what is said once of several mistakes: all of that is
// found on the way, by rules of dialects, and would have to be recorded for each cell and undone.
// Positions would have to be relative to entries everywhere, in closures of functions too. So the
// whole is kept cheap instead, above all in what it allocates, since collecting that is what
// makes the slow keys slow.
//
// TestAnEngineThatLivesLongAnswersAsANewOne replays random edits in each dialect and compares all
// that crosses with what a new engine says. Whoever keeps more must leave it as it is.
//
// # Which readers of YAML there are, and why
//
// yamltree reads for Pulumi, ESC and Heat, whose originals read with yaml.v3 or much like it.
// It has a reader of its own, since yaml.v3 makes events, then nodes, without the spans that
// an editor needs, and stops at the first mistake with a line at best. Ours finds exact
// places and costs the same for a text with mistakes, in which half of all keystrokes leave
// it. Where YAML is odd (directives, line breaks of other alphabets, tags with escapes, text
// behind the first document) it says that it is unsure, and yaml.v3 reads the whole text.
// TestTheReaderAgreesWithYAMLv3 and FuzzReader hold both to the same trees and refusals.
// yaml.v3 also gives the words of the original for a broken text, which cost a reading of
// their own.
//
// Two originals read otherwise, and an option of yamltree for them would be a switch at most
// steps. Terraform quotes the marks of libyaml's scanner and stops at the first mistake of any
// kind, which dialect/terraform/libyaml does with it. Pullconf reads StrictYAML, where every
// scalar is text and brackets, anchors and tags are none: dialect/pullconf/strictyaml.
//
// # How an unknown value is traced
//
// The reason of an unknown value travels with it into everything that is computed from it, and
// is extended by what is read inside of it: "bucket.website.endpoint". Dialects say in
// Outcome.Unknowns which reasons begin where in inputs.yaml; package inspect finds the longest
// beginning (inspect/unknown.go) and makes of all reasons the shape of a fitting sample
// (inspect/sample.go). So nothing has to be recorded while a program runs.
//
// # Why recursion is safe here
//
// Forcing a node forces what it needs, and whatever walks a tree calls itself: plain
// recursion. In a browser this is dangerous: under js/wasm every nested Go call takes a piece
// of the browser's own stack, about a megabyte, and running out of it ends the engine with an
// error that recover never sees. Some thousand levels are enough, in our code or in yaml.v3.
//
// Go's own stack lies in linear memory, and whenever a goroutine grows it, the runtime gives
// all of the browser's stack back. The build lets it do so every 16 KB
// (scripts/internal/wasmslim, unwind.go): so no function has to care, neither ours nor one of
// a library. What a recursion takes is memory, and that is bounded: by the nesting of texts
// (1,000 levels, checked before a parser sees them) and of values, and for what is followed
// from cell to cell by MaxLevels.
//
// # Why chains are followed ahead
//
// A chain of 100,000 references would make a stack of 200 MB, which is copied when it grows,
// and read whole by each collection of garbage. So once a hundred cells are evaluated inside
// each other, eval first finds the cells that the next one is sure to need, and evaluates them
// from the far end on, without recursion (ir.Ahead; Pulumi's checker of types does the same).
// Ordering all cells by their dependencies beforehand would not do: they are known only by
// evaluating, as a key may be computed, a branch not taken, and a path may lead through an
// object without touching its other fields. Nor would the order of registrations and problems
// stay the one of the original. What only evaluation can tell, and cycles, do recurse: a chain
// of 20,000 attributes in Heat takes 64 MB.
//
// Every limit stands in limits.go and is a problem with a code that begins with "budget-"
// when it is reached; the reader may raise those on steps and size for a text, twice. A panic
// anywhere is a mistake of ours.
package evaluator
