package app_test

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
	"github.com/octavo-dev/octavo/internal/org"
)

// shades is a file whose pages can be told apart by a single pixel: the n-th is filled with the n-th of its greys, in
// tenths.
func shades(tenths ...int) string {
	var pages []pdfgen.Page
	for _, g := range tenths {
		page := letter(fmt.Sprintf("A page of shade %d", g))
		page.Content = fmt.Sprintf("0.%d g 0 0 612 600 re f 0 g ", g) + page.Content
		pages = append(pages, page)
	}
	return pdf(pages...)
}

// shade is the grey in the middle of a page picture, in tenths.
func (s *service) shade(path string) int {
	s.t.Helper()
	a := s.do("GET", path, nil)
	if a.Status != 200 || a.Header.Get("Content-Type") != "image/png" {
		s.t.Fatalf("%s: %d %s", path, a.Status, a.Body)
	}
	picture, err := png.Decode(bytes.NewReader(a.Body))
	if err != nil {
		s.t.Fatalf("%s: %v", path, err)
	}
	b := picture.Bounds()
	if b.Dx() != 425 { // 612 points at 50 dpi
		s.t.Errorf("%s: %d pixels wide", path, b.Dx())
	}
	grey := color.GrayModel.Convert(picture.At(b.Dx()/2, b.Dy()/2)).(color.Gray)
	return int(math.Round(float64(grey.Y) / 25.5))
}

// The picture of page n is the one that boxes of page n are on, whatever was selected of however many documents.
func TestPagePictures(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect)
			one, two := s.upload("one.pdf", shades(1, 2, 3)), s.upload("two.pdf", shades(4, 5))
			pages := func(numbers ...int) map[string]any { return map[string]any{"page_range": numbers} }
			earlier := s.want(200, "POST", "/parse", map[string]any{"input": one})["job_id"].(string)
			field := map[string]any{"schema": map[string]any{"type": "object", "properties": map[string]any{"shade": map[string]any{"type": "number"}}}}
			category := func(name string) map[string]any {
				return map[string]any{"category": name, "criteria": []string{"is a " + name}}
			}
			for name, c := range map[string]struct {
				path string
				body map[string]any
				want []int
			}{
				"all":      {"/parse", map[string]any{"input": one}, []int{1, 2, 3}},
				"selected": {"/parse", map[string]any{"input": one, "settings": pages(3, 1)}, []int{1, 3}},
				"list":     {"/parse", map[string]any{"input": []string{two, one}, "settings": pages(2)}, []int{5, 2}},
				"again":    {"/parse", map[string]any{"input": "jobid://" + earlier, "settings": pages(2)}, []int{2}},
				"extract":  {"/extract", map[string]any{"input": one, "instructions": field, "settings": pages(2, 3)}, []int{2, 3}},
				"twice":    {"/extract", map[string]any{"input": one, "instructions": field, "parsing": map[string]any{"settings": pages(2, 3)}, "settings": pages(3)}, []int{3}},
				"earlier":  {"/extract", map[string]any{"input": "jobid://" + earlier, "instructions": field, "settings": pages(3)}, []int{3}},
				"classify": {"/classify", map[string]any{"input": two, "classification_schema": []any{category("letter"), category("map")}}, []int{4, 5}},
				"split":    {"/split", map[string]any{"input": two, "split_description": []any{map[string]any{"name": "shades", "description": "pages of a shade"}}}, []int{4, 5}},
			} {
				t.Run(name, func(t *testing.T) {
					id := s.want(200, "POST", c.path, c.body)["job_id"].(string)
					for i, want := range c.want {
						if got := s.shade(fmt.Sprintf("/job/%s/pages/%d.png?dpi=50", id, i+1)); got != want {
							t.Errorf("page %d is of shade %d, not %d", i+1, got, want)
						}
					}
					s.want(404, "GET", fmt.Sprintf("/job/%s/pages/%d.png", id, len(c.want)+1), nil)
				})
			}
		})
	}
}

func TestPagePicturesOfAnEdit(t *testing.T) {
	s := start(t, "sqlite")
	id := s.want(200, "POST", "/edit", map[string]any{
		"document_url": s.upload("one.pdf", shades(1, 2, 3)), "edit_instructions": "Delete page 1.",
	})["job_id"].(string)
	for view, want := range map[string]int{"": 1, "&view=before": 1, "&view=after": 2} {
		if got := s.shade("/job/" + id + "/pages/1.png?dpi=50" + view); got != want {
			t.Errorf("%q: shade %d, not %d", view, got, want)
		}
	}
	s.want(404, "GET", "/job/"+id+"/pages/3.png?view=after", nil)
}

func TestPagePicturesAreRefused(t *testing.T) {
	s := start(t, "sqlite")
	mine, other := newKey(t, s, "acme", org.All), newKey(t, s, "other", org.All)
	s = s.as(mine)
	file := s.upload("one.pdf", shades(1))
	id := s.want(200, "POST", "/parse", map[string]any{"input": file})["job_id"].(string)
	text := s.want(200, "POST", "/parse", map[string]any{"input": s.upload("a.csv", "a,b\n1,2\n")})["job_id"].(string)
	failed := s.submit(s.upload("bad.pdf", "%PDF-1.4 and nothing else"))
	s.ended(failed)
	for name, c := range map[string]struct {
		as     *service
		path   string
		status int
	}{
		"another organization": {s.as(other), "/job/" + id + "/pages/1.png", 404},
		"no pages":             {s, "/job/" + text + "/pages/1.png", 404},
		"a failed job":         {s, "/job/" + failed + "/pages/1.png", 404},
		"page 0":               {s, "/job/" + id + "/pages/0.png", 404},
		"no number":            {s, "/job/" + id + "/pages/first.png", 404},
		"too coarse":           {s, "/job/" + id + "/pages/1.png?dpi=35", 422},
		"too fine":             {s, "/job/" + id + "/pages/1.png?dpi=301", 422},
		"not edited":           {s, "/job/" + id + "/pages/1.png?view=after", 404},
	} {
		t.Run(name, func(t *testing.T) { c.as.want(c.status, "GET", c.path, nil) })
	}
	// What was drawn goes with the job.
	s.shade("/job/" + id + "/pages/1.png?dpi=50")
	s.want(202, "DELETE", "/job/"+id, nil)
	if got := s.do("GET", "/job/"+id+"/pages/1.png?dpi=50", nil); got.Status != 409 && got.Status != 410 {
		t.Errorf("deleted: %d %s", got.Status, got.Body)
	}
}

// Pages that are looked at while their job is deleted are not drawn, or go with it; nothing of the job stays.
func TestPagePicturesOfADeletedJob(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect)
			file := s.upload("many.pdf", shades(1, 2, 3, 4, 5, 6))
			for round := range 10 {
				id := s.want(200, "POST", "/parse", map[string]any{"input": file})["job_id"].(string)
				var seen sync.WaitGroup
				for page := range 6 {
					seen.Go(func() {
						a := s.do("GET", fmt.Sprintf("/job/%s/pages/%d.png?dpi=50", id, page+1), nil)
						if !slices.Contains([]int{200, 409, 410}, a.Status) {
							t.Errorf("page %d: %d %s", page+1, a.Status, a.Body)
						}
					})
				}
				time.Sleep(time.Duration(5*round) * time.Millisecond)
				s.want(202, "DELETE", "/job/"+id, nil)
				seen.Wait()
				s.until("the job is deleted", func() bool { return s.do("GET", "/job/"+id, nil).Status == 410 })
				if left, _ := s.rows(id, ""); left > 0 {
					t.Errorf("round %d: %d objects of the deleted job", round, left)
				}
			}
		})
	}
}
