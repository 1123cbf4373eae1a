package evaluator_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"pantograph/evaluator"
)

const (
	escFile     = "env.yaml"
	heatFile    = "template.yaml"
	yamlFile    = "main.yaml"
	clientsFile = "clients.yaml"
	pulumiFile  = "Pulumi.yaml"

	pulumiHead = "name: many\nruntime: yaml\n"
	heatHead   = "heat_template_version: 2021-04-16\n"
	clientHead = "type: client\nname: many\napi_key: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n"
)

// repeatedLines are files in which a line or item is repeated, with a number in place of %d. Some
// repeat a construct that large templates often contain, others repeat an error.
var repeatedLines = []struct{ file, head, row, tail string }{
	{escFile, "values:\n  o:\n", "    v%d: 1\n", "  p: ${o}\n"},
	{escFile, "values:\n  o:\n", "    v%d: 1\n", "  p: {fn::toJSON: \"${o}\"}\n"},
	{escFile, "imports:\n", "  - x%d\n", ""},
	{escFile, "imports:\n", "  - x\n", ""},
	{escFile, "values:\n  a: 1\n  s: \"", "${a}", "\"\n"},
	{escFile, "values:\n  a: 1\n  s: [", "\"${a}\", ", "]\n"},
	{escFile, "values:\n", "  s%d: {fn::secret: a%d}\n", ""},
	{escFile, "values:\n", "  s%d: {fn::open::aws-login: {oidc: {roleArn: a, sessionName: b}}}\n", ""},
	{escFile, "values:\n  environmentVariables:\n", "    S%d: a\n", ""},
	{escFile, "values:\n  pulumiConfig:\n", "    S%d: a\n", ""},
	{escFile, "values:\n  files:\n", "    S%d: a\n", ""},
	{escFile, "values:\n", "  s%d: {fn::concat: [a, b]}\n", ""},
	{escFile, "values:\n", "  s%d: {fn::final: {a: 1}}\n", ""},
	{escFile, "values:\n", "  s: 1\n", ""},
	{escFile, "values:\n", "  s%d: &a%d 1\n", ""},
	{escFile, "values:\n  o: {}\n", "  s%d: ${o[\"a\"].b[1]}\n", ""},
	{escFile, "", "k%d: 1\n", ""},
	{escFile, "values:\n", "  s%d: {fn::rotate::x: {inputs: {}}}\n", ""},
	{escFile, "values:\n", "  s%d: {fn::validate: {schema: {type: string}, value: 1}}\n", ""},
	{escFile, "values:\n  v: {fn::validate: {value: {}, schema: {type: object, properties: {",
		"p%d: {type: string}, ", "}}}}\n"},
	{escFile, "values:\n  v: {fn::validate: {value: [",
		"1, ", "], schema: {type: array, items: {type: string}}}}\n"},
	{heatFile, heatHead + "parameters:\n",
		"  p%d: {type: string, default: a, constraints: [{length: {max: 3}}]}\n", ""},
	{heatFile, heatHead + "parameters:\n  p: {type: string, default: a, constraints: [{allowed_values: [",
		"v%d, ", "]}]}\n"},
	{heatFile, heatHead + "parameters:\n  p: {type: string, default: a, constraints: [",
		"{allowed_pattern: '[a-z]+'}, ", "]}\n"},
	{heatFile, heatHead + "parameter_groups:\n", "  - {label: a, parameters: [p%d]}\n", ""},
	{heatFile, heatHead + "resources:\n",
		"  p%d: {type: OS::Nova::Server, properties: {image: a, flavor: b, networks: [{network: x}]}}\n", ""},
	{heatFile, heatHead + "resources:\n  a: {type: OS::Heat::None}\n",
		"  p%d: {type: OS::Heat::Value, properties: {value: {get_resource: a}}}\n", ""},
	{heatFile, heatHead + "resources:\n  a: {type: OS::Heat::None, depends_on: [", "r%d, ", "]}\n"},
	{heatFile, heatHead + "resources:\n",
		"  r%d: {type: OS::Heat::Value, depends_on: [r0, r1, r2], properties: {value: 1}}\n", ""},
	{heatFile, heatHead + "outputs:\n", "  r%d: {value: {str_replace: {template: a b c, params: {a: 1}}}}\n", ""},
	{heatFile, heatHead + "outputs:\n  o: {value: {str_replace: {template: a b c, params: {",
		"k%d: 1, ", "}}}}\n"},
	{heatFile, heatHead + "outputs:\n  o: {value: {map_merge: [", "{a%d: 1}, ", "]}}\n"},
	{heatFile, heatHead + "outputs:\n  o: {value: {list_concat_unique: [[", "a%d, ", "]]}}\n"},
	{heatFile, heatHead + "outputs:\n", "  r%d: {value: {yaql: {expression: '$.data.len()', data: [1]}}}\n", ""},
	{heatFile, heatHead + "outputs:\n  o: {value: {repeat: {template: x, for_each: {x: [", "a%d, ", "]}}}}\n"},
	{heatFile, heatHead + "resources:\n  g: {type: OS::Heat::ResourceGroup, properties: {count: 3, resource_def: " +
		"{type: OS::Heat::Value, properties: {value: [",
		"a%d, ", "]}}}}\n"},
	{heatFile, heatHead + "resources:\n",
		"  g%d: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: OS::Heat::None}}}\n", ""},
	{yamlFile, "", "k%d: 1\n", ""},
	{yamlFile, "", "k: 1\n", ""},
	{yamlFile, "", "- &a%d x\n", ""},
	{yamlFile, "a: &a {x: 1}\nl:\n", "  - *a\n", ""},
	{yamlFile, "a: &a {x: 1}\nl:\n", "  k%d: {<<: *a}\n", ""},
	{yamlFile, "a: \"", "\\n", "\"\n"},
	{yamlFile, "a: >\n", "  xx yy\n", ""},
	{yamlFile, "", "# c%d\n", "a: 1\n"},
	{yamlFile, "a:\n", "  - 1%d.5e3\n", ""},
	{clientsFile, clientHead + "variables:\n", "  v%d: a\n", ""},
	{clientsFile, clientHead + "variables:\n  a: 1\nresources:\n",
		"  - type: directory\n    parameters:\n      path: /srv/${pullconf::a}/%d\n", ""},
	{clientsFile, clientHead + "groups:\n", "  - g%d\n", ""},
	{clientsFile, clientHead + "resources:\n",
		"  - type: file\n    parameters:\n      path: /srv/a%d\n      content: x\n", ""},
	{clientsFile, clientHead + "resources:\n",
		"  - type: file\n    parameters:\n      path: /srv/a\n      content: x\n", ""},
	{clientsFile, clientHead + "resources:\n", "  - type: user\n    parameters:\n      name: u%d\n", ""},
	{pulumiFile, pulumiHead + "variables:\n  v: [", "'${m%d}', ", "]\n"},
	{pulumiFile, pulumiHead + "config:\n", "  k%d: {type: string, default: a}\n", ""},
	{pulumiFile, pulumiHead + "resources:\n",
		"  r%d: {type: aws:s3:Bucket, properties: {a: 1}, options: {protect: true}}\n", ""},
	{pulumiFile, pulumiHead + "resources:\n", "  r%d: {type: aws:s3:Bucket, name: same}\n", ""},
	{pulumiFile, pulumiHead + "resources:\n  p: {type: 'pulumi:providers:aws', defaultProvider: true}\n",
		"  r%d: {type: aws:s3:Bucket}\n", ""},
	{pulumiFile, pulumiHead + "variables:\n", "  v%d: {fn::std:upper: {input: a}}\n", ""},
	{pulumiFile, pulumiHead + "variables:\n", "  v%d: {fn::invoke: {function: aws:a:b, arguments: {a: 1}}}\n", ""},
	{pulumiFile, pulumiHead + "variables:\n  l: [", "{fn::stackReference: [\"a/b/c\", o%d]}, ", "]\n"},
	{pulumiFile, pulumiHead + "resources:\n",
		"  r%d: {type: 'pulumi:pulumi:StackReference', properties: {name: s%d}}\n", ""},
	{pulumiFile, pulumiHead + "resources:\n", "  r%d: {type: aws:s3:Bucket, options: {aliases: [a%d]}}\n", ""},
	{escFile, "values:\n", "  v%d: ${x%d}\n", ""},
	{pulumiFile, pulumiHead + "variables:\n", "  v%d: ${x%d}\n", ""},
	{heatFile, heatHead + "outputs:\n", "  v%d: {value: {get_param: x%d}}\n", ""},
	{clientsFile, clientHead + "variables:\n", "  v%d: ${pullconf::x%d}\n", ""},
}

// BenchmarkMany reports how many times as long 16,000 repetitions take as 4,000. Four is linear; 16
// is quadratic, and would freeze the page for users with large templates. Several such cases were
// found this way.
func BenchmarkMany(b *testing.B) {
	for _, tc := range repeatedLines {
		b.Run(strings.TrimSpace(tc.row), func(b *testing.B) {
			evaluate := func(count int) time.Duration {
				var text strings.Builder
				text.WriteString(tc.head)
				for i := range count {
					text.WriteString(strings.ReplaceAll(tc.row, "%d", strconv.Itoa(i)))
				}
				text.WriteString(tc.tail)
				began := time.Now()
				s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: tc.file,
					Text: text.String()}}})
				if err != nil {
					b.Fatal(err)
				}
				s.Page(1, "", true)
				return time.Since(began)
			}
			var few, more time.Duration
			for b.Loop() {
				few += evaluate(4_000)
				more += evaluate(16_000)
			}
			b.ReportMetric(float64(more)/float64(few), "times")
		})
	}
}
