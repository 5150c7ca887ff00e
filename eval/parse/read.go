package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/octavo-dev/octavo/engines"
	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
	"github.com/octavo-dev/octavo/internal/ocr"
	"github.com/octavo-dev/octavo/internal/ocr/paddle"
	"github.com/octavo-dev/octavo/internal/overlay"
	"github.com/octavo-dev/octavo/internal/render"
	"github.com/octavo-dev/octavo/internal/stroke"
	"github.com/octavo-dev/octavo/internal/table"
)

// reading is what is needed to read the files, and what it took.
type reading struct {
	options
	lib   *pdfium.Library
	eyes  ocr.Reader
	pages int
	spent time.Duration
}

var started = time.Now()

func now() time.Duration { return time.Since(started) }

// half puts a page into one of two halves, so that weights fitted on one can be checked on the other.
func half(name string) string {
	return [...]string{"a", "b"}[sha256.Sum256([]byte("half" + name))[0]&1]
}

func (r *reading) openOCR(dir engines.Dir) error {
	e, err := paddle.Open(dir, 1)
	if err != nil {
		return err
	}
	r.eyes = paddle.NewReader(e)
	return nil
}

// file writes the Markdown of a file, and its pictures.
func (r *reading) file(path, name string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	d, err := r.lib.OpenBytes(data, "")
	if err != nil {
		return err
	}
	defer d.Close()
	got, err := r.document(d)
	if err != nil {
		return err
	}
	text := plain.Replace(render.Markdown(got, render.Options{Table: render.HTML, Plain: true}))
	if err := os.WriteFile(filepath.Join(r.out, name+".md"), []byte(text+"\n"), 0o600); err != nil {
		return err
	}
	if r.draw == "" {
		return nil
	}
	return draw(d, got, r.draw, name)
}

// draw writes each page as a PNG with its blocks.
func draw(d *pdfium.Document, got *doc.Document, folder, name string) error {
	for _, p := range got.Pages {
		var blocks []doc.Block
		for i := range got.Blocks {
			if got.Blocks[i].Page == p.Number {
				blocks = append(blocks, got.Blocks[i])
			}
		}
		if err := page.Draw(d, p.Number, folder, name, overlay.View{Page: p, Blocks: blocks}); err != nil {
			return err
		}
	}
	return nil
}

// plain writes characters and tables as the truth of this set does: straight quotes, one dash, blanks around cells.
var plain = strings.NewReplacer(
	"“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "–", "-", "—", "-", "‐", "-", "‑", "-", "−", "-", "…", "...",
	"<td", " <td", "</td>", " </td>", "<th", " <th", "</th>", " </th>", "<tr>", " <tr>", "</tr>", " </tr>", "<br>", " ",
	"\u00a0", " ",
)

func (r *reading) tell() {
	fmt.Printf("%d pages, %v a page for blocks and their order\n", r.pages, (r.spent / time.Duration(max(r.pages, 1))).Round(time.Microsecond))
}

// leastSure is the confidence below which what was recognised in a picture is left out.
const leastSure = 0.6

// recognise adds the text of pictures to what the file says, and gives the rules seen in them.
func (r *reading) recognise(d *pdfium.Document, p *engine.Page, t *layout.Text) (drawn table.Options, err error) {
	regions := t.Pictures(p)
	if r.eyes == nil || len(regions) == 0 {
		return drawn, nil
	}
	const dpi = 200
	raster, err := d.Render(p.Number, dpi, false)
	if err != nil {
		return drawn, err
	}
	scale := float32(raster.DPI / 72)
	var o ocr.Options
	for _, b := range regions {
		o.Regions = append(o.Regions, engine.Box{X0: b.X0 * scale, Y0: b.Y0 * scale, X1: b.X1 * scale, Y1: b.Y1 * scale})
	}
	got, err := r.eyes.Read(context.Background(), raster, o)
	if err != nil {
		return drawn, err
	}
	var lines []layout.Line
	for _, l := range got.Lines {
		if line, ok := recognised(l, scale); ok && !overlaps(t.Lines, line.Box) {
			lines = append(lines, line)
		}
	}
	t.Add(lines)
	level, upright := stroke.Find(raster)
	drawn.Level, drawn.Upright = stroke.Inside(level, regions), stroke.Inside(upright, regions)
	return drawn, nil
}

func overlaps(lines []layout.Line, b engine.Box) bool {
	x, y := (b.X0+b.X1)/2, (b.Y0+b.Y1)/2
	for i := range lines {
		if l := lines[i].Box; x > l.X0 && x < l.X1 && y > l.Y0 && y < l.Y1 {
			return true
		}
	}
	return false
}

func recognised(l ocr.Line, scale float32) (layout.Line, bool) {
	var words []layout.Word
	for _, w := range l.Words {
		if w.Text != "" && w.Confidence >= leastSure {
			b := engine.Box{X0: w.Box.X0 / scale, Y0: w.Box.Y0 / scale, X1: w.Box.X1 / scale, Y1: w.Box.Y1 / scale}
			words = append(words, layout.Word{Text: w.Text, Box: b, Confidence: float32(w.Confidence)})
		}
	}
	if len(words) == 0 {
		return layout.Line{}, false
	}
	return layout.Recognised(words, l.Angle), true
}
