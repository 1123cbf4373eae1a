package bind

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// Data converts a tree to the value it represents, following aliases. It is for data without
// expressions: inputs files, mocks, schemas. If a key is repeated, its last value is used. Nodes
// beyond maxDataNodes or value.MaxDepth become null.
func Data(n *yamltree.Node) value.Value {
	budget := maxDataNodes
	return data(n, 0, &budget)
}

// maxDataNodes is the number of nodes that Data converts. It limits the expansion of aliases.
const maxDataNodes = 1_000_000

func data(n *yamltree.Node, depth int, budget *int) value.Value {
	*budget--
	if n == nil || *budget < 0 || depth > value.MaxDepth-1 {
		return value.Nothing()
	}
	v := value.Nothing()
	switch n.Kind {
	case yamltree.Scalar:
		v.Data = Scalar(n)
	case yamltree.Sequence:
		items := make([]value.Value, len(n.Items))
		for i, c := range n.Items {
			items[i] = data(c, depth+1, budget)
		}
		v.Data = value.NewList(items)
	case yamltree.Mapping:
		fields := make([]value.Field, 0, len(n.Pairs))
		for _, p := range n.Pairs {
			fields = append(fields, value.Field{Key: p.Key.Value, Value: data(p.Value, depth+1, budget),
				KeyAt: p.Key.Span})
		}
		v.Data = value.NewObject(value.Distinct(fields))
	case yamltree.Alias:
		v = data(n.Target(), depth+1, budget)
	case yamltree.Broken:
		v = value.Failure("syntax error")
	}
	return v.At(n.Span)
}

// Scalar converts a scalar as gopkg.in/yaml.v3 does, except that integers keep all their digits.
func Scalar(n *yamltree.Node) value.Data {
	r := n.Resolve(yamltree.YAMLv3)
	switch r.Kind {
	case yamltree.Null:
		return value.Null{}
	case yamltree.Bool:
		return value.Bool(r.Text == "true")
	case yamltree.Int, yamltree.Float:
		return value.Number(r.Text)
	}
	return value.String(r.Text)
}

// joinSurrogates replaces each surrogate pair in a JSON inputs file with one escape, because YAML
// has no surrogate pairs. The escape is two bytes shorter, so positions after it are off by two.
func joinSurrogates(f *source.File) *source.File {
	const pair = len(`\ud83d\ude00`)
	isJSON := strings.HasPrefix(strings.TrimLeft(f.Text, " \t\r\n"), "{")
	if !isJSON || !strings.Contains(f.Text, `\ud`) && !strings.Contains(f.Text, `\uD`) {
		return f
	}
	var out strings.Builder
	for i := 0; i < len(f.Text); {
		if f.Text[i] != '\\' {
			out.WriteByte(f.Text[i])
			i++
			continue
		}
		if joined := surrogatePair(f.Text[i:min(i+pair, len(f.Text))]); joined != 0 {
			out.WriteString(`\U` + strconv.FormatInt(0x1_0000_0000+int64(joined), 16)[1:])
			i += pair
			continue
		}
		out.WriteString(f.Text[i:min(i+2, len(f.Text))]) // a backslash and the character it escapes
		i += 2
	}
	return source.NewFile(f.Name, out.String())
}

// surrogatePair decodes the two escapes of a surrogate pair. It returns 0 for any other text.
func surrogatePair(escapes string) rune {
	unitAt := func(at int) rune {
		if len(escapes) < at+6 || escapes[at:at+2] != `\u` {
			return 0
		}
		unit, _ := strconv.ParseUint(escapes[at+2:at+6], 16, 16)
		return rune(unit)
	}
	if r := utf16.DecodeRune(unitAt(0), unitAt(6)); r != utf8.RuneError {
		return r
	}
	return 0
}

// Inputs reads inputs.yaml, a mapping with keys that the dialect defines. It returns an empty
// object if there is no such file, and a problem for each key that is not in known.
func (b *Bundle) Inputs(known ...string) (value.Value, []diag.Problem) {
	f := b.File(InputsFile)
	if f == nil {
		return value.ObjectOf(), nil
	}
	doc := b.Parse(f)
	problems := append([]diag.Problem(nil), doc.Problems...)
	if doc.Root == nil || doc.Root.Kind == yamltree.Scalar && doc.Root.Resolve(yamltree.YAMLv3).Kind == yamltree.Null {
		return value.ObjectOf(), problems
	}
	if doc.Root.Kind != yamltree.Mapping {
		return value.ObjectOf(), append(problems, diag.Errorf(doc.Root.Span, "inputs-shape",
			"inputs.yaml must be a mapping; its keys here are %s", List(known)))
	}
	problems = append(problems, UnknownKeys(doc.Root, "inputs.yaml", "inputs-unknown-key", known)...)
	return Data(doc.Root), problems
}

// UnknownKeys returns a problem for each key of a mapping that is not in known, with a fix if a
// known key is similar.
func UnknownKeys(n *yamltree.Node, where string, code diag.Code, known []string) []diag.Problem {
	var problems []diag.Problem
	for _, p := range n.Pairs {
		if contains(known, p.Key.Value) {
			continue
		}
		problem := diag.Errorf(p.Key.Span, code, "%s has no key %q%s", where, p.Key.Value, orList(p.Key.Value, known))
		if near := diag.Nearest(p.Key.Value, known); near != "" {
			problem = problem.WithFix("Change to "+near, p.Key.Body(), near)
		}
		problems = append(problems, problem)
	}
	return problems
}

// orList returns the end of a message: the known name that is most similar, or a list of all known
// names if none is similar.
func orList(name string, known []string) string {
	if s := diag.DidYouMean(name, known); s != "" {
		return s
	}
	return "; its keys are " + List(known)
}

// List joins names for use in a sentence: "a, b and c". For an empty list, it returns "none".
func List(names []string) string {
	switch n := len(names); n {
	case 0:
		return "none"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
