package app_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color/palette"
	"image/gif"
	"image/png"
	"slices"
	"strings"
	"testing"
)

// pngOf is a white picture.
func pngOf(t *testing.T, width, height int) string {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, width, height))
	for i := range m.Pix {
		m.Pix[i] = 0xff
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// frameTIFF is a file of so many pictures of 8 × 8 white pixels, which share their bytes.
func frameTIFF(n int) string {
	le := binary.LittleEndian
	out := append([]byte("II*\x00"), make([]byte, 4)...)
	pixels := uint32(len(out))
	out = append(out, bytes.Repeat([]byte{0xff}, 64)...)
	link := 4
	for range n {
		le.PutUint32(out[link:], uint32(len(out)))
		fields := [][2]uint32{{256, 8}, {257, 8}, {258, 8}, {259, 1}, {262, 1}, {273, pixels}, {277, 1}, {278, 8}, {279, 64}}
		out = le.AppendUint16(out, uint16(len(fields)))
		for _, f := range fields {
			out = le.AppendUint16(out, uint16(f[0]))
			out = le.AppendUint16(out, 4) // one 32-bit number
			out = le.AppendUint32(out, 1)
			out = le.AppendUint32(out, f[1])
		}
		link = len(out)
		out = le.AppendUint32(out, 0)
	}
	return string(out)
}

// Faults 19 and 20: pictures at and beyond the bounds of sizes, told from their headers alone, and files of more pictures
// than there may be pages. Only the first picture of an animation is read.
func TestImageBounds(t *testing.T) {
	s := start(t, "sqlite")
	claim := []byte(pngOf(t, 10, 10))[:100]
	copy(claim[16:24], []byte{0, 0, 0xff, 0xdc, 0, 0, 0xff, 0xdc}) // 65,500 × 65,500
	const frameCount = 10_001
	var frames bytes.Buffer
	picture := image.NewPaletted(image.Rect(0, 0, 16, 16), palette.Plan9)
	if err := gif.EncodeAll(&frames, &gif.GIF{Image: slices.Repeat([]*image.Paletted{picture}, frameCount), Delay: make([]int, frameCount)}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, file, content string
		status              int
		want                string
	}{
		{"axis too long", "a.png", pngOf(t, 15_001, 10), 413, "IMAGE_TOO_LARGE"},
		{"too many pixels", "a.png", pngOf(t, 7_072, 7_072), 413, "IMAGE_TOO_LARGE"},
		{"too many pixels, only the header", "a.png", pngOf(t, 7_072, 7_072)[:64], 413, "IMAGE_TOO_LARGE"},
		{"claims too many", "a.png", string(claim), 413, "IMAGE_TOO_LARGE"},
		{"one pixel", "a.png", pngOf(t, 1, 1), 422, "IMAGE_TOO_SMALL"},
		{"two pixels high", "a.png", pngOf(t, 10_000, 2), 422, "IMAGE_TOO_SMALL"},
		{"too narrow", "a.png", pngOf(t, 10_000, 20), 422, "IMAGE_INVALID_ASPECT_RATIO"},
		{"small", "a.png", pngOf(t, 40, 40), 200, ""},
		{"animation", "a.gif", frames.String(), 200, ""},
		{"as many pages", "a.tiff", frameTIFF(frameCount), 413, "DOCUMENT_TOO_LARGE"},
		{"named otherwise", "a.pdf", pngOf(t, 40, 40), 200, ""},
		{"program", "a.pdf", "\x7fELF\x02\x01\x01" + strings.Repeat("\x00\x01", 300), 415, "DOCUMENT_UNSUPPORTED"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.ends(t, c.file, c.content, nil, c.status, c.want)
		})
	}
	t.Run("as long and as many as there may be", func(t *testing.T) {
		s.ends(t, "a.png", pngOf(t, 15_000, 3_333), map[string]any{"extraction_mode": "metadata"}, 200, "") // recognition takes its time
	})
}
