package evaluator_test

import "strings"

// renameCases rename each kind of name in each dialect. The name is used in every file that can use
// it.
var renameCases = []renameCase{
	{
		name: "pulumi: config in inputs.yaml, in all stack files, with the project's name", dialect: "pulumi",
		to: "zone",
		bundle: `-- Pulumi.yaml --
name: shop
runtime: yaml
config:
  «region: {type: string, default: staging}
outputs:
  place: ${region}
  again: "in ${shop:region}"
-- inputs.yaml --
config: {"region": production}
-- Pulumi.dev.yaml --
config:
  shop:region: dev
-- Pulumi.prod.yaml --
config:
  'shop:region': prod
  other:region: kept
`,
		want: `-- Pulumi.yaml --
name: shop
runtime: yaml
config:
  zone: {type: string, default: staging}
outputs:
  place: ${zone}
  again: "in ${shop:zone}"
-- inputs.yaml --
config: {"zone": production}
-- Pulumi.dev.yaml --
config:
  shop:zone: dev
-- Pulumi.prod.yaml --
config:
  'shop:zone': prod
  other:region: kept
`,
	},
	{
		name: "pulumi: from the key in inputs.yaml", dialect: "pulumi", to: "zone",
		bundle: `-- Pulumi.yaml --
name: shop
runtime: yaml
config:
  region: {type: string}
outputs: {place: "${region}"}
-- inputs.yaml --
config:
  «region: production
`,
		want: `-- Pulumi.yaml --
name: shop
runtime: yaml
config:
  zone: {type: string}
outputs: {place: "${zone}"}
-- inputs.yaml --
config:
  zone: production
`,
	},
	{
		name: "pulumi: config that has another name in inputs.yaml keeps that name", dialect: "pulumi", to: "zone",
		bundle: `-- Pulumi.yaml --
name: shop
runtime: yaml
config:
  «region: {type: string, name: place}
outputs: {place: "${region}"}
-- inputs.yaml --
config: {place: production}
`,
		want: `-- Pulumi.yaml --
name: shop
runtime: yaml
config:
  zone: {type: string, name: place}
outputs: {place: "${zone}"}
-- inputs.yaml --
config: {place: production}
`,
	},
	{
		name: "pulumi: the name that config has in inputs.yaml", dialect: "pulumi", to: "zone",
		bundle: `-- Pulumi.yaml --
name: shop
runtime: yaml
config:
  region: {type: string, name: "place"}
outputs: {place: "${region}", again: "${«place}"}
-- inputs.yaml --
config: {shop:place: production}
`,
		want: `-- Pulumi.yaml --
name: shop
runtime: yaml
config:
  region: {type: string, name: "zone"}
outputs: {place: "${region}", again: "${zone}"}
-- inputs.yaml --
config: {shop:zone: production}
`,
	},
	{
		name: "pulumi: a resource with its mock, its dependants and its urn", dialect: "pulumi", to: "store",
		bundle: `-- Pulumi.yaml --
name: shop
runtime: yaml
resources:
  log:
    type: aws:s3:Bucket
    options: {dependsOn: ["${bucket}"], parent: "${bucket}"}
  bucket:
    type: aws:s3:Bucket
variables:
  where: ${«bucket.arn}
outputs:
  urn: ${bucket.urn}
  arn: ${where}
-- inputs.yaml --
mocks:
  resources:
    bucket: {id: b-1, outputs: {arn: "arn:aws:s3:::x"}}
`,
		want: `-- Pulumi.yaml --
name: shop
runtime: yaml
resources:
  log:
    type: aws:s3:Bucket
    options: {dependsOn: ["${store}"], parent: "${store}"}
  store:
    type: aws:s3:Bucket
variables:
  where: ${store.arn}
outputs:
  urn: ${store.urn}
  arn: ${where}
-- inputs.yaml --
mocks:
  resources:
    store: {id: b-1, outputs: {arn: "arn:aws:s3:::x"}}
`,
	},
	{
		name: "pulumi: variables and outputs", dialect: "pulumi", to: "here",
		bundle: `-- Pulumi.yaml --
name: shop
runtime: yaml
variables: {«there: 1}
outputs: {there: "${there}"}
`,
		want: `-- Pulumi.yaml --
name: shop
runtime: yaml
variables: {here: 1}
outputs: {there: "${here}"}
`,
	},
	{
		name: "pulumi: an output", dialect: "pulumi", to: "address",
		bundle: `-- Pulumi.yaml --
name: shop
runtime: yaml
outputs:
  «url: x
  size: 1
`,
		want: `-- Pulumi.yaml --
name: shop
runtime: yaml
outputs:
  address: x
  size: 1
`,
	},
	{
		name: "pulumi: a program in JSON", dialect: "pulumi", to: "here",
		bundle: "-- Main.json --\n{\"name\": \"shop\", \"runtime\": \"yaml\", \"variables\": {\"«there\": 1}, " +
			"\"outputs\": {\"x\": \"${there}\"}}\n",
		want: "-- Main.json --\n{\"name\": \"shop\", \"runtime\": \"yaml\", \"variables\": {\"here\": 1}, " +
			"\"outputs\": {\"x\": \"${here}\"}}\n",
	},
	{
		name: "pulumi: a name that is taken", dialect: "pulumi", to: "b",
		bundle:  "-- Pulumi.yaml --\nname: p\nruntime: yaml\nvariables: {«a: 1, b: 2}\noutputs: {x: \"${a}${b}\"}\n",
		refusal: "b is already the name of another variable",
	},
	{
		name: "pulumi: a name of another kind", dialect: "pulumi", to: "b",
		bundle: "-- Pulumi.yaml --\nname: p\nruntime: yaml\nconfig: {b: {default: 1}}\nvariables: {«a: 1}\n" +
			"outputs: {x: \"${a}${b}\"}\n",
		refusal: "calling it b would cause a problem: b is already the name of a config entry; names of config " +
			"entries, variables and resources must differ (Pulumi.yaml, line 4)",
	},
	{
		name: "pulumi: a name that is a misspelt reference", dialect: "pulumi", to: "abd",
		bundle: "-- Pulumi.yaml --\nname: p\nruntime: yaml\nvariables: {«abc: 1}\n" +
			"outputs: {x: \"${abc}\", y: \"${abd}\"}\n",
		refusal: "calling it abd would change the result: outputs.y would be 1 instead of ⟨error⟩",
	},
	{
		name: "pulumi: a name inside a computed text", dialect: "pulumi", to: "store",
		bundle: `-- Pulumi.yaml --
name: p
runtime: yaml
resources:
  «bucket: {type: "aws:s3:Bucket"}
outputs:
  short: {"fn::toBase64": "${bucket.urn}"}
`,
		refusal: "calling it store would change the result: outputs.short would be " +
			"dXJuOnB1bHVtaTpkZXY6OnA6OmF3czpzMzpCdWNrZXQ6OnN0b3Jl instead of " +
			"dXJuOnB1bHVtaTpkZXY6OnA6OmF3czpzMzpCdWNrZXQ6OmJ1Y2tldA==",
	},
	{
		name: "pulumi: the property of a resource", dialect: "pulumi", to: "id",
		bundle: "-- Pulumi.yaml --\nname: p\nruntime: yaml\nresources: {b: {type: \"aws:s3:Bucket\"}}\n" +
			"outputs: {x: \"${b.a«rn}\"}\n",
		refusal: "there is nothing here that can be renamed",
	},
	{
		name: "pulumi: the built-in variable", dialect: "pulumi", to: "x",
		bundle:  "-- Pulumi.yaml --\nname: p\nruntime: yaml\noutputs: {x: \"${«pulumi.stack}\"}\n",
		refusal: "pulumi has no name in the source",
	},
	{
		name: "esc: a property, references to it, and the property that it overrides", dialect: "esc", to: "zone",
		bundle: `-- env.yaml --
imports: [base]
values:
  aws:
    «region: us-east-1
    other: ${aws.region}
  text: "in ${aws.region} and ${imports.base.aws.region}"
  environmentVariables: {REGION: "${aws.region}"}
-- base.yaml --
values:
  aws: {'region': eu}
  copy: ${aws["region"]}
`,
		want: `-- env.yaml --
imports: [base]
values:
  aws:
    zone: us-east-1
    other: ${aws.zone}
  text: "in ${aws.zone} and ${imports.base.aws.zone}"
  environmentVariables: {REGION: "${aws.zone}"}
-- base.yaml --
values:
  aws: {'zone': eu}
  copy: ${aws["zone"]}
`,
	},
	{
		name: "esc: a property that only an import declares", dialect: "esc", to: "b",
		bundle: `-- env.yaml --
imports: [team/base]
values:
  x: ${«a}
  y: ${environments.team.base.a}
-- team/base.yaml --
values: {a: 1}
`,
		want: `-- env.yaml --
imports: [team/base]
values:
  x: ${b}
  y: ${environments.team.base.b}
-- team/base.yaml --
values: {b: 1}
`,
	},
	{
		name: "esc: two imports with the same property", dialect: "esc", to: "b",
		bundle: "-- env.yaml --\nimports: [one, two]\n-- one.yaml --\nvalues: {«a: 1}\n-- two.yaml --\n" +
			"values: {a: 2}\n",
		want: "-- env.yaml --\nimports: [one, two]\n-- one.yaml --\nvalues: {b: 1}\n-- two.yaml --\nvalues: {b: 2}\n",
	},
	{
		name: "esc: a key with a special meaning", dialect: "esc", to: "vars",
		bundle:  "-- env.yaml --\nvalues:\n  «environmentVariables: {A: b}\n",
		refusal: "calling it vars would change environmentVariables: A would be missing",
	},
	{
		name: "esc: an environment", dialect: "esc", to: "top",
		bundle:  "-- env.yaml --\nimports: [«base]\n-- base.yaml --\nvalues: {a: 1}\n",
		refusal: "an environment is named after its file: rename base.yaml, and the imports that name it",
	},
	{
		name: "esc: the context", dialect: "esc", to: "top",
		bundle:  "-- env.yaml --\nvalues: {a: \"${«context.pulumi.user.login}\"}\n",
		refusal: "context is a name of ESC itself",
	},
	{
		name: "esc: a path in rotatePaths", dialect: "esc", to: "b",
		bundle: `-- env.yaml --
values:
  «a: {"fn::rotate::x": {inputs: {}, state: {k: 1}}}
-- inputs.yaml --
mode: rotate
rotatePaths: [a]
rotators: {x: {echo: true}}
`,
		want: `-- env.yaml --
values:
  b: {"fn::rotate::x": {inputs: {}, state: {k: 1}}}
-- inputs.yaml --
mode: rotate
rotatePaths: [b]
rotators: {x: {echo: true}}
`,
	},
	{
		name: "hot: a parameter, in its group, in env files and in inputs.yaml", dialect: "hot", to: "size",
		bundle: `-- template.yaml --
heat_template_version: 2021-04-16
parameter_groups: [{label: g, parameters: [flavor, image]}]
parameters:
  «flavor: {type: string}
  image: {type: string, default: i}
conditions:
  big: {equals: [{get_param: flavor}, m1]}
outputs:
  f: {value: {get_param: [flavor]}}
  l: {value: {list_join: [",", [{get_param: "flavor"}]]}}
-- env.yaml --
parameters: {flavor: m0}
parameter_merge_strategies: {flavor: overwrite}
-- env2.yaml --
parameter_defaults:
  flavor: m9
encrypted_param_names: [flavor]
-- inputs.yaml --
parameters: {flavor: m1}
`,
		want: `-- template.yaml --
heat_template_version: 2021-04-16
parameter_groups: [{label: g, parameters: [size, image]}]
parameters:
  size: {type: string}
  image: {type: string, default: i}
conditions:
  big: {equals: [{get_param: size}, m1]}
outputs:
  f: {value: {get_param: [size]}}
  l: {value: {list_join: [",", [{get_param: "size"}]]}}
-- env.yaml --
parameters: {size: m0}
parameter_merge_strategies: {size: overwrite}
-- env2.yaml --
parameter_defaults:
  size: m9
encrypted_param_names: [size]
-- inputs.yaml --
parameters: {size: m1}
`,
	},
	{
		name: "hot: a resource, its id, its attributes, its registry", dialect: "hot", to: "web",
		bundle: `-- template.yaml --
heat_template_version: 2021-04-16
resources:
  a: {type: OS::Heat::Value, depends_on: server, properties: {value: {get_attr: [server, first_address]}}}
  b: {type: OS::Heat::Value, depends_on: [a, server], properties: {value: {get_resource: server}}}
  «server: {type: "OS::Nova::Server", properties: {flavor: m1}}
outputs:
  r: {value: {get_attr: [a, value]}}
  s: {value: {get_attr: [b, value]}}
-- env.yaml --
resource_registry:
  resources:
    server: {hooks: pre-create}
-- inputs.yaml --
attributes: {server: {first_address: 10.0.0.1}}
ids: {server: id-1}
`,
		want: `-- template.yaml --
heat_template_version: 2021-04-16
resources:
  a: {type: OS::Heat::Value, depends_on: web, properties: {value: {get_attr: [web, first_address]}}}
  b: {type: OS::Heat::Value, depends_on: [a, web], properties: {value: {get_resource: web}}}
  web: {type: "OS::Nova::Server", properties: {flavor: m1}}
outputs:
  r: {value: {get_attr: [a, value]}}
  s: {value: {get_attr: [b, value]}}
-- env.yaml --
resource_registry:
  resources:
    web: {hooks: pre-create}
-- inputs.yaml --
attributes: {web: {first_address: 10.0.0.1}}
ids: {web: id-1}
`,
	},
	{
		name: "hot: a condition", dialect: "hot", to: "large",
		bundle: `-- template.yaml --
heat_template_version: 2021-04-16
conditions:
  «big: true
  small: {not: big}
resources:
  a: {type: OS::Heat::Value, condition: big, properties: {value: {if: [big, 1, 2]}}}
outputs:
  r: {condition: {or: [big, small]}, value: 1}
`,
		want: `-- template.yaml --
heat_template_version: 2021-04-16
conditions:
  large: true
  small: {not: large}
resources:
  a: {type: OS::Heat::Value, condition: large, properties: {value: {if: [large, 1, 2]}}}
outputs:
  r: {condition: {or: [large, small]}, value: 1}
`,
	},
	{
		name: "hot: the parameter of a nested template", dialect: "hot", to: "size",
		bundle: `-- template.yaml --
heat_template_version: 2021-04-16
resources:
  one: {type: web.yaml, properties: {flavor: m1}}
  two:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: web.yaml, properties: {flavor: m2}}
outputs:
  r: {value: {get_attr: [one, is]}}
  s: {value: {get_attr: [two, is]}}
  t: {value: {get_attr: [two, is, 0]}}
-- web.yaml --
heat_template_version: 2021-04-16
parameters:
  «flavor: {type: string}
outputs:
  is: {value: {get_param: flavor}}
`,
		want: `-- template.yaml --
heat_template_version: 2021-04-16
resources:
  one: {type: web.yaml, properties: {size: m1}}
  two:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def: {type: web.yaml, properties: {size: m2}}
outputs:
  r: {value: {get_attr: [one, is]}}
  s: {value: {get_attr: [two, is]}}
  t: {value: {get_attr: [two, is, 0]}}
-- web.yaml --
heat_template_version: 2021-04-16
parameters:
  size: {type: string}
outputs:
  is: {value: {get_param: size}}
`,
	},
	{
		name: "hot: the output and the resource of a nested template", dialect: "hot", to: "address",
		bundle: `-- template.yaml --
heat_template_version: 2021-04-16
resources:
  one: {type: web.yaml}
outputs:
  r: {value: {get_attr: [one, «ip]}}
-- web.yaml --
heat_template_version: 2021-04-16
outputs:
  ip: {value: 10.0.0.1}
`,
		want: `-- template.yaml --
heat_template_version: 2021-04-16
resources:
  one: {type: web.yaml}
outputs:
  r: {value: {get_attr: [one, address]}}
-- web.yaml --
heat_template_version: 2021-04-16
outputs:
  address: {value: 10.0.0.1}
`,
	},
	{
		name: "hot: the output of the members of a group", dialect: "hot", to: "address",
		bundle: `-- template.yaml --
heat_template_version: 2021-04-16
resources:
  one: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: web.yaml}}}
outputs:
  r: {value: {get_attr: [one, ip]}}
-- web.yaml --
heat_template_version: 2021-04-16
outputs:
  «ip: {value: 10.0.0.1}
`,
		want: `-- template.yaml --
heat_template_version: 2021-04-16
resources:
  one: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: web.yaml}}}
outputs:
  r: {value: {get_attr: [one, address]}}
-- web.yaml --
heat_template_version: 2021-04-16
outputs:
  address: {value: 10.0.0.1}
`,
	},
	{
		name: "hot: a resource inside a nested stack, referred to by its path", dialect: "hot", to: "host",
		bundle: `-- template.yaml --
heat_template_version: 2021-04-16
resources:
  one: {type: web.yaml}
outputs:
  r: {value: {get_attr: [one, resource.server.first_address]}}
-- web.yaml --
heat_template_version: 2021-04-16
resources:
  «server: {type: "OS::Nova::Server", properties: {flavor: m1}}
-- inputs.yaml --
attributes: {"one/server": {first_address: 10.0.0.1}}
`,
		want: `-- template.yaml --
heat_template_version: 2021-04-16
resources:
  one: {type: web.yaml}
outputs:
  r: {value: {get_attr: [one, resource.host.first_address]}}
-- web.yaml --
heat_template_version: 2021-04-16
resources:
  host: {type: "OS::Nova::Server", properties: {flavor: m1}}
-- inputs.yaml --
attributes: {"one/host": {first_address: 10.0.0.1}}
`,
	},
	{
		name: "hot: a name that is computed", dialect: "hot", to: "size",
		bundle: `-- template.yaml --
heat_template_version: 2021-04-16
parameters:
  «flavor: {type: string, default: m1}
outputs:
  f: {value: {get_param: {list_join: ["", [fla, vor]]}}}
`,
		refusal: "calling it size would cause a problem: there is no parameter \"flavor\" (template.yaml, line 5)",
	},
	{
		name: "hot: a pseudo parameter", dialect: "hot", to: "x",
		bundle: "-- template.yaml --\nheat_template_version: 2021-04-16\n" +
			"outputs: {a: {value: {get_param: «OS::stack_name}}}\n",
		refusal: "OS::stack_name has no name in the source",
	},
	{
		name: "terraform: an anchor and its aliases", dialect: "terraform", to: "common",
		bundle: "-- main.yaml --\na: &«base {x: 1}\nb: *base\nc: {<<: *base}\n",
		want:   "-- main.yaml --\na: &common {x: 1}\nb: *common\nc: {<<: *common}\n",
	},
	{
		name: "terraform: an anchor that would hide another", dialect: "terraform", to: "other",
		bundle:  "-- main.yaml --\no: &other 1\na: &«base 2\nb: *other\nc: *base\n",
		refusal: "calling it other would change the result: json.b would be 2 instead of 1",
	},
	{
		name: "terraform: a name that an anchor cannot have", dialect: "terraform", to: "a b",
		bundle: "-- main.yaml --\na: &«base 2\nb: *base\n",
		refusal: "calling it a b would cause a problem: a key is expected here; check the indentation and the " +
			"quotes before it (main.yaml, line 2)",
	},
	{
		name: "pullconf: a group", dialect: "pullconf", to: "servers",
		bundle: pullconfBundle("«web", "web", "port", ""),
		want:   pullconfBundle("servers", "servers", "port", ""),
	},
	{
		name: "pullconf: a resource and what requires it", dialect: "pullconf", to: "/etc/door",
		bundle: "-- c.yaml --\ntype: client\nname: a1\napi_key: <...>\nresources:\n  - type: file\n    parameters:\n" +
			"      path: «/etc/port\n  - type: group\n    parameters:\n      name: ops\n    requires:\n" +
			"      - type: file\n        path: /etc/port\n",
		want: "-- c.yaml --\ntype: client\nname: a1\napi_key: <...>\nresources:\n  - type: file\n    parameters:\n" +
			"      path: /etc/door\n  - type: group\n    parameters:\n      name: ops\n    requires:\n" +
			"      - type: file\n        path: /etc/door\n",
	},
	{
		name: "pullconf: a client that inputs.yaml chooses", dialect: "pullconf", to: "b1",
		bundle: "-- c.yaml --\ntype: client\nname: «a1\napi_key: <...>\n-- inputs.yaml --\nclient: a1\n",
		want:   "-- c.yaml --\ntype: client\nname: b1\napi_key: <...>\n-- inputs.yaml --\nclient: b1\n",
	},
	{
		name: "pullconf: a variable that a group reads, in all its clients", dialect: "pullconf", to: "gate",
		bundle: pullconfBundle("web", "web", "«port", ""),
		want:   pullconfBundle("web", "web", "gate", ""),
	},
	{
		name: "pullconf: a variable while one client is chosen", dialect: "pullconf", to: "gate",
		bundle: pullconfBundle("web", "web", "«port", "client: a1"),
		refusal: "only one of 2 clients is evaluated, and others may use this name: remove client from inputs.yaml " +
			"first",
	},
}

// pullconfBundle returns a bundle with two clients in a group. The group's resource uses a variable
// that both clients have.
func pullconfBundle(group, used, variable, inputs string) string {
	name := strings.TrimPrefix(variable, "«")
	client := func(client, variable string) string {
		return "type: client\nname: " + client + "\napi_key: <...>\ngroups:\n  - " + used + "\nvariables:\n  " +
			variable + ": '1'\n"
	}
	text := "-- c.yaml --\n" + client("a1", variable) + "---\n" + client("a2", name) + "---\n" +
		"type: group\nname: " + group +
		"\nresources:\n  - type: file\n    parameters:\n      path: /etc/port\n      content:\n" +
		"        value: port ${pullconf::" + name + "}\n"
	if inputs != "" {
		text += "-- inputs.yaml --\n" + inputs + "\n"
	}
	return text
}
