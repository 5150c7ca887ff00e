// Package wire carries framed binary messages between this program and its children, and the pages, pixels and failures
// of documents in them. Both ends are the same program on the same machine; the receiving end checks everything all the
// same, because hostile bytes may have taken the sender over.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Kind says what a message is. Every kind of child has its own, from 1 up; an answer has the kind of its question.
type Kind uint32

// The kinds of answers that tell a failure; their body is for DecodeFailure.
const (
	Failed Kind = 0
	Broken Kind = 1<<32 - 1 // the child itself is at fault and ends
)

var (
	// ErrMalformed is a message that no sound sender sends.
	ErrMalformed = errors.New("malformed message")
	// ErrTooLarge is a message beyond the limit of its connection.
	ErrTooLarge = errors.New("message too large")
)

const (
	header  = 8         // length of the body, kind
	gather  = 512 << 10 // up to this size a message is one write, which wakes the other end once; larger parts are not copied
	granted = 1 << 20   // a sender is believed to send a body of this size, or twice as large as one that it sent
	kept    = 4 << 20   // larger buffers are not kept for the next message
)

// Conn is one end of a line of messages. It belongs to one goroutine.
type Conn struct {
	r       io.Reader
	w       io.Writer
	limit   int
	in, out []byte
	earned  int // the largest body that was received
}

// NewConn joins the two directions of a line. No body larger than limit is sent or received.
func NewConn(r io.Reader, w io.Writer, limit int) *Conn {
	return &Conn{r: r, w: w, limit: limit, earned: granted / 2}
}

// Send writes one message; its body is the parts one after the other. ErrTooLarge leaves the line as it was.
func (c *Conn) Send(kind Kind, parts ...[]byte) error {
	total := 0
	for _, part := range parts {
		total += len(part)
	}
	if total > c.limit {
		return fmt.Errorf("%w: %d bytes", ErrTooLarge, total)
	}
	c.out = binary.LittleEndian.AppendUint32(c.out[:0], uint32(total))
	c.out = binary.LittleEndian.AppendUint32(c.out, uint32(kind))
	for _, part := range parts {
		if len(c.out)+len(part) <= gather {
			c.out = append(c.out, part...)
			continue
		}
		if err := c.flush(); err != nil {
			return err
		}
		if _, err := c.w.Write(part); err != nil {
			return fmt.Errorf("send message: %w", err)
		}
	}
	return c.flush()
}

func (c *Conn) flush() error {
	if len(c.out) == 0 {
		return nil
	}
	_, err := c.w.Write(c.out)
	c.out = c.out[:0]
	if err != nil {
		return fmt.Errorf("send message: %w", err)
	}
	return nil
}

// Receive reads one message. The body is good until the next call, unless Keep makes it the caller's. io.EOF means that
// the other end is gone and left no half message.
func (c *Conn) Receive() (Kind, []byte, error) {
	var head [header]byte
	if _, err := io.ReadFull(c.r, head[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return 0, nil, io.EOF
		}
		return 0, nil, fmt.Errorf("receive message: %w", err)
	}
	size := binary.LittleEndian.Uint32(head[:])
	if uint64(size) > uint64(c.limit) {
		return 0, nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, size)
	}
	body, err := c.body(int(size))
	if err != nil {
		return 0, nil, fmt.Errorf("receive message: %w", err)
	}
	return Kind(binary.LittleEndian.Uint32(head[4:])), body, nil
}

// body reads n bytes. It makes room for what the sender has shown to be able to send, so that a length alone costs nothing.
func (c *Conn) body(n int) ([]byte, error) {
	if cap(c.in) > kept && n <= kept {
		c.in = nil
	}
	for done := 0; ; {
		room := min(n, max(2*c.earned, cap(c.in)))
		if room > cap(c.in) {
			larger := make([]byte, room)
			copy(larger, c.in[:done])
			c.in = larger
		}
		if _, err := io.ReadFull(c.r, c.in[done:room]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		done = room
		c.earned = max(c.earned, done)
		if done == n {
			return c.in[:n], nil
		}
	}
}

// Keep makes the body that was received last the caller's for good.
func (c *Conn) Keep() { c.in = nil }
