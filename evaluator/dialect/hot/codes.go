package hot

import "pantograph/evaluator/diag"

// codes explains every problem that a template can have. The page shows the text below the message
// of a problem. A code that begins with hint- is a remark of ours: Heat accepts the template there.
var codes = []diag.Explanation{
	{Code: "alias-cycle", Title: "A value contains itself",
		Text: "An alias is inside the value that it refers to, so the value would never end. Write out the part " +
			"that you need, or give it a separate anchor."},
	{Code: "attribute-unknown", Title: "There is no such attribute",
		Text: "Each type has a fixed set of attributes; those of a nested template are its outputs."},
	{Code: "budget-copies", Title: "A repeat makes too many copies",
		Text: "Nested loops multiply the numbers of their elements. Loop over fewer, or over parallel lists with " +
			"permutations: false."},
	{Code: "budget-members", Title: "A group is too large",
		Text: "Only the first members of a very large group are evaluated."},
	{Code: "budget-nodes", Title: "Aliases expand to too many values",
		Text: "Aliases of aliases can turn a few lines into millions of values. Use fewer of them."},
	{Code: "budget-text", Title: "A string becomes too long",
		Text: "Replacement can turn a short string into one of any length. Replace fewer parts, or use shorter " +
			"replacements."},
	{Code: "condition-cycle", Title: "A condition depends on itself",
		Text: "Conditions may use one another, but not in a cycle."},
	{Code: "condition-definition", Title: "The definition of a condition is invalid",
		Text: "A condition is defined by true, false, or one of the functions get_param, equals, not, and, or; " +
			"since 2017-09-01 also contains and yaql. The name of another condition alone is not allowed."},
	{Code: "condition-invalid", Title: "A condition is invalid",
		Text: "Where a condition is used, Heat takes true, false, the name of a condition, or a function of " +
			"conditions that returns true or false."},
	{Code: "constraint-definition", Title: "A constraint is incomplete",
		Text: "Each constraint has its own form: range and length take min, max or both, modulo takes step and " +
			"offset, allowed_values a list, allowed_pattern and custom_constraint a string."},
	{Code: "constraint-type", Title: "This constraint does not apply to this type",
		Text: "range and modulo are for numbers, length for strings, lists and json, allowed_pattern for strings; " +
			"allowed_values and custom_constraint for all types except json."},
	{Code: "deletion-policy", Title: "There is no such deletion policy",
		Text: "The policies are Delete, Retain and Snapshot, since 2016-10-14 also in lower case. Types that need " +
			"no cloud do not support Snapshot."},
	{Code: "duplicate-name", Title: "A resource and a parameter have the same name",
		Text: "Ref and get_resource could not distinguish them. Rename one."},
	{Code: "environment-section", Title: "An environment has no such section",
		Text: "The sections are parameters, parameter_defaults, resource_registry, encrypted_param_names, " +
			"event_sinks and parameter_merge_strategies. None may be empty: write {} or omit it."},
	{Code: "environment-shape", Title: "This is not an environment",
		Text: "An environment file is a mapping of sections, and each section is a mapping."},
	{Code: "external-dependency", Title: "An existing resource cannot depend on others",
		Text: "With external_id, an existing resource is used as it is, so there is nothing to wait for: depends_on " +
			"is not allowed with it."},
	{Code: "file-missing", Title: "There is no such file",
		Text: "get_file reads the files of this document, by name."},
	{Code: "function-arguments", Title: "The arguments of a function have the wrong form",
		Text: "The message says which arguments the function takes. The path in Heat's message locates the call."},
	{Code: "function-not-in-condition", Title: "This function is not allowed in a condition",
		Text: "Conditions are decided before any resource is created, so they can only use get_param, equals, not, " +
			"and, or; since 2017-09-01 also contains and yaql."},
	{Code: "function-removed", Title: "This version no longer has the function",
		Text: "The first versions inherited functions from CloudFormation. Later ones reject them; the message " +
			"names the replacement."},
	{Code: "function-value", Title: "A function cannot use its argument",
		Text: "The arguments have the right form, but the function cannot use one of their values, such as a number " +
			"where strings are joined or an index out of range."},
	{Code: "hint-deprecated-attribute", Title: "A deprecated attribute",
		Text: "Heat still supports this attribute of the type, but may remove it."},
	{Code: "hint-deprecated-property", Title: "A deprecated property",
		Text: "Heat still accepts this property, but may remove it."},
	{Code: "hint-deprecated-type", Title: "A deprecated type",
		Text: "Heat still creates such resources, but the type is deprecated or no longer documented."},
	{Code: "hint-hidden-property", Title: "An old name of a property",
		Text: "Heat accepts properties under names that it no longer documents. Use the new name, or omit the " +
			"property if there is none."},
	{Code: "hint-types-not-checked", Title: "Cloud types are not checked",
		Text: "Heat's declarations of the types that need a cloud are in a separate file, which could not be " +
			"loaded. Evaluate again when you are online."},
	{Code: "hint-value-refused-later", Title: "A value that Heat rejects later",
		Text: "Inside nested templates and groups, Heat checks most values only when it creates the resource. It " +
			"will reject this one."},
	{Code: "hint-condition-function-outside", Title: "A condition function is plain data here",
		Text: "equals, not, and, or are functions only in conditions and in the first argument of if. Elsewhere " +
			"Heat treats them as data."},
	{Code: "hint-duplicate-key", Title: "A duplicate key", Text: "Heat silently uses the last of equal keys."},
	{Code: "hint-function-misspelt", Title: "A key looks like a function",
		Text: "If the key of a mapping is not a function, Heat silently treats the mapping as data. Ignore this if " +
			"it is data."},
	{Code: "hint-function-not-in-version", Title: "A function of a later version is plain data here",
		Text: "Heat silently treats a function that the template's version lacks as data. Raise " +
			"heat_template_version to use it."},
	{Code: "hint-ignored-key", Title: "Heat ignores this key",
		Text: "In the outputs of the root template, Heat reads only the keys that it knows."},
	{Code: "hint-output-null", Title: "An output is null because a part of it failed",
		Text: "Heat resolves an output as a whole: if one element or entry cannot be resolved, the value of the " +
			"output is null."},
	{Code: "hint-pattern-not-checked", Title: "A pattern was not checked",
		Text: "Matching takes too many steps, or the pattern is too large. The value is accepted here, and a result " +
			"that yaql computes with it is unknown; Heat may decide otherwise."},
	{Code: "hint-remote-file", Title: "A file is remote",
		Text: "The command-line client would download this file. Nothing is downloaded here: add a file with this " +
			"name; otherwise the value is unknown."},
	{Code: "hint-resource-facade", Title: "resource_facade has no value here",
		Text: "It reads the resource in the parent template that a nested template implements. A root template has " +
			"no parent; Heat rejects the function there."},
	{Code: "hint-unused-condition", Title: "An unused condition is wrong",
		Text: "Heat checks a condition only if something uses it, so this error has no effect yet."},
	{Code: "hint-yaql-no-value", Title: "A result of yaql has no JSON form",
		Text: "Heat accepts a date, a time span or a regular expression as a result, but cannot use it. Convert it " +
			"to a string, for example with str or format."},
	{Code: "hint-yaql-not-deterministic", Title: "The value of yaql is not predictable",
		Text: "The expression depends on the time, on randomness or on the machine. The value cannot be known " +
			"beforehand, and each update of the stack may change it."},
	{Code: "hint-yaql-not-supported", Title: "A part of YAQL is not supported",
		Text: "Only the names of characters in common blocks are known here, as in '\\N{BULLET}'. Write the " +
			"character, or its code: '\\u2022'."},
	{Code: "member-unknown", Title: "A group has no such member",
		Text: "The members of a group are named 0, 1 and so on, up to its count."},
	{Code: "merge-strategy", Title: "Environment files disagree on how to merge",
		Text: "The first file with a value for a parameter decides between overwrite, merge and deep_merge. Only " +
			"strings, lists and maps can be merged."},
	{Code: "name-shape", Title: "A name is not a string",
		Text: "Names of parameters, conditions, resources and outputs are strings. Without quotes, YAML 1.1 reads " +
			"80 as a number and on, off, yes and no as booleans."},
	{Code: "nesting-depth", Title: "Templates are nested too deeply",
		Text: "Heat allows five levels below the root. A template that uses itself is always too deep."},
	{Code: "output-shape", Title: "An output is incomplete",
		Text: "An output is a mapping with a value and, optionally, a description and a condition."},
	{Code: "parameter-constraint", Title: "A value violates a constraint",
		Text: "The value or the default of a parameter does not satisfy one of its constraints."},
	{Code: "parameter-group", Title: "A group of parameters is incomplete",
		Text: "A group has a list of existing parameters, and a parameter can be in one group only."},
	{Code: "parameter-key", Title: "An unknown key of a parameter",
		Text: "The keys are type, label, description, default, hidden, constraints, immutable and, since " +
			"2018-03-02, tags."},
	{Code: "parameter-missing", Title: "A parameter has no value",
		Text: "Set it in the environment or in inputs.yaml, or declare a default."},
	{Code: "parameter-shape", Title: "The declaration of a parameter has the wrong form",
		Text: "A parameter is a mapping with at least a type."},
	{Code: "parameter-type", Title: "There is no such parameter type",
		Text: "The types are string, number, comma_delimited_list, json and boolean."},
	{Code: "parameter-undeclared", Title: "A value for an undeclared parameter",
		Text: "The template declares no parameter of this name. parameter_defaults may contain values for any name."},
	{Code: "parameter-unknown", Title: "There is no such parameter",
		Text: "get_param reads the parameters of the template, and OS::stack_name, OS::stack_id and OS::project_id."},
	{Code: "parameter-value", Title: "A value does not match the type of its parameter",
		Text: "Numbers, booleans, lists and json each have a required form, even when they are written as strings."},
	{Code: "property-conflict", Title: "Properties contradict each other",
		Text: "A type also checks combinations of properties: some require others, some exclude each other, and " +
			"some values are only allowed with certain others."},
	{Code: "property-missing", Title: "A property is missing",
		Text: "The type, or the nested template, needs this property: it has no default."},
	{Code: "property-unknown", Title: "There is no such property",
		Text: "Each type has fixed properties, as Heat declares them; those of a nested template are its " +
			"parameters. For a cloud with other types, set schemas: false in inputs.yaml, or list files that " +
			"declare them."},
	{Code: "property-value", Title: "The value of a property is invalid",
		Text: "The value does not have the type of the property, or violates one of its constraints."},
	{Code: "random-length", Title: "A random string is too short",
		Text: "The minimums of character_classes and character_sequences together exceed length."},
	{Code: "registry-entry", Title: "A type is mapped to something invalid",
		Text: "In resource_registry a type is mapped to another type, to a template, or to null."},
	{Code: "registry-hook", Title: "There is no such hook or action",
		Text: "Hooks are pre-create, pre-update, pre-delete, post-create, post-update and post-delete; restricted " +
			"actions are update and replace."},
	{Code: "resource-cycle", Title: "Resources depend on one another",
		Text: "None of them can be created first. A reference in properties or metadata counts as much as depends_on."},
	{Code: "resource-key", Title: "An unknown key of a resource",
		Text: "The keys are type, properties, metadata, depends_on, deletion_policy, update_policy, description " +
			"and, since 2016-10-14, external_id and condition."},
	{Code: "resource-shape", Title: "A resource has the wrong form",
		Text: "A resource is a mapping with a type; properties, metadata and update_policy are mappings, depends_on " +
			"is a name or a list of names."},
	{Code: "resource-type-unknown", Title: "There is no such resource type",
		Text: "Heat knows its own types, those that the environment maps, and templates of this document."},
	{Code: "resource-unknown", Title: "There is no such resource",
		Text: "The template has no resource of this name, or the resource's condition is false."},
	{Code: "section-shape", Title: "A section is not a mapping",
		Text: "parameters, conditions, resources and outputs are mappings of names."},
	{Code: "section-unknown", Title: "An unknown section of a template",
		Text: "The sections are heat_template_version, description, parameter_groups, parameters, resources, " +
			"outputs and, since 2016-10-14, conditions."},
	{Code: "stack-name", Title: "The name of a stack is invalid",
		Text: "The name begins with a letter and continues with letters, digits, underscores, dots and hyphens, at " +
			"most 255 characters."},
	{Code: "tag-unknown", Title: "Heat does not support a tag",
		Text: "Only YAML's own tags can be used, and only for values that match them."},
	{Code: "template-missing", Title: "A nested template is missing",
		Text: "A type that ends in .yaml or .template is a file of this document."},
	{Code: "template-shape", Title: "This is not a template", Text: "A template is a mapping of sections."},
	{Code: "template-size", Title: "The template is too large for Heat",
		Text: "Heat accepts at most 524288 bytes. Evaluation continues here."},
	{Code: "type-schema", Title: "A file declares no type",
		Text: "schemas in inputs.yaml lists files of this document. Each contains the output of `openstack " +
			"orchestration resource type show -f json` for a type, or a list of such outputs."},
	{Code: "version-ambiguous", Title: "The template has two version keys",
		Text: "Keep heat_template_version and remove the other key."},
	{Code: "version-missing", Title: "The template has no version",
		Text: "A template begins with heat_template_version and a date or the name of a release."},
	{Code: "version-unknown", Title: "There is no such version",
		Text: "The version is one of a fixed list of dates, or the name of the release from newton to wallaby that " +
			"introduced one of them."},
	{Code: "yaml-anchor", Title: "Two anchors have the same name",
		Text: "Other YAML parsers let the later anchor redefine the name. Heat's rejects it."},
	{Code: "yaml-documents", Title: "A template has a second document", Text: "A template is one document."},
	{Code: "yaml-key", Title: "A key is a list or a map", Text: "Keys are plain values."},
	{Code: "yaml-plain", Title: "A string needs quotes in Heat",
		Text: "Heat's YAML parser rejects some strings without quotes: = and << alone, and a word in brackets that " +
			"ends with a colon."},
	{Code: "yaml-merge", Title: "A merge key without a mapping",
		Text: "<< takes a mapping or a list of mappings, usually through an alias."},
	{Code: "yaql-syntax", Title: "A YAQL expression is invalid",
		Text: "The message says where the expression becomes invalid. Operators, from the tightest binding: . " +
			"and ?., an index, the sign of a number, =~, * / mod, + -, comparisons and in, not, and, or, ->."},
	{Code: "yaql-value", Title: "A YAQL expression cannot be evaluated",
		Text: "A function does not accept these values, a key or an element is missing, or the value is larger than " +
			"Heat allows: 200 elements, 10000 bytes."},
}

// Codes explains every problem code that the dialect can report.
func Codes() []diag.Explanation { return codes }
