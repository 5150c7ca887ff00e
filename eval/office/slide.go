package main

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/octavo-dev/octavo/internal/api"
)

// slides tells the slides and what the speaker noted.
func (s *seen) slides(blocks []api.ParseBlock) {
	notes := map[int][]string{}
	noting := 0
	for i := range blocks {
		b := &blocks[i]
		s.add(fact{"kind": "slide", "index": b.BBox.Page})
		switch {
		case b.Type == "Section Header" && b.Content == "Notes":
			noting = b.BBox.Page
		case noting == b.BBox.Page && b.Type != "Comment":
			notes[noting] = append(notes[noting], bare(b.Content))
		default:
			noting = 0
		}
	}
	for page, parts := range notes {
		s.add(fact{"kind": "notes", "slide": page, "text": strings.Join(parts, " ")})
	}
}

var drawnAs = regexp.MustCompile(`(?s)^(?:(.*)\n)?(3-D )?([a-z]+) chart$`)

// charts tells charts, which stand in answers as a figure and the table of its numbers.
func (s *seen) charts(blocks []api.ParseBlock) {
	for i := range blocks {
		b := &blocks[i]
		if b.Type != "Figure" || i+1 == len(blocks) || blocks[i+1].Type != "Table" {
			continue
		}
		m := drawnAs.FindStringSubmatch(b.Content)
		if m == nil {
			continue
		}
		where := fact{"slide": b.BBox.Page, "sheet": sheetName(b)}
		kind := m[3]
		if m[2] != "" {
			kind += "3d"
		}
		f := fact{"kind": "chart", "type": kind}
		if m[1] != "" {
			f["title"] = m[1]
		}
		var series []string
		var categories []string
		for k, column := range columns(blocks[i+1].Content) {
			if k == 0 {
				categories = column[1:]
				continue
			}
			if column[0] == "" {
				continue
			}
			series = append(series, column[0])
			s.add(placed(fact{"kind": "chart_series", "name": column[0], "values": numbers(column[1:])}, where))
		}
		f["series"], f["categories"] = series, categories
		s.add(placed(f, where))
	}
}

func placed(f, where fact) fact {
	for k, v := range where {
		if v != "" {
			f[k] = v
		}
	}
	return f
}

// columns are those of a table without spans.
func columns(content string) [][]string {
	table := parsed(content)
	if table == nil {
		return nil
	}
	var out [][]string
	for tr := range each(table, "tr") {
		k := 0
		for td := range each(tr, "td", "th") {
			if k == len(out) {
				out = append(out, nil)
			}
			out[k] = append(out[k], text(td))
			k++
		}
	}
	return out
}

func numbers(values []string) []float64 {
	var out []float64
	for _, v := range values {
		if n, err := strconv.ParseFloat(v, 64); err == nil {
			out = append(out, n)
		}
	}
	return out
}

var attached = regexp.MustCompile(`^Attachment: (.*) \(([^ ]+), ([0-9]+) bytes\)$`)

// attachments tells the files that came with a mail.
func (s *seen) attachments(b *api.ParseBlock) {
	for line := range strings.SplitSeq(b.Content, "\n") {
		if m := attached.FindStringSubmatch(line); m != nil {
			size, err := strconv.Atoi(m[3])
			if err == nil {
				s.add(fact{"kind": "attachment", "name": m[1], "type": m[2], "size": size})
			}
		}
	}
}
