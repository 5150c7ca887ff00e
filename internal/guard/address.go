package guard

import "net/netip"

// special is a range no caller may reach, and what it is for.
type special struct {
	prefix netip.Prefix
	use    string
}

func ranges(use string, prefixes ...string) []special {
	var out []special
	for _, p := range prefixes {
		out = append(out, special{netip.MustParsePrefix(p), use})
	}
	return out
}

// special4 follows the IANA registry of special-purpose IPv4 addresses, plus the metadata address of Azure,
// which lies in public space. The other clouds' are link-local, shared or protocol assignments.
var special4 = join(
	ranges("unspecified", "0.0.0.0/8"),
	ranges("private", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
	ranges("shared", "100.64.0.0/10"),
	ranges("loopback", "127.0.0.0/8"),
	ranges("link-local", "169.254.0.0/16"),
	ranges("protocol assignment", "192.0.0.0/24"),
	ranges("documentation", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"),
	ranges("6to4 relay", "192.88.99.0/24"),
	ranges("benchmarking", "198.18.0.0/15"),
	ranges("multicast", "224.0.0.0/4"),
	ranges("reserved", "240.0.0.0/4"),
	ranges("cloud metadata", "168.63.129.16/32"),
)

// special6 lists the exceptions inside 2000::/3 and, for the log, the names of what lies outside of it.
var special6 = join(
	ranges("unspecified", "::/128"),
	ranges("loopback", "::1/128"),
	ranges("IPv4-compatible", "::/96"),
	ranges("NAT64 local use", "64:ff9b:1::/48"),
	ranges("discard", "100::/64"),
	ranges("protocol assignment", "2001::/23"), // Teredo, ORCHID, benchmarking
	ranges("documentation", "2001:db8::/32", "3fff::/20"),
	ranges("6to4", "2002::/16"),
	ranges("returned test network", "3ffe::/16"),
	ranges("unique-local", "fc00::/7"),
	ranges("link-local", "fe80::/10"),
	ranges("site-local", "fec0::/10"),
	ranges("multicast", "ff00::/8"),
)

var (
	globalUnicast = netip.MustParsePrefix("2000::/3")
	nat64         = netip.MustParsePrefix("64:ff9b::/96")
)

func join(lists ...[]special) []special {
	var out []special
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// unreachable says why an address must not be dialled; it is empty for a public one. IPv6 is closed by default:
// outside of 2000::/3 only NAT64 is left open, because a network without IPv4 reaches everything through it.
func unreachable(a netip.Addr) string {
	switch a = a.Unmap(); {
	case !a.IsValid():
		return "invalid"
	case a.Zone() != "":
		return "scoped to an interface"
	case a.Is4():
		return find(special4, a)
	case nat64.Contains(a):
		return within(a, "NAT64")
	case isISATAP(a):
		if why := within(a, "ISATAP"); why != "" {
			return why
		}
	}
	if why := find(special6, a); why != "" {
		return why
	}
	if !globalUnicast.Contains(a) {
		return "reserved"
	}
	return ""
}

func find(list []special, a netip.Addr) string {
	for _, s := range list {
		if s.prefix.Contains(a) {
			return s.use
		}
	}
	return ""
}

// within judges the IPv4 address in the last four bytes.
func within(a netip.Addr, form string) string {
	b := a.As16()
	if why := unreachable(netip.AddrFrom4([4]byte(b[12:]))); why != "" {
		return why + " inside " + form
	}
	return ""
}

// isISATAP recognises the interface identifier 0000:5efe or 0200:5efe, which may follow any prefix.
func isISATAP(a netip.Addr) bool {
	b := a.As16()
	return b[8]&^0x02 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
}
