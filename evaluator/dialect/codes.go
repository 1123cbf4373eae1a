package dialect

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/esc"
	"pantograph/evaluator/dialect/hot"
	"pantograph/evaluator/dialect/pullconf"
	"pantograph/evaluator/dialect/pulumi"
	"pantograph/evaluator/dialect/terraform"
)

// Codes returns the explanations of all problem codes that the dialect with the given name can report, in
// addition to diag.SharedCodes. It returns nil if there is no such dialect. Only the reference
// pages and tests call it, so the shipped engine does not contain the explanations.
func Codes(name string) []diag.Explanation {
	switch name {
	case pulumi.Dialect.Name:
		return pulumi.Codes()
	case hot.Dialect.Name:
		return hot.Codes()
	case pullconf.Dialect.Name:
		return pullconf.Codes()
	case esc.Dialect.Name:
		return esc.Codes()
	case terraform.Dialect.Name:
		return terraform.Codes()
	}
	return nil
}
