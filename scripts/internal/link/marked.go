package link

import (
	"regexp"
	"strings"
)

// inputFiles say what a template is given: inputs.yaml, Heat's environments, Pulumi's stacks.
var inputFiles = regexp.MustCompile(`^(inputs|env[^/]*|Pulumi\.[^/]+)\.ya?ml$`)

// marks are how a template marks a parameter.
var marks = regexp.MustCompile(`(?mi)(^[ \t-]*|[{,][ \t\r\n]*)(?:secret|hidden|"secret"|"hidden"|'secret'|'hidden')[ \t]*:[ \t]*(?:true|yes|on)\b`)

// saysSecret is a value that says itself that it is secret.
var saysSecret = regexp.MustCompile(`^\{?\s*["']?(?:\$?secret|secure)["']?[ \t]*:`)

// named is the key of a mapping at the end of the text above the mapping.
var named = regexp.MustCompile(`(?:^|[\s{,])(?:([^\s"'{},:]+)|"([^\s"'{},:]+)"|'([^\s"'{},:]+)')[ \t]*:[ \t]*(?:#[^\n]*)?$`)

// WithoutSecrets are the files of a document without the values that are marked secret: by
// inputs.yaml itself, or by the template as `secret: true` or `hidden: true`; names are those of
// inputs that the engine knows to be typed unseen. It says how many there were.
func WithoutSecrets(files []File, names ...string) (discreet []File, count int) {
	for _, f := range files {
		if !inputFiles.MatchString(f.Name) {
			names = append(names, markedIn(f.Text)...)
		}
	}
	for _, f := range files {
		if inputFiles.MatchString(f.Name) {
			rest, n := withoutSecrets(f.Text, names, f.Name == InputsFile)
			f.Text, count = rest, count+n
		}
		discreet = append(discreet, f)
	}
	return discreet, count
}

// markedIn are the names of what a template marks secret.
func markedIn(text string) (names []string) {
	c := cutter{text: text}
	for _, found := range marks.FindAllStringSubmatchIndex(text, -1) {
		p := c.placeOf(found[2], found[3])
		start, _ := c.mappingAround(p)
		if !p.isFlow {
			start = max(start-1, 0)
		}
		if match := named.FindStringSubmatch(text[:start]); match != nil {
			names = append(names, match[1]+match[2]+match[3])
		}
	}
	return names
}

// keyOf finds keys of these names, as its first group what stands in front and as its last
// what follows the colon; Pulumi may write its project in front of a name.
func keyOf(names ...string) *regexp.Regexp {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = regexp.QuoteMeta(name)
	}
	any := `(?:[A-Za-z0-9_.-]+:)?(?:` + strings.Join(quoted, "|") + `)`
	return regexp.MustCompile(`(?m)(^[ \t-]*|[{,][ \t\r\n]*)(?:` + any + `|"` + any + `"|'` + any + `')[ \t]*:([\s"'{\[]|$)`)
}
