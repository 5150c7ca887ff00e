package kind

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// echo is an embedder that takes texts with the same words for the same, and counts what it is asked.
type echo struct {
	asked []string
	fails error
}

func (e *echo) Embed(_ context.Context, texts []string) ([][]float32, error) {
	e.asked = append(e.asked, texts...)
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, 2)
		out[i][0] = 1
		if strings.Contains(t, "boat") || strings.Contains(t, "ship") {
			out[i][0], out[i][1] = 0, 1
		}
	}
	return out, e.fails
}

// Only pages that words leave open are compared by what they mean.
func TestOpenPagesAreCompared(t *testing.T) {
	kinds := []Kind{{"invoice", []string{"Is an invoice"}}, {"letter", []string{"Is a letter"}}, {"zzz", []string{"Speaks of a boat"}}}
	clear := onPaper(title("Invoice"), text("Invoice number 17, amount due 119.00 EUR"))
	open := onPaper(text("The ship left early."))
	var sheets []*Sheet
	for range 50 {
		sheets = append(sheets, NewSheet(clear, 1))
	}
	sheets = append(sheets, NewSheet(open, 1))
	e := &echo{}
	got, err := NewScale(kinds, e).Pages(t.Context(), sheets)
	if err != nil {
		t.Fatal(err)
	}
	if r := got[50]; r[2].Score <= r[0].Score || r[2].Score <= r[1].Score {
		t.Errorf("ships: %+v", r)
	}
	for _, text := range e.asked {
		if strings.Contains(text, "119.00") {
			t.Error("a page that words decide is compared")
		}
	}
	if len(e.asked) > len(known().genres)+10 {
		t.Errorf("%d texts are compared", len(e.asked))
	}
}

func TestEmbedderFails(t *testing.T) {
	e := &echo{fails: errors.New("no")}
	if _, err := NewScale([]Kind{{"zzz", nil}}, e).Rate(t.Context(), []*Sheet{NewNote("x")}); err == nil {
		t.Error("no error")
	}
}
