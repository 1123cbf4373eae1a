package std

import "pantograph/evaluator/diag"

// The codes of problems. What they mean stands in Explanations.
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

// Explanations says what the codes of this package mean.
var Explanations = []diag.Explanation{
	{Code: codeMissing, Title: "A function lacks an argument",
		Text: "The function cannot be computed without the argument. An argument that is null counts as left out."},
	{Code: codeUnknown, Title: "A function has no such argument",
		Text: "Names of arguments are matched exactly. The message lists those that the function takes."},
	{Code: codeType, Title: "An argument has the wrong type",
		Text: "Arguments are never converted: a number in quotes is a string. Use std:tostring, std:tonumber or std:tobool where a conversion is meant."},
	{Code: codeRange, Title: "An argument is out of bounds",
		Text: "The argument has the right type, but the function has no meaning for this value: a negative size, a position behind the end."},
	{Code: codeEmpty, Title: "There is nothing to choose from",
		Text: "The function picks one of several values and was given none. A default can stand as the last candidate."},
	{Code: codeNotFound, Title: "Nothing was found",
		Text: "The key or element that is looked for is not there. std:lookup takes a default; std:contains asks first."},
	{Code: codeLengths, Title: "Lengths differ",
		Text: "The function walks over several lists in step, or over lines of the same number of cells."},
	{Code: codeParse, Title: "A text cannot be read",
		Text: "The text is not written in the notation that the function reads: a number, a time, a duration, base64."},
	{Code: codeText, Title: "The result is not text",
		Text: "The function gives a string, and strings are UTF-8. What was decoded are other bytes; keep it in base64 instead."},
	{Code: codeCIDR, Title: "An address range does not work out",
		Text: "The text is not an address range like 10.0.0.0/8, or the range has no room for what is asked."},
	{Code: codeRegexp, Title: "A pattern cannot be used",
		Text: "Patterns are written in RE2 syntax, without look-around and back-references."},
	{Code: codeFile, Title: "A file does not exist",
		Text: "Only files that are part of the document can be read; relative paths start at the project folder."},
	{Code: codeKey, Title: "A private key or its ciphertext cannot be used",
		Text: "std:rsadecrypt takes an RSA private key in PEM form without a passphrase, and a text encrypted for it with PKCS #1 v1.5, in base64."},
	{Code: hintTimecmp, Title: "std:timecmp gives 0 for a later time",
		Text: "pulumi-std never gives 1, as its manual says it does: later and equal times both give 0. Compare the other way round as well to tell them apart."},
	{Code: hintCrash, Title: "pulumi-std crashes or hangs here",
		Text: "The result shown is what the manual describes. A deployment with today's pulumi-std would end with an internal error."},
}
