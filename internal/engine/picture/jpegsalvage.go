package picture

import (
	"bytes"
	"errors"
	"image"
	"io"

	"github.com/octavo-dev/octavo/internal/fault"
)

// salvage reads what there is of a picture whose data is cut off or damaged.
func (h *jpegHead) salvage(s source, cause error) (*bitmap, error) {
	const most = 256 << 20
	failed := damaged(cause, "its data is damaged")
	if fault.Is(cause, fault.DocumentUnsupported) || s.size > most {
		return nil, failed
	}
	data := make([]byte, s.size)
	if _, err := s.ReadAt(data, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, damaged(err, "read the image")
	}
	if b := h.coarser(data); b != nil {
		return b, nil
	}
	if b := h.upper(data); b != nil {
		return b, nil
	}
	return nil, failed
}

// coarser leaves out the last scans of a picture that is refined by several: without them it is whole, but less sharp.
func (h *jpegHead) coarser(data []byte) *bitmap {
	if !h.scans {
		return nil
	}
	for range 3 {
		i := bytes.LastIndex(data, []byte{0xFF, jpegScan})
		if i <= int(h.frame) || !bytes.Contains(data[h.frame:i], []byte{0xFF, jpegScan}) {
			return nil
		}
		data = append(data[:i:i], 0xFF, jpegEnd)
		if img, err := h.again(bytes.NewReader(data)); err == nil {
			b := fromImage(img)
			b.damage = "the image data is damaged: a part of the detail could not be read"
			return b
		}
	}
	return nil
}

// upper reads the rows before the damage. The decoder gives no part of a picture, so the data is filled up from there,
// once with one pattern and once with another: the rows that come out the same do not depend on it.
func (h *jpegHead) upper(data []byte) *bitmap {
	const buffered = 4096 // of the decoder
	counted := &countingReader{from: bytes.NewReader(data)}
	if _, err := h.again(counted); err == nil {
		return nil
	}
	cuts := []int{len(data), counted.n - buffered}
	for _, cut := range cuts {
		if cut <= int(h.frame) {
			continue
		}
		sound := bytes.TrimRight(data[:cut], "\xff")
		var tries [2]image.Image
		for i, fill := range []byte{0x00, 0x55} {
			img, err := h.again(io.MultiReader(bytes.NewReader(sound), &filling{fill, 4 * h.size[0] * h.size[1]}))
			if err != nil {
				break
			}
			tries[i] = img
		}
		if tries[1] == nil {
			continue
		}
		b, other := fromImage(tries[0]), fromImage(tries[1])
		rows := 0
		for rows < b.height && bytes.Equal(b.row(rows), other.row(rows)) {
			rows++
		}
		if rows > 0 {
			b.keepRows(rows)
			return b
		}
	}
	return nil
}

func (h *jpegHead) again(r io.Reader) (image.Image, error) {
	return h.decodeFrom(r, h.components == 4 && !h.adobe)
}

type countingReader struct {
	from io.Reader
	n    int
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.n += n
	return n, err
}

// filling is a pattern of so many bytes and then the end of the picture.
type filling struct {
	with byte
	left int
}

func (f *filling) Read(p []byte) (int, error) {
	if f.left <= 0 {
		for i := range p {
			p[i] = [...]byte{0xFF, jpegEnd}[-f.left&1]
			f.left--
		}
		return len(p), nil
	}
	n := min(len(p), f.left)
	for i := range n {
		p[i] = f.with
	}
	f.left -= n
	return n, nil
}
