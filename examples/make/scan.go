package main

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// The sheet as a scanner in black and white sees it.
const (
	scanDPI    = 200
	scanWidth  = 1654
	scanHeight = 2339
)

// scan is one page that is nothing but a picture: printed, a little tilted, with specks.
func scan() []byte {
	page := image.NewGray(image.Rect(0, 0, scanWidth, scanHeight))
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	title, plain := face(gobold.TTF, 20), face(goregular.TTF, 12)
	printed(page, title, 200, 300, "Harbour Clock Repairs")
	printed(page, plain, 200, 360, "7 Mole End, Port Ellery")
	for i, line := range []string{
		"Receipt number: 2291", "Date: 9 March 2026", "Customer: Tomas Okafor", "Clock: wall clock, oak, about 1910",
		"Work done: new mainspring, cleaned, regulated", "Parts: 48.00", "Labour: 95.00", "Total paid: 143.00",
	} {
		printed(page, plain, 200, 480+60*i, line)
	}
	printed(page, plain, 200, 1040, "The work is guaranteed for two years from the date above.")
	printed(page, plain, 200, 1100, "Please bring this receipt if the clock should stop.")
	bits := pack(tilt(page))
	f := &pdfgen.File{}
	s := sheet(f)
	entries := fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/RunLengthDecode", scanWidth, scanHeight)
	s.Image(0, 0, paperWidth, paperHeight, f.AddStream(entries, runs(bits)))
	s.Add()
	return f.Bytes()
}

func face(ttf []byte, size float64) font.Face {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // fonts of the module itself
	}
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: scanDPI})
	if err != nil {
		panic(err)
	}
	return f
}

func printed(page *image.Gray, f font.Face, x, y int, text string) {
	d := font.Drawer{Dst: page, Src: image.Black, Face: f, Dot: fixed.P(x, y)}
	d.DrawString(text)
}

// tilt turns the page by about one degree: each column is moved down and each row to the side by whole pixels.
func tilt(page *image.Gray) *image.Gray {
	const slope = 60 // pixels to the side for one down
	out := image.NewGray(page.Bounds())
	for y := range scanHeight {
		for x := range scanWidth {
			from := image.Pt(x-y/slope+scanHeight/slope/2, y+x/slope-scanWidth/slope/2)
			grey := color.Gray{Y: 255}
			if from.In(page.Bounds()) {
				grey = page.GrayAt(from.X, from.Y)
			}
			out.SetGray(x, y, grey)
		}
	}
	return out
}

// pack makes one bit of every pixel, with specks here and there.
func pack(page *image.Gray) []byte {
	noise := rand.New(rand.NewPCG(1, 2))
	stride := (scanWidth + 7) / 8
	bits := make([]byte, stride*scanHeight)
	for y := range scanHeight {
		for x := range scanWidth {
			white := page.GrayAt(x, y).Y >= 128
			if noise.IntN(900) == 0 {
				white = !white
			}
			if white {
				bits[y*stride+x/8] |= 0x80 >> (x % 8)
			}
		}
	}
	return bits
}

// runs is the run-length form of PDF: it comes out the same wherever it is made, which a compressor does not promise.
func runs(data []byte) []byte {
	const longest = 128
	var out, plain []byte
	flush := func() {
		if len(plain) > 0 {
			out = append(append(out, byte(len(plain)-1)), plain...)
			plain = plain[:0]
		}
	}
	for i := 0; i < len(data); {
		n := 1
		for n < longest && i+n < len(data) && data[i+n] == data[i] {
			n++
		}
		if n >= 3 {
			flush()
			out = append(out, byte(257-n), data[i])
		} else {
			n = 1
			if plain = append(plain, data[i]); len(plain) == longest {
				flush()
			}
		}
		i += n
	}
	flush()
	return append(out, longest)
}
