package diag

import (
	"fmt"
	"strings"
)

// The code that creates a message knows where each piece of it came from. Constant words, and
// pieces copied from the source, are left as they are. Other pieces are wrapped, so that the code
// that shows the message can decide whether to remove only the wrapping or the piece as well.

// A PieceKind is the origin of a piece of a message.
type PieceKind rune

// The kinds are noncharacters, which Unicode reserves for internal use, so no text should contain
// them.
const (
	// PieceValue is a secret value, or a part of one.
	PieceValue PieceKind = '\uFDD0' + iota
	// PieceWords is the message of a parser or decoder about something that the expression has
	// read.
	PieceWords
	// PieceSupplied is text from the user, such as a mock's error.
	PieceSupplied
	// PieceName is a name that was computed from a secret, with the words around it that make no
	// sense without it.
	PieceName
	// PieceAny is any part of a message that is not constant, such as an argument.
	PieceAny
	// PieceGuess suggests what was meant by a name. If that name was computed from a secret, the
	// suggestion would reveal something about the secret.
	PieceGuess
	// PieceConstant is text without any pieces in it.
	PieceConstant

	pieceEnd = '\uFDDF'
)

// Hidden wraps a secret string.
func Hidden(text string) string { return PieceValue.Wrap(text) }

// Words wraps the message of a parser or decoder.
//
//go:noinline
func Words(text string) string { return PieceWords.Wrap(text) }

// Supplied wraps text from inputs.yaml.
func Supplied(text string) string { return PieceSupplied.Wrap(text) }

// SecretName wraps a name that was computed from a secret, such as a suggestion.
func SecretName(text string) string {
	if text == "" {
		return ""
	}
	return PieceName.Wrap(text)
}

// Constant marks text as constant, unless it contains pieces.
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

// Any wraps text of unknown origin.
//
//go:noinline
func Any(text string) string { return PieceAny.Wrap(text) }

// Sprintf formats a message and wraps each argument, to distinguish it from the constant words.
func Sprintf(format string, args ...any) string {
	if len(args) == 0 {
		return Constant(strings.ReplaceAll(format, "%%", "%"))
	}
	return PieceAny.format(format, args)
}

// Wordsf is Sprintf for arguments that the expression has read, or that were derived from those.
func Wordsf(format string, args ...any) string { return PieceWords.format(format, args) }

func (k PieceKind) format(format string, args []any) string {
	wrapped := make([]any, len(args))
	for i, a := range args {
		wrapped[i] = argument{a, k}
	}
	return fmt.Sprintf(format, wrapped...)
}

// An argument formats as the value it holds, wrapped.
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

// Plain returns text without its wrapping.
func Plain(text string) string {
	return Pieces(text, func(_ PieceKind, piece string) string { return piece })
}

// Wrap marks a text as a piece.
func (k PieceKind) Wrap(text string) string {
	return string(rune(k)) + strings.ReplaceAll(text, string(pieceEnd), "") + string(pieceEnd)
}

// Pieces replaces each wrapped piece of a text with the result of show.
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
