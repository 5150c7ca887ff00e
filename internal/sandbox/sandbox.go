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
	Netns    Fence = "netns"    // no network interface but a loopback that is down
	Pidns    Fence = "pidns"    // sees no other process; whatever it started dies with it, even what left its group
	Nproc    Fence = "nproc"    // no more than mostProcesses processes and threads together
	Tmpfs    Fence = "tmpfs"    // the scratch folder is memory of bounded size that nobody else sees
	Rlimits  Fence = "rlimits"  // Limits
	Landlock Fence = "landlock" // files outside of Read and the scratch folder cannot be opened
	Seccomp  Fence = "seccomp"  // no tracing, mounting, connections or keys, no other program unless Exec
)

// All lists the fences in the order in which they are put up.
func All() []Fence { return []Fence{Netns, Pidns, Nproc, Tmpfs, Rlimits, Landlock, Seccomp} }

// Program is what is to run and how far it may go.
type Program struct {
	Path  string // of the executable; /proc/self/exe is our own
	Args  []string
	Env   []string   // nothing is inherited; TMPDIR and HOME are the scratch folder, which is also where it starts
	Files []*os.File // handed over as descriptors 3, 4, …, files to be read only; it may also open them as /proc/self/fd/3, …
	Read  []string   // files and folders it may read beside the system's libraries, fonts and itself
	Exec  bool       // it may start other programs; without it not even a copy of itself
	Limits
}

// GoMemory is the address space to leave a Go program beside what it works with. Measured with Go 1.26 on amd64: the
// runtime does not start below 750 MB. One with C in it needs as much again, because every thread of the C library may
// reserve 64 MB for malloc and 8 MB of stack: all the conformance tests of the PDF engine pass in one process at 2 GB
// and not reliably below.
const GoMemory = 1 << 30

// Limits bounds a program. Zero is no bound. Memory, CPU, Files and the size of one file hold for each process it
// starts; Scratch and Output for all of them together. What they use of Memory together is looked at from outside.
type Limits struct {
	// Memory is bytes of address space, not of memory in use. A Go program reserves far more than it uses; see
	// GoMemory.
	Memory  int64
	CPU     time.Duration // processor time, in whole seconds: the rest of a second is rounded up
	Files   int           // open descriptors; never more than maxFiles
	Scratch int64         // bytes in the scratch folder, and in one file that it writes anywhere
	Output  int64         // bytes on standard output of Run
}
