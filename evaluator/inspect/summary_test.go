package inspect

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/value"
)

func TestSummaryOfALargeValueIsItsStartAndTakesLittleMemory(t *testing.T) {
	const count = 100_000
	long := value.Str(strings.Repeat("ä\n", count))
	var empty, objects []value.Value
	for range count {
		empty = append(empty, value.ListOf())
		objects = append(objects, value.ObjectOf(value.Field{Key: "k", Value: long},
			value.Field{Key: "s", Value: long.With(value.Secret)}))
	}
	deep := value.Value(long)
	for range 50 {
		deep = value.ListOf(deep, deep)
	}
	for _, v := range []value.Value{long, value.ListOf(empty...), value.ListOf(objects[:1]...),
		value.ListOf(value.ListOf(objects[:1]...), long)} {
		want := []rune(value.JSON(v, *style()))
		if v.List() == nil {
			want = []rune(strings.Repeat("ä↵", count))
		}
		assert.Equal(t, string(want[:maxSummary-1])+"…", Summary(v))
	}
	asset := value.Value{Data: &value.Tagged{Tag: "$asset", Body: long}}
	assert.Equal(t, Summary(long), Summary(asset), "a string in a tagged value is shortened, too")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, v := range []value.Value{long, value.ListOf(empty...), value.ListOf(objects...), deep} {
		Summary(v)
	}
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}
