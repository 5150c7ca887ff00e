package chunk

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// write joins the texts of every group.
func write(groups [][]item, o Options) []Chunk {
	out := make([]Chunk, len(groups))
	for i, g := range groups {
		c := &out[i]
		c.Content = join(g, "", func(it *item) string { return it.marked(it.text) })
		if c.Embed = c.Content; o.Optimize {
			c.Embed = join(g, " ", func(it *item) string { return it.embed })
		}
		c.Blocks = make([]Block, len(g))
		for k := range g {
			c.Blocks[k] = g[k].Block
		}
	}
	if o.Overlap > 0 && o.Mode != Disabled {
		overlap(out, o.Overlap)
	}
	if o.Continue {
		continueSections(out, groups, o)
	}
	return out
}

// join puts texts behind each other with sep, or with what stands between such items when sep is empty.
func join(items []item, sep string, text func(*item) string) string {
	var out strings.Builder
	var last *item
	for i := range items {
		s := text(&items[i])
		if s == "" {
			continue
		}
		switch {
		case last == nil:
		case sep != "":
			out.WriteString(sep)
		default:
			out.WriteString(separator(last, &items[i]))
		}
		out.WriteString(s)
		last = &items[i]
	}
	return out.String()
}

// overlap puts the end of every chunk's own text before the next chunk.
func overlap(chunks []Chunk, n int) {
	for i := len(chunks) - 1; i > 0; i-- {
		chunks[i].Content = lead(chunks[i-1].Content, n) + chunks[i].Content
		chunks[i].Embed = lead(chunks[i-1].Embed, n) + chunks[i].Embed
	}
}

// lead is the end of a text, at most n characters and beginning with a whole word, and a line feed; empty when no word
// fits.
func lead(s string, n int) string {
	start := len(s)
	for range n {
		_, size := utf8.DecodeLastRuneInString(s[:start])
		start -= size
	}
	if start > 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:start])
		if !unicode.IsSpace(r) {
			at := strings.IndexFunc(s[start:], unicode.IsSpace)
			if at < 0 {
				return ""
			}
			start += at
		}
	}
	s = strings.TrimSpace(s[start:])
	if s == "" {
		return ""
	}
	return s + "\n"
}
