// Package protocol is the contract between the evaluator and the page. It defines plain structs,
// which are sent as JSON in UTF-8 through a single function, call(request) -> reply.
//
// It is the only source of truth: scripts/protocolgen generates from it the Go codec, which needs
// no reflection (codec.gen.go), the TypeScript types (web/src/protocol/protocol.gen.ts), and
// Fingerprint. In its first call, the page sends the fingerprint with which it was built, so that a
// mismatch between page and engine is found immediately.
//
// Conventions: lines and columns count from 1, columns in UTF-16 code units; ends are exclusive. A
// Range of zeros means that there is no position. Field names are sent in lowerCamelCase. Nil
// lists are sent as []. Fields tagged omitempty are optional in TypeScript. Secrets are sent only
// if a request asks to reveal them.
package protocol

// A Request is a call. Op is the name of the operation. Of the other fields, exactly the one with
// the name of the operation is set. An operation is a field of Request and of Reply, and a case in
// Engine.answer or Engine.ask. While calls wait, the page sends them in the order of these fields:
// results and drawings before questions such as hovers.
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
	Rehearse   *EvaluateRequest `json:"rehearse,omitempty"`
}

// A Reply answers a Request. Either the field with the name of the operation is set, or Error.
// Every operation except hello, evaluate, redact and rehearse is about the last snapshot. Rehearse is answered
// like evaluate, but the last snapshot stays.
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
	Rehearse   *Snapshot    `json:"rehearse,omitempty"`
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

// DialectInfo describes a dialect, for the menu in the page's header.
type DialectInfo struct {
	Name  string `json:"name"`  // as in links and on the command line: "pulumi"
	Title string `json:"title"` // shown to users: "Pulumi YAML"
	Main  string `json:"main"`  // name of the main file of a new document
	New   string `json:"new"`   // text of the main file of a new document
	// Console is true if the dialect has a console, which evaluates one expression after another.
	Console bool `json:"console"`
	// Declares lists the keys that identify a JSON file of type declarations, which inputs.yaml
	// lists under schemas. It is empty if the dialect has no such files.
	Declares []string `json:"declares"`
	Calls    []string `json:"calls"`    // prefixes of keys that call a function, for syntax colouring
	Commands []string `json:"commands"` // commands that print files for the operation world
}

// ViewInfo is a text format of the result.
type ViewInfo struct {
	ID       string `json:"id"`       // "yaml", "json", "hcl", "dotenv", ...
	Title    string `json:"title"`    // "YAML"
	Language string `json:"language"` // Monaco language id of the text
}

// A File is a file of the document. inputs.yaml is one, too.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// EvaluateRequest asks for a new snapshot.
type EvaluateRequest struct {
	Revision int    `json:"revision"` // returned in the snapshot
	Dialect  string `json:"dialect"`  // name of the dialect; "" detects it from the files
	Files    []File `json:"files"`
	View     string `json:"view"`             // ID of the view in which to render the result; "" for the first one
	Reveal   bool   `json:"reveal"`           // show secrets in the rendered result
	Only     string `json:"only,omitempty"`   // path of the part to render; by default all of the result
	Inlays   bool   `json:"inlays,omitempty"` // compute Snapshot.Inlays, which are empty otherwise
	Raised   int    `json:"raised,omitempty"` // how many times to raise the limits: 0 to MaxRaised
	Lean     bool   `json:"lean,omitempty"`   // leave out the data of an Inspection, so that the result arrives sooner
	// Base is the ID of the last result that the page has received, or -1 before the first one. The
	// reply then has an ID, and may contain a Change of that result. If Base is 0, the result is
	// sent in full.
	Base int `json:"base,omitempty"`
	// Edits replaces Files if it is not empty: the document consists of the files of the last request to
	// evaluate, each changed by one edit. If the engine does not have these files, or if a checksum differs, the
	// error is ResendFiles.
	Edits []FileEdit `json:"edits,omitempty"`
}

// A FileEdit replaces a part of a file's text. It changes nothing if that part and Text are empty.
type FileEdit struct {
	From int    `json:"from"` // where the replaced part begins and ends, in UTF-16 code units
	To   int    `json:"to"`
	Text string `json:"text"`
	// Sum is the checksum of the new text: the sum of (u+1)·16777619^i modulo 2^32 over its UTF-16 code
	// units, where u is a unit and i its index, from 0.
	Sum int `json:"sum"`
}

// ResendFiles is the error if the engine cannot apply EvaluateRequest.Edits.
const ResendFiles = "send the files again"

// A Snapshot is everything that the page shows of an evaluation. A lean one lacks the data of an
// Inspection.
type Snapshot struct {
	Revision   int        `json:"revision"`
	Dialect    string     `json:"dialect"`
	Recognised string     `json:"recognised"` // name of the dialect detected from the files; "" if none fits
	Main       string     `json:"main"`       // name of the main file
	Problems   []Problem  `json:"problems"`
	Graph      Graph      `json:"graph"`
	Outline    []Symbol   `json:"outline"`
	Views      []ViewInfo `json:"views"`
	Result     Rendered   `json:"result"`
	Secrets    []string   `json:"secrets"` // paths of the secrets in the result
	Inlays     []Inlay    `json:"inlays"`
	Unknowns   []Unknown  `json:"unknowns"`
	// AllUnknowns is the number of unknowns that the program has. Not all of them may be sent.
	AllUnknowns int         `json:"allUnknowns"`
	Form        []FormGroup `json:"form"` // the form for the program's inputs
	Parts       []Part      `json:"parts"`
	// AllParts is the number of parts that the result has, if it has more than MaxParts.
	AllParts int            `json:"allParts,omitempty"`
	Console  []ConsoleEntry `json:"console"` // empty if the dialect has no console
	Stats    Stats          `json:"stats"`
	// Needs lists the data files that this evaluation asked for but the engine does not have. If
	// they are supplied, another evaluation can report more.
	Needs  []string `json:"needs"`
	Digest string   `json:"digest"` // eight characters that identify the result
}

// Stats measure the size of an evaluation.
type Stats struct {
	Cells int `json:"cells"` // number of named expressions
	Steps int `json:"steps"` // number of steps that evaluation took
	Bytes int `json:"bytes"` // size of all files
}

// A Range is a part of a file. If there is no position, File is "" and all numbers are 0.
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
	// Give is the path in inputs.yaml that could supply the missing value: keys separated by
	// \u0000.
	Give string `json:"give,omitempty"`
}

// A Note is a second position that helps to explain a problem.
type Note struct {
	Message string `json:"message"`
	Range   Range  `json:"range"`
}

// A Fix is a set of edits that would solve a problem.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// An Edit replaces the text of a range.
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
	Cycles [][]string  `json:"cycles"` // the node ids of each cycle, in order
	// TooMany is the number of nodes or edges, in words, if there are too many to send. The other
	// fields are empty then.
	TooMany string `json:"tooMany,omitempty"`
}

// A Node is a named part of the program, or a name that the program uses but does not define.
type Node struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`   // the dialect's word, such as "resource", or "missing"
	Label  string `json:"label"`  // the short name that is drawn
	Detail string `json:"detail"` // second line: a type or a shortened value; may be empty
	State  string `json:"state"`  // "known", "unknown", "partial", "mocked", "secret", "failed", "missing"
	Range  Range  `json:"range"`  // of the entry in the source
	Name   Range  `json:"name"`   // of the entry's key
	// Parent is the ID of the node that contains this one, or "".
	Parent string `json:"parent,omitempty"`
}

// A GraphEdge means that From needs To.
type GraphEdge struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Via      string `json:"via"`      // path of the property inside From; may be empty
	Explicit bool   `json:"explicit"` // declared as a dependency, as by dependsOn, rather than a reference
	Range    Range  `json:"range"`    // of the reference
}

// A Symbol is an entry of the outline.
type Symbol struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`
	Range    Range    `json:"range"`
	NameAt   Range    `json:"nameAt"`
	Children []Symbol `json:"children"`
}

// An Inlay is the value of a reference, which the editor shows after the reference.
type Inlay struct {
	Range Range  `json:"range"` // of the reference
	Text  string `json:"text"`  // the value, shortened; secrets masked
	State string `json:"state"` // state of the value
}

// Unknown is a value that the program uses and that only a deployment knows, whether or not
// inputs.yaml supplies it. If inputs.yaml supplies a mapping, its parts follow.
type Unknown struct {
	// Path is the path in inputs.yaml that can supply the value: keys separated by \u0000. It is ""
	// if inputs.yaml cannot supply the value.
	Path    string `json:"path"`
	Label   string `json:"label"`   // "bucket.arn", or if Path is "" the reason why the value is unknown
	Type    string `json:"type"`    // in the dialect's words; "" if the value can have any type
	Sample  string `json:"sample"`  // a plausible value, as a user would type it
	Given   string `json:"given"`   // the value in inputs.yaml, as a user would type it; "" for a secret
	IsGiven bool   `json:"isGiven"` // inputs.yaml has a value
	Wrong   string `json:"wrong"`   // the error in the value in inputs.yaml, or ""
	Secret  bool   `json:"secret"`  // hide the value while it is typed
	// Part is true for a part of the last preceding unknown that is not a part. All parts of that
	// unknown are supplied together.
	Part bool    `json:"part"`
	Uses int     `json:"uses"` // how often the program uses the value
	Used []Range `json:"used"` // the first uses
}

// A FormGroup is a section of the form for the program's inputs, in order.
type FormGroup struct {
	Label       string      `json:"label"`
	Description string      `json:"description"`
	Head        bool        `json:"head"` // the fields select what is evaluated, such as a stack or a client
	Fields      []FormField `json:"fields"`
}

// A FormField is an input of the program.
type FormField struct {
	Path        string   `json:"path"` // path in inputs.yaml: keys separated by \u0000
	Name        string   `json:"name"`
	Label       string   `json:"label"`
	Description string   `json:"description"`
	Type        string   `json:"type"`      // in the dialect's words
	Input       string   `json:"input"`     // kind of control: "" (text), "number", "boolean", "list", "data" (JSON)
	Given       string   `json:"given"`     // the value in inputs.yaml, as a user would type it; "" for a secret
	IsGiven     bool     `json:"isGiven"`   // inputs.yaml has a value
	Wrong       string   `json:"wrong"`     // the error in the value in inputs.yaml, or ""
	Fallback    string   `json:"fallback"`  // the value used if inputs.yaml has none, shortened; secrets masked
	From        string   `json:"from"`      // the source of Fallback: "default", the name of a file, or ""
	Missing     bool     `json:"missing"`   // the program cannot be evaluated without a value
	Secret      bool     `json:"secret"`    // hide the value while it is typed
	Immutable   bool     `json:"immutable"` // the value must not change after the deployment
	Tags        []string `json:"tags"`
	Choices     []string `json:"choices"` // the values that are allowed; if empty, any value is
	Rules       []string `json:"rules"`   // constraints on the value, for people
	Range       Range    `json:"range"`   // of the declaration
	At          Range    `json:"at"`      // of the value in inputs.yaml
	Source      Range    `json:"source"`  // of the value that is used
	Node        string   `json:"node"`    // id of the graph node, or ""
	// Layers lists the values that several sources supply for the input, the effective one first.
	Layers []FormLayer `json:"layers"`
}

// A FormLayer is the value that one of several sources supplies for an input.
type FormLayer struct {
	Label string `json:"label"` // the source: "config of Pulumi.dev.yaml"
	Value string `json:"value"` // shortened; secrets masked
	Range Range  `json:"range"`
}

// A Part is a part of the result that can be shown alone.
type Part struct {
	Path  string `json:"path"`  // for RenderRequest.Only
	Label string `json:"label"` // "web1"
	Kind  string `json:"kind"`  // the dialect's word: "client"
	Node  string `json:"node"`  // id of the graph node
}

// A ConsoleEntry is an expression entered in the console, and its value.
type ConsoleEntry struct {
	Expression string `json:"expression"`
	Text       string `json:"text"` // the value, as the original tool prints it; empty if the expression failed
	Failed     bool   `json:"failed"`
	File       string `json:"file"`  // Range.File of the expression's problems
	Range      Range  `json:"range"` // of the expression in inputs.yaml; zeros if it is not in a file
	// IsResult is true if Text is left out, because it is the text of the result without its last line
	// break. This occurs only in replies to requests with a Base.
	IsResult bool `json:"isResult,omitempty"`
}

// RenderRequest asks for the last snapshot's result in another view.
type RenderRequest struct {
	View   string `json:"view"`           // ID of a view; "" for the first one
	Reveal bool   `json:"reveal"`         // show secrets
	Only   string `json:"only,omitempty"` // path of the part to render; by default all of the result
}

// Rendered is the result as text.
type Rendered struct {
	View     string `json:"view"`
	Language string `json:"language"`
	Only     string `json:"only,omitempty"` // path of the part that is rendered
	Text     string `json:"text"`
	// Marks describe the pieces of Text, each with MarkStride numbers: line, column and endColumn
	// in Text, the state as an index in MarkStates, and the position in the source as an index in
	// Files (-1 if there is none), line, column, endLine and endColumn. They are sorted by line and
	// column. Only the first MaxMarks are sent.
	Marks []int32 `json:"marks"`
	// AllMarks is the number of marks that Text has, if it has more than MaxMarks.
	AllMarks int      `json:"allMarks,omitempty"`
	Files    []string `json:"files"`
	// ID numbers the results that were requested with a Base, over the life of an engine.
	ID int `json:"id,omitempty"`
	// Change turns Text and Marks of the Base into those of this result. If it is present, Text and
	// Marks are empty.
	Change *Change `json:"change,omitempty"`
}

// A Change turns a rendered text into the next one. Its fields are applied in this order. A line
// includes its line break.
type Change struct {
	// Lines are the lines that Texts replace. For each text, there are two numbers: the first line,
	// counted in the old text, and the number of lines.
	Lines []int32  `json:"lines"`
	Texts []string `json:"texts"`
	// Shifts move the sources of marks. Each has three numbers: the index of a file, a line, and a
	// number to add to each line and endLine from that line on. The positions of marks in Text move
	// with the text. Those of marks in lines that are replaced by as many lines stay; those in other
	// replaced lines do not matter, since Marks replaces them.
	Shifts []int32 `json:"shifts"`
	// Marks replaces marks, in the order of the text. Each replacement consists of the index of
	// the first mark, counted after the preceding replacements, the number of marks to remove, the
	// number of marks to insert, and those marks, with MarkStride numbers each.
	Marks []int32 `json:"marks"`
	// Ends changes only the endColumn of marks. For each, there are two numbers: the index of the mark,
	// counted after all replacements, and its endColumn. Most values that change are on a line with
	// nothing after them.
	Ends []int32 `json:"ends"`
}

// MarkStride is the number of numbers that describe a mark in Rendered.Marks.
const MarkStride = 9

// MaxMarks limits the marks of a result. Each line of a long string has one, and all together they are
// longer than the text, which a browser parses on its main thread. Nobody scrolls that far.
const MaxMarks = 100_000

// MarkStates are the states of marks. The fourth number of a mark is an index in this list.
var MarkStates = []string{"known", "unknown", "secret", "mocked", "failed", "key"}

// MaxParts limits the number of parts of a result that are offered. Nobody would find a part in a
// longer list, and browsers take seconds to build it.
const MaxParts = 1000

// SmallGraph is the largest number of nodes of a graph whose groups are all open at first.
const SmallGraph = 30

// MaxRaised is how many times the limits can be raised for a document. Each time, an evaluation may
// take four times as many steps and seconds, and its values twice the size.
const MaxRaised = 2

// RaisableCodes are the codes of problems about limits that can be raised.
var RaisableCodes = []string{"budget-steps", "budget-size"}

// RaisedSteps is the factor by which raising the limits increases the limit on steps.
const RaisedSteps = 4

// GraphFormats are the export formats of the graph.
var GraphFormats = []string{"svg", "mermaid", "dot", "json", "markdown", "csv"}

// ExportRequest asks for the graph as a file.
type ExportRequest struct {
	Format string `json:"format"`           // one of GraphFormats
	Dark   bool   `json:"dark"`             // use the dark theme in SVG
	Title  string `json:"title,omitempty"`  // written above the drawing, unless it is empty
	Legend bool   `json:"legend,omitempty"` // write a legend below the drawing
	// Drawing selects the part of the graph to export; by default, all of it is exported.
	Drawing *LayoutRequest `json:"drawing,omitempty"`
}

// Exported is an exported file.
type Exported struct {
	Name string `json:"name"`
	Type string `json:"type"` // media type
	Text string `json:"text"`
}

// PositionRequest asks about a position in a file. hover and complete also accept a position in a
// line of the console, which is Text. hover and why also accept a position in the rendered result.
type PositionRequest struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text,omitempty"`
	// Result is the request for the rendered result that contains the position.
	Result *RenderRequest `json:"result,omitempty"`
}

// Hover describes what is at a position.
type Hover struct {
	Found bool   `json:"found"`
	Range Range  `json:"range"`
	Title string `json:"title"` // `resource bucket`, `fn::join`
	Type  string `json:"type"`
	State string `json:"state"` // as Node.State
	Value string `json:"value"` // the value, shortened; secrets masked; empty if it is unknown
	// Why is the reason why the value is unknown, and Supply the path in inputs.yaml that could
	// supply it: keys separated by \u0000.
	Why    string  `json:"why,omitempty"`
	Supply string  `json:"supply,omitempty"`
	Doc    string  `json:"doc"`    // plain sentences
	Params []Param `json:"params"` // of a function
	// Example is a call of the function and its result, with an arrow between them.
	Example string `json:"example,omitempty"`
	Hops    []Hop  `json:"hops"` // the references through which the value came, the last one first
	Node    string `json:"node"` // id of the graph node; may be empty
}

// A Param is a parameter of a function.
type Param struct {
	Name     string `json:"name"`
	Type     string `json:"type"` // in the dialect's words
	Doc      string `json:"doc"`  // plain sentences
	Optional bool   `json:"optional"`
}

// A Hop is a reference through which a value came.
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

// A CompletionItem is a proposal of a completion.
type CompletionItem struct {
	Label   string `json:"label"`
	Kind    string `json:"kind"` // "function", "property", "key", "value", or as Node.Kind
	Detail  string `json:"detail"`
	Doc     string `json:"doc"`
	Insert  string `json:"insert"`  // the text to insert
	Snippet bool   `json:"snippet"` // Insert contains Monaco's snippet placeholders
	Range   Range  `json:"range"`   // of the text to replace
}

// RenameRequest asks for the edits that rename what is named at a position.
type RenameRequest struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Name   string `json:"name"` // the new name
}

// WhyRequest asks why a value is what it is. The value is at a path of the result, at a position,
// or in a node of the graph. With Open, it asks for the inputs of a step in an earlier answer
// instead.
type WhyRequest struct {
	Path     string           `json:"path"`
	Position *PositionRequest `json:"position,omitempty"`
	Node     string           `json:"node,omitempty"`
	Open     int              `json:"open,omitempty"` // ID of a step
	From     int              `json:"from,omitempty"` // index of the first input that is requested
}

// Why is a derivation: a tree of steps, in pre-order. The inputs from which a step was computed
// follow it, one level deeper. Inputs that were left out (see WhyStep.Count and Open) can be
// requested until the next evaluation.
type Why struct {
	Found bool      `json:"found"`
	Steps []WhyStep `json:"steps"`
	// Cause is the step at which the value failed, became unknown or became secret.
	Cause *WhyStep `json:"cause,omitempty"`
}

// A WhyStep is one step of a derivation.
type WhyStep struct {
	ID    int `json:"id"` // from 1
	Depth int `json:"depth"`
	// "value", "result", "part", "reference", "function", "text", "layer", "literal", "input",
	// "mock", "builtin", "unknown", "problem"
	Kind          string `json:"kind"`
	Role          string `json:"role"` // its role as an input: a parameter, a key; may be empty
	Label         string `json:"label"`
	Value         string `json:"value"`         // shortened; secrets masked
	State         string `json:"state"`         // as Node.State
	Overridden    bool   `json:"overridden"`    // another value takes precedence; shown struck through
	BecomesSecret bool   `json:"becomesSecret"` // the value becomes secret at this step
	Note          string `json:"note,omitempty"`
	Give          string `json:"give,omitempty"` // path in inputs.yaml that could supply the value, as Problem.Give
	Range         Range  `json:"range"`
	Count         int    `json:"count"` // number of inputs
	Open          int    `json:"open"`  // how many of the inputs follow
}

// InputRequest asks for the text of inputs.yaml after a value has been typed into the form.
type InputRequest struct {
	Text  string `json:"text"`  // of inputs.yaml; "" if there is no such file
	Path  string `json:"path"`  // of the field
	Value string `json:"value"` // as typed; "" removes the value
}

// InputText is the text of inputs.yaml.
type InputText struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"` // why the text is unchanged
}

// UnknownList lists the unknown values that a value depends on, including those that are supplied.
type UnknownList struct {
	Unknowns []Unknown `json:"unknowns"`
}

// GiveRequest asks for the text of inputs.yaml after supplying values for unknowns: How is "value"
// to set or remove one value, "samples" to add a sample for every unknown, "clear" to remove all
// values.
type GiveRequest struct {
	Text  string `json:"text"`            // of inputs.yaml; "" if there is no such file
	How   string `json:"how"`             // "value", "samples" or "clear"
	Path  string `json:"path,omitempty"`  // of the value
	Value string `json:"value,omitempty"` // as typed; "" removes the value
}

// RevealRequest asks for a secret in the result, or for the value of a field of the form.
type RevealRequest struct {
	Path  string `json:"path"`            // in the result, or of the field
	Field bool   `json:"field,omitempty"` // Path is the path of a field
}

// Revealed is the value that a RevealRequest asked for, as text.
type Revealed struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// RedactRequest asks how to remove the secrets from a document before it is shared.
type RedactRequest struct {
	Files []File   `json:"files"`
	Names []string `json:"names"` // names of inputs that are secret regardless of the files
}

// A Redaction describes how to remove the secrets from a document.
type Redaction struct {
	Splices []Splice `json:"splices"` // sorted by file and position
	Count   int      `json:"count"`   // number of secrets that are removed
	Holds   bool     `json:"holds"`   // a template itself contains secrets, which are not removed
}

// A Splice replaces a part of a file. Its positions are offsets in UTF-16 code units. With lines
// and columns, a secret could remain if the two sides disagreed about line endings.
type Splice struct {
	File  int    `json:"file"` // index in the files of the request
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// WorldRequest asks which values of deployment files can be written to inputs.yaml. The page
// supplies the contents of the files as data files, whose names are WorldData followed by the
// index.
type WorldRequest struct {
	Names   []string `json:"names"`
	Text    string   `json:"text"`    // of inputs.yaml
	Secrets bool     `json:"secrets"` // also write secrets
}

// WorldData is the prefix of the names of data files in a WorldRequest.
const WorldData = "world/"

// A World lists the values of deployment files that the program can use.
type World struct {
	Files   []WorldFile  `json:"files"`
	Entries []WorldEntry `json:"entries"` // the first values, including secrets that are not written
	Count   int          `json:"count"`   // number of values that are written
	// Replaced is how many of these replace another value in inputs.yaml.
	Replaced     int         `json:"replaced"`
	Secrets      int         `json:"secrets"` // number of secret values
	Skipped      []WorldSkip `json:"skipped"` // the first parts that cannot be used
	SkippedCount int         `json:"skippedCount"`
	Text         string      `json:"text"`  // of inputs.yaml, with the values
	Added        []File      `json:"added"` // files to add to the document, replacing those with the same names
	Error        string      `json:"error,omitempty"`
}

// A WorldFile describes a deployment file.
type WorldFile struct {
	Name   string `json:"name"`
	Title  string `json:"title"` // the kind of file; "" if it was not recognised
	Of     string `json:"of"`    // the subject: "stack prod of project web"
	Error  string `json:"error,omitempty"`
	Line   int    `json:"line"` // position of the error
	Column int    `json:"column"`
}

// A WorldEntry is a value in a deployment file.
type WorldEntry struct {
	Label    string `json:"label"`
	Path     string `json:"path"`    // path in inputs.yaml: keys separated by \u0000
	Preview  string `json:"preview"` // the value, shortened; secrets masked
	Secret   bool   `json:"secret"`
	Replaces bool   `json:"replaces"` // inputs.yaml has another value at Path
}

// A WorldSkip is a part of a deployment file that cannot be used.
type WorldSkip struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}
