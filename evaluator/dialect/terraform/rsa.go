package terraform

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
)

// rsaFunctions decrypt with a private key (4.9).
var rsaFunctions = []ir.Func{
	{
		Name: "rsadecrypt",
		Doc:  "Decrypts a string that was encrypted for an RSA key with PKCS #1 v1.5.",
		Params: []ir.Param{
			{Name: "ciphertext", Type: "string", Doc: "the encrypted string, in base64"},
			{Name: "privatekey", Type: "string", Doc: "the private key in PEM form, without a passphrase"},
		},
		Result: "string",
		Data:   builtin{run: rsadecrypt},
	},
}

// rsadecrypt distinguishes a missing key from a protected one, as does the library that the
// original uses to read keys. All other errors in a key have one message, which reveals nothing
// about the key.
func rsadecrypt(c *invocation) value.Value {
	cipher, err := base64.StdEncoding.DecodeString(c.str(0))
	if err != nil {
		return c.refuse(0, diag.Sprintf("failed to decode input %q: cipher text must be base64-encoded", c.str(0)))
	}
	key, complaint := stdlib.ParseKey(c.str(1))
	if complaint != "" {
		why := ""
		switch {
		// The PEM text itself shows whether it contains a key and whether that key is encrypted.
		case !strings.Contains(c.str(1), "-----BEGIN "):
			why = "ssh: no key found"
		case strings.Contains(c.str(1), "ENCRYPTED"):
			why = "ssh: this private key is passphrase protected"
		default:
			return c.failArgument(1, "invalid private key", diag.Words(complaint))
		}
		return c.failArgument(1, "invalid private key: "+why, diag.Words(complaint))
	}
	if !c.Spend(key.Work()) {
		return value.Failure("stopped")
	}
	plain, ok := key.Decrypt(cipher)
	if !ok {
		return c.fail("failed to decrypt: crypto/rsa: decryption error",
			"the string was not encrypted for this key with PKCS #1 v1.5")
	}
	// The decrypted bytes may be anything, but a string is Unicode.
	return c.long(strings.ToValidUTF8(string(plain), string(utf8.RuneError)))
}
