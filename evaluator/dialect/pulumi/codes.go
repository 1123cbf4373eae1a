package pulumi

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/pulumi/std"
)

// Codes explains every problem code that the dialect can report. An explanation adds what the
// message leaves out: the rule, and a remedy.
func Codes() []diag.Explanation {
	var all []diag.Explanation
	for _, topic := range [][]diag.Explanation{documentCodes, projectCodes, accessCodes, configCodes, resourceCodes,
		optionCodes, functionCodes, typeCodes, hintCodes, std.Explanations} {
		all = append(all, topic...)
	}
	return all
}

// documentCodes are about the document and its names.
var documentCodes = []diag.Explanation{
	{Code: "no-program", Title: "There is no program",
		Text: "A program is a file Main.json, Main.yaml or Pulumi.yaml; the first of these that exists is evaluated."},
	{Code: "empty-program", Title: "The program is empty",
		Text: "The file contains no document. A program begins with its name, as in `name: my-project`."},
	{Code: "program-shape", Title: "The program is not a mapping",
		Text: "At its top level a program is a mapping with keys such as name, config, variables, resources and " +
			"outputs."},
	{Code: "not-an-object", Title: "A mapping is expected",
		Text: "This part of a program is a mapping of keys and values, but this is something else."},
	{Code: "alias", Title: "Aliases are not followed",
		Text: "Pulumi YAML allows anchors but no aliases. Write the value out, or make it a variable and refer to " +
			"it with ${...}."},
	{Code: "tag-mismatch", Title: "A scalar does not match its tag",
		Text: "Remove the tag, or write a value of its type."},
	{Code: "key-type", Title: "A key is not a string",
		Text: "Keys are strings. Put a key in quotes if YAML reads it as a number, a boolean or null."},
	{Code: "literal-string", Title: "A plain string is expected",
		Text: "This field is read before anything is evaluated, so it must be a string without ${...}."},
	{Code: "literal-boolean", Title: "true or false is expected",
		Text: "This field is read before anything is evaluated, so it takes neither ${...} nor a string in quotes."},
	{Code: "literal-list", Title: "A list of strings is expected",
		Text: "This option is a list of plain strings, even for one. Write each after `- `, or all of them in [ ]."},
	{Code: "plugin-only", Title: "This key belongs in component plugins",
		Text: "namespace and components describe a plugin (PulumiPlugin.yaml). A program cannot have them."},
	{Code: "casing", Title: "A key is written in a different case",
		Text: "Keys of the language are matched in any case today. Write them as in the message: a later version " +
			"will require it."},
	{Code: "unknown-field", Title: "An unknown field",
		Text: "The field is ignored. The message lists the known ones, the most similar first."},
	{Code: "reserved-name", Title: "The name pulumi is reserved",
		Text: "${pulumi} is the built-in variable with project, stack, organization, cwd and rootDirectory. Choose " +
			"another name."},
	{Code: "duplicate-name", Title: "A duplicate name",
		Text: "Config entries, variables and resources share one namespace, because ${name} can refer to any of " +
			"them. Outputs have a separate one."},
	{Code: "unknown-name", Title: "Nothing has this name",
		Text: "${name} refers to a resource, a config entry, a variable or pulumi. Outputs cannot be referred to."},
	{Code: "cycle", Title: "A value depends on itself",
		Text: "The message shows the cycle; remove one of its references."},
	{Code: "required-version", Title: "The version of Pulumi does not match",
		Text: "pulumi.requiredVersion is a range of versions of Pulumi, as in \">=3.0.0\". It is compared with the " +
			"version that this engine implements."},
}

// projectCodes are about the project file and about plugins.
var projectCodes = []diag.Explanation{
	{Code: "project-name", Title: "The project has no name",
		Text: "Pulumi.yaml and PulumiPlugin.yaml need `name`, a non-empty string, as a lower-case key."},
	{Code: "project-field", Title: "The project file has the wrong form",
		Text: "The command line checks the fields of Pulumi.yaml, and their types, before it runs a program. It " +
			"only knows their names in lower case."},
	{Code: "project-config", Title: "The command line rejects this config entry",
		Text: "In Pulumi.yaml, an entry of config has one of the types string, integer, boolean, array (with items) " +
			"and object; an entry for another package has only a value. Under configuration, and in Main.yaml, the " +
			"types of the language apply."},
	{Code: "plugin-merge", Title: "Files of a plugin contradict each other",
		Text: "All files of a plugin are merged. Only one of them may set its name, description and namespace."},
	{Code: "program-only", Title: "This key belongs in programs",
		Text: "A plugin defines components. Resources, variables, config and outputs belong to a component; its " +
			"config is its inputs."},
	{Code: "input-type", Title: "An input has no valid type",
		Text: "Inputs of a component have the types string, integer, boolean, or array with items."},
}

// accessCodes are about expressions in ${...}.
var accessCodes = []diag.Explanation{
	{Code: "empty-access", Title: "${} is empty",
		Text: "A name is expected between ${ and }. For the literal characters, write $${."},
	{Code: "unterminated-access", Title: "${ is never closed",
		Text: "A property access ends with }. For the literal characters, write $${."},
	{Code: "access-bracket", Title: "A bracket in a property access is never closed",
		Text: "A name may be followed by .name, [\"key\"] or [0]; each [ needs a ]."},
	{Code: "access-quote", Title: "A quote in a property access is never closed",
		Text: "A key in brackets is in double quotes; write a quote inside it as \\\"."},
	{Code: "access-root", Title: "A property access begins with an index",
		Text: "A property access begins with a name, as in ${list[0]}."},
	{Code: "list-index", Title: "There is no such element",
		Text: "Elements are counted from 0, and an index is an integer. The message says how long the list is, " +
			"if that is known."},
	{Code: "access-kind", Title: "This value cannot be accessed like this",
		Text: "Lists are accessed by index, mappings and resources by name. Strings, numbers and booleans have no " +
			"elements."},
	{Code: "unknown-property", Title: "There is no such property",
		Text: "The message lists the existing properties, the most similar first."},
}

// configCodes are about config.
var configCodes = []diag.Explanation{
	{Code: "configuration", Title: "configuration is now called config",
		Text: "Both names work, but config is preferred."},
	{Code: "config-type", Title: "A config entry has no valid type",
		Text: "An entry needs a type, or a default that implies it. Types are string, number, integer, boolean, " +
			"object and lists of these, as in List<string>."},
	{Code: "config-mismatch", Title: "A default does not match its type",
		Text: "Change the default or the type. A whole number is both an integer and a number."},
	{Code: "config-conflict", Title: "A supplied value does not match the type",
		Text: "The value in inputs.yaml or in the stack's file has another type than declared."},
	{Code: "config-secret", Title: "A secret cannot be made public here",
		Text: "The entry reads another key, whose value is secret, and is declared as not secret. Remove secret: " +
			"false, or use fn::unsecret where the value is used."},
	{Code: "config-plain-secret", Title: "The value of a secret is plain text",
		Text: "The entry is declared as secret, but its value is readable by everybody. Remove the default, and " +
			"supply a secret value in inputs.yaml or in the stack's file."},
	{Code: "missing-config", Title: "A config entry has no value",
		Text: "No value is supplied and there is no default. Set one under config in inputs.yaml or in " +
			"Pulumi.STACK.yaml. Until then it is unknown."},
}

// resourceCodes are about resources and providers.
var resourceCodes = []diag.Explanation{
	{Code: "missing-type", Title: "A resource has no type",
		Text: "Every resource needs a type, as in `type: aws:s3:Bucket`."},
	{Code: "type-token", Title: "This is not a type or function",
		Text: "Types and functions have two or three parts with colons between them: package, module and name, or " +
			"package and name."},
	{Code: "blocked-type", Title: "Pulumi YAML does not support this type",
		Text: "Some types only work in a programming language. The original's message names the alternative, if " +
			"there is one."},
	{Code: "unknown-type", Title: "The package has no such type",
		Text: "The schema of the package does not list the type. Types are matched in any case, and with or without " +
			"their module."},
	{Code: "unknown-resource-key", Title: "An unknown key of a resource",
		Text: "Keys of a resource are type, name, properties, options, get and defaultProvider. Inputs belong under " +
			"properties, options under options."},
	{Code: "properties-and-get", Title: "A resource has both properties and get",
		Text: "With properties a resource is created; with get an existing one is read. Remove one of them."},
	{Code: "properties-shape", Title: "properties is not a mapping",
		Text: "The value of properties is not a mapping, so the resource is omitted, with everything that depends " +
			"on it. Write {} if there are none."},
	{Code: "get-id", Title: "get.id is not a string",
		Text: "An existing resource is read by its id, which is a string."},
	{Code: "default-provider", Title: "Only providers can be default providers",
		Text: "defaultProvider is only allowed for resources whose type begins with pulumi:providers, even if it is " +
			"false."},
	{Code: "default-provider-twice", Title: "A package has two default providers",
		Text: "A package has one default provider; select the other one with the option provider where needed."},
	{Code: "default-provider-version", Title: "A version contradicts the default provider",
		Text: "The default provider of a package determines the version of its plugin. Remove the option, or name a " +
			"provider."},
	{Code: "default-provider-url", Title: "A plugin download URL contradicts the default provider",
		Text: "The default provider of a package determines the source of its plugin. Remove the option, or name a " +
			"provider."},
	{Code: "version", Title: "This is not a version number",
		Text: "A version is three numbers with dots between them, as in 1.2.3."},
	{Code: "stack-name", Title: "The name of a stack is not a string",
		Text: "A StackReference names another stack as ORGANIZATION/PROJECT/STACK."},
	{Code: "resource-failed", Title: "A resource fails",
		Text: "inputs.yaml makes the resource fail under mocks.resources. Everything that depends on it is unknown; " +
			"everything else is evaluated."},
	{Code: "stack-failed", Title: "A stack cannot be read",
		Text: "inputs.yaml makes reading the stack fail under mocks.stacks."},
	{Code: "schema-file", Title: "A package schema cannot be used",
		Text: "schemas in inputs.yaml lists files of this document, each a package schema in Pulumi's published " +
			"JSON format."},
}

// optionCodes are about the options of resources and invokes.
var optionCodes = []diag.Explanation{
	{Code: "unknown-option", Title: "There is no such option",
		Text: "The message lists the known options, the most similar first."},
	{Code: "option-resource", Title: "An option needs resources",
		Text: "The option takes resources, as in ${name}, not their outputs. dependsOn, replaceWith and providers " +
			"are lists, even with one element."},
	{Code: "option-provider", Title: "This resource is not a provider",
		Text: "provider and providers take resources whose type begins with pulumi:providers."},
	{Code: "option-protect", Title: "protect is not true or false",
		Text: "protect is needed before deployment, so it can be neither a string nor an output."},
	{Code: "option-timeout", Title: "A timeout is not a string",
		Text: "Timeouts are strings such as 5m or 1h30m."},
	{Code: "option-env", Title: "envVarMappings is not a mapping of strings",
		Text: "envVarMappings maps names of environment variables to other names."},
	{Code: "option-alias", Title: "An alias is invalid",
		Text: "An alias is a URN, or a mapping of urn, name, type, parent, noParent, stack and project with strings."},
}

// functionCodes are about built-in functions and invokes.
var functionCodes = []diag.Explanation{
	{Code: "reserved-prefix", Title: "There is no such function",
		Text: "Keys that begin with fn:: are reserved for functions. This is not a known function, so the mapping " +
			"is plain data."},
	{Code: "argument-shape", Title: "The argument of a function has the wrong form",
		Text: "The function needs a literal argument as in the message; a reference to a list or mapping is not " +
			"enough."},
	{Code: "argument-type", Title: "An argument has the wrong type",
		Text: "The function takes another type. Nothing is converted: a number is not a string."},
	{Code: "list-length", Title: "The list is too long",
		Text: "fn::singleOrNone takes a list of at most one element."},
	{Code: "json-number", Title: "JSON cannot represent this number",
		Text: "JSON has no infinities and no NaN."},
	{Code: "json-resource", Title: "JSON cannot represent a resource",
		Text: "A resource has outputs that only a deployment knows. Write the ones that you need, as in ${name.id}."},
	{Code: "base64", Title: "This is not valid base64",
		Text: "fn::fromBase64 takes the standard alphabet with padding, and the decoded bytes must be UTF-8."},
	{Code: "path-outside", Title: "A path is outside the project",
		Text: "Files in the project's folder can be read by any path. Outside of it, only absolute paths without " +
			"${...} are allowed."},
	{Code: "no-file", Title: "There is no such file",
		Text: "Only the files of this document can be read. Add the file, or correct its name."},
	{Code: "asset-alone", Title: "An asset has other keys beside it",
		Text: "An asset or archive function must be the only key of its mapping."},
	{Code: "asset-value", Title: "This is not an asset",
		Text: "The entries of fn::assetArchive are literal calls of asset or archive functions, not variables."},
	{Code: "missing-function", Title: "An invoke names no function",
		Text: "fn::invoke needs `function`, as in `function: aws:ec2:getAmi`."},
	{Code: "unknown-function", Title: "The package has no such function",
		Text: "The schema of the package, or the list of std functions, does not contain it. The message suggests " +
			"the most similar one."},
	{Code: "unknown-argument", Title: "An unknown argument of a function",
		Text: "The schema of the package does not list the argument. It is passed on unchanged."},
	{Code: "missing-return", Title: "The result has no such property",
		Text: "return names a property of the function's result, but the result does not have it, or is not a " +
			"mapping."},
	{Code: "invoke-failed", Title: "A function fails",
		Text: "inputs.yaml makes the call fail under mocks.invokes. Everything that depends on it is unknown; " +
			"everything else is evaluated."},
	{Code: "deprecated", Title: "fn::stackReference is deprecated",
		Text: "Use a resource of type pulumi:pulumi:StackReference, whose outputs are read as " +
			"${name.outputs[\"output\"]}."},
}

// typeCodes are about types, which are checked before evaluation.
var typeCodes = []diag.Explanation{
	{Code: "type-mismatch", Title: "A value has the wrong type",
		Text: "A function, a resource's id or the schema of a package needs another type. The message names the " +
			"part that does not match."},
}

// hintCodes are the codes of hints, which Pulumi itself does not report.
var hintCodes = []diag.Explanation{
	{Code: "hint-compiler", Title: "The program is the output of a command",
		Text: "runtime.options.compiler names a command whose output is the program. No commands run here: the " +
			"program in the folder is evaluated."},
	{Code: "hint-config-literal", Title: "Nothing is interpolated here",
		Text: "The command line passes config of a project file to the program as written. Use a variable for ${...}."},
	{Code: "hint-not-the-program", Title: "This is not evaluated",
		Text: "The program is another file, named by main, or a component. Then only name, config and runtime of " +
			"the project file are used."},
	{Code: "hint-output-unknown", Title: "A part of this output is unknown",
		Text: "A preview prints an output as unknown if any part of it is. The other parts are nevertheless shown " +
			"here."},
	{Code: "hint-unused-input", Title: "A component has no such input",
		Text: "inputs.yaml supplies a value for an input that the component does not declare. It is ignored."},
	{Code: "hint-rendering", Title: "This is printed in an unexpected format",
		Text: "Inside a string, numbers of a million or more are printed like 1e+06, null as <nil>, lists as [a b], " +
			"mappings as map[k:v]. Put the number in quotes where it is defined, or use fn::toJSON or fn::join."},
	{Code: "hint-unused-config", Title: "An unused config entry",
		Text: "Nothing in the program refers to the entry. A provider may still read it if its name has a package " +
			"prefix."},
	{Code: "hint-unused-variable", Title: "An unused variable",
		Text: "Nothing in the program refers to the variable."},
	{Code: "hint-unused-mock", Title: "An unused mock",
		Text: "inputs.yaml has outputs for a resource, or a result for a function, that this program does not have. " +
			"The name may be misspelt."},
	{Code: "hint-unknown-key", Title: "A key is ignored",
		Text: "Pulumi silently ignores this key. The message lists the known ones."},
	{Code: "hint-sdks", Title: "sdks is reserved",
		Text: "Pulumi fills sdks from lock files; a program that contains it makes the original crash."},
	{Code: "hint-merge-key", Title: "<< does not merge",
		Text: "Pulumi YAML treats << as an ordinary key. Use a variable, and write the keys out where they differ."},
	{Code: "hint-duplicate-key", Title: "A duplicate key",
		Text: "Only the last one is used."},
	{Code: "hint-function-not-alone", Title: "A function is not called",
		Text: "A function is called if it is the only key of its mapping. With other keys beside it, the mapping is " +
			"plain data."},
	{Code: "hint-arguments-dropped", Title: "Arguments are dropped",
		Text: "In the short form of an invoke, the arguments must be a mapping; anything else is ignored."},
	{Code: "hint-encrypted", Title: "A config value is encrypted",
		Text: "The key to decrypt it is not available here, so the value is unknown and secret. Set one under " +
			"config in inputs.yaml."},
	{Code: "hint-stack-environment", Title: "An environment is not available here",
		Text: "The stack's file opens an environment of Pulumi ESC that is not among the files. Add it as NAME.yaml, " +
			"or put its values under config in inputs.yaml."},
	{Code: "hint-file-outside", Title: "A file is not available here",
		Text: "A constant path outside the project is allowed, but the content of the file is unknown here."},
}
