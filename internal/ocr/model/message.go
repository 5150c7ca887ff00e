package model

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// What a child is asked for.
const (
	kindRead  wire.Kind = 1 // the reading of a page image
	kindFind  wire.Kind = 2 // its regions
	kindEmbed wire.Kind = 3 // the directions of texts
)

// Bounds of a message.
const (
	maxMessage = engine.MaxPixels*4 + 1<<20
	maxLists   = 10_000 // languages or regions
	maxFound   = 1000   // regions of one page
)

// question is a page image and what is wanted of it.
type question struct {
	engine  string
	page    *engine.Raster
	options ocr.Options
}

func encodeQuestion(e *wire.Encoder, q question) [][]byte {
	e.Reset()
	e.Text(q.engine)
	encodePage(e, q.page)
	e.Bool(q.options.Careful)
	e.Uint32(uint32(len(q.options.Languages)))
	e.Text(q.options.Languages...)
	e.Uint32(uint32(len(q.options.Regions)))
	for _, r := range q.options.Regions {
		encodeBox(e, r)
	}
	return e.Parts(q.page.Pixels)
}

// decodeQuestion reads a question. Its pixels are the body's.
func decodeQuestion(body []byte) (question, error) {
	d := wire.NewDecoder(body)
	q := question{engine: d.Text(), page: decodePage(d)}
	q.options.Careful = d.Bool()
	for range min(d.Count(4), maxLists) {
		q.options.Languages = append(q.options.Languages, d.Text())
	}
	for range min(d.Count(16), maxLists) {
		q.options.Regions = append(q.options.Regions, decodeBox(d))
	}
	decodePixels(d, q.page)
	if err := d.Close(); err != nil {
		return question{}, fmt.Errorf("page to read: %w", err)
	}
	return q, nil
}

// encodePage writes what a page image is; its pixels come last.
func encodePage(e *wire.Encoder, p *engine.Raster) {
	e.Int(p.Width)
	e.Int(p.Height)
	e.Bool(p.Grey)
	e.Float64(p.DPI)
}

func decodePage(d *wire.Decoder) *engine.Raster {
	p := &engine.Raster{Width: d.Int(0, engine.MaxPixels), Height: d.Int(0, engine.MaxPixels)}
	p.Grey, p.DPI = d.Bool(), d.Float64()
	return p
}

func decodePixels(d *wire.Decoder, p *engine.Raster) {
	channels := uint64(4)
	if p.Grey {
		channels = 1
	}
	p.Pixels = d.Raw(uint64(p.Width) * uint64(p.Height) * channels)
}

func encodeLook(e *wire.Encoder, page *engine.Raster, turn int) [][]byte {
	e.Reset()
	e.Int(turn)
	encodePage(e, page)
	return e.Parts(page.Pixels)
}

// decodeLook reads a page to find regions on. Its pixels are the body's.
func decodeLook(body []byte) (page *engine.Raster, turn int, err error) {
	d := wire.NewDecoder(body)
	turn = decodeTurn(d)
	page = decodePage(d)
	decodePixels(d, page)
	if err := d.Close(); err != nil {
		return nil, 0, fmt.Errorf("page to look at: %w", err)
	}
	return page, turn, nil
}

// decodeTurn reads a multiple of a quarter turn.
func decodeTurn(d *wire.Decoder) int {
	turn := d.Int(0, 270)
	if turn%90 != 0 {
		d.Refuse()
		return 0
	}
	return turn
}

func encodeRegions(e *wire.Encoder, found []ocr.Region) [][]byte {
	e.Reset()
	e.Uint32(uint32(len(found)))
	for _, r := range found {
		e.Byte(uint8(r.Kind))
		e.Float64(r.Score)
		encodeBox(e, r.Box)
	}
	return e.Parts()
}

func decodeRegions(body []byte) ([]ocr.Region, error) {
	const regionSize = 25
	d := wire.NewDecoder(body)
	var out []ocr.Region
	for range min(d.Count(regionSize), maxFound) {
		out = append(out, ocr.Region{Kind: ocr.Kind(d.Byte(uint8(ocr.LastKind))), Score: share(d), Box: decodeBox(d)})
	}
	if err := d.Close(); err != nil {
		return nil, fmt.Errorf("regions: %w", err)
	}
	return out, nil
}

func encodeReading(e *wire.Encoder, r *ocr.Reading) [][]byte {
	e.Reset()
	e.Int(r.Rotation)
	e.Float64(r.Skew)
	e.Uint32(uint32(len(r.Lines)))
	for _, l := range r.Lines {
		encodeBox(e, l.Box)
		e.Float64(l.Angle)
		e.Float64(l.Confidence)
		e.Uint32(uint32(len(l.Words)))
		for _, w := range l.Words {
			e.Text(w.Text)
			encodeBox(e, w.Box)
			e.Float64(w.Confidence)
		}
	}
	return e.Parts()
}

func decodeReading(body []byte) (*ocr.Reading, error) {
	const lineSize, wordSize = 36, 28
	d := wire.NewDecoder(body)
	r := &ocr.Reading{Rotation: decodeTurn(d), Skew: d.Float64()}
	for range d.Count(lineSize) {
		l := ocr.Line{Box: decodeBox(d), Angle: d.Float64(), Confidence: share(d)}
		for range d.Count(wordSize) {
			l.Words = append(l.Words, ocr.Word{Text: d.Text(), Box: decodeBox(d), Confidence: share(d)})
		}
		r.Lines = append(r.Lines, l)
	}
	if err := d.Close(); err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	return r, nil
}

func share(d *wire.Decoder) float64 { return min(max(d.Float64(), 0), 1) }

func encodeBox(e *wire.Encoder, b engine.Box) { e.Float(b.X0, b.Y0, b.X1, b.Y1) }

func decodeBox(d *wire.Decoder) engine.Box {
	b := engine.Box{X0: d.Float(), Y0: d.Float(), X1: d.Float(), Y1: d.Float()}
	b.X1, b.Y1 = max(b.X0, b.X1), max(b.Y0, b.Y1)
	return b
}
