package pullconf

import "pantograph/evaluator/diag"

var codes = []diag.Explanation{}
