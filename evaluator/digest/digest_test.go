package digest

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDigestsEqualTheStandardLibrarys(t *testing.T) {
	long := strings.Repeat("The quick brown fox jumps over the lazy dog. \x00\xff", 10)
	for n := range 300 {
		text := long[:n]
		b := []byte(text)
		m, s1 := md5.Sum(b), sha1.Sum(b)
		s224, s256 := sha256.Sum224(b), sha256.Sum256(b)
		s384, s512 := sha512.Sum384(b), sha512.Sum512(b)
		assert.Equal(t, m[:], MD5(text), "MD5 of %d bytes", n)
		assert.Equal(t, s1[:], SHA1(text), "SHA-1 of %d bytes", n)
		assert.Equal(t, s224[:], SHA224(text), "SHA-224 of %d bytes", n)
		assert.Equal(t, s256[:], SHA256(text), "SHA-256 of %d bytes", n)
		assert.Equal(t, s384[:], SHA384(text), "SHA-384 of %d bytes", n)
		assert.Equal(t, s512[:], SHA512(text), "SHA-512 of %d bytes", n)
	}
}
