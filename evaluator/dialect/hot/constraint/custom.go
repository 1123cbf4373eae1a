package constraint

import (
	"errors"
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/pattern"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/value"
)

// compiled is a compiled pattern, or the reason why it does not compile.
type compiled struct {
	*pattern.Pattern
	err error
}

// patternSteps limits the steps of matching one value against a pattern. Patterns of a template can
// take exponential time, so each value has a limit.
const patternSteps = 1_000_000

// matches checks a string against a pattern, which must match all of it. If the pattern
// cannot be compiled or matching takes too long, the string is accepted, with a hint.
func (c *Constraint) matches(h Host, given value.Value) *Invalid {
	text, ok := given.Text()
	if !ok {
		return &Invalid{"a pattern is for strings; put the " + given.Kind() + " in quotes", ""}
	}
	if c.compiled == nil {
		p, err := pattern.Compile(c.Pattern)
		c.compiled = &compiled{p, err}
	}
	err, end := c.compiled.err, 0
	if err == nil {
		end, err = c.compiled.Match(text, patternSteps)
	}
	// Heat fails with a Python error on a broken pattern.
	if err != nil && !errors.Is(err, pattern.ErrTooLarge) && !errors.Is(err, pattern.ErrTooLong) {
		return &Invalid{"the pattern " + c.Pattern + " is invalid: " + err.Error(), ""}
	}
	if err != nil {
		h.Report(diag.Infof(c.Span, "hint-pattern-not-checked", "the pattern was not checked: %s", err))
		return nil
	}
	if end == len([]rune(text)) {
		return nil
	}
	return &Invalid{quote(text) + " does not match the pattern " + c.Pattern,
		quote(text) + ` does not match pattern "` + c.Pattern + `"`}
}

// cloudConstraints are the constraints that only a cloud can check.
var cloudConstraints = strings.Fields(`barbican.container barbican.secret blazar.reservation cinder.backup
cinder.qos_specs cinder.snapshot cinder.volume cinder.vtype designate.zone glance.image keystone.domain keystone.group
keystone.project keystone.region keystone.role keystone.service keystone.user magnum.cluster_template
manila.share_network manila.share_snapshot manila.share_type mistral.workflow neutron.address_scope
neutron.flow_classifier neutron.lbaas.listener neutron.lbaas.loadbalancer neutron.lbaas.pool neutron.lbaas.provider
neutron.network neutron.port neutron.port_pair neutron.port_pair_group neutron.qos_policy neutron.router
neutron.security_group neutron.segment neutron.subnet neutron.subnetpool neutron.taas.tap_service
neutron.taas.tap_flow nova.flavor nova.host nova.keypair nova.network nova.server octavia.listener
octavia.loadbalancer octavia.l7policy octavia.pool octavia.flavor octavia.flavorprofile octavia.availabilityzone
octavia.availabilityzoneprofile monasca.notification neutron.lb.provider sahara.cluster sahara.cluster_template
sahara.data_source sahara.image sahara.job_binary sahara.job_type sahara.plugin senlin.cluster senlin.policy
senlin.policy_type senlin.profile senlin.profile_type test_constr trove.flavor zaqar.queue ironic.portgroup
ironic.node`)

// localConstraints are the constraints that need no cloud. Each function reports whether a string
// is valid and, if it is not, returns the detail that Heat adds to its message, if any.
var localConstraints = map[string]func(text string) (detail string, ok bool){
	"cron_expression": checkCron, "dns_domain": checkDomain, "dns_name": checkDNSName,
	"rel_dns_name": checkRelativeName,
	"expiration":   checkExpiration, "ip_addr": CheckIP, "iso_8601": checkTime, "mac_addr": checkMAC,
	"net_cidr": checkCIDR, "ip_or_cidr": checkIPOrCIDR, "timezone": checkZone, "json_string": checkJSONText,
}

// constraintNames returns the names of all custom constraints.
func constraintNames() []string {
	names := append([]string(nil), cloudConstraints...)
	for name := range localConstraints {
		names = append(names, name)
	}
	return names
}

// custom checks a value against a custom constraint, as inputs.yaml answers or as Heat
// computes it. Constraints that only a cloud can check are assumed to hold. v is the value as given
// or, for a list, as converted.
func (h Host) custom(name string, v value.Value) *Invalid {
	if answer, ok := h.Answers.Get(name); ok {
		if python.IsTrue(answer) {
			return nil
		}
		return &Invalid{"inputs.yaml says that " + diag.Any(python.Str(v)) + " is not a valid " + name, failedOn(v)}
	}
	if check, ok := localConstraints[name]; ok {
		detail, ok := checkValue(check, name, v)
		if ok {
			return nil
		}
		message := quote(python.Str(v)) + " is not " + constraintWords[name]
		if detail == failsInPython {
			return &Invalid{message, ""}
		}
		if detail == "" {
			return &Invalid{message, failedOn(v)}
		}
		return &Invalid{message, failedOn(v) + ": " + detail}
	}
	if slices.Contains(cloudConstraints, name) {
		return nil
	}
	return &Invalid{"there is no custom constraint " + quote(name) + diag.DidYouMean(name, constraintNames()),
		`"` + diag.Any(python.Str(v)) + `" does not validate ` + name + " (constraint not found)"}
}

// failedOn begins Heat's message about a value.
func failedOn(v value.Value) string { return "Error validating value " + quotedValue(v) }

// failsInPython is the detail of a value for which Heat reports no error but fails with a Python
// error.
const failsInPython = "\x00"

// checkValue checks a value of any type. Heat passes it as it is to libraries for strings, whose
// own errors become the detail. For checks that accept the empty string, any value that Python
// considers false counts as the empty string.
func checkValue(check func(string) (string, bool), name string, v value.Value) (detail string, ok bool) {
	if text, isText := v.Text(); isText {
		return check(text)
	}
	if _, ok := check(""); v.IsNull() || ok && !python.IsTrue(v) {
		return check("")
	}
	shown, lacks := diag.Any(python.Str(v)), "'"+python.TypeName(v)+"' object has no attribute "
	switch name {
	case "cron_expression":
		return "Invalid CRON expression: " + lacks + "'lower'", false
	case "expiration":
		return "Expiration " + shown + " is invalid: " + lacks + "'strip'", false
	case "timezone":
		return "Invalid timezone: " + lacks + "'upper'", false
	case "dns_name", "rel_dns_name", "dns_domain":
		return failsInPython, false
	case "net_cidr":
		return "Invalid net cidr unexpected type <class '" + python.TypeName(v) + "'> for addr arg ", false
	case "ip_or_cidr":
		if v.List() == nil && v.Object() == nil {
			return shown + " is not a valid IP or CIDR", false
		}
		return "'" + shown + "' is not a valid IP address", false
	case "json_string":
		return check(python.Str(v))
	}
	detail, _ = check("")
	return detail, false
}

// quote double-quotes a string that may have been computed.
func quote(text string) string { return diag.Any(`"` + text + `"`) }

// quotedValue returns the value as Heat's message shows it.
func quotedValue(v value.Value) string {
	if v.List() != nil {
		return diag.Any("'" + python.Repr(v) + "'")
	}
	return diag.Any("'" + python.Str(v) + "'")
}

// constraintWords describe valid values. They follow "is not" in our messages.
var constraintWords = map[string]string{
	"cron_expression": "a cron expression", "dns_domain": "a domain name that ends with a dot",
	"dns_name": "a DNS name", "rel_dns_name": "a relative DNS name",
	"expiration": "a time of the form 2024-01-31T12:00:00", "ip_addr": "an IP address",
	"iso_8601": "an ISO 8601 time", "mac_addr": "a MAC address", "net_cidr": "a network in CIDR notation",
	"ip_or_cidr": "an IP address or network in CIDR notation", "timezone": "a time zone",
	"json_string": "JSON text",
}

// checkJSONText accepts text that Python's json module reads.
func checkJSONText(text string) (string, bool) {
	if _, err := value.ParsePythonJSON(text); err != nil {
		return "JSON string {0} is invalid: {1}", false // Heat does not fill in the placeholders
	}
	return "", true
}
