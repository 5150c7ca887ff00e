package picture

import (
	"errors"
	"io"
)

var (
	errFax    = errors.New("no such fax code")
	errFaxEnd = errors.New("end of fax data")
)

// faxMode is how lines follow each other in a stream of ITU-T T.4 or T.6.
type faxMode int

const (
	faxPlain  faxMode = iota // lines begin at bytes; TIFF compression 2
	faxGroup3                // lines begin behind an end-of-line code
	faxMixed                 // the same, with a bit that tells whether the line builds on the one before
	faxGroup4                // every line builds on the one before
)

// faxReader unpacks fax data to rows of bits, 1 for black.
type faxReader struct {
	bits    faxBitReader
	mode    faxMode
	width   int
	above   []int // where the colour changes in the row before, from white on; ends with two times the width
	current []int
	row     []byte
	pending []byte
	err     error
}

func newFaxReader(r io.ByteReader, mode faxMode, width int) *faxReader {
	return &faxReader{
		bits: faxBitReader{from: r}, mode: mode, width: width, above: []int{width, width}, row: make([]byte, (width+7)/8),
	}
}

// Read gives the rows one after the other, each filled up to a whole byte.
func (f *faxReader) Read(p []byte) (int, error) {
	if len(f.pending) == 0 {
		if f.err == nil {
			f.err = f.line()
		}
		if f.err != nil {
			return 0, f.err
		}
		f.paint()
		f.pending = f.row
	}
	n := copy(p, f.pending)
	f.pending = f.pending[n:]
	return n, nil
}

// line decodes the next row into current. A damaged row of group 3 repeats the one before, as fax machines do, and the
// next end-of-line code begins the next one.
func (f *faxReader) line() error {
	if f.bits.past() {
		return io.EOF
	}
	flat, err := f.begin()
	if err != nil {
		return err
	}
	f.current = f.current[:0]
	if flat {
		err = f.flat()
	} else {
		err = f.relative()
	}
	if err != nil && (f.mode == faxGroup3 || f.mode == faxMixed) && f.bits.seekLine() {
		f.current = append(f.current[:0], f.above...)
		err = nil
	}
	if err != nil {
		return err
	}
	f.current = append(f.current, f.width, f.width)
	f.above, f.current = f.current, f.above
	return nil
}

// begin reads what stands before a line, and tells whether the line stands alone.
func (f *faxReader) begin() (bool, error) {
	switch f.mode {
	case faxGroup4:
		return false, nil
	case faxPlain:
		f.bits.align()
		return true, nil
	}
	flat := true
	for ends := 0; f.bits.lineEnd(); ends++ {
		if ends == 1 || f.bits.past() {
			return false, io.EOF
		}
		if f.mode == faxMixed {
			flat = f.bits.take(1) == 1
		}
	}
	return flat, nil
}

// flat reads a line as runs of white and black in turn.
func (f *faxReader) flat() error {
	for at, colour := 0, 0; at < f.width; colour ^= 1 {
		run, err := f.run(colour)
		if err != nil {
			return err
		}
		at = min(at+run, f.width)
		if err := f.change(at); err != nil {
			return err
		}
	}
	return nil
}

func (f *faxReader) run(colour int) (int, error) {
	for total := 0; ; {
		code := faxRuns[colour][f.bits.peek(faxBits)]
		if code.bits == 0 || f.bits.past() {
			return 0, errFax
		}
		f.bits.skip(int(code.bits))
		if total += int(code.run); code.run < 64 {
			return total, nil
		}
		if total > f.width {
			return 0, errFax
		}
	}
}

// relative reads a line by where its changes of colour stand to those of the line above.
func (f *faxReader) relative() error {
	at, colour, b := -1, 0, 0
	for at < f.width {
		// b is the first change above that lies to the right and is to the opposite colour.
		for b = max(b-2, 0) &^ 1; f.above[b|colour] <= at && f.above[b|colour] < f.width; b += 2 {
		}
		change := f.above[b|colour]
		mode, shift := f.bits.faxMode()
		switch mode {
		case faxPass:
			at = f.above[min((b|colour)+1, len(f.above)-1)]
			continue
		case faxAcross:
			for range 2 {
				run, err := f.run(colour)
				if err != nil {
					return err
				}
				at = min(max(at, 0)+run, f.width)
				if err := f.change(at); err != nil {
					return err
				}
				colour ^= 1
			}
			continue
		case faxEnd:
			return errFaxEnd
		case faxShift:
			change += shift
		default:
			return errFax
		}
		if change < max(at, 0) || change > f.width {
			return errFax
		}
		at, colour = change, colour^1
		if err := f.change(at); err != nil {
			return err
		}
	}
	return nil
}

// change notes a change of colour. There are not many more of them than pixels, except in files made to fill memory.
func (f *faxReader) change(at int) error {
	if f.current = append(f.current, at); len(f.current) > 2*f.width+2 {
		return errFax
	}
	return nil
}
