package stdlib

import (
	"encoding/base64"
	"strings"
)

// This file implements RSA decryption and the parsing of keys, because packages crypto/rsa and
// crypto/x509 would add 400 KB to the compressed engine for one function.

// A PrivateKey is an RSA key. Its numbers are big-endian without leading zeros.
type PrivateKey struct{ Modulus, Exponent []byte }

// Work estimates the number of steps that a decryption should spend. Its time is cubic in the length
// of the key: 50 ms for 2,048 bits in WebAssembly.
func (k PrivateKey) Work() int {
	words := len(k.Modulus)/4 + 1
	return words * words / 16 * len(k.Exponent)
}

// Decrypt decrypts an RSA ciphertext with PKCS #1 v1.5 padding. It does not protect the key from
// side channels, because it runs on the machine of the key's owner. It returns false if the
// ciphertext does not fit the key.
func (k PrivateKey) Decrypt(ciphertext []byte) ([]byte, bool) {
	number := trimZeros(ciphertext)
	if !lessBytes(number, k.Modulus) {
		return nil, false
	}
	padded := powMod(number, k.Exponent, k.Modulus)
	if len(padded) < 11 || padded[0] != 0 || padded[1] != 2 {
		return nil, false
	}
	for i, b := range padded[2:] {
		if b == 0 {
			return padded[i+3:], i >= 8
		}
	}
	return nil, false
}

// ParseKey parses an RSA private key in PEM form, PKCS #1 or PKCS #8. For any other text, it returns
// a message that says what is wrong.
func ParseKey(text string) (PrivateKey, string) {
	const begin, end = "-----BEGIN ", "-----END "
	_, rest, found := strings.Cut(text, begin)
	kind, rest, closed := strings.Cut(rest, "-----")
	content, _, ended := strings.Cut(rest, end+kind+"-----")
	switch {
	case !found || !closed || !ended:
		return PrivateKey{}, "this is not a key in PEM form: text between -----BEGIN ...----- and -----END ...-----"
	case strings.Contains(content, "ENCRYPTED") || strings.HasPrefix(kind, "ENCRYPTED"):
		return PrivateKey{}, "the key is protected by a passphrase; a key without one is needed"
	case kind != "RSA PRIVATE KEY" && kind != "PRIVATE KEY":
		return PrivateKey{}, "this is a block of kind " + kind + "; an RSA PRIVATE KEY is needed"
	}
	der, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(content), ""))
	if err != nil {
		return PrivateKey{}, "the key is damaged: the text between the PEM lines is not base64"
	}
	key, ok := parseDER(der, kind == "PRIVATE KEY")
	if !ok {
		return PrivateKey{}, "the text between the PEM lines is not an RSA private key"
	}
	return key, ""
}

// Tags of the DER elements in a private key.
const (
	derInteger  = 0x02
	derOctets   = 0x04
	derSequence = 0x30
)

// parseDER parses SEQUENCE{version, modulus, public exponent, private exponent, ...}. In PKCS #8, for
// which wrapped is set, this is in the octet string of SEQUENCE{version, algorithm, OCTET STRING}.
func parseDER(b []byte, wrapped bool) (PrivateKey, bool) {
	body, _, ok := derElement(b, derSequence)
	if !ok {
		return PrivateKey{}, false
	}
	_, body, ok = derElement(body, derInteger)
	if ok && wrapped {
		_, body, ok = derElement(body, derSequence)
		if !ok {
			return PrivateKey{}, false
		}
		inner, _, ok := derElement(body, derOctets)
		if !ok {
			return PrivateKey{}, false
		}
		return parseDER(inner, false)
	}
	var numbers [3][]byte
	for i := range numbers {
		if !ok {
			return PrivateKey{}, false
		}
		numbers[i], body, ok = derElement(body, derInteger)
	}
	key := PrivateKey{Modulus: trimZeros(numbers[0]), Exponent: trimZeros(numbers[2])}
	n := len(key.Modulus)
	return key, ok && n > 0 && key.Modulus[n-1]&1 == 1 && len(key.Exponent) <= n
}

// derElement returns the contents of the DER element at the start of b, and the bytes after it. It
// returns false if there is no valid element with the given tag.
func derElement(b []byte, tag byte) (body, rest []byte, ok bool) {
	if len(b) < 2 || b[0] != tag {
		return nil, nil, false
	}
	n, b := int(b[1]), b[2:]
	if n >= 0x80 {
		digits := n & 0x7f
		if digits > 3 || digits > len(b) {
			return nil, nil, false
		}
		n = 0
		for _, d := range b[:digits] {
			n = n<<8 | int(d)
		}
		b = b[digits:]
	}
	if n > len(b) {
		return nil, nil, false
	}
	return b[:n], b[n:], true
}

func trimZeros(b []byte) []byte {
	for len(b) > 0 && b[0] == 0 {
		b = b[1:]
	}
	return b
}

// lessBytes reports whether a is less than b. Both are big-endian numbers without leading zeros.
func lessBytes(a, b []byte) bool {
	return len(a) < len(b) || len(a) == len(b) && string(a) < string(b)
}
