// Command layout compares the words of package layout with those of pdftotext, file by file.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/octavo-dev/octavo/internal/engine"
	"github.com/octavo-dev/octavo/internal/engine/pdfium"
	"github.com/octavo-dev/octavo/internal/layout"
)

type score struct {
	name          string
	f1            float64
	missing, more []string
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: layout LIBPDFIUM FILE.pdf …")
		os.Exit(2)
	}
	lib, err := pdfium.Open(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var all []score
	var spent time.Duration
	pages, chars := 0, 0
	for _, path := range os.Args[2:] {
		data, err := os.ReadFile(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		d, err := lib.OpenBytes(data, "")
		if err != nil {
			fmt.Fprintln(os.Stderr, path, err)
			continue
		}
		bag := map[string]int{}
		for n := 1; n <= d.Pages(); n++ {
			p, err := d.Page(n)
			if err != nil {
				fmt.Fprintln(os.Stderr, path, err)
				continue
			}
			begin := time.Now()
			t := layout.Read(p)
			spent += time.Since(begin)
			pages++
			chars += len(p.Chars)
			tell(path, p, t)
			for _, l := range slices.Concat(t.Lines, t.Hidden) {
				if l.Hidden == layout.OffPage {
					continue
				}
				for _, w := range l.Words {
					bag[norm.NFKC.String(w.Text)]++
				}
			}
		}
		d.Close()
		all = append(all, compare(path, bag))
	}
	slices.SortFunc(all, func(a, b score) int { return int((a.f1 - b.f1) * 1e9) })
	sum := 0.0
	for i, s := range all {
		sum += s.f1
		if i < 12 {
			fmt.Printf("%.4f %s\n  pdftotext only: %.300q\n  ours only:      %.300q\n", s.f1, s.name, s.missing, s.more)
		}
	}
	fmt.Printf("mean F1 %.4f over %d files; %d pages, %d chars, %v a page\n", sum/float64(len(all)), len(all), pages, chars, spent/time.Duration(pages))
}

// tell prints what is out of the ordinary on a page.
func tell(path string, p *engine.Page, t *layout.Text) {
	hidden := map[layout.Reason]int{}
	example := map[layout.Reason]string{}
	for i := range t.Hidden {
		hidden[t.Hidden[i].Hidden]++
		example[t.Hidden[i].Hidden] = t.Hidden[i].String()
	}
	for r := layout.Seen; r <= layout.Covered; r++ {
		if hidden[r] > 0 {
			fmt.Printf("%s %d: hidden, reason %d: %d lines, %.60q\n", filepath.Base(path), p.Number, r, hidden[r], example[r])
		}
	}
	for i := range t.Lines {
		if t.Lines[i].Unsound {
			fmt.Printf("%s %d: unsound %.60q\n", filepath.Base(path), p.Number, t.Lines[i].String())
		}
	}
	if pictures := t.Pictures(p); len(pictures) > 0 {
		fmt.Printf("%s %d: pictures %.0f\n", filepath.Base(path), p.Number, pictures)
	}
}

func compare(path string, bag map[string]int) score {
	out, err := exec.Command("pdftotext", path, "-").Output()
	if err != nil {
		return score{name: path}
	}
	s := score{name: filepath.Base(path)}
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
