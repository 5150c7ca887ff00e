//go:build linux

package hostile

import (
	"net/netip"

	"golang.org/x/sys/unix"
)

// message is what listeners outside must not hear.
const message = "past the fences"

func tcp(args []string) Result { return connect(unix.AF_INET, unix.SOCK_STREAM, inet(args[0])) }

func udp(args []string) Result {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
	if err != nil {
		return came("socket", err)
	}
	return came("send", unix.Sendto(fd, []byte(message), 0, inet(args[0])))
}

func inet(address string) *unix.SockaddrInet4 {
	a := netip.MustParseAddrPort(address)
	return &unix.SockaddrInet4{Port: int(a.Port()), Addr: a.Addr().As4()}
}

func named(args []string) Result {
	return connect(unix.AF_UNIX, unix.SOCK_STREAM, &unix.SockaddrUnix{Name: args[0]})
}

func abstract(args []string) Result {
	return connect(unix.AF_UNIX, unix.SOCK_STREAM, &unix.SockaddrUnix{Name: "@" + args[0]})
}

func connect(family, kind int, to unix.Sockaddr) Result {
	fd, err := unix.Socket(family, kind, 0)
	if err != nil {
		return came("socket", err)
	}
	return came("connect", unix.Connect(fd, to))
}

// datagram sends to a named socket without connecting, from a socket of its own or from one end of a pair.
func datagram(args []string) Result {
	to := &unix.SockaddrUnix{Name: args[0]}
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
	if err == nil {
		return came("send", unix.Sendto(fd, []byte(message), 0, to))
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
	if err != nil {
		return came("pair", err)
	}
	return came("send from a pair", unix.Sendto(pair[0], []byte(message), 0, to))
}

// line sends to a named socket from the first descriptor it was handed.
func line(args []string) Result {
	to := &unix.SockaddrUnix{Name: args[0]}
	if err := unix.Sendto(3, []byte(message), unix.MSG_DONTWAIT, to); err != nil {
		return came("send", err)
	}
	return came("connect", unix.Connect(3, to))
}

func family(family, kind int) func([]string) Result {
	return func([]string) Result {
		_, err := unix.Socket(family, kind, 0)
		return came("socket", err)
	}
}
