package esc

import (
	"math/big"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A checker checks values against a schema and collects the mismatches. Every problem is at the
// expression that produced the offending value, wherever that is.
type checker struct {
	frame    ir.Frame
	problems []diag.Problem
	isSecret bool // the schema is secret, and so are the words of it that problems quote
}

// quoting wraps a message that quotes a schema: as a constant, or as words if the schema is secret.
func quoting(text string, isSecret bool) string {
	if isSecret {
		return diag.Words(diag.Plain(text))
	}
	return diag.Constant(text)
}

// typed forces a node and checks it against a schema. If it reports a problem, it returns false and
// a value that has failed and is not secret.
func typed(f ir.Frame, n ir.Node, want *schema) (value.Value, bool) {
	v := f.Force(n)
	if !fits(f, v, want) {
		return value.Failure("error").At(v.Origin), false
	}
	return v, true
}

// fits checks a value against a schema without secrets and reports the mismatches.
func fits(f ir.Frame, v value.Value, want *schema) bool {
	return fitsComputed(f, v, want, false)
}

// fitsComputed is fits for a schema that may be secret.
func fitsComputed(f ir.Frame, v value.Value, want *schema, isSecret bool) bool {
	c := &checker{frame: f, isSecret: isSecret}
	ok := c.check(v, want)
	for _, p := range c.problems {
		f.Report(p)
	}
	return ok
}

// report adds a problem at the origin of a value and returns false. The texts quote
// the schema, not the value.
func (c *checker) report(at source.Span, code diag.Code, message, reference string) bool {
	c.problems = append(c.problems, diag.Errorf(blame(at), code, "%s", quoting(message, c.isSecret)).
		WithReference("%s", quoting(reference, c.isSecret)))
	return false
}

// blame returns the span at which a node's problem is reported. For an empty collection or string,
// the original records only where it begins.
func blame(at source.Span) source.Span {
	text := at.Text()
	if len(text) < 2 {
		return at
	}
	switch text[:1] + text[len(text)-1:] {
	case "{}", "[]", `""`, "''":
		if strings.Trim(text[1:len(text)-1], " \t\r\n") == "" && (text[0] == '{' || text[0] == '[' || len(text) == 2) {
			return at.File().Span(at.Start(), at.Start())
		}
	}
	return at
}

// check reports whether v fits s.
func (c *checker) check(v value.Value, s *schema) bool {
	// A schema that refers to itself can take many steps for a small value, so each counts.
	if s.resolve() == nil || !c.frame.Spend(1) {
		return true
	}
	if s.never {
		// The original rejects the value without a message (0).
		c.problems = append(c.problems, diag.Errorf(v.Origin, "type-nothing", "nothing is allowed here"))
		return false
	}
	if u, ok := v.Data.(value.Unknown); ok {
		t, _ := u.Type.(*schema)
		return c.accepts(t, s, "", v.Origin)
	}
	ok := s.target == nil || c.check(v, s.target) // keywords next to $ref count, too
	ok = c.alternatives(v, s) && ok
	ok = c.constants(v, s) && ok
	// The type comes after anyOf, oneOf, const and enum, which are reported in addition to a wrong
	// type (6). A value of another type has no contents to compare.
	if kind := kindOf(v); s.kind != "" && kind != s.kind {
		text := "expected " + s.kind + ", got " + kind
		return c.report(v.Origin, "type-mismatch", text, text)
	}
	switch d := v.Data.(type) {
	case value.Number:
		return c.number(v, d, s) && ok
	case value.String:
		return c.text(v, string(d), s) && ok
	case *value.List:
		return c.list(v, d, s) && ok
	case *value.Object:
		return c.object(v, d, s) && ok
	}
	return ok
}

// kindOf returns JSON Schema's name for the type of a known value.
func kindOf(v value.Value) string {
	if v.List() != nil {
		return "array"
	}
	return v.Kind()
}

// alternatives checks anyOf and oneOf. If no schema matches, the problems with all of them are
// reported.
func (c *checker) alternatives(v value.Value, s *schema) bool {
	ok := true
	if len(s.anyOf) > 0 && c.matching(v, s.anyOf) == 0 {
		ok = c.report(v.Origin, "type-match", "this matches no schema in anyOf; at least one must match",
			"at least one subschema must match")
	}
	if len(s.oneOf) > 0 {
		switch n := c.matching(v, s.oneOf); {
		case n == 0:
			ok = c.report(v.Origin, "type-match", "this matches no schema in oneOf; exactly one must match",
				"exactly one subschema must match")
		case n > 1:
			// The failures of the other schemas are not listed (6).
			ok = c.report(v.Origin, "type-match",
				"this matches "+strconv.Itoa(n)+" schemas in oneOf; exactly one must match",
				"exactly one subschema may match")
		}
	}
	return ok
}

// matching returns how many schemas v fits. If none match, the problems with all of them are kept.
func (c *checker) matching(v value.Value, schemas []*schema) int {
	before, matches := c.problems, 0
	for _, s := range schemas {
		if c.check(v, s) {
			matches++
		}
	}
	if matches > 0 {
		c.problems = before
	}
	return matches
}

// constants checks const and enum, and reports mismatches of both.
func (c *checker) constants(v value.Value, s *schema) bool {
	ok, allowed := true, s.enum
	if s.constant.Data != nil && !equal(v, s.constant) {
		text := "expected " + value.JSON(s.constant, value.GoJSON)
		ok = c.report(v.Origin, "type-value", text, text)
	}
	if len(allowed) == 0 {
		return ok
	}
	for _, a := range allowed {
		if equal(v, a) {
			return ok
		}
	}
	text := "expected one of " + value.JSON(value.ListOf(allowed...), value.GoJSON)
	if len(allowed) == 1 {
		text = "expected " + value.JSON(allowed[0], value.GoJSON)
	}
	p := diag.Errorf(v.Origin, "type-value", "%s", quoting(text, c.isSecret))
	// A suggestion for a secret would reveal something about it.
	if got, ok := v.Text(); ok && !v.HasSecret() {
		if s := diag.DidYouMean(got, texts(allowed)); s != "" {
			p.Message, p.Reference = quoting(text+s, c.isSecret), quoting(text, c.isSecret)
		}
	}
	c.problems = append(c.problems, p)
	return false
}

// texts returns those values that are strings, as candidates for a suggestion.
func texts(values []value.Value) (out []string) {
	for _, v := range values {
		if s, ok := v.Text(); ok {
			out = append(out, s)
		}
	}
	return out
}

// equal compares values; numbers are compared numerically.
func equal(a, b value.Value) bool {
	return value.Equal(a, b, func(a, b value.Value) bool {
		return compare(a.Data.(value.Number),
			b.Data.(value.Number)) == 0
	})
}

// compare returns -1, 0 or 1, or 2 if either is not a number.
func compare(a, b value.Number) int {
	x, y := float(a), float(b)
	if x == nil || y == nil {
		return 2
	}
	return x.Cmp(y)
}

// float parses a number; it returns nil if that fails.
func float(n value.Number) *big.Float {
	f, _, err := big.ParseFloat(string(n), 10, 256, big.ToNearestEven)
	if err != nil {
		return nil
	}
	return f
}

// number checks the limits of a number. Problems quote the limits as they are written in the
// schema.
func (c *checker) number(v value.Value, n value.Number, s *schema) bool {
	ok := true
	fail := func(limit value.Number, words, reference string) {
		ok = c.report(v.Origin, "type-number", "expected a number "+words+" "+string(limit), reference+string(limit))
	}
	if s.multipleOf != "" && !isMultiple(n, s.multipleOf) {
		text := "expected a multiple of " + string(s.multipleOf)
		ok = c.report(v.Origin, "type-number", text, text)
	}
	if s.maximum != "" && compare(n, s.maximum) > 0 {
		// The original's text has no space before the limit (0).
		fail(s.maximum, "less than or equal to", "expected a number less than or equal to")
	}
	if s.exclusiveMaximum != "" && compare(n, s.exclusiveMaximum) >= 0 {
		fail(s.exclusiveMaximum, "less than", "expected a number less than ")
	}
	if s.minimum != "" && isBelow(n, s.minimum) {
		fail(s.minimum, "greater than or equal to", "expected a number greater than or equal to ")
	}
	if s.exclusiveMinimum != "" && (isBelow(n, s.exclusiveMinimum) || compare(n, s.exclusiveMinimum) == 0) {
		fail(s.exclusiveMinimum, "greater than", "expected a number greater than ")
	}
	return ok
}

// isBelow reports whether n is less than a limit. NaN is not below any.
func isBelow(n, limit value.Number) bool { return compare(n, limit) == -1 }

// isMultiple reports whether n is an integer multiple of unit.
func isMultiple(n, unit value.Number) bool {
	x, y := float(n), float(unit)
	if x == nil || y == nil || y.Sign() == 0 || x.IsInf() || y.IsInf() {
		return false
	}
	// Decimal fractions are not exact in binary, so 64 bits of precision decide.
	return new(big.Float).SetPrec(64).Quo(x, y).IsInt()
}

// text checks the length and the pattern of a string. Lengths are in bytes (6).
func (c *checker) text(v value.Value, text string, s *schema) bool {
	ok := true
	size := func(code diag.Code, words string, limit int) {
		ok = c.report(v.Origin, code, "expected a string of "+words+" "+strconv.Itoa(limit),
			"expected a string of "+words+" "+strconv.Itoa(limit))
	}
	if s.minLength >= 0 && len(text) < s.minLength {
		size("type-text", "at least length", s.minLength)
	}
	if s.maxLength >= 0 && len(text) > s.maxLength {
		size("type-text", "at most length", s.maxLength)
	}
	c.hintBytes(v, text, s)
	if s.compiled != nil && !s.compiled.MatchString(text) {
		text := "string must match the pattern " + strconv.Quote(s.pattern)
		ok = c.report(v.Origin, "type-text", "this string must match the pattern "+s.pattern, text)
	}
	return ok
}

// hintBytes points out that lengths are counted in bytes if counting characters would lead to a
// different result.
func (c *checker) hintBytes(v value.Value, text string, s *schema) {
	runes := strings.Count(text, "") - 1
	if runes == len(text) {
		return
	}
	tooShort := s.minLength >= 0 && (runes < s.minLength) != (len(text) < s.minLength)
	tooLong := s.maxLength >= 0 && (runes > s.maxLength) != (len(text) > s.maxLength)
	if tooShort || tooLong {
		c.problems = append(c.problems, diag.Infof(v.Origin, "hint-length-in-bytes",
			"minLength and maxLength count bytes: this string has %d characters but %d bytes", runes, len(text)))
	}
}

// list checks an array and its items. Like the original, it accepts repeated items in spite of
// uniqueItems, but hints at them (0).
func (c *checker) list(v value.Value, l *value.List, s *schema) bool {
	ok := true
	size := func(words string, limit int) {
		text := "expected an array with " + words + " " + strconv.Itoa(limit) + " items"
		ok = c.report(v.Origin, "type-size", text, text)
	}
	if s.minItems >= 0 && len(l.Items) < s.minItems {
		size("at least", s.minItems)
	}
	if s.maxItems >= 0 && len(l.Items) > s.maxItems {
		size("at most", s.maxItems)
	}
	if s.uniqueItems && c.repeats(l) {
		c.problems = append(c.problems, diag.Infof(v.Origin, "hint-unique-items",
			"uniqueItems is accepted but not enforced by Pulumi ESC, and this array contains an item twice"))
	}
	for i, item := range l.Items {
		if want := s.item(i); want != nil && !c.check(item, want) {
			ok = false
		}
	}
	return ok
}

// repeats reports whether a list contains an item twice. It compares all pairs, so each item costs
// as many steps as there are items before it.
func (c *checker) repeats(l *value.List) bool {
	for i := range l.Items {
		if !c.frame.Spend(i) {
			return false
		}
		for j := range i {
			if equal(l.Items[i], l.Items[j]) {
				return true
			}
		}
	}
	return false
}

// object checks an object and its properties.
func (c *checker) object(v value.Value, o *value.Object, s *schema) bool {
	ok := true
	size := func(words string, limit int) {
		text := "expected an object with " + words + " " + strconv.Itoa(limit) + " properties"
		ok = c.report(v.Origin, "type-size", text, text)
	}
	if s.minProperties >= 0 && len(o.Fields) < s.minProperties {
		size("at least", s.minProperties)
	}
	if s.maxProperties >= 0 && len(o.Fields) > s.maxProperties {
		size("at most", s.maxProperties)
	}
	if !c.required(v, o, s.required) {
		ok = false
	}
	for _, d := range s.dependentRequired {
		if _, has := o.Get(d.name); has && !c.required(v, o, d.needs) {
			ok = false
		}
	}
	for _, f := range value.Sorted(o.Fields) {
		want := s.property(f.Key)
		switch {
		case want == nil:
		// Only a property that exists is rejected (6). The original does so without a message (0).
		case want.never:
			at := f.KeyAt
			if at.IsZero() {
				// The key is not in the source if a function or a provider returned the object.
				at = f.Value.Origin
			}
			c.problems = append(c.problems, diag.Errorf(at, "type-nothing", "property %q is not allowed%s", f.Key,
				diag.DidYouMean(f.Key, s.names())))
			ok = false
		case !c.check(f.Value, want):
			ok = false
		}
	}
	return ok
}

// names returns the names of the properties that a schema declares.
func (s *schema) names() []string {
	out := make([]string, len(s.properties))
	for i := range s.properties {
		out[i] = s.properties[i].name
	}
	return out
}

// required checks that an object has the named properties. One problem lists all that are missing.
func (c *checker) required(v value.Value, o *value.Object, names []string) bool {
	var missing []string
	for _, name := range names {
		if _, ok := o.Get(name); !ok {
			missing = append(missing, name)
		}
	}
	if missing == nil {
		return true
	}
	text := "missing required properties: " + strings.Join(missing, ", ")
	return c.report(v.Origin, "type-required", text, text)
}
