package yamltree

// seeds lists documents with various constructs, valid and invalid, from which the fuzz tests start.
var seeds = []string{
	"---\n  - \"\n\"d", "!\n  - \"\n\"d", "&m\n  - '\n's", "!t &a\n  k: \"\n\"d", "!\n  - '\n' d\n",
	"a: 1\nb: two words # c\nc:\n- x\n-\n- y z\n  w\nd:\ne: \"q\\u00e9 \n  r\"\nf: 'it''s'\n",
	"a: |\n  x\n  y\n\nb: >-\n   p\n   q\n\n   r\n\nc: |+\n z\n\n\nd: |2\n   t\n",
	"{a, b: 2, c: [x: 1, ? y, {z: 1}: 2], d: , \"e\":f,}",
	"&a !t k: &b\n  x: *a\ny: ! \nz: !!str\nw: ! 5\nv: !<tag:yaml.org,2002:str> &q\n  7\nu: &e\n",
	"&m\n! k: v\n", "! \n- a\n- !\n- b\n", "? a\n? b\n: c\n? - d\n: - e\n", "? \n: v\n", "---\n",
	"--- # c\n...\n---\nx\n", "# only\n", "",
	"a: é\r\né: [ü, \"x\"]\r\n", "- - a\n  - b\n-   c: d\n    e:\n    - f\n", "a:\tb\nc: d\t# x\n",
	"a: !!null\nb: &x !!str\nc: !!str &x # c\n", "- # c\n  a\n-\n  # x\n- |\n  t", "{ ? }", "a: &a [*a]\n", "{0:}",
	"[a:, b:]\n",
	"a: \"x \\\n  y\\n\n\n z\\ \"\n", "a: >\n  x\n    y\n  z\n\n\n  w\n", "- - - - x\n", "? ? ? a\n",
	"[[{a: [b: {c: d}]}]]\n", "a: b\n c\n\n d # e\n",
	"a: 1\n\tb: 2\nc: 3\n", "r:\n\ta: 1\n\tb: 2\n",
	"resources:\n  a:\n    type: x\n    properties:\n      p: \"open\n      q: 1\n  b:\n    type: y\noutputs:\n" +
		"  o: ${a}\n",
	"resources:\n  a:\n    l: [1, 2\n    m: 3\n  b: {x: 1\n  c: 5\n",
	"a: b: c\nd: 1\n", "a:\n    b: 1\n  c: 2\nd: 3\n", "a:\n  b: 1\n   c: 2\nd: 3\n",
	"a: *nope\nb: &x 1\nc: *x\n", "a: @b\nc: `d\ne: %f\ng: 1\n", "a: \"\\q\"\nb: \"\\x4\"\n",
	"a:\n  - 1\n  - [\n  - 3\nb: 1\n", "l:\n- a: 1\n  b: 'x\n  c: 2\n- d: 4\n",
	"x: &a 1\ny: [\nz: *a\n", "x: &a [1\ny: 2\nz: *a\n",
	"%YAML 1.1\n%YAML 1.1\n---\na: 1\n", "%FOO\n---\na\n", "a: 1\nb\nc: 2\n", "a: \"x\" y\nb: 1\n",
	"a: [1 , 2]]\nb: 1\n", "- a\nb: 1\n", "a: 1\n- b\nc: 2\n", "a: *.txt\n", "a: >=1.0\nb: 2\n", "a: - b\n",
	"a: 1\x01\nb: 2\n", "a: {b: [1, 2}\nc: 3\n", "{\"a\": 1, \"b\": [1, 2, }", "a: {b: 1 c: 2}\nd: 1\n",
	"a: !x!y z\nb: 1\n",
	"a: !t\n  b: [\n  c: 2\n", "a:\n  b: |\n    x\n   y\n  c: 1\nd: 2\n", "---\na: [\n---\nb: 2\n", "a: 'it's'\nb: 1\n",
	"? [\n: b\nc: 1\n", "\"a\"b: 1\nc: 2\n", "a:\n- b: 1\n c: 2\n- d: 1\ne: 1\n", "a: 1\n\t\nb: 2\n",
	"a: [\n\t1,\n\t2 3\n]\nb: 1\n",
	"[!\nb: ]\n", "{&a\nb: c}\n", "[!t\nb: c]\n",
	"00\n0\u0085", "k: a\n  b\u2028", "- a\u2029  b\u0085- c",
}
