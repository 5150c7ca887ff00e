package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/octavo-dev/octavo/internal/fault"
)

// fuzz opens and renders whatever comes. It must end in pixels of the right number or in a refusal that has a name.
func fuzz(f *testing.F, kind string, seeds ...[]byte) {
	for _, c := range slices.Concat(commonCases(), bmpCases(), psdCases(), pcxCases(), pnmCases(), tiffCases()) {
		if c.kind == kind {
			seeds = append(seeds, c.data, c.data[:2*len(c.data)/3])
		}
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := readAll(data, kind); err != nil {
			t.Fatal(err)
		}
	})
}

func readAll(data []byte, kind string) error {
	d, err := open(source{bytes.NewReader(data), int64(len(data))}, kind)
	if err != nil {
		return named(err)
	}
	defer d.Close()
	for n := 1; n <= min(d.Pages(), 3); n++ {
		p, err := d.Page(n)
		if err != nil {
			if err := named(err); err != nil {
				return err
			}
			continue
		}
		if int(p.Images[0].Width)*int(p.Images[0].Height) > 1<<20 { // sound, but too slow for a fuzzer
			continue
		}
		r, err := d.Render(n, 72, false)
		if err != nil {
			if err := named(err); err != nil {
				return err
			}
			continue
		}
		if len(r.Pixels) != 4*r.Width*r.Height {
			return fmt.Errorf("%d bytes for %d × %d", len(r.Pixels), r.Width, r.Height)
		}
	}
	return nil
}

// named gives back errors that are no refusals of the file.
func named(err error) error {
	switch f := fault.Of(err); f.Name {
	case fault.DocumentCorrupt, fault.DocumentEmpty, fault.DocumentUnsupported, fault.ImageTooLarge, fault.ImageTooSmall, fault.ImageInvalidAspectRatio:
		return nil
	}
	return err
}

func FuzzPNG(f *testing.F)    { fuzz(f, "png") }
func FuzzGIF(f *testing.F)    { fuzz(f, "gif") }
func FuzzBMP(f *testing.F)    { fuzz(f, "bmp") }
func FuzzTIFF(f *testing.F)   { fuzz(f, "tiff") }
func FuzzWebP(f *testing.F)   { fuzz(f, "webp") }
func FuzzPSD(f *testing.F)    { fuzz(f, "psd") }
func FuzzPCX(f *testing.F)    { fuzz(f, "pcx") }
func FuzzDCX(f *testing.F)    { fuzz(f, "dcx") }
func FuzzPNM(f *testing.F)    { fuzz(f, "ppm") }
func FuzzCursor(f *testing.F) { fuzz(f, "cur") }
func FuzzFTEX(f *testing.F)   { fuzz(f, "ftex") }
func FuzzPixar(f *testing.F)  { fuzz(f, "pixar") }

func FuzzJPEG(f *testing.F) {
	fuzz(f, "jpg", asJPEG(photo(20, 20)), flatInks([4]byte{1, 2, 3, 4}, ""), flatInks([4]byte{1, 2, 3, 4}, string(adobeMark)))
}

func FuzzEXIF(f *testing.F) {
	for _, order := range []binary.ByteOrder{le, be} {
		for _, big := range []bool{false, true} {
			f.Add(writeTIFF(order, big, false, tiffSpec{tags: map[uint16][]int64{
				tagOrientation: {6}, tagXResolution: {240, 1}, tagYResolution: {240, 0}, tagUnit: {3},
			}}))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e := readEXIF(source{bytes.NewReader(data), int64(len(data))})
		if got := resolution([2]int{100, 100}, e.dpi); !(got[0] >= minDPI && got[0] <= maxDPI && got[1] >= minDPI && got[1] <= maxDPI) {
			t.Errorf("%v from %v", got, e.dpi)
		}
	})
}

func FuzzFax(f *testing.F) {
	for mode := faxPlain; mode <= faxGroup4; mode++ {
		f.Add(faxed(bilevel(37, 20), mode), byte(mode), uint16(37))
	}
	f.Fuzz(func(t *testing.T, data []byte, mode byte, width uint16) {
		w := int(width)%3000 + 1
		r := newFaxReader(bytes.NewReader(data), faxMode(mode%4), w)
		buf, rows := make([]byte, (w+7)/8), 0
		for ; rows < 100_000; rows++ {
			if n, err := r.Read(buf); err != nil {
				return
			} else if n != len(buf) {
				t.Fatalf("%d bytes of %d", n, len(buf))
			}
		}
		if rows > 8*len(data)+8 {
			t.Errorf("%d rows from %d bytes", rows, len(data))
		}
	})
}
