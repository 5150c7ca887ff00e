package app_test

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/octavo-dev/octavo/internal/engine/enginetest/pdfgen"
)

// orchard is a page with a bar chart between lines of text.
func orchard(more string) pdfgen.Page {
	c := &pdfgen.Chart{
		Kind: "bar", Title: "Yield of the orchard", XName: "Variety", YName: "Weight (kg)", Left: 130, Low: 380, Width: 300, Height: 200,
		Names: []string{"Apple", "Pear", "Plum", "Quince"}, Top: 100, Step: 20, Axes: true, Grid: true,
		Series: []pdfgen.ChartSeries{{Values: []float64{42, 87.5, 13, 64}}},
	}
	page := letter("The orchard yields more every year, and the chart below shows how much of it was of which variety.")
	page.Content += c.Content() + more
	return page
}

// secondAxis is an axis on the other side that says something else: which bars it is about is not to be seen.
func secondAxis() string {
	var b strings.Builder
	for i := range 6 {
		fmt.Fprintf(&b, "BT 0 g /F1 8 Tf 1 0 0 1 436 %g Tm (%d) Tj ET 0 G 430 %g m 434 %g l S\n", 377+40*float64(i), 7000+3000*i, 380+40*float64(i), 380+40*float64(i))
	}
	return b.String()
}

// charts lists the blocks of a result that are charts.
func charts(r any) (out []any) {
	for _, c := range at(r, "result", "chunks").([]any) {
		for _, b := range at(c, "blocks").([]any) {
			if extra, ok := at(b, "extra").(map[string]any); ok && extra["is_chart"] == true {
				out = append(out, b)
			}
		}
	}
	return out
}

func TestCharts(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		t.Run(dialect, func(t *testing.T) {
			s := start(t, dialect)
			r := s.want(200, "POST", "/parse", map[string]any{
				"input":   s.upload("a.pdf", pdf(letter("A page without any chart on it"), orchard(""))),
				"enhance": map[string]any{"agentic": []any{map[string]any{"scope": "figure", "advanced_chart_agent": true, "return_overlays": true}}},
			})
			found := charts(r)
			if len(found) != 1 {
				t.Fatalf("%d charts: %v", len(found), r["result"])
			}
			b := found[0]
			if text := at(b, "content").(string); !strings.Contains(text, "Bar chart “Yield of the orchard” with 4 points. Weight (kg): from 13 (Plum) to 87.5 (Pear).") {
				t.Errorf("content %q", text)
			}
			s.wantYield(at(b, "chart_data", 0).(string))
			for _, url := range []any{at(b, "extra", "chart_reconstruction"), at(b, "extra", "chart_overlays", 0)} {
				if _, err := png.Decode(bytes.NewReader(s.do("GET", url.(string), nil).Body)); err != nil {
					t.Errorf("%v: %v", url, err)
				}
			}
			if usage := r["usage"].(map[string]any); at(usage, "credit_breakdown", "chart_agent") != 4.0 || usage["credits"] != 6.0 ||
				!slices.Contains(at(usage, "page_billing_breakdown", "2").([]any), any("chart_agent")) {
				t.Errorf("usage %v", usage)
			}
			s.wantChild(r["job_id"].(string), at(b, "extra", "chart_job_id").(string))

			again := s.want(200, "POST", "/parse", map[string]any{"input": "jobid://" + r["job_id"].(string)})
			if found := charts(again); len(found) != 1 || at(found[0], "content") != at(b, "content") {
				t.Fatalf("charts of an earlier parse: %v", found)
			} else {
				s.wantYield(at(found[0], "chart_data", 0).(string))
			}
		})
	}
}

// wantYield compares the numbers behind a URL with those that were drawn.
func (s *service) wantYield(url string) {
	s.t.Helper()
	data := s.want(200, "GET", url, nil)
	if data["chart_type"] != "bar" || data["title"] != "Yield of the orchard" || at(data, "y_axis", "unit") != "kg" || at(data, "x_axis", "type") != "category" {
		s.t.Errorf("chart %v", data)
	}
	for i, want := range []float64{42, 87.5, 13, 64} {
		if got, ok := at(data, "series", 0, "points", i, "y").(float64); !ok || math.Abs(got-want) > 1 {
			s.t.Errorf("point %d: %v, want %g", i, at(data, "series", 0, "points", i), want)
		}
	}
}

// wantChild looks at the job that read a chart.
func (s *service) wantChild(parent, id string) {
	s.t.Helper()
	child := s.want(200, "GET", "/job/"+id, nil)
	if child["type"] != "Chart" || child["parent_job_id"] != parent || at(child, "result", "response_type") != "chart" ||
		at(child, "result", "result", "verified") != true || at(child, "result", "usage", "num_charts") != 1.0 {
		s.t.Errorf("child %v", child)
	}
	if strings.Contains(child["raw_config"].(string), "password") {
		s.t.Errorf("config %s", child["raw_config"])
	}
	listed := s.want(200, "GET", "/jobs", nil)["jobs"].([]any)
	if !slices.ContainsFunc(listed, func(j any) bool {
		return at(j, "job_id") == id && at(j, "type") == "Chart" && at(j, "parent_job_id") == parent
	}) {
		s.t.Errorf("jobs %v", listed)
	}
	if status := s.do("POST", "/chart", map[string]any{}).Status; status != 404 {
		s.t.Errorf("POST /chart: %d", status)
	}
}

// A chart that cannot be read costs nothing but itself.
func TestUnreadableChart(t *testing.T) {
	s := start(t, "sqlite")
	r := s.want(200, "POST", "/parse", map[string]any{
		"input": s.upload("a.pdf", pdf(letter("First"), orchard(secondAxis()))), "enhance": map[string]any{"advanced_chart_agent": true},
	})
	warnings := fmt.Sprint(at(r, "result", "custom", "warnings"))
	if !strings.Contains(warnings, "page 2: a chart could not be read") || at(r, "usage", "credits") != 2.0 {
		t.Errorf("warnings %s, usage %v", warnings, r["usage"])
	}
	found := charts(r)
	if len(found) != 1 || at(found[0], "chart_data") != nil || !strings.Contains(at(found[0], "content").(string), "Quince") {
		t.Fatalf("charts %v", found)
	}
	child := s.want(200, "GET", "/job/"+at(found[0], "extra", "chart_job_id").(string), nil)
	if child["status"] != "Failed" || at(child, "error", "name") != "PROCESSING_FAILED" {
		t.Errorf("child %v", child)
	}
}

// Charts of a document that is cut into batches, and of one of a list, are read as others are.
func TestChartsOfManyPages(t *testing.T) {
	s := start(t, "sqlite", "workers: {cpu: 2}")
	pages := []pdfgen.Page{orchard("")}
	for n := range 70 {
		pages = append(pages, letter(fmt.Sprintf("This is page %d", n+2)))
	}
	pages = append(pages, orchard(""))
	r := s.want(200, "POST", "/parse", map[string]any{
		"input":   []string{s.upload("b.pdf", pdf(orchard(""))), s.upload("long.pdf", pdf(pages...))},
		"enhance": map[string]any{"advanced_chart_agent": true},
	})
	found := charts(r)
	if len(found) != 3 || at(found[2], "bbox", "original_page") != 72.0 || at(found[2], "extra", "document_index") != 1.0 {
		t.Fatalf("%d charts: %v", len(found), found)
	}
	for _, b := range found {
		s.wantYield(at(b, "chart_data", 0).(string))
	}
	id := at(found[1], "extra", "chart_job_id").(string)
	s.want(202, "DELETE", "/job/"+r["job_id"].(string), nil)
	if status := s.do("GET", "/job/"+id, nil).Status; status != 409 && status != 410 {
		t.Errorf("a chart of a deleted parse: %d", status)
	}
}
