package pulumi

import (
	"slices"
	"strings"

	"pantograph/evaluator/value"
)

// A kind is the shape of a static type. Objects have known properties; maps have any keys, with values of one
// type.
type kind uint8

const (
	anyKind kind = iota
	stringKind
	numberKind
	integerKind
	booleanKind
	assetKind
	archiveKind
	listKind
	mapKind
	objectKind
	unionKind
	// resourceKind is the kind of a resource's type, whose properties are the outputs.
	resourceKind
)

// A typ is a static type (9). Types are immutable once built.
type typ struct {
	kind kind
	// element is the type of the items of a list or of the values of a map.
	element *typ
	// props are the properties of an object or a resource.
	props []prop
	// members are the distinct alternatives of a union; repeated are those that its name lists, or nil if they
	// are the same.
	members, repeated []*typ
	// token names the type in messages, for types of a package schema.
	token string
	// allowed are the values of an enumeration.
	allowed []enumValue
	size    int            // the number of types that are printed for this one; 0 counts as 1
	index   map[string]int // positions of the properties, if there are many
}

// largestType is the size above which a type is treated as any. Types share their parts, so a small program can
// have one that is too large to compare or print.
const largestType = 2000

func (t *typ) weight() int { return max(t.size, 1) }

// A prop is a property of an object. The properties of a literal's type are never required.
type prop struct {
	name     string
	typ      *typ
	required bool
}

// An enumValue is an allowed value; its name may be empty.
type enumValue struct {
	name  string
	value value.Value
}

var (
	anyType = &typ{kind: anyKind}
	// invalidType is the type of null, of the elements of an empty list and of functions
	// without a result type. It fits everywhere, and is printed as "Invalid" (9).
	invalidType = &typ{kind: anyKind, token: "Invalid"}
	stringType  = &typ{kind: stringKind}
	numberType  = &typ{kind: numberKind}
	integerType = &typ{kind: integerKind}
	booleanType = &typ{kind: booleanKind}
	assetType   = &typ{kind: assetKind}
	archiveType = &typ{kind: archiveKind}
	anyList     = &typ{kind: listKind, element: anyType}
	anyMap      = &typ{kind: mapKind, element: anyType}
)

// listOf returns the type of a list. The size of a type includes its parts, so that largestType limits what is
// compared and printed.
func listOf(element *typ) *typ {
	return &typ{kind: listKind, element: element, size: element.weight() + 1}
}

// mapOf returns the type of a map with any keys.
func mapOf(element *typ) *typ {
	return &typ{kind: mapKind, element: element, size: element.weight() + 1}
}

// add adds a property to an object type.
func (t *typ) add(p prop) {
	t.props = append(t.props, p)
	t.size = t.weight() + p.typ.weight()
}

// simpleNames are the names of types without parts.
var simpleNames = map[kind]string{
	anyKind: "any", stringKind: "string", numberKind: "number", integerKind: "integer",
	booleanKind: "boolean", assetKind: "asset", archiveKind: "archive",
}

// deepestName limits how deeply a type is printed.
const deepestName = 30

// String returns the type as it is printed in messages.
func (t *typ) String() string { return t.write(0) }

// write returns the type as the original's messages print it. Recursive types are cut off at deepestName, where
// it prints any.
func (t *typ) write(depth int) string {
	if t.token != "" {
		return t.token
	}
	if name, ok := simpleNames[t.kind]; ok {
		return name
	}
	if depth > deepestName {
		return "any"
	}
	switch t.kind {
	case listKind:
		return "List<" + t.element.write(depth+1) + ">"
	case mapKind:
		return "Map<" + t.element.write(depth+1) + ">"
	case unionKind:
		names := make([]string, len(t.alternatives()))
		for i, m := range t.alternatives() {
			names[i] = m.write(depth + 1)
		}
		return "Union<" + strings.Join(names, ", ") + ">"
	}
	names := make([]string, len(t.props))
	for i, p := range t.props {
		names[i] = p.name + ": " + p.typ.write(depth+1)
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// alternatives returns the members of a union as the original lists them.
func (t *typ) alternatives() []*typ {
	if t.repeated != nil {
		return t.repeated
	}
	return t.members
}

// prop returns the type of a property, or nil.
func (t *typ) prop(name string) *typ {
	if i := t.position(name); i >= 0 {
		return t.props[i].typ
	}
	return nil
}

// position returns the index of a property, or -1 if there is none. If several have the same name,
// which is possible only in the type of a literal, the last one wins. Large types get an index,
// which is extended if properties were added.
func (t *typ) position(name string) int {
	const many = 16
	if len(t.props) <= many {
		for i := len(t.props) - 1; i >= 0; i-- {
			if t.props[i].name == name {
				return i
			}
		}
		return -1
	}
	if t.index == nil {
		t.index = make(map[string]int, len(t.props))
	}
	for i := len(t.index); i < len(t.props); i++ {
		t.index[t.props[i].name] = i
	}
	if i, ok := t.index[name]; ok {
		return i
	}
	return -1
}

// propNames returns the names of the properties in the order of their declaration.
func (t *typ) propNames() []string {
	names := make([]string, len(t.props))
	for i, p := range t.props {
		names[i] = p.name
	}
	return names
}

// union returns the union of the element types of a list, without duplicates. If any is among them, it returns
// any; without types, it returns invalidType. Types are equal if they print the same. To the original, two types
// with parts are equal only if they come from the same expression, as its messages show: those of [{a: 1}, {a:
// 2}] are repeated.
func union(types []*typ) *typ {
	var members, repeated []*typ
	var last *typ
	var seen map[string]bool
	size, printed := 1, 1
	for _, t := range types {
		if t == anyType {
			return anyType
		}
		// Most lists have items of one type, for which nothing needs to be printed.
		if t == last {
			continue
		}
		last = t
		printed += t.weight()
		if len(members) == 0 {
			members, size = append(members, t), size+t.weight()
			continue
		}
		if repeated == nil {
			repeated, seen = append(repeated, members[0]), map[string]bool{members[0].String(): true}
		}
		if printed < largestType && !slices.Contains(repeated, t) {
			repeated = append(repeated, t)
		}
		if name := t.String(); !seen[name] {
			seen[name] = true
			members = append(members, t)
			size += t.weight()
		}
	}
	if printed >= largestType {
		repeated = nil // too many to be printed
	}
	switch {
	case len(members) == 0:
		return invalidType
	case len(members) == 1 && len(repeated) < 2:
		return members[0]
	}
	return &typ{kind: unionKind, members: members, repeated: repeated, size: size}
}

// typeOfData returns the static type of a known value.
func typeOfData(v value.Value) *typ {
	switch d := v.Data.(type) {
	case value.Bool:
		return booleanType
	case value.Number:
		return numberType
	case value.String:
		return stringType
	case *value.List:
		types := make([]*typ, len(d.Items))
		for i, c := range d.Items {
			types[i] = typeOfData(c)
		}
		return listOf(union(types))
	case *value.Object:
		t := &typ{kind: objectKind}
		for _, f := range d.Fields {
			t.add(prop{name: f.Key, typ: typeOfData(f.Value)})
		}
		return t
	case value.Null:
		return invalidType
	}
	return anyType
}

// A cause is the reason why one type cannot be assigned to another. Causes form a tree, like the
// detail of the original's message (9).
type cause struct {
	message string
	inner   []*cause
	// key is the property that is to blame if hasKey is set; otherwise the whole value is to blame.
	key     string
	hasKey  bool
	unknown string // the original's message for an unknown property
}

// assign returns the reason why a value of type from does not fit type to, or nil if it fits (9). depth bounds
// recursive types. A union fits only if all of its members fit, but a value need only fit one member of a union.
func assign(to, from *typ, depth int) *cause {
	if depth > deepestName || to == from || to.kind == anyKind || from.kind == anyKind {
		return nil
	}
	if from.kind == unionKind {
		for _, m := range from.members {
			if c := assign(to, m, depth+1); c != nil {
				return mismatch(to, from)
			}
		}
		return nil
	}
	switch to.kind {
	case unionKind:
		for _, m := range to.members {
			if assign(m, from, depth+1) == nil {
				return nil
			}
		}
		return mismatch(to, from)
	// All of these fit a string (9).
	case stringKind:
		return accept(to, from, stringKind, numberKind, integerKind, booleanKind, resourceKind)
	case numberKind, integerKind:
		return accept(to, from, numberKind, integerKind)
	case booleanKind:
		return accept(to, from, booleanKind)
	case assetKind:
		return accept(to, from, assetKind, archiveKind)
	case archiveKind:
		return accept(to, from, archiveKind)
	case resourceKind:
		return accept(to, from, resourceKind)
	case listKind:
		if from.kind != listKind {
			return mismatch(to, from)
		}
		return wrap(to, from, assign(to.element, from.element, depth+1))
	case mapKind:
		return assignMap(to, from, depth)
	}
	return assignObject(to, from, depth)
}

// accept returns nil if from is of one of the kinds, and a mismatch otherwise.
func accept(to, from *typ, kinds ...kind) *cause {
	for _, k := range kinds {
		if from.kind == k {
			return nil
		}
	}
	return mismatch(to, from)
}

// mismatch returns the cause for two types that do not fit.
func mismatch(to, from *typ) *cause {
	return &cause{message: "Cannot assign type '" + from.String() + "' to type '" + to.String() + "'"}
}

// wrap adds the level of a list or map to the cause of a mismatch inside it, if there is one.
func wrap(to, from *typ, inner *cause) *cause {
	if inner == nil {
		return nil
	}
	return &cause{message: "Cannot assign '" + from.String() + "' to '" + to.String() + "'", inner: []*cause{inner}}
}

// assignMap accepts an object for a map if each of its properties fits the element type.
func assignMap(to, from *typ, depth int) *cause {
	switch from.kind {
	case mapKind:
		return wrap(to, from, assign(to.element, from.element, depth+1))
	case objectKind:
		for _, p := range from.props {
			if c := assign(to.element, p.typ, depth+1); c != nil {
				why := wrap(to, from, c)
				why.key, why.hasKey = p.name, true
				return why
			}
		}
		return nil
	}
	return mismatch(to, from)
}

// assignObject compares object types: required properties must be present, and those present must be known and
// fit. All causes are collected. A map fits, since its properties are unknown.
func assignObject(to, from *typ, depth int) *cause {
	if from.kind == mapKind {
		return nil
	}
	if from.kind != objectKind {
		return mismatch(to, from)
	}
	whole := &cause{message: "Cannot assign '" + from.String() + "' to '" + to.String() + "'"}
	for i, p := range from.props {
		if from.position(p.name) != i {
			continue
		}
		want := to.prop(p.name)
		if want == nil {
			unknown := "Property " + p.name + " does not exist on '" + to.String() + "'"
			whole.inner = append(whole.inner, &cause{message: unknown + existingProps(p.name, to),
				key: p.name, hasKey: true, unknown: unknown})
			continue
		}
		if c := assign(want, p.typ, depth+1); c != nil {
			whole.inner = append(whole.inner, &cause{key: p.name, hasKey: true, inner: []*cause{c}})
		}
	}
	for _, p := range to.props {
		if p.required && from.prop(p.name) == nil {
			whole.inner = append(whole.inner, &cause{message: "Missing required property '" + p.name + "'"})
		}
	}
	if len(whole.inner) == 0 {
		return nil
	}
	return whole
}
