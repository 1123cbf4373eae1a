package pullconf

import (
	"strconv"
	"strings"

	"pantograph/evaluator/ir"
)

// deep explains a variable that is one too many in a row: a loop, or a long chain.
func (e *explainer) deep(r *ir.Ref, v *variable) {
	if !e.looping(r, v) {
		e.add(r, wrong("variable-depth", strconv.Quote(v.name)+" is one variable too many: a value can go through eleven in a row", tooDeep(v)))
	}
}

// looping explains a variable that needs itself, once for each loop. False means that it is
// on none.
func (e *explainer) looping(r *ir.Ref, v *variable) bool {
	if e.client.looped[v] {
		return true
	}
	loop := e.client.loop(v)
	if loop != nil {
		e.add(r, wrong("variable-loop", "the variable "+strconv.Quote(v.name)+" needs itself: "+strings.Join(loop, " -> "), tooDeep(v)))
	}
	return loop != nil
}

// tooDeep is what the original says of loops and of long chains.
func tooDeep(v *variable) string {
	return "recursion limit reached while resolving variable `" + v.name + "`"
}

// deps lists the variables that the value of a variable refers to.
func (v *variable) deps() []*variable {
	var out []*variable
	ir.Walk(v.cell.Expr, func(n ir.Node) {
		if r, ok := n.(*ir.Ref); ok {
			if next := variableOf(r); next.exists {
				out = append(out, next)
			}
		}
	})
	return out
}

// mostNames is how many variables of a loop are named.
const mostNames = 100

// loop returns the shortest way from a variable back to itself, nil when there is none. All
// that are on it count as reported.
func (c *client) loop(v *variable) []string {
	if c.knot == nil {
		c.knot = c.findKnot()
		c.looped = map[*variable]bool{}
	}
	if !c.knot[v] {
		return nil
	}
	from := map[*variable]*variable{}
	for queue := []*variable{v}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range at.deps() {
			if next == v {
				return c.way(v, at, from)
			}
			if from[next] == nil && c.knot[next] {
				from[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// way writes the loop from a variable to the last one before it comes again.
func (c *client) way(v, last *variable, from map[*variable]*variable) []string {
	back := []string{v.name}
	for at := last; at != v; at = from[at] {
		c.looped[at] = true
		back = append(back, at.name)
	}
	c.looped[v] = true
	names := []string{v.name}
	for i := len(back) - 1; i >= 0; i-- {
		names = append(names, back[i])
	}
	if len(names) > mostNames {
		names = append(names[:mostNames], "…", v.name)
	}
	return names
}

// findKnot finds the variables that can be on a loop: what is left when those that need no
// other, and those that no other needs, are taken away again and again.
func (c *client) findKnot() map[*variable]bool {
	needs, needed := map[*variable][]*variable{}, map[*variable][]*variable{}
	left := map[*variable]bool{}
	for _, v := range c.variables {
		left[v] = true
		needs[v] = v.deps()
		for _, d := range needs[v] {
			needed[d] = append(needed[d], v)
		}
	}
	peel(left, c.variables, needs, needed)
	peel(left, c.variables, needed, needs)
	return left
}

// peel takes away what has no edges to what is left.
func peel(left map[*variable]bool, all []*variable, edges, back map[*variable][]*variable) {
	open := map[*variable]int{}
	var queue []*variable
	for _, v := range all {
		if !left[v] {
			continue
		}
		for _, d := range edges[v] {
			if left[d] {
				open[v]++
			}
		}
		if open[v] == 0 {
			queue = append(queue, v)
		}
	}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		delete(left, v)
		for _, d := range back[v] {
			if open[d]--; open[d] == 0 && left[d] {
				queue = append(queue, d)
			}
		}
	}
}
