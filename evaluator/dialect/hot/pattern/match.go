package pattern

import "unicode"

// A matcher runs a pattern on a text. It keeps its backtracking stack on the heap, not on Go's
// stack. groups has two positions for each group, its start and its end, and loops the start of the
// current iteration of each loop.
type matcher struct {
	pattern *Pattern
	text    []rune
	steps   int
	groups  []int
	loops   []int
	stack   []choice
	barred  int // where an empty match is not allowed; -1 for nowhere
}

// A choice is an alternative to continue with, or a position to restore on the way to it.
type choice struct {
	pc, pos int
	slot    *int // where to restore old; nil for an alternative
	old     int
}

// run matches from an instruction and a position, and returns the end of the match, or -1. It calls
// itself for look-arounds and atomic groups only, whose depth the parser limits. base is the part
// of the stack that belongs to the callers.
func (m *matcher) run(pc, pos int) int {
	base, start := len(m.stack), pos
	for {
		if m.steps--; m.steps < 0 {
			m.stack = m.stack[:base]
			return -1
		}
		in := &m.pattern.code[pc]
		ok := true
		switch in.op {
		case opDone:
			// Only the end of the whole pattern is barred, not that of an inner part.
			if ok = pos != m.barred || pc < len(m.pattern.code)-1 || pos != start; ok {
				m.forget(base)
				return pos
			}
		case opChar, opSet, opAny:
			if ok = pos < len(m.text) && in.node.takes(m.text[pos]); ok {
				pos++
				pc++
			}
		case opSplit:
			m.stack = append(m.stack, choice{pc: in.y, pos: pos})
			pc = in.x
		case opJump:
			pc = in.x
		case opSave:
			m.set(&m.groups[in.index], pos)
			pc++
		case opEnter:
			m.set(&m.loops[in.index], pos)
			pc++
		case opLoop:
			// An iteration that consumed nothing ends the loop.
			if pc++; m.loops[in.index] != pos {
				pc = in.x
			}
		case opAssert:
			ok = m.holds(in.node, pos)
			pc++
		case opBackref:
			pos, ok = m.repeats(in, pos)
			pc++
		case opGroup:
			if pc = in.y; m.groups[2*in.index+1] >= 0 {
				pc = in.x
			}
		case opLook:
			ok = m.look(in, pc, pos)
			pc = in.x
		case opAtomic:
			end := m.run(pc+1, pos)
			pos, ok = end, end >= 0
			pc = in.x
		}
		// Backtracking continues at the last alternative. Without any, the match has failed.
		if !ok {
			if pc, pos, ok = m.back(base); !ok {
				return -1
			}
		}
	}
}

// set changes a position. It pushes the old one on the stack, so that back restores it on the way
// to an earlier choice.
func (m *matcher) set(slot *int, pos int) {
	m.stack = append(m.stack, choice{slot: slot, old: *slot})
	*slot = pos
}

// back returns to the last choice above base.
func (m *matcher) back(base int) (pc, pos int, ok bool) {
	for len(m.stack) > base {
		c := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		if c.slot == nil {
			return c.pc, c.pos, true
		}
		*c.slot = c.old
	}
	return 0, 0, false
}

// forget drops the choices above base, but not the positions to restore: the inner part has matched
// for good, but the pattern around it may still fail.
func (m *matcher) forget(base int) {
	kept := m.stack[:base]
	for _, c := range m.stack[base:] {
		if c.slot != nil {
			kept = append(kept, c)
		}
	}
	m.stack = kept
}

// look reports whether a look-around succeeds. Its pattern consumes no text. A look-behind has a
// fixed width, so it is matched from that far before the position.
func (m *matcher) look(in *instruction, pc, pos int) bool {
	if in.node.behind {
		start := pos - in.node.least
		if start < 0 {
			return in.node.negated
		}
		return (m.run(pc+1, start) >= 0) != in.node.negated
	}
	return (m.run(pc+1, pos) >= 0) != in.node.negated
}

// repeats matches the text that a group has matched before. It fails if the group has not matched,
// as in Python. Each character costs a step.
func (m *matcher) repeats(in *instruction, pos int) (int, bool) {
	start, end := m.groups[2*in.index], m.groups[2*in.index+1]
	if start < 0 || end < 0 || pos+end-start > len(m.text) {
		return pos, false
	}
	for _, r := range m.text[start:end] {
		if m.steps--; r != m.text[pos] && !(in.node.flags.ignoreCase && same(r, m.text[pos], in.node.flags.ascii)) {
			return pos, false
		}
		pos++
	}
	return pos, true
}

// holds reports whether an assertion is true at the given position.
func (m *matcher) holds(n *node, pos int) bool {
	atEnd := pos == len(m.text)
	switch n.what {
	case 'A':
		return pos == 0
	case 'Z':
		return atEnd
	case '^':
		return pos == 0 || n.flags.multiline && m.text[pos-1] == '\n'
	case '$':
		return atEnd || m.text[pos] == '\n' && (n.flags.multiline || pos == len(m.text)-1)
	}
	// \b is between a word character and something else, \B everywhere else, though not in the empty
	// text.
	if len(m.text) == 0 {
		return false
	}
	before := pos > 0 && inClass('w', m.text[pos-1], n.flags.ascii)
	after := !atEnd && inClass('w', m.text[pos], n.flags.ascii)
	return (before != after) == (n.what == 'b')
}

// takes reports whether a single-character node matches r. If case is ignored, a set is searched
// for all cases of the character; negation comes last.
func (n *node) takes(r rune) bool {
	switch n.kind {
	case anyChar:
		return r != '\n' || n.flags.dotAll
	case char:
		return r == n.r || n.flags.ignoreCase && same(r, n.r, n.flags.ascii)
	}
	in := n.has(r)
	if !in && n.flags.ignoreCase {
		for f := nextCase(r, n.flags.ascii); f != r && !in; f = nextCase(f, n.flags.ascii) {
			in = n.has(f)
		}
	}
	return in != n.negated
}

// has reports whether a set contains r, before negation.
func (n *node) has(r rune) bool {
	for _, i := range n.items {
		if i.class == 0 && i.low <= r && r <= i.high || i.class != 0 && inClass(i.class, r, n.flags.ascii) {
			return true
		}
	}
	return false
}

// inClass reports whether r is in \d, \w, \s or, for a capital, not in it.
func inClass(class, r rune, ascii bool) bool {
	var in bool
	switch unicode.ToLower(class) {
	case 'd':
		in = unicode.IsDigit(r)
	case 'w':
		in = r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
	case 's':
		// Python counts the four ASCII separators as whitespace; Go does not.
		in = unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f
	}
	if ascii && r > 127 {
		in = false
	}
	return in != unicode.IsUpper(class)
}
