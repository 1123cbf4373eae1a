package diag

import (
	"fmt"
	"strings"
)

// The code that creates a message knows the origin of each piece of it. Constant words, and pieces
// copied from the source, are left as they are. Other pieces are wrapped. The code that shows the
// message removes the wrapping, and masks or removes the pieces that would reveal a secret.

// A PieceKind is the origin of a piece of a message.
type PieceKind rune

// The value of a kind is the character that begins a wrapped piece of that kind. These are
// noncharacters, which Unicode reserves for internal use, so no other text should contain them.
const (
	// PieceValue is a secret value, or a part of it.
	PieceValue PieceKind = '\uFDD0' + iota
	// PieceWords is the message of a parser or decoder about something that the expression has
	// read.
	PieceWords
	// PieceSupplied is text from the user, such as a mock's error.
	PieceSupplied
	// PieceName is a name that was computed from a secret, together with the words that are
	// meaningless without it.
	PieceName
	// PieceAny is any part of a message that is not constant, such as an argument.
	PieceAny
	// PieceGuess suggests a name that the user may have meant. If the wrong name was computed from
	// a secret, the suggestion would reveal something about the secret.
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

// SecretName wraps a name that was computed from a secret, with the words around it. It returns ""
// for "".
func SecretName(text string) string {
	if text == "" {
		return ""
	}
	return PieceName.Wrap(text)
}

// Constant wraps text that is constant. It returns text that contains pieces unchanged.
//
//go:noinline
func Constant(text string) string {
	if indexPiece(text) >= 0 {
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

// Sprintf formats a message like fmt.Sprintf, and wraps each argument as text of unknown origin,
// unless it contains pieces. Without arguments, the message is constant.
func Sprintf(format string, args ...any) string {
	if len(args) == 0 {
		return Constant(strings.ReplaceAll(format, "%%", "%"))
	}
	return PieceAny.format(format, args)
}

// Wordsf is like Sprintf, for arguments that the expression has read, or that were derived from
// what it has read.
func Wordsf(format string, args ...any) string { return PieceWords.format(format, args) }

func (k PieceKind) format(format string, args []any) string {
	wrapped := make([]any, len(args))
	for i, a := range args {
		wrapped[i] = argument{a, k}
	}
	return fmt.Sprintf(format, wrapped...)
}

// An argument formats like the value it contains, and wraps the result.
type argument struct {
	any
	kind PieceKind
}

// Format implements fmt.Formatter.
func (a argument) Format(f fmt.State, verb rune) {
	text := fmt.Sprintf(fmt.FormatString(f, verb), a.any)
	if indexPiece(text) < 0 {
		text = a.kind.Wrap(text)
	}
	_, _ = f.Write([]byte(text))
}

// Plain returns text without its wrapping.
func Plain(text string) string {
	return Pieces(text, func(_ PieceKind, piece string) string { return piece })
}

// Wrap returns text as a piece of this kind.
func (k PieceKind) Wrap(text string) string {
	return string(rune(k)) + strings.ReplaceAll(text, string(pieceEnd), "") + string(pieceEnd)
}

// Pieces returns a text in which the result of show replaces each wrapped piece.
func Pieces(text string, show func(kind PieceKind, piece string) string) string {
	start := indexPiece(text)
	if start < 0 {
		return text
	}
	var out strings.Builder
	for ; ; start = indexPiece(text) {
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

// wrappers are the characters that begin a piece, one for each PieceKind.
const wrappers = "\uFDD0\uFDD1\uFDD2\uFDD3\uFDD4\uFDD5\uFDD6"

// indexPiece returns where the first wrapped piece of a text begins, or -1. Most texts have none: it looks for the
// byte with which all wrappers begin first, which is much faster than looking at each character.
func indexPiece(text string) int {
	first := strings.IndexByte(text, wrappers[0])
	if first < 0 {
		return -1
	}
	if i := strings.IndexAny(text[first:], wrappers); i >= 0 {
		return first + i
	}
	return -1
}
