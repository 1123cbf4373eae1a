package address

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestAddressParsingAndFormattingMatchNetip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringMatching(`[0-9]{1,3}(\.[0-9]{1,3}){2,4}`),
			rapid.StringMatching(`(:{1,2}|[0-9a-fA-F]{1,5}:){0,8}(:|[0-9a-f]{0,4}|1\.2\.3\.4)`),
			rapid.StringMatching(`(0:){0,7}(ffff:)?(0|1|10\.0\.0\.1)`),
			rapid.StringMatching(`[-+_x.0-9]{1,3}(\.[-+_x0-9]{0,2}){3}`),
			rapid.StringMatching(`::[-+_x.0-9a-f]{1,4}(:[-+_xf0]{0,2})?`),
		).Draw(t, "text")
		peer, err := netip.ParseAddr(text)
		got, size, ok := Parse(text)
		assert.Equal(t, err == nil, ok, text)
		if ok {
			assert.Equal(t, peer.String(), Text(got, size), text)
			assert.Equal(t, peer.BitLen(), size, text)
			assert.Equal(t, peer.Is4In6(), size == 128 && got.IsMapped(), text)
		}
	})
}

func TestArithmeticCarries(t *testing.T) {
	last, _, _ := Parse("2001:db8::ffff:ffff:ffff:ffff")
	next := last.Add(Address{Lo: 1})
	assert.Equal(t, "2001:db8:0:1::", Text(next, 128))
	assert.Equal(t, last, next.Sub(Address{Lo: 1}))
	assert.True(t, last.Less(next))
	assert.Equal(t, "ffff:ffff:ffff:ffff::", Text(LowBits(64).Shl(64), 128))
	assert.Equal(t, "2001:db8::", Text(last.Clear(LowBits(64)), 128))
	assert.Equal(t, "2001:db8:0:0:1::", Text(last.Clear(LowBits(64)).Or(Address{Lo: 1}.Shl(48)), 128))
}
