package hcl

// maxTree limits the depth of the tree. Consecutive operators and steps nest without any brackets,
// and code that walks the tree is recursive.
const maxTree = 400

// depth returns how deep a tree is.
func depth(e Expr) int {
	// A level is an expression with the number of nodes and steps above it, including itself.
	type level struct {
		e Expr
		n int
	}
	deepest := 0
	// This loop avoids recursion, for which the tree may be too deep: the caller checks that.
	for todo := []level{{e, 1}}; len(todo) > 0; {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		deepest = max(deepest, last.n)
		children, steps := parts(last.e)
		for _, c := range children {
			if c != nil {
				todo = append(todo, level{c, last.n + 1 + steps})
			}
		}
		deepest = max(deepest, last.n+steps)
	}
	return deepest
}

// parts returns the children of an expression, and the number of steps after it.
func parts(e Expr) (children []Expr, steps int) {
	switch e := e.(type) {
	case *Template:
		return e.Parts, 0
	case *Wrap:
		return []Expr{e.Inner}, 0
	case *Paren:
		return []Expr{e.Inner}, 0
	case *Tuple:
		return e.Items, 0
	case *Object:
		for _, item := range e.Items {
			children = append(children, item.Key, item.Value)
		}
	case *Call:
		return e.Args, 0
	case *For:
		return []Expr{e.Collection, e.KeyExpr, e.ValueExpr, e.If}, 0
	case *Name:
		return nil, len(e.Steps)
	case *Follow:
		return []Expr{e.From}, len(e.Steps)
	case *Index:
		return []Expr{e.From, e.Key}, 0
	case *Splat:
		return []Expr{e.From, e.Each}, 0
	case *Unary:
		return []Expr{e.Operand}, 0
	case *Binary:
		return []Expr{e.Left, e.Right}, 0
	case *Conditional:
		return []Expr{e.If, e.Then, e.Else}, 0
	}
	return children, 0
}
