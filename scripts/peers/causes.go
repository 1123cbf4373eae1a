package main

import "regexp"

// A cause explains why a class of differences remains: a decision of the specification, an
// artefact of this comparison, or an open bug.
type cause struct {
	peer  *regexp.Regexp
	class *regexp.Regexp
	why   string
}

func because(peer, class, why string) cause {
	return cause{regexp.MustCompile("^(?:" + peer + ")$"), regexp.MustCompile(class), why}
}

var causes = []cause{
	because("esc.*", `did you mean "_"`, "of names that are equally near the original takes a random one"),
	because("esc.*", `unknown property "_"$`, "decided: own values over an unknown result, one level down, are unknown in check mode"),
	because("esc.*", `subschema must match`, "open: of an unknown whose type is a choice (anyOf) the original asks every branch"),
	because("esc.*", `expected|receiver must be`, "open: of an unknown whose type is a choice or a list of given items"),
	because("console", `(?s).*`, "open: mistakes inside of mistakes, one template each"),
	because("pulumi", `not an integer|not a number`, "open: the original tells integers of config from other numbers"),
	because("pulumi", `invalid base`, "open: what !!binary cannot decode is refused as YAML"),
	because("pulumi", `must be an object|must be a list`, "open: of two sections of one name the original reads the entries of both"),
	because("pulumi", `unknown type: |missing type|missing items`, "the schema of a plugin is made before it runs, which the comparison does not do"),
	because("pulumi", `found duplicate config`, "open: config keys that differ only in the project's name are two in the original"),
	because("pulumi", `to infer type|unexpected configuration type`, "open: entries that name another entry's key, and secrets inside of computed defaults"),
	because("pulumi", `is not assignable from|cannot access a property|does not exist on`, "the stand-in for packages gives every word of the program as a property; types of failed entries"),
	because("pulumi", `the program is refused`, "the original ends without a diagnostic"),
	because("pulumi-project", `parsing CLI version range`, "open: of several mistakes in one range another one is named"),
	because("terraform", `null value cannot be formatted|cannot sum noniterable|^text:  \| error Call to unknown function`, "Terraform 1.11, which is compared here, and 1.13, which is described, differ"),
	because("terraform", `all set elements|all list elements|single type|element types must`, "open: an empty set beside tuples in one collection"),
	because("terraform", `is a directory|no such file`, "the bundle has no folders outside of it"),
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
