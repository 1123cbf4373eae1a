package pullconf

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestAddressesAreThoseOfNetip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringMatching(`[0-9]{1,3}(\.[0-9]{1,3}){2,4}`),
			rapid.StringMatching(`(:{1,2}|[0-9a-fA-F]{1,5}:){0,8}(:|[0-9a-f]{0,4}|1\.2\.3\.4)`),
			rapid.StringMatching(`(0:){0,7}(ffff:)?(0|1|10\.0\.0\.1)`),
		).Draw(t, "text")
		peer, err := netip.ParseAddr(text)
		got, ok := parseIP(text)
		assert.Equal(t, err == nil, ok, text)
		if ok {
			assert.Equal(t, peer.String(), got.String(), text)
		}
	})
}
