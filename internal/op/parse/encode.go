package parse

import (
	"bufio"
	"io"

	"github.com/octavo-dev/octavo/internal/api"
	"github.com/octavo-dev/octavo/internal/chunk"
)

// encode writes the result as api.FullResult is written, piece by piece.
func (p *parser) encode(out io.Writer, r *result) error {
	e := encoder{
		out:  bufio.NewWriterSize(out, 64<<10),
		json: api.NewEncoder(),
		wire: wire{pages: r.pages, list: r.list, numeric: p.env.Site.NumericConfidence},
	}
	e.raw(`{"type":"full","chunks":[`)
	for i := range r.chunks {
		enriched := ""
		if r.enriched != nil {
			enriched = r.enriched[i]
		}
		e.chunk(&r.chunks[i], enriched, i > 0)
	}
	e.raw(`],"ocr":`)
	if p.request.Settings.ReturnOCRData {
		e.ocr(r)
	} else {
		e.raw("null")
	}
	e.raw(`,"custom":`)
	e.value(r.custom)
	e.raw(`}`)
	return e.end()
}

// encoder writes JSON and keeps the first error.
type encoder struct {
	out   *bufio.Writer
	json  *api.Encoder
	wire  wire
	comma bool // an item was written
	err   error
}

func (e *encoder) raw(s string) {
	if e.err == nil {
		_, e.err = e.out.WriteString(s)
	}
}

func (e *encoder) value(v any) {
	if e.err != nil {
		return
	}
	b, err := e.json.Encode(v)
	if e.err = err; err == nil {
		_, e.err = e.out.Write(b)
	}
}

// item writes a value of a list.
func (e *encoder) item(v any) {
	if e.comma {
		e.raw(",")
	}
	e.comma = true
	e.value(v)
}

func (e *encoder) chunk(c *chunk.Chunk, enriched string, follows bool) {
	if follows {
		e.raw(",")
	}
	e.raw(`{"content":`)
	e.value(c.Content)
	e.raw(`,"embed":`)
	e.value(c.Embed)
	e.raw(`,"enriched":`)
	e.value(given(enriched))
	e.raw(`,"enrichment_success":`)
	e.value(enriched != "")
	e.raw(`,"blocks":[`)
	e.comma = false
	for i := range c.Blocks {
		e.item(e.wire.block(&c.Blocks[i]))
	}
	e.raw(`]}`)
}

func (e *encoder) end() error {
	if e.err == nil {
		e.err = e.out.Flush()
	}
	if e.err != nil {
		return e.err
	}
	return e.wire.err
}
