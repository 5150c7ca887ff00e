package client

import (
	"errors"
	"io"
	"sync"
)

// file is what is uploaded. A seeker can be read again from where it stood; anything else once, and its size is not
// known.
type file struct {
	reader io.Reader
	seeker io.Seeker
	start  int64
	size   int64 // -1 where it is not known
}

func newFile(r io.Reader) *file {
	f := &file{reader: r, size: -1}
	seeker, ok := r.(io.Seeker)
	if !ok {
		return f
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return f // a pipe is an *os.File too
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	if err != nil {
		return f
	}
	f.seeker, f.start, f.size = seeker, start, max(end-start, 0)
	return f
}

// open returns the file from its start.
func (f *file) open() (io.ReadCloser, error) {
	if f.seeker == nil {
		return io.NopCloser(f.reader), nil
	}
	if _, err := f.seeker.Seek(f.start, io.SeekStart); err != nil {
		return nil, err
	}
	return &lent{Reader: io.LimitReader(f.reader, f.size)}, nil
}

// lent is a reader that is read no more once it is closed: a transport may still be sending when its request has been
// answered, and must not read while the file is sent again.
type lent struct {
	io.Reader
	mu     sync.Mutex
	closed bool
}

var errTakenBack = errors.New("the request is over")

func (l *lent) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return 0, errTakenBack
	}
	return l.Reader.Read(p)
}

func (l *lent) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	return nil
}
