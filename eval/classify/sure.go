package main

import (
	"fmt"

	"github.com/octavo-dev/octavo/internal/kind"
)

// sure counts the criteria that are rated high, of the right categories and of the others.
type sure struct {
	right, ofRight, wrong, ofWrong int
}

func (s sure) String() string {
	return fmt.Sprintf("criteria rated high: %.2f of those of the right categories, %.2f of the others",
		float64(s.right)/float64(max(s.ofRight, 1)), float64(s.wrong)/float64(max(s.ofWrong, 1)))
}

// share counts those of a document.
func (m *measure) share(file string, ratings []kind.Rating) {
	for i, r := range ratings {
		high := 0
		for _, c := range r.Criteria {
			if c.Met >= kind.High {
				high++
			}
		}
		if m.categories[i].Category == m.labels[file] {
			m.sure.right, m.sure.ofRight = m.sure.right+high, m.sure.ofRight+len(r.Criteria)
		} else {
			m.sure.wrong, m.sure.ofWrong = m.sure.wrong+high, m.sure.ofWrong+len(r.Criteria)
		}
	}
}
