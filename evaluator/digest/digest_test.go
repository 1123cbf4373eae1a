package digest

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDigestsEqualThoseOfTheStandardLibrary(t *testing.T) {
	long := strings.Repeat("The quick brown fox jumps over the lazy dog. \x00\xff", 10)
	for n := range 300 {
		text := long[:n]
		b := []byte(text)
		m, s1 := md5.Sum(b), sha1.Sum(b)
		s224, s256 := sha256.Sum224(b), sha256.Sum256(b)
		s384, s512 := sha512.Sum384(b), sha512.Sum512(b)
		t224, t256 := sha512.Sum512_224(b), sha512.Sum512_256(b)
		k224, k256 := sha3.Sum224(b), sha3.Sum256(b)
		k384, k512 := sha3.Sum384(b), sha3.Sum512(b)
		assert.Equal(t, t224[:], SHA512t224(text), "SHA-512/224 of %d bytes", n)
		assert.Equal(t, t256[:], SHA512t256(text), "SHA-512/256 of %d bytes", n)
		assert.Equal(t, k224[:], SHA3(text, 28), "SHA3-224 of %d bytes", n)
		assert.Equal(t, k256[:], SHA3(text, 32), "SHA3-256 of %d bytes", n)
		assert.Equal(t, k384[:], SHA3(text, 48), "SHA3-384 of %d bytes", n)
		assert.Equal(t, k512[:], SHA3(text, 64), "SHA3-512 of %d bytes", n)
		assert.Equal(t, m[:], MD5(text), "MD5 of %d bytes", n)
		assert.Equal(t, s1[:], SHA1(text), "SHA-1 of %d bytes", n)
		assert.Equal(t, s224[:], SHA224(text), "SHA-224 of %d bytes", n)
		assert.Equal(t, s256[:], SHA256(text), "SHA-256 of %d bytes", n)
		assert.Equal(t, s384[:], SHA384(text), "SHA-384 of %d bytes", n)
		assert.Equal(t, s512[:], SHA512(text), "SHA-512 of %d bytes", n)
	}
}

func TestBLAKE2DigestsEqualThoseOfPythonsHashlib(t *testing.T) {
	for _, tc := range []struct {
		n    int
		b, s string
	}{
		{0, "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce", "69217a3079908094e11121d042354a7c1f55b6482ca1a51e1b250dfd1ed0eef9"},
		{1, "0909377ad35110cafb2909e185672b7f2728d1f5094f8ad68d6fac6274bf1f499485a80ea364c04ed006d29459ea3cb7c600280e2f83e032529906f88ae30d0a", "ec308c07c83582c663e922066c44923bf71bc104ffb82479fb06dc22503c9b0c"},
		{63, "2f517ee8fe1758bfcdac59dcb80c321a4a36c56fe9b6333e3110016140335711bff2c4b1d30c38bfa548c2993f469e22a2f06e4024c046765525826ed0659b52", "b50445cd4b286a6de121a47cff94a42c92539a13f27c23562b5c2f719ecaf1f3"},
		{64, "07f4350d7d5ca7a508151a1b58741e6f7f085072410c257edab95bdaad8f254ab525b14cc022ea06c654f02f4c66829de2f2838f14e6d1194e29bc9936ee81e1", "c13eb20b85b1d6a72d52af717429fc54eacc63fecde1295b26f0fa251bdcf40e"},
		{65, "422cc0b430594e3406415c34eb41988043be8e40cd88a51fd344bcee0809aa218dc52f3e1dee4d569743e36ae6e57d9991a275b20caf47bee6b0ba2e3d293851", "77f538c970521d7f5b94c5e8c88b8ce35661dfc6d61b5bc837da31e543cc6b81"},
		{127, "acc1cd9ebcd76c8f0e9afcfe2e2479a1ab53ad0d02c8ebd767fd1e26c5cf96767c81077e5edd55f3fd8709dea6849b9792c8c19813f5ae6de9ac4d3a5efad515", "91c4b2c45a1ae44067382550f189e7983ac770b0ad06430657b776261e6fe8b6"},
		{128, "082b91ea2e15d1556d2ceefdd5af5d64d31b4e01aff1959724578876293825b236ee8079173a0a38160d7d6685d6bca0bfb62c177b3599b8727d9173e2115b91", "0b81df8f2e8616dc992bff767a30f204a479af922fcb6bcd0a4bebeead30ab06"},
		{129, "362a53bbe2ec08097b2f358a41d0e153aeed4c132af928400872413650e7bf22f9ae428ff73770170bbd95f935e5dd1953c17de8c7264c72d1f99303bf22dfaa", "8649145538784833c3d83f5d9dd936519c0e6804dc2adbdddb020143244a33f6"},
		{300, "fe42f4108dd98f9b4f19fb21f386dfbe9a860256176e0312a1f0de66a3aed2a5ed361a16f6128fe27b6c88d8f39eeaddca46f1c2c9357965f893d0a7d64bd1cb", "72cf091f39bb5de7119785d2d64dcfd7bb6b95690197c817d7fbe48b9a52bf8c"},
	} {
		text := strings.Repeat("x", tc.n)
		assert.Equal(t, tc.b, hex.EncodeToString(BLAKE2b(text)), "BLAKE2b of %d bytes", tc.n)
		assert.Equal(t, tc.s, hex.EncodeToString(BLAKE2s(text)), "BLAKE2s of %d bytes", tc.n)
	}
}
