// Package nfc brings text to Unicode's normal form C. Terraform does so with every text,
// so that two spellings of a character are one.
package nfc

import "golang.org/x/text/unicode/norm"

// firstMark is the first byte of the first character that can combine with another one or
// has another spelling: nothing before U+0300 does either.
const firstMark = 0xCC

// String returns s in normal form C.
func String(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= firstMark {
			return norm.NFC.String(s)
		}
	}
	return s
}
