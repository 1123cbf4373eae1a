package yamltree

import (
	"errors"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
)

// When a text cannot be read as a whole it is cut into the entries of its outermost
// collection, by indentation alone; those that can be read are, in runs as long as
// possible, and the others are cut again one level down. What remains in the end is a
// Broken node of a line or two.

// maxCuts is how many levels down a broken text is cut.
const maxCuts = 30

// An entry is a key with its value, or a dash with its item, as lines.
type entry struct {
	start, end int // of its text, without the blank lines and comments that follow
	column     int // its indentation
	isList     bool
}

// A fragment is a text of which it is known that it cannot be read, and why.
type fragment struct {
	start, end, column int
	err                error
	open               byte // the bracket it is inside of, 0 in block style
}

// recover puts a tree together from a text that could not be read as a whole.
func (r *reader) recover(err error) {
	reference := err.Error()
	r.budget = 30*len(r.text) + 1<<18
	if _, deep := err.(*depthError); deep {
		reference = ""
	}
	all := fragment{start: r.textStart(), end: len(r.text), err: err}
	before := r.text
	repaired := r.repair()
	if repaired {
		r.reportRepair(before, all)
		if nodes, again := decode(r.text, r.opts.AllDocuments); again == nil {
			r.accept(nodes)
			r.finish(all, reference)
			return
		}
	}
	documents := r.documents()
	if len(documents) == 1 && !repaired && !strings.Contains(reference, "unknown anchor") {
		documents[0].err = err // there is no need to try the whole once more
	}
	for i, d := range documents {
		n := r.document(d)
		if i == 0 {
			r.doc.Root = n
		} else if n != nil {
			r.doc.More = append(r.doc.More, n)
		}
	}
	r.unknownAnchors()
	r.finish(all, reference)
}

// report adds a problem. What is odd about a line that was indented by tabs follows from
// the tabs.
func (r *reader) report(p diag.Problem) {
	if p.Code != "yaml-tab" && p.Code != "yaml-character" && r.tabLines[r.lines.lineOf(int(p.Span.Start))] {
		return
	}
	r.doc.Problems = append(r.doc.Problems, p)
}

// finish sees to it that a broken text has a problem, and gives yaml.v3's text to the
// one that comes first: yaml.v3 stops there.
func (r *reader) finish(all fragment, reference string) {
	if len(r.doc.Problems) == 0 {
		r.doc.Problems = append(r.doc.Problems, r.diagnose(all))
	}
	r.doc.Problems = diag.Sort(r.doc.Problems)
	if reference != "" {
		r.doc.Problems[0] = r.doc.Problems[0].WithReference("%s", reference)
	}
}

// reportRepair reports what has been replaced since the text was before.
func (r *reader) reportRepair(before string, all fragment) {
	now := r.text
	r.text = before
	e := r.gather(all)
	problem := r.diagnose(all)
	r.text = now
	r.report(problem)
	if e.tab >= 0 && problem.Code != "yaml-tab" {
		r.report(tabs.tell(r, e, e.tab))
	}
}

func (r *reader) textStart() int { return r.lines.start(1) }

// documents returns the pieces between document markers: all of them, or the first.
func (r *reader) documents() []fragment {
	var out []fragment
	start, open := r.textStart(), false
	flush := func(end int) {
		from := skipSpace(r.text[:end], start)
		if from < end || open {
			out = append(out, fragment{start: min(from, end), end: end})
		}
		open = false
	}
	for line := 1; line <= len(r.lines.starts); line++ {
		at := r.lines.start(line)
		switch {
		case isDocumentMarker(r.text, at):
			flush(at)
			start, open = at+3, r.text[at] == '-'
		case at < len(r.text) && r.text[at] == '%' && start == at:
			start = r.lines.start(line + 1)
		case skipSpace(r.text[:r.lines.start(line+1)], at) == r.lines.start(line+1) && start == at:
			start = r.lines.start(line + 1) // comments and blank lines before a directive
		}
	}
	flush(len(r.text))
	if !r.opts.AllDocuments && len(out) > 1 {
		out = out[:1]
	}
	return out
}

// document reads one document of a broken text.
func (r *reader) document(d fragment) *Node {
	d.end = trimEnd(r.text, d.start, d.end)
	if d.start >= d.end {
		return r.conv.missing(d.start)
	}
	d.column = r.lines.columnOf(d.start)
	if d.err == nil {
		n, err := r.piece(d)
		if err == nil {
			return n
		}
		d.err = err
	}
	return r.collection(d, 0)
}

// trimEnd returns end without the blank space before it.
func trimEnd(t string, start, end int) int {
	for end > start && (t[end-1] == ' ' || t[end-1] == '\t' || t[end-1] == '\n' || t[end-1] == '\r') {
		end--
	}
	return end
}

// piece reads text[start:end] by itself, as if only blanks stood before it on its line.
func (r *reader) piece(p fragment) (*Node, error) {
	r.budget -= 256
	if r.budget < 0 {
		return nil, errBudget
	}
	if err := r.pieceError(p); err != nil {
		return nil, err
	}
	body := strings.Repeat(" ", p.column) + r.text[p.start:p.end]
	shift, index := r.lines.lineOf(p.start)-1, 0
	if p.open != 0 {
		body = string(p.open) + "\n" + body + "\n" + string(closing(p.open))
		shift--
	}
	nodes, err := decode(body, true)
	if err != nil && strings.Contains(err.Error(), "unknown anchor") {
		nodes, err = decode(withAnchors(body), true)
		shift, index = shift-2, 1
	}
	if err != nil {
		err = relined(err, r.lines.lineOf(p.start)-1-shift)
	}
	r.budget -= p.cost(err)
	if err != nil || len(nodes) != index+1 {
		return nil, err
	}
	c := r.conv
	c.text, c.shift, c.at = r.text[:p.end], shift, p.start
	defer func() { c.text = r.text }()
	if p.open != 0 {
		return c.inside(nodes[index].Content[0]), nil
	}
	return c.rootOf(nodes[index], p.start), nil
}

// relined returns an error of yaml.v3 that counts lines from the first line of the piece,
// of which yaml.v3 was given some more in front.
func relined(err error, more int) error {
	text := err.Error()
	line := errorLine(text)
	if line == 0 || more == 0 {
		return err
	}
	_, words, _ := strings.Cut(strings.TrimPrefix(text, "yaml: "), ": ")
	return errors.New("yaml: line " + strconv.Itoa(max(line-more, 1)) + ": " + words)
}

// cost estimates how many bytes yaml.v3 has looked at: up to the line of an error.
func (p fragment) cost(err error) int {
	if err == nil {
		return p.end - p.start
	}
	return min(p.end-p.start, 40*errorLine(err.Error()))
}

// withAnchors returns a text in front of which a document defines every anchor that an
// alias of the text might name. yaml.v3 forgets no anchors between documents.
func withAnchors(t string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for i := strings.IndexByte(t, '*'); i >= 0 && i < len(t); {
		end := i + 1
		for end < len(t) && isNameByte(t[end]) {
			end++
		}
		if name := t[i+1 : end]; name != "" && !seen[name] {
			seen[name] = true
			b.WriteString("&" + name + " 0, ")
		}
		k := strings.IndexByte(t[end:], '*')
		if k < 0 {
			break
		}
		i = end + k
	}
	return "[" + b.String() + "]\n---\n" + t
}

// collection puts a mapping or sequence together from the entries of a broken text.
func (r *reader) collection(f fragment, cuts int) *Node {
	r.cuts = cuts
	if f.start < f.end && (r.text[f.start] == '{' || r.text[f.start] == '[') {
		return r.flow(f, f.start, cuts)
	}
	entries := r.split(f)
	if len(entries) == 0 || cuts > maxCuts {
		return r.broken(f)
	}
	n := &Node{Kind: Mapping, Style: Block, indent: -1}
	if entries[0].isList {
		n.Kind = Sequence
	}
	a := &assembly{r: r, into: n, column: f.column, cuts: cuts}
	if len(entries) > 1 && f.err != nil {
		a.around(entries, f.err)
	} else {
		a.run(entries)
	}
	end := f.end
	if k := len(n.Items); k > 0 {
		end = int(n.Items[k-1].Span.End)
	} else if k := len(n.Pairs); k > 0 {
		end = int(n.Pairs[k-1].Value.Span.End)
	}
	n.Span = r.file.Span(f.start, end)
	n.Body = n.Span
	return n
}

// broken makes a node of a text that stays unreadable, and reports why.
func (r *reader) broken(f fragment) *Node {
	if f.err == nil {
		healthy, err := r.piece(f)
		if err == nil && healthy != nil {
			return healthy
		}
		f.err = err
	}
	return r.brokenPart(f.start, f.end, f)
}

// brokenPart makes a broken node of a part of a fragment. It is the fragment that tells
// why: `b: c` alone is no mistake, `a: b: c` is.
func (r *reader) brokenPart(start, end int, f fragment) *Node {
	n := &Node{Kind: Broken, indent: -1}
	n.Span = r.file.Span(start, end)
	n.Body = n.Span
	if f.err != nil && f.err != errReported && (f.err != errBudget || len(r.doc.Problems) == 0) {
		r.report(r.diagnose(f))
	}
	return n
}

// behind returns an empty broken node at the end of another.
func (r *reader) behind(n *Node) *Node {
	span := r.file.Span(int(n.Span.End), int(n.Span.End))
	return &Node{Kind: Broken, Span: span, Body: span, indent: -1}
}

// item reads the item behind a dash that could not be read as a whole.
func (r *reader) item(f fragment, cuts int) *Node {
	return r.nested(f, f.start+1, true, cuts)
}

// pair reads an entry of a mapping that could not be read as a whole.
func (r *reader) pair(f fragment, cuts int) Pair {
	colon := keyColon(r.text[:f.end], f.start)
	if colon >= 0 && (r.text[f.start] != '?' || !isBlank(r.text, f.start+1)) {
		key, err := r.piece(fragment{start: f.start, end: colon, column: f.column})
		if err == nil && key != nil {
			return Pair{key, r.nested(f, colon+1, false, cuts)}
		}
	}
	n := r.broken(f)
	return Pair{n, r.behind(n)}
}

// nested reads what stands behind the dash or the colon of an entry: a collection to
// cut further, or a text that stays broken.
func (r *reader) nested(f fragment, behind int, isItem bool, cuts int) *Node {
	text := r.text[:f.end]
	start := skipSpace(text, behind)
	if start >= f.end {
		r.brokenPart(behind, behind, f)
		return r.conv.missing(behind)
	}
	props, at := start, start
	for at < f.end && (text[at] == '&' || text[at] == '!') {
		for props = at; !isBlankOrEnd(text, props); props++ {
		}
		at = skipSpace(text, props)
	}
	// Behind a colon a collection begins on a line of its own, behind a dash at once.
	isBelow := lineEnd(text, behind) <= at
	if at < f.end && (text[at] == '{' || text[at] == '[') {
		n := r.flow(f, at, cuts)
		if at > start {
			r.dress(n, start, props)
		}
		return n
	}
	if at >= f.end || !isBelow && !isItem || !beginsEntry(text, at) {
		return r.brokenPart(start, f.end, f)
	}
	column := r.lines.columnOf(at)
	if isBelow && column <= f.column && !(text[at] == '-' && !isItem && column == f.column) {
		return r.brokenPart(start, f.end, f)
	}
	n := r.collection(fragment{start: at, end: f.end, column: column}, cuts)
	if at > start {
		r.dress(n, start, props)
	}
	return n
}

// dress gives a node the tag and the anchor that stand in front of it.
func (r *reader) dress(n *Node, start, end int) {
	n.Span = r.file.Span(start, int(n.Span.End))
	for _, word := range strings.Fields(r.text[start:end]) {
		switch {
		case word[0] == '!' && n.Tag == "":
			n.Tag = word
		case word[0] == '&' && n.Anchor == "":
			n.Anchor = word[1:]
			r.conv.anchors[n.Anchor] = n
			r.conv.defined = append(r.conv.defined, n)
		}
	}
}
