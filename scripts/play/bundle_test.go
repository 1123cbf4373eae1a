package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/scripts/internal/link"
)

const program = "name: t\noutputs: {text: {fn::readFile: beside.txt}}\n"

// folder writes files into a temporary folder and returns its path.
func folder(t *testing.T, files map[string]string) string {
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return root
}

// runPlay runs the command and returns its output and exit status.
func runPlay(args ...string) (stdout, stderr string, status int) {
	var out, errors bytes.Buffer
	status = run(args, &out, &errors)
	return out.String(), errors.String(), status
}

// writeSparse writes a sparse file with the given start and size.
func writeSparse(t *testing.T, path, start string, size int64) {
	require.NoError(t, os.WriteFile(path, []byte(start), 0o644))
	require.NoError(t, os.Truncate(path, size))
}

// allocated returns how many bytes a function allocates.
func allocated(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestSizesAreCheckedBeforeReading(t *testing.T) {
	root := folder(t, map[string]string{"Pulumi.yaml": program, "beside.txt": "x"})
	writeSparse(t, filepath.Join(root, "picture.iso"), "\xff\xd8\xff", 1500<<20)
	archive := filepath.Join(t.TempDir(), "large.txtar")
	writeSparse(t, archive, "-- a --\n", 1500<<20)
	used := allocated(func() {
		_, _, status := runPlay(root)
		assert.Equal(t, 0, status, "a file that is not text must be left out whatever its size")
		out, _, status := runPlay(archive)
		assert.Equal(t, 2, status)
		assert.Contains(t, out, "it has 1572864000 bytes; the limit is 33554432")
		writeSparse(t, filepath.Join(root, "log.txt"), "text", 1500<<20)
		out, _, status = runPlay(root)
		assert.Equal(t, 2, status)
		assert.Contains(t, out, "its files contain more than 8388608 bytes in total; log.txt contains 1572864000")
	})
	assert.Less(t, used, uint64(64<<20))
}

func TestAFolderWithTooManyFilesIsRefused(t *testing.T) {
	files := map[string]string{"Pulumi.yaml": program}
	for i := range evaluator.MaxFiles {
		files["many/"+strconv.Itoa(i)] = "x"
	}
	out, _, status := runPlay(folder(t, files))
	assert.Equal(t, 2, status)
	assert.Contains(t, out, "it contains more than 1000 text files")
}

func TestPipesAndDevicesAreNotOpened(t *testing.T) {
	root := folder(t, map[string]string{"Pulumi.yaml": program, "beside.txt": "x"})
	pipe := filepath.Join(root, "pipe.txtar")
	require.NoError(t, syscall.Mkfifo(pipe, 0o644))
	_, _, status := runPlay(root)
	assert.Equal(t, 0, status)
	for _, path := range []string{pipe, "/dev/zero"} {
		out, _, status := runPlay(path)
		assert.Equal(t, 2, status)
		assert.Contains(t, out, "is neither a folder nor an ordinary file")
	}
}

func TestSymbolicLinksAreReported(t *testing.T) {
	outside := folder(t, map[string]string{"secret.txt": "a key", "Pulumi.yaml": program})
	root := folder(t, map[string]string{"Pulumi.yaml": program})
	require.NoError(t, os.Symlink(filepath.Join(outside, "secret.txt"), filepath.Join(root, "beside.txt")))
	out, stderr, status := runPlay(root)
	assert.Equal(t, 1, status)
	assert.NotContains(t, out, "a key")
	assert.Equal(t, root+": beside.txt is a symbolic link and is left out\n", stderr)

	program := filepath.Join(root, "Main.yaml")
	require.NoError(t, os.Symlink(filepath.Join(outside, "Pulumi.yaml"), program))
	out, _, status = runPlay(program)
	assert.Equal(t, 2, status)
	assert.Contains(t, out, "Main.yaml is a symbolic link, and links in a folder are skipped; name the file that it "+
		"points to")

	dangling := filepath.Join(root, "gone.yaml")
	require.NoError(t, os.Symlink("nowhere.yaml", dangling))
	out, _, _ = runPlay(dangling)
	assert.Contains(t, out, "gone.yaml is a symbolic link to nowhere.yaml, which does not exist")
	require.NoError(t, os.Symlink("round.yaml", filepath.Join(root, "round.yaml")))
	out, _, _ = runPlay(filepath.Join(root, "round.yaml"))
	assert.Contains(t, out, "too many levels of symbolic links")

	whole := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(outside, whole))
	_, _, status = runPlay(whole)
	assert.Equal(t, 1, status, "a link to a folder must be followed if it is the path")
}

// hostile contains every kind of character that controls a terminal.
const hostile = "\x1b]0;title\a\x1b[2J\u009b2J\u202e\u2066\u200f\u061c\u2028\u2029\u0085\x7f"

// inYAML is hostile in a double-quoted YAML string.
const inYAML = `\e]0;title\a\e[2J\x9b2J\u202e\u2066\u200f\u061c\u2028\u2029\x85\x7f`

// controlsTerminal reports whether a character controls a terminal. It does not call diag.IsControl, which
// the command itself calls.
func controlsTerminal(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || !unicode.IsPrint(r) && strings.ContainsRune(hostile, r))
}

func TestOutputCannotControlATerminal(t *testing.T) {
	programs := []map[string]string{
		{"Pulumi.yaml": "name: t\noutputs: {text: \"" + inYAML + "\", \"" + inYAML + "\": 1, b: \"${" +
			inYAML + "}\"}\n"},
		{"Pulumi.yaml": "name: t\noutputs: {a: ${b} # \u202e\u2066\u200f\u061c\u0085\u2028\n}\n"},
		{"Pulumi.yaml": "name: t\noutputs: {a: {fn::readFile: text}}\n", "text": "hello " + hostile},
		{"Pulumi.yaml": "name: t\noutputs: {a: ${b}} # " + hostile},
		{"main.yaml": "a: \"" + inYAML + "\"\n"},
		{"main.yaml": "a", "inputs.yaml": "expression: file(\"text\")\n", "text": "line\n" + hostile + "\n"},
		{"env.yaml": "values: {a: \"" + inYAML + "\", b: \"${" + inYAML + "}\"}\n"},
		{"template.yaml": "heat_template_version: 2021-04-16\noutputs: {a: {value: {get_resource: \"" + inYAML +
			"\"}}}\n"},
		{"a.yaml": "type: client\nname: \"" + inYAML + "\"\nresources: [{type: \"" + inYAML + "\"}]\n"},
		{"Pulumi.yaml": "name: t", "left\u202e" + "\u009b": "x"},
	}
	for _, files := range programs {
		root := folder(t, files)
		for _, args := range [][]string{{root}, {"-reveal", root}, {"-json", root}, {"-link", root},
			{"-dialect", hostile, root}, {root + hostile}} {
			stdout, stderr, _ := runPlay(args...)
			for _, r := range stdout + stderr {
				require.False(t, controlsTerminal(r), "%q in %q of %v", r, stdout+stderr, files)
			}
			assert.True(t, utf8.ValidString(stdout+stderr))
		}
	}
}

func TestAnUntrustedLinkCannotControlATerminal(t *testing.T) {
	text, err := link.Encode(&link.Document{
		Dialect: "pulumi", Engine: hostile, Digest: "aaaaaaaa",
		Files: []link.File{{Name: "Pulumi.yaml", Text: "name: t\noutputs: {a: \"" + inYAML + "${" + inYAML +
			"}\"}\n"}}})
	require.NoError(t, err)
	for _, args := range [][]string{{"-open", text}, {"-json", "-open", text}} {
		stdout, stderr, _ := runPlay(args...)
		assert.Contains(t, stderr, "engine <U+001B>]0;title")
		for _, r := range stdout + stderr {
			require.False(t, controlsTerminal(r), "%q in %q", r, stdout+stderr)
		}
	}
}

func TestUntrustedTextCannotForgeAReport(t *testing.T) {
	const forged = "x\nerror: your disk is full [forged]\n"
	text, err := link.Encode(&link.Document{Dialect: "pulumi", Engine: forged + strings.Repeat("1", 1000),
		Digest: "aaaaaaaa",
		Files:  []link.File{{Name: "Pulumi.yaml", Text: "name: t\noutputs: {a: 1}\n"}}})
	require.NoError(t, err)
	root := folder(t, map[string]string{forged + "/Pulumi.yaml": "name: t\n", forged + "/other.txt": "",
		"empty" + forged + "/a.bin": "\xff"})
	require.NoError(t, os.Symlink("/", filepath.Join(root, forged, "link")))
	named := filepath.Join(root, forged)
	for _, args := range [][]string{
		{"-open", text}, {"-dialect", forged, named}, {named, named}, {"-link", named}, {"-embed", named},
		{named + "gone"}, {root + "/empty" + forged},
		{"-graph", "dot", "-focus", forged, named}, {"-format", forged, named},
		{"-format", "yaml", "-at", forged, named}, {"-link", "-with", forged, named},
	} {
		stdout, stderr, _ := runPlay(args...)
		assert.NotContains(t, "\n"+stdout+"\n"+stderr, "\nerror:", "%q", args)
		assert.Less(t, len(stdout+stderr), 3000)
	}
}

func TestJSONEscapesControlCharacters(t *testing.T) {
	root := folder(t, map[string]string{"Pulumi.yaml": "name: t\noutputs: {a: \"" + inYAML + "\"}\n"})
	out, _, _ := runPlay("-json", root)
	assert.Contains(t, out, `\u202e\u2066\u200f\u061c\u2028\u2029\u0085`)
}

func TestThePrinterJoinsCharactersWrittenInParts(t *testing.T) {
	var out bytes.Buffer
	p := &printer{to: &out, escape: diag.Printable}
	for _, b := range []byte("a\u202e名\u009b\x9b\xe5") {
		p.Write([]byte{b})
	}
	p.Close()
	assert.Equal(t, "a<U+202E>名<U+009B><0x9B><0xE5>", out.String())
	assert.False(t, strings.ContainsRune(out.String(), '\ufffd'))
}

// TestSecretsAreNotPublished publishes documents with secrets marked in every possible way, as links
// and as embeds.
func TestSecretsAreNotPublished(t *testing.T) {
	const secret = "Zq7xKvWm"
	for name, files := range map[string]map[string]string{
		"pulumi": {"Pulumi.yaml": "name: t\nruntime: yaml\nconfig: {web: {type: string}, own: {type: string, " +
			"secret: true}, o: {type: object}}\nvariables: {down: {fn::invoke: {function: \"a:b:c\", return: " +
			"nope}}}\n" +
			"resources: {prod: {type: \"aws:s3:Bucket\", properties: {a: \"${web}\", b: \"${down}\"}}}\n" +
			"outputs: {w: \"${web}\", o: \"${own}\", d: \"${o.deep.nope}\", t: \"${prod.token}\", wrong: " +
			"\"${web.x}\"}\n",
			"inputs.yaml": "config:\n  web:\n    secret: SECRET\n  own: SECRET\n" +
				"  o: {secret: {deep: {kSECRET: SECRET}}}\nmocks:\n  resources: {prod: {id: {$secret: SECRET}, " +
				"outputs: {token: {$secret: {kSECRET: 1}}}}}\n  invokes: {\"a:b:c\": {result: {$secret: {SECRET: " +
				"SECRET}}}}\n"},
		"esc": {"env.yaml": "values:\n  o: {fn::open::web: {url: x}}\n  c: {fn::secret: {ciphertext: c1}}\n" +
			"  t: ${o.nope}\n  u: \"${o.a} ${c}\"\n",
			"inputs.yaml": "providers: {web: {secret: true, outputs: {a: SECRET, kSECRET: {deep: SECRET}}}}\n" +
				"rotators: {r: {secret: true, outputs: {a: SECRET}}}\ndecrypt: {c1: SECRET}\n"},
		"hot": {"template.yaml": "heat_template_version: 2021-04-16\nparameters:\n" +
			"  p: {type: string, hidden: true, constraints: [{length: {max: 1}}]}\n  j: {type: json, hidden: true}\n" +
			"  n: {type: number, hidden: true}\noutputs: {o: {value: {get_param: p}}, d: {value: {digest: " +
			"[{get_param: p}, x]}}, i: {value: {get_param: [j, kx]}}}\n",
			"inputs.yaml": "parameters:\n  p: SECRET\n  j: '{\"kSECRET\": SECRET'\n  n: SECRET\n",
			"env.yaml":    "parameters: {p: SECRET}\nparameter_defaults: {n: SECRET}\n"},
	} {
		for file, text := range files {
			files[file] = strings.ReplaceAll(text, "SECRET", secret)
		}
		root := folder(t, files)
		text, stderr, status := runPlay("-link", root)
		require.Equal(t, 0, status, stderr)
		d, err := link.Decode(text)
		require.NoError(t, err)
		require.Len(t, d.Files, len(files), "every file is in the link, without its secrets")
		html, said, _ := runPlay("-embed", root)
		for what, text := range map[string]string{"link": string(link.Payload(d)), "stderr": stderr + said,
			"embed": html} {
			assert.NotContains(t, text, secret, "%s of %s", what, name)
		}
	}
}

func TestLargeOutputIsEscapedInPieces(t *testing.T) {
	text := strings.Repeat("a é\u202e", 100_000)
	var out bytes.Buffer
	largest := 0
	p := &printer{to: &out, escape: func(piece string) string {
		largest = max(largest, len(piece))
		return diag.EscapeJSON(piece)
	}}
	io.WriteString(p, text)
	require.NoError(t, p.Close())
	assert.Equal(t, diag.EscapeJSON(text), out.String())
	assert.LessOrEqual(t, largest, maxPiece+utf8.UTFMax)
}

func TestTheHeapGrowsLessForALargeBundle(t *testing.T) {
	percent := debug.SetGCPercent(100)
	defer debug.SetGCPercent(percent)
	for size, want := range map[int]int{10: 400, 600 << 10: 100, 3 << 20: 50} {
		_, _, status := runPlay("-json", folder(t, map[string]string{"main.yaml": "a: " + strings.Repeat("x", size)}))
		assert.Zero(t, status)
		assert.Equal(t, want, debug.SetGCPercent(100), size)
	}
}
