package terraform

import (
	"math/big"
	"pantograph/evaluator/ir"
	"strings"

	"pantograph/evaluator/address"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// networkFunctions compute with address ranges (4.8).
var networkFunctions = []ir.Func{
	{
		Name: "cidrhost",
		Doc:  "Returns the address with the given number in an address range. A negative number counts from the end.",
		Params: []ir.Param{
			{Name: "prefix", Type: "string", Doc: "the range, like 10.0.0.0/8"},
			{Name: "hostnum", Type: "number", Doc: "the number of the address"},
		},
		Result:  "string",
		Example: `cidrhost("10.0.0.0/8", 5) → "10.0.0.5"`,
		Data:    builtin{run: cidrhost},
	}, {
		Name:    "cidrnetmask",
		Doc:     "Returns the mask of an IPv4 address range in dotted form.",
		Params:  []ir.Param{{Name: "prefix", Type: "string", Doc: "the range, like 10.0.0.0/8"}},
		Result:  "string",
		Example: `cidrnetmask("10.0.0.0/8") → "255.0.0.0"`,
		Data:    builtin{run: cidrnetmask},
	}, {
		Name: "cidrsubnet",
		Doc:  "Returns the subnet with the given number in an address range.",
		Params: []ir.Param{
			{Name: "prefix", Type: "string", Doc: "the range, like 10.0.0.0/8"},
			{Name: "newbits", Type: "number", Doc: "how many bits longer the prefix of the subnet is"},
			{Name: "netnum", Type: "number", Doc: "the number of the subnet"},
		},
		Result:  "string",
		Example: `cidrsubnet("10.0.0.0/8", 8, 2) → "10.2.0.0/16"`,
		Data:    builtin{run: cidrsubnet},
	}, {
		Name: "cidrsubnets",
		Doc:  "Returns consecutive subnets of an address range, one for each length.",
		Params: []ir.Param{
			{Name: "prefix", Type: "string", Doc: "the range, like 10.0.0.0/8"},
			{Name: "newbits", Type: "number", Doc: "how many bits longer the prefix of a subnet is", Variadic: true},
		},
		Result:  "list of string",
		Example: `cidrsubnets("10.0.0.0/8", 8, 8) → tolist(["10.0.0.0/16", "10.1.0.0/16"])`,
		Data:    builtin{run: cidrsubnets},
	},
}

// addressRange parses the first argument. Leading zeros are decimal, unlike in Go. IPv4 addresses
// in IPv6 form are refused: the original's results for them are meaningless (4.8). why is the
// original's message, which cidrsubnets reports at the argument and the others at the call.
func (c *invocation) addressRange() (p stdlib.Prefix, why string) {
	s := c.str(0)
	address, length, _ := strings.Cut(s, "/")
	if !strings.Contains(address, ":") {
		parts := strings.Split(address, ".")
		for i, part := range parts {
			for len(part) > 1 && part[0] == '0' {
				part = part[1:]
			}
			parts[i] = part
		}
		address = strings.Join(parts, ".")
	}
	p, ok := stdlib.ParsePrefix(address + "/" + length)
	if !ok || !strings.Contains(s, "/") || p.Size == 128 && p.Base.Hi == 0 && p.Base.Lo>>32 == 0xffff {
		return p, "invalid CIDR expression: invalid CIDR address: " + diag.Any(s)
	}
	return p, ""
}

// bigInt returns an argument that must be a whole number of any size.
func (c *invocation) bigInt(i int) (*big.Int, bool) {
	n, accuracy := types.Float(c.args[i]).Int(nil)
	return n, n != nil && accuracy == big.Exact
}

// addressOf converts a number below 2^128 to an address.
func addressOf(n *big.Int) address.Address {
	high := new(big.Int).Rsh(n, 64)
	low := new(big.Int).Sub(n, new(big.Int).Lsh(high, 64))
	return address.Address{Hi: high.Uint64(), Lo: low.Uint64()}
}

// cidrhost counts hosts from the end of the range if the number is negative.
func cidrhost(c *invocation) value.Value {
	p, why := c.addressRange()
	n, ok := c.bigInt(1)
	switch {
	case !ok:
		return c.refuseCall("value must be a whole number")
	case why != "":
		return c.refuseCall(why)
	}
	// -1 is the last address. A number that is still negative is too far from the end; the message
	// then shows the sum, as the original's does (4.8).
	if n.Sign() < 0 {
		n = n.Add(n, new(big.Int).Lsh(big.NewInt(1), uint(p.Size-p.Length)))
	}
	if n.Sign() < 0 || n.BitLen() > p.Size-p.Length {
		return c.refuseCall(diag.Sprintf("prefix of %d does not accommodate a host numbered %s", p.Length, n.String()))
	}
	return value.Str(stdlib.AddressText(p.Base.Or(addressOf(n)), p.Size))
}

// cidrnetmask refuses IPv6, whose networks are written with their length only.
func cidrnetmask(c *invocation) value.Value {
	p, why := c.addressRange()
	switch {
	case why != "":
		return c.refuseCall(why)
	case p.Size != 32:
		return c.refuseCall("IPv6 addresses cannot have a netmask: " + diag.Any(c.str(0)))
	}
	return value.Str(p.Netmask())
}

// cidrsubnet takes numbers of any size, since an IPv6 range has more subnets than an int can count.
func cidrsubnet(c *invocation) value.Value {
	bits, ok := c.integer(1)
	if !ok {
		return c.refuseCall(notWhole)
	}
	n, ok := c.bigInt(2)
	if !ok {
		return c.refuseCall("value must be a whole number")
	}
	p, why := c.addressRange()
	switch {
	case why != "":
		return c.refuseCall(why)
	// Only we report this: the original returns nonsense (4.8).
	case bits < 0 || n.Sign() < 0:
		return c.fail("", "neither the bits nor the number of a subnet can be negative")
	case bits > p.Size-p.Length:
		return c.refuseCall(diag.Sprintf("insufficient address space to extend prefix of %d by %d", p.Length, bits))
	case n.BitLen() > bits:
		return c.refuseCall(diag.Sprintf("prefix extension of %d does not accommodate a subnet numbered %s", bits,
			n.String()))
	}
	return value.Str(p.Numbered(bits, addressOf(n)).String())
}

// cidrsubnets allocates the subnets one after another, each at the next multiple of its size. It
// checks the arguments in order, and reports an error at the argument that causes it (4.8).
func cidrsubnets(c *invocation) value.Value {
	p, why := c.addressRange()
	if why != "" {
		return c.refuse(0, why)
	}
	var out []value.Value
	last := stdlib.Prefix{}
	for i := 1; i < len(c.args); i++ {
		bits, ok := c.integer(i)
		if !ok {
			return c.refuse(i, notWhole)
		}
		// The messages show the length of the prefix, not the bits added to it.
		length := p.Length + bits
		// Each network begins after the previous one, at a multiple of its size.
		next, refusal := p.Subnet(bits, last, i == 1)
		switch refusal {
		case stdlib.TooFewBits:
			return c.refuse(i, "must extend prefix by at least one bit")
		case stdlib.TooManyBits:
			return c.refuse(i, "may not extend prefix by more than 32 bits")
		case stdlib.TooLong:
			return c.refuse(i, diag.Sprintf("would extend prefix to %d bits, which is too long for an %s address",
				length, p.Family()))
		case stdlib.UsedUp:
			return c.refuse(i,
				diag.Sprintf("not enough remaining address space for a subnet with a prefix of %d bits after %s",
					length, last.String()))
		}
		last = next
		out = append(out, value.Str(last.String()))
	}
	return types.NewList(types.StringType, out)
}
