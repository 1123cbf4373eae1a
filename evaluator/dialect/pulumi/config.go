package pulumi

import (
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// configFields are the keys of an entry in the program's own config section (2.1).
var configFields = []string{"type", "name", "secret", "default", "value", "items"}

// itemsFields are the keys of items, the type of the elements of a list.
var itemsFields = []string{"type", "items"}

// A setting is a declared config entry.
type setting struct {
	name string
	// external is the key under which a value is supplied from outside.
	external string
	key      *yamltree.Node
	cell     *ir.Cell
	// fields is nil for the shorthand `key: value`.
	fields record
	// short is the value of the shorthand; nil if the entry is not written in this form.
	short *yamltree.Node
	// seeded marks entries from the config section of a project file: the CLI passes their default or value to
	// the program, converted by the host (2.2).
	seeded bool
	// isInteger is set if the value is a default of type integer, which the original distinguishes from all other
	// numbers.
	isInteger bool
	// isInput marks an input of a component, which is an entry without a supplied value.
	isInput bool
	// projectType is the declared type as the CLI reads it; nil without one.
	projectType *projectType
}

// bindConfig binds the declared entries, then those that are only supplied from outside.
func (b *binder) bindConfig(top record) {
	settings := b.projectSettings()
	if e := top.get("config"); !b.isProject() || e.key != nil && e.key.Value != "config" {
		settings = b.join(settings, b.settings(e, "config", false))
	}
	// The deprecated section is still read; entries of the same name in config win.
	if old, ok := top.find("configuration"); ok {
		b.report(diag.Warnf(old.key.Span, "configuration", "configuration is deprecated; use config instead").
			WithReference("Pulumi.yaml: root-level `configuration` field is deprecated; please use `config` instead.").
			WithFix("Change to config", old.key.Body(), "config"))
		settings = b.join(settings, b.settings(old, "configuration", false))
	}
	b.entries = settings
	for _, s := range settings {
		b.bindSetting(s)
	}
	for _, g := range b.inputs.config {
		if name := b.bare(g.key); b.cells[name] == nil {
			c := &ir.Cell{Name: name, Kind: "config", Label: name, NameAt: g.value.Origin, Span: g.value.Origin}
			c.Expr = constant(g.value)
			b.openedFrom[c] = g.from
			b.checker.types[c] = suppliedType(g.value)
			b.cells[name] = c
			b.config = append(b.config, b.program.Add(c))
		}
	}
}

// projectSettings returns the config entries of the project file. The CLI recognises the key config only in lower
// case.
func (b *binder) projectSettings() []*setting {
	// A program without a separate project file has its entries in the program itself.
	if b.project.root == nil {
		return nil
	}
	return b.settings(entry{value: b.project.root.Get("config")}, "config", true)
}

// join appends to settings the entries of more whose names are not declared yet.
func (b *binder) join(settings, more []*setting) []*setting {
	// If both sections declare a name, the first entry is kept.
	declared := map[string]bool{}
	for _, s := range settings {
		declared[s.name] = true
	}
	for _, s := range more {
		if !declared[s.name] {
			settings = append(settings, s)
		}
	}
	return settings
}

// bare removes the project's name from a config key: PROJECT:k becomes k. Keys of other namespaces,
// such as aws:region, stay as they are (2.2).
func (b *binder) bare(key string) string {
	if rest, ok := strings.CutPrefix(key, b.projectName()+":"); ok {
		return rest
	}
	return key
}

// projectName returns the name of the project, or "project" if the document has none.
func (b *binder) projectName() string {
	if b.project.name == "" {
		return "project"
	}
	return b.project.name
}

// settings reads a section of config entries. In a project file (seeded), entries have the CLI's form and may be
// prefixed with the project's name.
func (b *binder) settings(e entry, path string, seeded bool) []*setting {
	if !b.isMapping(e.value, path) {
		return nil
	}
	var out []*setting
	for _, p := range e.value.Pairs {
		if p.Key.Kind != yamltree.Scalar {
			continue
		}
		s := &setting{name: p.Key.Value, key: p.Key, seeded: seeded}
		if seeded { // only the CLI removes the project's name
			s.name = b.bare(s.name)
		}
		switch {
		// A mapping is always a declaration, so the shorthand cannot have an object as its value.
		case p.Value.Kind != yamltree.Mapping:
			s.short = p.Value
			if !seeded { // a program's value is an expression, although nothing evaluates it
				b.parseOnly(p.Value)
			}
		case seeded:
			s.fields = b.projectFieldsOf(p)
			s.projectType = readProjectType(s.fields.get("type").value, s.fields.get("items").value)
		default:
			s.fields = b.record(p.Value, path+"."+p.Key.Value, configFields)
			b.checkItems(s.fields.get("items"))
		}
		out = append(out, s)
	}
	return out
}

// checkItems reports errors in the form of the field items, which a program otherwise ignores.
func (b *binder) checkItems(e entry) {
	for e.value != nil {
		inner := b.record(e.value, "items", itemsFields)
		b.literalString(inner.get("type"), "type")
		e = inner.get("items")
	}
}

// bindSetting binds an entry to the first value supplied for its external name, or else to its own.
func (b *binder) bindSetting(s *setting) {
	span := s.key.Span
	c := b.addCell("config", s.name, s.key, span)
	s.cell, c.Data = c, s
	b.config = append(b.config, c)
	// The key `name` makes an entry read the value of another key.
	external := s.name
	if e := s.fields.get("name"); e.present() {
		external = b.literalString(e, "name")
		b.external[c] = externalKey{b.bare(external), e.value}
	}
	for _, g := range b.inputs.config {
		if b.bare(g.key) == b.bare(external) || g.key == external {
			isAccepted := b.checkSupplied(s, g)
			if e := s.fields.get("default"); !s.seeded && e.present() {
				b.parseOnly(e.value)
			}
			// A value without a position is shown at the declaration.
			v := g.value.At(configSpan(g.value, s.key))
			if !isAccepted { // the CLI rejects a plain-text secret; a shared result must not show it
				v = v.With(value.Secret)
			}
			// The original evaluates the declaration only if the entry reads another key (2.1).
			declared := suppliedType(v)
			if b.bare(external) != b.bare(s.name) {
				v = b.renamed(s, v)
				declared = suppliedType(v)
				if t := b.declaredType(s); t != nil {
					declared = t.static()
				}
			}
			c.Expr = constant(v)
			b.openedFrom[c] = g.from
			b.checker.types[s.cell] = declared
			b.checkPrefixed(s)
			b.castPrefixed(s, g)
			s.external = external
			if hasOwn := s.seeded && (s.short != nil || s.fields.get("value").present()); !hasOwn &&
				!s.fields.get("default").present() {
				// A wrong type is not reported, since the original does not evaluate the declaration.
				declared := parseConfigType(b.plainType(s))
				b.require(s, declared, b.literalBool(s.fields.get("secret"), "secret"), true)
			}
			return
		}
	}
	s.external = external
	// The two sections have different rules: the host converts the defaults of a project file, but not those of a
	// program (2.2).
	bindExpr := b.settingExpr
	if s.seeded {
		bindExpr = b.seededExpr
		b.checkPrefixed(s)
	}
	c.Expr = bindExpr(s)
}

// checkPrefixed reports errors by the language's rules in the declaration of an entry whose key
// has the project's name as a prefix. The language does not recognise such an entry as supplied, so
// it evaluates the declaration, in which it knows neither the shorthand nor the field value (2.2).
func (b *binder) checkPrefixed(s *setting) {
	if !s.seeded || s.key.Value == s.name || !b.isProject() {
		return
	}
	typ, given := s.fields.get("type"), s.fields.get("default")
	switch {
	case !typ.present() && !given.present() && (s.short != nil || s.fields.get("value").present()):
		b.report(diag.Errorf(s.key.Span, "config-type",
			"with the project's name as a prefix, an entry needs a type or a default; write %s", s.name).
			WithReference("unable to infer type: either 'default' or 'type' is required").
			WithFix("Remove the prefix", s.key.Body(), s.name))
	case typ.present() && isText(typ.value) && typ.value.Value == "array":
		b.report(diag.Errorf(typ.value.Span, "config-type",
			"with the project's name as a prefix, an entry cannot be an array; write %s", s.name).
			WithReference("%s", unexpectedType("array")).
			WithFix("Remove the prefix", s.key.Body(), s.name))
	case !typ.present() && given.written():
		b.untyped(s, given.value, toFloat64s(bind.Data(given.value)))
	}
}

// castPrefixed reports a supplied value that does not convert to the type of the entry's default. If an entry's key has
// the project's name as a prefix, the language uses the type of the default as that of the entry (2.2).
func (b *binder) castPrefixed(s *setting, g given) {
	given := s.fields.get("default")
	text, isText := g.raw.Text()
	if !isText && !g.raw.IsNull() && !g.raw.IsUnknown() {
		text, isText = value.JSON(g.raw, value.GoJSON), true
	}
	if !s.seeded || s.key.Value == s.name || !b.isProject() || !isText || !given.written() ||
		s.fields.get("type").present() || given.value.Kind != yamltree.Scalar {
		return
	}
	reference := ""
	switch given.value.Resolve(yamltree.YAMLv3).Kind {
	case yamltree.Int, yamltree.Float:
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			reference = "unable to cast " + strconv.Quote(text) + " of type string to float64"
		}
	case yamltree.Bool:
		if _, err := strconv.ParseBool(text); err != nil {
			reference = err.Error()
		}
	}
	if reference == "" {
		return
	}
	p := diag.Errorf(configSpan(g.value, s.key), "config-conflict",
		"%s has the project's name as a prefix, so its value must have the type of its default", s.key.Value).
		WithNote(given.value.Span, "the default")
	if !g.value.HasSecret() {
		p = p.WithReference("%s", reference)
	}
	b.report(p)
}

// parseOnly reports syntax errors in an expression that is never evaluated. It returns true if there are any.
func (b *binder) parseOnly(n *yamltree.Node) bool {
	calls, before := len(b.invokes), len(b.problems)
	b.expr(n, scope{unread: true})
	b.invokes = b.invokes[:calls]
	return slices.ContainsFunc(b.problems[before:], func(p diag.Problem) bool { return p.Severity == diag.Error })
}

// renamed applies the declaration of an entry that reads another key. If a value is supplied, the declaration
// matters only for such entries (2.1).
func (b *binder) renamed(s *setting, v value.Value) value.Value {
	e := s.fields.get("secret")
	// An entry can make a plain value secret, but never a secret value plain.
	switch secret := b.literalBool(e, "secret"); {
	case secret:
		v = v.With(value.Secret)
	case e.present() && v.IsSecret():
		b.report(diag.Errorf(e.value.Span, "config-secret",
			"the value that %s reads is secret, and secret: false does not change that; remove it", s.name).
			WithReference("Cannot mark a configuration value as not secret if the associated config value is secret"))
		return value.Failure(s.name).With(value.Secret).At(s.key.Span)
	}
	// A number or boolean is converted to a string as Go prints it.
	if t := b.declaredType(s); t != nil && t.name == "string" {
		switch v.Data.(type) {
		case value.Number, value.Bool:
			v.Data = value.String(goText(v))
		}
	}
	return v
}

// checkSupplied checks a supplied value against the entry's declaration. It returns false for the plain value of
// a secret.
func (b *binder) checkSupplied(s *setting, g given) bool {
	// The CLI checks first, with its own types; its error replaces the program's.
	if !s.seeded || !b.checkGiven(s, g) {
		b.checkDeclared(s, g.value)
	}
	// An entry that reads another key does not decide whether that key's value is secret.
	secret := s.fields.get("name").value == nil && b.literalBool(s.fields.get("secret"), "secret")
	if s.seeded {
		if s.short == nil {
			b.checkDeclaration(s, false)
		}
		if secret {
			return b.checkSecret(s, g.value, s.key)
		}
	}
	return true
}

// missing reports an entry without a value and returns the expression that replaces it (0.g). declared may be
// nil.
func (b *binder) missing(s *setting, declared *configType, secret bool) ir.Node {
	// The original names the key in its message, without the project's name.
	p := diag.Errorf(s.key.Span, "missing-config",
		"there is no value for the config entry %s; set one under config in inputs.yaml, or add a default", s.name).
		WithReference("missing required configuration variable '%s'; run `pulumi config` to set", b.bare(s.external))
	if declared == nil && !s.fields.get("type").present() {
		p = diag.Errorf(s.key.Span, "config-type", "the config entry %s needs a type or a default", s.name).
			WithReference("unable to infer type: either 'default' or 'type' is required")
	}
	b.report(p)
	b.require(s, declared, secret, false).Problems = []bind.ProblemRef{{At: p.Span, Code: p.Code}}
	return unknownConfig(s, secret)
}

// require records that the value of an entry must be supplied. isGiven is set if it already is.
func (b *binder) require(s *setting, declared *configType, secret, isGiven bool) *bind.Unknown {
	// The form on the page has a field for it, under config.
	u := bind.Unknown{Path: []string{"config", b.bare(s.external)}, Label: s.name, Wrap: "secret", Secret: secret,
		Required: true, Given: isGiven, Used: []source.Span{s.key.Span}}
	if declared != nil {
		u.Type = declared.name
	}
	b.required = append(b.required, u)
	return &b.required[len(b.required)-1]
}

// reportMismatch reports a default that does not fit its type.
func (b *binder) reportMismatch(s *setting, declared *configType, written value.Value) {
	b.report(b.mismatchProblem(s, declared, written))
}

// mismatchProblem returns the problem that reportMismatch reports.
func (b *binder) mismatchProblem(s *setting, declared *configType, written value.Value) diag.Problem {
	t := typeOfValue(written)
	if hasNoListType(written) {
		return diag.Errorf(s.key.Span, "config-mismatch",
			"a default cannot be a list of mappings, lists or nulls, whatever its type; omit it and supply a value").
			WithReference("type mismatch: default value of type %%!s(<nil>) but type %s was specified", declared.name)
	}
	return diag.Errorf(s.key.Span, "config-mismatch",
		"the default of %s has the type %s, but the entry has the type %s", s.name, t, declared.name).
		WithReference("type mismatch: default value of type %s but type %s was specified", t, declared.name)
}

// settingExpr returns the expression of an entry of the program for which no value is supplied.
func (b *binder) settingExpr(s *setting) ir.Node {
	isSecret := b.literalBool(s.fields.get("secret"), "secret")
	given := s.fields.get("default") // programs never read the field value
	declared := b.declaredType(s)
	if !given.present() {
		if t := parseNestedType(b.plainType(s)); t != nil {
			b.checker.types[s.cell] = t.static()
		}
		return b.missing(s, declared, isSecret)
	}
	// The names in a default are looked up at evaluation; those in the default of an input are looked up earlier,
	// when the original builds the component's schema.
	n := b.expr(given.value, scope{late: !s.isInput, config: s.cell})
	v := literalValue(n)
	// The type of a computed default is only known once it is evaluated.
	if v.Data == nil {
		return b.computedDefault(s, given.value, n, declared, isSecret)
	}
	b.checker.types[s.cell] = typeOfData(v)
	// untyped has reported the problem; nothing that reads the entry reports it again.
	if b.untyped(s, given.value, v) {
		return unknownConfig(s, isSecret)
	}
	// A program's default is compared as written: no host converts it.
	if declared != nil && (hasNoListType(v) || !(declared.takes(v, v) && declared.same(v))) {
		b.reportMismatch(s, declared, v)
		return unknownConfig(s, isSecret)
	}
	s.isInteger = declared != nil && declared.name == "integer"
	if isSecret {
		v = v.With(value.Secret)
	}
	return constant(v)
}

// isInteger reports whether an expression refers to a config entry whose value is a default of type integer, or
// to a variable with such a value. The expression must not be part of a cycle.
func isInteger(n ir.Node) bool {
	r, ok := n.(*ir.Ref)
	return ok && len(r.Path) == 0 && isIntegerCell(r.Cell)
}

// isIntegerCell is like isInteger, for the cell that a reference without a path refers to.
func isIntegerCell(c *ir.Cell) bool {
	if c == nil {
		return false
	}
	s, ok := c.Data.(*setting)
	return ok && s.isInteger || !ok && isInteger(c.Expr)
}

// computedDefault binds a default that is not a literal. Its value must have a type that is valid for an entry,
// which outputs such as secrets and results of invokes do not have (2.1).
func (b *binder) computedDefault(s *setting, at *yamltree.Node, n ir.Node, declared *configType,
	isSecret bool) ir.Node {
	// In the original, only a string with references keeps the secrecy of the values it refers to.
	_, isText := n.(*ir.Interp)
	// The original prints the Go type of the value, which differs for a supplied secret.
	printedType := "pulumi.AnyOutput"
	eval := func(f ir.Frame, c *ir.Call) value.Value {
		if r, ok := n.(*ir.Ref); ok {
			if _, isGiven := b.openedFrom[r.Cell]; isGiven {
				printedType = "*resource.Secret"
			}
		}
		v := f.Force(c.Args[0])
		switch {
		case v.IsFailed():
			return v
		case v.IsSecret() && isText:
			return v
		case v.IsUnknown() || v.IsSecret():
			return f.Fail(diag.Errorf(at.Span, "config-type",
				"the default of %s is a secret or not known until deployment; write a plain default, with "+
					"secret: true if needed", s.name).
				WithReference("%s", unexpectedType(printedType)))
		case declared != nil && !(declared.takes(v, v) && declared.same(v)):
			return f.Fail(b.mismatchProblem(s, declared, v))
		case isSecret:
			return v.With(value.Secret)
		}
		return v
	}
	fn := &ir.Func{Name: "default", Doc: "Checks a default.", Lazy: eval, Data: &traits{typeOf: typeOfArgument}}
	return &ir.Call{Meta: ir.Meta{Span: at.Span}, Fn: fn, Args: []ir.Node{n}}
}

// seededExpr returns the expression of an entry of a project file for which no value is supplied.
func (b *binder) seededExpr(s *setting) ir.Node {
	// The shorthand is both declaration and value. The project's schema allows neither null nor
	// fractions here.
	if s.short != nil {
		if kind := schemaKind(s.short); kind == "null" ||
			kind == "number" && s.short.Resolve(yamltree.YAMLv3).Kind == yamltree.Float {
			b.wrongKind(s.short, "#/config/"+s.key.Value, "object")
		}
		v := b.seedData(s.short)
		b.checker.types[s.cell] = suppliedType(v)
		return constant(v)
	}
	valid := b.checkDeclaration(s, true)
	secret := b.literalBool(s.fields.get("secret"), "secret")
	given := s.fields.get("default")
	// If an entry has both, the CLI passes the value.
	if e := s.fields.get("value"); e.written() {
		given = e
	}
	declared := b.declaredType(s)
	if !given.written() {
		if !valid {
			return unknownConfig(s, secret)
		}
		if declared != nil {
			b.checker.types[s.cell] = declared.static()
		}
		return b.missing(s, declared, secret)
	}
	v := b.seedData(given.value)
	b.checker.types[s.cell] = suppliedType(v)
	// For the CLI's types, the default must fit as written, although the host converts it for the program.
	if written := toFloat64s(bind.Data(given.value)); valid && declared != nil && !s.takes(declared, written, v) {
		b.reportMismatch(s, declared, written)
		return unknownConfig(s, secret)
	}
	if secret && s.projectType != nil {
		b.checkSecret(s, v, given.value)
		v = v.With(value.Secret)
	}
	return constant(v)
}

// takes reports whether a default fits the declared type. The CLI's own types follow the CLI's rules.
func (s *setting) takes(declared *configType, written, hosted value.Value) bool {
	if s.projectType.known() {
		return s.projectType.takes(written)
	}
	return declared.takes(written, hosted)
}

// untyped adds a problem, and returns true, if no type can be inferred from a default: from null, an empty list
// or a list of mixed types.
func (b *binder) untyped(s *setting, n *yamltree.Node, v value.Value) bool {
	p, ok := b.inference(s, n, v)
	if !ok {
		b.report(p)
	}
	return !ok
}

// inference checks that a type can be inferred from a default; if not, it returns the problem and
// false. The elements of a list need only be of one kind: those of two nested lists are not
// compared with each other, nor are two nulls.
func (b *binder) inference(s *setting, n *yamltree.Node, v value.Value) (diag.Problem, bool) {
	if v.IsNull() {
		return diag.Errorf(n.Span, "config-type", "null does not determine the type of %s", s.name).
			WithReference("unknown type"), false
	}
	l := v.List()
	if l == nil {
		return diag.Problem{}, true
	}
	if len(l.Items) == 0 {
		return diag.Errorf(n.Span, "config-type", "an empty list does not determine its type; add a type").
			WithReference("empty list"), false
	}
	for i, item := range l.Items {
		if kindOf(item) == kindOf(l.Items[0]) {
			continue
		}
		for _, j := range []int{0, i} {
			if p, ok := b.inference(s, n.Items[min(j, len(n.Items)-1)], l.Items[j]); !ok {
				return p, false
			}
		}
		first, t := typeOfValue(l.Items[0]), typeOfValue(item)
		return diag.Errorf(n.Items[min(i, len(n.Items)-1)].Span, "config-type",
			"the elements of this list have different types: %s and %s", first, t).
			WithReference("heterogeneous typed lists are not allowed: found types %s and %s", first, t), false
	}
	return diag.Problem{}, true
}

// kindOf returns the name of a value's type, ignoring the types of a list's elements.
func kindOf(v value.Value) string {
	if v.List() != nil {
		return "list"
	}
	return typeOfValue(v)
}

// hasNoListType reports whether a value is a list of mappings, lists or nulls. The original has no type for such
// a list, although it accepts List<object> as a declaration.
func hasNoListType(v value.Value) bool {
	l := v.List()
	if l == nil || len(l.Items) == 0 {
		return false
	}
	first := l.Items[0]
	return first.IsNull() || first.List() != nil || first.Object() != nil
}

// unknownConfig returns the expression of an entry without a value. It evaluates to a failure, so
// that nothing that reads the entry reports it again.
func unknownConfig(s *setting, secret bool) ir.Node {
	v := value.Failure(s.name).At(s.key.Span)
	if secret {
		v = v.With(value.Secret)
	}
	return constant(v)
}

// literalBool reads a field that must be true or false. It returns false if the field is missing or wrong. A
// wrong one is first parsed as an expression, whose syntax errors are reported instead.
func (b *binder) literalBool(e entry, field string) bool {
	if !e.present() {
		return false
	}
	// A quoted "true" is a string and is rejected.
	if e.value.Kind != yamltree.Scalar || e.value.Resolve(yamltree.YAMLv3).Kind != yamltree.Bool {
		if !b.parseOnly(e.value) {
			b.report(diag.Errorf(e.value.Span, "literal-boolean", "%s must be true or false", field).
				WithReference("%s must be a boolean value", field))
		}
		return false
	}
	return e.value.Resolve(yamltree.YAMLv3).Text == "true"
}

// checkDeclared reports a supplied value that does not fit the declared type. A string type accepts anything, and a
// string fits the type that the host converts it to (2.2).
func (b *binder) checkDeclared(s *setting, v value.Value) {
	declared := parseConfigType(b.plainType(s))
	if declared == nil || v.IsUnknown() || declared.name == "string" || declared.accepts(v) {
		return
	}
	// Values in a stack file are strings, so a string is checked as the host converts it.
	if text, ok := v.Text(); ok && declared.accepts(value.Of(hostText(text))) {
		return
	}
	t := typeOfGiven(v)
	b.report(diag.Errorf(v.Origin, "config-conflict", "%s is declared with the type %s, but this value has the type %s",
		s.name, declared.name, t).
		WithReference("config key %q cannot have conflicting types %s, %s", s.name, declared.name, t).
		WithNote(s.key.Span, "%s is declared here", s.name))
}

// constant returns a node that evaluates to a value with its marks.
func constant(v value.Value) ir.Node {
	return &ir.Call{Meta: ir.Meta{Span: v.Origin}, Fn: givenFn, Data: v}
}

// givenFn is the function of a constant, whose value is the Data of the call.
var givenFn = &ir.Func{
	Name: "given",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value { return c.Data.(value.Value) },
}

// literalValue returns the value of a node that contains no expressions. For any other node, Data is nil.
func literalValue(n ir.Node) value.Value {
	switch n := n.(type) {
	case *ir.Lit:
		return value.Value{Data: n.Value, Origin: n.Span}
	case *ir.List:
		items := make([]value.Value, len(n.Items))
		for i, c := range n.Items {
			if items[i] = literalValue(c); items[i].Data == nil {
				return value.Value{}
			}
		}
		return value.Value{Data: value.NewList(items), Origin: n.Span}
	// A computed key makes the object computed.
	case *ir.Object:
		fields := make([]value.Field, len(n.Fields))
		for i, f := range n.Fields {
			v := literalValue(f.Value)
			if v.Data == nil || f.KeyExpr != nil {
				return value.Value{}
			}
			fields[i] = value.Field{Key: f.Key, Value: v, KeyAt: f.KeyAt}
		}
		return value.Value{Data: value.NewObject(value.Distinct(fields)), Origin: n.Span}
	case *ir.Call:
		if v, ok := n.Data.(value.Value); ok && n.Fn == givenFn {
			return v
		}
	}
	return value.Value{}
}
