package std

import (
	"fmt"
	"strings"

	"pantograph/evaluator/value"
)

var networkFuncs = []Func{
	{
		Name: "cidrhost",
		Doc:  "Gives the address with a number in an address range. A negative number counts from the end.",
		Params: []Param{need("host", integer, "the number of the address"),
			need("input", text, "the range, like 10.0.0.0/8")},
		Result: text,
		eval:   cidrhost,
	}, {
		Name:   "cidrnetmask",
		Doc:    "Gives the mask of an IPv4 address range in dotted form.",
		Params: []Param{need("input", text, "the range, like 10.0.0.0/8")},
		Result: text,
		eval:   cidrnetmask,
	}, {
		Name: "cidrsubnet",
		Doc:  "Gives the subnet with a number in an address range.",
		Params: []Param{need("input", text, "the range, like 10.0.0.0/8"), need("netnum", integer, "the number of the subnet"),
			need("newbits", integer, "how many bits longer the prefix of the subnet is")},
		Result: text,
		eval:   cidrsubnet,
	}, {
		Name: "cidrsubnets",
		Doc:  "Gives consecutive subnets of an address range, one for each length.",
		Params: []Param{need("input", text, "the range, like 10.0.0.0/8"),
			need("newbits", listOf(integer), "how many bits longer the prefix of each subnet is, 1 to 32")},
		Result: listOf(text),
		eval:   cidrsubnets,
	},
}

// network reads the argument input as an address range.
func (c *call) network() (prefix, bool) {
	input := c.text("input")
	p, ok := parsePrefix(input)
	if !ok {
		message := show(c.arg("input")) + " is not an address range; write an address, a slash and the length of the prefix, like 10.0.0.0/8"
		if !strings.Contains(input, "/") {
			message = show(c.arg("input")) + " lacks the length of the prefix: an address range is written like 10.0.0.0/8"
		}
		c.fail(Problem{
			Code:      codeCIDR,
			Message:   message,
			Reference: "invalid CIDR expression: invalid CIDR address: " + input,
			ArgPath:   at("input"),
		})
	}
	return p, ok
}

// noRoom reports that a range cannot give what an argument asks for.
func (c *call) noRoom(argument, message, reference string, args ...any) value.Value {
	return c.fail(Problem{Code: codeCIDR, Message: message, Reference: fmt.Sprintf(reference, args...), ArgPath: at(argument)})
}

func cidrhost(c *call) value.Value {
	p, ok := c.network()
	if !ok {
		return c.stopped()
	}
	host := c.integer("host")
	n := addr{lo: uint64(host)}
	last := p.hosts()
	if host < 0 {
		n = last.sub(addr{lo: uint64(-host - 1)})
	}
	if host < 0 && last.less(addr{lo: uint64(-host - 1)}) || last.less(n) {
		shown := fmt.Sprint(host)
		if host < 0 { // the original has counted from the end already when it complains
			shown = fmt.Sprint(int64(n.lo))
		}
		return c.noRoom("host",
			fmt.Sprintf("the range %s has no address number %d: %d of its bits are free", p, host, p.size-p.length),
			"prefix of %d does not accommodate a host numbered %s", p.length, shown)
	}
	return value.Str(p.base.or(n).text(p.size))
}

func cidrnetmask(c *call) value.Value {
	p, ok := c.network()
	if !ok {
		return c.stopped()
	}
	if p.size != 32 {
		return c.fail(Problem{
			Code:      codeCIDR,
			Message:   "only IPv4 ranges have a mask in dotted form; IPv6 knows prefix lengths only",
			Reference: "IPv6 addresses cannot have a netmask: " + c.text("input"),
			ArgPath:   at("input"),
		})
	}
	return value.Str(addr{lo: 1<<32 - 1}.sub(p.hosts()).text(32))
}

func cidrsubnet(c *call) value.Value {
	p, ok := c.network()
	if !ok {
		return c.stopped()
	}
	bits, number := c.integer("newbits"), c.integer("netnum")
	switch {
	case bits < 0:
		return c.fail(Problem{Code: codeRange, Message: fmt.Sprintf("newbits must not be negative, but it is %d", bits), ArgPath: at("newbits")})
	case number < 0:
		return c.fail(Problem{Code: codeRange, Message: fmt.Sprintf("netnum must not be negative, but it is %d", number), ArgPath: at("netnum")})
	case p.length+bits > p.size:
		return c.noRoom("newbits",
			fmt.Sprintf("the prefix of %s cannot become %d bits longer: only %d bits are left", p, bits, p.size-p.length),
			"insufficient address space to extend prefix of %d by %d", p.length, bits)
	case bits < 63 && number >= 1<<bits:
		return c.noRoom("netnum",
			fmt.Sprintf("with %d more bits there are %d subnets, numbered from 0; there is no number %d", bits, uint64(1)<<bits, number),
			"prefix extension of %d does not accommodate a subnet numbered %d", bits, number)
	}
	sub := prefix{size: p.size, length: p.length + bits}
	sub.base = p.base.or(addr{lo: uint64(number)}.shl(sub.size - sub.length))
	return value.Str(sub.String())
}

// cidrsubnets places each subnet at the first place behind the one before that its own
// length allows.
func cidrsubnets(c *call) value.Value {
	p, ok := c.network()
	if !ok {
		return c.stopped()
	}
	subnets := []string{}
	last := prefix{}
	for i, v := range c.items("newbits") {
		bits := int(float(v))
		fault := ""
		switch {
		case bits < 1:
			fault = "must extend prefix by at least one bit"
		case bits > 32:
			fault = "may not extend prefix by more than 32 bits"
		case p.length+bits > p.size:
			fault = fmt.Sprintf("would extend prefix to %d bits, which is too long for an %s address", p.length+bits, p.family())
		}
		if fault != "" {
			return c.fail(Problem{
				Code:      codeCIDR,
				Message:   fmt.Sprintf("newbits[%d] is %d, but the prefix of %s can become 1 to %d bits longer", i, bits, p, min(32, p.size-p.length)),
				Reference: fault, ArgPath: at("newbits", i),
			})
		}
		next, ok := p.place(p.length+bits, last, i == 0)
		if !ok {
			return c.fail(Problem{
				Code:      codeCIDR,
				Message:   fmt.Sprintf("the range %s is used up after %s: there is no room for a subnet of length %d", p, last, p.length+bits),
				Reference: fmt.Sprintf("not enough remaining address space for a subnet with a prefix of %d bits after %s", p.length+bits, last),
				ArgPath:   at("newbits", i),
			})
		}
		last = next
		subnets = append(subnets, last.String())
	}
	return textList(subnets)
}
