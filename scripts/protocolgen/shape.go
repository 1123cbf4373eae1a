package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"
)

// A Shape is the description of the protocol that the generators use.
type Shape struct {
	Structs   []Struct
	Constants []Constant
}

// A Struct is one message.
type Struct struct {
	Name   string
	Doc    string
	Fields []Field
}

// A Field is one member of a message.
type Field struct {
	Name string // the name of the field in Go
	JSON string
	Doc  string
	Type Type
	Omit bool // the json tag has omitempty
}

// A Type is a string, an int, a bool, a struct, or a pointer to or a list of another. The numbers in a list can be
// int32.
type Type struct {
	Kind Kind
	Name string // the name of a struct, or "int32"
	Elem *Type  // the element type of a pointer or a list
}

// A Kind is one of the kinds of types that the protocol may use.
type Kind int

// The kinds.
const (
	Text Kind = iota
	Int
	Bool
	Message
	Pointer
	List
)

// A Constant is a number or a list of strings that Go and TypeScript share.
type Constant struct {
	Name  string
	Doc   string
	Value string   // the text of a number
	Items []string // the strings of a list
}

// Struct returns the message with the given name, or nil.
func (s *Shape) Struct(name string) *Struct {
	for i := range s.Structs {
		if s.Structs[i].Name == name {
			return &s.Structs[i]
		}
	}
	return nil
}

// Fingerprint returns a digest of everything on which both sides must agree: names, types and
// constants, but not comments.
func (s *Shape) Fingerprint() string {
	hash := sha256.New()
	for _, m := range s.Structs {
		fmt.Fprintf(hash, "%s\n", m.Name)
		for _, f := range m.Fields {
			fmt.Fprintf(hash, "\t%s %s %t\n", f.JSON, goType(f.Type), f.Omit)
		}
	}
	for _, c := range s.Constants {
		fmt.Fprintf(hash, "%s %s %q\n", c.Name, c.Value, c.Items)
	}
	return hex.EncodeToString(hash.Sum(nil))[:12]
}

// readShape reads the shape from the content of Go files. It only parses them; the compiler checks
// their types.
func readShape(texts ...[]byte) (*Shape, error) {
	shape := &Shape{}
	for _, text := range texts {
		file, err := parser.ParseFile(token.NewFileSet(), "protocol.go", text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if err := shape.read(file); err != nil {
			return nil, err
		}
	}
	return shape, shape.check()
}

// read adds the declarations of a file, except functions and methods.
func (s *Shape) read(file *ast.File) error {
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range group.Specs {
			if err := s.add(group, spec); err != nil {
				return err
			}
		}
	}
	return nil
}

// add adds a struct or a constant. The doc comment belongs to the declaration around it.
func (s *Shape) add(group *ast.GenDecl, spec ast.Spec) error {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		members, ok := spec.Type.(*ast.StructType)
		if !ok {
			return fmt.Errorf("%s is not a struct: the protocol consists of structs only", spec.Name.Name)
		}
		fields, err := readFields(spec.Name.Name, members)
		s.Structs = append(s.Structs, Struct{spec.Name.Name, prose(group.Doc), fields})
		return err
	case *ast.ValueSpec:
		constant, err := readConstant(spec)
		constant.Doc = prose(group.Doc)
		s.Constants = append(s.Constants, constant)
		return err
	}
	return nil
}

// readFields reads the fields of a struct. The documentation of a field is the comment before it and
// the one on its line.
func readFields(owner string, members *ast.StructType) ([]Field, error) {
	var fields []Field
	for _, member := range members.Fields.List {
		if len(member.Names) != 1 || member.Tag == nil {
			return nil, fmt.Errorf("%s: each field must be declared separately and have a json tag", owner)
		}
		tag, err := strconv.Unquote(member.Tag.Value)
		if err != nil {
			return nil, err
		}
		name, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		kind, err := readType(member.Type)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", owner, member.Names[0].Name, err)
		}
		doc := strings.TrimSpace(prose(member.Doc) + "\n" + prose(member.Comment))
		fields = append(fields, Field{member.Names[0].Name, name, doc, kind, options == "omitempty"})
	}
	return fields, nil
}

// readType reads the type of a field. A name other than the three basic ones must be that of a
// struct, as check verifies.
func readType(expr ast.Expr) (Type, error) {
	switch expr := expr.(type) {
	case *ast.Ident:
		switch expr.Name {
		case "string":
			return Type{Kind: Text}, nil
		case "int":
			return Type{Kind: Int}, nil
		case "int32":
			return Type{Kind: Int, Name: expr.Name}, nil
		case "bool":
			return Type{Kind: Bool}, nil
		}
		return Type{Kind: Message, Name: expr.Name}, nil
	case *ast.StarExpr:
		elem, err := readType(expr.X)
		return Type{Kind: Pointer, Elem: &elem}, err
	case *ast.ArrayType:
		elem, err := readType(expr.Elt)
		return Type{Kind: List, Elem: &elem}, err
	}
	return Type{}, fmt.Errorf("the protocol does not support types like this (%T)", expr)
}

// readConstant reads a constant that is a number, or a variable that is a list of strings.
func readConstant(spec *ast.ValueSpec) (Constant, error) {
	constant := Constant{Name: spec.Names[0].Name}
	if len(spec.Names) != 1 || len(spec.Values) != 1 {
		return constant, fmt.Errorf("%s: each constant must be declared separately and have a value", constant.Name)
	}
	switch value := spec.Values[0].(type) {
	case *ast.BasicLit:
		constant.Value = value.Value
	case *ast.CompositeLit:
		for _, item := range value.Elts {
			text, err := strconv.Unquote(item.(*ast.BasicLit).Value)
			if err != nil {
				return constant, fmt.Errorf("%s: %w", constant.Name, err)
			}
			constant.Items = append(constant.Items, text)
		}
	}
	return constant, nil
}

// check returns an error if the shape has something that the generators do not support.
func (s *Shape) check() error {
	for _, m := range s.Structs {
		if len(m.Fields) == 0 || m.Fields[0].Omit {
			return fmt.Errorf("%s: the first field must not be omitempty, so that the encoder knows "+
				"where commas are needed", m.Name)
		}
		for _, f := range m.Fields {
			if t := f.Type.leaf(); t.Kind == Message && s.Struct(t.Name) == nil {
				return fmt.Errorf("%s.%s: there is no struct %s", m.Name, f.Name, t.Name)
			}
			if f.Type.Kind == Int && f.Type.Name != "" {
				return fmt.Errorf("%s.%s: int32 is for numbers in a list; one number is an int", m.Name, f.Name)
			}
			if f.Type.Kind == Pointer && (!f.Omit || f.Type.Elem.Kind != Message) {
				return fmt.Errorf("%s.%s: a pointer must be omitempty and point to a struct", m.Name, f.Name)
			}
		}
	}
	return nil
}

// leaf returns the innermost element type of lists and pointers.
func (t Type) leaf() Type {
	for t.Elem != nil {
		t = *t.Elem
	}
	return t
}

// prose returns the text of a comment, or "" if group is nil.
func prose(group *ast.CommentGroup) string { return strings.TrimSpace(group.Text()) }
