package pattern

import "strings"

// globalFlags reads groups such as (?i), which apply to the whole pattern and are only allowed at
// its beginning. Comments may come before them.
func (p *parser) globalFlags() {
	all := ""
	for {
		start := p.pos
		for p.flags.verbose && p.more() && p.skipped() {
		}
		switch {
		case p.take("(?#"):
			p.until(')')
		case p.take("(?") && strings.ContainsRune(flagLetters, p.peek()) && p.isGlobal():
			letters := p.letters()
			if all += letters; strings.Contains(all, "a") && strings.Contains(all, "u") {
				p.fail("ASCII and UNICODE flags are incompatible")
			}
			p.change(letters, true)
			p.pos++
		default:
			p.pos = start
			return
		}
	}
}

// flagLetters are the flags of Python's patterns. L is for patterns of bytes.
const flagLetters = "iLmsxau"

// isGlobal reports whether the flags at the position are followed by a closing parenthesis.
func (p *parser) isGlobal() bool {
	end := p.pos
	for end < len(p.text) && strings.ContainsRune(flagLetters, p.text[end]) {
		end++
	}
	return end < len(p.text) && p.text[end] == ')'
}

// letters reads the letters of flags.
func (p *parser) letters() string {
	start := p.pos
	for p.more() && strings.ContainsRune(flagLetters, p.peek()) {
		p.pos++
	}
	letters := string(p.text[start:p.pos])
	switch {
	case strings.Contains(letters, "L"):
		p.fail("bad inline flags: cannot use 'L' flag with a str pattern")
	case strings.Contains(letters, "a") && strings.Contains(letters, "u"):
		p.fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible")
	}
	return letters
}

// change switches flags on or off. Each of a and u switches the other off.
func (p *parser) change(letters string, to bool) {
	for _, r := range letters {
		switch r {
		case 'i':
			p.flags.ignoreCase = to
		case 'm':
			p.flags.multiline = to
		case 's':
			p.flags.dotAll = to
		case 'x':
			p.flags.verbose = to
		case 'a':
			p.flags.ascii = true
		case 'u':
			p.flags.ascii = false
		}
	}
}

// scopedFlags reads (?i:...) and (?i-m:...), whose flags apply only inside them.
func (p *parser) scopedFlags() *node {
	was, on, off := p.flags, p.letters(), ""
	if p.take("-") {
		if off = p.letters(); off == "" {
			p.fail("missing flag")
		}
	}
	switch {
	case on+off == "":
		p.fail("unknown extension ?%c", p.next())
	case off == "" && p.peek() == ')':
		p.fail("global flags not at the start of the expression")
	case !p.take(":"):
		p.fail("missing :")
	case strings.ContainsAny(off, "au"):
		p.fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'")
	case strings.ContainsAny(on, off):
		p.fail("bad inline flags: flag turned on and off")
	}
	p.change(on, true)
	p.change(off, false)
	n := &node{kind: sequence, nodes: []*node{p.alternatives()}}
	p.flags = was
	return p.close(n)
}
