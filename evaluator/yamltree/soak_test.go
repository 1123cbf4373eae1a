package yamltree

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// pieces lists the strings that mutate inserts.
var pieces = []string{
	" ", "  ", "\n", "\n  ", "\n    ", "\n- ", "\n  - ", "- ", "-", ": ", ":", ":\n", ":\n  ", "a", "b: c", "\nb: c",
	"\n  d: e", "? ", "\n? ", "\n: ", "?",
	"[", "]", "{", "}", ", ", ",", "[a, b]", "{a: b}", "\"", "'", "\"x\"", "'y'", "''", "\\", "\\\"", "\\n", "\\x41",
	"\\q", "#", " #", " # c", "\n# c", "#c\n",
	"|", ">", "|\n  t\n", ">-\n  u\n  v\n", "|2\n   t\n", "|+\n", "\t", "\n\t", " \t", "&a ", "*a", "&a", "*b", "!t ",
	"!!str ", "! ", "!", "---", "\n---\n", "\n...\n", "--- ",
	"\r\n", "\r", "é", "日", "\ufeff", "%", "@", "`", "~", "null", "0", "key: value\n", "- item\n", "- k: v\n  l: w\n",
	"word word", "x\n y", "\"m\n n\"", "'o\n\n p'",
}

// mutate makes one to four random changes to a text. It inserts pieces and parts of other texts, and
// deletes, copies and indents parts of the text.
func mutate(r *rand.Rand, text string, others []string) string {
	for range 1 + r.Intn(4) {
		i := r.Intn(len(text) + 1)
		switch r.Intn(8) {
		case 0, 1, 2:
			text = text[:i] + pieces[r.Intn(len(pieces))] + text[i:]
		case 3:
			text = text[:i] + text[min(i+1+r.Intn(3), len(text)):]
		case 4:
			j := min(i+r.Intn(12), len(text))
			text = text[:i] + text[j:]
		case 5:
			j := min(i+r.Intn(12), len(text))
			k := r.Intn(len(text) + 1)
			text = text[:k] + text[i:j] + text[k:]
		case 6:
			lines := strings.SplitAfter(text, "\n")
			k := r.Intn(len(lines))
			lines[k] = strings.Repeat(" ", r.Intn(5)) + strings.TrimLeft(lines[k], " ")
			text = strings.Join(lines, "")
		case 7:
			o := others[r.Intn(len(others))]
			j := r.Intn(len(o) + 1)
			text = text[:i] + o[j:min(j+r.Intn(20), len(o))] + text[i:]
		}
	}
	return text
}

// TestTheReaderAgreesWithYAMLv3 compares the reader with yaml.v3 on 20,000 mutations of the texts in
// the tests. The environment variable READER_TEXTS sets another number, and a random seed.
func TestTheReaderAgreesWithYAMLv3(t *testing.T) {
	count, seed := 20_000, int64(1)
	if n, err := strconv.Atoi(os.Getenv("READER_TEXTS")); err == nil {
		count, seed = n, time.Now().UnixNano()
	}
	texts := append([]string(nil), seeds...)
	for _, c := range spanCases {
		texts = append(texts, c.text)
	}
	for _, c := range brokenCases {
		texts = append(texts, c.text)
	}
	r := rand.New(rand.NewSource(seed))
	found := map[string]bool{}
	var last string
	for i := range count {
		if last == "" || r.Intn(6) == 0 || len(last) > 300 {
			last = texts[r.Intn(len(texts))]
		}
		last = mutate(r, last, texts)
		w := time.AfterFunc(20*time.Minute, func() { panic(fmt.Sprintf("parsing is slow: %q", last)) })
		s := compare(last, i%2 == 0)
		w.Stop()
		if s == "" {
			continue
		}
		small := shrink(last, i%2 == 0)
		if found[small] {
			continue
		}
		found[small] = true
		t.Errorf("after %d texts: %q (all: %t)\n%s", i, small, i%2 == 0, compare(small, i%2 == 0))
		if len(found) > 20 {
			break
		}
	}
	t.Log(count, "texts")
}

// shrink removes parts of a text for which the reader and yaml.v3 differ, as long as they still do.
func shrink(text string, all bool) string {
	for again := true; again; {
		again = false
		for n := len(text); n > 0; n /= 2 {
			for i := 0; i+n <= len(text); i++ {
				if smaller := text[:i] + text[i+n:]; compare(smaller, all) != "" {
					text, again = smaller, true
				}
			}
		}
	}
	return text
}
