package stdlib

import "path"

// Absolute returns the absolute form of the path name, which is relative to folder unless it starts
// with a slash.
func Absolute(folder, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(folder, name)
}
