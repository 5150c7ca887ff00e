//go:build linux

// Package hostile is a program that tries to get past the fences around it, for tests to run in the place of a child.
package hostile

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Result is how an attempt went. It is printed as a line; one that goes far prints several, of which the last counts.
type Result struct {
	Done  bool
	Step  string // that was refused
	Error string // the kernel's name for why
	Count int64  // of processes or bytes that it came to
	Text  string
}

// attempts by name. Arguments are addresses, paths, process ids or numbers.
var attempts = map[string]func(args []string) Result{
	"tcp": tcp, "udp": udp, "unix": named, "abstract": abstract, "datagram": datagram, "line": line,
	"netlink": family(unix.AF_NETLINK, unix.SOCK_RAW), "packet": family(unix.AF_PACKET, unix.SOCK_RAW), "vsock": family(unix.AF_VSOCK, unix.SOCK_STREAM),
	"read": read, "create": create, "append": appendTo, "remove": remove, "chmod": chmod, "document": document, "nest": nest,
	"fork": fork, "threads": threads, "spawn": spawn,
	"ptrace": ptrace, "signal": probe, "mount": mount, "unshare": unshare, "outlive": outlive, "hang": hang,
	"memory": memory, "memfd": memfd, "shared": shared, "together": together, "fill": fill,
}

// Main makes one attempt. Arguments behind those it needs are to find its processes by.
func Main(args []string) int {
	if len(args) == 0 || attempts[args[0]] == nil {
		fmt.Fprintln(os.Stderr, "no such attempt")
		return 2
	}
	say(attempts[args[0]](args[1:]))
	return 0
}

func say(r Result) { _ = json.NewEncoder(os.Stdout).Encode(r) }

// came is the result of the last step of an attempt.
func came(step string, err error) Result {
	if err == nil {
		return Result{Done: true}
	}
	var errno unix.Errno
	if errors.As(err, &errno) {
		return Result{Step: step, Error: unix.ErrnoName(errno)}
	}
	return Result{Step: step, Error: err.Error()}
}
