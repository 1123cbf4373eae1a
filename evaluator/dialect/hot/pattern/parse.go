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
	what        rune // of an assertion: ^ $ b B A Z
	index       int
	least, most int // most -1: no limit
	lazy        bool
	possessive  bool
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
}

// A fault ends parsing. Parsing panics with it, and parse recovers.
type fault struct{ error }

// parse parses a pattern. The result includes the parser, which knows the number of groups and
// their names.
func parse(text string, with flags) (root *node, p *parser, err error) {
	p = &parser{text: []rune(text), flags: with, names: map[string]int{}, open: map[int]bool{}}
	defer func() {
		switch f := recover().(type) {
		case nil:
		case fault:
			err = f.error
		default:
			panic(f)
		}
	}()
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

// peek returns the next character without reading it, -1 at the end.
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

// sequence reads one branch.
func (p *parser) sequence() *node {
	var nodes []*node
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		if p.flags.verbose && p.skipped() {
			continue
		}
		if n := p.atom(); n != nil {
			nodes = append(nodes, p.repeated(n))
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

// repeated reads the quantifier after n, if there is one.
func (p *parser) repeated(n *node) *node {
	for p.flags.verbose && p.more() && p.skipped() {
	}
	least, most, ok := p.quantifier()
	if !ok {
		return n
	}
	// A repetition cannot be repeated, nor can ^, \A and \Z.
	if n.kind == assertion && n.what != 'b' && n.what != 'B' && n.what != '$' || n.kind == loop {
		p.fail("nothing to repeat")
	}
	out := &node{kind: loop, nodes: []*node{n}, least: least, most: most}
	switch {
	case p.take("?"):
		out.lazy = true
	// A possessive repetition is an atomic group around a greedy one.
	case p.take("+"):
		out = &node{kind: atomic, nodes: []*node{out}}
	}
	if _, _, again := p.quantifier(); again {
		p.fail("multiple repeat")
	}
	return out
}

// quantifier reads *, +, ? or a pair of braces. most is -1 without a limit, and ok is false if
// there is none.
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

// braces reads {m}, {m,}, {,n} or {m,n}; anything else is a literal brace. In a{2}, the pattern so
// far ends with a; in a{b}, the brace is a character like others.
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

// atom reads what a quantifier can follow. It is nil for a comment or flags.
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
	case '*', '+', '?':
		p.fail("nothing to repeat")
	case '\\':
		return p.escape()
	default:
		return p.char(r)
	}
	return nil
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

// inner reads up to a closing parenthesis. Flags set inside end there.
func (p *parser) inner(n *node) *node {
	saved := p.flags
	n.nodes = append(n.nodes, p.alternatives())
	p.flags = saved
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
		name := p.until('>')
		if _, taken := p.names[name]; taken || name == "" {
			p.fail("bad group name %q", name)
		}
		p.names[name] = p.groups + 1
		return p.capture()
	case p.take("P="):
		index, ok := p.names[p.until(')')]
		if !ok {
			p.fail("unknown group name")
		}
		return &node{kind: backref, index: index, flags: p.flags}
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
	return p.setFlags()
}

// capture reads a group that is captured. Groups are numbered by their opening parentheses.
func (p *parser) capture() *node {
	p.groups++
	n := &node{kind: group, index: p.groups}
	p.open[n.index] = true
	p.inner(n)
	delete(p.open, n.index)
	return n
}

// lookBehind requires a pattern of fixed width, as in Python.
func (p *parser) lookBehind(n *node) *node {
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

// setFlags reads (?i) for the rest of the pattern, or (?i:...) and (?-i:...).
func (p *parser) setFlags() *node {
	was := p.flags
	on := true
	for {
		switch r := p.next(); r {
		case 'i':
			p.flags.ignoreCase = on
		case 'm':
			p.flags.multiline = on
		case 's':
			p.flags.dotAll = on
		case 'x':
			p.flags.verbose = on
		case 'a':
			p.flags.ascii = on
		case 'u':
			p.flags.ascii = false
		case '-':
			on = false
		case ':':
			n := &node{kind: sequence, nodes: []*node{p.alternatives()}}
			p.flags = was
			return p.close(n)
		case ')':
			if !on {
				p.fail("missing :")
			}
			return nil
		default:
			p.fail("unknown extension ?%c", r)
		}
	}
}

// escape reads an escape outside a set: a class, an assertion, a reference to a group or a
// character.
func (p *parser) escape() *node {
	r := p.next()
	switch {
	case strings.ContainsRune("dDwWsS", r):
		return &node{kind: set, items: []item{{class: r}}, flags: p.flags}
	case strings.ContainsRune("bBAZ", r):
		return &node{kind: assertion, what: r, flags: p.flags}
	case '1' <= r && r <= '9':
		index := int(r - '0')
		if next := p.peek(); '0' <= next && next <= '9' {
			index = index*10 + int(p.next()-'0')
		}
		// A group cannot be referred to before its end.
		if index > p.groups || p.open[index] {
			p.fail("there is no group %d", index)
		}
		return &node{kind: backref, index: index, flags: p.flags}
	}
	p.pos--
	return p.char(p.escaped())
}

// escaped reads an escape for a single character.
func (p *parser) escaped() rune {
	r := p.next()
	if i := strings.IndexRune("abfnrtv0", r); i >= 0 {
		if r == '0' {
			return p.octal()
		}
		return []rune("\a\b\f\n\r\t\v")[i]
	}
	digits := map[rune]int{'x': 2, 'u': 4, 'U': 8}[r]
	switch {
	case digits > 0:
		if p.pos+digits > len(p.text) {
			p.fail("incomplete escape \\%c", r)
		}
		n, err := strconv.ParseUint(string(p.text[p.pos:p.pos+digits]), 16, 32)
		if err != nil {
			p.fail("incomplete escape \\%c", r)
		}
		p.pos += digits
		return rune(n)
	case r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		p.fail("bad escape \\%c", r)
	}
	return r
}

// octal reads up to two more octal digits of \0.
func (p *parser) octal() rune {
	var n rune
	for range 2 {
		if r := p.peek(); '0' <= r && r <= '7' {
			n = n*8 + p.next() - '0'
		}
	}
	return n
}

// set reads a set up to its closing bracket. A closing bracket at the beginning is a character.
func (p *parser) set() *node {
	n := &node{kind: set, flags: p.flags, negated: p.take("^")}
	for first := true; first || p.peek() != ']'; first = false {
		low := p.setItem()
		if p.peek() == '-' && p.pos+1 < len(p.text) && p.text[p.pos+1] != ']' {
			p.pos++
			high := p.setItem()
			if low.class != 0 || high.class != 0 || high.low < low.low {
				p.fail("bad character range")
			}
			low.high = high.low
		}
		n.items = append(n.items, low)
	}
	p.pos++
	return n
}

// setItem reads a character, an escape or a class in a set.
func (p *parser) setItem() item {
	r := p.next()
	if r != '\\' {
		return item{low: r, high: r}
	}
	if class := p.peek(); class >= 0 && strings.ContainsRune("dDwWsS", class) {
		p.pos++
		return item{class: class}
	}
	// In a set there are no references to groups, so digits are octal.
	if '1' <= p.peek() && p.peek() <= '7' {
		r := p.next() - '0'
		for range 2 {
			if d := p.peek(); '0' <= d && d <= '7' {
				r = r*8 + p.next() - '0'
			}
		}
		return item{low: r, high: r}
	}
	r = p.escaped()
	return item{low: r, high: r}
}

// width returns the minimum and maximum number of characters that a node matches; most is -1 if
// there is no limit. Lookbehind needs both to be equal. References and conditionals count as
// unlimited.
func width(n *node) (least, most int) {
	switch n.kind {
	case char, set, anyChar:
		return 1, 1
	case sequence, group, atomic:
		for _, c := range n.nodes {
			low, high := width(c)
			least += low
			if most >= 0 && high >= 0 {
				most += high
			} else {
				most = -1
			}
		}
	case alternation:
		least, most = width(n.nodes[0])
		for _, c := range n.nodes[1:] {
			low, high := width(c)
			least = min(least, low)
			if most < 0 || high < 0 {
				most = -1
			} else {
				most = max(most, high)
			}
		}
	case loop:
		low, high := width(n.nodes[0])
		least, most = low*n.least, high*n.most
		if n.most < 0 || high < 0 {
			most = -1
		}
	case backref, conditional:
		return 0, -1
	}
	return least, most
}
