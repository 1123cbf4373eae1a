package std

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
)

// hashFuncs return digests of a string's bytes. Those in base64 encode the raw digest; the others, bcrypt aside,
// are in lower-case hexadecimal (11).
var hashFuncs = []ir.Func{
	{
		Name:    "std:base64sha256",
		Doc:     "Returns the SHA-256 digest of a string, in base64.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello} → LPJNul+wow4m…",
		Data:    onText(stdlib.Base64SHA256),
	}, {
		Name:    "std:base64sha512",
		Doc:     "Returns the SHA-512 digest of a string, in base64.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello} → m3HSJL1i83hd…",
		Data:    onText(stdlib.Base64SHA512),
	}, {
		Name: "std:bcrypt",
		Doc: "Hashes a password with bcrypt. The salt is random, so the result differs " +
			"between deployments and is unknown here.",
		Params: []ir.Param{
			{Name: "input", Type: text, Doc: "the password"},
			{Name: "cost", Type: integer, Doc: "the cost: how slow it is to compute, 4 to 31, 10 by " +
				"default", Optional: true},
		},
		Result:  text,
		Example: "{input: hello} → unknown",
		Data:    onCall(bcrypt),
	}, {
		Name:    "std:md5",
		Doc:     "Returns the MD5 digest of a string, in hexadecimal.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello} → 5d41402a…",
		Data:    onText(stdlib.HexMD5),
	}, {
		Name:    "std:sha1",
		Doc:     "Returns the SHA-1 digest of a string, in hexadecimal.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello} → aaf4c61d…",
		Data:    onText(stdlib.HexSHA1),
	}, {
		Name:    "std:sha256",
		Doc:     "Returns the SHA-256 digest of a string, in hexadecimal.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello} → 2cf24dba…",
		Data:    onText(stdlib.HexSHA256),
	}, {
		Name:    "std:sha512",
		Doc:     "Returns the SHA-512 digest of a string, in hexadecimal.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello} → 9b71d224…",
		Data:    onText(stdlib.HexSHA512),
	}, {
		Name:    "std:uuid",
		Doc:     "Returns a new random UUID. It differs between deployments, so it is unknown here.",
		Result:  text,
		Example: "{} → unknown",
		Data:    onCall(func(*call) any { return value.NotKnown("a UUID is random") }),
	},
}

// Unlike digests of strings, those of files are encoded twice: these functions return the base64 of the
// hexadecimal digits.
func base64HexSHA256(s string) string { return stdlib.Base64(stdlib.HexSHA256(s)) }
func base64HexSHA512(s string) string { return stdlib.Base64(stdlib.HexSHA512(s)) }

var (
	// The limits of the algorithm, with the messages of Go's package bcrypt.
	longPassword = fault{code: codeRange, arg: "input",
		message:   "bcrypt takes at most 72 bytes, but the password has %d",
		reference: "bcrypt: password length exceeds 72 bytes"}
	highCost = fault{code: codeRange, arg: "cost",
		message:   "the cost must be from 4 to 31, but it is %d",
		reference: "crypto/bcrypt: cost %d is outside allowed inclusive range 4..31"}
)

// bcrypt rejects the same arguments as the original's algorithm, in which a cost below 4 means 10.
func bcrypt(c *call) any {
	if n := len(c.text("input")); n > 72 {
		return c.fail(&longPassword, n)
	}
	if cost := c.integerOr("cost", 10); cost > 31 {
		return c.fail(&highCost, cost)
	}
	return value.NotKnown("the salt of a bcrypt hash is random")
}
