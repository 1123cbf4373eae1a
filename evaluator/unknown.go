package evaluator

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/inspect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

const (
	maxListedUses     = 20   // uses of one unknown that are sent to the page
	maxListedParts    = 200  // parts of one supplied value that are sent to the page
	maxListedUnknowns = 5000 // unknowns that are sent to the page
	maxSampleRounds   = 5    // rounds of adding samples: after each, more of the program runs and needs more
)

// unknowns lists, for the page, the values that only a deployment knows. It also returns how many there
// are, since the list is cut if it is too long.
func (s *Snapshot) unknowns() ([]protocol.Unknown, int) {
	var out []protocol.Unknown
	left := 0
	all := s.Subject.Unknowns()
	for i := range all {
		switch {
		case !s.isListed(&all[i]):
		case len(out) < maxListedUnknowns:
			out = append(append(out, s.unknown(&all[i])), s.givenParts(&all[i])...)
		default:
			left++
		}
	}
	return out, len(out) + left
}

// isListed reports whether to list an unknown. It excludes inputs that the program itself requires
// and that have a value, unless that is a sample. It also excludes parts of a supplied value, which
// givenParts lists.
func (s *Snapshot) isListed(u *inspect.Unknown) bool {
	switch {
	case u.Whole > 0:
		return s.inputAt(u.Path[:u.Whole]) == nil
	case !u.Required:
		return true
	}
	if n := s.inputAt(u.Path); n != nil {
		return n.Body().Text() == yamlSample(u)
	}
	return !u.Given
}

func (s *Snapshot) unknown(u *inspect.Unknown) protocol.Unknown {
	out := protocol.Unknown{Path: strings.Join(u.Path, "\x00"), Label: u.Label, Type: u.Type, Secret: u.Secret,
		Part: u.Whole > 0,
		Uses: len(u.Used), Used: ranges(u.Used[:min(len(u.Used), maxListedUses)])}
	if len(u.Path) == 0 {
		return out
	}
	out.Sample = inputText(u.Sample())
	if !isScalar(u.Sample()) {
		out.Sample = flowYAML(u.Sample())
	}
	s.setGiven(&out, u.Path, u.Wrap)
	return out
}

// setGiven sets the fields of an unknown, or of a part of one, that describe its value in
// inputs.yaml. It leaves out a value that is secret or may contain a secret.
func (s *Snapshot) setGiven(out *protocol.Unknown, path []string, wrap string) {
	out.Given, out.IsGiven = givenText(s.inputAt(path))
	n := s.inputAt(path)
	if n == nil {
		return
	}
	out.Wrong = s.errorWithin(n.Body())
	if out.Secret = out.Secret || isWrapped(n, wrap); out.Secret || wrap != "" && containsKey(n, wrap) {
		out.Given = ""
	}
}

// containsKey reports whether a node or one inside it has a key.
func containsKey(n *yamltree.Node, key string) bool {
	for _, p := range n.Pairs {
		if p.Key.Value == key || containsKey(p.Value, key) {
			return true
		}
	}
	return slices.ContainsFunc(n.Items, func(n *yamltree.Node) bool { return containsKey(n, key) })
}

// isWrapped reports whether a node is a mapping whose only key is wrap, which marks a secret.
func isWrapped(n *yamltree.Node, wrap string) bool {
	return wrap != "" && n.Kind == yamltree.Mapping && len(n.Pairs) == 1 && n.Pairs[0].Key.Value == wrap
}

// givenParts lists the parts of a value that inputs.yaml supplies as a mapping.
func (s *Snapshot) givenParts(u *inspect.Unknown) []protocol.Unknown {
	n := s.inputAt(u.Path)
	if n == nil || len(u.Path) == 0 || u.Whole > 0 || u.Secret || n.Kind != yamltree.Mapping || isWrapped(n, u.Wrap) ||
		len(n.Pairs) > maxListedParts {
		return nil
	}
	var out []protocol.Unknown
	for _, p := range n.Pairs {
		path := append(slices.Clip(u.Path), p.Key.Value)
		part := protocol.Unknown{Path: strings.Join(path, "\x00"),
			Label: string(value.Path(u.Label).Join(value.Path("").Key(p.Key.Value))), Part: true}
		s.setGiven(&part, path, u.Wrap)
		out = append(out, part)
	}
	return out
}

// sourceUnknowns answers the page's request for the unknowns that a value depends on.
func (s *Snapshot) sourceUnknowns(asked *protocol.WhyRequest) *protocol.UnknownList {
	out := &protocol.UnknownList{}
	target, ok := s.target(asked)
	if !ok {
		return out
	}
	all := s.Subject.Unknowns()
	for _, i := range s.Subject.UnknownsOf(target) {
		out.Unknowns = append(out.Unknowns, s.unknown(&all[i]))
	}
	return out
}

// supplyPaths returns the paths in inputs.yaml that could supply the values that problems ask for.
func (s *Snapshot) supplyPaths() map[bind.ProblemRef]string {
	at := map[bind.ProblemRef]string{}
	for i := range s.Outcome.Unknowns {
		for _, ref := range s.Outcome.Unknowns[i].Problems {
			at[ref] = strings.Join(s.Outcome.Unknowns[i].Path, "\x00")
		}
	}
	return at
}

// give answers the page's request to add values for unknowns to inputs.yaml, or to remove them.
func (s *Snapshot) give(asked *protocol.GiveRequest) *protocol.InputText {
	text, ok := asked.Text, true
	switch asked.How {
	case "value":
		text, ok = yamltree.SetAll(text, s.settings(text, strings.Split(asked.Path, "\x00"), asked.Value))
	case "clear":
		text, ok = yamltree.SetAll(text, s.clearSettings())
	default:
		text, ok = s.withSamples(text)
	}
	if !ok {
		return &protocol.InputText{Text: asked.Text, Error: cannotEdit}
	}
	return &protocol.InputText{Text: text}
}

// settings returns the setting for a value typed at a path, and sample settings for the values that
// must be supplied together with it. If typed is "", it removes the value.
func (s *Snapshot) settings(text string, path []string, typed string) []yamltree.Setting {
	all := s.Subject.Unknowns()
	u := inspect.Unknown{}
	for i := range all { // path may be a supplied part that the program does not read
		if other := &all[i]; len(other.Path) > 0 && len(other.Path) <= len(path) &&
			slices.Equal(other.Path, path[:len(other.Path)]) {
			u = *other
		}
	}
	isWhole := len(u.Path) == len(path)
	u.Secret = isWhole && u.Secret || s.isSecretAt(path, u.Wrap)
	if !isWhole {
		u.Type, u.Whole = "", 0
	}
	settings := []yamltree.Setting{{Path: path, Written: yamlSupply(&u, typed)}}
	if typed == "" || u.Whole == 0 || bind.At(rootOf(text), path[:u.Whole]...) != nil {
		return settings
	}
	for i := range all {
		if other := &all[i]; other.Whole == u.Whole && slices.Equal(other.Path[:u.Whole], path[:u.Whole]) &&
			!slices.Equal(other.Path, path) {
			settings = append(settings, yamltree.Setting{Path: other.Path, Written: yamlSample(other)})
		}
	}
	return settings
}

func (s *Snapshot) isSecretAt(path []string, wrap string) bool {
	n := s.inputAt(path)
	return n != nil && isWrapped(n, wrap)
}

func rootOf(text string) *yamltree.Node {
	return yamltree.Parse(source.NewFile(bind.InputsFile, text), yamltree.Options{}).Root
}

// withSamples returns the text of inputs.yaml with a sample for every unknown, including those that
// the program uses only when others have samples. It returns false if inputs.yaml cannot be
// changed.
func (s *Snapshot) withSamples(text string) (string, bool) {
	at := s
	for range maxSampleRounds {
		var settings []yamltree.Setting
		root, all := rootOf(text), at.Subject.Unknowns()
		for i := range all {
			u := &all[i]
			if len(u.Path) == 0 || u.Given || bind.At(root, u.Path...) != nil ||
				u.Whole > 0 && bind.At(root, u.Path[:u.Whole]...) != nil {
				continue
			}
			settings = append(settings, yamltree.Setting{Path: u.Path, Written: yamlSample(u)})
		}
		if len(settings) == 0 {
			break
		}
		next, ok := yamltree.SetAll(text, settings)
		if !ok {
			return text, false
		}
		text = next
		if at = s.withInputs(text); at == nil {
			break
		}
	}
	return text, true
}

// withInputs evaluates the same files with another inputs.yaml. It returns nil if that fails.
func (s *Snapshot) withInputs(inputs string) *Snapshot {
	req := Request{Dialect: s.Dialect.Name, Main: s.Main(), Data: s.bundle.LoadData}
	for _, f := range s.bundle.Files {
		if f.Name != bind.InputsFile {
			req.Files = append(req.Files, File{f.Name, f.Text})
		}
	}
	req.Files = append(req.Files, File{bind.InputsFile, inputs})
	next, err := Evaluate(req)
	if err != nil {
		return nil
	}
	return next
}

// clearSettings returns the settings that remove all listed values from inputs.yaml.
func (s *Snapshot) clearSettings() []yamltree.Setting {
	var settings []yamltree.Setting
	all := s.Subject.Unknowns()
	for i := range all {
		if u := &all[i]; len(u.Path) > 0 && u.Whole == 0 && s.inputAt(u.Path) != nil && s.isListed(u) {
			settings = append(settings, yamltree.Setting{Path: u.Path})
		}
	}
	return settings
}

// yamlSupply converts the value typed for an unknown to YAML on one line.
func yamlSupply(u *inspect.Unknown, text string) string {
	if text == "" {
		return ""
	}
	if isText := u.Type == "string"; isText || !isData(text) {
		text = flowYAML(value.Str(text))
	}
	return wrapSecret(u, text)
}

// yamlSample returns the sample of an unknown as YAML on one line.
func yamlSample(u *inspect.Unknown) string { return wrapSecret(u, flowYAML(u.Sample())) }

// wrapSecret wraps the value of a secret unknown in the key that marks it as secret.
func wrapSecret(u *inspect.Unknown, text string) string {
	if u.Secret && u.Wrap != "" {
		return "{" + u.Wrap + ": " + text + "}"
	}
	return text
}

func isScalar(v value.Value) bool { return v.List() == nil && v.Object() == nil }

// flowYAML formats a value as YAML on one line that is also valid inside brackets.
func flowYAML(v value.Value) string {
	var out []string
	switch d := v.Data.(type) {
	case *value.List:
		for _, item := range d.Items {
			out = append(out, flowYAML(item))
		}
		return "[" + strings.Join(out, ", ") + "]"
	case *value.Object:
		for i := range d.Fields {
			out = append(out, yamltree.Key(d.Fields[i].Key)+": "+flowYAML(d.Fields[i].Value))
		}
		return "{" + strings.Join(out, ", ") + "}"
	case value.String:
		if strings.ContainsAny(string(d), ",[]{}\n") {
			return value.Quote(string(d))
		}
		return render.Scalar(string(d))
	}
	return value.JSON(v, value.JSONStyle{})
}
