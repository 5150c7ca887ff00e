package picture

import (
	"encoding/binary"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
)

// The byte orders.
var le, be = binary.LittleEndian, binary.BigEndian

func fields(m image.Image, compression, photometric, bits, samples int, more map[uint16][]int64) map[uint16][]int64 {
	out := map[uint16][]int64{
		tagWidth: {int64(m.Bounds().Dx())}, tagHeight: {int64(m.Bounds().Dy())}, tagCompression: {int64(compression)},
		tagPhotometric: {int64(photometric)}, tagSamples: {int64(samples)}, tagBits: slices.Repeat([]int64{int64(bits)}, samples),
		tagXResolution: {300, 1}, tagYResolution: {300, 1}, tagUnit: {2},
	}
	for k, v := range more {
		out[k] = v
	}
	return out
}

// strips cuts rows of equal length.
func strips(data []byte, stride, rows int, pack func([]byte) []byte) (out [][]byte) {
	for n := stride * rows; len(data) > 0; data = data[min(n, len(data)):] {
		out = append(out, pack(data[:min(n, len(data))]))
	}
	return out
}

func plain(b []byte) []byte { return b }

func tiffCases() []formatCase {
	m, two := photo(testW, testH), bilevel(testW, testH)
	grey, p := greyOf(m), palettedOf(m, 16)
	rgb := samplesOf(m, rgbBytes)
	var out []formatCase
	add := func(name string, order binary.ByteOrder, big bool, want image.Image, within int, spec tiffSpec) {
		out = append(out, formatCase{"TIFF " + name, "tiff", writeTIFF(order, big, false, spec), want, within})
	}
	rps := func(n int64) map[uint16][]int64 { return map[uint16][]int64{tagRowsPerStrip: {n}} }
	for _, c := range []struct {
		name string
		code int
		pack func([]byte) []byte
	}{{"raw", 1, plain}, {"LZW", 5, lzwPacked}, {"Deflate", 8, deflated}, {"old Deflate", 32946, deflated}, {"PackBits", 32773, packBitsPacked}} {
		add(c.name, le, false, m, 0, tiffSpec{fields(m, c.code, 2, 8, 3, rps(5)), strips(rgb, 3*testW, 5, c.pack)})
		add(c.name+", big endian, one strip", be, false, grey, 0, tiffSpec{fields(m, c.code, 1, 8, 1, nil), strips(grey.Pix, testW, testH, c.pack)})
	}
	add("BigTIFF", le, true, m, 0, tiffSpec{fields(m, 1, 2, 8, 3, rps(4)), strips(rgb, 3*testW, 4, plain)})
	add("BigTIFF, big endian", be, true, m, 0, tiffSpec{fields(m, 1, 2, 8, 3, nil), strips(rgb, 3*testW, testH, plain)})

	for _, order := range []binary.ByteOrder{le, be} {
		var wide, differences []byte
		last := [3]uint16{}
		for i, v := range rgb {
			deep := uint16(v)<<8 | 77
			if i%(3*testW) < 3 {
				last[i%3] = 0
			}
			b := make([]byte, 4)
			order.PutUint16(b, deep)
			order.PutUint16(b[2:], deep-last[i%3])
			wide, differences, last[i%3] = append(wide, b[:2]...), append(differences, b[2:]...), deep
		}
		add("of 16 bits "+order.String(), order, false, m, 0, tiffSpec{fields(m, 1, 2, 16, 3, nil), [][]byte{wide}})
		add("of 16 bits with predictor "+order.String(), order, false, m, 0,
			tiffSpec{fields(m, 8, 2, 16, 3, map[uint16][]int64{tagPredictor: {2}}), [][]byte{deflated(differences)}})
	}
	less := slices.Clone(rgb)
	for i := len(less) - 1; i >= 0; i-- {
		if i%(3*testW) >= 3 {
			less[i] -= less[i-3]
		}
	}
	add("LZW with predictor", le, false, m, 0, tiffSpec{fields(m, 5, 2, 8, 3, map[uint16][]int64{tagPredictor: {2}}), [][]byte{lzwPacked(less)}})

	planes := make([][]byte, 3)
	for i, v := range rgb {
		planes[i%3] = append(planes[i%3], v)
	}
	apart := map[uint16][]int64{tagPlanar: {2}, tagRowsPerStrip: {10}}
	add("in planes", le, false, m, 0, tiffSpec{fields(m, 8, 2, 8, 3, apart), slices.Concat(
		strips(planes[0], testW, 10, deflated), strips(planes[1], testW, 10, deflated), strips(planes[2], testW, 10, deflated))})

	var tiles [][]byte
	for ty := 0; ty < testH; ty += 16 {
		for tx := 0; tx < testW; tx += 16 {
			tile := make([]byte, 0, 16*16*3)
			for y := range 16 {
				for x := range 16 {
					c := m.NRGBAAt(min(tx+x, testW-1), min(ty+y, testH-1))
					tile = append(tile, c.R, c.G, c.B)
				}
			}
			tiles = append(tiles, lzwPacked(tile))
		}
	}
	add("in tiles", be, false, m, 0, tiffSpec{fields(m, 5, 2, 8, 3, map[uint16][]int64{tagTileWidth: {16}, tagTileHeight: {16}}), tiles})

	bits := make([]byte, len(two.Pix))
	for i, v := range two.Pix {
		bits[i] = ^v & 1
	}
	add("of bits", le, false, two, 0, tiffSpec{fields(m, 1, 0, 1, 1, nil), [][]byte{packed(bits, testW, 1)}})
	add("of bits, PackBits", le, false, two, 0, tiffSpec{fields(m, 32773, 0, 1, 1, rps(3)), strips(packed(bits, testW, 1), 5, 3, packBitsPacked)})
	for name, c := range map[string]struct {
		mode        faxMode
		compression int
		options     int64
	}{"fax plain": {faxPlain, 2, 0}, "fax 3": {faxGroup3, 3, 0}, "fax 3 mixed": {faxMixed, 3, 1}, "fax 4": {faxGroup4, 4, 0}} {
		data := faxed(two, c.mode)
		tags := fields(m, c.compression, 0, 1, 1, map[uint16][]int64{tagFaxOptions: {c.options}})
		add(name, le, false, two, 0, tiffSpec{tags, [][]byte{data}})
		tags = fields(m, c.compression, 0, 1, 1, map[uint16][]int64{tagFaxOptions: {c.options}, tagFillOrder: {2}})
		turned := make([]byte, len(data))
		_, _ = reversing{strings.NewReader(string(data))}.Read(turned)
		add(name+" with turned bits", le, false, two, 0, tiffSpec{tags, [][]byte{turned}})
	}

	var table [3][]int64
	for _, c := range p.Palette {
		n := c.(color.NRGBA)
		for i, v := range []byte{n.R, n.G, n.B} {
			table[i] = append(table[i], int64(v)*257)
		}
	}
	colourMap := map[uint16][]int64{tagColorMap: slices.Concat(table[:]...)}
	add("with palette", be, false, p, 0, tiffSpec{fields(m, 1, 3, 4, 1, colourMap), [][]byte{packed(p.Pix, testW, 4)}})

	inks := samplesOf(m, func(c color.NRGBA) []byte { return []byte{^c.R, ^c.G, ^c.B, 0} })
	add("of inks", le, false, m, 0, tiffSpec{fields(m, 1, 5, 8, 4, nil), [][]byte{inks}})
	straight := samplesOf(sheer(), func(c color.NRGBA) []byte { return []byte{c.R, c.G, c.B, c.A} })
	add("with alpha", le, false, sheer(), 1, tiffSpec{fields(m, 1, 2, 8, 4, map[uint16][]int64{tagExtra: {2}}), [][]byte{straight}})
	multiplied := samplesOf(sheer(), func(c color.NRGBA) []byte {
		r, g, b, a := c.RGBA()
		return []byte{byte(r >> 8), byte(g >> 8), byte(b >> 8), byte(a >> 8)}
	})
	add("with multiplied alpha", le, false, sheer(), 2, tiffSpec{fields(m, 1, 2, 8, 4, map[uint16][]int64{tagExtra: {1}}), [][]byte{multiplied}})

	smooth := image.NewNRGBA(m.Rect)
	for y := range testH {
		for x := range testW {
			smooth.SetNRGBA(x, y, color.NRGBA{byte(3 * x), byte(4 * y), 120, 255})
		}
	}
	whole := asJPEG(smooth)
	add("of JPEG", le, false, smooth, 12, tiffSpec{fields(m, 7, 6, 8, 3, nil), [][]byte{whole}})
	frame := strings.Index(string(whole), "\xff\xc0")
	tables := append([]byte("\xff\xd8"), whole[strings.Index(string(whole), "\xff\xdb"):frame]...)
	body := append([]byte("\xff\xd8"), whole[frame:]...)
	var held []int64
	for _, b := range append(tables, 0xFF, 0xD9) {
		held = append(held, int64(b))
	}
	add("of JPEG with tables apart", le, false, smooth, 12, tiffSpec{fields(m, 7, 6, 8, 3, map[uint16][]int64{tagJPEGTables: held}), [][]byte{body}})
	return out
}

func TestPagesOfTIFF(t *testing.T) {
	page := func(m *image.Gray, more map[uint16][]int64) tiffSpec {
		return tiffSpec{fields(m, 1, 1, 8, 1, more), [][]byte{m.Pix}}
	}
	a, b, c := greyOf(photo(20, 30)), greyOf(photo(40, 10)), bilevel(30, 30)
	broken := page(b, map[uint16][]int64{tagCompression: {5}})
	thumbnail := page(greyOf(photo(8, 8)), map[uint16][]int64{tagSubfile: {1}})
	data := writeTIFF(binary.BigEndian, false, true, page(a, nil), thumbnail, broken, page(c, map[uint16][]int64{tagOrientation: {6}}))
	d := opened(t, data, "tiff")
	if d.Pages() != 3 {
		t.Fatalf("%d pages", d.Pages())
	}
	wantPixels(t, native(t, d, 1, true), a, 0)
	if _, err := d.Render(2, 300, true); !fault.Is(err, fault.DocumentCorrupt) {
		t.Errorf("a damaged page: %v", err)
	}
	if p, err := d.Page(2); err != nil || p.Images[0].Width != 40 {
		t.Errorf("the damaged page: %+v, %v", p, err)
	}
	if r := native(t, d, 3, true); pixel(r, 29, 0) != [3]byte{c.Pix[0], c.Pix[0], c.Pix[0]} {
		t.Error("the third page is not turned")
	}
	for _, n := range []int{0, 4} {
		if _, err := d.Page(n); err == nil {
			t.Errorf("page %d exists", n)
		}
	}
}

func TestManyPagesOfTIFF(t *testing.T) {
	spec := tiffSpec{map[uint16][]int64{tagWidth: {8}, tagHeight: {8}}, [][]byte{make([]byte, 8)}}
	data := writeTIFF(binary.LittleEndian, false, false, slices.Repeat([]tiffSpec{spec}, 10_001)...)
	if d := opened(t, data, "tiff"); d.Pages() != 10_001 {
		t.Errorf("%d pages", d.Pages())
	}
	data = writeTIFF(binary.LittleEndian, false, false, slices.Repeat([]tiffSpec{spec}, maxFrames+5)...)
	if d := opened(t, data, "tiff"); d.Pages() != maxFrames {
		t.Errorf("%d pages", d.Pages())
	}
}
