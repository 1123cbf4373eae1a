// Package pattern matches Python's regular expressions, by backtracking as Python does:
// the first alternative that leads to a match is the match.
//
// Every step is counted, and a match that takes more than the steps it was given has no
// answer. The engines that one could import count time instead, which makes the answer
// depend on the machine; and regexp2, which knows most of Python's syntax, costs 100 KB of the
// compressed wasm where this package costs 19.
//
// parse.go reads a pattern, compile.go makes instructions of it, match.go runs them.
package pattern

import "errors"

// ErrTooLong says that a match took more steps than it was given.
var ErrTooLong = errors.New("the pattern takes too many steps")

// ErrTooLarge says that a pattern is beyond what this package reads, though Python may read it.
var ErrTooLarge = errors.New("the pattern is too large")

// A Pattern is a regular expression ready to be matched.
type Pattern struct {
	code   []instruction
	groups int
	loops  int
	names  map[string]int
}

// Flags are those that Python's re.compile takes beside the pattern.
type Flags struct{ IgnoreCase, MultiLine, DotAll bool }

// Compile reads a pattern. The error is ErrTooLarge, or says why Python cannot read it either.
func Compile(text string) (*Pattern, error) { return CompileWith(text, Flags{}) }

// CompileWith reads a pattern with flags.
func CompileWith(text string, with Flags) (*Pattern, error) {
	root, p, err := parse(text, flags{ignoreCase: with.IgnoreCase, multiline: with.MultiLine, dotAll: with.DotAll})
	if err != nil {
		return nil, err
	}
	c := &compiler{groups: p.groups}
	c.node(root)
	c.emit(instruction{op: opDone})
	if len(c.code) > maxCode {
		return nil, ErrTooLarge
	}
	return &Pattern{c.code, p.groups, c.loops, p.names}, nil
}

// Size returns how many instructions a pattern has.
func (p *Pattern) Size() int { return len(p.code) }

// Groups returns how many groups a pattern has.
func (p *Pattern) Groups() int { return p.groups }

// Group returns the number of the group with a name.
func (p *Pattern) Group(name string) (int, bool) {
	index, ok := p.names[name]
	return index, ok
}

// Named reports whether any group has a name.
func (p *Pattern) Named() bool { return len(p.names) > 0 }

// Find searches a text from a position on, as Python's re.search, and returns where the
// match and each group begin and end, -1 for a group that took no part; nil when there is
// no match. An empty match at the position itself does not count when advance is set. Used
// is how many of the steps it took.
func (p *Pattern) Find(text []rune, from int, advance bool, steps int) (groups []int, used int, err error) {
	m := &matcher{pattern: p, text: text, steps: steps, groups: make([]int, 2*(p.groups+1)), loops: make([]int, p.loops), barred: -1}
	if advance {
		m.barred = from
	}
	for start := from; start <= len(text) && m.steps >= 0; start++ {
		for i := range m.groups {
			m.groups[i] = -1
		}
		m.stack = m.stack[:0]
		if end := m.run(0, start); end >= 0 {
			m.groups[0], m.groups[1] = start, end
			return m.groups, steps - m.steps, nil
		}
	}
	if m.steps < 0 {
		return nil, steps, ErrTooLong
	}
	return nil, steps - m.steps, nil
}

// Match matches from the start of a text, as Python's re.match, and returns how many
// code points the match has; -1 when there is none.
func (p *Pattern) Match(text string, steps int) (int, error) {
	m := &matcher{pattern: p, text: []rune(text), steps: steps, barred: -1}
	m.groups = make([]int, 2*(p.groups+1))
	for i := range m.groups {
		m.groups[i] = -1
	}
	m.loops = make([]int, p.loops)
	end := m.run(0, 0)
	if m.steps < 0 {
		return -1, ErrTooLong
	}
	return end, nil
}
