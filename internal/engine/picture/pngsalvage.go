package picture

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"image/png"
	"io"
)

// salvage reads what there is of a file that is cut off or whose checksums are wrong: the rows that can be unpacked
// are packed again, followed by as many empty ones as are missing.
func (f *pngFile) salvage(cause error) (*bitmap, error) {
	const deflateHead = 2
	packed := make([]io.Reader, len(f.data))
	for i, c := range f.data {
		packed[i] = io.NewSectionReader(f, c.start, c.length)
	}
	data := bufio.NewReader(io.MultiReader(packed...))
	if _, err := data.Discard(deflateHead); err != nil {
		return nil, damaged(cause, "the file ends before the first pixel")
	}
	rows, whole := f.rows()
	again := &pngWriter{from: flate.NewReader(data), left: whole, sum: adler32.New()}
	again.out.WriteString(pngMagic)
	again.chunk("IHDR", f.header)
	for _, c := range f.extra {
		b := make([]byte, min(c.length, 1<<10))
		n, _ := f.ReadAt(b, c.start)
		again.chunk(c.name, b[:n])
	}
	again.chunk("IDAT", []byte{0x78, 0x01})
	img, err := png.Decode(again)
	if err != nil || again.read == 0 {
		return nil, damaged(cause, "its data is damaged")
	}
	b := fromImage(img)
	if rows == 0 {
		b.damage = "the image data is damaged: a part of the detail could not be read"
	} else if again.read < whole {
		b.keepRows(int(again.read / rows))
	}
	return b, nil
}

// rows is the number of bytes of an unpacked row, 0 for an interlaced picture, and of all of them.
func (f *pngFile) rows() (int64, int64) {
	samples := map[byte]int64{2: 3, 4: 2, 6: 4}[f.header[9]]
	bits := max(samples, 1) * int64(f.header[8])
	pass := func(w, h int) int64 {
		if w == 0 || h == 0 {
			return 0
		}
		return int64(h) * ((int64(w)*bits+7)/8 + 1)
	}
	if f.header[12] == 0 {
		return pass(f.size[0], 1), pass(f.size[0], f.size[1])
	}
	var whole int64
	for _, p := range [...][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
		whole += pass((f.size[0]-p[0]+p[2]-1)/p[2], (f.size[1]-p[1]+p[3]-1)/p[3])
	}
	return 0, whole
}

// pngWriter is a PNG file written while it is read, so that only a block of it is held.
type pngWriter struct {
	out  bytes.Buffer
	from io.Reader
	left int64 // bytes still to be written
	read int64 // bytes that came from the damaged file
	sum  interface {
		io.Writer
		Sum32() uint32
	}
	done bool
}

func (w *pngWriter) chunk(name string, data []byte) {
	head := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	body := append([]byte(name), data...)
	w.out.Write(head)
	w.out.Write(body)
	w.out.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body)))
}

func (w *pngWriter) Read(p []byte) (int, error) {
	if w.out.Len() == 0 {
		if w.done {
			return 0, io.EOF
		}
		w.block()
	}
	return w.out.Read(p)
}

// block writes the next stretch as it is: packing it would only cost time.
func (w *pngWriter) block() {
	const size, head = 1 << 15, 5
	block := make([]byte, head+min(size, w.left))
	n, _ := io.ReadFull(w.from, block[head:])
	if w.read += int64(n); n < len(block)-head {
		w.from = bytes.NewReader(nil)
	}
	w.left -= int64(len(block) - head)
	if w.done = w.left == 0; w.done {
		block[0] = 1
	}
	binary.LittleEndian.PutUint16(block[1:], uint16(len(block)-head))
	binary.LittleEndian.PutUint16(block[3:], ^uint16(len(block)-head))
	_, _ = w.sum.Write(block[head:])
	if w.done {
		block = binary.BigEndian.AppendUint32(block, w.sum.Sum32())
	}
	w.chunk("IDAT", block)
	if w.done {
		w.chunk("IEND", nil)
	}
}
