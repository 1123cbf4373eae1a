package terraform

import (
	"encoding/base64"
	"path"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/nfc"
	"pantograph/evaluator/dialect/terraform/types"
)

// The folders to which paths are relative. Their names are fixed, so that results are the same
// everywhere (section 1).
const (
	workingFolder = "/project"
	homeFolder    = "/home/user"
)

// fileFunctions read files of the bundle, and work with file names. A folder exists if it contains
// files. See section 4.11.
var fileFunctions = []ir.Func{
	{
		Name:    "file",
		Doc:     "Returns the contents of a file.",
		Params:  fileName,
		Result:  "string",
		Example: `file("hello.txt") → "hello"`,
		Data:    builtin{run: file},
	}, {
		Name:    "filebase64",
		Doc:     "Returns the bytes of a file, in base64.",
		Params:  fileName,
		Result:  "string",
		Example: `filebase64("hello.txt") → "aGVsbG8="`,
		Data:    builtin{run: filebase64},
	}, {
		Name:    "filemd5",
		Doc:     "Returns the MD5 digest of a file, in hexadecimal.",
		Params:  fileName,
		Result:  "string",
		Example: `filemd5("hello.txt") → "5d41402a…`,
		Data:    builtin{onFile: stdlib.HexMD5},
	}, {
		Name:    "filesha1",
		Doc:     "Returns the SHA-1 digest of a file, in hexadecimal.",
		Params:  fileName,
		Result:  "string",
		Example: `filesha1("hello.txt") → "aaf4c61d…`,
		Data:    builtin{onFile: stdlib.HexSHA1},
	}, {
		Name:    "filesha256",
		Doc:     "Returns the SHA-256 digest of a file, in hexadecimal.",
		Params:  fileName,
		Result:  "string",
		Example: `filesha256("hello.txt") → "2cf24dba…`,
		Data:    builtin{onFile: stdlib.HexSHA256},
	}, {
		Name:    "filesha512",
		Doc:     "Returns the SHA-512 digest of a file, in hexadecimal.",
		Params:  fileName,
		Result:  "string",
		Example: `filesha512("hello.txt") → "9b71d224…`,
		Data:    builtin{onFile: stdlib.HexSHA512},
	}, {
		Name:    "filebase64sha256",
		Doc:     "Returns the SHA-256 digest of a file, in base64.",
		Params:  fileName,
		Result:  "string",
		Example: `filebase64sha256("hello.txt") → "LPJNul+wow4m…`,
		Data:    builtin{onFile: stdlib.Base64SHA256},
	}, {
		Name:    "filebase64sha512",
		Doc:     "Returns the SHA-512 digest of a file, in base64.",
		Params:  fileName,
		Result:  "string",
		Example: `filebase64sha512("hello.txt") → "m3HSJL1i83hd…`,
		Data:    builtin{onFile: stdlib.Base64SHA512},
	}, {
		Name:    "fileexists",
		Doc:     "Reports whether a file exists.",
		Params:  fileName,
		Result:  "bool",
		Example: `fileexists("hello.txt") → true`,
		Data:    builtin{run: fileexists},
	}, {
		Name: "fileset",
		Doc:  "Returns the names of the files in a folder that match a pattern, in which ** matches any folders.",
		Params: []ir.Param{
			{Name: "path", Type: "string", Doc: "the folder"},
			{Name: "pattern", Type: "string", Doc: "a pattern like **/*.txt"},
		},
		Result:  "set of string",
		Example: `fileset(".", "*.txt") → toset(["hello.txt"])`,
		Data:    builtin{run: fileset},
	}, {
		Name:    "basename",
		Doc:     "Returns the last element of a path.",
		Params:  anyPath,
		Result:  "string",
		Example: `basename("a/b.txt") → "b.txt"`,
		Data:    builtin{onText: path.Base},
	}, {
		Name:    "dirname",
		Doc:     "Returns a path without its last element.",
		Params:  anyPath,
		Result:  "string",
		Example: `dirname("a/b.txt") → "a"`,
		Data:    builtin{onText: path.Dir},
	}, {
		Name:    "abspath",
		Doc:     "Makes a path absolute.",
		Params:  anyPath,
		Result:  "string",
		Example: `abspath("a/b.txt") → "/project/a/b.txt"`,
		Data:    builtin{onText: absolute},
	}, {
		Name:    "pathexpand",
		Doc:     "Replaces a ~ at the beginning of a path with the home folder.",
		Params:  anyPath,
		Result:  "string",
		Example: `pathexpand("~/b.txt") → "/home/user/b.txt"`,
		Data:    builtin{run: pathexpand},
	},
}

// absolute joins a path to the working folder and cleans it. It treats `~` as an ordinary name
// (4.11).
func absolute(name string) string {
	return stdlib.Absolute(workingFolder, name)
}

// expanded replaces ~ in a path with the home folder. It returns false for ~user, which is an error
// (4.11).
func expanded(name string) (string, bool) {
	switch {
	case !strings.HasPrefix(name, "~"):
		return name, true
	case len(name) > 1 && name[1] != '/':
		return name, false
	}
	return path.Join(homeFolder, name[1:]), true
}

// pathexpand knows only the current user's home folder. It refuses ~name, which is another user's.
func pathexpand(c *invocation) value.Value {
	name, ok := expanded(c.str(0))
	if !ok {
		return c.refuseCall("cannot expand user-specific home dir")
	}
	return value.Str(name)
}

// A pathResult is the result of looking up a path: a file, a folder, or nothing.
type pathResult struct {
	name        string // cleaned; relative to the root of the bundle if it is inside
	file        *source.File
	isFolder    bool
	isBelowFile bool // a part of the path other than the last one is a file
}

// find looks up a path in the bundle. It finds nothing for a path that leads out of the bundle, or
// for inputs.yaml, which the original does not have.
func (s *session) find(name string) pathResult {
	name, _ = expanded(name)
	at := pathResult{name: path.Clean(name)}
	// Slashes at both ends let the working folder itself count as inside, but not /project2.
	if inside, ok := strings.CutPrefix(absolute(name)+"/", workingFolder+"/"); ok {
		at.name = path.Clean(inside)
	} else {
		return at
	}
	// The root of the bundle exists even if it contains no files. Other folders exist only as parts
	// of names.
	at.isFolder = at.name == "."
	for _, f := range s.bundle.Files {
		switch {
		case f.Name == bind.InputsFile:
		case f.Name == at.name:
			at.file = s.bundle.File(f.Name) // File records that the document uses it
		case strings.HasPrefix(f.Name, at.name+"/"):
			at.isFolder = true
		case strings.HasPrefix(at.name, f.Name+"/"):
			at.isBelowFile = true
		}
	}
	return at
}

// readable returns the file that the first argument names, or reports why it cannot be read.
func (c *invocation) readable() (*source.File, bool) {
	at := c.session.find(c.str(0))
	switch {
	case at.file != nil:
		return at.file, true
	case at.isFolder:
		c.failArgument(0, "failed to read file: read "+diag.Any(at.name)+": is a directory",
			"this is a folder, not a file")
		return nil, false
	}
	c.failArgument(0, diag.Constant("no file exists at "+c.shown(c.str(0))+
		"; this function works only with files that are distributed as part of the configuration source code, so if "+
		"this file will be created by a resource in this configuration you must instead obtain this result from an "+
		"attribute of that resource"),
		diag.Sprintf("there is no file %q%s", c.str(0),
			diag.Guess(didYouMean(at.name, c.session.fileNames()))))
	return nil, false
}

// shown quotes a string as the original's messages do, which hide sensitive ones.
func (c *invocation) shown(text string) string {
	if c.marks&value.Secret != 0 {
		return hidden
	}
	return diag.Sprintf("%q", text)
}

// file returns the text normalised (NFC), as all strings are in the original. Its origin is the
// file, so that the value can be traced to it.
func file(c *invocation) value.Value {
	f, ok := c.readable()
	if !ok {
		return value.Failure("error")
	}
	if !utf8.ValidString(f.Text) {
		return c.failArgument(0,
			diag.Sprintf("contents of %q are not valid UTF-8; use the filebase64 function to obtain the Base64 "+
				"encoded contents or the other file functions (e.g. filemd5, filesha256) to obtain file hashing "+
				"results instead", c.str(0)),
			"this file is not valid UTF-8")
	}
	return value.Str(nfc.String(f.Text)).At(f.Span(0, len(f.Text)))
}

// filebase64 accepts any bytes, unlike file.
func filebase64(c *invocation) value.Value {
	f, ok := c.readable()
	if !ok {
		return value.Failure("error")
	}
	return c.long(base64.StdEncoding.EncodeToString([]byte(f.Text)))
}

// ofFile computes a function of the file that the argument names. Unlike file, these functions
// report problems at the call, in the words of the operating system and with the cleaned name (4.11).
func (c *invocation) ofFile() value.Value {
	at := c.session.find(c.str(0))
	switch {
	case at.isFolder:
		return c.refuseCall("read " + diag.Any(at.name) + ": is a directory")
	case at.isBelowFile:
		return c.refuseCall("open " + diag.Any(at.name) + ": not a directory")
	case at.file == nil:
		return c.refuseCall("open " + diag.Any(at.name) + ": no such file or directory")
	case !c.Spend(len(at.file.Text) / 16):
		return value.Failure("stopped")
	}
	return value.Str(c.onFile(at.file.Text))
}

// fileexists reports an error for a folder instead of returning false, since a folder does exist.
func fileexists(c *invocation) value.Value {
	at := c.session.find(c.str(0))
	switch {
	case at.isFolder:
		return c.refuseCall(c.shown(path.Clean(c.str(0))) + " is a directory, not a file")
	case at.isBelowFile:
		return c.refuseCall(diag.Sprintf("failed to stat %q", c.str(0)))
	}
	return value.Flag(at.file != nil)
}

// fileset matches the names of all files. The length of the pattern is charged to the budget, too:
// matching ** takes time in proportion to both. A missing folder has no files, which is not an
// error (4.11).
func fileset(c *invocation) value.Value {
	folder, _ := expanded(c.str(0))
	pattern := path.Join(folder, c.str(1))
	glob, ok := stdlib.ParseGlob(pattern)
	at := c.session.find(folder)
	if at.isFolder && path.IsAbs(folder) || strings.HasPrefix(folder, "../") { // the names of the bundle are relative
		glob, _ = stdlib.ParseGlob(path.Join(at.name, c.str(1)))
	}
	if !ok && c.session.hasFolder(plainPart(pattern)) { // elsewhere the original does not read the pattern
		return c.refuseCall("failed to glob pattern " + c.shown(pattern) + ": syntax error in pattern")
	}
	var names []value.Value
	for _, name := range c.session.fileNames() {
		if !c.Spend(1 + len(name)*len(pattern)/256) {
			return value.Failure("stopped")
		}
		if glob.Match(name) {
			// The result depends on the file, so it counts as read.
			c.session.bundle.File(name)
			names = append(names, value.Str(relative(at.name, name)))
		}
	}
	return types.NewSet(types.StringType, names)
}

// plainPart returns the folder in which a search for a pattern begins: the path up to the first
// part with a special character.
func plainPart(pattern string) string {
	special := strings.IndexAny(pattern, "*?[{")
	if special < 0 {
		return pattern
	}
	return pattern[:strings.LastIndex(pattern[:special], "/")+1]
}

// hasFolder reports whether a folder exists. Outside of the bundle, only the folders that contain
// it are known to exist.
func (s *session) hasFolder(name string) bool {
	return s.find(name).isFolder || strings.HasPrefix(workingFolder+"/", strings.TrimSuffix(absolute(name), "/")+"/")
}

// relative returns the path from a folder to a file, both relative to the same root. From b/c, the
// path to a.txt is ../../a.txt.
func relative(folder, name string) string {
	up := ""
	for folder != "." && !strings.HasPrefix(name, folder+"/") {
		folder, up = path.Dir(folder), up+"../"
	}
	if folder == "." {
		return up + name
	}
	return up + name[len(folder)+1:]
}
