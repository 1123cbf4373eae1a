package terraform

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
)

// hashFunctions compute digests, and random values (4.9).
var hashFunctions = []ir.Func{
	{
		Name:    "md5",
		Doc:     "Returns the MD5 digest of a string, in hexadecimal.",
		Params:  anyText,
		Result:  "string",
		Example: `md5("hello") → "5d41402a…`,
		Data:    builtin{onText: stdlib.HexMD5},
	}, {
		Name:    "sha1",
		Doc:     "Returns the SHA-1 digest of a string, in hexadecimal.",
		Params:  anyText,
		Result:  "string",
		Example: `sha1("hello") → "aaf4c61d…`,
		Data:    builtin{onText: stdlib.HexSHA1},
	}, {
		Name:    "sha256",
		Doc:     "Returns the SHA-256 digest of a string, in hexadecimal.",
		Params:  anyText,
		Result:  "string",
		Example: `sha256("hello") → "2cf24dba…`,
		Data:    builtin{onText: stdlib.HexSHA256},
	}, {
		Name:    "sha512",
		Doc:     "Returns the SHA-512 digest of a string, in hexadecimal.",
		Params:  anyText,
		Result:  "string",
		Example: `sha512("hello") → "9b71d224…`,
		Data:    builtin{onText: stdlib.HexSHA512},
	}, {
		Name:    "base64sha256",
		Doc:     "Returns the SHA-256 digest of a string, in base64.",
		Params:  anyText,
		Result:  "string",
		Example: `base64sha256("hello") → "LPJNul+wow4m…`,
		Data:    builtin{onText: stdlib.Base64SHA256},
	}, {
		Name:    "base64sha512",
		Doc:     "Returns the SHA-512 digest of a string, in base64.",
		Params:  anyText,
		Result:  "string",
		Example: `base64sha512("hello") → "m3HSJL1i83hd…`,
		Data:    builtin{onText: stdlib.Base64SHA512},
	}, {
		Name: "uuidv5",
		Doc:  "Returns the UUID of a name in a namespace.",
		Params: []ir.Param{
			{Name: "namespace", Type: "string", Doc: "dns, url, oid, x500 or a UUID"},
			{Name: "name", Type: "string", Doc: "the name"},
		},
		Result:  "string",
		Example: `uuidv5("dns", "a") → "4f3f2898…`,
		Data:    builtin{run: uuidv5},
	}, {
		Name:    "uuid",
		Doc:     "Returns a new random UUID. It differs between runs, so it is unknown here.",
		Result:  "string",
		Example: "uuid() → (known after apply)",
		Data:    builtin{run: chance("a UUID is random; write a fixed one where you need a value")},
	}, {
		Name: "bcrypt",
		Doc:  "Hashes a password with bcrypt. The salt is random, so the result is unknown here.",
		Params: []ir.Param{
			{Name: "str", Type: "string", Doc: "the password"},
			{Name: "cost", Type: "number", Doc: "the cost: how slow it is to compute", Variadic: true},
		},
		Result:  "string",
		Example: `bcrypt("hello") → (known after apply)`,
		Data:    builtin{run: chance("the salt of a bcrypt hash is random")},
	},
}

// chance returns a function whose result differs between runs. The result is unknown, as during a
// plan in the original, so that every evaluation here has the same outcome (4.9).
func chance(why string) func(c *invocation) value.Value {
	return func(c *invocation) value.Value { return c.unknownBecause(why) }
}

// The predefined namespaces (RFC 4122, appendix C).
var namespaces = map[string]string{
	"dns":  "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
	"url":  "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
	"oid":  "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
	"x500": "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
}

// uuidv5 accepts the four named namespaces of RFC 4122, or any UUID as the namespace.
func uuidv5(c *invocation) value.Value {
	namespace := c.str(0)
	if id, ok := namespaces[namespace]; ok {
		namespace = id
	}
	id, why := stdlib.ParseUUID(namespace)
	if why != "" {
		return c.refuseCall(diag.Sprintf("uuidv5() doesn't support namespace %s (%s)", namespace, diag.Words(why)))
	}
	return value.Str(stdlib.UUIDv5(id, c.str(1)))
}
