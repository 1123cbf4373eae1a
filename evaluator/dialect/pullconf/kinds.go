package pullconf

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A checkError is an error in a string. message is ours; reference is the original's, without the
// position that precedes it.
type checkError struct {
	code               diag.Code
	message, reference string
	fix                string      // the replacement, if only one is possible
	fixAt              source.Span // the span to replace; zero for the whole string
}

// wrong returns an error without a fix.
func wrong(code diag.Code, message, reference string) *checkError {
	return &checkError{code: code, message: message, reference: reference}
}

// A check validates a string and returns its value, or nil if the value is the string.
type check func(text string) (value.Data, *checkError)

// anyString accepts every string.
func anyString(string) (value.Data, *checkError) { return nil, nil }

// firstNot returns the first character of text that is neither in one of the ranges nor in extra.
// Each pair of characters in ranges is one range: "azAZ" are two.
func firstNot(text, ranges, extra string) (string, bool) {
	for _, r := range text {
		ok := false
		for i := 0; i+1 < len(ranges) && !ok; i += 2 {
			ok = rune(ranges[i]) <= r && r <= rune(ranges[i+1])
		}
		if !ok && !strings.ContainsRune(extra, r) {
			return string(r), true
		}
	}
	return "", false
}

// oneOf reports whether text is one of the given words.
func oneOf(text string, words ...string) bool {
	for _, w := range words {
		if w == text {
			return true
		}
	}
	return false
}

// or writes words as "a, b or c".
func or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// The values of ensure and of booleans.
var (
	presence     = []string{"present", "absent"}
	ensureWords  = []string{"present", "absent", "purged"}
	booleanWords = []string{"true", "false"}
)

// ensure checks the parameter of all types but apt::package, which has one more value and another
// message (6).
func ensure(text string) (value.Data, *checkError) {
	return ensureWord(text, "invalid `ensure` value: ", "", presence)
}

// ensurePackage checks the parameter of apt::package.
func ensurePackage(text string) (value.Data, *checkError) {
	return ensureWord(text, "invalid value `", "`", ensureWords)
}

// ensureWord checks for one of several words. The original's message has the text between before and after.
func ensureWord(text, before, after string, words []string) (value.Data, *checkError) {
	if oneOf(text, words...) {
		return nil, nil
	}
	m := wrong("ensure-value", or(words)+" is expected here, not "+strconv.Quote(text), before+text+after)
	m.fix = diag.Nearest(text, words)
	return nil, m
}

// boolean checks for true or false. YAML's other words for booleans are strings here (2), so they
// are errors with a fix.
func boolean(text string) (value.Data, *checkError) {
	switch text {
	case "true":
		return value.Bool(true), nil
	case "false":
		return value.Bool(false), nil
	}
	m := wrong("boolean-value", strconv.Quote(text)+" is not a boolean; write true or false",
		"provided string was not `true` or `false`")
	switch strings.ToLower(text) {
	case "yes", "on", "true", "1":
		m.fix = "true"
	case "no", "off", "false", "0":
		m.fix = "false"
	}
	return nil, m
}

// hostName checks a host name as the original does: it accepts a leading hyphen, and its message
// for a leading underscore calls it a hyphen.
func hostName(text string) (value.Data, *checkError) {
	const code = "host-name"
	switch {
	case text == "":
		return nil, wrong(code, "a host name cannot be empty", "hostname cannot be an empty string")
	case utf8.RuneCountInString(text) > 253:
		return nil, wrong(code, "a host name has at most 253 characters, but this has "+
			strconv.Itoa(utf8.RuneCountInString(text)), "hostname cannot exceed 253 characters")
	case text[0] == '_':
		return nil, wrong(code, "a host name cannot begin with an underscore", "hostname cannot start with a hyphen")
	}
	if c, bad := firstNot(text, "azAZ09", ".-"); bad {
		return nil, wrong(code, "a host name consists of letters, digits, dots and hyphens; "+strconv.Quote(c)+
			" is not allowed", "hostname contains invalid character `"+c+"`")
	}
	for part := range strings.SplitSeq(text, ".") {
		if len(part) < 1 || len(part) > 63 {
			return nil, wrong(code, "the parts of a host name between its dots have 1 to 63 characters, but "+
				strconv.Quote(part)+" has "+strconv.Itoa(len(part)),
				"dot-separated parts of a hostname must be between 1 and 63 characters long, found `"+part+"`")
		}
	}
	return nil, nil
}

// path checks an absolute path. It accepts ".", though the original's message mentions it (6).
func path(text string) (value.Data, *checkError) {
	if !strings.HasPrefix(text, "/") {
		return nil, wrong("path", "a path must begin with a slash, but "+strconv.Quote(text)+" does not",
			"path must be absolute, got `"+text+"`")
	}
	for part := range strings.SplitSeq(text, "/") {
		if part == ".." {
			return nil, wrong("path", `a path cannot contain ".."; write the resolved path`,
				"path components must not contain relative references such as '.' or '..'")
		}
	}
	return nil, nil
}

func userName(text string) (value.Data, *checkError) {
	return account(text, "user-name", "username", "the name of a user")
}

func groupName(text string) (value.Data, *checkError) {
	return account(text, "group-name", "groupname", "the name of a group")
}

// account checks the name of a user or group. noun begins the original's messages, and ours begins ours.
func account(text string, code diag.Code, noun, ours string) (value.Data, *checkError) {
	switch {
	case text == "":
		return nil, wrong(code, ours+" cannot be empty", noun+" cannot be an empty string")
	case utf8.RuneCountInString(text) > 32:
		return nil, wrong(code, ours+" has at most 32 characters, but this has "+
			strconv.Itoa(utf8.RuneCountInString(text)), noun+" cannot exceed 32 characters")
	}
	if _, bad := firstNot(text[:1], "azAZ", "_"); bad {
		return nil, wrong(code, ours+" must begin with a letter or an underscore",
			noun+" must start with an alphabetic character or an underscore")
	}
	if c, bad := firstNot(text, "azAZ09", "_-"); bad {
		return nil, wrong(code, ours+" consists of letters, digits, underscores and hyphens; "+strconv.Quote(c)+
			" is not allowed", noun+" contains invalid character `"+c+"`")
	}
	return nil, nil
}

// packageName checks the name of a Debian package.
func packageName(text string) (value.Data, *checkError) {
	const code = "package-name"
	subject := func() string { return "package name `" + text + "` " }
	if utf8.RuneCountInString(text) < 2 {
		return nil, wrong(code, "the name of a package must have at least two characters",
			subject()+"must be at least two characters long")
	}
	if _, bad := firstNot(text[:1], "az09", ""); bad {
		return nil, wrong(code, "the name of a package must begin with a lower-case letter or a digit",
			subject()+"must start with an alphanumeric character")
	}
	if c, bad := firstNot(text, "az09", "+.-"); bad {
		return nil, wrong(code, "the name of a package consists of lower-case letters, digits and + . -; "+
			strconv.Quote(c)+" is not allowed", subject()+"contains invalid character `"+c+"`")
	}
	return nil, nil
}

// packageVersion checks [epoch:]upstream[-revision].
func packageVersion(text string) (value.Data, *checkError) {
	const code = "package-version"
	upstream := text
	if epoch, rest, ok := strings.Cut(text, ":"); ok {
		if _, fault := integer(epoch, 0, 65535); fault != "" {
			return nil, wrong(code, "the epoch before the colon of a version must be a number up to 65535, but "+
				strconv.Quote(epoch)+" is not",
				"epoch component of package version `"+text+"` is invalid: "+fault)
		}
		upstream = rest
	}
	// The upstream version may contain hyphens, so the revision begins after the last one.
	if i := strings.LastIndexByte(upstream, '-'); i >= 0 {
		if c, bad := firstNot(upstream[i+1:], "azAZ09", "+.~"); bad {
			return nil, wrong(code,
				"the revision after the last hyphen of a version consists of letters, digits and + . ~; "+
					strconv.Quote(c)+" is not allowed",
				"Debian revision component of package version `"+text+"` contains invalid character: `"+c+"`")
		}
		upstream = upstream[:i]
	}
	if c, bad := firstNot(upstream, "azAZ09", ".+-~"); bad {
		return nil, wrong(code, "a version consists of letters, digits and . + - ~; "+strconv.Quote(c)+
			" is not allowed",
			"upstream version component of package version `"+text+"` contains invalid character: `"+c+"`")
	}
	return nil, nil
}

// preferenceName checks the name of an apt::preference, which is also part of a file name. The
// empty name passes (6).
func preferenceName(text string) (value.Data, *checkError) {
	if c, bad := firstNot(text, "azAZ09", "_.-"); bad {
		return nil, wrong("preference-name", "the name of a preference consists of letters, digits and _ . -; "+
			strconv.Quote(c)+" is not allowed",
			"apt preference name `"+text+"` contains invalid character `"+c+"`")
	}
	return nil, nil
}

// cronName checks the name of a cron job, which is also its file name.
func cronName(text string) (value.Data, *checkError) {
	if text == "" {
		return nil, wrong("cron-name", "the name of a cron job cannot be empty",
			"cron job name cannot be an empty string")
	}
	if c, bad := firstNot(text, "azAZ09", "_-"); bad {
		return nil, wrong("cron-name", "the name of a cron job consists of letters, digits, underscores and hyphens; "+
			strconv.Quote(c)+" is not allowed",
			"cron job name contains invalid character `"+c+"`")
	}
	return nil, nil
}

// mode checks the mode of a file: 644 or 0755. It remains a string, so a leading zero is kept.
func mode(text string) (value.Data, *checkError) {
	if _, bad := firstNot(text, "07", ""); bad || len(text) < 3 || len(text) > 4 {
		return nil, wrong("file-mode", "the mode of a file must have three or four octal digits, such as 644 or 0755",
			"value is not a valid file mode")
	}
	return nil, nil
}

// order checks the order of an apt::preference, which begins the name of its file.
func order(text string) (value.Data, *checkError) { return number(text, 0, 255) }

// priority checks the pin priority of an apt::preference, a signed integer of 16 bits.
func priority(text string) (value.Data, *checkError) { return number(text, -32768, 32767) }

// number checks that a string is an integer between least and most.
func number(text string, least, most int) (value.Data, *checkError) {
	n, fault := integer(text, least, most)
	if fault != "" {
		return nil, wrong("number-value", "this must be an integer from "+strconv.Itoa(least)+" to "+strconv.Itoa(most)+
			", but "+strconv.Quote(text)+" is not", fault)
	}
	return value.IntNumber(n), nil
}

// integer parses an integer as Rust does, digit by digit; fault is Rust's error message.
func integer(text string, least, most int) (n int, fault string) {
	digits, sign := text, 1
	switch {
	case text == "":
		return 0, "cannot parse integer from empty string"
	case text == "+" || text == "-":
		return 0, "invalid digit found in string"
	case text[0] == '+':
		digits = text[1:]
	case text[0] == '-' && least < 0:
		digits, sign = text[1:], -1
	}
	for i := 0; i < len(digits); i++ {
		c := digits[i]
		if c < '0' || c > '9' {
			return 0, "invalid digit found in string"
		}
		n = n*10 + sign*int(c-'0')
		// Since this is checked after each digit, a number that is too large is reported as such
		// even if a wrong character follows.
		if n > most {
			return 0, "number too large to fit in target type"
		}
		if n < least {
			return 0, "number too small to fit in target type"
		}
	}
	return n, ""
}

// password checks a password hash. Values that lock the account are normalised to "!".
func password(text string) (value.Data, *checkError) {
	if strings.HasPrefix(text, "!") || text == "*" {
		return value.String("!"), nil
	}
	for _, method := range []string{"$5$", "$6$", "$7$", "$2b$", "$gy$", "$y$"} {
		if strings.HasPrefix(text, method) {
			return nil, nil
		}
	}
	return nil, wrong("password-hash",
		"a password must be a hash, which begins with $6$, $y$ or similar, or ! to lock the account",
		"password string is not a valid hash")
}

// date checks YYYY-MM-DD. The original's error message is not known.
func date(text string) (value.Data, *checkError) {
	year, y := integerOf(text, 0, 4)
	month, m := integerOf(text, 5, 7)
	day, d := integerOf(text, 8, 10)
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		days[1] = 29
	}
	if !y || !m || !d || len(text) != 10 || text[4] != '-' || text[7] != '-' || month < 1 || month > 12 || day < 1 ||
		day > days[month-1] {
		return nil, wrong("date-value", "a date must be written as 2030-01-31 and exist in the calendar", "")
	}
	return nil, nil
}

// integerOf parses the digits of text[start:end].
func integerOf(text string, start, end int) (n int, ok bool) {
	if len(text) < end {
		return 0, false
	}
	for _, c := range []byte(text[start:end]) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// resolverOptions are the options of resolv.conf; those that take a number end in a colon.
var resolverOptions = []string{
	"debug", "rotate", "no-check-names", "inet6", "edns0", "single-request", "single-request-reopen",
	"no-tld-query", "use-vc", "no-reload", "trust-ad", "ndots:", "timeout:", "attempts:",
}

// resolverMost maps the options that take a number to their maximum.
var resolverMost = map[string]int{"ndots": 15, "timeout": 30, "attempts": 5}

// resolverOption checks an option of resolv.conf. It is a word; some need a colon and a number.
func resolverOption(text string) (value.Data, *checkError) {
	reference := func() string { return "invalid resolver option `" + text + "`" }
	name, n, numbered := strings.Cut(text, ":")
	most, takesNumber := resolverMost[name]
	switch {
	case takesNumber:
		if k, ok := integerOf(n, 0, len(n)); !numbered || !ok || n == "" || k > most || len(n) > 3 {
			return nil, wrong("resolver-option", name+" must be followed by a colon and a number from 0 to "+
				strconv.Itoa(most), reference())
		}
	case !oneOf(text, resolverOptions...):
		m := wrong("resolver-option", strconv.Quote(text)+" is not an option of the resolver"+
			diag.DidYouMean(text, resolverOptions), reference())
		m.fix = diag.Nearest(text, resolverOptions)
		return nil, m
	}
	return nil, nil
}
