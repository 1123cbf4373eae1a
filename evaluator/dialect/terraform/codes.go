package terraform

import "pantograph/evaluator/diag"

var codes = []diag.Explanation{}
