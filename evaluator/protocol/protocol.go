// Package protocol is the contract between the evaluator and the page: plain structs
// that cross as UTF-8 JSON through one function, call(request) -> reply.
//
// It is the only source of truth. The reflection-free Go codec (codec.gen.go), the
// TypeScript types (web/src/protocol/protocol.gen.ts) and Fingerprint are generated
// from it by scripts/protocolgen; the page sends the fingerprint it was built with in
// its first call, so that a page and an engine that do not fit are found at once.
//
// Conventions, everywhere: lines and columns count from 1, columns in UTF-16 code
// units, ends are exclusive; a Range of zeros means "no position". Field names cross in
// lowerCamelCase. Empty lists cross as []. Fields tagged omitempty are optional in
// TypeScript. Secrets cross only when a request asks for them by Reveal.
package protocol

// A Request is one call. Op says which; of the other fields exactly the one named like
// the operation is set. An operation is a field here and in Reply, a case in Engine.ask and a
// place in the order of the page's calls, without which it does not compile.
type Request struct {
	Op         string           `json:"op"`
	Hello      *HelloRequest    `json:"hello,omitempty"`
	Evaluate   *EvaluateRequest `json:"evaluate,omitempty"`
	Inspect    *InspectRequest  `json:"inspect,omitempty"`
	Render     *RenderRequest   `json:"render,omitempty"`
	Layout     *LayoutRequest   `json:"layout,omitempty"`
	Export     *ExportRequest   `json:"export,omitempty"`
	Hover      *PositionRequest `json:"hover,omitempty"`
	Complete   *PositionRequest `json:"complete,omitempty"`
	Definition *PositionRequest `json:"definition,omitempty"`
	References *PositionRequest `json:"references,omitempty"`
	Rename     *RenameRequest   `json:"rename,omitempty"`
	Why        *WhyRequest      `json:"why,omitempty"`
	Reveal     *RevealRequest   `json:"reveal,omitempty"`
	Input      *InputRequest    `json:"input,omitempty"`
	Behind     *WhyRequest      `json:"behind,omitempty"`
	Give       *GiveRequest     `json:"give,omitempty"`
	Redact     *RedactRequest   `json:"redact,omitempty"`
	World      *WorldRequest    `json:"world,omitempty"`
}

// A Reply answers a Request: the field named like the operation is set, or Error.
// Every operation but hello, evaluate and redact is answered from the last snapshot.
type Reply struct {
	Op         string      `json:"op"`
	Error      string      `json:"error,omitempty"`
	Hello      *HelloReply `json:"hello,omitempty"`
	Evaluate   *Snapshot   `json:"evaluate,omitempty"`
	Inspect    *Inspection `json:"inspect,omitempty"`
	Render     *Rendered   `json:"render,omitempty"`
	Layout     *Layout     `json:"layout,omitempty"`
	Export     *Exported   `json:"export,omitempty"`
	Hover      *Hover      `json:"hover,omitempty"`
	Complete   *Completion `json:"complete,omitempty"`
	Definition *Locations  `json:"definition,omitempty"`
	References *Locations  `json:"references,omitempty"`
	Rename     *Edits      `json:"rename,omitempty"`
	Why        *Why        `json:"why,omitempty"`
	Reveal     *Revealed   `json:"reveal,omitempty"`
	Input      *InputText  `json:"input,omitempty"`
	Behind     *Behind     `json:"behind,omitempty"`
	Give       *InputText  `json:"give,omitempty"`
	Redact     *Redaction  `json:"redact,omitempty"`
	World      *World      `json:"world,omitempty"`
}

// HelloRequest is the first call to a new engine.
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
	// Console is true when expressions are asked one by one, beside the document.
	Console bool `json:"console"`
	// Declares are the keys of a JSON file that declares types, and that inputs.yaml lists under
	// schemas; empty when there are no such files.
	Declares []string `json:"declares"`
	Commands []string `json:"commands"` // what prints files for Op world
}

// ViewInfo is one way to write the result.
type ViewInfo struct {
	ID       string `json:"id"`       // "yaml", "json", "hcl", "dotenv", ...
	Title    string `json:"title"`    // "YAML"
	Language string `json:"language"` // Monaco language id of the text
}

// A File is one text of the document. inputs.yaml is a file like the others.
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
	Only     string `json:"only,omitempty"`   // Path of the part to render, without it the whole result
	Inlays   bool   `json:"inlays,omitempty"` // give Snapshot.Inlays, which are empty otherwise
	Raised   int    `json:"raised,omitempty"` // how often the limits are raised: 0 to MostRaised
	Lean     bool   `json:"lean,omitempty"`   // leave out what an inspection gives: the result comes sooner
	// Base is the ID of the last result that came, or -1 before the first: what comes then has an ID,
	// and may come as a Change of that result. Without it, results come whole.
	Base int `json:"base,omitempty"`
}

// InspectRequest asks for what a lean snapshot leaves out.
type InspectRequest struct {
	Revision int `json:"revision"` // of the last snapshot: an error when it is of another
}

// An Inspection completes a lean snapshot.
type Inspection struct {
	Revision int       `json:"revision"`
	Graph    Graph     `json:"graph"`
	Outline  []Symbol  `json:"outline"`
	Unknowns []Unknown `json:"unknowns"`
	Digest   string    `json:"digest"`
	// References are what the original says of texts that are not YAML.
	References []Reference `json:"references,omitempty"`
}

// A Reference belongs to one of the snapshot's problems.
type Reference struct {
	Problem int    `json:"problem"` // its index
	Text    string `json:"text"`    // Problem.Reference
}

// A Snapshot is everything that the page shows of one evaluation, but for what a lean one
// leaves out.
type Snapshot struct {
	Revision   int            `json:"revision"`
	Dialect    string         `json:"dialect"`
	Recognised string         `json:"recognised"` // the dialect that the text alone would give
	Main       string         `json:"main"`       // the main file's name
	Problems   []Problem      `json:"problems"`
	Graph      Graph          `json:"graph"`
	Outline    []Symbol       `json:"outline"`
	Views      []ViewInfo     `json:"views"`
	Result     Rendered       `json:"result"`
	Secrets    []string       `json:"secrets"` // paths into the result
	Inlays     []Inlay        `json:"inlays"`
	Unknowns   []Unknown      `json:"unknowns"`
	Form       []FormGroup    `json:"form"` // of a program that declares what it takes
	Parts      []Part         `json:"parts"`
	Console    []ConsoleEntry `json:"console"` // of a dialect with a console
	Stats      Stats          `json:"stats"`
	// Needs are data files that this evaluation asked for and the engine has not: with them
	// it says more.
	Needs  []string `json:"needs"`
	Digest string   `json:"digest"` // eight characters: equal when the result is
}

// Stats says how much work the evaluation was.
type Stats struct {
	Cells int `json:"cells"`
	Steps int `json:"steps"`
	Bytes int `json:"bytes"`
}

// A Range is a piece of a file. File is "" and all numbers 0 for "no position".
type Range struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

// A Problem is one entry of the problem list.
type Problem struct {
	Severity  string `json:"severity"` // "error", "warning" or "info"
	Code      string `json:"code"`
	Message   string `json:"message"`
	Reference string `json:"reference,omitempty"` // what the original tool prints, when it differs
	Range     Range  `json:"range"`
	Notes     []Note `json:"notes"`
	Fixes     []Fix  `json:"fixes"`
	Give      string `json:"give,omitempty"` // where inputs.yaml could give what it is about, keys separated by \u0000
}

// A Note is a second place that explains a problem.
type Note struct {
	Message string `json:"message"`
	Range   Range  `json:"range"`
}

// A Fix is a change of the text that would solve a problem.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// An Edit replaces a range by a text.
type Edit struct {
	Range Range  `json:"range"`
	Text  string `json:"text"`
}

// Edits is a set of changes that belong together.
type Edits struct {
	Edits []Edit `json:"edits"`
	Error string `json:"error,omitempty"` // why there are none
}

// A Graph is the dependency graph of the program.
type Graph struct {
	Nodes  []Node      `json:"nodes"`
	Edges  []GraphEdge `json:"edges"`
	Cycles [][]string  `json:"cycles"` // node ids of each cycle, in order
	// in words how many nodes or edges there are, when they are too many: then there is nothing else
	TooMany string `json:"tooMany,omitempty"`
}

// A Node is a named thing of the program.
type Node struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`   // the dialect's word, or "missing"
	Label  string `json:"label"`  // the short name that is drawn
	Detail string `json:"detail"` // second line: a type, a value in short; may be empty
	State  string `json:"state"`  // "known", "unknown", "partial", "mocked", "secret", "failed", "missing"
	Range  Range  `json:"range"`  // the whole entry in the source
	Name   Range  `json:"name"`   // its key
	Parent string `json:"parent,omitempty"`
}

// A GraphEdge says that From needs To.
type GraphEdge struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Via      string `json:"via"`      // property path inside From, may be empty
	Explicit bool   `json:"explicit"` // written as a dependency (dependsOn), not as a reference
	Range    Range  `json:"range"`    // where the reference stands
}

// A Symbol is an entry of the outline.
type Symbol struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`
	Range    Range    `json:"range"`
	NameAt   Range    `json:"nameAt"`
	Children []Symbol `json:"children"`
}

// An Inlay is a short text shown after a reference: what it evaluates to.
type Inlay struct {
	Range Range  `json:"range"` // the reference
	Text  string `json:"text"`
	State string `json:"state"`
}

// Unknown is a value that the program uses and only a deployment knows, given or not. One that is
// given as a whole is followed by its parts.
type Unknown struct {
	Path    string  `json:"path"`    // where it goes in inputs.yaml, keys separated by \u0000; "" when nothing there can give it
	Label   string  `json:"label"`   // "bucket.arn"; without a path why it is unknown
	Type    string  `json:"type"`    // in the dialect's words, "" when it may be anything
	Sample  string  `json:"sample"`  // a fitting value, as one types it
	Given   string  `json:"given"`   // the value in inputs.yaml, as typed; "" for a secret
	IsGiven bool    `json:"isGiven"` // something stands there
	Wrong   string  `json:"wrong"`   // what is wrong with what stands there, "" when nothing is
	Secret  bool    `json:"secret"`  // to be typed unseen
	Part    bool    `json:"part"`    // of the one before that is none: all that is read of that is given together
	Uses    int     `json:"uses"`    // how many places of the program it answers
	Used    []Range `json:"used"`    // the first of them
}

// A FormGroup is a part of the form that asks for the program's inputs, in order.
type FormGroup struct {
	Label       string      `json:"label"`
	Description string      `json:"description"`
	Head        bool        `json:"head"` // its fields choose what is evaluated: a stack, a client
	Fields      []FormField `json:"fields"`
}

// A FormField is one input.
type FormField struct {
	Path        string   `json:"path"` // where it goes in inputs.yaml, keys separated by \u0000
	Name        string   `json:"name"`
	Label       string   `json:"label"`
	Description string   `json:"description"`
	Type        string   `json:"type"`      // in the dialect's words
	Input       string   `json:"input"`     // how it is typed: "" (a text), "number", "boolean", "list", "data" (JSON)
	Given       string   `json:"given"`     // the value in inputs.yaml, as typed; "" for a secret
	IsGiven     bool     `json:"isGiven"`   // something stands there
	Wrong       string   `json:"wrong"`     // what is wrong with what stands there, "" when nothing is
	Otherwise   string   `json:"otherwise"` // the value without that, in short; secrets masked
	From        string   `json:"from"`      // where Otherwise is from: "default", a file; "" when there is none
	Missing     bool     `json:"missing"`   // the program cannot go on without a value here
	Secret      bool     `json:"secret"`    // to be typed unseen
	Immutable   bool     `json:"immutable"` // may not change once deployed
	Tags        []string `json:"tags"`
	Choices     []string `json:"choices"` // without any others are free
	Rules       []string `json:"rules"`   // what a value must keep to, for people
	Range       Range    `json:"range"`   // where it is declared
	At          Range    `json:"at"`      // what stands in inputs.yaml
	Source      Range    `json:"source"`  // where its value is from
	Node        string   `json:"node"`    // its graph node, "" when it has none
	// Layers are all that is given for it in several places, the one that counts first.
	Layers []FormLayer `json:"layers"`
}

// A FormLayer is one of several places that give an input a value.
type FormLayer struct {
	Label string `json:"label"` // what place it is: "config of Pulumi.dev.yaml"
	Value string `json:"value"` // in short; secrets masked
	Range Range  `json:"range"`
}

// A Part is a piece of the result that makes sense on its own.
type Part struct {
	Path  string `json:"path"`  // for Only
	Label string `json:"label"` // "web1"
	Kind  string `json:"kind"`  // the dialect's word: "client"
	Node  string `json:"node"`  // its graph node
}

// A ConsoleEntry is a line of a console and what the console answers.
type ConsoleEntry struct {
	Expression string `json:"expression"`
	Text       string `json:"text"` // as the original tool prints it; empty when it failed
	Failed     bool   `json:"failed"`
	File       string `json:"file"`  // what Range.File of its problems is
	Range      Range  `json:"range"` // where it is written; zeros when nowhere
}

// RenderRequest asks for another view of the last snapshot's result.
type RenderRequest struct {
	View   string `json:"view"`
	Reveal bool   `json:"reveal"`
	Only   string `json:"only,omitempty"` // Path of a part
}

// Rendered is the result as a text.
type Rendered struct {
	View     string `json:"view"`
	Language string `json:"language"`
	Only     string `json:"only,omitempty"` // Path of the part that this is
	Text     string `json:"text"`
	// Marks say what stands where in Text, MarkStride numbers for each piece: line, column,
	// endColumn (all in Text), state (an index into MarkStates), then the source: index into
	// Files or -1, line, column, endLine, endColumn. They are ordered by line and column.
	Marks []int    `json:"marks"`
	Files []string `json:"files"`
	// ID numbers the results of evaluations that have a Base, for the life of an engine.
	ID int `json:"id,omitempty"`
	// Change, when there is one, makes Text and Marks, which are empty then, of those of the Base.
	Change *Change `json:"change,omitempty"`
}

// A Change turns a rendered text into the next. It is applied field by field, in this order. A
// line includes its line break.
type Change struct {
	// Lines says which lines are replaced by Texts, two numbers for each: the first, as the text
	// before counts them, and how many.
	Lines []int    `json:"lines"`
	Texts []string `json:"texts"`
	// Shifts move the sources of marks, three numbers for each: the index of a file, a line, and
	// how many are added to each line and endLine from that line on. The lines in Text of marks move
	// with the text; what becomes of marks in replaced lines does not matter.
	Shifts []int `json:"shifts"`
	// Marks replaces marks, in the order of the text. For each piece: the index of the first mark
	// once those before are replaced, how many are removed, how many come in their place, and these,
	// MarkStride numbers each.
	Marks []int `json:"marks"`
}

// MarkStride is how many numbers of Rendered.Marks describe one piece.
const MarkStride = 9

// MarkStates are the states that the fourth number of a mark stands for.
var MarkStates = []string{"known", "unknown", "secret", "mocked", "failed", "key"}

// MostParts is how many parts of a result are offered: nobody finds one in a longer list, and
// browsers take seconds to make it.
const MostParts = 1000

// SmallGraph is how many nodes a graph has at most that is shown with all its groups open.
const SmallGraph = 30

// MostRaised is how often the limits of an evaluation can be raised for a document. Each time
// it may take four times as many steps and seconds, and twice the size.
const MostRaised = 2

// RaisedSteps is how many times longer an evaluation may take when its limits are raised.
const RaisedSteps = 4

// GraphFormats are the formats in which the graph can be exported.
var GraphFormats = []string{"svg", "mermaid", "dot", "json", "markdown", "csv"}

// ExportRequest asks for the graph as a file.
type ExportRequest struct {
	Format string `json:"format"`           // one of GraphFormats
	Dark   bool   `json:"dark"`             // of SVG
	Title  string `json:"title,omitempty"`  // is written above the drawing, when there is one
	Legend bool   `json:"legend,omitempty"` // says below the drawing what its signs mean
	// Drawing says what of the graph is exported, without it everything.
	Drawing *LayoutRequest `json:"drawing,omitempty"`
}

// Exported is a file's content.
type Exported struct {
	Name string `json:"name"`
	Type string `json:"type"` // media type
	Text string `json:"text"`
}

// PositionRequest asks about a place in a file, or in a line of a console: hover and complete
// take such a line as Text. Hover and why take a place in the result too, as Result has it.
type PositionRequest struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text,omitempty"`
	// Result says how the result was rendered that Line and Column are in.
	Result *RenderRequest `json:"result,omitempty"`
}

// Hover is what is known about a place.
type Hover struct {
	Found bool   `json:"found"`
	Range Range  `json:"range"`
	Title string `json:"title"` // `resource bucket`, `fn::join`
	Type  string `json:"type"`
	State string `json:"state"` // as Node.State
	Value string `json:"value"` // short text of the value, secrets masked; empty when it is unknown
	// Why says why the value is unknown, and Supply where in inputs.yaml it could be given, keys
	// separated by \u0000.
	Why    string  `json:"why,omitempty"`
	Supply string  `json:"supply,omitempty"`
	Doc    string  `json:"doc"`    // plain sentences
	Params []Param `json:"params"` // of a function
	// Example is a call of a function and its result, with an arrow between them.
	Example string `json:"example,omitempty"`
	Hops    []Hop  `json:"hops"` // where the value came from, nearest first
	Node    string `json:"node"` // graph node id, may be empty
}

// A Param is a parameter of a function.
type Param struct {
	Name     string `json:"name"`
	Type     string `json:"type"` // in the dialect's words
	Doc      string `json:"doc"`  // plain sentences
	Optional bool   `json:"optional"`
}

// A Hop is one place that a value came through.
type Hop struct {
	Label string `json:"label"`
	Value string `json:"value"`
	Range Range  `json:"range"`
}

// Locations is a list of places.
type Locations struct {
	Ranges []Range `json:"ranges"`
}

// Completion is what could be written at a place.
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
	Range   Range  `json:"range"` // what it replaces
}

// RenameRequest asks for the edits that rename the thing at a place.
type RenameRequest struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Name   string `json:"name"`
}

// WhyRequest asks why a value is what it is: a path into the result, a place or a node of the
// graph. With Open it asks for what a step of an answer before was made from.
type WhyRequest struct {
	Path     string           `json:"path"`
	Position *PositionRequest `json:"position,omitempty"`
	Node     string           `json:"node,omitempty"`
	Open     int              `json:"open,omitempty"` // the ID of a step
	From     int              `json:"from,omitempty"` // how many of its steps are known already
}

// Why is a derivation tree, flattened: the steps that a value was made from follow it one level
// deeper. What is not Open can be asked for until the next evaluation.
type Why struct {
	Found bool      `json:"found"`
	Steps []WhyStep `json:"steps"`
	// Cause is the step at which a value failed, is unknown or became secret.
	Cause *WhyStep `json:"cause,omitempty"`
}

// A WhyStep is one step of a derivation.
type WhyStep struct {
	ID    int    `json:"id"` // from 1
	Depth int    `json:"depth"`
	Kind  string `json:"kind"` // "value", "result", "part", "reference", "function", "text", "layer", "literal", "input", "mock", "builtin", "unknown", "problem"
	Role  string `json:"role"` // what it is for the step above: a parameter, a key; may be empty
	Label string `json:"label"`
	Value string `json:"value"` // short text, secrets masked
	State string `json:"state"` // as Node.State
	Lost  bool   `json:"lost"`  // another value is used in place of it: shown struck through
	Hides bool   `json:"hides"` // made secret here
	Note  string `json:"note,omitempty"`
	Give  string `json:"give,omitempty"` // where inputs.yaml could give it, keys separated by \u0000
	Range Range  `json:"range"`
	Count int    `json:"count"` // how many steps it was made from
	Open  int    `json:"open"`  // how many of them follow
}

// InputRequest asks for inputs.yaml with a value typed into the form.
type InputRequest struct {
	Text  string `json:"text"`  // of inputs.yaml, "" when there is none
	Path  string `json:"path"`  // of the field
	Value string `json:"value"` // as typed; "" takes it away
}

// InputText is the text of inputs.yaml.
type InputText struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"` // why it is as it was
}

// Behind is the unknown values that a value comes from, those that are given by now included.
type Behind struct {
	Unknowns []Unknown `json:"unknowns"`
}

// GiveRequest asks for inputs.yaml with a value for an unknown, with samples for all, or without
// those that are given.
type GiveRequest struct {
	Text  string `json:"text"`            // of inputs.yaml, "" when there is none
	How   string `json:"how"`             // "value", "samples" or "clear"
	Path  string `json:"path,omitempty"`  // of a value
	Value string `json:"value,omitempty"` // as typed; "" takes it away
}

// RevealRequest asks for one secret by its path into the result, or for what is typed into a
// field of the form.
type RevealRequest struct {
	Path  string `json:"path"`
	Field bool   `json:"field,omitempty"` // Path is that of a field
}

// Revealed is the text of one secret value.
type Revealed struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// RedactRequest asks how to take the secrets out of a document before it is shared.
type RedactRequest struct {
	Files []File   `json:"files"`
	Names []string `json:"names"` // of inputs that are secret, whatever the texts say
}

// A Redaction takes the secrets out of a document.
type Redaction struct {
	Splices []Splice `json:"splices"` // in the order of the files, and of their places
	Count   int      `json:"count"`   // of secrets
	Holds   bool     `json:"holds"`   // a template holds secrets itself, which stay in it
}

// A Splice replaces a piece of a text. Its places are offsets in UTF-16 code units, not lines
// and columns: nothing must be left over where two sides disagree on what ends a line.
type Splice struct {
	File  int    `json:"file"` // index into the files of the request
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// WorldRequest asks what files of a deployment have for inputs.yaml. Their contents are data
// files of the engine, named by WorldData and their index.
type WorldRequest struct {
	Names   []string `json:"names"`
	Text    string   `json:"text"`    // of inputs.yaml
	Secrets bool     `json:"secrets"` // are to be written too
}

// WorldData begins the names of data files with what a WorldRequest is about.
const WorldData = "world/"

// A World is what files of a deployment have for inputs.yaml.
type World struct {
	Files   []WorldFile  `json:"files"`
	Entries []WorldEntry `json:"entries"` // the first of them; secrets that are left out too
	Count   int          `json:"count"`   // how many values are written
	// Replaced is how many of these inputs.yaml has already, in other words.
	Replaced     int         `json:"replaced"`
	Secrets      int         `json:"secrets"` // how many values are secret
	Skipped      []WorldSkip `json:"skipped"` // the first of them
	SkippedCount int         `json:"skippedCount"`
	Text         string      `json:"text"`  // of inputs.yaml with the values
	Added        []File      `json:"added"` // files for the document, in place of those of their names
	Error        string      `json:"error,omitempty"`
}

// A WorldFile says what a file is.
type WorldFile struct {
	Name   string `json:"name"`
	Title  string `json:"title"` // "" when it is nothing that is known
	Of     string `json:"of"`    // what it is about: "stack prod of project web"
	Error  string `json:"error,omitempty"`
	Line   int    `json:"line"` // of the error
	Column int    `json:"column"`
}

// A WorldEntry is a value that a file has.
type WorldEntry struct {
	Label    string `json:"label"`
	Path     string `json:"path"`    // keys in inputs.yaml, with NUL between them
	Preview  string `json:"preview"` // without secrets
	Secret   bool   `json:"secret"`
	Replaces bool   `json:"replaces"`
}

// A WorldSkip is something that cannot be used.
type WorldSkip struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}
