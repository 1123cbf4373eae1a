package std

import "pantograph/evaluator/diag"

// The problem codes. Explanations explains them. A code that begins with hint- never stops a call; it only points
// out the original's behaviour.
const (
	codeMissing  diag.Code = "std-argument-missing"
	codeUnknown  diag.Code = "std-argument-unknown"
	codeType     diag.Code = "std-argument-type"
	codeRange    diag.Code = "std-argument-range"
	codeEmpty    diag.Code = "std-empty"
	codeNotFound diag.Code = "std-not-found"
	codeLengths  diag.Code = "std-lengths"
	codeParse    diag.Code = "std-unreadable"
	codeText     diag.Code = "std-not-text"
	codeCIDR     diag.Code = "std-cidr"
	codeRegexp   diag.Code = "std-regexp"
	codeFile     diag.Code = "std-file-missing"
	codeKey      diag.Code = "std-private-key"
	hintTimecmp  diag.Code = "hint-std-timecmp"
	hintCrash    diag.Code = "hint-std-crash"
)

// Explanations explains the codes of this package.
var Explanations = []diag.Explanation{
	{Code: codeMissing, Title: "A function lacks an argument",
		Text: "The function cannot be computed without the argument. An argument that is null counts as missing."},
	{Code: codeUnknown, Title: "A function has no such argument",
		Text: "Names of arguments are matched exactly. The message lists those that the function takes."},
	{Code: codeType, Title: "An argument has the wrong type",
		Text: "Arguments are never converted: a number in quotes is a string. Use std:tostring, std:tonumber or " +
			"std:tobool to convert one."},
	{Code: codeRange, Title: "An argument is out of bounds",
		Text: "The argument has the right type, but the function is not defined for this value, such as a negative " +
			"size or a position past the end."},
	{Code: codeEmpty, Title: "There is nothing to choose from",
		Text: "The function picks one of several values and was given none. A default can appear as the last " +
			"candidate."},
	{Code: codeNotFound, Title: "Nothing was found",
		Text: "The key or element does not exist. std:lookup takes a default; std:contains reports whether an " +
			"element exists."},
	{Code: codeLengths, Title: "Lengths differ",
		Text: "The function processes several lists in parallel, or lines with the same number of cells."},
	{Code: codeParse, Title: "A string cannot be parsed",
		Text: "The string is not in the format that the function parses: a number, a time, a duration, base64."},
	{Code: codeText, Title: "The result is not valid UTF-8",
		Text: "The function returns a string, which must be UTF-8, but the decoded bytes are not. Keep them in " +
			"base64 instead."},
	{Code: codeCIDR, Title: "An address range is invalid",
		Text: "The string is not an address range like 10.0.0.0/8, or the range is too small."},
	{Code: codeRegexp, Title: "A pattern cannot be used",
		Text: "Patterns are written in RE2 syntax, without look-around and back-references."},
	{Code: codeFile, Title: "A file does not exist",
		Text: "Only files that are part of the document can be read; relative paths start at the project folder."},
	{Code: codeKey, Title: "A private key or its ciphertext cannot be used",
		Text: "std:rsadecrypt takes an RSA private key in PEM form without a passphrase, and a string encrypted for " +
			"it with PKCS #1 v1.5, in base64."},
	{Code: hintTimecmp, Title: "std:timecmp returns 0 for a later time",
		Text: "pulumi-std never returns 1, although its manual says so: it returns 0 for both later and equal " +
			"times. To distinguish them, also compare them in the other order."},
	{Code: hintCrash, Title: "pulumi-std crashes or hangs here",
		Text: "The result shown follows the manual. A deployment with today's pulumi-std would end with an internal " +
			"error."},
}
