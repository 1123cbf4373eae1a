package evaluator_test

import "pantograph/evaluator"

// secretBundles are bundles with the secret SECRET. They use it in every possible way: in values, in
// problems, and beside names that resemble it.
var secretBundles = []struct {
	dialect string
	files   []evaluator.File
	world   string // a deployment file that contains SECRET
}{
	{"esc", []evaluator.File{{Name: "env.yaml", Text: `values:
  s:
    fn::secret: SECRET
  production: {url: prod, secretive: 1, "a web": "${s}"}
  url: "https://${s}@prod.example"
  list: ["${s}", prod]
  json: {fn::fromJSON: "x${s}"}
  base: {fn::fromBase64: "${s}!"}
  typo: ${production.ulr}
  unknown: ${production}ion ${productoin}
  join: {fn::join: ["${s}", "${s}"]}
  into: ${s.web}
  index: ${s[0]}
  both: {fn::toJSON: {prod: "${s}"}}
  opened: {fn::open::web: {url: "${s}"}}
  broken: {fn::open::prod: {url: "${s}"}}
  parsed: {fn::fromJSON: "{\"k${s}\": 1}"}
  member: ${parsed.ka}
  deeper: {fn::fromJSON: "{\"a\": {\"k${s}\": [{\"${s}\": 1}]}}"}
  lost: ${deeper.a.kx}
  item: ${deeper.a["k${s}"]}
  sealed: {fn::secret: {ciphertext: c1}}
  split: {fn::split: [",", "${s}"]}
  valid: {fn::validate: {schema: {type: object, properties: {a: {enum: [x]}}}, value: {a: "${s}", "${s}": 1}}}
  checked: {fn::validate: {schema: {enum: ["${s}", x]}, value: 1}}
  pattern: {fn::validate: {schema: {pattern: "(${s}"}, value: a}}
  rotator: {fn::rotate::web: {inputs: {a: "${s}"}, state: {b: "${s}"}}}
  merged: {a: 1}
  same: {fn::toBase64: "${s}"}
  words: "${opened.url} ${opened.nope} ${sealed}"
  environmentVariables: {WEB: "${s}", URL: prod}
  files: {F: "${s}"}
`}, {Name: "inputs.yaml", Text: `providers:
  web: {secret: true, outputs: {a: b, kSECRET: {deep: SECRET}}}
  prod: {error: "500"}
rotators: {web: {echo: true, secret: true}}
decrypt: {c1: SECRET}
`}},
		`{"s": "SECRET", "opened": {"url": "SECRET", "kSECRET": 1}, "list": ["SECRET", "prod"], "broken": ` +
			`{"SECRET": {"web": "SECRET"}}, "url": "x"}`},
	{"esc", rotatingBundle("check"), rotatingWorld},
	{"esc", rotatingBundle("rotate"), rotatingWorld},
	{"pulumi", []evaluator.File{{Name: "Pulumi.yaml", Text: `name: prod
runtime: yaml
config:
  web: {type: string}
  count: {type: integer, secret: true}
  list: {type: "List<Number>", secret: true}
  o: {type: object}
variables:
  url: https://${web}@prod
  secret: {fn::secret: "${web}"}
  base: {fn::fromBase64: "${web}!"}
  number: {fn::invoke: {function: std:parseint, arguments: {input: "${web}!", base: 10}}}
  when: {fn::invoke: {function: std:timeadd, arguments: {duration: "x${web}", timestamp: "y${web}"}}}
  pick: {fn::select: ["${web}", [1, 2]]}
  joined: {fn::join: ["${web}", [a, "${web}"]]}
  call: {fn::invoke: {function: "aws:ec2:getAmi", arguments: {owner: "${web}"}}}
  answer: {fn::invoke: {function: "aws:ec2:getVpc", arguments: {id: x}, return: vpcc}}
  read: {fn::readFile: "./${web}"}
  asset: {fn::fileAsset: "./${web}"}
  archive: {fn::assetArchive: {"${web}": {fn::stringAsset: "${web}"}}}
  parsed: {fn::invoke: {function: std:jsondecode, arguments: {input: "{\"k${web}\": {\"${web}\": 1}}"}, return: result}}
  member: ${parsed.kx}
  deep: ${parsed["k"].x}
  broken: {fn::invoke: {function: std:jsondecode, arguments: {input: "{${web}"}}}
  cidr: {fn::invoke: {function: std:cidrhost, arguments: {input: "${web}", host: 1}}}
  pattern: {fn::invoke: {function: std:regex, arguments: {pattern: "(${web}", string: "${web}"}}}
  stack: {fn::stackReference: {stackName: "${web}", outputName: "${web}"}}
  into: ${o.deep.nope}
  text: {fn::toJSON: {"${web}": "${web}"}}
resources:
  prod:
    type: aws:s3:Bucket
    properties: {production: "${web}", tags: ["${web}", url]}
  down: {type: "aws:s3:Bucket"}
  got: {type: "aws:s3:Bucket", get: {id: "${web}", state: {url: "${web}"}}}
  opts: {type: "aws:s3:Bucket", options: {version: "${web}", protect: "${web}", dependsOn: "${web}"}, properties: {kind: "${web}", url: 1}}
  whole: {type: "aws:s3:Bucket", properties: "${parsed}"}
outputs:
  production: ${url}
  typo: ${urll}
  web: ${web}
  of: ${prod.production}
  into: ${web.url}
`}, {Name: "inputs.yaml", Text: `config:
  web:
    secret: SECRET
  count: {secret: "SECRET"}
  list: {secret: "[SECRET]"}
  o: {secret: {deep: {kSECRET: SECRET}}}
mocks:
  resources:
    down: {error: "500"}
    prod: {id: {$secret: SECRET}, outputs: {token: {$secret: {kSECRET: 1}}}}
  invokes: {"aws:ec2:getVpc": {result: {$secret: {vpcSECRET: SECRET}}}}
`}},
		`{"version": 3, "deployment": {"resources": [
  {"urn": "urn:pulumi:dev::prod::aws:s3/bucket:Bucket::prod", "type": "aws:s3/bucket:Bucket", "id": "web", "additionalSecretOutputs": ["token"], "outputs": {"token": {"kSECRET": ["SECRET"]},
   "production": {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "plaintext": "{\"SECRET\": \"SECRET\"}"}, "url": "x",
   "broken": {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "plaintext": "SECRET"},
   "sealed": {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "SECRET"}}}]}}`},
	{"hot", []evaluator.File{{Name: "template.yaml", Text: `heat_template_version: 2021-04-16
parameters:
  prod:
    type: string
    hidden: true
    default: SECRET
  web:
    type: string
    hidden: true
    constraints: [{length: {max: 1}}, {allowed_pattern: "[0-9]"}]
  number: {type: number, hidden: true, constraints: [{range: {max: 1}}]}
  choice: {type: string, hidden: true, constraints: [{allowed_values: [a, b]}, {custom_constraint: nova.flavor}]}
  json: {type: json, hidden: true}
  flag: {type: boolean, hidden: true}
  named: {type: json, hidden: true}
  empty: {type: json, hidden: true}
  list: {type: comma_delimited_list, hidden: true, constraints: [{length: {max: 0}}]}
resources:
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_param: prod}, cidr: {get_param: prod}, ip_version: {get_param: prod}, allocation_pools: {get_param: prod}}}
  port: {type: OS::Neutron::Port, properties: {network: x, mac_address: {get_param: prod}, fixed_ips: [{ip_address: {get_param: prod}}], "value_specs": {get_param: json}}}
  group: {type: OS::Heat::ResourceGroup, properties: {count: {get_param: prod}, resource_def: {type: "OS::Heat::Value", properties: {value: {get_param: prod}}}}}
  nested: {type: child.yaml, properties: {p: {get_param: prod}, q: {get_param: prod}}}
  typed: {type: OS::Heat::Value, condition: {equals: [{get_param: prod}, x]}, deletion_policy: Retain, depends_on: port, properties: {value: {get_param: list}, type: json}, metadata: {a: {get_param: prod}}}
  production:
    type: OS::Heat::Value
    properties: {value: {get_param: prod}, type: number}
  names: {type: OS::Heat::Value, properties: {value: {get_param: named}, type: json}}
  url: {type: OS::Nova::Server, properties: {name: {get_param: prod}, flavour: x}}
outputs:
  prod: {value: {get_param: prod}}
  typo: {value: {get_param: produ}}
  url: {value: {str_replace: {template: "https://x@y", params: {x: {get_param: prod}}}}}
  digest: {value: {digest: [{get_param: prod}, x]}}
  split: {value: {list_join: [",", {str_split: ["|", {get_param: prod}]}]}}
  yaql: {value: {yaql: {expression: "int($.data.x)", data: {x: {get_param: prod}}}}}
  key: {value: {yaql: {expression: "$.data.get($.data.x).nope", data: {x: {get_param: prod}}}}}
  regex: {value: {yaql: {expression: "regex($.data.x + '(').search('a')", data: {x: {get_param: prod}}}}}
  dict: {value: {yaql: {expression: "dict($.data.x => 1).kx + 1", data: {x: {get_param: prod}}}}}
  port: {value: {make_url: {scheme: http, host: x, port: {get_param: prod}, path: {get_param: prod}}}}
  merge: {value: {map_merge: [{get_param: prod}, {a: 1}]}}
  replaced: {value: {map_replace: [{a: b}, {keys: {a: {get_param: prod}}, values: {b: {get_param: prod}}}]}}
  strict: {value: {str_replace_strict: {template: "y", params: {x: {get_param: prod}, {get_param: prod}: z}}}}
  repeat: {value: {repeat: {for_each: {"%a%": {get_param: prod}}, template: "%a%"}}}
  if: {value: {if: [{get_param: prod}, 1, 2]}}
  algorithm: {value: {digest: [x, {get_param: prod}]}}
  contains: {value: {list_concat_unique: [{get_param: prod}, [{get_param: prod}]]}}
  filter: {value: {filter: [{get_param: prod}, [a, {get_param: prod}]]}}
  item: {value: {get_param: [json, kx]}}
  inner: {value: {get_param: [json, {get_param: prod}, x]}}
  attr: {value: {get_attr: [{list_join: ["", [zz, {get_param: prod}]]}, x]}}
  names: {value: {repeat: {for_each: {"%k%": {get_param: named}}, template: {"%k%": 1}}}}
  none: {value: {repeat: {for_each: {"%k%": {get_param: empty}}, template: {"%k%": 1}}}}
  through: {value: {get_attr: [names, value, kx]}}
  whole: {value: {get_attr: [names, value]}}
  chosen: {value: {if: [{equals: [{get_param: prod}, x]}, 1, 2]}}
  file: {value: {get_file: {list_join: ["", ["http://", {get_param: prod}]]}}}
  named: {value: {get_attr: [production, {list_join: ["", [zz, {get_param: prod}]]}]}}
`}, {Name: "inputs.yaml", Text: "parameters:\n  web: SECRET\n  number: SECRET\n  choice: SECRET\n" +
		"  named: '{\"kSECRET\": {\"SECRET\": 1}}'\n  empty: '{\"nSECRET\": null}'\n" +
		"  json: '{\"kSECRET\": SECRET'\n  flag: SECRET\n  list: SECRET\n"},
		{Name: "child.yaml", Text: "heat_template_version: 2021-04-16\nparameters:\n" +
			"  p: {type: string, constraints: [{allowed_values: [a]}]}\n  q: {type: number}\n" +
			"outputs: {o: {value: {get_param: p}}}\n"}},
		`{"stack_name": "prod", "stack_status": "CREATE_COMPLETE", "parameters": {"prod": "SECRET", "web": ` +
			`"SECRET"}, "outputs": [{"output_key": "digest", "output_value": "url"}]}`},
	{"terraform", []evaluator.File{{Name: "main.yaml", Text: "prod: 1\nurl: web\ns: SECRET\n"},
		{Name: "inputs.yaml", Text: `expressions:
  - 'yamldecode(file("main.yaml")).urll'
  - 'jsondecode(sensitive("x${yamldecode(file("main.yaml")).s}"))'
  - 'base64decode("${sensitive(yamldecode(file("main.yaml")).s)}!")'
  - 'sensitive(yamldecode(file("main.yaml")).s)'
  - '"https://${sensitive(yamldecode(file("main.yaml")).s)}/prod"'
  - 'tonumber("x${sensitive(yamldecode(file("main.yaml")).s)}")'
  - '{url = sensitive(yamldecode(file("main.yaml")).s), web = "prod"}'
  - 'regex("[", sensitive(yamldecode(file("main.yaml")).s))'
  - 'formatdate("YYYY", sensitive(yamldecode(file("main.yaml")).s))'
  - 'parseint("x!${sensitive(yamldecode(file("main.yaml")).s)}", 10)'
  - '{a = 1}[sensitive(yamldecode(file("main.yaml")).s)]'
  - 'yamldecode("a: [${sensitive(yamldecode(file("main.yaml")).s)}")'
  - 'yamldecode("${sensitive(yamldecode(file("main.yaml")).s)}: &${sensitive(yamldecode(file("main.yaml")).s)} *nope")'
  - 'yamldecode("- ${sensitive(yamldecode(file("main.yaml")).s)}\n b: @${sensitive(yamldecode(file("main.yaml")).s)}")'
  - 'yamldecode("!${sensitive(yamldecode(file("main.yaml")).s)} x")'
  - 'yamldecode("{${sensitive(yamldecode(file("main.yaml")).s)}")'
  - 'jsondecode("{\"k${sensitive(yamldecode(file("main.yaml")).s)}\": {\"${sensitive(yamldecode(file("main.yaml")).s)}\": 1}}").kx'
  - 'jsondecode("{\"k${sensitive(yamldecode(file("main.yaml")).s)}\": 1}")'
  - 'jsondecode("{\"k${sensitive(yamldecode(file("main.yaml")).s)}\": 1}")["k${sensitive(yamldecode(file("main.yaml")).s)}x"]'
  - 'cidrhost(sensitive(yamldecode(file("main.yaml")).s), 1)'
  - 'timeadd(sensitive(yamldecode(file("main.yaml")).s), sensitive(yamldecode(file("main.yaml")).s))'
  - 'tobool(sensitive(yamldecode(file("main.yaml")).s))'
  - 'tonumber(sensitive(yamldecode(file("main.yaml")).s))'
  - 'tolist(sensitive(yamldecode(file("main.yaml")).s))'
  - 'tomap({a = sensitive(yamldecode(file("main.yaml")).s), b = []})'
  - 'file(sensitive(yamldecode(file("main.yaml")).s))'
  - 'templatefile("main.yaml", {x = sensitive(yamldecode(file("main.yaml")).s)})'
  - 'csvdecode(sensitive(yamldecode(file("main.yaml")).s))'
  - 'substr(sensitive(yamldecode(file("main.yaml")).s), sensitive(yamldecode(file("main.yaml")).s), 1)'
  - 'format("%d", sensitive(yamldecode(file("main.yaml")).s))'
  - 'formatlist("%d", [sensitive(yamldecode(file("main.yaml")).s)])'
  - 'parseint(sensitive(yamldecode(file("main.yaml")).s), 99)'
  - '{for x in [sensitive(yamldecode(file("main.yaml")).s), sensitive(yamldecode(file("main.yaml")).s)] : x => 1}'
  - '[1][sensitive(yamldecode(file("main.yaml")).s)]'
  - 'sensitive(yamldecode(file("main.yaml")).s) ? 1 : 2'
  - '-sensitive(yamldecode(file("main.yaml")).s)'
  - '!sensitive(yamldecode(file("main.yaml")).s)'
  - 'try(sensitive(yamldecode(file("main.yaml")).s).x)'
  - 'sensitive(yamldecode(file("main.yaml")).s).x'
  - 'sensitive(yamldecode(file("main.yaml")).s)[0]'
  - 'lookup({a = 1}, sensitive(yamldecode(file("main.yaml")).s))'
  - 'element([], sensitive(yamldecode(file("main.yaml")).s))'
  - 'toset([sensitive(yamldecode(file("main.yaml")).s), 1])'
  - 'base64gunzip(sensitive(yamldecode(file("main.yaml")).s))'
  - 'urldecode("%${sensitive(yamldecode(file("main.yaml")).s)}")'
  - 'rsadecrypt("eA==", sensitive(yamldecode(file("main.yaml")).s))'
  - 'uuidv5("dns", sensitive(yamldecode(file("main.yaml")).s))'
  - 'textencodebase64("x", sensitive(yamldecode(file("main.yaml")).s))'
  - 'regexall("(${sensitive(yamldecode(file("main.yaml")).s)}", "x")'
  - 'replace("x", "/(${sensitive(yamldecode(file("main.yaml")).s)}/", "y")'
  - 'merge(sensitive(yamldecode(file("main.yaml")).s), sensitive(yamldecode(file("main.yaml")).s))'
  - 'setproduct(sensitive(yamldecode(file("main.yaml")).s))'
  - 'range(sensitive(yamldecode(file("main.yaml")).s))'
  - 'zipmap([sensitive(yamldecode(file("main.yaml")).s)], [])'
  - 'one([sensitive(yamldecode(file("main.yaml")).s), sensitive(yamldecode(file("main.yaml")).s)])'
  - 'chunklist([sensitive(yamldecode(file("main.yaml")).s)], sensitive(yamldecode(file("main.yaml")).s))'
  - 'sensitive(yamldecode(file("main.yaml")).s) + 1'
  - 'type(sensitive(yamldecode(file("main.yaml")).s))'
  - '{(sensitive(yamldecode(file("main.yaml")).s)) = 1}.kx'
  - 'can(sensitive(yamldecode(file("main.yaml")).s).x)'
  - 'strcontains(sensitive(yamldecode(file("main.yaml")).s))'
  - 'nope(sensitive(yamldecode(file("main.yaml")).s))'
  - 'alltrue([sensitive(yamldecode(file("main.yaml")).s)])'
  - 'sum([sensitive(yamldecode(file("main.yaml")).s)])'
  - 'matchkeys([1], [sensitive(yamldecode(file("main.yaml")).s)], [])'
  - 'coalesce(sensitive(yamldecode(file("main.yaml")).s), [])'
  - 'trim(sensitive(yamldecode(file("main.yaml")).s))'
  - '{"k${sensitive(yamldecode(file("main.yaml")).s)}" = 1}'
  - 'provider::x::y(sensitive(yamldecode(file("main.yaml")).s))'
  - 'max(sensitive(yamldecode(file("main.yaml")).s))'
  - 'log(sensitive(yamldecode(file("main.yaml")).s), 0)'
  - 'cidrsubnets(sensitive(yamldecode(file("main.yaml")).s), sensitive(yamldecode(file("main.yaml")).s))'
  - 'formatdate("q${sensitive(yamldecode(file("main.yaml")).s)}", "2020-01-01T00:00:00Z")'
  - '[for a in sensitive(yamldecode(file("main.yaml")).s) : a]'
  - '"${sensitive(yamldecode(file("main.yaml")).s)}${[]}"'
  - 'type(yamldecode("k${sensitive(yamldecode(file("main.yaml")).s)}: 1"))'
  - 'type({(sensitive(yamldecode(file("main.yaml")).s)) = 1})'
  - '{for k, v in {(sensitive(yamldecode(file("main.yaml")).s)) = 1} : k => v}'
  - 'lookup(yamldecode("k${sensitive(yamldecode(file("main.yaml")).s)}: 1"), "kx")'
  - '[for t in [sensitive(yamldecode(file("main.yaml")).s)] : templatestring("a${t}", {})]'
  - 'indent(sensitive(yamldecode(file("main.yaml")).s), "x")'
`}}, ""},
}

const rotatingWorld = `{"swap": {"current": "SECRET", "kSECRET": 1}, "open": {"url": "SECRET"}}`

// rotatingBundle returns an environment with rotators, evaluated in the given mode of ESC.
func rotatingBundle(mode string) []evaluator.File {
	return []evaluator.File{{Name: "env.yaml", Text: `imports: [base]
values:
  s: {fn::secret: SECRET}
  sealed: {fn::secret: {ciphertext: ZXNjeAAAAAFhYmNkZWZnaGlqa2xtbm9w}}
  swap: {fn::rotate::swap: {inputs: {a: "${s}", kept: prod}, state: {current: "${s}", web: {fn::secret: SECRET}}}}
  bad: {fn::rotate::strict: {inputs: {a: "${s}", "k${s}": 1}, state: {current: "${s}"}}}
  down: {fn::rotate::down: {inputs: {a: "${s}"}, state: null}}
  long: {fn::rotate: {provider: swap, inputs: {a: "${swap.current}"}, state: {current: {fn::secret: SECRET}}}}
  literal: {fn::rotate::swap: {inputs: {a: 1}, state: "${s}"}}
  parsed: {fn::rotate::swap: {inputs: {fn::fromJSON: "{\"k${s}\": \"${s}\"}"}, state: {current: x}}}
  "k-prod-no": {fn::rotate::swap: {inputs: {a: x}, state: {current: y}}}
  used: "${swap.current} ${swap.web} ${long.nope} ${down.x}"
  typed: {fn::validate: {schema: {type: object, properties: {url: {type: number}}, required: [prod]}, value: "${open}"}}
  open: {fn::open::typed: {a: "${s}"}}
  into: "${open.url} ${open.nope} ${open.secret.x}"
  environmentVariables: {WEB: "${swap.current}", URL: "${open.url}"}
  files: {F: "${sealed}"}
`}, {Name: "base.yaml", Text: "values:\n  inner: {fn::rotate::swap: {inputs: {a: {fn::secret: SECRET}}, " +
		"state: {current: {fn::secret: SECRET}}}}\n  t: {fn::secret: SECRET}\n"},
		{Name: "inputs.yaml", Text: "mode: " + mode + `
showSecrets: true
decrypt: {ZXNjeAAAAAFhYmNkZWZnaGlqa2xtbm9w: SECRET}
providers:
  typed: {echo: true, schema: {inputs: {type: object, properties: {a: {enum: [x]}}}, outputs: {type: object, properties: {url: {type: string}, secret: {type: string, secret: true}}}}}
rotators:
  swap: {echo: true, secret: true, rotated: {current: "inputs.a", web: "state.current"}}
  strict: {echo: true, schema: {inputs: {type: object, properties: {a: {enum: [x]}}}, state: {type: object, properties: {current: {const: y}}}}}
  down: {error: "500"}
`}}
}
