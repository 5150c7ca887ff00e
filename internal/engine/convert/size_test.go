package convert

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/fault"
)

// part is a box with the given content.
func part(name string, content ...[]byte) []byte {
	body := bytes.Join(content, nil)
	return append(append(binary.BigEndian.AppendUint32(nil, uint32(len(body)+8)), name...), body...)
}

// extents is the box that tells the size of a picture.
func extents(width, height uint32) []byte {
	return part("ispe", make([]byte, 4), binary.BigEndian.AppendUint32(nil, width), binary.BigEndian.AppendUint32(nil, height))
}

// claim is a header of a file that speaks of pictures of the given sizes: width, height, width, height, …
func claim(sizes ...uint32) []byte {
	var all []byte
	for i := 0; i < len(sizes); i += 2 {
		all = append(all, extents(sizes[i], sizes[i+1])...)
	}
	return append(part("ftyp", []byte("heic\x00\x00\x00\x00mif1heic")), part("meta", make([]byte, 4), part("iprp", part("ipco", all)))...)
}

func TestSize(t *testing.T) {
	long := claim(20, 10)
	at := bytes.Index(long, []byte("meta")) - 4
	long = append(long[:at:at], append([]byte("\x00\x00\x00\x01meta\x00\x00\x00\x00\x00\x00\x00\x44"), long[at+8:]...)...)
	endless := claim(20, 10)
	copy(endless[bytes.Index(endless, []byte("meta"))-4:], make([]byte, 4))
	short := claim(20, 10)
	copy(short[bytes.Index(short, []byte("meta"))-4:], []byte{0, 0, 0, 7})
	for name, tt := range map[string]struct {
		data          []byte
		width, height int
		want          fault.Name
	}{
		"one":                     {claim(20, 10), 20, 10, ""},
		"tiles and a thumbnail":   {claim(512, 512, 4032, 3024, 320, 240), 4032, 3024, ""},
		"a real one":              {sample(t, "plain.heic"), 96, 64, ""},
		"64-bit length":           {long, 20, 10, ""},
		"as far as there is":      {endless, 20, 10, ""},
		"exactly so many":         {claim(15_000, 3_333), 15_000, 3_333, ""},
		"too many pixels":         {claim(7_072, 7_072), 0, 0, fault.ImageTooLarge},
		"too long":                {claim(15_001, 10), 0, 0, fault.ImageTooLarge},
		"too large and small":     {claim(1<<32-1, 1<<32-1, 9, 9), 0, 0, fault.ImageTooLarge},
		"too large behind small":  {claim(9, 9, 1<<31, 1<<31), 0, 0, fault.ImageTooLarge},
		"without size":            {claim(), 0, 0, fault.DocumentCorrupt},
		"of no size":              {claim(0, 0), 0, 0, fault.DocumentCorrupt},
		"a box shorter than that": {short, 0, 0, fault.DocumentCorrupt},
		"cut":                     {claim(20, 10)[:60], 0, 0, fault.DocumentCorrupt},
		"film":                    {append(part("ftyp", []byte("msf1")), part("moov")...), 0, 0, fault.DocumentUnsupported},
		"text":                    {[]byte("this is no such file at all, but long enough"), 0, 0, fault.DocumentCorrupt},
		"empty":                   {nil, 0, 0, fault.DocumentEmpty},
	} {
		t.Run(name, func(t *testing.T) {
			width, height, err := size(bytes.NewReader(tt.data), int64(len(tt.data)))
			if width != tt.width || height != tt.height || (err != nil) != (tt.want != "") || err != nil && fault.Of(err).Name != tt.want {
				t.Errorf("%d × %d, %v", width, height, err)
			}
		})
	}
}

func FuzzSize(f *testing.F) {
	for _, name := range []string{"plain.heic", "two.heic", "camera.heic"} {
		f.Add(sample(f, name))
	}
	f.Add(claim(512, 512, 4032, 3024))
	f.Add(claim(1<<32-1, 1<<32-1))
	f.Fuzz(func(t *testing.T, data []byte) {
		width, height, err := size(bytes.NewReader(data), int64(len(data)))
		if err == nil && (width <= 0 || height <= 0 || max(width, height) > engine.MaxAxis || width*height > engine.MaxPixels) {
			t.Fatalf("%d × %d", width, height)
		}
	})
}
