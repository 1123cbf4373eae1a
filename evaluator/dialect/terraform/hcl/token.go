package hcl

import "pantograph/evaluator/source"

type tokenKind uint8

// The kinds of tokens. Some exist only to be reported (checkTokens): a line break inside quotes,
// and everything from tokBitAnd on.
const (
	tokEOF tokenKind = iota
	tokNewline
	tokComment
	tokIdent
	tokNumber
	tokOBrace
	tokCBrace
	tokOBrack
	tokCBrack
	tokOParen
	tokCParen
	tokOQuote
	tokCQuote
	tokOHeredoc
	tokCHeredoc
	tokInterp   // ${
	tokControl  // %{
	tokSeqEnd   // } that ends ${ or %{
	tokLiteral  // text of a template
	tokLineFeed // a line break inside quotes
	tokStar
	tokSlash
	tokPercent
	tokPlus
	tokMinus
	tokEqual
	tokEqualOp
	tokNotEqual
	tokLess
	tokLessEqual
	tokGreater
	tokGreaterEqual
	tokAnd
	tokOr
	tokBang
	tokDot
	tokComma
	tokEllipsis
	tokFatArrow
	tokQuestion
	tokColon
	tokDoubleColon
	tokBitAnd
	tokBitOr
	tokBitXor
	tokBitNot
	tokApostrophe
	tokBacktick
	tokSemicolon
	tokInvalid
)

// A token is a piece of the text between two byte offsets.
type token struct {
	kind       tokenKind
	start, end int
}

// opposite returns the opening bracket for a closing one.
func opposite(end tokenKind) tokenKind {
	switch end {
	case tokCBrace:
		return tokOBrace
	case tokCBrack:
		return tokOBrack
	case tokCParen:
		return tokOParen
	case tokCQuote:
		return tokOQuote
	case tokCHeredoc:
		return tokOHeredoc
	case tokSeqEnd:
		return tokInterp
	}
	return tokEOF
}

// symbols are the operators and punctuation, longer ones first.
var symbols = []struct {
	text string
	kind tokenKind
}{
	{"...", tokEllipsis},
	{"==", tokEqualOp}, {"!=", tokNotEqual}, {">=", tokGreaterEqual}, {"<=", tokLessEqual},
	{"&&", tokAnd}, {"||", tokOr}, {"=>", tokFatArrow}, {"::", tokDoubleColon},
	{"[", tokOBrack}, {"]", tokCBrack}, {"(", tokOParen}, {")", tokCParen},
	{".", tokDot}, {",", tokComma}, {"*", tokStar}, {"/", tokSlash}, {"%", tokPercent},
	{"+", tokPlus}, {"-", tokMinus}, {"=", tokEqual}, {"<", tokLess}, {">", tokGreater},
	{"!", tokBang}, {"?", tokQuestion}, {":", tokColon},
	{"&", tokBitAnd}, {"|", tokBitOr}, {"^", tokBitXor}, {"~", tokBitNot},
	{"'", tokApostrophe}, {"`", tokBacktick}, {";", tokSemicolon},
}

// A Diagnostic is an error in an expression, in the original's words and in ours.
type Diagnostic struct {
	Span    source.Span
	Message string // ours
	Summary string // summary and detail of the original
	Detail  string
}
