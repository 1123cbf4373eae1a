package main

import "regexp"

// A cause explains why a class of differences remains: a decision of the specification, an
// artefact of this comparison, or an open bug.
type cause struct {
	peer  *regexp.Regexp // matches the whole name of a peer
	class *regexp.Regexp // matches a part of the name of a class
	why   string
}

// because returns a cause, given by regular expressions.
func because(peer, class, why string) cause {
	return cause{regexp.MustCompile("^(?:" + peer + ")$"), regexp.MustCompile(class), why}
}

// causes are the known ones. The first that matches a class counts, so special ones come before
// general ones. "open" means that ours should change, "decided" that the specification says so.
var causes = []cause{
	because("esc.*", `did you mean "_"`, "of names that are equally near the original takes a random one"),
	because("esc.*", `unknown property "_"$`,
		"decided: own values over an unknown result, one level down, are unknown in check mode"),
	because("esc.*", `^text:  \| error receiver must be`,
		"open: a malformed fn::secret over a final value, both reported, is no receiver in the original"),
	because("console", `clause value is invalid`,
		"open: the type of regexall over an unknown text, in the condition of a loop without elements"),
	because("console", `(?s).*`, "open: mistakes inside of mistakes, one template each"),
	because("pulumi", `^text:  \| error resource, variable, or config value "_" not found`,
		"a type without a colon ends the original's walk, so it finds no later names"),
	because("pulumi", `option providers value must be a list of resources`,
		"decided: the manual's mapping of providers is accepted, so its mistakes have other messages"),
	because("pulumi", `protect must be a boolean value|value must be a list of resources`,
		"decided: what depends on a config entry that failed is silent"),
	because("pulumi", `is already the default provider of`,
		"decided: a second default provider of a package is reported"),
	because("pulumi", `unknown type: |missing type|missing items`,
		"the original crashes over a default when it makes the schema of a plugin, and reports nothing"),
	because("pulumi", `not an integer|got an integer|found an integer`,
		"open: other messages than that of fn::select name integers of config apart from numbers"),
	because("pulumi", `^text: error .*(receiver must|integer index|must be a list of strings)`,
		"the original loses mistakes inside of outputs that nothing awaits"),
	because("pulumi", `^text: error .*(resolving type|is not assignable|mutually exclusive|instead got type)`,
		"a type without a colon stops the comparison's packages before the original reports anything"),
	because("pulumi", `invalid base`, "open: what !!binary cannot decode is refused as YAML"),
	because("pulumi", `cannot access a property on.*any[,>]|from List<Union<.*any[,>]`,
		"decided: a list with an element whose type no schema tells has elements of any type"),
	because("pulumi", `Property .* does not exist on`,
		"the comparison's packages have the words of a template as properties, and not every key is one"),
	because("pulumi", `Invalid`, "open: the types of names that do not exist, and of what is made of them"),
	because("pulumi", `^value$`,
		"decided: a resource that needs one that was left out is left out, at whatever depth its input has it"),
	because("pulumi", `^secrets$`, "the comparison reads no secrets in outputs whose names have other characters"),
	because("pulumi", `fn::length requires|found pulumi\.`,
		"decided: functions take the lists and mappings of component inputs, whose Go types the original refuses"),
	because("pulumi", `is not assignable from [{]`,
		"open: a key that is given twice is a property twice in the original's types"),
	because("pulumi", `is not assignable from (Map|List)`,
		"open: lists of several types and inputs of components in type checks"),
	because("pulumi", `name argument \(for URN creation\)|expressions cannot be empty`,
		"open: a resource whose name is empty is refused"),
	because("pulumi", `invalid URN`, "open: the parent of an alias is not checked to be a URN"),
	because("pulumi", `requires a resource, got an object`, "open: a mapping with a value that failed has failed"),
	because("pulumi", `options DependsOn field`, "open: a second message about dependsOn, with an address of memory"),
	because("pulumi-stack", `ParseBool|unable to cast`,
		"the original's message holds a secret, and ours is then without it"),
	because("pulumi-stack", `must be of type`, "open: null from an environment fits no declared type"),
	because("pulumi", `the program is refused`, "the original ends without a diagnostic"),
	because("pulumi-project", `parsing CLI version range`,
		"open: of several mistakes in one range another one is named"),
	because("terraform", `null value cannot be formatted|no verbs in format|too many arguments|Invalid operand|`+
		`cannot sum noniterable|^text:  \| error Call to unknown function`,
		"Terraform 1.11, which is compared here, and 1.13, which is described, differ"),
	because("terraform", `all set elements|all list elements|single type|element types must|set of set of `+
		`dynamic|map of set of dynamic|list of set of`,
		"open: an empty set or map beside tuples or objects in one collection"),
	because("terraform", `other diagnostic`, "open: a directive of a template that the end of the text cuts off"),
	because("terraform", `^value$`,
		"decided: indenting by a negative number of spaces does not panic; fileset finds the comparison's own files"),
	because("terraform", `is a directory|no such file`, "the bundle has no folders outside of it"),
	because("terraform", `no file exists at`,
		"open: a secret among the values of templatefile hides the name of a missing file"),
	because("terraform", `cannot convert "_" to number|/tmp/|invalid CIDR address: /project`,
		"the comparison runs in another folder, which abspath gives"),
}

// causeOf returns why differences of a class remain, "" if unexplained.
func causeOf(peer, class string) string {
	for _, c := range causes {
		if c.peer.MatchString(peer) && c.class.MatchString(class) {
			return c.why
		}
	}
	return ""
}
