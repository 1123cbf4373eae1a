package terraform_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	inCall   = `Error in function call: Call to function `
	argument = `Invalid function argument: Invalid value for `
)

// The rows test details of the specification that no recorded case covers.
func TestFunctionsOfTheConsole(t *testing.T) {
	for _, tc := range []struct{ expression, want string }{
		// numbers
		{`log(0, 10)`, "-Inf"},
		{`log(16, 1)`, "+Inf"},
		{`log(8, 0)`, "-0"},
		{`log(1000, 10)`, "2.9999999999999996"},
		{`can(log(-1, 10))`, "false"},
		{`pow(0, 0)`, "1"},
		{`pow(0, -1)`, "+Inf"},
		{`pow(2, -1100)`, "0"},
		{`format("%d", pow(2, 64))`, `"18446744073709551616"`},
		{`log(50, 10) * 1 == log(50, 10)`, "true"},
		{`"x${pow(2, 64)}"`, `"x18446744073709550000"`},
		{`jsonencode([pow(2, 64)])`, `"[18446744073709550000]"`},
		{`signum(1e30)`, inCall +
			`"signum" failed: value must be a whole number, between -9223372036854775808 and 9223372036854775807.`},
		{`parseint("-Zz", 36)`, "-1295"},
		{`parseint("+7f", 16)`, "127"},
		{`parseint("0x10", 16)`, argument + `"number" parameter: cannot parse "0x10" as a base 16 integer.`},
		{`parseint("1_0", 10)`, argument + `"number" parameter: cannot parse "1_0" as a base 10 integer.`},
		{`parseint("1", 63)`, argument + `"base" parameter: base must be a whole number between 2 and 62 inclusive.`},
		{`parseint(12, 10)`, argument + `"number" parameter: first argument must be a string, not number.`},
		// strings
		{`title("don't-know_x o’neil ß ﬁ")`, `"Don'T-Know_x O’neil ß ﬁ"`},
		{`title("ǆ ω")`, `"ǅ Ω"`},
		{`chomp("a\r\n\n")`, `"a"`},
		{`indent(2, "a\n\nb")`, "<<EOT\na\n  \n  b\nEOT"},
		{`indent(0.5, "a\nb")`,
			inCall + `"indent" failed: value must be a whole number, between -9223372036854775808 and ` +
				`9223372036854775807.`},
		{`formatlist("%s")`, inCall +
			`"formatlist" failed: not enough arguments for "%s" at 0: need index 1 but have 0 total.`},
		{`formatlist("x")`, "tolist([\n  \"x\",\n])"},
		{`formatlist("%s", [])`, "tolist([])"},
		{`formatlist("%s%s", ["a", "b"], toset(["x"]))`,
			argument + `"args" parameter: argument 2 has length 1, which is inconsistent with argument 1 of length 2.`},
		{`regex("(a)|(b)", "b")`, "[\n  tostring(null),\n  \"b\",\n]"},
		{`regex("(?P<k>a)(?P<k>b)", "ab")`, "{\n  \"k\" = \"b\"\n}"},
		{`regex("(a)(?P<k>b)", "ab")`,
			argument + `"pattern" parameter: invalid regexp pattern: cannot mix both named and unnamed capture ` +
				`groups.`},
		{`regex("a**", "a")`, argument +
			`"pattern" parameter: invalid regexp pattern: invalid nested repetition operator in **.`},
		{`regex("(?P<bad-name>a)", "a")`,
			argument + `"pattern" parameter: invalid regexp pattern: invalid named capture in (?P<bad-name>.`},
		{`regex("a{1001}", "a")`,
			argument + `"pattern" parameter: invalid regexp pattern: invalid repeat count in {1001}.`},
		{`regexall("a*", "baac")`, "tolist([\n  \"\",\n  \"aa\",\n  \"\",\n])"},
		// JSON: the errors come from a stream decoder
		{`jsondecode("")`, inCall + `"jsondecode" failed: EOF.`},
		{`jsondecode("{\"a\" ")`, inCall + `"jsondecode" failed: EOF.`},
		{`jsondecode("[tru")`, inCall + `"jsondecode" failed: unexpected EOF.`},
		{`jsondecode("\"a")`, inCall + `"jsondecode" failed: unexpected EOF.`},
		{`jsondecode("{ x")`, inCall + `"jsondecode" failed: invalid character 'x'.`},
		{`jsondecode("{\"a\":1,}")`,
			inCall + `"jsondecode" failed: invalid character '}' looking for beginning of object key string.`},
		{`jsondecode("1 x")`, inCall + `"jsondecode" failed: extraneous data after JSON object.`},
		{`jsondecode("[1e99999999999]")`, inCall + `"jsondecode" failed: a number is required.`},
		// collections
		{`chunklist([1, 2], 0)`, "tolist([\n  tolist([\n    1,\n    2,\n  ]),\n])"},
		{`chunklist([], 2)`, "tolist([])"},
		{`chunklist([1], -1)`, inCall + `"chunklist" failed: the size argument must be positive.`},
		{`chunklist([1], 0.5)`,
			inCall + `"chunklist" failed: invalid size: value must be a whole number, between -9223372036854775808 ` +
				`and 9223372036854775807.`},
		{`coalescelist(true ? null : ["a"], ["b"])`, "[\n  \"b\",\n]"},
		{`coalescelist(toset(["a"]))`,
			inCall + `"coalescelist" failed: coalescelist arguments must be lists or tuples.`},
		{`matchkeys(["a"], ["k"], [])`, "tolist([])"},
		{`matchkeys(["a", "b"], ["k"], [])`, inCall + `"matchkeys" failed: length of keys and values should be equal.`},
		{`matchkeys(["a", "b"], ["1", null], [1])`, "tolist([\n  \"a\",\n])"},
		{`setunion([], [])`, "toset([])"},
		{`setunion([1], ["1"])`, "toset([\n  \"1\",\n])"},
		{`setunion([10, 9], [true])`, inCall + `"setunion" failed: given sets must all have compatible element types.`},
		{`setintersection(["a"], ["b"])`, "toset([])"},
		{`setproduct(["a"])`, inCall + `"setproduct" failed: at least two arguments are required.`},
		{`setproduct(["a", 2], toset([true]))`,
			"toset([\n  [\n    \"2\",\n    true,\n  ],\n  [\n    \"a\",\n    true,\n  ],\n])"},
		{`setproduct([], ["a"])`, "tolist([])"},
		{`setproduct([1, []], ["a"])`, argument + `"sets" parameter: all elements must be of the same type.`},
		{`transpose({a = ["x", "x"]})`, "tomap({\n  \"x\" = tolist([\n    \"a\",\n    \"a\",\n  ])\n})"},
		{`transpose({a = null})`, inCall + `"transpose" failed: input must not contain null list.`},
		{`list(null)`, inCall +
			`"list" failed: the "list" function was deprecated in Terraform v0.12 and is no longer available; use ` +
			`tolist([ ... ]) syntax to write a literal list.`},
		// networks
		{`cidrhost("010.1.0.0/24", 7)`, `"10.1.0.7"`},
		{`cidrhost("fd00::/64", 18446744073709551615)`, `"fd00::ffff:ffff:ffff:ffff"`},
		{`cidrsubnet("10.0.0.0/8", 0, 0)`, `"10.0.0.0/8"`},
		{`can(cidrsubnet("10.0.0.0/8", -1, 0))`, "false"},
		{`can(cidrhost("::ffff:1.2.3.4/120", 1))`, "false"},
		{`cidrsubnets("10.0.0.0/24")`, "tolist([])"},
		{`cidrsubnets("10.0.0.0/24", 0)`, argument + `"newbits" parameter: must extend prefix by at least one bit.`},
		{`cidrsubnets("10.0.0.0/24", 9)`,
			argument + `"newbits" parameter: would extend prefix to 33 bits, which is too long for an IPv4 address.`},
		{`cidrsubnets("10.0.0.0/24", 1, 1, 1)`,
			argument + `"newbits" parameter: not enough remaining address space for a subnet with a prefix of 25 ` +
				`bits after 10.0.0.128/25.`},
		{`cidrsubnets("x", 1)`, argument + `"prefix" parameter: invalid CIDR expression: invalid CIDR address: x.`},
		// hashes
		{`uuidv5("{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", "a") == uuidv5("dns", "a")`, "true"},
		{`uuidv5("urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8", "a") == ` +
			`uuidv5("6ba7b8109dad11d180b400c04fd430c8", "a")`, "true"},
		{`uuidv5("zba7b810-9dad-11d1-80b4-00c04fd430c8", "a")`,
			inCall + `"uuidv5" failed: uuidv5() doesn't support namespace zba7b810-9dad-11d1-80b4-00c04fd430c8 ` +
				`(invalid UUID format).`},
		{`bcrypt("x", 40)`, "(known after apply)"},
		{`bcrypt(null)`, argument + `"str" parameter: argument must not be null.`},
		{`uuid(1)`, `Too many function arguments: Function "uuid" expects only 0 argument(s).`},
		// dates
		{`formatdate("''YY'' E", "2018-01-02T23:12:01Z")`,
			argument + `"format" parameter: invalid date format verb "E": day of week must either be "EEE" or "EEEE".`},
		{`formatdate("H:HH A", "2018-01-02T00:12:01Z")`,
			argument + `"format" parameter: invalid date format verb "A": must be "AA".`},
		{`formatdate("H HH AA h", "2018-01-02T00:12:01Z")`, `"12 12 AM 0"`},
		{`formatdate("Z ZZZ ZZZZ ZZZZZ", "2018-01-02T00:12:01+05:30")`, `"+05:30 +0530 +0530 +05:30"`},
		{`formatdate("Z ZZZ ZZZZ ZZZZZ", "2018-01-02T00:12:01Z")`, `"Z UTC +0000 +00:00"`},
		{`formatdate("ZZ", "2018-01-02T00:12:01Z")`,
			argument + `"format" parameter: invalid date format verb "ZZ": timezone must be Z, ZZZZ, or ZZZZZ.`},
		{`formatdate("é YYYY", "2018-01-02T00:12:01Z")`, `"é 2018"`},
		{`timeadd("9999-12-31T23:00:00Z", "2h")`, `"10000-01-01T01:00:00Z"`},
		{`timeadd("2018-01-02T00:12:01.5+02:00", "-1m")`, `"2018-01-02T00:11:01+02:00"`},
		{`timeadd("2018-01-02T00:12:01Z", "")`, inCall + `"timeadd" failed: time: invalid duration "".`},
		{`timeadd("2018-13-02T00:00:00Z", "0")`,
			inCall + `"timeadd" failed: not a valid RFC3339 timestamp: cannot use "-02T00:00:00Z" as month.`},
		{`timeadd("2018-01-02T00:60:00Z", "0")`,
			inCall + `"timeadd" failed: not a valid RFC3339 timestamp: minute must have exactly two digits.`},
		{`timeadd("2018-01-02T00", "0")`,
			inCall + `"timeadd" failed: not a valid RFC3339 timestamp: end of string where ":" is expected.`},
		{`timeadd("2018-01-02T00Z", "0")`,
			inCall + `"timeadd" failed: not a valid RFC3339 timestamp: found "Z" where ":" is expected.`},
		{`timeadd("2018-01-02T00:00:00+25:00", "0")`,
			inCall + `"timeadd" failed: not a valid RFC3339 timestamp: end of string before UTC offset.`},
		{`timecmp("2018-01-02T1:00:00,5Z", "2018-01-02T01:00:00.5Z")`, "0"},
		// marks, unknowns
		{`[sensitive(1)][*]`, "[\n  (sensitive value),\n]"},
		{`terraform.applying ? 1 : 2`, "(ephemeral value)"},
		{`"x${terraform.applying}"`, "(ephemeral value)"},
		{`sensitive(terraform.applying)`, "(sensitive value)"},
		{`sensitive(uuid())`, "(known after apply)"},
		{`issensitive(uuid())`, "(known after apply)"},
		{`uuid() == null`, "false"},
		{`true || uuid() == "x"`, "true"},
		{`type(upper(uuid()))`, "string"},
		{`type(regex("a", uuid()))`, "dynamic"},
		{`upper(uuid(), 1)`, `Too many function arguments: Function "upper" expects only 1 argument(s).`},
		{`formatlist("%s", ["a", uuid()])`, "tolist([\n  \"a\",\n  (known after apply),\n])"},
		{`{(uuid()) = 1}`, "(known after apply)"},
		{`[for x in [1] : x if uuid() == "a"]`, "(known after apply)"},
		{`jsonencode({a = uuid()})`, "(known after apply)"},
		{`can(uuid())`, "(known after apply)"},
		// types
		{`type(type(1))`, "type"},
		{`try(type(1), "x")`, "number"},
		{`true ? type(1) : type("a")`, "number"},
		{`can(type(1))`, "true"},
		{`"x ${type(1)}"`, "Invalid template interpolation value: Cannot include the given value in a string " +
			"template: string required, but have type."},
		{`type(1) == type(2)`,
			`Invalid use of type function: The console-only "type" function cannot be used as part of an expression.`},
		{`[for x in [1] : type(x)]`,
			`Invalid use of type function: The console-only "type" function cannot be used as part of an expression.`},
		// files
		{`dirname("a/../b/c")`, `"b"`},
		{`basename("a/b/")`, `"b"`},
		{`basename("")`, `"."`},
		{`pathexpand("~user/x")`, inCall + `"pathexpand" failed: cannot expand user-specific home dir.`},
		{`pathexpand("~/a/../b")`, `"/home/user/b"`},
		{`abspath("~/a")`, `"/project/~/a"`},
		{`fileexists("sub")`, inCall + `"fileexists" failed: "sub" is a directory, not a file.`},
		{`fileexists("a.txt/x")`, inCall + `"fileexists" failed: failed to stat "a.txt/x".`},
		{`filemd5("./nope.txt")`, inCall + `"filemd5" failed: open nope.txt: no such file or directory.`},
		{`file("../project/a.txt")`, `"a"`},
		{`fileexists("inputs.yaml")`, "false"},
		{`fileset(".", "[{]")`, "toset([])"},
		{`fileset("../project", "*.txt")`, "toset([\n  \"a.txt\",\n])"},
		{`fileset("/project/sub", "*")`, "toset([\n  \"b.txt\",\n])"},
		{`fileset("/elsewhere", "*")`, "toset([])"},
		{`max(split(",", uuid())...)`, "(known after apply)"},
		{`can(split(",", uuid())...)`, "(known after apply)"},
		{`textencodebase64("x", "l1 latin1")`,
			argument + `"encoding" parameter: "l1 latin1" is not a supported IANA encoding name or alias in this ` +
				`Terraform version.`},
		{`fileset(".", "[")`, inCall + `"fileset" failed: failed to glob pattern "[": syntax error in pattern.`},
		{`templatefile("one.tftpl", {x = [1]})`, "[\n  1,\n]"},
		{`templatefile("one.tftpl", {x = null})`,
			inCall + `"templatefile" failed: one.tftpl:1,1-5: Template result is null; The result of the template ` +
				`is null, which is not a valid result for a templatestring call..`},
		{`templatefile("one.tftpl", [])`, argument + `"vars" parameter: invalid vars value: must be a map.`},
		{`templatefile("one.tftpl", {"a b" = 1})`,
			argument + `"vars" parameter: invalid template variable name "a b": must start with a letter, followed ` +
				`by zero or more letters, digits, and underscores.`},
		{`templatefile("raw.tftpl", {})`, `"\\n $${x} %%{y}"`},
		{`[for t in ["$${x}"] : templatestring(t, {x = []})]`,
			inCall + `"templatestring" failed: invalid template result: string required, but have tuple.`},
		{`[for t in ["$${"] : can(templatestring(t, {}))]`, "[\n  false,\n]"},
		{`templatestring("a", {})`,
			argument + `"template" parameter: invalid template expression: templatestring is only for rendering ` +
				`templates retrieved dynamically from elsewhere, and so does not support providing a literal ` +
				`template; consider using a template string expression instead.`},
		// names
		{`core::upper("a")`, `"A"`},
		{`core::upper(null)`, argument + `"str" parameter: argument must not be null.`},
		{`core::upper()`, `Not enough function arguments: Function "core::upper" expects 1 argument(s). Missing ` +
			`value for "str".`},
		{`core::nope()`, `Unknown provider function: The function namespace "core" is not valid. Provider function ` +
			`calls must use the "provider::" namespace prefix.`},
		{`provider::aws::f(1)`,
			`Unknown provider function: There is no function named "provider::aws::f". Ensure that provider name ` +
				`"aws" is declared in this module's required_providers block, and that this provider offers a ` +
				`function named "f".`},
		{`provider::x()`, `Unknown provider function: The function call must include the provider name after the ` +
			`"provider::" prefix.`},
		{`try(provider::aws::f(1), "caught")`, `"caught"`},
		{`plantimestamp()`, `Call to unknown function: There is no function named "plantimestamp".`},
		{`toList([])`, `Call to unknown function: There is no function named "toList". Did you mean "tolist"?`},
		{`typ(1)`, `Call to unknown function: There is no function named "typ". Did you mean "type"?`},
		{`path.cwd.x`, `Unsupported attribute: Can't access attributes on a primitive-typed value (string).`},
		{`ephemeral.a.b`, `Reference to undeclared resource: An ephemeral resource "a" "b" has not been declared in ` +
			`the root module.`},
		{`output.x`, `Reference to undeclared resource: A managed resource "output" "x" has not been declared in ` +
			`the root module.`},
	} {
		got := line(t, tc.expression, "a.txt", "a", "sub/b.txt", "b", "one.tftpl", "${x}", "raw.tftpl",
			`\n $$${x} %%%{y}`)
		assert.Equal(t, tc.want, got, tc.expression)
	}
}
