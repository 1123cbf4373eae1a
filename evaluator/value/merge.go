package value

import "strings"

// Distinct returns fields without repeated keys. A repeated key has its last value, in the position
// of the first. Distinct does not modify its argument.
func Distinct(fields []Field) []Field {
	if !repeats(fields) {
		return fields
	}
	at := make(map[string]int, len(fields))
	out := fields[:0:0]
	for _, f := range fields {
		if i, ok := at[f.Key]; ok {
			out[i] = f
			continue
		}
		at[f.Key] = len(out)
		out = append(out, f)
	}
	return out
}

// ascending reports whether each key is greater than the one before it.
func ascending(fields []Field) bool {
	for i := 1; i < len(fields); i++ {
		if fields[i-1].Key >= fields[i].Key {
			return false
		}
	}
	return true
}

func repeats(fields []Field) bool {
	if ascending(fields) {
		return false
	}
	if len(fields) <= 16 {
		for i := range fields {
			for j := range i {
				if fields[i].Key == fields[j].Key {
					return true
				}
			}
		}
		return false
	}
	seen := make(map[string]bool, len(fields))
	for i := range fields {
		if seen[fields[i].Key] {
			return true
		}
		seen[fields[i].Key] = true
	}
	return false
}

// ExtendReason returns the reason for a part of an unknown value: the value's reason, extended by
// the path to the part. A reason that is long or is a sentence is returned unchanged.
func ExtendReason(why string, path Path) string {
	const maxLen = 120
	if len(why) > maxLen || strings.Contains(why, " ") {
		return why
	}
	return string(Path(why).Join(path))
}

// Why returns the reason for the first unknown value in v, "not known" if that value has no reason,
// or "" if v contains no unknown value.
func Why(v Value) string {
	if !v.HasUnknown() {
		return ""
	}
	switch d := v.Data.(type) {
	case Unknown:
		if d.Why == "" {
			return "not known"
		}
		return d.Why
	case *List:
		for _, c := range d.Items {
			if c.HasUnknown() {
				return Why(c)
			}
		}
	case *Object:
		for i := range d.Fields {
			if c := d.Fields[i].Value; c.HasUnknown() {
				return Why(c)
			}
		}
	case *Tagged:
		return Why(d.Body)
	}
	return "not known"
}
