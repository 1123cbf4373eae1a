package main

import (
	"bytes"
	"math/rand"

	"golang.org/x/tools/txtar"
	"gopkg.in/yaml.v3"
)

// mutateTree mutates the tree of a YAML file, or of one file of an archive: it deletes, duplicates,
// retypes, renames or swaps nodes. It does not change a file that is not valid YAML.
func mutateTree(r *rand.Rand, text string) string {
	a := txtar.Parse([]byte(text))
	if len(a.Files) == 0 {
		return string(mutateDocument(r, []byte(text)))
	}
	f := &a.Files[r.Intn(len(a.Files))]
	f.Data = mutateDocument(r, f.Data)
	return string(txtar.Format(a))
}

// mutateDocument mutates the tree of a YAML document. The encoder formats the result, so whitespace
// changes everywhere.
func mutateDocument(r *rand.Rand, text []byte) []byte {
	var document yaml.Node
	if yaml.Unmarshal(text, &document) != nil || len(document.Content) == 0 {
		return text
	}
	var inner []*yaml.Node
	collections(&document, &inner)
	if len(inner) == 0 {
		return text
	}
	change(r, pick(r, inner...), inner)
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if encode(encoder, &document) != nil {
		return text
	}
	return out.Bytes()
}

// encode encodes a node. It returns an error if the encoder panics, which mutated trees can cause.
func encode(e *yaml.Encoder, n *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err, _ = p.(error)
		}
	}()
	return e.Encode(n)
}

// collections appends the non-empty mappings and sequences in a tree to out.
func collections(n *yaml.Node, out *[]*yaml.Node) {
	if n.Kind != yaml.DocumentNode && len(n.Content) > 0 {
		*out = append(*out, n)
	}
	for _, child := range n.Content {
		collections(child, out)
	}
}

// change changes one entry of a collection.
func change(r *rand.Rand, n *yaml.Node, all []*yaml.Node) {
	// The content of a mapping alternates between keys and values.
	width := 1
	if n.Kind == yaml.MappingNode {
		width = 2
	}
	at := r.Intn(len(n.Content)/width) * width
	value := &n.Content[at+width-1]
	switch r.Intn(5) {
	case 0:
		n.Content = append(n.Content[:at:at], n.Content[at+width:]...)
	case 1:
		n.Content = append(n.Content, n.Content[at:at+width]...)
	case 2:
		*value = retyped(r, *value)
	// Misspell a key or an item of a sequence. The node is copied, because a duplicated entry shares
	// it.
	case 3:
		renamed := *n.Content[at]
		renamed.Value = misspelt(r, renamed.Value)
		n.Content[at] = &renamed
	// Swap two values, wherever they are in the document.
	case 4:
		other := pick(r, all...)
		if last := &other.Content[len(other.Content)-1]; !contains(*value, *last) && !contains(*last, *value) {
			*value, *last = *last, *value
		}
	}
}

// contains reports whether a node is or contains another. Swapping such nodes would make a cycle.
func contains(n, other *yaml.Node) bool {
	if n == other {
		return true
	}
	for _, child := range n.Content {
		if contains(child, other) {
			return true
		}
	}
	return false
}

// scalar returns a plain scalar.
func scalar(text string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: text} }

// retyped returns a node of another type.
func retyped(r *rand.Rand, n *yaml.Node) *yaml.Node {
	switch r.Intn(4) {
	case 0:
		return scalar(pick(r, "1", "true", "null", "text", "1.50", "2001-01-01"))
	case 1:
		return &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{n}}
	case 2:
		return &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar("x"), n}}
	}
	return &yaml.Node{Kind: pick(r, yaml.SequenceNode, yaml.MappingNode), Style: yaml.FlowStyle}
}

// misspelt returns a name with a character removed, inserted or doubled.
func misspelt(r *rand.Rand, name string) string {
	runes := []rune(name)
	if len(runes) == 0 {
		return "x"
	}
	at := r.Intn(len(runes))
	switch r.Intn(3) {
	case 0:
		return string(runes[:at]) + string(runes[at+1:])
	case 1:
		return string(runes[:at]) + "x" + string(runes[at:])
	}
	return string(runes[:at]) + string(runes[at:at+1]) + string(runes[at:])
}
