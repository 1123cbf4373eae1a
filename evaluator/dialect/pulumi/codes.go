package pulumi

import "pantograph/evaluator/diag"

var codes = []diag.Explanation{}
