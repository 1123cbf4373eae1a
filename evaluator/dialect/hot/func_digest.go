package hot

import (
	"encoding/hex"
	"strings"

	"pantograph/evaluator/digest"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// algorithms are the hashes that every Python has. Those that depend on the machine's OpenSSL
// (ripemd160, sm3, ...) are refused, as they are not always available.
var algorithms = []struct {
	name string
	sum  func(text string) []byte
}{
	{"blake2b", digest.BLAKE2b}, {"blake2s", digest.BLAKE2s}, {"md5", digest.MD5}, {"sha1", digest.SHA1},
	{"sha224", digest.SHA224}, {"sha256", digest.SHA256}, {"sha384", digest.SHA384},
	{"sha3_224", func(s string) []byte { return digest.SHA3(s, 28) }},
	{"sha3_256", func(s string) []byte { return digest.SHA3(s, 32) }},
	{"sha3_384", func(s string) []byte { return digest.SHA3(s, 48) }},
	{"sha3_512", func(s string) []byte { return digest.SHA3(s, 64) }},
	{"sha512", digest.SHA512}, {"sha512_224", digest.SHA512t224}, {"sha512_256", digest.SHA512t256},
}

// digestFn is digest (9.8). Names of algorithms are case-insensitive.
var digestFn = whole("digest",
	"Hashes a string and returns the digest in lower-case hexadecimal.",
	"{digest: [md5, hello]} → 5d41402abc4b2a76b9719d911017c592", "string",
	func(r *run) value.Value {
		args := r.arg.List()
		if args == nil || !allTexts(args.Items) {
			return r.fail(r.arg, "digest takes a list of two strings: the algorithm and the value",
				`Argument to function "digest" must be a list of strings`)
		}
		if len(args.Items) != 2 {
			return r.fail(r.arg, "digest takes two strings: the algorithm and the value",
				`Function "digest" usage: ["<algorithm>", "<value>"]`)
		}
		name, _ := args.Items[0].Text()
		text, _ := args.Items[1].Text()
		for _, a := range algorithms {
			if strings.EqualFold(a.name, name) {
				return r.hash(a.sum, text, args.Items[1])
			}
		}
		// Heat prints a Python set here, whose order is arbitrary. Ours is sorted.
		return r.fail(args.Items[0], "digest knows the algorithms "+algorithmNames(", "),
			"Algorithm must be one of {'"+algorithmNames("', '")+"'}")
	},
	ir.Param{Name: "algorithm", Type: "string"}, ir.Param{Name: "value", Type: "string"})

// allTexts reports whether all items are strings.
func allTexts(items []value.Value) bool {
	for _, v := range items {
		if _, ok := v.Text(); !ok {
			return false
		}
	}
	return true
}

// algorithmNames returns the names of all algorithms in the order of the table, which is
// alphabetical.
func algorithmNames(separator string) string {
	var names []string
	for _, a := range algorithms {
		names = append(names, a.name)
	}
	return strings.Join(names, separator)
}

// hash hashes the Latin-1 bytes of a string. Heat encodes the value in Latin-1 too, and fails with
// a Python error for other characters (9.8). Hashing costs one step for every 16 bytes.
func (r *run) hash(sum func(string) []byte, text string, at value.Value) value.Value {
	bytes := make([]byte, 0, len(text))
	for _, c := range text {
		if c > 0xff {
			return r.fail(at, "digest takes only Latin-1 strings; "+quoted(string(c))+" is not in Latin-1", "")
		}
		bytes = append(bytes, byte(c))
	}
	if !r.Spend(len(bytes)/16 + 1) {
		return value.Failure("stopped")
	}
	return value.Str(hex.EncodeToString(sum(string(bytes))))
}
