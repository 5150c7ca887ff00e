package guard

import (
	"net/netip"
	"testing"
)

func TestUnreachable(t *testing.T) {
	for _, tt := range []struct{ addr, why string }{
		{"8.8.8.8", ""},
		{"1.1.1.1", ""},
		{"172.15.255.255", ""},
		{"172.32.0.0", ""},
		{"100.63.255.255", ""},
		{"100.128.0.0", ""},
		{"198.17.255.255", ""},
		{"223.255.255.255", ""},
		{"2606:4700::1111", ""},
		{"2a00:1450:4001::1", ""},
		{"::ffff:8.8.8.8", ""},
		{"64:ff9b::808:808", ""},
		{"2a00::5efe:808:808", ""},

		{"0.0.0.0", "unspecified"},
		{"0.1.2.3", "unspecified"},
		{"10.1.2.3", "private"},
		{"172.16.0.1", "private"},
		{"172.31.255.255", "private"},
		{"192.168.1.1", "private"},
		{"100.64.0.1", "shared"},
		{"100.100.100.200", "shared"},
		{"127.0.0.1", "loopback"},
		{"127.255.255.254", "loopback"},
		{"169.254.169.254", "link-local"},
		{"192.0.0.192", "protocol assignment"},
		{"192.0.2.1", "documentation"},
		{"198.51.100.7", "documentation"},
		{"203.0.113.9", "documentation"},
		{"192.88.99.1", "6to4 relay"},
		{"198.18.0.1", "benchmarking"},
		{"198.19.255.255", "benchmarking"},
		{"224.0.0.1", "multicast"},
		{"239.255.255.255", "multicast"},
		{"240.0.0.1", "reserved"},
		{"255.255.255.255", "reserved"},
		{"168.63.129.16", "cloud metadata"},

		{"::", "unspecified"},
		{"::1", "loopback"},
		{"::ffff:127.0.0.1", "loopback"},
		{"::ffff:10.0.0.1", "private"},
		{"::127.0.0.1", "IPv4-compatible"},
		{"::8.8.8.8", "IPv4-compatible"},
		{"::ffff:0:127.0.0.1", "reserved"},
		{"64:ff9b::7f00:1", "loopback inside NAT64"},
		{"64:ff9b::a9fe:a9fe", "link-local inside NAT64"},
		{"64:ff9b:1::7f00:1", "NAT64 local use"},
		{"64:ff9b:1:fffe::808:808", "NAT64 local use"},
		{"2002:7f00:1::", "6to4"},
		{"2002:808:808::1", "6to4"},
		{"2001:0:4136:e378:8000:63bf:3fff:fdd2", "protocol assignment"},
		{"2001:2::1", "protocol assignment"},
		{"2001:20::1", "protocol assignment"},
		{"2a00::5efe:7f00:1", "loopback inside ISATAP"},
		{"2a00::200:5efe:a00:1", "private inside ISATAP"},
		{"2001:db8::1", "documentation"},
		{"3fff::1", "documentation"},
		{"3ffe::1", "returned test network"},
		{"100::1", "discard"},
		{"fc00::1", "unique-local"},
		{"fd00:ec2::254", "unique-local"},
		{"fe80::1", "link-local"},
		{"fe80::1%eth0", "scoped to an interface"},
		{"2606:4700::1%eth0", "scoped to an interface"},
		{"fec0::1", "site-local"},
		{"ff02::1", "multicast"},
		{"5f00::1", "reserved"},
		{"4000::1", "reserved"},
	} {
		if got := unreachable(netip.MustParseAddr(tt.addr)); got != tt.why {
			t.Errorf("%s: got %q, want %q", tt.addr, got, tt.why)
		}
	}
	if unreachable(netip.Addr{}) == "" {
		t.Error("no address at all passes")
	}
}

// FuzzUnreachable holds two promises over all addresses: what the standard library calls non-public is refused,
// and a refused IPv4 address stays refused in every form that carries it.
func FuzzUnreachable(f *testing.F) {
	for _, seed := range []string{"::ffff:127.0.0.1", "::7f00:1", "2002:7f00:1::", "64:ff9b::a00:1", "fe80::1", "2606:4700::1111", "2a00::5efe:7f00:1"} {
		b := netip.MustParseAddr(seed).As16()
		f.Add(b[:])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 16 {
			return
		}
		a6 := netip.AddrFrom16([16]byte(b))
		a4 := netip.AddrFrom4([4]byte(b[12:]))
		for _, a := range []netip.Addr{a6, a4} {
			if !(a.IsGlobalUnicast() && !a.IsPrivate()) && unreachable(a) == "" {
				t.Errorf("%s passes", a)
			}
		}
		if unreachable(a4) == "" {
			return
		}
		v := a4.As4()
		inside := func(prefix ...byte) netip.Addr {
			var full [16]byte
			copy(full[:], prefix)
			copy(full[12:], v[:])
			return netip.AddrFrom16(full)
		}
		inverted := [4]byte{^v[0], ^v[1], ^v[2], ^v[3]}
		teredo := inside(0x20, 0x01, 0, 0).As16()
		copy(teredo[12:], inverted[:])
		for form, a := range map[string]netip.Addr{
			"mapped":       inside(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff),
			"translated":   inside(0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff),
			"compatible":   inside(),
			"NAT64":        inside(0, 0x64, 0xff, 0x9b),
			"local NAT64":  inside(0, 0x64, 0xff, 0x9b, 0, 1),
			"6to4":         inside(0x20, 0x02, v[0], v[1], v[2], v[3]),
			"Teredo":       netip.AddrFrom16(teredo),
			"ISATAP":       inside(0x2a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x5e, 0xfe),
			"ISATAP local": inside(0x2a, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0x5e, 0xfe),
		} {
			if unreachable(a) == "" {
				t.Errorf("%s passes as %s (%s)", a4, a, form)
			}
		}
	})
}
