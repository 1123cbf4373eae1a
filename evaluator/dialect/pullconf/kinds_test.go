package pullconf

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTextsAreCheckedAsInTheOriginal(t *testing.T) {
	for _, tc := range []struct {
		check check
		text  string
		want  string // the original's message; "" if it accepts the value
	}{
		{hostName, "a-b.C1", ""},
		{hostName, "-a", ""},
		{hostName, "a_b", "hostname contains invalid character `_`"},
		{hostName, "_b", "hostname cannot start with a hyphen"},
		{hostName, "a.", "dot-separated parts of a hostname must be between 1 and 63 characters long, found ``"},
		{hostName, strings.Repeat("a.", 127), "hostname cannot exceed 253 characters"},
		{path, "/a/./b//c/", ""},
		{path, "", "path must be absolute, got ``"},
		{path, "/a/..", "path components must not contain relative references such as '.' or '..'"},
		{userName, "_a-B9", ""},
		{userName, "-a", "username must start with an alphabetic character or an underscore"},
		{userName, "é", "username must start with an alphabetic character or an underscore"},
		{groupName, "a.b", "groupname contains invalid character `.`"},
		{packageName, "0a+.-", ""},
		{packageName, "é", "package name `é` must be at least two characters long"},
		{packageName, "a_b", "package name `a_b` contains invalid character `_`"},
		{packageVersion, "1-2-3~rc1", ""},
		{packageVersion, ":1",
			"epoch component of package version `:1` is invalid: cannot parse integer from empty string"},
		{packageVersion, "1_2", "upstream version component of package version `1_2` contains invalid character: `_`"},
		{packageVersion, "1-2_3",
			"Debian revision component of package version `1-2_3` contains invalid character: `_`"},
		{preferenceName, "a.b_c-1", ""},
		{cronName, "", "cron job name cannot be an empty string"},
		{mode, "644", ""},
		{mode, "0755", ""},
		{mode, "64", "value is not a valid file mode"},
		{order, "+7", ""},
		{order, "007", ""},
		{order, "-7", "invalid digit found in string"},
		{order, "256", "number too large to fit in target type"},
		{order, "99999x", "number too large to fit in target type"},
		{priority, "-32769", "number too small to fit in target type"},
		{priority, "-", "invalid digit found in string"},
		{password, "*", ""},
		{password, "!$6$x", ""},
		{password, "$y$x", ""},
		{password, "$1$x", "password string is not a valid hash"},
		{sortlistEntry, "10.0.0.0/255.0.0.0", ""},
		{sortlistEntry, "x", "invalid IP address: invalid IP address syntax"},
		{sortlistEntry, "10.0.0.0/8", "invalid IP netmask after delimiter `/`: invalid IP address syntax"},
		{resolverOption, "ndots:15", ""},
		{resolverOption, "ndots:16", "invalid resolver option `ndots:16`"},
		{resolverOption, "ndots", "invalid resolver option `ndots`"},
		{resolverOption, "rotate:1", "invalid resolver option `rotate:1`"},
		{boolean, "True", "provided string was not `true` or `false`"},
		{ensure, "purged", "invalid `ensure` value: purged"},
		{ensurePackage, "purged", ""},
	} {
		_, m := tc.check(tc.text)
		got := ""
		if m != nil {
			got = m.reference
			assert.NotEmpty(t, m.message)
			assert.NotEmpty(t, m.code)
		}
		assert.Equal(t, tc.want, got, tc.text)
	}
}

func TestDatesExistInTheCalendar(t *testing.T) {
	for text, want := range map[string]bool{
		"2030-01-31": true, "2028-02-29": true, "2000-02-29": true,
		"2030-02-29": false, "1900-02-29": false, "2030-04-31": false, "2030-13-01": false,
		"2030-00-01": false, "2030-1-31": false, "31.01.2030": false, "2030-01-31x": false, "": false,
	} {
		_, m := date(text)
		assert.Equal(t, want, m == nil, text)
	}
}

func TestPathsAreComparedByTheirParts(t *testing.T) {
	for text, want := range map[string]string{"/a//b/": "/a/b", "/": "/", "//": "/", "/a/./b": "/a/b"} {
		assert.Equal(t, want, pathKey(text), text)
	}
	assert.True(t, isAtOrBelow("/a/b", "/a"))
	assert.True(t, isAtOrBelow("/a", "/"))
	assert.False(t, isAtOrBelow("/ab", "/a"))
	assert.Equal(t, "/", parent("/a"))
	assert.Equal(t, "/a", parent("/a/b"))
}
