package std

import (
	"encoding/hex"
	"fmt"

	"pantograph/evaluator/digest"
	"pantograph/evaluator/value"
)

func hexOf(sum func(string) []byte) func(string) string {
	return func(s string) string { return hex.EncodeToString(sum(s)) }
}

func base64Of(sum func(string) []byte) func(string) string {
	return func(s string) string { return encode64(string(sum(s))) }
}

var hashFuncs = []Func{
	hash("base64sha256", "the SHA-256 digest of a text, in base64", base64Of(digest.SHA256)),
	hash("base64sha512", "the SHA-512 digest of a text, in base64", base64Of(digest.SHA512)),
	hash("md5", "the MD5 digest of a text, in hexadecimal", hexOf(digest.MD5)),
	hash("sha1", "the SHA-1 digest of a text, in hexadecimal", hexOf(digest.SHA1)),
	hash("sha256", "the SHA-256 digest of a text, in hexadecimal", hexOf(digest.SHA256)),
	hash("sha512", "the SHA-512 digest of a text, in hexadecimal", hexOf(digest.SHA512)),
	{
		Name: "bcrypt",
		Doc: "Hashes a password with bcrypt. The salt is random, so that the result is another one " +
			"with every deployment: here it is unknown.",
		Params: []Param{need("input", text, "the password"), may("cost", integer, "how slow to compute it, 4 to 31, 10 by default")},
		Result: text,
		eval:   bcrypt,
	},
}

func hash(name, what string, convert func(string) string) Func {
	return Func{
		Name:   name,
		Doc:    "Gives " + what + ".",
		Params: []Param{need("input", text, "the text")},
		Result: text,
		eval:   mapText(convert),
	}
}

// bcrypt refuses what the original's algorithm refuses. A cost below 4 means 10 there.
func bcrypt(c *call) value.Value {
	const maxCost, maxBytes = 31, 72
	if n := len(c.text("input")); n > maxBytes {
		return c.fail(Problem{
			Code:      codeRange,
			Message:   fmt.Sprintf("bcrypt takes at most %d bytes, but the password has %d", maxBytes, n),
			Reference: "bcrypt: password length exceeds 72 bytes",
			ArgPath:   at("input"),
		})
	}
	if cost := c.integerOr("cost", 10); cost > maxCost {
		return c.fail(Problem{
			Code:      codeRange,
			Message:   fmt.Sprintf("the cost must be from 4 to %d, but it is %d", maxCost, cost),
			Reference: fmt.Sprintf("crypto/bcrypt: cost %d is outside allowed inclusive range 4..%d", cost, maxCost),
			ArgPath:   at("cost"),
		})
	}
	return value.NotKnown("the salt of a bcrypt hash is random")
}
