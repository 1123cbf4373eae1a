package wasmslim

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Names are the names of functions by number, one per line. They are only needed after a crash, so
// they are not part of the program, where a function is named after its package and its number.
// They translate stack traces.
type Names []byte

// digits is the fixed width of numbers, so that the start function need not compute it.
const digits = 5

// numbered matches a function at the start of a line in a stack trace: value.00123(...).
var numbered = regexp.MustCompile(`(?m)^((?:created by )?)[^\s.(]+\.([0-9]{5})\b`)

// In replaces the numbers in a stack trace with names.
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

// fullNames returns the names of all functions; those of removed functions are empty.
func (t *functionTable) fullNames() (names Names) {
	for _, f := range t.functions {
		names = append(append(names, f.fullName()...), '\n')
	}
	return names
}

// folders matches all but the last element of a package path, instances the type arguments of a
// generic function.
var folders, instances = regexp.MustCompile(`[\w.%~-]+/`), regexp.MustCompile(`\[.*\]`)

func (f *functionInfo) fullName() string {
	return folders.ReplaceAllString(instances.ReplaceAllString(f.name, "[...]"), "")
}

// shortName returns the name in the program: a package and a dot, after which the start function
// writes the number. The runtime interprets some names, which stay as they are: it looks for the
// prefix "runtime.", for two assembly stubs of reflect, and for the method in the name of a
// wrapper (isSystemGoroutine, argMapInternal, panicwrap).
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

// packedNames returns the names without numbers, and their length with numbers. It records in each
// function where its name will be.
func (t *functionTable) packedNames() (names []byte, length int) {
	for i := range t.functions {
		f := &t.functions[i]
		f.nameAt = uint32(length)
		names = append(append(names, f.shortName()...), 0)
		length += len(f.numberedName(i)) + 1
	}
	return names, length
}
