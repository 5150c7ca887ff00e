package picture

import (
	"bufio"
	"encoding/binary"
	"errors"
	"image/png"
	"io"
)

const pngMagic = "\x89PNG\r\n\x1a\n"

// pngChunk is the place of a chunk's data; length is what there is of it, which is less at the end of a cut file.
type pngChunk struct {
	name   string
	start  int64
	length int64
}

// pngFile is the chunks that matter here.
type pngFile struct {
	source
	header  []byte // IHDR
	extra   []pngChunk
	data    []pngChunk
	size    [2]int
	said    [2]float64
	turning orientation
}

// readPNG reads PNG files. The default image of an animated one is its first frame.
func readPNG(s source) ([]header, error) {
	f, err := scanPNG(s)
	if err != nil {
		return nil, err
	}
	return single(&frame{size: f.size, said: f.said, orientation: f.turning, decode: f.decode}, nil)
}

// scanPNG walks the chunks. Their number is bounded: a picture of the allowed size has no use for more.
func scanPNG(s source) (*pngFile, error) {
	const maxChunks = 100_000
	f := &pngFile{source: s}
	magic := make([]byte, 8)
	if _, err := s.ReadAt(magic, 0); err != nil || string(magic) != pngMagic {
		return nil, damaged(err, "it does not begin as a PNG file")
	}
	at := int64(8)
	for range maxChunks {
		var head [8]byte
		if _, err := s.ReadAt(head[:], at); err != nil {
			break
		}
		c := pngChunk{name: string(head[4:]), start: at + 8, length: int64(binary.BigEndian.Uint32(head[:]))}
		at = c.start + c.length + 4
		c.length = min(c.length, s.size-c.start)
		if err := f.take(c); err != nil {
			return nil, err
		}
		if c.name == "IEND" {
			break
		}
	}
	if f.header == nil || len(f.data) == 0 {
		return nil, corrupt("the file ends before the first pixel")
	}
	return f, nil
}

func (f *pngFile) take(c pngChunk) error {
	read := func(limit int64) []byte {
		b := make([]byte, min(c.length, limit))
		n, _ := f.ReadAt(b, c.start)
		return b[:n]
	}
	switch b := []byte(nil); c.name {
	case "IHDR":
		if f.header != nil { // the decoder believes the first one too
			break
		}
		if b = read(13); len(b) < 13 {
			return corrupt("its header is cut off")
		}
		f.header = b
		f.size = [2]int{int(binary.BigEndian.Uint32(b)), int(binary.BigEndian.Uint32(b[4:]))}
	case "PLTE", "tRNS":
		f.extra = append(f.extra, c)
	case "IDAT":
		f.data = append(f.data, c)
	case "pHYs":
		if b = read(9); len(b) == 9 && b[8] == 1 {
			f.said[0] = float64(binary.BigEndian.Uint32(b)) / inchesPerMetre
			f.said[1] = float64(binary.BigEndian.Uint32(b[4:])) / inchesPerMetre
		}
	case "eXIf":
		e := readEXIF(source{io.NewSectionReader(f, c.start, c.length), c.length})
		f.turning = e.orientation
		if f.said[0] == 0 {
			f.said = e.dpi
		}
	}
	return nil
}

func (f *pngFile) decode() (*bitmap, error) {
	img, err := png.Decode(bufio.NewReader(f.from(0)))
	if err == nil {
		return fromImage(img), nil
	}
	var odd png.UnsupportedError
	if errors.As(err, &odd) {
		return nil, unsupported("PNG files of this kind are not supported: %s", string(odd))
	}
	return f.salvage(err)
}
