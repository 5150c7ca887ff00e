package picture

import "io"

// faxBitReader takes bits from the most significant on. Behind the end of the data stand zeros.
type faxBitReader struct {
	from io.ByteReader
	hold uint32
	have int
	over int // bits in hold that are made up
}

func (r *faxBitReader) peek(n int) int {
	for r.have < n {
		b, err := r.from.ReadByte()
		if err != nil {
			r.over += 8
		}
		r.hold = r.hold<<8 | uint32(b)
		r.have += 8
	}
	return int(r.hold>>(r.have-n)) & (1<<n - 1)
}

func (r *faxBitReader) skip(n int) { r.have -= n }

func (r *faxBitReader) take(n int) int {
	v := r.peek(n)
	r.skip(n)
	return v
}

// past tells that everything has been taken, and perhaps more.
func (r *faxBitReader) past() bool {
	r.peek(1)
	return r.over >= r.have
}

// align goes on to the next whole byte.
func (r *faxBitReader) align() { r.have &^= 7 }

// lineEnd takes an end-of-line code, eleven zeros or more and a one, if one is next.
func (r *faxBitReader) lineEnd() bool {
	if r.peek(11) != 0 {
		return false
	}
	r.skip(11)
	for r.take(1) == 0 {
		if r.past() {
			return false
		}
	}
	return true
}

// seekLine goes on to the next end-of-line code, which is left to be taken.
func (r *faxBitReader) seekLine() bool {
	for r.peek(12) != 1 {
		if r.skip(1); r.past() {
			return false
		}
	}
	return true
}

// The modes of a line that builds on the one above.
const (
	faxWrong  = iota
	faxPass   // the next two changes above are passed over
	faxAcross // two runs follow
	faxShift  // the colour changes where it does above, or up to three pixels beside
	faxEnd    // the page ends
)

// faxMode takes the code of a mode, and tells the shift.
func (r *faxBitReader) faxMode() (mode, shift int) {
	const longest = 7
	if r.past() {
		return faxEnd, 0
	}
	v := r.peek(longest)
	for _, m := range [...]struct{ code, bits, mode, shift int }{
		{0b1, 1, faxShift, 0}, {0b011, 3, faxShift, 1}, {0b010, 3, faxShift, -1}, {0b001, 3, faxAcross, 0},
		{0b0001, 4, faxPass, 0}, {0b000011, 6, faxShift, 2}, {0b000010, 6, faxShift, -2},
		{0b0000011, 7, faxShift, 3}, {0b0000010, 7, faxShift, -3},
	} {
		if v>>(longest-m.bits) == m.code {
			r.skip(m.bits)
			return m.mode, m.shift
		}
	}
	if r.peek(12) == 1 || r.peek(12) == 0 {
		return faxEnd, 0
	}
	return faxWrong, 0
}

// paint draws the row above, which is the one read last.
func (f *faxReader) paint() {
	clear(f.row)
	for i := 0; i+1 < len(f.above); i += 2 {
		for x := f.above[i]; x < f.above[i+1]; x++ {
			if x&7 == 0 && x+8 <= f.above[i+1] {
				f.row[x>>3] = 0xFF
				x += 7
				continue
			}
			f.row[x>>3] |= 0x80 >> (x & 7)
		}
	}
}
