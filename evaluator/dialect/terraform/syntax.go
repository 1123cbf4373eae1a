package terraform

import (
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"

	"pantograph/evaluator/dialect/terraform/libyaml"
)

// syntaxErrors maps the YAML reader's messages, which are the original's, to our codes and
// messages. Other messages are shown as they are.
var syntaxErrors = map[string]struct {
	code    diag.Code
	message string
}{
	"control characters are not allowed": {"yaml-character",
		"this character is not allowed in YAML; write it as an escape in double quotes"},
	"found character that cannot start any token": {"yaml-reserved-character",
		"nothing can begin with this character here; put it in quotes if it is part of a string, and indent only " +
			"with spaces"},
	"block sequence entries are not allowed in this context": {"yaml-dash",
		"a list cannot begin here; put the dash on a separate line"},
	"mapping keys are not allowed in this context": {"yaml-syntax", "a key is not allowed here"},
	"mapping values are not allowed in this context": {"yaml-second-colon",
		"a colon is not allowed here; put the string in quotes, or check the indentation of this line"},
	"could not find expected ':'": {"yaml-missing-colon",
		"the colon after a key is missing before this position"},
	"found a tab character that violates indentation":              {"yaml-tab", "a tab cannot indent; use spaces"},
	"found a tab character where an indentation space is expected": {"yaml-tab", "a tab cannot indent; use spaces"},
	"found unexpected document indicator": {"yaml-unclosed-quote",
		"the quoted string is not closed before this document marker"},
	"found unexpected end of stream": {"yaml-unclosed-quote",
		"the file ends inside quotes"},
	"found unknown escape character": {"yaml-escape",
		"this escape sequence does not exist; write \\\\ for a backslash or use single quotes"},
	"did not find expected hexdecimal number": {"yaml-escape",
		"hexadecimal digits are missing in this escape sequence"},
	"found invalid Unicode character escape code": {"yaml-escape",
		"there is no character with this number; surrogates cannot be written separately"},
	"did not find expected comment or line break": {"yaml-extra-text",
		"only a comment may follow on this line"},
	"found an indentation indicator equal to 0": {"yaml-block-header",
		"the indentation of a block scalar must be 1 to 9"},
	"did not find expected alphabetic or numeric character": {"yaml-anchor-name",
		"a name of letters, digits, - and _ is missing here"},
	"did not find expected '!'": {"yaml-tag",
		"an exclamation mark is missing in this tag"},
	"did not find expected tag URI": {"yaml-tag", "the rest of the tag is missing here"},
	"did not find the expected '>'": {"yaml-tag",
		"the > that closes this tag is missing"},
	"did not find expected whitespace":               {"yaml-tag", "a space is missing here"},
	"did not find expected whitespace or line break": {"yaml-tag", "a space is missing after the tag"},
	"did not find URI escaped octet": {"yaml-tag",
		"two hexadecimal digits must follow a % in a tag"},
	"found an incorrect leading UTF-8 octet": {"yaml-tag",
		"the escaped bytes of this tag are not UTF-8"},
	"found an incorrect trailing UTF-8 octet": {"yaml-tag",
		"the escaped bytes of this tag are not UTF-8"},
	"could not find expected directive name": {"yaml-directive",
		"the name of a directive is missing after the %; put the string in quotes if it is not a directive"},
	"found unexpected non-alphabetical character": {"yaml-directive",
		"a directive's name has only letters and digits"},
	"found unknown directive name": {"yaml-directive",
		"there is no such directive; YAML has %YAML and %TAG"},
	"found extremely long version number": {"yaml-directive",
		"this is not a version of YAML; Terraform supports 1.1"},
	"did not find expected version number": {"yaml-directive",
		"the version is missing; Terraform supports %YAML 1.1"},
	"did not find expected digit or '.' character": {"yaml-directive",
		"the version must be written as 1.1"},
	"found duplicate %YAML directive": {"yaml-directive",
		"there is a second %YAML directive; remove it"},
	"found incompatible YAML document": {"yaml-directive",
		"Terraform supports only %YAML 1.1; remove the directive"},
	"found duplicate %TAG directive": {"yaml-tag", "this tag handle is declared twice"},
	"found undefined tag handle": {"yaml-tag",
		"no %TAG directive declares the handle of this tag"},
	"did not find expected <document start>": {"yaml-extra-text",
		"the document ends before this; check the indentation, or remove the rest"},
	"did not find expected node content": {"yaml-syntax", "a value is missing here"},
	"did not find expected '-' indicator": {"yaml-indentation",
		"this list can only continue with a dash; check the indentation"},
	"did not find expected key": {"yaml-indentation",
		"a key is expected here; check the indentation and the quotes before it"},
	"did not find expected ',' or ']'": {"yaml-missing-comma",
		"a comma or a closing bracket is missing"},
	"did not find expected ',' or '}'": {"yaml-missing-comma",
		"a comma or a closing brace is missing"},
}

// syntax records the error that ended the document. It is called where the walk meets the end of
// what has been read, so any earlier error has been recorded and takes precedence.
func (d *decoder) syntax(err *libyaml.Error) {
	if d.err != nil || err == nil {
		return
	}
	if err.Layer == libyaml.LimitLayer {
		d.fail(err.At, err.At.Offset+1, tooDeep)
		d.err.layer = err.Layer
		return
	}
	described, known := syntaxErrors[err.Problem]
	if !known {
		described.code, described.message = "yaml-syntax", err.Problem
	}
	// For a tab, the advice to use quotes would be wrong.
	if described.code == "yaml-reserved-character" && strings.HasPrefix(d.file.Text[err.At.Offset:], "\t") {
		described.code, described.message = "yaml-tab", "a tab cannot indent; use spaces"
	}
	d.fail(err.At, d.tokenEnd(err.At.Offset), yamlError{described.code, err.Problem, described.message})
	d.err.layer = err.Layer
}

// tokenEnd returns the end of the word, the indicator or the escape sequence at an offset. A syntax
// error has a position but no length, and the mark in the editor needs one.
func (d *decoder) tokenEnd(offset int32) int32 {
	t := d.file.Text[min(int(offset), len(d.file.Text)):]
	switch {
	case t == "" || t[0] == '\n' || t[0] == '\r':
		return offset
	case t[0] == '\\':
		_, n := utf8.DecodeRuneInString(t[1:])
		return offset + 1 + int32(n)
	}
	if n := strings.IndexAny(t, " \t\r\n:,[]{}"); n > 0 {
		return offset + int32(n)
	}
	_, n := utf8.DecodeRuneInString(t)
	return offset + int32(n)
}

// spanOf returns the position of an error in its file.
func (m *decodeError) spanOf(f *source.File) source.Span {
	return f.Span(int(m.at.Offset), int(max(m.end, m.at.Offset)))
}
