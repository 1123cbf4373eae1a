package hot

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An environment is the merged content of the environment files. It belongs to the root, but nested
// stacks share the registry and the defaults (11).
type environment struct {
	parameters []given // in order of first appearance
	defaults   []given // parameter_defaults
	registry   *registry
}

// A given is a value for a parameter. strategy is fixed by the first file that has a value for the
// name (10).
type given struct {
	name     string
	nameAt   source.Span
	value    value.Value
	strategy string // overwrite, merge or deep_merge
	first    bool   // it is from the first file
}

// environmentSections are the sections that Heat knows (10). The last three have no effect on the
// values of a single file.
var environmentSections = []string{"parameters", "resource_registry", "parameter_defaults", "encrypted_param_names",
	"event_sinks", "parameter_merge_strategies"}

// isEnvironment reports whether a file is an environment: env.yaml, env-prod.yaml, but not a file
// in a folder.
func isEnvironment(name string) bool {
	return strings.HasPrefix(name, "env") && strings.HasSuffix(name, ".yaml") && !strings.Contains(name, "/")
}

// environmentsKey is the key of inputs.yaml that selects the environment files.
const environmentsKey = "environments"

// environmentFiles returns the chosen files in order. Without a choice it returns env.yaml,
// env1.yaml, ... in order of their names. chosen is the value of environments in inputs.yaml: a
// name or a list of names.
func (b *binder) environmentFiles(chosen *python.Node) []*source.File {
	var files []*source.File
	var names []string
	for _, f := range b.bundle.Files {
		if isEnvironment(f.Name) {
			files = append(files, f)
			names = append(names, f.Name)
		}
	}
	sort.SliceStable(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	if chosen == nil || chosen.IsNull() {
		return files
	}
	items := chosen.Items
	if chosen.Kind != python.List {
		items = []*python.Node{chosen}
	}
	files = nil
	for _, n := range items {
		name := python.Str(n.Value())
		if f := b.file(name); f != nil {
			files = append(files, f)
		} else {
			b.problems = append(b.problems, diag.Errorf(n.Span, "inputs-value", "there is no file %s%s", quoted(name),
				diag.DidYouMean(name, names)).WithNearest(n.Span, name, names))
		}
	}
	return files
}

// readEnvironment reads the files; later ones override earlier ones. The root must have declared
// its parameters: their types decide how values merge.
func (b *binder) readEnvironment(root *stack) *environment {
	env := &environment{registry: &registry{}}
	files := b.environmentFiles(b.chosen)
	for i, f := range files {
		n := b.environmentFile(f)
		if n == nil {
			continue
		}
		strategies := n.Get("parameter_merge_strategies")
		for _, part := range []struct {
			key string
			to  *[]given
		}{{"parameter_defaults", &env.defaults}, {"parameters", &env.parameters}} {
			if section := n.Get(part.key); section != nil {
				m := &merging{root, f, strategies, i > 0}
				// With a single file, Heat does not look at the strategies (10).
				if len(files) > 1 {
					m.checkStrategies()
				}
				*part.to = m.overlay(*part.to, section)
			}
		}
		registry := n.Get("resource_registry")
		if registry != nil && registry.Kind != python.Map && !registry.IsNull() && !registry.IsBroken() {
			b.problems = append(b.problems, noMapping(registry.Span))
		}
		env.registry.add(b, registry, i > 0)
	}
	return env
}

// environmentFile reads one file and reports errors in its structure. The result is nil if there
// is nothing to read. A section that is wrong is reported, and the others are read.
func (b *binder) environmentFile(f *source.File) *python.Node {
	root, problems := b.document(f)
	b.problems = append(b.problems, problems...)
	if root.IsNull() || root.IsBroken() {
		return nil
	}
	if root.Kind != python.Map {
		b.problems = append(b.problems, heatError{code: "environment-shape", span: root.Span,
			message: "an environment is a mapping with " + strings.Join(environmentSections, ", "),
			text:    "The environment is not a valid YAML mapping data type."}.with(""))
		return nil
	}
	for i := range root.Pairs {
		pr := &root.Pairs[i]
		m := heatError{code: "environment-section", span: pr.KeyAt}
		switch {
		case !slices.Contains(environmentSections, pr.Key):
			m.message = "an environment has no section " + written(pr.Key) +
				diag.DidYouMean(pr.Key, environmentSections)
			m.text = `environment has wrong section "` + pr.Key + `"`
			m.fix = changeTo(diag.Nearest(pr.Key, environmentSections), pr.KeyAt)
		case pr.Value.IsNull():
			m.message = "this section is empty; write {} or remove it"
			m.text = `environment has empty section "` + pr.Key + `"`
		default:
			continue
		}
		b.problems = append(b.problems, m.with(""))
	}
	return root
}

// noMapping returns the problem of a section that is not a mapping. Heat fails with a Python error
// there, so there is no text.
func noMapping(at source.Span) diag.Problem {
	return diag.Errorf(at, "environment-shape", "this section must be a mapping of names")
}

// A merging applies the values of one file over those of the files before it. The values are for
// the parameters of root, the root stack.
type merging struct {
	root       *stack
	file       *source.File
	strategies *python.Node
	later      bool // it is not the first file
}

// overlay adds a section of the file to the values of earlier files and returns all of them. Values
// of later files for parameters that the template does not declare are dropped without a message (10).
func (m *merging) overlay(before []given, section *python.Node) []given {
	if section.Kind != python.Map {
		if !section.IsNull() && !section.IsBroken() {
			m.root.report(noMapping(section.Span))
		}
		return before
	}
	at := map[string]int{}
	for i, g := range before {
		at[g.name] = i
	}
	for _, pr := range section.Pairs {
		i, known := at[pr.Key]
		if m.later && m.root.parameters[pr.Key] == nil {
			continue
		}
		if !known {
			at[pr.Key] = len(before)
			before = append(before, given{pr.Key, pr.KeyAt, pr.Value.Value(), m.strategy(pr.Key), !m.later})
			continue
		}
		m.override(&before[i], pr)
	}
	return before
}

// strategy returns the merge strategy of a file for a name: its own entry, or the default.
func (m *merging) strategy(name string) string {
	for _, key := range []string{name, "default"} {
		if s, ok := m.strategies.Get(key).Text(); ok {
			return s
		}
	}
	return "overwrite"
}

// override applies a value over the value of an earlier file. The first file with a value for the name
// determines the strategy. Only an explicit entry of this file can disagree with it; the file's
// default does not count (10).
func (m *merging) override(g *given, pr python.Pair) {
	if own, ok := m.strategies.Get(pr.Key).Text(); ok && own != g.strategy {
		m.root.report(heatError{code: "merge-strategy", span: m.strategies.Get(pr.Key).Span,
			message: "an earlier file says " + g.strategy + " for " + written(pr.Key) + "; this one says " + own,
			text: "Conflicting merge strategy '" + own + "' for parameter '" + pr.Key + "' in file '" + m.file.Name +
				"'."}.with(""))
		return
	}
	v := pr.Value.Value()
	g.nameAt = pr.KeyAt
	// Any other word means overwrite, and there is nothing to merge with null.
	if g.strategy != "merge" && g.strategy != "deep_merge" || g.value.IsNull() {
		g.value = v
		return
	}
	if v.IsNull() {
		return
	}
	c := parameterMerge{typ: m.root.parameters[pr.Key].typ, strategy: g.strategy, name: pr.Key}
	merged, bad := c.merge(g.value, v)
	if bad != nil {
		m.root.report(heatError{code: "merge-strategy", span: pr.Value.Span, message: bad.Message,
			text: bad.Text}.with(""))
		return
	}
	g.value = merged.At(v.Origin)
}

// checkStrategies reports strategies that are not a mapping. Heat notices when it looks one
// up.
func (m *merging) checkStrategies() {
	if s := m.strategies; s != nil && s.Kind != python.Map && !s.IsBlank() {
		m.root.report(noMapping(s.Span))
	}
}

// find returns the value in the list for the parameter with the given name.
func find(list []given, name string) value.Value {
	for i := range list {
		if list[i].name == name {
			return list[i].value
		}
	}
	return value.Value{}
}
