package pullconf

import "pantograph/evaluator/bind"

// The shapes of documents, as tables like those of the resource types: completion and hover use
// them for the keys outside of parameters.

var (
	tKind       = valueType{word: "client or group", choices: []string{"client", "group"}}
	tKey        = valueType{word: "SHA-256 hash"}
	tAnything   = valueType{shape: aHash, word: "hash"}
	tMembership = valueType{word: "name of a group"}
	tGroupNames = valueType{shape: anArray, member: &tMembership}
	tType       = valueType{word: "type of resource"}
	tParameters = valueType{shape: aHash, word: "hash"} // the resource type determines its fields
	tResource   = valueType{shape: aHash, word: "resource", fields: resourceFields}
	tResources  = valueType{shape: anArray, member: &tResource}
	tRequired   = valueType{shape: aHash, word: "resource"} // its fields depend on the type
	tRequires   = valueType{shape: anArray, member: &tRequired}
	tExecute    = valueType{word: "execute", choices: []string{"execute"}}
	tTriggered  = valueType{shape: aHash, word: "command", fields: triggerFields}
	tTriggers   = valueType{shape: anArray, member: &tTriggered}
	tState      = valueType{word: "state", choices: states}
	tStates     = valueType{shape: anArray, member: &tState}
	tClient     = valueType{shape: aHash, word: "client", fields: clientFields}
	tGroupDoc   = valueType{shape: aHash, word: "group", fields: groupFields}

	kindField      = parameter{name: "type", of: &tKind, required: true, doc: "What the document describes."}
	resourcesField = parameter{name: "resources", of: &tResources,
		doc: "The resources, in the order in which they are processed."}
	linkField = parameter{name: "type", of: &tType, required: true, doc: "The type of the other resource."}

	clientFields = []parameter{
		kindField,
		{name: "name", of: &tHost, required: true, doc: "The host name of the client."},
		{name: "api_key", of: &tKey, required: true,
			doc: "The hash of the key that identifies the client: 64 hexadecimal digits."},
		{name: "groups", of: &tGroupNames, doc: "The groups whose resources the client gets in addition to its own."},
		{name: "variables", of: &tAnything,
			doc: "Strings, arrays and hashes that parameters refer to as ${pullconf::name}."},
		resourcesField,
	}
	groupFields = []parameter{
		kindField,
		{name: "name", of: &tHost, required: true, doc: "The name of the group."},
		resourcesField,
	}
	resourceFields = []parameter{
		{name: "type", of: &tType, required: true, doc: "The type of the resource."},
		{name: "parameters", of: &tParameters, required: true, doc: "The parameters of the resource."},
		{name: "requires", of: &tRequires, doc: "The resources that must be applied, with success, before this one."},
		{name: "triggers", of: &tTriggers, doc: "The commands that run when this resource has changed."},
	}
	triggerFields = []parameter{
		{name: "type", of: &tExecute, required: true, doc: "Only resources of type execute can be triggered."},
		{name: "name", of: &tText, required: true, doc: "The name of the command."},
		{name: "when", of: &tStates,
			doc: "The changes of this resource that trigger the command; by default all three."},
	}
)

// typeAt returns the type of the value at a path, or nil if the path is not valid.
func (b *binder) typeAt(s *cursor, path []string) *valueType {
	of := &tClient
	if word(s.documentKind()) == "group" {
		of = &tGroupDoc
	}
	for i, step := range path {
		if step == bind.ItemStep {
			of = of.member
		} else if k := findParameter(b.fieldsOf(s, path[:i], of), step); k >= 0 {
			of = b.fieldsOf(s, path[:i], of)[k].of
		} else {
			of = nil
		}
		if of == nil {
			return nil
		}
	}
	return of
}

// documentKind returns the type of the document, as written.
func (s *cursor) documentKind() string {
	for _, r := range s.rows {
		if r.isKey && r.key == "type" && r.column == 0 {
			return r.value
		}
	}
	return ""
}

// fieldsOf returns the keys that a hash at a path can have. The type of a resource determines its
// parameters, and the type of a link the key that names the other resource.
func (b *binder) fieldsOf(s *cursor, path []string, of *valueType) []parameter {
	switch of {
	case &tParameters:
		if t := typeNamed(s.typeAround(len(path) - 1)); t != nil {
			return t.parameters
		}
	case &tRequired:
		fields := []parameter{linkField}
		if t := typeNamed(s.typeAround(len(path))); t != nil && t.primary != "" {
			fields = append(fields, t.parameters[t.find(t.primary)])
		}
		return fields
	}
	return of.fields
}
