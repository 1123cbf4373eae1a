package wasmslim

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Names are the names of functions by their numbers, one a line. They are only needed after a
// crash, so they are not part of the program. In it a function is called after its package and
// its number: what stack traces say is found here.
type Names []byte

// digits is how many of a number are written, so that the start function need not count them.
const digits = 5

// numbered is how a stack trace mentions a function, at the start of a line: value.00123(...).
var numbered = regexp.MustCompile(`(?m)^((?:created by )?)[^\s.(]+\.([0-9]{5})\b`)

// In puts names for the numbers in a stack trace.
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

// fullNames are the names of all functions but those that are left out, which stay empty.
func (t *functionTable) fullNames() (names Names) {
	for _, f := range t.functions {
		names = append(append(names, f.fullName()...), '\n')
	}
	return names
}

// folders are what stands before the last part of a package's path, instances the types
// that a generic function is made for.
var folders, instances = regexp.MustCompile(`[\w.%~-]+/`), regexp.MustCompile(`\[.*\]`)

func (f *known) fullName() string {
	return folders.ReplaceAllString(instances.ReplaceAllString(f.name, "[...]"), "")
}

// shortName is what stands in the program: a package and a dot, behind which the start function
// writes the number. The runtime reads some names itself, which stay as they are: it looks for the
// prefix "runtime.", for two stubs of reflect that are assembly, and for the method in the name of
// a wrapper (isSystemGoroutine, argMapInternal, panicwrap).
func (f *known) shortName() string {
	name := f.fullName()
	dot := strings.IndexByte(name, '.')
	if f.flags&flagAssembly != 0 || f.id != 0 || dot < 0 {
		return name
	}
	return name[:dot+1]
}

// numberedName is what the runtime reads when the start function has run.
func (f *known) numberedName(number int) string {
	name := f.shortName()
	if strings.HasSuffix(name, ".") {
		return fmt.Sprintf("%s%0*d", name, digits, number)
	}
	return name
}

// packedNames gives the names without numbers, and how long they are with them. Each function
// remembers where its name will be.
func (t *functionTable) packedNames() (names []byte, length int) {
	for i := range t.functions {
		f := &t.functions[i]
		f.nameAt = uint32(length)
		names = append(append(names, f.shortName()...), 0)
		length += len(f.numberedName(i)) + 1
	}
	return names, length
}
