//go:build linux

package hostile

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/unix"
)

// memory reserves address space in pieces, of which no page is touched.
func memory(args []string) Result {
	const piece = 64 << 20
	for n := int64(0); n < int64(count(args)); n += piece {
		if _, err := unix.Mmap(-1, 0, piece, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE); err != nil {
			r := came("map", err)
			r.Count = n
			return r
		}
	}
	return Result{Done: true, Count: int64(count(args))}
}

// memfd makes a file of memory, which the bound on address space does not count.
func memfd([]string) Result {
	_, err := unix.MemfdCreate("hostile", 0)
	return came("memfd", err)
}

// shared makes a segment of memory that outlives its mapping.
func shared([]string) Result {
	id, err := unix.SysvShmGet(unix.IPC_PRIVATE, 1<<20, unix.IPC_CREAT|0o600)
	if err == nil {
		_, _ = unix.SysvShmCtl(id, unix.IPC_RMID, nil)
	}
	return came("shmget", err)
}

// together has copies of this process use so much memory that none of them is over its bound, and says after each step
// how much they have.
func together(args []string) Result {
	const piece, steps, page = 256 << 20, 16, 4096
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		return came("pipe", err)
	}
	word := []byte{0}
	var children []int
	defer func() { end(children) }()
	for range count(args) / piece {
		pid, errno := copyOfUs()
		if errno != 0 {
			return came("fork", errno)
		}
		if pid != 0 {
			children = append(children, pid)
			continue
		}
		place, _, errno := unix.RawSyscall6(unix.SYS_MMAP, 0, piece, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON, ^uintptr(0), 0)
		word[0] = byte(errno)
		for step := uintptr(0); step < steps && errno == 0; step++ {
			for at := step * piece / steps; at < (step+1)*piece/steps; at += page {
				*(*byte)(unsafe.Add(unsafe.Pointer(nil), place+at)) = 1
			}
			_, _, _ = unix.RawSyscall(unix.SYS_WRITE, uintptr(ends[1]), uintptr(unsafe.Pointer(&word[0])), 1)
		}
		if errno != 0 {
			_, _, _ = unix.RawSyscall(unix.SYS_WRITE, uintptr(ends[1]), uintptr(unsafe.Pointer(&word[0])), 1)
		}
		forever()
	}
	for n := range count(args) / piece * steps {
		if _, err := unix.Read(ends[0], word); err != nil || word[0] != 0 {
			return came("map", unix.Errno(word[0]))
		}
		say(Result{Step: "use", Count: int64(n+1) * piece / steps})
	}
	return Result{Done: true, Count: int64(count(args))}
}

// fill writes into its scratch folder, one file after the other when a file is full, until there is no room.
func fill(args []string) Result {
	signal.Ignore(unix.SIGXFSZ)
	var total int64
	var last Result
	chunk := make([]byte, 1<<20)
	for n := 0; ; n++ {
		f, err := os.Create(filepath.Join(os.TempDir(), fmt.Sprint("fill", n)))
		if err != nil {
			last = came("create", err)
			break
		}
		wrote := int64(0)
		for err == nil && total < int64(count(args)) {
			var k int
			k, err = f.Write(chunk)
			wrote, total = wrote+int64(k), total+int64(k)
		}
		f.Close()
		if last = came("write", err); err == nil || wrote == 0 {
			break
		}
	}
	last.Count = total
	return last
}
