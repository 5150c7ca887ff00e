package main

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/octavo-dev/octavo/internal/charset"
)

// Facts number the tables that a web page states, frames of the layout among them; an answer holds those that are tables
// to a reader. Shapes and texts are told as the answer has them, but under the number of the table in the page that has
// the same words, because a number is all that facts know a table by.

// state notes the words of the tables of a page.
func (s *seen) state(page []byte) error {
	text, err := charset.NewReader(bytes.NewReader(page))
	if err != nil {
		return fmt.Errorf("decode the page: %w", err)
	}
	root, err := html.Parse(text)
	if err != nil {
		return fmt.Errorf("read the page: %w", err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "table" {
			s.stated = append(s.stated, words(n))
		}
	}
	return nil
}

// number is the index of a table among those of the file.
func (s *seen) number(table *html.Node) int {
	index := s.tables
	for i := index; i < len(s.stated); i++ {
		if s.stated[i] == words(table) {
			index = i
			break
		}
	}
	s.tables = index + 1
	return index
}

// words are the characters of a table that are seen.
func words(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode && c.Parent.Data != "script" && c.Parent.Data != "style" {
			b.WriteString(strings.Join(strings.Fields(c.Data), ""))
		}
	}
	return b.String()
}
