// Package evaluator is the facade of Pantograph: it takes a bundle of files and returns a snapshot
// of everything there is to know about them.
//
//	files ──► yamltree ──► dialect/* ──► ir.Program ──► eval ──► Snapshot
//	          trees with   binds to      cells and      finds    │
//	          byte spans   cells         nine nodes     values   ├─► render   YAML, JSON, SVG, ...
//	             │            │                                  ├─► inspect  hover, why, graph, rename
//	             └── bind ────┘                                  └─► protocol messages to the page
//	             shared by binders
//
// Evaluate returns a Snapshot, which never changes. The page talks to an Engine, which keeps the
// last one (engine.go lists the operations and their methods, most of them in files of their names:
// rename.go, why.go; what is sent after each keystroke is in page.go, what the editor asks about a
// position in editor.go); the terminal uses Document (document.go). A document that is about to be
// shared goes through Redact first, which removes its secrets (redact.go, package redact).
//
// # The first hour
//
// Run `go run ./scripts/play testdata/pulumi/readme.txtar`, and open that file. Every example is one
// such archive: its input files, the result and, in some, the editor's answers at positions in them
// (want/probes, which probe_test.go checks). Then follow ${bukcet.id}, which is misspelt there,
// through the program:
//
//  1. Read package ir: its nine nodes and Cell are the language that all dialects are bound to, and
//     Semantics is everything in which dialects still differ afterwards.
//  2. In dialect/pulumi, binder.text (expr.go) makes an ir.Ref of it, and binder.resolve (pulumi.go)
//     finds no cell with that name, so the Ref gets a problem. The package comment suggests an order
//     for reading the rest; comments cite the sections of its SPEC.md.
//  3. In eval, nodes are evaluated by the switch in force.go (prefetch.go only looks ahead);
//     follow.go reports the problem and returns a failed value, which the output id then has.
//  4. Snapshot.Page (page.go) is what the browser gets of all this, and Document (document.go) what
//     `play -json` prints.
//
// Now change the message in binder.resolve and run `go test ./evaluator -run Examples`: it fails for
// every example that shows the message. `UPDATE=1 go test ./evaluator -run Examples` rewrites them,
// and `git diff` shows the consequences. Most changes are made in this way.
//
// # What is always true
//
//   - A Snapshot never changes, and the same files always result in the same one: shipped code is a
//     pure function of its input, with no clock, randomness, files or network.
//   - No input crashes or hangs the engine. The limits of a whole evaluation are in limits.go,
//     a dialect's own are constants beside their use; most are reported with a code budget-*.
//   - A mistake is reported once. It makes a value failed; whatever needs that value fails silently.
//   - What a deployment would decide is unknown, with a reason, and everything else is still computed.
//   - A secret marks everything computed from it. It is shown only if a caller asks to reveal it, and
//     messages are searched for it (mask.go).
//   - A position is a source.Span. Lines and columns are computed where it leaves the engine.
//   - The core names no dialect: it asks the bind.Dialect.
//   - Where the original tool and our idea of a good result differ, the value is the original's, and
//     a hint says so; a SPEC.md lists the exceptions.
//
// # Where to add something
//
//	a function      dialect/pulumi/functions.go and builtins.go; dialect/pulumi/std by subject, with a
//	                row in signatures_test.go and a corner in a test of its subject; dialect/terraform
//	                by subject, in the file that std has it in; dialect/esc/builtin.go and call.go;
//	                dialect/hot/functions.go and a func_ file beside it. Code that two of them share is
//	                in stdlib. Its section of SPEC.md gets a row, and an example in testdata
//	                calls it; then make update. A test evaluates its Example; function_test.go lists those
//	                without one. If it enters a function that scripts/internal/engine/unused.go lists,
//	                remove that from the list
//	a Heat type     its name in dialect/hot/types/names.go. One that a cloud provides: a line of
//	                dialect/hot/types/facts/heat-types.json, edited by hand and counted in
//	                dialect/hot/types_test.go; further checks in checks.txt beside it or, if its language
//	                cannot say them, in properties_checks.go. One that needs no cloud:
//	                dialect/hot/type_local.go, and the last line of names, before its last word, which
//	                dialect/hot/types/names_test.go quotes
//	an ESC provider nothing: any name is accepted, and inputs.yaml has its schema and outputs
//	a dialect       a package in dialect with a SPEC.md that its comments cite, the lists
//	                dialect/dialect.go and dialect/codes.go; examples in testdata, one of them in the
//	                gallery, with 40 probes that ask for every feature (probe_test.go lists exceptions);
//	                random documents in random_dialects_test.go, results of its functions in
//	                function_test.go, which skips a dialect that it does not know; its name in
//	                scripts/internal/rules/dialects_test.go, and web/test/browser/dialects.spec.ts,
//	                which counts the dialects in the gallery
//	completion and  the dialect's type assist, which is its bind.Assist; what all dialects share of
//	hover           them: inspect, and bind/cursor.go for the keys around a cursor
//	why a value is  its words in a hover: web/src/editor/hover.ts, from what editor.go sends, quoted by
//	unknown         web/test/unit/hover.test.ts; supply_test.go and examples quote reasons. A reason
//	                is the argument of value.NotKnown in the dialect, and begins as the dialect's
//	                unknown.go declares (dialect/pulumi/unknown.go; see below)
//	a problem code  codes.go of the dialect, for all dialects diag/codes.go; an example that reports it
//	an operation    protocol/protocol.go, where the order of the fields is that of waiting calls; make
//	                update; engine.go (Engine.ask, or Engine.answer if it needs no snapshot), and where
//	                the page calls it: web/src/app/effects.ts, what the editor asks
//	                web/src/editor/providers.ts; scripts/internal/engine/replay_test.go asks it
//	an export       protocol.GraphFormats, export.go, render/graphtext.go or graphtable.go, its name in
//	                web/src/panels/output.ts, README.md and the package comment of
//	                scripts/play/main.go; then make update. scripts/play/testdata/drawn.txtar has
//	                one of each format, which web/test/browser/graph.spec.ts compares with the page's
//	an example      testdata/DIALECT/NAME.txtar with a title, a description and prose, gallery: N if it is
//	                in the gallery (package example; its prose begins with a sentence); then make update
//	a case          testdata/conformance/DIALECT/NAME.txtar, the original's answer in want.json, as in
//	                scripts/play/CONTRACT.md, section 4
//	a limit         of a whole evaluation: limits.go, where it is checked (evaluate.go, or the Limits of
//	                eval/eval.go and eval/force.go if evaluation spends it; eval/eval_test.go sets each
//	                limit), its code in diag/codes.go, in protocol.RaisableCodes if it can be raised, and
//	                hostile_test.go; web/test/browser/console.spec.ts quotes the limit on steps. Else
//	                the package that counts, or a constant in the dialect, and its code
//	a flag of play  scripts/play/main.go: its options, their parsing, the usage and the package comment;
//	                for -graph also scripts/play/graph.go; a test in scripts/play/testdata
//	a panel         web/src/panels, its element in web/index.html, a row in web/src/app/panels.ts with
//	                what it shows of the state, web/src/main.ts for properties that are functions, what
//	                it sends as an Event of web/src/app/state.ts with a case in web/src/app/update.ts, and
//	                web/styles (page.css imports each file); web/src/app/regions.ts if F6 reaches it,
//	                and web/test/browser/access.spec.ts, which lists the regions shown at first
//	a tab           a panel whose element is in a sheet of web/index.html, a row of TABS in
//	                web/src/app/state.ts, whose icon is in web/src/ui/icons.ts, its tools in renderTools of
//	                web/src/panels/output.ts, and what F6 focuses in it: IN_TAB in web/src/app/regions.ts
//	an attribute    of embeds: web/src/embed/types.ts, web/src/embed/element.ts, and frame.ts beside it for
//	                frames; the table in web/embed-demo.html and, for frames, the
//	                list of the address's parameters below it
//
// # Who may import whom
//
//	source ◄─ diag ◄─ {yamltree, value} ◄─ ir ◄─ {bind, eval} ◄─ inspect ◄─ render
//
// A dialect imports bind, ir, value, yamltree, diag, source, digest, address and stdlib, but never
// eval, inspect, render or another dialect; only package dialect imports all dialects. The packages
// layout, narrow, protocol, digest, address and example import none of our packages. stdlib, the
// common part of the dialects' function libraries, imports only digest, address and value. world
// reads deployment files and reports to the page; redact reads trees and the dialects' declarations
// of secrets. No package before the dialects in this order mentions one. The tests of
// scripts/internal/rules check all of this.
//
// # Data files outside the engine
//
// Tables that few evaluations need, such as those of character sets, are data files that ship
// separately. A dialect asks its bundle for one (bind.Bundle.Data); if it is missing, a problem
// says so, Snapshot.Needs names it, and the caller can supply it and evaluate again. Native
// programs have all of them (scripts/internal/datafiles). The resource types that Heat checks are
// such a file, since only templates with resources need these 19 KB, and so are the character names
// that YAQL knows.
//
// # Values from a deployment
//
// Files from a deployment, such as a stack's state or outputs, the values of an opened environment
// or the types of a package, can fill inputs.yaml (Snapshot.Bring). Package world recognises such a
// file by its keys, keeps secrets out and writes the text. Its dialect declares which kinds of
// files exist, and what a program can use of them (bind.Export, Bound.Bring). Large files are never
// parsed completely (value.Members).
//
// # When one dialect needs another
//
// The stack file of a Pulumi program may open ESC environments. A dialect does not import another:
// it asks its bundle (bind.Bundle.Evaluate), and this package evaluates that part with the other
// dialect, by name.
//
// # Why a snapshot may come in two parts
//
// During typing, the result must appear within the same frame as the keystroke. The graph, the
// outline and the digest take a sixth of the time and half of the bytes sent to the page, but
// nobody waits for them. So the page can request a lean evaluation, and the rest of the same
// snapshot afterwards (Snapshot.inspection).
//
// # What an engine keeps between keystrokes
//
// An engine keeps three things, none of which concerns a dialect. First, files that have not
// changed keep what was derived from them: their lines, their trees, what a dialect loads from a
// tree or decodes from JSON (source.File.Keep; it may depend only on the file). So a keystroke in a
// template does not parse inputs, stack files, nested templates and schemas again. Second, data
// that is needed only after the result is computed then (Outcome.Further, Assist.Outline). Third, if
// the page says which result it shows, it receives the next one as a change to that (change.go):
// the lines and marks that differ. The change is found by comparing the two messages, so it is
// correct whatever caused the difference.
//
// The file being typed in is bound and evaluated from scratch: its cells are not reused. A cell's
// value depends on more than its text and what it read. Which name refers to what, in which order
// resources are registered, how many steps are spent, which of several mistakes is reported: all of
// this is determined along the way, by the rules of each dialect, and would have to be recorded for
// each cell and undone. Positions would have to be relative to entries everywhere, even in closures
// of functions. Instead, a whole evaluation is kept cheap, above all in allocations, because
// garbage collection is what makes slow keystrokes slow: objects of which a program has thousands
// are allocated in chunks (ir.Slab).
//
// TestAnEngineThatLivesLongAnswersAsANewOne replays random edits in each dialect and compares
// everything that is sent with the messages of a new engine. It must keep passing if you add a
// cache.
//
// # Texts inside other files
//
// An expression of Terraform's console is a scalar of inputs.yaml. It is read as a file, so that
// messages have positions in the expression, as the original's do. Such a file knows where it is
// written (source.File.Written), and the dialect lists it in Bound.Excerpts: positions from
// the page are converted to positions in the expression (Snapshot.locate), and back to the place
// where it is written. Dialects see only one text.
//
// # Which YAML parsers there are, and why
//
// yamltree parses for Pulumi, ESC and Heat, whose originals use yaml.v3 or a parser much like it.
// It has its own reader, since yaml.v3 produces events, then nodes, without the spans that an
// editor needs, and stops at the first mistake with a line at best. Our reader finds exact
// positions, and is as fast for texts with mistakes, which is what half of all keystrokes produce.
// Where YAML is odd (directives, unusual line breaks, tags with escapes, text after the first
// document), the reader falls back to yaml.v3. TestTheReaderAgreesWithYAMLv3
// and FuzzReader check that both build the same trees and reject the same texts. The original's
// error message for a broken text also comes from yaml.v3, which has to parse the text for it.
//
// Two originals parse differently, and supporting them in yamltree would add a switch to most
// steps. Terraform quotes the positions of libyaml's scanner and stops at the first mistake of any
// kind, as dialect/terraform/libyaml does. Pullconf uses StrictYAML, where every scalar is a
// string, and brackets, anchors and tags have no meaning: dialect/pullconf/strictyaml.
//
// # How an unknown value is traced
//
// The reason of an unknown value propagates to everything that is computed from it, and is extended
// by the properties read from it: "bucket.website.endpoint". In Outcome.Unknowns, dialects declare
// which prefixes of reasons belong to which places in inputs.yaml. Package inspect finds the
// longest matching prefix (inspect/unknown.go) and derives the shape of a sample from all reasons
// (inspect/sample.go). So nothing has to be recorded while a program runs.
//
// # Why recursion is safe here
//
// Forcing a node forces what it needs, and everything that walks a tree calls itself: plain
// recursion. In a browser this is dangerous: under js/wasm, every nested Go call also uses the
// browser's own stack, about a megabyte, and overflowing it ends the engine with an error that
// recover never sees. A few thousand levels are enough for that, in our code or in yaml.v3.
//
// Go's own stack is in linear memory, and whenever a goroutine grows it, the runtime releases all
// of the browser's stack. The build makes it do so every 16 KB (scripts/internal/wasmslim,
// unwind.go), so no function has to care, neither ours nor a library's. Recursion then costs only
// memory, which is bounded: by limits on the nesting of texts (1,000 levels, checked before a
// parser sees them) and of values, and by MaxLevels for chains from cell to cell.
//
// # Why chains are followed ahead
//
// A chain of 100,000 references would make a stack of 200 MB, which is copied when it grows and
// scanned by each garbage collection. So once a hundred evaluations are nested, eval first finds
// the cells that the next one is sure to need, and evaluates them from the far end, without
// recursion (ir.Prefetch; Pulumi's type checker does the same). Sorting all cells by their
// dependencies in advance would not work, because evaluation determines these: a key may be
// computed, a branch not taken, and a path may lead through an object without touching its other
// fields. Nor would it preserve the original's order of registrations and problems. Dependencies
// that only evaluation reveals, and cycles, do recurse: a chain of 20,000 attributes in Heat takes
// 64 MB.
//
// Reaching a limit is a problem with a code that begins with "budget-"; the user may raise the
// limits on steps and size for a document, twice. A panic anywhere is a bug.
package evaluator
