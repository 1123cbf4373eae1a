package std

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/ir"
)

// signatures are those in the original's documentation, except that matchkeys also has the argument
// keys, which the original lacks.
const signatures = `
abs(input: number) number
abspath(input: string) string
alltrue(input: [any]) boolean
anytrue(input: [any]) boolean
base64decode(input: string) string
base64encode(input: string) string
base64gzip(input: string) string
base64sha256(input: string) string
base64sha512(input: string) string
basename(input: string) string
bcrypt(input: string, cost?: integer) string
ceil(input: number) number
chomp(input: string) string
chunklist(input: [any], size: integer) [any]
cidrhost(host: integer, input: string) string
cidrnetmask(input: string) string
cidrsubnet(input: string, netnum: integer, newbits: integer) string
cidrsubnets(input: string, newbits: [integer]) [string]
coalesce(input: [any]) any
coalescelist(input: [[any]]) [any]
compact(input: [any]) [string]
concat(input: [[any]]) [any]
contains(element: any, input: [any]) boolean
csvdecode(input: string) [map of string]
dirname(input: string) string
distinct(input: [any]) [any]
element(index: integer, input: [any]) any
endswith(input: string, suffix: string) boolean
file(input: string) string
filebase64(input: string) string
filebase64sha256(input: string) string
filebase64sha512(input: string) string
fileexists(input: string) boolean
filemd5(input: string) string
filesha1(input: string) string
filesha256(input: string) string
filesha512(input: string) string
flatten(input: [any]) [any]
floor(input: number) number
format(args: [any], input: string) string
formatlist(args: [any], input: string) [string]
indent(input: string, spaces: integer) string
index(element: any, input: [any]) integer
join(input: [string], separator: string) string
jsondecode(input: string) any
jsonencode(input: any) string
keys(input: map) [string]
length(input: any) integer
log(base: number, input: number) number
lookup(key: string, map: map, default?: any) any
lower(input: string) string
map(args: [any]) map
matchkeys(keys?: [string], searchList: [string], values: [string]) [string]
max(input: [number]) number
md5(input: string) string
merge(input: [map]) map
min(input: [number]) number
parseint(input: string, base?: integer) integer
pathexpand(input: string) string
pow(base: number, exponent: number) number
range(limit: number, start?: number, step?: number) [number]
regex(pattern: string, string: string) any
regexall(pattern: string, string: string) [any]
replace(replace: string, search: string, text: string) string
reverse(input: [any]) [any]
rsadecrypt(cipherText: string, key: string) string
setintersection(input: [[any]]) [any]
sha1(input: string) string
sha256(input: string) string
sha512(input: string) string
signum(input: number) number
slice(list: [any], from?: integer, to?: integer) [any]
sort(input: [string]) [string]
split(separator: string, text: string) [string]
startswith(input: string, prefix: string) boolean
strrev(input: string) string
substr(input: string, length: integer, offset: integer) string
sum(input: [number]) number
timeadd(duration: string, timestamp: string) string
timecmp(timestampa: string, timestampb: string) integer
timestamp() string
title(input: string) string
tobool(input: any) boolean
tolist(input: [any]) [any]
tonumber(input: any) number
toset(input: [any]) [any]
tostring(input: any) string
transpose(input: map of [string]) map of [string]
trim(cutset: string, input: string) string
trimprefix(input: string, prefix: string) string
trimspace(input: string) string
trimsuffix(input: string, suffix: string) string
upper(input: string) string
urlencode(input: string) string
uuid() string
values(input: map) [any]
zipmap(keys: [string], values: [any]) map
`

// signature formats a function as in the documentation.
func signature(f *ir.Func) string {
	var params []string
	for _, p := range f.Params {
		mark := ""
		if p.Optional {
			mark = "?"
		}
		params = append(params, p.Name+mark+": "+short(p.Type))
	}
	return f.Name[len(prefix):] + "(" + strings.Join(params, ", ") + ") " + short(f.Result)
}

func short(t string) string {
	switch {
	case t == anyMap:
		return "map"
	case strings.HasPrefix(t, ListOf):
		return "[" + short(elementType(t)) + "]"
	case strings.HasPrefix(t, MapOf):
		return MapOf + short(elementType(t))
	}
	return t
}

func TestEveryDocumentedFunctionHasItsSignature(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(signatures), "\n")
	require.Len(t, Names(), len(lines))
	for i, line := range lines {
		f := Lookup(Names()[i])
		require.NotNil(t, f)
		assert.Equal(t, line, signature(f))
		assert.NotEmpty(t, f.Doc, f.Name)
		for _, p := range f.Params {
			assert.NotEmpty(t, p.Doc, "%s %s", f.Name, p.Name)
		}
	}
}

func TestLookupMatchesOnlyExactNames(t *testing.T) {
	assert.Equal(t, "std:sum", Lookup("sum").Name)
	for _, name := range []string{"", "Sum", "summ", "index:sum", "~"} {
		assert.Nil(t, Lookup(name), name)
	}
}
