package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/pulumi/esc"
	"github.com/pulumi/esc/cmd/esc/cli"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
	"golang.org/x/tools/txtar"

	"pantograph/evaluator"
)

// A template of this peer is an environment and a file "view", which contains the name of a format
// and, optionally, a property path on the second line. The original is the command `esc env open`,
// which gets the evaluated environment from a service.

// viewFile is the file of a template that contains the format and the path.
const viewFile = "view"

// viewFormats lists the formats of `env open`. The format detailed is not among them: it contains the
// ends of ranges, which are compared only where the specification says so.
var viewFormats = []string{"dotenv", "dotenv", "shell", "json", "yaml", "string"}

// compareView compares the output of both engines.
func compareView(template string) difference {
	files := filesOf(template)
	format, path, _ := strings.Cut(strings.TrimSuffix(files[viewFile], "\n"), "\n")
	delete(files, viewFile)
	delete(files, "inputs.yaml")
	if _, ok := files["env.yaml"]; !ok || !strings.Contains(strings.Join(viewFormats, " "), format) || format == "" {
		return skipped("env.yaml or the view is missing")
	}
	if why := knownDeviation(template); why != "" {
		return skipped(why)
	}
	env, diags, err, why := theirEvaluation(files, "eval")
	switch {
	case why != "":
		return skipped(why)
	case err != nil || len(diags) > 0 || env == nil:
		return skipped("the original prints only diagnostics")
	}
	theirs := theirView(env, format, path)
	if strings.Contains(theirs, "invalid number literal") {
		return skipped("the service cannot send infinity")
	}
	files["inputs.yaml"] = inputsOf("eval")
	ours := ourView(files, format, path)
	if ours == theirs {
		return difference{}
	}
	return difference{class: format + ": " + firstDifference(ours, theirs), ours: ours, theirs: theirs}
}

// firstDifference returns the first line in which two texts differ, from each of them, without
// details.
func firstDifference(ours, theirs string) string {
	a, b := strings.Split(ours, "\n"), strings.Split(theirs, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return withoutPath(a[i]) + " | " + withoutPath(b[i])
		}
	}
	return "one is longer"
}

// withoutPath removes the details of a line, including the property path that an error quotes.
func withoutPath(line string) string {
	if rest, ok := strings.CutPrefix(line, "Error: invalid property path "); ok {
		return "Error: invalid property path " + general(rest[strings.LastIndex(rest, ": ")+1:])
	}
	return general(line)
}

// ourView returns our output, or our error as the command line would print it.
func ourView(files map[string]string, format, path string) string {
	req := evaluator.Request{Dialect: "esc", Data: dataFile}
	for _, name := range keys(files) {
		req.Files = append(req.Files, evaluator.File{Name: name, Text: files[name]})
	}
	var text string
	var err error
	timed(&ourTime, func() {
		var s *evaluator.Snapshot
		if s, err = evaluator.Evaluate(req); err == nil {
			text, err = s.Format(format, path, true)
		}
	})
	if err != nil {
		return "Error: " + err.Error() + "\n"
	}
	return text
}

// temporary matches the path of a file that the original writes for an entry of `files`. In our output
// the path is unknown.
var temporary = regexp.MustCompile(`"[^"\n]*/esc-[^"\n]*"`)

// theirView returns the output of the original.
func theirView(env *esc.Environment, format, path string) string {
	s := openService()
	text, err := json.Marshal(env)
	if err != nil {
		return "Error: " + err.Error() + "\n"
	}
	s.set(text)
	var out, log bytes.Buffer
	cmd := cli.New(&cli.Options{Stdout: &out, Stderr: &log, Stdin: strings.NewReader(""), Colors: colors.Never})
	cmd.SetOut(&log)
	cmd.SetErr(&log)
	args := []string{"env", "open", "o/p/env", "--format", format}
	if path != "" {
		args = append(args, "--", path)
	}
	cmd.SetArgs(args)
	if err := cmd.Execute(); err != nil {
		return "Error: " + err.Error() + "\n"
	}
	return temporary.ReplaceAllString(out.String(), `"[unknown]"`)
}

// A service replies to the command line like Pulumi's service, with the environment that was set last.
type service struct {
	sync.Mutex
	environment []byte
}

func (s *service) set(environment []byte) {
	s.Lock()
	defer s.Unlock()
	s.environment = environment
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Lock()
	defer s.Unlock()
	w.Header().Set("Content-Type", "application/json")
	switch {
	case r.URL.Path == "/api/user":
		io.WriteString(w, `{"githubLogin": "o", "organizations": [{"githubLogin": "o"}]}`)
	case strings.HasSuffix(r.URL.Path, "/open"):
		io.WriteString(w, `{"id": "1"}`)
	case strings.HasSuffix(r.URL.Path, "/open/1"):
		w.Write(s.environment)
	default:
		http.NotFound(w, r)
	}
}

// openService starts the service once. It sets the environment variables with the service's address,
// and with a temporary home, so that the command line does not use the credentials of the user.
var openService = sync.OnceValue(func() *service {
	s := &service{}
	home, err := os.MkdirTemp("", "peers")
	if err != nil {
		panic(err)
	}
	for name, value := range map[string]string{"PULUMI_HOME": home, "PULUMI_ACCESS_TOKEN": "token",
		"PULUMI_BACKEND_URL": httptest.NewServer(s).URL} {
		os.Setenv(name, value)
	}
	return s
})

// generateViews returns a function that generates an environment and a view of it.
func generateViews(seeds []string) func(r *rand.Rand) string {
	environments := generateEnvironments(seeds)
	return func(r *rand.Rand) string {
		d := environmentGenerator{r}
		a := &txtar.Archive{}
		if d.oneIn(3) {
			a = txtar.Parse([]byte(environments(r)))
		} else {
			a.Files = []txtar.File{{Name: "env.yaml", Data: []byte(d.exported())}}
		}
		view := d.pick(viewFormats...)
		if !d.oneIn(3) && view != "dotenv" && view != "shell" || d.oneIn(30) {
			view += "\n" + d.viewedPath()
		}
		a.Files = append(a.Files, txtar.File{Name: viewFile, Data: []byte(view + "\n")})
		return string(txtar.Format(a))
	}
}

// exported generates an environment with variables and files. It rarely has errors, because then the
// original prints nothing else.
func (d environmentGenerator) exported() string {
	var b strings.Builder
	b.WriteString("values:\n")
	for _, name := range []string{"a", "b", "l", "o"} {
		if d.oneIn(2) {
			fmt.Fprintf(&b, "  %s: %s\n", name, d.exportedValue(2))
		}
	}
	for _, section := range []string{"environmentVariables", "files"} {
		if d.oneIn(4) {
			continue
		}
		b.WriteString("  " + section + ":" + d.pick("", "", "", "", " {}", " null", " x", " [1]") + "\n")
		if strings.HasSuffix(b.String(), ":\n") {
			for range 1 + d.Intn(4) {
				name := d.pick("A", "B", "PATH", "lower", "WITH_1", "é", "'a b'", "\"a=b\"", "a.b", "'1'",
					"Z", "\"\"")
				b.WriteString("    " + name + ": " + d.exportedValue(1) + "\n")
			}
		}
	}
	return b.String()
}

// exportedValue generates a value: strings with everything that quoting changes, and other values.
func (d environmentGenerator) exportedValue(depth int) string {
	if depth > 0 && d.oneIn(4) {
		inner := func() string { return d.exportedValue(depth - 1) }
		return d.pick("["+inner()+", "+inner()+"]", "{x: "+inner()+", \"a b\": "+inner()+"}", "{}", "[]",
			"{fn::toJSON: "+inner()+"}", "{fn::toString: "+inner()+"}", "{fn::secret: "+d.exportedText()+"}",
			"{fn::toBase64: "+d.exportedText()+"}", "{fn::fromJSON: '"+d.pick("1e400",
				"[1.0, 10000000000000000000000]",
				`{"b": 1, "a": "<&>"}`, "-0", "1E5", `"\u2028"`)+"'}",
			"{fn::open::test: {x: "+inner()+"}}", "{fn::open::outs: {}}", "{fn::join: [',', ["+d.exportedText()+"]]}")
	}
	return d.exportedText()
}

// exportedText generates a scalar.
func (d environmentGenerator) exportedText() string {
	return d.pick("x", "''", "null", "true", "5", "1.50", "0x1F", "1e3", "-0", ".5", "1_000", ".inf",
		`"a\nb"`, `"a\tb"`, `"q\"q"`, `"back\\slash"`, `"\a\x01\x7f"`, `"é 世 😀"`, `"\u2028\ufeff\u00a0"`, `"\u0085"`,
		"'$HOME'", "'$$x'", `"' single"`, "a=b", "'# no comment'", `"ends\n"`, `"\n"`, "<&>", "2001-01-01",
		"~", "yes", "'1'",
		"' lead'", "'trail '", "'- x'", "'a: b'", "'{'", "'*a'", "'null'", "'true'", "'1.5'", "'&a'", "'!x'",
		`"`+strings.Repeat("long ", 30)+`"`, `"a\nb\n  c\n"`, `"\ta\nb"`, `"a \nb"`, "'@x'", "'`x`'",
		"'%x'", "'=' ", "'<<'", "'?'",
		`"\xff"`, `"\U000E0001"`, "'012'", "'0o7'", "'1e3'", "'~'", "'y'", "'.inf'", "'2001-01-01'")
}

// viewedPath generates a property path, which usually exists.
func (d environmentGenerator) viewedPath() string {
	path := d.pick("a", "b", "l", "o", "environmentVariables", "files", "s", "c", "nope")
	for !d.oneIn(2) {
		path += d.pick(".x", "[0]", "[1]", `["a b"]`, ".A", ".B", `["é"]`, "[-1]", "[99]", ".nope", `.user`, ".")
	}
	if d.oneIn(20) {
		path = d.pick("", "[", "a[", "a]", `["`, "a..b", "[0]", ".a", `["a"]`, "a.[0]", "a[x]", `a["x\"y"]`,
			"a[01]", " a")
	}
	return path
}
