package fault

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestTableIsComplete(t *testing.T) {
	if len(All) != 44 {
		t.Fatalf("the interface has 44 names, the table has %d", len(All))
	}
	seen := map[Name]bool{}
	for _, e := range All {
		if seen[e.Name] {
			t.Errorf("%s stands twice", e.Name)
		}
		seen[e.Name] = true
		if e.Message == "" || e.Raised == "" || e.Code < 400 || e.Code > 599 {
			t.Errorf("%s is incomplete: %+v", e.Name, e)
		}
		if (e.Category == Transient) != e.Retriable {
			t.Errorf("%s: category %s and retriable %v disagree", e.Name, e.Category, e.Retriable)
		}
	}
}

func TestOf(t *testing.T) {
	boom := errors.New("boom")
	for _, tt := range []struct {
		name string
		err  error
		want Name
		code int
	}{
		{"named", New(NotFound, "job was not found"), NotFound, 404},
		{"wrapped", fmt.Errorf("open: %w", New(DocumentEmpty, "")), DocumentEmpty, 422},
		{"deadline", fmt.Errorf("read: %w", context.DeadlineExceeded), Timeout, 504},
		{"unnamed", boom, InternalError, 500},
		{"typed", New(ProcessingFailed, "x").Typed("pdf_processing_error"), ProcessingFailed, 403},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Of(tt.err)
			if got.Name != tt.want || got.Code != tt.code {
				t.Errorf("got %s %d, want %s %d", got.Name, got.Code, tt.want, tt.code)
			}
		})
	}
	if got := Of(boom).Message; got != "internal error" {
		t.Errorf("an unnamed error leaks: %q", got)
	}
	if !errors.Is(Wrap(Timeout, boom, ""), boom) {
		t.Error("the cause is lost")
	}
	if Of(nil) != nil {
		t.Error("nil is no failure")
	}
}
