package wire

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// DescriptorLine makes the two ends of a line that carries open files. The far end is for the child.
func DescriptorLine() (near, far *os.File, err error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("make a line for descriptors: %w", err)
	}
	return os.NewFile(uintptr(pair[0]), "descriptors"), os.NewFile(uintptr(pair[1]), "descriptors"), nil
}

// View opens a file once more, for reading only whatever f can do, and with a position of its own: both would be shared
// with the other end of a line if f itself were sent.
func View(f *os.File) (*os.File, error) {
	view, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd()))
	if err != nil {
		return nil, fmt.Errorf("open file once more: %w", err)
	}
	return view, nil
}

// SendFile hands a file over. It does not wait for an end that takes nothing.
func SendFile(line, f *os.File) error {
	err := unix.Sendmsg(int(line.Fd()), []byte{0}, unix.UnixRights(int(f.Fd())), nil, unix.MSG_DONTWAIT|unix.MSG_NOSIGNAL)
	if err != nil {
		return fmt.Errorf("hand over file: %w", err)
	}
	return nil
}

// ReceiveFile waits for a file that is handed over.
func ReceiveFile(line *os.File) (*os.File, error) {
	control := make([]byte, unix.CmsgSpace(4))
	var n, rights int
	for {
		var err error
		n, rights, _, _, err = unix.Recvmsg(int(line.Fd()), make([]byte, 1), control, unix.MSG_CMSG_CLOEXEC)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("receive file: %w", err)
		}
		break
	}
	messages, err := unix.ParseSocketControlMessage(control[:rights])
	if err != nil || n != 1 || len(messages) != 1 {
		return nil, fmt.Errorf("receive file: %w", ErrMalformed)
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return nil, fmt.Errorf("receive file: %w", ErrMalformed)
	}
	return os.NewFile(uintptr(fds[0]), "document"), nil
}
