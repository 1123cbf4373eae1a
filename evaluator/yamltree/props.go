package yamltree

import (
	"strings"

	"pantograph/evaluator/diag"
)

// This file reads tags, anchors and aliases.

// properties reads the tag and the anchor before a node, and skips the blanks after them. It returns a
// node that has only these, or nil if it fails.
func (r *reader) properties(inFlow bool) *Node {
	n := r.node(Scalar, Plain, 0, r.i, r.i)
	p := n.ensureDetails()
	for r.i < len(r.t) && (r.t[r.i] == '&' || r.t[r.i] == '!') {
		at := r.i
		// A node can have one tag and one anchor, in any order.
		isKnown := r.t[at] == '&' && p.anchor == "" || r.t[at] == '!' && p.tag == ""
		if r.t[at] == '&' {
			r.i = r.anchorEnd(at)
			p.anchor = r.t[at+1 : r.i]
		} else {
			for r.i++; r.i < len(r.t) && (isNameByte(r.t[r.i]) || strings.IndexByte("!:/.", r.t[r.i]) >= 0); r.i++ {
			}
			p.tag = r.t[at:r.i]
		}
		if r.hasFailed() {
			return nil
		}
		// The reader supports only simple tags. Others, such as those whose handle needs a %TAG
		// directive, need the fallback.
		endsWord := isBlankOrEnd(r.t, r.i) || inFlow && r.t[at] == '&' && strings.IndexByte(",]}", r.t[r.i]) >= 0
		if !isKnown || !endsWord || len(p.tag) > 1 && (p.tag == "!!" || strings.IndexByte(p.tag[2:], '!') >= 0) {
			r.needsFallback = true
			return r.fail(badTag, at, 0)
		}
		n.finish(r.i)
		r.blanks(true)
	}
	// Without directives, a tag is in its short form already.
	if p.tag != "!" {
		p.short = p.tag
	}
	if p.anchor != "" {
		r.define(n)
	}
	return n
}

// anchorEnd returns the end of the anchor or alias at i. It fails if there is no valid name.
func (r *reader) anchorEnd(i int) int {
	end := i + 1
	for end < len(r.t) && isNameByte(r.t[end]) {
		end++
	}
	if end == i+1 || !isBlankOrEnd(r.t, end) && strings.IndexByte("?:,]}%@`", r.t[end]) < 0 {
		r.fail(badAnchor, i, 0)
	}
	return end
}

// alias reads an alias.
func (r *reader) alias(indent int, inFlow bool) *Node {
	start := r.i
	if r.i = r.anchorEnd(start); r.hasFailed() {
		return nil
	}
	n := r.node(Alias, Plain, indent, start, r.i)
	n.Value, n.inFlow = r.t[start+1:r.i], inFlow
	if n.ensureDetails().target = r.anchors[n.Value]; n.Target() == nil {
		n.Kind = Broken
		r.unresolved = append(r.unresolved, n)
	}
	return n
}

// applyProperties returns n with the tag and the anchor in props. It copies n to props and returns
// that, because aliases inside n may refer to props already. Either may be nil.
func (r *reader) applyProperties(props, n *Node) *Node {
	if props == nil || n == nil {
		return n
	}
	// An alias, even one without an anchor, cannot have properties.
	if n.Kind == Alias || n.Kind == Broken && n.Value != "" {
		r.needsFallback = true
	}
	span, kept, body := props.Span, props.details, n.Body()
	// The reader does not support further properties on the line below, or omitted nodes with the tag
	// `!`.
	if n.Tag() != "" || n.Anchor() != "" || body.Len() == 0 && kept.tag == "!" {
		r.needsFallback = true
	}
	*props = *n
	props.Span, props.details = span.To(n.Span), kept
	kept.body = body.Start() - span.Start()
	return props
}

// unknownAnchors reports the aliases without an anchor, except those whose anchor is in a part of the
// text that could not be read.
func (r *reader) unknownAnchors() {
	if len(r.unresolved) == 0 {
		return
	}
	written := anchorsIn(r.t)
	names := make([]string, 0, len(r.doc.Anchors))
	for _, d := range r.doc.Anchors {
		names = append(names, d.Anchor())
	}
	for i, n := range r.unresolved {
		if at, ok := written[n.Value]; ok && at < n.Span.Start() && len(r.doc.Problems) > 0 {
			continue
		}
		// Comparing names is slow, so in a text with many names, only the first aliases get a
		// suggestion.
		suggestion := ""
		if (i+1)*len(names) < maxComparisons {
			suggestion = diag.DidYouMean(n.Value, names)
		}
		r.report(diag.Errorf(n.Span, "yaml-unknown-anchor",
			"there is no anchor `&%s` before this%s; define it above, or put the text in quotes if it is not an alias",
			n.Value, suggestion))
	}
}

// maxComparisons limits the number of names that are compared to find similar anchors.
const maxComparisons = 10_000

// anchorsIn returns the positions of all text that looks like an anchor, by name. If a name occurs
// several times, its first position is returned.
func anchorsIn(t string) map[string]int {
	out := map[string]int{}
	for i := 0; i < len(t); i++ {
		if t[i] != '&' {
			continue
		}
		end := i + 1
		for end < len(t) && isNameByte(t[end]) {
			end++
		}
		if _, ok := out[t[i+1:end]]; !ok && isBlankOrEnd(t, end) {
			out[t[i+1:end]] = i
		}
	}
	return out
}
