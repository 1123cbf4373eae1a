package hot

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// urlKeys are the parts of a URL, in the order in which Heat checks them.
var urlKeys = []string{"scheme", "username", "password", "host", "port", "path", "query", "fragment"}

// makeURL is make_url (9.13).
var makeURL = whole("make_url",
	"Makes a URL from its parts, encoded where necessary.",
	"{make_url: {scheme: https, host: example.com, port: 8443, path: /x}} → https://example.com:8443/x", "string",
	func(r *run) value.Value {
		args := r.arg.Object()
		if args == nil {
			return r.refuse(r.arg, "make_url takes a map", `The arguments to "make_url" must be a map`)
		}
		if m, bad := checkURL(r.arg); bad {
			return r.fail(m.at, m.message, m.text) // literal parts were checked when the call was bound
		}
		// Heat checks this when it resolves the call, not when it parses it.
		if scheme := urlPart(args, "scheme"); strings.Contains(scheme, ":") {
			v, _ := args.Get("scheme")
			return r.fail(v, "the scheme is written without the colon", `URL "scheme" should not contain ':'`)
		}
		return r.made(urlText(args))
	},
	ir.Param{Name: "scheme", Type: "string", Optional: true}, ir.Param{Name: "username", Type: "string",
		Optional: true},
	ir.Param{Name: "password", Type: "string", Optional: true}, ir.Param{Name: "host", Type: "string", Optional: true},
	ir.Param{Name: "port", Type: "number", Optional: true}, ir.Param{Name: "path", Type: "string", Optional: true},
	ir.Param{Name: "query", Type: "map", Optional: true}, ir.Param{Name: "fragment", Type: "string", Optional: true})

// A urlError is the first error in the parts of a URL: the part, our message and Heat's text.
// bindURL reports it with the path of the call, makeURL without it.
type urlError struct {
	at            value.Value
	message, text string
}

// checkURL looks for the first error in Heat's order. Heat stops checking at a valid query.
func checkURL(arg value.Value) (urlError, bool) {
	args := arg.Object()
	// All unknown names are found at once, before any value is checked.
	var unknown []string
	for _, f := range args.Fields {
		if !slices.Contains(urlKeys, f.Key) {
			unknown = append(unknown, f.Key)
		}
	}
	if len(unknown) > 0 {
		v, _ := args.Get(unknown[0])
		return urlError{v, noURLPart(unknown[0]), badURLParts(unknown)}, true
	}
	for _, key := range urlKeys {
		v, ok := args.Get(key)
		if !ok {
			continue
		}
		switch _, text := v.Text(); {
		// A valid query ends the checks, so a fragment that is not a string is not refused then
		// (9.13).
		case key == "query":
			if v.Object() == nil {
				return urlError{v, "the query of make_url must be a map, not " + python.Noun(v),
					`The "query" argument to "make_url" must be a map`}, true
			}
			return urlError{}, false
		case key == "port":
			if m, bad := checkPort(arg, v); bad {
				return m, true
			}
		case !text:
			return urlError{v, "the " + key + " of make_url must be a string, not " + python.Noun(v),
				`The "` + key + `" argument to "make_url" must be a string`}, true
		}
	}
	return urlError{}, false
}

// badURLParts returns Heat's message for unknown parts, which it lists in no particular order.
func badURLParts(names []string) string {
	sort.Strings(names)
	return `Invalid arguments to "make_url": ` + diag.Any(strings.Join(names, ", "))
}

// noURLPart returns our message for an unknown part.
func noURLPart(name string) string {
	return "make_url has no part " + quoted(name) + "; its parts are " + strings.Join(urlKeys, ", ")
}

// checkPort checks a port; arg is the whole argument, which Heat prints. Like Python's int, it also
// accepts strings.
func checkPort(arg, v value.Value) (urlError, bool) {
	port, ok := asIndex(v)
	switch {
	// Python's int raises another error for these, whose text Heat passes on.
	case v.IsNull() || v.List() != nil || v.Object() != nil:
		_, bad := constraint.ToNumber(v)
		return urlError{v, "the port must be a number", bad.Text}, true
	case !ok:
		return urlError{v, "the port must be a number", `Invalid URL port ` + quoted(python.Str(v)) +
			` for make_url called with ` + diag.Any(python.Repr(arg))}, true
	case port < 1 || port > 65535:
		return urlError{v, "a port must be between 1 and 65535", "Invalid URL port " + diag.Any(python.Str(v)) +
			", must be in range 1-65535"}, true
	}
	return urlError{}, false
}

// urlPart returns a part as text, or "" if it is missing or null.
func urlPart(args *value.Object, key string) string {
	if v, ok := args.Get(key); ok && !v.IsNull() {
		return python.Str(v)
	}
	return ""
}

// slashedSchemes are the schemes after which Python writes two slashes even without a host.
// After others, and before a path that begins with two, it writes none.
const slashedSchemes = " ftp http gopher nntp telnet imap wais file mms https shttp snews prospero rtsp rtspu rsync " +
	"svn svn+ssh sftp nfs git git+ssh ws wss "

// urlText returns the URL of parts that were checked before. It joins them as Python's urlunsplit
// does.
func urlText(args *value.Object) string {
	var b strings.Builder
	scheme, host, path := urlPart(args, "scheme"), urlPart(args, "host"), urlPart(args, "path")
	if scheme != "" {
		b.WriteString(scheme + ":")
	}
	authority := urlAuthority(args, host)
	if authority != "" || scheme != "" && strings.Contains(slashedSchemes, " "+scheme+" ") &&
		!strings.HasPrefix(path, "//") {
		b.WriteString("//" + authority)
		// A path without a leading slash would otherwise continue the host.
		if path != "" && path[0] != '/' {
			b.WriteByte('/')
		}
	}
	b.WriteString(percentEncode(path, "/", false))
	if v, ok := args.Get("query"); ok && v.Object() != nil && len(v.Object().Fields) > 0 {
		for i, f := range v.Object().Fields {
			b.WriteByte("?&"[min(i, 1)])
			b.WriteString(percentEncode(python.Str(value.Of(python.KeyData(f))), "/", true) + "=" +
				percentEncode(python.Str(f.Value), "/", true))
		}
	}
	if fragment := urlPart(args, "fragment"); fragment != "" {
		b.WriteString("#" + percentEncode(fragment, "/", false))
	}
	return b.String()
}

// urlAuthority returns the part between the slashes and the path: user:password@host:port, where
// each part may be missing.
func urlAuthority(args *value.Object, host string) string {
	var b strings.Builder
	user, password := urlPart(args, "username"), urlPart(args, "password")
	b.WriteString(percentEncode(user, "", false))
	if password != "" {
		b.WriteString(":" + percentEncode(password, "", false))
	}
	if user+password != "" {
		b.WriteByte('@')
	}
	// An IPv6 address may be written with or without brackets; the result has them once.
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host = host[1 : len(host)-1]
	}
	if strings.Contains(host, ":") {
		b.WriteString("[" + percentEncode(host, ":", false) + "]")
	} else {
		b.WriteString(percentEncode(host, ":", false))
	}
	if port := urlPart(args, "port"); port != "" {
		b.WriteString(":" + port)
	}
	return b.String()
}

// percentEncode percent-encodes characters other than letters, digits, _.-~ and those in safe. If plus is
// set, a blank becomes a plus, as in a query. The bytes of UTF-8 are encoded, as in Python.
func percentEncode(s, safe string, plus bool) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', python.IsDigit(c), strings.IndexByte("_.-~", c) >= 0,
			strings.IndexByte(safe, c) >= 0:
			b.WriteByte(c)
		case c == ' ' && plus:
			b.WriteByte('+')
		default:
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		}
	}
	return b.String()
}

// bindURL checks literal parts; computed parts are checked at evaluation. Heat finds these errors
// only after it has parsed everything, so they are reported through recheck.
func bindURL(c *callSite) ir.Node {
	if c.arg.Kind != python.Map || c.isCall(c.arg) {
		return c.recheck(heatError{code: "function-arguments", span: c.arg.Span, message: "make_url takes a map",
			text: `The arguments to "make_url" must be a map`})
	}
	var unknown []string
	// The problem is shown at the first unknown key.
	at := c.arg.Span
	for i := range c.arg.Pairs {
		if pr := &c.arg.Pairs[i]; !slices.Contains(urlKeys, pr.Key) {
			if unknown == nil {
				at = pr.KeyAt
			}
			unknown = append(unknown, pr.Key)
		}
	}
	if unknown != nil {
		return c.recheck(heatError{code: "function-arguments", span: at, message: noURLPart(unknown[0]),
			text: badURLParts(unknown)})
	}
	var literal []value.Field
	for _, pr := range c.arg.Pairs {
		if !c.isCall(pr.Value) {
			literal = append(literal, value.Field{Key: pr.Key, Value: pr.Value.Value(), KeyAt: pr.KeyAt})
		}
	}
	if m, bad := checkURL(value.ObjectOf(literal...)); bad && !m.at.IsFailed() {
		return c.recheck(heatError{code: "function-arguments", span: m.at.Origin, message: m.message, text: m.text})
	}
	return c.plain()
}
