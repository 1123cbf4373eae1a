package evaluator_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/dialect/hot/types/facts"
	"pantograph/evaluator/dialect/hot/yaql"
	"pantograph/evaluator/dialect/hot/yaql/names"
	"pantograph/evaluator/dialect/terraform/charset"
	"pantograph/evaluator/dialect/terraform/charset/sheets"
	"pantograph/evaluator/example"
)

const conformanceDir = "../testdata/conformance"

// TestTheConformanceCasesAgree compares our results with the recorded answers of the original
// engines, one subtest per case. testdata/conformance/<dialect>/OPEN lists the cases that do not
// agree yet, as `name` or `name: reason`, one per line. A listed case that agrees fails as well,
// which keeps the list accurate. With UPDATE=1, it is removed from the list instead.
func TestTheConformanceCasesAgree(t *testing.T) {
	dirs, err := os.ReadDir(conformanceDir)
	require.NoError(t, err)
	for _, d := range dirs {
		if d.IsDir() {
			t.Run(d.Name(), func(t *testing.T) { runConformance(t, d.Name()) })
		}
	}
}

func runConformance(t *testing.T, dialect string) {
	paths, err := filepath.Glob(filepath.Join(conformanceDir, dialect, "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	open := readOpen(t, dialect)
	unseen := maps.Clone(open)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		delete(unseen, name)
		t.Run(name, func(t *testing.T) {
			faults := conformanceCase(t, dialect, name, path)
			_, isOpen := open[name]
			switch {
			case len(faults) == 0 && isOpen && os.Getenv("UPDATE") != "":
				delete(open, name)
			case len(faults) == 0 && isOpen:
				t.Errorf("%s agrees: remove it from testdata/conformance/%s/OPEN (UPDATE=1 does this)", name, dialect)
			case len(faults) > 0 && !isOpen:
				t.Errorf("%s:\n  %s", path, strings.Join(faults, "\n  "))
			case len(faults) > 0:
				t.Logf("open: %s", strings.Join(faults, "\n  "))
			}
		})
	}
	assert.Empty(t, unseen, "OPEN lists cases that do not exist")
	t.Logf("%s: %d of %d cases agree", dialect, len(paths)-len(open), len(paths))
	if os.Getenv("UPDATE") != "" {
		writeOpen(t, dialect, open)
	}
}

func openPath(dialect string) string { return filepath.Join(conformanceDir, dialect, "OPEN") }

// readOpen returns the names of the cases that do not agree yet, with the reasons. A dialect whose
// cases all agree has no list.
func readOpen(t *testing.T, dialect string) map[string]string {
	out := map[string]string{}
	text, err := os.ReadFile(openPath(dialect))
	if os.IsNotExist(err) {
		return out
	}
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		name, reason, _ := strings.Cut(strings.TrimSpace(line), ": ")
		out[name] = reason
	}
	return out
}

func writeOpen(t *testing.T, dialect string, open map[string]string) {
	if len(open) == 0 {
		if err := os.Remove(openPath(dialect)); !os.IsNotExist(err) {
			require.NoError(t, err)
		}
		return
	}
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(open)) {
		text.WriteString(name)
		if reason := open[name]; reason != "" {
			text.WriteString(": " + reason)
		}
		text.WriteString("\n")
	}
	require.NoError(t, os.WriteFile(openPath(dialect), []byte(text.String()), 0o644))
}

func conformanceCase(t *testing.T, dialect, name, path string) []string {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	e, err := example.Parse(dialect, name, text)
	require.NoError(t, err)
	want := object(decode(t, e.Want["want.json"]))
	req := evaluator.Request{Dialect: dialect, Data: dataFile}
	for _, f := range e.Files {
		req.Files = append(req.Files, evaluator.File(f))
	}
	snapshot, err := evaluator.Evaluate(req)
	if err != nil {
		return []string{err.Error()}
	}
	got := object(decode(t, string(snapshot.Document(name, true))))
	c := &comparison{dialect: dialect, want: want, got: got}
	for name, text := range object(want["views"]) {
		format, isMasked := strings.CutSuffix(name, "Redacted")
		if shown, err := snapshot.Format(format, "", !isMasked); err != nil || shown != text {
			c.differ("view %s: want %q, got %q %v", name, text, shown, err)
		}
	}
	return c.run()
}

// dataFile returns the data file with the given name.
func dataFile(name string) []byte {
	return map[string]func() []byte{charset.File: sheets.File, types.File: facts.File,
		yaql.NamesFile: names.File}[name]()
}

// decode parses JSON and keeps numbers as they are written.
func decode(t *testing.T, text string) any {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v), text)
	return v
}

func object(v any) map[string]any { o, _ := v.(map[string]any); return o }

func list(v any) []any { l, _ := v.([]any); return l }

// A comparison collects the differences between a result document and a case (section 4 of
// scripts/play/CONTRACT.md).
type comparison struct {
	dialect     string
	want, got   map[string]any
	differences []string
}

func (c *comparison) differ(format string, args ...any) {
	c.differences = append(c.differences, fmt.Sprintf(format, args...))
}

func (c *comparison) run() []string {
	switch c.want["compare"] {
	case "none":
		return nil
	case "accept":
		wanted := len(c.wantedErrors()) > 0
		if got := c.gotErrors(); (got > 0) != wanted {
			c.differ("the original reports errors: %t; we report %d", wanted, got)
		}
		return c.differences
	}
	if v, ok := c.want["value"]; ok {
		c.value(v, c.got["value"])
	}
	for _, key := range []string{"environmentVariables", "files", "rotatePatches"} {
		if v, ok := c.want[key]; ok && !same(v, c.got[key]) {
			c.differ("%s: want %s, got %s", key, show(v), show(c.got[key]))
		}
	}
	if v, ok := c.want["secrets"]; ok {
		c.secrets(list(v))
	}
	if v, ok := c.want["problems"]; ok {
		c.problems(v)
	}
	c.edges()
	return c.differences
}

func (c *comparison) wantedErrors() []any {
	problems := c.want["problems"]
	if include, ok := object(problems)["include"]; ok {
		problems = include
	}
	var out []any
	for _, p := range list(problems) {
		if object(p)["severity"] == "error" {
			out = append(out, p)
		}
	}
	return out
}

func (c *comparison) gotErrors() int {
	n := 0
	for _, p := range list(c.got["problems"]) {
		if object(p)["severity"] == "error" {
			n++
		}
	}
	return n
}

func (c *comparison) value(want, got any) {
	if c.dialect == "pulumi" {
		c.pulumiValue(object(want), object(got))
		return
	}
	if !same(want, got) {
		c.differ("value: want %s\n         got  %s", show(want), show(got))
	}
}

// pulumiValue compares the sections and records that the case specifies.
func (c *comparison) pulumiValue(want, got map[string]any) {
	for section, w := range want {
		g := got[section]
		switch section {
		case "order":
			if len(list(w)) > 0 && !same(w, g) {
				c.differ("order: want %s, got %s", show(w), show(g))
			}
		case "invokes":
			if sorted(list(w)) != sorted(list(g)) {
				c.differ("invokes: want %s, got %s", show(w), show(g))
			}
		case "resources":
			for name, r := range object(w) {
				c.pulumiResource(name, object(r), object(object(g)[name]))
			}
		default:
			for name, v := range object(w) {
				if v == nil && object(g)[name] == nil {
					continue
				}
				if !same(v, object(g)[name]) {
					c.differ("%s.%s: want %s, got %s", section, name, show(v), show(object(g)[name]))
				}
			}
		}
	}
}

func sorted(items []any) string {
	var texts []string
	for _, i := range items {
		texts = append(texts, show(i))
	}
	sort.Strings(texts)
	return strings.Join(texts, "\n")
}

func (c *comparison) pulumiResource(name string, want, got map[string]any) {
	if got == nil {
		c.differ("resource %s is missing", name)
		return
	}
	for key, w := range want {
		if key == "options" {
			for option, v := range object(w) {
				if !same(v, object(got["options"])[option]) {
					c.differ("%s.options.%s: want %s, got %s", name, option, show(v),
						show(object(got["options"])[option]))
				}
			}
			continue
		}
		if !same(w, got[key]) {
			c.differ("%s.%s: want %s, got %s", name, key, show(w), show(got[key]))
		}
	}
}

func (c *comparison) secrets(want []any) {
	w, g := map[string]bool{}, map[string]bool{}
	for _, s := range want {
		w[c.secretPath(s.(string))] = true
	}
	for _, s := range list(c.got["secrets"]) {
		g[c.secretPath(s.(string))] = true
	}
	for p := range w {
		if !g[p] {
			c.differ("%s should be secret", p)
		}
	}
	for p := range g {
		if !w[p] && !(c.dialect == "pulumi" && (strings.HasPrefix(p, "config") || strings.HasPrefix(p, "resources") ||
			strings.HasPrefix(p, "invokes"))) {
			c.differ("%s should not be secret", p)
		}
	}
}

// secretPath truncates a Pulumi path to the variable or output: the cases do not say which parts
// of it are secret.
func (c *comparison) secretPath(p string) string {
	if c.dialect != "pulumi" {
		return p
	}
	if section, rest, ok := strings.Cut(p, "."); ok && (section == "variables" || section == "outputs") {
		if i := strings.IndexAny(rest, ".["); i > 0 {
			rest = rest[:i]
		}
		return section + "." + rest
	}
	return p
}

func (c *comparison) problems(want any) {
	include, partly := object(want)["include"]
	if partly {
		want = include
		if len(list(include)) == 0 {
			return
		}
	}
	got := list(c.got["problems"])
	matched := map[int]bool{}
	for n, w := range list(want) {
		// Problems are compared as sets, so a repeated one needs no second match.
		again := slices.ContainsFunc(list(want)[:n], func(other any) bool { return reflect.DeepEqual(w, other) })
		found := false
		for i, g := range got {
			if !matched[i] && matches(object(w), object(g)) {
				matched[i], found = true, true
				break
			}
		}
		if !found && !again {
			c.differ("missing problem %s", show(w))
		}
	}
	for i, g := range got {
		code, _ := object(g)["code"].(string)
		if !matched[i] && !strings.HasPrefix(code, "hint-") && !ourCodes[code] &&
			(!partly || len(matched) < len(list(want))) {
			c.differ("unexpected problem %s", show(g))
		}
	}
}

// ourCodes are the codes of errors that our specification requires where the original fails without
// a message.
var ourCodes = map[string]bool{"type-nothing": true}

func matches(want, got map[string]any) bool {
	text := got["reference"]
	if text == nil {
		text = got["message"]
	}
	if want["text"] != text || want["severity"] != got["severity"] {
		return false
	}
	if f, ok := want["file"]; ok && f != got["file"] {
		return false
	}
	if want["within"] == true {
		return within(want, got)
	}
	for _, key := range []string{"line", "column", "endLine", "endColumn"} {
		if w, ok := want[key]; ok && !same(w, got[key]) {
			return false
		}
	}
	return true
}

func within(want, got map[string]any) bool {
	number := func(v any) int { n, _ := strconv.Atoi(fmt.Sprint(v)); return n }
	line, column := number(got["line"]), number(got["column"])
	if line < number(want["line"]) || line == number(want["line"]) && column < number(want["column"]) {
		return false
	}
	end, ok := want["endLine"]
	return !ok || line <= number(end)
}

func (c *comparison) edges() {
	want := object(c.want["edges"])
	got := map[string][]string{}
	for _, e := range list(object(c.got["graph"])["edges"]) {
		from, _ := object(e)["from"].(string)
		to, _ := object(e)["to"].(string)
		got[from] = append(got[from], to)
	}
	for from, tos := range want {
		for _, to := range list(tos) {
			if !slices.Contains(got[from], to.(string)) {
				c.differ("missing edge %s -> %s", from, to)
			}
		}
	}
}

// same reports whether two JSON values are equal. Numbers are compared by value, and the reasons of
// unknown values are ignored.
func same(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok {
			return false
		}
		if _, unknown := x["$unknown"]; unknown && len(x) == 1 {
			_, also := y["$unknown"]
			return also
		}
		if len(x) != len(y) {
			return false
		}
		for k, v := range x {
			w, ok := y[k]
			if !ok || !same(v, w) {
				return false
			}
		}
		return true
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !same(x[i], y[i]) {
				return false
			}
		}
		return true
	case json.Number:
		y, ok := b.(json.Number)
		return ok && sameNumber(string(x), string(y))
	}
	return a == b
}

func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, _, err1 := big.ParseFloat(a, 10, 600, big.ToNearestEven)
	y, _, err2 := big.ParseFloat(b, 10, 600, big.ToNearestEven)
	return err1 == nil && err2 == nil && x.Cmp(y) == 0
}

func show(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
