package picture

import (
	"bufio"
	"bytes"
	"image"
	"io"
	"strings"
	"testing"

	"golang.org/x/image/ccitt"
	"pgregory.net/rapid"
)

// faxWriter packs rows of bits, 1 for black, given as the places where the colour changes.
type faxWriter struct {
	out  []byte
	have int
}

func (w *faxWriter) code(bits string) {
	for _, b := range bits {
		if w.have%8 == 0 {
			w.out = append(w.out, 0)
		}
		w.out[w.have/8] |= byte(b-'0') << (7 - w.have%8)
		w.have++
	}
}

func (w *faxWriter) align() { w.have = 8 * len(w.out) }

func (w *faxWriter) run(n, colour int) {
	short, long := strings.Fields(faxWhite), strings.Fields(faxWhiteLong)
	if colour == 1 {
		short, long = strings.Fields(faxBlack), strings.Fields(faxBlackLong)
	}
	longer := strings.Fields(faxLonger)
	for ; n >= 2560; n -= 2560 {
		w.code(longer[12])
	}
	if n >= 1792 {
		w.code(longer[(n-1792)/64])
	} else if n >= 64 {
		w.code(long[n/64-1])
	}
	w.code(short[n%64])
}

func (w *faxWriter) flat(changes []int) {
	for i, at := 0, 0; i < len(changes); i++ {
		w.run(changes[i]-at, i&1)
		at = changes[i]
	}
}

// relative writes a line by the one above; both end with the width.
func (w *faxWriter) relative(changes, above []int, width int) {
	get := func(l []int, i int) int {
		if i < len(l) {
			return l[i]
		}
		return width
	}
	for at, i := -1, 0; at < width; {
		b := i & 1
		for get(above, b) <= at && get(above, b) < width {
			b += 2
		}
		b1, b2, a1 := get(above, b), get(above, b+1), get(changes, i)
		switch shift := a1 - b1; {
		case b2 < a1:
			w.code("0001")
			at = b2
		case shift >= -3 && shift <= 3:
			w.code([]string{"0000010", "000010", "010", "1", "011", "000011", "0000011"}[shift+3])
			at = a1
			i++
		default:
			w.code("001")
			w.run(a1-max(at, 0), i&1)
			w.run(get(changes, i+1)-a1, 1-i&1)
			at = get(changes, i+1)
			i += 2
		}
	}
}

// changesOf finds where a row of greys changes its colour, from white on, and ends with the width.
func changesOf(row []byte) []int {
	var out []int
	for x, last := 0, byte(255); x < len(row); x++ {
		if row[x] != last {
			out, last = append(out, x), row[x]
		}
	}
	return append(out, len(row))
}

func faxed(m *image.Gray, mode faxMode) []byte {
	const lineEnd = "000000000001"
	w := &faxWriter{}
	width, above := m.Rect.Dx(), []int{m.Rect.Dx()}
	for y := range m.Rect.Dy() {
		changes := changesOf(m.Pix[y*m.Stride : y*m.Stride+width])
		switch {
		case mode == faxGroup4:
			w.relative(changes, above, width)
		case mode == faxPlain:
			w.align()
			w.flat(changes)
		case mode == faxGroup3:
			w.code(lineEnd)
			w.flat(changes)
		case y%4 == 0:
			w.code(lineEnd + "1")
			w.flat(changes)
		default:
			w.code(lineEnd + "0")
			w.relative(changes, above, width)
		}
		above = changes
	}
	switch mode {
	case faxGroup4:
		w.code(lineEnd + lineEnd)
	case faxGroup3:
		w.code(strings.Repeat(lineEnd, 6))
	case faxMixed:
		w.code(strings.Repeat(lineEnd+"1", 6))
	}
	return w.out
}

func unfaxed(t interface{ Fatalf(string, ...any) }, data []byte, mode faxMode, width, height int) *image.Gray {
	r := newFaxReader(bufio.NewReader(bytes.NewReader(data)), mode, width)
	m := image.NewGray(image.Rect(0, 0, width, height))
	row := make([]byte, (width+7)/8)
	for y := range height {
		if _, err := io.ReadFull(r, row); err != nil {
			t.Fatalf("row %d of %d: %v", y, height, err)
		}
		for x := range width {
			m.Pix[y*m.Stride+x] = 255 * (^row[x/8] >> (7 - x%8) & 1)
		}
	}
	return m
}

func TestFaxRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 90).Draw(t, "width"), rapid.IntRange(1, 20).Draw(t, "height")
		w *= rapid.SampledFrom([]int{1, 1, 1, 60}).Draw(t, "wide")
		m := image.NewGray(image.Rect(0, 0, w, h))
		for y := range h {
			colour := byte(255)
			for x := 0; x < w; {
				n := rapid.IntRange(0, w).Draw(t, "run")
				if rapid.Bool().Draw(t, "short") {
					n %= 6
				}
				for i := x; i < min(x+n, w); i++ {
					m.Pix[y*m.Stride+i] = colour
				}
				x, colour = x+n+1, ^colour
				if x-1 < w {
					m.Pix[y*m.Stride+x-1] = colour
				}
			}
		}
		for mode := faxPlain; mode <= faxGroup4; mode++ {
			if got := unfaxed(t, faxed(m, mode), mode, w, h); !bytes.Equal(got.Pix, m.Pix) {
				t.Fatalf("mode %d: pixels differ", mode)
			}
		}
	})
}

// The writer above must be right for the test to say anything: another reader understands it.
func TestFaxWriterIsUnderstood(t *testing.T) {
	m := bilevel(300, 80)
	for mode, format := range map[faxMode]ccitt.SubFormat{faxGroup3: ccitt.Group3, faxGroup4: ccitt.Group4} {
		got := image.NewGray(m.Rect)
		if err := ccitt.DecodeIntoGray(got, bytes.NewReader(faxed(m, mode)), ccitt.MSB, format, nil); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Pix, m.Pix) {
			t.Errorf("mode %d: pixels differ", mode)
		}
	}
}

func TestFaxSurvivesDamage(t *testing.T) {
	m := bilevel(300, 80)
	data := faxed(m, faxGroup3)
	for i := range 12 {
		data[len(data)/2+i] = 0
	}
	got := unfaxed(t, data, faxGroup3, 300, 70)
	for y := range 30 {
		if !bytes.Equal(got.Pix[y*300:(y+1)*300], m.Pix[y*300:(y+1)*300]) {
			t.Fatalf("row %d before the damage differs", y)
		}
	}
	same := 0
	for y := 40; y < 70; y++ {
		for shift := -2; shift <= 2; shift++ { // lines may be lost, or fall in two
			if bytes.Equal(got.Pix[y*300:(y+1)*300], m.Pix[(y+shift)*300:(y+shift+1)*300]) {
				same++
				break
			}
		}
	}
	if same < 25 {
		t.Errorf("%d of 30 rows behind the damage were found again", same)
	}
}
