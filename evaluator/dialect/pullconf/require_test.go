package pullconf

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTheQueueOrdersResourcesAsAClientDoes checks the order against a simulation of the queue, resource by
// resource.
func TestTheQueueOrdersResourcesAsAClientDoes(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 200 {
		list := make([]*resource, 1+r.Intn(30))
		for i := range list {
			list[i] = &resource{}
			list[i].index = i
		}
		height := r.Perm(len(list)) // edges lead down, so there are no cycles
		for range r.Intn(2 * len(list)) {
			from, to := list[r.Intn(len(list))], list[r.Intn(len(list))]
			if height[from.index] > height[to.index] && !from.comesAfter(to) {
				from.after = append(from.after, edge{to: to})
				to.dependants = append(to.dependants, from)
			}
		}
		var want []int
		applied := map[*resource]bool{}
		for queue := list; len(queue) > 0; queue = queue[1:] {
			first := queue[0]
			isReady := true
			for _, e := range first.after {
				isReady = isReady && applied[e.to]
			}
			if !isReady {
				queue = append(queue[:len(queue):len(queue)], first)
				continue
			}
			applied[first] = true
			want = append(want, first.index)
		}
		var got []int
		for _, each := range queued(list) {
			got = append(got, each.index)
		}
		assert.Equal(t, want, got)
	}
}
