package pullconf

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A shape is the kind of YAML node that represents a value.
type shape uint8

const (
	aText shape = iota
	anArray
	aHash
)

// The names of shapes: shapeNodes in the original's messages, shapeWords in ours.
var (
	shapeNodes = [...]string{"a string", "an array", "a hash"}
	shapeWords = [...]string{"a string", "an array", "a hash"}
)

// A valueType is the type of a parameter, of a member of an array or of a value in a hash.
type valueType struct {
	shape shape
	word  string // the type's name for users
	// Of check, member and fields, only the one for the shape is set.
	check   check       // of a string
	member  *valueType  // of an array
	fields  []parameter // of a hash
	choices []string    // the possible strings, if they can be listed
}

// A parameter is a parameter of a resource type, or a key of a hash within one.
type parameter struct {
	name     string
	required bool
	of       *valueType
	or       value.Data // the default; nil if there is none
	doc      string
}

// A resourceType describes a type of resource.
type resourceType struct {
	name       string
	primary    string // the parameter that names a resource; "" if there is one per client
	target     string // the file that it writes to; "" if it writes none
	doc        string
	parameters []parameter // in the order in which they are read
	// init sets these fields, which are the same for all resources of the type.
	fn    *ir.Func   // the function of their cells
	data  value.Data // the name, as a value
	names []string   // of the parameters
	where string     // the words for a resource in problems
}

// find returns the index of a parameter, or -1.
func (t *resourceType) find(name string) int { return findParameter(t.parameters, name) }

// findParameter returns the index of a parameter in a list, or -1.
func findParameter(list []parameter, name string) int {
	for i := range list {
		if list[i].name == name {
			return i
		}
	}
	return -1
}

// names returns the names of parameters.
func names(list []parameter) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].name
	}
	return out
}

// words describes a type for users.
func (t *valueType) words() string {
	if t.shape == anArray {
		return "array of " + t.member.words()
	}
	return t.word
}

// words describes a parameter's type and its default.
func (p *parameter) words() string {
	switch d := p.or.(type) {
	case value.String:
		return p.of.words() + ", " + "by default " + string(d)
	case value.Bool:
		return p.of.words() + map[value.Bool]string{true: ", by default true", false: ", by default false"}[d]
	}
	return p.of.words()
}

// The tables avoid function calls, so that they are static data and nothing is computed at startup.
var (
	tEnsure      = valueType{word: "present or absent", check: ensure, choices: presence}
	tEnsureMore  = valueType{word: "present, absent or purged", check: ensurePackage, choices: ensureWords}
	tText        = valueType{word: "text", check: anyString}
	tBoolean     = valueType{word: "boolean", check: boolean, choices: booleanWords}
	tPath        = valueType{word: "path", check: path}
	tUser        = valueType{word: "user name", check: userName}
	tGroup       = valueType{word: "group name", check: groupName}
	tHost        = valueType{word: "host name", check: hostName}
	tAddress     = valueType{word: "IP address", check: ipAddress}
	tPackage     = valueType{word: "package name", check: packageName}
	tVersion     = valueType{word: "package version", check: packageVersion}
	tPreference  = valueType{word: "preference name", check: preferenceName}
	tOrder       = valueType{word: "number from 0 to 255", check: order}
	tPriority    = valueType{word: "number from -32768 to 32767", check: priority}
	tCron        = valueType{word: "cron job name", check: cronName}
	tMode        = valueType{word: "file mode", check: mode}
	tPassword    = valueType{word: "password hash", check: password}
	tDate        = valueType{word: "date", check: date}
	tSort        = valueType{word: "address or address/netmask", check: sortlistEntry}
	tOption      = valueType{word: "resolver option", check: resolverOption, choices: resolverOptions}
	tTexts       = valueType{shape: anArray, member: &tText}
	tHosts       = valueType{shape: anArray, member: &tHost}
	tGroups      = valueType{shape: anArray, member: &tGroup}
	tAddresses   = valueType{shape: anArray, member: &tAddress}
	tSorts       = valueType{shape: anArray, member: &tSort}
	tOptions     = valueType{shape: anArray, member: &tOption}
	tVariable    = valueType{shape: aHash, word: "environment variable", fields: variableFields}
	tVariables   = valueType{shape: anArray, member: &tVariable}
	tReplacement = valueType{shape: aHash, word: "replacement", fields: replacementFields}
	tReplacings  = valueType{shape: anArray, member: &tReplacement}
	tContent     = valueType{shape: aHash, word: "content", fields: contentFields}

	variableFields = []parameter{
		{name: "name", of: &tText, required: true, doc: "The name of the variable."},
		{name: "value", of: &tText, doc: "Its value."},
	}
	replacementFields = []parameter{
		{name: "placeholder", of: &tText, required: true, doc: "The string that is replaced."},
		{name: "command", of: &tTexts, required: true, doc: "The program and its arguments."},
		{name: "environment", of: &tVariables, or: &empty, doc: "Environment variables of the command."},
	}
	contentFields = []parameter{
		{name: "value", of: &tText, required: true, doc: "The content of the file."},
		{name: "replace", of: &tReplacings, or: &empty,
			doc: "Placeholders in the content, and the commands whose output replaces them."},
	}
	empty = value.List{}
)

const (
	no   = value.Bool(false)
	root = value.String("root")
)

// types is the table of the resource types. Each begins with ensure. The parameters are in
// the order in which the original reads them, which is also their order in the result (1).
var types = []*resourceType{
	{name: "apt::package", primary: "name", doc: "A package of the system.", parameters: []parameter{
		{name: "ensure", of: &tEnsureMore, or: value.String("present"),
			doc: "Whether the package should be installed."},
		{name: "name", of: &tPackage, required: true, doc: "The name of the package."},
		{name: "version", of: &tVersion, doc: "The version to install: [epoch:]upstream[-revision]."},
	}},
	{name: "apt::preference", primary: "name", target: "/etc/apt/preferences.d/",
		doc: "A preference for versions of packages.", parameters: []parameter{
			{name: "ensure", of: &tEnsure, or: value.String("present"), doc: "Whether the resource should exist."},
			{name: "name", of: &tPreference, required: true, doc: "The name of the preference, and of its file."},
			{name: "order", of: &tOrder,
				doc: "A number in front of the file name, which determines the order of the files."},
			{name: "explanation", of: &tText, doc: "What the preference is for."},
			{name: "package", of: &tText, required: true, doc: "The packages that it applies to."},
			{name: "pin", of: &tText, required: true, doc: "The versions that it applies to."},
			{name: "pin_priority", of: &tPriority, required: true, doc: "The priority of these versions."},
		}},
	{name: "cron::job", primary: "name", target: "/etc/cron.d/", doc: "A command that runs at given times.",
		parameters: []parameter{
			{name: "ensure", of: &tEnsure, or: value.String("present"), doc: "Whether the resource should exist."},
			{name: "name", of: &tCron, required: true, doc: "The name of the job, and of its file."},
			{name: "environment", of: &tVariables, or: &empty, doc: "Environment variables of the command."},
			{name: "schedule", of: &tText, required: true, doc: "When it runs: five fields, or a word such as @daily."},
			{name: "user", of: &tUser, or: root, doc: "The user who runs it."},
			{name: "command", of: &tText, required: true, doc: "The command line."},
		}},
	{name: "directory", primary: "path", doc: "A directory.", parameters: []parameter{
		{name: "ensure", of: &tEnsure, or: value.String("present"), doc: "Whether the resource should exist."},
		{name: "path", of: &tPath, required: true, doc: "The path of the directory."},
		{name: "owner", of: &tUser, or: root, doc: "The user who owns it."},
		{name: "group", of: &tGroup, doc: "The group that owns it."},
		{name: "purge", of: &tBoolean, or: no, doc: "Whether files that no resource names are removed from it."},
	}},
	{name: "execute", primary: "name", doc: "A command to run.", parameters: []parameter{
		{name: "ensure", of: &tEnsure, or: value.String("present"), doc: "Whether the resource should exist."},
		{name: "name", of: &tText, required: true, doc: "The name of the resource."},
		{name: "command", of: &tTexts, required: true, doc: "The program and its arguments."},
		{name: "unless", of: &tTexts, or: &empty,
			doc: "A program and its arguments. If this program succeeds, the command does not run."},
		{name: "environment", of: &tVariables, or: &empty, doc: "Environment variables of the command."},
		{name: "passive", of: &tBoolean, or: no, doc: "Whether it runs only when another resource triggers it."},
	}},
	{name: "file", primary: "path", doc: "A file.", parameters: []parameter{
		{name: "ensure", of: &tEnsure, or: value.String("present"), doc: "Whether the resource should exist."},
		{name: "path", of: &tPath, required: true, doc: "The path of the file."},
		{name: "mode", of: &tMode, or: value.String("644"), doc: "The permissions, in octal digits."},
		{name: "owner", of: &tUser, or: root, doc: "The user who owns it."},
		{name: "group", of: &tGroup, doc: "The group that owns it."},
		{name: "content", of: &tContent, doc: "The content of the file."},
		{name: "source", of: &tPath, doc: "The file that is copied to this path."},
	}},
	{name: "group", primary: "name", doc: "A group of users.", parameters: []parameter{
		{name: "ensure", of: &tEnsure, or: value.String("present"), doc: "Whether the resource should exist."},
		{name: "name", of: &tGroup, required: true, doc: "The name of the group."},
		{name: "system", of: &tBoolean, or: no, doc: "Whether it is a system group."},
	}},
	{name: "host", primary: "ip_address", target: "/etc/hosts", doc: "A line of /etc/hosts.", parameters: []parameter{
		{name: "ensure", of: &tEnsure, or: value.String("present"), doc: "Whether the resource should exist."},
		{name: "ip_address", of: &tAddress, required: true, doc: "The address."},
		{name: "hostname", of: &tHost, required: true, doc: "The host name for the address."},
		{name: "aliases", of: &tHosts, or: &empty, doc: "Additional names, at most four."},
	}},
	{name: "resolv.conf", target: "/etc/resolv.conf", doc: "How host names are resolved; at most one for each client.",
		parameters: []parameter{
			{name: "ensure", of: &tEnsure, or: value.String("present"), doc: "Whether the resource should exist."},
			{name: "nameservers", of: &tAddresses, or: &empty, doc: "The name servers."},
			{name: "search", of: &tHosts, or: &empty, doc: "The search domains."},
			{name: "sortlist", of: &tSorts, or: &empty, doc: "Networks whose addresses are preferred."},
			{name: "options", of: &tOptions, or: &empty, doc: "Options of the resolver."},
		}},
	{name: "symlink", primary: "path", doc: "A symbolic link.", parameters: []parameter{
		{name: "ensure", of: &tEnsure, or: value.String("present"), doc: "Whether the resource should exist."},
		{name: "path", of: &tPath, required: true, doc: "The path of the link."},
		{name: "target", of: &tPath, required: true, doc: "The target of the link."},
	}},
	{name: "user", primary: "name", doc: "A user account.", parameters: []parameter{
		{name: "ensure", of: &tEnsure, or: value.String("present"), doc: "Whether the resource should exist."},
		{name: "name", of: &tUser, required: true, doc: "The name of the user."},
		{name: "system", of: &tBoolean, or: no, doc: "Whether it is a system user."},
		{name: "comment", of: &tText, doc: "The full name of the user, or a description."},
		{name: "shell", of: &tPath, doc: "The shell that starts at login."},
		{name: "home", of: &tPath, doc: "The home directory; by default /home/NAME."},
		{name: "password", of: &tPassword, or: value.String("!"),
			doc: "The hash of the password; ! locks the account."},
		{name: "expiry_date", of: &tDate, doc: "The day on which the account expires."},
		{name: "group", of: &tGroup, doc: "The primary group; by default named like the user."},
		{name: "groups", of: &tGroups, or: &empty, doc: "Further groups."},
	}},
}

// typeNames lists the names of the types; funcs describes them to hover and the reference page.
var (
	typeNames = make([]string, len(types))
	funcs     = make([]*ir.Func, len(types))
)

func init() {
	for i, t := range types {
		fn := &ir.Func{Name: t.name, Doc: t.doc, Result: "resource", Lazy: readResource}
		for _, p := range t.parameters {
			fn.Params = append(fn.Params, ir.Param{Name: p.name, Type: p.words(), Doc: p.doc, Optional: !p.required})
		}
		t.fn, funcs[i], typeNames[i] = fn, fn, t.name
		t.data, t.names, t.where = value.String(t.name), names(t.parameters), "a resource of the type "+t.name
	}
}

// typeNamed returns the type with the given name, or nil.
func typeNamed(name string) *resourceType {
	for _, t := range types {
		if t.name == name {
			return t
		}
	}
	return nil
}

// isParameter reports whether any type has a parameter with this name.
func isParameter(name string) bool {
	for _, t := range types {
		if t.find(name) >= 0 {
			return true
		}
	}
	return false
}
