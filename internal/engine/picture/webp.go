package picture

import (
	"bytes"
	"encoding/binary"
	"io"

	"golang.org/x/image/webp"
)

// webpChunk is a stretch of a RIFF container.
type webpChunk struct {
	name  string
	start int64
	size  int64
}

func readWebP(s source) ([]header, error) {
	const head = 12
	chunks := webpChunks(s, head, s.size)
	f := &frame{}
	still := io.Reader(s.from(0))
	for _, c := range chunks {
		switch c.name {
		case "EXIF":
			start := c.start
			if b := (&tiffFile{source: s}).at(start, 6); bytes.Equal(b, []byte("Exif\x00\x00")) {
				start += 6
			}
			e := readEXIF(source{io.NewSectionReader(s, start, c.start+c.size-start), c.start + c.size - start})
			f.orientation, f.said = e.orientation, e.dpi
		case "ANMF":
			if f.size[0] == 0 {
				still, f.size = firstWebP(s, c)
			}
		}
	}
	var config io.Reader
	if f.size[0] == 0 { // not animated
		config = s.from(0)
		f.decode = func() (*bitmap, error) { return decodeWebP(s.from(0)) }
	} else {
		b, err := io.ReadAll(still)
		if err != nil {
			return nil, damaged(err, "its data is damaged")
		}
		config = bytes.NewReader(b)
		f.decode = func() (*bitmap, error) { return decodeWebP(bytes.NewReader(b)) }
	}
	c, err := webp.DecodeConfig(config)
	if err != nil {
		return nil, damaged(err, "its header is damaged")
	}
	f.size = [2]int{c.Width, c.Height}
	return single(f, nil)
}

func decodeWebP(r io.Reader) (*bitmap, error) {
	img, err := webp.Decode(r)
	if err != nil {
		return nil, damaged(err, "its data is damaged or cut off")
	}
	return fromImage(img), nil
}

// webpChunks lists the chunks between two offsets.
func webpChunks(s source, at, end int64) []webpChunk {
	const most = 10_000
	var out []webpChunk
	for range most {
		var head [8]byte
		if _, err := s.ReadAt(head[:], at); err != nil || at+8 > end {
			break
		}
		c := webpChunk{string(head[:4]), at + 8, int64(binary.LittleEndian.Uint32(head[4:]))}
		at = c.start + c.size + c.size&1
		c.size = min(c.size, end-c.start)
		out = append(out, c)
	}
	return out
}

// firstWebP is the first frame of an animation as a file of its own, and its size.
func firstWebP(s source, frame webpChunk) (io.Reader, [2]int) {
	const head = 16
	b := (&tiffFile{source: s}).at(frame.start, head)
	if b == nil {
		return bytes.NewReader(nil), [2]int{1, 1}
	}
	size := [2]int{}
	for i := range size {
		size[i] = 1 + (int(b[6+3*i]) | int(b[7+3*i])<<8 | int(b[8+3*i])<<16)
	}
	const alpha = 0x10
	file := []byte("RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00")
	parts := []io.Reader{nil}
	length := int64(0)
	for _, c := range webpChunks(s, frame.start+head, frame.start+frame.size) {
		if c.name == "ALPH" {
			file[20] = alpha
		}
		padded := c.size + 8 + c.size&1
		parts = append(parts, io.NewSectionReader(s, c.start-8, padded))
		length += padded
	}
	file = append(file, b[6:12]...)
	binary.LittleEndian.PutUint32(file[4:], uint32(int64(len(file))-8+length))
	parts[0] = bytes.NewReader(file)
	return io.MultiReader(parts...), size
}
