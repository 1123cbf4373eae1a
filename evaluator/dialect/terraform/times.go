package terraform

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// timeFunctions work on RFC 3339 times (4.10). None of them reads a clock: the current time is unknown.
var timeFunctions = []ir.Func{
	{
		Name:    "timestamp",
		Doc:     "Returns the current time. It differs between runs, so it is unknown here.",
		Result:  "string",
		Example: "timestamp() → (known after apply)",
		Data:    builtin{run: chance("the time of the run is not known; write a fixed one where you need a value")},
	}, {
		Name: "formatdate",
		Doc:  "Formats a time by a format such as \"DD MMM YYYY hh:mm\".",
		Params: []ir.Param{
			{Name: "format", Type: "string", Doc: "letters for the parts of the time; other text in single quotes"},
			{Name: "time", Type: "string", Doc: "a time in RFC 3339"},
		},
		Result:  "string",
		Example: `formatdate("DD MMM YYYY", "2024-05-06T07:08:09Z") → "06 May 2024"`,
		Data:    builtin{run: formatdate},
	}, {
		Name: "timeadd",
		Doc:  "Adds a duration like 1h30m to a time.",
		Params: []ir.Param{
			{Name: "timestamp", Type: "string", Doc: "a time in RFC 3339"},
			{Name: "duration", Type: "string", Doc: "numbers with the units h, m, s, ms, us, ns"},
		},
		Result:  "string",
		Example: `timeadd("2024-05-06T07:08:09Z", "1h") → "2024-05-06T08:08:09Z"`,
		Data:    builtin{run: timeadd},
	}, {
		Name: "timecmp",
		Doc:  "Compares two times: -1 if the first is earlier, 1 if it is later, else 0.",
		Params: []ir.Param{
			{Name: "timestamp_a", Type: "string", Doc: "a time in RFC 3339"},
			{Name: "timestamp_b", Type: "string", Doc: "a time in RFC 3339"},
		},
		Result:  "number",
		Example: `timecmp("2024-05-06T07:08:09Z", "2024-05-06T08:08:09Z") → -1`,
		Data:    builtin{run: timecmp},
	},
}

// timeadd keeps the offset of the time and drops the fraction of its seconds (4.10).
func timeadd(c *invocation) value.Value {
	t, why := stdlib.ParseTimestamp(c.str(0), true)
	if why != "" {
		return c.refuseCall(diag.Words(why))
	}
	d, err := time.ParseDuration(c.str(1))
	if err != nil {
		return c.refuseCall(diag.Words(err.Error()))
	}
	return value.Str(t.Add(d).Format(time.RFC3339))
}

// timecmp compares instants, whatever their offsets are. Its parser accepts more than that of the
// other functions, and its errors are reported at the argument (4.10).
func timecmp(c *invocation) value.Value {
	var t [2]time.Time
	for i := range t {
		var why string
		if t[i], why = stdlib.ParseTimestamp(c.str(i), false); why != "" {
			return c.refuse(i, diag.Words(why))
		}
	}
	return types.FromInt(t[0].Compare(t[1]))
}

// dateVerbs maps each letter of a date format to layouts of Go's time package, by the number of
// repetitions, and to the original's error message. A layout is empty if Go has none. For example,
// MMM has the third layout of M, Jan; Y alone has no layout.
var dateVerbs = [...]string{
	`Y  06  2006:year must either be "YY" or "YYYY"`,
	`M 1 01 Jan January:month must be "M", "MM", "MMM", or "MMMM"`,
	`D 2 02:day of month must either be "D" or "DD"`,
	`E   Mon Monday:day of week must either be "EEE" or "EEEE"`,
	`h h 15:24-hour must either be "h" or "hh"`,
	`H 3 03:12-hour must either be "H" or "HH"`,
	`A  PM:must be "AA"`,
	`a  pm:must be "aa"`,
	`m 4 04:minute must either be "m" or "mm"`,
	`s 5 05:second must either be "s" or "ss"`,
	`Z Z07:00  -0700 -0700 -07:00:timezone must be Z, ZZZZ, or ZZZZZ`,
}

// dateLayout returns the layout of a verb or the original's error message. Both are "" if no verb
// has this letter.
func dateLayout(verb string) (layout, demand string) {
	for _, v := range dateVerbs {
		if v[0] != verb[0] {
			continue
		}
		colon := strings.LastIndexByte(v, ':')
		layouts := strings.Split(v[:colon], " ")
		if len(verb) < len(layouts) {
			layout = layouts[len(verb)]
		}
		return layout, v[colon+1:]
	}
	return "", ""
}

// formatdate reads the format as runs of one letter, text in single quotes, and other characters,
// which are copied (4.10).
func formatdate(c *invocation) value.Value {
	t, why := stdlib.ParseTimestamp(c.str(1), true)
	if why != "" {
		return c.refuse(1, diag.Words(why))
	}
	var out strings.Builder
	for rest := c.str(0); rest != ""; {
		letter := rest[0]
		length := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
		switch isLetter := 'a' <= letter|0x20 && letter|0x20 <= 'z'; {
		case letter == '\'':
			quoted, after, ok := quotedText(rest)
			if !ok {
				return c.refuse(0, "unterminated literal '")
			}
			out.WriteString(quoted)
			rest = after
			continue
		case !isLetter:
			length = 1
			out.WriteByte(letter)
		default:
			layout, demand := dateLayout(rest[:length])
			// A known letter without a layout is repeated too often, or not often enough.
			switch {
			case demand == "":
				return c.refuse(0, diag.Wordsf("invalid date format verb %q", rest[:length]))
			case layout == "":
				return c.refuse(0, "invalid date format verb "+diag.Words(fmt.Sprintf("%q: %s", rest[:length], demand)))
			}
			out.WriteString(datePart(t, rest[:length], layout))
		}
		rest = rest[length:]
	}
	return c.long(out.String())
}

// datePart formats a part of a time. Go has no layout for some: an hour of 24 without a leading
// zero, a year that ends at its last two digits whatever its length is, and UTC for Z.
func datePart(t time.Time, verb, layout string) string {
	_, offset := t.Zone()
	switch {
	case verb == "YY":
		return t.Format("2006")[len(t.Format("2006"))-2:]
	case verb == "h":
		return strconv.Itoa(t.Hour())
	case verb == "ZZZ" && offset == 0:
		return "UTC"
	}
	return t.Format(layout)
}

// quotedText reads a quoted literal at the start of s, and returns its text and the rest of s. Two
// consecutive quotes mean one quote, whether they are in a literal or not.
func quotedText(s string) (text, rest string, ok bool) {
	if rest, ok := strings.CutPrefix(s, "''"); ok {
		return "'", rest, true
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] != '\'':
			text += s[i : i+1]
		case i+1 < len(s) && s[i+1] == '\'':
			text += "'"
			i++
		default:
			return text, s[i+1:], true
		}
	}
	return "", "", false
}
