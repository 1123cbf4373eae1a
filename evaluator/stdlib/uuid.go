package stdlib

import (
	"encoding/hex"
	"fmt"
	"strings"

	"pantograph/evaluator/digest"
)

// ParseUUID parses a UUID: 36 characters, optionally after urn:uuid: or in braces, or 32 digits. why
// is the error message of github.com/google/uuid, or "".
func ParseUUID(s string) (id [16]byte, why string) {
	const prefix = "urn:uuid:"
	text := s
	switch len(s) {
	case 36, 32:
	case 36 + len(prefix):
		if !strings.EqualFold(s[:len(prefix)], prefix) {
			return id, fmt.Sprintf("invalid urn prefix: %q", s[:len(prefix)])
		}
		text = s[len(prefix):]
	case 38:
		text = s[1:37]
	default:
		return id, fmt.Sprintf("invalid UUID length: %d", len(s))
	}
	if len(text) == 36 {
		for _, at := range []int{8, 13, 18, 23} {
			if text[at] != '-' {
				return id, invalidUUID
			}
		}
		text = text[:8] + text[9:13] + text[14:18] + text[19:23] + text[24:]
	}
	if n, err := hex.Decode(id[:], []byte(text)); err != nil || n != len(id) {
		return id, invalidUUID
	}
	return id, ""
}

// invalidUUID is the error message for a UUID of a valid length with wrong characters.
const invalidUUID = "invalid UUID format"

// UUIDv5 returns the UUID of a name in a namespace (RFC 4122, version 5).
func UUIDv5(namespace [16]byte, name string) string {
	id := digest.SHA1(string(namespace[:]) + name)[:16]
	id[6] = id[6]&0x0f | 0x50
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
