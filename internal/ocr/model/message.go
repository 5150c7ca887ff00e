package model

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/wire"
	"github.com/octavo-dev/octavo/internal/ocr"
)

// kindRead asks for the reading of a page image.
const kindRead wire.Kind = 1

// Bounds of a message.
const (
	maxMessage = engine.MaxPixels*4 + 1<<20
	maxLists   = 10_000 // languages or regions
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
	e.Int(q.page.Width)
	e.Int(q.page.Height)
	e.Bool(q.page.Grey)
	e.Float64(q.page.DPI)
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
	q := question{page: &engine.Raster{}}
	q.engine = d.Text()
	q.page.Width, q.page.Height = d.Int(0, engine.MaxPixels), d.Int(0, engine.MaxPixels)
	q.page.Grey, q.page.DPI = d.Bool(), d.Float64()
	q.options.Careful = d.Bool()
	for range min(d.Count(4), maxLists) {
		q.options.Languages = append(q.options.Languages, d.Text())
	}
	for range min(d.Count(16), maxLists) {
		q.options.Regions = append(q.options.Regions, decodeBox(d))
	}
	channels := uint64(4)
	if q.page.Grey {
		channels = 1
	}
	q.page.Pixels = d.Raw(uint64(q.page.Width) * uint64(q.page.Height) * channels)
	if err := d.Close(); err != nil {
		return question{}, fmt.Errorf("page to read: %w", err)
	}
	return q, nil
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
	r := &ocr.Reading{Rotation: d.Int(0, 270), Skew: d.Float64()}
	if r.Rotation%90 != 0 {
		d.Refuse()
	}
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
