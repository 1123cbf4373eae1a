package wasmslim

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Names are the names of functions, one per line, in the order of their numbers. In a slimmed program,
// the name of a function consists of its package and its number, such as value.00123. Names replace
// these in stack traces. They are not part of the program, since only a crash needs them.
type Names []byte

// digits is the number of digits in a name. It is fixed, which keeps the start function simple.
const digits = 5

// numbered matches a function at the start of a line in a stack trace: value.00123(...).
var numbered = regexp.MustCompile(`(?m)^((?:created by )?)[^\s.(]+\.([0-9]{5})\b`)

// In returns a stack trace with the names of functions instead of their numbers.
func (n Names) In(trace []byte) []byte {
	if !numbered.Match(trace) {
		return trace
	}
	names := bytes.Split(n, []byte("\n"))
	return numbered.ReplaceAllFunc(trace, func(mention []byte) []byte {
		parts := numbered.FindSubmatch(mention)
		number, _ := strconv.Atoi(string(parts[2]))
		if number >= len(names) || len(names[number]) == 0 {
			return mention
		}
		return append(parts[1], names[number]...)
	})
}

// fullNames returns the names of all functions. The names of removed functions are empty.
func (t *functionTable) fullNames() (names Names) {
	for _, f := range t.functions {
		names = append(append(names, f.fullName()...), '\n')
	}
	return names
}

// folders matches all elements of a package path except the last, and instances the type arguments
// of a generic function.
var folders, instances = regexp.MustCompile(`[\w.%~-]+/`), regexp.MustCompile(`\[.*\]`)

func (f *functionInfo) fullName() string {
	return folders.ReplaceAllString(instances.ReplaceAllString(f.name, "[...]"), "")
}

// shortName returns the name in the program: the package and a dot, after which the start function
// writes the number. Names that the runtime interprets are not shortened: it looks for the prefix
// "runtime.", for two assembly stubs of reflect, and for the method in the name of a wrapper
// (isSystemGoroutine, argMapInternal, panicwrap).
func (f *functionInfo) shortName() string {
	name := f.fullName()
	dot := strings.IndexByte(name, '.')
	if f.flags&flagAssembly != 0 || f.id != 0 || dot < 0 {
		return name
	}
	return name[:dot+1]
}

// numberedName returns the name that the runtime sees after the start function has run.
func (f *functionInfo) numberedName(number int) string {
	name := f.shortName()
	if strings.HasSuffix(name, ".") {
		return fmt.Sprintf("%s%0*d", name, digits, number)
	}
	return name
}

// packedNames returns the names without numbers, and how long they are with numbers. It sets nameAt
// in each function.
func (t *functionTable) packedNames() (names []byte, length int) {
	for i := range t.functions {
		f := &t.functions[i]
		f.nameAt = uint32(length)
		names = append(append(names, f.shortName()...), 0)
		length += len(f.numberedName(i)) + 1
	}
	return names, length
}
