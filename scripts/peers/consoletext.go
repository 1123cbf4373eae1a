package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// consoleText formats a value as Terraform's console does. No module publishes that part of Terraform,
// so this follows its documentation and recorded answers.
func consoleText(v cty.Value, indent int) string {
	switch {
	case v.IsMarked():
		return "(sensitive value)"
	case !v.IsKnown():
		return "(known after apply)"
	case v.IsNull():
		return nullText(v.Type())
	}
	switch t := v.Type(); {
	case t == cty.String:
		return quotedText(v.AsString(), indent)
	case t == cty.Bool:
		return strconv.FormatBool(v.True())
	case t == cty.Number:
		f := v.AsBigFloat()
		if f.IsInf() {
			return f.String()
		}
		return f.Text('f', -1)
	case t.IsTupleType(), t.IsListType(), t.IsSetType():
		return sequenceText(v, indent)
	case t.IsObjectType(), t.IsMapType():
		return mappingText(v, indent)
	default:
		return t.FriendlyName()
	}
}

// nullText formats a null, for which the console shows the type.
func nullText(t cty.Type) string {
	switch {
	case t == cty.DynamicPseudoType:
		return "null"
	case t.IsPrimitiveType():
		return "to" + t.FriendlyName() + "(null)"
	case t.IsListType():
		return fmt.Sprintf("tolist(null) /* of %s */", t.ElementType().FriendlyName())
	case t.IsSetType():
		return fmt.Sprintf("toset(null) /* of %s */", t.ElementType().FriendlyName())
	case t.IsMapType():
		return fmt.Sprintf("tomap(null) /* of %s */", t.ElementType().FriendlyName())
	}
	return fmt.Sprintf("null /* %s */", t.FriendlyName())
}

// sequenceText formats a tuple, a list or a set. A list is a call of tolist, and a set one of toset.
func sequenceText(v cty.Value, indent int) string {
	text := "[]"
	if v.LengthInt() > 0 {
		text = "[\n"
		for it := v.ElementIterator(); it.Next(); {
			_, item := it.Element()
			text += blanks(indent+2) + consoleText(item, indent+2) + ",\n"
		}
		text += blanks(indent) + "]"
	}
	switch t := v.Type(); {
	case t.IsListType():
		return "tolist(" + text + ")"
	case t.IsSetType():
		return "toset(" + text + ")"
	}
	return text
}

// mappingText formats an object or a map, with sorted keys. A map is a call of tomap.
func mappingText(v cty.Value, indent int) string {
	text := "{}"
	if v.LengthInt() > 0 {
		text = "{\n"
		items := v.AsValueMap()
		for _, key := range keys(items) {
			text += blanks(indent+2) + quotedText(key, indent+2) + " = " + consoleText(items[key], indent+2) + "\n"
		}
		text += blanks(indent) + "}"
	}
	if v.Type().IsMapType() {
		return "tomap(" + text + ")"
	}
	return text
}

// quotedText formats a string in quotes or, if it has several lines, as a heredoc.
func quotedText(s string, indent int) string {
	if !strings.Contains(s, "\n") {
		return strconv.Quote(s)
	}
	lines, end := strings.Split(s, "\n"), "EOT"
	for clashes(lines, end) {
		end += "_"
	}
	text := "<<" + end + "\n"
	if indent > 0 {
		text = "<<-" + end + "\n"
	}
	for _, line := range lines {
		text += blanks(indent) + line + "\n"
	}
	return text + blanks(indent) + end
}

// clashes reports whether a line would end a heredoc with the given end.
func clashes(lines []string, end string) bool {
	for _, line := range lines {
		if strings.TrimSpace(line) == end {
			return true
		}
	}
	return false
}

// blanks returns n spaces.
func blanks(n int) string { return strings.Repeat(" ", n) }

// isHuge reports whether a value contains a number with too many digits to print.
func isHuge(v cty.Value) bool {
	const maxDigits = 100_000 // binary digits before or after the point
	found := false
	plain, _ := v.UnmarkDeep()
	cty.Walk(plain, func(_ cty.Path, item cty.Value) (bool, error) {
		if item.Type() == cty.Number && !item.IsNull() && item.IsKnown() {
			if e := item.AsBigFloat().MantExp(nil); e > maxDigits || e < -maxDigits {
				found = true
			}
		}
		return true, nil
	})
	return found
}
