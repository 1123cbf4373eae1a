package stdlib

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"

	"pantograph/evaluator/digest"
)

// HexMD5 returns the MD5 digest of a string in lower-case hexadecimal.
func HexMD5(text string) string { return hex.EncodeToString(digest.MD5(text)) }

// HexSHA1 returns the SHA-1 digest of a string in lower-case hexadecimal.
func HexSHA1(text string) string { return hex.EncodeToString(digest.SHA1(text)) }

// HexSHA256 returns the SHA-256 digest of a string in lower-case hexadecimal.
func HexSHA256(text string) string { return hex.EncodeToString(digest.SHA256(text)) }

// HexSHA512 returns the SHA-512 digest of a string in lower-case hexadecimal.
func HexSHA512(text string) string { return hex.EncodeToString(digest.SHA512(text)) }

// Base64SHA256 returns the SHA-256 digest of a string in base64.
func Base64SHA256(text string) string { return Base64(string(digest.SHA256(text))) }

// Base64SHA512 returns the SHA-512 digest of a string in base64.
func Base64SHA512(text string) string { return Base64(string(digest.SHA512(text))) }

// Base64 encodes bytes in base64 with the standard alphabet and padding.
func Base64(data string) string { return base64.StdEncoding.EncodeToString([]byte(data)) }

// Gzip compresses a string, without a name or a time in the header. As Terraform does, it flushes the
// writer before closing it, which adds an empty block after the data.
func Gzip(text string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	// Writing to a bytes.Buffer never fails.
	_, _ = w.Write([]byte(text))
	_ = w.Flush()
	_ = w.Close()
	return out.String()
}
