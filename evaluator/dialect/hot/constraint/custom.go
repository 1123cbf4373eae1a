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

// compiled is a pattern that is ready, or why it is not.
type compiled struct {
	*pattern.Pattern
	err error
}

// patternSteps is what matching one value against a pattern may take.
const patternSteps = 1_000_000

// matches holds a text against a pattern: the match at the start must end at the very end.
// What cannot be read or finished counts as a match, with a remark.
func (c *Constraint) matches(h Host, given value.Value) *Invalid {
	text, ok := given.Text()
	if !ok {
		return &Invalid{"a pattern is for texts; put the " + given.Kind() + " in quotes", ""}
	}
	if c.compiled == nil {
		p, err := pattern.Compile(c.Pattern)
		c.compiled = &compiled{p, err}
	}
	err, end := c.compiled.err, 0
	if err == nil {
		end, err = c.compiled.Match(text, patternSteps)
	}
	if err != nil && !errors.Is(err, pattern.ErrTooLarge) && !errors.Is(err, pattern.ErrTooLong) {
		return &Invalid{"the pattern " + c.Pattern + " cannot be read: " + err.Error(), ""}
	}
	if err != nil {
		h.Report(diag.Infof(c.Span, "hint-pattern-not-checked", "the pattern was not checked: %s", err))
		return nil
	}
	if end == len([]rune(text)) {
		return nil
	}
	return &Invalid{quote(text) + " does not match the pattern " + c.Pattern, quote(text) + ` does not match pattern "` + c.Pattern + `"`}
}

// cloudConstraints are those that only a cloud can check.
var cloudConstraints = strings.Fields(`barbican.container barbican.secret blazar.reservation cinder.backup
cinder.qos_specs cinder.snapshot cinder.volume cinder.vtype designate.zone glance.image keystone.domain keystone.group
keystone.project keystone.region keystone.role keystone.service keystone.user magnum.cluster_template manila.share_network
manila.share_snapshot manila.share_type mistral.workflow neutron.address_scope neutron.flow_classifier neutron.lbaas.listener
neutron.lbaas.loadbalancer neutron.lbaas.pool neutron.lbaas.provider neutron.network neutron.port neutron.port_pair
neutron.port_pair_group neutron.qos_policy neutron.router neutron.security_group neutron.segment neutron.subnet
neutron.subnetpool neutron.taas.tap_service neutron.taas.tap_flow nova.flavor nova.host nova.keypair nova.network nova.server
octavia.listener octavia.loadbalancer octavia.l7policy octavia.pool octavia.flavor octavia.flavorprofile
octavia.availabilityzone octavia.availabilityzoneprofile monasca.notification neutron.lb.provider sahara.cluster
sahara.cluster_template sahara.data_source sahara.image sahara.job_binary sahara.job_type sahara.plugin senlin.cluster senlin.policy
senlin.policy_type senlin.profile senlin.profile_type test_constr trove.flavor zaqar.queue ironic.portgroup ironic.node`)

// localConstraints are those that need no cloud: each says what is wrong with a text, ""
// when nothing is, with ok false when there is no more to say.
var localConstraints = map[string]func(text string) (detail string, ok bool){
	"cron_expression": checkCron, "dns_domain": checkDomain, "dns_name": checkDNSName, "rel_dns_name": checkRelativeName,
	"expiration": checkExpiration, "ip_addr": CheckIP, "iso_8601": checkTime, "mac_addr": checkMAC,
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

// custom holds a value against a custom constraint: as inputs.yaml says, or as Heat
// computes it; what only a cloud can check is taken as met.
func (h Host) custom(name string, v value.Value) *Invalid {
	failed := "Error validating value " + quotedValue(v)
	if answer, ok := h.Answers.Get(name); ok {
		if python.IsTrue(answer) {
			return nil
		}
		return &Invalid{"inputs.yaml says that " + diag.Any(python.Str(v)) + " is no " + name, failed}
	}
	if check, ok := localConstraints[name]; ok {
		text := python.Str(v)
		if !python.IsTrue(v) {
			text = "" // false, 0 and null count as the empty text
		}
		detail, ok := check(text)
		if ok {
			return nil
		}
		if v.List() != nil { // as the libraries say it that Heat hands a list to
			switch name {
			case "net_cidr":
				detail = "Invalid net cidr unexpected type <class 'list'> for addr arg "
			case "ip_or_cidr":
				detail = "'" + diag.Any(python.Str(v)) + "' is not a valid IP address"
			}
		}
		message := quote(python.Str(v)) + " is no " + constraintWords[name]
		if detail == "" {
			return &Invalid{message, failed}
		}
		return &Invalid{message, failed + ": " + detail}
	}
	if slices.Contains(cloudConstraints, name) {
		return nil
	}
	return &Invalid{"there is no custom constraint " + quote(name) + diag.DidYouMean(name, constraintNames()),
		`"` + diag.Any(python.Str(v)) + `" does not validate ` + name + " (constraint not found)"}
}

// quote puts a text in double quotes that may have been computed.
func quote(text string) string { return diag.Any(`"` + text + `"`) }

// quotedValue is how Heat shows the value of a constraint.
func quotedValue(v value.Value) string {
	if v.List() != nil {
		return diag.Any("'" + python.Repr(v) + "'")
	}
	return diag.Any("'" + python.Str(v) + "'")
}

// constraintWords says what a value must be.
var constraintWords = map[string]string{
	"cron_expression": "cron expression", "dns_domain": "domain name that ends with a dot", "dns_name": "DNS name",
	"rel_dns_name": "relative DNS name", "expiration": "time of the form 2024-01-31T12:00:00", "ip_addr": "IP address",
	"iso_8601": "ISO 8601 time", "mac_addr": "MAC address", "net_cidr": "network in CIDR notation",
	"ip_or_cidr": "IP address or network in CIDR notation", "timezone": "time zone", "json_string": "JSON text",
}

func checkJSONText(text string) (string, bool) {
	if _, err := value.ParsePythonJSON(text); err != nil {
		return "JSON string {0} is invalid: {1}", false // as Heat writes it
	}
	return "", true
}
