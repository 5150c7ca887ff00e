package picture

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/jpeg"
	"io"
)

// Markers of JPEG streams.
const (
	jpegStart = 0xD8
	jpegEnd   = 0xD9
	jpegScan  = 0xDA
)

// adobeMark tells the decoder that the components are what they are: RGB or CMYK, not YCbCr or YCCK.
var adobeMark = []byte("\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00")

// jpegHead is what stands before the first scan.
type jpegHead struct {
	size       [2]int
	components int
	frame      int64 // offset of the frame header
	adobe      bool
	scans      bool // more than one scan refines the picture
	said       [2]float64
	turning    orientation
}

func readJPEG(s source) ([]header, error) {
	h, err := scanJPEG(s)
	if err != nil {
		return nil, err
	}
	return single(&frame{size: h.size, said: h.said, orientation: h.turning, decode: func() (*bitmap, error) {
		img, err := h.decode(s, h.components == 4 && !h.adobe)
		if err != nil {
			return h.salvage(s, err)
		}
		return fromImage(img), nil
	}}, nil)
}

// scanJPEG walks the segments up to the first scan.
func scanJPEG(s source) (*jpegHead, error) {
	const maxSegments = 10_000
	h := &jpegHead{}
	at := int64(2)
	for range maxSegments {
		var b [4]byte
		if _, err := s.ReadAt(b[:], at); err != nil {
			return nil, damaged(err, "the file ends before the first pixel")
		}
		switch marker := b[1]; {
		case b[0] != 0xFF:
			at++ // stray bytes between segments
		case marker == 0xFF:
			at++
		case marker == 0, marker == 1, marker >= 0xD0 && marker <= jpegStart:
			at += 2
		case marker == jpegEnd, marker == jpegScan:
			if h.components == 0 {
				return nil, corrupt("it holds no picture")
			}
			return h, nil
		default:
			n := int64(binary.BigEndian.Uint16(b[2:]))
			if err := h.take(s, marker, at, n-2); err != nil {
				return nil, err
			}
			at += 2 + max(n, 2)
		}
	}
	return nil, corrupt("it holds no picture")
}

// take reads the segment at an offset, which has n bytes of data.
func (h *jpegHead) take(s source, marker byte, at, n int64) error {
	b := make([]byte, min(max(n, 0), 16))
	if _, err := s.ReadAt(b, at+4); err != nil {
		return damaged(err, "its header is cut off")
	}
	switch {
	case marker == 0xE0 && bytes.HasPrefix(b, []byte("JFIF\x00")) && len(b) >= 12:
		const inch, centimetre = 1, 2
		for i := range h.said {
			switch n := int(binary.BigEndian.Uint16(b[8+2*i:])); b[7] {
			case inch:
				h.said[i] = float64(n)
			case centimetre:
				h.said[i] = perCentimetre(n)
			}
		}
	case marker == 0xE1 && bytes.HasPrefix(b, []byte("Exif\x00")):
		e := readEXIF(source{io.NewSectionReader(s, at+10, n-6), n - 6})
		h.turning = e.orientation
		if h.said[0] == 0 {
			h.said = e.dpi
		}
	case marker == 0xEE && bytes.HasPrefix(b, []byte("Adobe")):
		h.adobe = true
	case marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
		if len(b) < 6 || b[5] == 0 {
			return corrupt("its header is damaged")
		}
		h.size = [2]int{int(binary.BigEndian.Uint16(b[3:])), int(binary.BigEndian.Uint16(b[1:]))}
		h.components, h.frame, h.scans = int(b[5]), at, marker == 0xC2
		if marker > 0xC2 || b[0] != 8 {
			return unsupported("JPEG files with %d bits a sample and coding %d are not supported", b[0], marker&15)
		}
	}
	return nil
}

// decode reads the picture. Plain components are neither converted from YCbCr nor, as Adobe stores them, inverted.
func (h *jpegHead) decode(s source, plain bool) (image.Image, error) {
	return h.decodeFrom(s.from(0), plain)
}

func (h *jpegHead) decodeFrom(r io.Reader, plain bool) (image.Image, error) {
	if plain {
		r = io.MultiReader(io.LimitReader(r, h.frame), bytes.NewReader(adobeMark), r)
	}
	img, err := jpeg.Decode(bufio.NewReader(r))
	var odd jpeg.UnsupportedError
	if errors.As(err, &odd) {
		return nil, unsupported("JPEG files of this kind are not supported: %s", string(odd))
	}
	if m, ok := img.(*image.CMYK); ok && plain {
		for i := range m.Pix {
			m.Pix[i] = ^m.Pix[i]
		}
	}
	return img, err
}
