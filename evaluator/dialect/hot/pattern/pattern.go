// Package pattern matches Python's regular expressions, by backtracking as Python does:
// the first alternative that leads to a match is the match.
//
// Every step is counted, and a match that takes more than the steps it was given has no
// answer. The engines that one could import count time instead, which makes the answer
// depend on the machine.
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
}

// Compile reads a pattern. The error is ErrTooLarge, or says why Python cannot read it either.
func Compile(text string) (*Pattern, error) {
	root, p, err := parse(text)
	if err != nil {
		return nil, err
	}
	c := &compiler{groups: p.groups}
	c.node(root)
	c.emit(instruction{op: opDone})
	if len(c.code) > maxCode {
		return nil, ErrTooLarge
	}
	return &Pattern{c.code, p.groups, c.loops}, nil
}

// Match matches from the start of a text, as Python's re.match, and returns how many
// code points the match has; -1 when there is none.
func (p *Pattern) Match(text string, steps int) (int, error) {
	m := &matcher{pattern: p, text: []rune(text), steps: steps}
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
