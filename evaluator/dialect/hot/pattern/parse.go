package pattern

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// kind is the kind of a node. The comments name the fields of node that matter.
type kind uint8

const (
	empty       kind = iota
	char             // r
	set              // items
	anyChar          // not a line end, unless dotAll
	sequence         // nodes
	alternation      // nodes
	loop             // nodes[0], least, most
	group            // nodes[0], index
	backref          // index
	look             // nodes[0], ahead or behind
	atomic           // nodes[0]
	conditional      // index, nodes[0], nodes[1]
	assertion        // what
)

// flags are the flags in force at a node: they can change within a pattern.
type flags struct{ ignoreCase, multiline, dotAll, verbose, ascii bool }

// A node is a piece of a parsed pattern.
type node struct {
	kind        kind
	r           rune
	what        rune // the letter of an assertion: ^ $ b B A Z
	index       int
	least, most int // repetitions, or the width of a group, reference or look-behind; most -1: no limit
	lazy        bool
	possessive  bool // the atomic node is a quantifier with a plus, such as a*+
	negated     bool
	behind      bool
	flags       flags
	items       []item
	nodes       []*node
}

// An item is a part of a set: a range, or a class like \w.
type item struct {
	low, high rune
	class     rune // d D w W s S; 0 for a range
}

// A parser reads a pattern. names maps names of groups to numbers, and open has the groups that the
// position is inside.
type parser struct {
	text   []rune
	pos    int
	flags  flags
	groups int
	asked  int // the highest group that a conditional refers to, which may come later
	names  map[string]int
	depth  int
	open   map[int]bool
	closed map[int]*node // the groups before the position, by number
	// behind is the number of groups before the outermost look-behind that the position is inside,
	// or -1.
	behind int
}

// A fault ends parsing. Parsing panics with it, and parse recovers.
type fault struct{ error }

// parse parses a pattern. The result includes the parser, which knows the number of groups and
// their names.
func parse(text string, with flags) (root *node, p *parser, err error) {
	p = &parser{text: []rune(text), flags: with, names: map[string]int{}, open: map[int]bool{},
		closed: map[int]*node{}, behind: -1}
	defer func() {
		switch f := recover().(type) {
		case nil:
		case fault:
			err = f.error
		default:
			panic(f)
		}
	}()
	p.globalFlags()
	root = p.alternatives()
	if p.pos < len(p.text) {
		p.fail("unbalanced parenthesis")
	}
	if p.asked > p.groups {
		p.fail("invalid group reference %d", p.asked)
	}
	return root, p, nil
}

// fail ends parsing with a message like Python's.
func (p *parser) fail(format string, args ...any) { panic(fault{fmt.Errorf(format, args...)}) }

// more reports whether any text is left.
func (p *parser) more() bool { return p.pos < len(p.text) }

// peek returns the next character without reading it, or -1 at the end.
func (p *parser) peek() rune {
	if p.more() {
		return p.text[p.pos]
	}
	return -1
}

// take reads s if it comes next, and reports whether it did.
func (p *parser) take(s string) bool {
	if strings.HasPrefix(string(p.text[p.pos:min(len(p.text), p.pos+len(s))]), s) {
		p.pos += len([]rune(s))
		return true
	}
	return false
}

// next reads a character. The pattern must not end here.
func (p *parser) next() rune {
	if !p.more() {
		p.fail("the pattern ends too early")
	}
	p.pos++
	return p.text[p.pos-1]
}

// until reads the text up to a terminator.
func (p *parser) until(end rune) string {
	start := p.pos
	for p.peek() != end {
		p.next()
	}
	p.pos++
	return string(p.text[start : p.pos-1])
}

// maxDepth limits nested parentheses, since the parser, the compiler and width are recursive.
const maxDepth = 100

// alternatives reads branches up to a closing parenthesis or the end.
func (p *parser) alternatives() *node {
	if p.depth++; p.depth > maxDepth {
		panic(fault{ErrTooLarge})
	}
	defer func() { p.depth-- }()
	branches := []*node{p.sequence()}
	for p.take("|") {
		branches = append(branches, p.sequence())
	}
	if len(branches) == 1 {
		return branches[0]
	}
	return &node{kind: alternation, nodes: branches}
}

// sequence reads one branch. A quantifier applies to the last node that was read, so a comment may
// come between them.
func (p *parser) sequence() *node {
	var nodes []*node
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		if p.flags.verbose && p.skipped() {
			continue
		}
		if least, most, ok := p.quantifier(); ok {
			last := len(nodes) - 1
			if last < 0 {
				p.fail("nothing to repeat")
			}
			nodes[last] = p.repeated(nodes[last], least, most)
		} else if n := p.atom(); n != nil {
			nodes = append(nodes, n)
		}
	}
	return &node{kind: sequence, nodes: nodes}
}

// skipped skips a blank or comment of a verbose pattern.
func (p *parser) skipped() bool {
	switch r := p.peek(); {
	case unicode.IsSpace(r):
		p.pos++
		return true
	case r == '#':
		for p.more() && p.next() != '\n' {
		}
		return true
	}
	return false
}

// repeated returns a repetition of n. The suffix of its quantifier has not been read yet.
func (p *parser) repeated(n *node, least, most int) *node {
	switch {
	case n.kind == assertion:
		p.fail("nothing to repeat")
	case n.kind == loop || n.kind == atomic && n.possessive:
		p.fail("multiple repeat")
	}
	out := &node{kind: loop, nodes: []*node{n}, least: least, most: most}
	switch {
	case p.take("?"):
		out.lazy = true
	// A possessive repetition is an atomic group around a greedy one.
	case p.take("+"):
		out = &node{kind: atomic, nodes: []*node{out}, possessive: true}
	}
	return out
}

// quantifier reads *, +, ? or a pair of braces. most is -1 if the number is not limited; ok is false if no
// quantifier follows.
func (p *parser) quantifier() (least, most int, ok bool) {
	switch {
	case p.take("*"):
		return 0, -1, true
	case p.take("+"):
		return 1, -1, true
	case p.take("?"):
		return 0, 1, true
	case p.peek() == '{':
		return p.braces()
	}
	return 0, 0, false
}

// braces reads {m}, {m,}, {,n} or {m,n}. In any other form, as in a{b}, a brace is an ordinary
// character, and ok is false.
func (p *parser) braces() (least, most int, ok bool) {
	end := p.pos + 1
	for end < len(p.text) && (p.text[end] == ',' || '0' <= p.text[end] && p.text[end] <= '9') {
		end++
	}
	inside := string(p.text[p.pos+1 : end])
	if end >= len(p.text) || p.text[end] != '}' || inside == "" || strings.Count(inside, ",") > 1 {
		return 0, 0, false
	}
	low, high, comma := strings.Cut(inside, ",")
	least, _ = strconv.Atoi(low)
	most = -1
	if !comma {
		most = least
	} else if high != "" {
		most, _ = strconv.Atoi(high)
	}
	if most >= 0 && most < least {
		p.fail("min repeat greater than max repeat")
	}
	if least > maxCode || most > maxCode {
		panic(fault{ErrTooLarge})
	}
	p.pos = end + 1
	return least, most, true
}

// atom reads a part of a pattern that a quantifier can follow. It returns nil for a comment.
func (p *parser) atom() *node {
	switch r := p.next(); r {
	case '(':
		return p.parenthesis()
	case '[':
		return p.set()
	case '.':
		return &node{kind: anyChar, flags: p.flags}
	case '^', '$':
		return &node{kind: assertion, what: r, flags: p.flags}
	case '\\':
		return p.escape()
	}
	p.pos--
	return p.char(p.next())
}

// char returns a node for a character.
func (p *parser) char(r rune) *node { return &node{kind: char, r: r, flags: p.flags} }

// close requires a closing parenthesis and returns n.
func (p *parser) close(n *node) *node {
	if !p.take(")") {
		p.fail("missing ), unterminated subpattern")
	}
	return n
}

// inner reads up to a closing parenthesis.
func (p *parser) inner(n *node) *node {
	n.nodes = append(n.nodes, p.alternatives())
	return p.close(n)
}

// parenthesis reads a group of any kind; the opening parenthesis has been read.
func (p *parser) parenthesis() *node {
	if !p.take("?") {
		return p.capture()
	}
	switch {
	case p.take(":"):
		return p.inner(&node{kind: sequence})
	case p.take("P<"):
		name := p.name('>')
		if _, taken := p.names[name]; taken {
			p.fail("redefinition of group name %q", name)
		}
		p.names[name] = p.groups + 1
		return p.capture()
	case p.take("P="):
		index, ok := p.names[p.name(')')]
		if !ok {
			p.fail("unknown group name")
		}
		return p.reference(index)
	case p.take("#"):
		p.until(')')
		return nil
	case p.take("="):
		return p.inner(&node{kind: look})
	case p.take("!"):
		return p.inner(&node{kind: look, negated: true})
	case p.take("<="):
		return p.lookBehind(&node{kind: look, behind: true})
	case p.take("<!"):
		return p.lookBehind(&node{kind: look, behind: true, negated: true})
	case p.take(">"):
		return p.inner(&node{kind: atomic})
	case p.take("("):
		return p.conditional()
	}
	return p.scopedFlags()
}

// name reads the name of a group, which must be a Python identifier.
func (p *parser) name(end rune) string {
	name := p.until(end)
	for i, r := range name {
		begins := r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r)
		if !begins && (i == 0 || !unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc)) {
			p.fail("bad character in group name %q", name)
		}
	}
	if name == "" {
		p.fail("missing group name")
	}
	return name
}

// reference returns a reference to a group. A group cannot refer to itself, nor a look-behind to a
// group inside it, since their widths are not known yet.
func (p *parser) reference(index int) *node {
	switch {
	case index > p.groups:
		p.fail("invalid group reference %d", index)
	case p.open[index]:
		p.fail("cannot refer to an open group")
	}
	p.outsideLookBehind(index)
	of := p.closed[index]
	return &node{kind: backref, index: index, least: of.least, most: of.most, flags: p.flags}
}

// outsideLookBehind refuses a reference to a group inside the same look-behind.
func (p *parser) outsideLookBehind(index int) {
	if p.behind >= 0 && index > p.behind {
		p.fail("cannot refer to group defined in the same lookbehind subpattern")
	}
}

// capture reads a group that is captured. Groups are numbered by their opening parentheses.
func (p *parser) capture() *node {
	p.groups++
	n := &node{kind: group, index: p.groups}
	p.open[n.index] = true
	p.inner(n)
	delete(p.open, n.index)
	n.least, n.most = width(n.nodes[0])
	p.closed[n.index] = n
	return n
}

// lookBehind requires a pattern of fixed width, as in Python.
func (p *parser) lookBehind(n *node) *node {
	if p.behind < 0 {
		p.behind = p.groups
		defer func() { p.behind = -1 }()
	}
	p.inner(n)
	low, high := width(n.nodes[0])
	if low != high {
		p.fail("look-behind requires fixed-width pattern")
	}
	n.least = low
	return n
}

// conditional reads (?(1)yes|no), where the group is given by its number or its name. The second
// branch may be missing. A number may be that of a later group, so it is checked at the end.
func (p *parser) conditional() *node {
	name := p.until(')')
	index, named := p.names[name]
	if !named {
		var err error
		if index, err = strconv.Atoi(name); err != nil || index <= 0 {
			p.fail("unknown group name %q", name)
		}
	}
	p.outsideLookBehind(index)
	p.asked = max(p.asked, index)
	body := p.alternatives()
	n := &node{kind: conditional, index: index, nodes: []*node{body, {kind: empty}}}
	if body.kind == alternation {
		if len(body.nodes) > 2 {
			p.fail("conditional backref with more than two branches")
		}
		n.nodes = body.nodes
	}
	return p.close(n)
}
