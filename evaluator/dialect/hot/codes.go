package hot

import "pantograph/evaluator/diag"

var codes []diag.Explanation
