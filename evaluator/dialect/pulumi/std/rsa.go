package std

import (
	"unicode/utf8"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
)

// rsaFuncs contains the only function that decrypts. It has no example, which would need a whole key.
var rsaFuncs = []ir.Func{{
	Name: "std:rsadecrypt",
	Doc:  "Decrypts a string that was encrypted for an RSA key with PKCS #1 v1.5.",
	Params: []ir.Param{
		{Name: "cipherText", Type: text, Doc: "the encrypted string, in base64"},
		{Name: "key", Type: text, Doc: "the private key in PEM form, without a passphrase"},
	},
	Result: text,
	Data:   onCall(rsadecrypt),
}}

var (
	// The original's messages for these errors are not known.
	badPrivateKey = fault{code: codeKey, arg: "key", message: "%s"}
	otherKey      = fault{code: codeKey, arg: "cipherText",
		message: "the string was not encrypted for this key with PKCS #1 v1.5"}
	notPlainText = fault{code: codeText, arg: "cipherText",
		message: "the decrypted bytes are not valid UTF-8, so they cannot be a string"}
)

// rsadecrypt charges the time that a key of its length takes before it decrypts. Bytes that are not
// UTF-8 are rejected, as in base64decode.
func rsadecrypt(c *call) any {
	ciphertext, ok := c.decode64("cipherText")
	if !ok {
		return stopped
	}
	key, complaint := stdlib.ParseKey(c.text("key"))
	if complaint != "" {
		return c.fail(&badPrivateKey, complaint)
	}
	if !c.spend(key.Work()) {
		return stopped
	}
	plain, ok := key.Decrypt([]byte(ciphertext))
	if !ok {
		return c.fail(&otherKey)
	}
	if !utf8.Valid(plain) {
		return c.fail(&notPlainText)
	}
	return string(plain)
}
