package form

import (
	"fmt"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/code128"
	"github.com/boombuler/barcode/qr"
	"github.com/octavo-dev/octavo/internal/fault"
)

// mostBars is how many letters are drawn as bars; longer texts, and letters that bars do not know, as squares.
const mostBars = 80

// encoded is a text as a barcode.
func encoded(value string) (code barcode.Barcode, bars bool, err error) {
	bars = len(value) <= mostBars
	for i := range len(value) {
		bars = bars && value[i] >= ' ' && value[i] < 0x7f
	}
	if bars {
		code, err = code128.Encode(value)
	} else {
		code, err = qr.Encode(value, qr.M, qr.Unicode)
	}
	if err != nil {
		return nil, false, fault.New(fault.FormFillFailed, "a text of %d bytes cannot be drawn as a barcode", len(value))
	}
	return code, bars, nil
}

// bars draws a barcode: bars from top to bottom of the box, squares in its middle.
func (l *look) bars(code barcode.Barcode, asBars bool) {
	size := code.Bounds().Size()
	const quiet = 1.0 // points around the code, beside what it keeps clear itself
	stepX, stepY := (l.width-2*quiet)/float64(size.X), l.height-2*quiet
	left, bottom := quiet, quiet
	if !asBars {
		stepX = min(l.width-2*quiet, l.height-2*quiet) / float64(size.X)
		stepY = stepX
		left, bottom = (l.width-stepX*float64(size.X))/2, (l.height-stepY*float64(size.Y))/2
	}
	rows := size.Y
	if asBars {
		rows = 1
	}
	l.out = append(l.out, ink(l.style)+"\n"...)
	for y := range rows {
		for x := 0; x < size.X; {
			n := 0
			for x+n < size.X && dark(code, x+n, y) {
				n++
			}
			if n > 0 {
				l.out = fmt.Appendf(l.out, "%s %s %s %s re\n", num(left+float64(x)*stepX), num(bottom+float64(rows-1-y)*stepY), num(float64(n)*stepX), num(stepY))
			}
			x += max(n, 1)
		}
	}
	l.out = append(l.out, "f\n"...)
}

func dark(code barcode.Barcode, x, y int) bool {
	at := code.Bounds().Min
	r, _, _, _ := code.At(at.X+x, at.Y+y).RGBA()
	return r < 0x8000
}
