package wasmslim

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// textTable returns a table whose memory contains pointers, then texts with 20 to 49 bytes, and the
// addresses of the texts.
func textTable(pointers int) (t *functionTable, texts []int) {
	memory := make([]byte, 8*pointers)
	for length := 20; length < 50; length++ {
		texts = append(texts, len(memory))
		memory = append(memory, strings.Repeat("x", length)...)
	}
	return &functionTable{memory: memory, types: 8 * pointers, typesEnd: len(memory)}, texts
}

func setOf(numbers ...int) map[int]bool {
	set := map[int]bool{}
	for _, n := range numbers {
		set[n] = true
	}
	return set
}

func TestOnlyUnusedTextsAreCleared(t *testing.T) {
	table, texts := textTable(1)
	const inData, inBoth, inRemoved = 10, 11, 12
	binary.LittleEndian.PutUint64(table.memory, uint64(texts[inData]))
	live := setOf(texts...)
	delete(live, texts[inData])
	delete(live, texts[inRemoved])
	table.clearTexts(live, setOf(texts[inData], texts[inBoth], texts[inRemoved]))
	for i, at := range texts {
		want := strings.Repeat("x", 20+i)
		if i == inRemoved {
			want = strings.Repeat("\x00", 20+i)
		}
		assert.Equal(t, want, string(table.memory[at:at+20+i]), "text %d", i)
	}
}

// TestTheRestOfATextIsNotATextOfItsOwn checks texts that removed code cuts at a constant.
func TestTheRestOfATextIsNotATextOfItsOwn(t *testing.T) {
	for cut := 1; cut < 30; cut++ {
		table, texts := textTable(0)
		before := string(table.memory)
		table.clearTexts(setOf(texts...), setOf(texts[10]+cut, texts[10]+cut+1))
		assert.Equal(t, before, string(table.memory), "cut after %d of 30 bytes", cut)
	}
}
