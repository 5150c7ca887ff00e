package wire

import (
	"math"

	"github.com/octavo-dev/octavo/internal/engine"
)

// The questions to a child that reads documents. All but Close are answered.
const (
	Open   Kind = iota + 1 // the file follows on the descriptor line; answered with the number of pages
	Info                   // answered with an engine.Info
	Page                   // answered with an engine.Page
	Render                 // answered with an engine.Raster
	Close
)

// MaxDocument is the limit of a line to such a child: the largest raster, or some three million characters.
const MaxDocument = 4*engine.MaxPixels + 1<<24

// maxPages is more than any file of a sound size can hold; a damaged one may say 1,410,065,407.
const maxPages = 1 << 24

// EncodeOpen asks for a document to be opened.
func (e *Encoder) EncodeOpen(o engine.OpenOptions) [][]byte {
	e.Reset()
	e.Text(o.Type, o.Password)
	return e.Parts()
}

// DecodeOpen reads what EncodeOpen wrote.
func DecodeOpen(body []byte) (engine.OpenOptions, error) {
	d := NewDecoder(body)
	o := engine.OpenOptions{Type: d.Text(), Password: d.Text()}
	return o, d.Close()
}

// EncodePages answers how many pages a document has.
func (e *Encoder) EncodePages(n int) [][]byte {
	e.Reset()
	e.Int(n)
	return e.Parts()
}

// DecodePages reads what EncodePages wrote.
func DecodePages(body []byte) (int, error) {
	d := NewDecoder(body)
	n := d.Int(1, maxPages)
	return n, d.Close()
}

// Wanted is a page that is to be read or rendered; reading needs its number only.
type Wanted struct {
	Number int
	DPI    float64
	Grey   bool
}

// EncodeWanted asks for a page.
func (e *Encoder) EncodeWanted(w Wanted) [][]byte {
	e.Reset()
	e.Int(w.Number)
	e.Float64(w.DPI)
	e.Bool(w.Grey)
	return e.Parts()
}

// DecodeWanted reads what EncodeWanted wrote.
func DecodeWanted(body []byte) (Wanted, error) {
	d := NewDecoder(body)
	w := Wanted{Number: d.Int(1, math.MaxInt32), DPI: d.Float64(), Grey: d.Bool()}
	return w, d.Close()
}
