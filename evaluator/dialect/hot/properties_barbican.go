package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/value"
)

// The checks of Barbican's types, which properties_checks.go lists.

// container refuses duplicate secrets. Secrets are properties whose names end in _ref, or in the
// list secrets.
func (o *typeChecker) container() {
	seen := map[string]bool{}
	check := func(v value.Value) {
		text, ok := v.Text()
		if !ok || text == "" {
			return
		}
		if seen[text] {
			o.refuse("Duplicate refs are not allowed.", "", v)
		}
		seen[text] = true
	}
	for i := range o.r.kind.schema {
		if name := o.r.kind.schema[i].Name; strings.HasSuffix(name, "_ref") {
			check(o.get(name))
		}
	}
	for _, v := range o.list("secrets") {
		if v.Object() != nil {
			ref, _ := v.Object().Get("ref")
			check(ref)
		}
	}
}

// orderProperties are the properties that each type of order may have.
var orderProperties = map[string]string{
	"key":         "algorithm bit_length expiration mode name payload_content_type",
	"asymmetric":  "algorithm bit_length expiration mode name pass_phrase payload_content_type",
	"certificate": "ca_id name profile request_data request_type source_container_ref subject_dn",
}

// order checks that an order has the properties that its type needs, and no others. Heat also refuses
// those that are present but null, which then are empty texts.
func (o *typeChecker) order() {
	v := o.get("type")
	kind, ok := v.Text()
	if !ok {
		return
	}
	has := func(name string) bool { return o.get(name).Data != nil }
	switch {
	case kind != "certificate" && (!has("algorithm") || !has("bit_length")):
		o.refuse("Properties algorithm and bit_length are required for "+kind+" type of order.", "", v)
		return
	case kind == "certificate" && isGiven(o.get("profile")) && !isGiven(o.get("ca_id")):
		o.refuse("profile cannot be specified without ca_id.", "ResourcePropertyDependency", o.get("profile"))
		return
	case orderProperties[kind] == "": // a Python error, where Heat does not check the constraint before
		o.refuseAs("KeyError: "+o.r.path().String()+": ", "'"+kind+"'")
		return
	}
	allowed := strings.Fields(orderProperties[kind])
	var unexpected []string
	for _, f := range o.checked.typed().Fields {
		if f.Key != "type" && !slices.Contains(allowed, f.Key) {
			unexpected = append(unexpected, f.Key)
		}
	}
	if len(unexpected) > 0 {
		slices.Sort(unexpected)
		o.refuse("Unexpected properties: "+strings.Join(unexpected, ", ")+". Only these properties are allowed for "+
			kind+" type of order: "+strings.Join(allowed, ", ")+".", "", v)
	}
}

// secret checks that the payload of a binary secret is base64.
func (o *typeChecker) secret() {
	payload, isText := o.get("payload").Text()
	encoding := o.get("payload_content_encoding")
	if o.str("payload_content_type") != "application/octet-stream" || !isText || payload == "" ||
		!isKnown(encoding) || !isGiven(encoding) || isBase64(payload) {
		return
	}
	o.refuse("Invalid payload for specified '"+python.Str(encoding)+"' value of 'payload_content_encoding' property.",
		"", o.get("payload"))
}

// isBase64 reports whether Python's b64decode accepts a text. It ignores characters that are not in the
// alphabet, and stops at the padding.
func isBase64(text string) bool {
	quad, pads := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 0x80: // Python refuses other text than ASCII first
			return false
		case c == '=':
			if pads++; quad >= 2 && quad+pads >= 4 {
				return isASCII(text[i:])
			}
		case python.IsLetter(c) || c >= '0' && c <= '9' || c == '+' || c == '/':
			quad, pads = (quad+1)%4, 0
		}
	}
	return quad == 0
}

// isASCII reports whether a text contains only ASCII.
func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 }) < 0
}
