package terraform

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/value"
)

// site returns the line of the console that a path of the result belongs to. The path begins with
// the index of the line in a session, and then with json or console. Only json has parts:
// `[1].json.a` is a in the value of the second line.
func (s *session) site(path value.Path) (bind.Site, bool) {
	line, key, isKey, rest := 0, "", false, path
	key, index, isKey, rest, _ := path.Cut()
	if !isKey {
		line = index
		key, _, _, rest, _ = rest.Cut()
	}
	if line >= len(s.lines) {
		return bind.Site{}, false
	}
	at := bind.Site{Cell: s.lines[line].cell}
	if key == "json" {
		at.Path = rest
	}
	return at, true
}
