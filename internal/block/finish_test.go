package block

import (
	"fmt"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/engine"
)

// book is a document of so many pages, each drawn by the function.
func book(pages int, page func(d *drawing, n int)) *doc.Document {
	out := &doc.Document{}
	for n := 1; n <= pages; n++ {
		d := draw(600, 800)
		d.page.Number = n
		page(d, n)
		out.Pages = append(out.Pages, doc.Page{Number: n})
		out.Blocks = append(out.Blocks, Arrange(d.done())...)
	}
	return out
}

func TestRunningLinesByRepetition(t *testing.T) {
	d := book(4, func(d *drawing, n int) {
		bold(d.at(60, 60, 12, "The Title of the Book"))
		d.prose(60, 90, 10, "a", 50)
		d.at(60, 740, 10, fmt.Sprintf("Printed in the year of the book, sheet %d", n))
	})
	Finish(d, nil)
	for i := range d.Blocks {
		b := &d.Blocks[i]
		expected := [...]doc.BlockType{doc.Header, doc.Text, doc.Footer}[i%3]
		if b.Type != expected {
			t.Errorf("page %d: %.30q is %s, not %s", b.Page, b.Text, b.Type, expected)
		}
		if b.Style != nil {
			t.Errorf("page %d: %.30q keeps its style", b.Page, b.Text)
		}
	}
}

func TestLevels(t *testing.T) {
	chapters := func(d *drawing, n int) {
		y := float32(100)
		if n == 1 {
			bold(d.at(60, y, 24, "The whole work"))
			y += 50
		}
		bold(d.at(60, y, 14, fmt.Sprintf("%d. Chapter", n)))
		y = d.prose(60, y+30, 10, "a", 6)
		bold(d.at(60, y+20, 11, fmt.Sprintf("%d.1 Section", n)))
		d.prose(60, y+40, 10, "b", 6)
	}
	type heading struct {
		kind  doc.BlockType
		level int
	}
	tests := []struct {
		name string
		info *engine.Info
		want []heading
	}{
		{"ByNumbersAndLooks", nil, []heading{{doc.Title, 0}, {doc.SectionHeader, 2}, {doc.SectionHeader, 3}, {doc.SectionHeader, 2}, {doc.SectionHeader, 3}}},
		{"ByBookmarks", &engine.Info{Bookmarks: []engine.Bookmark{{Title: "1. Chapter", Level: 2, Page: 1}}},
			[]heading{{doc.Title, 0}, {doc.SectionHeader, 4}, {doc.SectionHeader, 3}, {doc.SectionHeader, 2}, {doc.SectionHeader, 3}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := book(2, chapters)
			Finish(d, tt.info)
			var got []heading
			for i := range d.Blocks {
				if d.Blocks[i].IsHeading() {
					got = append(got, heading{d.Blocks[i].Type, d.Blocks[i].Level})
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestBookmarkMakesHeading(t *testing.T) {
	page := func(d *drawing, _ int) {
		d.prose(60, 100, 10, "a", 6)
		d.at(60, 200, 10.5, "Plain words")
		d.prose(60, 230, 10, "b", 6)
	}
	for _, info := range []*engine.Info{nil, {Bookmarks: []engine.Bookmark{{Title: "Plain Words", Page: 1}}}} {
		d := book(1, page)
		Finish(d, info)
		if got := d.Blocks[1].IsHeading(); got != (info != nil) {
			t.Errorf("with bookmarks %v the block is %s", info, d.Blocks[1].Type)
		}
	}
}

func TestContinues(t *testing.T) {
	d := book(2, func(d *drawing, n int) {
		if n == 1 {
			d.lines(60, 600, 10, "The sentence that ends this page goes on over the leaf, and its last word is di-")
			return
		}
		d.lines(60, 100, 10, "vided there, which is why both parts belong together.")
		d.prose(60, 140, 10, "b", 5)
	})
	Finish(d, nil)
	if len(d.Blocks) != 3 || !d.Blocks[1].Continues || d.Blocks[0].Continues || d.Blocks[2].Continues {
		t.Fatalf("got %+v", d.Blocks)
	}
	if !strings.HasSuffix(d.Blocks[0].Text, "is divided") || !strings.HasPrefix(d.Blocks[1].Text, "there, which") {
		t.Errorf("got %q and %q", d.Blocks[0].Text, d.Blocks[1].Text)
	}
}
