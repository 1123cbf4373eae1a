package yaql

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/dialect/hot/pattern"
	"pantograph/evaluator/dialect/hot/python"
)

// regexes are the functions on regular expressions, in Python's syntax.
var regexes = []entry{
	{"f regex(pattern:text, ignoreCase:bool?=false, multiLine:bool?=false, dotAll:bool?=false)",
		"A regular expression.",
		func(c *call) Value {
			flags := pattern.Flags{IgnoreCase: c.args[1] == true, MultiLine: c.args[2] == true,
				DotAll: c.args[3] == true}
			return c.compileWith(c.text(0), flags)
		}},
	{"m matches(regexp:regex, string:text)",
		"Reports whether a string contains a match.",
		func(c *call) Value { return c.hasMatch(c.regex(0), c.text(1)) }},
	{"m matches(string:text, regexp:text)",
		"Reports whether the string contains a match of a pattern.",
		func(c *call) Value { return c.hasMatch(c.compile(c.text(1)), c.text(0)) }},
	{"m search(regexp:regex, string:text, selector:fn=null)",
		"The first match in a string, or the result of a function for it.",
		func(c *call) Value {
			m := c.matching(0, 1)
			if !m.find(0, false) {
				return nil
			}
			return c.selected(m, c.lambda(2))
		}},
	{"m searchAll(regexp:regex, string:text, selector:fn=null)",
		"All matches in a string, or the results of a function for them.",
		func(c *call) Value {
			m := c.matching(0, 1)
			return &iterator{"generator", func() (Value, bool) {
				if !m.another() {
					return nil, false
				}
				return c.selected(m, c.lambda(2)), true
			}}
		}},
	{"m split(regexp:regex, string:text, maxSplit:int=0)",
		"Splits a string at the matches.",
		func(c *call) Value { return c.splitAt(c.matching(0, 1), c.int(2)) }},
	{"m split(string:text, regexp:regex, maxSplit:int=0)",
		"Splits the string at the matches.",
		func(c *call) Value { return c.splitAt(c.matching(1, 0), c.int(2)) }},
	{"m replace(regexp:regex, string:text, repl:text, count:int=0)",
		"Replaces the matches in a string.",
		func(c *call) Value {
			return c.replaceMatches(c.matching(0, 1), c.template(c.regex(0), c.text(2)), c.int(3))
		}},
	{"m replace(string:text, regexp:regex, repl:text, count:int=0)",
		"Replaces the matches in the string.",
		func(c *call) Value {
			return c.replaceMatches(c.matching(1, 0), c.template(c.regex(1), c.text(2)), c.int(3))
		}},
	{"m replaceBy(regexp:regex, string:text, repl:fn, count:int=0)",
		"Replaces each match in a string with the result of a function.",
		func(c *call) Value {
			return c.replaceMatches(c.matching(0, 1), c.replacer(), c.int(3))
		}},
	{"m replaceBy(string:text, regexp:regex, repl:fn, count:int=0)",
		"Replaces each match in the string with the result of a function.",
		func(c *call) Value {
			return c.replaceMatches(c.matching(1, 0), c.replacer(), c.int(3))
		}},
	{"f escapeRegex(string:text)", "Escapes a string, so that it matches only itself as a " +
		"pattern.", func(c *call) Value {
		var b strings.Builder
		for _, r := range c.text(0) {
			if strings.ContainsRune("()[]{}?*+-|^$\\.&~# \t\n\r\v\f", r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		return c.made(b.String())
	}},
}

// patternSteps limits the steps of one search. A pattern that needs more is not wrong, only too
// slow for us, so it makes the value unknown.
const patternSteps = 1_000_000

// compile compiles a pattern without flags.
func (e *evaluator) compile(text string) *regex { return e.compileWith(text, pattern.Flags{}) }

// compileWith compiles a pattern, which costs some steps, or ends the evaluation.
func (e *evaluator) compileWith(text string, flags pattern.Flags) *regex {
	e.spend(1 + len(text)/8)
	p, err := pattern.CompileWith(text, flags)
	if err != nil {
		e.failPattern(text, err)
	}
	e.spend(p.Size() / 8)
	return &regex{p, text, flags}
}

// failPattern ends the evaluation for a pattern that is invalid in Python, or that exceeds
// our limits.
func (e *evaluator) failPattern(text string, err error) {
	if errors.Is(err, pattern.ErrTooLarge) || errors.Is(err, pattern.ErrTooLong) {
		panic(&failure{cause: onPattern, message: err.Error()})
	}
	fail("the pattern " + e.forMessage(quoted(text)) + " is invalid: " + err.Error())
}

// repr is Python's repr of a compiled pattern.
func (r *regex) repr() string {
	var b strings.Builder
	b.WriteString("re.compile(")
	b.WriteString(python.Quoted(r.text))
	sep := ", "
	for _, f := range []struct {
		set  bool
		name string
	}{{r.flags.IgnoreCase, "re.IGNORECASE"}, {r.flags.MultiLine, "re.MULTILINE"}, {r.flags.DotAll, "re.DOTALL"}} {
		if f.set {
			b.WriteString(sep + f.name)
			sep = "|"
		}
	}
	return b.String() + ")"
}

// A matching iterates over the matches of a pattern in a string.
type matching struct {
	*evaluator
	*regex
	text []rune
	// groups has the start and the end of the last match and of each of its groups.
	groups  []int
	started bool
}

// matching starts a search; re and text are argument positions.
func (c *call) matching(re, text int) *matching {
	return &matching{evaluator: c.evaluator, regex: c.regex(re), text: []rune(c.text(text))}
}

// find looks for a match from the given position on. advance is set to exclude an empty match at this
// position.
func (m *matching) find(from int, advance bool) bool {
	groups, used, err := m.regex.Find(m.text, from, advance, patternSteps)
	m.spend(1 + used/8)
	if err != nil {
		m.failPattern(m.regex.text, err)
	}
	m.groups = groups
	return groups != nil
}

// another looks for the next match. An empty match is not found twice at the same position.
func (m *matching) another() bool {
	if !m.started {
		m.started = true
		return m.find(0, false)
	}
	if m.groups == nil {
		return false
	}
	return m.find(m.groups[1], m.groups[0] == m.groups[1])
}

// hasMatch reports whether a text contains a match.
func (e *evaluator) hasMatch(r *regex, text string) bool {
	m := &matching{evaluator: e, regex: r, text: []rune(text)}
	return m.find(0, false)
}

// group returns the string that a group matched, or null if it did not participate.
func (m *matching) group(i int) Value {
	if m.groups[2*i] < 0 {
		return nil
	}
	return string(m.text[m.groups[2*i]:m.groups[2*i+1]])
}

// selected returns the match, or the selector's result for it and its groups. The selector gets a
// record for the match as $1 and one for each group as $2, $3 and so on (6.6).
func (c *call) selected(m *matching, selector *lambda) Value {
	if selector == nil {
		return m.group(0)
	}
	if m.Named() {
		fail("Heat fails when a pattern with named groups is given to a function; number the groups")
	}
	whole := c.record(m, 0)
	position := []Value{whole}
	for i := 1; i <= m.Groups(); i++ {
		position = append(position, c.record(m, i))
	}
	return selector.call(c.evaluator, position...)
}

// record returns the map that represents a group for a function. For a group that did not
// participate, the value is null and both positions are -1.
func (c *call) record(m *matching, i int) Value {
	d := &dict{raw: true}
	c.put(d, "value", m.group(i))
	c.put(d, "start", int64(m.groups[2*i]))
	c.put(d, "end", int64(m.groups[2*i+1]))
	return d
}

// splitAt splits at matches. The strings matched by groups appear between the parts. most is the
// largest number of splits, 0 for no limit.
func (c *call) splitAt(m *matching, most int) Value {
	var parts []Value
	last := 0
	for n := 0; (most == 0 || n < most) && m.another(); n++ {
		parts = append(parts, string(m.text[last:m.groups[0]]))
		for i := 1; i <= m.Groups(); i++ {
			parts = append(parts, m.group(i))
		}
		last = m.groups[1]
	}
	return rawList(append(parts, string(m.text[last:])))
}

// replaceMatches replaces matches with the results of a function. A count of 0 means all, a
// negative one none (6.6).
func (c *call) replaceMatches(m *matching, by func(*matching) string, count int) Value {
	var b strings.Builder
	last := 0
	for n := 0; (count == 0 || n < count) && m.another(); n++ {
		b.WriteString(string(m.text[last:m.groups[0]]))
		b.WriteString(by(m))
		last = m.groups[1]
		if b.Len() > maxRepr {
			c.outOfMemory()
		}
	}
	b.WriteString(string(m.text[last:]))
	return c.made(b.String())
}

// replacer returns the replacement function of replaceBy.
func (c *call) replacer() func(*matching) string {
	return func(m *matching) string {
		v := c.selected(m, c.lambda(2))
		s, ok := v.(string)
		if !ok && v != nil {
			fail("the function of replaceBy must return a string; this is " + noun(v))
		}
		return s
	}
}

// A templatePart is a literal string, or a group to insert.
type templatePart struct {
	text  string
	group int // -1 for a literal
}

// template parses a replacement string by Python's rules.
func (c *call) template(r *regex, text string) func(*matching) string {
	parts := parseTemplate(r, text)
	return func(m *matching) string {
		var b strings.Builder
		for _, p := range parts {
			b.WriteString(p.text)
			if p.group >= 0 {
				s, _ := m.group(p.group).(string)
				b.WriteString(s)
			}
		}
		return b.String()
	}
}

// parseTemplate parses a replacement string. An unknown escape of a letter is an error, while other
// characters keep their backslash, as in Python's re.sub.
func parseTemplate(r *regex, s string) (parts []templatePart) {
	add := func(text string) { parts = append(parts, templatePart{text, -1}) }
	group := func(i int) {
		if i > r.Groups() {
			fail("the pattern has no group " + strconv.Itoa(i))
		}
		parts = append(parts, templatePart{group: i})
	}
	for s != "" {
		at := strings.IndexByte(s, '\\')
		if at < 0 || at+1 == len(s) {
			if at >= 0 {
				fail("the replacement ends with a backslash; a literal one is written twice")
			}
			add(s)
			break
		}
		add(s[:at])
		s = s[at+1:]
		_, size := utf8.DecodeRuneInString(s)
		switch ch := s[0]; {
		case ch == 'g':
			size = namedGroup(r, s, group)
		case ch == '0' || '1' <= ch && ch <= '9':
			size = numberedGroup(s, add, group)
		case strings.IndexByte(`abfnrtv\`, ch) >= 0:
			add(string("\a\b\f\n\r\t\v\\"[strings.IndexByte(`abfnrtv\`, ch)]))
		case 'a' <= ch && ch <= 'z' || 'A' <= ch && ch <= 'Z':
			fail(`the replacement contains \` + s[:1] + ", which is not a valid escape")
		default:
			add(`\` + s[:size])
		}
		s = s[size:]
	}
	return parts
}

// namedGroup parses g<name> or g<number> and returns its length.
func namedGroup(r *regex, s string, group func(int)) int {
	end := strings.IndexByte(s, '>')
	if len(s) < 2 || s[1] != '<' || end < 3 {
		fail(`\g in a replacement takes the name of a group: \g<name>`)
	}
	name := s[2:end]
	i, ok := r.Group(name)
	if !ok {
		var err error
		if i, err = strconv.Atoi(name); err != nil || i < 0 {
			fail("the pattern has no group " + quoted(name))
		}
	}
	group(i)
	return end + 1
}

// numberedGroup parses a group number, or three octal digits that denote a character. \0 always
// begins an octal number: group 0 cannot be inserted in this way.
func numberedGroup(s string, add func(string), group func(int)) int {
	octal := 0
	for octal < 3 && octal < len(s) && '0' <= s[octal] && s[octal] <= '7' {
		octal++
	}
	if s[0] == '0' || octal == 3 {
		octal = min(octal, 3)
		n, _ := strconv.ParseUint(s[:octal], 8, 32)
		if n > 0o377 {
			fail(`\` + s[:octal] + " is beyond the largest octal code, 377")
		}
		add(string(rune(n)))
		return octal
	}
	size := 1
	if len(s) > 1 && asciiDigit(s[1]) {
		size = 2
	}
	n, _ := strconv.Atoi(s[:size])
	group(n)
	return size
}
