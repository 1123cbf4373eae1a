package pullconf

import (
	"strconv"
	"strings"

	"pantograph/evaluator/ir"
)

// deep explains a variable that exceeds the depth limit: it is part of a loop, or ends a long
// chain.
func (e *explainer) deep(r *ir.Ref, v *variable) {
	if !e.looping(r, v) {
		e.add(r, wrong("variable-depth",
			strconv.Quote(v.name)+" is one variable too many: a value can depend on a chain of at most eleven",
			tooDeep(v)))
	}
}

// looping reports a variable that depends on itself, once per loop. It returns false if the
// variable is not part of a loop.
func (e *explainer) looping(r *ir.Ref, v *variable) bool {
	// This loop has already been reported, at another of its variables.
	if e.client.looped[v] {
		return true
	}
	loop := e.client.loop(v)
	if loop != nil {
		e.add(r, wrong("variable-loop", "the variable "+strconv.Quote(v.name)+" depends on itself: "+
			strings.Join(loop, " -> "), tooDeep(v)))
	}
	return loop != nil
}

// tooDeep returns the original's message, which is the same for loops and long chains.
func tooDeep(v *variable) string {
	return "recursion limit reached while resolving variable `" + v.name + "`"
}

// deps lists the variables that the value of a variable refers to. They include those inside arrays
// and hashes; names that are not defined are left out.
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

// mostNames limits how many variables of a loop are named.
const mostNames = 100

// loop returns the shortest path from a variable back to itself, or nil if there is none. All
// variables on it count as reported. It is found by breadth-first search, in which from records how
// each variable was reached.
func (c *client) loop(v *variable) []string {
	// Most variables are not on a loop. onLoop excludes them, so that the search visits few variables.
	if c.onLoop == nil {
		c.onLoop = c.findCyclic()
	}
	if c.looped == nil {
		c.looped = map[*variable]bool{}
	}
	if !c.onLoop[v] {
		return nil
	}
	from := map[*variable]*variable{}
	for queue := []*variable{v}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range at.deps() {
			if next == v {
				return c.way(v, at, from)
			}
			if from[next] == nil && c.onLoop[next] {
				from[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// way formats the loop that begins at v and returns to it from last. from maps each variable to the
// one before it on the way from v. The names begin and end with v.
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

// findCyclic finds the variables that may be part of a loop: it repeatedly removes those that
// depend on no other, and then those that no other depends on. The remaining ones are on a loop, or
// between two loops.
func (c *client) findCyclic() map[*variable]bool {
	needs, needed := map[*variable][]*variable{}, map[*variable][]*variable{}
	left := map[*variable]bool{}
	for _, v := range c.variables {
		left[v] = true
		needs[v] = v.deps()
		for _, d := range needs[v] {
			needed[d] = append(needed[d], v)
		}
	}
	// First it removes those that need no remaining variable, then those that no remaining variable
	// needs.
	removeLeaves(left, c.variables, needs, needed)
	removeLeaves(left, c.variables, needed, needs)
	return left
}

// removeLeaves repeatedly removes the variables without edges to the remaining ones. back has the
// same edges in the other direction. It looks at each edge a fixed number of times.
func removeLeaves(left map[*variable]bool, all []*variable, edges, back map[*variable][]*variable) {
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
