package yaql

func characterNamed(name string) (rune, bool) {
	if name == "BULLET" {
		return '•', true
	}
	return 0, false
}
