package std

import (
	"strings"

	"pantograph/evaluator/address"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
)

// networkFuncs work with address ranges in CIDR notation, for both IPv4 and IPv6 except for cidrnetmask. Bits
// after the prefix are ignored: 10.1.2.3/8 is 10.0.0.0/8.
var networkFuncs = []ir.Func{
	{
		Name: "std:cidrhost",
		Doc:  "Returns the address with the given number in an address range. A negative number counts from the end.",
		Params: []ir.Param{
			{Name: "host", Type: integer, Doc: "the number of the address"},
			{Name: "input", Type: text, Doc: "the range, like 10.0.0.0/8"},
		},
		Result:  text,
		Example: "{input: 10.0.0.0/8, host: 5} → 10.0.0.5",
		Data:    onCall(cidrhost),
	}, {
		Name:    "std:cidrnetmask",
		Doc:     "Returns the mask of an IPv4 address range in dotted form.",
		Params:  []ir.Param{{Name: "input", Type: text, Doc: "the range, like 10.0.0.0/8"}},
		Result:  text,
		Example: "{input: 10.0.0.0/8} → 255.0.0.0",
		Data:    onCall(cidrnetmask),
	}, {
		Name: "std:cidrsubnet",
		Doc:  "Returns the subnet with the given number in an address range.",
		Params: []ir.Param{
			{Name: "input", Type: text, Doc: "the range, like 10.0.0.0/8"},
			{Name: "netnum", Type: integer, Doc: "the number of the subnet"},
			{Name: "newbits", Type: integer, Doc: "how many bits longer the prefix of the subnet is"},
		},
		Result:  text,
		Example: "{input: 10.0.0.0/8, newbits: 8, netnum: 2} → 10.2.0.0/16",
		Data:    onCall(cidrsubnet),
	}, {
		Name: "std:cidrsubnets",
		Doc:  "Returns consecutive subnets of an address range, one for each length.",
		Params: []ir.Param{
			{Name: "input", Type: text, Doc: "the range, like 10.0.0.0/8"},
			{Name: "newbits", Type: integerList, Doc: "how many bits longer the prefix of each subnet is, 1 to 32"},
		},
		Result:  textList,
		Example: "{input: 10.0.0.0/8, newbits: [8, 8]} → [10.0.0.0/16, 10.1.0.0/16]",
		Data:    onCall(cidrsubnets),
	},
}

// The original's messages come from the Go library for CIDR ranges that Terraform uses, too. They count the
// elements of newbits from 1, ours from 0; a fault has the arguments of both.
var (
	notRange = fault{code: codeCIDR, arg: "input",
		message: "%[1]q is not an address range; write an address, a slash and the length of the prefix, like " +
			"10.0.0.0/8",
		reference: "invalid CIDR expression: invalid CIDR address: %[1]s"}
	noPrefix = fault{code: codeCIDR, arg: "input",
		message:   "%[1]q lacks the length of the prefix: an address range is written like 10.0.0.0/8",
		reference: "invalid CIDR expression: invalid CIDR address: %[1]s"}
	noHost = fault{code: codeCIDR, arg: "host",
		message:   "the range %[1]s has no address number %[2]d: %[3]d of its bits are free",
		reference: "prefix of %[4]d does not accommodate a host numbered %[5]d"}
	maskOfIPv6 = fault{code: codeCIDR, arg: "input",
		message:   "only IPv4 ranges have a mask in dotted form; IPv6 only has prefix lengths",
		reference: "IPv6 addresses cannot have a netmask: %s"}
	noPrefixLeft = fault{code: codeCIDR, arg: "newbits",
		message: "the prefix of %s cannot become %d bits shorter"}
	noBits = fault{code: codeCIDR, arg: "newbits",
		message:   "the prefix of %[1]s cannot become %[2]d bits longer: only %[3]d bits are left",
		reference: "insufficient address space to extend prefix of %[4]d by %[2]d"}
	noSubnet = fault{code: codeCIDR, arg: "netnum",
		message:   "with %[1]d more bits there are %[2]d subnets, numbered from 0; there is no number %[3]d",
		reference: "prefix extension of %[1]d does not accommodate a subnet numbered %[3]d"}
	tooFewBits = fault{code: codeCIDR, arg: "newbits",
		message: "newbits[%[1]d] is %[2]d, but the prefix of a subnet is at least one bit longer than that of its " +
			"range",
		reference: "argument %[3]d (%[2]d) must extend prefix by at least one bit"}
	tooManyNewBits = fault{code: codeCIDR, arg: "newbits",
		message:   "newbits[%[1]d] is %[2]d, but std:cidrsubnets makes a prefix at most 32 bits longer",
		reference: "argument %[3]d (%[2]d) may not extend prefix by more than 32 bits"}
	longPrefix = fault{code: codeCIDR, arg: "newbits",
		message:   "newbits[%[1]d] is %[2]d, but an %[4]s address has no room for a prefix of %[3]d bits",
		reference: "argument %[5]d (%[2]d) would extend prefix to %[3]d bits, which is too long for an %[4]s address"}
	usedUp = fault{code: codeCIDR, arg: "newbits",
		message:   "the range %[1]s is used up after %[2]s: there is no room for a subnet of length %[3]d",
		reference: "not enough remaining address space for a subnet with a prefix of %[3]d bits after %[2]s"}
)

// network parses the argument input as an address range, and reports an error in it. An address
// without a prefix has its own message.
func (c *call) network() (stdlib.Prefix, bool) {
	input := c.text("input")
	p, ok := stdlib.ParsePrefix(input)
	switch {
	case ok:
	case strings.Contains(input, "/"):
		c.fail(&notRange, input)
	default:
		c.fail(&noPrefix, input)
	}
	return p, ok
}

// cidrhost counts negative numbers from the end: -1 is the last address. If there is no such
// address, the original's message contains the number that it has computed so far: for -5 in a
// range of four addresses, that is -1.
func cidrhost(c *call) any {
	p, ok := c.network()
	if !ok {
		return stopped
	}
	host, last := c.integer("host"), p.Hosts()
	// distance is the distance of the address from the end of the range at which counting begins.
	number, distance := address.Address{Lo: uint64(host)}, address.Address{Lo: uint64(host)}
	if host < 0 {
		distance = address.Address{Lo: uint64(-host - 1)}
		number = last.Sub(distance)
	}
	if last.Less(distance) {
		return c.fail(&noHost, p, host, p.Size-p.Length, p.Length, int64(number.Lo))
	}
	return stdlib.AddressText(p.Base.Or(number), p.Size)
}

// cidrnetmask rejects IPv6, which has no masks in dotted form.
func cidrnetmask(c *call) any {
	p, ok := c.network()
	if !ok {
		return stopped
	}
	if p.Size != 32 {
		return c.fail(&maskOfIPv6, c.text("input"))
	}
	return p.Netmask()
}

// cidrsubnet handles negative numbers as the original does: it joins the prefix and the number as
// integers and drops the sign, so that subnet -1 of 10.0.0.0/8 with 8 new bits is 0.1.0.0/16 (11).
// A prefix may also become shorter.
func cidrsubnet(c *call) any {
	p, ok := c.network()
	if !ok {
		return stopped
	}
	bits, number := c.integer("newbits"), c.integer("netnum")
	sub := stdlib.Prefix{Size: p.Size, Length: p.Length + bits}
	// room is the number of bits that the number may have: all those of the prefix if it becomes
	// shorter.
	room := bits
	if bits < 0 {
		room = sub.Length
	}
	switch {
	case sub.Length > p.Size:
		return c.fail(&noBits, p, bits, p.Size-p.Length, p.Length)
	case sub.Length < 0:
		return c.fail(&noPrefixLeft, p, -bits)
	// With 63 bits or more, every number fits.
	case room < 63 && max(number, -number) >= 1<<room:
		return c.fail(&noSubnet, bits, 1<<room, number)
	}
	distance := address.Address{Lo: uint64(max(number, -number))}
	sub = p.Numbered(bits, distance)
	// With the prefix P and the shifted number d, -(P | -d) is ((d-1) &^ P) + 1 in two's
	// complement, which needs no sign.
	if one := (address.Address{Lo: 1}); number < 0 {
		sub.Base = distance.Shl(sub.Size - sub.Length).Sub(one).Clear(p.Base).Add(one)
	}
	return sub.String()
}

// cidrsubnets puts each subnet after the previous one, at the first address that its length allows: a large
// subnet after a small one leaves a gap.
func cidrsubnets(c *call) any {
	p, ok := c.network()
	if !ok {
		return stopped
	}
	subnets := []string{}
	last := stdlib.Prefix{}
	for i, v := range c.items("newbits") {
		bits := int(float(v))
		length := p.Length + bits
		next, refusal := p.Subnet(bits, last, i == 0)
		switch refusal {
		case stdlib.TooFewBits:
			return c.failAt(&tooFewBits, i, i, bits, i+1)
		case stdlib.TooManyBits:
			return c.failAt(&tooManyNewBits, i, i, bits, i+1)
		case stdlib.TooLong:
			return c.failAt(&longPrefix, i, i, bits, length, diag.Constant(p.Family()), i+1)
		case stdlib.UsedUp:
			return c.failAt(&usedUp, i, p, last, length)
		}
		last = next
		subnets = append(subnets, last.String())
	}
	return subnets
}
