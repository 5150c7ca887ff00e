package main

import (
	"cmp"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/octavo-dev/octavo/eval/page"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
)

type score struct {
	name          string
	f1            float64
	missing, more []string
}

// words prints what is hidden, unsound or a picture, and the files whose words differ most from those of pdftotext.
func words(lib *pdfium.Library, paths []string) error {
	bags := map[string]map[string]int{}
	page.Each(lib, paths, func(p page.Page) error {
		t := layout.Read(p.Page)
		tell(p, t)
		if bags[p.Path] == nil {
			bags[p.Path] = map[string]int{}
		}
		for _, l := range slices.Concat(t.Lines, t.Hidden) {
			if l.Hidden == layout.OffPage {
				continue
			}
			for _, w := range l.Words {
				bags[p.Path][norm.NFKC.String(w.Text)]++
			}
		}
		return nil
	})
	var all []score
	sum := 0.0
	for path, bag := range bags {
		s := compare(path, bag)
		all = append(all, s)
		sum += s.f1
	}
	slices.SortFunc(all, func(a, b score) int { return cmp.Or(cmp.Compare(a.f1, b.f1), cmp.Compare(a.name, b.name)) })
	for _, s := range all[:min(len(all), 200)] {
		fmt.Printf("%.4f %s\n  pdftotext only: %.300q\n  ours only:      %.300q\n", s.f1, s.name, s.missing, s.more)
	}
	fmt.Printf("mean F1 %.4f over %d files\n", sum/float64(len(all)), len(all))
	return nil
}

// tell prints what is out of the ordinary on a page.
func tell(p page.Page, t *layout.Text) {
	name := page.Name(p.Path)
	hidden := map[layout.Reason]int{}
	example := map[layout.Reason]string{}
	for i := range t.Hidden {
		hidden[t.Hidden[i].Hidden]++
		example[t.Hidden[i].Hidden] = t.Hidden[i].String()
	}
	for r := layout.Seen; r <= layout.Covered; r++ {
		if hidden[r] > 0 {
			fmt.Printf("%s %d: hidden, reason %d: %d lines, %.60q\n", name, p.Number, r, hidden[r], example[r])
		}
	}
	for i := range t.Lines {
		if t.Lines[i].Unsound {
			fmt.Printf("%s %d: unsound %.60q\n", name, p.Number, t.Lines[i].String())
		}
	}
	if pictures := t.Pictures(p.Page); len(pictures) > 0 {
		fmt.Printf("%s %d: pictures %.0f\n", name, p.Number, pictures)
	}
}

func compare(path string, bag map[string]int) score {
	s := score{name: filepath.Base(path)}
	out, err := exec.Command("pdftotext", path, "-").Output()
	if err != nil {
		return s
	}
	theirs := map[string]int{}
	for _, w := range strings.Fields(norm.NFKC.String(string(out))) {
		theirs[w]++
	}
	same, a, b := 0, 0, 0
	for w, n := range bag {
		same += min(n, theirs[w])
		a += n
		if n > theirs[w] {
			s.more = append(s.more, w)
		}
	}
	for w, n := range theirs {
		b += n
		if n > bag[w] {
			s.missing = append(s.missing, w)
		}
	}
	slices.Sort(s.more)
	slices.Sort(s.missing)
	s.f1 = 1
	if a+b > 0 {
		s.f1 = 2 * float64(same) / float64(a+b)
	}
	return s
}
