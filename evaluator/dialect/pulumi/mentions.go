package pulumi

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/yamltree"
)

// An externalKey is the name of a config entry outside the program: the value of its key `name`, without the project's
// name, and its position.
type externalKey struct {
	key string
	at  *yamltree.Node
}

// Mentions returns where files outside the program name a part of it: config in inputs.yaml and
// in the files of all stacks, including those not being evaluated, and mocks of resources. When the
// part is renamed, they must change with it.
func (b *assist) Mentions() []bind.Mention {
	var out []bind.Mention
	given := map[string]*ir.Cell{}
	// Config does not mention an entry that reads another key by `name`: renaming the entry does not change that
	// key.
	for _, c := range b.config {
		if name, renamed := b.external[c]; !renamed || name.key == c.Label {
			given[c.Label] = c
		}
	}
	// The value of `name` mentions the entry with that name, if the program declares one.
	for _, c := range b.config {
		if name, renamed := b.external[c]; renamed && given[name.key] != nil {
			out = append(out, bind.Mention{Cell: given[name.key], At: name.at.Span})
		}
	}
	configs := []*yamltree.Node{bind.At(b.bundle.Root(bind.InputsFile), "config")}
	files := b.bundle.Files
	// The inputs of a component come from inputs.yaml only.
	if b.component != "" {
		configs[0], files = bind.At(b.bundle.Root(bind.InputsFile), "component", "inputs"), nil
	}
	for _, f := range files {
		if strings.HasPrefix(f.Name, "Pulumi.") && strings.HasSuffix(f.Name, ".yaml") && f != b.main {
			configs = append(configs, b.bundle.Parse(f).Root.Get("config"))
		}
	}
	for _, config := range configs {
		for _, key := range bind.Keys(config) {
			if c := given[b.bare(key.Value)]; c != nil {
				out = append(out, bind.Mention{Cell: c, At: key.Span})
			}
		}
	}
	// Only values from environments have a keyAt: the other keys are found above.
	for _, g := range b.inputs.config {
		if c := given[b.bare(g.key)]; c != nil && !g.keyAt.IsZero() {
			out = append(out, bind.Mention{Cell: c, At: g.keyAt})
		}
	}
	for _, key := range bind.Keys(bind.At(b.bundle.Root(bind.InputsFile), "mocks", "resources")) {
		if c := b.cells[key.Value]; c != nil && c.Kind == "resource" {
			out = append(out, bind.Mention{Cell: c, At: key.Span})
		}
	}
	return out
}
