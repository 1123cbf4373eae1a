package inspect

import (
	"strings"

	"pantograph/evaluator/value"
)

// typicalTexts lists typical values for names that end with certain words, which are written
// together in lower case. The first entry that matches is used, and % is replaced by the name of the
// owner.
var typicalTexts = []struct{ words, text string }{
	{"arn", "arn:aws:example:us-east-1:123456789012:%"},
	{"cidr", "10.0.0.0/16"}, {"cidrblock", "10.0.0.0/16"}, {"cidrs", "10.0.0.0/16"}, {"subnetrange", "10.0.0.0/24"},
	{"macaddress", "fa:16:3e:00:00:01"}, {"mac", "fa:16:3e:00:00:01"},
	{"emailaddress", "user@example.org"}, {"email", "user@example.org"},
	{"ipv6address", "2001:db8::7"}, {"ipv6", "2001:db8::7"},
	{"privateip", "10.0.0.7"}, {"privateipaddress", "10.0.0.7"},
	{"gateway", "10.0.0.1"}, {"gatewayip", "10.0.0.1"},
	{"ip", "203.0.113.7"}, {"ipv4", "203.0.113.7"}, {"address", "203.0.113.7"},
	{"repositoryurl", "registry.example.org/%"},
	{"url", "https://%.example.org"}, {"uri", "https://%.example.org"}, {"endpoint", "https://%.example.org"},
	{"link", "https://%.example.org"},
	{"fqdn", "%.example.org"}, {"domain", "%.example.org"}, {"domainname", "%.example.org"}, {"dns", "%.example.org"},
	{"dnsname", "%.example.org"},
	{"host", "%.example.org"}, {"hostname", "%.example.org"},
	{"region", "us-east-1"}, {"zone", "us-east-1a"}, {"location", "us-east-1"},
	{"accountid", "123456789012"}, {"accesskeyid", "AKIAIOSFODNN7EXAMPLE"}, {"accesskey", "AKIAIOSFODNN7EXAMPLE"},
	{"ami", "ami-0123456789abcdef0"}, {"imageid", "ami-0123456789abcdef0"}, {"vpcid", "vpc-0123456789abcdef0"},
	{"subnetid", "subnet-0123456789abcdef0"},
	{"uuid", "00000000-0000-4000-8000-000000000001"}, {"guid", "00000000-0000-4000-8000-000000000001"},
	{"tenantid", "00000000-0000-4000-8000-000000000001"}, {"projectid", "00000000-0000-4000-8000-000000000001"},
	{"subscriptionid", "00000000-0000-4000-8000-000000000001"},
	{"timestamp", "2026-01-01T00:00:00Z"}, {"time", "2026-01-01T00:00:00Z"}, {"date", "2026-01-01"},
	{"expiration", "2026-01-01T00:00:00Z"},
	{"port", "8080"}, {"count", "1"}, {"size", "1"}, {"capacity", "1"}, {"length", "1"}, {"number", "1"},
	{"timeout", "60"}, {"ttl", "3600"},
	{"enabled", "true"}, {"disabled", "false"},
	{"username", "user"}, {"user", "user"}, {"login", "user"}, {"version", "1.0.0"}, {"json", "{}"},
	{"status", "ACTIVE"},
	{"name", "%"},
}

// plurals lists words with which the names of lists end.
var plurals = []string{"ids", "arns", "ips", "addresses", "urls", "cidrs", "zones", "endpoints", "names",
	"hosts", "subnets"}

// Sample returns a plausible value for an unknown one: the dialect's sample or, if there is none, a
// value made from the paths that the program reads in it, its type and its name. No values are used,
// so a sample cannot reveal a secret.
func (u *Unknown) Sample() value.Value {
	if u.Unknown.Sample.Data != nil {
		return u.Unknown.Sample
	}
	owner, name := u.Label, u.Path[len(u.Path)-1]
	if i := strings.IndexAny(owner, ".["); i > 0 {
		owner = owner[:i]
	}
	owner, name = owner[strings.LastIndexAny(owner, ":/ ")+1:], name[strings.LastIndexAny(name, ":/")+1:]
	return u.shape.sample(u.Type, name, owner)
}

// sample returns a value for a shape. The paths that the program reads determine its structure. At
// the end of a path, kind is the declared type, "" if unknown; without a type, the value depends on
// the name. owner is the name of the resource or other entity that has the value, which appears in
// some strings.
func (s *shape) sample(kind, name, owner string) value.Value {
	switch {
	case len(s.keys) > 0:
		fields := make([]value.Field, len(s.keys))
		for i, key := range s.keys {
			fields[i] = value.Field{Key: key, Value: s.inside[key].sample("", key, owner)}
		}
		return value.ObjectOf(fields...)
	case s.last >= 0:
		const maxItems = 20
		items := make([]value.Value, min(s.last+1, maxItems))
		for i := range items {
			items[i] = s.item.sample("", singular(name), owner)
		}
		return value.ListOf(items...)
	}
	// The type is in the dialect's words: number, Number, CommaDelimitedList, list(string).
	text := typicalText(name, owner)
	switch kind = strings.ToLower(kind); {
	case hasPrefix(kind, "list", "array", "set", "comma_delimited_list"):
		return value.ListOf((&shape{last: -1}).sample("string", singular(name), owner))
	case hasPrefix(kind, "map", "object", "json"):
		return value.ObjectOf()
	case hasPrefix(kind, "bool"):
		return value.Flag(text != "false")
	case hasPrefix(kind, "int", "number", "float"):
		if !isDigits(text) {
			text = "1"
		}
		return value.Of(value.Number(text))
	case kind != "":
		return value.Str(text)
	case singular(name) != name:
		return value.ListOf(value.Str(typicalText(singular(name), owner)))
	// More digits are an identifier, such as an account number, which is a string.
	case isDigits(text) && len(text) < 8:
		return value.Of(value.Number(text))
	case text == "true" || text == "false":
		return value.Flag(text == "true")
	}
	return value.Str(text)
}

// hasPrefix reports whether a type starts with one of the words, as list(string) starts with list.
func hasPrefix(kind string, words ...string) bool {
	for _, w := range words {
		if strings.HasPrefix(kind, w) {
			return true
		}
	}
	return false
}

// isDigits reports whether a text consists of digits.
func isDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// singular returns the name of an element of a list with the given name. A name that does not end
// with one of plurals is returned unchanged.
func singular(name string) string {
	for _, plural := range plurals {
		if endsWith(name, plural) {
			// All other plurals end with a single s.
			if plural == "addresses" {
				return name[:len(name)-2]
			}
			return name[:len(name)-1]
		}
	}
	return name
}

// typicalText returns a typical value for a name: that in typicalTexts or, for other names, the owner
// and the name, as in bucket-prefix.
func typicalText(name, owner string) string {
	for _, t := range typicalTexts {
		if endsWith(name, t.words) {
			return strings.ReplaceAll(t.text, "%", owner)
		}
	}
	if name == owner || owner == "" {
		return "sample-" + name
	}
	return owner + "-" + name
}

// endsWith reports whether a name ends with words, which are written together in lower case:
// publicIp and ROUTER_IP end with ip, but relationship does not, because it is one word.
func endsWith(name, words string) bool {
	at := len(name)
	for left := len(words); left > 0; left-- {
		if at--; at >= 0 && (name[at] == '_' || name[at] == '-') {
			at--
		}
		if at < 0 || name[at]|0x20 != words[left-1] && name[at] != words[left-1] {
			return false
		}
	}
	isUpper := func(i int) bool { return 'A' <= name[i] && name[i] <= 'Z' }
	return at == 0 || name[at-1] == '_' || name[at-1] == '-' || isUpper(at) && !isUpper(at-1) ||
		isUpper(at) && at+1 < len(name) && !isUpper(at+1)
}
