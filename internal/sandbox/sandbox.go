// Package sandbox runs programs that decode hostile bytes behind fences: bounded resources, no network, few files, a
// scratch folder of their own.
package sandbox

import (
	"os"
	"time"
)

// Fence is one kind of bar between a program and the machine.
type Fence string

// The fences, in the order in which they are put up.
const (
	Netns    Fence = "netns"
	Tmpfs    Fence = "tmpfs"
	Rlimits  Fence = "rlimits"
	Landlock Fence = "landlock"
	Seccomp  Fence = "seccomp"
)

// Program is what is to run and how far it may go.
type Program struct {
	Path  string // of the executable
	Args  []string
	Env   []string   // nothing is inherited; TMPDIR and HOME are the scratch folder
	Files []*os.File // handed over as descriptors 3, 4, …
	Read  []string   // files and folders it may read beside the system's libraries, fonts and itself
	Exec  bool       // it may start other programs
	Limits
}

// Limits bounds one program with all it starts. Zero is no bound.
type Limits struct {
	Memory  int64         // bytes of address space
	CPU     time.Duration // processor time
	Files   int           // open descriptors
	Scratch int64         // bytes in the scratch folder
	Output  int64         // bytes on standard output
}
