package hot

// More of the checks that properties_checks.go lists.

import (
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/value"
)

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
	for _, f := range o.typed.Fields {
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

// stackTimeout is the time in seconds that the creation of a stack may take, by default.
const stackTimeout = 3600

// delay checks that the longest delay is not longer than the creation of the stack may take. Heat does not
// check that inside other stacks. Its message has the address of a Python object.
func (o *typeChecker) delay() {
	wait, ok := number(o.get("min_wait"))
	jitter, both := number(o.get("max_jitter"))
	factor, all := number(o.get("jitter_multiplier"))
	if !ok || !both || !all || o.r.isInner() || wait+jitter*factor <= stackTimeout {
		return
	}
	o.r.stack.fail(o.f, heatError{code: "property-conflict", span: o.r.nameAt,
		message: "the delay is longer than the creation of a stack may take, which is one hour"}.with(""))
}

// number returns a number, or false if a value is not a number.
func number(v value.Value) (float64, bool) {
	n, ok := v.Data.(value.Number)
	if !ok {
		return 0, false
	}
	return n.Float(), true
}

// sharingActions are the actions that each type of object allows.
var sharingActions = map[string]string{"network": "access_as_shared, access_as_external",
	"qos_policy": "access_as_shared"}

// sharing checks that the action of a policy suits its object.
func (o *typeChecker) sharing() {
	action, ok := o.get("action").Text()
	object, both := o.get("object_type").Text()
	if !ok || !both {
		return
	}
	valid := sharingActions[object]
	switch {
	case valid == "": // a Python error, where Heat does not check the constraint before
		o.refuseAs("KeyError: "+o.r.path().String()+": ", "'"+object+"'")
	case !strings.Contains(", "+valid+",", ", "+action+","):
		o.refuseAs("Property error: "+o.r.path().child("properties").child("action").String()+": ",
			`Invalid action "`+action+`" for object type `+object+". Valid actions: "+valid)
	}
}

// jobBinary checks the location of a job.
func (o *typeChecker) jobBinary() {
	url, ok := o.get("url").Text()
	id, internal := strings.CutPrefix(url, "internal-db://")
	if !ok || strings.HasPrefix(url, "swift://") || internal && isUUID(id) {
		return
	}
	o.refuseAs(o.r.path().child("properties").String()+": ", url+" is not a valid job location.")
}

// isUUID reports whether a text is a UUID as OpenStack reads it: 32 hexadecimal digits, with dashes anywhere.
func isUUID(text string) bool {
	digits := strings.NewReplacer("urn:", "", "uuid:", "").Replace(text)
	digits = strings.ToLower(strings.ReplaceAll(strings.Trim(digits, "{}"), "-", ""))
	return len(digits) == 32 && strings.Trim(digits, "0123456789abcdef") == ""
}

// deployments checks the servers of a group of deployments: each is the property server of a member.
func (o *typeChecker) deployments() {
	servers := o.get("servers").Object()
	if servers == nil {
		return
	}
	text := &types.Property{Name: "server", Type: types.String, Required: true}
	inside := o.r.innerPath("nested_stack").child("resources")
	for _, f := range servers.Fields {
		if !isKnown(f.Value) || f.Value.IsNull() || f.Value.HasUnknown() {
			continue
		}
		if _, bad := text.Convert(f.Value); bad != nil {
			o.r.stack.fail(o.f, heatError{code: "property-value", span: o.near(f.Value), message: bad.Message,
				text: bad.Text}.with("ValueError: "+inside.child(f.Key).String()+": "))
		}
	}
}

// isInetAton reports whether the C function inet_aton reads a text as an IPv4 address, which Heat asks about
// gateways: one to four numbers, decimal, octal or hexadecimal, the last of which fills the rest. Anything
// may follow a blank. An IPv6 address may have a zone.
func isInetAton(text string) bool {
	if address, zone, ok := strings.Cut(text, "%"); ok && zone != "" && strings.Contains(address, ":") {
		_, good := constraint.CheckIP(address)
		return good
	}
	if i := strings.IndexAny(text, " \t\n\v\f\r"); i >= 0 {
		text = text[:i]
	}
	parts := strings.Split(text, ".")
	for i, part := range parts {
		limit := uint64(255)
		if i == len(parts)-1 {
			limit = 1<<(8*(5-len(parts))) - 1
		}
		if len(parts) > 4 || part == "" || part[0] < '0' || part[0] > '9' || strings.Contains(part, "_") {
			return false
		}
		base := 10
		switch digits := strings.TrimPrefix(strings.ToLower(part), "0x"); {
		case digits != strings.ToLower(part):
			part, base = digits, 16
		case part[0] == '0':
			base = 8
		}
		if n, err := strconv.ParseUint(part, base, 64); err != nil || n > limit {
			return false
		}
	}
	return true
}
