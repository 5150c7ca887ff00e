package xlsx

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/doc"
	"github.com/octavo-dev/octavo/internal/markup"
)

// maxComments bounds the comments of a sheet.
const maxComments = 100_000

// comment is a remark on a cell.
type comment struct {
	row, col           int
	id, parent         string // of threads
	author, time, text string
}

// readComments collects the remarks of a sheet: threads, and notes on cells that have no thread.
func (s *reader) readComments() ([]comment, error) {
	var notes, threads []comment
	for _, rel := range s.relations {
		var err error
		switch {
		case rel.External:
		case rel.Kind == "comments":
			err = s.book.read(rel.Target, func(r *markup.Reader) { notes = append(notes, readNotes(r)...) })
		case rel.Kind == "threadedComment":
			err = s.book.read(rel.Target, func(r *markup.Reader) { threads = append(threads, s.readThreads(r)...) })
		}
		if err != nil {
			return nil, err
		}
	}
	// A program that knows no threads is shown them as notes that say so.
	threaded := map[[2]int]bool{}
	for _, c := range threads {
		threaded[[2]int{c.row, c.col}] = true
	}
	for _, n := range notes {
		if !threaded[[2]int{n.row, n.col}] {
			threads = append(threads, n)
		}
	}
	threads = slices.DeleteFunc(threads, func(c comment) bool { return s.without.rows.Has(c.row) || s.without.cols.Has(c.col) })
	slices.SortStableFunc(threads, func(a, b comment) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) })
	return threads, nil
}

func readNotes(r *markup.Reader) []comment {
	var authors []string
	var out []comment
	for child := range r.Children() {
		switch child {
		case "x:authors":
			for range r.Children() {
				authors = append(authors, clean(r.String(maxCellText)))
			}
		case "x:commentList":
			for range r.Children() {
				c, ok := comment{}, false
				c.row, c.col, ok = parseCell(r.Attr("ref"))
				if n, err := strconv.Atoi(r.Attr("authorId")); err == nil && n >= 0 && n < len(authors) {
					c.author = authors[n]
				}
				for inner := range r.Children() {
					if inner == "x:text" {
						text, _ := richText(r)
						c.text = clean(text)
					}
				}
				if ok && c.text != "" && len(out) < maxComments {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

func (s *reader) readThreads(r *markup.Reader) []comment {
	var out []comment
	for range r.Children() {
		c, ok := comment{time: r.Attr("dT"), id: r.Attr("id"), parent: r.Attr("parentId"), author: s.book.people[r.Attr("personId")]}, false
		c.row, c.col, ok = parseCell(r.Attr("ref"))
		for child := range r.Children() {
			if child == "tc:text" {
				c.text = clean(r.String(maxCellText))
			}
		}
		if ok && c.text != "" && len(out) < maxComments {
			out = append(out, c)
		}
	}
	return out
}

// block sets a remark at its cell.
func (c *comment) block(page int) doc.Block {
	return doc.Block{
		Type: doc.Comment, Page: page, Author: c.author, Time: strings.TrimSpace(c.time), Text: c.text, Confidence: 1,
		Box: doc.Box{Left: float64(c.col), Top: float64(c.row), Width: 1, Height: 1},
	}
}
