package evaluator_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// editsBetween returns an edit for each file, or nil if other files have been sent. Texts that are not valid UTF-8
// cannot be edited: the engine receives them with U+FFFD.
func editsBetween(sent, next []protocol.File) []protocol.FileEdit {
	if len(sent) != len(next) {
		return nil
	}
	var edits []protocol.FileEdit
	for i := range next {
		if sent[i].Name != next[i].Name {
			return nil
		}
		edits = append(edits, editBetween(sent[i].Text, next[i].Text))
	}
	return edits
}

func editBetween(last, next string) protocol.FileEdit {
	if last == next {
		return protocol.FileEdit{}
	}
	a, b := []rune(last), []rune(next)
	from, kept := 0, 0
	for from < min(len(a), len(b)) && a[from] == b[from] {
		from++
	}
	for kept < min(len(a), len(b))-from && a[len(a)-1-kept] == b[len(b)-1-kept] {
		kept++
	}
	units := func(text []rune) int { return len(utf16.Encode(text)) }
	sum, power := uint32(0), uint32(1)
	for _, unit := range utf16.Encode(b) {
		sum += (uint32(unit) + 1) * power
		power *= 16777619
	}
	return protocol.FileEdit{From: units(a[:from]), To: units(a[:len(a)-kept]), Text: string(b[from : len(b)-kept]),
		Sum: int(sum)}
}

func TestFilesAreEdited(t *testing.T) {
	engine := evaluator.New()
	evaluate := func(asked protocol.EvaluateRequest) protocol.Reply {
		asked.Dialect, asked.View = "terraform", "yaml"
		if asked.Files == nil {
			asked.Files = []protocol.File{}
		}
		request := protocol.Request{Op: "evaluate", Evaluate: &asked}
		var reply protocol.Reply
		require.NoError(t, protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply))
		return reply
	}
	text := "é: 😀 x\nb: 1\n"
	assert.Equal(t, protocol.ResendFiles, evaluate(protocol.EvaluateRequest{
		Edits: []protocol.FileEdit{editBetween("", text)}}).Error, "a new engine has no files")
	reply := evaluate(protocol.EvaluateRequest{Files: []protocol.File{{Name: "main.yaml", Text: text}}})
	require.NotNil(t, reply.Evaluate, reply.Error)
	for _, next := range []string{"é: 😀 y\nb: 1\n", "é: 😁 y\nb: 1\n", "é: 😁 y\nb: 1\n", "", "a: 𝄞\n",
		"a: 𝄞𝄞\nb: ü\n"} {
		reply := evaluate(protocol.EvaluateRequest{Edits: []protocol.FileEdit{editBetween(text, next)}})
		require.NotNil(t, reply.Evaluate, reply.Error)
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "terraform",
			Files: []evaluator.File{{Name: "main.yaml", Text: next}}})
		require.NoError(t, err)
		assert.Equal(t, s.Render("yaml", false).Text, reply.Evaluate.Result.Text)
		text = next
	}
	wrong := editBetween(text, strings.ToUpper(text))
	wrong.Sum++
	for _, edits := range [][]protocol.FileEdit{{wrong}, {{From: -1, To: 7, Text: "x"}}, {{From: 9, To: 2}},
		{{From: 1 << 40, To: 1 << 41}}, {{}, {}}} { // there is only one file
		assert.Equal(t, protocol.ResendFiles, evaluate(protocol.EvaluateRequest{Edits: edits}).Error)
	}
}
