package hot

import "strings"

// A version is a version of the language, as an index into versions.
type version int

// The versions of the language, in order.
const (
	v20130523 version = iota
	v20141016
	v20150430
	v20151015
	v20160408
	v20161014
	v20170224
	v20170901
	v20180302
	v20180831
	v20210416
	never // later than every version
)

var versions = [...]struct{ date, alias string }{
	{"2013-05-23", ""}, {"2014-10-16", ""}, {"2015-04-30", ""}, {"2015-10-15", ""}, {"2016-04-08", ""},
	{"2016-10-14", "newton"}, {"2017-02-24", "ocata"}, {"2017-09-01", "pike"}, {"2018-03-02", "queens"},
	{"2018-08-31", "rocky"}, {"2021-04-16", "wallaby"},
}

// String returns the date of v.
func (v version) String() string { return versions[v].date }

// versionOf returns the version for a date or an alias.
func versionOf(name string) (version, bool) {
	for i, v := range versions {
		if name == v.date || name == v.alias && name != "" {
			return version(i), true
		}
	}
	return never, false
}

// versionNames returns all dates, then all aliases, as Heat lists them.
func versionNames() []string {
	var dates, aliases []string
	for _, v := range versions {
		dates = append(dates, v.date)
		if v.alias != "" {
			aliases = append(aliases, v.alias)
		}
	}
	return append(dates, aliases...)
}

// versionList is versionNames as one string.
func versionList() string { return strings.Join(versionNames(), ", ") }
