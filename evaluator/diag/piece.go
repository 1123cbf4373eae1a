package diag

import (
	"fmt"
	"strings"
)

// Whoever writes a problem knows where each piece of its text came from. What is constant,
// and what is copied from the source, stays as it is. The other pieces are wrapped, so that
// whoever shows the problem can decide: the wrapping is taken off or the piece with it.

// A PieceKind says where a piece of a message came from.
type PieceKind rune

// The kinds are characters that no text should hold: Unicode sets them aside for programs.
const (
	// PieceValue is a value, or a part of one, that is secret.
	PieceValue PieceKind = '\uFDD0' + iota
	// PieceWords are the words of a parser or decoder about what the expression has read.
	PieceWords
	// PieceSupplied are words that the reader supplied, as a mock's error.
	PieceSupplied
	// PieceName is a name that came out of a secret, with the words around it that make no
	// sense without it.
	PieceName
	// PieceAny is anything that a text is made of besides its constant words.
	PieceAny
	// PieceGuess is what was probably meant by a name: said of a name that was computed from a
	// secret, it would say something of the secret.
	PieceGuess
	// PieceConstant is a text that holds no piece.
	PieceConstant

	pieceEnd = '\uFDDF'
)

// Hidden wraps a text that is secret.
func Hidden(text string) string { return PieceValue.Wrap(text) }

// Words wraps what a parser or a decoder says of a text.
//
//go:noinline
func Words(text string) string { return PieceWords.Wrap(text) }

// Supplied wraps words of inputs.yaml.
func Supplied(text string) string { return PieceSupplied.Wrap(text) }

// SecretName wraps a name that came out of a secret, such as a suggestion.
func SecretName(text string) string {
	if text == "" {
		return ""
	}
	return PieceName.Wrap(text)
}

// Constant wraps words of ours, in which only pieces are anything else.
//
//go:noinline
func Constant(text string) string {
	if strings.ContainsAny(text, wrappers) {
		return text
	}
	return PieceConstant.Wrap(text)
}

// Guess wraps a suggestion for a name that may have been computed.
func Guess(text string) string { return PieceGuess.Wrap(text) }

// Any wraps a text of which it is not known where it came from.
//
//go:noinline
func Any(text string) string { return PieceAny.Wrap(text) }

// Sprintf formats a text with each argument wrapped, so that the constant words can be told
// from the others.
func Sprintf(format string, args ...any) string {
	if len(args) == 0 {
		return Constant(strings.ReplaceAll(format, "%%", "%"))
	}
	return PieceAny.format(format, args)
}

// Wordsf is Sprintf for arguments that are, or come from, what the expression has read.
func Wordsf(format string, args ...any) string { return PieceWords.format(format, args) }

func (k PieceKind) format(format string, args []any) string {
	wrapped := make([]any, len(args))
	for i, a := range args {
		wrapped[i] = argument{a, k}
	}
	return fmt.Sprintf(format, wrapped...)
}

// An argument formats as what it holds, wrapped.
type argument struct {
	any
	kind PieceKind
}

// Format implements fmt.Formatter.
func (a argument) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf(fmt.FormatString(f, verb), a.any)
	if !strings.ContainsAny(text, wrappers) {
		text = a.kind.Wrap(text)
	}
	_, _ = f.Write([]byte(text))
}

// Plain returns a text without its wrapping.
func Plain(text string) string {
	return Pieces(text, func(_ PieceKind, piece string) string { return piece })
}

// Wrap marks a text as a piece.
func (k PieceKind) Wrap(text string) string {
	return string(rune(k)) + strings.ReplaceAll(text, string(pieceEnd), "") + string(pieceEnd)
}

// Pieces replaces each wrapped piece of a text by what show returns for it.
func Pieces(text string, show func(kind PieceKind, piece string) string) string {
	if !strings.ContainsAny(text, wrappers) {
		return text
	}
	var out strings.Builder
	for {
		start := strings.IndexAny(text, wrappers)
		if start < 0 {
			break
		}
		kind := PieceValue
		for _, r := range text[start:] {
			kind = PieceKind(r)
			break
		}
		inner := text[start+len(string(rune(kind))):]
		end := strings.Index(inner, string(pieceEnd))
		if end < 0 {
			break
		}
		out.WriteString(text[:start] + show(kind, inner[:end]))
		text = inner[end+len(string(pieceEnd)):]
	}
	return out.String() + text
}

const wrappers = "\uFDD0\uFDD1\uFDD2\uFDD3\uFDD4\uFDD5\uFDD6"
