package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"testing"

	"pgregory.net/rapid"
)

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func TestConn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var line bytes.Buffer
		c := NewConn(&line, &line, 4<<20)
		for range rapid.IntRange(1, 2).Draw(t, "messages") {
			var parts [][]byte
			for range rapid.IntRange(0, 3).Draw(t, "parts") {
				size := rapid.SampledFrom([]int{0, 1, 100, gather - 9, gather, gather + 1}).Draw(t, "size")
				parts = append(parts, bytes.Repeat([]byte{rapid.Byte().Draw(t, "byte")}, size))
			}
			kind := Kind(rapid.Uint32().Draw(t, "kind"))
			if err := c.Send(kind, parts...); err != nil {
				t.Fatal(err)
			}
			got, body, err := c.Receive()
			if err != nil || got != kind || !bytes.Equal(body, bytes.Join(parts, nil)) {
				t.Fatalf("kind %d, %d bytes, %v", got, len(body), err)
			}
		}
		if _, _, err := c.Receive(); !errors.Is(err, io.EOF) {
			t.Fatalf("at the end: %v", err)
		}
	})
}

func TestSendStaysWithinItsLimit(t *testing.T) {
	var line bytes.Buffer
	c := NewConn(&line, &line, 10)
	if err := c.Send(1, make([]byte, 6), make([]byte, 5)); !errors.Is(err, ErrTooLarge) || line.Len() > 0 {
		t.Errorf("%v, %d bytes on the line", err, line.Len())
	}
	if err := c.Send(1, make([]byte, 10)); err != nil {
		t.Error(err)
	}
}

func message(size uint32, sent int) *bytes.Buffer {
	b := binary.LittleEndian.AppendUint32(nil, size)
	b = binary.LittleEndian.AppendUint32(b, 3)
	return bytes.NewBuffer(append(b, make([]byte, sent)...))
}

func TestReceiveHostile(t *testing.T) {
	for _, tt := range []struct {
		name string
		from *bytes.Buffer
		want error
		room uint64 // bytes that may be allocated
	}{
		{"nothing", &bytes.Buffer{}, io.EOF, 4 << 10},
		{"half a header", bytes.NewBuffer([]byte{1, 2, 3}), io.ErrUnexpectedEOF, 4 << 10},
		{"half a body", message(100, 50), io.ErrUnexpectedEOF, 4 << 10},
		{"a length of 2^31", message(1<<31, 100), ErrTooLarge, 4 << 10},
		{"the largest length", message(1<<32-1, 100), ErrTooLarge, 4 << 10},
		{"much promised, nothing sent", message(1<<27, 0), io.ErrUnexpectedEOF, granted + 4<<10},
		{"much promised, some sent", message(1<<27, granted+1), io.ErrUnexpectedEOF, 4 * granted},
	} {
		before := allocated()
		_, _, err := NewConn(tt.from, io.Discard, 1<<28).Receive()
		took := allocated() - before
		if !errors.Is(err, tt.want) || took > tt.room {
			t.Errorf("%s: %v with %d bytes allocated", tt.name, err, took)
		}
	}
}

func TestKeep(t *testing.T) {
	line := message(4, 4)
	line.Write(message(4, 4).Bytes())
	c := NewConn(line, io.Discard, 100)
	_, first, _ := c.Receive()
	c.Keep()
	copy(first, "mine")
	if _, _, err := c.Receive(); err != nil || string(first) != "mine" {
		t.Errorf("%q, %v", first, err)
	}
}
