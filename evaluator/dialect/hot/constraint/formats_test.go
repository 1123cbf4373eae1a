package constraint

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
)

func TestValidAndInvalidFormatsAreDistinguished(t *testing.T) {
	for name, texts := range map[string]struct{ good, bad string }{
		"ip_addr": {"1.2.3.4 :: fe80::1 ::ffff:1.2.3.4 1:2:3:4:5:6:7:8",
			"1.2.3 1.2.3.256 01.2.3.4 1::2::3 1:2:3:4:5:6:7 g::"},
		"net_cidr": {"10.0.0.0/8 10.0.0.1/8 ::/0",
			"10.0.0.0 10.0.0.0/33 fe80::/129 x/8 10/8 10.0.0.0/08 10.0.0.0/255.0.0.0"},
		"ip_or_cidr": {"10.0.0.0 10.0.0.0/8", "10.0.0 x"},
		"mac_addr": {"00:11:22:33:44:55 0011.2233.4455 00-11-22-33-44-55 001122334455 00:11:22",
			"00:11:22:33:44 gg:11:22:33:44:55 0"},
		"dns_name":        {"a.example.org a a.org. a.123", "a..b -a.org a_b.org a.123."},
		"rel_dns_name":    {"a a.b", "a.b."},
		"dns_domain":      {"example.org. org.", "example.org org"},
		"cron_expression": {"*/5,*,*,*,* 0,0,1-15,jan,mon-fri @daily 0,12,*,*,5#2", "60,*,*,*,* *,* a,*,*,*,*"},
		"iso_8601": {"2024-02-29 2024-01-31T12:00:00Z 20240131T1200 2024-01-31T12:00:00.5+02:00",
			"2023-02-29 yesterday 2024-13-01 2024-01-31T25:00"},
		"expiration":  {"2030-01-31T12:00:00", "soon"},
		"timezone":    {"Europe/Berlin UTC europe/berlin America/Argentina/Salta", "Mars/Base Berlin"},
		"json_string": {`{"a":1} 5 []`, `{a} '`},
	} {
		check := localConstraints[name]
		require.NotNil(t, check, name)
		for _, text := range strings.Fields(texts.good) {
			_, ok := check(spaced(name, text))
			assert.True(t, ok, "%s: %s", name, text)
		}
		for _, text := range strings.Fields(texts.bad) {
			_, ok := check(spaced(name, text))
			assert.False(t, ok, "%s: %s", name, text)
		}
	}
	assert.Len(t, localConstraints, 12)
}

// spaced puts spaces between the fields of a cron expression, since the rows above use them to
// separate examples.
func spaced(name, text string) string {
	if name == "cron_expression" {
		return strings.ReplaceAll(text, ",", " ")
	}
	return text
}

func TestOtherNotationsOfANetworkAreUnderstood(t *testing.T) {
	for text, want := range map[string]string{
		"10": "10.0.0.0/32", "10/8": "10.0.0.0/8", "172.16.5/12": "172.16.0.0/12", "01.2.3.4": "1.2.3.4/32",
		"10.0.0.0/08":           "10.0.0.0/8",
		"1.2.3.4/255.255.255.0": "1.2.3.0/24", "1.2.3.0/0.0.0.255": "1.2.3.0/24",
		"1.2.3.4/255.255.255.255": "1.2.3.4/32", "1.2.3.4/0.0.0.0": "0.0.0.0/0",
		"1.2.3.0/255.0.255.0": "", "10/33": "", "300/8": "", "1.2.3.4.5/8": "", "10./8": "", "x": "",
	} {
		assert.Equal(t, want, otherNetwork(text), text)
	}
}

// Each row of testdata/heat.tsv has a custom constraint, a text, and ok or Heat 19's message after
// "Error validating value 'x'". The end of messages about cron expressions is left out, since ours
// may differ.
func TestFormatsAreCheckedAsInHeat(t *testing.T) {
	text, err := os.ReadFile("testdata/heat.tsv")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		cells := strings.Split(line, "\t")
		require.Len(t, cells, 3, line)
		var subject, want string
		require.NoError(t, json.Unmarshal([]byte(cells[1]), &subject))
		detail, ok := localConstraints[cells[0]](subject)
		if cells[2] == "ok" {
			assert.True(t, ok, line)
			continue
		}
		require.NoError(t, json.Unmarshal([]byte(cells[2]), &want))
		if detail != "" {
			detail = ": " + detail
		}
		if cells[0] == "cron_expression" {
			detail, _, _ = strings.Cut(detail, "expression")
			detail += "expression"
		}
		assert.False(t, ok, line)
		assert.Equal(t, want, detail, line)
	}
}

func TestValuesOfOtherTypesAreCheckedAsInHeat(t *testing.T) {
	text, err := os.ReadFile("testdata/heat-types.tsv")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		require.Len(t, cells, 3, line)
		v, wrong := value.ParsePythonJSON(cells[1])
		require.Nil(t, wrong, line)
		bad := Host{}.custom(cells[0], v)
		switch want := cells[2]; {
		case want == "":
			assert.Nil(t, bad, line)
		case strings.Contains(want, "object has no attribute 'endswith'"): // Heat itself fails
			require.NotNil(t, bad, line)
			assert.Empty(t, bad.Text, line)
		default:
			require.NotNil(t, bad, line)
			assert.Equal(t, want, diag.Plain(bad.Text), line)
		}
	}
}
