package esc

import (
	"encoding/base64"
	"hash/crc32"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// encrypted is the ciphertext of a secret.
type encrypted struct {
	text string
	why  string // why it is unknown
	at   source.Span
	in   *inputs
}

// attach gives the ciphertext access to the plaintexts in inputs.yaml.
func (s *encrypted) attach(r *reader, c *ir.Call) {
	s.in = &r.b.in
	if !r.e.isRoot {
		s.why += " of " + r.e.name
	}
	r.e.calls = append(r.e.calls, c)
}

var fnSecret = &ir.Func{
	Name: "fn::secret", Doc: "Marks a string as secret: it is masked wherever it is shown, and so is everything " +
		"computed from it. {ciphertext: ...} is an encrypted secret, whose value is known only if inputs.yaml " +
		"supplies it.",
	Params: []ir.Param{{Name: "string", Type: "string literal"}}, Result: "secret string",
	Example: "{fn::secret: hello} → hello",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		s, ok := c.Data.(*encrypted)
		if !ok {
			return f.Force(c.Args[0]).With(value.Secret) // readSecret has reported a wrong type
		}
		if reason := s.check(); reason != "" {
			ours, ok := ciphertextReasons[reason]
			if !ok {
				ours = "it is not base64"
			}
			f.Report(diag.Errorf(c.Span, "ciphertext", "this ciphertext cannot be read: %s", ours).
				WithReference("invalid ciphertext: %s", reason))
			return unknownText().With(value.Secret)
		}
		// Every mode decodes a ciphertext, but check mode decrypts it only with showSecrets (7).
		if v, ok := s.in.decrypt[s.text]; ok && (s.in.mode != checkMode || s.in.showSecrets) {
			return v.With(value.Secret | value.Mocked).At(c.Span)
		}
		return value.Of(value.Unknown{Why: s.why, Type: stringType}).With(value.Secret)
	},
}

// ciphertextReasons translates the original's errors about broken ciphertexts into our words.
var ciphertextReasons = map[string]string{
	"EOF":                 "it is too short",
	"invalid header":      "it does not begin like an encrypted secret",
	"unsupported version": "its version is unknown",
	"invalid checksum":    "its checksum does not match: part of it is missing or changed",
}

// The envelope of a ciphertext: "escx", a version, the encrypted bytes and a checksum.
const (
	envelopeMagic   = "escx"
	envelopeVersion = 1
	envelopeLeast   = 16
)

// check returns the original's error for a malformed ciphertext, or "" if it is valid.
func (s *encrypted) check() string {
	raw, err := base64.StdEncoding.DecodeString(s.text)
	switch {
	case err != nil:
		return err.Error()
	case len(raw) < envelopeLeast:
		return "EOF"
	case string(raw[:4]) != envelopeMagic:
		return "invalid header"
	}
	body, sum := raw[:len(raw)-4], raw[len(raw)-4:]
	switch {
	case crc32.ChecksumIEEE(body) != bigEndian(sum):
		return "invalid checksum"
	case bigEndian(raw[4:8]) != envelopeVersion:
		return "unsupported version"
	}
	return ""
}

// bigEndian reads a number of four bytes.
func bigEndian(b []byte) uint32 {
	return uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
}
