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

// Some of Terraform's functions are not published as a module, so this peer runs the installed program.
// Its console continues after an error only if its input is a terminal. Its output may be a pipe, and
// then it does not echo the input.

// errNoTerraform is the error if Terraform is not installed.
var errNoTerraform = errors.New("terraform is not installed; the recorded cases of testdata/conformance/terraform " +
	"have its answers")

// terraformFiles lists the files that functions can read, in the folder of the console and in our
// bundle.
var terraformFiles = map[string]string{
	"a.txt": "hello ${name}\n", "t.tftpl": "%{ for x in list ~}\n${x} ${name}\n%{ endfor ~}\n",
	"d/b.json": `{"a":[1,null]}`, "d/e.txt": "", "one.tftpl": "${x}",
}

// terraformFolder returns the folder in which the console runs, which contains terraformFiles.
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
	asked    int // the number of expressions so far
}

// openConsole starts a console that reads from a pseudoterminal and writes to a pipe. It ignores the
// user's settings and does not check for new versions.
func openConsole() (*terraformConsole, error) {
	folder, err := terraformFolder()
	if err != nil {
		return nil, err
	}
	terminal, input, err := openTerminal()
	if err != nil {
		return nil, err
	}
	defer input.Close()
	out, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	command := exec.Command("terraform", "console")
	command.Dir, command.Stdin, command.Stdout, command.Stderr = folder, input, in, in
	command.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE=/dev/null", "CHECKPOINT_DISABLE=1", "HOME=/home/user")
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return &terraformConsole{terminal: terminal, out: out}, command.Start()
}

// openTerminal opens a pseudoterminal and returns its two ends: user writes the input that program
// reads.
func openTerminal() (user, program *os.File, err error) {
	if user, err = os.OpenFile("/dev/ptmx", os.O_RDWR, 0); err != nil {
		return nil, nil, err
	}
	var number, unlocked uint32
	for request, value := range map[uintptr]*uint32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &unlocked} {
		if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, user.Fd(), request,
			uintptr(unsafe.Pointer(value))); failed != 0 {
			return nil, nil, failed
		}
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	return user, program, err
}

// ask returns the console's output for a single-line expression.
func (c *terraformConsole) ask(expression string) (string, error) {
	c.asked++
	// Two empty lines end an incomplete expression. The output of the next expression marks the end of
	// the answer.
	if _, err := fmt.Fprintf(c.terminal, "%s\r\r\rformat(\"@@%%s\", %d)\r", expression, c.asked); err != nil {
		return "", err
	}
	end := fmt.Sprintf("\"@@%d\"\n", c.asked)
	if err := c.out.SetReadDeadline(time.Now().Add(timeout)); err != nil {
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

// close closes the console's input and output, which makes the console exit.
func (c *terraformConsole) close() { c.terminal.Close(); c.out.Close() }

// currentConsole is the running console, or nil.
var currentConsole *terraformConsole

// terraformAnswer returns the original's answer, or false if it does not answer in time.
func terraformAnswer(expression string) (answer, bool) {
	if currentConsole == nil {
		c, err := openConsole()
		if err != nil {
			return answer{}, false
		}
		currentConsole = c
	}
	var text string
	var err error
	timed(&theirTime, func() { text, err = currentConsole.ask(expression) })
	// The console may have crashed or may hang, so the next expression gets a new one.
	if err != nil {
		currentConsole.close()
		currentConsole = nil
		return answer{}, false
	}
	return readConsole(text), true
}

var (
	colours = regexp.MustCompile("\x1b\\[[0-9;]*m")
	// frame matches a diagnostic, which the console prints in a frame.
	frame = regexp.MustCompile(`(?s)╷\n(.*?)\n╵`)
	// summaryAndDetail matches a diagnostic with its position between the summary and the detail.
	summaryAndDetail = regexp.MustCompile(`(?s)^(.*?)\n\n *on (?:<console-input>)? line [0-9]+:\n *\(source code not ` +
		`available\)\n\n(.*)$`)
)

// readConsole parses the console's output.
func readConsole(text string) (out answer) {
	text = colours.ReplaceAllString(text, "")
	for _, m := range frame.FindAllStringSubmatch(text, -1) {
		// Each line in a frame starts with a bar and a blank.
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
		if parts := summaryAndDetail.FindStringSubmatch(summary); parts != nil {
			summary = parts[1] + ": " + parts[2]
		} else {
			summary = strings.Replace(summary, "\n", ": ", 1)
		}
		out.problems = append(out.problems, report{severity: "error", text: ofAnyVersion(summary)})
	}
	// The remaining frames are warnings, which are not part of the value.
	if len(out.problems) == 0 {
		out.value = strings.TrimSuffix(frame.ReplaceAllString(text, ""), "\n")
	}
	return out
}

// oneLine joins the lines of a message, with single blanks between its words.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

var (
	// addition matches what Terraform 1.13 adds to messages about types.
	addition = regexp.MustCompile(`,? but have [a-z ]*[a-z]|(?:: the given index is greater than or equal to the ` +
		`length of the collection)`)
	// suggestion matches a suggestion, which is chosen at random if several are equally similar.
	suggestion = regexp.MustCompile(` Did you mean "[a-z0-9]*"\?`)
	// anyType matches the name of an unknown element type in Terraform 1.11.
	anyType = regexp.MustCompile(`of dynamic required`)
)

// ofAnyVersion returns a message without the differences between the specified and the installed
// version of Terraform.
func ofAnyVersion(text string) string {
	text = suggestion.ReplaceAllString(addition.ReplaceAllString(oneLine(text), ""), "")
	return anyType.ReplaceAllString(text, "of any single type required")
}

// compareFunctions compares our answer to an expression with that of Terraform's console.
func compareFunctions(text string) difference {
	_, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	// The console reads one line, without control characters.
	if diags.HasErrors() || strings.ContainsFunc(text,
		func(r rune) bool { return r < ' ' || r == 0x7f || r == '\ufffd' }) || text != strings.TrimSpace(text) ||
		varyingFunction.MatchString(text) {
		return skipped("a syntax error, several lines, or a function that depends on the clock or on chance")
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
		return skipped(theirCrash)
	case d.isBudget():
		return skipped(ourLimit)
	}
	ours := answer{value: console(d)}
	for _, p := range d.Problems {
		if p.Severity == "error" {
			ours.problems = append(ours.problems, report{severity: "error", text: ofAnyVersion(p.text())})
		}
	}
	for _, p := range append(theirs.problems, ours.problems...) {
		if decidedDeviation.MatchString(p.text) {
			return skipped("decided: " + decidedDeviation.FindString(p.text))
		}
	}
	if len(ours.problems) > 0 {
		ours.value = nil
	}
	folder, _ := terraformFolder()
	if text, ok := theirs.value.(string); ok {
		// Our bundle is in /project, and has no state.
		theirs.value = stateFile.ReplaceAllString(strings.ReplaceAll(text, folder, "/project"), "")
	}
	return contrast(ours, theirs)
}

// decidedDeviation matches errors from which the specification requires a deviation: crashes, and
// computations with negative numbers of networks and with hosts beyond 64 bits.
var decidedDeviation = regexp.MustCompile(`panic in function implementation|` +
	`neither the bits nor the number|host numbered -?[0-9]{19}`)

// stateFile matches files that the console itself creates, in lists of files.
var stateFile = regexp.MustCompile(` *"\.?terraform\.tfstate.*",\n`)

// varyingFunction matches functions that depend on the clock or on randomness.
var varyingFunction = regexp.MustCompile(`\b(timestamp|plantimestamp|uuid|bcrypt)\b`)

// A terraformFunction is the description of a function by Terraform.
type terraformFunction struct {
	Parameters []terraformParameter `json:"parameters"`
	Variadic   *terraformParameter  `json:"variadic_parameter"`
}

// A terraformParameter is a parameter. Its type is a word, or a list that consists of a word and the
// type of the elements.
type terraformParameter struct {
	Name string
	Type any
}

// terraformFunctions returns the functions of the installed program by name, except those that depend
// on the clock or on chance.
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
		if strings.HasPrefix(name, "core::") || varyingFunction.MatchString(name) {
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
