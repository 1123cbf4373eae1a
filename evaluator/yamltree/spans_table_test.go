package yamltree

// spanCases lists valid documents, with their nodes and spans as show formats them.
var spanCases = []struct{ claim, text, want string }{
	{"plain scalars end with their last word", "a: 1\nb: two words # c\nc:  x\t# y\n", `
block map <a: 1\nb: two words # c\nc:  x>
  plain "a" <a>
    plain "1" <1>
  plain "b" <b>
    plain "two words" <two words>
  plain "c" <c>
    plain "x" <x>
`},
	{"a plain scalar of several lines ends with its last line", "a: b\n c\n\n d # e\nf: g", `
block map <a: b\n c\n\n d # e\nf: g>
  plain "a" <a>
    plain "b c\nd" <b\n c\n\n d>
  plain "f" <f>
    plain "g" <g>
`},
	{"a list may be in the column of its key", "c:\n- x\n-\n- y z\n  w\nd:\n", `
block map <c:\n- x\n-\n- y z\n  w\nd:>
  plain "c" <c>
    block seq <- x\n-\n- y z\n  w>
      plain "x" <x>
      missing @8 <>
      plain "y z w" <y z\n  w>
  plain "d" <d>
    missing @21 <>
`},
	{"quoted scalars include their quotes", "e: \"q\\u00e9 \n  r\"\nf: 'it''s' # c\n", `
block map <e: \"q\\u00e9 \n  r\"\nf: 'it''s'>
  plain "e" <e>
    double "qé r" <\"q\\u00e9 \n  r\">
  plain "f" <f>
    single "it's" <'it''s'>
`},
	{"block scalars end with the text of their last line",
		"a: |\n  x\n  y\n\nb: >-\n   p\n   q\n\n   r\n\nc: |+\n z\n\n\nd: |2 # c\n   t\n", `
block map <a: |\n  x\n  y\n\nb: >-\n   p\n   q\n\n   r\n\nc: |+\n z\n\n\nd: |2 # c\n   t>
  plain "a" <a>
    literal "x\ny\n" <|\n  x\n  y>
  plain "b" <b>
    folded "p q\nr" <>-\n   p\n   q\n\n   r>
  plain "c" <c>
    literal "z\n\n\n" <|+\n z\n\n>
  plain "d" <d>
    literal " t\n" <|2 # c\n   t>
`},
	{"flow collections end after their closing bracket",
		"a: {a, b: 2, c: [x: 1, ? y, {z: 1}: 2], d: , \"e\":f,} # c\nb: [a, # ]\n  [], {}, ] \n", `
block map <a: {a, b: 2, c: [x: 1, ? y, {z: 1}: 2], d: , \"e\":f,} # c\nb: [a, # ]\n  [], {}, ]>
  plain "a" <a>
    flow map <{a, b: 2, c: [x: 1, ? y, {z: 1}: 2], d: , \"e\":f,}>
      plain "a" <a>
        missing @5 <>
      plain "b" <b>
        plain "2" <2>
      plain "c" <c>
        flow seq <[x: 1, ? y, {z: 1}: 2]>
          flow map <x: 1>
            plain "x" <x>
              plain "1" <1>
          flow map <? y>
            plain "y" <y>
              missing @26 <>
          flow map <{z: 1}: 2>
            flow map <{z: 1}>
              plain "z" <z>
                plain "1" <1>
              plain "2" <2>
      plain "d" <d>
        missing @42 <>
      double "e" <\"e\">
        plain "f" <f>
  plain "b" <b>
    flow seq <[a, # ]\n  [], {}, ]>
      plain "a" <a>
      flow seq <[]>
      flow map <{}>
`},
	{"tags and anchors are part of the span, not of the body",
		"k: &b\n  x: *b\nz: !!str\nv: !<tag:yaml.org,2002:str> &q # c\n  7\nu: &e\nl: !t\n- a\n", `
block map <k: &b\n  x: *b\nz: !!str\nv: !<tag:yaml.org,2002:str> &q # c\n  7\nu: &e\nl: !t\n- a>
  plain "k" <k>
    block map anchor=b <&b\n  x: *b> body <x: *b>
      plain "x" <x>
        alias b <*b>
  plain "z" <z>
    plain "" tag=!!str <!!str> body <>
  plain "v" <v>
    plain "7" tag=!<tag:yaml.org,2002:str> anchor=q <!<tag:yaml.org,2002:str> &q # c\n  7> body <7>
  plain "u" <u>
    plain "" anchor=e <&e> body <>
  plain "l" <l>
    block seq tag=!t <!t\n- a> body <- a>
      plain "a" <a>
`},
	{"a tag before a key belongs to the key, one on the line above to the mapping", "&m !t\n! k: v\n&n l: w\n", `
block map tag=!t anchor=m <&m !t\n! k: v\n&n l: w> body <! k: v\n&n l: w>
  plain "k" tag=! <! k> body <k>
    plain "v" <v>
  plain "l" anchor=n <&n l> body <l>
    plain "w" <w>
`},
	{"the tag ! is kept", "y: ! \nw: ! 5\nl:\n- !\n- ! \"q\"\nf: [! x]\n", `
block map <y: ! \nw: ! 5\nl:\n- !\n- ! \"q\"\nf: [! x]>
  plain "y" <y>
    plain "" tag=! <!> body <>
  plain "w" <w>
    plain "5" tag=! <! 5> body <5>
  plain "l" <l>
    block seq <- !\n- ! \"q\">
      plain "" tag=! <!> body <>
      double "q" tag=! <! \"q\"> body <\"q\">
  plain "f" <f>
    flow seq <[! x]>
      plain "x" tag=! <! x> body <x>
`},
	{"complex keys need no value", "? a\n? b\n: c\n? - d\n: - e\n", `
block map <? a\n? b\n: c\n? - d\n: - e>
  plain "a" <a>
    missing @3 <>
  plain "b" <b>
    plain "c" <c>
  block seq <- d>
    plain "d" <d>
    block seq <- e>
      plain "e" <e>
`},
	{"the position of a missing key is after its question mark", "? \n: v\n", `
block map <? \n: v>
  missing @1 <>
    plain "v" <v>
`},
	{"the position of an empty document is after its marker", "--- # c\n...\n---\nx\n", `
missing @3 <>
---
plain "x" <x>
`},
	{"a text without a document has no root", "# only\n\n", `
nothing
`},
	{"spans are exact in a text with CR LF and characters of several bytes", "a: é\r\né: [ü, \"x\"]\r\nb: |\r\n  ö\r\nc: d\r\n", `
block map <a: é\r\né: [ü, \"x\"]\r\nb: |\r\n  ö\r\nc: d>
  plain "a" <a>
    plain "é" <é>
  plain "é" <é>
    flow seq <[ü, \"x\"]>
      plain "ü" <ü>
      double "x" <\"x\">
  plain "b" <b>
    literal "ö\n" <|\r\n  ö>
  plain "c" <c>
    plain "d" <d>
`},
	{"CR ends lines", "a: b\rc:\r  - d\r", `
block map <a: b\rc:\r  - d>
  plain "a" <a>
    plain "b" <b>
  plain "c" <c>
    block seq <- d>
      plain "d" <d>
`},
	{"NEL and LS end lines, too", "a: b\u0085c: d\u2028e: f\n", `
block map <a: b\u0085c: d\u2028e: f>
  plain "a" <a>
    plain "b" <b>
  plain "c" <c>
    plain "d" <d>
  plain "e" <e>
    plain "f" <f>
`},
	{"a byte order mark is not part of the first node", "\ufeffa: b\n", `
block map <a: b>
  plain "a" <a>
    plain "b" <b>
`},
	{"tabs may separate tokens", "a:\tb\n-x:\ty\nc: [\td,\n\te]\n", `
block map <a:\tb\n-x:\ty\nc: [\td,\n\te]>
  plain "a" <a>
    plain "b" <b>
  plain "-x" <-x>
    plain "y" <y>
  plain "c" <c>
    flow seq <[\td,\n\te]>
      plain "d" <d>
      plain "e" <e>
`},
	{"an alias can refer to the node that contains it", "a: &a [*a]\n", `
block map <a: &a [*a]>
  plain "a" <a>
    flow seq anchor=a <&a [*a]> body <[*a]>
      alias a <*a>
`},
	{"comments after dashes and keys are not part of a scalar", "- # c\n  a\n-\n  # x\n- |\n  t\n-   k: # v\n      w\n", `
block seq <- # c\n  a\n-\n  # x\n- |\n  t\n-   k: # v\n      w>
  plain "a" <a>
  missing @11 <>
  literal "t\n" <|\n  t>
  block map <k: # v\n      w>
    plain "k" <k>
      plain "w" <w>
`},
	{"JSON is read", "{\"a\":[1,true,null],\n \"b\":{\"c\":\"d\"}}\n", `
flow map <{\"a\":[1,true,null],\n \"b\":{\"c\":\"d\"}}>
  double "a" <\"a\">
    flow seq <[1,true,null]>
      plain "1" <1>
      plain "true" <true>
      plain "null" <null>
  double "b" <\"b\">
    flow map <{\"c\":\"d\"}>
      double "c" <\"c\">
        double "d" <\"d\">
`},
}
