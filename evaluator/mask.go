package evaluator

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// The text of a problem is masked according to its origin. Constant text, and text copied from the
// source, is kept even if it happens to equal a secret. Any other text is wrapped when a message is
// created (diag.PieceKind). It is searched for the secrets that the failing expression has read,
// which the evaluator records (diag.Problem.Read); text from inputs.yaml is searched for all
// secrets of the evaluation.

// A masker masks secrets in problems.
type masker struct {
	all    []string                // the texts of all secrets in the evaluation
	places []placed                // the secrets that are written in the source
	texts  map[value.Data][]string // the texts of lists and objects that were needed before
	budget int                     // how many more bytes may be searched
}

// placed is a secret that is written in the source, with its position.
type placed struct {
	at    source.Span
	value value.Value
}

// longEnough is the length in bytes from which a secret is also masked inside words. Shorter
// secrets occur there by chance.
const longEnough = 4

// maskBudget is how many bytes of problems may be searched for secrets. After that, text that may
// contain a secret is masked completely.
const maskBudget = 64 << 20

// newMasker returns a masker for the secrets of an evaluation: those in the result, and those that
// only references and functions have read.
func (s *Snapshot) newMasker() *masker {
	m := &masker{texts: map[value.Data][]string{}, budget: maskBudget}
	seen := map[value.Data]bool{}
	add := func(v value.Value) { m.collect(v, seen) }
	for _, s := range append(s.parts, s) {
		add(s.Outcome.Value)
		for _, f := range s.Outcome.Sections {
			add(f.Value)
		}
		s.evaluator.Remembered(add)
		for _, c := range s.bound.Program.Cells {
			add(s.evaluator.Value(c))
		}
	}
	slices.Sort(m.all)
	m.all = slices.Compact(m.all)
	return m
}

// collect adds the secrets in a value.
func (m *masker) collect(v value.Value, seen map[value.Data]bool) {
	if !v.HasSecret() {
		return
	}
	if v.IsSecret() {
		literal := false
		v.EachText(func(text string) {
			m.all = append(m.all, text)
			literal = literal || text != "" && strings.Contains(v.Origin.Text(), text)
		})
		if literal {
			m.places = append(m.places, placed{v.Origin, v})
		}
		return
	}
	if v.Data == nil || seen[v.Data] {
		return
	}
	seen[v.Data] = true
	switch d := v.Data.(type) {
	case *value.List:
		for i := range d.Items {
			m.collect(d.Items[i], seen)
		}
	case *value.Object:
		for i := range d.Fields {
			m.collect(d.Fields[i].Value, seen)
		}
	case *value.Tagged:
		m.collect(d.Body, seen)
	}
}

// mask returns a problem with its secrets masked.
func (m *masker) mask(p diag.Problem) diag.Problem {
	texts, known := m.read(&p)
	message, _ := m.text(p.Message, &p, texts, known)
	reference, changed := m.text(p.Reference, &p, texts, known)
	p.Message, p.Reference = message, reference
	if changed || p.Reference == p.Message {
		p.Reference = ""
	}
	p.Notes = slices.Clone(p.Notes)
	for i := range p.Notes {
		p.Notes[i].Message, _ = m.text(p.Notes[i].Message, &p, texts, known)
	}
	p.Fixes = shareable(p.Fixes)
	return p
}

// shareable returns the fixes except those that would write a name computed from a secret.
func shareable(fixes []diag.Fix) []diag.Fix {
	return slices.DeleteFunc(slices.Clone(fixes), func(f diag.Fix) bool {
		return diag.Plain(f.Title) != f.Title
	})
}

// read returns the texts of the secrets that a problem may contain, longest first. It sets p.Read
// if the evaluator has not recorded it, to the secrets in the source that contain the problem's
// position. known is false if searching for them would exceed the budget.
func (m *masker) read(p *diag.Problem) (texts []string, known bool) {
	secrets := p.Read
	if secrets == nil {
		for _, s := range m.places {
			if s.at.Covers(p.Span) {
				secrets = append(secrets, s.value)
			}
		}
		p.Read = secrets
	}
	for _, s := range secrets {
		v, ok := s.(value.Value)
		cached := ok && (v.List() != nil || v.Object() != nil) // data of other kinds may not be hashable
		if cached && m.texts[v.Data] != nil {
			texts = append(texts, m.texts[v.Data]...)
			continue
		}
		own := []string{}
		s.EachText(func(text string) {
			own = append(own, spellings(text)...)
		})
		if cached {
			m.texts[v.Data] = own
		}
		texts = append(texts, own...)
	}
	m.budget -= len(texts) * (len(p.Message) + len(p.Reference))
	if m.budget < 0 {
		return nil, false
	}
	sort.SliceStable(texts, func(i, j int) bool {
		a, b := texts[i], texts[j]
		if len(a) != len(b) {
			return len(a) > len(b)
		}
		return a < b
	})
	return slices.Compact(texts), true
}

// spellings returns a text as messages quote it: as it is, and inside quotes, with the escape sequences of
// Go, of JSON and of Python.
func spellings(text string) []string {
	out := []string{text}
	add := func(quoted string) {
		if inner := quoted[1 : len(quoted)-1]; !slices.Contains(out, inner) {
			out = append(out, inner)
		}
	}
	quoted := strconv.Quote(text)
	add(quoted)
	add(value.JSON(value.Str(text), value.GoJSON))
	add(value.JSON(value.Str(text), value.JSONStyle{}))
	add(value.JSON(value.Str(text), value.JSONStyle{ASCII: true}))
	single := pythonEscapes.Replace(quoted)
	add(single)
	add("'" + strings.ReplaceAll(single[1:len(single)-1], "'", `\'`) + "'")
	return out
}

// pythonEscapes replaces Go's escape sequences with Python's.
var pythonEscapes = strings.NewReplacer(`\\`, `\\`, `\a`, `\x07`, `\b`, `\x08`, `\f`, `\x0c`,
	`\v`, `\x0b`, `\u00`, `\x`, `\"`, `"`)

// text masks the pieces of a text. It reports whether any of them changed, not counting names and
// guesses. A text without pieces is treated as a single piece.
func (m *masker) text(text string, p *diag.Problem, texts []string, known bool) (string, bool) {
	if text == "" || len(p.Read) == 0 && diag.Plain(text) == text {
		return text, false
	}
	changed := false
	if diag.Plain(text) == text {
		text = diag.PieceAny.Wrap(text)
	}
	out := diag.Pieces(text, func(kind diag.PieceKind, piece string) string {
		shown := m.piece(kind, piece, p, texts, known)
		changed = changed || shown != piece && kind != diag.PieceName && kind != diag.PieceGuess
		return shown
	})
	return out, changed
}

func (m *masker) piece(kind diag.PieceKind, piece string, p *diag.Problem, texts []string, known bool) string {
	switch kind {
	case diag.PieceConstant:
		return piece
	case diag.PieceName:
		return "" // the text is complete without it
	case diag.PieceValue:
		return render.SecretText
	case diag.PieceGuess:
		if len(p.Read) > 0 {
			return ""
		}
	case diag.PieceWords:
		if len(p.Read) > 0 {
			return render.SecretText
		}
	case diag.PieceSupplied:
		if slices.ContainsFunc(m.all, func(secret string) bool { return occurs(piece, secret) }) {
			return render.SecretText
		}
	case diag.PieceAny:
		switch {
		case len(p.Read) == 0 || m.isCopied(piece, p.Span):
		case !known:
			return render.SecretText
		default:
			for _, secret := range texts {
				piece = without(piece, secret)
			}
			piece = strings.ReplaceAll(piece, masked, render.SecretText)
		}
	}
	return piece
}

// isCopied reports whether a piece is copied from the source at the problem's position, and no
// secret is written there. A part of that source is not enough: it may equal a short secret by chance.
func (m *masker) isCopied(piece string, at source.Span) bool {
	if word := strings.Trim(piece, "\"'`"); word == "" || word != strings.Trim(at.Text(), ".[\"'`]") {
		return false
	}
	return !slices.ContainsFunc(m.places, func(s placed) bool {
		return s.at.File() == at.File() && s.at.Start() < at.End() && at.Start() < s.at.End()
	})
}

// occurs reports whether a text contains a secret as a separate word or, if the secret is long
// enough, anywhere.
func occurs(text, secret string) bool { return without(text, secret) != text }

// masked replaces a secret until all secrets have been found. render.SecretText replaces it only
// then, because that text might itself contain a secret.
const masked = "\x00"

// without returns a text in which masked replaces the secret, where occurs would find it.
func without(text, secret string) string {
	if secret == "" || !strings.Contains(text, secret) {
		return text
	}
	if len(secret) >= longEnough {
		return strings.ReplaceAll(text, secret, masked)
	}
	var out strings.Builder
	for at := 0; ; {
		i := strings.Index(text[at:], secret)
		if i < 0 {
			return out.String() + text[at:]
		}
		end := at + i + len(secret)
		out.WriteString(text[at : at+i])
		if isWhole(text, at+i, end) {
			out.WriteString(masked)
		} else {
			out.WriteString(secret)
		}
		at = end
	}
}

// isWhole reports whether a range of a text is a separate word: there is no letter, digit or _ on
// either side.
func isWhole(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !isWordRune(before) && !isWordRune(after)
}

func isWordRune(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// revealed returns a problem with its secrets shown, without the wrapping of pieces.
func revealed(p diag.Problem) diag.Problem {
	whole := diag.Plain
	p.Message, p.Reference = whole(p.Message), whole(p.Reference)
	if p.Reference == p.Message {
		p.Reference = ""
	}
	p.Notes, p.Fixes = slices.Clone(p.Notes), slices.Clone(p.Fixes)
	for i := range p.Notes {
		p.Notes[i].Message = whole(p.Notes[i].Message)
	}
	for i := range p.Fixes {
		p.Fixes[i].Title = whole(p.Fixes[i].Title)
		p.Fixes[i].Edits = slices.Clone(p.Fixes[i].Edits)
		for j := range p.Fixes[i].Edits {
			p.Fixes[i].Edits[j].Text = whole(p.Fixes[i].Edits[j].Text)
		}
	}
	return p
}
