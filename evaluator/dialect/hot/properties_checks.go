package hot

import (
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A typeChecker runs the checks that a type has in addition to its schema (16.3).
type typeChecker struct {
	f       ir.Frame
	r       *resource
	given   *value.Object // with old names replaced
	checked *checker      // has the converted properties, with defaults
}

// ownChecks runs the checks of the type's declaration, then those of this file. Those of the declaration are left out
// if all properties had been valid, and only others than they read have changed.
func (r *resource) ownChecks(f ir.Frame, given *value.Object, c *checker) {
	o := &typeChecker{f, r, given, c}
	d := r.kind.declared
	if len(d.Checks) > 0 && c.hasChanged(d.Checked) {
		found := func(c *types.Check, text string, at value.Value) { o.refuse(text, c.Class(), at) }
		r.stack.b.scope.Violations(d.Checks, r.name, given, c.typed(), found)
	}
	if d.Banned {
		o.valueSpecs()
	}
	if check := ownChecks[d.Name]; check != nil {
		check(o)
	}
}

// refuse reports an error at a value. text is Heat's message, which plainWords may rephrase; class is
// Heat's error class, which appears only in nested stacks (16.4).
func (o *typeChecker) refuse(text, class string, at value.Value) {
	span := o.near(at)
	prefix := o.r.stack.path()
	switch {
	case strings.HasPrefix(text, "Mistral resource validation error: ") && prefix != "":
		text = "Mistral resource validation error: " + strings.TrimSuffix(prefix, ": ") + "." +
			strings.TrimPrefix(text, "Mistral resource validation error: ")
		prefix = ""
	case class != "" && prefix != "":
		prefix = class + ": " + prefix
	}
	m := heatError{code: "property-conflict", span: span, message: plainWords(text), text: text}
	if class != "" { // messages with an error class contain only names of properties
		m.message, m.text = diag.Constant(m.message), diag.Constant(text)
	}
	o.r.stack.fail(o.f, m.with(prefix))
}

// plainWords rephrases Heat's messages for our readers. Other messages are shown as they are,
// without the full stop.
func plainWords(text string) string {
	for _, from := range []string{"Cannot define the following properties at the same time: ",
		"At least one of the following properties must be specified: "} {
		if names, ok := strings.CutPrefix(text, from); ok {
			names = strings.TrimSuffix(names, ".")
			if strings.HasPrefix(from, "C") {
				return "only one of these can be set: " + names
			}
			return "one of these is needed: " + names
		}
	}
	return diag.Any(strings.TrimSuffix(text, "."))
}

// near returns the position of a value, or of the resource's name.
func (o *typeChecker) near(v value.Value) source.Span { return (&checker{resource: o.r}).near(v) }

// get returns a property after conversion. It has no Data if the property is missing and has no
// default.
func (o *typeChecker) get(name string) value.Value { v, _ := o.checked.get(name); return v }

// list returns the elements of a list property.
func (o *typeChecker) list(name string) []value.Value {
	if l := o.get(name).List(); l != nil {
		return l.Items
	}
	return nil
}

// isKnown reports whether a value is neither unknown nor failed.
func isKnown(v value.Value) bool { return !v.IsUnknown() && !v.IsFailed() }

// valueSpecs refuses entries of value_specs that are properties. shared and tenant_id are refused
// even where they are not properties of the type.
func (o *typeChecker) valueSpecs() {
	specs := o.get("value_specs").Object()
	if specs == nil {
		return
	}
	var found []string
	var at value.Value
	for _, f := range specs.Fields {
		if f.Key == "shared" || f.Key == "tenant_id" || types.IsIn(o.r.kind.schema, f.Key) {
			found, at = append(found, f.Key), f.Value
		}
	}
	if len(found) > 0 {
		slices.Sort(found)
		o.refuse(strings.Join(found, ", ")+" not allowed in value_specs", "", at)
	}
}

// ownChecks are the checks that the language of types.Check cannot express, by type. They need
// loops, other resources or parsing of values.
var ownChecks = map[string]func(o *typeChecker){
	"OS::Nova::Server":                    (*typeChecker).server,
	"OS::Neutron::Subnet":                 (*typeChecker).subnet,
	"OS::Cinder::Volume":                  (*typeChecker).volume,
	"OS::Neutron::Router":                 (*typeChecker).router,
	"OS::Heat::InstanceGroup":             (*typeChecker).instanceGroup,
	"AWS::AutoScaling::AutoScalingGroup":  (*typeChecker).instanceGroup,
	"OS::Heat::SoftwareDeployment":        (*typeChecker).deployment,
	"OS::Heat::StructuredDeployment":      (*typeChecker).deployment,
	"OS::Heat::SoftwareComponent":         (*typeChecker).component,
	"OS::Heat::AccessPolicy":              (*typeChecker).accessPolicy,
	"OS::Barbican::GenericContainer":      (*typeChecker).container,
	"OS::Barbican::CertificateContainer":  (*typeChecker).container,
	"OS::Barbican::RSAContainer":          (*typeChecker).container,
	"OS::Barbican::Order":                 (*typeChecker).order,
	"OS::Barbican::Secret":                (*typeChecker).secret,
	"OS::Heat::Delay":                     (*typeChecker).delay,
	"OS::Neutron::RBACPolicy":             (*typeChecker).sharing,
	"OS::Sahara::JobBinary":               (*typeChecker).jobBinary,
	"OS::Heat::SoftwareDeploymentGroup":   (*typeChecker).deployments,
	"OS::Heat::SoftwareDeployments":       (*typeChecker).deployments,
	"OS::Heat::StructuredDeployments":     (*typeChecker).deployments,
	"OS::Heat::StructuredDeploymentGroup": (*typeChecker).deployments,
	"OS::Zun::Container":                  (*typeChecker).restartPolicy,
	"OS::Monasca::Notification":           (*typeChecker).notification,
	"OS::Zaqar::Subscription":             (*typeChecker).subscription,
}

// subnet checks the gateway's address. Heat's message is a Python tuple: the placeholder in it is
// not filled in.
func (o *typeChecker) subnet() {
	gateway := o.get("gateway_ip")
	text, ok := gateway.Text()
	if !ok || text == "" || text == "~" {
		return
	}
	if _, good := constraint.CheckIP(text); !good && !isInetAton(text) {
		o.refuse(`('Gateway IP address "%(gateway)s" is in invalid format.', '`+text+`')`, "", gateway)
	}
}

// volume checks the sources of a volume. Heat lists the given sources in the order of the loop
// (16.3).
func (o *typeChecker) volume() {
	if backup, ok := o.given.Get("backup_id"); ok && isGiven(backup) {
		return
	}
	var named []string
	count, images := 0, false
	for _, name := range []string{"snapshot_id", "source_volid", "image", "imageRef"} {
		v := o.get(name)
		if v.IsFailed() {
			return
		}
		if isGiven(v) {
			named = append(named, "'"+name+"'")
			count++
			images = images || strings.HasPrefix(name, "image")
		}
	}
	shown := "[" + strings.Join(named, ", ") + "]."
	size := o.get("size")
	switch {
	case size.IsFailed():
	case isGiven(size) && count > 1:
		o.refuse(`If "size" is provided, only one of "image", "imageRef", "source_volid", "snapshot_id" can be `+
			`specified, but currently specified options: `+shown, "", size)
	case size.Data == nil && (count != 1 || images):
		o.refuse(`If neither "backup_id" nor "size" is provided, one and only one of "source_volid", "snapshot_id" `+
			`must be specified, but currently specified options: `+shown, "", size)
	}
}

// router refuses an agent given under both names. translate moves l3_agent_id into l3_agent_ids
// only if that is not set.
func (o *typeChecker) router() {
	one, several := o.get("l3_agent_id"), o.get("l3_agent_ids")
	if isGiven(one) && isGiven(several) {
		o.refuse("l3_agent_id and l3_agent_ids cannot both be set", "", one)
	}
}

// instanceGroup checks the reference to the launch configuration. Heat requires a reference by
// get_resource and refuses anything else, even the name of an existing resource.
func (o *typeChecker) instanceGroup() {
	const key = "LaunchConfigurationName"
	name, ok := o.get(key).Text()
	prefix := "ValueError: " + o.r.path().String() + ": "
	if policy := o.pauseTime(); policy != "" {
		o.refuseAs(prefix, policy)
	}
	if !ok || name == "" || needsSome(o, key) {
		return
	}
	if o.r.stack.resources[name] != nil {
		o.refuseAs(prefix, key+" ("+name+
			") requires a reference to the configuration not just the name of the resource.")
	} else {
		o.refuseAs(prefix, key+" ("+name+") reference can not be found.")
	}
}

// needsSome reports whether a property refers to another resource.
func needsSome(o *typeChecker, key string) bool { return o.r.needsAnother(o.f, key) }

// refuseAs reports an error with a special prefix. The problem is shown at the name of the
// resource.
func (o *typeChecker) refuseAs(prefix, text string) {
	o.r.stack.fail(o.f, heatError{code: "property-conflict", span: o.r.nameAt, message: plainWords(text),
		text: text}.with(prefix))
}

// pauseTime returns Heat's message about the pause of a rolling update, or "" if the pause is valid or
// missing. InstanceGroup has the key RollingUpdate, AutoScalingGroup the other one.
func (o *typeChecker) pauseTime() string {
	n := o.r.section("update_policy")
	if n == nil {
		return ""
	}
	for _, key := range []string{"RollingUpdate", "AutoScalingRollingUpdate"} {
		policy := o.f.Force(n).Object()
		if policy == nil {
			return ""
		}
		v, _ := policy.Get(key)
		if v.Object() == nil {
			continue
		}
		pause, _ := v.Object().Get("PauseTime")
		text, ok := pause.Text()
		if !ok || text == "" {
			continue
		}
		switch seconds, good := isoSeconds(text); {
		case !good:
			return "Only ISO 8601 duration format of the form PT#H#M#S is supported."
		case seconds > 3600:
			return "Maximum PauseTime is 1 hour."
		}
	}
	return ""
}

// isoSeconds parses a duration of the form PT1H2M3S. Each unit may be missing, but their order is
// fixed.
func isoSeconds(text string) (int, bool) {
	rest, ok := strings.CutPrefix(text, "PT")
	if !ok {
		return 0, false
	}
	total := 0
	for _, unit := range []struct {
		letter  string
		seconds int
	}{{"H", 3600}, {"M", 60}, {"S", 1}} {
		if digits, after, found := strings.Cut(rest, unit.letter); found {
			if !constraint.IsNumber(digits, 0, 999_999_999) {
				return 0, false
			}
			n, _ := python.ParseInt(digits)
			i, _ := python.Index(value.Of(n))
			total, rest = total+i*unit.seconds, after
		}
	}
	return total, rest == ""
}

// deployment checks that its server accepts software deployments. The server is named by
// get_resource, or by its name as a string.
func (o *typeChecker) deployment() {
	v := o.get("server")
	if v.IsFailed() {
		return
	}
	name, _ := v.Text()
	if n, ok := o.r.written("server").(*ir.Call); ok && roleOf(n) == returnsID {
		if ref, ok := n.Args[0].(*ir.Ref); ok {
			name = ref.Name
		}
	}
	server := o.r.stack.resources[name]
	if server == nil || server.kind == nil || server.kind.declared == nil ||
		server.kind.declared.Name != "OS::Nova::Server" || server.external {
		return
	}
	p := o.f.Value(server.cell, nil).Object()
	if p == nil {
		return
	}
	properties, _ := p.Get("properties")
	if properties.Object() == nil {
		return
	}
	format, ok := properties.Object().Get("user_data_format")
	// A missing format is wrong, too: SOFTWARE_CONFIG is not the default.
	if ok && !isKnown(format) || python.Str(format) == "SOFTWARE_CONFIG" {
		return
	}
	o.refuse("Resource "+name+
		"'s property user_data_format should be set to SOFTWARE_CONFIG since "+
		"there are software deployments on it.", "", v)
}

// component refuses two configurations for one action. The same action twice in one configuration
// is accepted (16.3).
func (o *typeChecker) component() {
	seen := map[string]int{}
	for i, config := range o.list("configs") {
		if config.Object() == nil {
			continue
		}
		actions, _ := config.Object().Get("actions")
		if actions.List() == nil {
			continue
		}
		for _, a := range actions.List().Items {
			if !isKnown(a) {
				continue
			}
			if first, again := seen[python.Str(a)]; again && first != i {
				o.refuse(`Defining more than one configuration for the same action in SoftwareComponent "`+o.r.name+
					`" is not allowed.`, "", a)
			}
			seen[python.Str(a)] = i
		}
	}
}

// accessPolicy checks that the resources that a policy allows exist in this stack.
func (o *typeChecker) accessPolicy() {
	for _, v := range o.list("AllowedResources") {
		switch {
		case !isKnown(v):
		case v.List() != nil || v.Object() != nil:
			o.refuseAs("TypeError: "+o.r.path().String()+": ", "unhashable type: '"+python.TypeName(v)+"'")
		case o.r.stack.resources[python.Str(v)] == nil:
			o.refuse("AccessPolicy resource "+python.Str(v)+" not in stack", "", v)
		}
	}
}

// restartPolicy checks a policy such as always or on-failure:3.
func (o *typeChecker) restartPolicy() {
	v := o.get("restart_policy")
	text, ok := v.Text()
	name, count, counted := strings.Cut(text, ":")
	switch {
	case !ok || text == "", slices.Contains([]string{"no", "always", "unless-stopped", "on-failure"}, text):
	case counted && name == "on-failure" && constraint.IsNumber(count, 0, 999_999_999):
	default:
		o.refuse(`restart_policy "`+text+
			`" is invalid. Valid values are "no", "on-failure[:max-retry]", "always", and "unless-stopped".`, "", v)
	}
}

// notification checks the address for notifications. Its form depends on the type: a webhook has a
// URL, an email an address. Other types are not checked.
func (o *typeChecker) notification() {
	v := o.get("address")
	address, ok := v.Text()
	kind, known := o.get("type").Text()
	if !ok || !known || address == "" {
		return
	}
	switch kind {
	case "webhook":
		scheme, rest, isURL := strings.Cut(address, ":")
		isURL = isURL && scheme != "" && python.IsLetter(scheme[0])
		host, _ := strings.CutPrefix(rest, "//")
		host, _, _ = strings.Cut(host, "/")
		switch {
		case !isURL:
			o.refuse(`Address "`+address+`" doesn't have required URL scheme`, "", v)
		case !strings.HasPrefix(rest, "//") || host == "":
			o.refuse(`Address "`+address+`" doesn't have required network location`, "", v)
		case !slices.Contains([]string{"http", "https"}, strings.ToLower(scheme)):
			o.refuse(`Address "`+address+`" doesn't satisfies allowed schemes: http, https`, "", v)
		}
	case "email":
		// Heat's pattern is ^\S+@\S+$, in which $ also matches before a newline at the end.
		words := strings.TrimSuffix(address, "\n")
		inside := words[min(1, len(words)):max(1, len(words)-1)]
		if len(strings.Fields("."+words+".")) != 1 || !strings.Contains(inside, "@") {
			o.refuse(`Address "`+address+
				`" doesn't satisfies allowed format for "email" type of "type" property`, "", v)
		}
	}
}

// subscription checks the scheme of the subscriber. Heat's message lacks a word.
func (o *typeChecker) subscription() {
	v := o.get("subscriber")
	text, ok := v.Text()
	if scheme, _, _ := strings.Cut(text, ":"); ok &&
		!slices.Contains(strings.Fields("http https mailto trust+http trust+https"), scheme) {
		o.refuse("The subscriber type of must be one of: http, https, mailto, trust+http, trust+https.", "", v)
	}
}

// server checks the boot sources of a server. Its simpler checks are in the declaration of the
// type.
func (o *typeChecker) server() {
	if o.str("user_data_format") == "SOFTWARE_CONFIG" {
		if n := o.r.section("metadata"); n != nil {
			if m := o.f.Force(n).Object(); m != nil {
				if v, ok := m.Get("deployments"); ok {
					o.refuse("deployments key not allowed in resource metadata with user_data_format of "+
						"SOFTWARE_CONFIG", "", v)
				}
			}
		}
	}
	image, devices, second := o.get("image"), o.get("block_device_mapping"), o.get("block_device_mapping_v2")
	if image.IsFailed() || devices.HasFailed() || second.HasFailed() || devices.IsUnknown() || second.IsUnknown() {
		return
	}
	bootable := 0
	if _, given := o.given.Get("image"); given {
		bootable++
	}
	// bootable counts the image and the sources of block_device_mapping_v2; isBootable is also set
	// by a device vda of the older mapping.
	isBootable := bootable > 0
	for _, v := range o.list("block_device_mapping") {
		if v.Object() == nil {
			return
		}
		name, _ := v.Object().Get("device_name")
		if !isKnown(name) || python.Str(name) == "vda" {
			isBootable = true
		}
	}
	for _, v := range o.list("block_device_mapping_v2") {
		n, ok := o.bootSource(v)
		if !ok {
			return
		}
		bootable += n
		isBootable = isBootable || n > 0
	}
	switch {
	case !isBootable:
		o.refuse("Neither image nor bootable volume is specified for instance "+o.r.name, "", image)
	case len(o.list("block_device_mapping_v2")) > 0 && bootable != 1:
		o.refuse("Multiple bootable sources for instance "+o.r.name+".", "", second)
	}
}

// str returns a property that is a string, otherwise "".
func (o *typeChecker) str(name string) string { s, _ := o.get(name).Text(); return s }

// bootSources are the possible sources of a server's disk.
var bootSources = []string{"volume_id", "snapshot_id", "image", "swap_size", "ephemeral_size", "ephemeral_format"}

// bootSource checks the sources of a disk, and returns how many of them a server can boot from;
// false if unknown. Only a volume, a snapshot or an image can be booted from, and only if
// boot_index is 0 or missing.
func (o *typeChecker) bootSource(v value.Value) (int, bool) {
	m := v.Object()
	if m == nil {
		return 0, false
	}
	var sources []string
	for _, name := range bootSources {
		source, _ := m.Get(name)
		if !isGiven(source) {
			continue
		}
		if name == "ephemeral_format" && slices.Contains(sources, "ephemeral_size") {
			continue // both denote the same source
		}
		sources = append(sources, name)
	}
	switch {
	case len(sources) > 1:
		o.refuse("Cannot define the following properties at the same time: "+strings.Join(bootSources, ", ")+".",
			"ResourcePropertyConflict", v)
		return 0, false
	case len(sources) == 0:
		o.refuse("Either volume_id, snapshot_id, image_id, swap_size, ephemeral_size or ephemeral_format must be "+
			"specified.", "", v)
		return 0, false
	}
	at, _ := m.Get("boot_index")
	if !isKnown(at) {
		return 0, false
	}
	if slices.Contains(bootSources[:3], sources[0]) && (at.Data == nil || at.IsNull() || python.Str(at) == "0") {
		return 1, true
	}
	return 0, true
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
