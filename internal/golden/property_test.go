package golden

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/octavo-dev/octavo/internal/chunk"
	"github.com/octavo-dev/octavo/internal/chunk/chunktest"
	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/reader"
	"github.com/octavo-dev/octavo/internal/render"
)

func same(*pdfgen.Sheet) {}

// TestAnyPage holds that every word of a page is in exactly one block, and chunks of real blocks to their guarantees.
func TestAnyPage(t *testing.T) {
	r := opened(t)
	rapid.Check(t, func(t *rapid.T) {
		g := anyPage(t)
		d := read(t, r, "a.pdf", g.file(same), reader.Embedded)
		sound(t, d)
		var got []string
		for i := range d.Blocks {
			got = append(got, spoken(&d.Blocks[i])...)
		}
		want := slices.Clone(g.words)
		for i := range want {
			want[i] = strings.TrimSuffix(want[i], ":")
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("drawn %q\nread %q", want, got)
		}
		var blocks []chunk.Block
		for i, b := range d.Blocks {
			blocks = append(blocks, chunk.Block{Block: b, Page: b.Page, Source: i, Render: render.Options{Table: render.Dynamic}})
		}
		for _, mode := range chunktest.Modes {
			size := rapid.SampledFrom([]int{0, 60, 300}).Draw(t, "size")
			chunktest.Check(t, blocks, []int{1}, chunk.Options{Mode: mode, Size: size, Markers: rapid.Bool().Draw(t, "markers")})
		}
	})
}

// spoken are the words of a block without marks.
func spoken(b *doc.Block) []string {
	var out []string
	for _, text := range texts(b) {
		for word := range strings.FieldsSeq(text) {
			if word = strings.Trim(word, ":•–"); word != "" {
				out = append(out, word)
			}
		}
	}
	return out
}

// outline is what a document says and how, without its boxes.
func outline(t failing, d *doc.Document) string {
	t.Helper()
	var out strings.Builder
	for _, line := range parse(t, printed(d)) {
		fmt.Fprintf(&out, "%s: %s\n", line.kind, line.text)
	}
	return out.String()
}

// TestSize holds that nothing is decided by points: a page that is drawn larger or smaller is understood the same.
func TestSize(t *testing.T) {
	r := opened(t)
	rapid.Check(t, func(t *rapid.T) {
		g := anyPage(t)
		want := outline(t, read(t, r, "a.pdf", g.file(same), reader.Embedded))
		scale := rapid.SampledFrom([]float64{0.5, 3}).Draw(t, "scale")
		if got := outline(t, read(t, r, "a.pdf", g.file(func(s *pdfgen.Sheet) { s.Scale = scale }), reader.Embedded)); got != want {
			t.Fatalf("%g times as large:\n%s\nwas:\n%s", scale, got, want)
		}
	})
}

// TestPlace holds that a page is understood the same when all of it is moved. Only whether a heading stands high enough
// to be the title depends on where it is.
func TestPlace(t *testing.T) {
	r := opened(t)
	plain := strings.NewReplacer("Title:", "Heading:", "Section Header 2:", "Heading:", "Section Header 3:", "Heading:", "Section Header 4:", "Heading:")
	rapid.Check(t, func(t *rapid.T) {
		g := anyPage(t)
		want := outline(t, read(t, r, "a.pdf", g.file(same), reader.Embedded))
		dx, dy := float64(rapid.IntRange(-60, 60).Draw(t, "dx"))/4, float64(rapid.IntRange(-60, 60).Draw(t, "dy"))/4
		got := outline(t, read(t, r, "a.pdf", g.file(func(s *pdfgen.Sheet) { s.DX, s.DY = dx, dy }), reader.Embedded))
		if plain.Replace(got) != plain.Replace(want) {
			t.Fatalf("moved by %g %g:\n%s\nwas:\n%s", dx, dy, got, want)
		}
	})
}

// TestUnseenLines holds that lines nobody sees change nothing.
func TestUnseenLines(t *testing.T) {
	r := opened(t)
	rapid.Check(t, func(t *rapid.T) {
		g := anyPage(t)
		want := outline(t, read(t, r, "a.pdf", g.file(same), reader.Embedded))
		at := rapid.IntRange(0, 700).Draw(t, "at")
		draw := rapid.SampledFrom([]func(s *pdfgen.Sheet){
			func(s *pdfgen.Sheet) { s.Line(72, float64(at), 72, float64(at)) },
			func(s *pdfgen.Sheet) { s.Line(-500, float64(at), -20, float64(at)) },
			func(s *pdfgen.Sheet) { s.Raw(fmt.Sprintf("q 0 0 1 1 re W n 0 G 72 %d m 540 %d l S Q", at, at)) },
			func(s *pdfgen.Sheet) {
				s.Resources += "/ExtGState<</Clear<</CA 0>>>>"
				s.Raw(fmt.Sprintf("q /Clear gs 0 G 72 %d m 540 %d l S Q", at, at))
			},
			func(s *pdfgen.Sheet) { s.Raw(fmt.Sprintf("q 1 G 72 %d m 540 %d l n Q", at, at)) },
		}).Draw(t, "line")
		if got := outline(t, read(t, r, "a.pdf", g.file(draw), reader.Embedded)); got != want {
			t.Fatalf("with it:\n%s\nwithout:\n%s", got, want)
		}
	})
}
