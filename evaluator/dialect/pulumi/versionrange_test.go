package pulumi

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/source"
)

func TestVersionRangesMatchThoseOfTheCLI(t *testing.T) {
	for text, want := range map[string]string{
		">=3.0.0":          "",
		"3.255.0":          "",
		"=3.255.0":         "",
		">= 3.0.0 < 4.0.0": "",
		"3.x":              "",
		"3.255.x":          "",
		"<=3.x":            "",
		"<3.0.0 || 3.x":    "",
		"!3.254.0":         "",
		">3.255.0-alpha.1": "",
		">3.254.x":         "",
		">3.x":             `Pulumi CLI version 3.255.0 does not satisfy the version range ">3.x"`,
		"!=3.255.0":        `Pulumi CLI version 3.255.0 does not satisfy the version range "!=3.255.0"`,
		">=3.0.0 <3.100.0 || 4.x.x": `Pulumi CLI version 3.255.0 does not satisfy the version range ">=3.0.0 ` +
			`<3.100.0 || 4.x.x"`,
		">=3.0": `parsing CLI version range ">=3.0": Could not parse Range ">=3.0": Could not parse version ` +
			`"3.0" in ">=3.0": No Major.Minor.Patch elements found`,
		"~3.0.0": `parsing CLI version range "~3.0.0": Could not parse Range "~3.0.0": Could not parse ` +
			`comparator "~" in "~3.0.0"`,
		"x0.0":    `Pulumi CLI version 3.255.0 does not satisfy the version range "x0.0"`,
		".5 =x":   `parsing CLI version range ".5 =x": Could not get version from string: "=x"`,
		"<=00..x": `parsing CLI version range "<=00..x": Could not get version from string: "<"`,
		"":        "",
		"3x": `parsing CLI version range "3x": Could not parse Range ">=3x": Could not parse version "3x" in ` +
			`">=3x": No Major.Minor.Patch elements found`,
		"3.255.0 -": "",
		"~3.255.x":  "",
		"3.x.x":     `Pulumi CLI version 3.255.0 does not satisfy the version range "3.x.x"`,
		"3.x.0":     `parsing CLI version range "3.x.0": Could not get version from string: "<"`,
		"x":         `parsing CLI version range "x": Last element in range is '||'`,
		"3.0.0 ||":  `parsing CLI version range "3.0.0 ||": Last element in range is '||'`,
		"|| 3.0.0":  `parsing CLI version range "|| 3.0.0": First element in range is '||'`,
		"3.0.0-": `parsing CLI version range "3.0.0-": Could not parse Range "3.0.0-": Could not parse version ` +
			`"3.0.0-" in "3.0.0-": Prerelease is empty`,
		"3..0": `parsing CLI version range "3..0": Could not parse Range "3..0": Could not parse version "3..0" ` +
			`in "3..0": strconv.ParseUint: parsing "": invalid syntax`,
		"new": `parsing CLI version range "new": Could not get version from string: "new"`,
		">=03.0.0": `parsing CLI version range ">=03.0.0": Could not parse Range ">=03.0.0": Could not parse ` +
			`version "03.0.0" in ">=03.0.0": Major number must not contain leading zeroes "03"`,
	} {
		got := ""
		if p := versionMismatch(source.Span{}, text); p != nil {
			got = p.Text()
		}
		assert.Equal(t, want, got, text)
	}
}
