package picture

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"image"
	"io"
	"testing"

	"pgregory.net/rapid"
)

func TestRunsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var data []byte
		for range rapid.IntRange(1, 20).Draw(t, "runs") {
			data = append(data, bytes.Repeat([]byte{rapid.Byte().Draw(t, "value")}, rapid.IntRange(1, 300).Draw(t, "length"))...)
		}
		packs, err := io.ReadAll(&packBits{from: bufio.NewReader(bytes.NewReader(packBitsPacked(data)))})
		if err != nil || !bytes.Equal(packs, data) {
			t.Fatalf("PackBits: %d bytes of %d, %v", len(packs), len(data), err)
		}
		runs, err := io.ReadAll(&pcxRuns{from: bufio.NewReader(bytes.NewReader(asPCX(8, 8, 8, 1, 8, nil, nil, data)[128:]))})
		if err != nil || !bytes.Equal(runs, data) {
			t.Fatalf("PCX: %d bytes of %d, %v", len(runs), len(data), err)
		}
	})
}

func TestTIFFRoundTrip(t *testing.T) {
	packs := map[int]func([]byte) []byte{1: plain, 5: lzwPacked, 8: deflated, 32773: packBitsPacked}
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(minAxis, 40)
		m := image.NewGray(image.Rect(0, 0, side.Draw(t, "width"), side.Draw(t, "height")))
		bits := rapid.SampledFrom([]int{1, 2, 4, 8}).Draw(t, "bits")
		samples := rapid.SliceOfN(rapid.ByteMax(byte(1<<bits-1)), len(m.Pix), len(m.Pix)).Draw(t, "samples")
		for i, v := range samples {
			m.Pix[i] = byte(int(v) * 255 / (1<<bits - 1))
		}
		compression := rapid.SampledFrom([]int{1, 5, 8, 32773}).Draw(t, "compression")
		rows := rapid.IntRange(1, 50).Draw(t, "rows of a strip")
		photometric := rapid.IntRange(0, 1).Draw(t, "photometric")
		data := packed(samples, m.Rect.Dx(), bits)
		if photometric == 0 {
			for i := range data {
				data[i] = ^data[i]
			}
		}
		spec := tiffSpec{
			fields(m, compression, photometric, bits, 1, map[uint16][]int64{tagRowsPerStrip: {int64(rows)}}),
			strips(data, len(data)/m.Rect.Dy(), rows, packs[compression]),
		}
		order := rapid.SampledFrom([]binary.ByteOrder{le, be}).Draw(t, "order")
		file := writeTIFF(order, rapid.Bool().Draw(t, "big"), rapid.Bool().Draw(t, "looped"), spec, spec)
		d, err := open(source{bytes.NewReader(file), int64(len(file))}, "tiff")
		if err != nil || d.Pages() != 2 {
			t.Fatalf("%v", err)
		}
		r, err := d.Render(2, 300, true)
		if err != nil || !bytes.Equal(r.Pixels, m.Pix) || r.Damage != "" {
			t.Fatalf("pixels differ: %v %s", err, r.Damage)
		}
	})
}
