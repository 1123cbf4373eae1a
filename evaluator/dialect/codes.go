package dialect

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/esc"
	"pantograph/evaluator/dialect/hot"
	"pantograph/evaluator/dialect/pullconf"
	"pantograph/evaluator/dialect/pulumi"
	"pantograph/evaluator/dialect/terraform"
)

// Codes explains every problem code that the dialect with a name can report, in addition to
// diag.SharedCodes. Only the reference pages and tests call it, so the explanations are not
// linked into what is shipped.
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
