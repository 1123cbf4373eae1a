package stdlib

import "path"

// Absolute returns a cleaned path from the root. A relative name starts at a folder.
func Absolute(folder, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(folder, name)
}
