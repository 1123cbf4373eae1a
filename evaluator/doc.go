// Package evaluator is the facade of Pantograph's engine. It evaluates a bundle of files and returns
// a snapshot: the result, the problems, and the answers to everything that the page and the terminal
// ask about them.
//
//	files ──► yamltree ──► dialect/* ──► ir.Program ──► eval ──► Snapshot
//	          trees with   binds to      cells and      finds    │
//	          byte spans   cells         nine nodes     values   ├─► render   YAML, JSON, SVG, ...
//	             │            │                                  ├─► inspect  hover, why, graph, rename
//	             └── bind ────┘                                  └─► protocol messages to the page
//	             shared by dialects
//
// The page talks to an Engine, which keeps the last Snapshot. engine.go lists the operations, with the
// methods that answer them: most are methods of Snapshot. edits.go applies what the user has typed, page.go builds the
// message that the page gets in reply, editor.go answers questions about a position, form.go and unknown.go write
// inputs.yaml, narrowing.go and arrange.go draw the graph, and rename.go, why.go and export.go are named after their
// operations. `play -json` prints a Document (document.go). Redact removes the secrets from a document
// that is about to be shared (redact.go, package redact).
//
// # The first hour
//
// Run `go run ./scripts/play testdata/pulumi/readme.txtar`, and open that file. Every example is such
// an archive: input files, the expected result and problems and, in some examples, the editor's
// answers at positions in the files (want/probes, which probe_test.go checks). The name in
// ${bukcet.id} is misspelt. Follow it through the code:
//
//  1. Package ir defines the language to which all dialects are bound: nine nodes, and the Cell,
//     which names an expression. Semantics holds everything in which dialects still differ.
//  2. In dialect/pulumi, binder.text (expr.go) makes an ir.Ref of the reference. binder.resolve
//     (pulumi.go) finds no cell with that name, and reports a problem. The package comment
//     says in which order to read the rest of the package; comments cite the sections of SPEC.md.
//  3. In eval, the switch in force.go evaluates nodes. For a Ref without a cell, follow.go returns a
//     failed value, which becomes the value of the output id.
//  4. Snapshot.Page (page.go) returns what the browser gets of all this, Document (document.go) what
//     `play -json` prints.
//
// Now change the message in binder.resolve and run `go test ./evaluator -run Examples`. It fails for
// every example that shows the message. `UPDATE=1 go test ./evaluator -run Examples` rewrites their
// expected results, and `git diff` shows what has changed. Most changes are made like this.
//
// # Invariants
//
//   - A Snapshot does not change until the next one is made from it (Request.Last), and equal files always
//     have equal snapshots: shipped code is a pure function of its input. It uses no clock, randomness, file
//     system or network.
//   - No input crashes or hangs the engine; a panic is a bug. Limits on an evaluation are in limits.go,
//     a dialect's limits are constants next to the code that checks them. Most are reported with a
//     code budget-*. The user may raise the limits on steps and size for a document, twice.
//   - An error is reported once. The value that it concerns fails, and so does every value that needs
//     it, but these are not reported again.
//   - A value that only a deployment decides is unknown, for a stated reason. Everything that does not
//     depend on it is computed.
//   - A value that is computed from a secret is secret. It is shown only if the caller asks to reveal
//     it. Messages are masked, too (mask.go).
//   - Positions are source.Spans, in bytes. They are converted to lines and columns only in messages
//     that leave the engine.
//   - The core never names a dialect. It calls the bind.Dialect instead.
//   - The value is always the one that the original tool computes. If we think that it is not what the
//     user meant, a hint says so. The few exceptions are listed in SPEC.md of the dialect.
//
// # Where to add something
//
//	a function      dialect/pulumi/functions.go and builtins.go; in dialect/pulumi/std, the file of its
//	                subject, a row in signatures_test.go and edge cases in the subject's test; in
//	                dialect/terraform, the file with the same name as in std; dialect/esc/builtin.go
//	                and call.go; dialect/hot/functions.go and a func_ file beside it. Code that two of
//	                them share is in stdlib. Add a row to the section of SPEC.md, and an example in
//	                testdata that calls it; then make update. A test evaluates its Example;
//	                function_test.go lists the functions without one. If it calls a function that
//	                scripts/internal/engine/unused.go lists, remove that from the list
//	a Heat type     its name in dialect/hot/types/names.go. One that a cloud provides: a line of
//	                dialect/hot/types/facts/heat-types.json, edited by hand, and the number of types in
//	                dialect/hot/types_test.go; further checks in checks.txt beside it or, if its language
//	                cannot express them, in properties_checks.go. One that needs no cloud:
//	                dialect/hot/type_local.go, and the last line of names, before its last word, which
//	                dialect/hot/types/names_test.go quotes
//	an ESC provider nothing: every name is accepted, and inputs.yaml has its schema and outputs
//	a dialect       a package in dialect with a SPEC.md that its comments cite; the lists in
//	                dialect/dialect.go and dialect/codes.go; examples in testdata, at least one of them
//	                in the gallery, with 40 probes that cover every feature (probe_test.go lists
//	                exceptions); random documents in random_dialects_test.go; in function_test.go, how
//	                to evaluate the examples of its functions, which are skipped otherwise; its name in
//	                scripts/internal/rules/dialects_test.go; the number of dialects in the gallery, in
//	                web/test/browser/dialects.spec.ts
//	less work per   the dialect's update.go (bind.Update), and the random edits of replay_test.go, which must
//	keystroke       adapt programs of the dialect; make bench measures it in the page
//	completion and  the dialect's type assist, which implements bind.Assist; the part that all dialects
//	hover           share: inspect, and bind/cursor.go for the keys around a cursor
//	why a value is  the words of its hover: web/src/editor/hover.ts, for what editor.go sends;
//	unknown         web/test/unit/hover.test.ts quotes them. The reason is the argument of
//	                value.NotKnown in the dialect, and begins with a prefix that the dialect's
//	                unknown.go declares (dialect/pulumi/unknown.go; see below). supply_test.go and
//	                examples quote reasons
//	a problem code  codes.go of the dialect, or diag/codes.go for all dialects; an example that reports
//	                it
//	an operation    protocol/protocol.go, where the order of the fields is the order in which waiting
//	                calls are sent; make update; Engine.ask, or Engine.answer if it needs no snapshot
//	                (engine.go); the call of the page: web/src/app/effects.ts, or
//	                web/src/editor/providers.ts for questions of the editor; a request in
//	                scripts/internal/engine/replay_test.go
//	an export       protocol.GraphFormats, export.go, render/graphtext.go or graphtable.go; its name in
//	                web/src/panels/output.ts, README.md and the package comment of
//	                scripts/play/main.go; then make update. scripts/play/testdata/drawn.txtar has
//	                one file of each format, which web/test/browser/graph.spec.ts compares with the
//	                page's
//	an example      testdata/DIALECT/NAME.txtar with a title, a description and prose that begins with a
//	                sentence, and gallery: N if it is in the gallery (package example); then make update
//	a case          testdata/conformance/DIALECT/NAME.txtar with the original's answer in want.json, as
//	                in scripts/play/CONTRACT.md, section 4
//	a limit         on a whole evaluation: limits.go; the check, in evaluate.go or, if evaluation itself
//	                reaches the limit, the Limits of eval/eval.go and eval/force.go, and
//	                eval/eval_test.go, which sets each limit; its code in diag/codes.go, and in
//	                protocol.RaisableCodes if it can be raised; a test in hostile_test.go.
//	                web/test/browser/console.spec.ts quotes the limit on steps. Any other limit: a
//	                constant in the package that counts, and its code
//	a flag of play  scripts/play/main.go: its options, their parsing, the usage and the package comment;
//	                for -graph also scripts/play/graph.go; a test in scripts/play/testdata
//	a panel         web/src/panels, its element in web/index.html; a row in web/src/app/panels.ts with
//	                the part of the state that it shows; web/src/main.ts for properties that are
//	                functions; an Event in web/src/app/state.ts for each of its actions, and the
//	                case in web/src/app/update.ts; web/styles (page.css imports each file);
//	                web/src/app/regions.ts if F6 reaches it, and web/test/browser/access.spec.ts, which
//	                lists the regions that are shown at first
//	a tab           a panel whose element is in a sheet of web/index.html; a row of TABS in
//	                web/src/app/state.ts, with an icon of web/src/ui/icons.ts; its tools in renderTools of
//	                web/src/panels/output.ts; what F6 focuses in it: IN_TAB in web/src/app/regions.ts
//	an attribute    of embeds: web/src/embed/types.ts, web/src/embed/element.ts, and frame.ts beside it
//	                for frames; the table in web/embed-demo.html and, for frames, the list of the
//	                address's parameters below it
//
// # Which package imports which
//
//	source ◄─ diag ◄─ {yamltree, value} ◄─ ir ◄─ {bind, eval} ◄─ inspect ◄─ render
//
// A package may import those to its left. A dialect may import bind, ir, value, yamltree, diag,
// source, digest, address and stdlib, but never eval, inspect, render or another dialect; only
// package dialect imports all dialects. The packages layout, narrow, protocol, digest, address and
// example import none of ours, and stdlib, the common part of the dialects' function libraries, only
// digest, address and value. Package world reads deployment files and reports to the page; redact
// reads trees and the dialects' declarations of secrets. Outside package dialect and the dialects
// themselves, no identifier or string names a dialect, except in yamltree, whose tables of scalars
// are named after the tools that resolve scalars that way. The tests of scripts/internal/rules check
// all of this.
//
// # Data files outside the engine
//
// Large tables that few evaluations need are data files that ship separately from the engine, such
// as the tables of character sets, the names of characters that YAQL knows, and the resource types
// of Heat: 19 KB compressed, which only templates with resources need. A dialect asks its bundle for
// a data file (bind.Bundle.Data). If the file is missing, a problem says so, Snapshot.Needs names it,
// and the caller can supply it and evaluate again. Native programs contain all of them
// (scripts/internal/datafiles).
//
// # Values from a deployment
//
// Deployment files can fill inputs.yaml (Snapshot.FillInputs): a stack's state or outputs, the values of
// an opened environment, the types of a package. Package world recognises such a file by its keys,
// leaves secrets out and writes the text of inputs.yaml. The dialect declares which kinds of files
// there are (bind.Export) and which of their values a program can use (Bound.ReadExport). Large files are
// never parsed completely (value.Members).
//
// # When one dialect needs another
//
// The stack file of a Pulumi program can open ESC environments. A dialect does not import another:
// it passes the name of the other dialect to its bundle (bind.Bundle.Evaluate), and this package
// evaluates that part of the bundle.
//
// # Why a snapshot can come in two parts
//
// While the user types, the result must appear in the same frame as the keystroke. The graph, the
// outline and the digest take more than a third of the time, and half of the bytes that are sent to
// the page, but nobody waits for them. So the page can request a lean evaluation, and the rest of the
// same snapshot afterwards (Snapshot.inspection).
//
// # What an engine keeps between keystrokes
//
// An engine avoids work in nine ways. Only the third is a part of the readers of YAML, of which two dialects
// have their own:
//
//   - The page sends how its files have changed, with checksums of the new texts, and whole files only if
//     these differ (edits.go). Both sides compute a checksum from the one before the edit, since reading a text of
//     50,000 lines for it takes 5 ms on each (checksum.go).
//   - A file that has not changed keeps what was derived from it: its lines, its tree, and what a
//     dialect loads from the tree or decodes from JSON (source.File.Keep). This may depend on nothing
//     but the file. So a keystroke in a template does not parse inputs, stack files, nested templates
//     and schemas again. The same is true of data files (bind.Bundle.KeepData). The lines by which dialects
//     recognise a file that has changed are taken from its last version (bind.TopLines).
//   - A file that has changed takes the entries that have not from its last version (yamltree.ParseNext,
//     unless the file has anchors, strictyaml.ReadNext and libyaml.ReadNext). Such an entry is a
//     source.Region: positions in it count from its start, so everything that was made of it stays valid. Only
//     the region is moved, and therefore the last snapshot cannot be used any more.
//   - If only literals have changed, the program is adapted instead of bound and evaluated anew (see below).
//   - Data that is needed only after the result is computed only then (Outcome.Further,
//     Assist.Outline).
//   - Entries of the result whose values, states and origins are the same as before are copied from the
//     last text, with their marks (render.Renderer.Repeating, pagetext.go). Comparing values is several
//     times faster than writing them, and correct whatever the values were computed from. In an entry that has
//     changed before, the entries inside are compared, too. If a dialect has written the text, only the marks are
//     copied (RepeatingWritten).
//   - If the page says which result it shows, the engine sends the next one as a change to that: the
//     lines and marks that differ (change.go). It compares the two messages to find them, so the
//     change is correct whatever caused the differences.
//   - Of the graph, the outline and the unknowns, it sends only what differs, which it finds by hashes of what it
//     sent last (inspected.go).
//   - A drawing of the same boxes and lines in the same pane is not laid out again (arrange.go).
//
// Most keystrokes change a literal, and nothing else, in a valid file or in one with the same syntax errors as before
// (bind.IsRepeated). Then the dialect binds only the entries that differ (bind.Update), and checks that their
// expressions have the same form as before (ir.Adopt, ir.Refresh) and that nothing is reported. Only their cells and
// those that were computed from them are evaluated again (eval.Evaluator.Update); all others keep their values, and
// their problems. In a cell that is evaluated again because of others, lists and objects of constants keep their values
// (ir.Meta.Constant). If a cell needs other cells than
// before, or anything else than a literal has changed, the program is bound and evaluated from the beginning.
//
// An engine that adapts a program to every change would have to record, for each cell, what a name refers to,
// in which order resources were registered, and which of several errors is reported, by the rules of each
// dialect, and undo it. With the restriction to literals, none of this can change: names, types, the form of
// expressions and the dependencies of cells are the same. What a dialect derives from the text of a literal it
// must compare itself, or refuse the change (see dialect/pulumi/update.go). A complete evaluation remains
// necessary for the other keystrokes, so it is cheap, above all in allocations, since garbage collection is
// what makes slow keystrokes slow: objects of which a program has thousands are allocated in chunks (ir.Slab).
// A chunk is kept as long as anything in it, with all that the rest refers to. So an update gives each cell memory
// of its own, and values that outlive others, such as constants, have chunks of their own. In a pause, the engine
// drops the buffers that it keeps for the next keystroke (Engine.Rest).
//
// TestALongLivedEngineAnswersLikeANewOne makes random edits in each dialect, and compares every
// message with that of a new engine. It must keep passing if you add a cache. Whatever is copied or shared
// also has a property test in its package. TestAnAdaptedProgramHasNoPositionsInOldFiles searches the data of
// adapted programs for positions that have not moved.
//
// # Files inside other files
//
// An expression of Terraform's console is a scalar of inputs.yaml. It is read as a separate file, an
// excerpt, so that problems have positions in the expression, as the original's do. An excerpt knows
// where it is written (source.File.Written), and the dialect lists it in Bound.Excerpts. Positions
// from the page are converted to positions in the excerpt (Snapshot.locate), and positions for the
// page back to positions in inputs.yaml (pageRange). Dialects see only the excerpt.
//
// # Which YAML parsers there are, and why
//
// Package yamltree parses for Pulumi, ESC and Heat, whose originals use yaml.v3 or a parser much like
// it. yaml.v3 itself does not suffice for an editor: it produces events, then nodes, without the
// spans that an editor needs, and stops at the first error, with a line number at best. So yamltree
// has its own reader, which records exact positions and is as fast for files with errors, which an
// editor sees after every other keystroke. The reader does not support YAML's odd corners: directives,
// unusual line breaks, tags with escapes, text after the first document. yaml.v3 parses the files with
// these. TestTheReaderAgreesWithYAMLv3 and FuzzReader check that both build the same trees and reject
// the same files. The original's error message for an invalid file also comes from yaml.v3.
//
// Two originals parse differently. Supporting them in yamltree would add a switch to most of its
// steps, so they have their own parsers. Terraform reports the positions of libyaml's scanner and
// stops at the first error of any kind (dialect/terraform/libyaml). Pullconf uses StrictYAML, where
// every scalar is a string, and brackets, anchors and tags have no meaning
// (dialect/pullconf/strictyaml).
//
// # How an unknown value is traced
//
// The reason of an unknown value propagates to every value that is computed from it. Reading a
// property extends it: "bucket" becomes "bucket.website", then "bucket.website.endpoint". In
// Outcome.Unknowns, dialects declare which prefixes of reasons belong to which paths of inputs.yaml.
// Package inspect finds the longest matching prefix (inspect/unknown.go), and derives a sample from
// all reasons with that prefix (inspect/sample.go). So nothing has to be recorded during evaluation.
//
// # Why recursion is safe here
//
// Evaluating a node evaluates the nodes that it needs, and everything that walks a tree calls itself:
// this is plain recursion. In a browser, that is dangerous. Under js/wasm, every nested Go call also
// uses the browser's own stack of about a megabyte. A few thousand levels overflow it, in our code or
// in yaml.v3, and end the engine with an error that recover never sees.
//
// Go's own stack is in linear memory, and whenever a goroutine grows it, the runtime releases all of
// the browser's stack. Our build makes the runtime do so every 16 KB (scripts/internal/wasmslim,
// unwind.go). So no function has to care about the browser's stack, neither ours nor a library's.
// Recursion only costs memory, which is bounded: files and values are nested at most 1,000 levels deep
// (for files, this is checked before a recursive parser reads them), a file has a limited number of
// values, and MaxLevels limits the evaluations that are nested.
//
// # Why chains are followed ahead
//
// Evaluating a chain of 100,000 references by recursion needs a stack of 256 MB, which is copied when
// it grows and scanned by each garbage collection. So once a hundred evaluations are nested, eval
// first finds the cells that the next one is sure to need, and evaluates them from the far end,
// without recursion (ir.Prefetch; Pulumi's type checker does the same).
//
// Sorting all cells by their dependencies in advance would not work, because evaluation determines
// these: a key can be computed, a branch may not be taken, and a path can lead through an object without
// touching its other fields. It would not preserve the original's order of registrations and
// problems, either. Dependencies that only evaluation reveals, and cycles, do recurse: a chain of
// 20,000 properties of one object takes 64 MB.
package evaluator
