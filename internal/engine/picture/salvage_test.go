package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"slices"
	"strings"
	"testing"
)

// interlacedPNG writes a grey picture in seven passes, from coarse to fine.
func interlacedPNG(m *image.Gray) []byte {
	var rows []byte
	for _, p := range [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
		for y := p[1]; y < m.Rect.Dy(); y += p[3] {
			rows = append(rows, 0)
			for x := p[0]; x < m.Rect.Dx(); x += p[2] {
				rows = append(rows, m.GrayAt(x, y).Y)
			}
		}
	}
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(m.Rect.Dx())), uint32(m.Rect.Dy()))
	return slices.Concat([]byte(pngMagic), pngChunkOf("IHDR", append(size, 8, 0, 0, 0, 1)), pngChunkOf("IDAT", deflated(rows)), pngChunkOf("IEND", nil))
}

func TestInterlacedPNG(t *testing.T) {
	m := greyOf(noise(43, 37))
	data := interlacedPNG(m)
	wantPixels(t, native(t, opened(t, data, "png"), 1, true), m, 0)
	d := opened(t, data[:len(data)*3/4], "png")
	r := native(t, d, 1, true)
	for _, at := range [][2]int{{0, 0}, {8, 8}, {4, 16}, {40, 4}} { // the first passes
		if v := m.GrayAt(at[0], at[1]).Y; pixel(r, at[0], at[1]) != [3]byte{v, v, v} {
			t.Errorf("pixel %v is %v, want %d", at, pixel(r, at[0], at[1]), v)
		}
	}
	if !strings.Contains(r.Damage, "detail") {
		t.Errorf("damage %q", r.Damage)
	}
}

// refined is a JPEG of one grey in two scans, of which the second adds nothing.
func refined(grey byte) []byte {
	out := []byte("\xff\xd8")
	segment := func(marker byte, data ...byte) {
		out = slices.Concat(out, []byte{0xFF, marker}, binary.BigEndian.AppendUint16(nil, uint16(len(data)+2)), data)
	}
	segment(0xDB, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	segment(0xC2, 8, 0, 16, 0, 16, 1, 1, 0x11, 0)
	segment(0xC4, append([]byte{0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, counting(12)...)...)
	segment(0xC4, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	segment(0xDA, 1, 1, 0, 0, 0, 0)
	difference := 8 * (int(grey) - 128) // above zero
	w := &faxWriter{}
	size := 0
	for ; difference>>size > 0; size++ {
	}
	for _, v := range [][2]int{{size, 4}, {difference, size}, {0, 4}, {0, 4}, {0, 4}, {255, 8}} {
		for i := v[1] - 1; i >= 0; i-- {
			w.code(string(rune('0' + v[0]>>i&1)))
		}
	}
	out = append(out, w.out...)
	segment(0xDA, 1, 1, 0, 1, 63, 0)
	return append(out, 0x0F, 0xFF, 0xD9)
}

func TestRefinedJPEG(t *testing.T) {
	data := refined(200)
	for name, tt := range map[string]struct {
		data   []byte
		damage string
	}{"whole": {data, ""}, "without its last scan": {data[:len(data)-3], "detail"}} {
		d := opened(t, tt.data, "jpg")
		r := native(t, d, 1, true)
		if got := pixel(r, 9, 9); got != [3]byte{200, 200, 200} {
			t.Errorf("%s: %v", name, got)
		}
		if r.Damage != "" != (tt.damage != "") || !strings.Contains(r.Damage, tt.damage) {
			t.Errorf("%s: damage %q", name, r.Damage)
		}
	}
}

// A JPEG that is damaged in its middle shows what stands above.
func TestDamagedJPEG(t *testing.T) {
	m := greyOf(noise(160, 160))
	data := asJPEG(m)
	whole := native(t, opened(t, data, "jpg"), 1, true)
	copy(data[len(data)*3/4:], []byte{0xFF, 0xC4, 0xFF, 0xC4})
	d := opened(t, data, "jpg")
	r := native(t, d, 1, true)
	if !strings.Contains(r.Damage, "rows could be read") || !bytes.Equal(r.Pixels[:160*64], whole.Pixels[:160*64]) {
		t.Errorf("damage %q", r.Damage)
	}
}
