package pullconf

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A shape says what is written for a value.
type shape uint8

const (
	aText shape = iota
	anArray
	aHash
)

// The words of the original and ours for the shapes.
var (
	shapeNodes = [...]string{"a string", "an array", "a hash"}
	shapeWords = [...]string{"a text", "an array", "a hash"}
)

// A valueType is what a parameter, a member of an array or a value of a hash holds.
type valueType struct {
	shape  shape
	word   string      // for people
	check  check       // of a text
	member *valueType  // of an array
	fields []parameter // of a hash
}

// A parameter is one of a resource type or, inside of hashes, one of their keys.
type parameter struct {
	name     string
	required bool
	of       *valueType
	or       value.Data // the default; nil when a parameter that is not given stays away
	doc      string
}

// A resourceType is a row of the table of types.
type resourceType struct {
	name       string
	primary    string // the parameter that names a resource; "" when there is one per client
	target     string // the file that it is written to; "" when it is none
	doc        string
	parameters []parameter // in the order in which they are read
	fn         *ir.Func
}

// find returns the index of a parameter, -1 when there is none.
func (t *resourceType) find(name string) int { return findParameter(t.parameters, name) }

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

func textOf(word string, c check) *valueType { return &valueType{word: word, check: c} }

func arrayOf(member *valueType) *valueType {
	return &valueType{shape: anArray, word: "array of " + member.word, member: member}
}

func hashOf(word string, fields ...parameter) *valueType {
	return &valueType{shape: aHash, word: word, fields: fields}
}

var (
	tEnsure     = textOf("present or absent", ensure)
	tText       = textOf("text", asIs)
	tBoolean    = textOf("boolean", boolean)
	tPath       = textOf("path", path)
	tUser       = textOf("user name", userName)
	tGroup      = textOf("group name", groupName)
	tHost       = textOf("host name", hostName)
	tAddress    = textOf("IP address", address)
	tTexts      = arrayOf(tText)
	tHosts      = arrayOf(tHost)
	tVariables  = arrayOf(hashOf("environment variable", must("name", tText, "The name of the variable."), may("value", tText, nil, "Its value.")))
	tCommand    = must("command", tTexts, "The program and its arguments.")
	tReplacings = arrayOf(hashOf("replacement",
		must("placeholder", tText, "The text that is replaced."), tCommand,
		may("environment", tVariables, empty, "Environment variables of the command.")))
	tContent = hashOf("content",
		must("value", tText, "The text of the file."),
		may("replace", tReplacings, empty, "Placeholders in the text, and the commands whose output replaces them."))
)

var empty value.Data = value.NewList(nil)

const (
	no   = value.Bool(false)
	root = value.String("root")
)

func must(name string, of *valueType, doc string) parameter {
	return parameter{name: name, required: true, of: of, doc: doc}
}

func may(name string, of *valueType, or value.Data, doc string) parameter {
	return parameter{name: name, of: of, or: or, doc: doc}
}

// present is the first parameter of every type.
var present = may("ensure", tEnsure, value.String("present"), "Whether the resource should be there.")

// types is the table of the resource types.
var types = []*resourceType{
	{name: "apt::package", primary: "name", doc: "A package of the system.", parameters: []parameter{
		may("ensure", textOf("present, absent or purged", ensurePackage), value.String("present"), "Whether the package should be installed."),
		must("name", textOf("package name", packageName), "The name of the package."),
		may("version", textOf("package version", packageVersion), nil, "The version to install: [epoch:]upstream[-revision]."),
	}},
	{name: "apt::preference", primary: "name", target: "/etc/apt/preferences.d/", doc: "Which versions of packages are preferred.", parameters: []parameter{
		present,
		must("name", textOf("preference name", preferenceName), "The name of the preference, and of its file."),
		may("order", textOf("number from 0 to 255", number(0, 255)), nil, "A number before the name of the file, which orders the files."),
		may("explanation", tText, nil, "What the preference is for."),
		must("package", tText, "The packages it is about."),
		must("pin", tText, "The versions it is about."),
		must("pin_priority", textOf("number from -32768 to 32767", number(-32768, 32767)), "The priority of these versions."),
	}},
	{name: "cron::job", primary: "name", target: "/etc/cron.d/", doc: "A command that runs at given times.", parameters: []parameter{
		present,
		must("name", textOf("cron job name", cronName), "The name of the job, and of its file."),
		may("environment", tVariables, empty, "Environment variables of the command."),
		must("schedule", tText, "When it runs: five fields, or a word such as @daily."),
		may("user", tUser, root, "The user who runs it."),
		must("command", tText, "What runs."),
	}},
	{name: "directory", primary: "path", doc: "A directory.", parameters: []parameter{
		present,
		must("path", tPath, "Where the directory is."),
		may("owner", tUser, root, "The user who owns it."),
		may("group", tGroup, nil, "The group that owns it."),
		may("purge", tBoolean, no, "Whether files that no resource names are removed from it."),
	}},
	{name: "execute", primary: "name", doc: "A command that is run.", parameters: []parameter{
		present,
		must("name", tText, "The name of the resource."),
		tCommand,
		may("unless", tTexts, empty, "A program and its arguments; when it succeeds the command does not run."),
		may("environment", tVariables, empty, "Environment variables of the command."),
		may("passive", tBoolean, no, "Whether it runs only when another resource triggers it."),
	}},
	{name: "file", primary: "path", doc: "A file.", parameters: []parameter{
		present,
		must("path", tPath, "Where the file is."),
		may("mode", textOf("file mode", mode), value.String("644"), "Who may do what with it, as octal digits."),
		may("owner", tUser, root, "The user who owns it."),
		may("group", tGroup, nil, "The group that owns it."),
		may("content", tContent, nil, "What stands in it."),
		may("source", tPath, nil, "A file that it is a copy of."),
	}},
	{name: "group", primary: "name", doc: "A group of users.", parameters: []parameter{
		present,
		must("name", tGroup, "The name of the group."),
		may("system", tBoolean, no, "Whether it is a group of the system."),
	}},
	{name: "host", primary: "ip_address", target: "/etc/hosts", doc: "A line of /etc/hosts.", parameters: []parameter{
		present,
		must("ip_address", tAddress, "The address."),
		must("hostname", tHost, "The name of the address."),
		may("aliases", tHosts, empty, "Further names, at most four."),
	}},
	{name: "resolv.conf", target: "/etc/resolv.conf", doc: "How names are looked up; one for each client.", parameters: []parameter{
		present,
		may("nameservers", arrayOf(tAddress), empty, "The servers that are asked."),
		may("search", tHosts, empty, "The domains that are tried."),
		may("sortlist", arrayOf(textOf("address or address/netmask", sortlistEntry)), empty, "Networks whose addresses come first."),
		may("options", arrayOf(textOf("resolver option", resolverOption)), empty, "Options of the resolver."),
	}},
	{name: "symlink", primary: "path", doc: "A symbolic link.", parameters: []parameter{
		present,
		must("path", tPath, "Where the link is."),
		must("target", tPath, "What it points to."),
	}},
	{name: "user", primary: "name", doc: "A user of the system.", parameters: []parameter{
		present,
		must("name", tUser, "The name of the user."),
		may("system", tBoolean, no, "Whether it is a user of the system."),
		may("comment", tText, nil, "Who it is."),
		may("shell", tPath, nil, "The shell that starts at login."),
		may("home", tPath, nil, "The home directory; /home/NAME unless given."),
		may("password", textOf("password hash", password), value.String("!"), "The hash of the password; ! locks the account."),
		may("expiry_date", textOf("date", date), nil, "The day on which the account ends."),
		may("group", tGroup, nil, "The primary group; called as the user unless given."),
		may("groups", arrayOf(tGroup), empty, "Further groups."),
	}},
}

// typeNames lists the names of the types, typeByName finds them.
var (
	typeNames  = make([]string, len(types))
	typeByName = make(map[string]*resourceType, len(types))
	funcs      = make([]*ir.Func, len(types))
	// parameterNames holds the names of the parameters of all types.
	parameterNames = map[string]bool{}
)

func init() {
	for i, t := range types {
		fn := &ir.Func{Name: t.name, Doc: t.doc, Result: "resource", Lazy: readResource}
		for _, p := range t.parameters {
			parameterNames[p.name] = true
			fn.Params = append(fn.Params, ir.Param{Name: p.name, Type: p.of.word, Doc: p.doc, Optional: !p.required})
		}
		t.fn, funcs[i], typeNames[i], typeByName[t.name] = fn, fn, t.name, t
	}
}
