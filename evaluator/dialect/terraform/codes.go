package terraform

import "pantograph/evaluator/diag"

// codes explains the problems that only this dialect reports. Problems with YAML's syntax, which
// several dialects share, are in package diag.
var codes = []diag.Explanation{
	{Code: "yaml-empty", Title: "There is no document",
		Text: "yamldecode reads one document, and the text contains only whitespace and comments. `---` alone is a " +
			"document: null."},
	{Code: "yaml-documents", Title: "There is a second document",
		Text: "yamldecode reads exactly one document. Remove everything after the first one, or move it to another " +
			"file."},
	{Code: "yaml-tag-unknown", Title: "An unsupported tag",
		Text: "On scalars, Terraform supports !!str, !!int, !!float, !!bool, !!null, !!timestamp and !!binary; " +
			"mappings may have !!map, lists !!seq."},
	{Code: "yaml-scalar", Title: "A value does not match its tag",
		Text: "The value cannot be read as the type of its tag. Change the value or remove the tag."},
	{Code: "yaml-nan", Title: "Not a number",
		Text: "Terraform's numbers include infinities but not NaN. Put it in quotes if it is a string."},
	{Code: "yaml-alias-cycle", Title: "A value contains itself",
		Text: "An alias is inside the value of its anchor. An anchor can only be used after its value has ended."},
	{Code: "yaml-key", Title: "A key is not a string",
		Text: "Keys are scalars and become strings: 1.50 is the key \"1.5\", yes is \"true\". Lists, mappings, " +
			"aliases and null cannot be keys."},
	{Code: "yaml-merge", Title: "The merged value is not a mapping",
		Text: "The key << takes a mapping or an alias of one. Only later versions of the decoder accept a list of " +
			"mappings."},
	{Code: "budget-nodes", Title: "The document is too large",
		Text: "After expanding its aliases, the document is larger than can be evaluated. Aliases of aliases " +
			"multiply."},
	{Code: "budget-digits", Title: "A number is too long",
		Text: "Terraform computes with any exponent and prints all digits of a number. Evaluation stops at 100,000 " +
			"digits."},
	{Code: "budget-output", Title: "The result is too long to print",
		Text: "The value was computed, but printing it would exceed the limit."},
	{Code: "budget-expression", Title: "The expression is nested too deeply",
		Text: "The nesting of parentheses, brackets and operators is limited. Split the expression."},
	{Code: "expression-syntax", Title: "This is not a valid expression",
		Text: "The marked text is not valid in a Terraform expression. The expression is not evaluated."},
	{Code: "expression-reference", Title: "There is nothing with this name",
		Text: "The console runs in an empty configuration: there are no variables, locals, resources or modules, " +
			"only the names that a for expression declares."},
	{Code: "expression-function", Title: "There is no such function",
		Text: "Terraform has no function or namespace with this name. Functions of providers are not available here."},
	{Code: "expression-type", Title: "type() inside an expression",
		Text: "The console evaluates type(x) itself. It cannot be part of a larger expression."},
	{Code: "expression-argument", Title: "Wrong arguments for a function",
		Text: "There are too few or too many arguments, or one cannot be converted to the type of its parameter."},
	{Code: "expression-call", Title: "A function call fails",
		Text: "The arguments have the right types, but the function cannot use their values. The message says why."},
	{Code: "expression-tables", Title: "The tables of a character encoding are missing",
		Text: "Most character encodings need tables, which are a separate file. It could not be loaded; the page " +
			"tries again."},
	{Code: "expression-operand", Title: "An operand has the wrong type",
		Text: "Arithmetic and comparisons take numbers, logic takes true and false. Strings that look like them are " +
			"converted."},
	{Code: "expression-operation", Title: "An operation has no result",
		Text: "Null cannot be an operand, and 0 / 0 is not a number."},
	{Code: "expression-condition", Title: "A condition is neither true nor false",
		Text: "Conditions are booleans, or the strings \"true\" and \"false\"."},
	{Code: "expression-conditional", Title: "The results of a conditional have different types",
		Text: "Both results of c ? a : b are converted to one type. A number and a list have none in common."},
	{Code: "expression-attribute", Title: "There is no such attribute",
		Text: "Objects have only the attributes that they were created with; strings, numbers, lists and null have " +
			"none."},
	{Code: "expression-index", Title: "There is no such element",
		Text: "Indices start at 0, keys are strings, and the elements of a set have neither."},
	{Code: "expression-iteration", Title: "A value that cannot be iterated over",
		Text: "for and [*] iterate over lists, tuples, sets, maps and objects."},
	{Code: "expression-key", Title: "A key is invalid",
		Text: "Keys of objects must be strings and unique. In a for expression, ... after the value groups " +
			"the values of equal keys."},
	{Code: "expression-template", Title: "A value cannot be part of a string",
		Text: "Inside ${}, numbers and booleans are converted to strings; null, lists and objects are not. " +
			"jsonencode() converts anything to a string."},
	{Code: "hint-scalar", Title: "Other YAML parsers read this differently",
		Text: "The meaning of a plain scalar differs between YAML 1.1, YAML 1.2 and the tools. Put it in quotes if " +
			"it is a string; the message lists the readings."},
}

// Codes explains every problem code that the dialect can report.
func Codes() []diag.Explanation { return codes }
