package pulumi

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/pulumi/std"
)

// Codes explains every problem code that the dialect can report.
func Codes() []diag.Explanation {
	var all []diag.Explanation
	for _, topic := range [][]diag.Explanation{documentCodes, projectCodes, accessCodes, configCodes, resourceCodes, optionCodes, functionCodes, typeCodes, hintCodes, std.Explanations} {
		all = append(all, topic...)
	}
	return all
}

// documentCodes are about the document and its names.
var documentCodes = []diag.Explanation{
	{Code: "no-program", Title: "There is no program",
		Text: "A program is a file Main.json, Main.yaml or Pulumi.yaml; the first of these that is there is evaluated."},
	{Code: "empty-program", Title: "The program is empty",
		Text: "The file holds no document. A program begins with its name, as in `name: my-project`."},
	{Code: "program-shape", Title: "The program is no mapping",
		Text: "At its top level a program is a mapping with keys such as name, config, variables, resources and outputs."},
	{Code: "not-an-object", Title: "A mapping belongs here",
		Text: "This part of a program is a mapping of keys and values, and something else was written."},
	{Code: "alias", Title: "Aliases are not followed",
		Text: "Pulumi YAML allows anchors but no aliases. Write the value out, or make it a variable and refer to it with ${...}."},
	{Code: "key-type", Title: "A key is no text",
		Text: "Keys are text. Put a key in quotes when YAML reads it as a number, a boolean or null."},
	{Code: "literal-string", Title: "Plain text belongs here",
		Text: "This field is read before anything is evaluated, so it takes neither ${...} nor a number."},
	{Code: "literal-boolean", Title: "true or false belongs here",
		Text: "This field is read before anything is evaluated, so it takes neither ${...} nor a text in quotes."},
	{Code: "literal-list", Title: "A list of texts belongs here",
		Text: "This option is a list of plain texts, even for one. Write each behind `- `, or all of them in [ ]."},
	{Code: "plugin-only", Title: "This key belongs into component plugins",
		Text: "namespace and components describe a plugin (PulumiPlugin.yaml). A program cannot have them."},
	{Code: "casing", Title: "A key is written in another case",
		Text: "Keys of the language are found in any case today. Write them as the message says: a later version insists on it."},
	{Code: "unknown-field", Title: "A field is not known here",
		Text: "The field is ignored. The message lists those that exist, the nearest first."},
	{Code: "reserved-name", Title: "The name pulumi is taken",
		Text: "${pulumi} is the built-in variable with project, stack, organization, cwd and rootDirectory. Choose another name."},
	{Code: "duplicate-name", Title: "A name is given twice",
		Text: "Config entries, variables and resources share one set of names, because ${name} can mean any of them. Outputs have names of their own."},
	{Code: "unknown-name", Title: "Nothing has this name",
		Text: "${name} refers to a resource, a config entry, a variable or pulumi. Outputs cannot be referred to."},
	{Code: "cycle", Title: "Something needs itself",
		Text: "To find the value, the value itself is needed. The message shows the way round; one of its references has to go."},
	{Code: "required-version", Title: "The version of Pulumi does not fit",
		Text: "pulumi.requiredVersion is a text with a range of versions of Pulumi, as in \">=3.0.0\". It is compared with the version that the language is described for."},
}

// projectCodes are about the project file and about plugins.
var projectCodes = []diag.Explanation{
	{Code: "project-name", Title: "The project has no name",
		Text: "Pulumi.yaml and PulumiPlugin.yaml need `name`, a text that is not empty, written in lower case."},
	{Code: "project-field", Title: "The project file has another shape",
		Text: "The command line checks the fields of Pulumi.yaml, and their kinds, before it runs a program. Their names count in lower case only."},
	{Code: "project-config", Title: "The command line refuses this entry of config",
		Text: "In Pulumi.yaml an entry of config has one of the types string, integer, boolean, array (with items) and object; one of another package has a value and nothing else. Under configuration, and in Main.yaml, the types of the language count."},
	{Code: "plugin-merge", Title: "Files of a plugin contradict each other",
		Text: "All files of a plugin are put together. Its name, description and namespace are given in one of them."},
	{Code: "program-only", Title: "This key belongs into programs",
		Text: "A plugin defines components. Resources, variables, config and outputs are parts of a component; its config are its inputs."},
	{Code: "input-type", Title: "An input has no type that can be used",
		Text: "Inputs of a component are of the types string, integer, boolean, or array with items."},
}

// accessCodes are about the inside of ${...}.
var accessCodes = []diag.Explanation{
	{Code: "empty-access", Title: "${} is empty",
		Text: "Between ${ and } stands a name. Write $${} when the characters are meant as such."},
	{Code: "unterminated-access", Title: "${ is never closed",
		Text: "An access ends with }. Write $${ when the characters are meant as such."},
	{Code: "access-bracket", Title: "A bracket of an access is never closed",
		Text: "After a name stand .name, [\"key\"] or [0]; each [ needs its ]."},
	{Code: "access-quote", Title: "A quote of an access is never closed",
		Text: "A key in brackets stands between double quotes; a quote inside it is written \\\"."},
	{Code: "access-root", Title: "An access begins with an index",
		Text: "An access begins with the name of what is read, as in ${list[0]}."},
	{Code: "list-index", Title: "A list has no such element",
		Text: "Elements are counted from 0, and an index is a whole number. The message says how long the list is, where that is known."},
	{Code: "access-kind", Title: "This cannot be read so",
		Text: "Lists are read by index, mappings and resources by name. Texts, numbers and booleans have nothing inside."},
	{Code: "unknown-property", Title: "There is no such property",
		Text: "What is read has other properties. The message lists those that exist, the nearest first."},
}

// configCodes are about config.
var configCodes = []diag.Explanation{
	{Code: "configuration", Title: "configuration is called config now",
		Text: "Both names work; config is the one to write."},
	{Code: "config-type", Title: "A config entry has no type that can be used",
		Text: "An entry needs a type or a default that shows it. Types are string, number, integer, boolean, object and lists of these, as in List<string>."},
	{Code: "config-mismatch", Title: "A default does not fit its type",
		Text: "Change the default or the type. A whole number is an integer and a number."},
	{Code: "config-conflict", Title: "A supplied value does not fit the type",
		Text: "What inputs.yaml or the stack's file supplies is of another type than the one declared."},
	{Code: "config-secret", Title: "A secret cannot be made public here",
		Text: "The entry reads another key, whose value is secret, and says that it is none. Remove secret: false, or use fn::unsecret where the value is read."},
	{Code: "config-plain-secret", Title: "The value of a secret is plain text",
		Text: "The entry says that it is a secret, and its value stands where everybody reads it. Remove the default, and give a secret value in inputs.yaml or in the stack's file."},
	{Code: "missing-config", Title: "A config entry has no value",
		Text: "Nothing is supplied and there is no default. Give a value under config in inputs.yaml or in Pulumi.STACK.yaml. Until then it is unknown."},
}

// resourceCodes are about resources and providers.
var resourceCodes = []diag.Explanation{
	{Code: "missing-type", Title: "A resource has no type",
		Text: "Every resource says what it is, as in `type: aws:s3:Bucket`."},
	{Code: "type-token", Title: "This is no type or function",
		Text: "Types and functions have two or three parts with colons between them: package, module and name, or package and name."},
	{Code: "blocked-type", Title: "Pulumi YAML refuses this type",
		Text: "Some types need a program to work and are refused in YAML. The original's text names the way out, where there is one."},
	{Code: "unknown-type", Title: "The package has no such type",
		Text: "The schema of the package does not list the type. It is found in any case, and with or without its module."},
	{Code: "unknown-resource-key", Title: "A resource has no such key",
		Text: "Keys of a resource are type, name, properties, options, get and defaultProvider. Inputs belong under properties, options under options."},
	{Code: "properties-and-get", Title: "A resource has properties and get",
		Text: "With properties a resource is created; with get an existing one is read. Remove one of them."},
	{Code: "properties-shape", Title: "properties is no mapping",
		Text: "properties gives something else than a mapping, so that the resource is left out, and with it whatever needs it. Write {} when there are none."},
	{Code: "get-id", Title: "get.id is no text",
		Text: "An existing resource is read by its id, which is text."},
	{Code: "default-provider", Title: "Only providers can be default providers",
		Text: "defaultProvider belongs to a resource whose type begins with pulumi:providers. On all others it has to go, even when it is false."},
	{Code: "default-provider-twice", Title: "A package has two default providers",
		Text: "There is one default provider for a package; name the other one with the option provider where it is meant."},
	{Code: "default-provider-version", Title: "A version contradicts the default provider",
		Text: "The default provider of a package decides the version of its plugin. Remove the option, or name a provider."},
	{Code: "default-provider-url", Title: "A plugin's address contradicts the default provider",
		Text: "The default provider of a package decides where its plugin comes from. Remove the option, or name a provider."},
	{Code: "version", Title: "This is no version number",
		Text: "A version is three numbers with dots between them, as in 1.2.3."},
	{Code: "stack-name", Title: "The name of a stack is no text",
		Text: "A StackReference names another stack as ORGANIZATION/PROJECT/STACK."},
	{Code: "resource-failed", Title: "A resource fails",
		Text: "inputs.yaml says under mocks.resources that the resource fails. What needs it is unknown; everything else is evaluated."},
	{Code: "stack-failed", Title: "A stack cannot be read",
		Text: "inputs.yaml says under mocks.stacks that reading the stack fails."},
	{Code: "schema-file", Title: "A package schema cannot be used",
		Text: "schemas in inputs.yaml lists files of this document, each a package schema in Pulumi's published JSON format."},
}

// optionCodes are about the options of resources and invokes.
var optionCodes = []diag.Explanation{
	{Code: "unknown-option", Title: "There is no such option",
		Text: "The message lists the options that exist, the nearest first."},
	{Code: "option-resource", Title: "An option needs resources",
		Text: "The option names resources, as in ${name}, and not their outputs. dependsOn, replaceWith and providers are lists, even for one."},
	{Code: "option-provider", Title: "This resource is no provider",
		Text: "provider and providers name resources whose type begins with pulumi:providers."},
	{Code: "option-protect", Title: "protect is not true or false",
		Text: "protect is needed before anything is deployed, so it can be neither text nor an output."},
	{Code: "option-timeout", Title: "A timeout is no text",
		Text: "Timeouts are texts such as 5m or 1h30m."},
	{Code: "option-env", Title: "envVarMappings is no mapping of texts",
		Text: "envVarMappings maps names of environment variables to other names."},
	{Code: "option-alias", Title: "An alias cannot be read",
		Text: "An alias is a URN, or a mapping of urn, name, type, parent, noParent, stack and project with texts."},
}

// functionCodes are about built-in functions and invokes.
var functionCodes = []diag.Explanation{
	{Code: "reserved-prefix", Title: "There is no such function",
		Text: "Keys that begin with fn:: are kept for functions. This one is none, so the mapping is taken as it stands."},
	{Code: "argument-shape", Title: "A function is called in another way",
		Text: "The function needs its argument written out as the message says; a reference to a list or mapping does not do."},
	{Code: "argument-type", Title: "An argument has the wrong type",
		Text: "The function takes another type. Nothing is converted: a number is no text."},
	{Code: "list-length", Title: "The list is too long",
		Text: "fn::singleOrNone takes a list of at most one element."},
	{Code: "json-number", Title: "JSON cannot write this number",
		Text: "JSON knows no infinity and nothing that is not a number."},
	{Code: "json-resource", Title: "JSON cannot write a resource",
		Text: "A resource has outputs that only a deployment knows. Write those that are needed, as in ${name.id}."},
	{Code: "base64", Title: "This cannot be decoded from base64",
		Text: "fn::fromBase64 takes the standard alphabet with padding, and what it decodes has to be UTF-8."},
	{Code: "path-outside", Title: "A path leads out of the project",
		Text: "Files of the project's folder can be read by any path. Outside it only absolute paths without ${...} are allowed."},
	{Code: "no-file", Title: "There is no such file",
		Text: "Only the files of this document can be read. Add the file, or mend its name."},
	{Code: "asset-alone", Title: "An asset has neighbours",
		Text: "An asset or archive function is the only key of its mapping. Give it a mapping of its own."},
	{Code: "asset-value", Title: "This is no asset",
		Text: "The entries of fn::assetArchive are calls of asset or archive functions, written out; a variable does not do."},
	{Code: "missing-function", Title: "An invoke names no function",
		Text: "fn::invoke needs `function`, as in `function: aws:ec2:getAmi`."},
	{Code: "unknown-function", Title: "The package has no such function",
		Text: "The schema of the package, or the list of std, does not have it. The message names the nearest one."},
	{Code: "unknown-argument", Title: "A function has no such argument",
		Text: "The schema of the package does not list the argument. It is passed on as it stands."},
	{Code: "missing-return", Title: "The result has no such property",
		Text: "return names one property of what the function gives, and there is none of that name, or the result is no mapping."},
	{Code: "invoke-failed", Title: "A function fails",
		Text: "inputs.yaml says under mocks.invokes that the call fails. What needs it is unknown; everything else is evaluated."},
	{Code: "deprecated", Title: "fn::stackReference is out of use",
		Text: "Use a resource of type pulumi:pulumi:StackReference, whose outputs are read as ${name.outputs[\"output\"]}."},
}

// typeCodes are about types, which are checked before evaluation.
var typeCodes = []diag.Explanation{
	{Code: "type-mismatch", Title: "A value does not fit its place",
		Text: "A function, a resource's id or the schema of a package needs another type. The message goes down to the part that does not fit."},
}

// hintCodes are remarks that Pulumi itself does not make.
var hintCodes = []diag.Explanation{
	{Code: "hint-compiler", Title: "A command would print this program",
		Text: "runtime.options.compiler names a command whose output is the program. No command runs here: what is evaluated is the program that the folder holds."},
	{Code: "hint-config-literal", Title: "Nothing is replaced here",
		Text: "The command line hands config of a project file to the program as it is written. Use a variable where ${...} is meant."},
	{Code: "hint-not-the-program", Title: "This is not evaluated",
		Text: "The program is another file, as main says, or a component. Of a project file only the name, config and runtime count then."},
	{Code: "hint-output-unknown", Title: "A part of this output is unknown",
		Text: "A preview prints an output as unknown when any part of it is. The other parts are shown here all the same."},
	{Code: "hint-unused-input", Title: "A component has no such input",
		Text: "inputs.yaml gives a value for an input that the component does not declare. It is ignored."},
	{Code: "hint-rendering", Title: "This is printed in a way that may surprise",
		Text: "Inside a text, numbers from a million on are printed like 1e+06, null as <nil>, lists as [a b], mappings as map[k:v]. Put the number in quotes where it is defined, or use fn::toJSON or fn::join."},
	{Code: "hint-unused-config", Title: "A config entry is not read",
		Text: "Nothing in the program refers to the entry. Providers may read it all the same when its name has a package in front."},
	{Code: "hint-unused-variable", Title: "A variable is not read",
		Text: "Nothing in the program refers to the variable."},
	{Code: "hint-unused-mock", Title: "Something is supplied for nothing",
		Text: "inputs.yaml has outputs for a resource, or a result for a function, that this program does not have. The name may be misspelt."},
	{Code: "hint-unknown-key", Title: "A key is ignored",
		Text: "Pulumi ignores this key without a word. The message names those that count."},
	{Code: "hint-sdks", Title: "sdks is reserved",
		Text: "Pulumi fills sdks from lock files; a program that has it makes the original crash."},
	{Code: "hint-merge-key", Title: "<< does not merge",
		Text: "Pulumi YAML takes << as an ordinary key. Use a variable, and write the keys out where they differ."},
	{Code: "hint-duplicate-key", Title: "A key stands in a mapping twice",
		Text: "Only the last one counts."},
	{Code: "hint-function-not-alone", Title: "A function is not called",
		Text: "A function is called when it is the only key of its mapping. With other keys beside it the mapping is taken as it stands."},
	{Code: "hint-arguments-dropped", Title: "Arguments are dropped",
		Text: "In the short form of an invoke the arguments are a mapping; anything else is left out."},
	{Code: "hint-encrypted", Title: "A config value is encrypted",
		Text: "The key to it is not here, so that the value is unknown, and secret. Give one under config in inputs.yaml."},
	{Code: "hint-stack-environment", Title: "Environments are not opened",
		Text: "The stack's file names environments of Pulumi ESC. Put their values under config in inputs.yaml."},
	{Code: "hint-file-outside", Title: "A file is not here",
		Text: "The constant path leads out of the project, which is allowed; what the file holds is unknown here."},
}
