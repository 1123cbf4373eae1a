package std

import (
	"time"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// timeFuncs work with times in RFC 3339. The current time, which only a deployment knows, is unknown: a value
// made up here would differ from that of every deployment (11).
var timeFuncs = []ir.Func{
	{
		Name: "std:timeadd",
		Doc:  "Adds a duration like 1h30m to a time in RFC 3339, in the time zone of that time.",
		Params: []ir.Param{
			{Name: "duration", Type: text, Doc: "the duration, in h, m, s, ms, us, ns"},
			{Name: "timestamp", Type: text, Doc: "the time"},
		},
		Result:  text,
		Example: `{timestamp: "2024-05-06T07:08:09Z", duration: 1h} → "2024-05-06T08:08:09Z"`,
		Data:    onCall(timeadd),
	}, {
		Name: "std:timecmp",
		Doc: "Compares two times in RFC 3339: -1 if the first is earlier, else 0. " +
			"The manual promises 1 if it is later, but pulumi-std returns 0 then, too.",
		Params: []ir.Param{
			{Name: "timestampa", Type: text, Doc: "the first time"},
			{Name: "timestampb", Type: text, Doc: "the second time"},
		},
		Result:  integer,
		Example: `{timestampa: "2024-05-06T07:08:09Z", timestampb: "2024-05-06T08:08:09Z"} → -1`,
		Data:    onCall(timecmp),
	}, {
		Name:    "std:timestamp",
		Doc:     "Returns the current time. It differs between deployments, so it is unknown here.",
		Result:  text,
		Example: "{} → unknown",
		Data:    onCall(func(*call) any { return value.NotKnown("the time of the deployment is not known") }),
	},
}

var (
	notTime = fault{code: codeParse,
		message: "%[1]q is not a time in RFC 3339; write it like 2020-01-31T12:00:00Z", reference: "%[2]s"}
	notDuration = fault{code: codeParse, arg: "duration",
		message: "%[1]q is not a duration; write it like 1h30m; the largest unit is hours", reference: "%[2]s"}
	laterTime = fault{code: hintTimecmp,
		message: "the first time is later, for which the manual promises 1, but pulumi-std returns 0, as for equal " +
			"times"}
)

// time parses an argument as a time, and reports an error in it. It uses UTC instead of the local zone, so as
// not to depend on the machine; the result is the same.
func (c *call) time(name string) (time.Time, bool) {
	t, err := time.ParseInLocation(time.RFC3339, c.text(name), time.UTC)
	if err != nil {
		c.failIn(&notTime, name, c.text(name), diag.Words(err.Error()))
	}
	return t, err == nil
}

// timeadd keeps the time zone of the timestamp. It reports errors in both arguments before it
// stops.
func timeadd(c *call) any {
	t, _ := c.time("timestamp")
	d, err := time.ParseDuration(c.text("duration"))
	if err != nil {
		c.fail(&notDuration, c.text("duration"), diag.Words(err.Error()))
	}
	if len(c.problems) > 0 {
		return stopped
	}
	return t.Add(d).Format(time.RFC3339)
}

// timecmp returns 0 for a later time, as the original does, although its manual promises 1. A hint points this
// out (11).
func timecmp(c *call) any {
	a, okA := c.time("timestampa")
	b, okB := c.time("timestampb")
	switch {
	case !okA || !okB:
		return stopped
	case a.Before(b):
		return -1
	case a.After(b):
		c.hint(&laterTime, -1)
	}
	return 0
}
