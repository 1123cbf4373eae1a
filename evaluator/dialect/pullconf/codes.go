package pullconf

import "pantograph/evaluator/diag"

// codes explains the problems that only this dialect reports.
var codes = []diag.Explanation{
	{Code: "byte-order-mark", Title: "The file begins with a byte order mark",
		Text: "An editor has inserted an invisible character before the first key, which becomes part of that key. " +
			"Save the file as UTF-8 without a byte order mark."},
	{Code: "duplicate-key", Title: "A hash contains a key twice",
		Text: "The keys of a hash must be unique. The second entry is ignored; remove one of the two."},
	{Code: "node-shape", Title: "A value has the wrong form",
		Text: "Values are strings, arrays or hashes, and each position takes one of these. Only block style makes " +
			"arrays and hashes: [a, b] and {a: b} are strings, and so is an empty value."},
	{Code: "key-shape", Title: "A key is not a string",
		Text: "In YAML, a key after a question mark can be an array or a hash. Here, every key must be a string."},
	{Code: "missing-key", Title: "A required key is missing",
		Text: "Clients, groups, resources and the parameters of each type have required keys."},
	{Code: "unknown-key", Title: "An unknown key",
		Text: "The message suggests a similar key, or lists the known ones."},
	{Code: "document-type", Title: "A document is neither a client nor a group",
		Text: "Every document needs type: client or type: group."},
	{Code: "resource-type", Title: "There is no such resource type",
		Text: "The type of a resource cannot be a variable. Only resources of type execute can be triggered."},
	{Code: "duplicate-name", Title: "Two clients or two groups have the same name",
		Text: "The names of clients must be unique in all files together, and so must those of groups."},
	{Code: "api-key", Title: "An API key is not a SHA-256 hash",
		Text: "The API key of a client is written as 64 hexadecimal digits."},
	{Code: "api-key-placeholder", Title: "An API key is still a placeholder",
		Text: "Documentation writes <...> for an API key. A real configuration needs a real one; everything else is " +
			"evaluated."},
	{Code: "duplicate-api-key", Title: "Two clients share an API key",
		Text: "A client is recognised by its API key, so each needs a different one."},
	{Code: "unknown-group", Title: "There is no such group",
		Text: "A client names a group that has no document."},
	{Code: "unknown-variable", Title: "There is no such variable",
		Text: "A reference ${pullconf::name} names a variable of the client, or hostname. The name is everything " +
			"between the colons and the brace, including spaces and brackets; it cannot select an entry of an " +
			"array. A group's resource needs its variables in every client of the group."},
	{Code: "unclosed-reference", Title: "A reference has no closing brace",
		Text: "A reference ends with }. A reference to an array or a hash must be the whole value, with nothing " +
			"after it."},
	{Code: "variable-depth", Title: "Too many nested variables",
		Text: "A value may depend on a chain of at most eleven variables."},
	{Code: "variable-loop", Title: "A variable depends on itself",
		Text: "The message shows the cycle. One of these variables needs a value without a reference to the others."},
	{Code: "ensure-value", Title: "ensure is neither present nor absent",
		Text: "A resource is present or absent; a package can also be purged."},
	{Code: "boolean-value", Title: "A boolean is neither true nor false",
		Text: "Only true and false are booleans; yes and no are not."},
	{Code: "number-value", Title: "A number is out of range",
		Text: "The message gives the range."},
	{Code: "host-name", Title: "This is not a host name",
		Text: "A host name consists of letters, digits, hyphens and dots; the parts between the dots have 1 to 63 " +
			"characters, the whole name at most 253. Names of clients and groups are host names, too."},
	{Code: "path", Title: "This is not an absolute path",
		Text: "Paths begin with a slash and do not contain \"..\"."},
	{Code: "user-name", Title: "This is not a user name",
		Text: "It begins with a letter or an underscore, continues with letters, digits, underscores and hyphens, " +
			"and has at most 32 characters."},
	{Code: "group-name", Title: "This is not a group name",
		Text: "It begins with a letter or an underscore, continues with letters, digits, underscores and hyphens, " +
			"and has at most 32 characters."},
	{Code: "package-name", Title: "This is not a package name",
		Text: "It has two or more lower-case letters, digits and the characters + . -, and begins with a letter or " +
			"a digit."},
	{Code: "package-version", Title: "This is not a package version",
		Text: "A version is [epoch:]upstream[-revision], as in Debian."},
	{Code: "preference-name", Title: "This is not the name of a preference",
		Text: "It consists of letters, digits and the characters _ . - because it is also a file name."},
	{Code: "cron-name", Title: "This is not the name of a cron job",
		Text: "It consists of letters, digits, underscores and hyphens: cron ignores files with other names."},
	{Code: "file-mode", Title: "This is not a file mode",
		Text: "A mode has three or four octal digits."},
	{Code: "ip-address", Title: "This is not an IP address",
		Text: "Addresses are written as 10.0.0.1, without leading zeros, or as fe80::1."},
	{Code: "password-hash", Title: "This is not a password hash",
		Text: "Passwords are given as hashes ($6$..., $y$...); ! and * lock the account."},
	{Code: "date-value", Title: "This is not a date",
		Text: "Dates are written as 2030-01-31 and must exist in the calendar."},
	{Code: "resolver-option", Title: "This is not a resolver option",
		Text: "The options are those of resolv.conf(5); ndots, timeout and attempts are followed by a colon and a " +
			"number."},
	{Code: "content-and-source", Title: "A file has both content and a source",
		Text: "The content of a file is either set by content or copied from source."},
	{Code: "host-aliases", Title: "A host has too many aliases",
		Text: "A line of /etc/hosts has at most four names after the first."},
	{Code: "environment-name", Title: "The name of an environment variable is empty or repeated",
		Text: "The names of a cron job's environment variables must be unique."},
	{Code: "primary-group", Title: "The primary group is listed in groups",
		Text: "The primary group of a user, by default named like the user, must not be listed in groups."},
	{Code: "duplicate-resource", Title: "Two groups define the same resource",
		Text: "Two resources are the same if their type and their first parameter are equal. A client's own " +
			"resource takes precedence over a group's; between groups, or within one group, there is no precedence."},
	{Code: "not-unique", Title: "Two resources manage the same object",
		Text: "A path belongs to one file, directory or symlink; addresses and names belong to one resource of " +
			"their type."},
	{Code: "file-parent", Title: "A path is inside a file",
		Text: "The parent directory of this path is a resource of type file."},
	{Code: "hosts-conflict", Title: "/etc/hosts is written twice",
		Text: "Resources of type host add lines to /etc/hosts, so no file can write all of it."},
	{Code: "implicit-loop", Title: "An implicit dependency creates a cycle",
		Text: "A file needs the directory around it, a home directory needs its user, and so on. The message " +
			"shows the cycle."},
	{Code: "requires-self", Title: "A resource requires itself",
		Text: "Remove the entry, or name another resource."},
	{Code: "requires-undefined", Title: "There is no such required resource",
		Text: "The client has no resource with this type and name, neither its own nor from a group."},
	{Code: "requires-forbidden", Title: "A resource requires one that must come after it",
		Text: "A directory cannot require a path inside it, a user cannot require its home directory, and so on: " +
			"the order is always the other way round."},
	{Code: "requires-loop", Title: "Resources require each other",
		Text: "The message shows the cycle. Remove one of its entries."},
	{Code: "trigger-self", Title: "A command triggers itself",
		Text: "Remove the entry, or name another resource."},
	{Code: "trigger-undefined", Title: "There is no such triggered command",
		Text: "The client has no resource of type execute with this name."},
	{Code: "trigger-loop", Title: "A command comes before the resource that triggers it",
		Text: "A command runs after everything that triggers it, and here that requires the command. The message " +
			"shows the cycle."},
	{Code: "trigger-state", Title: "This state cannot trigger",
		Text: "A trigger fires when a resource is created, deleted or changed."},
	{Code: "duplicate-state", Title: "A duplicate state in a trigger",
		Text: "Remove one of the two."},
	{Code: "hint-unused-group", Title: "No client belongs to this group",
		Text: "Only the form of its resources is checked; they are not evaluated."},
	{Code: "hint-unused-variable", Title: "An unused variable is wrong",
		Text: "The error has no effect as long as no parameter uses the variable. The message describes it."},
	{Code: "hint-hostname-variable", Title: "A variable called hostname has no effect",
		Text: "hostname is reserved: it is always the name of the client."},
}

// Codes explains every problem code that the dialect can report.
func Codes() []diag.Explanation { return codes }
