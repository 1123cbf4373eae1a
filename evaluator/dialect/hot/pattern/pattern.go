// Package pattern matches Python's regular expressions, by backtracking as Python does: the first
// alternative that leads to a match determines it.
//
// Every step is counted, and a match that exceeds the given number of steps fails with an error.
// Available engines limit time instead, which makes the result depend on the machine; and regexp2,
// which supports most of Python's syntax, costs 100 KB of the compressed wasm where this package
// costs 19.
//
// parse.go parses a pattern, compile.go compiles it to instructions, match.go runs them.
package pattern

import "errors"

// ErrTooLong reports that a match exceeded its number of steps.
var ErrTooLong = errors.New("the pattern takes too many steps")

// ErrTooLarge reports that a pattern exceeds the limits of this package, though Python may accept
// it.
var ErrTooLarge = errors.New("the pattern is too large")

// A Pattern is a regular expression ready to be matched. groups is the number of groups, loops the
// number of unbounded loops, and names maps the names of groups to their numbers.
type Pattern struct {
	code   []instruction
	groups int
	loops  int
	names  map[string]int
}

// Flags are the flags that Python's re.compile takes in addition to the pattern.
type Flags struct{ IgnoreCase, MultiLine, DotAll bool }

// Compile compiles a pattern. The error is ErrTooLarge, or the reason for which Python, too,
// refuses the pattern.
func Compile(text string) (*Pattern, error) { return CompileWith(text, Flags{}) }

// CompileWith compiles a pattern with flags.
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

// Size returns the number of instructions of a pattern.
func (p *Pattern) Size() int { return len(p.code) }

// Groups returns the number of groups of a pattern.
func (p *Pattern) Groups() int { return p.groups }

// Group returns the number of the group with the given name.
func (p *Pattern) Group(name string) (int, bool) {
	index, ok := p.names[name]
	return index, ok
}

// Named reports whether any group has a name.
func (p *Pattern) Named() bool { return len(p.names) > 0 }

// Find searches a text from a position on, like Python's re.search, and returns the start and end
// of the match and of each group, -1 for a group that did not participate, or nil if there is no
// match. If advance is set, an empty match at the position itself is rejected. used is the
// number of steps taken.
func (p *Pattern) Find(text []rune, from int, advance bool, steps int) (groups []int, used int, err error) {
	m := &matcher{pattern: p, text: text, steps: steps, groups: make([]int, 2*(p.groups+1)),
		loops: make([]int, p.loops), barred: -1}
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

// Match matches at the start of a text, like Python's re.match, and returns the number of code
// points in the match, or -1.
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
