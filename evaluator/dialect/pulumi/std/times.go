package std

import (
	"strconv"
	"time"

	"pantograph/evaluator/value"
)

const example = "2020-01-31T12:00:00Z"

var timeFuncs = []Func{
	{
		Name:   "timeadd",
		Doc:    "Adds a duration like 1h30m to a time in RFC 3339, in the time zone of that time.",
		Params: []Param{need("duration", text, "the duration, in h, m, s, ms, us, ns"), need("timestamp", text, "the time")},
		Result: text,
		eval:   timeadd,
	}, {
		Name: "timecmp",
		Doc: "Compares two times in RFC 3339: -1 when the first is earlier, else 0. " +
			"The manual promises 1 when it is later, but pulumi-std gives 0 then too.",
		Params: []Param{need("timestampa", text, "the first time"), need("timestampb", text, "the second time")},
		Result: integer,
		eval:   timecmp,
	}, {
		Name:   "timestamp",
		Doc:    "Gives the current time. It is another one with every deployment: here it is unknown.",
		Result: text,
		eval:   func(*call) value.Value { return value.NotKnown("the time of the deployment is not known") },
	}, {
		Name:   "uuid",
		Doc:    "Gives a new random UUID. It is another one with every deployment: here it is unknown.",
		Result: text,
		eval:   func(*call) value.Value { return value.NotKnown("a UUID is random") },
	},
}

// time reads an argument as a time. In UTC rather than the machine's zone, which does not
// matter for the result, to stay independent of the machine.
func (c *call) time(name string) (time.Time, bool) {
	t, err := time.ParseInLocation(time.RFC3339, c.text(name), time.UTC)
	if err != nil {
		c.fail(Problem{
			Code:      codeParse,
			Message:   strconv.Quote(c.text(name)) + " is not a time in RFC 3339; write it like " + example,
			Reference: err.Error(),
			ArgPath:   at(name),
		})
	}
	return t, err == nil
}

func timeadd(c *call) value.Value {
	t, _ := c.time("timestamp")
	d, err := time.ParseDuration(c.text("duration"))
	if err != nil {
		c.fail(Problem{
			Code:      codeParse,
			Message:   strconv.Quote(c.text("duration")) + " is not a duration; write it like 1h30m, there is no unit above hours",
			Reference: err.Error(),
			ArgPath:   at("duration"),
		})
	}
	if len(c.problems) > 0 {
		return c.stopped()
	}
	return value.Str(t.Add(d).Format(time.RFC3339))
}

func timecmp(c *call) value.Value {
	a, okA := c.time("timestampa")
	b, okB := c.time("timestampb")
	switch {
	case !okA || !okB:
		return c.stopped()
	case a.Before(b):
		return value.Int(-1)
	case a.After(b):
		c.warn(Problem{
			Code:    hintTimecmp,
			Message: "the first time is later, for which the manual promises 1, but pulumi-std gives 0 as for equal times",
		})
	}
	return value.Int(0)
}
