package std

import (
	"path"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
)

// inputPath are the parameters of functions that read one file.
var inputPath = []ir.Param{{Name: "input", Type: text, Doc: "the path of the file"}}

// fileFuncs read files of the bundle. Unlike fn::readFile, they do not restrict paths: a file outside the bundle
// simply does not exist (0.a).
var fileFuncs = []ir.Func{
	{
		Name:    "std:file",
		Doc:     "Returns the content of a file.",
		Params:  inputPath,
		Result:  text,
		Example: "{input: hello.txt} → hello",
		Data:    onFile(verbatim),
	}, {
		Name:    "std:filebase64",
		Doc:     "Returns a file in base64.",
		Params:  inputPath,
		Result:  text,
		Example: "{input: hello.txt} → aGVsbG8=",
		Data:    onFile(stdlib.Base64),
	}, {
		Name: "std:filebase64sha256",
		Doc: "Returns the hexadecimal SHA-256 digest of a file, in base64; fn::filebase64sha256 encodes the " +
			"digest itself.",
		Params:  inputPath,
		Result:  text,
		Example: "{input: hello.txt} → MmNmMjRkYmE1…",
		Data:    onFile(base64HexSHA256),
	}, {
		Name:    "std:filebase64sha512",
		Doc:     "Returns the hexadecimal SHA-512 digest of a file, in base64.",
		Params:  inputPath,
		Result:  text,
		Example: "{input: hello.txt} → OWI3MWQyMjRi…",
		Data:    onFile(base64HexSHA512),
	}, {
		Name: "std:fileexists",
		Doc: "Returns true if a file exists. A missing file is an error, as in pulumi-std; the result is never " +
			"false.",
		Params:  inputPath,
		Result:  boolean,
		Example: "{input: hello.txt} → true",
		Data: onCall(func(c *call) any {
			if _, ok := c.readFile(); !ok {
				return stopped
			}
			return true
		}),
	}, {
		Name:    "std:filemd5",
		Doc:     "Returns the MD5 digest of a file, in hexadecimal.",
		Params:  inputPath,
		Result:  text,
		Example: "{input: hello.txt} → 5d41402a…",
		Data:    onFile(stdlib.HexMD5),
	}, {
		Name:    "std:filesha1",
		Doc:     "Returns the SHA-1 digest of a file, in hexadecimal.",
		Params:  inputPath,
		Result:  text,
		Example: "{input: hello.txt} → aaf4c61d…",
		Data:    onFile(stdlib.HexSHA1),
	}, {
		Name:    "std:filesha256",
		Doc:     "Returns the SHA-256 digest of a file, in hexadecimal.",
		Params:  inputPath,
		Result:  text,
		Example: "{input: hello.txt} → 2cf24dba…",
		Data:    onFile(stdlib.HexSHA256),
	}, {
		Name:    "std:filesha512",
		Doc:     "Returns the SHA-512 digest of a file, in hexadecimal.",
		Params:  inputPath,
		Result:  text,
		Example: "{input: hello.txt} → 9b71d224…",
		Data:    onFile(stdlib.HexSHA512),
	},
}

// verbatim returns its argument, for functions that change nothing.
func verbatim(s string) string { return s }

// ofFile returns the result of convert for the file named by the argument input.
func (c *call) ofFile(convert func(string) string) any {
	content, ok := c.readFile()
	if !ok {
		return stopped
	}
	return convert(content)
}

// noFile says "file" for every function, as the original does.
var noFile = fault{code: codeFile, arg: "input",
	message:   "there is no file %q; relative paths start at the project folder",
	reference: "file(%s) failed to read the contents because the file does not exist"}

// readFile returns the text of the file that the argument input names. It returns false if it has reported that
// there is none, or if the budget is used up.
func (c *call) readFile() (string, bool) {
	name := c.text("input")
	// The charge also covers computations on the content, such as a digest.
	if c.env.ReadFile != nil {
		if content, ok := c.env.ReadFile(name); ok {
			return content, c.spendText(len(content))
		}
	}
	c.fail(&noFile, name)
	return "", false
}

// pathFuncs work on Unix paths as strings, without accessing any file.
var pathFuncs = []ir.Func{
	{
		Name:    "std:abspath",
		Doc:     "Makes a path absolute, starting at the project folder, and resolves . and .. in it.",
		Params:  []ir.Param{{Name: "input", Type: text, Doc: "the path"}},
		Result:  text,
		Example: "{input: /a/../b.txt} → /b.txt",
		Data: onCall(func(c *call) any {
			return stdlib.Absolute(c.env.Cwd, c.text("input"))
		}),
	}, {
		Name:    "std:basename",
		Doc:     "Returns the last part of a path.",
		Params:  []ir.Param{{Name: "input", Type: text, Doc: "the path"}},
		Result:  text,
		Example: "{input: a/b.txt} → b.txt",
		Data:    onText(path.Base),
	}, {
		Name:    "std:dirname",
		Doc:     "Returns a path without its last part.",
		Params:  []ir.Param{{Name: "input", Type: text, Doc: "the path"}},
		Result:  text,
		Example: "{input: a/b.txt} → a",
		Data:    onText(path.Dir),
	}, {
		Name:    "std:pathexpand",
		Doc:     "Replaces ~ at the start of a path with the home folder. There is none here, so ~ is kept.",
		Params:  []ir.Param{{Name: "input", Type: text, Doc: "the path"}},
		Result:  text,
		Example: "{input: ~/b.txt} → ~/b.txt",
		Data:    onText(verbatim),
	},
}
