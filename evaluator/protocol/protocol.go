// Package protocol is the contract between the evaluator and the page: plain structs, sent as
// UTF-8 JSON through one function, call(request) -> reply.
//
// It is the only source of truth. scripts/protocolgen generates from it the reflection-free Go
// codec (codec.gen.go), the TypeScript types (web/src/protocol/protocol.gen.ts) and Fingerprint;
// in its first call, the page sends the fingerprint that it was built with, so that a mismatch of
// page and engine is found immediately.
//
// Conventions: lines and columns count from 1, columns in UTF-16 code units, ends are exclusive; a
// Range of zeros means "no position". Field names are sent in lowerCamelCase. Empty lists are sent
// as []. Fields tagged omitempty are optional in TypeScript. Secrets are sent only if a request
// asks for them by Reveal.
package protocol

// A Request is one call. Op names the operation; of the other fields, exactly the one named like
// the operation is set. An operation is a field here and in Reply, and a case in Engine.ask. Calls
// that wait are sent in the order of the fields: results and drawings before questions such as
// hovers.
type Request struct {
	Op         string           `json:"op"`
	Hello      *HelloRequest    `json:"hello,omitempty"`
	Input      *InputRequest    `json:"input,omitempty"`
	Give       *GiveRequest     `json:"give,omitempty"`
	Redact     *RedactRequest   `json:"redact,omitempty"`
	Evaluate   *EvaluateRequest `json:"evaluate,omitempty"`
	World      *WorldRequest    `json:"world,omitempty"`
	Inspect    *InspectRequest  `json:"inspect,omitempty"`
	Render     *RenderRequest   `json:"render,omitempty"`
	Layout     *LayoutRequest   `json:"layout,omitempty"`
	Unknowns   *WhyRequest      `json:"unknowns,omitempty"`
	Complete   *PositionRequest `json:"complete,omitempty"`
	Hover      *PositionRequest `json:"hover,omitempty"`
	Definition *PositionRequest `json:"definition,omitempty"`
	References *PositionRequest `json:"references,omitempty"`
	Rename     *RenameRequest   `json:"rename,omitempty"`
	Why        *WhyRequest      `json:"why,omitempty"`
	Reveal     *RevealRequest   `json:"reveal,omitempty"`
	Export     *ExportRequest   `json:"export,omitempty"`
}

// A Reply answers a Request: the field named like the operation is set, or Error.
// Every operation but hello, evaluate and redact is answered from the last snapshot.
type Reply struct {
	Op         string       `json:"op"`
	Error      string       `json:"error,omitempty"`
	Hello      *HelloReply  `json:"hello,omitempty"`
	Evaluate   *Snapshot    `json:"evaluate,omitempty"`
	Inspect    *Inspection  `json:"inspect,omitempty"`
	Render     *Rendered    `json:"render,omitempty"`
	Layout     *Layout      `json:"layout,omitempty"`
	Export     *Exported    `json:"export,omitempty"`
	Hover      *Hover       `json:"hover,omitempty"`
	Complete   *Completion  `json:"complete,omitempty"`
	Definition *Locations   `json:"definition,omitempty"`
	References *Locations   `json:"references,omitempty"`
	Rename     *Edits       `json:"rename,omitempty"`
	Why        *Why         `json:"why,omitempty"`
	Reveal     *Revealed    `json:"reveal,omitempty"`
	Input      *InputText   `json:"input,omitempty"`
	Unknowns   *UnknownList `json:"unknowns,omitempty"`
	Give       *InputText   `json:"give,omitempty"`
	Redact     *Redaction   `json:"redact,omitempty"`
	World      *World       `json:"world,omitempty"`
}

// HelloRequest is the first call of a new engine.
type HelloRequest struct {
	Fingerprint string `json:"fingerprint"` // of the page's protocol
}

// HelloReply introduces the engine.
type HelloReply struct {
	Fingerprint string        `json:"fingerprint"`
	Version     string        `json:"version"`
	Dialects    []DialectInfo `json:"dialects"`
}

// DialectInfo describes a dialect for the switch in the page's header.
type DialectInfo struct {
	Name  string `json:"name"`  // as in links and on the command line: "pulumi"
	Title string `json:"title"` // for people: "Pulumi YAML"
	Main  string `json:"main"`  // name of the main file of a new document
	New   string `json:"new"`   // text of the main file of a new document
	// Console is true if expressions are evaluated one by one, in addition to the document.
	Console bool `json:"console"`
	// Declares are the keys that identify a JSON file of type declarations, which inputs.yaml
	// lists under schemas; empty if the dialect has no such files.
	Declares []string `json:"declares"`
	Calls    []string `json:"calls"`    // prefixes of keys that call a function, for colouring
	Commands []string `json:"commands"` // commands that print files for Op world
}

// ViewInfo is a text format of the result.
type ViewInfo struct {
	ID       string `json:"id"`       // "yaml", "json", "hcl", "dotenv", ...
	Title    string `json:"title"`    // "YAML"
	Language string `json:"language"` // Monaco language id of the text
}

// A File is a file of the document. inputs.yaml is a file like the others.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// EvaluateRequest asks for a new snapshot.
type EvaluateRequest struct {
	Revision int    `json:"revision"` // returned in the snapshot
	Dialect  string `json:"dialect"`  // "" lets the evaluator recognise it
	Files    []File `json:"files"`
	View     string `json:"view"`             // the result view to render along, "" for the dialect's first
	Reveal   bool   `json:"reveal"`           // show secrets in the rendered result
	Only     string `json:"only,omitempty"`   // Path of the part to render; by default the whole result
	Inlays   bool   `json:"inlays,omitempty"` // compute Snapshot.Inlays, which are empty otherwise
	Raised   int    `json:"raised,omitempty"` // how many times the limits are raised: 0 to MaxRaised
	Lean     bool   `json:"lean,omitempty"`   // leave out the data of an Inspection, so that the result arrives sooner
	// Base is the ID of the last result received, or -1 before the first: the next result then has
	// an ID, and may be sent as a Change of that result. Without it, results are sent in full.
	Base int `json:"base,omitempty"`
}

// InspectRequest asks for the data that a lean snapshot leaves out.
type InspectRequest struct {
	Revision int `json:"revision"` // of the last snapshot; any other is an error
}

// An Inspection completes a lean snapshot.
type Inspection struct {
	Revision int       `json:"revision"`
	Graph    Graph     `json:"graph"`
	Outline  []Symbol  `json:"outline"`
	Unknowns []Unknown `json:"unknowns"`
	Digest   string    `json:"digest"`
	// References are the original's messages for texts that are not valid YAML.
	References []Reference `json:"references,omitempty"`
}

// A Reference is the original's message for one of the snapshot's problems.
type Reference struct {
	Problem int    `json:"problem"` // its index
	Text    string `json:"text"`    // Problem.Reference
}

// A Snapshot is everything that the page shows of one evaluation, except for what a lean one
// leaves out.
type Snapshot struct {
	Revision   int            `json:"revision"`
	Dialect    string         `json:"dialect"`
	Recognised string         `json:"recognised"` // the dialect that would be recognised from the text alone
	Main       string         `json:"main"`       // the main file's name
	Problems   []Problem      `json:"problems"`
	Graph      Graph          `json:"graph"`
	Outline    []Symbol       `json:"outline"`
	Views      []ViewInfo     `json:"views"`
	Result     Rendered       `json:"result"`
	Secrets    []string       `json:"secrets"` // paths into the result
	Inlays     []Inlay        `json:"inlays"`
	Unknowns   []Unknown      `json:"unknowns"`
	Form       []FormGroup    `json:"form"` // for a program that declares its inputs
	Parts      []Part         `json:"parts"`
	Console    []ConsoleEntry `json:"console"` // of a dialect with a console
	Stats      Stats          `json:"stats"`
	// Needs are data files that this evaluation asked for and the engine does not have: with them,
	// it can report more.
	Needs  []string `json:"needs"`
	Digest string   `json:"digest"` // eight characters that identify the result
}

// Stats measure the work of an evaluation.
type Stats struct {
	Cells int `json:"cells"`
	Steps int `json:"steps"`
	Bytes int `json:"bytes"`
}

// A Range is a part of a file. For "no position", File is "" and all numbers are 0.
type Range struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

// A Problem is an entry of the problem list.
type Problem struct {
	Severity  string `json:"severity"` // "error", "warning" or "info"
	Code      string `json:"code"`
	Message   string `json:"message"`
	Reference string `json:"reference,omitempty"` // the original tool's message, if it differs
	Range     Range  `json:"range"`
	Notes     []Note `json:"notes"`
	Fixes     []Fix  `json:"fixes"`
	// Give is where inputs.yaml could supply the missing value: keys separated by \u0000.
	Give string `json:"give,omitempty"`
}

// A Note is a second position that explains a problem.
type Note struct {
	Message string `json:"message"`
	Range   Range  `json:"range"`
}

// A Fix is an edit that would solve a problem.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// An Edit replaces a range with a text.
type Edit struct {
	Range Range  `json:"range"`
	Text  string `json:"text"`
}

// Edits is a set of edits that belong together.
type Edits struct {
	Edits []Edit `json:"edits"`
	Error string `json:"error,omitempty"` // why there are no edits
}

// A Graph is the dependency graph of the program.
type Graph struct {
	Nodes  []Node      `json:"nodes"`
	Edges  []GraphEdge `json:"edges"`
	Cycles [][]string  `json:"cycles"` // node ids of each cycle, in order
	// TooMany says how many nodes or edges there are, if there are too many to list; then
	// everything else is empty.
	TooMany string `json:"tooMany,omitempty"`
}

// A Node is a named thing of the program.
type Node struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`   // the dialect's word, or "missing"
	Label  string `json:"label"`  // the short name that is drawn
	Detail string `json:"detail"` // second line: a type or a shortened value; may be empty
	State  string `json:"state"`  // "known", "unknown", "partial", "mocked", "secret", "failed", "missing"
	Range  Range  `json:"range"`  // the whole entry in the source
	Name   Range  `json:"name"`   // its key
	Parent string `json:"parent,omitempty"`
}

// A GraphEdge means that From needs To.
type GraphEdge struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Via      string `json:"via"`      // property path inside From, may be empty
	Explicit bool   `json:"explicit"` // declared as a dependency (dependsOn), not a reference
	Range    Range  `json:"range"`    // the reference
}

// A Symbol is an entry of the outline.
type Symbol struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`
	Range    Range    `json:"range"`
	NameAt   Range    `json:"nameAt"`
	Children []Symbol `json:"children"`
}

// An Inlay is a short text shown after a reference: its value.
type Inlay struct {
	Range Range  `json:"range"` // the reference
	Text  string `json:"text"`
	State string `json:"state"`
}

// Unknown is a value that the program uses and that only a deployment knows, supplied or not. One
// that is supplied as a whole is followed by its parts.
type Unknown struct {
	// Path is where it goes in inputs.yaml: keys separated by \u0000, "" when nothing there can
	// supply it.
	Path    string `json:"path"`
	Label   string `json:"label"`   // "bucket.arn"; without a path why it is unknown
	Type    string `json:"type"`    // in the dialect's words, "" when it may be anything
	Sample  string `json:"sample"`  // a plausible value, as a user would type it
	Given   string `json:"given"`   // the value in inputs.yaml, as typed; "" for a secret
	IsGiven bool   `json:"isGiven"` // there is a value
	Wrong   string `json:"wrong"`   // what is wrong with the value in inputs.yaml, "" if nothing is
	Secret  bool   `json:"secret"`  // hide it while it is typed
	// Part marks a part of the last unknown before that is not a part: everything read from that one
	// is supplied together.
	Part bool    `json:"part"`
	Uses int     `json:"uses"` // number of places in the program that use it
	Used []Range `json:"used"` // the first of them
}

// A FormGroup is a section of the form for the program's inputs, in order.
type FormGroup struct {
	Label       string      `json:"label"`
	Description string      `json:"description"`
	Head        bool        `json:"head"` // its fields select what is evaluated: a stack, a client
	Fields      []FormField `json:"fields"`
}

// A FormField is an input.
type FormField struct {
	Path        string   `json:"path"` // its place in inputs.yaml, keys separated by \u0000
	Name        string   `json:"name"`
	Label       string   `json:"label"`
	Description string   `json:"description"`
	Type        string   `json:"type"`      // in the dialect's words
	Input       string   `json:"input"`     // how it is typed: "" (a text), "number", "boolean", "list", "data" (JSON)
	Given       string   `json:"given"`     // the value in inputs.yaml, as typed; "" for a secret
	IsGiven     bool     `json:"isGiven"`   // there is a value
	Wrong       string   `json:"wrong"`     // what is wrong with the given value, "" when nothing is
	Fallback    string   `json:"fallback"`  // the value used without a given one, shortened; secrets masked
	From        string   `json:"from"`      // where Fallback is from: "default", a file; "" when there is none
	Missing     bool     `json:"missing"`   // the program cannot be evaluated without a value
	Secret      bool     `json:"secret"`    // hide it while it is typed
	Immutable   bool     `json:"immutable"` // may not change once deployed
	Tags        []string `json:"tags"`
	Choices     []string `json:"choices"` // if empty, any value is allowed
	Rules       []string `json:"rules"`   // constraints on a value, for users
	Range       Range    `json:"range"`   // its declaration
	At          Range    `json:"at"`      // its value in inputs.yaml
	Source      Range    `json:"source"`  // where its value comes from
	Node        string   `json:"node"`    // its graph node, "" when it has none
	// Layers are all values supplied for it in several places, the effective one first.
	Layers []FormLayer `json:"layers"`
}

// A FormLayer is one of several places that supply a value for an input.
type FormLayer struct {
	Label string `json:"label"` // what place it is: "config of Pulumi.dev.yaml"
	Value string `json:"value"` // shortened; secrets masked
	Range Range  `json:"range"`
}

// A Part is a piece of the result that makes sense on its own.
type Part struct {
	Path  string `json:"path"`  // for Only
	Label string `json:"label"` // "web1"
	Kind  string `json:"kind"`  // the dialect's word: "client"
	Node  string `json:"node"`  // its graph node
}

// A ConsoleEntry is a line entered in a console, with the answer.
type ConsoleEntry struct {
	Expression string `json:"expression"`
	Text       string `json:"text"` // as the original tool prints it; empty if it failed
	Failed     bool   `json:"failed"`
	File       string `json:"file"`  // the Range.File of its problems
	Range      Range  `json:"range"` // where it is written; zeros if it is not in a file
}

// RenderRequest asks for the last snapshot's result in another format.
type RenderRequest struct {
	View   string `json:"view"`
	Reveal bool   `json:"reveal"`
	Only   string `json:"only,omitempty"` // Path of a part
}

// Rendered is the result as text.
type Rendered struct {
	View     string `json:"view"`
	Language string `json:"language"`
	Only     string `json:"only,omitempty"` // Path of the rendered part
	Text     string `json:"text"`
	// Marks describe the pieces of Text, MarkStride numbers for each: line, column, endColumn (all
	// in Text), state (an index into MarkStates), then the source: index into Files or -1, line,
	// column, endLine, endColumn. They are ordered by line and column.
	Marks []int    `json:"marks"`
	Files []string `json:"files"`
	// ID numbers the results of evaluations with a Base, over the life of an engine.
	ID int `json:"id,omitempty"`
	// Change, if present, turns Text and Marks of the Base into those of this result, which are
	// empty then.
	Change *Change `json:"change,omitempty"`
}

// A Change turns a rendered text into the next one. It is applied field by field, in this order. A
// line includes its line break.
type Change struct {
	// Lines are the lines that Texts replace, two numbers for each: the first line, counted in the
	// text before, and how many.
	Lines []int    `json:"lines"`
	Texts []string `json:"texts"`
	// Shifts move the sources of marks, three numbers for each: the index of a file, a line, and
	// the number added to each line and endLine from that line on. The positions of marks in Text
	// move with the text; marks in replaced lines may end up anywhere.
	Shifts []int `json:"shifts"`
	// Marks replaces marks, in the order of the text. For each piece: the index of the first mark
	// after the preceding replacements, how many are removed, how many are inserted, and these,
	// MarkStride numbers each.
	Marks []int `json:"marks"`
}

// MarkStride is how many numbers of Rendered.Marks describe one piece.
const MarkStride = 9

// MarkStates are the states that the fourth number of a mark refers to.
var MarkStates = []string{"known", "unknown", "secret", "mocked", "failed", "key"}

// MaxParts limits the parts of a result that are offered: nobody would find one in a longer list,
// and browsers take seconds to build it.
const MaxParts = 1000

// SmallGraph is the largest number of nodes in a graph that is shown with all its groups open.
const SmallGraph = 30

// MaxRaised is how many times a document's limits can be raised. Each time, an evaluation may
// take four times as many steps and seconds, and twice the size.
const MaxRaised = 2

// RaisableCodes are the codes of the problems about limits that can be raised.
var RaisableCodes = []string{"budget-steps", "budget-size"}

// RaisedSteps is the factor by which raising the limits extends an evaluation.
const RaisedSteps = 4

// GraphFormats are the export formats of the graph.
var GraphFormats = []string{"svg", "mermaid", "dot", "json", "markdown", "csv"}

// ExportRequest asks for the graph as a file.
type ExportRequest struct {
	Format string `json:"format"`           // one of GraphFormats
	Dark   bool   `json:"dark"`             // of SVG
	Title  string `json:"title,omitempty"`  // written above the drawing, if not empty
	Legend bool   `json:"legend,omitempty"` // explains the signs below the drawing
	// Drawing selects the part of the graph to export, everything by default.
	Drawing *LayoutRequest `json:"drawing,omitempty"`
}

// Exported is a file's content.
type Exported struct {
	Name string `json:"name"`
	Type string `json:"type"` // media type
	Text string `json:"text"`
}

// PositionRequest asks about a position in a file, or in a line of a console, which hover and
// complete take as Text. Hover and why also accept a position in the result, described by Result.
type PositionRequest struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text,omitempty"`
	// Result is how the result that contains Line and Column was rendered.
	Result *RenderRequest `json:"result,omitempty"`
}

// Hover describes a position.
type Hover struct {
	Found bool   `json:"found"`
	Range Range  `json:"range"`
	Title string `json:"title"` // `resource bucket`, `fn::join`
	Type  string `json:"type"`
	State string `json:"state"` // as Node.State
	Value string `json:"value"` // short text of the value, secrets masked; empty if it is unknown
	// Why says why the value is unknown, and Supply where inputs.yaml could supply it, keys
	// separated by \u0000.
	Why    string  `json:"why,omitempty"`
	Supply string  `json:"supply,omitempty"`
	Doc    string  `json:"doc"`    // plain sentences
	Params []Param `json:"params"` // of a function
	// Example is a call of a function and its result, with an arrow between them.
	Example string `json:"example,omitempty"`
	Hops    []Hop  `json:"hops"` // where the value came from, most recent first
	Node    string `json:"node"` // graph node id, may be empty
}

// A Param is a parameter of a function.
type Param struct {
	Name     string `json:"name"`
	Type     string `json:"type"` // in the dialect's words
	Doc      string `json:"doc"`  // plain sentences
	Optional bool   `json:"optional"`
}

// A Hop is a place through which a value came.
type Hop struct {
	Label string `json:"label"`
	Value string `json:"value"`
	Range Range  `json:"range"`
}

// Locations is a list of positions.
type Locations struct {
	Ranges []Range `json:"ranges"`
}

// Completion lists what could be inserted at a position.
type Completion struct {
	Items []CompletionItem `json:"items"`
}

// A CompletionItem is one proposal.
type CompletionItem struct {
	Label   string `json:"label"`
	Kind    string `json:"kind"` // "function", "resource", "variable", "config", "property", "key", "value"
	Detail  string `json:"detail"`
	Doc     string `json:"doc"`
	Insert  string `json:"insert"` // text, with Monaco snippet placeholders when Snippet
	Snippet bool   `json:"snippet"`
	Range   Range  `json:"range"` // the text that it replaces
}

// RenameRequest asks for the edits that rename the symbol at a position.
type RenameRequest struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Name   string `json:"name"`
}

// WhyRequest asks why a value is what it is: for a path into the result, a position or a node of
// the graph. With Open, it asks for the inputs of a step in an earlier answer.
type WhyRequest struct {
	Path     string           `json:"path"`
	Position *PositionRequest `json:"position,omitempty"`
	Node     string           `json:"node,omitempty"`
	Open     int              `json:"open,omitempty"` // the ID of a step
	From     int              `json:"from,omitempty"` // how many of its inputs are already known
}

// Why is a derivation tree, flattened: the steps from which a value was computed follow it, one
// level deeper. Inputs that are left out (see Count and Open) can be requested until the next
// evaluation.
type Why struct {
	Found bool      `json:"found"`
	Steps []WhyStep `json:"steps"`
	// Cause is the step at which a value failed, is unknown or became secret.
	Cause *WhyStep `json:"cause,omitempty"`
}

// A WhyStep is one step of a derivation.
type WhyStep struct {
	ID    int `json:"id"` // from 1
	Depth int `json:"depth"`
	// "value", "result", "part", "reference", "function", "text", "layer", "literal", "input", "mock",
	// "builtin", "unknown", "problem"
	Kind          string `json:"kind"`
	Role          string `json:"role"` // its role in the step above: a parameter, a key; may be empty
	Label         string `json:"label"`
	Value         string `json:"value"`         // short text, secrets masked
	State         string `json:"state"`         // as Node.State
	Overridden    bool   `json:"overridden"`    // another value takes precedence: shown struck through
	BecomesSecret bool   `json:"becomesSecret"` // it became secret here
	Note          string `json:"note,omitempty"`
	Give          string `json:"give,omitempty"` // where inputs.yaml could supply it, keys separated by \u0000
	Range         Range  `json:"range"`
	Count         int    `json:"count"` // number of steps from which it was computed
	Open          int    `json:"open"`  // how many of them follow
}

// InputRequest asks for inputs.yaml with a value typed into the form.
type InputRequest struct {
	Text  string `json:"text"`  // of inputs.yaml, "" when there is none
	Path  string `json:"path"`  // of the field
	Value string `json:"value"` // as typed; "" removes it
}

// InputText is the text of inputs.yaml.
type InputText struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"` // why it is unchanged
}

// UnknownList is the unknown values that a value depends on, including those supplied by now.
type UnknownList struct {
	Unknowns []Unknown `json:"unknowns"`
}

// GiveRequest asks for inputs.yaml with the value of one unknown set or removed, with samples added
// for the unknowns, or with their values removed.
type GiveRequest struct {
	Text  string `json:"text"`            // of inputs.yaml, "" when there is none
	How   string `json:"how"`             // "value", "samples" or "clear"
	Path  string `json:"path,omitempty"`  // of a value
	Value string `json:"value,omitempty"` // as typed; "" removes it
}

// RevealRequest asks for a secret by its path into the result, or for the content of a field of
// the form.
type RevealRequest struct {
	Path  string `json:"path"`
	Field bool   `json:"field,omitempty"` // Path is a field's
}

// Revealed is the text of one secret value.
type Revealed struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// RedactRequest asks how to remove the secrets from a document before it is shared.
type RedactRequest struct {
	Files []File   `json:"files"`
	Names []string `json:"names"` // of inputs that are secret regardless of their text
}

// A Redaction removes the secrets from a document.
type Redaction struct {
	Splices []Splice `json:"splices"` // in the order of the files and their positions
	Count   int      `json:"count"`   // of secrets
	Holds   bool     `json:"holds"`   // a template itself contains secrets, which stay in it
}

// A Splice replaces a part of a file. Its positions are offsets in UTF-16 code units, not lines
// and columns: no secret may remain because two sides disagree about line endings.
type Splice struct {
	File  int    `json:"file"` // index into the files of the request
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// WorldRequest asks which values deployment files contain for inputs.yaml. Their contents are data
// files of the engine, named WorldData and their index.
type WorldRequest struct {
	Names   []string `json:"names"`
	Text    string   `json:"text"`    // of inputs.yaml
	Secrets bool     `json:"secrets"` // write secrets, too
}

// WorldData is the prefix of the names of data files in a WorldRequest.
const WorldData = "world/"

// A World is the content of deployment files that is useful for inputs.yaml.
type World struct {
	Files   []WorldFile  `json:"files"`
	Entries []WorldEntry `json:"entries"` // the first of them, including secrets that are left out
	Count   int          `json:"count"`   // number of values written
	// Replaced is how many of these already have another value in inputs.yaml.
	Replaced     int         `json:"replaced"`
	Secrets      int         `json:"secrets"` // number of secret values
	Skipped      []WorldSkip `json:"skipped"` // the first of them
	SkippedCount int         `json:"skippedCount"`
	Text         string      `json:"text"`  // of inputs.yaml with the values
	Added        []File      `json:"added"` // files for the document, replacing those with the same names
	Error        string      `json:"error,omitempty"`
}

// A WorldFile describes a file.
type WorldFile struct {
	Name   string `json:"name"`
	Title  string `json:"title"` // "" when it is nothing that is known
	Of     string `json:"of"`    // what it is about: "stack prod of project web"
	Error  string `json:"error,omitempty"`
	Line   int    `json:"line"` // of the error
	Column int    `json:"column"`
}

// A WorldEntry is a value in a file.
type WorldEntry struct {
	Label    string `json:"label"`
	Path     string `json:"path"`    // keys in inputs.yaml, with NUL between them
	Preview  string `json:"preview"` // without secrets
	Secret   bool   `json:"secret"`
	Replaces bool   `json:"replaces"`
}

// A WorldSkip is a part of a file that cannot be used.
type WorldSkip struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}
