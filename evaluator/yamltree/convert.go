package yamltree

import (
	"strings"

	"gopkg.in/yaml.v3"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// A converter converts yaml.v3's nodes to ours. yaml.v3 records where most nodes start. The converter
// scans the text at the same time to find where the nodes end, and the positions of omitted nodes.
type converter struct {
	file  *source.File
	text  string // the file's text
	lines *lineTable
	at    int // the end of the node converted last

	anchors    map[string]*Node
	defined    []*Node // nodes with an anchor, in source order
	unresolved []*Node // aliases without an earlier anchor
	slab       []Node
}

// A nodeContext is the context of a node that determines where the node ends.
type nodeContext struct {
	indent int  // column of the innermost block collection, -1 at the top level
	inFlow bool // inside a flow collection
}

// new returns a new node. Nodes are numerous, so they are allocated in slabs.
func (c *converter) new() *Node {
	if len(c.slab) == 0 {
		c.slab = make([]Node, 64)
	}
	n := &c.slab[0]
	c.slab = c.slab[1:]
	n.children = noChildren
	return n
}

// offset returns the offset at which a node starts according to yaml.v3.
func (c *converter) offset(y *yaml.Node) int {
	return min(c.lines.at(y.Line, y.Column), len(c.text))
}

// missing returns an omitted scalar at a position.
func (c *converter) missing(at int) *Node {
	n := c.new()
	n.Span = c.file.Span(at, at)
	c.at = at
	return n
}

// isEmpty reports whether y is a plain scalar with neither text nor an anchor. It may have the tag `!`, which
// yaml.v3 does not record.
func isEmpty(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Value == "" && y.Style == 0 && y.Anchor == ""
}

// isMissing reports whether y is omitted in the source.
func (c *converter) isMissing(y *yaml.Node) bool {
	if !isEmpty(y) {
		return false
	}
	at := c.offset(y)
	return at >= len(c.text) || c.text[at] != '!'
}

// node converts a node and sets c.at to its end.
func (c *converter) node(y *yaml.Node, p nodeContext) *Node {
	n := c.new()
	start := c.offset(y)
	n.indent, n.inFlow = int32(p.indent), p.inFlow
	// yaml.v3 records the position of the first property, if there are any.
	body, end := c.properties(n, y, start)
	c.at = body
	switch y.Kind {
	case yaml.ScalarNode:
		end = c.scalar(n, y, body, end)
	case yaml.AliasNode:
		end = c.alias(n, y, body)
	case yaml.SequenceNode:
		end = c.sequence(n, y, body, p)
	case yaml.MappingNode:
		end = c.mapping(n, y, body, p)
	default:
		panic("yamltree: a document contains a node of an unknown kind")
	}
	n.Span = c.file.Span(start, end)
	if body = min(body, end); body > start {
		n.ensureDetails().body = body - start
	}
	c.at = end
	return n
}

// properties reads the tag and the anchor of a node. It returns the offsets at which the node's body
// starts and the last property ends.
func (c *converter) properties(n *Node, y *yaml.Node, start int) (body, end int) {
	body, end = start, start
	// yaml.v3 resolves and shortens the tag of a node, and does not record how it was written.
	if y.Style&yaml.TaggedStyle != 0 {
		n.ensureDetails().short = y.Tag
	}
	stop := len(c.text)
	if y.Kind == yaml.MappingNode && len(y.Content) > 0 && !c.isMissing(y.Content[0]) {
		// Properties at the start of the first key belong to the key.
		stop = c.offset(y.Content[0])
	}
	for body < stop {
		switch c.text[body] {
		case '&':
			if y.Anchor == "" || n.Anchor() != "" {
				return body, end
			}
			n.ensureDetails().anchor = y.Anchor
			end = body + 1 + len(y.Anchor)
			c.anchors[y.Anchor] = n
			c.defined = append(c.defined, n)
		case '!':
			if n.Tag() != "" {
				return body, end
			}
			end = body
			for !isBlankOrEnd(c.text, end) {
				end++
			}
			n.ensureDetails().tag = c.text[body:end]
		default:
			return body, end
		}
		// After the properties of an omitted scalar, the next token belongs to another node, unless it
		// is a property that y has.
		if isEmpty(y) || y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&^yaml.TaggedStyle == 0 {
			if next := skipSpace(c.text, end); next < stop &&
				(c.text[next] == '&' && y.Anchor != "" && n.Anchor() == "" ||
					c.text[next] == '!' && n.Tag() == "" && y.Style != 0) {
				body = next
				continue
			}
			return end, end
		}
		body = skipSpace(c.text, end)
	}
	return body, end
}

// scalar sets the style of a scalar whose body starts at an offset, and returns its end. end is the
// end of the last property.
func (c *converter) scalar(n *Node, y *yaml.Node, body, end int) int {
	n.Kind, n.Value = Scalar, y.Value
	switch {
	case y.Style&yaml.SingleQuotedStyle != 0:
		n.Style = SingleQuoted
		end, _ = scanSingle(c.text, body, nil)
	case y.Style&yaml.DoubleQuotedStyle != 0:
		n.Style = DoubleQuoted
		end, _ = scanDouble(c.text, body, nil)
	case y.Style&yaml.LiteralStyle != 0:
		n.Style = Literal
		end = scanBlock(c.text, body, int(n.indent), nil).end
	case y.Style&yaml.FoldedStyle != 0:
		n.Style = Folded
		end = scanBlock(c.text, body, int(n.indent), nil).end
	// A plain scalar without text ends where its last property ends.
	case y.Value != "":
		end, _, _ = scanPlain(c.text, body, int(n.indent)+1, n.inFlow, nil)
	}
	// If the value is the same as its source, Node.At needs no runs.
	if n.Style <= DoubleQuoted {
		quote := 0
		if n.Style != Plain {
			quote = 1
		}
		n.isFlat = end-body == len(y.Value)+2*quote && c.file.Text[body+quote:end-quote] == y.Value
	}
	return end
}

// alias converts an alias that starts at body, and returns its end. It refers to the last anchor of
// its name before it.
func (c *converter) alias(n *Node, y *yaml.Node, body int) int {
	n.Kind, n.Value = Alias, y.Value
	n.ensureDetails().target = c.anchors[y.Value]
	if n.Target() == nil {
		n.Kind = Broken
		c.unresolved = append(c.unresolved, n)
	}
	return body + 1 + len(y.Value)
}

// sequence converts the items of a sequence that starts at body, and returns its end.
func (c *converter) sequence(n *Node, y *yaml.Node, body int, p nodeContext) int {
	n.Kind, n.Style = Sequence, Block
	n.children = &children{Items: make([]*Node, 0, len(y.Content))}
	if y.Style&yaml.FlowStyle != 0 {
		n.Style = Flow
		c.at = body + 1
		for _, item := range y.Content {
			n.Items = append(n.Items, c.node(item, nodeContext{p.indent, true}))
		}
		return c.closeFlow(']')
	}
	inner := nodeContext{c.lines.columnOf(body), false}
	c.at = body
	for _, item := range y.Content {
		c.at = skipSpace(c.text, c.at)
		if c.at < len(c.text) && c.text[c.at] == '-' {
			c.at++
		}
		// The position of an omitted item is directly after the dash.
		if isEmpty(item) && (c.isMissing(item) || c.offset(item) == c.at) {
			n.Items = append(n.Items, c.missing(c.at))
		} else {
			n.Items = append(n.Items, c.node(item, inner))
		}
	}
	return c.at
}

// mapping converts the entries of a mapping that starts at body, and returns its end.
func (c *converter) mapping(n *Node, y *yaml.Node, body int, p nodeContext) int {
	n.Kind, n.Style = Mapping, Block
	n.children = &children{Pairs: make([]Pair, 0, len(y.Content)/2)}
	inner := nodeContext{p.indent, true}
	braces := false
	if y.Style&yaml.FlowStyle != 0 {
		n.Style = Flow
		// A flow mapping without braces is an item of a sequence: `[a: 1]`, `[{a: 1}: 2]`.
		braces = body < len(c.text) && c.text[body] == '{' &&
			(len(y.Content) == 0 || c.isMissing(y.Content[0]) || c.offset(y.Content[0]) != body)
		if braces {
			c.at++
		}
	} else {
		inner = nodeContext{c.lines.columnOf(body), false}
	}
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := c.key(y.Content[i], inner)
		n.Pairs = append(n.Pairs, Pair{key, c.value(y.Content[i+1], inner)})
	}
	if braces {
		return c.closeFlow('}')
	}
	return c.at
}

// key converts the key of an entry, which may be preceded by `?`.
func (c *converter) key(y *yaml.Node, p nodeContext) *Node {
	if !c.isMissing(y) {
		return c.node(y, p)
	}
	// An omitted key is after `?` or before `:`. In a flow collection, the comma after the previous
	// entry must be skipped first.
	for {
		at := skipSpace(c.text, c.at)
		if at >= len(c.text) || !p.inFlow || c.text[at] != ',' {
			if at < len(c.text) && c.text[at] == '?' {
				c.at = at + 1
			} else if at < len(c.text) && c.text[at] == ':' {
				c.at = at
			}
			break
		}
		c.at = at + 1
	}
	return c.missing(c.at)
}

// value converts the value of an entry whose key ends at c.at.
func (c *converter) value(y *yaml.Node, p nodeContext) *Node {
	at := skipSpace(c.text, c.at)
	// Without a colon, as in `? key` or `[{a}]`, the position of the omitted value is the end of the
	// key.
	if at >= len(c.text) || c.text[at] != ':' ||
		!p.inFlow && (!isBlankOrEnd(c.text, at+1) || c.isOutside(at, p.indent)) {
		if isEmpty(y) {
			return c.missing(c.at)
		}
		return c.node(y, p)
	}
	if c.isMissing(y) {
		return c.missing(at + 1)
	}
	return c.node(y, p)
}

// isOutside reports whether a colon on a later line belongs to a mapping outside the one at column.
func (c *converter) isOutside(at, column int) bool {
	start := lineStart(c.text, at)
	return start > c.at && at-start < column
}

// closeFlow returns the position after the closing bracket of a flow collection whose last child ends
// at c.at.
func (c *converter) closeFlow(closing byte) int {
	at := c.at
	for {
		at = skipSpace(c.text, at)
		if at >= len(c.text) {
			return c.at
		}
		switch c.text[at] {
		case closing:
			return at + 1
		case ',', ':', '?':
			at++
		default:
			return c.at
		}
	}
}

// document converts all documents of a valid text. It returns nil if one is nested too deeply.
func (c *converter) document(nodes []*yaml.Node, all bool) *Document {
	d := &Document{File: c.file, all: all}
	for i, y := range nodes {
		if tooDeep(y, maxDepth+1) {
			return nil
		}
		n := c.root(y)
		if i == 0 {
			d.Root = n
		} else {
			d.More = append(d.More, n)
		}
	}
	d.Anchors = c.defined
	if d.Root != nil && !all {
		c.checkRest(d)
	}
	return d
}

// checkRest warns about text after the document. yaml.v3 ends a document at a line that is indented
// less than its first line, and ignores the rest.
func (c *converter) checkRest(d *Document) {
	at := skipSpace(c.text, d.Root.Span.End())
	if at < len(c.text) && !(afterBreak(c.text, at) && isDocumentMarker(c.text, at)) {
		r := &reader{file: c.file, t: c.text}
		d.Problems = append(d.Problems, diag.Warnf(c.file.Span(at, r.wordEnd(at)), "hint-yaml-rest",
			"the document ends before this line, and the rest is ignored; its entries must start in the same column"))
	}
}

// root converts the root node of a document, or returns nil if it has none.
func (c *converter) root(doc *yaml.Node) *Node {
	c.at = c.offset(doc)
	if strings.HasPrefix(c.text[c.at:], "---") {
		c.at += 3
	}
	if len(doc.Content) == 0 {
		return nil
	}
	if c.isMissing(doc.Content[0]) {
		return c.missing(c.at)
	}
	return c.node(doc.Content[0], nodeContext{-1, false})
}

// tooDeep reports whether there are more than the given number of levels below a node.
func tooDeep(y *yaml.Node, levels int) bool {
	for _, child := range y.Content {
		if levels == 0 || tooDeep(child, levels-1) {
			return true
		}
	}
	return false
}
