package std

import (
	"path"
	"strings"

	"pantograph/evaluator/digest"
	"pantograph/evaluator/value"
)

var fileFuncs = []Func{
	ofFile("file", "the text of a file", func(s string) string { return s }),
	ofFile("filebase64", "a file in base64", encode64),
	ofFile("filebase64sha256", "the hexadecimal SHA-256 digest of a file, in base64; fn::filebase64sha256 encodes the digest itself",
		func(s string) string { return encode64(hexOf(digest.SHA256)(s)) }),
	ofFile("filebase64sha512", "the hexadecimal SHA-512 digest of a file, in base64",
		func(s string) string { return encode64(hexOf(digest.SHA512)(s)) }),
	ofFile("filemd5", "the MD5 digest of a file, in hexadecimal", hexOf(digest.MD5)),
	ofFile("filesha1", "the SHA-1 digest of a file, in hexadecimal", hexOf(digest.SHA1)),
	ofFile("filesha256", "the SHA-256 digest of a file, in hexadecimal", hexOf(digest.SHA256)),
	ofFile("filesha512", "the SHA-512 digest of a file, in hexadecimal", hexOf(digest.SHA512)),
	{
		Name:   "fileexists",
		Doc:    "Gives true for a file that exists. One that does not is an error, as in pulumi-std, never false.",
		Params: []Param{need("input", text, "the path of the file")},
		Result: boolean,
		eval: func(c *call) value.Value {
			if _, ok := c.readFile(); !ok {
				return c.stopped()
			}
			return value.Flag(true)
		},
	},
}

// pathFuncs work on the text of a path only; paths are those of Unix.
var pathFuncs = []Func{
	{
		Name:   "abspath",
		Doc:    "Makes a path absolute, from the project folder on, and removes . and .. from it.",
		Params: []Param{need("input", text, "the path")},
		Result: text,
		eval: func(c *call) value.Value {
			if input := c.text("input"); !strings.HasPrefix(input, "/") {
				return value.Str(path.Join(c.env.Cwd, input))
			}
			return value.Str(path.Clean(c.text("input")))
		},
	}, {
		Name:   "basename",
		Doc:    "Gives the last part of a path.",
		Params: []Param{need("input", text, "the path")},
		Result: text,
		eval:   mapText(path.Base),
	}, {
		Name:   "dirname",
		Doc:    "Gives a path without its last part.",
		Params: []Param{need("input", text, "the path")},
		Result: text,
		eval:   mapText(path.Dir),
	}, {
		Name:   "pathexpand",
		Doc:    "Replaces ~ at the start of a path by the home folder. There is none here, so that ~ stays.",
		Params: []Param{need("input", text, "the path")},
		Result: text,
		eval:   mapText(func(s string) string { return s }),
	},
}

// ofFile describes a function that turns the text of a file into another.
func ofFile(name, what string, convert func(string) string) Func {
	return Func{
		Name:   name,
		Doc:    "Gives " + what + ".",
		Params: []Param{need("input", text, "the path of the file")},
		Result: text,
		eval: func(c *call) value.Value {
			content, ok := c.readFile()
			if !ok {
				return c.stopped()
			}
			return value.Str(convert(content))
		},
	}
}

func (c *call) readFile() (string, bool) {
	name := c.text("input")
	if c.env.ReadFile != nil {
		if content, ok := c.env.ReadFile(name); ok {
			return content, c.spendText(len(content))
		}
	}
	c.fail(Problem{
		Code:      codeFile,
		Message:   "there is no file " + show(c.arg("input")) + "; relative paths start at the project folder",
		Reference: "file(" + name + ") failed to read the contents because the file does not exist",
		ArgPath:   at("input"),
	})
	return "", false
}
