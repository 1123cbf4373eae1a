package evaluator_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
)

// BenchmarkPulumi parses and evaluates programs with many references. A program of 1,000 resources
// should take at most 60 ms.
func BenchmarkPulumi(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := pulumiProgram(n, 1)
			req := evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml", Text: text}}}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				s, err := evaluator.Evaluate(req)
				if err != nil || len(s.Problems) > n {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestTheBenchmarkProgramHasNoErrors(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml",
		Text: pulumiProgram(100, 7)}}})
	require.NoError(t, err)
	for _, p := range s.Problems {
		require.NotEqual(t, diag.Error, p.Severity, diag.Terminal(p))
	}
}

var cloudTypes = []string{"cloud:net/v1:Network", "cloud:net/v1:Subnet", "cloud:compute:Instance",
	"cloud:storage:Bucket", "cloud:iam:Role"}

// pulumiProgram returns a program with n resources, half as many variables and a fifth as many
// outputs. Entries only refer to entries with lower numbers, so there are no cycles. They are in
// random order, so the evaluator has to find an order. Equal seeds yield equal programs.
func pulumiProgram(n int, seed int64) string {
	r := rand.New(rand.NewSource(seed))
	variables, resources := make([]string, n/2), make([]string, n)
	for i := range variables {
		variables[i] = benchVariable(r, i)
	}
	for i := range resources {
		resources[i] = benchResource(r, i, n)
	}
	for _, list := range [][]string{variables, resources} {
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	var b strings.Builder
	b.WriteString("name: bench\nruntime: yaml\nconfig:\n  env: {type: string, default: dev}\n" +
		"  size: {type: integer, default: 3}\n")
	b.WriteString("variables:\n" + strings.Join(variables, ""))
	b.WriteString("resources:\n" + strings.Join(resources, ""))
	b.WriteString("outputs:\n")
	for i := range n/5 + 1 {
		fmt.Fprintf(&b, "  out%d: \"${res%d.name}-${res%d.id}\"\n", i, r.Intn(n), r.Intn(n))
	}
	return b.String()
}

// benchVariable returns variable i, which may use resources below 2i and variables below i.
func benchVariable(r *rand.Rand, i int) string {
	resource, variable := "${env}", "${env}"
	if i > 0 {
		resource, variable = fmt.Sprintf("${res%d.id}", r.Intn(2*i)), fmt.Sprintf("${var%d}", r.Intn(i))
	}
	head := fmt.Sprintf("  var%d:", i)
	switch r.Intn(7) {
	case 0:
		return fmt.Sprintf("%s\n    fn::join:\n      - '-'\n      - - ${env}\n        - %q\n        - s%d\n", head,
			resource, i)
	case 1:
		return fmt.Sprintf("%s\n    fn::toJSON:\n      Version: '2012-10-17'\n      Statement:\n"+
			"        - Effect: Allow\n          Resource: %q\n          Count: %d\n", head, resource, i)
	case 2:
		return fmt.Sprintf("%s\n    fn::toBase64: \"name-%d-%s\"\n", head, i, resource)
	case 3:
		return fmt.Sprintf("%s\n    fn::select:\n      - %d\n      - - alpha\n        - %q\n        - gamma\n", head,
			r.Intn(3), resource)
	case 4:
		return fmt.Sprintf("%s \"p-%s-%s\"\n", head, variable, resource)
	case 5:
		return fmt.Sprintf("%s\n    fn::secret: \"pw-%d-${env}\"\n", head, i)
	}
	return fmt.Sprintf("%s\n    fn::sha1: \"x%d-${env}\"\n", head, i)
}

// benchResource returns resource i of n, which may use resources and variables with smaller numbers.
func benchResource(r *rand.Rand, i, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  res%d:\n    type: %s\n    properties:\n", i, cloudTypes[r.Intn(len(cloudTypes))])
	fmt.Fprintf(&b, "      name: res-%d-${env}\n      count: %d\n      enabled: %t\n", i, i, i%2 == 0)
	b.WriteString("      tags:\n        env: ${env}\n        index: \"i${size}\"\n")
	if i > 0 {
		fmt.Fprintf(&b, "      parentId: ${res%d.id}\n      label: \"${res%d.name}/child\"\n", r.Intn(i), r.Intn(i))
		fmt.Fprintf(&b, "      refs:\n        - ${res%d.tags.env}\n        - ${res%d.id}\n", r.Intn(i), r.Intn(i))
	}
	if k := min((i-1)/2, n/2); k > 0 {
		fmt.Fprintf(&b, "      data: ${var%d}\n", r.Intn(k))
	}
	if i > 2 && r.Intn(4) == 0 {
		fmt.Fprintf(&b, "    options:\n      dependsOn:\n        - ${res%d}\n      protect: true\n", r.Intn(i))
	}
	return b.String()
}
