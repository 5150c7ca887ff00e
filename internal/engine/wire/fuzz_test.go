package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

// What is taken is sound, and taking it again gives the same.
func FuzzDecodePage(f *testing.F) {
	var e Encoder
	f.Add(joined(e.EncodePage(samplePage())))
	f.Add(joined(e.EncodePage(&engine.Page{Number: 1})))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := DecodePage(body)
		if err != nil {
			return
		}
		for _, c := range p.Chars {
			for _, v := range []float32{c.Box.X0, c.Box.Y0, c.Box.X1, c.Box.Y1, c.Origin.X, c.Size, c.Angle} {
				if !(math.Abs(float64(v)) <= farthest) {
					t.Fatalf("%+v", c)
				}
			}
			if int(c.Font) >= len(p.Fonts) || int(c.Element) > len(p.Elements) || c.Box.X0 > c.Box.X1 || c.Loose.Y0 > c.Loose.Y1 {
				t.Fatalf("%+v", c)
			}
		}
		reencoded(t, p, new(Encoder).EncodePage, DecodePage)
	})
}

func FuzzDecodeInfo(f *testing.F) {
	var e Encoder
	f.Add(joined(e.EncodeInfo(sampleInfo())))
	f.Add(joined(e.EncodeInfo(&engine.Info{})))
	f.Fuzz(func(t *testing.T, body []byte) {
		if i, err := DecodeInfo(body); err == nil {
			reencoded(t, i, new(Encoder).EncodeInfo, DecodeInfo)
		}
	})
}

func FuzzDecodeRaster(f *testing.F) {
	f.Add(joined(new(Encoder).EncodeRaster(1, sampleRaster())))
	f.Add(joined(new(Encoder).EncodeRaster(2, &engine.Raster{Pixels: []byte{1}, Width: 1, Height: 1, Grey: true, DPI: 9})))
	f.Fuzz(func(t *testing.T, body []byte) {
		n, r, err := DecodeRaster(body)
		if err != nil {
			return
		}
		if size := r.Width * r.Height; n < 1 || len(r.Pixels) != size && len(r.Pixels) != 4*size {
			t.Fatalf("page %d: %d × %d with %d bytes", n, r.Width, r.Height, len(r.Pixels))
		}
	})
}

func FuzzDecodeFailure(f *testing.F) {
	for _, err := range []error{
		io.EOF, fault.New(fault.DocumentCorrupt, "damaged").Typed("pdf_handling_error"), &engine.PageError{Page: 3, Err: io.EOF},
	} {
		f.Add(joined(new(Encoder).EncodeFailure(err)))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		err := DecodeFailure(body)
		if err == nil {
			t.Fatal("a failure that is none")
		}
		var named *fault.Error
		if errors.As(err, &named) && (!mayName(named.Name) || !isType(named.Type) || len(named.Message) > 4*longest) {
			t.Fatalf("%+v", named)
		}
	})
}

func FuzzDecodeQuestion(f *testing.F) {
	var e Encoder
	f.Add(joined(e.EncodeOpen(engine.OpenOptions{Type: "pdf", Password: "x"})))
	f.Add(joined(e.EncodeWanted(Wanted{Number: 1, DPI: 72})))
	f.Add(joined(e.EncodePages(5)))
	f.Fuzz(func(t *testing.T, body []byte) {
		if o, err := DecodeOpen(body); err == nil {
			reencoded(t, o, new(Encoder).EncodeOpen, DecodeOpen)
		}
		if w, err := DecodeWanted(body); err == nil {
			reencoded(t, w, new(Encoder).EncodeWanted, DecodeWanted)
		}
		if n, err := DecodePages(body); err == nil {
			reencoded(t, n, new(Encoder).EncodePages, DecodePages)
		}
	})
}

func FuzzReceive(f *testing.F) {
	f.Add(message(4, 4).Bytes())
	f.Add(message(1<<31, 4).Bytes())
	f.Add(append(message(0, 0).Bytes(), message(9, 9).Bytes()...))
	f.Fuzz(func(t *testing.T, line []byte) {
		c := NewConn(bytes.NewReader(line), io.Discard, 1<<20)
		for taken := 0; ; {
			_, body, err := c.Receive()
			if err != nil {
				return
			}
			if int(binary.LittleEndian.Uint32(line[taken:])) != len(body) {
				t.Fatalf("%d bytes", len(body))
			}
			taken += header + len(body)
		}
	})
}
