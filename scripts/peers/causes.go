package main

import "regexp"

// A cause explains why a class of differences remains: a decision of the specification, an
// artefact of this comparison, or an open bug.
type cause struct {
	peer  *regexp.Regexp // matches the whole name of a peer
	class *regexp.Regexp // matches a part of the name of a class
	why   string
}

// because returns a cause. peer and class are regular expressions.
func because(peer, class, why string) cause {
	return cause{regexp.MustCompile("^(?:" + peer + ")$"), regexp.MustCompile(class), why}
}

// causes lists the known causes. The first one that matches a class counts, so special ones precede
// general ones. "open" means that our engine should change, and "decided" that the specification
// requires the difference.
var causes = []cause{
	because("esc.*", `did you mean "_"`, "the original suggests a random one of several equally similar names"),
	because("esc.*", `unknown property "_"$`,
		"decided: in check mode, values merged over an unknown result are unknown one level down"),
	because("esc.*", `^position: .*(got null|must be strings)`,
		"open: the original positions an omitted value in braces at the next token, ours after the key"),
	because("esc.*", `^text:  \| error receiver must be`,
		"open: the original also reports a malformed fn::secret over a final value as an invalid receiver"),
	because("terraform", `list resource|action type|A list resource`,
		"Terraform 1.11.4 does not know lists and actions, which later versions have"),
	because("console", `clause value is invalid`,
		"open: the type of regexall of an unknown string, in the condition of a for expression without elements"),
	because("console", `^value`,
		"open: elements of unknown collections may be null, and unknown numbers can have a range"),
	because("console", `(?s).*`, "open: errors inside an expression that has another error, one template each"),
	because("pulumi", `^text:  \| error resource, variable, or config value "_" not found`,
		"the original stops at a type without a colon, so it does not report missing names after it"),
	because("pulumi", `option providers value must be a list of resources`,
		"decided: a mapping of providers is accepted, as in the manual, so errors in it have other messages"),
	because("pulumi", `protect must be a boolean value|value must be a list of resources`,
		"decided: values that depend on a failed config entry report nothing"),
	because("pulumi", `is already the default provider of`,
		"decided: a second default provider of a package is reported"),
	because("pulumi", `unknown type: |missing type|missing items`,
		"the original crashes at a default when it generates the schema of a plugin, and reports nothing"),
	because("pulumi", `not an integer|got an integer|found an integer`,
		"open: except for fn::select, the original's messages distinguish integers of config from numbers"),
	because("pulumi", `^text: error .*(receiver must|integer index|list index|must be a list of strings)`,
		"the original does not report errors inside outputs that nothing awaits"),
	because("pulumi", `^text: error .*(resolving type|is not assignable|mutually exclusive|instead got type)`,
		"the stand-ins for packages fail at a type without a colon before the original reports anything"),
	because("pulumi", `warning Field "_" does not exist`,
		"open: of a section that a later one of the same name replaces, ours reports errors but no unknown fields"),
	because("pulumi", `invalid base`, "open: the original rejects invalid !!binary as a YAML error"),
	because("pulumi", `cannot access a property on.*any[,>]|from List<Union<.*any[,>]`,
		"decided: if the type of an element is unknown, the list has elements of any type"),
	because("pulumi", `Property .* does not exist on`,
		"the stand-ins for packages have the words of a template as properties, but not every key is such a word"),
	because("pulumi", `Invalid`, "open: the types of missing names and of expressions that contain them"),
	because("pulumi", `^value$`,
		"decided: a resource that needs an unregistered one is not registered, however deep the reference is nested"),
	because("pulumi", `^secrets$`, "the comparison does not read secrets of outputs whose names have other characters"),
	because("pulumi", `fn::length requires|found pulumi\.`,
		"decided: functions accept lists and mappings from component inputs; the original rejects their Go types"),
	because("pulumi", `is not assignable from [{]`,
		"open: in the original's types, a duplicate key is a duplicate property"),
	because("pulumi", `is not assignable from (Map|List)`,
		"open: type checks of lists with several types and of component inputs"),
	because("pulumi", `name argument \(for URN creation\)|expressions cannot be empty`,
		"open: the original rejects a resource with an empty name"),
	because("pulumi", `invalid URN`, "open: ours does not check that the parent of an alias is a URN"),
	because("pulumi", `requires a resource, got an object`,
		"open: in ours, a mapping that contains a failed value has failed"),
	because("pulumi", `options DependsOn field`,
		"open: the original has a second message about dependsOn, with a memory address"),
	because("pulumi-stack", `ParseBool|unable to cast`,
		"the original's message contains a secret, which ours omits"),
	because("pulumi-stack", `must be of type`,
		"open: in the original, null from an environment does not match any declared type"),
	because("pulumi", `the program is refused`, "the original exits without a diagnostic"),
	because("pulumi-project", `parsing CLI version range`,
		"open: of several errors in one range, the original reports another one"),
	because("heat.*", `^The Referenced Attribute \(.* attributes\) is incorrect|^The Referenced Attribute \(n `+
		`|^Member |\(in unknown\) is incorrect\. \| $`,
		"Heat reports it only when it resolves the output, after it has created the resources"),
	because("heat.*", `Unknown Property \w+ \| $`,
		"decided: names inside a value that needs another resource are checked at once, not when it is created"),
	because("heat.*", `\| .*(Property \w+ not assigned|has no type|Resource member is missing|of the following `+
		`properties must be specified: |must be between|cannot be specified without|period property can only|`+
		`required for  type of order|must have arguments|must be a string$|KeyError: .*"_"$)`,
		"decided: a check that needs the value of another resource's attribute is skipped; Heat takes it for ''"),
	because("heat.*", `^(Cannot define|.*cannot both be set|.*: Cannot define the following).* \| $`,
		"decided: a value that needs another resource counts as set; Heat takes it for ''"),
	because("heat.*", `Invalid default .* \(Unrecognized.* \| Parameter`,
		"open: a list as the default of a boolean parameter with allowed values has another message"),
	because("heat.*", `^Parameter "_" is invalid: .* \| $`,
		"open: ours refuses a wrong default in a nested template, Heat only when it creates the stack"),
	because("heat", `^ValueError: resources\.n.*: Items to join.* \| $`,
		"open: of a volume from a backup Heat does not evaluate the size, in a nested template"),
	because("terraform", `null value cannot be formatted|no verbs in format|too many arguments|Invalid operand|`+
		`cannot sum noniterable|^text:  \| error Call to unknown function`,
		"Terraform 1.11, which is installed here, differs from 1.13, which the specification describes"),
	because("terraform", `all set elements|all list elements|single type|element types must|set of set of `+
		`dynamic|map of set of dynamic|list of set of`,
		"open: a collection that contains an empty set or map and also tuples or objects"),
	because("terraform", `other diagnostic`, "open: a template directive that is cut off by the end of the template"),
	because("terraform", `^value$`,
		"decided: indent with a negative number does not panic; fileset finds files of the comparison itself"),
	because("terraform", `is a directory|no such file`, "the bundle does not contain the folders outside it"),
	because("terraform", `no file exists at`,
		"open: a secret among the variables of templatefile hides the name of a missing file"),
	because("terraform", `cannot convert "_" to number|/tmp/|invalid CIDR address: /project`,
		"the comparison runs in another folder, which abspath returns"),
}

// causeOf returns the cause of a class of differences, or "" if it is not known.
func causeOf(peer, class string) string {
	for _, c := range causes {
		if c.peer.MatchString(peer) && c.class.MatchString(class) {
			return c.why
		}
	}
	return ""
}
