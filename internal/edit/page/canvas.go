package page

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/edit/typeface"
	"github.com/octavo-dev/octavo/internal/engine/cos"
)

// canvas is what is drawn over one page.
type canvas struct {
	ink    *Ink
	out    []byte
	fonts  cos.Dict
	states cos.Dict
}

func (k *Ink) canvas() *canvas { return &canvas{ink: k, fonts: cos.Dict{}, states: cos.Dict{}} }

func num(v float64) string { return string(cos.Append(nil, v)) }

func (c *canvas) color() string {
	k := c.ink.Color
	return num(k[0]) + " " + num(k[1]) + " " + num(k[2])
}

func (c *canvas) matrix(m matrix) string {
	var b []byte
	for i, v := range m {
		if i > 0 {
			b = append(b, ' ')
		}
		b = cos.Append(b, v)
	}
	return string(b)
}

// pale lets the page shine through what comes next.
func (c *canvas) pale(opacity float64) {
	ref := c.ink.Update.Add(cos.Dict{"Type": cos.Name("ExtGState"), "ca": opacity, "CA": opacity})
	name := cos.Name(fmt.Sprintf("Octavo%d", ref.Number))
	c.states[name] = ref
	c.out = append(cos.Append(c.out, name), " gs\n"...)
}

// text writes one line from a place on.
func (c *canvas) text(line string, size float64, at matrix) {
	if line == "" {
		return
	}
	c.out = fmt.Appendf(c.out, "BT\n%s rg\n%s Tm\n", c.color(), c.matrix(at))
	for _, part := range c.ink.Fonts.Parts(c.ink.Style, typeface.Visual(line)) {
		ref, shown := c.ink.Use.Show(part.Face, part.Text)
		name := cos.Name(fmt.Sprintf("Octavo%d", ref.Number))
		c.fonts[name] = ref
		c.out = append(cos.Append(c.out, name), " "+num(size)+" Tf "...)
		c.out = append(cos.Append(c.out, shown), " Tj\n"...)
	}
	c.out = append(c.out, "ET\n"...)
}

func (c *canvas) paint(p cos.Page) {
	more := cos.Dict{"Font": c.fonts}
	if len(c.states) > 0 {
		more["ExtGState"] = c.states
	}
	Paint(c.ink.Update, p, append(append([]byte("q\n"), c.out...), "Q\n"...), more)
}
