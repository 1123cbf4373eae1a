package evaluator_test

import (
	"math/rand"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/source"
)

// TestAnAdaptedProgramHasNoPositionsInOldFiles types letters in the examples, with and without mistakes, and searches
// all data of the adapted programs for files of earlier versions. A position in one of them would be wrong as soon as
// somebody asks for it.
func TestAnAdaptedProgramHasNoPositionsInOldFiles(t *testing.T) {
	if underJS {
		t.Skip("walks all data, which takes long; it runs natively")
	}
	for _, name := range dialect.Names() {
		adapted := 0
		for i, e := range seeds(t, name) {
			if i%8 != 0 { // walking all data takes long
				continue
			}
			r := rand.New(rand.NewSource(int64(i)))
			request := evaluator.Request{Dialect: name, Lean: true, Data: dataFile}
			for _, f := range e.Files {
				request.Files = append(request.Files, evaluator.File(f))
			}
			if i%3 == 0 {
				request.Files[0].Text = withMistake(r, request.Files[0].Text)
			}
			for range 8 {
				s, err := evaluator.Evaluate(request)
				if err != nil {
					break
				}
				if s.IsAdapted() {
					adapted++
					s.Graph()
					s.Release()
					require.Empty(t, oldFiles(s), "%s %s:\n%s", name, e.Title, request.Files[0].Text)
				}
				before := request.Files
				request.Files = append([]evaluator.File(nil), before...)
				request.Files[0].Text = typeInValue(r, before[0].Text)
				request.Last = s
			}
		}
		if name != "terraform" { // it has no program to adapt
			require.NotZero(t, adapted, name)
		}
	}
}

// oldFiles returns where the data of a snapshot refers to files that are neither in its bundle nor excerpts.
func oldFiles(s *evaluator.Snapshot) (found []string) {
	current := map[*source.File]bool{}
	for _, f := range s.Subject.Bundle.Files {
		current[f] = true
	}
	type visited struct {
		at unsafe.Pointer
		of reflect.Type
	}
	seen := map[visited]bool{}
	var walk func(v reflect.Value, path string)
	walk = func(v reflect.Value, path string) {
		switch v.Kind() {
		case reflect.Pointer:
			at := visited{v.UnsafePointer(), v.Type()}
			if v.IsNil() || seen[at] {
				return
			}
			seen[at] = true
			if v.Type() == reflect.TypeFor[*source.File]() {
				if f := (*source.File)(v.UnsafePointer()); !current[f] && f.Written == nil {
					found = append(found, path)
				}
				return
			}
			walk(v.Elem(), path)
		case reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem(), path)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), path+"."+v.Type().Field(i).Name)
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i), path+"[]")
			}
		case reflect.Map:
			for entry := v.MapRange(); entry.Next(); {
				walk(entry.Key(), path+"{key}")
				walk(entry.Value(), path+"{}")
			}
		}
	}
	walk(reflect.ValueOf(s), "Snapshot")
	return found
}

// TestPropertiesAreCheckedAgain edits a parameter whose value is a property of a server. The property becomes invalid
// and valid again, beside others that stay valid.
func TestPropertiesAreCheckedAgain(t *testing.T) {
	request := func(policy, metadata string) evaluator.Request {
		return evaluator.Request{Dialect: "hot", Data: dataFile, Files: []evaluator.File{{Name: "template.yaml", Text: `heat_template_version: 2021-04-16
parameters:
  policy: {type: string, default: ` + policy + `}
  number: {type: string, default: ` + metadata + `}
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: debian
      flavor_update_policy: {get_param: policy}
      flavor: m1.small
      networks: [{network: private}]
      metadata: {number: {get_param: number}}
`}}}
	}
	var last *evaluator.Snapshot
	for i, r := range []evaluator.Request{request("RESIZE", "a"), request("REPLACE", "a"), request("REPLACE", "b"),
		request("REPLACEx", "b"), request("REPLACEx", "c"), request("REPLACE", "c"), request("REPLACE", "d"),
		request("RESIZE", "d")} {
		want, err := evaluator.Evaluate(r)
		require.NoError(t, err)
		r.Last = last
		last, err = evaluator.Evaluate(r)
		require.NoError(t, err)
		require.Equal(t, i > 0, last.IsAdapted(), i)
		require.Equal(t, string(want.Document("", false)), string(last.Document("", false)))
	}
}

// TestTheChecksOfATypeReadPropertiesThatWereValid edits a parameter with which a check of the resource's type fails,
// and another one, which only names the resource.
func TestTheChecksOfATypeReadPropertiesThatWereValid(t *testing.T) {
	for _, tc := range []struct{ properties, good, bad string }{
		{"type: OS::Neutron::Subnet, properties: {network: n, cidr: '10.0.0.0/24', ipv6_ra_mode: slaac, " +
			"ip_version: {get_param: checked}, name: {get_param: name}}", "'6'", "'4'"},
		{"type: OS::Barbican::Order, properties: {algorithm: aes, bit_length: 256, type: {get_param: checked}, " +
			"name: {get_param: name}}", "key", "certificate"},
		{"type: OS::Nova::Server, metadata: {deployments: 1}, properties: {flavor: f, image: i, " +
			"networks: [{network: n}], user_data_format: {get_param: checked}, name: {get_param: name}}", "RAW",
			"SOFTWARE_CONFIG"},
	} {
		var last *evaluator.Snapshot
		steps := []struct{ checked, name string }{{tc.good, "a"}, {tc.good, "b"}, {tc.bad, "b"}, {tc.bad, "c"},
			{tc.good, "c"}, {tc.good, "d"}, {tc.bad, "e"}}
		for i, step := range steps {
			text := "heat_template_version: 2021-04-16\nparameters:\n" +
				"  checked: {type: string, default: " + step.checked + "}\n" +
				"  name: {type: string, default: " + step.name + "}\nresources:\n  r: {" + tc.properties + "}\n"
			r := evaluator.Request{Dialect: "hot", Data: dataFile,
				Files: []evaluator.File{{Name: "template.yaml", Text: text}}}
			want, err := evaluator.Evaluate(r)
			require.NoError(t, err)
			isError := func(p diag.Problem) bool { return p.Severity == diag.Error }
			require.Equal(t, step.checked == tc.bad, slices.ContainsFunc(want.Problems, isError), tc.properties)
			r.Last = last
			last, err = evaluator.Evaluate(r)
			require.NoError(t, err)
			require.Equal(t, i > 0, last.IsAdapted(), i)
			require.Equal(t, string(want.Document("", false)), string(last.Document("", false)))
		}
	}
}

// TestAnEntryOfASectionThatOccursTwice edits an entry of the first one. The program has that of the second one.
func TestAnEntryOfASectionThatOccursTwice(t *testing.T) {
	request := func(first, second string) evaluator.Request {
		return evaluator.Request{Dialect: "pulumi", Files: []evaluator.File{{Name: pulumiFile, Text: pulumiHead +
			"resources:\n  a: {type: \"x:y:Z\", properties: {v: " + first + "}}\n" +
			"resources:\n  a: {type: \"x:y:Z\", properties: {v: " + second + "}}\n" +
			"outputs: {v: \"${a.v}\"}\n"}}}
	}
	var last *evaluator.Snapshot
	for _, r := range []evaluator.Request{request("a", "b"), request("aa", "b"), request("aa", "bb")} {
		want, err := evaluator.Evaluate(r)
		require.NoError(t, err)
		r.Last = last
		last, err = evaluator.Evaluate(r)
		require.NoError(t, err)
		require.Equal(t, string(want.Document("", false)), string(last.Document("", false)))
	}
}
