package main

import (
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/draw"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// look has other programs look at a filled form and its flattened copy.
func (t *filling) look(path, filled, flat string, values []value) error {
	if check(filled) > check(path) {
		t.worse++
		fmt.Printf("%s: worse in qpdf --check\n", filepath.Base(path))
	}
	found, err := fieldValues(filled)
	if err != nil {
		return err
	}
	words, err := wordsOf(flat)
	if err != nil {
		return err
	}
	before, err := pictures(path)
	if err != nil {
		return err
	}
	after, err := pictures(filled)
	if err != nil {
		return err
	}
	for i := range values {
		v := &values[i]
		t.values++
		if holds(found[v.Field], v) {
			t.written++
		} else {
			fmt.Printf("%s: %s says %q, want %q\n", filepath.Base(path), v.Field, found[v.Field], v.texts())
		}
		if v.Type == "checkbox" || v.Type == "radio" {
			t.marks++
			if inked(before, after, v) {
				t.inked++
			} else {
				fmt.Printf("%s: %s looks as before\n", filepath.Base(path), v.Field)
			}
			continue
		}
		t.drawn++
		if seen(words, v) {
			t.seen++
		} else {
			fmt.Printf("%s: %s is not seen\n", filepath.Base(path), v.Field)
		}
	}
	if n := outside(before, after, values); n > 0 {
		t.outside++
		fmt.Printf("%s: %d pixels changed outside of the boxes\n", filepath.Base(path), n)
	}
	return nil
}

// check is what qpdf thinks of a file: 0 nothing, 3 warnings, 2 errors, of which the worst is largest.
func check(path string) int {
	cmd := exec.Command("qpdf", "--check", path)
	_ = cmd.Run() // the code tells
	return map[int]int{0: 0, 3: 1, 2: 2}[cmd.ProcessState.ExitCode()]
}

// fieldValues are the values of the fields of a form as qpdf reads them.
func fieldValues(path string) (map[string][]string, error) {
	out, err := exec.Command("qpdf", "--warning-exit-0", "--json", "--json-key=acroform", path).Output()
	if err != nil {
		return nil, fmt.Errorf("read with qpdf: %w", err)
	}
	var read struct {
		Acroform struct {
			Fields []struct {
				Fullname string
				Value    any
			}
		}
	}
	if err := json.Unmarshal(out, &read); err != nil {
		return nil, err
	}
	all := map[string][]string{}
	for _, f := range read.Acroform.Fields {
		all[f.Fullname] = nil
		for _, s := range texts(f.Value) {
			s = strings.TrimPrefix(s, "u:")
			all[f.Fullname] = append(all[f.Fullname], strings.ReplaceAll(s, "\r", "\n"))
		}
	}
	return all, nil
}

func holds(found []string, v *value) bool {
	want := v.texts()
	if len(found) != len(want) {
		return false
	}
	for i, s := range found {
		if v.Type == "checkbox" || v.Type == "radio" {
			s = strings.TrimPrefix(s, "/")
		}
		if s != want[i] {
			return false
		}
	}
	return true
}

// printed is a word of a page in parts of the page.
type printed struct {
	x, y float64 // its middle
	text string
}

var (
	pageMark = regexp.MustCompile(`(?s)<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>`)
	wordMark = regexp.MustCompile(`<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>`)
)

func wordsOf(path string) ([][]printed, error) {
	out, err := exec.Command("pdftotext", "-bbox", "-cropbox", path, "-").Output()
	if err != nil {
		return nil, fmt.Errorf("read with pdftotext: %w", err)
	}
	var pages [][]printed
	for _, p := range pageMark.FindAllStringSubmatch(string(out), -1) {
		var words []printed
		for _, w := range wordMark.FindAllStringSubmatch(p[3], -1) {
			x, y := (number(w[1])+number(w[3]))/2/number(p[1]), (number(w[2])+number(w[4]))/2/number(p[2])
			words = append(words, printed{x, y, html.UnescapeString(w[5])})
		}
		pages = append(pages, words)
	}
	return pages, nil
}

func number(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64) // the pattern lets nothing else through
	return v
}

// seen reports whether a value can be read in one of its boxes. Letters of combs come in an order of their own.
func seen(pages [][]printed, v *value) bool {
	shown := v.texts()
	if v.Shown != nil {
		shown = texts(v.Shown)
	}
	for _, w := range v.Widgets {
		var b strings.Builder
		for _, p := range pages[w.Page-1] {
			const slack = 0.004
			if p.x >= w.BBox[0]-slack && p.x <= w.BBox[0]+w.BBox[2]+slack && p.y >= w.BBox[1]-slack && p.y <= w.BBox[1]+w.BBox[3]+slack {
				b.WriteString(p.text)
			}
		}
		all := true
		for _, s := range shown {
			all = all && (strings.Contains(fold(b.String()), fold(s)) || v.Type == "comb" && sameLetters(fold(b.String()), fold(s)))
		}
		if all {
			return true
		}
	}
	return false
}

func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(s))
}

func sameLetters(a, b string) bool {
	count := map[rune]int{}
	for _, r := range a {
		count[r]++
	}
	for _, r := range b {
		count[r]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// pictures are the pages of a form as poppler shows them.
func pictures(path string) ([]*image.Gray, error) {
	dir, err := os.MkdirTemp("", "octavo-pages-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := exec.Command("pdftoppm", "-r", "72", "-gray", "-png", "-cropbox", path, filepath.Join(dir, "p")).Run(); err != nil {
		return nil, fmt.Errorf("draw with pdftoppm: %w", err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil {
		return nil, err
	}
	var out []*image.Gray
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		m, _, err := image.Decode(f)
		_ = f.Close()
		if err != nil {
			return nil, err
		}
		g := image.NewGray(m.Bounds())
		draw.Draw(g, g.Rect, m, m.Bounds().Min, draw.Src)
		out = append(out, g)
	}
	return out, nil
}

// within reports whether a pixel lies in the box of a value, or beside it by a pixel.
func within(m *image.Gray, x, y int, box [4]float64) bool {
	const slack = 1.5
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	return float64(x) >= box[0]*w-slack && float64(x) <= (box[0]+box[2])*w+slack && float64(y) >= box[1]*h-slack && float64(y) <= (box[1]+box[3])*h+slack
}

// each calls f for the pixels in which two pages differ.
func each(a, b *image.Gray, f func(x, y int)) {
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if a.GrayAt(x, y) != b.GrayAt(x, y) {
				f(x, y)
			}
		}
	}
}

// inked reports whether a mark looks other than before.
func inked(before, after []*image.Gray, v *value) bool {
	changed := false
	for _, w := range v.Widgets {
		a, b := before[w.Page-1], after[w.Page-1]
		each(a, b, func(x, y int) { changed = changed || within(a, x, y, w.BBox) })
	}
	return changed
}

// outside counts the pixels that differ and lie in no box.
func outside(before, after []*image.Gray, values []value) (n int) {
	for p := range before {
		each(before[p], after[p], func(x, y int) {
			for i := range values {
				for _, w := range values[i].Widgets {
					if w.Page == p+1 && within(before[p], x, y, w.BBox) {
						return
					}
				}
			}
			n++
		})
	}
	return n
}
