package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Terraform's own functions are not published as a module, so the installed program is asked. Its
// console only continues after a mistake if it reads from a terminal; its output may go to a pipe,
// and then the input is not echoed.

// errNoTerraform reports that Terraform is not available.
var errNoTerraform = errors.New("terraform is not installed; the recorded cases of testdata/conformance/terraform " +
	"have its answers")

// terraformFiles are the files for functions to read, in the folder of the console and in our
// bundle.
var terraformFiles = map[string]string{
	"a.txt": "hello ${name}\n", "t.tftpl": "%{ for x in list ~}\n${x} ${name}\n%{ endfor ~}\n",
	"d/b.json": `{"a":[1,null]}`, "d/e.txt": "", "one.tftpl": "${x}",
}

// terraformFolder is the folder in which the console runs, with terraformFiles in it.
var terraformFolder = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "peers")
	if err != nil {
		return "", err
	}
	for name, text := range terraformFiles {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	return folder, nil
})

// terraformVersion returns the version of the installed program.
var terraformVersion = sync.OnceValue(func() string {
	text, err := exec.Command("terraform", "version", "-json").Output()
	var version struct {
		Version string `json:"terraform_version"`
	}
	if at := strings.IndexByte(string(text), '{'); err != nil || at < 0 || json.Unmarshal(text[at:], &version) != nil {
		return ""
	}
	return version.Version
})

// A terraformConsole is a running console.
type terraformConsole struct {
	terminal *os.File
	out      *os.File
	asked    int
}

// openConsole starts a console that reads from a pseudoterminal and writes to a pipe. Settings of
// the user, and checks for new versions, are turned off.
func openConsole() (*terraformConsole, error) {
	folder, err := terraformFolder()
	if err != nil {
		return nil, err
	}
	terminal, slave, err := openTerminal()
	if err != nil {
		return nil, err
	}
	defer slave.Close()
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	command := exec.Command("terraform", "console")
	command.Dir, command.Stdin, command.Stdout, command.Stderr = folder, slave, in, in
	command.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE=/dev/null", "CHECKPOINT_DISABLE=1", "HOME=/home/user")
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return &terraformConsole{terminal: terminal, out: out}, command.Start()
}

// openTerminal opens a pseudoterminal and returns the user's and the program's side.
func openTerminal() (person, program *os.File, err error) {
	if person, err = os.OpenFile("/dev/ptmx", os.O_RDWR, 0); err != nil {
		return nil, nil, err
	}
	var number, unlocked uint32
	for request, value := range map[uintptr]*uint32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &unlocked} {
		if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, person.Fd(), request,
			uintptr(unsafe.Pointer(value))); failed != 0 {
			return nil, nil, failed
		}
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	return person, program, err
}

// ask returns the console's output for a single-line expression.
func (c *terraformConsole) ask(expression string) (string, error) {
	c.asked++
	// Two empty lines end unfinished input; the output of the following expression marks the end
	// of the answer.
	if _, err := fmt.Fprintf(c.terminal, "%s\r\r\rformat(\"@@%%s\", %d)\r", expression, c.asked); err != nil {
		return "", err
	}
	end := fmt.Sprintf("\"@@%d\"\n", c.asked)
	if err := c.out.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return "", err
	}
	var text strings.Builder
	buffer := make([]byte, 1<<16)
	for !strings.HasSuffix(text.String(), end) {
		n, err := c.out.Read(buffer)
		if err != nil || text.Len() > 1<<22 {
			return "", errors.Join(err, io.ErrUnexpectedEOF)
		}
		text.Write(buffer[:n])
	}
	return strings.TrimSuffix(strings.TrimSuffix(text.String(), end), "\n\n"), nil
}

// close closes the console's input and output, which ends it.
func (c *terraformConsole) close() { c.terminal.Close(); c.out.Close() }

// running is the current console, if any.
var running *terraformConsole

// terraformAnswer returns the original's answer, or false if it does not answer in time.
func terraformAnswer(expression string) (answer, bool) {
	if running == nil {
		c, err := openConsole()
		if err != nil {
			return answer{}, false
		}
		running = c
	}
	var text string
	var err error
	timed(&theirTime, func() { text, err = running.ask(expression) })
	// The console may have ended, or may hang, so the next expression gets a new one.
	if err != nil {
		running.close()
		running = nil
		return answer{}, false
	}
	return readConsole(text), true
}

var (
	colours = regexp.MustCompile("\x1b\\[[0-9;]*m")
	// framed matches the problems that the console prints in frames.
	framed = regexp.MustCompile(`(?s)╷\n(.*?)\n╵`)
	// placed matches the lines between a problem's summary and its detail.
	placed = regexp.MustCompile(`(?s)^(.*?)\n\n *on <console-input> line [0-9]+:\n *\(source code not ` +
		`available\)\n\n(.*)$`)
)

// readConsole parses the console's output.
func readConsole(text string) (out answer) {
	text = colours.ReplaceAllString(text, "")
	for _, m := range framed.FindAllStringSubmatch(text, -1) {
		// Each line of a frame begins with a bar and a blank.
		var lines []string
		for line := range strings.Lines(m[1]) {
			lines = append(lines, strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(line, "│"), " "), "\n"))
		}
		body := strings.Join(lines, "\n")
		// Warnings are in frames, too.
		summary, isError := strings.CutPrefix(body, "Error: ")
		if !isError {
			continue
		}
		if parts := placed.FindStringSubmatch(summary); parts != nil {
			summary = parts[1] + ": " + parts[2]
		} else {
			summary = strings.Replace(summary, "\n", ": ", 1)
		}
		out.problems = append(out.problems, report{severity: "error", text: ofAnyVersion(summary)})
	}
	// Frames that remain are warnings, and not part of the value.
	if len(out.problems) == 0 {
		out.value = strings.TrimSuffix(framed.ReplaceAllString(text, ""), "\n")
	}
	return out
}

// oneLine joins the lines of a message, with single blanks between its words.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var (
	// given matches additions of Terraform 1.13 to messages about types.
	given = regexp.MustCompile(`,? but have [a-z ]*[a-z]|(?:: the given index is greater than or equal to the ` +
		`length of the collection)`)
	// nearName matches a suggestion chosen at random among several.
	nearName = regexp.MustCompile(` Did you mean "[a-z0-9]*"\?`)
	anyType  = regexp.MustCompile(`of dynamic required`)
)

// ofAnyVersion removes differences from a message between the specified and the installed version.
func ofAnyVersion(text string) string {
	text = nearName.ReplaceAllString(given.ReplaceAllString(oneLine(text), ""), "")
	return anyType.ReplaceAllString(text, "of any single type required")
}

// compareFunctions compares the answers of Terraform's console to an expression.
func compareFunctions(text string) difference {
	expression, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	// The console takes one line, without control characters.
	if diags.HasErrors() || strings.ContainsFunc(text,
		func(r rune) bool { return r < ' ' || r == 0x7f || r == '\ufffd' }) || text != strings.TrimSpace(text) ||
		changes.MatchString(text) {
		return leftOut("a mistake of syntax, several lines, or what depends on the clock")
	}
	if len(expression.Variables()) > 0 && !strings.Contains(text, "path.") {
		return leftOut("a name that a configuration declares")
	}
	quoted, _ := json.Marshal(text)
	files := map[string]string{"inputs.yaml": "expression: " + string(quoted)}
	for name, content := range terraformFiles {
		files[name] = content
	}
	d, err := evaluate("terraform", files)
	if err != nil {
		return difference{class: "refused: " + general(err.Error()), ours: err.Error()}
	}
	theirs, ok := terraformAnswer(text)
	switch {
	case !ok:
		return leftOut(theirCrash)
	case d.isBudget():
		return leftOut(ourLimit)
	}
	mine := answer{value: console(d)}
	for _, p := range d.Problems {
		if p.Severity == "error" {
			mine.problems = append(mine.problems, report{severity: "error", text: ofAnyVersion(p.text())})
		}
	}
	for _, p := range append(theirs.problems, mine.problems...) {
		if ruled.MatchString(p.text) {
			return leftOut("ruled: " + ruled.FindString(p.text))
		}
	}
	if len(mine.problems) > 0 {
		mine.value = nil
	}
	folder, _ := terraformFolder()
	if text, ok := theirs.value.(string); ok {
		// Our bundle is in /project, and has no state.
		theirs.value = stateFile.ReplaceAllString(strings.ReplaceAll(text, folder, "/project"), "")
	}
	return contrast(mine, theirs)
}

// ruled matches answers that the specification decides against: crashes, and computations with
// negative numbers of networks and with hosts beyond 64 bits.
var ruled = regexp.MustCompile(`panic in function implementation|neither the bits nor the number|host numbered ` +
	`-?[0-9]{19}`)

// stateFile matches files created by the console itself, in lists of files.
var stateFile = regexp.MustCompile(` *"\.?terraform\.tfstate.*",\n`)

// changes matches functions that depend on the clock or on randomness.
var changes = regexp.MustCompile(`\b(timestamp|plantimestamp|uuid|bcrypt)\b`)

// A terraformFunction is a function as Terraform describes it.
type terraformFunction struct {
	Parameters []terraformParameter `json:"parameters"`
	Variadic   *terraformParameter  `json:"variadic_parameter"`
}

// A terraformParameter is a parameter. Its type is a word, or a list of a word and the type of the
// elements.
type terraformParameter struct {
	Name string
	Type any
}

// terraformFunctions returns the installed program's functions.
var terraformFunctions = sync.OnceValues(func() (map[string]terraformFunction, error) {
	text, err := exec.Command("terraform", "metadata", "functions", "-json").Output()
	if err != nil {
		return nil, errNoTerraform
	}
	var described struct {
		Functions map[string]terraformFunction `json:"function_signatures"`
	}
	// Text before the JSON is ignored, as in terraformVersion.
	at := strings.IndexByte(string(text), '{')
	if err := json.Unmarshal(text[max(at, 0):], &described); err != nil {
		return nil, err
	}
	for name := range described.Functions {
		if strings.HasPrefix(name, "core::") || changes.MatchString(name) {
			delete(described.Functions, name)
		}
	}
	return described.Functions, nil
})

// functionSeeds returns the single-line expressions of the recorded cases.
func functionSeeds() ([]string, error) {
	if terraformVersion() == "" {
		return nil, errNoTerraform
	}
	all, err := archives("terraform")
	var out []string
	for _, a := range all {
		for _, f := range a.Files {
			if f.Name == "inputs.yaml" {
				out = append(out, expressionsOf(f.Data)...)
			}
		}
	}
	return slices.DeleteFunc(out, func(t string) bool { return strings.ContainsAny(t, "\n\r\t") }), err
}
