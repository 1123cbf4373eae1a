package link

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// InputsFile is the file in which people write secrets down: {secret: v} or {$secret: v}.
const InputsFile = "inputs.yaml"

// LeftOut stands in a link where a secret was.
const LeftOut = `"left out of the link"`

// secretKey finds a key whose value may be secret: at the beginning of a line, behind a dash, a
// question mark, a bracket or a comma, with a tag or an anchor of its own perhaps.
var secretKey = regexp.MustCompile(`(?m)(^[ \t?-]*|[{,][ \t\r\n]*)(?:[&!][^\s,{}\[\]]*[ \t]+)*` +
	`(?:(\$?secret|decrypt)|"(\$?secret|decrypt)"|'(\$?secret|decrypt)')[ \t\r\n]*:`)

var (
	switches   = regexp.MustCompile(`^(true|false|null|~)$`)
	properties = regexp.MustCompile(`^(?:[&!][^\s,{}\[\]]*(?:[ \t]+|$))*`) // in front of a value: tags and an anchor
	ownAnchor  = regexp.MustCompile(`&\S+`)
	onlyAlias  = regexp.MustCompile(`^\*\S+$`)
	alias      = regexp.MustCompile(`(^|[\s,\[{:-])\*([^\s,\[\]{}]+)`)
	anchor     = regexp.MustCompile(`(?:^|[\s,\[{:-])(&)([^\s,\[\]{}]+)`)
	quotes     = regexp.MustCompile(`(?m)"(?:\\.|[^"\\\n])*"|'[^'\n]*'|(^|\s)#.*`)
	entryEnds  = regexp.MustCompile(`[,{}\[\]]\s*$`)
	comments   = regexp.MustCompile(`(?:^|\s)#`)
	outputs    = keyOf("outputs")
)

const spaces = " \t\r\n"

// withoutSecrets is the text of a file of inputs without the values of what a template marks,
// and without those that inputs.yaml itself marks, wherever they stand: an alias leads to its
// anchor. With them go the outputs of a provider with `secret: true`, which is a switch and no
// secret itself, and what `decrypt` holds. It reads the text as it is, so that half-typed YAML
// loses them too; web/src/share/secrets.ts does the same, held to the same rows in
// testdata/links/secrets.json and secret-files.json.
func withoutSecrets(text string, marked []string, isInputs bool) (rest string, count int) {
	c := cutter{text: text}
	if isInputs {
		c.cutMarkedHere()
	}
	if len(marked) > 0 {
		c.cutNamed(marked)
	}
	c.cutAnchored()
	return c.apply()
}

// cutMarkedHere takes out what inputs.yaml marks itself.
func (c *cutter) cutMarkedHere() {
	text := c.text
	for _, found := range secretKey.FindAllStringSubmatchIndex(text, -1) {
		place, colon := c.placeOf(found[2], found[3]), found[1]
		v := c.valueAt(colon, place)
		isDecrypt := strings.HasPrefix(text[max(found[4], found[6], found[8]):], "decrypt")
		switch words := text[v.start:v.end]; {
		case isDecrypt && c.isOfRoot(place):
			c.cut(v, colon, "{}")
		case isDecrypt:
		case !switches.MatchString(words):
			c.cut(v, colon, LeftOut)
		case words == "true":
			c.cutOutputsBeside(place)
		}
	}
}

// cutNamed takes out the values of keys with these names.
func (c *cutter) cutNamed(names []string) {
	for _, found := range keyOf(names...).FindAllStringSubmatchIndex(c.text, -1) {
		colon := found[len(found)-2]
		if v := c.valueAt(colon, c.placeOf(found[2], found[3])); !saysSecret.MatchString(c.text[v.start:v.end]) {
			c.cut(v, colon, LeftOut)
		}
	}
}

// cutAnchored takes out what the aliases mean that stood in what was taken out.
func (c *cutter) cutAnchored() {
	text := c.text
	for i := 0; i < len(c.names); i++ { // it grows by what anchored values refer to
		for _, found := range anchor.FindAllStringSubmatchIndex(text, -1) {
			if text[found[4]:found[5]] == c.names[i] {
				c.cut(c.valueAt(found[1], c.around(found[2])), found[1], LeftOut)
			}
		}
	}
}

// A cutter finds what is to be taken out of a text.
type cutter struct {
	text  string
	cuts  []piece
	names []string // aliases in what is taken out, without the *
}

// A piece is a part of the text and what takes its place.
type piece struct {
	from, to int
	by       string
}

// A place is where a key or an anchor stands: in brackets, or at a column of a block.
type place struct {
	at     int
	isFlow bool
	column int
}

// A content is a value: behind its tags and its anchor, which is kept.
type content struct {
	start, end int
	anchor     string
}

func (c *cutter) cut(v content, gap int, by string) {
	words := c.text[v.start:v.end]
	if words == "" || words == by || words == LeftOut {
		return
	}
	if !onlyAlias.MatchString(words) {
		c.cuts = append(c.cuts, piece{gap, v.end, " " + v.anchor + by})
	}
	for _, found := range alias.FindAllStringSubmatch(words, -1) {
		if !slices.Contains(c.names, found[2]) {
			c.names = append(c.names, found[2])
		}
	}
}

// apply takes the outermost pieces out, and the aliases of what is gone with them.
func (c *cutter) apply() (rest string, count int) {
	slices.SortFunc(c.cuts, func(a, b piece) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var out strings.Builder
	at := 0
	for _, p := range c.cuts {
		if p.from < at {
			continue
		}
		out.WriteString(c.text[at:p.from] + p.by)
		at = p.to
		count++
	}
	out.WriteString(c.text[at:])
	kept, gone := anchorsOf(out.String()), anchorsOf(c.text)
	return alias.ReplaceAllStringFunc(out.String(), func(all string) string {
		lead, name, _ := strings.Cut(all, "*")
		if gone[name] && !kept[name] {
			return lead + LeftOut
		}
		return all
	}), count
}

func anchorsOf(text string) map[string]bool {
	names := map[string]bool{}
	for _, found := range anchor.FindAllStringSubmatch(text, -1) {
		names[found[2]] = true
	}
	return names
}

func (c *cutter) placeOf(start, end int) place {
	lead, at := c.text[start:end], end
	if explicit := strings.IndexByte(lead, '?'); explicit >= 0 {
		at = start + explicit
	}
	return place{at, strings.HasPrefix(lead, "{") || strings.HasPrefix(lead, ","), c.columnOf(at)}
}

func (c *cutter) columnOf(at int) int { return at - c.lineStart(at) }

func (c *cutter) lineStart(at int) int { return strings.LastIndexByte(c.text[:at], '\n') + 1 }

// around is the place of the entry that an anchor's value belongs to.
func (c *cutter) around(at int) place {
	line, rest := c.text[c.lineStart(at):at], c.text[at:lineEnd(c.text, at)]
	isFlow := depthOf(line) > 0 || (depthOf(c.text[:at]) > 0 && entryEnds.MatchString(rest))
	lead := line[:len(line)-len(strings.TrimLeft(line, " \t-"))]
	column := len(lead)
	if len(lead) == len(line) {
		column = max(strings.LastIndexByte(lead, '-'), 0)
	}
	return place{at, isFlow, column}
}

// depthOf is how many brackets are open, as far as quotes and comments leave them.
func depthOf(text string) (depth int) {
	for _, r := range quotes.ReplaceAllString(text, "$1") {
		switch r {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
	}
	return depth
}

// isOfRoot says whether a key is one of inputs.yaml itself.
func (c *cutter) isOfRoot(p place) bool {
	if p.isFlow {
		return strings.HasPrefix(strings.TrimLeft(c.text, spaces), "{") && depthOf(c.text[:p.at]) == 1
	}
	return p.column == 0
}

func (c *cutter) valueAt(from int, p place) content {
	blanks := " \t"
	if p.isFlow {
		blanks = spaces
	}
	gap := from + len(c.text[from:]) - len(strings.TrimLeft(c.text[from:], blanks))
	props := properties.FindString(c.text[gap:lineEnd(c.text, gap)])
	start := gap + len(props)
	v := content{end: valueEnd(c.text, start, p.isFlow, p.column)}
	v.start = v.end - len(strings.TrimLeft(c.text[start:v.end], spaces))
	if own := ownAnchor.FindString(props); own != "" {
		v.anchor = own + " "
	}
	return v
}

// cutOutputsBeside takes out the key `outputs` of the mapping that a key stands in.
func (c *cutter) cutOutputsBeside(p place) {
	start, end := c.mappingAround(p)
	for _, found := range outputs.FindAllStringSubmatchIndex(c.text[start:end], -1) {
		at, colon := start+found[3], start+found[len(found)-2]
		column := c.columnOf(at)
		if (p.isFlow && depthOf(c.text[start:at]) == 1) || (!p.isFlow && column == p.column) {
			c.cut(c.valueAt(colon, place{at, p.isFlow, column}), colon, LeftOut)
		}
	}
}

func (c *cutter) mappingAround(p place) (start, end int) {
	if p.isFlow {
		start = p.at
		for depth := 0; start > 0 && depth < 1; {
			start--
			switch c.text[start] {
			case '{':
				depth++
			case '}':
				depth--
			}
		}
		return start, closing(c.text, start)
	}
	isInside := func(line string) bool {
		return strings.TrimSpace(line) == "" || len(line)-len(strings.TrimLeft(line, " \t-")) >= p.column
	}
	isItem := func(line string) bool {
		return strings.HasPrefix(strings.TrimLeft(line[:min(len(line), p.column)], spaces), "-")
	}
	start, end = c.lineStart(p.at), lineEnd(c.text, p.at)
	for start > 0 && !isItem(c.text[start:]) {
		above := c.lineStart(start - 1)
		if !isInside(c.text[above : start-1]) {
			break
		}
		start = above
	}
	for end < len(c.text) {
		next := lineEnd(c.text, end+1)
		if line := c.text[end+1 : next]; !isInside(line) || isItem(line) {
			break
		}
		end = next
	}
	return start, end
}
